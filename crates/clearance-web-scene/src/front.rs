//! The boxes of the front, as they are drawn and told of.

use crate::part::Part;
use clearance::Vec3;
use serde::Serialize;
use std::collections::HashSet;

/// What the search left out with a proof.
pub struct Front(clearance_scene::Front<Vec3<f64>, 3>);

/// What the page says of it.
#[derive(Serialize)]
struct Told {
    /// How many pairs of boxes were left out, and how many pairs of triangles are in them.
    pairs: usize,
    left_out: u64,
    /// How many pairs of triangles were not.
    triangles: u64,
    /// The least bound of a pair of boxes. `None` if there is none.
    least: Option<f64>,
    direction: [f64; 3],
}

impl Front {
    pub fn new(front: clearance_scene::Front<Vec3<f64>, 3>) -> Self {
        Self(front)
    }

    pub fn told(&self) -> impl Serialize + use<> {
        let Self(front) = self;
        Told {
            pairs: front.pairs.len(),
            left_out: front.pairs.iter().map(|pair| u64::from(pair.leaves[0]) * u64::from(pair.leaves[1])).sum(),
            triangles: front.leaf_pairs,
            least: front.pairs.iter().map(|pair| pair.bound).reduce(f64::min),
            direction: front.nearest.normal.into(),
        }
    }

    /// The boxes of a body, each once: the least and the greatest coordinates from the middle of the body, times a
    /// factor.
    pub fn boxes(&self, part: &Part, side: usize, factor: f64) -> Vec<f32> {
        let mut seen = HashSet::new();
        let boxes = self.0.pairs.iter().map(|pair| pair.boxes[side]);
        let new = boxes.filter(|ends| seen.insert(ends.map(|end| end.map(f64::to_bits))));
        new.flat_map(|ends| ends.map(|end| part.drawn(end, factor))).flatten().collect()
    }
}
