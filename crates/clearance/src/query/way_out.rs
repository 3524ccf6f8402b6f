//! The distance that B must move along a given direction to leave A, and whether one shape contains another.
//!
//! **Problem.** Find the least t ≥ 0 such that the interiors of A and B + t·u have no common point.
//!
//! **Method.** Let f(t) be the signed distance of A and B + t·u. f is the maximum over unit n of affine functions of t,
//! so f is convex. The first t is where the supporting planes of A and B across u coincide; there f(t) ≥ 0. Newton's
//! step along the normal is t − f/(n·u). Without rounding it never passes the root. For polytopes it ends after
//! finitely many steps, otherwise it converges quadratically (conservative advancement in reverse, Mirtich 1996).
//!
//! **Bounds.** The chord through (0, f(0)) and (t, f(t)) lies above f between the two points and below f outside.
//! * Lower bound: the chord through the upper bounds of f(0) and f(t). Its zero is not beyond the root.
//! * Upper bound: the chord through the upper bound of f(0) and the lower bound of f(t), if that is negative. Its zero
//!   is not before the root.

use crate::difference::Pair;
use crate::difference::unknown::is_unknown;
use crate::engine::Engine;
use crate::numbers::real::{Real, U};
use crate::query::solver::Solver;
use crate::query::stages;
use crate::result::proximity::{Proximity, Status};
use crate::shape::support::SupportMap;
use crate::shape::view::{OFTEN, Place, View};
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Vector, WideVector};

/// How far B must move along a given direction to leave A: the answer of [`Solver::way_out`].
/// The example is there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WayOut<V: Vector> {
    /// How far B must move, in the unit of the shapes. 0 if the interiors have no common point.
    pub distance: V::Scalar,
    /// A proven lower bound of the true distance.
    pub lower: V::Scalar,
    /// A proven upper bound of the true distance.
    pub upper: V::Scalar,
    /// The unit normal from A to B after the motion, in the world's frame.
    pub normal: V,
}

/// The greatest number of Newton steps. On curved shapes the convergence is quadratic; on polytopes it is finite.
const STEPS: u32 = 64;

impl Solver {
    /// How far B must move along `direction` until its interior leaves that of A.
    ///
    /// This is the penetration depth along one direction. It is never less than the depth of
    /// [`Solver::signed_distance`], which is the least over all directions.
    ///
    /// The direction is in the world's frame and of any length; a zero vector counts as the first axis. If a number of
    /// the direction or of a shape is not finite, the distance is 0, `lower` is minus infinity and `upper` is infinity.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Solver, vec3};
    ///
    /// let a = Cuboid::new(vec3(3.0f64, 2.0, 1.0)).unwrap();
    /// let b = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
    /// let solver = Solver::default();
    /// let along_x = solver.way_out(&a, &b, vec3(1.0, 0.0, 0.0));
    /// assert!((along_x.distance - 3.5).abs() < 1e-14);
    /// assert!((solver.signed_distance(&a, &b).distance + 1.5).abs() < 1e-14); // Shorter along z.
    /// ```
    #[doc(alias = "directional penetration depth")]
    #[doc(alias = "extricate")]
    pub fn way_out<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>, direction: V) -> WayOut<V> {
        let found = V::Wide::way_out(self, &View::of(a), &View::of(b), direction.widen());
        WayOut {
            distance: V::Scalar::narrow(found.distance),
            lower: V::Scalar::narrow_down(found.lower),
            upper: V::Scalar::narrow_up(found.upper),
            normal: V::narrow(found.normal),
        }
    }

    /// Whether the closed shape `a` contains all of `b`. `None` if the core of `b` is curved, or a number is not
    /// finite.
    ///
    /// `b` must be a polytope, rounded or not: `a` contains it if every vertex of `b` lies in `a` at least as deep as
    /// the radius of `b`. For a curved core no finite test decides.
    ///
    /// ```
    /// use clearance::{Capsule, Cuboid, Cylinder, Solver, vec3};
    ///
    /// let room = Cuboid::new(vec3(2.0f64, 2.0, 2.0)).unwrap();
    /// let capsule = |radius| Capsule::new(vec3(-1.5, 0.0, 0.0), vec3(1.5, 0.0, 0.0), radius).unwrap();
    /// let solver = Solver::default();
    /// assert_eq!(solver.holds(&room, &capsule(0.5)), Some(true));
    /// assert_eq!(solver.holds(&room, &capsule(0.75)), Some(false));
    /// assert_eq!(solver.holds(&room, &Cylinder::new(1.0, 1.0).unwrap()), None);
    /// ```
    #[doc(alias = "contains_shape")]
    #[doc(alias = "containment")]
    pub fn holds<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<bool> {
        V::Wide::holds(self, &View::of(a), &View::of(b))
    }
}

