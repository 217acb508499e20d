//! What a store says of itself.

use crate::recovery::OpenReport;

/// Figures for the metrics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Last sequence on disk.
    pub last_sequence: u64,
    /// Last sequence in the index.
    pub applied_sequence: u64,
    /// Groups written since start.
    pub groups: u64,
    /// Commits written since start.
    pub commits: u64,
    /// Time spent writing and syncing groups since start, microseconds.
    pub group_micros: u64,
    /// Bytes of the memtable, all generations.
    pub memtable_bytes: usize,
    /// True while the store accepts changes.
    pub writable: bool,
}

/// Result of a check of the files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Format of the folder.
    pub format: u32,
    /// Result of reading the journal, as an opening would report it.
    pub journal: OpenReport,
    /// Sequence up to which the index contains everything.
    pub index_applied: u64,
    /// Number of intact bases.
    pub bases: usize,
}
