//! Frames with a bound of their error.
//!
//! **Problem.** A link's pose is a product of rotations and translations that are real numbers. Floats give a matrix M~
//! and a place t~ with |M~ − M| ≤ `turn_error` (the operator norm) and |t~ − t| ≤ `place_error`. So a point p of the
//! link is within `turn_error`·|p| + `place_error` of where it is computed, before the rounding of that computation.
//!
//! **Method.** Let u = 2⁻⁵³.
//! 1. A turn by an angle about a unit axis: Rodrigues' formula. Sine and cosine are within 2.1u, the axis within 4u; the
//!    entries round by a few u. Together it is below 30u in the Frobenius norm; [`TURN`] is 40u. An angle that is off by
//!    δ adds δ.
//! 2. A product of matrices: each entry is a sum of three products and rounds by at most 3.01u of the product of a row's
//!    and a column's length, which are 1 but for errors. All nine together: 9.1u; [`PRODUCT`] is 10u.
//! 3. t₁ + M₁t₂: each coordinate is a sum of four terms. Together at most 7u·|t₂| + 4u·|t₁|; the factor is 8u.
//!
//! The bounds themselves are computed in floats. Their relative error is below 2⁻⁴⁰, and [`UP`] makes up for it.

use clearance::real::{U, UP, sqrt};
use clearance::{Pose, Quaternion, Rotation2, Vec3, vec3};

/// The error of a turn's matrix, in the Frobenius norm.
const TURN: f64 = 40.0 * U;
/// The error of a product of two matrices of rotations.
const PRODUCT: f64 = 10.0 * U;
/// The relative error of a unit axis.
pub const AXIS: f64 = 4.0 * U;

/// A rigid motion with a bound of its error: columns of a matrix, and a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// The images of the three axes, as they are computed.
    pub columns: [Vec3<f64>; 3],
    /// The image of the origin, as it is computed.
    pub place: Vec3<f64>,
    /// No true image of a unit vector is farther than this from the computed one.
    pub turn_error: f64,
    /// The true image of the origin is not farther than this from `place`.
    pub place_error: f64,
}

const IDENTITY: [Vec3<f64>; 3] = [vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0), vec3(0.0, 0.0, 1.0)];

impl Frame {
    /// The motion that moves nothing. It has no error.
    pub const IDENTITY: Self =
        Self { columns: IDENTITY, place: vec3(0.0, 0.0, 0.0), turn_error: 0.0, place_error: 0.0 };

    /// A translation. `error` bounds its error.
    #[inline]
    pub fn shift(place: Vec3<f64>, error: f64) -> Self {
        Self { place, place_error: error, ..Self::IDENTITY }
    }

    /// The turn by an angle in radians about a unit axis. The true angle is within `error` of it.
    pub fn turn(axis: Vec3<f64>, angle: f64, error: f64) -> Self {
        if angle == 0.0 && error == 0.0 {
            return Self::IDENTITY;
        }
        let Rotation2 { c, s } = Rotation2::<f64>::from_angle(angle);
        let image = |p: Vec3<f64>| p * c + axis.cross(p) * s + axis * (axis.dot(p) * (1.0 - c));
        let columns = IDENTITY.map(image);
        // From 2⁴⁰ on the reduction of the angle has an error of its own, and nothing is claimed.
        let known = if angle.abs() < (1u64 << 40) as f64 { 0.0 } else { f64::INFINITY };
        Self { columns, turn_error: (TURN + error) * UP + known, ..Self::IDENTITY }
    }

    /// The rotation of a quaternion x, y, z, w divided by its length. Its length is neither zero nor infinite.
    ///
    /// The unit numbers are within 4u each. The entries 1 − 2(y² + z²) and 2(xy − zw) change by at most four times that,
    /// and round by 6u: all nine together are below 80u.
    pub fn of_quaternion(numbers: [f64; 4]) -> Self {
        if numbers[..3] == [0.0; 3] {
            return Self::IDENTITY;
        }
        let most = numbers.iter().fold(0.0f64, |most, x| most.max(x.abs()));
        let scaled = numbers.map(|x| x / most);
        let length = sqrt(scaled.iter().map(|x| x * x).sum());
        let [x, y, z, w] = scaled.map(|x| x / length);
        let columns = columns_of([x, y, z, w]);
        Self { columns, turn_error: 2.0 * TURN, ..Self::IDENTITY }
    }

