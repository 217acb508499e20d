//! Messages of the wallet actor.

use actix::Message;
use pointhouse_rules::Points;
use pointhouse_store::{Batch, StoreError};
use tokio::sync::oneshot;

use super::error::PostError;
use super::model::State;
use super::records::{Reason, Reference};

/// How a balance changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// Adds points.
    Add(Points),
    /// Takes points.
    Take(Points),
    /// Sets the balance.
    Set(Points),
    /// Moves nothing, and fails unless this many points could be added: a bet must be refused
    /// before its draw for its largest possible payout, not after it for the actual one.
    RoomFor(Points),
}

/// One change of a balance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The amount.
    pub amount: Amount,
    /// The reason, shown on the statement.
    pub reason: Reason,
    /// What the change belongs to.
    pub reference: Option<Reference>,
}

/// A request that may be repeated (docs/decisions.md, A8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId {
    /// Number of the call. A key is valid for one call.
    pub route: u8,
    /// Hash of the key.
    pub key: [u8; 16],
    /// Hash of the whole request.
    pub body: u64,
    /// Hash of the request as versions before format 3 computed it: their receipts are kept for 24
    /// hours after an upgrade.
    pub body_before: u64,
    /// What the first response refers to.
    pub reference: Option<Reference>,
}

/// Adds rows of the calling module to the commit, given the wallet before and after.
pub type Riders = Box<dyn FnOnce(&State, &State, &mut Batch) -> Result<(), StoreError> + Send>;

/// A posting sent to a wallet. It carries its own reply channel, so that a full mailbox is an error
/// instead of a wait.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Ask {
    /// The posting.
    pub post: Post,
    /// Channel for the reply.
    pub reply: Reply,
}

/// Channel for a wallet's reply.
pub(super) type Reply = oneshot::Sender<Result<Posted, PostError>>;

/// Moves points, all or nothing, together with rows that are written in the same commit.
pub struct Post {
    /// Applied in order.
    pub changes: Vec<Change>,
    /// Rows of the calling module, written only if the posting is accepted.
    pub riders: Option<Riders>,
    /// Set for a request that may be repeated.
    pub request: Option<RequestId>,
    /// A key that must not have been used before. For everything that the site itself pays.
    pub once: Option<Vec<u8>>,
}

/// The result of a posting that is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Balance after the posting.
    pub balance: Points,
    /// Ledger sequence of that balance.
    pub seq: u64,
    /// Set when this repeats an earlier answer.
    pub repeated: Option<Repeated>,
}

/// A request that was answered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// What the first response refers to.
    pub reference: Option<Reference>,
}