/// [`Solver::way_out`] in `f64`.
pub(crate) fn way_out<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, direction: W) -> WayOut<W> {
    let unit = if direction.max_abs() > 0.0 { direction.unit() } else { W::axis(0) };
    let start = stages::signed_distance(solver, a, b, None);
    let nothing = WayOut { distance: 0.0, lower: f64::NEG_INFINITY, upper: f64::INFINITY, normal: start.normal };
    if !direction.is_finite() || is_unknown(&start) {
        return nothing;
    }
    if !(start.distance < 0.0) {
        return WayOut { distance: 0.0, lower: 0.0, upper: 0.0, normal: start.normal };
    }
    if a.half_space().or(b.half_space()).is_some() {
        return beyond_plane(&start, unit);
    }
    let most = reach(a, unit) + reach(b, -unit);
    if !most.is_finite() {
        return nothing;
    }
    let (mut t, mut there, mut parted) = (most, moved(solver, a, b, unit * most), most);
    for _ in 0..STEPS {
        let gain = there.distance / there.normal.dot(&unit);
        let next = t - gain;
        // No step, or NaN: the root is here to rounding.
        if !(gain.abs() > 4.0 * f64::EPSILON * t && next > 0.0) {
            break;
        }
        // Rounding may land before the root: that is as good an end, if nearer to it.
        let answer = moved(solver, a, b, unit * next);
        if !(answer.distance.abs() < there.distance.abs()) {
            break;
        }
        (t, there) = (next, answer);
        if answer.lower >= 0.0 {
            parted = parted.min(t);
        }
    }
    // The translation of a pose rounds, support points where they stand.
    let stand = |pose: Pose<W>, extent: f64| pose.translation.max_abs() + extent;
    let size = stand(a.pose(), a.extent()).max(stand(b.pose(), b.extent())) + most;
    let rounding = 4.0 * (f64::EPSILON + 4.0 * U) * size;
    let depth = (-start.upper).max(0.0);
    let (above, under) = (there.upper.max(0.0), (-there.lower).max(0.0));
    let below = if depth > 0.0 { t * (depth / (depth + above)) } else { 0.0 };
    let beyond = if under < depth { t * (depth / (depth - under)) } else { parted };
    WayOut {
        distance: t,
        lower: (below - rounding).max(0.0),
        upper: beyond.min(parted).max(t) + rounding,
        normal: there.normal,
    }
}

/// The way out of a half-space: its depth over the share of the way along the normal, which is not limited.
fn beyond_plane<W: WideVector>(start: &Proximity<W>, unit: W) -> WayOut<W> {
    // The normal and the direction have errors of 64u together.
    let (along, error) = (start.normal.dot(&unit), 64.0 * U);
    let way = |depth: f64, along: f64| if along > 0.0 { depth / along } else { f64::INFINITY };
    let (distance, lower) = (way(-start.distance, along), way((-start.upper).max(0.0), along + error));
    let upper = way(-start.lower, along - error) * (1.0 + 4.0 * U);
    WayOut { distance, lower: lower * (1.0 - 4.0 * U), upper, normal: start.normal }
}

/// Vertices of one shape from which on it pays to put the other one into buckets, if it is a long list of points: each of
/// them asks for some eight of its points. Larger: more scans. Smaller: buckets for few questions.
const MANY: usize = 3 * OFTEN as usize / 8;

/// [`Solver::holds`] in `f64`.
pub(crate) fn holds<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>) -> Option<bool> {
    let list = if b.vertex_count() >= MANY { a.list_with_buckets() } else { None };
    let place = a.own_place();
    match &list {
        Some(list) => holds_each(solver, &a.with_list(list, &place), b),
        None => holds_each(solver, a, b),
    }
}

/// The same, vertex by vertex.
fn holds_each<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>) -> Option<bool> {
    let radius = b.radius();
    let deep = |index: usize| {
        let corner = Corner { shape: b, index };
        let corner = View::of(&corner);
        if radius > 0.0 {
            stages::signed_distance(solver, a, &corner, None).distance <= -radius
        } else {
            // Exact for polytopes: the vertex is not rounded.
            stages::distance(solver, a, &corner, None).status != Status::Separated
        }
    };
    let count = b.vertex_count();
    let known = !Pair::new(a, b).frame.is_lost() || (a.half_space().is_some() && b.extent().is_finite());
    (count > 0 && known).then(|| (0..count).all(deep))
}

