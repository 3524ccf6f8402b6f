//! A ray or a moving shape against all bodies of a batch: the first hit, or all hits.
//!
//! **Method.** A ball around the mover and a ball around a body give the earliest fraction at which the two can be in
//! contact ([`Mover::earliest`]), in a few nanoseconds. The body of the least fraction is asked first. The others
//! follow in their order, and those that come later than the first hit so far are skipped.

use super::motions::check_motions;
use super::runs::Standing;
use super::{Batch, BatchError};
use crate::engine::Engine;
use crate::numbers::real::{Real, sqrt};
use crate::query::far::ball;
use crate::result::cast::Cast;
use crate::shape::Point;
use crate::shape::support::SupportMap;
use crate::shape::view::View;
use crate::space::vector::{Vector, WideVector};
use alloc::vec::Vec;

/// A contact of a moving shape with a body of a batch: the answer of [`Batch::first_hit`] and [`Batch::hits`]. The
/// examples are there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<V: Vector> {
    /// The index of the body in the list of placements.
    pub placement: usize,
    /// [`Solver::cast`](crate::Solver::cast) of the moving shape past this body. Its outcome is not
    /// [`Outcome::Clear`](crate::Outcome::Clear).
    pub cast: Cast<V>,
}

/// How much later than the best hit the balls must come before a body is skipped, as a share of the fraction. Larger:
/// fewer are skipped. Smaller than the rounding of a fraction: of two hits at one moment the wrong one may win.
const SLACK: f64 = 1.0 / (1u64 << 20) as f64;

/// What the squares of the balls' test may be off by, as a share of the greatest of them: more than 100 roundings.
const ROUNDING: f64 = 1e-13;

