//! From documents to shapes. Numbers get their dimension and scalar here, and every refusal names its field.

use clearance::{
    AnyShape, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Placed, Placement, PointCloud, Pose,
    PoseError, Quaternion, Real, Rotation2, Shape, ShapeError, ShapeSet, Space, SupportMap, Vec2, Vec3, Vector,
};

use crate::document::{
    CoreDocument, HalfSpaceDocument, Numbers, PoseDocument, RoundDocument, ShapeDocument, SweptDocument,
};
use crate::fault::Fault;
use crate::kinds;

/// The differences between the plane and space when shapes are built.
pub trait Dimension: Vector {
    /// How many numbers a rotation has, and what they are.
    const ROTATION: &str;
    /// A rotation from its numbers. It is `None` if their count is wrong.
    fn rotation(numbers: &[Self::Scalar]) -> Option<Result<Self::Rotation, PoseError>>;
    /// The polygon of the vertices, if they are convex and in counter-clockwise order.
    fn polygon(vertices: Vec<Self>) -> Result<Hull<Self>, Fault>;
    /// The cylinder of half-height and radius.
    fn cylinder(sizes: [Self::Scalar; 2]) -> Result<AnyShape<Self>, Fault>;
    /// The cone of half-height and radius.
    fn cone(sizes: [Self::Scalar; 2]) -> Result<AnyShape<Self>, Fault>;
}

impl<T: Real> Dimension for Vec2<T>
where
    Self: Vector<Scalar = T, Wide = Vec2<f64>, Rotation = Rotation2<T>>,
{
    const ROTATION: &str = "2 numbers [c, s]";
    fn rotation(numbers: &[T]) -> Option<Result<Rotation2<T>, PoseError>> {
        <[T; 2]>::try_from(numbers).ok().map(|[c, s]| Rotation2::new(c, s))
    }
    fn polygon(vertices: Vec<Self>) -> Result<Hull<Self>, Fault> {
        Hull::from_ordered_polygon(&vertices).map_err(Fault::new)
    }
    fn cylinder(_sizes: [T; 2]) -> Result<AnyShape<Self>, Fault> {
        Err(Fault::new("expected a shape of the plane, found one of space"))
    }
    fn cone(_sizes: [T; 2]) -> Result<AnyShape<Self>, Fault> {
        Err(Fault::new("expected a shape of the plane, found one of space"))
    }
}

impl<T: Real> Dimension for Vec3<T>
where
    Self: Vector<Scalar = T, Wide = Vec3<f64>, Rotation = Quaternion<T>>,
{
    const ROTATION: &str = "4 numbers [x, y, z, w]";
    fn rotation(numbers: &[T]) -> Option<Result<Quaternion<T>, PoseError>> {
        <[T; 4]>::try_from(numbers).ok().map(|[x, y, z, w]| Quaternion::new(x, y, z, w))
    }
    fn polygon(_vertices: Vec<Self>) -> Result<Hull<Self>, Fault> {
        Err(Fault::new("expected a shape of space, found one of the plane"))
    }
    fn cylinder([half_height, radius]: [T; 2]) -> Result<AnyShape<Self>, Fault> {
        checked(Cylinder::new(half_height, radius))
    }
    fn cone([half_height, radius]: [T; 2]) -> Result<AnyShape<Self>, Fault> {
        checked(Cone::new(half_height, radius))
    }
}

/// A shape of whatever kind.
pub type Object<V> = Box<dyn SupportMap<V> + Send + Sync>;

/// A shape and where it stands.
pub struct Body<V: Vector> {
    shape: AnyShape<V>,
    pub(crate) pose: Pose<V>,
}

impl<V: Dimension> Body<V> {
    /// The shape of the document in the space of `V`.
    pub fn new(document: &ShapeDocument) -> Result<Self, Fault> {
        let shape = shape::<V>(document)?;
        let pose = match &document.pose {
            Some(pose) => self::pose(pose).map_err(|fault| fault.under("pose"))?,
            None => Pose::identity(),
        };
        Ok(Self { shape, pose })
    }

    /// Moves the shape by `pose`, after its own placement.
    pub fn move_by(&mut self, pose: &PoseDocument) -> Result<(), Fault> {
        let pose = self::pose::<V>(pose)?;
        self.pose = pose.after(&self.pose);
        Ok(())
    }

    /// The shape in its place, alone.
    pub fn placed(self) -> Placed<Object<V>, V> {
        Object::from(self.shape).at(self.pose)
    }

