//! What the search sees of a body: where it stands, its tree and its leaves. All bodies of a dimension are one type, so
//! the search is compiled once for the plane and once for space.
//!
//! A body shares its tree with all other bodies of the same shape. It may be mirrored and scaled on the way: each
//! coordinate is multiplied and rounded once, then mirrored, then moved by the pose.

use crate::facets::FacetSpace;
use crate::facets::lanes::each;
use crate::tree::Tree;
use clearance::{AnyShape, Placed, Point, Pose, Rotation, Shape, SupportMap, WideVector};

/// A body as the search sees it.
#[derive(Clone, Copy)]
pub struct View<'a, V: FacetSpace<D>, const D: usize> {
    /// From the body's frame to the world's.
    pub pose: Pose<V>,
    /// What the coordinates are multiplied by: numbers of equal magnitude.
    pub factors: [f64; D],
    /// The tree of the leaves, as it is without factors and pose.
    pub tree: &'a Tree<D>,
    /// What the body is made of.
    pub leaves: Leaves<'a, V, D>,
}

/// Two bodies that are asked about.
pub type Bodies<'a, V, const D: usize> = [&'a View<'a, V, D>; 2];

/// The convex leaves of a body, without factors and pose.
#[derive(Clone, Copy)]
pub enum Leaves<'a, V: FacetSpace<D>, const D: usize> {
    /// The triangles of a mesh, or the edges of an outline.
    Facets(Facets<'a, V, D>),
    /// The shapes of a compound, the ends of the box around each, and whether one is not the hull of its vertices.
    Shapes { shapes: &'a [AnyShape<V>], boxes: &'a [[[f64; D]; 2]], is_round: bool },
    /// One shape that stands at the body's pose, and the ends of the box around it.
    Single { shape: &'a (dyn SupportMap<V> + Sync), ends: &'a [[f64; D]; 2] },
    /// The point at the origin: a facet whose corners are all there.
    Point,
}

/// Facets have D corners and nothing else.
#[derive(Clone, Copy)]
pub struct Facets<'a, V, const D: usize> {
    /// The corners of each facet among the vertices.
    pub indices: &'a [[u32; D]],
    pub vertices: &'a [V],
}

/// A leaf as a shape of the core, where it stands in the world.
pub enum Leaf<'a, V: FacetSpace<D>, const D: usize> {
    Facet(Placed<V::Facet, V>),
    Shape(Placed<&'a dyn SupportMap<V>, V>),
    Single(&'a dyn SupportMap<V>),
    Point(Placed<Point<V>, V>),
}

impl<V: FacetSpace<D>, const D: usize> Leaf<'_, V, D> {
    /// The core is asked about this: one type for leaves of all kinds.
    pub fn shape(&self) -> &dyn SupportMap<V> {
        match self {
            Self::Facet(facet) => facet,
            Self::Shape(shape) => shape,
            Self::Single(shape) => shape,
            Self::Point(point) => point,
        }
    }
}

impl<'a, V: FacetSpace<D>, const D: usize> View<'a, V, D> {
    /// The place of this kind of body in the canonical order.
    pub fn kind(&self) -> u8 {
        match self.leaves {
            Leaves::Facets(_) => 0,
            Leaves::Shapes { .. } => 1,
            Leaves::Single { .. } => 2,
            Leaves::Point => 3,
        }
    }

    /// How many leaves there are.
    pub fn leaf_count(&self) -> usize {
        match self.leaves {
            Leaves::Facets(facets) => facets.indices.len(),
            Leaves::Shapes { shapes, .. } => shapes.len(),
            Leaves::Single { .. } | Leaves::Point => 1,
        }
    }

