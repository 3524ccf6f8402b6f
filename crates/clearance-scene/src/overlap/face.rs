//! A convex face of a surface in the frame of a pair: how far a point is from it, and where.

use super::place::{Ends, around};
use crate::cell::{Plane, Spot, middle_of};
use clearance::vec3;

/// A box counts as nearer by this share, so that rounding leaves out no face that is at a limit.
const NEARER: f64 = 1.0 - 1.0 / (1u64 << 40) as f64;

/// A flat convex polygon. Its normal looks out of the solid. Or a thread, which bounds nothing: a segment or a point.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub corners: Vec<Spot>,
    /// Of a thread the normal is zero.
    pub plane: Plane,
    pub ends: Ends,
    /// A thread has none.
    sides: Vec<Side>,
    /// How far a point of the polygon may be from the surface that it stands for.
    pub slack: f64,
}

/// A side of a polygon.
#[derive(Clone, Copy, Debug)]
struct Side {
    /// From its corner to the next one.
    along: Spot,
    /// The inverse of the square of its length, or 0 without one.
    inverse: f64,
    /// The unit vector in the plane that looks into the polygon.
    inward: Spot,
}

/// The point of a face that is nearest to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub distance: f64,
    pub at: Spot,
    /// Whether the foot is on a side or a corner of the face.
    pub is_on_rim: bool,
}

impl Face {
    /// The face with these corners, counter-clockwise seen from outside. `None` if it has no area.
    pub fn new(mut corners: Vec<Spot>, slack: f64) -> Option<Self> {
        let first = corners[0];
        // Clipping leaves corners twice. The side between them leads nowhere, and none of its sides is inside.
        corners.dedup();
        while corners.len() > 1 && corners.last() == Some(&first) {
            corners.pop();
        }
        let doubled =
            corners.windows(2).map(|ends| (ends[0] - first).cross(ends[1] - first)).reduce(|sum, x| sum + x)?;
        let length = doubled.length();
        if !(length > 0.0 && length.is_finite()) {
            return None;
        }
        let normal = doubled * (1.0 / length);
        let middle = middle_of(corners.iter().copied());
        let plane = Plane { normal, offset: normal.dot(middle) };
        // A normal that rounding has turned shows here: the corners are then off the plane.
        let off = corners.iter().fold(0.0f64, |most, &corner| most.max(plane.height(corner).abs()));
        let side = |place: usize| {
            let along = corners[(place + 1) % corners.len()] - corners[place];
            let square = along.length_squared();
            let inverse = if square > 0.0 { 1.0 / square } else { 0.0 };
            Side { along, inverse, inward: normal.cross(along).unit() }
        };
        let sides = (0..corners.len()).map(side).collect();
        let ends = around(corners.iter().copied());
        Some(Self { corners, plane, ends, sides, slack: slack + 2.0 * off })
    }

    /// The thread between the two of these points that are farthest from each other, or at the one that they are.
    pub fn thread(points: &[Spot]) -> Self {
        let pairs = points.iter().flat_map(|&p| points.iter().map(move |&q| [p, q]));
        let length = |[p, q]: &[Spot; 2]| (*q - *p).length_squared();
        let longest = pairs.max_by(|one, other| length(one).total_cmp(&length(other)));
        let ends = longest.expect("a thread has points");
        let corners = if length(&ends) > 0.0 { ends.to_vec() } else { vec![ends[0]] };
        let plane = Plane { normal: vec3(0.0, 0.0, 0.0), offset: 0.0 };
        let ends = around(corners.iter().copied());
        Self { corners, plane, ends, sides: Vec::new(), slack: 0.0 }
    }

    pub fn is_thread(&self) -> bool {
        self.sides.is_empty()
    }

    /// The same from behind.
    pub fn turned(mut self) -> Self {
        self.corners.reverse();
        self.sides.reverse();
        // Side k led from corner k to k + 1, and leads back now.
        if !self.is_thread() {
            self.sides.rotate_left(1);
        }
        self.sides.iter_mut().for_each(|side| side.along = -side.along);
        self.plane = Plane { normal: -self.plane.normal, offset: -self.plane.offset };
        self
    }

    pub fn middle(&self) -> Spot {
        middle_of(self.corners.iter().copied())
    }

    /// Whether all of the face is surely farther from p than a length: its box is. Most faces are left out so, for a
    /// fraction of the cost of their nearest point.
    pub fn is_beyond(&self, p: Spot, length: f64) -> bool {
        self.square_of_gap(p) > length * length
    }

    /// The square of the distance from its box, or a little less: no point of the face is surely nearer.
    pub fn square_of_gap(&self, p: Spot) -> f64 {
        let [low, high] = self.ends;
        let gap = |axis: usize| (low[axis] - p[axis]).max(p[axis] - high[axis]).max(0.0);
        let [x, y, z] = [gap(0), gap(1), gap(2)];
        (x * x + y * y + z * z) * NEARER
    }

    /// Whether all of the face is surely farther from a box than a length.
    pub fn is_beside(&self, [low, high]: Ends, length: f64) -> bool {
        let [own_low, own_high] = self.ends;
        let gap = |axis: usize| (low[axis] - own_high[axis]).max(own_low[axis] - high[axis]).max(0.0);
        let [x, y, z] = [gap(0), gap(1), gap(2)];
        (x * x + y * y + z * z) * NEARER > length * length
    }

    /// The nearest point to p.
    pub fn foot(&self, p: Spot) -> Foot {
        if self.is_thread() {
            return self.foot_on_thread(p);
        }
        let mut best: Option<(f64, Spot)> = None;
        for (side, &corner) in self.sides.iter().zip(&self.corners) {
            let way = p - corner;
            if side.inward.dot(way) >= 0.0 {
                continue;
            }
            let share = (side.along.dot(way) * side.inverse).clamp(0.0, 1.0);
            let at = corner + side.along * share;
            let square = (p - at).length_squared();
            if best.is_none_or(|(least, _)| square < least) {
                best = Some((square, at));
            }
        }
        if let Some((square, at)) = best {
            return Foot { distance: square.sqrt(), at, is_on_rim: true };
        }
        let height = self.plane.height(p);
        Foot { distance: height.abs(), at: p - self.plane.normal * height, is_on_rim: false }
    }

    /// The same of a thread. All of it is rim.
    fn foot_on_thread(&self, p: Spot) -> Foot {
        let first = self.corners[0];
        let along = self.corners[self.corners.len() - 1] - first;
        let square = along.length_squared();
        let share = if square > 0.0 { (along.dot(p - first) / square).clamp(0.0, 1.0) } else { 0.0 };
        let at = first + along * share;
        Foot { distance: (p - at).length(), at, is_on_rim: true }
    }

    /// The planes through the sides, across the face. The face is behind them.
    pub fn walls(&self) -> impl Iterator<Item = Plane> {
        let wall = |(side, corner): (&Side, &Spot)| Plane { normal: -side.inward, offset: -side.inward.dot(*corner) };
        self.sides.iter().zip(&self.corners).map(wall)
    }

    /// How far inside the sides a point of the plane is: negative beyond a side.
    pub fn within(&self, p: Spot) -> f64 {
        let inside = |(side, corner): (&Side, &Spot)| side.inward.dot(p - *corner);
        self.sides.iter().zip(&self.corners).map(inside).fold(f64::INFINITY, f64::min)
    }
}