    /// The shape in its place, as a shape of any kind. It is of the kind that the document names, unless a radius makes
    /// another kind of it.
    pub fn part(self) -> AnyShape<V> {
        if self.pose == Pose::identity() { self.shape } else { self.shape.at(self.pose).into() }
    }

    /// The shape in its place, as a member of a set.
    pub fn placed_in(self, shapes: &mut ShapeSet<V>) -> Placement<V> {
        Placement { shape: shapes.insert(self.shape), pose: self.pose }
    }
}

/// A core with its radius. If the crate has a kind for the result, the result is of that kind.
fn shape<V: Dimension>(document: &ShapeDocument) -> Result<AnyShape<V>, Fault> {
    let (core, core_radius) = core::<V>(&document.core)?;
    let outer = size::<V>(document.radius, "radius")?;
    let (core, radius) = match sum(core_radius, outer) {
        Some(radius) => (core, radius),
        // Two radii whose sum is no float. The crate knows the exact sum as the radius of a rounded ball.
        None => {
            let own = match core {
                Core::Point(center) => Ball::new(center, core_radius).map(AnyShape::from),
                Core::Segment([start, end]) => Capsule::new(start, end, core_radius).map(AnyShape::from),
                Core::Any(shape) => Ok(shape),
            };
            (Core::Any(own.map_err(Fault::new)?), outer)
        }
    };
    let thickened = match core {
        Core::Point(center) => Ball::new(center, radius).map(AnyShape::from),
        Core::Segment(ends) if is_sharp(document) => return kinds::segment(ends),
        Core::Segment([start, end]) => Capsule::new(start, end, radius).map(AnyShape::from),
        Core::Any(shape) if radius == V::Scalar::ZERO => Ok(shape),
        Core::Any(shape) => shape.rounded(radius).map(AnyShape::from),
    };
    thickened.map_err(Fault::new)
}

/// Whether the document spells a segment without a radius.
fn is_sharp(document: &ShapeDocument) -> bool {
    cfg!(feature = "kinds") && document.radius == 0.0 && matches!(document.core, CoreDocument::Segment(_))
}

/// The sum of two radii, if the scalar holds it without rounding.
fn sum<T: Real>(a: T, b: T) -> Option<T> {
    let (small, large) = if a < b { (a.widen(), b.widen()) } else { (b.widen(), a.widen()) };
    let sum = small + large;
    // Dekker 1971: what is left of the larger number is exact.
    let exact = sum - large == small && T::narrow(sum).widen() == sum;
    (exact || !sum.is_finite()).then(|| T::narrow(sum))
}

/// What is thickened.
#[allow(clippy::large_enum_variant, reason = "lives while one shape is read")]
enum Core<V: Vector> {
    /// Thickened to a ball.
    Point(V),
    /// Thickened to a capsule.
    Segment([V; 2]),
    /// Whatever else.
    Any(AnyShape<V>),
}

