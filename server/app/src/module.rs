//! What a module of the site has, in one place: plain values, from which the site's lists are made.

use crate::broadcast::DeclaredEvent;
use crate::calls::Call;
use crate::config::IsOn;
use crate::planned::Planned;
use crate::tables::RowFormat;

/// A module. Each has a constant `MODULE`, and `modules.rs` lists them.
#[derive(Clone, Copy)]
pub(crate) struct Module {
    /// Its calls, by file, in the order in which their paths are matched.
    pub(crate) calls: &'static [fn() -> Vec<Call>],
    /// Kinds of rows that it stores.
    pub(crate) rows: &'static [&'static [RowFormat]],
    /// Events that it sends to browsers.
    pub(crate) events: &'static [fn() -> DeclaredEvent],
    /// First parts of its pages that can be off.
    pub(crate) pages: &'static [(&'static str, IsOn)],
}

impl Module {
    /// A module without anything, to begin with.
    pub(crate) const EMPTY: Self = Self { calls: &[], rows: &[], events: &[], pages: &[] };
}

/// A module that runs: what the site does with all of them alike.
pub(crate) trait Running {
    /// Its scheduled jobs.
    fn jobs(&self) -> Vec<Planned>;
}
