//! All tests of this crate as one program: it is compiled and linked once.

#[cfg(feature = "assembly")]
mod assembly;
mod dialects;
mod hostile;
mod parts;
#[cfg(feature = "assembly")]
mod random;
#[cfg(feature = "robot")]
mod robot;
mod same_shape;
mod svg;
