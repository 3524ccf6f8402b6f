//! Whether a face lies on one side of an unbounded surface, or of one of several, but for a length that its edges leave open.
//!
//! **Problem.** The top of a plate meets the bore in the bore's rim, and a pin of the bore's radius meets both. No finite
//! number of triangles proves that the top does not reach into the pin: it touches all along the rim.
//!
//! **Method.** Let s be the signed distance from the surface, and the face be closed. s has its least value on the face
//! somewhere: not inside, where it rises with a slope along the face; so at the border. There the piece of the edge
//! belongs to a face that is known, or s rises along the edge, or s is large. Of several surfaces the largest distance is
//! taken: it rises where all that may be the largest rise along one way. docs/math/surfaces.md has the proof.
//!
//! What is proven of a patch holds for all of its region, slivers included.

use crate::body::Body;
use crate::derivatives::Derivatives;
use crate::face::Border;
use crate::level::Level;
use crate::mates::{Mate, Mates};
use crate::patch::Patch;
use crate::radius::box_around;
use crate::surface::Surface;
use clearance::Vec3;
use clearance::real::{U, UP};
use std::collections::BTreeSet;

/// The least slope of the signed distance along a face that counts. Larger: faces that meet at sharp angles stay
/// undecided. Smaller: places that must be looked at get larger; see [`REACH`].
const SLOPE: f64 = 1.0 / 8.0;

/// A place where depth is measured has this many times the depth around it in view: a way with [`SLOPE`] to the rim takes
/// 1 / SLOPE times twice the depth, and is in a ball of half of the view.
pub(crate) const REACH: f64 = 4.0 / SLOPE;

/// How often triangles are split, and how many patches are looked at. Larger: more is decided, and time.
const MOST_DEPTH: u32 = 10;
const MOST_PATCHES: usize = 20_000;

/// A surface, and the side of it where a face may lie.
pub(crate) struct Wall<'a> {
    pub level: Level<'a>,
    /// 1 where the signed distance is to be positive, −1 where it is to be negative.
    pub toward: f64,
    /// Faces of the same body that lie on the surface itself: their edges are known.
    pub known: &'a BTreeSet<u32>,
    /// The corners of those faces.
    pub corners: &'a [Vec3<f64>],
}

/// Where a face is to lie: each of its points on the side of one of these walls. The function φ that is proven not to be
/// below zero, but for what edges leave open, is the largest of the walls' distances.
pub(crate) struct Side<'a> {
    pub walls: Vec<Wall<'a>>,
    /// A signed distance that is surely large.
    pub clear: f64,
}

/// A wall's function near a point.
struct Slope {
    /// The signed distance toward the side, less what it may be off.
    value: f64,
    /// Twice what it may be off.
    off: f64,
    gradient: Vec3<f64>,
    /// The room of the gradient.
    room: f64,
}

impl Wall<'_> {
    fn at(&self, point: Vec3<f64>) -> Slope {
        let (value, gradient, room) = self.level.at(point);
        let slack = self.level.slack(point);
        Slope { value: self.toward * value - slack, off: 2.0 * slack, gradient: gradient * self.toward, room }
    }

    /// Whether all of a patch is surely far on this side.
    fn is_clear(&self, patch: &Patch, clear: f64) -> bool {
        let corners = patch.corners();
        let (middle, reach) = around(&corners);
        let Slope { value, gradient, room, .. } = self.at(middle);
        // The distance is 1-Lipschitz. In a plane, or nearly so, the corners tell more: a change of the gradient by
        // reach / room leaves reach² / room.
        let bend = (reach + patch.radius) / (room - reach - patch.radius);
        let linear = corners.iter().map(|corner| gradient.dot(*corner - middle)).fold(f64::INFINITY, f64::min);
        let by_corners = if bend >= 0.0 { value + linear - patch.radius - bend * reach } else { f64::NEG_INFINITY };
        (value - reach - patch.radius).max(by_corners) * (1.0 - 16.0 * U) >= clear
    }

    /// Whether a corner belongs to a known face: faces meet within the tolerance of their edges.
    fn has_corner(&self, corner: Vec3<f64>, tolerance: f64) -> bool {
        let near = 2.0 * tolerance + 64.0 * U * corner.length();
        self.corners.iter().any(|known| (*known - corner).length() <= near)
    }
}

