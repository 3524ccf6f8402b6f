//! Where two surfaces touch: the parts of the faces of one that are near faces of the other.
//!
//! For each face of the first body and each of the second that faces it: what of the first is within the band of the
//! other's plane, and has its foot in the other face. There is no other tolerance. The pieces are convex polygons.
//!
//! **Bounds of the area.** With a band and sides that are wider by the rounding errors, a piece holds the true one; with
//! narrower ones, it is in it.
//!
//! **Once.** Parts of a body may overlap, and then faces of it lie on each other. What an earlier piece covers is left out of later
//! ones in its plane.

use super::Pair;
use super::bodies::Matter;
use super::exposed::{halves, heights, meet};
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
    /// The area is at most this.
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
    let mut laid: Vec<Piece> = Vec::new();
    for face in &a.faces {
        for piece in pieces(face, b, band, error) {
            let mut parts = piece.parts.each_ref().each(|part| vec![part.clone()]);
            for earlier in laid.iter().filter(|earlier| earlier.covers_some_of(&piece, error)) {
                for (own, hole) in parts.iter_mut().zip(&earlier.parts) {
                    *own = std::mem::take(own).into_iter().flat_map(|part| without(part, hole)).collect();
                }
            }
            let sum =
                |parts: &Vec<Vec<Spot>>| -> f64 { parts.iter().map(|part| measure(part, face, &pair.search)).sum() };
            let [own_lower, own, own_upper] = parts.each_ref().each(|parts| pair.measure(sum(parts)));
            (region.lower, region.area, region.upper) =
                (region.lower + own_lower, region.area + own, region.upper + own_upper);
            let [_, own, outer] = parts;
            for part in if piece.parts[1].len() >= 3 { own } else { outer } {
                let shown = shown_in(part, &pair.search);
                let joined = size.into_iter().flatten().chain(around(shown.iter().copied()));
                size = Some(around(joined.collect::<Vec<_>>().into_iter()));
                region.pieces.push(shown.into_iter().map(|p| pair.point(p)).collect());
            }
            laid.push(piece);
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

/// A piece of a face that touches the other body: in the true one, the piece, and around the true one.
struct Piece {
    parts: [Vec<Spot>; 3],
    plane: Plane,
    ends: Ends,
}

impl Piece {
    /// Whether it lies on a later piece and covers some of it, by more than rounding.
    fn covers_some_of(&self, later: &Self, error: f64) -> bool {
        if !meet(self.ends, later.ends, error) || self.plane.normal.dot(later.plane.normal) < 0.5 {
            return false;
        }
        let [_, own, _] = &self.parts;
        let [low, high] = heights(own, &later.plane);
        let is_beside = own.len() < 3 || low < -error || high > error;
        let Some(own) = (!is_beside).then(|| Face::new(own.clone(), 0.0)).flatten() else { return false };
        let mut left = Clipper::default();
        left.take(&later.parts[1]);
        own.walls().for_each(|wall| left.clip(&Plane { offset: wall.offset - 4.0 * error, ..wall }));
        left.polygon.len() >= 3
    }
}

/// The parts of a convex polygon that lie outside another one.
fn without(polygon: Vec<Spot>, hole: &[Spot]) -> Vec<Vec<Spot>> {
    let Some(hole) = (hole.len() >= 3).then(|| Face::new(hole.to_vec(), 0.0)).flatten() else { return vec![polygon] };
    let (mut left, mut inner) = (Vec::new(), polygon);
    for wall in hole.walls() {
        let mut both = halves(&inner, &wall);
        if both.len() == 2 {
            left.extend(both.pop());
            inner = both.swap_remove(0);
        } else if heights(&inner, &wall).iter().sum::<f64>() > 0.0 {
            left.push(inner);
            return left;
        }
    }
    left
}

/// The pieces of a face that touch the other body.
fn pieces(face: &Face, other: &Faces, band: f64, error: f64) -> Vec<Piece> {
    let [low, high] = face.ends;
    let reach = band + 2.0 * error;
    let is_near = |own: &&Face| {
        let [own_low, own_high] = own.ends;
        let meets = (0..3).all(|axis| low[axis] <= own_high[axis] + reach && own_low[axis] <= high[axis] + reach);
        meets && own.plane.normal.dot(face.plane.normal) < 0.0
    };
    let near: Vec<&Face> = other.faces.iter().filter(is_near).collect();
    let piece = |own: &&Face| {
        let outer = part_near(face, own, band, error);
        if outer.len() < 3 {
            return None;
        }
        let ends = around(outer.iter().copied());
        let [inner, part] = [-error, 0.0].each(|margin| part_near(face, own, band, margin));
        Some(Piece { parts: [inner, part, outer], plane: face.plane, ends })
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
