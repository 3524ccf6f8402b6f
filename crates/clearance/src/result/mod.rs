//! The answers of the queries, and the steps of a trace. Depends on `numbers` and `space`.

pub(crate) mod cast;
pub(crate) mod motion;
pub(crate) mod proximity;
pub(crate) mod separation;
pub(crate) mod steps;

#[cfg(test)]
pub(crate) use proximity::Feature;
pub(crate) use proximity::{Proximity, Status, Witnesses};
