//! How far to move along a given direction until two shapes part, and whether one shape holds another.
//!
//! **Problem.** The least t ≥ 0 for which B moved by t·u meets A's interior no more.
//!
//! **Method.** Let f(t) be the signed distance of A and B + t·u. It is the maximum over unit n of affine functions of t,
//! hence convex. From a t where they are apart, Newton's step along the normal, t − f/(n·u), stays at or beyond the root
//! but for rounding, and ends there: after finitely many steps for polytopes, quadratically otherwise (conservative advancement backwards,
//! Mirtich 1996). The first t is the distance to the supporting planes across u.
//!
//! **Bounds.** The line through (0, f(0)) and (t, f(t)) lies over f between them and under f outside. Drawn through the
//! upper bounds of both, it crosses zero before f does; through the upper bound of f(0) and the lower of f(t), where that is
//! negative, after f.

use crate::patch::Patch;
use crate::pose::Pose;
use crate::proximity::Proximity;
use crate::query::Solver;
use crate::real::{Real, U};
use crate::support::{Support, SupportMap};
use crate::vector::{Space, Vector, WideVector};

/// The way out along a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayOut<V: Vector> {
    /// How far B must move; 0 where the interiors do not meet.
    pub distance: V::Scalar,
    /// A proven lower bound of that.
    pub lower: V::Scalar,
    /// A proven upper bound of that.
    pub upper: V::Scalar,
    /// The unit normal, from A to B, of the planes that touch in the end.
    pub normal: V,
}

/// Newton steps at most: each one's gain at least doubles on curved shapes, and polytopes end by themselves.
const STEPS: u32 = 64;

impl Solver {
    /// How far B must move along `direction` until it parts from A: the penetration along that direction.
    ///
    /// Never less than the depth, which is the least over all directions. The direction may have any length but 0; a zero
    /// or not finite one counts as the first axis.
    pub fn way_out<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>, direction: V) -> WayOut<V> {
        let wide = direction.widen();
        let unit = if wide.max_abs() > 0.0 && direction.is_finite() { wide.unit() } else { V::Wide::axis(0) };
        let start = self.signed_distance(a, b);
        let zero = V::Scalar::ZERO;
        if !(start.distance < zero) {
            return WayOut { distance: zero, lower: zero, upper: zero, normal: start.normal };
        }
        let most = reach(a, unit) + reach(b, -unit);
        let (mut t, mut there, mut parted) = (most, self.moved(a, b, unit * most), most);
        for _ in 0..STEPS {
            let gain = there.distance.widen() / there.normal.widen().dot(&unit);
            let next = t - gain;
            // No step, or NaN: the root is here to rounding.
            if !(gain.abs() > 4.0 * V::Scalar::EPSILON * t && next > 0.0) {
                break;
            }
            // Rounding may land before the root: that is as good an end, if nearer to it.
            let answer = self.moved(a, b, unit * next);
            if !(answer.distance.widen().abs() < there.distance.widen().abs()) {
                break;
            }
            (t, there) = (next, answer);
            if answer.lower >= zero {
                parted = parted.min(t);
            }
        }
        // The translation of a pose rounds in the scalar of the shapes, support points where they stand.
        let stand = |pose: Pose<V>, extent: f64| pose.translation.widen().max_abs() + extent;
        let size = stand(a.pose(), a.extent()).max(stand(b.pose(), b.extent())) + most;
        let rounding = 4.0 * (V::Scalar::EPSILON + 4.0 * U) * size;
        let depth = (-start.upper.widen()).max(0.0);
        let (above, under) = (there.upper.widen().max(0.0), (-there.lower.widen()).max(0.0));
        let below = if depth > 0.0 { t * (depth / (depth + above)) } else { 0.0 };
        let beyond = if under < depth { t * (depth / (depth - under)) } else { parted };
        WayOut {
            distance: V::Scalar::narrow(t),
            lower: V::Scalar::narrow_down((below - rounding).max(0.0)),
            upper: V::Scalar::narrow_up(beyond.min(parted).max(t) + rounding),
            normal: there.normal,
        }
    }

    /// Whether the closed shape `a` holds all of `b`; `None` when `b` is curved, where no finite test decides it.
    ///
    /// For polytopes, rounded or not: every vertex of `b` lies in `a`, as deep as `b`'s radius.
    pub fn holds<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<bool> {
        let radius = b.radius().widen();
        let deep = |index: usize| {
            let vertex = V::narrow(b.pose().apply(b.vertex(index)));
            let answer = self.closest_point(a, vertex);
            if radius > 0.0 { answer.distance.widen() <= -radius } else { self.contains(a, vertex) }
        };
        (b.vertex_count() > 0).then(|| (0..b.vertex_count()).all(deep))
    }

    fn moved<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>, way: V::Wide) -> Proximity<V> {
        let own = b.pose();
        let pose = Pose { translation: V::narrow(own.translation.widen() + way), ..own };
        self.signed_distance(a, &Moved { shape: b, pose })
    }
}

