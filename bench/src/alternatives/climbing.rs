//! Hill climbing: it starts at the winner of a nearby direction, and goes to better neighbours until there is none.
//!
//! On a convex polyhedron a vertex is farthest if no neighbour is better. The 26 seeds are the winners along the axes,
//! and along the diagonals of the faces and of the cube.

use clearance::{Hull, SupportMap, vec3};

use super::{Finder, Point, product};

pub struct Climbing {
    points: Vec<Point>,
    /// The neighbours of all vertices, one vertex after the other, and where those of each vertex start.
    neighbours: Vec<u32>,
    starts: Vec<u32>,
    /// The seeds, by the signs of the direction in base 3. The middle entry has no direction and is never used.
    seeds: [u32; 27],
}

/// A coordinate below this fraction of the greatest one counts as zero. It is the tangent of 22.5 degrees.
const SMALL: f64 = std::f64::consts::SQRT_2 - 1.0;

impl Finder for Climbing {
    const NAME: &'static str = "clearance climbing";

    fn new(hull: &Hull<Point>) -> Self {
        let count = hull.vertex_count();
        let mut starts = vec![0];
        let mut neighbours = Vec::new();
        for vertex in 0..count {
            neighbours.extend(hull.neighbours(vertex));
            starts.push(neighbours.len() as u32);
        }
        let sign = |digit: usize| digit as f64 - 1.0;
        let winner = |seed: usize| {
            let direction = vec3(sign(seed / 9), sign(seed / 3 % 3), sign(seed % 3));
            hull.support_vertex(direction).vertex.unwrap_or(0)
        };
        Self { points: hull.vertices().to_vec(), neighbours, starts, seeds: std::array::from_fn(winner) }
    }

    #[inline]
    fn farthest(&self, direction: Point) -> usize {
        let mut best = self.seeds[seed(direction)] as usize;
        let mut greatest = product(self.points[best], direction);
        loop {
            let from = best;
            for &neighbour in &self.neighbours[self.starts[from] as usize..self.starts[from + 1] as usize] {
                let along = product(self.points[neighbour as usize], direction);
                if along > greatest {
                    (best, greatest) = (neighbour as usize, along);
                }
            }
            if best == from {
                return best;
            }
        }
    }

    fn memory(&self) -> usize {
        size_of_val(self.points.as_slice())
            + size_of_val(self.neighbours.as_slice())
            + size_of_val(self.starts.as_slice())
    }
}

/// The seed whose direction is nearly the nearest one.
#[inline(always)]
fn seed(direction: Point) -> usize {
    let small = SMALL * direction.x.abs().max(direction.y.abs()).max(direction.z.abs());
    let digit = |coordinate: f64| 1 + usize::from(coordinate > small) - usize::from(coordinate < -small);
    9 * digit(direction.x) + 3 * digit(direction.y) + digit(direction.z)
}
