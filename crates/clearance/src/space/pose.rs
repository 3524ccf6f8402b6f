//! Poses: a rotation, then a translation.

use crate::numbers::each::Each;
use crate::numbers::real::Real;
use crate::space::rotation::plane::Rotation2;
use crate::space::rotation::quaternion::Quaternion;
use crate::space::rotation::{MOST_DEFECT, PoseError, Rotation, transposed};
use crate::space::vector::{Space, Vec2, Vec3, Vector, WideVector};
use core::ops::Mul;

/// A rigid motion from a shape's own frame to the world's frame: `p ↦ rotation · p + translation`.
///
/// [`Pose::new`] checks the numbers. The public fields, [`Pose::translation`] and the conversions from other crates do
/// not. If a number is not finite, or the numbers of the rotation are not a rotation, answers about the shape have no
/// finite bounds ([`crate::Proximity`]).
///
/// ```
/// use clearance::{Pose, Rotation2, vec2};
///
/// let quarter = Rotation2::new(0.0, 1.0).unwrap();
/// let pose = Pose::new(quarter, vec2(5.0, 0.0)).unwrap();
/// assert_eq!(pose * vec2(1.0, 0.0), vec2(5.0, 1.0));
/// // The composition of two poses: `pose` twice.
/// assert_eq!(pose * pose * vec2(1.0, 0.0), vec2(4.0, 5.0));
/// assert_eq!(pose.inverse() * vec2(5.0, 1.0), vec2(1.0, 0.0));
/// ```
///
/// **Rotations that are not of unit length.** The public fields can hold them, up to a sum of squares that differs from
/// 1 by 1/32 in space and by 1/16 in the plane. Beyond that, answers have no finite bounds. By definition the shape
/// stands where the formula of the rotation puts it. The formula then stretches it, in space by up to twice that
/// difference: 4 % for |q| = 1.01.
///
/// * By default the distance is that of the nearest true rotation. The bracket holds it and that of the formula. It is
///   wider by the share that the length may change a point: for |q| = 1.001 by about 1.4 % of the extent of the placed
///   shape, for |q| = 1.01 by about 14 %.
/// * Where exact numbers answer ([`Precision::Exact`](crate::Precision::Exact), and polytopes that touch to rounding),
///   the distance is that of the formula, and the narrow bracket holds it alone. Radii are not stretched.
///
/// [`Pose::new`] divides by the length first, and then both are the same. [`crate::guide::precision`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "isometry")]
#[doc(alias = "transform")]
#[doc(alias = "rigid motion")]
pub struct Pose<V: Vector> {
    /// The rotation. It is applied first.
    pub rotation: V::Rotation,
    /// The translation, in the unit of the shapes. It is applied second.
    pub translation: V,
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::IDENTITY_AT_ORIGIN
    }
}

impl<V: Vector> Pose<V> {
    const IDENTITY_AT_ORIGIN: Self = Self { rotation: <V::Rotation as Rotation<V>>::IDENTITY, translation: V::ORIGIN };

    /// The pose that moves nothing.
    pub fn identity() -> Self {
        Self::IDENTITY_AT_ORIGIN
    }

    /// The pose with a translation of NaN. It stands for a pose with invalid numbers.
    pub(crate) fn nowhere() -> Self {
        let nan = V::Wide::axis(0) * f64::NAN;
        let nan = (1..V::Wide::DIM).fold(nan, |nan, axis| nan.with_coordinate(axis, f64::NAN));
        Self { translation: V::narrow(nan), ..Self::IDENTITY_AT_ORIGIN }
    }

    /// The pose itself if its rotation is valid, otherwise [`Pose::nowhere`].
    #[inline]
    pub(crate) fn or_nowhere(self) -> Self {
        if self.has_rotation() { self } else { Self::nowhere() }
    }

    /// Whether the numbers of the rotation are a rotation.
    #[inline]
    pub(crate) fn has_rotation(&self) -> bool {
        self.rotation.defect() <= MOST_DEFECT
    }

