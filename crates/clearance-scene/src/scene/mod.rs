//! Many bodies with names: which pairs are too close, which are the nearest, and where.
//!
//! 1. A tree of world boxes gives the pairs of objects whose boxes are near enough (`boxes`, `join`).
//! 2. Rules by names and attributes say which pairs count, and how close they may be (`rules`).
//! 3. The search of two meshes answers for a pair, and it ends early beyond the limit. Where the bracket holds the
//!    limit, exact numbers decide (`judge`).
//!
//! The answer is that of all pairs, one by one. It does not depend on the order of the work or on the threads.

mod band;
mod boxes;
mod element;
mod find;
mod join;
mod judge;
mod member;
mod parts;
mod rules;
mod side;
mod solid;

use crate::mesh::Mesh;
use crate::overlap::{CommonVolume, ContactRegion, Overlap};
pub use band::{Contact, valley};
use boxes::WorldBox;
use clearance::{HalfSpace, Pose, PoseError, Proximity};
pub use element::{Element, Kinship};
pub use find::{Event, NearPair};
pub use judge::{Clash, Finding};
use member::{Kind, Member};
use parts::Parts;
pub use rules::{Asked, Matched, Pattern, Rule, Rules};
pub use side::{Condition, Side};
pub use solid::Solid;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// Named bodies in one frame, the world's. All lengths are in one unit. The bodies are meshes in space, or outlines in the
/// plane: `Scene<Outline>`.
///
/// A half-space is an object, too: the ground, a wall, a safety plane ([`Scene::add_half_space`]).
///
/// Objects share meshes: a mesh is built once and may stand at many places. Objects are numbered from 0 in the order in
/// which they are added.
///
/// ```
/// use clearance::Pose;
/// use clearance_scene::{Mesh, Rules, Scene};
/// use std::sync::Arc;
///
/// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap();
/// let mesh = Arc::new(mesh);
/// let mut scene = Scene::default();
/// for (name, x) in [("left", 0.0), ("middle", 3.0), ("right", 4.5)] {
///     scene.add(name, mesh.clone(), Pose::translation([x, 0.0, 0.0])).unwrap();
/// }
/// let nearest = scene.minimum(&Rules::default()).unwrap();
/// assert_eq!((scene.name(nearest.a), scene.name(nearest.b)), ("middle", "right"));
/// assert_eq!(nearest.distance, 0.5);
///
/// // A distance of exactly 2 is not below 2.
/// let too_close = scene.below(&Rules::limit(2.0));
/// assert_eq!(too_close.len(), 1);
/// scene.set_pose(1, Pose::translation([2.5, 0.0, 0.0])).unwrap();
/// assert_eq!(scene.below(&Rules::limit(2.0)).len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Scene<S: Solid = Mesh> {
    objects: Vec<Object<S>>,
    numbers: HashMap<String, usize>,
    /// The parts of each mesh or outline, by its address. The objects keep them.
    parts: HashMap<usize, Arc<Parts<S>>>,
}

/// A body of the scene.
#[derive(Clone, Debug)]
struct Object<S: Solid> {
    name: String,
    groups: Vec<String>,
    element: Element,
    kind: Kind<S>,
    pose: Pose<S::Vector>,
    world: WorldBox,
}

/// Why an object cannot stand in a scene.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SceneError {
    /// An object of this name is there already.
    NameTaken(String),
    /// The pose is not finite or no rotation.
    Pose(PoseError),
    /// There is no object of this number.
    NoSuchObject(usize),
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NameTaken(name) => write!(f, "an object is already called {name:?}"),
            Self::Pose(error) => error.fmt(f),
            Self::NoSuchObject(number) => write!(f, "there is no object {number}"),
        }
    }
}

impl std::error::Error for SceneError {}

impl<S: Solid> Default for Scene<S> {
    fn default() -> Self {
        Self { objects: Vec::new(), numbers: HashMap::new(), parts: HashMap::new() }
    }
}

