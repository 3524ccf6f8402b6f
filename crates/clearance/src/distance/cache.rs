//! Warm starts: a query stores its last simplex, and the next query of the same two shapes begins with it.
//!
//! The simplex is stored as vertex indices. After a small motion its nearest face is nearly always the answer, and one
//! support point proves it. A pair that still overlaps needs no support point: the solver checks that the same simplex
//! still holds the origin. Curved shapes have no vertices; for them only the direction is stored, which saves less.
//!
//! **References.** Gilbert and Foo 1990; Catto 2010 (simplex cache). Departure: the solver adds the stored vertices one
//! by one, and each only if it lies strictly beyond the face so far. The solver has the same condition for new
//! vertices.

use crate::difference::Difference;
use crate::distance::vertices::Simplex;
use crate::numbers::each::Each;
use crate::result::Witnesses;
use crate::space::vector::{Space, WideVector};

/// What a solver stores between two queries of one pair of shapes.
///
/// It changes the time of a query. The bounds of an answer are proven with or without it.
///
/// Use one cache for each pair, with the shapes in the same order. Use a new one if a shape itself changes, not only
/// its pose. With a wrong cache the answer is still right: indices that a shape does not have are ignored.
///
/// ```
/// use clearance::{Ball, Cache, Capsule, Pose, Shape, Solver, vec3};
///
/// let a = Capsule::new(vec3(-1.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), 0.5).unwrap();
/// let b = Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap();
/// let (solver, mut cache) = (Solver::default(), Cache::default());
/// for step in 0..100 {
///     let b = b.at(Pose::translation([0.0, 2.0 - 0.01 * f64::from(step), 0.0]));
///     let answer = solver.distance_cached(&a, &b, &mut cache);
///     assert!((answer.distance - (1.0 - 0.01 * f64::from(step))).abs() < 1e-12);
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[doc(alias = "warm start")]
#[doc(alias = "simplex cache")]
pub struct Cache {
    count: u8,
    /// Whether the solver exchanged the shapes when it stored the pairs.
    flipped: bool,
    pairs: [(u32, u32); 4],
    direction: [f64; 3],
}

impl Cache {
    /// The cache for a query that takes the second shape first.
    pub(crate) fn second_first(&mut self) -> &mut Self {
        self.arrange(true)
    }
    /// The cache for a query that takes the first shape first.
    pub(crate) fn first_first(&mut self) -> &mut Self {
        self.arrange(false)
    }
    fn arrange(&mut self, flipped: bool) -> &mut Self {
        if self.flipped != flipped {
            self.pairs = self.pairs.each(|(a, b)| (b, a));
            // The direction was in the frame of the other shape. It is not valid here.
            (self.flipped, self.direction) = (flipped, [0.0; 3]);
        }
        self
    }
    /// The vertex pairs of the last simplex, oldest first.
    pub(crate) fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs[..usize::from(self.count)]
    }
    /// The last direction, if one is stored.
    pub(crate) fn direction<W: WideVector>(&self) -> Option<W> {
        let stored = (0..W::DIM).fold(<W as Space>::zero(), |d, axis| d.with_coordinate(axis, self.direction[axis]));
        (stored.max_abs() > 0.0).then_some(stored)
    }
    /// Stores the pairs of an answer, if they are few enough to be a simplex.
    #[inline(always)]
    pub(crate) fn remember(&mut self, witnesses: &Witnesses) {
        let [p, q, r, s, _] = witnesses.pairs;
        self.pairs = [p, q, r, s];
        self.count = if witnesses.count <= 4 { witnesses.count as u8 } else { 0 };
        self.direction = [0.0; 3];
    }
    /// Stores a simplex and a direction.
    pub(crate) fn store<W: WideVector>(&mut self, simplex: &Simplex<W>, direction: W) {
        self.count = 0;
        for pair in simplex.vertices().iter().filter_map(|vertex| vertex.indices.get()) {
            self.pairs[usize::from(self.count)] = pair;
            self.count += 1;
        }
        for axis in 0..W::DIM {
            self.direction[axis] = *direction.coordinate(axis);
        }
    }
}

/// What is left of a stored simplex after the motion.
pub(crate) enum WarmStart<W> {
    Nothing,
    /// It has a nearest face, with this direction.
    Face(W),
    /// It still contains the origin. This was the last direction.
    Inside(W),
}

