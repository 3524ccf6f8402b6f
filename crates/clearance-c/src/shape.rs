//! A view of a shape, checked and made a shape of the crates. It lives during a call: nothing is copied but a few numbers.

use crate::fault::{
    BAD_NUMBER, BAD_ROTATION, CALLBACK, Fault, Found, MIXED, NEGATIVE, NULL_POINTER, UNKNOWN, UNSUPPORTED,
};
use crate::layout::{FLOAT32, PLANE, Shape as View, Support as Function, kind};
use crate::owned::{self, of_points, opened};
use crate::read::{PointRows, finite, vector};
use crate::world::World;
use clearance::{
    AnyShape, Ball, Capsule, Cuboid, Ellipsoid, HalfSpace, PointCloud, Points, Pose, PoseError, Shape, ShapeError,
    Support, SupportMap, Triangle, WideVector,
};
use clearance_scene::{BodyView, Composite, CompoundBody, Single};
use core::ffi::c_void;
use core::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which argument of a call a view is.
#[derive(Clone, Copy)]
pub enum Name {
    /// The argument of this name.
    Is(&'static str),
    /// A row of this argument.
    Row(&'static str, usize),
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(name) => f.write_str(name),
            Self::Row(name, index) => write!(f, "{name}[{index}]"),
        }
    }
}

/// A member of an argument.
pub struct Field(Name, &'static str);

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// A view whose pointers are valid, and its name.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    pub shape: &'a View,
    pub name: Name,
}

