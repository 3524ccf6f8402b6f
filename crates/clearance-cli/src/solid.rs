//! From documents to shapes: numbers get their dimension and scalar here, and every refusal names its field.

use clearance::{
    Cone, Cylinder, Ellipsoid, Hull, HullOfTwo, Points, Pose, PoseError, Proximity, Quaternion, Real, Rotation2, Shape,
    ShapeError, Solver, Space, Sum, SupportMap, Swept, Vec2, Vec3, Vector,
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
    fn cylinder(sizes: [Self::Scalar; 2]) -> Result<AnyShape<'static, Self>, Fault>;
    /// The cone of half-height and radius.
    fn cone(sizes: [Self::Scalar; 2]) -> Result<AnyShape<'static, Self>, Fault>;
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
    fn cylinder(_sizes: [T; 2]) -> Result<AnyShape<'static, Self>, Fault> {
        Err(Fault::new("expected a shape of the plane, found one of space"))
    }
    fn cone(_sizes: [T; 2]) -> Result<AnyShape<'static, Self>, Fault> {
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
    fn cylinder([half_height, radius]: [T; 2]) -> Result<AnyShape<'static, Self>, Fault> {
        Ok(Box::new(Cylinder::new(half_height, radius).map_err(Fault::new)?))
    }
    fn cone([half_height, radius]: [T; 2]) -> Result<AnyShape<'static, Self>, Fault> {
        Ok(Box::new(Cone::new(half_height, radius).map_err(Fault::new)?))
    }
}

/// A shape of any kind.
pub type AnyShape<'a, V> = Box<dyn SupportMap<V> + 'a>;

/// What is thickened and placed.
enum Core<V: Vector> {
    /// The hull of points: by far the most frequent, so it is queried without indirection.
    Points(Vec<V>),
    /// An ellipsoid, a cylinder or a cone.
    Curved(AnyShape<'static, V>),
    /// The Minkowski sum of two shapes.
    Sum(Box<[Body<V>; 2]>),
    /// A shape moved along a vector.
    Swept(Box<Body<V>>, V),
    /// The hull of two shapes.
    Hull(Box<[Body<V>; 2]>),
}

impl<V: Dimension> Core<V> {
    /// The core as a shape.
    fn shape(&self) -> Result<AnyShape<'_, V>, ShapeError> {
        Ok(match self {
            Self::Points(points) => Box::new(Points::new(points)?),
            Self::Curved(shape) => Box::new(shape),
            Self::Sum(parts) => Box::new(Sum::new(parts[0].shape(), parts[1].shape())?),
            Self::Swept(body, vector) => Box::new(Swept::new(body.shape(), *vector)?),
            Self::Hull(parts) => Box::new(HullOfTwo::new(parts[0].shape(), parts[1].shape())?),
        })
    }
}

/// A shape, ready to be queried.
pub struct Body<V: Vector> {
    core: Core<V>,
    radius: V::Scalar,
    pose: Pose<V>,
}

impl<V: Dimension> Body<V> {
    /// The shape that the document means in the space of `V`.
    pub fn new(document: &ShapeDocument) -> Result<Self, Fault> {
        let (core, core_radius) = core::<V>(&document.core)?;
        let outer = size::<V>(document.radius, "radius")?;
        let radius = V::Scalar::narrow(core_radius.widen() + outer.widen());
        let shape = core.shape().and_then(|shape| shape.rounded(radius));
        shape.map_err(Fault::new)?;
        let pose = match &document.pose {
            Some(pose) => self::pose(pose).map_err(|fault| fault.under("pose"))?,
            None => Pose::identity(),
        };
        Ok(Self { core, radius, pose })
    }

    /// Moves the shape by `pose`, after the placement that it has.
    pub fn move_by(&mut self, pose: &PoseDocument) -> Result<(), Fault> {
        let pose = self::pose::<V>(pose)?;
        self.pose = if self.pose == Pose::identity() { pose } else { pose.after(&self.pose) };
        Ok(())
    }

    /// The signed distance to `other`, with this shape as A.
    pub fn signed_distance(&self, other: &Self, solver: &Solver) -> Proximity<V> {
        match (&self.core, &other.core) {
            (Core::Points(a), Core::Points(b)) => {
                solver.signed_distance(&self.around(checked_points(a)), &other.around(checked_points(b)))
            }
            _ => solver.signed_distance(&self.shape(), &other.shape()),
        }
    }

    /// The shape as one object.
    pub fn shape(&self) -> AnyShape<'_, V> {
        Box::new(self.around(self.core.shape().expect("the core was checked when the body was built")))
    }

    /// `core` with this body's radius and placement.
    fn around<'a, S: SupportMap<V> + 'a>(&self, core: S) -> impl SupportMap<V> + use<'a, S, V> {
        core.rounded(self.radius).expect("the radius was checked when the body was built").at(self.pose)
    }
}

