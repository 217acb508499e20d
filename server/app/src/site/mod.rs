//! The identity of a streamer's site: names, links and numbers from the settings.
//!
//! Invariant: the code contains nothing of a particular streamer.

pub mod routes;
pub mod web_build;
