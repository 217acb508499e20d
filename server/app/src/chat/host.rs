//! The connected channel: who it is and what speaks for it.
//!
//! The token that renews the others is spent when it is used. So the new one is on disk before
//! anything is done with what came along with it, and only one renewal is under way at a time.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};
use serde_json::json;

use super::error::{ChatError, HostError};
use super::platform::{Platform, PlatformAccount};
use super::records::{HOST, HostRow, LIVE, Tokens};
use crate::audit::{Actor, Audit, Entry};
use crate::clock::{Clock, Millis};
use crate::locks::Lock;
use crate::outside::{Call, OutsideError, Service};

/// A token that ends within this time is renewed first, milliseconds.
const MARGIN: i64 = 2 * 60 * 1000;
/// A token that was renewed within this time and is refused is not renewed again: another one would be
/// refused, too. Milliseconds.
const RENEWED: i64 = 60 * 1000;
/// A connection that ended is not tried again within this time, milliseconds.
const ENDED: i64 = 5 * 60 * 1000;

/// See the module's page. Cheap to clone.
#[derive(Clone)]
pub(super) struct Host {
    inner: Arc<Inner>,
}

struct Inner {
    platform: Arc<Platform>,
    store: Store,
    clock: Clock,
    audit: Audit,
    connected: ArcSwapOption<HostRow>,
    /// One change at a time.
    changing: Lock,
    /// Why the tokens could not be renewed.
    trouble: Mutex<Option<String>>,
    rest: Mutex<Option<Rest>>,
}

/// Tokens of a row are left as they are for a while.
struct Rest {
    revision: u64,
    from: Millis,
    until: Millis,
    /// What whoever wants others hears.
    error: HostError,
}

