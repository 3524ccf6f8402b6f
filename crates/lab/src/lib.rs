//! What clearance is tested with: the exact corpus and its judge, exact oracles, random generators. Never published.
//!
//! Nothing here calls the solver's own mathematics: numbers are `dashu` rationals, nearest points come from brute force
//! over subsets of vertices, depths from brute force over all candidate normals. Slow, and short enough to be believed.

pub mod any;
pub mod corpus;
pub mod depth;
pub mod exact;
pub mod generators;
pub mod judge;
pub mod nearest;
pub mod random;
pub mod soak;
pub mod space;
pub mod table;
pub mod truth;
