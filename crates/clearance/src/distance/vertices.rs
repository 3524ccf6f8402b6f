//! The simplex of the distance loop: up to four vertices of A − B.

use crate::difference::{Indices, Rounding, Vertex};
use crate::distance::simplex::{Face, nearest_face, volumes_with_origin};
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{IS_GPU, U, exponent_of};
use crate::space::vector::{Space, WideVector};

/// Up to four vertices of A − B, oldest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simplex<W> {
    vertices: [Vertex<W>; 4],
    count: usize,
}

impl<W: WideVector> Simplex<W> {
    /// No vertices.
    #[inline(always)]
    pub fn empty() -> Self {
        let zero = <W as Space>::zero();
        Self { vertices: [Vertex { point: zero, a: zero, b: zero, indices: Indices::NONE }; 4], count: 0 }
    }
    /// The number of vertices.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.count
    }
    /// Vertex `place`, oldest first.
    #[inline(always)]
    pub fn vertex(&self, place: usize) -> &Vertex<W> {
        &self.vertices[place & 3]
    }
    /// The vertices, oldest first.
    #[inline(always)]
    pub fn vertices(&self) -> &[Vertex<W>] {
        &self.vertices[..self.count.min(4)]
    }
    #[inline(always)]
    pub fn push(&mut self, vertex: Vertex<W>) {
        if IS_GPU {
            self.vertices = with_chosen(self.vertices, self.count, vertex);
        } else {
            self.vertices[self.count & 3] = vertex;
        }
        self.count += 1;
    }
    /// A copy of vertex `place`.
    #[inline(always)]
    fn copy_of(&self, place: usize) -> Vertex<W> {
        if IS_GPU { chosen(self.vertices, place) } else { *self.vertex(place) }
    }
    /// Removes all vertices but those at `places`, which ascend.
    #[expect(clippy::needless_range_loop, reason = "an iterator keeps the places in memory, which is slow on a GPU")]
    #[inline(always)]
    fn retain<const N: usize>(&mut self, places: [usize; N]) {
        for place in 0..N {
            if places[place] != place {
                self.vertices[place] = self.copy_of(places[place]);
            }
        }
        self.count = N;
    }
    /// Replaces the simplex by one vertex.
    #[inline(always)]
    pub fn become_vertex(&mut self, vertex: Vertex<W>) {
        self.retain([]);
        self.push(vertex);
    }
    /// The oriented volumes of the origin with all vertices but one. The simplex has `DIM + 1` vertices.
    pub fn volumes_with_origin(&self) -> [f64; 4] {
        volumes_with_origin(self.vertices.each_ref().each(|vertex| &vertex.point))
    }
    /// The barycentric weights of the origin in a simplex of `DIM + 1` vertices, from double-double numbers.
    #[cold]
    #[inline(never)]
    pub fn double_weights(&self) -> [f64; 4] {
        let largest = self.vertices().iter().fold(0.0, |m: f64, v| m.max(v.point.max_abs()));
        let points = self.vertices.each_ref().each(|v| v.point.scaled_by_power(-exponent_of(largest)).double());
        let volumes = volumes_with_origin(points.each_ref());
        let total = volumes.iter().fold(Double::ZERO, |sum, volume| sum.plus(*volume));
        volumes.each(|volume| volume.divided_by(total).high)
    }
    /// Whether the face has this vertex.
    #[inline(always)]
    pub fn has_vertex(&self, vertex: &Vertex<W>) -> bool {
        // No branches: all slots of a face are compared.
        (0..3).fold(false, |found, place| found | ((place < self.count) & self.vertex(place).repeats(vertex)))
    }
    /// The height of the face along a direction orthogonal to it. It is infinite if there is no face.
    #[inline(always)]
    pub fn height(&self, direction: W) -> f64 {
        if self.count > 0 { direction.dot(&self.copy_of(self.count.wrapping_sub(1)).point) } else { f64::INFINITY }
    }
    /// Adds a vertex and keeps the nearest face that contains it. Returns the direction of that face.
    ///
    /// `None` if the simplex contains the origin, or if rounding leaves the face open. Then no vertex is removed.
    #[inline(always)]
    pub fn advance(&mut self, vertex: Vertex<W>) -> Option<W> {
        let older = [&self.vertex(0).point, &self.vertex(1).point, &self.vertex(2).point];
        let direction = match nearest_face(&vertex.point, &older[..self.len()]) {
            Face::Vertex => {
                self.retain([]);
                Some(vertex.point)
            }
            Face::Edge { with, direction } => {
                self.retain([with]);
                Some(direction)
            }
            Face::Triangle { with: [i, j], direction } => {
                self.retain([i.min(j), i.max(j)]);
                Some(direction)
            }
            Face::Inside | Face::Unclear => None,
        };
        self.push(vertex);
        direction
    }
    /// Whether the simplex of `DIM + 1` vertices contains the origin in its interior, in spite of rounding and
    /// displacement.
    ///
    /// Each determinant of `DIM` vertices must exceed its error and have the sign of the simplex's orientation. Let m
    /// be the largest coordinate. A 3 × 3 determinant has six terms of at most m³. Vertices, products and sums round by
    /// 8u a term: 48u·m³. A displacement δ of the vertices changes it by 18·m²·δ. In the plane these are 12u·m² and
    /// 4·m·δ.
    pub fn holds_origin(&self, rounding: &Rounding) -> bool {
        if self.len() != W::DIM + 1 {
            return false;
        }
        let m = self.vertices().iter().fold(0.0f64, |m, v| m.max(v.point.max_abs()));
        let error = match W::DIM {
            2 => 16.0 * U * m * m + 4.0 * m * rounding.displacement,
            _ => 64.0 * U * m * m * m + 18.0 * m * m * rounding.displacement,
        };
        let volumes = self.volumes_with_origin();
        let volumes = &volumes[..self.len()];
        volumes.iter().all(|v| v.abs() > error)
            && (volumes.iter().all(|v| *v > 0.0) || volumes.iter().all(|v| *v < 0.0))
    }
}

