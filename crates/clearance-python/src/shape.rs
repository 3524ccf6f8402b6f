//! The class `Shape`: a convex shape of any kind. It never changes; what moves or thickens it makes a new one.

use crate::arrays::{self, single_down, single_near, single_up};
use crate::dimension::{Any, Dimension, In, Plane, Space, each};
use crate::kinds;
use crate::pose::Given;
use crate::text;
use clearance::{AnyShape, Bounded, Bounds, HalfSpace as CoreHalfSpace, Measure, Pose, Shape as _, SupportMap};
use clearance_scene::Compound;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, OnceLock};

/// How deep shapes nest. Every level is a call in each support point, and two levels of JSON in a pickle.
pub const MOST_LEVELS: u8 = 60;

/// A shape as bodies of meshes see it: a compound of one.
pub type AsCompound = In<Arc<Compound<Plane, 2>>, Arc<Compound<Space, 3>>>;

/// A convex shape. `Points`, `Cuboid`, `Ball` and all other kinds are classes below this one.
///
/// A shape never changes. `at` and `rounded` make new shapes. Shapes can be pickled, compared and hashed. All lengths
/// are in one unit, which you choose; points of answers are in the world's frame.
#[pyclass(frozen, subclass, name = "Shape", module = "clearance")]
pub struct Shape {
    pub any: Any,
    /// Whether all its numbers came as `float32`. Answers about two such shapes are `float32`.
    pub single: bool,
    /// How deep sums, radii, sweeps and hulls of two are nested.
    pub levels: u8,
    compound: OnceLock<AsCompound>,
}

/// What is known with bounds.
type Known = (f64, f64, f64);

impl Shape {
    /// A shape that is made of no other one.
    pub fn plain(any: Any, single: bool) -> Self {
        Self::nested(any, single, 0)
    }

    fn nested(any: Any, single: bool, levels: u8) -> Self {
        Self { any, single, levels, compound: OnceLock::new() }
    }

    /// The shape with one level more.
    fn above(any: Any, single: bool, below: u8) -> PyResult<Self> {
        if below >= MOST_LEVELS {
            return Err(PyValueError::new_err(format!("shapes nest at most {MOST_LEVELS} deep")));
        }
        Ok(Self::nested(any, single, below + 1))
    }

    /// The shape as a compound of one, for queries about meshes.
    pub fn compound(&self) -> PyResult<&AsCompound> {
        if let Some(compound) = self.compound.get() {
            return Ok(compound);
        }
        let made = match &self.any {
            In::Plane(shape) => In::Plane(Arc::new(Compound::new(vec![shape.clone()]).map_err(value_error)?)),
            In::Space(shape) => In::Space(Arc::new(Compound::new(vec![shape.clone()]).map_err(value_error)?)),
        };
        Ok(self.compound.get_or_init(|| made))
    }

    /// Whether it is a half-space, moved or not.
    pub fn is_half_space(&self) -> bool {
        each!(&self.any, shape => CoreHalfSpace::normal_of(shape).is_some())
    }

    /// The shape without its own pose, and that pose.
    pub fn parted<V: Dimension>(shape: &AnyShape<V>) -> (AnyShape<V>, Pose<V>) {
        match shape {
            AnyShape::Placed(placed) => (placed.shape().clone(), placed.pose()),
            other => (other.clone(), Pose::identity()),
        }
    }

    /// A measure, in the precision of the shape.
    fn known(&self, measure: Bounded<f64>) -> Known {
        match self.single {
            true => (single_near(measure.value), single_down(measure.lower), single_up(measure.upper)),
            false => (measure.value, measure.lower, measure.upper),
        }
    }
}

/// An error of the library as a `ValueError`.
pub fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The error for shapes of two dimensions.
pub fn mixed(a: usize, b: usize) -> PyErr {
    let name = |size| if size == 2 { "the plane" } else { "space" };
    PyValueError::new_err(format!("the first shape is one of {}, and the second one of {}", name(a), name(b)))
}

/// Two shapes.
type Two<'a, V> = (&'a AnyShape<V>, &'a AnyShape<V>);