impl<S: Solid> Scene<S> {
    /// Adds an object. The answer is its number.
    ///
    /// # Errors
    /// [`SceneError::NameTaken`]; [`SceneError::Pose`] if a number is not finite or the rotation is far from unit
    /// length. A rotation that is nearly of unit length is divided by its length, as by [`Pose::new`].
    pub fn add(&mut self, name: impl Into<String>, solid: Arc<S>, pose: Pose<S::Vector>) -> Result<usize, SceneError> {
        let address = Arc::as_ptr(&solid) as usize;
        let parts = self.parts.entry(address).or_insert_with(|| Arc::new(Parts::of(&*solid))).clone();
        self.add_kind(name.into(), Kind::Solid { solid, parts }, pose)
    }

    /// Adds a half-space: all points on one side of a plane. The answer is its number.
    ///
    /// It is a solid for every rule and question: a body may be apart from it, touch it, cross its plane or be in it. Its
    /// distance from a body is that of the solid, 0 if the body reaches into it, and not that of the plane. How much the two
    /// overlap is not told; `overlap_above` allows an overlap if the body is no deeper in the half-space than that. Two
    /// half-spaces are no pair: grounds and walls reach into each other without end.
    ///
    /// # Errors
    /// As for [`Scene::add`].
    ///
    /// ```
    /// use clearance::{HalfSpace, Pose, vec3};
    /// use clearance_scene::{Mesh, Relation, Rules, Scene};
    /// use std::sync::Arc;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let mesh = Arc::new(Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap());
    /// let mut scene: Scene = Scene::default();
    /// let ground = HalfSpace::new(vec3(0.0, 0.0, 1.0), 0.0).unwrap();
    /// scene.add_half_space("ground", ground, Pose::identity()).unwrap();
    /// scene.add("standing", mesh.clone(), Pose::translation([0.0, 0.0, 0.0])).unwrap();
    /// scene.add("floating", mesh.clone(), Pose::translation([5.0, 0.0, 0.25])).unwrap();
    /// scene.add("sunk", mesh, Pose::translation([9.0, 0.0, -0.5])).unwrap();
    /// let near = scene.below(&Rules::limit(0.5));
    /// let relations: Vec<Relation> = near.iter().map(|finding| finding.relation).collect();
    /// assert_eq!(relations, [Relation::Touching, Relation::Apart, Relation::Crossing]);
    /// assert_eq!(near[1].distance, 0.25);
    /// ```
    pub fn add_half_space(
        &mut self,
        name: impl Into<String>,
        half_space: HalfSpace<S::Vector>,
        pose: Pose<S::Vector>,
    ) -> Result<usize, SceneError> {
        self.add_kind(name.into(), Kind::Plane(half_space), pose)
    }

    fn add_kind(&mut self, name: String, kind: Kind<S>, pose: Pose<S::Vector>) -> Result<usize, SceneError> {
        let pose = Pose::new(pose.rotation, pose.translation).map_err(SceneError::Pose)?;
        if self.numbers.contains_key(&name) {
            return Err(SceneError::NameTaken(name));
        }
        let number = self.objects.len();
        let world = kind.world(&pose);
        self.numbers.insert(name.clone(), number);
        self.objects.push(Object { name, groups: Vec::new(), element: Element::default(), kind, pose, world });
        Ok(number)
    }

    /// Puts an object into a group: a further name, which other objects may have, too. Patterns match it as they match
    /// the name.
    ///
    /// # Errors
    /// [`SceneError::NoSuchObject`].
    pub fn add_to_group(&mut self, object: usize, group: impl Into<String>) -> Result<(), SceneError> {
        let found = self.objects.get_mut(object).ok_or(SceneError::NoSuchObject(object))?;
        found.groups.push(group.into());
        Ok(())
    }

    /// Says what is known of an object beside its shape. Rules may ask for it.
    ///
    /// # Errors
    /// [`SceneError::NoSuchObject`].
    pub fn describe(&mut self, object: usize, element: Element) -> Result<(), SceneError> {
        let found = self.objects.get_mut(object).ok_or(SceneError::NoSuchObject(object))?;
        found.element = element;
        Ok(())
    }

    /// Moves an object.
    ///
    /// # Errors
    /// [`SceneError::NoSuchObject`]; [`SceneError::Pose`] as for [`Scene::add`]. The object then stays where it is.
    pub fn set_pose(&mut self, object: usize, pose: Pose<S::Vector>) -> Result<(), SceneError> {
        let found = self.objects.get_mut(object).ok_or(SceneError::NoSuchObject(object))?;
        found.pose = Pose::new(pose.rotation, pose.translation).map_err(SceneError::Pose)?;
        found.world = found.kind.world(&found.pose);
        Ok(())
    }

