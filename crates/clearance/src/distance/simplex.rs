//! The nearest face of a simplex to the origin: the heart of the distance loop.
//!
//! **Problem.** Given are a new vertex D and up to three older vertices P_i. Their hull approaches the origin. Find the
//! face that contains the point nearest to the origin. Also find a direction orthogonal to that face that points away
//! from the origin.
//!
//! **Notation.** e_i = P_i − D, c_i = D ∧ e_i (oriented areas), n_ij = e_i ∧ e_j. The direction d satisfies d·p = const
//! over the face, and d·p > 0.
//!
//! **Method** (direct, division-free, newest vertex first). The older vertices were the nearest face, and D was found
//! strictly beyond it. So the new nearest face contains D, and only the faces at D are candidates:
//!
//! 1. Vertex D, if the origin lies behind D along every edge: D·e_i ≥ 0. Then d = D.
//! 2. Edge D P_i, if D·e_i < 0 and the origin lies outside the edge in every triangle at it. Then d = e_i × c_i.
//! 3. Triangle D P_i P_j, if the origin projects inside both edges at D. In a tetrahedron the origin must also lie
//!    beyond the triangle. Then d = ± n_ij with d·D > 0. In the plane a triangle has full dimension and contains the
//!    origin.
//! 4. Otherwise the tetrahedron contains the origin, provided that its volume is not zero.
//!
//! By Lagrange, (a ∧ b)·(c ∧ d) = (a·c)(b·d) − (a·d)(b·c). So the test "inside edge i within triangle ij" is (e_i ∧
//! e_j)·(D ∧ e_i) > 0, in the plane and in space. In exact arithmetic exactly one case is true. The proof that two
//! cases are never true is in `docs/math/simplex.md`.
//!
//! **Accuracy.** The directions are polynomials of the vertices and orthogonal to the face by construction. Their error
//! is relative to the size of the face. A direction from barycentric weights, v = Σ λ P, has an absolute error of
//! u·|P|. It is useless once |v| is as small as that (Catto 2010, "bad direction").
//!
//! **Special cases.** By rounding, no case may be true, or the tetrahedron may be flat. The result is
//! [`Face::Unclear`]. Then the caller keeps its best answer, or repeats the step in exact numbers, where this cannot
//! happen. If the origin is on a face, the direction is zero. Callers test that.
//!
//! **References.** Gilbert, Johnson, Keerthi 1988; Ericson 2005, 9.5; Catto 2010; Montanari et al. 2017. Ours differs:
//! it restricts the faces to the newest vertex, it uses no division, and the faces of the tetrahedron share one volume.

use crate::numbers::real::{IS_GPU, Ring};
use crate::space::vector::Space;

/// The face nearest to the origin, of the faces that contain the newest vertex.
#[derive(Clone, Debug, PartialEq)]
pub enum Face<V> {
    /// The newest vertex alone.
    Vertex,
    /// The newest vertex and older vertex `with`.
    Edge {
        /// Index of the older vertex.
        with: usize,
        /// Orthogonal to the edge, away from the origin.
        direction: V,
    },
    /// The newest vertex and the two older ones in `with`.
    Triangle {
        /// Indices of the older vertices.
        with: [usize; 2],
        /// Orthogonal to the triangle, away from the origin.
        direction: V,
    },
    /// The whole simplex contains the origin and has volume.
    Inside,
    /// By rounding, no case is true.
    Unclear,
}

/// The nearest face of the simplex of `newest` and `older` (at most `DIM` of them) to the origin.
///
/// `older` was the nearest face, and `newest` was found strictly beyond it. See the text of the module.
#[inline(always)]
pub fn nearest_face<V: Space>(newest: &V, older: &[&V]) -> Face<V> {
    match *older {
        [] => Face::Vertex,
        [p] => nearest_of_edge(newest, p),
        [p, q] => nearest_of_triangle(newest, p, q),
        [p, q, r] => nearest_of_tetrahedron(newest, [p, q, r]),
        _ => Face::Unclear,
    }
}

