//! The connected channel and its tokens.
//!
//! A refresh token can be used only once. So the new one is written to disk before the new access
//! token is used, and only one renewal runs at a time.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};
use serde_json::json;

use super::error::{ChatError, HostError};
use super::events::ChatConnectionChanged;
use super::platform::{Platform, PlatformAccount};
use super::records::{ENDED, EndedRow, HOST, HostRow, LIVE, Tokens};
use crate::accounts::Accounts;
use crate::audit::{Actor, Audit, Entry};
use crate::clock::{Clock, Millis};
use crate::external::{Call, ExternalError, ExternalService};
use crate::ids::{PersonId, UserId};
use crate::locks::Lock;
use crate::mail::{Email, Kind};

/// A token that expires within this time is renewed first, in milliseconds.
const MARGIN: i64 = 2 * 60 * 1000;
/// A refused token that was renewed within this time is not renewed again, because the next one
/// would be refused as well. In milliseconds.
const RENEWED: i64 = 60 * 1000;
/// How long a connection that has ended is not retried, in milliseconds.
const ENDED_PAUSE: i64 = 5 * 60 * 1000;

/// The connected channel. See the module documentation. Cheap to clone.
#[derive(Clone)]
pub(super) struct Host {
    inner: Arc<Inner>,
}

struct Inner {
    platform: Arc<Platform>,
    store: Store,
    clock: Clock,
    accounts: Accounts,
    audit: Audit,
    connected: ArcSwapOption<HostRow>,
    /// Allows one change at a time.
    changing: Lock,
    /// Why the last renewal of the tokens failed.
    renewal_error: Mutex<Option<String>>,
    renewal_pause: Mutex<Option<RenewalPause>>,
    /// Since when the platform refuses the tokens.
    ended: Mutex<Option<Millis>>,
}

/// A pause in which the tokens of a row are not renewed.
struct RenewalPause {
    revision: u64,
    from: Millis,
    until: Millis,
    /// The error returned to callers that need new tokens.
    error: HostError,
}

