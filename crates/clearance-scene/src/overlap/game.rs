//! The best bound of a cell that several faces give together: a matrix game.
//!
//! **Problem.** The distance d(·, F) from a convex face is a convex function. So for shares y of faces, at least 0 and with
//! the sum 1, each point p of a cell with the corners c has
//!
//! ```text
//! min over F of d(p, F)  ≤  Σ y_F · d(p, F)  ≤  max over c of Σ y_F · d(c, F).
//! ```
//!
//! One face alone is one choice of shares. Between two parallel faces equal shares prove half their distance, and in a prism the best
//! ones prove its inscribed ball: without a cut. The best shares, and the best weights of the corners, are the strategies of a game with
//! the payoffs d(c, F) (von Neumann 1928). The corners' weights give a point that is as deep as the bound, where no foot is on a rim.
//!
//! **Method.** The simplex method for: the greatest Σ u_F with Σ u_F · d(c, F) ≤ 1 for each corner (Dantzig 1951). Then
//! y = u / Σ u, and the duals are the corners' weights.
//!
//! **Accuracy.** What the method finds is not trusted. The bound is computed from the shares, whatever they are.

/// The most steps. Larger: better shares of many faces. Smaller: less work where rounding holds the method still.
const MOST_STEPS: usize = 24;

/// A pivot is at least this share of the greatest payoff. Larger: some steps are left out. Smaller: rounding spoils the shares, and
/// so the bound is worse.
const PIVOT: f64 = 1e-9;

/// How much the sums of a bound may round, as a share of it: a few units a face.
const ROUNDED: f64 = 1.0 + 64.0 * f64::EPSILON;

/// The payoffs: a row a face, a column a corner.
#[derive(Default)]
pub(super) struct Game {
    corners: usize,
    payoffs: Vec<f64>,
}

/// What is found of a game.
pub(super) struct Solution {
    /// No point is farther than this from all faces.
    pub bound: f64,
    /// The share of each face, and the weight of each corner.
    pub shares: Vec<f64>,
    pub weights: Vec<f64>,
}

impl Game {
    pub fn new(corners: usize) -> Self {
        Self { corners, payoffs: Vec::new() }
    }

    /// Adds a face by its distances from the corners.
    pub fn push(&mut self, distances: impl Iterator<Item = f64>) {
        self.payoffs.extend(distances);
    }

    pub fn faces(&self) -> usize {
        self.payoffs.len() / self.corners
    }

    pub fn payoff(&self, face: usize, corner: usize) -> f64 {
        self.payoffs[face * self.corners + corner]
    }

    /// `None` if there are fewer than two faces, or the payoffs are no lengths.
    pub fn solved(&self) -> Option<Solution> {
        let (faces, corners) = (self.faces(), self.corners);
        let most = self.payoffs.iter().copied().fold(0.0, f64::max);
        if faces < 2 || !(most > 0.0 && most.is_finite()) {
            return None;
        }
        // 1. A row a corner, a column a face, and the right side; the last row is the sum that grows.
        let width = faces + 1;
        let mut table: Vec<f64> = Vec::with_capacity((corners + 1) * width);
        for corner in 0..corners {
            table.extend((0..faces).map(|face| self.payoff(face, corner) / most));
            table.push(1.0);
        }
        table.extend((0..faces).map(|_| -1.0).chain([0.0]));
        // What each row and column stands for: a face, or beyond these a corner's slack.
        let mut rows: Vec<usize> = (faces..faces + corners).collect();
        let mut columns: Vec<usize> = (0..faces).collect();
        for _ in 0..MOST_STEPS {
            // 2. The column that the sum gains most from.
            let gains = &table[corners * width..][..faces];
            let column = (0..faces).min_by(|&one, &other| gains[one].total_cmp(&gains[other]))?;
            if !(gains[column] < -PIVOT) {
                break;
            }
            // 3. The row that limits it.
            let ratio = |row: usize| table[row * width + faces] / table[row * width + column];
            let limits = (0..corners).filter(|&row| table[row * width + column] > PIVOT);
            let Some(row) = limits.min_by(|&one, &other| ratio(one).total_cmp(&ratio(other))) else { break };
            exchange(&mut table, width, [row, column]);
            std::mem::swap(&mut rows[row], &mut columns[column]);
        }
        // 4. The shares, and the weights of the corners.
        let (mut shares, mut weights) = (vec![0.0; faces], vec![0.0; corners]);
        for (row, &own) in rows.iter().enumerate().filter(|(_, own)| **own < faces) {
            shares[own] = table[row * width + faces].max(0.0);
        }
        for (column, &own) in columns.iter().enumerate().filter(|(_, own)| **own >= faces) {
            weights[own - faces] = table[corners * width + column].max(0.0);
        }
        for parts in [&mut shares, &mut weights] {
            let sum: f64 = parts.iter().sum();
            if !(sum > 0.0 && sum.is_finite()) {
                return None;
            }
            parts.iter_mut().for_each(|part| *part /= sum);
        }
        let at = |corner: usize| (0..faces).map(|face| shares[face] * self.payoff(face, corner)).sum::<f64>();
        let bound = ROUNDED * (0..corners).map(at).fold(0.0, f64::max);
        Some(Solution { bound, shares, weights })
    }
}

/// Exchanges what a row stands for with what a column does.
fn exchange(table: &mut [f64], width: usize, [row, column]: [usize; 2]) {
    let inverse = 1.0 / table[row * width + column];
    table[row * width + column] = 1.0;
    table[row * width..][..width].iter_mut().for_each(|entry| *entry *= inverse);
    let own: Vec<f64> = table[row * width..][..width].to_vec();
    for other in (0..table.len() / width).filter(|&other| other != row) {
        let entries = &mut table[other * width..][..width];
        let factor = std::mem::replace(&mut entries[column], 0.0);
        if factor != 0.0 {
            entries.iter_mut().zip(&own).for_each(|(entry, own)| *entry -= factor * own);
        }
    }
}
