//! Separating vectors.
//!
//! **Source.** K. Chung and W. Wang, "Quick Elimination of Non-Interference Polytopes in Virtual Environments",
//! Eurographics Workshop on Virtual Environments and Scientific Visualization, 1996 (Q-COLLIDE); K. Chung's thesis,
//! Hong Kong 1996, for the end at shapes that meet. We know both from descriptions by others.
//!
//! **Idea.** A vector s separates if the farthest vertex p of A along s and the farthest vertex q of B along −s have
//! s·(q − p) > 0. If not, s is reflected at the plane across r = (q − p)/|q − p|. The reflected vector has r·s > 0, so
//! the same two vertices no longer contradict it. Every separating vector has a positive product with every r that was
//! seen.
//!
//! 1. p, q = the farthest vertices, by climbing from the last ones. If s·(q − p) > 0: apart, and s is remembered.
//! 2. Take the half-space of r from the cone of vectors that are still possible. If nothing is left: the shapes meet.
//! 3. s ← s − 2 (r·s) r.
//!
//! **Complexity.** One support point of each body a step; O(1) steps a frame under small motion.
//!
//! **Known failure.** Near contact the reflections go from side to side of a thin cone of separating vectors and hardly
//! come nearer to it: many steps, often more than the limit. The cone is kept in rounded numbers. Contact without
//! overlap is not decided. No distance, no depth.

use crate::answer::Answer;
use crate::pair::Pair;
use crate::step::{Notes, Silent, Step};
use crate::support::climb;
use clearance::WideVector;

/// The memory of a pair: the last vector and the last support vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingVectors {
    /// In A's frame. Zero if nothing is remembered.
    axis: [f64; 3],
    vertices: [u32; 2],
    /// After how many steps the search counts as endless.
    pub limit: u32,
}

impl Default for SeparatingVectors {
    fn default() -> Self {
        Self { axis: [0.0; 3], vertices: [0; 2], limit: 500 }
    }
}

impl SeparatingVectors {
    /// Whether the bodies meet, beginning with the vector of the last query. Use one memory for each pair of bodies.
    pub fn query<W: WideVector>(&mut self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(self.search(pair, &mut Silent))
    }

    /// The same with every step.
    pub fn trace<W: WideVector>(&mut self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| self.search(pair, steps))
    }

    fn search<W: WideVector>(&mut self, pair: &Pair<'_, W>, notes: &mut impl Notes) -> Answer<W> {
        let mut s = W::unpadded(self.axis);
        if !(s.max_abs() > 0.0) {
            s = pair.between_centers();
        }
        s = s.unit();
        let mut cone = Cone::everything();
        for step in 1..=self.limit {
            // 1. Does s separate?
            let (a, _) = climb(pair.bodies[0], s, self.vertices[0]);
            let (b, _) = climb(pair.bodies[1], pair.direction_to_b(-s), self.vertices[1]);
            self.vertices = [a, b];
            let between = -pair.difference([a, b]);
            let gap = s.dot(&between);
            notes.note(|| shown(s, between, [a, b], &cone, gap));
            if gap > 0.0 {
                self.axis = s.padded();
                return Answer::apart(step, s);
            }
            let r = between.unit();
            // 2. What vectors are left?
            cone.cut(r);
            if !(between.max_abs() > 0.0) || cone.is_empty() {
                // The vector of shapes that meet is no good start.
                self.axis = [0.0; 3];
                return Answer { distance: None, ..Answer::meet(step) };
            }
            // 3. The reflection.
            s = (s - r * (2.0 * r.dot(&s))).unit();
        }
        self.axis = [0.0; 3];
        Answer::endless(self.limit)
    }
}

fn shown<W: WideVector>(s: W, between: W, vertices: [u32; 2], cone: &Cone<W>, gap: f64) -> Step {
    let name = if gap > 0.0 { "s separates" } else { "s does not separate: it is reflected" };
    let step = Step::named(name)
        .direction("s", s)
        .direction("r", between)
        .vertices("support vertex", 0, vec![vertices[0]])
        .vertices("support vertex", 1, vec![vertices[1]])
        .number("gap along s", gap);
    cone.rays.iter().fold(step, |step, &ray| step.direction("vectors that are left", ray))
}

/// The directions that have a positive product with every r so far: a cone, by the rays of its corners in order. In the
/// plane they are a fan, in space a loop.
struct Cone<W> {
    /// The first r. `None`: nothing has been cut yet.
    first: Option<W>,
    /// Whether the cone is still the half-space of the first r.
    is_half_space: bool,
    rays: Vec<W>,
}

/// Rays that lie no farther than this beyond a half-space, as products of unit vectors, are kept: the same r may come
/// again. Larger: overlaps are found later. Smaller: rounding empties the cone of shapes apart.
const KEPT: f64 = -1e-12;

impl<W: WideVector> Cone<W> {
    fn everything() -> Self {
        Self { first: None, is_half_space: true, rays: Vec::new() }
    }

    fn is_empty(&self) -> bool {
        self.first.is_some() && self.rays.is_empty()
    }

    /// Takes away what has a negative product with r.
    fn cut(&mut self, r: W) {
        let Some(first) = self.first else {
            // The half-space of r: in the plane from its edge through r to its edge, in space four rays of its plane.
            let [x, y] = r.across();
            self.rays = if W::DIM == 2 { vec![x, r, -x] } else { vec![x, y, -x, -y] };
            self.first = Some(r);
            return;
        };
        let count = self.rays.len();
        let mut kept = Vec::with_capacity(count + 3);
        for (place, &ray) in self.rays.iter().enumerate() {
            let here = ray.dot(&r);
            if here > KEPT {
                kept.push(ray);
            }
            if W::DIM == 2 && place + 1 == count {
                break;
            }
            let next = self.rays[(place + 1) % count];
            let there = next.dot(&r);
            if (here > KEPT) == (there > KEPT) {
                continue;
            }
            kept.push((next * here.abs() + ray * there.abs()).unit());
            if W::DIM == 3 && self.is_half_space && here > KEPT {
                // The new side of a wedge is a half-circle. Its two corners would not tell which; this is its middle.
                kept.push((first - r * first.dot(&r)).unit());
            }
        }
        self.is_half_space &= kept.len() == count;
        self.rays = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{vec2, vec3};

    #[test]
    fn a_cone_is_empty_once_the_half_spaces_have_no_common_direction() {
        let mut cone = Cone::everything();
        for r in [vec3(1.0, 0.1, 0.2), vec3(-0.5, 0.9, -0.3), vec3(-0.5, -0.7, -0.4)] {
            cone.cut(r.unit());
            assert!(!cone.is_empty());
        }
        cone.cut(vec3(0.0, 0.0, 1.0));
        cone.cut(vec3(-0.1, 0.0, 1.0).unit());
        assert!(cone.is_empty());
        let mut cone = Cone::everything();
        for r in [vec2(1.0, 0.0), vec2(-0.5, 0.8)] {
            cone.cut(r.unit());
            assert!(!cone.is_empty());
        }
        cone.cut(vec2(-0.5, -0.8).unit());
        assert!(cone.is_empty());
    }
}