impl Host {
    pub(super) fn load(
        platform: &Arc<Platform>,
        accounts: &Accounts,
        audit: &Audit,
    ) -> Result<Self, StoreError> {
        let Accounts { store, clock, .. } = accounts;
        let row = HOST.get(store.view())?;
        let ended = ENDED.get(store.view())?.map(|row| Millis(row.at));
        let inner = Inner {
            platform: platform.clone(),
            store: store.clone(),
            clock: clock.clone(),
            accounts: accounts.clone(),
            audit: audit.clone(),
            connected: ArcSwapOption::new(row.map(Arc::new)),
            changing: Lock::default(),
            renewal_error: Mutex::new(ended.map(|_| HostError::Ended.to_string())),
            renewal_pause: Mutex::default(),
            ended: Mutex::new(ended),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The channel, if one is connected.
    pub(super) fn connected(&self) -> Option<Arc<HostRow>> {
        self.inner.connected.load_full()
    }

    /// Why the last renewal of the channel's tokens failed.
    pub(super) fn renewal_error(&self) -> Option<String> {
        self.inner.renewal_error.lock().clone()
    }

    /// Since when the platform refuses the channel's tokens.
    pub(super) fn ended_at(&self) -> Option<Millis> {
        *self.inner.ended.lock()
    }

    /// Connects a channel, or reconnects the same one. Returns whether it is the same one.
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
        self.store_row(row, Some(entry)).await?;
        Ok(true)
    }

    /// Disconnects the channel and forgets the state of its stream. Returns the channel.
    pub(super) async fn disconnect(&self, actor: Actor) -> Result<Arc<HostRow>, ChatError> {
        let _changing = self.inner.changing.lock().await;
        let row = self.connected().ok_or(ChatError::NotConnected)?;
        let before = json!({ "kickId": row.user_id.to_string() }).to_string();
        let entry = Entry { before, ..Entry::new(actor, "chat.disconnect", "chat") };
        let mut batch = Batch::new();
        self.release(&mut batch)?;
        self.commit(batch, Some(entry)).await?;
        self.forget();
        Ok(row)
    }

    /// Lets go of the channel in the batch of a change of the settings: its tokens belong to the app and the addresses
    /// that they were made with. Call [`Host::forget`] when it is on disk.
    pub(super) fn release(&self, batch: &mut Batch) -> Result<(), StoreError> {
        HOST.delete(batch)?;
        ENDED.delete(batch)?;
        LIVE.delete(batch)
    }

    /// Forgets a channel that is not on disk any more.
    pub(super) fn forget(&self) {
        self.inner.connected.store(None);
        self.works_again();
    }

    fn works_again(&self) {
        *self.inner.renewal_error.lock() = None;
        *self.inner.renewal_pause.lock() = None;
        if self.inner.ended.lock().take().is_some() {
            self.inner.accounts.broadcaster.publish_to_admins(&ChatConnectionChanged {});
        }
    }

    /// Makes a call with the channel's token. Repeats it once with a new token when the token has
    /// expired.
    pub(super) async fn call<T>(
        &self,
        make: impl Fn(&HostRow) -> Call + Send,
        meaning: impl Fn(&Bytes) -> Result<T, &'static str> + Send + Sync,
    ) -> Result<T, HostError> {
        self.call_at(&self.inner.platform.now()?.api, make, meaning).await
    }

    /// Like [`Host::call`], for writing in the chat.
    pub(super) async fn call_chat<T>(
        &self,
        make: impl Fn(&HostRow) -> Call + Send,
        meaning: impl Fn(&Bytes) -> Result<T, &'static str> + Send + Sync,
    ) -> Result<T, HostError> {
        self.call_at(&self.inner.platform.now()?.chat, make, meaning).await
    }

    /// Returns whether the platform asked for a pause in writing to the chat.
    pub(super) fn is_chat_paused(&self) -> bool {
        self.inner.platform.now().is_ok_and(|clients| clients.chat.must_wait())
    }

    async fn call_at<T>(
        &self,
        service: &ExternalService,
        make: impl Fn(&HostRow) -> Call + Send,
        meaning: impl Fn(&Bytes) -> Result<T, &'static str> + Send + Sync,
    ) -> Result<T, HostError> {
        let meaning = |answer: &Bytes| meaning(answer).map_err(str::to_owned);
        let row = self.fresh().await?;
        match service.read(&make(&row).bearer(row.access()), &meaning).await {
            Err(ExternalError::Status(401)) => {
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
            // The old token may still be valid for a moment.
            Err(HostError::External(_)) if row.access_ends > now => Ok(row),
            renewed => renewed,
        }
    }

    /// Replaces the tokens of a row, unless they were renewed since. Runs to the end even if the
    /// caller disconnects, because losing a used refresh token would end the connection.
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
        if let Some(error) = self.renewal_paused(&row) {
            return Err(error);
        }
        let renewed = self.inner.platform.now()?.refresh(&row.refresh()).await;
        // A change of the settings may have let go of the channel meanwhile: its tokens must not come back.
        if self.connected().is_none_or(|now| now.revision != row.revision) {
            return Err(HostError::NotConnected);
        }
        let tokens = match renewed {
            Ok(tokens) => tokens,
            Err(error) => return Err(self.not_renewed(&row, error).await),
        };
        let row = row.with(tokens, self.inner.clock.now().0);
        let row = self.store_row(row, None).await.map_err(|error| {
            tracing::error!(%error, "cannot store the chat's new token");
            *self.inner.renewal_error.lock() = Some(HostError::NotKept.to_string());
            HostError::NotKept
        })?;
        self.pause_renewal(row.revision, RENEWED, ExternalError::Status(401).into());
        Ok(row)
    }

    async fn not_renewed(&self, row: &HostRow, error: ExternalError) -> HostError {
        let error = match error {
            ExternalError::Status(400 | 401 | 403) => HostError::Ended,
            error => HostError::External(error),
        };
        *self.inner.renewal_error.lock() = Some(error.to_string());
        if matches!(error, HostError::Ended) {
            // Retrying with a refused token doesn't help, so it is paused.
            self.pause_renewal(row.revision, ENDED_PAUSE, HostError::Ended);
            if let Err(error) = self.note_end(row).await {
                tracing::error!(%error, "cannot note that the chat's connection has ended");
            }
        }
        error
    }

    /// Notes the first refusal and writes to the owner, in one commit.
    async fn note_end(&self, row: &HostRow) -> Result<(), ChatError> {
        let Inner { accounts, clock, .. } = self.inner.as_ref();
        if self.ended_at().is_some() {
            return Ok(());
        }
        tracing::warn!("the chat platform refuses the channel's tokens: connect the channel again");
        let at = clock.now();
        let mut batch = Batch::new();
        ENDED.put(&mut batch, &EndedRow { at: at.0 })?;
        let to = accounts.site.now().grants.alert_email.trim().to_owned();
        if !to.is_empty() && !accounts.mailer.is_full() {
            let owner = accounts.auth.person(PersonId::OWNER).map(|owner| owner.name.to_string());
            let (name, link) = (owner.unwrap_or_default(), accounts.mailer.link("/admin/chat"));
            let kind = Kind::ChatEnded { channel: row.username.clone() };
            let email = Email { to, name, kind, link, not_me: None };
            accounts.mailer.write(UserId(0), &email, &mut batch)?;
        }
        self.commit(batch, None).await?;
        *self.inner.ended.lock() = Some(at);
        accounts.broadcaster.publish_to_admins(&ChatConnectionChanged {});
        accounts.mailer.wake_delivery();
        Ok(())
    }

    fn pause_renewal(&self, revision: u64, time: i64, error: HostError) {
        let from = self.inner.clock.now();
        let renewal_pause = RenewalPause { revision, from, until: from.plus(time), error };
        *self.inner.renewal_pause.lock() = Some(renewal_pause);
    }

    /// Why the tokens of a row are not renewed now, if they are paused.
    fn renewal_paused(&self, row: &HostRow) -> Option<HostError> {
        let now = self.inner.clock.now();
        let renewal_pause = self.inner.renewal_pause.lock();
        let renewal_pause = renewal_pause
            .as_ref()
            .filter(|renewal_pause| renewal_pause.revision == row.revision)?;
        (renewal_pause.from <= now && now < renewal_pause.until)
            .then(|| renewal_pause.error.clone())
    }

    /// Writes the row to disk first, then uses it.
    async fn store_row(
        &self,
        row: HostRow,
        entry: Option<Entry>,
    ) -> Result<Arc<HostRow>, ChatError> {
        let mut batch = Batch::new();
        HOST.put(&mut batch, &row)?;
        ENDED.delete(&mut batch)?;
        self.commit(batch, entry).await?;
        let row = Arc::new(row);
        self.inner.connected.store(Some(row.clone()));
        self.works_again();
        Ok(row)
    }

    async fn commit(&self, mut batch: Batch, entry: Option<Entry>) -> Result<(), ChatError> {
        let Inner { audit, store, .. } = self.inner.as_ref();
        if let Some(entry) = entry {
            // Tokens are stored even on a nearly full disk, because the old one can no longer be
            // used.
            if !store.writable() {
                return Err(ChatError::ReadOnly);
            }
            audit.record(entry, &mut batch)?;
        }
        store.commit(batch).await?;
        Ok(())
    }
}
