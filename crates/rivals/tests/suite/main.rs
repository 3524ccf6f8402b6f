//! All tests of this crate as one program: it is compiled and linked once.

mod exhibits;
mod hierarchy;
mod marching;
mod pairs;
mod verdicts;
