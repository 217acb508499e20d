//! Wallets: the only place where points move.
//!
//! Invariants: a balance is the sum of its ledger and never below zero; a posting is on disk as a
//! whole, with the rows of the calling module, before any caller or browser is notified; a posting
//! with a once-key happens once; requests with the same idempotency key get the same answer.
//!
//! Not part of this module: who the member is, whether the account is active and what the points
//! are for.

mod actor;
mod bounds;
mod error;
pub mod events;
mod messages;
mod model;
mod records;
mod statement;

use std::sync::Arc;
use std::time::Duration;

use pointhouse_store::{Batch, Keys, Row, Store, StoreError, View};
use tokio::sync::oneshot;

pub use bounds::Bound;
pub use error::PostError;
pub use messages::{Post, Posted, Repeated, RequestId, Riders};
pub use model::{Amount, Change, Decided, Refused, State, decide};
pub(crate) use records::ROWS;
pub use records::{LedgerRow, Reason, ReceiptRow, Reference, WalletRow};
pub use statement::{AboutEntry, LedgerAbout, LedgerItem, LedgerPage, ledger_page, ledger_search};

use crate::actor_registry::ActorRegistry;
use crate::arbiters::Arbiters;
use crate::broadcast::Broadcaster;
use crate::broadcast::DeclaredEvent;
use crate::clock::{Clock, Millis};
use crate::ids::UserId;
use crate::module::Module;
use actor::{Ask, MAILBOX, Wallet};
use records::{LEDGER, ONCE, RECEIPT, WALLET};

/// What this module has.
pub(crate) const MODULE: Module = Module {
    rows: &[ROWS],
    events: &[DeclaredEvent::of::<events::PointsUpdated>],
    ..Module::EMPTY
};

struct Deps {
    store: Store,
    broadcaster: Broadcaster,
    clock: Clock,
    idle: Duration,
    registry: ActorRegistry<Wallet>,
}

/// All wallets. Cheap to clone.
#[derive(Clone)]
pub struct Wallets {
    deps: Arc<Deps>,
}

impl Wallets {
    /// Creates the wallets over a store. Their actors are passivated after `idle` without use.
    pub fn new(
        store: Store,
        broadcaster: Broadcaster,
        clock: Clock,
        arbiters: Arbiters,
        idle: Duration,
    ) -> Self {
        let registry = ActorRegistry::new(arbiters, MAILBOX);
        Self { deps: Arc::new(Deps { store, broadcaster, clock, idle, registry }) }
    }

    /// Moves points of a member. Returns when the posting is on disk.
    ///
    /// # Errors
    /// See [`PostError`].
    pub async fn post(&self, user: UserId, mut post: Post) -> Result<Posted, PostError> {
        loop {
            let deps = self.deps.clone();
            let wake = move |generation| Wallet::new(user, generation, deps.clone());
            let (reply, answer) = oneshot::channel();
            let sent = self.deps.registry.send(user, wake, Ask { post, reply }).await;
            sent.map_err(|_| PostError::Stopped)?;
            match answer.await {
                Ok(Err(PostError::Retired(back))) => post = *back,
                Ok(answer) => return answer,
                // The arbiter has stopped: the process is ending.
                Err(_) => return Err(PostError::Stopped),
            }
        }
    }

    /// The response that an earlier request with this key got, if it was executed and its receipt
    /// still exists. For features that would refuse the repeated request in the meantime.
    ///
    /// # Errors
    /// The key came with another body, or the store could not be read.
    pub fn receipt(&self, user: UserId, request: RequestId) -> Result<Option<Posted>, PostError> {
        actor::receipt(self.deps.store.view(), user, request)
    }

    /// Adds a second receipt of a request under a number that is not the member's, for callers that
    /// post to many wallets.
    ///
    /// # Errors
    /// The row cannot be encoded.
    pub fn put_receipt(
        &self,
        caller: UserId,
        request: RequestId,
        after: &State,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        actor::put_receipt(batch, caller, request, after, self.deps.clock.now())
    }

    /// The balance on disk and its ledger sequence.
    ///
    /// # Errors
    /// The store could not be read.
    pub fn balance(&self, user: UserId) -> Result<WalletRow, PostError> {
        Ok(read_row(self.deps.store.view(), user)?)
    }

    /// Number of running wallet actors.
    pub fn running_actors(&self) -> usize {
        self.deps.registry.running()
    }
}

fn read_row(view: &View, user: UserId) -> Result<WalletRow, StoreError> {
    Ok(WALLET.get(view, &user)?.unwrap_or_default())
}

/// A member's wallet on disk; `None` before the first posting.
///
/// # Errors
/// The row cannot be decoded.
pub fn stored_wallet(view: &View, user: UserId) -> Result<Option<WalletRow>, StoreError> {
    WALLET.get(view, &user)
}

/// Whether a posting with this once-key was made.
///
/// # Errors
/// The store cannot be read.
pub fn is_paid(view: &View, once: &[u8]) -> Result<bool, StoreError> {
    ONCE.contains(view, &once.to_vec())
}

/// All wallets on disk, ordered by member. Slow: must not run on a serving thread.
pub fn stored_wallets(
    view: &View,
) -> impl Iterator<Item = Result<(UserId, WalletRow), StoreError>> {
    WALLET.rows(view, Keys::all())
}

/// Decodes a row of a commit if it is a wallet: its member and content, `None` if it was removed.
pub fn wallet_change(row: &Row) -> Option<Result<(UserId, Option<WalletRow>), StoreError>> {
    WALLET.row(row)
}

/// A member's ledger entries below sequence `before`, newest first.
pub fn ledger_newest_first(
    view: &View,
    user: UserId,
    before: u64,
) -> impl Iterator<Item = Result<(u64, LedgerRow), StoreError>> {
    LEDGER.newest_first(view, user, before)
}

/// A member's ledger entries, oldest first.
pub fn ledger_oldest_first(
    view: &View,
    user: UserId,
) -> impl Iterator<Item = Result<(u64, LedgerRow), StoreError>> {
    LEDGER.oldest_first(view, user, 0)
}

/// Decodes a row of a commit if it is a ledger entry: its member, sequence and content.
pub fn ledger_entry(row: &Row) -> Option<Result<(UserId, u64, LedgerRow), StoreError>> {
    LEDGER.entry(row)
}

/// Removes receipts older than a time. Returns their number. Slow: must not run on a serving
/// thread.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_receipts(store: &Store, before: Millis) -> Result<usize, StoreError> {
    RECEIPT.sweep(store, Keys::all(), |_, row| row.at < before.0)
}

/// Removes once-keys that begin with `prefix` and can no longer be posted. Returns their number.
/// Slow: must not run on a serving thread.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_once_keys(
    store: &Store,
    prefix: &str,
    is_over: impl Fn(&[u8]) -> bool,
) -> Result<usize, StoreError> {
    ONCE.sweep(store, Keys::under(&prefix.to_owned()), |key, ()| is_over(key))
}
