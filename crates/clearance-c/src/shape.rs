//! A view of a shape, checked and made a shape of the crates. It lives during a call: nothing is copied but a few numbers.

use crate::body::{Body, Then};
use crate::fault::{
    BAD_NUMBER, BAD_ROTATION, CALLBACK, EMPTY, Fault, Found, MIXED, NOT_FINITE, NULL_POINTER, TOO_MANY, UNSUPPORTED,
};
use crate::given::{Given, known_flags};
use crate::handle::opened;
use crate::layout::{FLOAT32, PLANE, Shape as View, kind};
use crate::read::{MOST, PointRows, finite, vector};
use crate::strided::Strided;
use crate::support::Own;
use crate::things;
use crate::world::World;
use clearance::{
    AnyShape, Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, PointCloud, Points, Pose, PoseError, Shape, ShapeError,
    SupportMap, Triangle,
};
use core::any::Any;
use core::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

impl<'a> Given<'a> {
    /// The pose. Four zeros are no rotation.
    #[inline(always)]
    pub fn pose<V: World<D>, const D: usize>(&self) -> Found<Pose<V>> {
        pose_of::<V, D>(&self.shape.pose, &self.field("pose"))
    }

    /// A vector of sizes.
    #[inline(always)]
    fn sizes<V: World<D>, const D: usize>(&self) -> Found<V> {
        for index in 0..D {
            self.size(index)?;
        }
        Ok(V::unpadded(self.shape.size))
    }

    #[inline(always)]
    fn vector<V: World<D>, const D: usize>(&self) -> Found<V> {
        vector(&self.shape.size, D, &self.field("size"))?;
        Ok(V::unpadded(self.shape.size))
    }

    fn rows<const D: usize>(&self) -> Found<PointRows<D>> {
        let View { pointer, stride, count, flags, .. } = *self.shape;
        // SAFETY: who made the view vouches for the points.
        unsafe { PointRows::new(pointer, stride, count, flags, &self.field("pointer")) }
    }

    /// So many points and no others.
    fn corners<V: World<D>, const D: usize, const N: usize>(&self) -> Found<[V; N]> {
        let rows = self.rows::<D>()?;
        if rows.len() != N {
            let text = format_args!("{}.count is {}: {N} points are expected", self.name, rows.len());
            return Err(Fault::new(BAD_NUMBER, text));
        }
        let mut corners = [V::ORIGIN; N];
        for (index, corner) in corners.iter_mut().enumerate() {
            let point = rows.at(index);
            vector(&point, D, &format_args!("{}.pointer[{index}]", self.name))?;
            *corner = point.into();
        }
        Ok(corners)
    }

    fn ball<V: World<D>, const D: usize>(&self) -> Found<Ball<V>> {
        Ball::new(self.vector::<V, D>()?, self.radius()?).map_err(|error| self.wrong(error))
    }

    /// Between two points, or between −size and size.
    fn capsule<V: World<D>, const D: usize>(&self) -> Found<Capsule<V>> {
        let [start, end] = if self.shape.pointer.is_null() {
            let half = self.vector::<V, D>()?;
            [-half, half]
        } else {
            self.corners::<V, D, 2>()?
        };
        Capsule::new(start, end, self.radius()?).map_err(|error| self.wrong(error))
    }

    fn triangle<V: World<D>, const D: usize>(&self) -> Found<Triangle<V>> {
        let [a, b, c] = self.corners::<V, D, 3>()?;
        Triangle::new(a, b, c).map_err(|error| self.wrong(error))
    }

    fn half_space<V: World<D>, const D: usize>(&self) -> Found<HalfSpace<V>> {
        let normal = self.vector::<V, D>()?;
        HalfSpace::new(normal, finite(self.shape.radius, &self.field("radius"))?).map_err(|error| self.wrong(error))
    }

    fn hull<V: World<D>, const D: usize>(&self) -> Found<&'a std::sync::Arc<clearance::Hull<V>>> {
        // SAFETY: who made the view vouches for the handle.
        let hull = unsafe { opened(self.shape.pointer.cast::<things::Hull>(), &self.field("pointer")) }?;
        V::hull(hull).ok_or_else(|| self.mixed())
    }

    fn compound<V: World<D>, const D: usize>(&self) -> Found<&'a clearance_scene::Compound<V, D>> {
        // SAFETY: who made the view vouches for the handle.
        let compound = unsafe { opened(self.shape.pointer.cast::<things::Compound>(), &self.field("pointer")) }?;
        V::compound(compound).ok_or_else(|| self.mixed())
    }

    fn own<V: World<D>, const D: usize>(&self) -> Found<Own<V>> {
        let Some(function) = self.shape.support else {
            return Err(Fault::new(NULL_POINTER, format_args!("{}.support is null", self.name)));
        };
        Ok(Own::new(function, self.shape.user, self.radius()?))
    }
}

