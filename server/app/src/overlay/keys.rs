//! The keys of the overlay's sources: who has one sees what its source shows, and nothing else.
//!
//! Invariant: a key opens a source only while both are there. Keys are no settings, so restoring settings never brings a
//! revoked key back.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Keys, Store, StoreError, StoredRow, Table};
use rand::TryRng;
use rand::rngs::SysRng;
use serde_json::json;

use super::error::OverlayError;
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis};
use crate::config::{Config, Settings};
use crate::fault::Fault;
use crate::ids::SourceId;
use crate::locks::Lock;
use crate::settings::{Apply, Follower, SettingsError};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[KEY.secret_format()];

const KEY: Table<SourceId, KeyRow> = Table::new(tables::OVERLAY_KEY);

/// Random bytes of a key: 22 characters on the wire.
const KEY_BYTES: usize = 16;

/// The key of a source.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
struct KeyRow {
    key: String,
    /// When it was made, in milliseconds.
    made_at: i64,
}

impl std::fmt::Debug for KeyRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("KeyRow").field("made_at", &self.made_at).finish_non_exhaustive()
    }
}

impl StoredRow for KeyRow {
    const VERSION: u8 = 1;
}

/// The keys of all sources. Cheap to clone.
#[derive(Clone)]
pub struct SourceKeys {
    inner: Arc<Inner>,
}

struct Inner {
    clock: Clock,
    audit: Audit,
    broadcaster: Broadcaster,
    settings: Settings,
    known: ArcSwap<Known>,
    changing: Lock,
}

#[derive(Clone, Default)]
struct Known {
    rows: HashMap<SourceId, KeyRow>,
    sources: HashMap<String, SourceId>,
}

impl Known {
    fn of(rows: HashMap<SourceId, KeyRow>) -> Self {
        let sources = rows.iter().map(|(id, row)| (row.key.clone(), *id)).collect();
        Self { rows, sources }
    }
}

/// A key as the panel shows it.
#[derive(Clone, Debug)]
pub(super) struct ShownKey {
    pub(super) key: String,
    pub(super) made_at: Millis,
}

impl SourceKeys {
    /// Reads the keys.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        (store, clock, audit): (&Store, &Clock, &Audit),
        broadcaster: &Broadcaster,
        settings: &Settings,
    ) -> Result<Self, StoreError> {
        let rows = KEY.rows(store.view(), Keys::all()).collect::<Result<HashMap<_, _>, _>>()?;
        let inner = Inner {
            clock: clock.clone(),
            audit: audit.clone(),
            broadcaster: broadcaster.clone(),
            settings: settings.clone(),
            known: ArcSwap::from_pointee(Known::of(rows)),
            changing: Lock::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The source of a key.
    pub fn find(&self, key: &str) -> Option<SourceId> {
        let id = self.inner.known.load().sources.get(key).copied()?;
        self.has_source(id).then_some(id)
    }

    /// The key of a source, if it has one.
    pub(super) fn of(&self, id: SourceId) -> Option<ShownKey> {
        let known = self.inner.known.load();
        let row = known.rows.get(&id)?;
        Some(ShownKey { key: row.key.clone(), made_at: Millis(row.made_at) })
    }

    /// Ids of the sources, in the order of the settings.
    pub(super) fn sources(&self) -> Vec<SourceId> {
        let config = self.inner.settings.now();
        config.overlay.sources.iter().filter_map(|source| source.id()).collect()
    }

    /// Number of pages that have a source open.
    pub(super) fn open(&self, id: SourceId) -> usize {
        self.inner.broadcaster.source_sockets(id)
    }

    /// Makes a key for a source, in place of the one that it had.
    ///
    /// # Errors
    /// There is no such source, or the store cannot be written. Nothing has changed then.
    pub(super) async fn renew(&self, id: SourceId, actor: Actor) -> Result<ShownKey, OverlayError> {
        let _changing = self.inner.changing.lock().await;
        if !self.has_source(id) {
            return Err(OverlayError::NoSuchSource);
        }
        let mut bytes = [0; KEY_BYTES];
        SysRng.try_fill_bytes(&mut bytes).map_err(Fault::other)?;
        let (key, made_at) = (URL_SAFE_NO_PAD.encode(bytes), self.inner.clock.now());
        let row = KeyRow { key: key.clone(), made_at: made_at.0 };
        let mut batch = Batch::new();
        KEY.put(&mut batch, &id, &row)?;
        self.write(batch, id, "made", actor).await?;
        self.set(id, Some(row));
        Ok(ShownKey { key, made_at })
    }

    /// Removes the key of a source. Does nothing without one.
    ///
    /// # Errors
    /// The store cannot be written. Nothing has changed then.
    pub(super) async fn revoke(&self, id: SourceId, actor: Actor) -> Result<(), OverlayError> {
        let _changing = self.inner.changing.lock().await;
        if !self.inner.known.load().rows.contains_key(&id) {
            return Ok(());
        }
        let mut batch = Batch::new();
        KEY.delete(&mut batch, &id)?;
        self.write(batch, id, "revoked", actor).await?;
        self.set(id, None);
        Ok(())
    }

    async fn write(
        &self,
        batch: Batch,
        id: SourceId,
        what: &str,
        actor: Actor,
    ) -> Result<(), OverlayError> {
        let config = self.inner.settings.now();
        let source = config.overlay.sources.iter().find(|source| source.id() == Some(id));
        let name = source.map_or("", |source| source.name.as_str());
        let after = json!({ "source": name, "address": what }).to_string();
        let entry = Entry { after, ..Entry::new(actor, "overlay.key", "overlay") };
        Ok(self.inner.audit.commit_audited(batch, entry).await?)
    }

    fn set(&self, id: SourceId, row: Option<KeyRow>) {
        let mut rows = self.inner.known.load().rows.clone();
        match row {
            Some(row) => rows.insert(id, row),
            None => rows.remove(&id),
        };
        self.inner.known.store(Arc::new(Known::of(rows)));
        // Pages that have it open with the key before.
        self.inner.broadcaster.cut_source(id);
    }

    fn has_source(&self, id: SourceId) -> bool {
        let config = self.inner.settings.now();
        config.overlay.sources.iter().any(|source| source.id() == Some(id))
    }
}

/// A source that is removed loses its key in the same commit.
impl Follower for SourceKeys {
    fn prepare(
        &self,
        _: &Config,
        after: &Arc<Config>,
        batch: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let known = self.inner.known.load();
        let stays =
            |id: &SourceId| after.overlay.sources.iter().any(|source| source.id() == Some(*id));
        let removed: Vec<SourceId> = known.rows.keys().filter(|id| !stays(id)).copied().collect();
        for id in &removed {
            KEY.delete(batch, id).map_err(Fault::from)?;
        }
        let keys = self.clone();
        Ok(Box::new(move || {
            removed.into_iter().for_each(|id| keys.set(id, None));
            keys.inner.broadcaster.facts_changed();
        }))
    }
}