    /// How many objects there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// The number of the object of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The name of an object.
    ///
    /// # Panics
    /// If there is no object of this number.
    pub fn name(&self, object: usize) -> &str {
        &self.objects[object].name
    }

    /// The groups of an object.
    ///
    /// # Panics
    /// If there is no object of this number.
    pub fn groups(&self, object: usize) -> &[String] {
        &self.objects[object].groups
    }

    /// What is known of an object beside its shape.
    ///
    /// # Panics
    /// If there is no object of this number.
    pub fn element(&self, object: usize) -> &Element {
        &self.objects[object].element
    }

    /// The mesh or outline of an object at its place.
    ///
    /// # Panics
    /// If there is no object of this number, or if it is a half-space.
    pub fn body(&self, object: usize) -> S::Body<'_> {
        match self.member(object) {
            Member::Body(body) => body,
            Member::Plane(_) => panic!("object {object} is a half-space"),
        }
    }

    /// The half-space of an object, in the object's frame. `None` if it is none.
    ///
    /// # Panics
    /// If there is no object of this number.
    pub fn half_space(&self, object: usize) -> Option<HalfSpace<S::Vector>> {
        match self.objects[object].kind {
            Kind::Plane(half_space) => Some(half_space),
            Kind::Solid { .. } => None,
        }
    }

    /// Where an object stands.
    ///
    /// # Panics
    /// If there is no object of this number.
    pub fn pose(&self, object: usize) -> Pose<S::Vector> {
        self.objects[object].pose
    }

    /// An object at its place.
    fn member(&self, object: usize) -> Member<'_, S> {
        let Object { kind, pose, .. } = &self.objects[object];
        kind.placed(*pose)
    }

    /// Whether an object encloses nothing, so that it counts as its surface: an edge of the mesh has an odd number of
    /// triangles, or a line of the outline is open. Vertices with equal coordinates count as one.
    ///
    /// # Panics
    /// If there is no object of this number.
    pub fn is_open(&self, object: usize) -> bool {
        self.objects[object].kind.is_open()
    }

    /// The signed distance of the convex hulls of two objects: minus their depth where they overlap. No shorter way than
    /// that parts the hulls, and the objects are no deeper in each other.
    ///
    /// # Panics
    /// If there is no such object, if an object has no vertices, or if both are half-spaces.
    pub fn signed_distance_of_hulls(&self, pair: [usize; 2]) -> Proximity<S::Vector> {
        let [a, b] = pair.map(|object| self.member(object));
        member::signed_distance_of_hulls([&a, &b]).expect("two half-spaces are no pair")
    }

    /// How much two objects overlap: the diameter of the largest ball in both, of the largest disk in the plane. 0 exactly
    /// if they have no common interior. `None` if sums leave the range of numbers, or if one is a half-space.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn overlap(&self, pair: [usize; 2]) -> Option<Overlap<S::Vector>> {
        let [a, b] = pair.map(|object| self.member(object));
        member::overlap([&a, &b])
    }

    /// Bounds of the volume of what two objects have in common, in the plane of its area. `most_cells` is how much work may be
    /// done, as for [`common_volume`](crate::common_volume()). `None` if one is open or a half-space, or if sums leave the
    /// range of numbers.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn common_volume(&self, pair: [usize; 2], most_cells: usize) -> Option<CommonVolume> {
        let [a, b] = pair.map(|object| self.member(object));
        S::common_volume(member::bodies([&a, &b])?, most_cells)
    }

    /// Where two objects touch: the parts of faces that are no farther than `band` from a face that faces them. `None` if
    /// sums leave the range of numbers, or if one is a half-space.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn contact_region(&self, pair: [usize; 2], band: f64) -> Option<ContactRegion<S::Vector>> {
        let [a, b] = pair.map(|object| self.member(object));
        S::contact_region(member::bodies([&a, &b])?, band)
    }

    /// How many pairs of objects the rules do not skip.
    pub fn pairs(&self, rules: &Rules) -> usize {
        rules.matched(self).pairs()
    }
}
