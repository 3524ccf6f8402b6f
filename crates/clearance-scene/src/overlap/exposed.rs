//! What of a surface that meets itself bounds the solid.
//!
//! Parts of a body may overlap or touch each other. Then some of their faces lie inside the solid, and such a face is no
//! end of it. Each face is cut where others cross it or lie on it, and a piece bounds the solid if that is on one side of it
//! alone. Two faces that are nearer to each other than rounding are one. If the solid is on neither side, the piece is thin: all
//! there is of the body there.

use super::face::Face;
use super::place::{Ends, around, plane_through};
use crate::cell::{Clipper, Plane, Spot, area_of, clipped};
use clearance::each::Each;

/// Pieces are looked at from so many errors away.
pub(super) const STEP: f64 = 64.0;

/// A face is steep over another if the cosine between their normals is below this. What of it is no farther than an error from the other's
/// plane is no wider than two errors divided by the sine: less than [`STEP`].
const STEEP: f64 = 0.99;

/// Pieces of faces that are not in the solid.
#[derive(Debug)]
pub(super) struct Pieces<T> {
    /// Those that bound the solid. They look outward.
    pub bounding: Vec<T>,
    /// Those that are thin.
    pub thin: Vec<T>,
}

/// The pieces of faces. `holds` tells whether a point is in the solid.
pub(super) fn exposed(faces: &[Face], error: f64, step: f64, holds: &dyn Fn(Spot) -> bool) -> Pieces<Face> {
    let pieces = |place: usize| {
        let is_near = |other: &usize| *other != place && meet(faces[place].ends, faces[*other].ends, error);
        let cutters = (0..faces.len()).filter(is_near).map(|other| &faces[other]);
        pieces_of(&faces[place], cutters, [error, step], &|points: [Spot; 2]| points.each(holds))
    };
    let mut all = Pieces { bounding: Vec::new(), thin: Vec::new() };
    for own in (0..faces.len()).map(pieces) {
        all.bounding.extend(own.bounding);
        all.thin.extend(own.thin);
    }
    all
}

/// The pieces of one face, cut by others. `holds` tells of two points near each other whether they are in the solid.
pub(super) fn pieces_of<'f>(
    face: &Face,
    cutters: impl Iterator<Item = &'f Face>,
    [error, step]: [f64; 2],
    holds: &dyn Fn([Spot; 2]) -> [bool; 2],
) -> Pieces<Face> {
    let step = step.max(STEP * error);
    let mut pieces = Pieces { bounding: Vec::new(), thin: Vec::new() };
    let cut = cut_by_all(face.corners.clone(), face, cutters, error);
    let pieces_of_it = cut.into_iter().filter_map(|piece| Face::new(piece, face.slack));
    // What is left between two cuts that rounding alone parts has corners that are no plane.
    for piece in pieces_of_it.filter(|piece| !is_sliver(piece, 2.0 * error)) {
        let middle = piece.middle();
        match holds([step, -step].each(|step| middle + piece.plane.normal * step)) {
            [false, true] => pieces.bounding.push(piece),
            [true, false] => pieces.bounding.push(piece.turned()),
            [false, false] if !is_sliver(&piece, step) => pieces.thin.push(piece),
            _ => {}
        }
    }
    pieces
}

/// Whether a piece is narrower than a length. Then it may lie on the rim of the solid, and its normal says nothing.
fn is_sliver(piece: &Face, length: f64) -> bool {
    let [low, high] = piece.ends;
    !(area_of(&piece.corners, piece.plane.normal) > length * (high - low).length())
}

/// The parts of a piece of a face, cut where others cross it or lie on it.
pub(super) fn cut_by_all<'f>(
    piece: Vec<Spot>,
    face: &Face,
    cutters: impl Iterator<Item = &'f Face>,
    error: f64,
) -> Vec<Vec<Spot>> {
    let (mut pieces, mut left) = (vec![piece], Clipper::default());
    for cutter in cutters {
        let [mut low, mut high] = heights(&cutter.corners, &face.plane);
        if low > error || high < -error {
            continue;
        }
        // What is steep and wider than rounding does not lie on the face.
        let is_steep = cutter.plane.normal.dot(face.plane.normal).abs() < STEEP;
        if !is_steep && (low < -error || high > error) {
            // Far beyond the face its plane is not known so well. What of the cutter is over the face counts.
            left.take(&cutter.corners);
            face.walls().for_each(|wall| left.clip(&Plane { offset: wall.offset + error, ..wall }));
            let length = (cutter.ends[1] - cutter.ends[0]).length();
            if area_of(&left.polygon, face.plane.normal) > STEP * error * length {
                [low, high] = heights(&left.polygon, &face.plane);
            }
        }
        let whole = std::mem::take(&mut pieces);
        if low >= -error && high <= error {
            let walls: Vec<Plane> = cutter.walls().collect();
            for piece in whole {
                match is_near(&piece, cutter, error) {
                    true => part_by_walls(piece, face, &walls, error, (&mut pieces, &mut left)),
                    false => pieces.push(piece),
                }
            }
        } else if is_beside(&face.corners, &cutter.plane, error) {
            pieces = whole;
        } else {
            for piece in whole {
                part_by_crossing(piece, face, cutter, error, (&mut pieces, &mut left));
            }
        }
    }
    pieces
}

