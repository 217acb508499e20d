//! Wallets: the only place where points move.
//!
//! Invariants: a balance equals the sum of its ledger and is never below zero; a posting is on disk
//! whole, with the rows of the feature that asked, before anyone hears of it; what carries a once-key
//! happens once, what carries an idempotency key is answered twice the same.
//!
//! Deliberately absent: knowledge of who the member is, whether the account is active and what the
//! points are for. A wallet asks nobody.

mod actor;
mod error;
mod messages;
mod model;
mod records;
mod statement;

use std::sync::Arc;
use std::time::Duration;

use pointhouse_store::{Batch, Keys, Row, Store, StoreError, View};
use tokio::sync::oneshot;

pub use error::PostError;
pub use messages::{Post, Posted, Repeated, RequestId, Riders};
pub use model::{Amount, Change, Decided, Refused, State, decide};
pub(crate) use records::ROWS;
pub use records::{LedgerRow, Reason, ReceiptRow, Reference, WalletRow};
pub use statement::{LedgerItem, LedgerPage, ledger_page, ledger_search};

use crate::actor_registry::{ATTEMPTS, ActorRegistry, NotSent};
use crate::arbiters::Arbiters;
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis};
use crate::ids::UserId;
use actor::{Ask, Wallet};
use records::{LEDGER, ONCE, RECEIPT, WALLET};

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
    /// Wallets over a store; each goes to rest after `idle` without use.
    pub fn new(
        store: Store,
        broadcaster: Broadcaster,
        clock: Clock,
        arbiters: Arbiters,
        idle: Duration,
    ) -> Self {
        let registry = ActorRegistry::new(arbiters);
        Self { deps: Arc::new(Deps { store, broadcaster, clock, idle, registry }) }
    }

    /// Moves points of a member. Answers when it is on disk.
    ///
    /// # Errors
    /// See [`PostError`].
    pub async fn post(&self, user: UserId, mut post: Post) -> Result<Posted, PostError> {
        for _ in 0..ATTEMPTS {
            let deps = self.deps.clone();
            let wake = move |generation| Wallet::new(user, generation, deps);
            let (reply, answer) = oneshot::channel();
            match self.deps.registry.send(user, wake, Ask { post, reply }) {
                Ok(()) => {}
                Err(NotSent::NotUp) => return Err(PostError::Stopped),
                Err(NotSent::Full) => return Err(PostError::Busy),
                Err(NotSent::Gone(ask)) => {
                    post = ask.post;
                    continue;
                }
            }
            match answer.await {
                Ok(Err(PostError::Retired(back))) => post = *back,
                Ok(answer) => return answer,
                // The arbiter is gone: the process is ending.
                Err(_) => return Err(PostError::Stopped),
            }
        }
        Err(PostError::Busy)
    }

    /// The answer that a request got before, if it was carried out and is not forgotten: for features
    /// that would refuse it by now.
    ///
    /// # Errors
    /// The key came with another body, or the store could not be read.
    pub fn receipt(&self, user: UserId, request: RequestId) -> Result<Option<Posted>, PostError> {
        actor::receipt(self.deps.store.view(), user, request)
    }

    /// Adds a second receipt of a request, under another number than the member's: for callers that
    /// post to the wallets of many.
    ///
    /// # Errors
    /// The row does not encode.
    pub fn put_receipt(
        &self,
        caller: UserId,
        request: RequestId,
        after: &State,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        actor::put_receipt(batch, caller, request, after, self.deps.clock.now())
    }

    /// The balance on disk and the ledger sequence it belongs to.
    ///
    /// # Errors
    /// The store could not be read.
    pub fn balance(&self, user: UserId) -> Result<WalletRow, PostError> {
        Ok(read_row(self.deps.store.view(), user)?)
    }

    /// Wallet actors that are running.
    pub fn running_actors(&self) -> usize {
        self.deps.registry.running()
    }
}

fn read_row(view: &View, user: UserId) -> Result<WalletRow, StoreError> {
    Ok(WALLET.get(view, &user)?.unwrap_or_default())
}

/// The wallet of a member on disk; none before the first posting.
///
/// # Errors
/// The row does not read.
pub fn stored_wallet(view: &View, user: UserId) -> Result<Option<WalletRow>, StoreError> {
    WALLET.get(view, &user)
}

/// All wallets on disk, by members. Not for a thread that serves.
pub fn stored_wallets(
    view: &View,
) -> impl Iterator<Item = Result<(UserId, WalletRow), StoreError>> {
    WALLET.rows(view, Keys::all())
}

/// The ledger of a member with sequences, from the newest entry below `before` back.
pub fn ledger_newest_first(
    view: &View,
    user: UserId,
    before: u64,
) -> impl Iterator<Item = Result<(u64, LedgerRow), StoreError>> {
    LEDGER.newest_first(view, user, before)
}

/// The ledger of a member with sequences, from its first entry on.
pub fn ledger_oldest_first(
    view: &View,
    user: UserId,
) -> impl Iterator<Item = Result<(u64, LedgerRow), StoreError>> {
    LEDGER.oldest_first(view, user, 0)
}

/// A row of a commit, if it is an entry of a ledger: whose, its sequence and what it says.
pub fn ledger_entry(row: &Row) -> Option<Result<(UserId, u64, LedgerRow), StoreError>> {
    LEDGER.entry(row)
}

/// Removes receipts from before a time. Returns how many. Not for a thread that serves.
///
/// # Errors
/// The store cannot be read or written.
pub fn forget_receipts(store: &Store, before: Millis) -> Result<usize, StoreError> {
    RECEIPT.sweep(store, Keys::all(), |_, row| row.at < before.0)
}

/// Removes once-keys that begin with `prefix` and for which nothing can be posted any more. Returns how
/// many. Not for a thread that serves.
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
