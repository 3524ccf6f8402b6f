//! When two bodies that travel and turn first come into contact: the public queries, and the order of the bodies.
//!
//! The search itself is [`crate::motion::search`].

use crate::difference::canonical::precedes;
use crate::distance::cache::Cache;
use crate::engine::Engine;
use crate::motion::Motion;
use crate::motion::beside_plane::{slabs, view_of};
use crate::motion::cast::cast_moving;
use crate::motion::mover::{Body, turns};
use crate::motion::planes::Moving;
use crate::motion::search::{Observer, Search};
use crate::numbers::double::Double;
use crate::query::solver::Solver;
use crate::result::cast::{Cast, Start};
use crate::result::motion::MotionStep;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};
use core::cmp::Ordering;
use core::slice::from_ref;

impl Solver {
    /// When two bodies that travel and turn first come into contact, with proven bounds of the fraction.
    ///
    /// Contact is a distance of at most [`Solver::target`]. Both shapes start where they stand. The outcome is
    /// [`crate::Outcome::Clear`] only if intervals with a proof cover the whole motion, and [`crate::Outcome::Hit`]
    /// only if contact is proven. It is [`crate::Outcome::Near`] if the least distance differs from the target by less
    /// than rounding, or if [`Solver::max_iterations`] looks at the shapes were not enough. The search ends where
    /// `upper − lower` is at most [`Solver::tolerance`], or where rounding does not allow more.
    ///
    /// If a number is not finite, nothing is claimed: the outcome is near, `lower` is 0 and `upper` is 1.
    ///
    /// ```
    /// use clearance::{Cuboid, Motion, Outcome, Pose, Shape, Solver, vec2};
    ///
    /// // A box turns a quarter above a floor. Its corner comes down.
    /// let floor = Cuboid::new(vec2(8.0f64, 1.0)).unwrap().at(Pose::translation([0.0, -1.0]));
    /// let block = Cuboid::new(vec2(2.0, 1.0)).unwrap().at(Pose::translation([0.0, 2.0]));
    /// let quarter = Motion::turn(vec2(0.0, 2.0), std::f64::consts::FRAC_PI_2);
    /// let cast = Solver::default().impact(&floor, &Motion::still(), &block, &quarter);
    /// let right = 0.75f64.atan() / std::f64::consts::FRAC_PI_2;
    /// assert_eq!(cast.outcome, Outcome::Hit);
    /// assert!(cast.lower <= right && right <= cast.upper && cast.upper - cast.lower < 1e-12);
    /// ```
    #[doc(alias = "time of impact")]
    #[doc(alias = "toi")]
    #[doc(alias = "continuous collision detection")]
    pub fn impact<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
    ) -> Cast<V> {
        V::Wide::impact(self, [&View::of(a), &View::of(b)], [&motion_a.widen(), &motion_b.widen()], None, None).narrow()
    }

    /// The contact of [`Solver::impact`], with the same bits. `None` if the outcome is [`crate::Outcome::Clear`].
    ///
    /// A clear impact also tells how far apart the shapes are at the end of the motion. That takes a query at rest, which
    /// is most of the time of bodies that stay far apart. Programs that need hits alone save it. `Near` is told: it is not
    /// clear.
    ///
    /// ```
    /// use clearance::{Cuboid, Motion, Pose, Shape, Solver, vec3};
    ///
    /// let wall = Cuboid::new(vec3(0.5f64, 4.0, 4.0)).unwrap();
    /// let rod = Cuboid::new(vec3(0.25, 2.0, 0.25)).unwrap().at(Pose::translation([1.5, 0.0, 0.0]));
    /// let swing = |angle: f64| Motion::turn(vec3(1.5, 0.0, 0.0), vec3(0.0, 0.0, angle));
    /// let solver = Solver::default();
    /// assert!(solver.impact_hit(&wall, &Motion::still(), &rod, &swing(1.5)).is_some());
    /// assert!(solver.impact_hit(&wall, &Motion::still(), &rod, &swing(0.25)).is_none());
    /// ```
    pub fn impact_hit<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
    ) -> Option<Cast<V>> {
        let motions = [&motion_a.widen(), &motion_b.widen()];
        V::Wide::impact_hit(self, [&View::of(a), &View::of(b)], motions).map(Cast::narrow)
    }

    /// [`Solver::impact`] with a warm start of its looks at the shapes.
    ///
    /// ```
    /// use clearance::{Cache, Cylinder, Hull, Motion, Pose, Shape, Solver, vec3};
    ///
    /// let post = Cylinder::new(1.0f64, 0.5).unwrap();
    /// let rod = Cylinder::new(2.0, 0.25).unwrap().at(Pose::translation([3.0, 0.0, 0.0]));
    /// let swing = Motion::turn(vec3(3.0, 0.0, 0.0), vec3(0.0, 0.0, 2.0)).and_travel(vec3(-1.0, 0.0, 0.0));
    /// let (solver, mut cache) = (Solver::default(), Cache::default());
    /// let cast = solver.impact_cached(&post, &Motion::still(), &rod, &swing, &mut cache);
    /// assert!((cast.fraction - solver.impact(&post, &Motion::still(), &rod, &swing).fraction).abs() < 1e-11);
    /// ```
    pub fn impact_cached<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
        cache: &mut Cache,
    ) -> Cast<V> {
        V::Wide::impact(self, [&View::of(a), &View::of(b)], [&motion_a.widen(), &motion_b.widen()], Some(cache), None)
            .narrow()
    }

    /// [`Solver::impact`], and a call of `observe` for each look at the shapes and each interval that is proven.
    ///
    /// The intervals follow each other without a gap, from fraction 0 to `lower` of the answer. They are the proof: each
    /// can be checked with four support points ([`crate::ProvenInterval`]). Where no proof is needed, since the bodies
    /// do not move or are in contact at the start, there is none. The search is that of turning bodies also where
    /// nothing turns.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Motion, MotionStep, Pose, Shape, Solver, vec2};
    ///
    /// let wall = Cuboid::new(vec2(0.125f64, 4.0)).unwrap();
    /// let blade = Cuboid::new(vec2(1.0, 0.25)).unwrap().at(Pose::translation([-1.25, 0.0]));
    /// let spin = Motion::turn(vec2(-1.25, 0.0), 3.0);
    /// let mut ends = vec![0.0];
    /// let cast = Solver::default().impact_trace(&wall, &Motion::still(), &blade, &spin, |step| {
    ///     if let MotionStep::Proven(interval) = step {
    ///         assert_eq!(interval.start, *ends.last().unwrap());
    ///         ends.push(interval.end);
    ///     }
    /// });
    /// assert!(cast.is_clear() && ends.last() == Some(&1.0));
    /// ```
    pub fn impact_trace<V: Vector>(
        &self,
        a: &impl SupportMap<V>,
        motion_a: &Motion<V>,
        b: &impl SupportMap<V>,
        motion_b: &Motion<V>,
        mut observe: impl FnMut(&MotionStep<V>),
    ) -> Cast<V> {
        let mut show = |step: &MotionStep<V::Wide>| observe(&step.shown());
        let motions = [&motion_a.widen(), &motion_b.widen()];
        V::Wide::impact(self, [&View::of(a), &View::of(b)], motions, None, Some(&mut show)).narrow()
    }

    /// [`Solver::target`], or 0 if it is negative or NaN.
    pub(crate) fn contact_distance(&self) -> f64 {
        if self.target > 0.0 { self.target } else { 0.0 }
    }
}

