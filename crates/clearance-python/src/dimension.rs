//! The plane and space: what a class holds for either, and how its numbers become vectors.

use clearance::{AnyShape, Pose, PoseError, Quaternion, Rotation2, Vec2, Vec3, WideVector, vec2, vec3};

/// A value of the plane or of space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum In<P, S> {
    Plane(P),
    Space(S),
}

/// The same expression for the value of the plane and for that of space.
macro_rules! each {
    ($value:expr, $inner:ident => $answer:expr) => {
        match $value {
            $crate::dimension::In::Plane($inner) => $answer,
            $crate::dimension::In::Space($inner) => $answer,
        }
    };
}
pub(crate) use each;

/// The plane.
pub type Plane = Vec2<f64>;
/// Space.
pub type Space = Vec3<f64>;
/// A shape of either.
pub type Any = In<AnyShape<Plane>, AnyShape<Space>>;

/// The plane or space. All numbers are `f64`: those of `float32` arrays are widened without rounding.
pub trait Dimension: WideVector + Sync {
    /// 2 or 3.
    const SIZE: usize;
    /// How many numbers a rotation has: `[c, s]` or `[x, y, z, w]`.
    const TURN: usize;
    /// How many numbers a twist has: the translation, then the turn.
    const TWIST: usize;

    /// The vector of these coordinates, which are as many as the dimension.
    fn of(coordinates: &[f64]) -> Self;
    /// The coordinates.
    fn coordinates(&self) -> Vec<f64>;
    /// The rotation of these numbers, divided by its length.
    fn rotation(numbers: &[f64]) -> Result<Self::Rotation, PoseError>;
    /// The numbers of a rotation.
    fn numbers(rotation: &Self::Rotation) -> Vec<f64>;
    /// The pose of a square matrix in row-major order.
    fn pose_of_matrix(rows: &[f64]) -> Result<Pose<Self>, PoseError>;
    /// The matrix of a pose in row-major order.
    fn matrix(pose: &Pose<Self>) -> Vec<f64>;
    /// The turn of a motion: an angle or a rotation vector.
    fn turn(numbers: &[f64]) -> Self::Turn;
    /// The numbers of a turn: one angle, or a vector.
    fn angles(turn: Self::Turn) -> Vec<f64>;
    /// A shape of this dimension.
    fn any(shape: AnyShape<Self>) -> Any;
}

impl Dimension for Plane {
    const SIZE: usize = 2;
    const TURN: usize = 2;
    const TWIST: usize = 3;

    fn of(c: &[f64]) -> Self {
        vec2(c[0], c[1])
    }
    fn coordinates(&self) -> Vec<f64> {
        vec![self.x, self.y]
    }
    fn rotation(n: &[f64]) -> Result<Rotation2<f64>, PoseError> {
        Rotation2::new(n[0], n[1])
    }
    fn numbers(rotation: &Rotation2<f64>) -> Vec<f64> {
        vec![rotation.c, rotation.s]
    }
    fn pose_of_matrix(rows: &[f64]) -> Result<Pose<Self>, PoseError> {
        Pose::from_row_major(square::<3>(rows))
    }
    fn matrix(pose: &Pose<Self>) -> Vec<f64> {
        pose.to_row_major().as_flattened().to_vec()
    }
    fn turn(numbers: &[f64]) -> f64 {
        numbers[0]
    }
    fn angles(turn: f64) -> Vec<f64> {
        vec![turn]
    }
    fn any(shape: AnyShape<Self>) -> Any {
        In::Plane(shape)
    }
}

impl Dimension for Space {
    const SIZE: usize = 3;
    const TURN: usize = 4;
    const TWIST: usize = 6;

    fn of(c: &[f64]) -> Self {
        vec3(c[0], c[1], c[2])
    }
    fn coordinates(&self) -> Vec<f64> {
        vec![self.x, self.y, self.z]
    }
    fn rotation(n: &[f64]) -> Result<Quaternion<f64>, PoseError> {
        Quaternion::new(n[0], n[1], n[2], n[3])
    }
    fn numbers(rotation: &Quaternion<f64>) -> Vec<f64> {
        vec![rotation.x, rotation.y, rotation.z, rotation.w]
    }
    fn pose_of_matrix(rows: &[f64]) -> Result<Pose<Self>, PoseError> {
        Pose::from_row_major(square::<4>(rows))
    }
    fn matrix(pose: &Pose<Self>) -> Vec<f64> {
        pose.to_row_major().as_flattened().to_vec()
    }
    fn turn(n: &[f64]) -> Vec3<f64> {
        vec3(n[0], n[1], n[2])
    }
    fn angles(turn: Vec3<f64>) -> Vec<f64> {
        turn.coordinates()
    }
    fn any(shape: AnyShape<Self>) -> Any {
        In::Space(shape)
    }
}

/// The rows of a square matrix.
fn square<const N: usize>(numbers: &[f64]) -> [[f64; N]; N] {
    let mut rows = [[0.0; N]; N];
    rows.as_flattened_mut().copy_from_slice(&numbers[..N * N]);
    rows
}

impl<P, S> In<P, S> {
    /// 2 or 3.
    pub fn size(&self) -> usize {
        match self {
            Self::Plane(_) => 2,
            Self::Space(_) => 3,
        }
    }
}
