//! What rounding does to theorem C, and how far axes may lean over a cell. docs/math/robots.md, "Rounding".

use crate::chain::{Chain, Standing};
use crate::course::Local;
use crate::frame::{U, UP};

/// How far axes may lean: between a held link and an axis, the turns move it.
pub(crate) struct Leans {
    /// At [held · steps + step]: Σ D_j S over the turns j between them.
    lean: Vec<f64>,
    steps: usize,
}

impl Leans {
    pub fn of(&self, held: usize, step: usize) -> f64 {
        self.lean[held * self.steps + step]
    }
}

/// A unit axis is not longer than 1 plus this.
pub(crate) const AXIS_LENGTH: f64 = 1.0 / (1u64 << 40) as f64;

/// The error of w_k(p), and how long it may be at the centre.
pub(crate) fn move_error(slides: bool, size: f64, point_error: f64, axis_error: f64) -> (f64, f64) {
    if slides { (axis_error, 1.0) } else { (2.0 * size * axis_error + 2.0 * point_error * UP, 2.0 * size) }
}

/// The error of a distance from an axis. A frame turned back is its transpose, which errs, too.
pub(crate) fn reach_error(size: f64, point_error: f64, axis_error: f64) -> f64 {
    move_error(false, size, point_error, axis_error).0 + 16.0 * size * axis_error
}

/// The errors of the places of both nodes, and of what moves them to first order; with 512 roundings of every sum. For
/// each step: whether it slides, and how it moves.
pub(crate) fn noise_of_ways<'l>(
    steps: impl Iterator<Item = (bool, &'l Local)>,
    size: f64,
    point_error: f64,
    axis_error: f64,
) -> f64 {
    let own = |(slides, local): (bool, &Local)| {
        let (error, longest) = move_error(slides, size, point_error, axis_error);
        (local.sway + local.bend) * (error + 512.0 * U * longest) + local.slope_error * longest * 2.0
    };
    2.0 * point_error + 512.0 * U * size + steps.map(own).sum::<f64>()
}

/// How far the axes may lean. S_jk bounds the sine of the angle between two axes over the cell: only the turns strictly
/// between two axes change theirs.
pub(crate) fn leans(chain: &Chain, locals: &[Local], standing: &Standing) -> Leans {
    let steps = locals.len();
    let turns = |step: usize| if chain.steps[step].slides { 0.0 } else { locals[step].sway };
    let mut tilt = vec![0.0f64; steps * steps];
    for between in 1..steps {
        for j in 0..steps - between {
            let k = j + between;
            let now = standing.axes[j].cross(standing.axes[k]).length() + 2.0 * standing.axis_error + 8.0 * U;
            let lean: f64 = (j + 1..k).map(|l| turns(l) * tilt[l * steps + k]).sum();
            let most = ((now + lean) * UP).min(1.0 + AXIS_LENGTH);
            (tilt[j * steps + k], tilt[k * steps + j]) = (most, most);
        }
    }
    let mut lean = vec![0.0; (steps + 1) * steps];
    for held in 0..=steps {
        for step in 0..steps {
            let between = if step >= held { held..step } else { step + 1..held };
            lean[held * steps + step] = between.map(|j| turns(j) * tilt[j * steps + step]).sum::<f64>() * UP;
        }
    }
    Leans { lean, steps }
}
