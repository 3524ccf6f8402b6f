//! Closed forms by the separating axis test: the facets of A − B are few, and each is tried.

mod boxes;
mod polygons;
mod sides;
#[cfg(test)]
mod tests;

pub(crate) use boxes::{BoxDepth, Boxes};
pub(crate) use polygons::Polygons;
pub use sides::Sides;
