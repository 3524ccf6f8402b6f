//! A half-space: all points on one side of a plane, in the plane of a line.

use super::{ShapeError, finite};
use crate::numbers::real::{Real, U, exponent_of, larger, ldexp, power_of_two};
use crate::shape::face::FacePoint;
use crate::shape::support::SupportMap;
use crate::shape::view::{Core, View};
use crate::space::pose::Pose;
use crate::space::rotation::Rotation;
use crate::space::vector::{Space, Vector, WideVector};
use alloc::vec::Vec;

/// A half-space: the points x with normal · x ≤ offset. In the plane it is a half-plane.
///
/// Use it for the ground, for a wall, for a safety plane. The normal may have any length but zero. It points out of the
/// half-space: `HalfSpace::new(vec3(0.0, 0.0, 1.0), 0.0)` is everything below the plane z = 0.
///
/// The distance of a half-space and another shape is that of the shape's point farthest against the normal. Its sign is
/// exact for polytopes. Two half-spaces are apart, or overlap with a finite depth, only if their normals are exactly
/// opposite. Otherwise no translation separates them: their signed distance is minus infinity, and `upper` is 0.
///
/// A half-space that is a part of a [`Sum`](crate::Sum), a [`HullOfTwo`](crate::HullOfTwo) or a
/// [`Swept`](crate::Swept) has no finite bounds ([`crate::Proximity`]). Move it with [`crate::Shape::at`] and thicken it
/// with [`crate::Shape::rounded`].
///
/// ```
/// use clearance::{Ball, Cuboid, HalfSpace, Pose, Shape, Solver, Status, signed_distance, vec3};
///
/// let ground = HalfSpace::new(vec3(0.0f64, 0.0, 1.0), 0.0).unwrap();
/// let ball = Ball::new(vec3(5.0, 7.0, 2.0), 0.5).unwrap();
/// let answer = signed_distance(&ground, &ball);
/// assert_eq!((answer.distance, answer.point_a), (1.5, vec3(5.0, 7.0, 0.0)));
///
/// let block = Cuboid::new(vec3(1.0, 1.0, 1.0)).unwrap();
/// let resting = block.at(Pose::translation([3.0, 0.0, 1.0]));
/// assert_eq!(signed_distance(&ground, &resting).status, Status::Touching);
/// assert_eq!(Solver::default().contacts(&ground, &resting, 0.0).contacts.len(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "plane")]
#[doc(alias = "ground")]
#[doc(alias = "halfplane")]
pub struct HalfSpace<V: Vector> {
    normal: V,
    offset: V::Scalar,
}

impl<V: Vector> HalfSpace<V> {
    /// The points x with `normal` · x ≤ `offset`, in the half-space's own frame.
    ///
    /// # Errors
    /// [`ShapeError::NotFinite`] if a number is not finite, or if the plane is farther from the origin than any number.
    /// [`ShapeError::NoDirection`] if the normal is zero.
    pub fn new(normal: V, offset: V::Scalar) -> Result<Self, ShapeError> {
        let half_space = Self { normal: finite(normal, 0)?, offset };
        if normal.widen().max_abs() == 0.0 {
            return Err(ShapeError::NoDirection);
        }
        if half_space.wide().height().is_finite() { Ok(half_space) } else { Err(ShapeError::NotFinite { index: 1 }) }
    }

    /// The normal as it was given. It points out of the half-space.
    ///
    /// ```
    /// use clearance::{HalfSpace, vec2};
    ///
    /// let left = HalfSpace::new(vec2(2.0f32, 0.0), 6.0).unwrap(); // All points with x ≤ 3.
    /// assert_eq!((left.normal(), left.offset()), (vec2(2.0, 0.0), 6.0));
    /// ```
    pub fn normal(&self) -> V {
        self.normal
    }

    /// The greatest product of the normal and a point of the half-space.
    pub fn offset(&self) -> V::Scalar {
        self.offset
    }

    /// The unit normal in the world of a shape that is a half-space.
    #[doc(hidden)]
    pub fn normal_of(shape: &dyn SupportMap<V>) -> Option<V::Wide> {
        View::of(&shape).plane_normal()
    }

    fn wide(&self) -> HalfSpace<V::Wide> {
        HalfSpace { normal: self.normal.widen(), offset: self.offset.widen() }
    }
}

impl<W: WideVector> HalfSpace<W> {
    /// The normal times a power of two, with a largest coordinate from 1 to 2, and the exponent of that power.
    fn scaled_normal(&self) -> (W, i32) {
        let exponent = exponent_of(self.normal.max_abs());
        (self.normal.scaled_by_power(-exponent), exponent)
    }

    /// The normal with unit length.
    pub(crate) fn unit(&self) -> W {
        self.scaled_normal().0.unit()
    }

    /// How far the plane is from the origin, along the normal.  [length]
    pub(crate) fn height(&self) -> f64 {
        let (normal, exponent) = self.scaled_normal();
        ldexp(self.offset / normal.length(), -exponent)
    }

