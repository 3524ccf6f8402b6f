//! Looks at two bodies at a moment of their motion.
//!
//! A search asks for brackets of the signed distance at rounded poses. Whether rounded poses touch exactly means nothing, so
//! floats answer with bounds that may hold zero. In grazes alone exact signs help: their bracket is tighter.

use crate::motion::planes::Moment;
use crate::motion::search::Search;
use crate::numbers::real::smaller;
use crate::query::solver::{Precision, Solver};
use crate::result::motion::MotionStep;
use crate::result::proximity::Proximity;
use crate::space::vector::WideVector;

/// The signed distance at a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look<W: WideVector> {
    pub fraction: f64,
    pub answer: Proximity<W>,
    /// Proven bounds of the signed distance, with the rounding of the poses.
    pub lower: f64,
    pub upper: f64,
}

impl<W: WideVector> Search<'_, '_, W> {
    /// A look at a moment.
    pub fn look(&mut self, at: &Moment<W>) -> Look<W> {
        if self.last.fraction == at.fraction {
            return self.last;
        }
        self.looks += 1;
        let solver = self.solver_of_looks();
        let cache = Some(self.cache.as_deref_mut().unwrap_or(&mut self.own_cache));
        self.last = if at.fraction == 0.0 {
            let answer = self.moving.distance_at_start(&self.solver, cache);
            Look { fraction: 0.0, answer, lower: answer.lower, upper: answer.upper }
        } else {
            let answer = self.moving.distance(&solver, at, cache);
            self.look_of(at, answer)
        };
        self.show_look(at);
        self.last
    }

    /// A look at a moment, which tells whether there is contact if anything does: where the rounding of a search in floats
    /// hides it, the look is taken again with exact signs.
    pub(super) fn decided_look(&mut self, at: &Moment<W>) -> Look<W> {
        let look = self.look(at);
        if at.fraction > 0.0 && look.lower <= self.level && self.level < look.upper {
            let answer = self.moving.decided_distance(&self.solver_of_looks(), at);
            let decided = self.look_of(at, answer);
            if decided.upper - decided.lower < look.upper - look.lower {
                self.last = decided;
            }
        }
        self.last
    }

    /// The greatest number of looks.
    pub fn most_looks(&self) -> u32 {
        self.solver.iterations()
    }

    fn solver_of_looks(&self) -> Solver {
        Solver { precision: Precision::Float, tolerance: smaller(self.solver.tolerance, 1e-9), ..self.solver }
    }

    /// An answer about rounded poses as a look.
    fn look_of(&self, at: &Moment<W>, answer: Proximity<W>) -> Look<W> {
        let noise = self.moving.noise_of_look(at, 0.0);
        Look { fraction: at.fraction, answer, lower: answer.lower - noise, upper: answer.upper + noise }
    }

    fn show_look(&mut self, at: &Moment<W>) {
        if self.observe.is_some() {
            let proximity = self.proximity_at(at);
            self.show(&MotionStep::Look { fraction: at.fraction, proximity });
        }
    }

    /// The answer of a look, with its points in the world.
    pub fn proximity_at(&mut self, at: &Moment<W>) -> Proximity<W> {
        let look = self.look(at);
        self.in_world(&look)
    }

    /// The answer of a look, with its points in the world.
    pub fn in_world(&self, look: &Look<W>) -> Proximity<W> {
        if look.fraction == 0.0 { look.answer } else { self.moving.in_world(look.answer, look.fraction) }
    }
}
