//! Pages that show how to use the crate for a task. Their examples run as tests.
//!
//! | page | task |
//! |---|---|
//! | [`bodies_that_move`] | poses, warm starts and contacts, from step to step of a simulation |
//! | [`batches`] | many pairs in one call, and when that pays |
//! | [`gradients`] | how the distance changes when a joint turns |
//! | [`own_shapes`] | shapes of your own, and what they must satisfy |
//! | [`precision`] | how wide the bracket is, and what makes it narrower |

#[doc = include_str!("../docs/guide/batches.md")]
pub mod batches {}
#[doc = include_str!("../docs/guide/bodies-that-move.md")]
pub mod bodies_that_move {}
#[doc = include_str!("../docs/guide/gradients.md")]
pub mod gradients {}
#[doc = include_str!("../docs/guide/own-shapes.md")]
pub mod own_shapes {}
#[doc = include_str!("../docs/guide/precision.md")]
pub mod precision {}
