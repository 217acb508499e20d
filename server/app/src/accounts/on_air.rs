//! Names in the broadcast: whole with the member's consent, which entering a giveaway that names its winner gives, too;
//! never with the choice to be never named.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use dashmap::DashMap;
use pointhouse_rules::mask::mask_username;
use pointhouse_store::{StoreError, View};

use super::auth::{Auth, FORMER_MEMBER};
use super::records::{OnAirChoice, read_profile};
use crate::ids::UserId;

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

    fn is(&self, user: UserId, choice: OnAirChoice) -> bool {
        self.choices.get(&user).is_some_and(|chosen| *chosen == choice)
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

impl Auth {
    /// Whether the member agreed to be named in the broadcast.
    pub fn is_named_on_air(&self, user: UserId) -> bool {
        self.inner.on_air.is(user, OnAirChoice::Always)
    }

    /// Whether the member chose to be never named in the broadcast.
    pub fn is_never_named(&self, user: UserId) -> bool {
        self.inner.on_air.is(user, OnAirChoice::Never)
    }

    /// The member's name as the broadcast may show it, and whether it is whole: masked without the member's consent,
    /// [`FORMER_MEMBER`] for a deleted account. `agreed` is the consent of what the member did, such as an entry in a
    /// giveaway that names its winner.
    pub fn name_on_air(&self, user: UserId, agreed: bool) -> (String, bool) {
        let Some(access) = self.access(user) else { return (FORMER_MEMBER.to_owned(), false) };
        if self.is_named_on_air(user) || (agreed && !self.is_never_named(user)) {
            return (access.username.to_string(), true);
        }
        (mask_username(&access.username), false)
    }

    /// How names that staff typed are shown.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn shown_names(&self, view: &View) -> Result<Arc<ShownNames>, StoreError> {
        let on_air = &self.inner.on_air;
        let version = on_air.version.load(Ordering::SeqCst);
        let known = on_air.shown.load_full();
        if known.version == version {
            return Ok(known);
        }
        let mut hidden = HashSet::new();
        for entry in on_air.choices.iter().filter(|entry| *entry.value() == OnAirChoice::Never) {
            let Some(access) = self.access(*entry.key()) else { continue };
            let profile = read_profile(view, *entry.key())?;
            let kick = profile.kick.as_ref().map(|(_, name)| name.as_str());
            let names = [Some(&*access.username), kick, profile.casino.as_deref()];
            hidden.extend(names.into_iter().flatten().map(folded));
        }
        let known = Arc::new(ShownNames { version, hidden });
        on_air.shown.store(known.clone());
        Ok(known)
    }

    pub(super) fn choose_on_air(&self, user: UserId, choice: Option<OnAirChoice>) {
        let on_air = &self.inner.on_air;
        let before = match choice {
            Some(choice) => on_air.choices.insert(user, choice),
            None => on_air.choices.remove(&user).map(|(_, choice)| choice),
        };
        if [before, choice].contains(&Some(OnAirChoice::Never)) {
            on_air.version.fetch_add(1, Ordering::SeqCst);
        }
    }
}