    /// The product: first `other`, then this motion.
    #[inline]
    pub fn times(&self, other: &Self) -> Self {
        let turns = other.columns != IDENTITY || other.turn_error > 0.0;
        let was_turned = self.columns != IDENTITY || self.turn_error > 0.0;
        let columns = if turns { other.columns.map(|column| self.rotate(column)) } else { self.columns };
        let rounded = if turns && was_turned { PRODUCT } else { 0.0 };
        let turn_error = self.turn_error * (1.0 + other.turn_error) + other.turn_error + rounded;
        let (own, way) = (self.place.length(), other.place.length());
        if way == 0.0 && other.place_error == 0.0 {
            return Self { columns, turn_error: turn_error * UP, ..*self };
        }
        let place = self.place + self.rotate(other.place);
        let rounded = if own == 0.0 && !was_turned { 0.0 } else { 8.0 * U * (own + way) };
        let place_error =
            self.place_error + self.turn_error * way + (1.0 + self.turn_error) * other.place_error + rounded;
        Self { columns, place, turn_error: turn_error * UP, place_error: place_error * UP }
    }

    /// The frame of a link whose joint stands at `origin` in this frame, and moves it so.
    #[inline]
    pub fn child(&self, origin: &Self, motion: &Self) -> Self {
        self.times(origin).times(motion)
    }

    /// Where the frame is, as Python has it: x, y, z and a quaternion x, y, z, w.
    pub fn row(&self) -> [f64; 7] {
        let Pose { rotation: r, translation: t } = self.pose(0.0).0;
        [t.x, t.y, t.z, r.x, r.y, r.z, r.w]
    }

    /// The image of a vector.
    #[inline]
    pub fn rotate(&self, p: Vec3<f64>) -> Vec3<f64> {
        let [x, y, z] = self.columns;
        x * p.x + y * p.y + z * p.z
    }

    /// The product with the transposed matrix: n·(M p) = (turned back n)·p.
    #[inline]
    pub fn turn_back(&self, n: Vec3<f64>) -> Vec3<f64> {
        let [x, y, z] = self.columns;
        vec3(n.dot(&x), n.dot(&y), n.dot(&z))
    }

    /// The image of a point.
    #[inline]
    pub fn apply(&self, p: Vec3<f64>) -> Vec3<f64> {
        self.rotate(p) + self.place
    }

    /// A bound of the distance from a point's true image to the computed one, for points no farther than `reach` from
    /// the origin. It includes the rounding of [`Frame::apply`].
    #[inline]
    pub fn error_at(&self, reach: f64) -> f64 {
        if self.columns == IDENTITY && self.place == Vec3::default() && self.turn_error == 0.0 {
            return self.place_error;
        }
        ((self.turn_error + 8.0 * U) * reach + self.place_error + 4.0 * U * self.place.length()) * UP
    }

    /// The same motion as a pose, and a bound of |true image − image under the pose's formula| for points no farther
    /// than `reach` from the origin.
    pub fn pose(&self, reach: f64) -> (Pose<Vec3<f64>>, f64) {
        if self.columns == IDENTITY {
            return (Pose::translation(self.place), (self.turn_error * reach + self.place_error) * UP);
        }
        let [x, y, z, w] = quaternion_of(&self.columns);
        let rotation = Quaternion { x, y, z, w };
        // How far the numbers' own formula is from the matrix: measured, and its rounding. The nearest rotation and
        // the formula differ by the defect, about 4u for numbers that were just divided by their length.
        let back = columns_of([x, y, z, w]);
        let squares: f64 = (0..3).map(|i| (back[i] - self.columns[i]).length_squared()).sum();
        let error = (self.turn_error + sqrt(squares) + 64.0 * U) * reach + self.place_error;
        (Pose { rotation, translation: self.place }, error * UP)
    }
}

/// The columns of the matrix of unit numbers x, y, z, w.
fn columns_of([x, y, z, w]: [f64; 4]) -> [Vec3<f64>; 3] {
    [
        vec3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w)),
        vec3(2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w)),
        vec3(2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y)),
    ]
}

/// The unit numbers x, y, z, w of a matrix of a rotation (Shepperd 1978: divide by the largest of the four).
fn quaternion_of([a, b, c]: &[Vec3<f64>; 3]) -> [f64; 4] {
    let trace = a.x + b.y + c.z;
    let numbers = if trace > 0.0 {
        [b.z - c.y, c.x - a.z, a.y - b.x, 1.0 + trace]
    } else if a.x > b.y && a.x > c.z {
        [1.0 + a.x - b.y - c.z, b.x + a.y, c.x + a.z, b.z - c.y]
    } else if b.y > c.z {
        [b.x + a.y, 1.0 + b.y - a.x - c.z, c.y + b.z, c.x - a.z]
    } else {
        [c.x + a.z, c.y + b.z, 1.0 + c.z - a.x - b.y, a.y - b.x]
    };
    let length = sqrt(numbers.iter().map(|x| x * x).sum());
    numbers.map(|x| x / length)
}