    /// The facets. `None` if the leaves are others.
    pub fn facets(&self) -> Option<Facets<'a, V, D>> {
        match self.leaves {
            Leaves::Facets(facets) => Some(facets),
            Leaves::Point => Some(Facets { indices: const { &[[0; D]] }, vertices: V::ORIGINS }),
            Leaves::Shapes { .. } | Leaves::Single { .. } => None,
        }
    }

    /// A leaf as a shape of the core.
    ///
    /// # Panics
    /// If there is no leaf with this index, or if the body's scale makes a coordinate that is not finite.
    pub fn leaf(&self, index: u32) -> Leaf<'a, V, D> {
        match self.leaves {
            Leaves::Facets(facets) => {
                let corners = facets.corners(index).map(|corner| each(|axis| corner[axis] * self.factors[axis]).into());
                Leaf::Facet(V::facet(corners).at(self.pose))
            }
            Leaves::Shapes { shapes, .. } => Leaf::Shape(Placed::new(&shapes[index as usize], self.pose)),
            Leaves::Single { shape, .. } => Leaf::Single(shape),
            Leaves::Point => Leaf::Point(Point::new(V::ORIGIN).expect("zeros are finite").at(self.pose)),
        }
    }

    /// An upper bound of n·p over the points p of a leaf, without factors and pose. It rounds by less than 32u times the
    /// greatest coordinate.
    pub fn reach(&self, leaf: u32, n: V) -> f64 {
        match self.leaves {
            Leaves::Facets(facets) => {
                let along = |vertex: u32| facets.vertices[vertex as usize].dot(&n);
                facets.indices[leaf as usize].into_iter().map(along).fold(f64::NEG_INFINITY, f64::max)
            }
            Leaves::Shapes { shapes, .. } => {
                let shape = &shapes[leaf as usize];
                let pose = shape.pose();
                reach(shape, n.mapped_back(&pose.rotation.matrix())) + pose.translation.dot(&n)
            }
            Leaves::Single { shape, .. } => reach(shape, n),
            Leaves::Point => 0.0,
        }
    }

    /// Whether some leaf is not the hull of its vertices. Then its distances may be known with a wide bracket only.
    pub fn has_round_leaves(&self) -> bool {
        match self.leaves {
            Leaves::Shapes { is_round, .. } => is_round,
            Leaves::Single { shape, .. } => is_round(shape),
            Leaves::Facets(_) | Leaves::Point => false,
        }
    }

    /// The numbers that make the shape, without factors and pose, for the canonical order.
    pub fn numbers(&self) -> Box<dyn Iterator<Item = f64> + 'a> {
        match self.leaves {
            Leaves::Facets(Facets { indices, vertices }) => {
                let coordinates = vertices.iter().flat_map(|&vertex| -> [f64; D] { vertex.into() });
                Box::new(coordinates.chain(indices.iter().flatten().map(|&index| f64::from(index))))
            }
            Leaves::Shapes { boxes, .. } => Box::new(boxes.iter().flatten().flatten().copied()),
            Leaves::Single { ends, .. } => Box::new(ends.iter().flatten().copied()),
            Leaves::Point => Box::new(std::iter::empty()),
        }
    }
}

impl<V: FacetSpace<D>, const D: usize> Facets<'_, V, D> {
    /// The corners of a facet.
    #[inline]
    pub fn corners(&self, facet: u32) -> [[f64; D]; D] {
        let indices = self.indices[facet as usize];
        each(|corner| self.vertex(indices[corner]))
    }

    #[inline]
    pub fn vertex(&self, index: u32) -> [f64; D] {
        self.vertices[index as usize].into()
    }
}

/// An upper bound of n·p over the points p of a shape in its own frame, for a vector n of at most about unit length.
fn reach<V: WideVector>(shape: &dyn SupportMap<V>, n: V) -> f64 {
    if n.is_zero() { 0.0 } else { shape.support(n).dot(&n) + shape.radius() + shape.rounding() }
}

/// Whether a shape is not the hull of its vertices.
pub(crate) fn is_round<V: WideVector>(shape: &dyn SupportMap<V>) -> bool {
    shape.vertex_count() == 0 || shape.radius() != 0.0
}

/// Only this crate implements [`Composite`](crate::Composite) and [`Solid`](crate::Solid).
pub trait Sealed {}