/// The middle of corners, and how far the farthest is from it.
fn around(corners: &[Vec3<f64>; 3]) -> (Vec3<f64>, f64) {
    let middle = (corners[0] + corners[1] + corners[2]) * (1.0 / 3.0);
    (middle, corners.iter().map(|corner| (*corner - middle).length()).fold(0.0, f64::max))
}

impl Side<'_> {
    /// The functions that may be the largest somewhere within a length of a point.
    fn active(&self, middle: Vec3<f64>, reach: f64) -> Vec<Slope> {
        let mut all: Vec<Slope> = self.walls.iter().map(|wall| wall.at(middle)).collect();
        let least = all.iter().map(|own| own.value - reach * UP).fold(f64::NEG_INFINITY, f64::max);
        all.retain(|own| !(own.value + own.off + reach * UP < least));
        all
    }

    /// Whether a face lies on this side: only edges of known faces may reach to a wall, or beyond it by what those do.
    pub fn holds(&self, body: &Body, mates: &Mates, face: u32) -> bool {
        let first = body.leaves().partition_point(|leaf| leaf.face < face);
        let own = body.leaves()[first..].iter().take_while(|leaf| leaf.face == face).count();
        let mut waiting: Vec<(Patch, u32)> =
            (first..first + own).map(|leaf| (Patch::of_leaf(body, leaf as u32), 0)).collect();
        let mut count = 0;
        while let Some((patch, depth)) = waiting.pop() {
            if self.walls.iter().any(|wall| wall.is_clear(&patch, self.clear))
                || (self.rises(body, &patch) && self.are_pieces_well(body, mates, &patch))
            {
                continue;
            }
            count += 1;
            if depth >= MOST_DEPTH || count > MOST_PATCHES {
                return false;
            }
            waiting.extend(patch.split(body).map(|part| (part, depth + 1)));
        }
        true
    }

    /// Whether φ rises along one direction of the parameters, all over a patch.
    fn rises(&self, body: &Body, patch: &Patch) -> bool {
        let surface = &body.faces[patch.face as usize].surface;
        let (middle, reach) = around(&patch.corners());
        let reach = reach + patch.radius;
        let bulge = patch.borders().iter().flatten().map(|border| border.bulge).fold(0.0, f64::max);
        let range = box_around(&patch.uv(), bulge);
        // Along both parameters from the middle: chords of the surface over the whole box, whatever the triangle is like.
        let [width, height] = range.map(|[low, high]| high - low);
        let middles = range.map(|[low, high]| 0.5 * low + 0.5 * high);
        let chord = |from: [f64; 2], to: [f64; 2]| {
            let ((p, of_p), (q, of_q)) = (surface.at(from), surface.at(to));
            (q - p, of_p + of_q)
        };
        let sides = [
            chord([range[0][0], middles[1]], [range[0][1], middles[1]]),
            chord([middles[0], range[1][0]], [middles[0], range[1][1]]),
        ];
        let derivatives = surface.derivatives(range);
        let off = [
            off_chord(surface, &derivatives, range, [width, 0.0]) + sides[0].1,
            off_chord(surface, &derivatives, range, [0.0, height]) + sides[1].1,
        ];
        // The tangential part of a gradient as a sum of both sides.
        let [a, b] = [sides[0].0, sides[1].0];
        let (aa, ab, bb) = (a.dot(a), a.dot(b), b.dot(b));
        let area = aa * bb - ab * ab;
        let tangential = |gradient: Vec3<f64>| {
            let (ga, gb) = (gradient.dot(a), gradient.dot(b));
            [(ga * bb - gb * ab) / area, (gb * aa - ga * ab) / area]
        };
        // Where several may be the largest, the middle of their directions is tried.
        let active = self.active(middle, reach);
        let shares = active.iter().fold([0.0; 2], |sum, own| {
            let share = tangential(own.gradient);
            let length = (a * share[0] + b * share[1]).length();
            [0, 1].map(|k| sum[k] + share[k] / length)
        });
        let way = a * shares[0] + b * shares[1];
        let error = (shares[0].abs() * off[0] + shares[1].abs() * off[1]) * UP;
        let steep =
            |own: &Slope| is_steep(own.gradient, way, error, reach / (own.room - reach), derivatives.has_corner);
        active.iter().all(steep)
    }

    /// Whether each piece of an edge at a patch is known, or inside of the surface, or φ rises along it.
    fn are_pieces_well(&self, body: &Body, mates: &Mates, patch: &Patch) -> bool {
        let face = &body.faces[patch.face as usize];
        (0..3).all(|side| {
            let Some(border) = patch.borders()[side] else { return true };
            let Some(own) = patch.side_of_triangle(face, &border) else { return false };
            match mates.beyond(patch.face, patch.leaf_triangle(), own) {
                Mate::Itself => true,
                Mate::Other { face, .. } if self.walls.iter().any(|wall| wall.known.contains(&face)) => true,
                _ => self.rises_along(body, patch, side, &border),
            }
        })
    }

    /// Whether φ rises or falls all along a piece, and is well at its ends.
    fn rises_along(&self, body: &Body, patch: &Patch, side: usize, border: &Border) -> bool {
        let face = &body.faces[patch.face as usize];
        let ends = [side, (side + 1) % 3];
        let whole = face.uv(patch.leaf_triangle());
        let tolerance = face.edges()[border.edge as usize].tolerance;
        let are_ends_well = ends.iter().all(|&end| {
            let corner = patch.corners()[end];
            let off = off_corner(&face.surface, patch.uv()[end], corner);
            // Ends that the splitting made lie within the edge.
            !whole.contains(&patch.uv()[end])
                || self
                    .walls
                    .iter()
                    .any(|wall| wall.has_corner(corner, tolerance) || wall.at(corner).value - off >= self.clear)
        });
        let [a, b] = ends.map(|end| patch.corners()[end]);
        let [p, q] = ends.map(|end| patch.uv()[end]);
        let middle = (a + b) * 0.5;
        let range = box_around(&[p, q], border.bulge);
        let steps = [0, 1].map(|k| q[k] - p[k]);
        // The derivative of the curve times its range is within 8 bulges of the chord.
        let bent = face.surface.stretch(range) * 8.0 * border.bulge;
        let ends = off_corner(&face.surface, p, a) + off_corner(&face.surface, q, b);
        let derivatives = face.surface.derivatives(range);
        let error = (off_chord(&face.surface, &derivatives, range, steps) + bent + ends) * UP;
        let reach = 0.5 * (b - a).length() + patch.radius;
        let has_corner = border.is_kept || derivatives.has_corner;
        let active = self.active(middle, reach);
        let rises = |way: Vec3<f64>| {
            active.iter().all(|own| is_steep(own.gradient, way, error, reach / (own.room - reach), has_corner))
        };
        are_ends_well && (rises(b - a) || rises(a - b))
    }
}