/// One of four vertices, by value: comparisons choose it.
#[inline(always)]
fn chosen<W: WideVector>([a, b, c, d]: [Vertex<W>; 4], place: usize) -> Vertex<W> {
    let (first, last) = (Vertex::chosen(place & 1 == 0, a, b), Vertex::chosen(place & 1 == 0, c, d));
    Vertex::chosen(place & 2 == 0, first, last)
}

/// Four vertices with another one at a place.
#[inline(always)]
fn with_chosen<W: WideVector>([a, b, c, d]: [Vertex<W>; 4], place: usize, new: Vertex<W>) -> [Vertex<W>; 4] {
    let or_new = |number: usize, old| Vertex::chosen(place & 3 == number, new, old);
    [or_new(0, a), or_new(1, b), or_new(2, c), or_new(3, d)]
}

#[cfg(test)]
mod tests {
    use super::{chosen, with_chosen};
    use crate::difference::{Indices, Vertex};
    use crate::space::vector::{Vec3, vec3};

    #[test]
    fn a_vertex_that_comparisons_choose_is_the_one_of_its_place() {
        let vertex = |number: u32| {
            let at = |k: u32| vec3(f64::from(number + k), f64::from(number * k), f64::from(number)) as Vec3<f64>;
            Vertex { point: at(1), a: at(2), b: at(3), indices: Indices::new(Some(number), Some(7)) }
        };
        let (four, new) = ([vertex(0), vertex(1), vertex(2), vertex(3)], vertex(9));
        let same = |p: &Vertex<_>, q: &Vertex<_>| {
            assert_eq!((p.point, p.a, p.b, p.indices), (q.point, q.a, q.b, q.indices));
        };
        for place in 0..8 {
            same(&chosen(four, place), &four[place & 3]);
            let mut right = four;
            right[place & 3] = new;
            with_chosen(four, place, new).iter().zip(&right).for_each(|(p, q)| same(p, q));
        }
    }
}
