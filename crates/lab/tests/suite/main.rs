//! All tests of this crate as one program: it is compiled and linked once.

mod any_input;
mod closed_forms;
mod contact;
mod corpus;
mod curved;
mod curved_laws;
mod field_failures;
mod many_motions;
mod mutated_files;
mod random_pairs;
mod rivals;
mod simplex_exact;
mod symmetry;
mod traces;
mod turning;
mod verified_motions;
