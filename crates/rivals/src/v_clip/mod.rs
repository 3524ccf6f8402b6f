//! V-Clip: Voronoi marching that ends when shapes meet.
//!
//! **Source.** B. Mirtich, "V-Clip: Fast and Robust Polyhedral Collision Detection", ACM Transactions on Graphics
//! 17(3), 1998, on the algorithm and its states. The restriction to the plane is ours: there an edge has the part of a
//! face.
//!
//! **Idea.** Two features are nearest if the nearest point of each lies in the Voronoi region of the other (Lin and
//! Canny). V-Clip never computes nearest points on the way. It clips an edge by the planes of a Voronoi region, and
//! reads from the sign of the derivative of the distance at the ends of what is left on which side the minimum is:
//!
//! 1. The states are pairs of features: V-V, V-E, V-F, E-E and E-F.
//! 2. Each state checks the regions of both features. A plane that is violated names the neighbour to go to.
//! 3. Each move lowers the distance between the features, or their dimension at equal distance.
//! 4. A vertex below its face, with no nearer face above it, is inside: the shapes meet. An edge that pierces a face
//!    within the face's sides meets it, too.
//!
//! **Complexity.** O(1) a frame when bodies move little, and O(steps) from afar. A state looks at all edges of a
//! vertex, or at all sides of a face. The test for a vertex inside is linear in the faces.
//!
//! **Known failure.** Signs are those of rounded numbers. On slivers and at gaps near rounding a walk ends at features
//! that are not the nearest, or it goes in circles. The publication has no bound for that; here walks end after
//! [`VClip::limit`] steps. No depth is computed.

mod clip;
pub(crate) mod plane;
pub(crate) mod space;

use crate::answer::Answer;
use crate::body::Feature;
use crate::pair::Pair;
use crate::step::{Silent, Step};
use crate::walk::{Dimension, Next, Place, walk};

/// The memory of a pair that is tracked: its last features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VClip {
    place: Place,
    /// How many steps a walk may take. A walk across a body of 1,000 vertices takes about a hundred.
    pub limit: u32,
}

impl Default for VClip {
    fn default() -> Self {
        Self { place: Place::default(), limit: 2000 }
    }
}

impl VClip {
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
