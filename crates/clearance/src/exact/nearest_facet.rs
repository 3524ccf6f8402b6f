//! The facet of an exact polytope whose plane is nearest to the origin.
//!
//! **Problem.** Each step of the expanding polytope asks for it. To compare all facets in exact numbers takes nearly all of the
//! time where a polytope has thousands of facets.
//!
//! **Method.** Each facet keeps two floats between which its squared distance o²/|n|² lies. Facets are in a heap by the lower
//! float. Only those whose lower float is not above the least upper one leave it, and are compared exactly. A place in the heap
//! whose facet was removed or replaced is left out when it comes to the top.
//!
//! **Accuracy.** The mantissas of o and |n|² are rounded to floats (u each), and the square and the quotient are rounded once
//! each: 5u in all. The floats leave 8u on both sides. A quotient outside the range of normal floats is bounded by 0 and
//! infinity.

use crate::depth::epa::{Facet, Shell};
use crate::numbers::dyadic::Dyadic;
use crate::numbers::real::{Ring, U, ldexp};
use crate::space::vector::Space;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The bounds of the squared distance of each facet's plane.
#[derive(Default)]
pub(super) struct Distances {
    /// In the order of the facets' places.
    bounds: Vec<[f64; 2]>,
    /// The least lower bound is at the top.
    heap: BinaryHeap<Lower>,
    /// The facets that are compared exactly: memory for each call.
    near: Vec<u32>,
}

/// The lower bound of a facet.
struct Lower {
    bound: f64,
    facet: u32,
}

impl Ord for Lower {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.facet.cmp(&self.facet))
    }
}

impl PartialOrd for Lower {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Lower {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Lower {}

impl Distances {
    /// The bounds of all facets of a shell.
    pub fn of<E: Space<Scalar = Dyadic>>(shell: &Shell<E>) -> Self {
        let mut distances = Self::default();
        distances.update(shell, 0..shell.places());
        distances
    }

    /// Computes the bounds of these facets again.
    pub fn update<E: Space<Scalar = Dyadic>>(&mut self, shell: &Shell<E>, facets: impl Iterator<Item = usize>) {
        self.bounds.resize(shell.places(), [0.0, f64::INFINITY]);
        for facet in facets {
            self.bounds[facet] = bounds(shell.facet(facet));
            self.heap.push(Lower { bound: self.bounds[facet][0], facet: facet as u32 });
        }
    }