/// Whether a function with this gradient rises along a way with at least [`SLOPE`], where the way is known within an
/// error, and the gradient within a change.
fn is_steep(gradient: Vec3<f64>, way: Vec3<f64>, error: f64, change: f64, has_corner: bool) -> bool {
    let length = way.length() + error;
    let least = gradient.dot(way) - error - change * length;
    // NaN and a change that is not known are not steep.
    change >= 0.0 && !has_corner && length > 0.0 && least * (1.0 - 64.0 * U) >= SLOPE * length
}

/// How far the derivative along a step of the parameters is from the chord of the step, all over a box.
fn off_chord(surface: &Surface, of: &Derivatives, range: [[f64; 2]; 2], [du, dv]: [f64; 2]) -> f64 {
    let [width, height] = range.map(|[low, high]| (high - low).next_up());
    let (du, dv) = (du.abs(), dv.abs());
    // A chord between points beyond the domain is that of others.
    let beyond = 2.0 * surface.beyond(range, of);
    ((of.uu * du + of.uv * dv) * width + (of.uv * du + of.vv * dv) * height + beyond) * UP
}

/// How far a corner is from the surface's point.
fn off_corner(surface: &crate::surface::Surface, uv: [f64; 2], corner: Vec3<f64>) -> f64 {
    let (point, error) = surface.at(uv);
    ((point - corner).length() + error) * UP
}
