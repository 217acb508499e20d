//! Sums of imports in memory: reading all lines of an import at every call of the list would take the time of a scan.

use std::collections::HashMap;

use parking_lot::Mutex;

use crate::clock::Millis;

/// How long points that members still have are shown as they were, in milliseconds.
const LEFT_MILLIS: i64 = 60 * 1000;

/// Sums of the lines of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    /// Lines and points that are paid.
    pub credited: (usize, u64),
    /// Lines and points that wait.
    pub waiting: (usize, u64),
    /// Points that the members still had when the lines were read.
    pub left: u64,
}

/// Sums of the listed imports by number, until one of their lines changes.
#[derive(Default)]
pub(super) struct KeptSums(Mutex<HashMap<u64, Kept>>);

#[derive(Default)]
struct Kept {
    /// Incremented when a line has changed.
    version: u64,
    sums: Option<(Millis, Sums)>,
}

impl KeptSums {
    /// Notes that lines of an import have changed. Call it after the commit.
    pub(super) fn changed(&self, import: u64) {
        let mut kept = self.0.lock();
        let kept = kept.entry(import).or_default();
        kept.version += 1;
        kept.sums = None;
    }

    /// The same for lines of any import.
    pub(super) fn all_changed(&self) {
        for kept in self.0.lock().values_mut() {
            kept.version += 1;
            kept.sums = None;
        }
    }

    /// Removes what is kept of imports before this one.
    pub(super) fn forget_before(&self, import: u64) {
        self.0.lock().retain(|kept, _| *kept >= import);
    }

    /// The sums of an import, or the version of the lines that are to be read.
    pub(super) fn get(&self, import: u64, now: Millis) -> Result<Sums, u64> {
        let mut kept = self.0.lock();
        let kept = kept.entry(import).or_default();
        // What is left changes with the balances of the members who were paid.
        let known = kept.sums.filter(|(at, sums)| {
            sums.credited.0 == 0 || (at.0..at.0 + LEFT_MILLIS).contains(&now.0)
        });
        known.map(|(_, sums)| sums).ok_or(kept.version)
    }

    /// Keeps sums of lines that have not changed since [`Self::get`] returned the version.
    pub(super) fn put(&self, import: u64, version: u64, sums: (Millis, Sums)) {
        if let Some(kept) = self.0.lock().get_mut(&import).filter(|kept| kept.version == version) {
            kept.sums = Some(sums);
        }
    }
}
