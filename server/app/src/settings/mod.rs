//! The settings of the site: sections in the store, changed in the panel while the site runs.
//!
//! Invariants: a change is checked as a whole, together with all other settings, before anything is written; it
//! is one commit with its audit row and whatever rows it needs elsewhere, and is in force everywhere when its
//! answer is sent; a change based on an older revision is refused; secrets are in no revision, difference,
//! export or answer, and are sent only where they were entered for; values that the settings file locks are in no
//! export, and neither a save nor an import nor a restored revision changes them.
//!
//! Not part of this module: what a setting means. The types and their checks are in `config`; modules read
//! `config::Settings` when they need a value, and those that build something from settings follow their changes
//! ([`Follower`]).

mod change;
mod differences;
mod editor;
mod error;
pub mod events;
mod follower;
mod loading;
mod records;
mod state;
mod transfer;

use crate::broadcast::DeclaredEvent;
use crate::module::Module;
pub use differences::Difference;
pub use editor::SettingsEditor;
pub use error::SettingsError;
pub use follower::{Apply, Follower};
pub use loading::Loaded;
pub use records::Cause;
pub(crate) use records::ROWS;
pub(crate) use state::extend;
pub use state::{By, Confirmed, Head, OwnersKeys, Rows, SecretState};
pub use transfer::SettingsFile;

/// What this module has.
pub(crate) const MODULE: Module = Module {
    rows: &[ROWS],
    events: &[DeclaredEvent::of::<events::SiteSettingsChanged>],
    ..Module::EMPTY
};
