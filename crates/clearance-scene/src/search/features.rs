//! Facets around a common corner name the same features. Of these only one needs an exact answer.

use super::frame::{Point, dot};
use super::nearest::{Answer, Search};
use crate::composite::Composite;
use clearance::Feature;

impl<const D: usize, A: Composite<D>, B: Composite<D, Vector = A::Vector>> Search<'_, D, A, B> {
    /// Keeps the first of all answers that name the same corners and edges, if it is sure that the others are no
    /// nearer.
    ///
    /// Facets that share a corner or an edge have the same distance there, unless another of their corners is nearer. A
    /// plane through each feature across the normal shows that none is: all other corners are behind it.
    pub(super) fn keep_one_of_equal_features(&self, answers: &mut Vec<Answer<A::Vector>>) {
        let mut seen: Vec<([[u32; D]; 2], Point<D>)> = Vec::new();
        answers.retain(|answer| {
            let features = self.features(answer);
            let earlier = seen.iter().find(|(old, _)| *old == features);
            if let Some((_, normal)) = earlier {
                return !self.is_behind(answer.leaves, &features, *normal);
            }
            seen.push((features, self.frame.direction_of_world(answer.proximity.normal.into())));
            true
        });
    }

    /// The vertices that carry the witness points, in increasing order. A place that is not used repeats the last one.
    fn features(&self, answer: &Answer<A::Vector>) -> [[u32; D]; 2] {
        let (a, b) = self.bodies;
        let [of_a, of_b] = answer.leaves;
        [
            named(a.corner_indices(of_a), &answer.proximity.feature_a()),
            named(b.corner_indices(of_b), &answer.proximity.feature_b()),
        ]
    }

    /// Whether all corners of both facets that are not of the features lie clearly behind the features.
    fn is_behind(&self, leaves: [u32; 2], features: &[[u32; D]; 2], normal: Point<D>) -> bool {
        let (a, b) = self.bodies;
        let height_of_a = |vertex: u32| dot(self.frame.of_a(a.vertex(vertex)), normal);
        let height_of_b = |vertex: u32| -dot(self.frame.of_b(b.vertex(vertex)), normal);
        let clear = 4.0 * self.frame.slack;
        are_behind(a.corner_indices(leaves[0]), &features[0], height_of_a, clear)
            && are_behind(b.corner_indices(leaves[1]), &features[1], height_of_b, clear)
    }
}

/// The vertices of a feature, whose own numbers are those of the facet's corners.
fn named<const D: usize>(corners: [u32; D], feature: &Feature) -> [u32; D] {
    let mut vertices = corners;
    if let [.., last] = *feature.vertices() {
        vertices = std::array::from_fn(|place| corners[*feature.vertices().get(place).unwrap_or(&last) as usize]);
    }
    vertices.sort_unstable();
    vertices
}

/// Whether all corners that are not of the feature are lower than it by more than a length.
fn are_behind<const D: usize>(
    corners: [u32; D],
    feature: &[u32; D],
    height: impl Fn(u32) -> f64 + Copy,
    clear: f64,
) -> bool {
    let of_feature = feature.map(height).into_iter().fold(f64::INFINITY, f64::min);
    let mut others = corners.iter().filter(|corner| !feature.contains(corner));
    others.all(|&corner| height(corner) < of_feature - clear)
}
