//! The class `Scene`: many bodies with names, and which pairs of them are too close.

use crate::arrays::number;
use crate::common;
use crate::dimension::{Dimension, In, Plane, Space, each};
use crate::kinds;
use crate::leaves::nearest;
use crate::mesh::Mesh;
use crate::outline::Outline;
use crate::pose::whole;
use crate::result::Proximity;
use crate::shape::{Shape, value_error};
use clearance::{AnyShape, HalfSpace, Pose, Shape as _};
use clearance_scene::{
    CommonVolume, Contact, Finding as CoreFinding, Mesh as CoreMesh, NearPair, Nearest, Outline as CoreOutline,
    Overlap, Relation, Rule as CoreRule, Rules, Scene as CoreScene,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Rule(a, b, below=None, skip=False, contact=0.0, above=None, overlap_above=None)
///
/// What holds for the pairs of bodies whose names or groups match the patterns `a` and `b`, in either order. In a
/// pattern `*` stands for any characters and `?` for one.
///
/// `below`: a smaller distance breaks the rule; None for the limit of all other pairs. `skip`: such pairs are not
/// looked at. `contact`: bodies touch if their surfaces are no farther apart than this length and the largest ball in
/// both is no wider; "auto" is 2⁻²⁰ times the size of the pair. `above`: a greater distance breaks the rule, too, for
/// what must fit. `overlap_above`: of bodies that overlap, only those break the rule of which a wider ball is in both.
/// Lengths are not negative.
#[pyclass(frozen, eq, name = "Rule", module = "clearance")]
#[derive(Clone, PartialEq)]
pub struct Rule(CoreRule);

#[pymethods]
impl Rule {
    #[new]
    #[pyo3(signature = (a, b, below=None, skip=false, contact=Band::Length(0.0), above=None, overlap_above=None))]
    #[pyo3(text_signature = "(a, b, below=None, skip=False, contact=0.0, above=None, overlap_above=None)")]
    fn new(
        a: &str,
        b: &str,
        below: Option<f64>,
        skip: bool,
        contact: Band,
        above: Option<f64>,
        overlap_above: Option<f64>,
    ) -> PyResult<Self> {
        let below = below.map(|below| length(below, "below")).transpose()?;
        let above = above.map(|above| length(above, "above")).transpose()?;
        let overlap_above = overlap_above.map(|above| length(above, "overlap_above")).transpose()?;
        let contact = contact.contact()?;
        Ok(Self(CoreRule { below, above, skip, overlap_above, contact, ..CoreRule::new(a, b) }))
    }
    /// The pattern of one body.
    #[getter]
    fn a(&self) -> String {
        self.0.a.to_string()
    }
    /// The pattern of the other body.
    #[getter]
    fn b(&self) -> String {
        self.0.b.to_string()
    }
    /// The limit, or None.
    #[getter]
    fn below(&self) -> Option<f64> {
        self.0.below
    }
    /// The greatest distance, or None.
    #[getter]
    fn above(&self) -> Option<f64> {
        self.0.above
    }
    /// Whether such pairs are not looked at.
    #[getter]
    fn skip(&self) -> bool {
        self.0.skip
    }
    /// The overlap that is allowed, or None.
    #[getter]
    fn overlap_above(&self) -> Option<f64> {
        self.0.overlap_above
    }
    /// The length within which contact counts as touching, or "auto".
    #[getter]
    fn contact(&self) -> Band {
        Band::of(self.0.contact)
    }
    fn __repr__(&self) -> String {
        let below = self.0.below.map_or(String::new(), |below| format!(", below={}", number(below)));
        let skip = if self.0.skip { ", skip=True" } else { "" };
        let contact = match self.0.contact {
            Contact::Length(length) if length > 0.0 => format!(", contact={}", number(length)),
            Contact::Auto => ", contact='auto'".to_owned(),
            Contact::Exact | Contact::Length(_) => String::new(),
        };
        let allowed = self.0.overlap_above.map_or(String::new(), |above| format!(", overlap_above={}", number(above)));
        let above = self.0.above.map_or(String::new(), |above| format!(", above={}", number(above)));
        format!("Rule({:?}, {:?}{below}{skip}{contact}{above}{allowed})", self.a(), self.b())
    }
    #[allow(clippy::type_complexity, reason = "the arguments of the constructor")]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> (Bound<'py, PyAny>, (String, String, Option<f64>, bool, Band, Option<f64>, Option<f64>)) {
        let rule = slf.get();
        let CoreRule { below, above, skip, overlap_above, .. } = rule.0;
        (slf.get_type().into_any(), (rule.a(), rule.b(), below, skip, rule.contact(), above, overlap_above))
    }
}

