//! Rotations by rotation vectors.

use crate::motion::fixed::Fixed;
use crate::number::Number;

pub(crate) type Vector = [Fixed; 3];
pub(crate) type Matrix = [Vector; 3];

/// Terms of the series: 4^-40 / 80! is below the last place.
const TERMS: u32 = 40;

/// The greatest angle in radians, 2^24. Larger: more squarings, and errors that double with each. Smaller: proofs of
/// millions of turns are refused.
const MOST: f64 = (1u64 << 24) as f64;

pub(crate) fn vector(x: [f64; 3]) -> Vector {
    x.map(Fixed::of)
}

pub(crate) fn sum(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|k| x[k].plus(&y[k]))
}

pub(crate) fn difference(x: &Vector, y: &Vector) -> Vector {
    std::array::from_fn(|k| x[k].minus(&y[k]))
}

pub(crate) fn product(x: &Vector, factor: &Fixed) -> Vector {
    x.each_ref().map(|x| x.times(factor))
}

pub(crate) fn length(x: &Vector) -> Fixed {
    Fixed::dot(x, x).root()
}

pub(crate) fn cross(x: &Vector, y: &Vector) -> Vector {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| x[i].times(&y[j]).minus(&x[j].times(&y[i])))
}

pub(crate) fn image(matrix: &Matrix, x: &Vector) -> Vector {
    matrix.each_ref().map(|row| Fixed::dot(row, x))
}

pub(crate) fn transposed(matrix: &Matrix) -> Matrix {
    std::array::from_fn(|i| std::array::from_fn(|j| matrix[j][i].clone()))
}

/// The rotation by t·w: its axis is w, and its angle t·|w| in radians. `None` if that is more than 2^24.
///
/// With v = t·w / 2^k of a length up to 1/2 and V = v ×, the rotation by v is 1 + sin|v|/|v|·V + (1 − cos|v|)/|v|²·V²
/// (Rodrigues). Both quotients are power series in |v|². k squarings are the rest.
pub(crate) fn rotation(w: [f64; 3], t: f64) -> Option<Matrix> {
    let angle = w.iter().map(|x| (x * t).abs()).sum::<f64>();
    if !(angle <= MOST) {
        return None;
    }
    let mut halvings = 0;
    while angle > 0.5 * (1u64 << halvings) as f64 {
        halvings += 1;
    }
    let t = Fixed::of(t);
    let v = w.map(|x| Fixed::of(x).times(&t).halved(halvings));
    let square = Fixed::dot(&v, &v);
    let (sine, cosine) = (series(&square, 1), series(&square, 2));
    let mut matrix: Matrix = std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            // V² = v·vᵀ − |v|².
            let quadratic = v[i].times(&v[j]).times(&cosine);
            if i == j {
                return Fixed::of(1.0).plus(&quadratic).minus(&square.times(&cosine));
            }
            let linear = sine.times(&if j == next { v[last].negated() } else { v[next].clone() });
            quadratic.plus(&linear)
        })
    });
    for _ in 0..halvings {
        let columns = transposed(&matrix);
        matrix = matrix.each_ref().map(|row| columns.each_ref().map(|column| Fixed::dot(row, column)));
    }
    Some(matrix)
}

/// 1/first! − x/(first + 2)! + x²/(first + 4)! − …, for x up to 1/4.
fn series(x: &Fixed, first: u32) -> Fixed {
    let mut term = Fixed::of(1.0).divided_by(first);
    let mut sum = term.clone();
    for k in 0..TERMS {
        let n = first + 2 * k;
        term = term.times(x).divided_by((n + 1) * (n + 2)).negated();
        sum = sum.plus(&term);
    }
    // The signs alternate and the terms fall: what is left is less than the last one, which is less than the last
    // place.
    sum.blurred()
}

#[cfg(test)]
#[path = "../../tests/unit/turn.rs"]
mod tests;