    /// The pose with this translation and without rotation. The numbers are not checked, see [`Pose`].
    pub fn translation(translation: impl Into<V>) -> Self {
        Self { translation: translation.into(), ..Self::IDENTITY_AT_ORIGIN }
    }

    /// The same pose in `f64`.
    #[inline(always)]
    pub(crate) fn widen(&self) -> Pose<V::Wide> {
        Pose { rotation: self.rotation.widen(), translation: self.translation.widen() }
    }

    /// The pose with each number rounded to the scalar.
    #[inline(always)]
    pub(crate) fn narrow(wide: &Pose<V::Wide>) -> Self {
        Self {
            rotation: V::Rotation::from_numbers(wide.rotation.components()),
            translation: V::narrow(wide.translation),
        }
    }

    /// The pose with the same rotation at another place. The numbers are not checked, see [`Pose`].
    ///
    /// ```
    /// use clearance::{Pose, Rotation2, vec2};
    ///
    /// let pose = Pose::new(Rotation2::new(0.6, 0.8).unwrap(), vec2(3.0f64, 4.0)).unwrap();
    /// let moved = pose.with_translation([5.0, 6.0]);
    /// assert_eq!((moved.rotation, moved.translation), (pose.rotation, vec2(5.0, 6.0)));
    /// ```
    #[must_use]
    pub fn with_translation(self, translation: impl Into<V>) -> Self {
        Self { translation: translation.into(), ..self }
    }

    /// The pose with this rotation and translation, with a check of the numbers.
    ///
    /// The rotation is divided by its length, unless that is 1 up to rounding. The quotients are rounded once. The
    /// bounds of an answer hold for the rounded rotation.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] if a number is not finite. [`PoseError::NotUnit`] if the length of the rotation is not
    /// between 1/2 and 2.
    pub fn new(rotation: V::Rotation, translation: V) -> Result<Self, PoseError> {
        if !translation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        Ok(Self { rotation: rotation.checked()?, translation })
    }

    /// The composition: first `first`, then this pose. It is rounded, and the rotation is divided by its length. The
    /// identity leaves the other pose as it is, and a translation leaves its rotation.
    #[doc(alias = "compose")]
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        let identity = Self::identity();
        if *self == identity {
            return *first;
        }
        if *first == identity {
            return *self;
        }
        Self {
            rotation: self.rotation.after(&first.rotation),
            translation: V::narrow(self.apply_wide(first.translation.widen())),
        }
    }

    /// The image of a point: from the shape's own frame to the world's frame. It is computed in `f64` and rounded once
    /// to the scalar of the pose.
    ///
    /// ```
    /// use clearance::{Pose, Quaternion, vec3};
    ///
    /// let half_turn = Quaternion::new(0.0f32, 0.0, 1.0, 0.0).unwrap();
    /// let pose = Pose::new(half_turn, vec3(0.0f32, 0.0, 5.0)).unwrap();
    /// assert_eq!(pose.apply(vec3(1.0, 2.0, 3.0)), vec3(-1.0, -2.0, 8.0));
    /// assert_eq!(pose.apply_vector(vec3(1.0, 2.0, 3.0)), vec3(-1.0, -2.0, 3.0));
    /// ```
    #[doc(alias = "transform_point")]
    pub fn apply(&self, point: V) -> V {
        V::narrow(self.apply_wide(point.widen()))
    }

    /// The image of a vector: a direction or a difference of points, which is rotated and not translated. Computed as
    /// in [`Pose::apply`].
    #[doc(alias = "transform_vector")]
    pub fn apply_vector(&self, vector: V) -> V {
        V::narrow(vector.widen().mapped(&self.rotation.matrix()))
    }

    /// The inverse motion: from the world's frame to the shape's own frame. The translation is rounded.
    ///
    /// ```
    /// use clearance::{Pose, Rotation2, vec2};
    ///
    /// let pose = Pose::new(Rotation2::new(0.6f64, 0.8).unwrap(), vec2(3.0, 4.0)).unwrap();
    /// let back = pose.inverse().apply(pose.apply(vec2(1.0, 2.0)));
    /// assert!((back - vec2(1.0, 2.0)).length() < 1e-15);
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        let back = self.translation.widen().mapped_back(&self.rotation.matrix());
        Self { rotation: self.rotation.inverse(), translation: V::narrow(V::ORIGIN.widen() - back) }
    }

    /// The image of a point of the shape's own frame, with the roundings of `f64`.
    #[doc(hidden)]
    #[inline]
    pub fn apply_wide(&self, point: V::Wide) -> V::Wide {
        point.mapped(&self.rotation.matrix()) + self.translation.widen()
    }

    /// The image of a point by the formula of the rotation, without rounding.
    #[doc(hidden)]
    pub fn apply_exact(&self, point: &<V::Wide as WideVector>::Exact) -> <V::Wide as WideVector>::Exact {
        let turned = if self.rotation == <V::Rotation as Rotation<V>>::IDENTITY {
            point.clone()
        } else {
            self.rotation.exact_map(point)
        };
        turned.plus(&self.translation.widen().exact())
    }

    /// Whether this pose comes before another one: an order by translation, then by rotation. `None` if they are equal.
    #[inline]
    pub(crate) fn precedes(&self, other: &Self) -> Option<bool> {
        let (t, s) = (self.translation.widen(), other.translation.widen());
        for axis in 0..V::Wide::DIM {
            if t.at(axis) != s.at(axis) {
                return Some(t.at(axis) < s.at(axis));
            }
        }
        let (r, q) = (self.rotation.components(), other.rotation.components());
        for i in 0..4 {
            if r[i] != q[i] {
                return Some(r[i] < q[i]);
            }
        }
        None
    }
}