fn checked_points<V: Vector>(points: &[V]) -> Points<'_, V> {
    Points::new(points).expect("the points were checked when the body was built")
}

/// A core and the radius that its spelling has.
fn core<V: Dimension>(document: &CoreDocument) -> Result<(Core<V>, V::Scalar), Fault> {
    let sharp = |core| (core, V::Scalar::ZERO);
    let points = |points: Result<Vec<V>, Fault>| points.map(Core::Points);
    let rounded = |core: Result<Core<V>, Fault>, radius| Ok::<_, Fault>((core?, size::<V>(radius, "radius")?));
    let both = |[a, b]: &[ShapeDocument; 2]| -> Result<_, Fault> {
        let part = |index: usize, shape| Body::new(shape).map_err(|fault| fault.at(index));
        Ok(Box::new([part(0, a)?, part(1, b)?]))
    };
    let (key, core) = match document {
        CoreDocument::Points(list) => ("points", points(list_of(list)).map(sharp)),
        CoreDocument::Ball(ball) => ("ball", rounded(points(fields([("center", &ball.center)])), ball.radius)),
        CoreDocument::Capsule(capsule) => {
            let ends = fields([("start", &capsule.start), ("end", &capsule.end)]);
            ("capsule", rounded(points(ends), capsule.radius))
        }
        CoreDocument::Segment(segment) => {
            ("segment", points(fields([("start", &segment.start), ("end", &segment.end)])).map(sharp))
        }
        CoreDocument::Triangle(triangle) => {
            let vertices = list_of(&triangle.vertices).map_err(|fault| fault.under("vertices"));
            ("triangle", points(vertices).map(sharp))
        }
        CoreDocument::Cuboid(cuboid) => {
            let corners = sizes(&cuboid.half_extents).map(corners::<V>).map_err(|fault| fault.under("half_extents"));
            ("cuboid", points(corners).map(sharp))
        }
        CoreDocument::Polygon(polygon) => {
            let vertices = list_of(&polygon.vertices).and_then(V::polygon).map_err(|fault| fault.under("vertices"));
            ("polygon", points(vertices).map(sharp))
        }
        CoreDocument::Ellipsoid(ellipsoid) => {
            let shape = sizes(&ellipsoid.semi_axes).and_then(|axes| Ellipsoid::<V>::new(axes).map_err(Fault::new));
            let curved = shape.map(|shape| Core::Curved(Box::new(shape)));
            ("ellipsoid", curved.map(sharp).map_err(|fault| fault.under("semi_axes")))
        }
        CoreDocument::Cylinder(round) => {
            ("cylinder", round_sizes::<V>(round).and_then(V::cylinder).map(Core::Curved).map(sharp))
        }
        CoreDocument::Cone(round) => ("cone", round_sizes::<V>(round).and_then(V::cone).map(Core::Curved).map(sharp)),
        CoreDocument::Sum(parts) => ("sum", both(parts).map(Core::Sum).map(sharp)),
        CoreDocument::Hull(parts) => ("hull", both(parts).map(Core::Hull).map(sharp)),
        CoreDocument::Swept(swept) => ("swept", swept_core(swept).map(sharp)),
    };
    core.map_err(|fault| fault.under(key))
}

fn swept_core<V: Dimension>(swept: &SweptDocument) -> Result<Core<V>, Fault> {
    let body = Body::new(&swept.shape).map_err(|fault| fault.under("shape"))?;
    let vector = vector(&swept.vector).map_err(|fault| fault.under("vector"))?;
    Ok(Core::Swept(Box::new(body), vector))
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

/// The corners of the cuboid with these half-extents.
fn corners<V: Dimension>(half: V) -> Vec<V> {
    let wide = half.widen();
    let corner = |index: usize| {
        (0..V::Wide::DIM).fold(wide, |corner, axis| match index >> axis & 1 {
            0 => corner.with_coordinate(axis, -*wide.coordinate(axis)),
            _ => corner,
        })
    };
    (0..1 << V::Wide::DIM).map(|index| V::narrow(corner(index))).collect()
}

/// A list of at least one point.
fn list_of<V: Dimension>(list: &[Numbers]) -> Result<Vec<V>, Fault> {
    if list.is_empty() {
        return Err(Fault::new("a shape needs at least one point"));
    }
    list.iter().enumerate().map(|(index, numbers)| vector(numbers).map_err(|fault| fault.at(index))).collect()
}

/// Points under their keys.
fn fields<V: Dimension, const N: usize>(points: [(&str, &Numbers); N]) -> Result<Vec<V>, Fault> {
    points.iter().map(|(key, numbers)| vector(numbers).map_err(|fault| fault.under(key))).collect()
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
