//! Warm starts: what one query leaves for the next one of the same two shapes.
//!
//! The simplex is kept as vertex indices: after a small motion its nearest face is nearly always the answer, and one
//! support point proves it. A persistent overlap needs none: the same simplex still holds the origin, and that is checked.
//! Keeping the direction alone, as for curved shapes without vertices, saves less.
//!
//! References: Gilbert and Foo 1990; Catto 2010 (simplex cache). Here the kept vertices are fed to the direct solver one
//! by one, each only if it lies strictly beyond the face so far: the solver's own condition.

use crate::gjk::Simplex;
use crate::vector::{Space, WideVector};

/// The memory of a pair of shapes between queries; it changes the time, never what the answer proves.
///
/// Use one for each pair, with the shapes in the same order. After the shapes themselves change, start a new one;
/// indices that a shape does not have are ignored.
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
pub struct Cache {
    count: u8,
    /// Whether the solver took the second shape first when the pairs were kept.
    flipped: bool,
    pairs: [(u32, u32); 4],
    direction: [f64; 3],
}

impl Cache {
    fn arrange(&mut self, flipped: bool) -> &mut Self {
        if self.flipped != flipped {
            self.pairs = self.pairs.map(|(a, b)| (b, a));
            // The direction was in the other shape's frame: forget it.
            (self.flipped, self.direction) = (flipped, [0.0; 3]);
        }
        self
    }
}

/// Where a query finds what the last one left; nothing is kept in `()`.
pub(crate) trait Memory<W: WideVector> {
    /// The memory for a query that takes the second shape first.
    fn second_first(&mut self) -> &mut Self;
    /// The memory for a query that takes the first shape first.
    fn first_first(&mut self) -> &mut Self;
    /// The vertex pairs of the last simplex, oldest first.
    fn pairs(&self) -> &[(u32, u32)];
    /// The last direction, if one was kept instead.
    fn direction(&self) -> Option<W>;
    /// Whether this is a cache at all: one turn of the loop from what it holds is quicker than the axis test.
    fn keeps(&self) -> bool;
    /// Keeps a simplex and a direction.
    fn keep(&mut self, simplex: &Simplex<W>, direction: W);
}

impl<W: WideVector> Memory<W> for () {
    #[inline(always)]
    fn second_first(&mut self) -> &mut Self {
        self
    }
    #[inline(always)]
    fn first_first(&mut self) -> &mut Self {
        self
    }
    #[inline(always)]
    fn pairs(&self) -> &[(u32, u32)] {
        &[]
    }
    #[inline(always)]
    fn direction(&self) -> Option<W> {
        None
    }
    #[inline(always)]
    fn keeps(&self) -> bool {
        false
    }
    #[inline(always)]
    fn keep(&mut self, _simplex: &Simplex<W>, _direction: W) {}
}

impl<W: WideVector> Memory<W> for Cache {
    fn second_first(&mut self) -> &mut Self {
        self.arrange(true)
    }
    fn first_first(&mut self) -> &mut Self {
        self.arrange(false)
    }
    fn pairs(&self) -> &[(u32, u32)] {
        &self.pairs[..usize::from(self.count)]
    }
    fn direction(&self) -> Option<W> {
        let kept = (0..W::DIM).fold(<W as Space>::zero(), |d, axis| d.with_coordinate(axis, self.direction[axis]));
        (kept.max_abs() > 0.0).then_some(kept)
    }
    fn keeps(&self) -> bool {
        true
    }
    fn keep(&mut self, simplex: &Simplex<W>, direction: W) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pose::{Pose, Quaternion};
    use crate::query::Solver;
    use crate::shape::Points;
    use crate::support::Shape;
    use crate::vector::{Vec3, vec3};
    use alloc::vec::Vec;

    /// Points on an ellipsoid-like spiral: no symmetry, no ties.
    fn cloud(count: usize, seed: f64) -> Vec<Vec3<f64>> {
        let spiral = |i: usize| {
            let (z, turn) = ((2.0 * i as f64 + 1.0) / count as f64 - 1.0, 2.4 * i as f64 + seed);
            let ring = crate::real::sqrt(1.0 - z * z);
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
