//! Options for opening the store.

use std::time::Duration;

use crate::format::{self, Format};
use crate::journal::SegmentSizes;
use crate::progress::Progress;
use crate::projection::Projection;

/// Options for opening the store. The defaults are those of the product.
pub struct Options {
    /// Space reserved for the first journal segment, in bytes. Each one gets twice the space of the one before.
    pub first_segment_bytes: u64,
    /// Most space reserved for a journal segment, in bytes. An opening holds two segments in memory.
    pub segment_bytes: u64,
    /// Size at which a generation of the memtable is passed to the applier, in bytes.
    pub generation_bytes: usize,
    /// Age at which it is passed to the applier.
    pub freeze_after: Duration,
    /// Cache size of the index, in bytes.
    pub cache_bytes: u64,
    /// Size from which on a file of the index is rewritten by an opening, if it is much larger than its rows, in bytes.
    pub rewrite_above: u64,
    /// Number of nightly bases to keep while they are young enough; at least two.
    pub kept_bases: usize,
    /// Format of the data folder: the one that this program writes.
    pub format: Format,
    /// Merges old entries of logs into blocks. Only for a folder that older programs refuse: they cannot read blocks.
    pub merge_packs: bool,
    /// Another machine decides, until [`Store::lead`]: commits are refused, and groups come by [`Store::follow`].
    pub is_following: bool,
    /// Folds over the commits.
    pub projections: Vec<Box<dyn Projection>>,
    /// Shows how far the opening is.
    pub progress: Progress,
    /// Called once when the store cannot continue. Must not return in a server: requests made since
    /// then are never answered.
    pub on_fatal: Box<dyn Fn(&str) + Send + Sync>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            first_segment_bytes: 5 * 1024 * 1024,
            segment_bytes: 16 * 1024 * 1024,
            generation_bytes: 64 * 1024 * 1024,
            freeze_after: Duration::from_secs(2),
            cache_bytes: 16 * 1024 * 1024,
            rewrite_above: 128 * 1024 * 1024,
            kept_bases: 2,
            format: Format::new(format::FIRST, ""),
            merge_packs: false,
            is_following: false,
            projections: Vec::new(),
            progress: Progress::default(),
            on_fatal: Box::new(|reason| {
                tracing::error!(reason, "the store cannot continue; stopping the process");
                std::process::abort();
            }),
        }
    }
}

impl Options {
    pub(crate) fn segments(&self) -> SegmentSizes {
        let smallest = self.first_segment_bytes.min(self.segment_bytes);
        SegmentSizes { smallest, largest: self.segment_bytes }
    }
}
