//! Convex shapes of the core, side by side, and one of them alone.

use crate::facets::FacetSpace;
use crate::tree::{Pieces, Tree};
use crate::view::{Leaves, Sealed, View, is_round};
use clearance::each::Each;
use clearance::{Aabb, AnyShape, Bounds, HalfSpace, Pose, SupportMap, Vec3, WideVector};
use std::fmt;

/// Convex shapes of any kind, each with its own pose, as one body. Its leaves are the shapes.
///
/// V and D are inferred: `Vec2<f64>` and 2, or `Vec3<f64>` and 3.
///
/// A half-space is no leaf: it has no end, and so no box in the tree. It stands beside a compound as a [`Single`], or in a
/// scene ([`Scene::add_half_space`](crate::Scene::add_half_space)). Ask about each of several half-spaces, and take the least
/// distance.
///
/// ```
/// use clearance::{Ball, Cuboid, Pose, Shape, vec3};
/// use clearance_scene::{Compound, distance};
///
/// let table = Cuboid::new(vec3(2.0, 2.0, 0.25)).unwrap();
/// let leg = |x: f64| Cuboid::new(vec3(0.25, 0.25, 1.0)).unwrap().at(Pose::translation([x, 0.0, -1.25]));
/// let table = Compound::new(vec![table.into(), leg(-1.5).into(), leg(1.5).into()]).unwrap();
/// let ball = Compound::new(vec![Ball::new(vec3(0.0, 0.0, 0.0), 0.5).unwrap().into()]).unwrap();
/// let below = ball.at(Pose::translation([0.0, 0.0, -2.0]));
/// let answer = distance(&table.at(Pose::identity()), &below);
/// assert_eq!((answer.distance, answer.leaf_a), (0.75, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Compound<V: WideVector = Vec3<f64>, const D: usize = 3> {
    shapes: Vec<AnyShape<V>>,
    has_round_leaves: bool,
    /// The ends of the box around each shape.
    boxes: Vec<[[f64; D]; 2]>,
    tree: Tree<D>,
}

/// Why a list of shapes is no compound.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CompoundError {
    /// There is no shape.
    Empty,
    /// This shape is a half-space. It stands beside a compound ([`Single`]) and not in it.
    HalfSpace {
        /// The index of the shape.
        shape: usize,
    },
    /// The box around this shape is not finite.
    NotFinite {
        /// The index of the shape.
        shape: usize,
    },
    /// More shapes than `u32` can number.
    TooLarge,
}

impl fmt::Display for CompoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the compound has no shape"),
            Self::HalfSpace { shape } => {
                write!(f, "shape {shape} is a half-space, which has no end: it stands beside a compound and not in it")
            }
            Self::NotFinite { shape } => write!(f, "shape {shape} has a number that is not finite"),
            Self::TooLarge => f.write_str("the compound has more than 2^31 shapes"),
        }
    }
}

impl std::error::Error for CompoundError {}

impl<V: FacetSpace<D>, const D: usize> Compound<V, D> {
    /// The compound of these shapes. A shape's own pose places it in the compound's frame.
    ///
    /// # Errors
    /// [`CompoundError`], with the index of the first shape that is wrong.
    pub fn new(shapes: Vec<AnyShape<V>>) -> Result<Self, CompoundError> {
        if shapes.is_empty() {
            return Err(CompoundError::Empty);
        }
        if shapes.len() >= 1 << 31 {
            return Err(CompoundError::TooLarge);
        }
        let boxes: Vec<[[f64; D]; 2]> = shapes.iter().map(|shape| corners_of(&shape.aabb())).collect();
        if let Some(shape) = shapes.iter().position(|shape| HalfSpace::normal_of(shape).is_some()) {
            return Err(CompoundError::HalfSpace { shape });
        }
        if let Some(shape) = boxes.iter().position(|ends| !ends.iter().flatten().all(|end| end.is_finite())) {
            return Err(CompoundError::NotFinite { shape });
        }
        let tree = Tree::new(&Boxes(&boxes));
        let has_round_leaves = shapes.iter().any(|shape| is_round(shape));
        Ok(Self { shapes, has_round_leaves, boxes, tree })
    }

    /// The shapes, in the order of [`Compound::new`].
    pub fn shapes(&self) -> &[AnyShape<V>] {
        &self.shapes
    }

    /// The compound at a pose. It borrows the compound, so many bodies share one tree.
    ///
    /// A leaf stands at the product of two poses, which is rounded.
    pub fn at(&self, pose: Pose<V>) -> CompoundBody<'_, V, D> {
        CompoundBody { compound: self, pose }
    }
}

