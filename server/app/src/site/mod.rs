//! What makes the binary one streamer's site: names, links and numbers from the settings.
//!
//! Invariant: nothing of a streamer stands in the code (decision B7).

pub mod routes;
pub mod web_build;
