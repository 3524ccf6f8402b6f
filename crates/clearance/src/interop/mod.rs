//! Conversions between the types of this crate and those of other crates. Each has a feature that names the version.

#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(any(feature = "glam-030", feature = "glam-032", feature = "glam-033", feature = "glam-034"))]
mod glam;
#[cfg(feature = "mint-05")]
mod mint;
#[cfg(feature = "nalgebra-035")]
mod nalgebra;
#[cfg(feature = "serde")]
mod serde;