impl Host {
    pub(super) fn load(
        platform: &Arc<Platform>,
        store: &Store,
        clock: &Clock,
        audit: &Audit,
    ) -> Result<Self, StoreError> {
        let row = HOST.get(store.view())?;
        let inner = Inner {
            platform: platform.clone(),
            store: store.clone(),
            clock: clock.clone(),
            audit: audit.clone(),
            connected: ArcSwapOption::new(row.map(Arc::new)),
            changing: Lock::default(),
            trouble: Mutex::default(),
            rest: Mutex::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The channel, if one is connected.
    pub(super) fn connected(&self) -> Option<Arc<HostRow>> {
        self.inner.connected.load_full()
    }

    /// Why the channel's tokens could not be renewed the last time.
    pub(super) fn trouble(&self) -> Option<String> {
        self.inner.trouble.lock().clone()
    }

    /// Connects a channel, or the same one anew. Says whether it is that one.
    pub(super) async fn connect(
        &self,
        account: PlatformAccount,
        tokens: Tokens,
        actor: Actor,
    ) -> Result<bool, ChatError> {
        let _changing = self.inner.changing.lock().await;
        let now = self.inner.clock.now().0;
        let before = self.connected();
        if before.as_ref().is_some_and(|row| row.user_id != account.id) {
            return Ok(false);
        }
        let mut row = HostRow::new((account.id, account.name), tokens, now);
        if let Some(before) = before {
            row.revision = before.revision + 1;
            row.since = before.since;
        }
        let after = json!({ "kickId": row.user_id.to_string(), "scopes": row.scopes }).to_string();
        let entry = Entry { after, ..Entry::new(actor, "chat.connect", "chat") };
        self.keep(row, Some(entry)).await?;
        Ok(true)
    }

    /// Lets go of the channel, and of what is known of its stream. Answers with what it was.
    pub(super) async fn disconnect(&self, actor: Actor) -> Result<Arc<HostRow>, ChatError> {
        let _changing = self.inner.changing.lock().await;
        let row = self.connected().ok_or(ChatError::NotConnected)?;
        let before = json!({ "kickId": row.user_id.to_string() }).to_string();
        let entry = Entry { before, ..Entry::new(actor, "chat.disconnect", "chat") };
        let mut batch = Batch::new();
        HOST.delete(&mut batch)?;
        LIVE.delete(&mut batch)?;
        self.commit(batch, Some(entry)).await?;
        self.inner.connected.store(None);
        *self.inner.trouble.lock() = None;
        *self.inner.rest.lock() = None;
        Ok(row)
    }

    /// A call in the name of the channel. It is made again, once, when its token turns out to have
    /// ended.
    pub(super) async fn call<T>(
        &self,
        make: impl Fn(&HostRow) -> Call + Send,
        meaning: impl Fn(&Bytes) -> Result<T, &'static str> + Send + Sync,
    ) -> Result<T, HostError> {
        self.call_at(&self.inner.platform.api, make, meaning).await
    }

    /// The same, for what is written in the chat.
    pub(super) async fn say<T>(
        &self,
        make: impl Fn(&HostRow) -> Call + Send,
        meaning: impl Fn(&Bytes) -> Result<T, &'static str> + Send + Sync,
    ) -> Result<T, HostError> {
        self.call_at(&self.inner.platform.chat, make, meaning).await
    }

    /// The platform asked to write less in the chat.
    pub(super) fn is_chat_resting(&self) -> bool {
        self.inner.platform.chat.asks_for_time()
    }

    async fn call_at<T>(
        &self,
        service: &Service,
        make: impl Fn(&HostRow) -> Call + Send,
        meaning: impl Fn(&Bytes) -> Result<T, &'static str> + Send + Sync,
    ) -> Result<T, HostError> {
        let meaning = |answer: &Bytes| meaning(answer).map_err(str::to_owned);
        let row = self.fresh().await?;
        match service.read(&make(&row).bearer(row.access()), &meaning).await {
            Err(OutsideError::Status(401)) => {
                let row = self.renew(row).await?;
                Ok(service.read(&make(&row).bearer(row.access()), &meaning).await?)
            }
            answered => Ok(answered?),
        }
    }

    async fn fresh(&self) -> Result<Arc<HostRow>, HostError> {
        let row = self.connected().ok_or(HostError::NotConnected)?;
        let now = self.inner.clock.now().0;
        if row.access_ends > now.saturating_add(MARGIN) {
            return Ok(row);
        }
        match self.renew(row.clone()).await {
            // It may have a little while yet.
            Err(HostError::Outside(_)) if row.access_ends > now => Ok(row),
            renewed => renewed,
        }
    }

    /// New tokens in place of those of a row, unless somebody has renewed them since. It is carried
    /// to its end whoever leaves: a token that is spent and lost ends the connection.
    async fn renew(&self, used: Arc<HostRow>) -> Result<Arc<HostRow>, HostError> {
        let host = self.clone();
        let renewal = tokio::spawn(async move { host.renew_in_turn(&used).await });
        renewal.await.map_err(|_| HostError::NotKept)?
    }

    async fn renew_in_turn(&self, used: &HostRow) -> Result<Arc<HostRow>, HostError> {
        let _changing = self.inner.changing.lock().await;
        let row = self.connected().ok_or(HostError::NotConnected)?;
        if row.revision != used.revision {
            return Ok(row);
        }
        if let Some(error) = self.rests(&row) {
            return Err(error);
        }
        let renewed = self.inner.platform.refresh(&row.refresh()).await;
        let tokens = renewed.map_err(|error| {
            // Asking again with a token that is refused does not help: that is tried once in a while.
            let error = match error {
                OutsideError::Status(400 | 401 | 403) => HostError::Ended,
                error => HostError::Outside(error),
            };
            if matches!(error, HostError::Ended) {
                self.rest(row.revision, ENDED, HostError::Ended);
            }
            *self.inner.trouble.lock() = Some(error.to_string());
            error
        })?;
        let row = row.with(tokens, self.inner.clock.now().0);
        let row = self.keep(row, None).await.map_err(|error| {
            tracing::error!(%error, "the chat's new token could not be kept");
            *self.inner.trouble.lock() = Some(HostError::NotKept.to_string());
            HostError::NotKept
        })?;
        self.rest(row.revision, RENEWED, OutsideError::Status(401).into());
        Ok(row)
    }

    fn rest(&self, revision: u64, time: i64, error: HostError) {
        let from = self.inner.clock.now();
        let rest = Rest { revision, from, until: from.plus(time), error };
        *self.inner.rest.lock() = Some(rest);
    }

    /// Why the tokens of a row are not renewed now, if they are not.
    fn rests(&self, row: &HostRow) -> Option<HostError> {
        let now = self.inner.clock.now();
        let rest = self.inner.rest.lock();
        let rest = rest.as_ref().filter(|rest| rest.revision == row.revision)?;
        (rest.from <= now && now < rest.until).then(|| rest.error.clone())
    }

    /// On disk first, then for use.
    async fn keep(&self, row: HostRow, entry: Option<Entry>) -> Result<Arc<HostRow>, ChatError> {
        let mut batch = Batch::new();
        HOST.put(&mut batch, &row)?;
        self.commit(batch, entry).await?;
        let row = Arc::new(row);
        self.inner.connected.store(Some(row.clone()));
        *self.inner.trouble.lock() = None;
        *self.inner.rest.lock() = None;
        Ok(row)
    }

    async fn commit(&self, mut batch: Batch, entry: Option<Entry>) -> Result<(), ChatError> {
        let Inner { audit, store, .. } = self.inner.as_ref();
        if let Some(entry) = entry {
            // Tokens are renewed also on a disk that is nearly full: what is spent is spent.
            if !store.writable() {
                return Err(ChatError::ReadOnly);
            }
            audit.record(entry, &mut batch)?;
        }
        store.commit(batch).await?;
        Ok(())
    }
}