#[inline(always)]
fn nearest_of_edge<V: Space>(newest: &V, p: &V) -> Face<V> {
    let e = p.minus(newest);
    if newest.dot(&e).is_negative() { edge_face(newest, &e, 0) } else { Face::Vertex }
}

#[inline(always)]
fn edge_face<V: Space>(newest: &V, e: &V, with: usize) -> Face<V> {
    Face::Edge { with, direction: e.cross_area(&newest.wedge(e)) }
}

#[inline(always)]
fn nearest_of_triangle<V: Space>(newest: &V, p: &V, q: &V) -> Face<V> {
    let e = [p.minus(newest), q.minus(newest)];
    let c = [newest.wedge(&e[0]), newest.wedge(&e[1])];
    let n = e[0].wedge(&e[1]);
    let inside = [V::dot_areas(&n, &c[0]).is_positive(), V::dot_areas(&n, &c[1]).is_negative()];
    if inside == [true; 2] {
        return if V::DIM == 2 { Face::Inside } else { triangle_face(newest, V::orthogonal(&n), [0, 1]) };
    }
    let towards = [newest.dot(&e[0]).is_negative(), newest.dot(&e[1]).is_negative()];
    let edges = [!inside[0] & towards[0], !inside[1] & towards[1]];
    if edges == [false; 2] {
        return Face::Vertex;
    }
    let with = usize::from(!edges[0]);
    let edge = |k: usize| e[k].cross_area(&c[k]);
    let direction = if IS_GPU { V::chosen(edges[0], edge(0), edge(1)) } else { edge(with) };
    Face::Edge { with, direction }
}

/// The triangle of this normal, turned so that it points away from the origin.
#[inline(always)]
fn triangle_face<V: Space>(newest: &V, normal: V, with: [usize; 2]) -> Face<V> {
    let direction = if newest.dot(&normal).is_negative() { normal.negated() } else { normal };
    Face::Triangle { with, direction }
}

#[inline(always)]
fn nearest_of_tetrahedron<V: Space>(newest: &V, [p, q, r]: [&V; 3]) -> Face<V> {
    let e = [p.minus(newest), q.minus(newest), r.minus(newest)];
    // n[k] belongs to the face at D without vertex k. The faces are in cyclic order, so they share one volume.
    let n = [e[1].wedge(&e[2]), e[2].wedge(&e[0]), e[0].wedge(&e[1])];
    let volume = V::orthogonal(&n[2]).dot(&e[2]);
    // The tests are joined without branches: which of them are true is nearly random.
    let turn = [volume.is_positive(), volume.is_negative()];
    let beyond = |k: usize| {
        let height = newest.dot(&V::orthogonal(&n[k]));
        (height.is_positive() & turn[0]) | (height.is_negative() & turn[1])
    };
    let beyond = [beyond(0), beyond(1), beyond(2)];
    if beyond == [false; 3] {
        return if volume.is_zero() { Face::Unclear } else { Face::Inside };
    }
    let c = [newest.wedge(&e[0]), newest.wedge(&e[1]), newest.wedge(&e[2])];
    // inside[k] = [inside edge k+1, inside edge k+2] within the face without vertex k.
    let inside = |k: usize| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        [V::dot_areas(&n[k], &c[i]).is_positive(), V::dot_areas(&n[k], &c[j]).is_negative()]
    };
    let inside = [inside(0), inside(1), inside(2)];
    let triangle = |k: usize| beyond[k] & inside[k][0] & inside[k][1];
    let triangles = [triangle(0), triangle(1), triangle(2)];
    if triangles != [false; 3] {
        let without = first(triangles);
        let with = [(without + 1) % 3, (without + 2) % 3];
        return triangle_face(newest, one_of_three(without, |k| V::orthogonal(&n[k])), with);
    }
    let towards = |i: usize| newest.dot(&e[i]).is_negative();
    let towards = [towards(0), towards(1), towards(2)];
    // Edge i is the second edge of the face without i + 1 and the first edge of the face without i + 2.
    let edge = |i: usize| towards[i] & !inside[(i + 1) % 3][1] & !inside[(i + 2) % 3][0];
    let edges = [edge(0), edge(1), edge(2)];
    if edges != [false; 3] {
        let with = first(edges);
        return Face::Edge { with, direction: one_of_three(with, |k| e[k].cross_area(&c[k])) };
    }
    if towards == [false; 3] { Face::Vertex } else { Face::Unclear }
}

