//! Affine maps of space, in double precision.

use super::Axis;
use crate::fault::Fault;
use crate::space::{Point, cross, dot};

/// Three rows of a matrix. Row i gives coordinate i: the dot product with `[x, y, z, 1]`.
pub type Affine = [[f64; 4]; 3];

/// The map that moves nothing.
pub const IDENTITY: Affine = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

/// The map that applies `inner` first.
pub fn product(outer: &Affine, inner: &Affine) -> Affine {
    let column = |row: &[f64; 4], j: usize| row[0] * inner[0][j] + row[1] * inner[1][j] + row[2] * inner[2][j];
    outer.map(|row| [column(&row, 0), column(&row, 1), column(&row, 2), column(&row, 3) + row[3]])
}

/// Whether no number is infinite or NaN.
pub fn is_finite(map: &Affine) -> bool {
    map.iter().flatten().all(|number| number.is_finite())
}

/// By how much volumes grow. It is negative if the map mirrors. Only its sign is used.
pub fn determinant(map: &Affine) -> f64 {
    let [a, b, c] = map.map(|[x, y, z, _]| {
        // Rows of unit size, so that no product leaves the range of numbers.
        let size = x.abs().max(y.abs()).max(z.abs());
        if size > 0.0 { [x / size, y / size, z / size] } else { [0.0; 3] }
    });
    dot(a, cross(b, c))
}

/// Moves by `offset`.
pub fn translation(offset: Point) -> Affine {
    [[1.0, 0.0, 0.0, offset[0]], [0.0, 1.0, 0.0, offset[1]], [0.0, 0.0, 1.0, offset[2]]]
}

/// Multiplies each coordinate by its factor.
pub fn scaling([x, y, z]: Point) -> Affine {
    [[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0]]
}

/// The rotation of a quaternion `[x, y, z, w]` of any length but zero.
pub fn rotation([x, y, z, w]: [f64; 4]) -> Result<Affine, Fault> {
    // Of unit size, so that no square leaves the range of numbers. The division by the square of the length makes it a
    // rotation although files round quaternions to six digits.
    let size = x.abs().max(y.abs()).max(z.abs()).max(w.abs());
    if !(size > 0.0) {
        return Err(Fault::new("expected a quaternion, found zeros"));
    }
    let [x, y, z, w] = [x / size, y / size, z / size, w / size];
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    Ok([
        [1.0 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), 0.0],
        [s * (x * y + z * w), 1.0 - s * (x * x + z * z), s * (y * z - x * w), 0.0],
        [s * (x * z - y * w), s * (y * z + x * w), 1.0 - s * (x * x + y * y), 0.0],
    ])
}

/// The rotation about `axis` by an angle in degrees. It has no rounding errors at multiples of 90 degrees about an axis
/// of the coordinates.
pub fn rotation_about(axis: Point, degrees: f64) -> Result<Affine, Fault> {
    let size = axis.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
    let angle = degrees % 360.0;
    if angle == 0.0 {
        return Ok(IDENTITY);
    }
    if !(size > 0.0) {
        return Err(Fault::new("expected an axis to rotate about, found zeros"));
    }
    let axis = axis.map(|x| x / size);
    let length = dot(axis, axis).sqrt();
    let [x, y, z] = axis.map(|x| x / length);
    let (sine, cosine) = match angle {
        90.0 | -270.0 => (1.0, 0.0),
        180.0 | -180.0 => (0.0, -1.0),
        270.0 | -90.0 => (-1.0, 0.0),
        angle => angle.to_radians().sin_cos(),
    };
    let rest = 1.0 - cosine;
    Ok([
        [cosine + x * x * rest, x * y * rest - z * sine, x * z * rest + y * sine, 0.0],
        [x * y * rest + z * sine, cosine + y * y * rest, y * z * rest - x * sine, 0.0],
        [x * z * rest - y * sine, y * z * rest + x * sine, cosine + z * z * rest, 0.0],
    ])
}

/// The rotation from coordinates where `from` points up to those where `to` does.
pub fn turn(from: Axis, to: Axis) -> Affine {
    let (from, to) = (frame(from), frame(to));
    let row = |i: usize| {
        let entry = |j: usize| (0..3).map(|k| to[k][i] * from[k][j]).sum::<f64>();
        [entry(0), entry(1), entry(2), 0.0]
    };
    [row(0), row(1), row(2)]
}

/// What is to the right, what is up, and what is away from the viewer (COLLADA 1.4.1, `up_axis`).
fn frame(up: Axis) -> [Point; 3] {
    match up {
        Axis::X => [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
        Axis::Y => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]],
        Axis::Z => [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarter_turns_have_no_rounding_errors_and_compose() {
        let quarter = rotation_about([0.0, 0.0, 5.0], 90.0).unwrap();
        assert_eq!(quarter, [[0.0, -1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);
        assert_eq!(product(&quarter, &quarter), rotation_about([0.0, 0.0, 1.0], -180.0).unwrap());
        assert_eq!(rotation([0.0, 0.0, 1e-200, 1e-200]).unwrap(), quarter);
        assert!(rotation([0.0; 4]).is_err() && rotation_about([0.0; 3], 1.0).is_err());
    }

    #[test]
    fn turns_between_axes_are_rotations_and_take_up_to_up() {
        for (from, up) in [(Axis::X, [1.0, 0.0, 0.0]), (Axis::Y, [0.0, 1.0, 0.0]), (Axis::Z, [0.0, 0.0, 1.0])] {
            let there = turn(from, Axis::Z);
            assert_eq!(there.map(|[x, y, z, _]| dot([x, y, z], up)), [0.0, 0.0, 1.0]);
            assert_eq!(determinant(&there), 1.0);
            assert_eq!(product(&turn(Axis::Z, from), &there), IDENTITY);
        }
    }
}
