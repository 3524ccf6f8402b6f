//! The class `Outline`: polygons with holes, or an open line, at a pose.

use crate::arrays;
use crate::bodies::{Factors, exact_row, placed, row};
use crate::dimension::{Dimension, Plane};
use crate::pose::Given;
use crate::shape::value_error;
use clearance::{Pose, vec2};
use clearance_scene::{Outline as CoreOutline, OutlineBody};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;

/// Outline(polygons)
///
/// Polygons of the plane with holes. `polygons` is one ring, shape (n, 2), or a list of polygons; a polygon is a list
/// of rings, the outer one first. Its distance is that of the edges; `relation`, `contains` and `depth` are about the
/// region.
#[pyclass(frozen, name = "Outline", module = "clearance")]
#[derive(Clone)]
pub struct Outline {
    pub outline: Arc<CoreOutline>,
    pub factors: Factors<2>,
    pub pose: Pose<Plane>,
}

impl Outline {
    /// An outline where it was made.
    pub fn plain(outline: CoreOutline) -> Self {
        Self { outline: Arc::new(outline), factors: Factors::NONE, pose: Pose::identity() }
    }

    /// The outline as queries take it.
    pub fn body(&self) -> OutlineBody<'_> {
        let (scale, mirrored) = self.factors.parts();
        self.outline.at(self.pose).scaled(scale).mirrored(mirrored)
    }

    /// A point of the world in the frame of the outline's own points, rounded.
    pub fn own(&self, point: Plane) -> Plane {
        let ([x, y], point) = (self.factors.0, self.pose.inverse().apply(point));
        vec2(point.x / x, point.y / y)
    }

    /// An outline of its own that has the scale in its points.
    pub fn without_factors(&self) -> PyResult<Arc<CoreOutline>> {
        if self.factors == Factors::NONE {
            return Ok(self.outline.clone());
        }
        let own = Self { pose: Pose::identity(), ..self.clone() };
        let outline = match self.outline.is_closed() {
            true => CoreOutline::new(&own.lines()),
            false => CoreOutline::polyline(&own.lines().concat().concat()),
        };
        Ok(Arc::new(outline.map_err(value_error)?))
    }

    /// The points of each ring of each polygon, in the world. Those of an open line with its end.
    fn lines(&self) -> Vec<Vec<Vec<Plane>>> {
        let mut polygons: Vec<Vec<Vec<Plane>>> = Vec::new();
        for ring in self.outline.rings() {
            let edges = &self.outline.edges()[ring.first_edge as usize..][..ring.edge_count as usize];
            let end = edges.last().filter(|[start, end]| !ring.is_closed && start != end);
            let corners = edges.iter().map(|edge| edge[0]).chain(end.map(|edge| edge[1]));
            let [x, y] = self.factors.0;
            let place = |corner: u32| {
                let own = self.outline.vertices()[corner as usize];
                self.pose.apply(vec2(own.x * x, own.y * y))
            };
            polygons.resize((ring.polygon as usize + 1).max(polygons.len()), Vec::new());
            polygons[ring.polygon as usize].push(corners.map(place).collect());
        }
        polygons
    }
}

/// The rings of one polygon, or of a list of polygons.
fn polygons(object: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<Vec<[f64; 2]>>>> {
    let ring = |object: &Bound<'_, PyAny>| -> PyResult<Option<Vec<[f64; 2]>>> {
        let Ok(numbers) = arrays::numbers(object, "polygons") else { return Ok(None) };
        match numbers.shape() {
            [_, 2] => Ok(Some(numbers.finite()?.as_chunks::<2>().0.to_vec())),
            _ => Ok(None),
        }
    };
    if let Some(ring) = ring(object)? {
        return Ok(vec![vec![ring]]);
    }
    let told = || {
        PyValueError::new_err(
            "polygons: a ring of shape (n, 2) or a list of polygons, each a list of rings, is expected",
        )
    };
    let mut all = Vec::new();
    for polygon in object.try_iter().map_err(|_| told())? {
        let polygon = polygon?;
        let mut rings = Vec::new();
        for part in polygon.try_iter().map_err(|_| told())? {
            rings.push(ring(&part?)?.ok_or_else(told)?);
        }
        all.push(rings);
    }
    Ok(all)
}

