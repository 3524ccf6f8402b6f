//! The public queries: the methods of [`Solver`].

use crate::difference::unknown::unknown;
use crate::distance::cache::Cache;
use crate::numbers::real::{Real, larger, rounded_to_at_most};
use crate::query::trace::Asked;
use crate::result::cast::Start;
use crate::result::proximity::Proximity;
use crate::result::separation::Answered;
use crate::result::steps::Step;
use crate::shape::Point;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};

/// How precise the distance is.
///
/// [`Solver`] has an example, and [`crate::guide::precision`] says what each of them costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// The distance has an error of a few units of roundoff of `f64`, times the size of the scene. For polytopes the
    /// [`Status`](crate::Status) is exact.
    #[default]
    Float,
    /// The distance of two polytopes, rounded or not, is within 2 units in the last place of the exact distance, even
    /// if that is tiny. Slower. Curved shapes are answered as with [`Precision::Float`].
    Exact,
}

/// The options of the queries, and the queries as methods. `Solver::default()` fits most uses.
///
/// Every value of every field is allowed. The bounds of an answer hold for all of them; only the distance between the
/// bounds changes.
///
/// ```
/// use clearance::{Cuboid, Pose, Shape, Solver, vec3};
///
/// let a = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
/// let b = Cuboid::new(vec3(0.5, 0.5, 0.5)).unwrap().at(Pose::translation([4.0, 0.0, 0.0]));
/// let solver = Solver { max_distance: 1.0, ..Solver::default() };
/// assert!(solver.within(&a, &b).is_none());
/// assert_eq!(solver.distance(&a, &b).distance, 2.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "gjk")]
#[doc(alias = "epa")]
pub struct Solver {
    /// The solver stops when the gap between the bounds is at most `tolerance · |distance|`. A pure number, for pairs
    /// with a curved shape. Polytopes are always solved to rounding. Values below 1e-14 have no further effect.
    ///
    /// A game may ask for 1e-4: shapes that are apart then take about half the time. The bounds hold as always. Above
    /// 1e-11 the normal of shapes that are apart is the line between the witness points, and errs by up to
    /// `√(2 · tolerance)` radians.
    ///
    /// For bodies that move it is the greatest width of the bracket on the fraction of an [`Solver::impact`], and the
    /// relative width of a [`Solver::clearance`]. Up to 1e-11 an impact is as narrow as rounding allows.
    ///
    /// Negative numbers and NaN count as 0: the bounds get as close as rounding allows. Infinity accepts the first
    /// bounds.
    pub tolerance: f64,
    /// The greatest number of support points, in each phase: distance and depth. At this count the solver stops and
    /// returns the bounds that it has reached, with witness points along the normal. 0 counts as 1; numbers above 65536
    /// count as 65536. The depth of two polytopes takes as many as they need. [`Proximity::iterations`] is the sum over
    /// the phases, so it may be larger.
    pub max_iterations: u32,
    /// The greatest distance of interest to [`Solver::within`], in the unit of the shapes. Other queries ignore it.
    ///
    /// No pair is within a negative distance. NaN counts as infinity: every pair is within it.
    #[doc(alias = "margin")]
    pub max_distance: f64,
    /// The precision of the distance of two polytopes.
    pub precision: Precision,
    /// The distance that counts as contact on a motion ([`Solver::cast`]), in the unit of the shapes. Queries for
    /// shapes at rest ignore it. Negative numbers and NaN count as 0.
    #[doc(alias = "skin")]
    pub target: f64,
    /// What counts for shapes that are in contact at the start of a motion.
    pub start: Start,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            tolerance: 1e-12,
            max_iterations: 512,
            max_distance: f64::INFINITY,
            precision: Precision::Float,
            target: 0.0,
            start: Start::Stop,
        }
    }
}

/// The upper limit of [`Solver::max_iterations`]. Larger: more memory, since the polytope stores every support point.
pub(crate) const MOST_ITERATIONS: u32 = 1 << 16;

impl Solver {
    /// [`Solver::max_distance`], or infinity for NaN.
    #[inline(always)]
    pub(crate) fn limit(&self) -> f64 {
        if self.max_distance.is_nan() { f64::INFINITY } else { self.max_distance }
    }

    /// No pair farther apart than this is within the limit, when its distance is rounded to the scalar type. Not negative.
    #[inline(always)]
    pub(crate) fn reach<T: Real>(&self) -> f64 {
        rounded_to_at_most::<T>(larger(self.limit(), 0.0))
    }

    /// [`Solver::max_iterations`], at least 1 and at most [`MOST_ITERATIONS`].
    #[inline(always)]
    pub(crate) fn iterations(&self) -> u32 {
        self.max_iterations.clamp(1, MOST_ITERATIONS)
    }