/// Two values of one dimension.
pub fn both<P1, S1, P2, S2>(a: In<P1, S1>, b: In<P2, S2>) -> PyResult<In<(P1, P2), (S1, S2)>> {
    match (a, b) {
        (In::Plane(a), In::Plane(b)) => Ok(In::Plane((a, b))),
        (In::Space(a), In::Space(b)) => Ok(In::Space((a, b))),
        (a, b) => Err(mixed(a.size(), b.size())),
    }
}

/// Two shapes of one dimension, of any kinds.
pub fn pair_of<'a>(a: &'a Shape, b: &'a Shape) -> PyResult<In<Two<'a, Plane>, Two<'a, Space>>> {
    both(a.any.as_ref(), b.any.as_ref())
}

fn moved<V: Dimension>(shape: &AnyShape<V>, pose: Pose<V>) -> Any {
    V::any(shape.clone().at(pose).into())
}

fn thickened<V: Dimension>(shape: &AnyShape<V>, radius: f64) -> PyResult<Any> {
    Ok(V::any(shape.clone().rounded(radius).map_err(value_error)?.into()))
}

fn swept<V: Dimension>(shape: &AnyShape<V>, way: &[f64]) -> PyResult<Any> {
    Ok(V::any(shape.clone().swept(V::of(way)).map_err(value_error)?.into()))
}

fn support<V: Dimension>(shape: &AnyShape<V>, direction: &[f64]) -> Vec<f64> {
    let direction = V::of(direction);
    let pose = shape.pose();
    let local = pose.inverse().apply_vector(direction);
    let point = pose.apply(shape.support(local));
    let out = if direction.max_abs() > 0.0 { direction.unit() } else { V::axis(0) };
    (point + out * shape.radius()).coordinates()
}

