//! The identity of a streamer's site: names, links and numbers from the settings
//! (docs/decisions.md, B7).
//!
//! Invariant: the code contains nothing of a particular streamer.

mod document;
pub mod error;
mod facts;
mod modules;
mod names;
pub mod routes;
mod tones;
pub mod web_build;

use crate::module::Module;
pub use facts::{Counted, SiteFacts};
pub use tones::overlay_style;
pub use web_build::pages_build;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    calls: &[routes::calls],
    pages: &[("/socials", |config| config.modules.socials)],
    ..Module::EMPTY
};
