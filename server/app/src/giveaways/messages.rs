//! Commands to the actor of a giveaway. Each carries the sender of its reply, so that a full mailbox is
//! refused ("too many at once") instead of waited for.

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

/// A command to the actor of a giveaway.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) enum Command {
    /// Sells or gives tickets to a member.
    Enter {
        /// The member's place in the queue.
        place: Arc<Place>,
        /// The tickets, and the price that the member was shown.
        wanted: Wanted,
        /// Recognizes a repeated request.
        request: Option<RequestId>,
        /// The entry.
        reply: Reply<Entered>,
    },
    /// Changes texts or dates.
    Edit {
        /// The new texts and dates.
        draft: Draft,
        /// For the audit.
        actor: Actor,
        /// The giveaway after it.
        reply: Reply<Book>,
    },
    /// Ends and draws it now.
    End {
        /// For the audit.
        actor: Actor,
        /// The giveaway after it.
        reply: Reply<Book>,
    },
    /// Deletes it; one that has not ended is cancelled.
    Delete {
        /// For the audit.
        actor: Actor,
        /// The giveaway after it.
        reply: Reply<Book>,
    },
    /// Draws or refunds if that is due.
    CheckClock {
        /// Sent when that is done.
        reply: Reply<()>,
    },
}

/// Sender of a command's result.
pub(super) type Reply<T> = oneshot::Sender<Result<T, Unanswered>>;

/// A command was not carried out.
pub(super) enum Unanswered {
    /// The actor was passivated: send it again, to the next one.
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

/// Waiting commands of each member. All members share the mailbox of a giveaway, and one must not fill it
/// alone.
#[derive(Clone, Default)]
pub(super) struct Waiting(Arc<DashMap<UserId, u32>>);

/// A place among a member's commands. It is free again when the command is done, also when the member has
/// gone.
pub(super) struct Place {
    pub user: UserId,
    waiting: Waiting,
}

/// Commands of one member that may wait.
const PLACES: u32 = 16;

impl Waiting {
    /// Takes a place, unless the member has all of them.
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
