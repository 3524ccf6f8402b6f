//! Where two surfaces touch: the parts of the faces of one that are near faces of the other.
//!
//! For each face of the first body and each of the second that faces it: what of the first is within the band of the
//! other's plane, and has its foot in the other face. There is no other tolerance. The pieces are convex polygons.
//!
//! **Bounds of the area.** With a band and sides that are wider by the rounding errors, a piece holds the true one; with
//! narrower ones, it is in it.

use super::Pair;
use super::bodies::Matter;
use super::face::Face;
use super::place::{Ends, around};
use super::search::Search;
use super::side::{Faces, Side};
use crate::cell::{Clipper, Plane, Spot, area_of};
use clearance::Vec3;
use clearance::each::Each;

/// A region is a face if its area is more than this times its length and the band, and no point if its length is more than
/// this times the band. An edge on a face gives a strip about as wide as the band. Larger: narrow faces count as lines.
const WIDE: f64 = 100.0;

/// What a region of contact looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContactKind {
    /// Faces lie on each other. Not in the plane.
    Face,
    /// The region is long and about as wide as the band: an edge on a face; in the plane, two edges on each other.
    Line,
    /// The region is about as large as the band.
    Point,
}

impl ContactKind {
    /// The name in files and tables: `face`, `line` or `point`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Face => "face",
            Self::Line => "line",
            Self::Point => "point",
        }
    }
}

/// Where two bodies touch.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactRegion<V = Vec3<f64>> {
    /// Convex polygons on the surface of one body, in the plane segments. Their corners are rounded.
    pub pieces: Vec<Vec<V>>,
    /// The sum of their areas, in the plane of their lengths.
    pub area: f64,
    /// The area is at least this.
    pub lower: f64,
    /// The area is at most this. Pieces that lie on several faces count several times.
    pub upper: f64,
    /// `None` if no piece was found: the bodies are farther apart than the band, or one lies inside the other.
    pub kind: Option<ContactKind>,
}

/// The region of contact of two bodies in their canonical order. `None` if one is made of convex shapes.
pub(crate) fn region_of(bodies: [&Matter; 2], band: f64) -> Option<ContactRegion<Spot>> {
    let ([one], [other]) = (&bodies[0].parts()[..], &bodies[1].parts()[..]) else { return None };
    if [one, other].iter().any(|part| !part.may_be_scaled()) {
        return None;
    }
    let nothing = ContactRegion { pieces: Vec::new(), area: 0.0, lower: 0.0, upper: 0.0, kind: None };
    let Some(pair) = Pair::with([*one, *other], band, band) else { return Some(nothing) };
    let (Side::Faces(a), Side::Faces(b)) = (&pair.search.sides[0], &pair.search.sides[1]) else { return None };
    let error = a.error + b.error + 64.0 * pair.search.tolerance;
    let band = pair.own_length(band);
    let mut region = nothing;
    let mut size: Option<Ends> = None;
    for face in &a.faces {
        for (piece, bounds) in pieces(face, b, band, error, &pair.search) {
            let [own_lower, own, own_upper] = bounds.each(|measure| pair.measure(measure));
            (region.lower, region.area, region.upper) =
                (region.lower + own_lower, region.area + own, region.upper + own_upper);
            let joined = size.into_iter().flatten().chain(around(piece.iter().copied()));
            size = Some(around(joined.collect::<Vec<_>>().into_iter()));
            region.pieces.push(piece.into_iter().map(|p| pair.point(p)).collect());
        }
    }
    region.kind = size.map(|[low, high]| {
        let way = high - low;
        let flat = if pair.search.is_flat { Vec3 { z: 0.0, ..way } } else { way };
        let (length, band) = (pair.length(flat.length()), pair.length(band.max(error)));
        match region.area > WIDE * band * length {
            true if !pair.search.is_flat => ContactKind::Face,
            _ if length > WIDE * band => ContactKind::Line,
            _ => ContactKind::Point,
        }
    });
    Some(region)
}

/// The pieces of a face that touch the other body, each with a lower bound of its measure, the measure and an upper bound.
fn pieces(face: &Face, other: &Faces, band: f64, error: f64, search: &Search) -> Vec<(Vec<Spot>, [f64; 3])> {
    let [low, high] = face.ends;
    let reach = band + 2.0 * error;
    let is_near = |own: &&Face| {
        let [own_low, own_high] = own.ends;
        let meets = (0..3).all(|axis| low[axis] <= own_high[axis] + reach && own_low[axis] <= high[axis] + reach);
        meets && own.plane.normal.dot(face.plane.normal) < 0.0
    };
    let near: Vec<&Face> = other.faces.iter().filter(is_near).collect();
    let piece = |own: &&Face| {
        let [inner, piece, outer] = [-error, 0.0, error].each(|margin| part_near(face, own, band, margin));
        let measures = [&inner, &piece, &outer].each(|part| measure(part, face, search));
        let shown = if piece.len() >= 3 { piece } else { outer };
        (shown.len() >= 3).then(|| (shown_in(shown, search), measures))
    };
    near.iter().filter_map(piece).collect()
}

/// What of a face is within the band of another's plane and has its foot in it, with all limits moved outward by a margin.
fn part_near(face: &Face, other: &Face, band: f64, margin: f64) -> Vec<Spot> {
    let Plane { normal, offset } = other.plane;
    let reach = band + margin;
    let mut part = Clipper::default();
    part.take(&face.corners);
    part.clip(&Plane { normal, offset: offset + reach });
    part.clip(&Plane { normal: -normal, offset: reach - offset });
    for wall in other.walls() {
        part.clip(&Plane { offset: wall.offset + margin, ..wall });
        if part.polygon.is_empty() {
            break;
        }
    }
    part.polygon
}

/// The area of a piece. In the plane, pieces are prisms, and it is their length.
fn measure(piece: &[Spot], face: &Face, search: &Search) -> f64 {
    if !search.is_flat {
        return area_of(piece, face.plane.normal);
    }
    let [low, high] = around(piece.iter().copied());
    if piece.len() < 3 { 0.0 } else { Vec3 { z: 0.0, ..high - low }.length() }
}

/// The piece as it is told: in the plane two points.
fn shown_in(piece: Vec<Spot>, search: &Search) -> Vec<Spot> {
    if !search.is_flat {
        return piece;
    }
    let first = piece[0];
    let away = |p: &Spot| Vec3 { z: 0.0, ..*p - first }.length_squared();
    let last = piece.iter().copied().max_by(|p, q| away(p).total_cmp(&away(q))).unwrap_or(first);
    vec![Vec3 { z: 0.0, ..first }, Vec3 { z: 0.0, ..last }]
}