    /// The distance of two shapes, and their nearest points.
    ///
    /// If the shapes touch or overlap, the distance is 0 and both witness points are one common point. For the depth
    /// use [`Solver::signed_distance`].
    ///
    /// ```
    /// use clearance::{Segment, Solver, vec3};
    ///
    /// // Two skew segments.
    /// let a = Segment::new(vec3(-1.0f64, 0.0, 0.0), vec3(1.0, 0.0, 0.0)).unwrap();
    /// let b = Segment::new(vec3(0.5, -1.0, 2.0), vec3(0.5, 1.0, 2.0)).unwrap();
    /// let answer = Solver::default().distance(&a, &b);
    /// assert_eq!(answer.distance, 2.0);
    /// assert_eq!((answer.point_a, answer.point_b), (vec3(0.5, 0.0, 0.0), vec3(0.5, 0.0, 2.0)));
    /// ```
    #[doc(alias = "gjk")]
    #[doc(alias = "witness points")]
    #[doc(alias = "closest points")]
    pub fn distance<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
        self.distance_of(&View::of(a), &View::of(b), None)
    }

    /// The signed distance of two shapes: the distance if they are apart, minus the penetration depth if they overlap.
    ///
    /// The depth is the length of the shortest translation after which the interiors have no common point. It is the
    /// global minimum over all directions. If B is moved by `−distance · normal`, the shapes touch.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose, Shape, Solver, Status, vec3};
    ///
    /// let a = Cuboid::new(vec3(1.0f64, 1.0, 1.0)).unwrap();
    /// let b = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap().at(Pose::translation([0.5, 1.75, 0.5]));
    /// let answer = Solver::default().signed_distance(&a, &b);
    /// assert_eq!((answer.status, answer.distance), (Status::Overlapping, -0.25));
    /// assert_eq!(answer.normal, vec3(0.0, 1.0, 0.0));
    /// ```
    #[doc(alias = "penetration_depth")]
    #[doc(alias = "depth")]
    #[doc(alias = "epa")]
    #[doc(alias = "mtv")]
    #[doc(alias = "minimum translation vector")]
    pub fn signed_distance<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Proximity<V> {
        self.signed_distance_of(&View::of(a), &View::of(b), None)
    }

    /// [`Solver::distance`] with a warm start: the search begins where the last query of this pair ended.
    ///
    /// Keep one [`Cache`] for each pair of moving shapes. [`Cache`] has an example.
    pub fn distance_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> Proximity<V> {
        self.distance_of(&View::of(a), &View::of(b), Some(cache))
    }

    /// [`Solver::signed_distance`] with a warm start: the search begins where the last query of this pair ended.
    ///
    /// ```
    /// use clearance::{Ball, Cache, Pose, Shape, Solver, Triangle, vec3};
    ///
    /// let floor = Triangle::new(vec3(-4.0f64, 0.0, -4.0), vec3(4.0, 0.0, -4.0), vec3(0.0, 0.0, 8.0)).unwrap();
    /// let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
    /// let (solver, mut cache) = (Solver::default(), Cache::default());
    /// for height in [1.0, 0.75, 0.5, 0.25] {
    ///     let ball = ball.at(Pose::translation([0.0, height, 0.0]));
    ///     let answer = solver.signed_distance_cached(&floor, &ball, &mut cache);
    ///     assert_eq!(answer.distance, height - 0.5);
    /// }
    /// ```
    #[doc(alias = "warm start")]
    pub fn signed_distance_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> Proximity<V> {
        self.signed_distance_of(&View::of(a), &View::of(b), Some(cache))
    }

    /// [`Solver::overlaps`] with a warm start: the search begins where the last query of this pair ended.
    ///
    /// ```
    /// use clearance::{Cache, Capsule, Cylinder, Pose, Shape, Solver, vec3};
    ///
    /// let post = Cylinder::new(1.0f64, 0.25).unwrap();
    /// let rod = Capsule::new(vec3(0.0, 0.0, -1.0), vec3(0.0, 0.0, 1.0), 0.25).unwrap();
    /// let (solver, mut cache) = (Solver::default(), Cache::default());
    /// let mut hit = |x: f64| solver.overlaps_cached(&post, &rod.at(Pose::translation([x, 0.0, 0.0])), &mut cache);
    /// assert_eq!([0.75, 0.625, 0.375, 0.25].map(&mut hit), [false, false, true, true]);
    /// ```
    pub fn overlaps_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> bool {
        matches!(self.overlap_of(&View::of(a), &View::of(b), Some(cache)), Answered::Meet)
    }

    /// [`Solver::within`] with a warm start: the search begins where the last query of this pair ended.
    ///
    /// ```
    /// use clearance::{Cache, Cone, Cylinder, Pose, Shape, Solver, vec3};
    ///
    /// let (post, cone) = (Cylinder::new(1.0f64, 0.25).unwrap(), Cone::new(0.5, 0.25).unwrap());
    /// let (solver, mut cache) = (Solver { max_distance: 0.25, ..Solver::default() }, Cache::default());
    /// let mut near = |y: f64| {
    ///     let cone = cone.at(Pose::translation([0.0, y, 0.0]));
    ///     solver.within_cached(&post, &cone, &mut cache).map(|answer| answer.distance)
    /// };
    /// assert_eq!([2.0, 1.875, 1.625, 1.5].map(&mut near), [None, None, Some(0.125), Some(0.0)]);
    /// ```
    #[doc(alias = "warm start")]
    pub fn within_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        cache: &mut Cache,
    ) -> Option<Proximity<V>> {
        self.within_of(&View::of(a), &View::of(b), Some(cache))
    }

    /// The signed distance, and a call of `observe` for each step of the search.
    ///
    /// The answer is that of [`Solver::signed_distance`], bit for bit, but for `iterations`: here it is the number of
    /// steps. That query may use a closed formula; the steps shown are always those of the iterative search. The bounds
    /// close from step to step, never claim more than the answer, and the last step has the answer's. Shapes or poses
    /// with a number that is not finite have no steps.
    ///
    /// ```
    /// use clearance::{Solver, Triangle, vec2};
    ///
    /// let a = Triangle::new(vec2(0.0f64, 0.0), vec2(2.0, 0.0), vec2(0.0, 2.0)).unwrap();
    /// let b = Triangle::new(vec2(3.0, 3.0), vec2(5.0, 3.0), vec2(3.0, 5.0)).unwrap();
    /// let mut bounds = Vec::new();
    /// let answer = Solver::default().trace(&a, &b, |step| bounds.push((step.lower, step.upper)));
    /// assert!(bounds.windows(2).all(|pair| pair[0].0 <= pair[1].0 && pair[0].1 >= pair[1].1));
    /// assert!((answer.distance - 8.0f64.sqrt()).abs() < 1e-14);
    /// assert_eq!(answer.iterations as usize, bounds.len());
    /// assert_eq!(bounds.last(), Some(&(answer.lower, answer.upper)));
    /// ```
    pub fn trace<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        mut observe: impl FnMut(&Step<'_, V>),
    ) -> Proximity<V> {
        let answer = self.signed_distance(a, b);
        self.trace_of(Asked::SignedDistance, a, b, answer, &mut |step| observe(&step.shown()))
    }

    /// [`Solver::distance`], with every step of the search shown to `observe`, as in [`Solver::trace`]. The search ends
    /// where the shapes are found to overlap. The bounds are those of the distance, so they are never negative.
    ///
    /// ```
    /// use clearance::{Phase, Solver, Triangle, vec2};
    ///
    /// let a = Triangle::new(vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(0.0, 2.0)).unwrap();
    /// let b = Triangle::new(vec2(0.5, 0.5), vec2(3.0, 0.5), vec2(0.5, 3.0)).unwrap();
    /// let mut phases = Vec::new();
    /// let answer = Solver::default().trace_distance(&a, &b, |step| phases.push(step.phase));
    /// assert_eq!(answer.distance, 0.0);
    /// assert!(phases.iter().all(|phase| *phase == Phase::Distance));
    /// ```
    pub fn trace_distance<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        b: &impl SupportMap<V>,
        mut observe: impl FnMut(&Step<'_, V>),
    ) -> Proximity<V> {
        let answer = self.distance(a, b);
        self.trace_of(Asked::Distance, a, b, answer, &mut |step| observe(&step.shown()))
    }

    /// The distance if it is at most [`Solver::max_distance`], otherwise `None`.
    ///
    /// The search stops as soon as the distance is proven to be greater. The computed distance decides: a limit below
    /// [`Proximity::lower`] gives `None`, one that is at least [`Proximity::upper`] gives an answer, and between the
    /// two either is possible. If a number is not finite, nothing can be proven: the answer is then one without finite
    /// bounds ([`Proximity`]).
    ///
    /// ```
    /// use clearance::{Ball, Cone, Solver, vec3};
    ///
    /// let cone = Cone::new(1.0f64, 0.5).unwrap();
    /// let ball = Ball::new(vec3(0.0, 2.0, 0.0), 0.25).unwrap();
    /// let solver = |max_distance| Solver { max_distance, ..Solver::default() };
    /// assert!(solver(0.5).within(&cone, &ball).is_none());
    /// let near = solver(1.0).within(&cone, &ball).unwrap();
    /// assert!((near.distance - 0.75).abs() < 1e-12);
    /// ```
    #[doc(alias = "margin")]
    #[doc(alias = "prediction")]
    pub fn within<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<Proximity<V>> {
        self.within_of(&View::of(a), &View::of(b), None)
    }

    /// Whether the two closed sets have a common point. Shapes that only touch have one.
    ///
    /// Exact for polytopes, rounded or not. For a curved pair the answer is `true` if the lower bound is not positive:
    /// the shapes are not proven to be apart. So it is for a pair with a number that is not finite.
    ///
    /// ```
    /// use clearance::{Cuboid, Pose, Shape, Solver, vec2};
    ///
    /// let a = Cuboid::new(vec2(1.0f64, 1.0)).unwrap();
    /// let at = |x: f64| a.at(Pose::translation([x, 0.0]));
    /// assert!(Solver::default().overlaps(&a, &at(2.0)));
    /// assert!(!Solver::default().overlaps(&a, &at(2.0f64.next_up())));
    /// ```
    #[doc(alias = "intersects")]
    #[doc(alias = "intersection_test")]
    #[doc(alias = "collides")]
    pub fn overlaps<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> bool {
        matches!(self.overlap_of(&View::of(a), &View::of(b), None), Answered::Meet)
    }

    /// A unit vector n with n·a < n·b for all a in A and b in B. `None` if the closed sets have a common point.
    ///
    /// It is the first such direction that the search finds, in the world's frame. In general it is not the normal of
    /// the nearest points. It is `None` also if a number is not finite.
    ///
    /// ```
    /// use clearance::{Ball, Pose, Shape, Solver, vec3};
    ///
    /// let a = Ball::new(vec3(0.0f64, 0.0, 0.0), 1.0).unwrap();
    /// let axis = Solver::default().separating_axis(&a, &a.at(Pose::translation([0.0, 0.0, -3.0]))).unwrap();
    /// // The greatest z·n of the first ball is 1; the least of the second is −3·n_z − 1.
    /// assert!(1.0 < -3.0 * axis.z - 1.0);
    /// assert_eq!(Solver::default().separating_axis(&a, &a), None);
    /// ```
    #[doc(alias = "sat")]
    #[doc(alias = "separating_plane")]
    pub fn separating_axis<V: Vector>(&self, a: &impl SupportMap<V>, b: &impl SupportMap<V>) -> Option<V> {
        match self.overlap_of(&View::of(a), &View::of(b), None) {
            Answered::Apart(axis) => Some(V::narrow(axis.unit())),
            Answered::Meet => None,
        }
    }

    /// The signed distance from `shape` to `point`. The nearest point of the shape's surface is `point_a` of the
    /// answer.
    ///
    /// Inside the shape the distance is negative. If `point` is not finite, the answer has no finite bounds
    /// ([`Proximity`]).
    ///
    /// ```
    /// use clearance::{Cuboid, Solver, vec2};
    ///
    /// let shape = Cuboid::new(vec2(3.0f64, 1.0)).unwrap();
    /// let answer = Solver::default().closest_point(&shape, vec2(2.0, 0.25));
    /// assert_eq!((answer.distance, answer.point_a), (-0.75, vec2(2.0, 1.0)));
    /// ```
    #[doc(alias = "project_point")]
    #[doc(alias = "sdf")]
    pub fn closest_point<V: Vector>(&self, shape: &impl SupportMap<V>, point: V) -> Proximity<V> {
        let shape_of_point = Point::finite(point);
        if point.is_finite() {
            self.signed_distance(shape, &shape_of_point)
        } else {
            unknown(&View::of(shape), &View::of(&shape_of_point)).narrow()
        }
    }

    /// Whether `point` lies in the closed `shape`. A point of the surface does.
    ///
    /// The answer is `true` also for a point that is not finite: it is not proven to lie outside.
    ///
    /// ```
    /// use clearance::{Solver, Triangle, vec2};
    ///
    /// let shape = Triangle::new(vec2(0.0f64, 0.0), vec2(4.0, 0.0), vec2(0.0, 4.0)).unwrap();
    /// assert!(Solver::default().contains(&shape, vec2(2.0, 2.0)));
    /// assert!(!Solver::default().contains(&shape, vec2(2.0, 2.0f64.next_up())));
    /// ```
    #[doc(alias = "contains_point")]
    #[doc(alias = "point_in_polygon")]
    pub fn contains<V: Vector>(&self, shape: &impl SupportMap<V>, point: V) -> bool {
        !point.is_finite() || self.overlaps(shape, &Point::finite(point))
    }
}
