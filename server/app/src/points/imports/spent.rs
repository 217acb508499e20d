//! What members had spent of imports that were taken back.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::{StoreError, View};

use super::records::{LineId, LineRow, LineState, read_imports, read_lines};
use crate::ids::UserId;
use crate::wallet::{Reason, Reference, ledger_newest_first};

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

/// Points of an import that was taken back whose members may have used them in between: to have them all again when they
/// are taken proves nothing, because they may have been won with them.
pub(super) fn used_of(
    view: &View,
    import: u64,
    lines: &[(LineId, LineRow)],
) -> Result<u64, StoreError> {
    let mut paid: HashMap<UserId, Paid> = HashMap::new();
    for (_, line) in lines.iter().filter(|(_, line)| line.points > 0) {
        if let LineState::TakenBack { user, points } = line.state {
            let paid = paid.entry(UserId(user)).or_default();
            paid.lines += 1;
            paid.points = paid.points.saturating_add(line.points);
            paid.taken = paid.taken.saturating_add(points);
        }
    }
    paid.into_iter().try_fold(0_u64, |sum, (user, paid)| {
        let is_used =
            paid.taken < paid.points || has_others_between(view, (user, import), paid.lines)?;
        Ok(if is_used { sum.saturating_add(paid.points) } else { sum })
    })
}

/// What an import paid a member, and what was taken back of it.
#[derive(Default)]
struct Paid {
    lines: usize,
    points: u64,
    taken: u64,
}

/// Whether the ledger of a member has other entries between the payment of lines of an import and their taking back, or
/// the payments are not found.
fn has_others_between(
    view: &View,
    (user, import): (UserId, u64),
    mut lines: usize,
) -> Result<bool, StoreError> {
    let mut is_between = false;
    for entry in ledger_newest_first(view, user, u64::MAX) {
        let (_, row) = entry?;
        let is_own =
            matches!(row.reference, Some(Reference::Import { import: of, .. }) if of == import);
        if !is_own && is_between {
            return Ok(true);
        }
        is_between |= is_own;
        if is_own && row.reason == Reason::Import && row.amount > 0 {
            lines -= 1;
            if lines == 0 {
                return Ok(false);
            }
        }
    }
    Ok(true)
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
