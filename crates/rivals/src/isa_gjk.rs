//! ISA-GJK: the incremental separating axis.
//!
//! **Source.** G. van den Bergen, "A Fast and Robust GJK Implementation for Collision Detection of Convex Objects",
//! Journal of Graphics Tools 4(2), 1999, on intersection tests and frame coherence.
//!
//! **Idea.** Whether two shapes meet needs no distance. Each step of GJK finds a support point w of A − B against the
//! direction v. If v·w > 0, then v is a separating axis, and the search ends: usually long before v is the shortest
//! vector. Bodies that move a little are still kept apart by the axis of the last frame: then one step is enough. Bodies
//! that meet have no axis. Their simplex is remembered, as pairs of vertices: it usually holds the origin in the next
//! frame, too.
//!
//! 0. If the bodies were apart before, let v be the remembered axis. If it still separates them: apart.
//! 1. Move the remembered simplex with the bodies. If it holds the origin: the shapes meet. Else v is its nearest point.
//! 2. w = the vertex of A − B farthest along −v. If v·w > 0: apart, and v is remembered.
//! 3. If w is a vertex of the simplex already, the arithmetic is at its end: the shapes meet.
//! 4. Add w, and let v be the point of the simplex nearest to the origin (Johnson).
//! 5. If the simplex has DIM + 1 vertices, or |v|² ≤ ε·(the largest |w|²): the shapes meet.
//!
//! Step 3 needs a v that is the nearest point of the simplex: then w lies beyond its span. A vertex found against the
//! remembered axis can lie in that span: four vertices of a parallelogram make a flat simplex, whose determinants are
//! rounding noise. That vertex is therefore not added to the simplex.
//!
//! **Complexity.** One support point of each body a step; O(1) steps a frame under small motion.
//!
//! **Known failure.** ε is a tolerance: shapes whose gap is below √ε of their size "meet". Johnson's subalgorithm
//! cancels on slivers. No distance, no depth.

use crate::answer::Answer;
use crate::pair::Pair;
use crate::step::{Notes, Silent, Step};
use crate::support::{Simplex, support_against};
use clearance::WideVector;

/// The memory of a pair: the axis that kept it apart, and the simplex at which the last search ended. Both are of this
/// pair alone: a pair of other bodies asks for a memory of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IsaGjk {
    /// In A's frame. Zero if nothing is remembered, or if the bodies met.
    axis: [f64; 3],
    /// The vertices of the simplex: so many pairs.
    pairs: [[u32; 2]; 4],
    count: usize,
    /// ε: a pure number, the square of a relative gap. Larger: gaps are taken for contact. Smaller: rounding is taken
    /// for a gap.
    pub tolerance: f64,
    /// After how many steps the search counts as endless.
    pub limit: u32,
}

impl Default for IsaGjk {
    fn default() -> Self {
        Self { axis: [0.0; 3], pairs: [[0; 2]; 4], count: 0, tolerance: 1e-10, limit: 500 }
    }
}

impl IsaGjk {
    /// Whether the bodies meet, beginning with the axis and the simplex of the last query.
    pub fn query<W: WideVector>(&mut self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(self.search(pair, &mut Silent))
    }

    /// The same with every step.
    pub fn trace<W: WideVector>(&mut self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| self.search(pair, steps))
    }

    fn search<W: WideVector>(&mut self, pair: &Pair<'_, W>, notes: &mut impl Notes) -> Answer<W> {
        let mut before = 0;
        let axis = -W::unpadded(self.axis);
        if axis.max_abs() > 0.0 {
            // 0. The bodies were apart.
            before = 1;
            let (vertices, w) = beyond(pair, axis);
            notes.note(|| shown(&Simplex::empty(), axis, w, vertices));
            if axis.dot(&w) > 0.0 {
                return Answer::apart(before, -axis);
            }
        }
        // 1. The remembered simplex, with its own nearest point: the axis is not that point.
        let mut simplex = self.simplex(pair);
        let mut v = -pair.between_centers();
        if simplex.count > 0 {
            before += 1;
            v = simplex.reduce().point;
            if self.holds(&simplex, v) {
                notes.note(|| found(&simplex, "the remembered simplex holds the origin"));
                return self.meet(&simplex, before);
            }
            notes.note(|| found(&simplex, "the remembered simplex does not hold the origin").direction("v", v));
        }
        if !(v.max_abs() > 0.0) {
            v = W::axis(0);
        }
        for step in before + 1..=self.limit {
            // 2. A separating axis?
            let (vertices, w) = beyond(pair, v);
            notes.note(|| shown(&simplex, v, w, vertices));
            if v.dot(&w) > 0.0 {
                return self.apart(&simplex, v, step);
            }
            // 3. No progress.
            if simplex.has(vertices) {
                return self.meet(&simplex, step);
            }
            // 4. The next vector.
            simplex.push(vertices, w);
            v = simplex.reduce().point;
            // 5. The origin is in the simplex, or near enough.
            if self.holds(&simplex, v) {
                notes.note(|| found(&simplex, "the simplex holds the origin"));
                return self.meet(&simplex, step);
            }
        }
        Answer::endless(self.limit)
    }

    /// The remembered simplex at the bodies' new places.
    fn simplex<W: WideVector>(&self, pair: &Pair<'_, W>) -> Simplex<W> {
        let mut simplex = Simplex::empty();
        for &vertices in &self.pairs[..self.count] {
            simplex.push(vertices, pair.difference(vertices));
        }
        simplex
    }

    /// Whether a simplex, reduced to its nearest point v, has the origin in it or near enough.
    fn holds<W: WideVector>(&self, simplex: &Simplex<W>, v: W) -> bool {
        simplex.count == W::DIM + 1 || v.dot(&v) <= self.tolerance * simplex.largest()
    }

    fn remember<W: WideVector>(&mut self, simplex: &Simplex<W>, axis: W) {
        (self.axis, self.pairs, self.count) = (axis.padded(), simplex.pairs, simplex.count);
    }

    fn apart<W: WideVector>(&mut self, simplex: &Simplex<W>, v: W, steps: u32) -> Answer<W> {
        self.remember(simplex, -v);
        Answer::apart(steps, -v)
    }

    fn meet<W: WideVector>(&mut self, simplex: &Simplex<W>, steps: u32) -> Answer<W> {
        self.remember(simplex, W::ORIGIN);
        Answer { distance: None, ..Answer::meet(steps) }
    }
}

fn found<W: WideVector>(simplex: &Simplex<W>, name: &'static str) -> Step {
    Step::named(name).simplex("simplex", simplex.points())
}

/// The vertices of A − B farthest along −v, and their difference.
fn beyond<W: WideVector>(pair: &Pair<'_, W>, v: W) -> ([u32; 2], W) {
    let vertices = support_against(pair, v);
    (vertices, pair.difference(vertices))
}

fn shown<W: WideVector>(simplex: &Simplex<W>, v: W, w: W, vertices: [u32; 2]) -> Step {
    Step::named(if v.dot(&w) > 0.0 { "v separates" } else { "v does not separate" })
        .simplex("simplex", simplex.points())
        .direction("v", v)
        .simplex("support point", &[w])
        .vertices("support vertex", 0, vec![vertices[0]])
        .vertices("support vertex", 1, vec![vertices[1]])
        .number("v·w", v.dot(&w))
        .number("gap along v", v.dot(&w) / WideVector::length(v))
}
