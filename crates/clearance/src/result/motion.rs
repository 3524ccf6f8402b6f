//! What is shown of a search over a motion: looks at moments of it, and the proof.

use crate::result::proximity::Proximity;
use crate::space::vector::{Vector, WideVector};
use core::fmt;

/// What the direction of a [`ProvenInterval`] turns with.
///
/// [`crate::Solver::impact_trace`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// The direction is fixed in the world.
    World,
    /// It turns with the motion of A.
    A,
    /// It turns with the motion of B.
    B,
    /// It has a turn of its own, [`ProvenInterval::turn`]: it follows an edge of each body.
    Own,
    /// The direction is fixed in the world, and the separations are those of all that the bodies cover while they turn:
    /// a ball, and in space a cylinder, around the centre of each turn. They hold for every angle.
    Swept,
}

impl Carrier {
    /// The carrier as a word: `"world"`, `"a"`, `"b"`, `"own"` or `"swept"`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::World => "world",
            Self::A => "a",
            Self::B => "b",
            Self::Own => "own",
            Self::Swept => "swept",
        }
    }
}

impl fmt::Display for Carrier {
    /// The word of [`Carrier::as_str`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// An interval of a motion during which a carried direction proves that there is no contact.
///
/// Let n(t) be `direction`, turned by the carrier's rotation since fraction 0. The separation is the least n(t)·y over B
/// less the greatest n(t)·x over A, with the radii of both; it is greater than `target` · |n| at all fractions of the
/// closed interval. That follows from the separations at both ends by theorem A of `docs/math/motion.md`.
///
/// [`crate::Solver::impact_trace`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProvenInterval<V: Vector> {
    /// The fraction where it begins.
    pub start: f64,
    /// The fraction where it ends.
    pub end: f64,
    /// What the direction turns with.
    pub carrier: Carrier,
    /// The rotation vector of [`Carrier::Own`], in radians a motion, in the world. It is zero for other carriers.
    pub turn: [f64; 3],
    /// The direction from A to B at fraction 0, in the world. Its length is 1 up to rounding.
    pub direction: V::Wide,
    /// Proven lower bounds of the separations at both ends, less the target, in the unit of the shapes.
    pub separations: [f64; 2],
}

impl<V: Vector> ProvenInterval<V> {
    /// The same for exchanged shapes.
    #[must_use]
    pub fn swapped(self) -> Self {
        let carrier = match self.carrier {
            Carrier::World => Carrier::World,
            Carrier::A => Carrier::B,
            Carrier::B => Carrier::A,
            Carrier::Own => Carrier::Own,
            Carrier::Swept => Carrier::Swept,
        };
        Self { carrier, direction: -self.direction, ..self }
    }
}

/// A step of a search over a motion. [`crate::Solver::impact_trace`] has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MotionStep<V: Vector> {
    /// The shapes at one fraction of the motion.
    Look {
        /// The fraction.
        fraction: f64,
        /// The signed distance there, in `f64`. Its bounds do not hold the rounding of the pose at this fraction.
        proximity: Proximity<V::Wide>,
    },
    /// A part of the motion that is proven to be free of contact.
    Proven(ProvenInterval<V>),
}

impl<V: Vector> MotionStep<V> {
    /// The same for exchanged shapes.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Look { fraction, proximity } => Self::Look { fraction, proximity: proximity.swapped() },
            Self::Proven(interval) => Self::Proven(interval.swapped()),
        }
    }
}

impl<W: WideVector> MotionStep<W> {
    /// The same step, as shown to who asked with shapes of another scalar. All numbers of a step are `f64`.
    pub(crate) fn shown<V: Vector<Wide = W>>(self) -> MotionStep<V> {
        match self {
            Self::Look { fraction, proximity } => MotionStep::Look { fraction, proximity },
            Self::Proven(ProvenInterval { start, end, carrier, turn, direction, separations }) => {
                MotionStep::Proven(ProvenInterval { start, end, carrier, turn, direction, separations })
            }
        }
    }
}
