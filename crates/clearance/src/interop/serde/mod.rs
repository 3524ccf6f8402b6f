//! serde 1: vectors, poses, shapes, answers and options as data, both ways. One form for all: that of the pairs file.
//!
//! * A vector and a rotation are lists of numbers ([`numbers`]).
//! * A shape is an object with one key that names its kind ([`shapes`], [`composed`], [`any`]).
//! * An answer is an object with the members of a line that `clearance query` writes ([`answers`]).
//!
//! What is read is checked, with the constructor of the type where there is one. What is wrong is an error of the
//! deserializer. What was written is read back to the bit, if the format keeps floats; `serde_json` needs its feature
//! `float_roundtrip` for that.

mod answers;
mod any;
mod composed;
mod members;
mod numbers;
mod shapes;