/// A compound at a pose.
#[derive(Clone, Copy, Debug)]
pub struct CompoundBody<'a, V: WideVector = Vec3<f64>, const D: usize = 3> {
    /// The compound.
    pub compound: &'a Compound<V, D>,
    /// From the compound's frame to the world's. Numbers that are not finite give an answer without a claim.
    pub pose: Pose<V>,
}

impl<V: WideVector, const D: usize> Sealed for CompoundBody<'_, V, D> {}

impl<V: FacetSpace<D>, const D: usize> CompoundBody<'_, V, D> {
    pub(crate) fn view(&self) -> View<'_, V, D> {
        let Compound { shapes, has_round_leaves, boxes, tree } = self.compound;
        let leaves = Leaves::Shapes { shapes, boxes, is_round: *has_round_leaves };
        View { pose: self.pose, factors: [1.0; D], tree, leaves }
    }
}

/// One convex shape of the core as a body: a ball against a mesh, a box against an outline.
///
/// It borrows the shape, and stands where the shape stands. It is made in well under a microsecond.
///
/// ```
/// use clearance::{Ball, Pose, vec3};
/// use clearance_scene::{Mesh, Single, distance};
///
/// let sheet = Mesh::new(&[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], &[[0, 1, 2]]).unwrap();
/// let ball = Ball::new(vec3(1.0, 1.0, 3.0), 1.0).unwrap();
/// let answer = distance(&sheet.at(Pose::identity()), &Single::new(&ball));
/// assert_eq!((answer.distance, answer.point_a), (2.0, vec3(1.0, 1.0, 0.0)));
/// ```
pub struct Single<'a, V: WideVector = Vec3<f64>, const D: usize = 3> {
    shape: &'a (dyn SupportMap<V> + Sync),
    /// The pose of the shape. Not finite if the shape is not.
    pose: Pose<V>,
    /// The ends of the box around the shape in its own frame.
    ends: [[f64; D]; 2],
    tree: Tree<D>,
}

impl<'a, V: FacetSpace<D>, const D: usize> Single<'a, V, D> {
    /// The shape as a body. If a number of it is not finite, it has an answer without a claim.
    pub fn new(shape: &'a (impl SupportMap<V> + Sync)) -> Self {
        Self::of(shape)
    }

    /// The same for a shape whose kind is known when the program runs.
    pub fn of(shape: &'a (dyn SupportMap<V> + Sync)) -> Self {
        let end = |axis: usize, sign: f64| {
            let far = *shape.support(V::axis(axis) * sign).coordinate(axis);
            far + sign * (shape.radius() + shape.rounding())
        };
        let ends = [-1.0, 1.0].each(|sign| std::array::from_fn(|axis| end(axis, sign)));
        let is_finite = ends.iter().flatten().all(|end| end.is_finite());
        let ends = if is_finite { ends } else { [[0.0; D]; 2] };
        // A half-space has no box, and the search needs none.
        let is_placed = is_finite || HalfSpace::normal_of(shape).is_some();
        let pose = if is_placed { shape.pose() } else { nowhere() };
        Self { shape, pose, ends, tree: Tree::new(&Boxes(&[ends])) }
    }

    /// The shape, where it stands.
    pub(crate) fn shape(&self) -> &'a dyn SupportMap<V> {
        self.shape
    }

    pub(crate) fn view(&self) -> View<'_, V, D> {
        let leaves = Leaves::Single { shape: self.shape, ends: &self.ends };
        View { pose: self.pose, factors: [1.0; D], tree: &self.tree, leaves }
    }
}

impl<V: WideVector, const D: usize> Sealed for Single<'_, V, D> {}

/// A pose that is not finite.
fn nowhere<V: WideVector>() -> Pose<V> {
    Pose { translation: V::axis(0) * f64::NAN, ..Pose::identity() }
}

fn corners_of<V: FacetSpace<D>, const D: usize>(bounds: &Aabb<V>) -> [[f64; D]; 2] {
    [bounds.lower.into(), bounds.upper.into()]
}

/// Boxes while the tree is built. They are not flat.
struct Boxes<'a, const D: usize>(&'a [[[f64; D]; 2]]);

impl<const D: usize> Pieces<D> for Boxes<'_, D> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn bounds(&self, piece: u32) -> [[f64; D]; 2] {
        self.0[piece as usize]
    }
    fn normal(&self, _piece: u32) -> [f64; D] {
        [0.0; D]
    }
    /// Along the zero vector, since no box has a normal.
    fn along(&self, _piece: u32, _direction: [f64; D]) -> [f64; 2] {
        [0.0; 2]
    }
}
