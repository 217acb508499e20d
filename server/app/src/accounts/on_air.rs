//! Names in the broadcast: whole with the member's consent, which entering a giveaway that names its winner gives, too;
//! never with the choice to be never named.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use bincode::{Decode, Encode};
use dashmap::DashMap;
use pointhouse_rules::mask::mask_username;
use pointhouse_store::{Keys, RowProblem, StoreError, StoredRow, Table, View, decode_body};

use crate::ids::UserId;
use crate::tables;

/// What members chose about their names in the broadcast; others have no row.
pub(super) const NAMED_ON_AIR: Table<UserId, OnAirRow> = Table::new(tables::NAMED_ON_AIR);

/// A member's choice about the name in the broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub enum OnAirChoice {
    /// The broadcast may show the name.
    Always,
    /// The broadcast never shows it, whatever the member enters.
    Never,
}

/// The row of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct OnAirRow {
    /// When the member chose, in milliseconds.
    pub chosen_at: i64,
    /// The choice.
    pub choice: OnAirChoice,
}

impl StoredRow for OnAirRow {
    const VERSION: u8 = 2;

    /// Version 1 had the time of the consent alone.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let agreed = decode_body::<i64>(1, row.strip_prefix(&[1])?);
        Some(agreed.map(|chosen_at| Self { chosen_at, choice: OnAirChoice::Always }))
    }
}

/// The choices of all members who made one.
///
/// # Errors
/// A row cannot be decoded.
pub fn on_air_choices(view: &View) -> Result<DashMap<UserId, OnAirChoice>, StoreError> {
    let rows = NAMED_ON_AIR.rows(view, Keys::all());
    rows.map(|row| row.map(|(user, row)| (user, row.choice))).collect()
}

/// The members' choices, and the names that follow from them.
pub(super) struct OnAir {
    choices: DashMap<UserId, OnAirChoice>,
    /// Incremented when the names of members who are never named may have changed.
    version: AtomicU64,
    shown: ArcSwap<ShownNames>,
}

impl OnAir {
    pub(super) fn new(choices: DashMap<UserId, OnAirChoice>) -> Self {
        Self { choices, version: AtomicU64::new(1), shown: ArcSwap::default() }
    }

    /// Notes that a member's names may have changed.
    pub(super) fn names_changed(&self, user: UserId) {
        if self.is(user, OnAirChoice::Never) {
            self.version.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Whether the member made this choice.
    pub(super) fn is(&self, user: UserId, choice: OnAirChoice) -> bool {
        self.choices.get(&user).is_some_and(|chosen| *chosen == choice)
    }

    /// Notes a member's choice.
    pub(super) fn choose(&self, user: UserId, choice: Option<OnAirChoice>) {
        let before = match choice {
            Some(choice) => self.choices.insert(user, choice),
            None => self.choices.remove(&user).map(|(_, choice)| choice),
        };
        if [before, choice].contains(&Some(OnAirChoice::Never)) {
            self.version.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// How names that staff typed are shown. `names_of` finds all names of a member.
    pub(super) fn shown_names(
        &self,
        names_of: impl Fn(UserId) -> Result<Vec<String>, StoreError>,
    ) -> Result<Arc<ShownNames>, StoreError> {
        let version = self.version.load(Ordering::SeqCst);
        let known = self.shown.load_full();
        if known.version == version {
            return Ok(known);
        }
        let mut hidden = HashSet::new();
        for entry in self.choices.iter().filter(|entry| *entry.value() == OnAirChoice::Never) {
            hidden.extend(names_of(*entry.key())?.iter().map(|name| folded(name)));
        }
        let known = Arc::new(ShownNames { version, hidden });
        self.shown.store(known.clone());
        Ok(known)
    }
}

/// Decides how a name that staff typed, as the caller of a slot, is shown.
#[derive(Debug, Default)]
pub struct ShownNames {
    version: u64,
    /// Folded names of members who are never named: of the account, of Kick and of the casino.
    hidden: HashSet<String>,
}

impl ShownNames {
    /// Changes with every change of the rules.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The name as it may be shown.
    pub fn shown(&self, name: &str) -> String {
        if self.hidden.contains(&folded(name)) { mask_username(name) } else { name.to_owned() }
    }
}

fn folded(name: &str) -> String {
    name.trim().trim_start_matches('@').to_lowercase()
}
