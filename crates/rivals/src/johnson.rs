//! Johnson's distance subalgorithm: the point of a simplex that is nearest to the origin, from inner products alone.
//!
//! **Source.** E. G. Gilbert, D. W. Johnson and S. S. Keerthi, "A fast procedure for computing the distance between
//! complex objects in three-dimensional space", IEEE Journal of Robotics and Automation 4(2), 1988, on the
//! distance subalgorithm and its backup procedure.
//!
//! **Idea.** For each subset of the vertices a system of inner products gives the affine weights of the nearest point
//! of its span, as quotients of determinants Δ. The subset with all Δ > 0, to which no further vertex would have a Δ >
//! 0, is the answer.
//!
//! **Known failure.** The determinants cancel when the simplex is nearly flat or the origin near its span. Then no
//! subset passes. Gilbert's backup procedure takes the subset with positive weights whose point is nearest; so does
//! this.

use clearance::WideVector;

/// The nearest point of a simplex.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest<W> {
    pub point: W,
    /// Which vertices take part, as bits.
    pub subset: u8,
    /// Their weights; zero for the others.
    pub weights: [f64; 4],
    /// Whether the backup procedure was needed.
    pub backed_up: bool,
}

/// The determinants Δ of all subsets of up to four vertices.
struct Deltas([[f64; 4]; 16]);

impl Deltas {
    /// Δ of each single vertex is 1; a larger subset follows from the smaller ones (Gilbert et al. 1988).
    fn new<W: WideVector>(vertices: &[W]) -> Self {
        let count = vertices.len();
        let mut products = [[0.0; 4]; 4];
        for i in 0..count {
            for j in 0..=i {
                products[i][j] = vertices[i].dot(&vertices[j]);
                products[j][i] = products[i][j];
            }
        }
        let mut deltas = [[0.0; 4]; 16];
        for subset in 1u8..1 << count {
            if subset.count_ones() == 1 {
                deltas[usize::from(subset)][subset.trailing_zeros() as usize] = 1.0;
                continue;
            }
            for j in (0..count).filter(|j| subset >> j & 1 == 1) {
                let rest = subset & !(1 << j);
                let anchor = rest.trailing_zeros() as usize;
                let members = (0..count).filter(|i| rest >> i & 1 == 1);
                deltas[usize::from(subset)][j] =
                    members.map(|i| deltas[usize::from(rest)][i] * (products[i][anchor] - products[i][j])).sum();
            }
        }
        Self(deltas)
    }

    fn all_positive(&self, subset: u8) -> bool {
        (0..4).filter(|i| subset >> i & 1 == 1).all(|i| self.0[usize::from(subset)][i] > 0.0)
    }

    /// Whether no vertex outside of the subset would have a positive weight beside it.
    fn none_beyond(&self, subset: u8, count: usize) -> bool {
        (0..count).filter(|j| subset >> j & 1 == 0).all(|j| self.0[usize::from(subset | 1 << j)][j] <= 0.0)
    }

    fn weights(&self, subset: u8) -> [f64; 4] {
        let row = self.0[usize::from(subset)];
        let sum: f64 = (0..4).filter(|i| subset >> i & 1 == 1).map(|i| row[i]).sum();
        std::array::from_fn(|i| if subset >> i & 1 == 1 { row[i] / sum } else { 0.0 })
    }
}

/// The point of the hull of up to four vertices that is nearest to the origin. The last vertex is the newest.
pub(crate) fn nearest<W: WideVector>(vertices: &[W]) -> Nearest<W> {
    let count = vertices.len();
    let deltas = Deltas::new(vertices);
    let all = 1u8 << count;
    let combined = |weights: [f64; 4]| {
        vertices.iter().zip(weights).fold(W::ORIGIN, |sum, (&vertex, weight)| sum + vertex * weight)
    };
    // The newest vertex takes part: it lies beyond the rest. The backup procedure looks at the others, too.
    for subset in (1..all).filter(|subset| subset >> (count - 1) == 1) {
        if deltas.all_positive(subset) && deltas.none_beyond(subset, count) {
            let weights = deltas.weights(subset);
            return Nearest { point: combined(weights), subset, weights, backed_up: false };
        }
    }
    let mut best = Nearest { point: vertices[0], subset: 1, weights: [1.0, 0.0, 0.0, 0.0], backed_up: true };
    for subset in (1..all).filter(|&subset| deltas.all_positive(subset)) {
        let weights = deltas.weights(subset);
        let point = combined(weights);
        if point.dot(&point) < best.point.dot(&best.point) {
            best = Nearest { point, subset, weights, backed_up: true };
        }
    }
    best
}

/// The shortest vector to the span of an edge or a facet, without its weights: by the normal, or by taking away twice
/// what is along the edge. So it is orthogonal to the span up to a rounding of its own length, however short it is. `v`
/// itself where the span is a point.
pub(crate) fn orthogonal<W: WideVector>(span: &[W], v: W) -> W {
    let edge = |index: usize| span[index] - span[0];
    let normal = match span.len() {
        2 if W::DIM == 2 => W::normal_of(&[edge(1)]),
        3 if W::DIM == 3 => W::normal_of(&[edge(1), edge(2)]),
        2 => {
            let along = edge(1);
            let without = |vector: W| vector - along * (vector.dot(&along) / along.dot(&along));
            return without(without(span[0]));
        }
        _ => return v,
    };
    let found = normal * (span[0].dot(&normal) / normal.dot(&normal));
    if found.is_finite() { found } else { v }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{vec2, vec3};

    #[test]
    fn each_region_of_a_triangle_has_its_subset() {
        let triangle = |x: f64, y: f64| [vec2(-x, -y), vec2(4.0 - x, -y), vec2(-x, 4.0 - y)];
        let places = [(-1.0, -1.0, 1), (2.0, -1.0, 3), (5.0, -2.0, 2), (3.0, 3.0, 6), (-1.0, 1.0, 5), (1.0, 1.0, 7)];
        for (x, y, subset) in places {
            let mut found = nearest(&triangle(x, y));
            // Only subsets with the newest vertex are tried first.
            if found.backed_up {
                assert_eq!(found.subset & 4, 0, "({x}, {y})");
                found.backed_up = false;
            }
            assert_eq!(found.subset, subset, "({x}, {y})");
            assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn the_origin_in_a_tetrahedron_takes_all_four_vertices() {
        let corners = [vec3(-1.0, -1.0, -1.0), vec3(3.0, -1.0, -1.0), vec3(-1.0, 3.0, -1.0), vec3(-1.0, -1.0, 3.0)];
        let found = nearest(&corners);
        assert_eq!((found.subset, found.backed_up), (15, false));
        assert!(found.point.length() < 1e-15);
    }
}
