//! Rotations by their laws.

use super::*;

fn near(x: &Fixed, y: f64) -> bool {
    let room = Fixed::of(1e-15);
    !x.minus(&Fixed::of(y)).abs().is_above(&room)
}

#[test]
fn turns_about_an_axis_have_sines_and_cosines() {
    for angle in [0.0, 1e-9, 0.5, -2.0, 3.0, 100.0, -6283.0] {
        let matrix = rotation([0.0, 0.0, 2.0 * angle], 0.5).unwrap();
        let (s, c) = f64::sin_cos(angle);
        let expected = [[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]];
        for (row, expected) in matrix.iter().zip(expected) {
            assert!(row.iter().zip(expected).all(|(x, y)| near(x, y)), "{angle}");
        }
    }
}

/// Law: R keeps its axis, RᵀR = 1, and two turns add up. The errors stay below 2^-150 after a thousand turns.
#[test]
fn turns_are_rotations_to_many_digits() {
    let w = [3000.25, -4000.5, 1234.0];
    let matrix = rotation(w, 0.75).unwrap();
    let tiny = Fixed::of(2f64.powi(-150));
    let is_tiny = |x: &Fixed| !x.abs().is_above(&tiny);
    let axis = vector(w);
    assert!(difference(&image(&matrix, &axis), &axis).iter().all(is_tiny));
    let unit = transposed(&matrix).map(|row| row.map(|x| x.times(&Fixed::of(1.0))));
    for i in 0..3 {
        for j in 0..3 {
            let expected = Fixed::of(if i == j { 1.0 } else { 0.0 });
            assert!(is_tiny(&Fixed::dot(&unit[i], &unit[j]).minus(&expected)));
        }
    }
    let (half, point) = (rotation(w, 0.375).unwrap(), vector([1.0, 2.0, 3.0]));
    let twice = image(&half, &image(&half, &point));
    assert!(difference(&twice, &image(&matrix, &point)).iter().all(is_tiny));
}

#[test]
fn a_turn_beyond_all_reason_is_none() {
    assert!(rotation([1e13, 0.0, 0.0], 1.0).is_none() && rotation([f64::NAN, 0.0, 0.0], 1.0).is_none());
}