/// A core and the radius that its spelling has.
fn core<V: Dimension>(document: &CoreDocument) -> Result<(Core<V>, V::Scalar), Fault> {
    let sharp = |core| (core, V::Scalar::ZERO);
    let any = |shape: Result<AnyShape<V>, Fault>| shape.map(Core::Any).map(sharp);
    let rounded = |core: Result<Core<V>, Fault>, radius| Ok::<_, Fault>((core?, size::<V>(radius, "radius")?));
    let points = |list: &[Numbers]| list_of(list).and_then(cloud);
    let both = |[a, b]: &[ShapeDocument; 2]| -> Result<_, Fault> {
        let part = |index: usize, shape| Body::new(shape).map(Body::part).map_err(|fault| fault.at(index));
        Ok((part(0, a)?, part(1, b)?))
    };
    let (key, core) = match document {
        CoreDocument::Point(numbers) => ("point", any(vector(numbers).and_then(kinds::point))),
        CoreDocument::Points(list) => ("points", any(points(list))),
        CoreDocument::Polytope(polytope) => {
            let hull = list_of::<V>(&polytope.vertices).and_then(kinds::polytope);
            ("polytope", any(hull.map_err(|fault| fault.under("vertices"))))
        }
        CoreDocument::Ball(ball) => {
            ("ball", rounded(fields([("center", &ball.center)]).map(|[center]| Core::Point(center)), ball.radius))
        }
        CoreDocument::Capsule(capsule) => {
            let ends = fields([("start", &capsule.start), ("end", &capsule.end)]);
            ("capsule", rounded(ends.map(Core::Segment), capsule.radius))
        }
        CoreDocument::Segment(segment) => {
            let ends = fields([("start", &segment.start), ("end", &segment.end)]);
            ("segment", ends.map(Core::Segment).map(sharp))
        }
        CoreDocument::Triangle(triangle) => {
            let corners = list_of::<V>(&triangle.vertices);
            ("triangle", any(corners.and_then(kinds::triangle).map_err(|fault| fault.under("vertices"))))
        }
        CoreDocument::Cuboid(cuboid) => {
            let shape = sizes(&cuboid.half_extents).and_then(|half| checked(Cuboid::new(half)));
            ("cuboid", any(shape.map_err(|fault| fault.under("half_extents"))))
        }
        CoreDocument::Polygon(polygon) => {
            let hull = list_of(&polygon.vertices).and_then(V::polygon).map(AnyShape::from);
            ("polygon", any(hull.map_err(|fault| fault.under("vertices"))))
        }
        CoreDocument::Ellipsoid(ellipsoid) => {
            let shape = sizes(&ellipsoid.semi_axes).and_then(|axes| checked(Ellipsoid::new(axes)));
            ("ellipsoid", any(shape.map_err(|fault| fault.under("semi_axes"))))
        }
        CoreDocument::HalfSpace(plane) => ("half_space", any(half_space(plane))),
        CoreDocument::Cylinder(round) => ("cylinder", any(round_sizes::<V>(round).and_then(V::cylinder))),
        CoreDocument::Cone(round) => ("cone", any(round_sizes::<V>(round).and_then(V::cone))),
        CoreDocument::Sum(parts) => ("sum", any(both(parts).and_then(|(a, b)| countable(a.sum(b))))),
        CoreDocument::Hull(parts) => ("hull", any(both(parts).and_then(|(a, b)| checked(a.hull_with(b))))),
        CoreDocument::Swept(swept) => ("swept", any(swept_core(swept))),
        CoreDocument::Shape(shape) => ("shape", any(Body::new(shape).map(Body::part))),
        #[cfg(feature = "assembly")]
        CoreDocument::Composite(composite) => {
            let fault = "expected a convex shape; meshes, outlines and files stand alone in a pair";
            (composite.key(), Err(Fault::new(fault)))
        }
    };
    core.map_err(|fault| fault.under(key))
}

/// A shape, unless the crate refused it.
pub(crate) fn checked<V: Vector>(shape: Result<impl Into<AnyShape<V>>, ShapeError>) -> Result<AnyShape<V>, Fault> {
    shape.map(Into::into).map_err(Fault::new)
}

/// The most vertices of a sum. A sum of sums multiplies them, so a short line could ask for more than memory holds:
/// where shapes touch, the exact stage writes down every vertex. Larger: seconds become minutes. Smaller: the sum of
/// two hulls of 500 vertices each is refused.
const MOST_VERTICES: usize = 1 << 18;

/// A sum or sweep whose vertices can be written down.
fn countable<V: Vector, S>(shape: Result<S, ShapeError>) -> Result<AnyShape<V>, Fault>
where
    S: SupportMap<V> + Into<AnyShape<V>>,
{
    let shape = shape.map_err(Fault::new)?;
    match shape.vertex_count() {
        count if count > MOST_VERTICES => {
            Err(Fault::new(format!("expected a sum of at most {MOST_VERTICES} vertices, found {count}")))
        }
        _ => Ok(shape.into()),
    }
}

/// The hull of points. For one pair it is not worth building the hull itself.
pub(crate) fn cloud<V: Vector>(points: Vec<V>) -> Result<AnyShape<V>, Fault> {
    checked(PointCloud::new(points))
}

fn swept_core<V: Dimension>(swept: &SweptDocument) -> Result<AnyShape<V>, Fault> {
    let body = Body::<V>::new(&swept.shape).map_err(|fault| fault.under("shape"))?;
    let vector = vector(&swept.vector).map_err(|fault| fault.under("vector"))?;
    countable(body.part().swept(vector))
}

fn half_space<V: Dimension>(plane: &HalfSpaceDocument) -> Result<AnyShape<V>, Fault> {
    let normal = vector(&plane.normal).map_err(|fault| fault.under("normal"))?;
    let offset = scalar::<V>(plane.offset).map_err(|fault| fault.under("offset"))?;
    checked(HalfSpace::<V>::new(normal, offset))
}

