//! What is made of convex leaves, at a pose: the one interface of the search.
//!
//! A body shares its tree with all other bodies of the same shape. It may be mirrored and scaled on the way: each
//! coordinate is multiplied and rounded once, then mirrored, then moved by the pose.

use crate::facets::Dimension;
use crate::tree::Tree;
use clearance::{Pose, Space, SupportMap};

/// A body that queries take: a placed [`Mesh`](crate::Mesh), [`Outline`](crate::Outline) or
/// [`Compound`](crate::Compound), or one convex shape ([`Single`](crate::Single)).
///
/// D is the dimension. Two bodies of the same dimension can be asked about, whatever they are made of. The trait is not
/// for other crates to implement.
pub trait Composite<const D: usize>: Sync + Sealed {
    /// The vectors of the world: `Vec2<f64>` or `Vec3<f64>`.
    type Vector: Dimension<D>;
    /// A leaf as a shape of the core.
    type Leaf: SupportMap<Self::Vector>;

    /// From the body's frame to the world's.
    fn pose(&self) -> Pose<Self::Vector>;

    /// How many leaves there are.
    fn leaf_count(&self) -> usize;

    /// A leaf as a shape of the core, where it stands in the world.
    ///
    /// # Panics
    /// If there is no leaf with this index, or if the body's scale makes a coordinate that is not finite.
    fn leaf(&self, index: u32) -> Self::Leaf;

    /// Whether leaves are facets: they have D corners and nothing else.
    #[doc(hidden)]
    const IS_FACETED: bool;

    /// The place of this kind of body in the canonical order.
    #[doc(hidden)]
    const KIND: u8;

    /// The tree of the leaves, as it is without factors and pose.
    #[doc(hidden)]
    fn tree(&self) -> &Tree<D>;

    /// What the coordinates are multiplied by: numbers of equal magnitude.
    #[doc(hidden)]
    fn factors(&self) -> [f64; D] {
        [1.0; D]
    }

    /// The indices of a facet's corners among the vertices. Zeros if leaves are no facets.
    #[doc(hidden)]
    fn corner_indices(&self, leaf: u32) -> [u32; D] {
        let _ = leaf;
        [0; D]
    }

    /// A vertex, as it is without factors and pose. Zeros if leaves are no facets.
    #[doc(hidden)]
    fn vertex(&self, index: u32) -> [f64; D] {
        let _ = index;
        [0.0; D]
    }

    /// An upper bound of n·p over the points p of a leaf, without factors and pose. It rounds by less than 32u times the
    /// greatest coordinate.
    #[doc(hidden)]
    fn reach(&self, leaf: u32, n: Self::Vector) -> f64 {
        let along = |vertex: u32| Self::Vector::from(self.vertex(vertex)).dot(&n);
        self.corner_indices(leaf).into_iter().map(along).fold(f64::NEG_INFINITY, f64::max)
    }

    /// Whether some leaf is not the hull of its vertices. Then its distances may be known with a wide bracket only.
    #[doc(hidden)]
    fn has_round_leaves(&self) -> bool {
        false
    }

    /// The numbers that make the shape, without factors and pose, for the canonical order.
    #[doc(hidden)]
    fn numbers(&self) -> Box<dyn Iterator<Item = f64> + '_>;
}

/// Only this crate implements [`Composite`].
pub trait Sealed {}
