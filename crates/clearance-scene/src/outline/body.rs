//! An outline at a pose, mirrored and scaled if wanted.

use super::Outline;
use crate::view::{Facets, Leaves, Sealed, View};
use clearance::each::Each;
use clearance::{Pose, Vec2, vec2};

/// An outline at a pose. It borrows the outline, so many bodies share one tree.
///
/// It may be mirrored and scaled as a [`Body`](crate::Body) of a mesh: the coordinates of each point are multiplied by
/// the scale and rounded once, then mirrored, then moved by the pose.
#[derive(Clone, Copy, Debug)]
pub struct OutlineBody<'a> {
    /// The outline.
    pub outline: &'a Outline,
    /// From the outline's frame to the world's. Numbers that are not finite give an answer without a claim.
    pub pose: Pose<Vec2<f64>>,
    factors: [f64; 2],
}

impl Outline {
    /// The outline at a pose.
    pub fn at(&self, pose: Pose<Vec2<f64>>) -> OutlineBody<'_> {
        OutlineBody { outline: self, pose, factors: [1.0; 2] }
    }
}

impl OutlineBody<'_> {
    /// The same, scaled by a factor before the pose. The factor multiplies an earlier one. A negative factor mirrors
    /// both axes. If a product is not finite, the body has an answer without a claim.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self { factors: self.factors.each(|own| own * factor), ..self }
    }

    /// The same, mirrored along the axes that are named, before the pose. Mirrored twice is not mirrored.
    #[must_use]
    pub fn mirrored(self, axes: [bool; 2]) -> Self {
        let factors = std::array::from_fn(|axis| if axes[axis] { -self.factors[axis] } else { self.factors[axis] });
        Self { factors, ..self }
    }

    /// What each coordinate is multiplied by: the scale, negative along mirrored axes.
    pub fn factors(&self) -> [f64; 2] {
        self.factors
    }

    /// The ends of an edge in the body's frame: mirrored and scaled, without the pose.
    ///
    /// # Panics
    /// If there is no edge with this index.
    pub fn ends(&self, edge: u32) -> [Vec2<f64>; 2] {
        let [x, y] = self.factors;
        self.outline.ends(edge).each(|end| vec2(end.x * x, end.y * y))
    }

    pub(crate) fn view(&self) -> View<'_, Vec2<f64>, 2> {
        let Outline { vertices, edges, tree, .. } = self.outline;
        let leaves = Leaves::Facets(Facets { indices: edges, vertices });
        View { pose: self.pose, factors: self.factors, tree, leaves }
    }
}

impl Sealed for OutlineBody<'_> {}