#[pymethods]
impl Shape {
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The shape moved to a pose. What has a pose already is moved from there.
    ///
    /// `pose` is a (4, 4) matrix (in the plane (3, 3)), a tuple `(translation, quaternion xyzw)`, a row of translation
    /// and quaternion, or a `scipy` Rotation. `rotation` is a quaternion xyzw of length 1/2 to 2, a (3, 3) matrix or a
    /// `scipy` Rotation; in the plane an angle in radians, `[c, s]` or a (2, 2) matrix. A quaternion is divided by its
    /// length.
    ///
    /// Raises ValueError for a matrix that is not rigid, and names the defect.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        py: Python<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        let given = Given { pose, translation, rotation };
        let any = match &self.any {
            In::Plane(shape) => moved(shape, given.of()?),
            In::Space(shape) => moved(shape, given.of()?),
        };
        kinds::object(py, Self::nested(any, self.single, self.levels))
    }

    /// rounded(radius)
    ///
    /// The shape thickened by `radius`: all points not farther than that. Raises ValueError if it is negative.
    fn rounded(&self, py: Python<'_>, radius: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (radius, _) = arrays::size(radius, "radius")?;
        let any = each!(&self.any, shape => thickened(shape, radius))?;
        kinds::object(py, Self::above(any, self.single, self.levels)?)
    }

    /// sum(other)
    ///
    /// The Minkowski sum: all points a + b. Raises ValueError for a shape of the other dimension.
    fn sum(&self, py: Python<'_>, other: &Shape) -> PyResult<Py<PyAny>> {
        let any = match both(self.any.as_ref(), other.any.as_ref())? {
            In::Plane((a, b)) => In::Plane(a.clone().sum(b.clone()).map_err(value_error)?.into()),
            In::Space((a, b)) => In::Space(a.clone().sum(b.clone()).map_err(value_error)?.into()),
        };
        kinds::object(py, Self::above(any, self.single && other.single, self.levels.max(other.levels))?)
    }

    /// hull_with(other)
    ///
    /// The hull of both shapes. Raises ValueError for a shape of the other dimension.
    fn hull_with(&self, py: Python<'_>, other: &Shape) -> PyResult<Py<PyAny>> {
        let any = match both(self.any.as_ref(), other.any.as_ref())? {
            In::Plane((a, b)) => In::Plane(a.clone().hull_with(b.clone()).map_err(value_error)?.into()),
            In::Space((a, b)) => In::Space(a.clone().hull_with(b.clone()).map_err(value_error)?.into()),
        };
        kinds::object(py, Self::above(any, self.single && other.single, self.levels.max(other.levels))?)
    }

    /// swept(way)
    ///
    /// All that the shape covers while it moves by the vector `way`, of shape (dim,).
    fn swept(&self, py: Python<'_>, way: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let way = arrays::numbers(way, "way")?;
        let any = each!(&self.any, shape => swept(shape, way.point_of(self.dim())?))?;
        kinds::object(py, Self::above(any, self.single, self.levels)?)
    }

    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.any.size()
    }

    /// `float32` if all numbers of the shape came as that, otherwise `float64`. Answers about two `float32` shapes are
    /// `float32`, with bounds rounded outward. All queries compute in `float64`.
    #[getter]
    fn dtype<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::numpy(py)?.call_method1("dtype", (if self.single { "float32" } else { "float64" },))
    }

    /// The pose as a matrix, (4, 4) in space and (3, 3) in the plane: from the shape's own frame to the world's.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fn rows<V: Dimension>(shape: &AnyShape<V>) -> Vec<f64> {
            V::matrix(&shape.pose())
        }
        arrays::matrix(py, each!(&self.any, shape => rows(shape)), self.dim() + 1)
    }

    /// The radius around the core: that of a ball or a capsule, or what `rounded` added.
    #[getter]
    fn radius(&self) -> f64 {
        each!(&self.any, shape => shape.radius())
    }

    /// The vertices of the core in the world's frame, shape (n, dim). None if the core is curved.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        fn corners<V: Dimension>(shape: &AnyShape<V>) -> Vec<f64> {
            let pose = shape.pose();
            (0..shape.vertex_count()).flat_map(|index| pose.apply(shape.vertex(index)).coordinates()).collect()
        }
        let corners = each!(&self.any, shape => corners(shape));
        if corners.is_empty() { Ok(None) } else { arrays::matrix(py, corners, self.dim()).map(Some) }
    }

    /// support(direction)
    ///
    /// The point of the shape that is farthest along a direction, in the world's frame, to rounding.
    fn support<'py>(&self, py: Python<'py>, direction: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let direction = arrays::numbers(direction, "direction")?;
        let point = each!(&self.any, shape => support(shape, direction.point_of(self.dim())?));
        Ok(arrays::vector(py, &point, self.single))
    }

    /// The volume, in the plane the area, as (value, lower, upper) with proven bounds. Infinite bounds: not known.
    #[getter]
    fn volume(&self) -> Known {
        self.known(each!(&self.any, shape => shape.volume()))
    }

    /// The area of the surface, in the plane the length of the boundary, as (value, lower, upper).
    #[getter]
    fn surface_area(&self) -> Known {
        self.known(each!(&self.any, shape => shape.surface_area()))
    }

    /// The centroid in the world's frame, as three arrays (value, lower, upper).
    #[getter]
    fn centroid<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        fn parts<V: Dimension>(shape: &AnyShape<V>) -> [Vec<f64>; 3] {
            let centroid = shape.centroid();
            [centroid.value, centroid.lower, centroid.upper].map(|part| part.coordinates())
        }
        let parts = each!(&self.any, shape => parts(shape));
        PyTuple::new(py, parts.iter().map(|part| arrays::vector(py, part, false)))
    }

    /// The inertia tensor about the centroid for density 1, as three (3, 3) arrays (value, lower, upper). A shape of
    /// the plane counts as a lamina at z = 0.
    #[getter]
    fn inertia<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let inertia = each!(&self.any, shape => shape.inertia());
        let parts = [inertia.value, inertia.lower, inertia.upper];
        let matrices: Vec<_> =
            parts.iter().map(|part| arrays::matrix(py, part.as_flattened().to_vec(), 3)).collect::<PyResult<_>>()?;
        PyTuple::new(py, matrices)
    }

    /// The smallest box along the axes that holds the shape, rounded outward, shape (2, dim): the least corner, the
    /// greatest corner.
    #[getter]
    fn aabb<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fn corners<V: Dimension>(shape: &AnyShape<V>) -> Vec<f64> {
            let aabb = shape.aabb();
            [aabb.lower.coordinates(), aabb.upper.coordinates()].concat()
        }
        arrays::matrix(py, each!(&self.any, shape => corners(shape)), self.dim())
    }

    /// The shape as JSON, in the form of the pairs file of the command `clearance query`. It is read back to the bit.
    fn to_json(&self) -> PyResult<String> {
        each!(&self.any, shape => serde_json::to_string(shape)).map_err(value_error)
    }

    fn __repr__(&self) -> String {
        each!(&self.any, shape => text::shape(shape))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().any == self.any && other.get().single == self.single)
    }

    fn __hash__(&self) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        // A negative zero is equal to zero.
        let mut hasher = DefaultHasher::new();
        self.to_json()?.replace("-0.0", "0.0").hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, usize, bool, u8))> {
        let restore = py.import("clearance._clearance")?.getattr("_restore")?;
        Ok((restore, (self.to_json()?, self.dim(), self.single, self.levels)))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

impl<P, S> In<P, S> {
    /// References to the value.
    pub fn as_ref(&self) -> In<&P, &S> {
        match self {
            Self::Plane(value) => In::Plane(value),
            Self::Space(value) => In::Space(value),
        }
    }
}

/// The shape of a pickle.
#[pyfunction]
pub fn _restore(py: Python<'_>, json: &str, dim: usize, single: bool, levels: u8) -> PyResult<Py<PyAny>> {
    kinds::object(py, read(json, dim, single, levels.min(MOST_LEVELS))?)
}

fn read(json: &str, dim: usize, single: bool, levels: u8) -> PyResult<Shape> {
    let any = match dim {
        2 => In::Plane(serde_json::from_str(json).map_err(value_error)?),
        3 => In::Space(serde_json::from_str(json).map_err(value_error)?),
        _ => return Err(PyValueError::new_err(format!("dim is {dim}: 2 or 3 is expected"))),
    };
    Ok(Shape::nested(any, single, levels))
}

/// The levels of brackets of a JSON text: more than those of the shape in it.
fn depth(json: &str) -> usize {
    let (mut most, mut now) = (0usize, 0usize);
    for byte in json.bytes() {
        match byte {
            b'{' => now += 1,
            b'}' => now = now.saturating_sub(1),
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// from_json(text, dim=None)
///
/// The shape of a JSON object in the form of the pairs file of the command `clearance query`. `dim` is 2 or 3; by
/// default the numbers tell. Raises ValueError for what is no shape, and says what is wrong.
#[pyfunction]
#[pyo3(signature = (text, dim=None))]
pub fn from_json(py: Python<'_>, text: &str, dim: Option<usize>) -> PyResult<Py<PyAny>> {
    let levels = u8::try_from(depth(text)).unwrap_or(u8::MAX);
    let levels = if levels > 2 * MOST_LEVELS + 4 { levels } else { (levels / 2).min(MOST_LEVELS) };
    if levels > MOST_LEVELS {
        return Err(PyValueError::new_err(format!("shapes nest at most {MOST_LEVELS} deep")));
    }
    match dim {
        Some(dim) => kinds::object(py, read(text, dim, false, levels)?),
        None => {
            let space = read(text, 3, false, levels);
            let plane = if space.is_ok() { None } else { read(text, 2, false, levels).ok() };
            kinds::object(py, plane.map_or(space, Ok)?)
        }
    }
}

/// A shape as an argument, or what is wrong with it.
pub fn of_argument<'a, 'py>(object: &'a Bound<'py, PyAny>, name: &str) -> PyResult<&'a Bound<'py, Shape>> {
    object.cast::<Shape>().map_err(|_| {
        let found = object.get_type().name().map_or_else(|_| "an object".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{name}: a shape is expected, found {found}"))
    })
}
