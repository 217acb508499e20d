//! What members had spent of imports that were taken back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::{StoreError, View};

use super::records::{LineState, read_imports, read_lines};
use crate::ids::UserId;

/// Imports that were taken back, and what their members had spent. Their lines may be imported again, but no member is
/// paid twice.
#[derive(Default)]
pub(super) struct TakenBackImports {
    imports: HashSet<u64>,
    /// The earliest of them by member and points of a line that could not be taken back whole.
    spent: HashMap<(UserId, u64), u64>,
}

impl TakenBackImports {
    /// Reads them. Slow: must not run on a serving thread.
    pub(super) fn read(view: &View) -> Result<Self, StoreError> {
        let mut found = Self::default();
        for (import, row) in read_imports(view)? {
            let Some(taken) = row.taken_back.filter(|taken| taken.ended_at.is_some()) else {
                continue;
            };
            found.imports.insert(import);
            if taken.missing == 0 {
                continue;
            }
            for (_, line) in read_lines(view, import)? {
                if let LineState::TakenBack { user, points } = line.state
                    && points < line.points
                {
                    found.spent.entry((UserId(user), line.points)).or_insert(import);
                }
            }
        }
        Ok(found)
    }

    /// Whether the lines of an import still count as paid.
    pub(super) fn counts(&self, import: u64) -> bool {
        !self.imports.contains(&import)
    }

    /// The import that paid the member such a line, some of which was spent before the import was taken back.
    pub(super) fn spent_by(&self, user: UserId, points: u64) -> Option<u64> {
        self.spent.get(&(user, points)).copied()
    }
}

/// They are read from all lines of all imports, so they are kept until another import has been taken back.
#[derive(Default)]
pub(super) struct KeptTakenBack(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    /// Incremented when an import has been taken back.
    version: u64,
    found: Option<Arc<TakenBackImports>>,
}

impl KeptTakenBack {
    /// Call it after the commit that ends a taking back.
    pub(super) fn changed(&self) {
        let mut kept = self.0.lock();
        kept.version += 1;
        kept.found = None;
    }

    /// What is kept, or reads it. Slow: must not run on a serving thread.
    pub(super) fn get(&self, view: &View) -> Result<Arc<TakenBackImports>, StoreError> {
        let version = {
            let kept = self.0.lock();
            if let Some(found) = &kept.found {
                return Ok(found.clone());
            }
            kept.version
        };
        let found = Arc::new(TakenBackImports::read(view)?);
        let mut kept = self.0.lock();
        if kept.version == version {
            kept.found = Some(found.clone());
        }
        Ok(found)
    }
}
