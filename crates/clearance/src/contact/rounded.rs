//! The height at which a line along the contact normal leaves a rounded shape.
//!
//! **Problem.** The shape is a core and all points not farther from it than the radius r. A line along the normal goes
//! through the core's face at the coordinates x. Over a face of height h the rounded surface has the height
//!
//!   H(x) = max over y of h(y) + √(r² − |x − y|²),
//!
//! and y, the foot, is the core's point nearest to the point of the surface. If the face is square to the normal,
//! H = h + r. If it is tilted, the foot lies uphill of x.
//!
//! **Method.**
//! 1. The foot is inside the polygon: the surface is the offset plane, H = h + r·√(1 + |slope|²).
//! 2. Otherwise the foot is on a side, or at its end: a cylinder and two balls. Over one side the maximum is that of a
//!    concave function of one number, in closed form. A segment has one side, a polygon takes the highest.
//! 3. The face is not the whole core. The foot is the nearest point of the core if the core has no point farther along
//!    the outward normal there. Otherwise a few steps of Newton's method along the line follow. The distance from the
//!    core is convex along the line, so the steps come down to the surface from outside after the first one.
//!
//! **Accuracy.** Rounding, times the stretch √(1 + |slope|²), which is at most 10. The tests of `contacts` hold the limit.
//!
//! **Special cases.** A corner of two nearly parallel segments may lie beside one of them by more than its radius. Then
//! the line misses the shape, and there is no contact.

use super::project::{ProjectedFace, Projection};
use crate::numbers::real::{Real, sqrt};
use crate::query::solver::Solver;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, Vec2, WideVector};

/// The side of a face that the other shape is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    /// Heights grow outward: shape A.
    Up,
    /// Heights fall outward: shape B.
    Down,
}

impl Side {
    /// The sign of an outward step along the normal.
    fn sign(self) -> f64 {
        match self {
            Side::Up => 1.0,
            Side::Down => -1.0,
        }
    }
}

/// Where a line along the normal leaves a rounded face.
struct Exit {
    /// The height of the point of the surface.
    height: f64,
    /// The coordinates of the nearest point of the face, if it is on a side of the face.
    foot_on_side: Option<Vec2<f64>>,
}

/// The most steps of Newton's method.
///
/// They end by accuracy after three or four. Smaller: points beside the surface. Larger: a longer wait where rounding
/// keeps the steps from ending.
const STEPS: usize = 12;

/// A line misses a side's cylinder if it is farther from the side than the radius by more than this share of the face's
/// size.
///
/// Larger: points beside the surface of thin shapes. Smaller: rounding of the corners of a region drops contacts.
const MISSES: f64 = 16.0 * f64::EPSILON;

/// The height of the surface of a shape on the line at the coordinates `at` of its face. `None` if the line misses it.
pub(super) fn surface_height<W: WideVector>(
    solver: &Solver,
    shape: &View<'_, W>,
    face: &ProjectedFace<'_>,
    projection: &Projection<W>,
    at: Vec2<f64>,
    side: Side,
) -> Option<f64> {
    let Exit { height, foot_on_side } = face.exit(at, shape.radius().widen(), side)?;
    let Some(foot) = foot_on_side else { return Some(height) };
    // 3. The core's farthest point along the outward normal at the foot.
    let foot = projection.point(foot, face.height(foot));
    let outward = (projection.point(at, height) - foot).unit();
    let pose = shape.pose();
    let farthest = pose.apply_wide(shape.support(outward.mapped_back(&pose.rotation.matrix())));
    let size = shape.extent() + shape.radius().widen() + pose.translation.widen().max_abs();
    let rounding = 8.0 * f64::EPSILON * size;
    if outward.dot(&(farthest - foot)) <= rounding {
        return Some(height);
    }
    Some(descend(solver, shape, projection, at, side, height, rounding))
}