impl<W: WideVector> Simplex<W> {
    /// Adds stored vertices one by one to an empty simplex. It skips a vertex that does not lie strictly beyond the
    /// face so far. Such a vertex would break the condition of [`crate::distance::simplex`].
    pub(crate) fn warm_start(
        &mut self,
        difference: &(impl Difference<W> + ?Sized),
        pairs: &[(u32, u32)],
    ) -> WarmStart<W> {
        let Some((first, rest)) = pairs.split_first() else { return WarmStart::Nothing };
        let Some(vertex) = difference.vertex(*first) else { return WarmStart::Nothing };
        let mut direction = vertex.point;
        self.push(vertex);
        for &pair in rest {
            let Some(vertex) = difference.vertex(pair) else { continue };
            if !(direction.dot(&vertex.point) < self.height(direction)) {
                continue;
            }
            match self.advance(vertex) {
                Some(next) => direction = next,
                None if self.holds_origin(&difference.rounding()) => return WarmStart::Inside(direction),
                None => {
                    *self = Simplex::empty();
                    return WarmStart::Nothing;
                }
            }
        }
        if direction.length() > 0.0 {
            return WarmStart::Face(direction);
        }
        *self = Simplex::empty();
        WarmStart::Nothing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::solver::Solver;
    use crate::shape::Points;
    use crate::shape::support::Shape;
    use crate::space::pose::Pose;
    use crate::space::rotation::quaternion::Quaternion;
    use crate::space::vector::{Vec3, vec3};
    use alloc::vec::Vec;

    /// Points of a spiral on an ellipsoid. They have no symmetry, so no two support values are equal.
    fn cloud(count: usize, seed: f64) -> Vec<Vec3<f64>> {
        let spiral = |i: usize| {
            let (z, turn) = ((2.0 * i as f64 + 1.0) / count as f64 - 1.0, 2.4 * i as f64 + seed);
            let ring = crate::numbers::real::sqrt(1.0 - z * z);
            vec3(1.3 * ring * turn.cos(), ring * turn.sin(), 0.7 * z)
        };
        (0..count).map(spiral).collect()
    }

    fn turned(angle: f64, shift: f64) -> Pose<Vec3<f64>> {
        let rotation = Quaternion { x: 0.0, y: (angle / 2.0).sin(), z: 0.0, w: (angle / 2.0).cos() };
        Pose { rotation, translation: vec3(shift, 0.1, -0.2) }
    }

    #[test]
    fn a_warm_start_changes_the_time_and_not_the_answer() {
        let (a, b) = (cloud(64, 0.0), cloud(64, 1.0));
        let (a, b) = (Points::new(&a).unwrap(), Points::new(&b).unwrap());
        let (solver, mut cache) = (Solver::default(), Cache::default());
        let (mut cold_steps, mut warm_steps, mut hits) = (0, 0, 0);
        for step in 0..2000 {
            let moved = (&b).at(turned(1e-3 * f64::from(step), 3.0 - 2.0e-3 * f64::from(step)));
            let cold = solver.signed_distance(&a, &moved);
            let warm = solver.signed_distance_cached(&a, &moved, &mut cache);
            assert!((cold.distance - warm.distance).abs() <= 8.0 * f64::EPSILON * 3.0, "step {step}");
            assert_eq!(cold.status, warm.status);
            assert!(warm.lower <= cold.upper && cold.lower <= warm.upper);
            if cold.distance > 0.0 {
                (cold_steps, warm_steps) = (cold_steps + cold.iterations, warm_steps + warm.iterations);
            } else {
                hits += 1;
            }
        }
        assert!(hits > 200 && hits < 1800, "the sweep goes through contact: {hits}");
        assert!(warm_steps * 3 < cold_steps, "{warm_steps} warm, {cold_steps} cold");
    }

    #[test]
    fn a_persistent_overlap_asks_for_no_support_point() {
        let (a, b) = (cloud(32, 0.0), cloud(32, 1.0));
        let (a, b) = (Points::new(&a).unwrap(), Points::new(&b).unwrap());
        let (solver, mut cache) = (Solver::default(), Cache::default());
        let still = |step: u32| (&b).at(turned(1e-4 * f64::from(step), 0.3));
        assert!(solver.overlaps_cached(&a, &still(0), &mut cache));
        for step in 1..50 {
            let answer = solver.distance_cached(&a, &still(step), &mut cache);
            assert_eq!((answer.distance, answer.iterations), (0.0, 0));
        }
    }

    #[test]
    fn a_cache_of_other_shapes_is_harmless() {
        let (a, b) = (cloud(64, 0.0), cloud(64, 1.0));
        let (a, b) = (Points::new(&a).unwrap(), Points::new(&b).unwrap());
        let small = cloud(4, 0.5);
        let small = Points::new(&small).unwrap();
        let (solver, mut cache) = (Solver::default(), Cache::default());
        let far = turned(0.3, 4.0);
        let _ = solver.distance_cached(&a, &(&b).at(far), &mut cache);
        let warm = solver.distance_cached(&small, &(&small).at(far), &mut cache);
        let cold = solver.distance(&small, &(&small).at(far));
        assert!((warm.distance - cold.distance).abs() < 1e-14);
    }
}
