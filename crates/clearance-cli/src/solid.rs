//! From documents to shapes: numbers get their dimension and scalar here, and every refusal names its field.

use clearance::{
    Points, Pose, PoseError, Proximity, Quaternion, Real, Rotation2, Shape, Solver, Space, SupportMap, Vec2, Vec3,
    Vector,
};

use crate::document::{CoreDocument, Numbers, PoseDocument, ShapeDocument};
use crate::failure::Fault;

/// What differs between the plane and space when shapes are built.
pub trait Dimension: Vector {
    /// How many numbers a rotation has, and which.
    const ROTATION: &str;
    /// A rotation from its numbers, `None` when their count is wrong.
    fn rotation(numbers: &[Self::Scalar]) -> Option<Result<Self::Rotation, PoseError>>;
}

impl<T: Real> Dimension for Vec2<T>
where
    Self: Vector<Scalar = T, Rotation = Rotation2<T>>,
{
    const ROTATION: &str = "2 numbers [c, s]";
    fn rotation(numbers: &[T]) -> Option<Result<Rotation2<T>, PoseError>> {
        <[T; 2]>::try_from(numbers).ok().map(|[c, s]| Rotation2::new(c, s))
    }
}

impl<T: Real> Dimension for Vec3<T>
where
    Self: Vector<Scalar = T, Rotation = Quaternion<T>>,
{
    const ROTATION: &str = "4 numbers [x, y, z, w]";
    fn rotation(numbers: &[T]) -> Option<Result<Quaternion<T>, PoseError>> {
        <[T; 4]>::try_from(numbers).ok().map(|[x, y, z, w]| Quaternion::new(x, y, z, w))
    }
}

/// A shape, ready to be queried: every spelling is the hull of points, thickened and placed.
pub struct Body<V: Vector> {
    points: Vec<V>,
    radius: V::Scalar,
    pose: Pose<V>,
}

impl<V: Dimension> Body<V> {
    /// The shape that the document means in the space of `V`.
    pub fn new(document: &ShapeDocument) -> Result<Self, Fault> {
        let (points, core_radius) = core::<V>(&document.core)?;
        let outer = size::<V>(document.radius, "radius")?;
        let radius = V::Scalar::narrow(core_radius.widen() + outer.widen());
        if !radius.is_finite() {
            return Err(Fault::new("the sum of the radii is beyond the range of the scalar").under("radius"));
        }
        let pose = match &document.pose {
            Some(pose) => self::pose(pose).map_err(|fault| fault.under("pose"))?,
            None => Pose::identity(),
        };
        Ok(Self { points, radius, pose })
    }

    /// Moves the shape by `pose`, after the placement that it has.
    pub fn move_by(&mut self, pose: &PoseDocument) -> Result<(), Fault> {
        let pose = self::pose::<V>(pose)?;
        self.pose = if self.pose == Pose::identity() { pose } else { pose.after(&self.pose) };
        Ok(())
    }

    /// The signed distance to `other`, with this shape as A.
    pub fn signed_distance(&self, other: &Self, solver: &Solver) -> Proximity<V> {
        solver.signed_distance(&self.shape(), &other.shape())
    }

    /// The shape itself.
    pub fn shape(&self) -> impl SupportMap<V> + '_ {
        let points = Points::new(&self.points).expect("the points were checked when the body was built");
        points.rounded(self.radius).expect("the radius was checked when the body was built").at(self.pose)
    }
}

/// The vertices and the radius of a core.
fn core<V: Dimension>(document: &CoreDocument) -> Result<(Vec<V>, V::Scalar), Fault> {
    let rounded = |points: Result<Vec<V>, Fault>, radius| Ok::<_, Fault>((points?, size::<V>(radius, "radius")?));
    let (key, body) = match document {
        CoreDocument::Points(list) => ("points", rounded(list_of(list), 0.0)),
        CoreDocument::Ball(ball) => ("ball", rounded(fields([("center", &ball.center)]), ball.radius)),
        CoreDocument::Capsule(capsule) => {
            ("capsule", rounded(fields([("start", &capsule.start), ("end", &capsule.end)]), capsule.radius))
        }
        CoreDocument::Segment(segment) => {
            ("segment", rounded(fields([("start", &segment.start), ("end", &segment.end)]), 0.0))
        }
        CoreDocument::Triangle(triangle) => {
            ("triangle", rounded(list_of(&triangle.vertices).map_err(|fault| fault.under("vertices")), 0.0))
        }
        CoreDocument::Cuboid(cuboid) => {
            ("cuboid", rounded(corners(&cuboid.half_extents).map_err(|fault| fault.under("half_extents")), 0.0))
        }
    };
    body.map_err(|fault| fault.under(key))
}

/// The corners of the cuboid with these half-extents.
fn corners<V: Dimension>(half_extents: &Numbers) -> Result<Vec<V>, Fault> {
    let half: V = vector(half_extents)?;
    let wide = half.widen();
    if let Some(axis) = (0..V::Wide::DIM).find(|&axis| *wide.coordinate(axis) < 0.0) {
        return Err(negative(*wide.coordinate(axis)).at(axis));
    }
    let corner = |index: usize| {
        (0..V::Wide::DIM).fold(wide, |corner, axis| match index >> axis & 1 {
            0 => corner.with_coordinate(axis, -*wide.coordinate(axis)),
            _ => corner,
        })
    };
    Ok((0..1 << V::Wide::DIM).map(|index| V::narrow(corner(index))).collect())
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
