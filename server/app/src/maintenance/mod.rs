//! What is switched off: house games, one by one or all.
//!
//! Invariant: a switch is on disk before it shows; every browser hears of it by push.
//!
//! Deliberately absent: what a switched-off game does with its open rounds; that is the game's.

mod records;
mod view;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use pointhouse_store::{Batch, Store, decode, encode};
use serde::Serialize;
use serde_json::json;
use tokio::sync::Mutex;

pub use view::{GameState, GameStates, all_states};

use crate::audit::{Audit, Entry};
use crate::broadcast::{Audience, Broadcaster, Event};
use crate::detached::to_the_end;
use crate::ids::GameId;
use crate::tables;
use records::SwitchRow;

/// The switches. Cheap to clone.
#[derive(Clone)]
pub struct Maintenance {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    broadcaster: Broadcaster,
    audit: Audit,
    disabled: [AtomicBool; GameId::ALL.len()],
    /// One change at a time, so that memory, disk and push agree on the order.
    changing: Mutex<()>,
}

/// A switch could not be changed.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SwitchError(pub String);

impl Maintenance {
    /// Reads the switches.
    ///
    /// # Errors
    /// A row does not read.
    pub fn load(store: Store, broadcaster: Broadcaster, audit: Audit) -> Result<Self, SwitchError> {
        let disabled: [AtomicBool; GameId::ALL.len()] = Default::default();
        for (game, flag) in GameId::ALL.iter().zip(&disabled) {
            let row = store.view().get(tables::MAINTENANCE, game.id().as_bytes());
            if let Some(row) = row.map_err(told)? {
                let row: SwitchRow = decode(&row).map_err(told)?;
                flag.store(row.disabled, Ordering::SeqCst);
            }
        }
        let changing = Mutex::new(());
        let inner = Inner { store, broadcaster, audit, disabled, changing };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Whether a game takes no new rounds.
    pub fn is_disabled(&self, game: GameId) -> bool {
        let flags = GameId::ALL.iter().zip(&self.inner.disabled);
        flags.into_iter().any(|(id, flag)| *id == game && flag.load(Ordering::SeqCst))
    }

    /// Switches games and tells everyone.
    ///
    /// # Errors
    /// The switch is not on disk; nothing changed.
    pub async fn switch(
        &self,
        games: &[GameId],
        disabled: bool,
        actor: String,
    ) -> Result<(), SwitchError> {
        let (switches, games) = (self.clone(), games.to_vec());
        let done = async move { switches.switch_all(&games, disabled, actor).await };
        to_the_end(done).await.map_err(told)?
    }

    async fn switch_all(
        &self,
        games: &[GameId],
        disabled: bool,
        actor: String,
    ) -> Result<(), SwitchError> {
        let _changing = self.inner.changing.lock().await;
        let mut batch = Batch::new();
        let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
        for game in games {
            before.insert(game.id(), self.is_disabled(*game));
            after.insert(game.id(), disabled);
            let row = encode(&SwitchRow { disabled }).map_err(told)?;
            batch.put(tables::MAINTENANCE, game.id().as_bytes(), &row).map_err(told)?;
        }
        let entry = Entry {
            actor,
            action: "maintenance.game",
            subject: games.iter().map(|game| game.id()).collect::<Vec<_>>().join(","),
            before: json!({ "disabled": before }).to_string(),
            after: json!({ "disabled": after }).to_string(),
        };
        self.inner.audit.write(self.inner.audit.next_id(), entry, &mut batch).map_err(told)?;
        self.inner.store.commit(batch).await.map_err(told)?;
        for (game, flag) in GameId::ALL.iter().zip(&self.inner.disabled) {
            if games.contains(game) {
                flag.store(disabled, Ordering::SeqCst);
            }
        }
        self.announce(games, disabled);
        Ok(())
    }

    fn announce(&self, games: &[GameId], disabled: bool) {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Changed {
            game_id: &'static str,
            disabled: bool,
        }
        let event = match games {
            [game] => {
                Event::new("gameMaintenanceChanged", &Changed { game_id: game.id(), disabled })
            }
            _ => Event::new("allGamesMaintenanceChanged", &all_states(self)),
        };
        self.inner.broadcaster.publish(event, Audience::Everyone);
    }
}

fn told(error: impl std::fmt::Display) -> SwitchError {
    SwitchError(error.to_string())
}
