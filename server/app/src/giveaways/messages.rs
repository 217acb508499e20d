//! What the keeper of a giveaway is asked. Each order carries its own reply, so that a full mailbox
//! is an answer ("too many at once") instead of a wait.

use std::sync::Arc;

use actix::Message;
use dashmap::DashMap;
use tokio::sync::oneshot;

use super::error::GiveawayError;
use super::model::{Book, Draft, Wanted};
use super::records::EntryRow;
use crate::audit::Actor;
use crate::ids::UserId;
use crate::wallet::RequestId;

/// An order to a keeper.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum Order {
    /// Tickets for a member.
    Enter {
        /// Who, holding a place among this member's orders.
        place: Arc<Place>,
        /// What.
        wanted: Wanted,
        /// For an order that may come twice.
        request: Option<RequestId>,
        /// The answer.
        reply: Reply<Entered>,
    },
    /// Other texts or dates.
    Edit {
        /// What it shall be.
        draft: Draft,
        /// Who says so.
        actor: Actor,
        /// The giveaway after it.
        reply: Reply<Book>,
    },
    /// End it now.
    End {
        /// Who says so.
        actor: Actor,
        /// The giveaway after it.
        reply: Reply<Book>,
    },
    /// Away with it.
    Delete {
        /// Who says so.
        actor: Actor,
        /// The giveaway after it.
        reply: Reply<Book>,
    },
    /// Look at the clock and do what is due.
    Look {
        /// When that is done.
        reply: Reply<()>,
    },
}

/// Where an answer goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, Asked>>;

/// An order was refused, or met a keeper that had gone to rest.
pub(super) enum Asked {
    /// Ask the next one.
    Retired,
    /// Refused.
    Refused(GiveawayError),
}

/// An entry that is on disk.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    /// The entry.
    pub row: EntryRow,
    /// Balance after it.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

/// Orders of each member that wait: the queue of a giveaway is everybody's, and one member must not
/// fill it alone.
#[derive(Clone, Default)]
pub(super) struct Waiting(Arc<DashMap<UserId, u32>>);

/// A place among a member's orders; given back when the order is done, whether or not the member
/// waits for it.
pub(super) struct Place {
    pub user: UserId,
    waiting: Waiting,
}

/// Orders of one member that may wait.
const PLACES: u32 = 16;

impl Waiting {
    /// A place, unless the member has them all.
    pub(super) fn take(&self, user: UserId) -> Result<Arc<Place>, GiveawayError> {
        let mut taken = self.0.entry(user).or_default();
        if *taken >= PLACES {
            return Err(GiveawayError::Busy);
        }
        *taken += 1;
        drop(taken);
        Ok(Arc::new(Place { user, waiting: self.clone() }))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(mut taken) = self.waiting.0.get_mut(&self.user) {
            *taken = taken.saturating_sub(1);
        }
        self.waiting.0.remove_if(&self.user, |_, taken| *taken == 0);
    }
}