/// Whether the box of a piece meets that of a face, or nearly so.
fn is_near(piece: &[Spot], face: &Face, error: f64) -> bool {
    meet(around(piece.iter().copied()), face.ends, error)
}

/// Whether two boxes meet, or nearly so.
pub(super) fn meet([low, high]: Ends, [other_low, other_high]: Ends, error: f64) -> bool {
    (0..3).all(|axis| low[axis] <= other_high[axis] + error && other_low[axis] <= high[axis] + error)
}

/// Whether points are on one side of a plane, or nearly so.
fn is_beside(points: &[Spot], plane: &Plane, error: f64) -> bool {
    let [low, high] = heights(points, plane);
    low >= -error || high <= error
}

/// The least and the greatest height of points over a plane.
pub(super) fn heights(points: &[Spot], plane: &Plane) -> [f64; 2] {
    points
        .iter()
        .map(|&p| plane.height(p))
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], height| [low.min(height), high.max(height)])
}

/// The parts of a piece of a face on both sides of another face that crosses it.
fn part_by_crossing(
    piece: Vec<Spot>,
    face: &Face,
    cutter: &Face,
    error: f64,
    (parts, left): (&mut Vec<Vec<Spot>>, &mut Clipper),
) {
    let is_met = !is_beside(&piece, &cutter.plane, error) && is_near(&piece, cutter, error);
    if !is_met || !crosses(&piece, face, cutter, error, left) {
        parts.push(piece);
    } else {
        parts.extend(halves(&piece, &cutter.plane));
    }
}

/// Whether another face that is in both sides of the plane of a piece meets the piece.
fn crosses(piece: &[Spot], face: &Face, cutter: &Face, error: f64, left: &mut Clipper) -> bool {
    let normal = face.plane.normal;
    left.take(&cutter.corners);
    for (place, &corner) in piece.iter().enumerate() {
        let side = piece[(place + 1) % piece.len()] - corner;
        let Some(outward) = side.cross(normal).normalized() else { continue };
        let wall = plane_through(corner, outward);
        left.clip(&Plane { offset: wall.offset + error, ..wall });
        if left.polygon.is_empty() {
            return false;
        }
    }
    let [low, high] = heights(&left.polygon, &face.plane);
    high >= -error && low <= error
}

/// The part of a piece inside a face that lies on it, and the parts outside. The walls are those of that face.
fn part_by_walls(
    piece: Vec<Spot>,
    face: &Face,
    walls: &[Plane],
    error: f64,
    (parts, inner): (&mut Vec<Vec<Spot>>, &mut Clipper),
) {
    inner.take(&piece);
    for wall in walls {
        inner.clip(&Plane { offset: wall.offset - error, ..*wall });
        if inner.polygon.len() < 3 {
            parts.push(piece);
            return;
        }
    }
    if !(area_of(&inner.polygon, face.plane.normal) > 0.0) {
        parts.push(piece);
        return;
    }
    let mut inner = piece;
    for wall in walls {
        let mut both = halves(&inner, wall);
        if both.len() == 2 {
            parts.extend(both.pop());
            inner = both.swap_remove(0);
        }
    }
    parts.push(inner);
}

/// The parts of a polygon behind a plane and in front of it; all of it if it is on one side.
pub(super) fn halves(polygon: &[Spot], plane: &Plane) -> Vec<Vec<Spot>> {
    let [low, high] = heights(polygon, plane);
    if low > 0.0 || high < 0.0 {
        return vec![polygon.to_vec()];
    }
    let turned = Plane { normal: -plane.normal, offset: -plane.offset };
    let both = [clipped(polygon, plane), clipped(polygon, &turned)];
    if both.iter().all(|half| half.len() >= 3) { both.into() } else { vec![polygon.to_vec()] }
}