/// The signed distance after B has moved by `way`.
pub(super) fn moved<W: WideVector>(solver: &Solver, a: &View<'_, W>, b: &View<'_, W>, way: W) -> Proximity<W> {
    let own = b.pose();
    let place = Place::at(Pose { translation: own.translation + way, ..own });
    stages::signed_distance(solver, a, &b.at(&place), None)
}

/// The support value max n·p of a placed and rounded shape along the unit direction n.  [length]
fn reach<W: WideVector>(shape: &View<'_, W>, unit: W) -> f64 {
    let pose = shape.pose();
    let local = unit.mapped_back(&pose.rotation.matrix());
    pose.apply_wide(shape.support(local)).dot(&unit) + shape.radius()
}

/// A vertex of a shape, where the shape stands.
struct Corner<'s, W: WideVector> {
    shape: &'s View<'s, W>,
    index: usize,
}

impl<W: WideVector> SupportMap<W> for Corner<'_, W> {
    fn support(&self, _: W) -> W {
        self.shape.vertex(self.index)
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding()
    }
    fn vertex_count(&self) -> usize {
        1
    }
    fn vertex(&self, _: usize) -> W {
        self.shape.vertex(self.index)
    }
    fn exact_vertex(&self, _: usize) -> W::Exact {
        self.shape.exact_vertex(self.index)
    }
    fn pose(&self) -> Pose<W> {
        self.shape.pose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::support::Shape;
    use crate::shape::{Ball, Cuboid, Cylinder};
    use crate::space::vector::vec3;

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

    /// Cause: vertices were rounded to the scalar of the shapes. Law: a vertex that sticks out by less than a rounding
    /// is outside, and a closed shape holds itself at any pose.
    #[test]
    fn holding_is_decided_on_vertices_that_are_not_rounded() {
        use crate::shape::Point;
        use crate::space::rotation::quaternion::Quaternion;
        use crate::space::vector::vec2;
        let solver = Solver::default();
        let square = Cuboid::new(vec2(1.0f32, 1.0)).unwrap();
        let point = |step: f32| Point::new(vec2(1.0f32, 0.0)).unwrap().at(Pose::translation([step, 0.0]));
        assert_eq!(solver.holds(&square, &point(2f32.powi(-26))), Some(false));
        assert_eq!(solver.holds(&square, &point(-(2f32.powi(-26)))), Some(true));
        for k in 1..50 {
            let turn = Quaternion::from_axis_angle(vec3(1.0, 0.3 * f64::from(k), -0.2), f64::from(k));
            let pose = Pose::new(turn, vec3(0.1 * f64::from(k), 0.2, 0.3)).unwrap();
            let cuboid = Cuboid::new(vec3(1.0f64, 2.0, 0.3)).unwrap().at(pose);
            assert_eq!(solver.holds(&cuboid, &cuboid), Some(true));
        }
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

    /// Cause: each of 16,000 vertices scanned all points of the other list, several times: 13 s. Law: a long list holds what
    /// its hull holds, itself and its own vertices included.
    #[test]
    fn a_long_list_holds_what_its_hull_holds() {
        use crate::shape::Points;
        use crate::space::vector::Vec3;
        let solver = Solver::default();
        let mut random = crate::random::Random(4);
        let points: std::vec::Vec<Vec3<f64>> = (0..300).map(|_| random.point().unit()).collect();
        let hull = crate::Hull::new(&points).unwrap();
        let list = Points::new(&points).unwrap();
        assert!(View::of(&list).list_with_buckets().is_some() && points.len() >= MANY);
        let mut held = 0;
        for (share, way) in [(1.0, 0.0), (0.9, 0.02), (1.0 - 1e-15, 0.0), (1.0 + 1e-15, 0.0), (0.9, 0.3)] {
            let other: std::vec::Vec<Vec3<f64>> = points.iter().map(|&point| point * share).collect();
            let other = Points::new(&other).unwrap();
            let other = other.at(Pose::translation([way, 0.0, -way]));
            let answer = solver.holds(&list, &other);
            assert_eq!(answer, solver.holds(&hull, &other), "{share} {way}");
            held += u32::from(answer == Some(true));
        }
        assert_eq!(held, 3);
    }
}
