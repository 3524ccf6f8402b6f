//! The nearest face of eight simplices: the text of [`crate::simplex`], all cases evaluated and one chosen a lane.
//!
//! A point, an edge and a triangle are a tetrahedron of which older vertices are missing. What involves a missing vertex
//! is taken to be false, and then the tetrahedron's cases are theirs:
//!
//! * of two older vertices, the triangle that they span with the newest is beyond itself, and the two other faces, of
//!   which there is an edge alone, bar none of the edges;
//! * of one, no face is there, and the edge is chosen when the origin lies before the newest vertex.

use super::vector::{Index, Mask, Number, Point, any, choose, pick};
use fearless_simd::{Simd, prelude::*};

/// Vertices of A − B, oldest first, by point and indices.
#[derive(Clone, Copy)]
pub(super) struct Simplex<S: Simd> {
    pub points: [Point<S>; 3],
    pub indices: [Index<S>; 3],
    /// Where there is a second vertex, and where there is a third.
    pub more: [Mask<S>; 2],
}

impl<S: Simd> Simplex<S> {
    #[inline(always)]
    pub fn vertex(simd: S, point: Point<S>, index: Index<S>) -> Self {
        Self { points: [point; 3], indices: [index; 3], more: [Mask::splat(simd, false); 2] }
    }

    /// How many vertices there are.
    #[inline(always)]
    pub fn count(&self, simd: S) -> Index<S> {
        let [one, two, three] = [Index::splat(simd, 1), Index::splat(simd, 2), Index::splat(simd, 3)];
        self.more[1].select(three, self.more[0].select(two, one))
    }

    /// Where a vertex is there already.
    #[inline(always)]
    pub fn holds(&self, index: Index<S>) -> Mask<S> {
        let [p, q, r] = self.indices;
        p.simd_eq(index) | (q.simd_eq(index) & self.more[0]) | (r.simd_eq(index) & self.more[1])
    }

    /// Replaces the simplices of `active` pairs by their nearest faces, and returns the directions of those, and where
    /// there is one: elsewhere the simplex holds the origin, or rounding decides nothing.
    #[inline(always)]
    pub fn advance(&mut self, newest: Point<S>, index: Index<S>, active: Mask<S>) -> (Point<S>, Mask<S>) {
        let face = Face::nearest(newest, &self.points, self.more);
        let [t0, t1, t2] = and(face.triangles, active);
        let [e0, e1, e2] = and(face.edges, active);
        let vertex = face.vertex & active;
        let (triangle, edge) = (t0 | t1 | t2, e0 | e1 | e2);
        // The older of the kept vertices move to the front in their order; the newest follows.
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

/// Which face is nearest, at most one yes a lane; none where the simplex holds the origin or rounding decides nothing.
struct Face<S: Simd> {
    /// The newest vertex and older ones k + 1 and k + 2, cyclically.
    triangles: [Mask<S>; 3],
    /// The newest vertex and older one i.
    edges: [Mask<S>; 3],
    vertex: Mask<S>,
    /// Orthogonal to the face, away from the origin.
    direction: Point<S>,
}

impl<S: Simd> Face<S> {
    #[inline(always)]
    fn nearest(newest: Point<S>, &[p, q, r]: &[Point<S>; 3], [two, three]: [Mask<S>; 2]) -> Self {
        let e = [p - newest, q - newest, r - newest];
        let c = [newest.wedge(e[0]), newest.wedge(e[1]), newest.wedge(e[2])];
        let n = [e[1].wedge(e[2]), e[2].wedge(e[0]), e[0].wedge(e[1])];
        let height = [newest.dot(n[0]), newest.dot(n[1]), newest.dot(n[2])];
        let volume = n[2].dot(e[2]);

        // 1. Where the tests hold.
        let beyond = [
            three & same_sign(height[0], volume),
            three & same_sign(height[1], volume),
            two & (!three | same_sign(height[2], volume)),
        ];
        // inside[k] = [inside edge k+1, inside edge k+2] within the face without vertex k.
        let inside = [
            [three & n[0].dot(c[1]).simd_gt(0.0), three & n[0].dot(c[2]).simd_lt(0.0)],
            [three & n[1].dot(c[2]).simd_gt(0.0), three & n[1].dot(c[0]).simd_lt(0.0)],
            [two & n[2].dot(c[0]).simd_gt(0.0), two & n[2].dot(c[1]).simd_lt(0.0)],
        ];
        let towards =
            [newest.dot(e[0]).simd_lt(0.0), two & newest.dot(e[1]).simd_lt(0.0), three & newest.dot(e[2]).simd_lt(0.0)];

        // 2. The first case that does.
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

        // 3. Its direction.
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

/// Where each case is the first that holds among those that are open, and where still none has.
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
