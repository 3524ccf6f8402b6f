//! The rotation of a turn at a fraction of it, and the turn of a rotation.

use crate::numbers::angle::{angle_of, error_of, sine_cosine};
use crate::numbers::double::Double;
use crate::numbers::each::Each;
use crate::numbers::real::{U, exponent_of, greater, ldexp};
use crate::space::rotation::Rotation;
use crate::space::vector::WideVector;

/// A turn at constant speed: an axis and the angle at fraction 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    /// The unit vector of the axis. In the plane it is (0, 0, 1).
    pub axis: [f64; 3],
    /// The angle at fraction 1. In space it is not negative.
    angle: Double,
}

/// The rotation of a turn at one fraction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turned<W: WideVector> {
    pub rotation: W::Rotation,
    pub matrix: W::Matrix,
    /// A bound of |computed − true| for the image of a unit vector: of the matrix as a map, and of the rotation.
    pub error: f64,
}

impl Turn {
    /// No turn.
    pub const NONE: Self = Self { axis: [0.0, 0.0, 1.0], angle: Double::ZERO };

    /// The turn of a rotation vector in radians. In the plane it is (0, 0, angle).
    pub fn new<W: WideVector>(vector: [f64; 3]) -> Self {
        if W::DIM == 2 {
            return Self { axis: [0.0, 0.0, 1.0], angle: vector[2].into() };
        }
        let largest = vector.iter().fold(0.0, |largest, x| greater(x.abs(), largest));
        if !(largest > 0.0 && largest < f64::INFINITY) {
            return Self { axis: [0.0, 0.0, 1.0], angle: largest.into() };
        }
        if largest > 1e-100 && largest < 1e100 {
            return Self::of_usual(vector);
        }
        // The squares of the vector leave the range.
        let exponent = exponent_of(largest);
        let Self { axis, angle } = Self::of_usual(vector.each(|x| ldexp(x, -exponent)));
        let back = |x: f64| ldexp(x, exponent);
        Self { axis, angle: Double { high: back(angle.high), low: back(angle.low) } }
    }

    /// The turn of a rotation vector whose square is in range.
    fn of_usual(vector: [f64; 3]) -> Self {
        let squared = vector.iter().fold(Double::ZERO, |sum, &x| sum.plus(Double::product(x, x)));
        let length = squared.root();
        Self { axis: vector.each(|x| x / length.high), angle: length }
    }

    pub fn is_zero(&self) -> bool {
        self.angle.high == 0.0
    }

    /// The angle at fraction 1, with its sign in the plane, in radians.
    pub fn angle(&self) -> f64 {
        self.angle.high
    }

    /// The velocity of a point that turns, in lengths a motion. `point` is relative to the centre.
    pub fn velocity_of<W: WideVector>(&self, point: W) -> W {
        let ([x, y, z], [u, v, w]) = (self.axis, point.padded());
        W::unpadded([y * w - z * v, z * u - x * w, x * v - y * u]) * self.angle.high
    }

    /// [`Turned::error`] at a fraction, or a little more.
    pub fn error_at<W: WideVector>(&self, fraction: f64) -> f64 {
        let own = if W::DIM == 2 { 4.0 * U } else { 24.0 * U };
        4.0 * error_of(self.angle.high * fraction) + own
    }

    /// The rotation at a fraction.
    ///
    /// **Error.** No turn is exact. In the plane sine and cosine err by e each: the matrix by √2·e, and 2u for its normalisation. In
    /// space each coordinate of the axis errs by 2u, and the product with the sine rounds by u: the quaternion errs by
    /// less than 2e + 6u, and the rotation by twice of that; the matrix rounds by 10u. The sums are 4e + 4u in the
    /// plane and 4e + 24u in space.
    pub fn at<W: WideVector>(&self, fraction: f64) -> Turned<W> {
        let whole = self.angle.times(fraction.into());
        if whole.high == 0.0 {
            let rotation = <W::Rotation as Rotation<W>>::IDENTITY;
            return Turned { rotation, matrix: W::identity(), error: 0.0 };
        }
        let (angle, numbers, own);
        if W::DIM == 2 {
            angle = whole;
            let (s, c) = sine_cosine(angle);
            (numbers, own) = ([c, s, 0.0, 0.0], 4.0 * U);
        } else {
            angle = whole.scaled(0.5);
            let (s, c) = sine_cosine(angle);
            let [x, y, z] = self.axis;
            (numbers, own) = ([x * s, y * s, z * s, c], 24.0 * U);
        }
        let rotation = <W::Rotation as Rotation<W>>::from_numbers(numbers);
        let error = 4.0 * error_of(angle.high) + own;
        Turned { rotation, matrix: rotation.matrix(), error: if error < 2.0 { error } else { 2.0 } }
    }
}

/// The rotation vector of a rotation, the short way round. In the plane it is (0, 0, angle).
pub(crate) fn vector_of<W: WideVector>(rotation: &W::Rotation) -> [f64; 3] {
    let [x, y, z, w] = rotation.components();
    if W::DIM == 2 {
        return [0.0, 0.0, angle_of(x, y)];
    }
    let (x, y, z, w) = if w < 0.0 { (-x, -y, -z, -w) } else { (x, y, z, w) };
    let sine = crate::space::vector::vec3(x, y, z).length();
    if sine == 0.0 {
        return [0.0; 3];
    }
    let factor = 2.0 * angle_of(w, sine) / sine;
    [x * factor, y * factor, z * factor]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::space::vector::{Vec2, Vec3};

    #[test]
    fn a_rotation_is_within_its_bound_of_the_one_that_goes_half_as_far_twice() {
        let mut random = Random(5);
        for _ in 0..2_000 {
            let vector: [f64; 3] = random.point().into();
            let turn = Turn::new::<Vec3<f64>>(vector.map(|x| 40.0 * x));
            let fraction = 0.5 * random.signed().abs();
            let (once, twice) = (turn.at::<Vec3<f64>>(fraction), turn.at::<Vec3<f64>>(2.0 * fraction));
            let p: Vec3<f64> = random.point();
            let apart = p.mapped(&once.matrix).mapped(&once.matrix) - p.mapped(&twice.matrix);
            assert!(apart.length() <= 2.0 * (2.0 * once.error + twice.error));
            let flat = Turn::new::<Vec2<f64>>([0.0, 0.0, 40.0 * vector[0]]).at::<Vec2<f64>>(fraction);
            assert!(flat.error <= 12.1 * U);
        }
        assert!(Turn::new::<Vec3<f64>>([0.0; 3]).is_zero());
        assert!(Turn::new::<Vec3<f64>>([0.0, 1e300, 0.0]).at::<Vec3<f64>>(1.0).error >= 2.0);
    }
}
