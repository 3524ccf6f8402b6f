//! A body swept along the first-order motions of its points: a convex set with a closed support function.
//!
//! The set is { p + Σ yᵢ·wᵢ(p) : |yᵢ| ≤ hᵢ }, for the points p of a node. One distance of two such sets gives the plane
//! that parts a cell best to first order. What the plane proves is computed elsewhere; here errors do no harm.

use clearance::{Solver, SupportMap, Vec3};

/// Points with their ways.
pub(crate) struct Sweep<'a> {
    pub points: &'a [Vec3<f64>],
    /// So many for each point, one after the other. Each is as long as the point may go to either side.
    pub ways: &'a [Vec3<f64>],
}

impl SupportMap<Vec3<f64>> for Sweep<'_> {
    fn support(&self, n: Vec3<f64>) -> Vec3<f64> {
        let count = self.ways.len() / self.points.len();
        let ways = |i: usize| &self.ways[i * count..][..count];
        let along = |i: usize| self.points[i].dot(&n) + ways(i).iter().map(|way| way.dot(&n).abs()).sum::<f64>();
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for i in 0..self.points.len() {
            let reach = along(i);
            if reach > most {
                (best, most) = (i, reach);
            }
        }
        ways(best).iter().fold(self.points[best], |sum, &way| if way.dot(&n) < 0.0 { sum - way } else { sum + way })
    }
}

/// How tight the brackets must be. A plane that is off by a thousandth proves nearly as much.
const TOLERANCE: f64 = 1e-3;

/// The unit normal from A to B, and a bound of the distance. `None` if the sets meet or nearly so.
pub(crate) fn parting(a: &Sweep, b: &Sweep) -> Option<(Vec3<f64>, f64)> {
    let answer = Solver { tolerance: TOLERANCE, ..Solver::default() }.distance(a, b);
    (answer.lower > 0.0).then_some((answer.normal, answer.lower))
}