/// A length, or "auto".
#[derive(FromPyObject, IntoPyObject)]
pub enum Band {
    /// A length.
    Length(f64),
    /// The word.
    Word(String),
}

impl Band {
    fn of(contact: Contact) -> Self {
        match contact {
            Contact::Exact => Self::Length(0.0),
            Contact::Length(length) => Self::Length(length),
            Contact::Auto => Self::Word("auto".to_owned()),
        }
    }

    fn contact(self) -> PyResult<Contact> {
        match self {
            Self::Length(0.0) => Ok(Contact::Exact),
            Self::Length(band) => length(band, "contact").map(Contact::Length),
            Self::Word(word) if word == "auto" => Ok(Contact::Auto),
            Self::Word(word) => Err(value_error(format!("contact is {word:?}: a length or 'auto' is expected"))),
        }
    }
}

/// A length that is not negative. Infinity is one.
fn length(value: f64, name: &str) -> PyResult<f64> {
    match value >= 0.0 {
        true => Ok(value),
        false => Err(value_error(format!("{name} is {}: it must not be negative", number(value)))),
    }
}

/// What is found about two bodies of a `Scene`.
///
/// The overlap, the volume and the region of contact are computed when they are first asked for, also by `to_dict`.
#[pyclass(frozen, name = "Finding", module = "clearance")]
pub struct Finding {
    /// The name of the first body.
    #[pyo3(get)]
    a: String,
    /// The name of the second body.
    #[pyo3(get)]
    b: String,
    /// The distance of the solids: 0 where they have a common point.
    #[pyo3(get)]
    distance: f64,
    /// The distance of the surfaces with its bounds, its places and its leaves, as a `Proximity`.
    #[pyo3(get)]
    proximity: Py<Proximity>,
    relation: Relation,
    /// The relation without a band.
    exact: Relation,
    /// What kind of finding it is: "hard", "gap", "touch" or "duplicate".
    #[pyo3(get)]
    kind: &'static str,
    /// The band of the pair: what is no farther apart and overlaps no more touches. 0 without one.
    #[pyo3(get)]
    band: f64,
    /// Whether the pair would be of another kind for a band four times as large, or as small.
    #[pyo3(get)]
    near_band: bool,
    /// Whether one of them is open, so that it counts as its surface.
    #[pyo3(get)]
    is_open: bool,
    /// The limit of the pair, or None.
    #[pyo3(get)]
    limit: Option<f64>,
    /// The greatest distance of the pair, or None.
    #[pyo3(get)]
    above: Option<f64>,
    /// Whether the pair breaks a limit. It is decided without rounding.
    #[pyo3(get)]
    is_broken: bool,
    /// Whether the pair is farther apart than the greatest distance.
    #[pyo3(get)]
    is_too_far: bool,
    scene: Py<Scene>,
    /// The numbers of the bodies in the scene.
    objects: [usize; 2],
    /// The bounds of the overlap, lower, middle and upper, once they are known.
    overlap: OnceLock<Option<[f64; 3]>>,
    /// The bounds of the volume, once they are known.
    volume: OnceLock<Option<CommonVolume>>,
}

/// The cells for the volume of a finding, as the command takes them. `common_volume` takes more.
const CELLS: usize = 500;

/// The bounds of an overlap around its diameter.
fn bounds_of<V>(found: &Overlap<V>) -> [f64; 3] {
    [found.lower, found.diameter, found.upper]
}

