//! Enhanced GJK: the distance loop with hill climbing.
//!
//! **Source.** S. Cameron, "Enhancing GJK: Computing Minimum and Penetration Distances between Convex Polyhedra", IEEE
//! International Conference on Robotics and Automation, 1997, on hill climbing; the loop is GJK with Johnson's
//! subalgorithm and Gilbert's backup procedure.
//!
//! **Idea.** The search for a farthest vertex need not look at all of them. It begins at the last support vertex and
//! climbs along edges to a better neighbour until there is none. The simplex of the last query is kept, too. So the
//! time under small motion is nearly constant, however many vertices there are.
//!
//! 1. v = the point of the simplex nearest to the origin. At first the simplex is that of the last query.
//! 2. w = the vertex of A − B farthest along −v, by climbing from the last vertices.
//! 3. |v| − v·w/|v| bounds the error. If it is small, or if w is in the simplex already, v is the answer.
//! 4. Add w.
//!
//! **Complexity.** O(1) a frame under small motion; from afar about the square root of the vertices for each support
//! point.
//!
//! **Known failure.** Johnson's subalgorithm cancels on slivers, and when |v| is small beside the vertices: then v has
//! an absolute error, the direction of the next climb is wrong, and the loop ends early or calls a gap a contact. Flat
//! faces have vertices whose products differ by rounding alone: the climb may stop on such a face. Penetration: the
//! publication gives a lower bound only; none is computed here.

use crate::answer::Answer;
use crate::pair::Pair;
use crate::step::{Notes, Silent, Step};
use crate::support::{Simplex, climb};
use clearance::WideVector;

/// The memory of a pair: the simplex of the last query, by vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnhancedGjk {
    count: usize,
    pairs: [[u32; 2]; 4],
    /// The relative error at which the loop ends, a pure number. Larger: less exact. Smaller: more steps that end by a
    /// repeated vertex.
    pub tolerance: f64,
    /// After how many steps the loop counts as endless.
    pub limit: u32,
}

impl Default for EnhancedGjk {
    fn default() -> Self {
        Self { count: 0, pairs: [[0; 2]; 4], tolerance: 1e-14, limit: 500 }
    }
}

impl EnhancedGjk {
    /// The distance, beginning with the simplex of the last query. Use one memory for each pair of bodies.
    pub fn query<W: WideVector>(&mut self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(self.search(pair, &mut Silent))
    }

    /// The same with every step.
    pub fn trace<W: WideVector>(&mut self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| self.search(pair, steps))
    }

    fn search<W: WideVector>(&mut self, pair: &Pair<'_, W>, notes: &mut impl Notes) -> Answer<W> {
        let mut simplex = Simplex::empty();
        for &vertices in &self.pairs[..self.count.max(1)] {
            simplex.push(vertices, pair.difference(vertices));
        }
        for step in 1..=self.limit {
            // 1. The nearest point.
            let found = simplex.reduce();
            let v = found.point;
            let nothing_left = v.dot(&v) <= f64::EPSILON * f64::EPSILON * simplex.largest();
            if simplex.count == W::DIM + 1 || nothing_left {
                notes.note(|| Step::named("the simplex holds the origin").simplex("simplex", simplex.points()));
                self.remember(&simplex);
                return Answer::meet(step);
            }
            // 2. The next vertex.
            let last = simplex.pairs[simplex.count - 1];
            let (a, looked_a) = climb(pair.bodies[0], -v, last[0]);
            let (b, looked_b) = climb(pair.bodies[1], pair.direction_to_b(v), last[1]);
            let w = pair.difference([a, b]);
            notes.note(|| shown(&simplex, v, w, [a, b], looked_a + looked_b, found.backed_up));
            // 3. Is v good enough?
            let square = v.dot(&v);
            if !(square - v.dot(&w) > self.tolerance * square) || simplex.has([a, b]) {
                self.remember(&simplex);
                return Answer::between(step, simplex.witnesses(pair, found.weights));
            }
            // 4.
            simplex.push([a, b], w);
        }
        Answer::endless(self.limit)
    }

    fn remember<W: WideVector>(&mut self, simplex: &Simplex<W>) {
        (self.count, self.pairs) = (simplex.count, simplex.pairs);
    }
}

fn shown<W: WideVector>(simplex: &Simplex<W>, v: W, w: W, vertices: [u32; 2], looked: u32, backed_up: bool) -> Step {
    let length = WideVector::length(v);
    let name = if backed_up {
        "v by the backup procedure; climb to the farthest vertices along −v"
    } else {
        "climb to the farthest vertices along −v"
    };
    Step::named(name)
        .simplex("simplex", simplex.points())
        .direction("v", v)
        .simplex("support point", &[w])
        .vertices("support vertex", 0, vec![vertices[0]])
        .vertices("support vertex", 1, vec![vertices[1]])
        .number("upper bound", length)
        .number("lower bound", v.dot(&w) / length)
        .number("vertices looked at", f64::from(looked))
}