    /// The plane where the shape stands, without rounding: the normal N and the offset c of {x: N·x ≤ c}.
    ///
    /// The pose maps x to L x + t. So the half-space is n·L⁻¹(x − t) ≤ o. Both sides times det L give N = cof(L) n and
    /// c = o·det L + N·t. Column i of cof(L) is the normal of the other columns of L.
    pub(crate) fn exact_plane(&self, pose: &Pose<W>) -> (W::Exact, <W::Exact as Space>::Scalar) {
        use crate::numbers::real::Ring;
        let column = |axis: usize| pose.rotation.exact_map(&<W as WideVector>::axis(axis % W::DIM).exact());
        let cofactor = |axis: usize| {
            let normal = W::Exact::normal_of(&[column(axis + 1), column(axis + 2)]);
            if normal.dot(&column(axis)).is_negative() { normal.negated() } else { normal }
        };
        let given = self.normal.exact();
        let normal = (0..W::DIM)
            .fold(<W::Exact as Space>::zero(), |sum, axis| sum.plus(&cofactor(axis).scaled(given.coordinate(axis))));
        let volume = cofactor(0).dot(&column(0));
        let offset = volume.times(&self.offset.into()).plus(&normal.dot(&pose.translation.exact()));
        (normal, offset)
    }
}

impl<V: Vector> SupportMap<V> for HalfSpace<V> {
    fn view(&self) -> Option<View<'_, V::Wide>> {
        Some(View::new(Core::HalfSpace(self.wide()), self))
    }
    /// Along the normal it is the foot of the plane. Along all other directions the half-space has no end.
    fn support(&self, direction: V::Wide) -> V::Wide {
        let half_space = self.wide();
        let unit = half_space.unit();
        let area = direction.wedge(&half_space.normal);
        if V::Wide::dot_areas(&area, &area) == 0.0 && direction.dot(&unit) > 0.0 {
            return unit * half_space.height();
        }
        (0..V::Wide::DIM).fold(direction, |far, axis| {
            let along = *direction.coordinate(axis);
            far.with_coordinate(axis, if along == 0.0 { 0.0 } else { along * f64::INFINITY })
        })
    }
    fn rounding(&self) -> f64 {
        0.0
    }
    fn center(&self) -> V::Wide {
        self.wide().unit() * self.wide().height()
    }
    fn extent(&self) -> f64 {
        f64::INFINITY
    }
}

impl<'s, W: WideVector> View<'s, W> {
    /// The core, if it is a half-space.
    #[inline(always)]
    pub(crate) fn half_space(&self) -> Option<&HalfSpace<W>> {
        if let Core::HalfSpace(half_space) = &self.core { Some(half_space) } else { None }
    }

    /// The unit normal in the world, if the core is a half-space.
    pub(crate) fn plane_normal(&self) -> Option<W> {
        let unit = self.half_space()?.unit();
        let is_turned = self.pose().rotation != <W::Rotation as Rotation<W>>::IDENTITY;
        Some(if is_turned { unit.mapped(&self.turn().matrix).unit() } else { unit })
    }
}

/// The part of a half-space that matters to bodies near it: a box below the plane. Motions and contacts ask for it.
///
/// Points that are not farther from the frame's origin than `reach` / 4 are nearer to the face in the plane than to any
/// other face, and above the middle of that face.
pub(crate) struct Slab<W: WideVector> {
    /// The middle of the face in the plane.
    foot: W,
    normal: W,
    across: [W; 2],
    reach: f64,
    radius: f64,
    pose: Pose<W>,
}

impl<W: WideVector> Slab<W> {
    /// The part of a half-space near bodies that come no farther than `near` from its frame's origin. `None` if the shape is no
    /// half-space.
    pub fn of(shape: &View<'_, W>, near: f64) -> Option<Self> {
        let half_space = shape.half_space()?;
        let (normal, height) = (half_space.unit(), half_space.height());
        // A power of two, so that fewer corners round.
        let reach = 8.0 * (near + height.abs() + shape.radius());
        let reach = if reach < f64::MAX / 64.0 {
            power_of_two(exponent_of(larger(reach, f64::MIN_POSITIVE)) + 1)
        } else {
            f64::INFINITY
        };
        let (radius, pose) = (shape.radius(), shape.pose());
        Some(Self { foot: normal * height, normal, across: normal.across(), reach, radius, pose })
    }

    /// The corners of the face in the plane, in order.
    fn corners(&self) -> impl Iterator<Item = W> {
        let [first, second] = self.across.map(|way| way * self.reach);
        let around = if W::DIM == 2 {
            [first, -first, first, -first]
        } else {
            [first + second, first - second, -first - second, second - first]
        };
        let foot = self.foot;
        around.into_iter().take(if W::DIM == 2 { 2 } else { 4 }).map(move |corner| foot + corner)
    }
}

impl<W: WideVector> SupportMap<W> for Slab<W> {
    fn support(&self, direction: W) -> W {
        let side = |way: &W| *way * if Space::dot(way, &direction) < 0.0 { -self.reach } else { self.reach };
        let below = if Space::dot(&self.normal, &direction) < 0.0 { 2.0 * self.reach } else { 0.0 };
        self.foot - self.normal * below + side(&self.across[0]) + side(&self.across[1])
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn rounding(&self) -> f64 {
        16.0 * U * self.reach
    }
    fn pose(&self) -> Pose<W> {
        self.pose
    }
    fn face_towards(&self, _: W, face: &mut Vec<FacePoint<W>>) {
        face.extend(self.corners().enumerate().map(|(corner, point)| FacePoint { point, vertex: corner as u32 }));
    }
    fn center(&self) -> W {
        self.foot
    }
    fn extent(&self) -> f64 {
        8.0 * self.reach
    }
}