#[pymethods]
impl Outline {
    #[new]
    fn new(polygons: &Bound<'_, PyAny>) -> PyResult<Self> {
        let polygons = self::polygons(polygons)?;
        let outline = CoreOutline::new(&polygons).map_err(value_error)?;
        Ok(Self::plain(outline))
    }
    /// polyline(points)
    ///
    /// An open line through points, shape (n, 2).
    #[staticmethod]
    fn polyline(points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = arrays::numbers(points, "points")?;
        let (points, size) = numbers.points()?;
        if size != 2 {
            return Err(numbers.wrong_shape("(n, 2)"));
        }
        let outline = CoreOutline::polyline(points.as_chunks::<2>().0).map_err(value_error)?;
        Ok(Self::plain(outline))
    }
    /// cloud(points)
    ///
    /// Points of the plane, shape (n, 2), each a leaf by itself: distances are those of the nearest points, and nothing is
    /// inside. `Points` is their hull.
    #[staticmethod]
    fn cloud(points: &Bound<'_, PyAny>) -> PyResult<Self> {
        let numbers = arrays::numbers(points, "points")?;
        let (points, size) = numbers.points()?;
        if size != 2 {
            return Err(numbers.wrong_shape("(n, 2)"));
        }
        let polygons: Vec<Vec<Vec<[f64; 2]>>> =
            points.as_chunks::<2>().0.iter().map(|&point| vec![vec![point]]).collect();
        let outline = CoreOutline::new(&polygons).map_err(value_error)?;
        Ok(Self::plain(outline))
    }
    /// at(pose=None, *, translation=None, rotation=None)
    ///
    /// The outline moved to a pose, as `Shape.at`. Both share their edges and their tree.
    #[pyo3(signature = (pose=None, *, translation=None, rotation=None))]
    fn at(
        &self,
        pose: Option<&Bound<'_, PyAny>>,
        translation: Option<&Bound<'_, PyAny>>,
        rotation: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given: Pose<Plane> = Given { pose, translation, rotation }.of()?;
        Ok(Self { pose: given.after(&self.pose), ..self.clone() })
    }
    /// scaled(factor)
    ///
    /// The outline with its own coordinates multiplied by a factor, before the pose; a negative one mirrors both axes.
    /// Raises ValueError for 0 and for coordinates that would not be finite.
    fn scaled(&self, factor: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (factor, _) = arrays::scalar(factor, "factor")?;
        let coordinates = self.outline.vertices().iter().flat_map(Plane::coordinates);
        let greatest = coordinates.fold(0.0, |most: f64, x| most.max(x.abs()));
        Ok(Self { factors: self.factors.times(factor, greatest)?, ..self.clone() })
    }
    /// mirrored(axes)
    ///
    /// The outline mirrored along its own axes, before the pose: "x" turns x into -x. Mirrored twice is not mirrored.
    /// Raises ValueError for other letters than x and y.
    fn mirrored(&self, axes: &str) -> PyResult<Self> {
        Ok(Self { factors: self.factors.mirrored(axes)?, ..self.clone() })
    }
    /// What the outline's own coordinates are multiplied by along each axis, shape (2,).
    #[getter]
    fn factors<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::vector(py, &self.factors.0, false)
    }
    /// The rings in the world's frame as a list of polygons, each a list of arrays (n, 2), the outer ring first. An
    /// open line is one ring that ends elsewhere.
    #[getter]
    fn polygons<'py>(&self, py: Python<'py>) -> PyResult<Vec<Vec<Bound<'py, PyAny>>>> {
        let array = |ring: &Vec<Plane>| arrays::matrix(py, ring.iter().flat_map(Plane::coordinates).collect(), 2);
        self.lines().iter().map(|polygon| polygon.iter().map(array).collect()).collect()
    }
    /// The pose as a (3, 3) matrix.
    #[getter]
    fn pose<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::matrix(py, Plane::matrix(&self.pose), 3)
    }
    /// 2.
    #[getter]
    fn dim(&self) -> usize {
        2
    }
    /// Whether all lines are closed rings.
    #[getter]
    fn is_closed(&self) -> bool {
        self.outline.is_closed()
    }
    fn __len__(&self) -> usize {
        self.outline.edges().len()
    }
    fn __repr__(&self) -> String {
        let (rings, edges) = (self.outline.rings().len(), self.outline.edges().len());
        placed(format!("Outline({rings} rings, {edges} edges){}", self.factors.text()), &self.pose)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, outline) = (slf.py(), slf.get());
        let own = Self { factors: Factors::NONE, pose: Pose::identity(), ..outline.clone() };
        let parts = (own.polygons(py)?, own.is_closed(), row(&outline.pose), outline.factors.0);
        let restore = py.import("clearance._clearance")?.getattr("_restore_outline")?;
        Ok((restore, parts).into_pyobject(py)?.into_any())
    }
}

/// The outline of a pickle.
#[pyfunction]
pub fn _restore_outline(
    polygons: &Bound<'_, PyAny>,
    is_closed: bool,
    row: Vec<f64>,
    factors: [f64; 2],
) -> PyResult<Outline> {
    let own = match is_closed {
        true => Outline::new(polygons)?,
        false => Outline::polyline(&polygons.get_item(0)?.get_item(0)?)?,
    };
    Ok(Outline { pose: exact_row(&row)?, factors: Factors(factors), ..own })
}