impl<V: Vector> Batch<'_, V> {
    /// The body that a shape meets first while it moves by `travel`. `None` if all of them are clear.
    ///
    /// It is the first body with the least `lower` of all those whose [`Solver::cast`](crate::Solver::cast) past
    /// `shape` is not clear, with the bits of that cast. No body of the batch is in contact before that fraction. Balls
    /// prove that most bodies are out of the way or come later, and those are skipped. So a body that balls prove clear
    /// is left out even where its own cast is cut short and ends [`Near`](crate::Outcome::Near).
    ///
    /// Every body costs some nanoseconds, as in any list. Where there are very many, ask a tree of boxes for a batch of
    /// those near the way.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Placement, Pose, ShapeSet, Solver, vec3};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let wall = shapes.insert(Cuboid::new(vec3(0.125f64, 4.0, 4.0)).unwrap());
    /// let walls = [9.0, 5.0, 7.0].map(|x| Placement { shape: wall, pose: Pose::translation([x, 0.0, 0.0]) });
    /// let solver = Solver::default();
    /// let batch = solver.batch(&shapes, &walls)?;
    ///
    /// let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.875).unwrap();
    /// let hit = batch.first_hit(&ball, vec3(8.0, 0.0, 0.0)).unwrap();
    /// assert_eq!((hit.placement, hit.cast.fraction), (1, 0.5));
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "shape_cast")]
    #[doc(alias = "sweep_test")]
    pub fn first_hit(&self, shape: &impl SupportMap<V>, travel: V) -> Option<Hit<V>> {
        V::first_hit(self, &View::of(shape), travel)
    }

    /// Writes the first hit of each ray to `answers`: the point `origins[k]` moves by `travels[k]`. A ray that starts
    /// in a body hits it at fraction 0.
    ///
    /// Each answer has the bits of [`Batch::first_hit`] of a [`Point`], whose casts are those of
    /// [`Solver::cast_ray`](crate::Solver::cast_ray). So an origin that is not finite is near the first body. With the
    /// feature `rayon`, the current thread pool answers more than 64 rays.
    ///
    /// # Errors
    /// [`BatchError::Motions`] if the numbers of origins and of travels differ, [`BatchError::Lengths`] if there are
    /// not as many places for answers. Then no answer is written.
    ///
    /// ```
    /// use clearance::{Ball, Placement, Pose, ShapeSet, Solver, vec2};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let shape = shapes.insert(Ball::new(vec2(0.0f64, 0.0), 1.0).unwrap());
    /// let bodies = [3.0, 9.0].map(|x| Placement { shape, pose: Pose::translation([x, 0.0]) });
    ///
    /// // A scanner looks to the right and up.
    /// let (origins, travels) = ([vec2(0.0, 0.0); 2], [vec2(16.0, 0.0), vec2(0.0, 16.0)]);
    /// let mut answers = [None; 2];
    /// Solver::default().batch(&shapes, &bodies)?.rays(&origins, &travels, &mut answers)?;
    /// let hit = answers[0].unwrap();
    /// assert_eq!((hit.placement, hit.cast.fraction, answers[1]), (0, 0.125, None));
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    #[doc(alias = "raycast")]
    pub fn rays(&self, origins: &[V], travels: &[V], answers: &mut [Option<Hit<V>>]) -> Result<(), BatchError> {
        check_motions(origins.len(), travels.len())?;
        if origins.len() != answers.len() {
            return Err(BatchError::Lengths { pairs: origins.len(), answers: answers.len() });
        }
        V::answer_rays(self, origins, travels, answers);
        Ok(())
    }

    /// Writes every hit of a shape that moves by `travel` to `found`, the first one first: ordered by `lower`, and then
    /// by placement. What was in `found` is removed. With [`Start::Stop`](crate::Start::Stop) the bodies that are in
    /// contact at the start have fraction 0.
    ///
    /// Bodies that balls prove clear are left out, as in [`Batch::first_hit`].
    ///
    /// Each hit has the bits of [`Solver::cast`](crate::Solver::cast). For the hits below a fraction, take a shorter
    /// way, or those at the front of the list.
    ///
    /// ```
    /// use clearance::{Ball, Cuboid, Placement, Pose, ShapeSet, Solver, vec3};
    ///
    /// let mut shapes = ShapeSet::new();
    /// let wall = shapes.insert(Cuboid::new(vec3(0.125f64, 4.0, 4.0)).unwrap());
    /// let walls = [9.0, 5.0, 7.0].map(|x| Placement { shape: wall, pose: Pose::translation([x, 0.0, 0.0]) });
    ///
    /// let ball = Ball::new(vec3(0.0, 0.0, 0.0), 0.875).unwrap();
    /// let mut hits = Vec::new();
    /// Solver::default().batch(&shapes, &walls)?.hits(&ball, vec3(7.0, 0.0, 0.0), &mut hits);
    /// assert_eq!(hits.iter().map(|hit| hit.placement).collect::<Vec<_>>(), [1, 2]);
    /// # Ok::<(), clearance::BatchError>(())
    /// ```
    pub fn hits(&self, shape: &impl SupportMap<V>, travel: V, found: &mut Vec<Hit<V>>) {
        V::all_hits(self, &View::of(shape), travel, found);
    }

    /// The first hit of a shape.
    pub(super) fn first_hit_of(&self, shape: &View<'_, V::Wide>, travel: V) -> Option<Hit<V>> {
        self.first(&Mover::new(*shape, travel, self.solver.contact_distance()))
    }

    /// All hits of a shape, the first ones first.
    pub(super) fn all_hits_of(&self, shape: &View<'_, V::Wide>, travel: V, found: &mut Vec<Hit<V>>) {
        let mover = Mover::new(*shape, travel, self.solver.contact_distance());
        let hits = (0..self.placements.len()).filter(|&at| mover.earliest(&self.standing(at).view()) <= 1.0);
        found.clear();
        found.extend(hits.filter_map(|placement| self.hit(&mover, placement)));
        // A bound is never NaN: it is 0 where nothing is known.
        found.sort_by(|one, other| one.lower().total_cmp(&other.lower()));
    }

    pub(super) fn rays_of(&self, origins: &[V], travels: &[V], answers: &mut [Option<Hit<V>>]) {
        #[cfg(feature = "rayon")]
        if origins.len() > RAYS {
            let middle = origins.len() / 2;
            let ((origins, last_origins), (travels, last_travels)) =
                (origins.split_at(middle), travels.split_at(middle));
            let (answers, last_answers) = answers.split_at_mut(middle);
            let front = || self.rays_of(origins, travels, answers);
            let rest = || self.rays_of(last_origins, last_travels, last_answers);
            rayon::join(front, rest);
            return;
        }
        for ((origin, travel), answer) in origins.iter().zip(travels).zip(answers) {
            *answer = if origin.is_finite() {
                self.first(&Mover::new(View::of(&Point::finite(*origin)), *travel, self.solver.contact_distance()))
            } else {
                let nothing = || {
                    let body = self.body(&self.placements[0]);
                    V::Wide::cast_nowhere(&body.view(), &View::of(&Point::finite(*origin))).narrow()
                };
                (!self.placements.is_empty()).then(|| Hit { placement: 0, cast: nothing() })
            };
        }
    }

    /// The first hit of a mover.
    fn first(&self, mover: &Mover<'_, V::Wide>) -> Option<Hit<V>> {
        let earliest = |at| mover.earliest(&self.standing(at).view());
        let fractions =
            (0..self.placements.len()).map(|at| (at, earliest(at))).filter(|(_, earliest)| *earliest <= 1.0);
        let (nearest, _) = fractions.reduce(|best, next| if next.1 < best.1 { next } else { best })?;
        let mut best = self.hit(mover, nearest);
        for placement in (0..self.placements.len()).filter(|&at| at != nearest) {
            let latest = best.map_or(1.0, |hit: Hit<V>| hit.cast.upper.widen() * (1.0 + SLACK));
            // A fraction is told in the scalar of the shapes: two that differ may be told as equal.
            if V::Scalar::narrow_down(earliest(placement)).widen() <= latest {
                best = sooner(best, self.hit(mover, placement));
            }
        }
        best
    }

    /// The cast past one body, unless it is clear.
    fn hit(&self, mover: &Mover<'_, V::Wide>, placement: usize) -> Option<Hit<V>> {
        let body = self.standing(placement);
        let cast = V::Wide::hit(self.solver, &body.view(), &mover.shape, mover.way)?.narrow();
        Some(Hit { placement, cast })
    }

    fn standing(&self, at: usize) -> Standing<'_, V::Wide> {
        self.body(&self.placements[at])
    }
}