/// Puts the bodies in an order that depends on them only. So exchanged arguments give the exchanged answer, to the bit.
pub(crate) fn impact<'o, W: WideVector>(
    solver: &Solver,
    [a, b]: [&View<'_, W>; 2],
    [motion_a, motion_b]: [&Motion<W>; 2],
    cache: Option<&'o mut Cache>,
    observe: Observer<'o, W>,
) -> Cast<W> {
    let on_a_line = match observe {
        None => without_turn(solver, a, motion_a, b, motion_b),
        Some(_) if solver.start == Start::Leave => without_turn(solver, a, motion_a, b, motion_b),
        Some(_) => None,
    };
    // Contact at the start needs no proof that there is none before.
    match on_a_line {
        Some(cast) if observe.is_none() || cast.is_hit() && cast.upper == 0.0 => return cast,
        _ => {}
    }
    if let Some(slabs) = slabs([a, b], [from_ref(motion_a), from_ref(motion_b)]) {
        let [a, b] = [&view_of(a, &slabs[0]), &view_of(b, &slabs[1])];
        return impact(solver, [a, b], [motion_a, motion_b], cache, observe);
    }
    let (first, second) = (Body::in_ball(a, motion_a), Body::in_ball(b, motion_b));
    if !comes_first(b, motion_b, a, motion_a) {
        return impact_of(solver, first, second, cache, observe);
    }
    match observe {
        None => impact_of(solver, second, first, cache, None).swapped(),
        Some(observe) => {
            let mut exchanged = |step: &MotionStep<W>| observe(&step.swapped());
            impact_of(solver, second, first, cache, Some(&mut exchanged)).swapped()
        }
    }
}

