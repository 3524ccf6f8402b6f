//! What is found about two bodies, before it is an answer.

use clearance::{Proximity, Vector};
use clearance_files::Scalar;
use clearance_files::fault::Fault;

use crate::answer::{Answer, CompositeAnswer};
use crate::relation::Relation;

/// What was found about two bodies.
pub struct Found<V: Vector> {
    /// The nearest places.
    pub nearest: Proximity<V>,
    /// The leaves there.
    pub leaves: [u32; 2],
    /// How the bodies lie.
    pub relation: Relation,
    /// Whether a surface is open.
    pub is_open: bool,
}

impl<V: Vector<Scalar = f64>> Found<V> {
    /// The same for exchanged bodies.
    pub fn swapped(self) -> Self {
        let [a, b] = self.leaves;
        Self { nearest: self.nearest.swapped(), leaves: [b, a], relation: self.relation.swapped(), ..self }
    }

    /// The same as an answer.
    pub fn answer(&self, scalar: Scalar) -> Result<Answer, Fault> {
        let (relation, leaves, is_open) = (self.relation, Some(self.leaves), self.is_open);
        let composite = CompositeAnswer { relation, leaves, is_open, depth: None, inside: None };
        Answer::of_surfaces(&self.nearest, composite, scalar)
    }
}
