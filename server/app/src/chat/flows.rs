//! OAuth flows: each has one purpose, belongs to one browser, works once and expires.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parking_lot::Mutex;
use pointhouse_store::{Batch, Keys, Store, StoreError};
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

use super::error::ChatError;
use super::records::{FLOW, FlowRow, Purpose};
use crate::clock::Clock;
use crate::fault::Fault;
use crate::locks::{Guard, Lock};

/// Most open flows of each kind, counted separately, because visitors can open sign-in flows: a
/// flood of them must not block the others.
const OPEN_MAX: usize = 10_000;
/// Counts by kind: connecting, linking, signing in, tickets, signing up, proofs.
type Counts = [usize; 6];
const TOKEN_BYTES: usize = 32;

/// An opened flow.
pub(super) struct Opened {
    /// The OAuth state, which the platform returns.
    pub(super) state: String,
    /// Value of the browser's cookie.
    pub(super) cookie: String,
    /// The PKCE challenge: a hash of the verifier that only this site knows.
    pub(super) challenge: String,
}

pub(super) struct Flows {
    store: Store,
    clock: Clock,
    /// One is opened or taken at a time, so that each is taken once.
    changing: Lock,
    /// How many there are. Never held over an await.
    open: Mutex<Counts>,
}

impl Flows {
    pub(super) fn load(store: &Store, clock: &Clock) -> Result<Self, StoreError> {
        let mut counts = Counts::default();
        for row in FLOW.rows(store.view(), Keys::all()) {
            count(&row?.1, &mut counts);
        }
        let (changing, open) = (Lock::default(), Mutex::new(counts));
        Ok(Self { store: store.clone(), clock: clock.clone(), changing, open })
    }

    /// Opens a flow that expires after `lasts` milliseconds. `browser` is the cookie that it
    /// belongs to; without one, a new cookie is created.
    pub(super) async fn open(
        &self,
        purpose: Purpose,
        lasts: i64,
        browser: Option<[u8; 32]>,
    ) -> Result<Opened, ChatError> {
        let _changing = self.changing.lock().await;
        if self.open.lock().get(kind(&purpose)).is_none_or(|count| *count >= OPEN_MAX) {
            return Err(ChatError::Busy);
        }
        if !self.store.writable() {
            return Err(ChatError::ReadOnly);
        }
        let (state, cookie, verifier) = (secret()?, secret()?, secret()?);
        let state = format!("{}.{state}", mark(&purpose));
        let kind = kind(&purpose);
        let row = FlowRow {
            purpose,
            browser: browser.unwrap_or_else(|| hash(&cookie)),
            verifier: verifier.clone(),
            expires_at: self.clock.now().plus(lasts).0,
        };
        let mut batch = Batch::new();
        FLOW.put(&mut batch, &hash(&state), &row)?;
        self.store.commit(batch).await?;
        if let Some(count) = self.open.lock().get_mut(kind) {
            *count += 1;
        }
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
        Ok(Opened { state, cookie, challenge })
    }

    /// A flow that can still be taken, without taking it.
    pub(super) fn find(
        &self,
        state: &str,
        cookie: Option<&str>,
    ) -> Result<Option<FlowRow>, StoreError> {
        let row = FLOW.get(self.store.view(), &hash(state))?;
        let now = self.clock.now().0;
        Ok(row.filter(|row| cookie.map(hash) == Some(row.browser) && row.expires_at > now))
    }

    /// Takes a flow, so that it cannot be used again. `None` if it doesn't exist, belongs to
    /// another browser or has expired.
    pub(super) async fn take(
        &self,
        state: &str,
        cookie: Option<&str>,
    ) -> Result<Option<FlowRow>, ChatError> {
        let Some(held) = self.hold(state, cookie).await? else { return Ok(None) };
        let mut batch = Batch::new();
        held.end(&mut batch)?;
        self.store.commit(batch).await?;
        Ok(Some(held.ended()))
    }

    /// Like [`Self::take`], for a flow that ends in the caller's own commit.
    pub(super) async fn hold(
        &self,
        state: &str,
        cookie: Option<&str>,
    ) -> Result<Option<Held<'_>>, ChatError> {
        let changing = self.changing.lock().await;
        // A request from another browser must not end the flow of the right one.
        let Some(row) = self.find(state, cookie)? else { return Ok(None) };
        Ok(Some(Held { flows: self, key: hash(state), row, _changing: changing }))
    }

    /// Removes expired flows. Returns their number.
    pub(super) async fn sweep(&self) -> Result<usize, StoreError> {
        let _changing = self.changing.lock().await;
        let now = self.clock.now().0;
        let mut batch = Batch::new();
        let mut removed = 0;
        let mut counts = Counts::default();
        for row in FLOW.rows(self.store.view(), Keys::all()) {
            let (key, row) = row?;
            if row.expires_at > now {
                count(&row, &mut counts);
            } else {
                FLOW.delete(&mut batch, &key)?;
                removed += 1;
            }
        }
        if removed > 0 {
            self.store.commit(batch).await?;
        }
        *self.open.lock() = counts;
        Ok(removed)
    }
}

/// A flow that can be taken. No other one is opened or taken meanwhile.
pub(super) struct Held<'flows> {
    flows: &'flows Flows,
    key: [u8; 32],
    pub(super) row: FlowRow,
    _changing: Guard,
}

impl Held<'_> {
    /// Adds the flow's end to a batch.
    pub(super) fn end(&self, batch: &mut Batch) -> Result<(), StoreError> {
        FLOW.delete(batch, &self.key)
    }

    /// Called once that batch is on disk.
    pub(super) fn ended(self) -> FlowRow {
        if let Some(count) = self.flows.open.lock().get_mut(kind(&self.row.purpose)) {
            *count = count.saturating_sub(1);
        }
        self.row
    }
}

/// Removes the flows of a deleted account. There are few: see [`OPEN_MAX`].
pub(super) fn forget(store: &Store, user: u64, batch: &mut Batch) -> Result<(), StoreError> {
    for row in FLOW.rows(store.view(), Keys::all()) {
        let (key, row) = row?;
        let owner = match row.purpose {
            Purpose::Link { user, .. }
            | Purpose::Ticket { user, .. }
            | Purpose::Proof { user, .. } => Some(user),
            _ => None,
        };
        if owner == Some(user) {
            FLOW.delete(batch, &key)?;
        }
    }
    Ok(())
}

const fn kind(purpose: &Purpose) -> usize {
    match purpose {
        Purpose::Connect { .. } => 0,
        Purpose::Link { .. } => 1,
        Purpose::SignIn { .. } => 2,
        Purpose::Ticket { .. } => 3,
        Purpose::SignUp { .. } => 4,
        Purpose::Proof { .. } => 5,
    }
}

fn count(row: &FlowRow, counts: &mut Counts) {
    if let Some(count) = counts.get_mut(kind(&row.purpose)) {
        *count += 1;
    }
}

/// A prefix of the state that selects the page for a browser whose flow is not found.
const fn mark(purpose: &Purpose) -> &'static str {
    match purpose {
        Purpose::Connect { .. } => "c",
        Purpose::Link { .. } => "l",
        Purpose::SignIn { .. } | Purpose::Ticket { .. } | Purpose::SignUp { .. } => "s",
        Purpose::Proof { .. } => "p",
    }
}

pub(super) fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

fn secret() -> Result<String, Fault> {
    let mut bytes = [0; TOKEN_BYTES];
    SysRng.try_fill_bytes(&mut bytes).map_err(Fault::other)?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}