impl Finding {
    /// Bounds of the overlap, if the bodies have a common interior.
    fn bounds(&self, py: Python<'_>) -> Option<[f64; 3]> {
        let found = || {
            if !self.exact.is_overlap() {
                return None;
            }
            let scene = &self.scene.get().scene;
            let of_pair = || each!(scene, scene => scene.overlap(self.objects).map(|found| bounds_of(&found)));
            py.detach(of_pair)
        };
        *self.overlap.get_or_init(found)
    }

    /// Bounds of the volume of what the bodies share, if they overlap and are closed.
    fn shared(&self, py: Python<'_>) -> Option<CommonVolume> {
        let found = || {
            let scene = &self.scene.get().scene;
            let of_pair = || each!(scene, scene => scene.common_volume(self.objects, CELLS));
            self.relation.is_overlap().then(|| py.detach(of_pair)).flatten()
        };
        *self.volume.get_or_init(found)
    }
}

#[pymethods]
impl Finding {
    /// How the solids stand to each other: "apart", "touching", "crossing", "a_in_b" or "b_in_a".
    #[getter]
    fn relation(&self) -> &'static str {
        self.relation.name()
    }
    /// The relation without a band and without rounding.
    #[getter]
    fn exact(&self) -> &'static str {
        self.exact.name()
    }
    /// The diameter of the largest ball in both bodies, in the plane of the largest disk. None if they have no common
    /// interior, and beside half-spaces.
    #[getter]
    fn overlap(&self, py: Python<'_>) -> Option<f64> {
        self.bounds(py).map(|[_, diameter, _]| diameter)
    }
    /// The overlap is at least this.
    #[getter]
    fn overlap_lower(&self, py: Python<'_>) -> Option<f64> {
        self.bounds(py).map(|[lower, ..]| lower)
    }
    /// The overlap is at most this.
    #[getter]
    fn overlap_upper(&self, py: Python<'_>) -> Option<f64> {
        self.bounds(py).map(|[.., upper]| upper)
    }
    /// The volume of what both bodies hold is at least this, in the plane its area. None if they do not overlap by more
    /// than the band, if one is open, and beside half-spaces. `common_volume` of the bodies gives narrower bounds.
    #[getter]
    fn volume_lower(&self, py: Python<'_>) -> Option<f64> {
        self.shared(py).map(|volume| volume.lower)
    }
    /// The volume of what both bodies hold is at most this.
    #[getter]
    fn volume_upper(&self, py: Python<'_>) -> Option<f64> {
        self.shared(py).map(|volume| volume.upper)
    }
    /// Where the bodies touch, if they do: a dict as `contact_region` gives it, with the band of the pair. None beside
    /// half-spaces.
    #[getter]
    fn contact<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if self.relation != Relation::Touching {
            return Ok(None);
        }
        let (pair, band) = (self.objects, self.band);
        match &self.scene.get().scene {
            In::Plane(scene) => py.detach(|| scene.contact_region(pair, band)).map(|found| common::region(py, found)),
            In::Space(scene) => py.detach(|| scene.contact_region(pair, band)).map(|found| common::region(py, found)),
        }
        .transpose()
    }
    /// The finding as a dict of plain numbers and texts.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("a", &self.a)?;
        dict.set_item("b", &self.b)?;
        dict.set_item("distance", self.distance)?;
        dict.set_item("proximity", self.proximity.get().to_dict(py)?)?;
        dict.set_item("relation", self.relation())?;
        dict.set_item("exact", self.exact())?;
        dict.set_item("kind", self.kind)?;
        dict.set_item("band", self.band)?;
        dict.set_item("near_band", self.near_band)?;
        dict.set_item("overlap", self.overlap(py))?;
        dict.set_item("overlap_lower", self.overlap_lower(py))?;
        dict.set_item("overlap_upper", self.overlap_upper(py))?;
        dict.set_item("volume_lower", self.volume_lower(py))?;
        dict.set_item("volume_upper", self.volume_upper(py))?;
        dict.set_item("contact", self.contact(py)?)?;
        dict.set_item("is_open", self.is_open)?;
        dict.set_item("limit", self.limit)?;
        dict.set_item("above", self.above)?;
        dict.set_item("is_broken", self.is_broken)?;
        dict.set_item("is_too_far", self.is_too_far)?;
        Ok(dict)
    }
    fn __repr__(&self) -> String {
        let (distance, relation) = (number(self.distance), self.relation());
        format!("Finding({:?}, {:?}, distance={distance}, {relation})", self.a, self.b)
    }
}