/// A body as the questions take it.
pub enum Body<'a, V: World<D>, const D: usize> {
    /// A convex shape where it stands.
    Convex(&'a (dyn SupportMap<V> + Sync)),
    /// A mesh or an outline.
    #[cfg(feature = "bodies")]
    Surface(V::Surface<'a>),
    /// A compound.
    #[cfg(feature = "bodies")]
    Compound(CompoundBody<'a, V, D>),
}

/// What is done with a body while it is there.
pub type Then<'t, V, const D: usize> = &'t mut dyn FnMut(&Body<'_, V, D>) -> Found<()>;

impl<'a> Given<'a> {
    /// # Safety
    /// The pointers of the shape are what `clearance.h` demands for its kind, as long as the view is asked about.
    #[inline(always)]
    pub unsafe fn new(shape: &'a View, name: Name) -> Self {
        Self { shape, name }
    }

    pub fn is_flat(&self) -> bool {
        self.shape.flags & PLANE != 0
    }

    #[inline(always)]
    pub fn field(&self, field: &'static str) -> Field {
        Field(self.name, field)
    }

    /// The pose. Four zeros are no rotation.
    #[inline(always)]
    pub fn pose<V: World<D>, const D: usize>(&self) -> Found<Pose<V>> {
        pose_of::<V, D>(&self.shape.pose, &self.field("pose"))
    }

    /// A size that is finite and not negative.
    #[inline(always)]
    pub fn size(&self, index: usize) -> Found<f64> {
        let size = self.shape.size[index];
        if (0.0..f64::INFINITY).contains(&size) { Ok(size) } else { Err(self.bad_size(index)) }
    }

    #[cold]
    fn bad_size(&self, index: usize) -> Fault {
        not_a_size(self.shape.size[index], &format_args!("{}.size[{index}]", self.name))
    }

    #[inline(always)]
    fn radius(&self) -> Found<f64> {
        let radius = self.shape.radius;
        if (0.0..f64::INFINITY).contains(&radius) { Ok(radius) } else { Err(not_a_size(radius, &self.field("radius"))) }
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
        let hull = unsafe { opened(self.shape.pointer.cast::<owned::Hull>(), &self.field("pointer")) }?;
        V::hull(hull).ok_or_else(|| self.mixed())
    }

    fn compound<V: World<D>, const D: usize>(&self) -> Found<&'a clearance_scene::Compound<V, D>> {
        // SAFETY: who made the view vouches for the handle.
        let compound = unsafe { opened(self.shape.pointer.cast::<owned::Compound>(), &self.field("pointer")) }?;
        V::compound(compound).ok_or_else(|| self.mixed())
    }

    fn own<V: World<D>, const D: usize>(&self) -> Found<Own<V>> {
        let Some(function) = self.shape.support else {
            return Err(Fault::new(NULL_POINTER, format_args!("{}.support is null", self.name)));
        };
        Ok(Own::new(function, self.shape.user, self.radius()?))
    }

    #[cold]
    fn mixed(&self) -> Fault {
        Fault::new(
            MIXED,
            format_args!("{0}.pointer: the handle and {0}.flags differ in the plane and space", self.name),
        )
    }

    /// What a constructor found that no check before it did.
    #[cold]
    pub fn wrong(&self, error: ShapeError) -> Fault {
        let (code, field) = match error {
            ShapeError::NoDirection => (BAD_NUMBER, "size"),
            ShapeError::Negative => (NEGATIVE, "size"),
            ShapeError::NotFinite { .. } => (crate::fault::NOT_FINITE, "size"),
            _ => (BAD_NUMBER, "pointer"),
        };
        Fault::new(code, format_args!("{}.{field}: {error}", self.name))
    }

    #[cold]
    fn unknown_kind(&self) -> Fault {
        Fault::new(UNKNOWN, format_args!("{}.kind is {}: there is no such shape", self.name, self.shape.kind))
    }
}

#[cold]
fn not_a_size(size: f64, name: &dyn fmt::Display) -> Fault {
    match finite(size, name) {
        Err(fault) => fault,
        Ok(_) => Fault::new(NEGATIVE, format_args!("{name} is {size}: a number that is not negative is expected")),
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

/// A fault if a flag is set that means nothing here.
#[inline(always)]
pub fn known_flags(flags: u32, known: u32, name: &dyn fmt::Display) -> Found<()> {
    let unknown = flags & !known;
    if unknown == 0 {
        Ok(())
    } else {
        Err(Fault::new(UNKNOWN, format_args!("{name} has {unknown:#x}, which means nothing here")))
    }
}

/// Shows a shape, thickened and placed, to `then`.
#[inline(always)]
pub fn stand<V: World<D>, const D: usize, S: SupportMap<V> + Sync>(
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
        kind::CYLINDER | kind::CONE => V::with_revolved(given, pose, then),
        kind::HALF_SPACE => then(&Body::Convex(&given.half_space::<V, D>()?.at(pose))),
        kind::POINTS => {
            let (rows, name) = (given.rows::<D>()?, given.field("pointer"));
            match rows.as_slice() {
                Some(points) => {
                    stand(Points::new(V::slice(points)).map_err(|error| of_points(error, &name))?, given, pose, then)
                }
                None => stand(Strided::new(rows).map_err(|error| of_points(error, &name))?, given, pose, then),
            }
        }
        kind::HULL => stand(given.hull::<V, D>()?.as_ref(), given, pose, then),
        kind::OWN => {
            let own = given.own::<V, D>()?;
            then(&Body::Convex(&Shape::<V>::at(&own, pose)))?;
            if own.has_failed.into_inner() { Err(failed(given)) } else { Ok(()) }
        }
        #[cfg(feature = "bodies")]
        kind::MESH | kind::OUTLINE => then(&Body::Surface(V::surface(given, pose)?)),
        #[cfg(feature = "bodies")]
        kind::COMPOUND => then(&Body::Compound(given.compound::<V, D>()?.at(pose))),
        _ => Err(given.unknown_kind()),
    }
}

#[cold]
fn failed(given: &Given<'_>) -> Fault {
    Fault::new(CALLBACK, format_args!("{}.support failed, or returned a number that is not finite", given.name))
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
        kind::CYLINDER | kind::CONE => V::any_revolved(&given)?,
        kind::POINTS => {
            let points = given.rows::<D>()?.to_vec::<V>();
            PointCloud::new(points).map_err(|error| of_points(error, &given.field("pointer")))?.into()
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

/// The caller's own support function, and what every query asks of it, asked once.
struct Own<V> {
    function: Function,
    user: *mut c_void,
    radius: f64,
    center: V,
    extent: f64,
    /// Whether it failed once. It is not called again then.
    has_failed: AtomicBool,
}

// SAFETY: it lives during one call, and is asked in the thread of that call alone.
unsafe impl<V: Send> Send for Own<V> {}
// SAFETY: as above.
unsafe impl<V: Sync> Sync for Own<V> {}

impl<V: WideVector> Own<V> {
    fn new(function: Function, user: *mut c_void, radius: f64) -> Self {
        let mut own =
            Self { function, user, radius, center: V::ORIGIN, extent: 0.0, has_failed: AtomicBool::new(false) };
        for axis in 0..V::DIM {
            let along = |direction: V| *own.support(direction).coordinate(axis);
            let [low, high] = [along(-V::axis(axis)), along(V::axis(axis))];
            own.center = own.center.with_coordinate(axis, 0.5 * low + 0.5 * high);
            for end in [low, high] {
                // NaN stays.
                own.extent = if end.abs() <= own.extent { own.extent } else { end.abs() };
            }
        }
        own
    }
}

impl<V: WideVector> SupportMap<V> for Own<V> {
    fn support(&self, direction: V) -> V {
        if !self.has_failed.load(Ordering::Relaxed) {
            let (direction, mut point) = (direction.padded(), [0.0; 3]);
            // SAFETY: the header demands a function that reads one array and writes the other.
            let code = unsafe { (self.function)(self.user, direction.as_ptr(), point.as_mut_ptr()) };
            if code == 0 && point[..V::DIM].iter().all(|number| number.is_finite()) {
                return V::unpadded(point);
            }
            self.has_failed.store(true, Ordering::Relaxed);
        }
        V::axis(0) * f64::NAN
    }
    fn radius(&self) -> f64 {
        self.radius
    }
    fn center(&self) -> V {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// Points with a gap, or of `float`: what [`Points`] is for those without. The answers are the same.
struct Strided<V, const D: usize> {
    rows: PointRows<D>,
    center: V,
    extent: f64,
}

impl<V: World<D>, const D: usize> Strided<V, D> {
    fn new(rows: PointRows<D>) -> Result<Self, ShapeError> {
        if rows.len() == 0 {
            return Err(ShapeError::Empty);
        }
        if u32::try_from(rows.len()).is_err() {
            return Err(ShapeError::TooMany);
        }
        let (mut extent, mut center, share) = (0.0f64, V::ORIGIN, 1.0 / rows.len() as f64);
        for index in 0..rows.len() {
            let point: V = rows.at(index).into();
            if !point.is_finite() {
                return Err(ShapeError::NotFinite { index });
            }
            extent = extent.max(point.max_abs());
            center = center + point * share;
        }
        Ok(Self { rows, center, extent })
    }
}

impl<V: World<D>, const D: usize> SupportMap<V> for Strided<V, D> {
    fn support(&self, direction: V) -> V {
        self.support_vertex(direction).point
    }
    fn support_vertex(&self, direction: V) -> Support<V> {
        let (mut best, mut greatest) = (0, f64::NEG_INFINITY);
        for index in 0..self.rows.len() {
            let along = self.vertex(index).dot(&direction);
            if along > greatest {
                (best, greatest) = (index, along);
            }
        }
        Support { point: self.vertex(best), vertex: Some(best as u32) }
    }
    fn vertex_count(&self) -> usize {
        self.rows.len()
    }
    #[inline(always)]
    fn vertex(&self, index: usize) -> V {
        self.rows.at(index).into()
    }
    fn center(&self) -> V {
        self.center
    }
    fn extent(&self) -> f64 {
        self.extent
    }
}

/// A body as the search of bodies sees it.
pub enum Standing<'a, V: World<D>, const D: usize> {
    /// A convex shape.
    Single(Single<'a, V, D>),
    /// A mesh or an outline.
    #[cfg(feature = "bodies")]
    Surface(V::Surface<'a>),
    /// A compound.
    #[cfg(feature = "bodies")]
    Compound(CompoundBody<'a, V, D>),
}

impl<'a, V: World<D>, const D: usize> Body<'a, V, D> {
    /// The body as the search of bodies sees it.
    pub fn standing(&self) -> Standing<'a, V, D> {
        match *self {
            Self::Convex(shape) => Standing::Single(Single::of(shape)),
            #[cfg(feature = "bodies")]
            Self::Surface(surface) => Standing::Surface(surface),
            #[cfg(feature = "bodies")]
            Self::Compound(compound) => Standing::Compound(compound),
        }
    }
}

impl<V: World<D>, const D: usize> Standing<'_, V, D> {
    /// The view of the body.
    pub fn view(&self) -> BodyView<'_, V, D> {
        match self {
            Self::Single(single) => Composite::view(single),
            #[cfg(feature = "bodies")]
            Self::Surface(surface) => Composite::view(surface),
            #[cfg(feature = "bodies")]
            Self::Compound(compound) => Composite::view(compound),
        }
    }
}
