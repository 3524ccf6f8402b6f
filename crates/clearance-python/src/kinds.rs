//! One class for each kind of shape, so that types tell what a shape is. All of them are `Shape`s.

use crate::arrays::{self, Numbers};
use crate::dimension::{Any, Dimension, In, Plane, Space};
use crate::shape::{Shape, value_error};
use clearance::{
    AnyShape, Ball as CoreBall, Capsule as CoreCapsule, Cone as CoreCone, Cuboid as CoreCuboid,
    Cylinder as CoreCylinder, Ellipsoid as CoreEllipsoid, HalfSpace as CoreHalfSpace, Hull as CoreHull,
    Point as CorePoint, PointCloud, Segment as CoreSegment, ShapeError, Triangle as CoreTriangle,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The classes, and the object of the class of a shape.
macro_rules! classes {
    ($($(#[$about:meta])* $class:ident),+ $(,)?) => {
        $(
            $(#[$about])*
            #[pyclass(frozen, extends = Shape, module = "clearance")]
            pub struct $class;
        )+

        /// Adds the classes to the module.
        pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<Shape>()?;
            $(module.add_class::<$class>()?;)+
            Ok(())
        }
    };
}
classes! {
    /// Points(points)
    ///
    /// The hull of points, shape (n, 3) or (n, 2). Nothing is built: each query looks at all points. It is the fastest
    /// for a few points, and for points that are asked about once. Points inside the hull do no harm.
    Points,
    /// Hull(points)
    ///
    /// The hull of points with its vertices, edges and faces, shape (n, 3) or (n, 2). It takes O(n log n) to build.
    /// Then large hulls are answered faster than `Points`, and contacts have whole faces.
    Hull,
    /// Cuboid(half_extents)
    ///
    /// The box from -half_extents to half_extents, shape (3,) or (2,). A half-extent of 0 makes a flat box.
    Cuboid,
    /// Ball(center, radius)
    ///
    /// The ball around a point, in the plane the disc.
    Ball,
    /// Capsule(start, end, radius)
    ///
    /// All points not farther than `radius` from a segment.
    Capsule,
    /// Segment(start, end)
    ///
    /// The segment between two points.
    Segment,
    /// Triangle(vertices)
    ///
    /// The triangle of three vertices, shape (3, 3) or (3, 2).
    Triangle,
    /// Point(position)
    ///
    /// One point.
    Point,
    /// Ellipsoid(semi_axes)
    ///
    /// The ellipsoid around the origin with these semi-axes along the axes, shape (3,); in the plane the ellipse.
    Ellipsoid,
    /// HalfSpace(normal, offset)
    ///
    /// The points x with normal . x <= offset, shape (3,) or (2,): the ground, a wall, a safety plane. The normal points
    /// out and may have any length but 0.
    HalfSpace,
    /// Cylinder(half_height, radius)
    ///
    /// The cylinder around the y axis, from y = -half_height to y = half_height. In space only.
    Cylinder,
    /// Cone(half_height, radius)
    ///
    /// The cone around the y axis: its base at y = -half_height, its apex at y = half_height. In space only.
    Cone,
    /// A shape that was moved by `at`.
    Placed,
    /// A shape that was thickened by `rounded`.
    Rounded,
    /// The Minkowski sum of two shapes.
    Sum,
    /// The hull of two shapes.
    HullOfTwo,
    /// What a shape covers on its way along a vector.
    Swept,
}

/// The object of a shape: of the class of its kind.
pub fn object(py: Python<'_>, shape: Shape) -> PyResult<Py<PyAny>> {
    fn kind<V: Dimension>(shape: &AnyShape<V>) -> Kind {
        match shape {
            AnyShape::Point(_) => Kind::Point,
            AnyShape::Ball(_) => Kind::Ball,
            AnyShape::Segment(_) => Kind::Segment,
            AnyShape::Capsule(_) => Kind::Capsule,
            AnyShape::Triangle(_) => Kind::Triangle,
            AnyShape::Cuboid(_) => Kind::Cuboid,
            AnyShape::PointCloud(_) => Kind::Points,
            AnyShape::Hull(_) => Kind::Hull,
            AnyShape::Ellipsoid(_) => Kind::Ellipsoid,
            AnyShape::HalfSpace(_) => Kind::HalfSpace,
            AnyShape::Cylinder(_) => Kind::Cylinder,
            AnyShape::Cone(_) => Kind::Cone,
            AnyShape::Placed(_) => Kind::Placed,
            AnyShape::Rounded(_) => Kind::Rounded,
            AnyShape::Sum(_) => Kind::Sum,
            AnyShape::HullOfTwo(_) => Kind::HullOfTwo,
            AnyShape::Swept(_) => Kind::Swept,
            _ => Kind::Other,
        }
    }
    macro_rules! of_kind {
        ($($name:ident),+) => {
            match crate::dimension::each!(&shape.any, any => kind(any)) {
                $(Kind::$name => Ok(Py::new(py, PyClassInitializer::from(shape).add_subclass($name))?.into_any()),)+
                Kind::Other => Ok(Py::new(py, shape)?.into_any()),
            }
        };
    }
    of_kind!(
        Points, Hull, Cuboid, Ball, Capsule, Segment, Triangle, Point, Ellipsoid, HalfSpace, Cylinder, Cone, Placed,
        Rounded, Sum, HullOfTwo, Swept
    )
}

/// The kinds of shape.
enum Kind {
    Points,
    Hull,
    Cuboid,
    Ball,
    Capsule,
    Segment,
    Triangle,
    Point,
    Ellipsoid,
    HalfSpace,
    Cylinder,
    Cone,
    Placed,
    Rounded,
    Sum,
    HullOfTwo,
    Swept,
    Other,
}

/// A class with its shape, as PyO3 takes it.
type New<C> = PyClassInitializer<C>;

fn new<C: pyo3::PyClass<BaseType = Shape>>(class: C, any: Any, single: bool) -> New<C> {
    PyClassInitializer::from(Shape::plain(any, single)).add_subclass(class)
}

/// The same constructor for the plane and for space, with the numbers as vectors.
macro_rules! in_either {
    ($size:expr, $vector:ident => $made:expr) => {
        match $size {
            2 => {
                type $vector = Plane;
                In::Plane($made.map_err(told)?.into())
            }
            _ => {
                type $vector = Space;
                In::Space($made.map_err(told)?.into())
            }
        }
    };
}

fn told(error: ShapeError) -> PyErr {
    value_error(error)
}

/// Vectors of the rows of a list of numbers.
fn vectors<V: Dimension>(numbers: &[f64]) -> Vec<V> {
    numbers.chunks_exact(V::SIZE).map(V::of).collect()
}

/// Two points of one dimension.
fn ends<'a>(start: &'a Numbers<'_>, end: &'a Numbers<'_>) -> PyResult<(&'a [f64], &'a [f64])> {
    let start = start.point()?;
    Ok((start, end.point_of(start.len())?))
}

#[pymethods]
impl Points {
    #[new]
    fn new(points: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(points, "points")?;
        let (points, size) = numbers.points()?;
        let any = in_either!(size, V => PointCloud::new(vectors::<V>(points)));
        Ok(new(Self, any, numbers.single))
    }
}

#[pymethods]
impl Hull {
    #[new]
    fn new(py: Python<'_>, points: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(points, "points")?;
        let (points, size) = numbers.points()?;
        let points = points.to_vec();
        let any = py.detach(|| Ok::<_, PyErr>(in_either!(size, V => CoreHull::new(&vectors::<V>(&points)))))?;
        Ok(new(Self, any, numbers.single))
    }

    /// The faces as lists of indices of `vertices`, counter-clockwise from outside. In the plane one face.
    #[getter]
    fn faces(slf: &Bound<'_, Self>) -> Vec<Vec<u32>> {
        match &slf.as_super().get().any {
            In::Plane(AnyShape::Hull(hull)) => hull.faces().map(<[u32]>::to_vec).collect(),
            In::Space(AnyShape::Hull(hull)) => hull.faces().map(<[u32]>::to_vec).collect(),
            _ => Vec::new(),
        }
    }

    /// The edges as pairs of indices of `vertices`.
    #[getter]
    fn edges(slf: &Bound<'_, Self>) -> Vec<[u32; 2]> {
        match &slf.as_super().get().any {
            In::Plane(AnyShape::Hull(hull)) => hull.edges().collect(),
            In::Space(AnyShape::Hull(hull)) => hull.edges().collect(),
            _ => Vec::new(),
        }
    }
}

#[pymethods]
impl Cuboid {
    #[new]
    fn new(half_extents: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(half_extents, "half_extents")?;
        let half = sizes(&numbers, "half_extents")?;
        let any = in_either!(half.len(), V => CoreCuboid::new(V::of(half)));
        Ok(new(Self, any, numbers.single))
    }

    /// Half of each side, shape (dim,).
    #[getter]
    fn half_extents<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyAny> {
        let numbers = match &slf.as_super().get().any {
            In::Plane(AnyShape::Cuboid(cuboid)) => Dimension::coordinates(&cuboid.half_extents()),
            In::Space(AnyShape::Cuboid(cuboid)) => Dimension::coordinates(&cuboid.half_extents()),
            _ => Vec::new(),
        };
        arrays::vector(slf.py(), &numbers, slf.as_super().get().single)
    }
}

/// Numbers that are not negative, as many as a dimension.
fn sizes<'a>(numbers: &'a Numbers<'_>, name: &str) -> PyResult<&'a [f64]> {
    let sizes = numbers.point()?;
    match sizes.iter().position(|&size| size < 0.0) {
        None => Ok(sizes),
        Some(index) => {
            let value = arrays::number(sizes[index]);
            Err(PyValueError::new_err(format!("{name}[{index}] is {value}: it must not be negative")))
        }
    }
}

#[pymethods]
impl Ball {
    #[new]
    fn new(center: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(center, "center")?;
        let (center, (radius, _)) = (numbers.point()?, arrays::size(radius, "radius")?);
        let any = in_either!(center.len(), V => CoreBall::new(V::of(center), radius));
        Ok(new(Self, any, numbers.single))
    }
}

#[pymethods]
impl Capsule {
    #[new]
    fn new(start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let (start, end) = (arrays::numbers(start, "start")?, arrays::numbers(end, "end")?);
        let (from, to) = ends(&start, &end)?;
        let (radius, _) = arrays::size(radius, "radius")?;
        let any = in_either!(from.len(), V => CoreCapsule::new(V::of(from), V::of(to), radius));
        Ok(new(Self, any, start.single && end.single))
    }
}

#[pymethods]
impl Segment {
    #[new]
    fn new(start: &Bound<'_, PyAny>, end: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let (start, end) = (arrays::numbers(start, "start")?, arrays::numbers(end, "end")?);
        let (from, to) = ends(&start, &end)?;
        let any = in_either!(from.len(), V => CoreSegment::new(V::of(from), V::of(to)));
        Ok(new(Self, any, start.single && end.single))
    }
}

#[pymethods]
impl Triangle {
    #[new]
    fn new(vertices: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(vertices, "vertices")?;
        let size = match numbers.shape() {
            [3, size @ (2 | 3)] => *size,
            _ => return Err(numbers.wrong_shape("(3, 3) or (3, 2)")),
        };
        let corners: Vec<&[f64]> = numbers.finite()?.chunks_exact(size).collect();
        let any = in_either!(size, V => CoreTriangle::new(V::of(corners[0]), V::of(corners[1]), V::of(corners[2])));
        Ok(new(Self, any, numbers.single))
    }
}

#[pymethods]
impl Point {
    #[new]
    fn new(position: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(position, "position")?;
        let position = numbers.point()?;
        let any = in_either!(position.len(), V => CorePoint::new(V::of(position)));
        Ok(new(Self, any, numbers.single))
    }
}

#[pymethods]
impl Ellipsoid {
    #[new]
    fn new(semi_axes: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(semi_axes, "semi_axes")?;
        let axes = sizes(&numbers, "semi_axes")?;
        let any = in_either!(axes.len(), V => CoreEllipsoid::new(V::of(axes)));
        Ok(new(Self, any, numbers.single))
    }
}

#[pymethods]
impl HalfSpace {
    #[new]
    fn new(normal: &Bound<'_, PyAny>, offset: f64) -> PyResult<New<Self>> {
        let numbers = arrays::numbers(normal, "normal")?;
        let normal = numbers.point()?;
        let any = in_either!(normal.len(), V => CoreHalfSpace::<V>::new(V::of(normal), offset));
        Ok(new(Self, any, false))
    }
}

#[pymethods]
impl Cylinder {
    #[new]
    fn new(half_height: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let (height, a) = arrays::size(half_height, "half_height")?;
        let (radius, b) = arrays::size(radius, "radius")?;
        Ok(new(Self, In::Space(CoreCylinder::new(height, radius).map_err(told)?.into()), a && b))
    }
}

#[pymethods]
impl Cone {
    #[new]
    fn new(half_height: &Bound<'_, PyAny>, radius: &Bound<'_, PyAny>) -> PyResult<New<Self>> {
        let (height, a) = arrays::size(half_height, "half_height")?;
        let (radius, b) = arrays::size(radius, "radius")?;
        Ok(new(Self, In::Space(CoreCone::new(height, radius).map_err(told)?.into()), a && b))
    }
}