/// The first contact of two bodies with the lengths of their balls, in the order of the computation.
fn impact_of<'o, W: WideVector>(
    solver: &Solver,
    a: Body<'_, W>,
    b: Body<'_, W>,
    cache: Option<&'o mut Cache>,
    observe: Observer<'o, W>,
) -> Cast<W> {
    let moving = Moving::new(a, b);
    // Who watches sees planes that touch the shapes.
    if observe.is_none() && passes_by_balls(solver, &moving) {
        return Search::new(solver, moving, cache, None).clear();
    }
    Search::new(solver, moving.measured(), cache, observe).impact()
}

/// The same if there may be contact.
fn hit_of<W: WideVector>(solver: &Solver, a: Body<'_, W>, b: Body<'_, W>) -> Option<Cast<W>> {
    let moving = Moving::new(a, b);
    if passes_by_balls(solver, &moving) {
        return None;
    }
    Search::new(solver, moving.measured(), None, None).hit()
}

/// Whether the balls around the bodies prove that there is no contact.
fn passes_by_balls<W: WideVector>(solver: &Solver, moving: &Moving<'_, W>) -> bool {
    // The balls do not depend on the angles of the turns.
    !moving.is_lost() && !moving.rests() && moving.is_apart_by_balls(solver.contact_distance())
}

/// The cast along a line, if neither body turns, or a turn maps its core to itself. `None` also if the difference of
/// their ways is not exact in the scalar.
fn without_turn<W: WideVector>(
    solver: &Solver,
    a: &View<'_, W>,
    motion_a: &Motion<W>,
    b: &View<'_, W>,
    motion_b: &Motion<W>,
) -> Option<Cast<W>> {
    if turns(a, motion_a) || turns(b, motion_b) {
        return None;
    }
    let (way_a, way_b) = (motion_a.travel, motion_b.travel);
    let way = way_b - way_a;
    let is_exact = (0..W::DIM).all(|axis| {
        let apart = Double::sum(*way_b.coordinate(axis), -*way_a.coordinate(axis));
        apart.low == 0.0 && *way.coordinate(axis) == apart.high
    });
    if !(way_a.is_finite() && way_b.is_finite() && way.is_finite() && is_exact) {
        return None;
    }
    Some(cast_moving(solver, a, b, way, [way_a, way_b]))
}

/// Whether body `b` comes before body `a`.
pub(crate) fn comes_first<W: WideVector>(
    b: &View<'_, W>,
    motion_b: &Motion<W>,
    a: &View<'_, W>,
    motion_a: &Motion<W>,
) -> bool {
    if precedes(b, a) {
        return true;
    }
    let numbers = |motion: &Motion<W>| [W::turn_vector(motion.turn), motion.travel.padded(), motion.center.padded()];
    let pairs = numbers(motion_b).into_iter().flatten().zip(numbers(motion_a).into_iter().flatten());
    let order = pairs.map(|(x, y)| x.total_cmp(&y)).find(|order| order.is_ne());
    order == Some(Ordering::Less) && !precedes(a, b)
}

/// [`Solver::impact_hit`] in `f64`.
pub(crate) fn impact_hit<W: WideVector>(
    solver: &Solver,
    [a, b]: [&View<'_, W>; 2],
    [motion_a, motion_b]: [&Motion<W>; 2],
) -> Option<Cast<W>> {
    if let Some(cast) = without_turn(solver, a, motion_a, b, motion_b) {
        return (!cast.is_clear()).then_some(cast);
    }
    if let Some(slabs) = slabs([a, b], [from_ref(motion_a), from_ref(motion_b)]) {
        let [a, b] = [&view_of(a, &slabs[0]), &view_of(b, &slabs[1])];
        return impact_hit(solver, [a, b], [motion_a, motion_b]);
    }
    let (first, second) = (Body::in_ball(a, motion_a), Body::in_ball(b, motion_b));
    if comes_first(b, motion_b, a, motion_a) {
        hit_of(solver, second, first).map(Cast::swapped)
    } else {
        hit_of(solver, first, second)
    }
}
