//! State across refresh rounds of external hunts: which hunts to read, and which ones are gone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::reading::Listed;
use crate::hunts::records::folded;

/// A list may omit a hunt for a moment: it counts as gone after this many rounds in a row.
const ROUNDS_MISSING: u32 = 3;
/// Hunts with unopened bonuses that are read again per round even if their list entry is unchanged,
/// because it contains neither callers nor names of bonuses.
const RUNNING_AGAIN: usize = 10;
/// The same for hunts without unopened bonuses.
const OTHERS_AGAIN: usize = 2;

/// State by folded id of the hunt. Empty after a start.
#[derive(Default)]
pub(in crate::hunts) struct Rounds {
    hunts: BTreeMap<String, Known>,
    /// Counts the reads of hunts.
    turns: u64,
}

#[derive(Default)]
struct Known {
    /// The list entry when the hunt was read; `None` if it was not read yet.
    entry: Option<Value>,
    /// True when the list entry is complete, so that no separate call is needed.
    is_whole: bool,
    /// True when its last read failed.
    is_failing: bool,
    /// Number of its last read.
    turn: u64,
    /// Consecutive rounds without this hunt in the list.
    missing: u32,
}

impl Rounds {
    /// The hunts to read in this round, in order: those whose list entry changed, then some others.
    /// `running` contains the hunts with unopened bonuses. Hunts whose last read failed come last,
    /// so that they don't delay the others.
    pub(super) fn due(&self, listed: &[Listed], running: &BTreeSet<String>) -> Vec<Listed> {
        let known = |one: &Listed| self.hunts.get(&folded(&one.id));
        let has_changed = |one: &&Listed| {
            let entry = known(one).and_then(|known| known.entry.as_ref());
            entry.is_none_or(|entry| *entry != one.entry)
        };
        let (mut due, mut again): (Vec<&Listed>, Vec<_>) = listed.iter().partition(has_changed);
        again.retain(|one| known(one).is_some_and(|known| !known.is_whole));
        again.sort_by_key(|one| known(one).map(|known| known.turn));
        let (running, others): (Vec<&Listed>, Vec<_>) =
            again.into_iter().partition(|one| running.contains(&folded(&one.id)));
        due.extend(running.into_iter().take(RUNNING_AGAIN));
        due.extend(others.into_iter().take(OTHERS_AGAIN));
        due.sort_by_key(|one| known(one).filter(|known| known.is_failing).map(|known| known.turn));
        due.into_iter().cloned().collect()
    }

    /// Records the hunts in the list of this round. Returns which of the `shown` ones are gone.
    pub(super) fn gone<'a>(
        &mut self,
        listed: &[Listed],
        shown: impl Iterator<Item = &'a String>,
    ) -> Vec<String> {
        let listed: BTreeSet<String> = listed.iter().map(|one| folded(&one.id)).collect();
        let missing: BTreeSet<&String> = shown.filter(|id| !listed.contains(*id)).collect();
        self.hunts.retain(|id, _| listed.contains(id) || missing.contains(id));
        for id in &listed {
            if let Some(known) = self.hunts.get_mut(id) {
                known.missing = 0;
            }
        }
        let mut gone = Vec::new();
        for id in missing {
            let known = self.hunts.entry(id.clone()).or_default();
            known.missing += 1;
            if known.missing >= ROUNDS_MISSING {
                gone.push(id.clone());
            }
        }
        gone
    }

    /// Records a successful read; `is_whole` when the list entry was complete.
    pub(super) fn read(&mut self, one: &Listed, is_whole: bool) {
        self.turns += 1;
        let known = Known {
            entry: Some(one.entry.clone()),
            is_whole,
            turn: self.turns,
            ..Known::default()
        };
        self.hunts.insert(folded(&one.id), known);
    }

    /// Records a failed read.
    pub(super) fn failed(&mut self, one: &Listed) {
        self.turns += 1;
        let known = self.hunts.entry(folded(&one.id)).or_default();
        (known.is_failing, known.turn) = (true, self.turns);
    }
}