impl<V: Vector> Mul for Pose<V> {
    type Output = Self;
    /// First `first`, then this pose: [`Pose::after`].
    fn mul(self, first: Self) -> Self {
        self.after(&first)
    }
}

impl<V: Vector> Mul<V> for Pose<V> {
    type Output = V;
    /// The image of a point: [`Pose::apply`].
    fn mul(self, point: V) -> V {
        self.apply(point)
    }
}

/// A square matrix of floats that acts on columns: `[[T; 3]; 3]` in the plane, `[[T; 4]; 4]` in space. Its size and its
/// scalar tell the vector type of the pose.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a matrix of a pose",
    note = "the matrix is `[[T; 3]; 3]` in the plane and `[[T; 4]; 4]` in space, with `f32` or `f64`"
)]
pub trait PoseMatrix: Sized {
    /// The vectors that the pose moves.
    type Vector: Vector;
    /// The pose of the matrix with these rows.
    fn pose_of_rows(self) -> Result<Pose<Self::Vector>, PoseError>;
    /// The matrix with rows for columns.
    #[must_use]
    fn transposed(self) -> Self;
}

impl<V: Vector> Pose<V> {
    /// The pose of a matrix that acts on columns, given by its rows: `[[T; 3]; 3]` in the plane, `[[T; 4]; 4]` in space,
    /// with `f32` or `f64`. The translation is the last column.
    ///
    /// The rotation is that of the matrix, rounded.
    ///
    /// # Errors
    /// [`PoseError::NotFinite`] if a number is not finite. [`PoseError::NotRigid`] if the last row is not
    /// 0, …, 0, 1, or if MᵀM differs from 1 by more than 1/256 in some entry, where M is the matrix without the
    /// translation. [`PoseError::Mirrored`] if M is a reflection.
    ///
    /// ```
    /// use clearance::{Pose, PoseError, vec2, vec3};
    ///
    /// let pose = Pose::from_row_major([[0.0, -1.0, 5.0], [1.0, 0.0, 6.0], [0.0, 0.0, 1.0]]).unwrap();
    /// assert_eq!(pose * vec2(1.0, 0.0), vec2(5.0, 7.0));
    ///
    /// let mut rows = [[0.0, -1.0, 0.0, 5.0], [1.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0], [0.0, 0.0, 0.0, 1.0]];
    /// let pose = Pose::from_row_major(rows).unwrap();
    /// assert!((pose * vec3(1.0, 0.0, 0.0) - vec3(5.0, 7.0, 7.0)).length() < 1e-14);
    /// rows[2][2] = 2.0; // It stretches along z.
    /// assert_eq!(Pose::from_row_major(rows), Err(PoseError::NotRigid));
    /// ```
    #[doc(alias = "from_matrix")]
    pub fn from_row_major(rows: impl PoseMatrix<Vector = V>) -> Result<Self, PoseError> {
        rows.pose_of_rows()
    }

