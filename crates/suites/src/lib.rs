//! The suites of the core and of the scene: see `Cargo.toml`.