/// The number of rays that one thread answers. Larger: fewer parts to share among cores.
#[cfg(feature = "rayon")]
const RAYS: usize = 64;

impl<V: Vector> Hit<V> {
    fn lower(&self) -> f64 {
        self.cast.lower.widen()
    }
}

/// The hit with the lesser `lower`; of equal ones that of the first body.
fn sooner<V: Vector>(best: Option<Hit<V>>, next: Option<Hit<V>>) -> Option<Hit<V>> {
    let (Some(one), Some(other)) = (best, next) else { return best.or(next) };
    let wins = other.lower() < one.lower() || (other.lower() == one.lower() && other.placement < one.placement);
    Some(if wins { other } else { one })
}

/// A shape that moves, and the ball around it.
struct Mover<'s, W: WideVector> {
    shape: View<'s, W>,
    center: W,
    way: W,
    /// The square of the length of the way.
    squared: f64,
    /// The radius of the ball, and the distance that counts as contact.
    reach: f64,
}

impl<'s, W: WideVector> Mover<'s, W> {
    fn new<V: Vector<Wide = W>>(shape: View<'s, W>, travel: V, target: f64) -> Self {
        let way = travel.widen();
        let reach = ball(&shape) + target;
        Self { center: shape.pose().translation, shape, way, squared: way.dot(&way), reach }
    }

    /// A fraction before which the mover has no contact with a body; greater than 1 if it has none at all. It is 0 if
    /// a number leaves the range.
    fn earliest(&self, body: &View<'_, W>) -> f64 {
        let place = body.pose().translation;
        let apart = place - self.center;
        // The difference of the places is rounded.
        let reach = self.reach + ball(body) + ROUNDING * (place.max_abs() + self.center.max_abs());
        let (from, nearer) = (apart.dot(&apart), apart.dot(&self.way));
        let reach = reach * reach * (1.0 + ROUNDING) + ROUNDING * from;
        if !(from > reach && reach > 1e-280 && from < 1e280) {
            return 0.0;
        }
        let product = from * self.squared;
        if !(product > 1e-250 && product < 1e250) {
            return if self.way.is_zero() { NEVER } else { 0.0 };
        }
        // |apart − t·way|² = reach, without cancellation. The product errs by far less than `ROUNDING` of the root.
        let nearer = nearer + ROUNDING * sqrt(product);
        let square = nearer * nearer - self.squared * (from - reach);
        if nearer > 0.0 && square >= 0.0 { (from - reach) / (nearer + sqrt(square)) * (1.0 - ROUNDING) } else { NEVER }
    }
}

/// A fraction after every motion.
const NEVER: f64 = 2.0;
