//! Motions in intervals hold the exact ones, which numbers of 256 places know.

use super::*;
use crate::motion::rotation_numbers;

#[test]
fn sines_and_turns_hold_the_exact_ones_and_are_narrow() {
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    for round in 0..400 {
        let angle = random() * [0.3, 3.2, 30.0, 3000.0][round % 4];
        let exact = rotation_numbers([0.0, 0.0, 1.0], angle);
        let [sine, cosine] = sine_cosine(&Interval::of(angle));
        for (interval, exact) in [(sine, exact[1][0]), (cosine, exact[0][0])] {
            assert!(interval.low <= exact.next_up() && exact.next_down() <= interval.high, "{angle}");
            assert!(interval.high - interval.low < 1e-15 * (1.0 + angle.abs()), "{angle}");
        }
        let axis = [random(), random(), random()];
        // The turn vector is of the floats' own length, so the angle is that length times the factor.
        let turned = Frame::turn(&unit(axis).unwrap(), &super::length(&vector(axis)).times(&Interval::of(angle)));
        let exact = rotation_numbers(axis, angle);
        for (row, exact) in turned.rows.iter().zip(exact) {
            for (x, exact) in row.iter().zip(exact) {
                assert!(x.low <= exact.next_up() && exact.next_down() <= x.high, "{angle}");
                assert!(x.high - x.low < 1e-14 * (1.0 + angle.abs()), "{angle}");
            }
        }
    }
}

#[test]
fn roll_pitch_yaw_and_quaternions_of_any_length_are_the_same_turns() {
    let frame = Frame::of_angles([0.3, -0.4, 0.5]);
    // The same by half angles.
    let half = [0.3f64, -0.4, 0.5].map(|angle| (0.5 * angle).sin_cos());
    let [(sr, cr), (sp, cp), (sy, cy)] = half;
    let [x, y] = [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy];
    let [z, w] = [cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
    let same = Frame::of_quaternion([7.0 * x, 7.0 * y, 7.0 * z, 7.0 * w]).unwrap();
    for (row, other) in frame.rows.iter().zip(same.rows) {
        assert!(row.iter().zip(other).all(|(x, y)| x.minus(&y).most() < 2e-15));
    }
    assert!(Frame::of_quaternion([0.0; 4]).is_none());
    let angle = Interval { low: -1.0, high: 2.0 };
    assert_eq!(sine_cosine(&angle)[0], Interval { low: -1.0, high: 1.0 });
}