/// The vector of this index. A GPU computes all three and chooses one: an array that is indexed lies in slow memory there.
#[inline(always)]
fn one_of_three<V: Space>(index: usize, of: impl Fn(usize) -> V) -> V {
    if IS_GPU { chosen([of(0), of(1), of(2)], index) } else { of(index) }
}

/// One of three vectors, by value: comparisons choose it.
#[inline(always)]
fn chosen<V: Space>([p, q, r]: [V; 3], index: usize) -> V {
    V::chosen(index == 0, p, V::chosen(index == 1, q, r))
}

/// The first case that is true, if at least one of the three is.
#[inline(always)]
fn first(cases: [bool; 3]) -> usize {
    if cases[0] { 0 } else { 2 - usize::from(cases[1]) }
}

/// The barycentric weights of the point nearest to the origin on the affine hull of `face`. The result holds their
/// numerators and their common denominator, which is the sum of the numerators.
///
/// The first vertex is the newest. There is no division, so the result is exact over an exact ring. If
/// [`nearest_face`] returned the face, all weights are positive.
pub fn weights<V: Space>(face: &[&V]) -> ([V::Scalar; 3], V::Scalar) {
    let zero = V::Scalar::zero;
    match face {
        [d, p] => {
            let e = p.minus(d);
            let (sum, far) = (e.dot(&e), d.dot(&e).negated());
            ([sum.minus(&far), far, zero()], sum)
        }
        [d, p, q] => {
            let (e, f) = (p.minus(d), q.minus(d));
            let n = e.wedge(&f);
            let sum = V::dot_areas(&n, &n);
            let second = V::dot_areas(&n, &d.wedge(&f)).negated();
            let third = V::dot_areas(&n, &d.wedge(&e));
            ([sum.minus(&second).minus(&third), second, third], sum)
        }
        _ => ([V::Scalar::one(), zero(), zero()], V::Scalar::one()),
    }
}

/// The oriented volumes of the origin with all vertices but one. The simplex has `DIM + 1` vertices. The volumes are
/// proportional to the barycentric weights of the origin. In the plane the fourth vertex is ignored.
pub(crate) fn volumes_with_origin<V: Space>(simplex: [&V; 4]) -> [V::Scalar; 4] {
    core::array::from_fn(|omitted| {
        if omitted > V::DIM {
            return V::Scalar::zero();
        }
        let mut facet = [simplex[0]; 3];
        for (place, index) in (0..=V::DIM).filter(|&index| index != omitted).enumerate() {
            facet[place] = simplex[index];
        }
        let volume = match V::DIM {
            2 => facet[1].dot(&V::normal_of(&[facet[0].clone()])),
            _ => facet[2].dot(&V::normal_of(&[facet[0].clone(), facet[1].clone()])),
        };
        if omitted % 2 == 0 { volume } else { volume.negated() }
    })
}

#[cfg(test)]
mod tests {
    use super::chosen;
    use crate::space::vector::{vec2, vec3};

    #[test]
    fn a_vector_that_comparisons_choose_is_the_one_of_its_index() {
        let (space, plane) = ([vec3(1.0, 2.0, 3.0), vec3(4.0, 5.0, 6.0), vec3(7.0, 8.0, 9.0)], [1.0, 2.0, 3.0]);
        for index in 0..3 {
            assert_eq!(chosen(space, index), space[index]);
            assert_eq!(chosen(plane.map(|x| vec2(x, -x)), index), vec2(plane[index], -plane[index]));
        }
    }
}
