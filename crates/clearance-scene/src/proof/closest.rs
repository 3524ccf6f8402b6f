//! The closest points of two simplices, without rounding.
//!
//! **Problem.** min |y − x| over x in A and y in B, each with up to three corners.
//!
//! **Method.** Of all closest pairs one is extreme: x and y cannot both move along the same vector. Let F and G be the
//! least faces that hold them. Then the edges of F and G are linearly independent, so F and G have at most five corners
//! together, and their pair of closest points solves linear equations with a positive determinant. So all pairs of faces
//! with up to five corners are tried, and of the solutions whose weights are not negative the nearest is the answer.
//!
//! **Source.** Ericson 2005, 5.1; here as one system for all pairs of faces (Wilhelmsen 1976).

use clearance::each::Each;
use dashu_base::Sign;
use dashu_ratio::Relaxed;

/// A point in exact numbers.
pub(super) type Exact = [Relaxed; 3];

/// The closest points of two simplices.
pub(super) struct Closest {
    /// The weights of the corners, times `scale`. They are not negative.
    pub weights: [[Relaxed; 3]; 2],
    /// From A's point to B's, times `scale`.
    pub vector: Exact,
    /// Positive.
    pub scale: Relaxed,
}

/// The closest points of two simplices. Corners may be equal or on one line.
pub(super) fn closest([a, b]: [&[Exact; 3]; 2]) -> Closest {
    let faces = (1..8).flat_map(|of_a| (1..8).map(move |of_b| [face(of_a), face(of_b)]));
    let solutions = faces.filter(|[f, g]| f.len() + g.len() <= 5).filter_map(|faces| of_faces([a, b], &faces));
    let mut best: Option<Closest> = None;
    for found in solutions {
        if best.as_ref().is_none_or(|best| found.is_nearer_than(best)) {
            let is_done = found.is_closest(a, b);
            best = Some(found);
            if is_done {
                break;
            }
        }
    }
    best.expect("two corners are a pair of faces")
}

impl Closest {
    /// The least float from `upper` on that is not below the distance. `None` if that is not one of the next hundred.
    pub fn bound_from(&self, upper: f64) -> Option<f64> {
        let square = product(&self.vector, &self.vector);
        let holds = |bound: f64| {
            Relaxed::try_from(bound).is_ok_and(|bound| {
                let most = bound * &self.scale;
                square <= &most * &most
            })
        };
        std::iter::successors(Some(upper), |bound| Some(bound.next_up())).take(100).find(|&bound| holds(bound))
    }

    fn is_nearer_than(&self, other: &Self) -> bool {
        let own = product(&self.vector, &self.vector) * &other.scale * &other.scale;
        own < product(&other.vector, &other.vector) * &self.scale * &self.scale
    }

    /// Whether the planes through both points, across the vector, have A and B on their outer sides: then nothing is
    /// nearer. Also if the points are one.
    fn is_closest(&self, a: &[Exact; 3], b: &[Exact; 3]) -> bool {
        let is_outermost = |corners: &[Exact; 3], weights: &[Relaxed; 3], outward: &Exact| {
            let heights = corners.each_ref().each(|corner| product(corner, outward));
            let own = product(weights, &heights);
            heights.iter().all(|height| height * &self.scale <= own)
        };
        let back = self.vector.each_ref().each(|x| -x.clone());
        is_outermost(a, &self.weights[0], &self.vector) && is_outermost(b, &self.weights[1], &back)
    }
}

/// The corners that a mask names.
fn face(mask: usize) -> Vec<usize> {
    (0..3).filter(|corner| mask >> corner & 1 == 1).collect()
}

/// The closest points of the planes or lines through two faces, if they are unique and lie in the faces.
fn of_faces(simplices: [&[Exact; 3]; 2], faces: &[Vec<usize>; 2]) -> Option<Closest> {
    let base = [0, 1].each(|side: usize| &simplices[side][faces[side][0]]);
    // y − x = r − Σ λ·c over the edges c of A's face and the reversed edges of B's.
    let r = minus(base[1], base[0]);
    let edges_of_a = faces[0][1..].iter().map(|&corner| minus(&simplices[0][corner], base[0]));
    let edges_of_b = faces[1][1..].iter().map(|&corner| minus(base[1], &simplices[1][corner]));
    let edges: Vec<Exact> = edges_of_a.chain(edges_of_b).collect();
    let gram: Vec<Vec<Relaxed>> =
        edges.iter().map(|row| edges.iter().map(|column| product(row, column)).collect()).collect();
    let scale = determinant(&gram);
    if scale.sign() != Sign::Positive || scale.is_zero() {
        return None;
    }
    let right: Vec<Relaxed> = edges.iter().map(|edge| product(edge, &r)).collect();
    let mut weights = [const { [Relaxed::ZERO; 3] }; 2];
    weights[0][faces[0][0]] = scale.clone();
    weights[1][faces[1][0]] = scale.clone();
    let mut vector = r.each(|x| x * &scale);
    for (place, edge) in edges.iter().enumerate() {
        // Cramer's rule.
        let mut replaced = gram.clone();
        for row in 0..edges.len() {
            replaced[row][place] = right[row].clone();
        }
        let weight = determinant(&replaced);
        let (side, corner) = match place.checked_sub(faces[0].len() - 1) {
            None => (0, faces[0][place + 1]),
            Some(place) => (1, faces[1][place + 1]),
        };
        let first = faces[side][0];
        weights[side][first] = &weights[side][first] - &weight;
        vector = minus(&vector, &edge.each_ref().each(|x| x * &weight));
        weights[side][corner] = weight;
    }
    let is_inside = weights.iter().flatten().all(|weight| weight.is_zero() || weight.sign() == Sign::Positive);
    is_inside.then_some(Closest { weights, vector, scale })
}

/// The determinant of up to three rows, by the first row. 1 without rows.
fn determinant(rows: &[Vec<Relaxed>]) -> Relaxed {
    let Some((first, rest)) = rows.split_first() else { return Relaxed::ONE };
    let mut sum = Relaxed::ZERO;
    for (column, factor) in first.iter().enumerate() {
        let without = |row: &Vec<Relaxed>| [&row[..column], &row[column + 1..]].concat();
        let term = factor * determinant(&rest.iter().map(without).collect::<Vec<_>>());
        sum = if column % 2 == 0 { sum + term } else { sum - term };
    }
    sum
}

fn minus(a: &Exact, b: &Exact) -> Exact {
    std::array::from_fn(|axis| &a[axis] - &b[axis])
}

fn product(a: &Exact, b: &Exact) -> Relaxed {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}
