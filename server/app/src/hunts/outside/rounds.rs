//! What a round of reading a service's hunts knows of the rounds before it: what has to be read.

use std::collections::BTreeMap;

use serde_json::Value;

use super::reading::Listed;
use crate::hunts::records::folded;

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
    /// It did not read when it was asked for last.
    is_failing: bool,
    /// When it was asked for last.
    turn: u64,
}

impl Rounds {
    /// The hunts to read in this round, in this order: those that the list says another thing of than
    /// before. Those that did not read last time come last, so that they keep no other one waiting.
    pub(super) fn due(&self, listed: &[Listed]) -> Vec<Listed> {
        let known = |one: &Listed| self.hunts.get(&folded(&one.id));
        let is_told = |one: &&Listed| {
            let told = known(one).and_then(|known| known.told.as_ref());
            told.is_none_or(|told| *told != one.told)
        };
        let mut due: Vec<Listed> = listed.iter().filter(is_told).cloned().collect();
        due.sort_by_key(|one| known(one).filter(|known| known.is_failing).map(|known| known.turn));
        due
    }

    /// It was read, as the list told it.
    pub(super) fn read(&mut self, one: &Listed) {
        let told = Some(one.told.clone());
        self.turns += 1;
        let known = Known { told, is_failing: false, turn: self.turns };
        self.hunts.insert(folded(&one.id), known);
    }

    /// It did not read.
    pub(super) fn failed(&mut self, one: &Listed) {
        self.turns += 1;
        let known = self.hunts.entry(folded(&one.id)).or_default();
        (known.is_failing, known.turn) = (true, self.turns);
    }

    /// It is gone.
    pub(super) fn forget(&mut self, id: &str) {
        self.hunts.remove(id);
    }
}