/// A pose of the crates.
#[inline(always)]
pub fn pose_of<V: World<D>, const D: usize>(pose: &crate::layout::Pose, name: &dyn fmt::Display) -> Found<Pose<V>> {
    vector(&pose.translation, D, &format_args!("{name}.translation"))?;
    let translation = V::unpadded(pose.translation);
    let numbers = &pose.rotation[..if D == 2 { 2 } else { 4 }];
    if numbers.iter().all(|number| *number == 0.0) {
        return Ok(Pose { translation, ..Pose::identity() });
    }
    match V::rotation(pose.rotation) {
        Ok(rotation) => Ok(Pose { rotation, translation }),
        Err(error) => Err(bad_rotation(error, numbers, name)),
    }
}

#[cold]
fn bad_rotation(error: PoseError, numbers: &[f64], name: &dyn fmt::Display) -> Fault {
    match numbers.iter().position(|number| !number.is_finite()) {
        Some(index) => crate::read::not_finite(numbers[index], &format_args!("{name}.rotation[{index}]")),
        None => Fault::new(BAD_ROTATION, format_args!("{name}.rotation: {error}")),
    }
}

/// Shows a shape, thickened and placed, to `then`.
#[inline(always)]
fn stand<V: World<D>, const D: usize, S: SupportMap<V> + Sync>(
    shape: S,
    given: &Given<'_>,
    pose: Pose<V>,
    then: Then<'_, V, D>,
) -> Found<()> {
    let radius = given.radius()?;
    if radius == 0.0 {
        return then(&Body::Convex(&shape.at(pose)));
    }
    let shape = shape.rounded(radius).map_err(|error| given.wrong(error))?;
    then(&Body::Convex(&shape.at(pose)))
}

/// Shows the body of a view to `then`.
pub fn with_body<V: World<D>, const D: usize>(given: &Given<'_>, then: Then<'_, V, D>) -> Found<()> {
    known_flags(given.shape.flags, PLANE | FLOAT32, &given.field("flags"))?;
    let pose = given.pose::<V, D>()?;
    match given.shape.kind {
        kind::BALL => then(&Body::Convex(&given.ball::<V, D>()?.at(pose))),
        kind::BOX => {
            let cuboid = Cuboid::new(given.sizes::<V, D>()?).map_err(|error| given.wrong(error))?;
            stand(cuboid, given, pose, then)
        }
        kind::CAPSULE => then(&Body::Convex(&given.capsule::<V, D>()?.at(pose))),
        kind::TRIANGLE => stand(given.triangle::<V, D>()?, given, pose, then),
        kind::ELLIPSOID => {
            let ellipsoid = Ellipsoid::new(given.sizes::<V, D>()?).map_err(|error| given.wrong(error))?;
            stand(ellipsoid, given, pose, then)
        }
        kind::CYLINDER => stand(V::cylinder(given)?, given, pose, then),
        kind::CONE => stand(V::cone(given)?, given, pose, then),
        kind::HALF_SPACE => then(&Body::Convex(&given.half_space::<V, D>()?.at(pose))),
        kind::POINTS => {
            let (rows, name) = (given.rows::<D>()?, given.field("pointer"));
            let wrong = |error| of_points(error, &name);
            match rows.as_slice() {
                Some(points) => {
                    let points = Points::new(V::slice(points)).map_err(wrong)?;
                    stand(in_range(points, &rows, &name)?, given, pose, then)
                }
                None => stand(in_range(Strided::new(rows).map_err(wrong)?, &rows, &name)?, given, pose, then),
            }
        }
        kind::HULL => stand(given.hull::<V, D>()?.as_ref(), given, pose, then),
        kind::OWN => {
            let own = given.own::<V, D>()?;
            let asked = catch_unwind(AssertUnwindSafe(|| then(&Body::Convex(&Shape::<V>::at(&own, pose)))));
            match asked {
                Ok(Ok(())) if own.failed() => Err(failed(given)),
                Ok(found) => found,
                Err(payload) => Err(contradiction(given, payload)),
            }
        }
        #[cfg(feature = "bodies")]
        kind::MESH | kind::OUTLINE => then(&Body::Surface(V::surface(given, pose)?)),
        #[cfg(feature = "bodies")]
        kind::COMPOUND => {
            given.is_not_thick()?;
            given.is_not_scaled()?;
            then(&Body::Compound(given.compound::<V, D>()?.at(pose)))
        }
        _ => Err(given.unknown_kind()),
    }
}