/// The height of the surface by Newton's method, from `height` below it. [length]
fn descend<W: WideVector>(
    solver: &Solver,
    shape: &View<'_, W>,
    projection: &Projection<W>,
    at: Vec2<f64>,
    side: Side,
    mut height: f64,
    rounding: f64,
) -> f64 {
    for _ in 0..STEPS {
        // The point is above the face, so it is outside the core, and the normal is that of the core's distance.
        let nearest = solver.closest_point(shape, W::narrow(projection.point(at, height)));
        let rise = nearest.normal.widen().dot(&projection.normal) * side.sign();
        let step = nearest.distance.widen() / rise;
        if !(rise > 0.0 && step.abs() > rounding) {
            break; // Also if an answer claims nothing: its distance is not a number.
        }
        height -= side.sign() * step;
    }
    height
}

impl ProjectedFace<'_> {
    /// Where the line at these coordinates leaves the face with the radius around it. `None` if the line misses it.
    fn exit(&self, at: Vec2<f64>, radius: f64, side: Side) -> Option<Exit> {
        let slope = self.slope * side.sign();
        let sides = if self.corners.len() == 2 { 1 } else { self.corners.len() };
        if radius == 0.0 || sides > 1 && slope.max_abs() == 0.0 {
            return Some(Exit { height: self.height(at) + side.sign() * radius, foot_on_side: None });
        }
        // 1. The offset plane.
        let stretch = sqrt(1.0 + slope.length_squared());
        let foot = at + slope * (radius / stretch);
        if sides > 1 && self.holds(foot) {
            return Some(Exit { height: self.height(at) + side.sign() * (radius * stretch), foot_on_side: None });
        }
        // 2. The cylinders and balls of the sides.
        let exits = (0..sides).filter_map(|i| self.exit_of_side(i, at, radius, side));
        exits.max_by(|e, f| (side.sign() * e.height).total_cmp(&(side.sign() * f.height)))
    }

    /// Where the line leaves the cylinder around the side that begins at corner `index`, or the ball at one of its
    /// ends.
    fn exit_of_side(&self, index: usize, at: Vec2<f64>, radius: f64, side: Side) -> Option<Exit> {
        let from = self.corners[index].0;
        let along = self.corners[(index + 1) % self.corners.len()].0 - from;
        let length = along.length();
        let unit = along * (1.0 / length);
        let slope = side.sign() * self.slope.dot(unit);
        // The line cuts the cylinder in a strip of half the width q: the radius, less the line's distance from the
        // side.
        let (beside, place) = (unit.wedge(&(at - from)).abs(), unit.dot(at - from));
        let half_width = self.leg(radius, beside)?;
        // The greatest slope·y + √(q² − (y − place)²) on the line, and so, as it is concave, on the side.
        let stretch = sqrt(1.0 + slope * slope);
        let free = place + half_width * slope / stretch;
        let foot = free.clamp(0.0, length);
        let rise = if foot == free {
            half_width * stretch - slope * (foot - place)
        } else {
            self.leg(half_width, (foot - place).abs())?
        };
        let foot = from + unit * foot;
        Some(Exit { height: self.height(foot) + side.sign() * rise, foot_on_side: Some(foot) })
    }

    /// The other leg √(c² − a²) of a right triangle, as a product that does not overflow. It is 0 if the leg a is
    /// longer than c by rounding only, and `None` if it is longer by more.
    fn leg(&self, hypotenuse: f64, leg: f64) -> Option<f64> {
        let share = leg / hypotenuse;
        if share <= 1.0 {
            return Some(hypotenuse * sqrt((1.0 - share) * (1.0 + share)));
        }
        (leg - hypotenuse <= MISSES * self.size()).then_some(0.0)
    }

    /// Whether these coordinates are inside the polygon or on its side.
    fn holds(&self, at: Vec2<f64>) -> bool {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).all(|(p, q)| (q.0 - p.0).wedge(&(at - p.0)) >= 0.0)
    }
}
