//! Messages of the giveaway actor. Each carries the sender of its reply, so that a full mailbox is
//! an error ("too many at once") instead of a wait.

use std::sync::Arc;

use actix::Message;
use dashmap::DashMap;
use tokio::sync::oneshot;

use super::error::GiveawayError;
use super::model::{Book, Draft, EntryRequest};
use super::old_proof::OldProof;
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
        place: Arc<QueueSlot>,
        /// The tickets, and the price that the member was shown.
        wanted: EntryRequest,
        /// Recognizes a repeated request.
        request: Option<RequestId>,
        /// Reply with the entry.
        reply: Reply<Entered>,
    },
    /// Changes texts or dates.
    Edit {
        /// The new texts and dates.
        draft: Draft,
        /// The admin.
        actor: Actor,
        /// Reply with the giveaway after the change.
        reply: Reply<Book>,
    },
    /// Ends and draws the giveaway now.
    End {
        /// The admin.
        actor: Actor,
        /// Reply with the giveaway after the draw.
        reply: Reply<Book>,
    },
    /// Deletes the giveaway. One that has not ended is cancelled.
    Delete {
        /// The admin.
        actor: Actor,
        /// Reply with the giveaway after the deletion.
        reply: Reply<Book>,
    },
    /// Takes the result of a draw that was made before the site was restored.
    TakeProof {
        /// The proof of that draw.
        proof: Arc<OldProof>,
        /// The owner.
        actor: Actor,
        /// Reply with the giveaway after that.
        reply: Reply<Book>,
    },
    /// Draws or refunds, if that is due.
    CheckClock {
        /// Reply when that is done.
        reply: Reply<()>,
    },
}

/// Channel for a command's result.
pub(super) type Reply<T> = oneshot::Sender<Result<T, NotExecuted>>;

/// Why a command was not executed.
pub(super) enum NotExecuted {
    /// The actor has been passivated: send the command to the next one.
    Retired,
    /// The command was refused.
    Refused(GiveawayError),
}

/// An entry on disk.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    /// The entry.
    pub row: EntryRow,
    /// Balance after the entry.
    pub balance: u64,
    /// Ledger sequence of that balance.
    pub seq: u64,
}

/// Number of waiting commands by member. All members share a giveaway's mailbox, and one member
/// must not fill it alone.
#[derive(Clone, Default)]
pub(super) struct QueueSlots(Arc<DashMap<UserId, u32>>);

/// A slot for one of a member's commands. It is released when the command is done, even if the
/// member has disconnected.
pub(super) struct QueueSlot {
    pub user: UserId,
    waiting: QueueSlots,
}

/// Most waiting commands of one member.
const SLOTS_MAX: u32 = 16;

impl QueueSlots {
    /// Takes a slot, unless the member has used all of them.
    pub(super) fn take(&self, user: UserId) -> Result<Arc<QueueSlot>, GiveawayError> {
        let mut taken = self.0.entry(user).or_default();
        if *taken >= SLOTS_MAX {
            return Err(GiveawayError::Busy);
        }
        *taken += 1;
        drop(taken);
        Ok(Arc::new(QueueSlot { user, waiting: self.clone() }))
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        if let Some(mut taken) = self.waiting.0.get_mut(&self.user) {
            *taken = taken.saturating_sub(1);
        }
        self.waiting.0.remove_if(&self.user, |_, taken| *taken == 0);
    }
}