    /// The same for a matrix that is given by its columns, as in OpenGL and glam.
    ///
    /// # Errors
    /// As [`Pose::from_row_major`].
    #[doc(alias = "from_matrix")]
    pub fn from_column_major(columns: impl PoseMatrix<Vector = V>) -> Result<Self, PoseError> {
        columns.transposed().pose_of_rows()
    }
}

/// Rotation times rotation and rotation times vector, and poses as square matrices.
macro_rules! products_and_matrices {
    ($vector:ident, $rotation:ident, $size:literal, [$($axis:ident $row:literal),+]) => {
        impl<T: Real> Mul for $rotation<T>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>>,
        {
            type Output = Self;
            /// First `first`, then this rotation. The result is divided by its length, unless one is the identity.
            fn mul(self, first: Self) -> Self {
                self.after(&first)
            }
        }

        impl<T: Real> Mul<$vector<T>> for $rotation<T>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>>,
        {
            type Output = $vector<T>;
            /// The rotated vector, computed in `f64` and rounded once.
            fn mul(self, vector: $vector<T>) -> $vector<T> {
                Vector::narrow(vector.widen().mapped(&self.matrix()))
            }
        }

        impl<T: Real> PoseMatrix for [[T; $size]; $size]
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            type Vector = $vector<T>;
            fn pose_of_rows(self) -> Result<Pose<$vector<T>>, PoseError> {
                const LAST: usize = $size - 1;
                if !self.iter().flatten().all(|number| number.is_finite()) {
                    return Err(PoseError::NotFinite);
                }
                let last = |column: usize| if column == LAST { T::ONE } else { T::ZERO };
                if !(0..$size).all(|column| self[LAST][column] == last(column)) {
                    return Err(PoseError::NotRigid);
                }
                let matrix = [$($row),+].each(|row: usize| $vector { $($axis: self[row][$row].widen()),+ });
                let translation = $vector { $($axis: self[$row][LAST]),+ };
                Ok(Pose { rotation: $rotation::of_matrix(&matrix)?, translation })
            }
            fn transposed(self) -> Self {
                transposed(self)
            }
        }

        impl<T: Real> Pose<$vector<T>>
        where
            $vector<T>: Vector<Scalar = T, Wide = $vector<f64>, Rotation = $rotation<T>>,
        {
            /// The rows of the matrix that acts on columns as this pose does. The entries are rounded.
            #[doc(alias = "to_matrix")]
            pub fn to_row_major(&self) -> [[T; $size]; $size] {
                const LAST: usize = $size - 1;
                let mut rows = [[T::ZERO; $size]; $size];
                let matrix = self.rotation.matrix();
                for (row, entries) in rows.iter_mut().zip(matrix) {
                    $(row[$row] = T::narrow(entries.$axis);)+
                }
                $(rows[$row][LAST] = self.translation.$axis;)+
                rows[LAST][LAST] = T::ONE;
                rows
            }

            /// The columns of the matrix that acts on columns as this pose does, as in OpenGL and glam.
            #[doc(alias = "to_matrix")]
            pub fn to_column_major(&self) -> [[T; $size]; $size] {
                transposed(self.to_row_major())
            }
        }
    };
}
products_and_matrices!(Vec2, Rotation2, 3, [x 0, y 1]);
products_and_matrices!(Vec3, Quaternion, 4, [x 0, y 1, z 2]);