/// Scene(bodies, groups=None)
///
/// Bodies with names, in one frame: a dict of `Mesh`es, or of `Outline`s. They keep their poses. `HalfSpace`s may stand
/// beside them: grounds, walls, safety planes. Two half-spaces are no pair. `groups` is a dict of names to lists of further
/// names, which rules may match. A scene never changes; `moved` makes a new one.
///
/// Raises TypeError for other bodies, and ValueError for a name that there is not.
#[pyclass(frozen, name = "Scene", module = "clearance")]
pub struct Scene {
    scene: In<CoreScene<CoreOutline>, CoreScene<CoreMesh>>,
    bodies: Py<PyDict>,
    groups: Groups,
}

/// Names with further names.
type Groups = BTreeMap<String, Vec<String>>;

fn rules(below: Option<f64>, rules: Option<Vec<Bound<'_, Rule>>>) -> PyResult<Rules> {
    let below = below.map(|below| length(below, "below")).transpose()?;
    let rules = rules.unwrap_or_default().into_iter().map(|rule| rule.get().0.clone()).collect();
    Ok(Rules { rules, below })
}

/// What a scene of either dimension found.
type Found = In<Vec<CoreFinding<Plane>>, Vec<CoreFinding<Space>>>;

impl Scene {
    /// The findings as Python sees them.
    fn told(slf: &Bound<'_, Self>, found: Found) -> PyResult<Vec<Finding>> {
        match found {
            In::Plane(found) => {
                found.into_iter().map(|found| Self::finding(slf, &found, In::Plane(found.nearest))).collect()
            }
            In::Space(found) => {
                found.into_iter().map(|found| Self::finding(slf, &found, In::Space(found.nearest))).collect()
            }
        }
    }

    fn finding<V: Dimension>(
        slf: &Bound<'_, Self>,
        found: &CoreFinding<V>,
        leaves: In<Nearest<Plane>, Nearest<Space>>,
    ) -> PyResult<Finding> {
        let (py, scene) = (slf.py(), slf.get());
        let [a, b] = [found.a, found.b].map(|number| each!(&scene.scene, scene => scene.name(number).to_owned()));
        let bodies = scene.bodies.bind(py);
        let (body_a, body_b) = (bodies.as_any().get_item(&a)?, bodies.as_any().get_item(&b)?);
        Ok(Finding {
            a,
            b,
            distance: found.solid_distance(),
            proximity: Py::new(py, nearest(leaves, &body_a, &body_b))?,
            relation: found.relation,
            exact: found.exact,
            kind: found.kind().name(),
            band: found.band,
            near_band: found.near_band,
            is_open: found.open,
            limit: found.limit,
            above: found.above,
            is_broken: found.is_broken,
            is_too_far: found.is_too_far,
            scene: slf.clone().unbind(),
            objects: [found.a, found.b],
            overlap: found.overlap.map_or_else(OnceLock::new, |found| Some(bounds_of(&found)).into()),
            volume: OnceLock::new(),
        })
    }
}

