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
        let longest = hidden.iter().map(|name| parts(name)).max().unwrap_or(0);
        let known = Arc::new(ShownNames { version, hidden, longest });
        self.shown.store(known.clone());
        Ok(known)
    }
}

/// Decides how the names of callers that staff typed are shown.
#[derive(Debug, Default)]
pub struct ShownNames {
    version: u64,
    /// Folded names of members who are never named: of the account, of Kick and of the casino.
    hidden: HashSet<String>,
    /// Most parts of such a name.
    longest: usize,
}

impl ShownNames {
    /// Changes with every change of the rules.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The caller of a slot as it may be shown: names of members who are never named are masked, also among other words.
    /// The name of the hunt's streamer is public.
    pub fn caller(&self, text: &str, streamer: &str) -> String {
        if self.hidden.is_empty() {
            return text.to_owned();
        }
        let streamer = folded(streamer);
        let longest = self.longest.max(parts(&streamer));
        let words = words(text);
        if words.is_empty() && self.hidden.contains(&folded(text)) {
            return mask_username(text);
        }
        let (mut shown, mut copied, mut at) = (String::with_capacity(text.len()), 0, 0);
        while let Some((start, _)) = words.get(at) {
            // The longest name that begins here.
            let name = (0..longest).rev().find_map(|more| {
                let (_, end) = words.get(at + more)?;
                let name = text.get(*start..*end)?;
                let key = folded(name);
                let mask = || self.hidden.contains(&key).then(|| mask_username(name));
                let name = if key == streamer { Some(name.to_owned()) } else { mask() };
                Some((name?, *end, more))
            });
            if let Some((name, end, more)) = name {
                shown.push_str(text.get(copied..*start).unwrap_or_default());
                shown.push_str(&name);
                (copied, at) = (end, at + more);
            }
            at += 1;
        }
        shown.push_str(text.get(copied..).unwrap_or_default());
        shown
    }
}

/// A name without signs around it, as names are compared: Kick has names with `_` where its addresses have `-`.
fn folded(name: &str) -> String {
    let words = words(name);
    let ends =
        words.first().zip(words.last()).and_then(|((start, _), (_, end))| name.get(*start..*end));
    ends.unwrap_or(name).to_lowercase().replace('-', "_")
}

/// Most words that the name may be in another spelling.
fn parts(folded: &str) -> usize {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).count()
}

/// Where the words of a text are, in bytes.
fn words(text: &str) -> Vec<(usize, usize)> {
    let (mut words, mut begun) = (Vec::new(), None);
    for (at, c) in text.char_indices() {
        match (c.is_alphanumeric() || c == '_', begun) {
            (true, None) => begun = Some(at),
            (false, Some(start)) => {
                words.push((start, at));
                begun = None;
            }
            _ => {}
        }
    }
    words.extend(begun.map(|start| (start, text.len())));
    words
}