    /// The facet whose plane is nearest to the origin, of facets whose bounds are known. Of equally near ones it is the first.
    pub fn nearest<E: Space<Scalar = Dyadic>>(&mut self, shell: &Shell<E>) -> usize {
        let mut least = f64::INFINITY;
        self.near.clear();
        while let Some(&Lower { bound, facet }) = self.heap.peek() {
            if bound > least {
                break;
            }
            self.heap.pop();
            let [lower, upper] = self.bounds[facet as usize];
            if shell.is_live(facet as usize) && lower == bound {
                least = least.min(upper);
                self.near.push(facet);
            }
        }
        // A place that was used again with the same bound is in the heap twice.
        self.near.sort_unstable();
        self.near.dedup();
        let bound = |&facet: &u32| Lower { bound: self.bounds[facet as usize][0], facet };
        self.heap.extend(self.near.iter().map(bound));
        let mut near = self.near.iter().map(|&facet| facet as usize);
        let first = near.next().unwrap_or(0);
        near.fold(first, |best, facet| if is_nearer(shell.facet(facet), shell.facet(best)) { facet } else { best })
    }
}

fn is_nearer<E: Space<Scalar = Dyadic>>(one: &Facet<E>, other: &Facet<E>) -> bool {
    let [left, right] = [one, other].map(|facet| facet.offset.times(&facet.offset));
    Ring::compare_ratios(&left, &one.normal_squared, &right, &other.normal_squared) == Ordering::Less
}

/// Two floats that bound the squared distance of a plane. The origin is not beyond it.
fn bounds<E: Space<Scalar = Dyadic>>(facet: &Facet<E>) -> [f64; 2] {
    let [(offset, of_offset), (square, of_square)] = [&facet.offset, &facet.normal_squared].map(Dyadic::to_double);
    if offset.high == 0.0 {
        return [0.0; 2];
    }
    let (quotient, exponent) = (offset.high * offset.high / square.high, 2 * of_offset - of_square);
    if !(-1000..1000).contains(&exponent) {
        return [0.0, f64::INFINITY];
    }
    [1.0 - 8.0 * U, 1.0 + 8.0 * U].map(|factor| ldexp(quotient * factor, exponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::space::vector::{Vec3, WideVector, vec3};

    /// Tetrahedra around the origin, with sizes from 2^-600 to 2^600. Half of them are regular: all facets tie.
    #[test]
    fn the_bounds_leave_the_nearest_facet_in_and_ties_go_to_the_first() {
        let mut random = Random(7);
        let mut ties = 0;
        for round in 0..2000 {
            let unit = ldexp(1.0, (round % 13 - 6) * 100);
            let corners = [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, -1.0, -1.0]];
            let noise = if round % 2 == 0 { 0.0 } else { ldexp(1.0, -(round % 50)) };
            let corner = |[x, y, z]: [f64; 3], random: &mut Random| -> Vec3<Dyadic> {
                let mut moved = |x: f64| unit * (x + 0.2 * noise * random.signed());
                vec3(moved(x), moved(y), moved(z)).exact()
            };
            let shell = Shell::new(corners.map(|at| corner(at, &mut random)).to_vec());
            let found = Distances::of(&shell).nearest(&shell);
            let others: Vec<usize> = shell.live().filter(|&facet| facet != found).collect();
            for facet in others {
                assert!(!is_nearer(shell.facet(facet), shell.facet(found)));
                let is_tie = !is_nearer(shell.facet(found), shell.facet(facet));
                ties += usize::from(is_tie);
                assert!(!is_tie || found < facet);
            }
        }
        assert!(ties > 1000, "{ties} ties");
    }

    /// Law: while facets are removed, replaced and added, the heap names the facet that a comparison of all of them names.
    #[test]
    fn the_heap_names_the_nearest_of_all_facets_while_a_shell_grows() {
        let mut random = Random(11);
        let (mut steps, mut ties) = (0, 0);
        for round in 0..40 {
            // Lattices have many planes at equal distances.
            let lattice = |p: Vec3<f64>| vec3(p.x.round(), p.y.round(), p.z.round());
            let points: Vec<Vec3<f64>> = match round % 2 {
                0 => (0..60).map(|_| lattice(random.point() * 4.0)).collect(),
                _ => (0..60).map(|_| random.point()).collect(),
            };
            let corners = [vec3(1.0, 1.0, 1.0), vec3(-1.0, -1.0, 1.0), vec3(-1.0, 1.0, -1.0), vec3(1.0, -1.0, -1.0)];
            let mut shell = Shell::new(corners.map(|corner| (corner * 0.5).exact()).to_vec());
            let mut distances = Distances::of(&shell);
            loop {
                let found = distances.nearest(&shell);
                let right = shell
                    .live()
                    .reduce(|best, facet| if is_nearer(shell.facet(facet), shell.facet(best)) { facet } else { best });
                assert_eq!(Some(found), right);
                ties += usize::from(shell.live().any(|f| f != found && !is_nearer(shell.facet(found), shell.facet(f))));
                let normal = shell.facet(found).normal.clone();
                let height = |point: &Vec3<f64>| normal.dot(&point.exact());
                let farthest = points.iter().reduce(|p, q| if height(q) > height(p) { q } else { p });
                let vertex = farthest.filter(|vertex| height(vertex) > shell.facet(found).offset);
                let Some(vertex) = vertex else { break };
                shell.expand(found, vertex.exact()).unwrap();
                distances.update(&shell, shell.newest());
                steps += 1;
            }
        }
        assert!(steps > 300 && ties > 100, "{steps} {ties}");
    }
}