#[cold]
fn failed(given: &Given<'_>) -> Fault {
    Fault::new(CALLBACK, format_args!("{}.support failed, or returned a number that is not finite", given.name))
}

/// What a debug build says of support points that contradict each other. Any other panic goes on.
#[cold]
fn contradiction(given: &Given<'_>, payload: Box<dyn Any + Send>) -> Fault {
    match payload.downcast_ref::<String>() {
        Some(text) if text.contains("contradict each other") => {
            Fault::new(CALLBACK, format_args!("{}.support: {text}", given.name))
        }
        _ => resume_unwind(payload),
    }
}

/// A cloud of points, if no coordinate is too large.
#[inline(always)]
fn in_range<V: World<D>, S: SupportMap<V>, const D: usize>(
    points: S,
    rows: &PointRows<D>,
    name: &dyn fmt::Display,
) -> Found<S> {
    if !(points.extent() <= MOST) {
        rows.check(name)?;
    }
    Ok(points)
}

/// The shape of a view by value, for a compound. Points are copied, and hulls are shared.
pub fn any_shape<V: World<D>, const D: usize>(given: Given<'_>) -> Found<AnyShape<V>> {
    known_flags(given.shape.flags, PLANE | FLOAT32, &given.field("flags"))?;
    if given.is_flat() != (D == 2) {
        return Err(Fault::new(MIXED, format_args!("{}.flags: shapes[0] is of {}", given.name, V::NAME)));
    }
    let pose = given.pose::<V, D>()?;
    let wrong = |error| given.wrong(error);
    let shape: AnyShape<V> = match given.shape.kind {
        kind::BALL => given.ball::<V, D>()?.into(),
        kind::BOX => Cuboid::new(given.sizes::<V, D>()?).map_err(wrong)?.into(),
        kind::CAPSULE => given.capsule::<V, D>()?.into(),
        kind::TRIANGLE => given.triangle::<V, D>()?.into(),
        kind::ELLIPSOID => Ellipsoid::new(given.sizes::<V, D>()?).map_err(wrong)?.into(),
        kind::CYLINDER => V::cylinder(&given)?.into(),
        kind::CONE => V::cone(&given)?.into(),
        kind::POINTS => {
            let rows = given.rows::<D>()?;
            rows.check(&given.field("pointer"))?;
            PointCloud::new(rows.to_vec::<V>()).map_err(|error| of_points(error, &given.field("pointer")))?.into()
        }
        kind::HULL => AnyShape::custom(given.hull::<V, D>()?.clone()),
        kind::HALF_SPACE | kind::OWN | kind::MESH | kind::OUTLINE | kind::COMPOUND => {
            return Err(Fault::new(
                UNSUPPORTED,
                format_args!("{}.kind is {}: no part of a compound", given.name, given.shape.kind),
            ));
        }
        _ => return Err(given.unknown_kind()),
    };
    let has_own_radius = matches!(given.shape.kind, kind::BALL | kind::CAPSULE);
    let shape = match given.radius()? {
        radius if radius == 0.0 || has_own_radius => shape,
        radius => shape.rounded(radius).map_err(wrong)?.into(),
    };
    Ok(if pose == Pose::identity() { shape } else { shape.at(pose).into() })
}

/// What is wrong with a list of points.
pub fn of_points(error: ShapeError, name: &dyn core::fmt::Display) -> Fault {
    match error {
        ShapeError::Empty => Fault::new(EMPTY, format_args!("{name} has no point")),
        ShapeError::NotFinite { index } => {
            Fault::new(NOT_FINITE, format_args!("{name}[{index}] has a coordinate that is infinite or not a number"))
        }
        ShapeError::TooMany => Fault::new(TOO_MANY, format_args!("{name} has more points than 32 bits can number")),
        other => Fault::new(BAD_NUMBER, format_args!("{name}: {other}")),
    }
}
