//! A body as the questions take it, while a call lasts.

use crate::fault::Found;
use crate::world::World;
use clearance::SupportMap;
use clearance_scene::{BodyView, Composite, CompoundBody, Single};

/// A body as the questions take it.
pub enum Body<'a, V: World<D>, const D: usize> {
    /// A convex shape where it stands.
    Convex(&'a (dyn SupportMap<V> + Sync)),
    /// A mesh or an outline.
    #[cfg(feature = "bodies")]
    Surface(V::Surface<'a>),
    /// A compound.
    #[cfg(feature = "bodies")]
    Compound(CompoundBody<'a, V, D>),
}

/// What is done with a body while it is there.
pub type Then<'t, V, const D: usize> = &'t mut dyn FnMut(&Body<'_, V, D>) -> Found<()>;

/// A body as the search of bodies sees it.
pub enum Standing<'a, V: World<D>, const D: usize> {
    /// A convex shape.
    Single(Single<'a, V, D>),
    /// A mesh or an outline.
    #[cfg(feature = "bodies")]
    Surface(V::Surface<'a>),
    /// A compound.
    #[cfg(feature = "bodies")]
    Compound(CompoundBody<'a, V, D>),
}

impl<'a, V: World<D>, const D: usize> Body<'a, V, D> {
    /// The body as the search of bodies sees it.
    pub fn standing(&self) -> Standing<'a, V, D> {
        match *self {
            Self::Convex(shape) => Standing::Single(Single::of(shape)),
            #[cfg(feature = "bodies")]
            Self::Surface(surface) => Standing::Surface(surface),
            #[cfg(feature = "bodies")]
            Self::Compound(compound) => Standing::Compound(compound),
        }
    }
}

impl<V: World<D>, const D: usize> Standing<'_, V, D> {
    /// The view of the body.
    pub fn view(&self) -> BodyView<'_, V, D> {
        match self {
            Self::Single(single) => Composite::view(single),
            #[cfg(feature = "bodies")]
            Self::Surface(surface) => Composite::view(surface),
            #[cfg(feature = "bodies")]
            Self::Compound(compound) => Composite::view(compound),
        }
    }
}
