//! What is asked about two links over ranges of joints, and what is known of them.

use crate::body::Part;
use crate::chain::NotClaimed;
use clearance::Vec3;
use std::collections::HashMap;

/// What is asked about the ranges of the joints.
#[derive(Clone, Debug)]
pub struct Question {
    /// *Never* then means: always farther apart than this. Not negative.
    pub margin: f64,
    /// Ranges of coordinates, instead of the limits of their joints.
    pub ranges: HashMap<usize, [f64; 2]>,
    /// The most cells for a pair. More: fewer pairs stay open, and these take longer.
    pub cells: u64,
}

impl Default for Question {
    fn default() -> Self {
        Self { margin: 0.0, ranges: HashMap::new(), cells: 100_000 }
    }
}

/// What was found of a pair of links.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The links.
    pub pair: [usize; 2],
    /// What is known of them.
    pub verdict: Verdict,
    /// How many cells were looked at.
    pub cells: u64,
    /// How many joints move one link against the other.
    pub joints: usize,
}

/// What is known of two links over the ranges of the joints.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// They are always farther apart than the margin, and none is inside the other.
    Never {
        /// Their distance is never less than this.
        bound: f64,
    },
    /// They have a common point at a configuration.
    Meets(Meeting),
    /// They come as near as the margin at a configuration, and no common point was found.
    Near {
        /// The configuration.
        configuration: Vec<f64>,
        /// The true distance there is at most this.
        upper: f64,
    },
    /// They meet at every configuration.
    Always(Meeting),
    /// Their surfaces are always farther apart than the margin, and one link is inside the other.
    Inside {
        /// The distance of their surfaces is never less than this.
        bound: f64,
    },
    /// The budget was spent, or they touch but for rounding.
    Open {
        /// The share of the box for which they are proven to be farther apart than the margin.
        share: f64,
        /// The least distance that was seen, and where.
        seen: Option<(f64, Vec<f64>)>,
    },
    /// Nothing can be claimed.
    NotClaimed(NotClaimed),
}

/// Two links with a common point that no error explains away.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// The configuration. Joints that do not move the pair are at home.
    pub configuration: Vec<f64>,
    /// The parts that cross: they are deeper in each other than the kinematics may err.
    pub parts: [Part; 2],
    /// A common point of the surfaces as they are computed, in the frame of the root.
    pub point: Vec3<f64>,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The pair that is looked at.
    pub pair: [usize; 2],
    /// The cells so far.
    pub cells: u64,
    /// The share of the box that is proven.
    pub share: f64,
    /// How many pairs of a list are decided so far.
    pub decided: usize,
}
