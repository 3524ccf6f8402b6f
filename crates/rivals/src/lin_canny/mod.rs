//! Voronoi marching as it was first published.
//!
//! **Source.** M. C. Lin and J. F. Canny, "A Fast Algorithm for Incremental Distance Calculation", IEEE International
//! Conference on Robotics and Automation, 1991, on applicability tests. The restriction to the plane is ours.
//!
//! **Idea.** Two features are nearest if the nearest point of each lies in the Voronoi region of the other. The walk
//! computes the nearest points of the two features and tests them ("applicability"). A plane of a region that is
//! violated names the neighbour to go to. All six pairs of vertex, edge and face occur.
//!
//! 1. Vertex: the other's nearest point must not lie beyond a plane across one of its edges.
//! 2. Edge: it must lie between the planes across the ends, and between the two faces.
//! 3. Face: it must lie within the upright planes over the sides, and above the face. A point below the face leads to
//!    the feature of the body that is nearest to the point, found by a scan of all.
//! 4. Parallel edges and faces have many nearest points. The walk takes one in the middle of what they share.
//!
//! **Complexity.** O(1) a frame when bodies move little. The scan for a point below a face is linear.
//!
//! **Known failure.** The walk takes for granted that the shapes are apart. If they meet, a vertex inside has a nearest
//! feature, which is a face, above which it does not lie: the walk goes there again and again. So an overlap has no
//! verdict here: the walk ends after [`LinCanny::limit`] steps with [`endless`](field@crate::Answer::endless). Rounding
//! makes it go in circles at parallel features of shapes apart, too; and so do flat bodies in space, whose two faces
//! share one plane.

pub(crate) mod plane;
pub(crate) mod space;

use crate::answer::Answer;
use crate::body::Feature;
use crate::pair::Pair;
use crate::step::{Silent, Step};
use crate::walk::{Dimension, Next, Place, segment, straight, walk};
use clearance::WideVector;

/// The memory of a pair that is tracked: its last features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinCanny {
    place: Place,
    /// After how many steps a walk counts as endless.
    pub limit: u32,
}

impl Default for LinCanny {
    fn default() -> Self {
        Self { place: Place::default(), limit: 300 }
    }
}

impl LinCanny {
    /// A walk that begins at these features.
    ///
    /// They must be features of the pair that is asked about.
    pub fn starting_at(features: [Feature; 2]) -> Self {
        Self { place: Place { features, facet: 0 }, ..Self::default() }
    }

    /// The nearest features, from where the last query ended. Use one memory for each pair of bodies.
    pub fn query<W: Dimension>(&mut self, pair: &Pair<'_, W>) -> Answer<W> {
        pair.to_world(walk(pair, &mut self.place, self.limit, &mut Silent, step))
    }

    /// The same with every step of the walk: both features, the Voronoi plane that told, and the feature that is next.
    pub fn trace<W: Dimension>(&mut self, pair: &Pair<'_, W>) -> (Answer<W>, Vec<Step>) {
        pair.traced(|steps| walk(pair, &mut self.place, self.limit, steps, step))
    }
}

fn step<W: Dimension>(pair: &Pair<'_, W>, place: Place) -> Next<W> {
    W::step(pair, place, plane::step, space::step)
}

/// The place of a point on an edge that is nearest to it: a vertex if it is an end.
fn on_edge<W: WideVector>(pair: &Pair<'_, W>, side: usize, edge: u32, point: W) -> (W, Feature) {
    let [tail, span] = segment(pair, side, edge, false);
    let fraction = ((point - tail).dot(&span) / span.dot(&span)).clamp(0.0, 1.0);
    let ends = pair.bodies[side].edge(edge).ends;
    let feature = match fraction {
        0.0 => Feature::Vertex(ends[0]),
        1.0 => Feature::Vertex(ends[1]),
        _ => Feature::Edge(edge),
    };
    (tail + span * fraction, feature)
}

/// The edge or vertex that is nearest to a point, with its distance. In the plane only edges that look to the point
/// count, unless the point is inside: of the two edges of a segment that is the one on the point's side.
fn nearest_edge<W: WideVector>(pair: &Pair<'_, W>, side: usize, point: W) -> (f64, Feature) {
    let body = pair.bodies[side];
    let edges = || 0..body.edges().len() as u32;
    let looks_there = |&edge: &u32| !(body.height(Feature::Edge(edge), point) < 0.0);
    let is_inside = !edges().any(|edge| looks_there(&edge));
    edges().filter(|edge| is_inside || looks_there(edge)).fold((f64::INFINITY, Feature::Vertex(0)), |best, edge| {
        let (at, feature) = on_edge(pair, side, edge, point);
        let distance = WideVector::length(at - point);
        if distance < best.0 { (distance, feature) } else { best }
    })
}

/// The move for a point below a facet: to the feature that a scan finds.
fn out_of_depth<W: WideVector>(side: usize, nearest: Feature) -> Next<W> {
    straight(side, nearest, "the point lies below the facet: a scan finds the feature nearest to it")
}
