//! Tests through the public interface, on small robots whose answers are known in closed form.

mod claims;
mod configurations;
mod exact;
mod nested;
mod paths;
#[cfg(feature = "proof")]
mod proofs;
mod robots;
#[cfg(feature = "proof")]
mod tricks;
