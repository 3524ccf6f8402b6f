//! The strata of the boundary of a polytope, for Steiner's formula ([`super::steiner`]).
//!
//! The weight of an edge is the angle between the normals of its faces. That of a vertex is what the angles of its
//! faces lack to 2π (Descartes). In the plane the weight of a vertex is the angle by which the boundary turns there.
//!
//! **Special cases.** A flat polygon in space has two faces, and the weight of its edges is π. The one edge of a
//! segment has the weight 2π, and in the plane a segment has two sides. A point has all normals.

use super::Triple;
use super::angle::angle;
use super::polytope::Scaled;
use super::solids::{exponent, length};
use super::steiner::{Stratum, one, outer, square};
use crate::numbers::each::Each;
use crate::numbers::interval::Interval;
use crate::space::vector::{Space, Vec3, WideVector};
use alloc::vec::Vec;

impl<W: WideVector> Scaled<W> {
    /// The strata of the boundary, with points relative to the base.
    pub(super) fn strata(&self, base: W) -> [Stratum; 3] {
        let base = self.point::<Interval>(base);
        let vertices: Vec<Triple> = (0..self.rounded.len() as u32)
            .map(|index| {
                let Vec3 { x, y, z } = self.vertex::<Interval>(index).minus(&base);
                [x, y, z]
            })
            .collect();
        let mut strata = [Stratum::NONE; 3];
        if W::DIM == 2 {
            self.strata_of_plane(&vertices, &mut strata);
        } else {
            self.strata_of_space(&vertices, &mut strata);
        }
        // All normals together are the circle or the sphere.
        strata[W::DIM - 1].size = Interval::PI * [2.0, 4.0][W::DIM - 2];
        strata
    }

    /// The sides of a polygon of the plane, as pairs of vertices. A segment has two.
    pub(super) fn sides(&self) -> impl Iterator<Item = [usize; 2]> + use<W> {
        let count = self.rounded.len();
        (0..count).filter(move |_| count > 1).map(move |k| [k, (k + 1) % count])
    }

    fn strata_of_plane(&self, vertices: &[Triple], strata: &mut [Stratum; 3]) {
        let way = |[a, b]: [usize; 2]| [0, 1, 2].each(|k| vertices[b][k] - vertices[a][k]);
        for side in self.sides() {
            strata[0].add_segment(Interval::from(1.0), side.each(|k| vertices[k]), length(way(side)), 2);
        }
        let count = vertices.len();
        for (index, &vertex) in vertices.iter().enumerate() {
            let turn = match self.dimension {
                0 => Interval::PI * 2.0,
                1 => Interval::PI,
                _ => between(way([(index + count - 1) % count, index]), way([index, (index + 1) % count])),
            };
            strata[1].add_point(turn, vertex, 2);
        }
    }

    fn strata_of_space(&self, vertices: &[Triple], strata: &mut [Stratum; 3]) {
        let way = |a: u32, b: u32| [0, 1, 2].each(|k| vertices[b as usize][k] - vertices[a as usize][k]);
        let mut angles = alloc::vec![Interval::ZERO; vertices.len()];
        let mut edges: Vec<([u32; 2], usize)> = Vec::new();
        let mut normals: Vec<Triple> = Vec::with_capacity(self.faces.len());
        for (index, face) in self.faces.iter().enumerate() {
            let normal = self.double_area(face);
            strata[0].add(&self.face(face, vertices, &normal));
            normals.push(normal);
            for (place, &here) in face.iter().enumerate() {
                let (before, after) = (face[(place + face.len() - 1) % face.len()], face[(place + 1) % face.len()]);
                let corner = between(way(here, before), way(here, after));
                angles[here as usize] = angles[here as usize] + corner;
                edges.push(([here.min(after), here.max(after)], index));
            }
        }
        edges.sort_unstable();
        let mut add_edge = |[a, b]: [u32; 2], turn: Interval| {
            strata[1].add_segment(turn, [a, b].each(|k| vertices[k as usize]), length(way(a, b)), 3);
        };
        for pair in edges.chunks_exact(2) {
            add_edge(pair[0].0, between(normals[pair[0].1], normals[pair[1].1]));
        }
        if self.dimension == 1 {
            add_edge([0, 1], Interval::PI * 2.0);
        }
        for (&vertex, angle) in vertices.iter().zip(angles) {
            // What the angles of the faces lack to a full turn is the solid angle of the normals (Descartes).
            let turn =
                if self.dimension == 0 { Interval::PI * 4.0 } else { (Interval::PI * 2.0 - angle).not_negative() };
            strata[2].add_point(turn, vertex, 3);
        }
    }

    /// The sums of one face.
    fn face(&self, face: &[u32], vertices: &[Triple], double_area: &Triple) -> Stratum {
        let size = length(*double_area) / 2.0;
        let mut sums = Stratum::NONE;
        for k in 1..face.len() - 1 {
            let area = length(self.double_area(&[face[0], face[k], face[k + 1]])) / 2.0;
            let corners = [face[0], face[k], face[k + 1]].each(|index| vertices[index as usize]);
            let sum = [0, 1, 2].each(|i| corners[0][i] + corners[1][i] + corners[2][i]);
            let [p, q, r, s] = [&corners[0], &corners[1], &corners[2], &sum].each(outer);
            sums.first = [0, 1, 2].each(|i| sums.first[i] + area * sum[i] / 3.0);
            sums.second = square(|i, j| sums.second[i][j] + area * (p[i][j] + q[i][j] + r[i][j] + s[i][j]) / 12.0);
        }
        // 1 + P = 2 − n nᵀ, and n = area / |area|.
        let normal = outer(double_area);
        sums.spread = square(|i, j| {
            // No entry of n nᵀ is greater than 1.
            let share = normal[i][j] / (size * 4.0);
            let share = Interval { lower: share.lower.max(-size.upper), upper: share.upper.min(size.upper) };
            one(i, j, 3) * 2.0 * size - share
        });
        Stratum { size, ..sums }
    }
}

/// The angle between two vectors, 0 to π.
fn between(a: Triple, b: Triple) -> Interval {
    // Lengths of about 1 keep the products in range.
    let [a, b] = [a, b].each(|v| {
        let exponent = exponent(&v);
        v.each(|x| x.scaled(-exponent))
    });
    let across = [0, 1, 2].each(|k| a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3]);
    angle(length(across), a[0] * b[0] + a[1] * b[1] + a[2] * b[2])
}
