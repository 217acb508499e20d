//! The protocol, case by case, at the session's public surface and in simulated time.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

mod harness;
mod limits;
mod namespaces;
mod transport;
