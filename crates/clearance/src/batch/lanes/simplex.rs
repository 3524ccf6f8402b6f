//! Repeats `distance/simplex.rs` for eight simplices: a second text, because all cases are computed and each lane
//! selects one.
//!
//! A point, an edge or a triangle is a tetrahedron that lacks older vertices. A test that needs a missing vertex is
//! false. Then the cases of the tetrahedron are right for all of them:
//!
//! * With two older vertices, the origin counts as beyond the only triangle. The two other faces exclude no edge.
//! * With one older vertex there is no face. The edge is chosen when the origin lies before the newest vertex.

use super::vector::{Index, Mask, Number, Vec3x8, any, choose, pick};
use fearless_simd::{Simd, prelude::*};

/// Up to three vertices of A − B, of each pair: points and indices, oldest first.
#[derive(Clone, Copy)]
pub(super) struct Simplex<S: Simd> {
    pub points: [Vec3x8<S>; 3],
    pub indices: [Index<S>; 3],
    /// Where there is a second vertex, and where there is a third one.
    pub more: [Mask<S>; 2],
}

impl<S: Simd> Simplex<S> {
    #[inline(always)]
    pub fn vertex(simd: S, point: Vec3x8<S>, index: Index<S>) -> Self {
        Self { points: [point; 3], indices: [index; 3], more: [Mask::splat(simd, false); 2] }
    }

    /// How many vertices there are.
    #[inline(always)]
    pub fn count(&self, simd: S) -> Index<S> {
        let [one, two, three] = [Index::splat(simd, 1), Index::splat(simd, 2), Index::splat(simd, 3)];
        self.more[1].select(three, self.more[0].select(two, one))
    }

    /// Where the simplex has the vertex of this index.
    #[inline(always)]
    pub fn holds(&self, index: Index<S>) -> Mask<S> {
        let [p, q, r] = self.indices;
        p.simd_eq(index) | (q.simd_eq(index) & self.more[0]) | (r.simd_eq(index) & self.more[1])
    }

    /// Replaces the simplices of `active` lanes by their nearest faces.
    ///
    /// Returns the directions of these faces, and where there is one. Elsewhere the simplex holds the origin, or
    /// rounding leaves the nearest face open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn advance(&mut self, newest: Vec3x8<S>, index: Index<S>, active: Mask<S>) -> (Vec3x8<S>, Mask<S>) {
        let face = Face::nearest(newest, &self.points, self.more);
        let [t0, t1, t2] = and(face.triangles, active);
        let [e0, e1, e2] = and(face.edges, active);
        let vertex = face.vertex & active;
        let (triangle, edge) = (t0 | t1 | t2, e0 | e1 | e2);
        // The older vertices that stay move to the front, in their order. The newest vertex follows them.
        let [p, q, r] = self.points;
        self.points = [
            choose(vertex, newest, choose(e2, r, choose(t0 | e1, q, p))),
            choose(edge, newest, choose(t0 | t1, r, q)),
            choose(triangle, newest, r),
        ];
        let [p, q, r] = self.indices;
        self.indices = [
            vertex.select(index, e2.select(r, (t0 | e1).select(q, p))),
            edge.select(index, (t0 | t1).select(r, q)),
            triangle.select(index, r),
        ];
        let decided = triangle | edge | vertex;
        let [two, three] = self.more;
        self.more = [(two & !vertex) | edge | triangle, (three & !decided) | triangle];
        (face.direction, decided)
    }
}

/// The nearest face. At most one mask is set in each lane; none is set where the simplex holds the origin, or where
/// rounding leaves the face open.
struct Face<S: Simd> {
    /// Mask k: the triangle of the newest vertex and the older vertices k + 1 and k + 2, cyclically.
    triangles: [Mask<S>; 3],
    /// Mask i: the edge of the newest vertex and the older vertex i.
    edges: [Mask<S>; 3],
    /// The newest vertex alone.
    vertex: Mask<S>,
    /// Orthogonal to the face, away from the origin.
    direction: Vec3x8<S>,
}

impl<S: Simd> Face<S> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn nearest(newest: Vec3x8<S>, &[p, q, r]: &[Vec3x8<S>; 3], [two, three]: [Mask<S>; 2]) -> Self {
        let e = [p - newest, q - newest, r - newest];
        let c = [newest.wedge(e[0]), newest.wedge(e[1]), newest.wedge(e[2])];
        let n = [e[1].wedge(e[2]), e[2].wedge(e[0]), e[0].wedge(e[1])];
        let height = [newest.dot(n[0]), newest.dot(n[1]), newest.dot(n[2])];
        let volume = n[2].dot(e[2]);

        // 1. The tests.
        let beyond = [
            three & same_sign(height[0], volume),
            three & same_sign(height[1], volume),
            two & (!three | same_sign(height[2], volume)),
        ];
        // inside[k]: of the face without vertex k, inside of edge k + 1, and inside of edge k + 2.
        let inside = [
            [three & n[0].dot(c[1]).simd_gt(0.0), three & n[0].dot(c[2]).simd_lt(0.0)],
            [three & n[1].dot(c[2]).simd_gt(0.0), three & n[1].dot(c[0]).simd_lt(0.0)],
            [two & n[2].dot(c[0]).simd_gt(0.0), two & n[2].dot(c[1]).simd_lt(0.0)],
        ];
        let towards =
            [newest.dot(e[0]).simd_lt(0.0), two & newest.dot(e[1]).simd_lt(0.0), three & newest.dot(e[2]).simd_lt(0.0)];

        // 2. The first case whose tests hold.
        let outside = !three | any(beyond);
        let inner = [beyond[0] & all(inside[0]), beyond[1] & all(inside[1]), beyond[2] & all(inside[2])];
        let (triangles, rest) = first_of(outside, inner);
        // Edge i is the second edge of the face without i + 1 and the first edge of the face without i + 2.
        let outer = [
            towards[0] & !(inside[1][1] | inside[2][0]),
            towards[1] & !(inside[2][1] | inside[0][0]),
            towards[2] & !(inside[0][1] | inside[1][0]),
        ];
        let (edges, rest) = first_of(rest, outer);
        let vertex = rest & !(three & any(towards));

        // 3. The direction of that face.
        let side = triangles[0].select(height[0], triangles[1].select(height[1], height[2]));
        let normal = pick(triangles, n);
        let normal = choose(side.simd_lt(0.0), -normal, normal);
        let across = pick(edges, e).wedge(pick(edges, c));
        let direction = choose(any(edges), across, choose(vertex, newest, normal));
        Self { triangles, edges, vertex, direction }
    }
}

/// Where two numbers are both positive or both negative.
#[inline(always)]
fn same_sign<S: Simd>(first: Number<S>, second: Number<S>) -> Mask<S> {
    (first.simd_gt(0.0) & second.simd_gt(0.0)) | (first.simd_lt(0.0) & second.simd_lt(0.0))
}

/// Where each case is the first that holds, of the lanes that are open; and the lanes that stay open.
#[inline(always)]
fn first_of<S: Simd>(open: Mask<S>, [p, q, r]: [Mask<S>; 3]) -> ([Mask<S>; 3], Mask<S>) {
    ([open & p, open & q & !p, open & r & !(p | q)], open & !(p | q | r))
}

#[inline(always)]
fn all<S: Simd>([p, q]: [Mask<S>; 2]) -> Mask<S> {
    p & q
}

#[inline(always)]
fn and<S: Simd>([p, q, r]: [Mask<S>; 3], mask: Mask<S>) -> [Mask<S>; 3] {
    [p & mask, q & mask, r & mask]
}
