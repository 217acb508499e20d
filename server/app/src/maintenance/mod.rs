//! Switches: house games, one by one or all, and the whole site.
//!
//! Invariant: a switch is on disk before it takes effect; every browser is notified by push.
//!
//! Not part of this module: what a disabled game does with its open rounds. The game decides that.

pub mod events;
mod records;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pointhouse_store::{Batch, Store, StoreError};
use serde_json::json;

pub(crate) use records::ROWS;
pub use view::{GameState, GamesStatus, SiteStatus, game_states};

use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::detached::to_the_end;
use crate::fault::{Fault, inner_faults};
use crate::ids::GameId;
use crate::locks::Lock;
use crate::module::Module;
use events::{AllGamesMaintenanceChanged, GameMaintenanceChanged, MaintenanceChanged};
use records::{SWITCH, SwitchRow};

/// What this module has.
pub(crate) const MODULE: Module = Module {
    rows: &[ROWS],
    events: &[
        DeclaredEvent::of::<events::AllGamesMaintenanceChanged>,
        DeclaredEvent::of::<events::GameMaintenanceChanged>,
        DeclaredEvent::of::<events::MaintenanceChanged>,
    ],
    ..Module::EMPTY
};

/// Key of the whole site's switch in the same table as the game ids.
const SITE: &str = "site";

/// The switches. Cheap to clone.
#[derive(Clone)]
pub struct Maintenance {
    inner: Arc<Inner>,
}

struct Inner {
    broadcaster: Broadcaster,
    audit: Audit,
    disabled: [AtomicBool; GameId::ALL.len()],
    /// True while the whole site is closed to members (docs/decisions.md, A11).
    site_closed: AtomicBool,
    /// Allows one change at a time, so that memory, disk and push agree on the order.
    changing: Lock,
}

/// Why a switch was not changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum SwitchError {
    /// A failure of the server itself.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(SwitchError);

impl Maintenance {
    /// Reads the switches. A game that was never switched is on, except where an admin has switched off all
    /// others: there a game that came with an update waits for the admin, too.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(store: &Store, broadcaster: Broadcaster, audit: Audit) -> Result<Self, StoreError> {
        let disabled: [AtomicBool; GameId::ALL.len()] = Default::default();
        let switched = GameId::ALL.iter().map(|game| is_off(store, game.id()));
        let switched = switched.collect::<Result<Vec<_>, _>>()?;
        let others_are_off =
            switched.iter().filter(|off| **off == Some(true)).count() + 1 == switched.len();
        for (off, disabled) in switched.iter().zip(&disabled) {
            disabled.store(off.unwrap_or(others_are_off), Ordering::SeqCst);
        }
        let site_closed = AtomicBool::new(is_off(store, SITE)?.unwrap_or(false));
        let changing = Lock::default();
        let inner = Inner { broadcaster, audit, disabled, site_closed, changing };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Returns whether a game refuses new rounds.
    pub fn is_disabled(&self, game: GameId) -> bool {
        let flags = GameId::ALL.iter().zip(&self.inner.disabled);
        flags.into_iter().any(|(id, flag)| *id == game && flag.load(Ordering::SeqCst))
    }

    /// Returns whether the site is closed to members.
    pub fn is_site_closed(&self) -> bool {
        self.inner.site_closed.load(Ordering::SeqCst)
    }

    /// Closes the site to members or opens it, and notifies all browsers.
    ///
    /// # Errors
    /// The switch could not be stored; nothing changed.
    pub async fn close_site(&self, closed: bool, actor: Actor) -> Result<(), SwitchError> {
        let switches = self.clone();
        to_the_end(async move { switches.set_site(closed, actor).await }).await?
    }

    async fn set_site(&self, closed: bool, actor: Actor) -> Result<(), SwitchError> {
        let _changing = self.inner.changing.lock().await;
        let mut batch = Batch::new();
        SWITCH.put(&mut batch, &SITE.to_owned(), &SwitchRow { disabled: closed })?;
        let state = |closed: bool| json!({ "maintenanceMode": closed }).to_string();
        let entry = Entry {
            actor,
            action: "maintenance.site",
            subject: "site".to_owned(),
            before: state(self.is_site_closed()),
            after: state(closed),
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        self.inner.site_closed.store(closed, Ordering::SeqCst);
        let event = MaintenanceChanged { maintenance_mode: closed };
        self.inner.broadcaster.publish_to_everyone(&event);
        Ok(())
    }

    /// Switches games and notifies all browsers.
    ///
    /// # Errors
    /// The switch could not be stored; nothing changed.
    pub async fn switch(
        &self,
        games: &[GameId],
        disabled: bool,
        actor: Actor,
    ) -> Result<(), SwitchError> {
        let (switches, games) = (self.clone(), games.to_vec());
        let done = async move { switches.switch_all(&games, disabled, actor).await };
        to_the_end(done).await?
    }

    async fn switch_all(
        &self,
        games: &[GameId],
        disabled: bool,
        actor: Actor,
    ) -> Result<(), SwitchError> {
        let _changing = self.inner.changing.lock().await;
        let mut batch = Batch::new();
        let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
        for game in games {
            before.insert(game.id(), self.is_disabled(*game));
            after.insert(game.id(), disabled);
            SWITCH.put(&mut batch, &game.id().to_owned(), &SwitchRow { disabled })?;
        }
        let entry = Entry {
            actor,
            action: "maintenance.game",
            subject: games.iter().map(|game| game.id()).collect::<Vec<_>>().join(","),
            before: json!({ "disabled": before }).to_string(),
            after: json!({ "disabled": after }).to_string(),
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        let flags = GameId::ALL.iter().zip(&self.inner.disabled);
        for (_, flag) in flags.filter(|(game, _)| games.contains(game)) {
            flag.store(disabled, Ordering::SeqCst);
        }
        self.announce(games, disabled);
        Ok(())
    }

    fn announce(&self, games: &[GameId], disabled: bool) {
        let broadcaster = &self.inner.broadcaster;
        match games {
            [game] => {
                let event = GameMaintenanceChanged { game_id: game.id(), disabled };
                broadcaster.publish_to_everyone(&event);
            }
            _ => broadcaster.publish_to_everyone(&AllGamesMaintenanceChanged {
                game_states: game_states(self),
            }),
        }
    }
}

/// Whether a switch is off on disk; none if it was never used.
fn is_off(store: &Store, key: &str) -> Result<Option<bool>, StoreError> {
    Ok(SWITCH.get(store.view(), &key.to_owned())?.map(|row| row.disabled))
}