#[pymethods]
impl Scene {
    #[new]
    #[pyo3(signature = (bodies, groups=None))]
    fn new(bodies: &Bound<'_, PyDict>, groups: Option<Groups>) -> PyResult<Self> {
        let (mut flat, mut solid) = (CoreScene::default(), CoreScene::default());
        for (name, body) in bodies {
            let name: String = name.extract()?;
            if let Ok(mesh) = body.cast::<Mesh>() {
                solid.add(name, mesh.get().without_factors()?, mesh.get().pose).map_err(value_error)?;
            } else if let Ok(outline) = body.cast::<Outline>() {
                flat.add(name, outline.get().without_factors()?, outline.get().pose).map_err(value_error)?;
            } else {
                match half_space(&body) {
                    Some(In::Plane((plane, pose))) => flat.add_half_space(name, plane, pose).map_err(value_error)?,
                    Some(In::Space((plane, pose))) => solid.add_half_space(name, plane, pose).map_err(value_error)?,
                    None => {
                        let found = body.get_type().name()?;
                        let told =
                            format!("bodies[{name:?}]: a Mesh, an Outline or a HalfSpace is expected, found {found}");
                        return Err(PyTypeError::new_err(told));
                    }
                };
            }
        }
        let mut scene = match (flat.is_empty(), solid.is_empty()) {
            (false, false) => {
                return Err(value_error("bodies: all meshes or all outlines are expected, with half-spaces as theirs"));
            }
            (false, true) => In::Plane(flat),
            _ => In::Space(solid),
        };
        let groups = groups.unwrap_or_default();
        for (name, groups) in &groups {
            each!(&mut scene, scene => {
                let object = scene.find(name).ok_or_else(|| no_such(name, "groups"))?;
                groups.iter().try_for_each(|group| scene.add_to_group(object, group)).map_err(value_error)?;
            });
        }
        Ok(Self { scene, bodies: bodies.copy()?.unbind(), groups })
    }

    /// below(below=None, rules=())
    ///
    /// All pairs that break their limits: a list of `Finding`s, by the order of the bodies. `below` is the limit of all
    /// pairs, and `rules` are `Rule`s, of which the first that matches a pair holds. A pair without a limit breaks it
    /// if the bodies cross or one holds the other. A distance that is exactly the limit does not.
    #[pyo3(signature = (below=None, rules=None))]
    fn below(slf: &Bound<'_, Self>, below: Option<f64>, rules: Option<Vec<Bound<'_, Rule>>>) -> PyResult<Vec<Finding>> {
        let rules = self::rules(below, rules)?;
        let own = &slf.get().scene;
        let found = slf.py().detach(|| match own {
            In::Plane(scene) => In::Plane(scene.below(&rules)),
            In::Space(scene) => In::Space(scene.below(&rules)),
        });
        Self::told(slf, found)
    }

    /// nearest(count, below=None, rules=())
    ///
    /// The `count` nearest pairs: a list of `Finding`s, the nearest first. Bodies that cross or hold each other have
    /// the distance 0, and come before those that touch.
    #[pyo3(signature = (count, below=None, rules=None))]
    fn nearest(
        slf: &Bound<'_, Self>,
        count: usize,
        below: Option<f64>,
        rules: Option<Vec<Bound<'_, Rule>>>,
    ) -> PyResult<Vec<Finding>> {
        let rules = self::rules(below, rules)?;
        // No more than there are pairs.
        let own = &slf.get().scene;
        let count = count.min(each!(own, scene => scene.pairs(&rules)));
        let found = slf.py().detach(|| match own {
            In::Plane(scene) => In::Plane(scene.nearest(&rules, count)),
            In::Space(scene) => In::Space(scene.nearest(&rules, count)),
        });
        Self::told(slf, found)
    }

    /// minimum(below=None, rules=())
    ///
    /// The pair with the least distance: a `Finding`, or None if no pair counts.
    #[pyo3(signature = (below=None, rules=None))]
    fn minimum(
        slf: &Bound<'_, Self>,
        below: Option<f64>,
        rules: Option<Vec<Bound<'_, Rule>>>,
    ) -> PyResult<Option<Finding>> {
        Ok(Self::nearest(slf, 1, below, rules)?.pop())
    }

    /// pairs_near(reach, rules=())
    ///
    /// The names of all pairs whose boxes along the axes are no farther apart than `reach`, without those that the
    /// rules skip: a list of pairs. It is a quick first look: no distance is computed.
    #[pyo3(signature = (reach, rules=None))]
    fn pairs_near(
        &self,
        py: Python<'_>,
        reach: f64,
        rules: Option<Vec<Bound<'_, Rule>>>,
    ) -> PyResult<Vec<(String, String)>> {
        let (reach, rules) = (length(reach, "reach")?, self::rules(None, rules)?);
        let names = |scene: &dyn Fn(usize) -> String, pairs: Vec<NearPair>| {
            let pairs = pairs.into_iter().filter(|pair| !pair.is_skipped);
            pairs.map(|pair| (scene(pair.a), scene(pair.b))).collect()
        };
        Ok(each!(&self.scene, scene => {
            let pairs = py.detach(|| scene.pairs_near(&rules, reach));
            names(&|number| scene.name(number).to_owned(), pairs)
        }))
    }