/// The half-height and the radius of a cylinder or cone.
fn round_sizes<V: Dimension>(round: &RoundDocument) -> Result<[V::Scalar; 2], Fault> {
    Ok([size::<V>(round.half_height, "half_height")?, size::<V>(round.radius, "radius")?])
}

/// A vector of sizes, none of them negative.
fn sizes<V: Dimension>(numbers: &Numbers) -> Result<V, Fault> {
    match numbers.as_slice().iter().position(|&number| number < 0.0) {
        Some(axis) => Err(negative(numbers.as_slice()[axis]).at(axis)),
        None => vector(numbers),
    }
}

/// A list of at least one point.
pub(crate) fn list_of<V: Dimension>(list: &[Numbers]) -> Result<Vec<V>, Fault> {
    if list.is_empty() {
        return Err(Fault::new("a shape needs at least one point"));
    }
    list.iter().enumerate().map(|(index, numbers)| vector(numbers).map_err(|fault| fault.at(index))).collect()
}

/// Points under their keys.
fn fields<V: Dimension, const N: usize>(points: [(&str, &Numbers); N]) -> Result<[V; N], Fault> {
    let mut vectors = [V::ORIGIN; N];
    for (place, (key, numbers)) in vectors.iter_mut().zip(points) {
        *place = vector(numbers).map_err(|fault| fault.under(key))?;
    }
    Ok(vectors)
}

/// A point or vector of the space.
pub(crate) fn vector<V: Dimension>(numbers: &Numbers) -> Result<V, Fault> {
    let (scalars, count) = scalars::<V>(numbers)?;
    V::from_slice(&scalars[..count])
        .ok_or_else(|| Fault::new(format!("expected {} numbers, found {count}", V::Wide::DIM)))
}

/// The placement of the document.
pub fn pose<V: Dimension>(document: &PoseDocument) -> Result<Pose<V>, Fault> {
    let in_rotation = |fault: Fault| fault.under("rotation");
    let rotation = match &document.rotation {
        Some(numbers) => rotation::<V>(numbers).map_err(in_rotation)?,
        None => Pose::<V>::identity().rotation,
    };
    let translation = match &document.translation {
        Some(numbers) => vector(numbers).map_err(|fault| fault.under("translation"))?,
        None => V::ORIGIN,
    };
    Pose::new(rotation, translation).map_err(|error| in_rotation(Fault::new(error)))
}

/// A rotation of the space.
fn rotation<V: Dimension>(numbers: &Numbers) -> Result<V::Rotation, Fault> {
    let (scalars, count) = scalars::<V>(numbers)?;
    // Checked here, too: the square of a large length is infinite, although no number is.
    let length = numbers.as_slice().iter().fold(0.0, |length: f64, number| length.hypot(*number));
    if !(0.5..=2.0).contains(&length) {
        return Err(Fault::new(format!("the rotation is not of unit length (allowed: 0.5 to 2), found {length:e}")));
    }
    V::rotation(&scalars[..count])
        .ok_or_else(|| Fault::new(format!("expected {}, found {count}", V::ROTATION)))?
        .map_err(Fault::new)
}

/// The numbers rounded to the scalar of the space, and their count.
fn scalars<V: Dimension>(numbers: &Numbers) -> Result<([V::Scalar; 4], usize), Fault> {
    let mut scalars = [V::Scalar::ZERO; 4];
    for (index, (place, &number)) in scalars.iter_mut().zip(numbers.as_slice()).enumerate() {
        *place = scalar::<V>(number).map_err(|fault| fault.at(index))?;
    }
    Ok((scalars, numbers.as_slice().len()))
}

/// A number rounded to the scalar of the space.
pub(crate) fn scalar<V: Vector>(number: f64) -> Result<V::Scalar, Fault> {
    let scalar = V::Scalar::narrow(number);
    if scalar.is_finite() { Ok(scalar) } else { Err(Fault::new(format!("{number:e} is beyond the range of f32"))) }
}

/// A radius or height, not negative.
pub(crate) fn size<V: Vector>(number: f64, key: &str) -> Result<V::Scalar, Fault> {
    let checked = if number < 0.0 { Err(negative(number)) } else { scalar::<V>(number) };
    checked.map_err(|fault| fault.under(key))
}

fn negative(number: f64) -> Fault {
    Fault::new(format!("expected a size that is not negative, found {number}"))
}
