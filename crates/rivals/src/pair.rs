//! Two placed bodies, in the frame of the first.

use crate::answer::Answer;
use crate::body::Body;
use crate::step::{Step, into_world};
use clearance::{Pose, Rotation, WideVector};

/// Two bodies with poses. The methods compute in A's frame; answers and steps are moved to the world's frame.
///
/// The pose of B in A's frame is rounded. So a method is judged with a room of a few roundings of the coordinates.
pub struct Pair<'b, W: WideVector> {
    /// The bodies A and B.
    pub(crate) bodies: [&'b Body<W>; 2],
    /// From B's frame to A's.
    turn: W::Matrix,
    shift: W,
    /// From A's frame to the world's.
    world_turn: W::Matrix,
    world_shift: W,
}

impl<'b, W: WideVector> Pair<'b, W> {
    /// The pair of these bodies at these poses.
    pub fn new(bodies: [&'b Body<W>; 2], poses: [&Pose<W>; 2]) -> Self {
        let [turn_a, turn_b] = poses.map(|pose| pose.rotation.matrix());
        Self {
            bodies,
            turn: W::transposed_product(&turn_a, &turn_b),
            shift: (poses[1].translation - poses[0].translation).mapped_back(&turn_a),
            world_turn: turn_a,
            world_shift: poses[0].translation,
        }
    }

    /// A point of B's frame in A's.
    #[inline]
    pub(crate) fn of_b(&self, point: W) -> W {
        point.mapped(&self.turn) + self.shift
    }
    /// A direction of A's frame in B's.
    #[inline]
    pub(crate) fn direction_to_b(&self, direction: W) -> W {
        direction.mapped_back(&self.turn)
    }
    /// A point of the frame of body number `side` in the frame of the other.
    #[inline]
    pub(crate) fn across(&self, side: usize, point: W) -> W {
        if side == 1 { self.of_b(point) } else { (point - self.shift).mapped_back(&self.turn) }
    }
    /// A point of the frame of body number `side` in A's frame.
    #[inline]
    pub(crate) fn in_a(&self, side: usize, point: W) -> W {
        if side == 1 { self.of_b(point) } else { point }
    }
    /// A direction of the frame of body number `side` in A's frame.
    pub(crate) fn direction_in_a(&self, side: usize, direction: W) -> W {
        if side == 1 { direction.mapped(&self.turn) } else { direction }
    }
    /// The point a − b of two vertices, in A's frame.
    #[inline]
    pub(crate) fn difference(&self, vertices: [u32; 2]) -> W {
        self.bodies[0].vertex(vertices[0]) - self.of_b(self.bodies[1].vertex(vertices[1]))
    }
    /// A point inside of B minus one inside of A, in A's frame.
    pub(crate) fn between_centers(&self) -> W {
        self.of_b(self.bodies[1].center()) - self.bodies[0].center()
    }

    /// The answer in the world's frame.
    pub(crate) fn to_world(&self, mut answer: Answer<W>) -> Answer<W> {
        answer.axis = answer.axis.map(|axis| axis.mapped(&self.world_turn));
        answer.points =
            answer.points.map(|points| points.map(|point| point.mapped(&self.world_turn) + self.world_shift));
        answer
    }
    /// The answer of a search that notes its steps, and the steps, in the world's frame.
    pub(crate) fn traced(&self, search: impl FnOnce(&mut Vec<Step>) -> Answer<W>) -> (Answer<W>, Vec<Step>) {
        let mut steps = Vec::new();
        let answer = search(&mut steps);
        into_world::<W>(&mut steps, &self.world_turn, self.world_shift);
        (self.to_world(answer), steps)
    }
}