    /// moved(poses)
    ///
    /// The scene with some bodies at other poses: a dict of names to poses, as `Mesh.at` takes them. They replace the
    /// poses of the bodies. All others stay, and no tree is built anew.
    fn moved(&self, py: Python<'_>, poses: &Bound<'_, PyDict>) -> PyResult<Self> {
        let bodies = self.bodies.bind(py).copy()?;
        let mut scene = match &self.scene {
            In::Plane(scene) => In::Plane(scene.clone()),
            In::Space(scene) => In::Space(scene.clone()),
        };
        for (name, pose) in poses {
            let name: String = name.extract()?;
            let body = bodies.get_item(&name)?.ok_or_else(|| no_such(&name, "poses"))?;
            let moved = match &mut scene {
                In::Plane(scene) => {
                    let pose = whole(&pose)?;
                    let object = scene.find(&name).ok_or_else(|| no_such(&name, "poses"))?;
                    scene.set_pose(object, pose).map_err(value_error)?;
                    match (body.cast::<Outline>(), half_space(&body)) {
                        (_, Some(In::Plane((plane, _)))) => standing(py, plane, pose)?,
                        (outline, _) => Py::new(py, Outline { pose, ..outline?.get().clone() })?.into_any(),
                    }
                }
                In::Space(scene) => {
                    let pose = whole(&pose)?;
                    let object = scene.find(&name).ok_or_else(|| no_such(&name, "poses"))?;
                    scene.set_pose(object, pose).map_err(value_error)?;
                    match (body.cast::<Mesh>(), half_space(&body)) {
                        (_, Some(In::Space((plane, _)))) => standing(py, plane, pose)?,
                        (mesh, _) => Py::new(py, Mesh { pose, ..mesh?.get().clone() })?.into_any(),
                    }
                }
            };
            bodies.set_item(name, moved)?;
        }
        Ok(Self { scene, bodies: bodies.unbind(), groups: self.groups.clone() })
    }

    /// The bodies by their names, in their order: a new dict.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.bodies.bind(py).copy()
    }
    /// The groups of the bodies that have some.
    #[getter]
    fn groups(&self) -> Groups {
        self.groups.clone()
    }
    /// 2 in the plane, 3 in space.
    #[getter]
    fn dim(&self) -> usize {
        self.scene.size()
    }
    fn __len__(&self) -> usize {
        each!(&self.scene, scene => scene.len())
    }
    fn __repr__(&self) -> String {
        format!("Scene({} bodies, dim={})", self.__len__(), self.dim())
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>, Groups))> {
        Ok((slf.get_type().into_any(), (slf.get().bodies(slf.py())?, slf.get().groups())))
    }
}

/// A half-space in its own frame, and where it stands.
type Standing<V> = (HalfSpace<V>, Pose<V>);

/// The half-space that a body is.
fn half_space(body: &Bound<'_, PyAny>) -> Option<In<Standing<Plane>, Standing<Space>>> {
    fn standing<V: Dimension>(shape: &AnyShape<V>) -> Option<Standing<V>> {
        match Shape::parted(shape) {
            (AnyShape::HalfSpace(plane), pose) => Some((plane, pose)),
            _ => None,
        }
    }
    let shape = body.cast::<Shape>().ok()?;
    match &shape.get().any {
        In::Plane(shape) => standing(shape).map(In::Plane),
        In::Space(shape) => standing(shape).map(In::Space),
    }
}

/// A half-space at a pose, as an object.
fn standing<V: Dimension>(py: Python<'_>, plane: HalfSpace<V>, pose: Pose<V>) -> PyResult<Py<PyAny>> {
    let placed = AnyShape::from(plane).at(pose);
    kinds::object(py, Shape::plain(V::any(placed.into()), false))
}

fn no_such(name: &str, argument: &str) -> PyErr {
    value_error(format!("{argument}: no body is called {name:?}"))
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Rule>()?;
    module.add_class::<Finding>()?;
    module.add_class::<Scene>()
}
