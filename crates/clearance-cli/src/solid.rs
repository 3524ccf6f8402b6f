//! From documents to shapes: numbers get their dimension and scalar here, and every refusal names its field.

use clearance::{
    AnyShape, Ball, Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Hull, Placed, Placement, PointCloud, Pose, PoseError,
    Quaternion, Real, Rotation2, Shape, ShapeError, ShapeSet, Space, SupportMap, Vec2, Vec3, Vector,
};

use crate::document::{CoreDocument, Numbers, PoseDocument, RoundDocument, ShapeDocument, SweptDocument};
use crate::failure::Fault;

/// What differs between the plane and space when shapes are built.
pub trait Dimension: Vector {
    /// How many numbers a rotation has, and which.
    const ROTATION: &str;
    /// A rotation from its numbers, `None` when their count is wrong.
    fn rotation(numbers: &[Self::Scalar]) -> Option<Result<Self::Rotation, PoseError>>;
    /// The vertices, if they are a convex polygon in counter-clockwise order.
    fn polygon(vertices: Vec<Self>) -> Result<Vec<Self>, Fault>;
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
    fn polygon(vertices: Vec<Self>) -> Result<Vec<Self>, Fault> {
        Hull::from_ordered_polygon(&vertices).map_err(Fault::new)?;
        Ok(vertices)
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
    fn polygon(_vertices: Vec<Self>) -> Result<Vec<Self>, Fault> {
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
    pose: Pose<V>,
}

impl<V: Dimension> Body<V> {
    /// The shape that the document means in the space of `V`.
    pub fn new(document: &ShapeDocument) -> Result<Self, Fault> {
        let shape = shape::<V>(document)?;
        let pose = match &document.pose {
            Some(pose) => self::pose(pose).map_err(|fault| fault.under("pose"))?,
            None => Pose::identity(),
        };
        Ok(Self { shape, pose })
    }

    /// Moves the shape by `pose`, after the placement that it has.
    pub fn move_by(&mut self, pose: &PoseDocument) -> Result<(), Fault> {
        let pose = self::pose::<V>(pose)?;
        self.pose = if self.pose == Pose::identity() { pose } else { pose.after(&self.pose) };
        Ok(())
    }

    /// The shape in its place, by itself.
    pub fn placed(self) -> Placed<Object<V>, V> {
        Object::from(self.shape).at(self.pose)
    }

    /// The shape in its place, as a member of a set.
    pub fn placed_in(self, shapes: &mut ShapeSet<V>) -> Placement<V> {
        Placement { shape: shapes.insert(self.shape), pose: self.pose }
    }
}

/// A core with the radius that it is thickened by. What the crate has a kind for stays of that kind.
fn shape<V: Dimension>(document: &ShapeDocument) -> Result<AnyShape<V>, Fault> {
    let (core, core_radius) = core::<V>(&document.core)?;
    let outer = size::<V>(document.radius, "radius")?;
    let radius = V::Scalar::narrow(core_radius.widen() + outer.widen());
    let thickened = match core {
        Core::Point(center) => Ball::new(center, radius).map(AnyShape::from),
        Core::Segment([start, end]) => Capsule::new(start, end, radius).map(AnyShape::from),
        Core::Any(shape) if radius == V::Scalar::ZERO => Ok(shape),
        Core::Any(shape) => Object::from(shape).rounded(radius).map(AnyShape::from),
    };
    thickened.map_err(Fault::new)
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
        let part = |index: usize, shape| Body::new(shape).map(Body::placed).map_err(|fault| fault.at(index));
        Ok((part(0, a)?, part(1, b)?))
    };
    let (key, core) = match document {
        CoreDocument::Points(list) => ("points", any(points(list))),
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
            ("triangle", any(points(&triangle.vertices).map_err(|fault| fault.under("vertices"))))
        }
        CoreDocument::Cuboid(cuboid) => {
            let shape = sizes(&cuboid.half_extents).and_then(|half| checked(Cuboid::new(half)));
            ("cuboid", any(shape.map_err(|fault| fault.under("half_extents"))))
        }
        CoreDocument::Polygon(polygon) => {
            let vertices = list_of(&polygon.vertices).and_then(V::polygon).and_then(cloud);
            ("polygon", any(vertices.map_err(|fault| fault.under("vertices"))))
        }
        CoreDocument::Ellipsoid(ellipsoid) => {
            let shape = sizes(&ellipsoid.semi_axes).and_then(|axes| checked(Ellipsoid::new(axes)));
            ("ellipsoid", any(shape.map_err(|fault| fault.under("semi_axes"))))
        }
        CoreDocument::Cylinder(round) => ("cylinder", any(round_sizes::<V>(round).and_then(V::cylinder))),
        CoreDocument::Cone(round) => ("cone", any(round_sizes::<V>(round).and_then(V::cone))),
        CoreDocument::Sum(parts) => ("sum", any(both(parts).and_then(|(a, b)| checked(a.sum(b))))),
        CoreDocument::Hull(parts) => ("hull", any(both(parts).and_then(|(a, b)| checked(a.hull_with(b))))),
        CoreDocument::Swept(swept) => ("swept", any(swept_core(swept))),
    };
    core.map_err(|fault| fault.under(key))
}

/// A shape that the crate may have refused.
fn checked<V: Vector>(shape: Result<impl Into<AnyShape<V>>, ShapeError>) -> Result<AnyShape<V>, Fault> {
    shape.map(Into::into).map_err(Fault::new)
}

/// The hull of points, which are not worth building it for one pair.
fn cloud<V: Vector>(points: Vec<V>) -> Result<AnyShape<V>, Fault> {
    checked(PointCloud::new(points))
}

fn swept_core<V: Dimension>(swept: &SweptDocument) -> Result<AnyShape<V>, Fault> {
    let body = Body::<V>::new(&swept.shape).map_err(|fault| fault.under("shape"))?;
    let vector = vector(&swept.vector).map_err(|fault| fault.under("vector"))?;
    checked(body.placed().swept(vector))
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
fn list_of<V: Dimension>(list: &[Numbers]) -> Result<Vec<V>, Fault> {
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
fn vector<V: Dimension>(numbers: &Numbers) -> Result<V, Fault> {
    let (scalars, count) = scalars::<V>(numbers)?;
    V::from_slice(&scalars[..count])
        .ok_or_else(|| Fault::new(format!("expected {} numbers, found {count}", V::Wide::DIM)))
}

/// The placement that the document means.
fn pose<V: Dimension>(document: &PoseDocument) -> Result<Pose<V>, Fault> {
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
fn scalar<V: Vector>(number: f64) -> Result<V::Scalar, Fault> {
    let scalar = V::Scalar::narrow(number);
    if scalar.is_finite() { Ok(scalar) } else { Err(Fault::new(format!("{number:e} is beyond the range of f32"))) }
}

/// A radius or height, not negative.
fn size<V: Vector>(number: f64, key: &str) -> Result<V::Scalar, Fault> {
    let checked = if number < 0.0 { Err(negative(number)) } else { scalar::<V>(number) };
    checked.map_err(|fault| fault.under(key))
}

fn negative(number: f64) -> Fault {
    Fault::new(format!("expected a size that is not negative, found {number}"))
}
