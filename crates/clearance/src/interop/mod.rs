//! Conversions from and to other crates' vectors and rotations, each behind a feature that names the version.

#[cfg(feature = "bytemuck")]
mod bytemuck;
#[cfg(feature = "glam-034")]
mod glam;
#[cfg(feature = "mint-05")]
mod mint;
#[cfg(feature = "nalgebra-035")]
mod nalgebra;
#[cfg(feature = "serde")]
mod serde;