/// The farthest coordinate of a placed and rounded shape along a unit direction.
fn reach<V: Vector>(shape: &impl SupportMap<V>, unit: V::Wide) -> f64 {
    use crate::pose::Rotation;
    let pose = shape.pose();
    let local = unit.mapped_back(&pose.rotation.matrix());
    pose.apply(shape.support(local)).dot(&unit) + shape.radius().widen()
}

/// A shape with another pose.
struct Moved<'s, S: ?Sized, V: Vector> {
    shape: &'s S,
    pose: Pose<V>,
}

impl<S: SupportMap<V> + ?Sized, V: Vector> SupportMap<V> for Moved<'_, S, V> {
    fn support(&self, direction: V::Wide) -> V::Wide {
        self.shape.support(direction)
    }
    fn support_vertex(&self, direction: V::Wide) -> Support<V::Wide> {
        self.shape.support_vertex(direction)
    }
    fn radius(&self) -> V::Scalar {
        self.shape.radius()
    }
    fn pose(&self) -> Pose<V> {
        self.pose
    }
    fn patch(&self, direction: V::Wide) -> Option<Patch<V::Wide>> {
        self.shape.patch(direction)
    }
    fn vertex_count(&self) -> usize {
        self.shape.vertex_count()
    }
    fn vertex(&self, index: usize) -> V::Wide {
        self.shape.vertex(index)
    }
    fn exact_vertex(&self, index: usize) -> <V::Wide as WideVector>::Exact {
        self.shape.exact_vertex(index)
    }
    fn center(&self) -> V::Wide {
        self.shape.center()
    }
    fn extent(&self) -> f64 {
        self.shape.extent()
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Ball, Cuboid, Cylinder};
    use crate::support::Shape;
    use crate::vector::vec3;

    #[test]
    fn the_way_out_of_a_box_depends_on_the_direction() {
        let a = Cuboid::new(vec3(3.0f64, 2.0, 1.0)).unwrap();
        let b = Ball::new(vec3(1.0, 0.0, 0.0), 0.5).unwrap();
        let solver = Solver::default();
        for (direction, right) in
            [([1.0, 0.0, 0.0], 2.5), ([-3.0, 0.0, 0.0], 4.5), ([0.0, 2.0, 0.0], 2.5), ([0.0, 0.0, 1.0], 1.5)]
        {
            let found = solver.way_out(&a, &b, direction.into());
            assert!((found.distance - right).abs() < 1e-14, "{found:?}");
            assert!(found.lower <= right && right <= found.upper && found.upper - found.lower < 1e-13, "{found:?}");
        }
        // Slantwise the top is left first: 1.5 up, along (0, 1, 1)/√2.
        let slant = solver.way_out(&a, &b, vec3(0.0, 1.0, 1.0));
        assert!((slant.distance - 1.5 * 2.0f64.sqrt()).abs() < 1e-13, "{slant:?}");
        assert!(slant.lower <= slant.distance && slant.distance <= slant.upper);
    }

    #[test]
    fn curved_shapes_have_a_way_out_and_parted_ones_need_none() {
        let solver = Solver::default();
        let a = Cylinder::new(1.0f64, 2.0).unwrap();
        let b = Ball::new(vec3(0.5, 0.0, 0.0), 0.25).unwrap();
        let found = solver.way_out(&a, &b, vec3(1.0, 0.0, 0.0));
        assert!((found.distance - 1.75).abs() < 1e-9 && found.lower <= 1.75 && found.upper >= 1.75, "{found:?}");
        let away = solver.way_out(&a, &b.at(Pose::translation([9.0, 0.0, 0.0])), vec3(1.0, 0.0, 0.0));
        assert_eq!(away.distance, 0.0);
    }

    #[test]
    fn a_shape_holds_what_lies_inside_it() {
        let solver = Solver::default();
        let big = Cuboid::new(vec3(2.0f64, 2.0, 2.0)).unwrap();
        let small = Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap();
        let at = |x: f64| small.at(Pose::translation([x, 0.0, 0.0]));
        assert_eq!(solver.holds(&big, &at(1.5)), Some(true));
        assert_eq!(solver.holds(&big, &at(1.5 + 1e-15)), Some(false));
        assert_eq!(solver.holds(&big, &Ball::new(vec3(1.0, 0.0, 0.0), 1.0).unwrap()), Some(true));
        assert_eq!(solver.holds(&big, &Ball::new(vec3(1.0, 0.0, 0.0), 1.01).unwrap()), Some(false));
        assert_eq!(solver.holds(&big, &Cylinder::new(1.0, 1.0).unwrap()), None);
    }
}
