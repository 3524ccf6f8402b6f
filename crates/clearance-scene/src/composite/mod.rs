//! The front door: one generic function for each question about two bodies. It makes views of the bodies and hands them
//! to the function of their [`Dimension`]. Nothing below a door is generic over bodies.

mod dimension;
mod distance;
mod motion;

use crate::compound::{CompoundBody, Single};
use crate::facets::FacetSpace;
use crate::mesh::Body;
use crate::outline::OutlineBody;
use crate::view::{Sealed, View};
use clearance::{Placed, Pose, Segment, Shape, SupportMap, Triangle, Vec2, Vec3};
pub use dimension::Dimension;
pub use distance::{
    closest_point, distance, distance_cached, distance_with, front, is_below, nearest_pairs, overlaps, pairs_within,
    within, within_cached,
};
pub use motion::{
    cast, cast_with, crossing, crossing_with, impact, impact_with, least_clearance, least_clearance_with,
};

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

    /// The body as the search sees it.
    #[doc(hidden)]
    fn view(&self) -> View<'_, Self::Vector, D>;

    /// From the body's frame to the world's.
    fn pose(&self) -> Pose<Self::Vector> {
        self.view().pose
    }

    /// How many leaves there are.
    fn leaf_count(&self) -> usize {
        self.view().leaf_count()
    }

    /// A leaf as a shape of the core, where it stands in the world.
    ///
    /// # Panics
    /// If there is no leaf with this index, or if the body's scale makes a coordinate that is not finite.
    fn leaf(&self, index: u32) -> Self::Leaf;
}

impl Composite<3> for Body<'_> {
    type Vector = Vec3<f64>;
    type Leaf = Placed<Triangle<Vec3<f64>>, Vec3<f64>>;

    fn view(&self) -> View<'_, Vec3<f64>, 3> {
        self.view()
    }
    fn leaf(&self, index: u32) -> Self::Leaf {
        Vec3::facet(self.corners(index)).at(self.pose)
    }
}

impl Composite<2> for OutlineBody<'_> {
    type Vector = Vec2<f64>;
    type Leaf = Placed<Segment<Vec2<f64>>, Vec2<f64>>;

    fn view(&self) -> View<'_, Vec2<f64>, 2> {
        self.view()
    }
    fn leaf(&self, index: u32) -> Self::Leaf {
        Vec2::facet(self.ends(index)).at(self.pose)
    }
}

impl<'a, V: Dimension<D>, const D: usize> Composite<D> for CompoundBody<'a, V, D> {
    type Vector = V;
    type Leaf = Placed<&'a dyn SupportMap<V>, V>;

    fn view(&self) -> View<'_, V, D> {
        self.view()
    }
    fn leaf(&self, index: u32) -> Self::Leaf {
        Placed::new(&self.compound.shapes()[index as usize], self.pose)
    }
}

impl<'a, V: Dimension<D>, const D: usize> Composite<D> for Single<'a, V, D> {
    type Vector = V;
    type Leaf = &'a dyn SupportMap<V>;

    fn view(&self) -> View<'_, V, D> {
        self.view()
    }
    fn leaf(&self, _index: u32) -> Self::Leaf {
        self.shape()
    }
}
