//! What a round of reading a service's hunts knows of the rounds before it: what has to be read, and
//! what is gone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::reading::Listed;
use crate::hunts::records::folded;

/// A list may lose a hunt for a moment: only one that is missing so often in a row is gone.
const ROUNDS_MISSING: u32 = 3;
/// Hunts with unopened bonuses that are read again in a round although the list says nothing new of
/// them: it tells neither callers nor names of bonuses.
const RUNNING_AGAIN: usize = 10;
/// The same of hunts where nothing more is to be opened.
const OTHERS_AGAIN: usize = 2;

/// Of each hunt, by its folded id. Nothing after a start.
#[derive(Default)]
pub(in crate::hunts) struct Rounds {
    hunts: BTreeMap<String, Known>,
    /// How often a hunt has been asked for.
    turns: u64,
}

#[derive(Default)]
struct Known {
    /// What the list said of it when it was read; none while it has not been.
    told: Option<Value>,
    /// The list says all of it: there is nothing to ask for.
    is_whole: bool,
    /// It did not read when it was asked for last.
    is_failing: bool,
    /// When it was asked for last.
    turn: u64,
    /// Rounds in a row that it has been missing from the list.
    missing: u32,
}

impl Rounds {
    /// The hunts to read in this round, in this order: those that the list says another thing of than
    /// before, then some others. `running` have unopened bonuses. Those that did not read last time
    /// come last, so that they keep no other one waiting.
    pub(super) fn due(&self, listed: &[Listed], running: &BTreeSet<String>) -> Vec<Listed> {
        let known = |one: &Listed| self.hunts.get(&folded(&one.id));
        let is_told = |one: &&Listed| {
            let told = known(one).and_then(|known| known.told.as_ref());
            told.is_none_or(|told| *told != one.told)
        };
        let (mut due, mut again): (Vec<&Listed>, Vec<_>) = listed.iter().partition(is_told);
        again.retain(|one| known(one).is_some_and(|known| !known.is_whole));
        again.sort_by_key(|one| known(one).map(|known| known.turn));
        let (running, others): (Vec<&Listed>, Vec<_>) =
            again.into_iter().partition(|one| running.contains(&folded(&one.id)));
        due.extend(running.into_iter().take(RUNNING_AGAIN));
        due.extend(others.into_iter().take(OTHERS_AGAIN));
        due.sort_by_key(|one| known(one).filter(|known| known.is_failing).map(|known| known.turn));
        due.into_iter().cloned().collect()
    }

    /// Notes who is in the list of this round; returns which of the `shown` ones are gone.
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

    /// It was read, as the list told it; `is_whole` when the list told all of it.
    pub(super) fn read(&mut self, one: &Listed, is_whole: bool) {
        self.turns += 1;
        let known =
            Known { told: Some(one.told.clone()), is_whole, turn: self.turns, ..Known::default() };
        self.hunts.insert(folded(&one.id), known);
    }

    /// It did not read.
    pub(super) fn failed(&mut self, one: &Listed) {
        self.turns += 1;
        let known = self.hunts.entry(folded(&one.id)).or_default();
        (known.is_failing, known.turn) = (true, self.turns);
    }
}
