//! Messages of the wallet actor.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, StoreError};

use super::model::{Change, State};
use super::records::Reference;

/// A request that may be repeated (docs/decisions.md, A8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId {
    /// Number of the call. A key is valid for one call.
    pub route: u8,
    /// Hash of the key.
    pub key: [u8; 16],
    /// Hash of the whole request.
    pub body: u64,
    /// What the first response refers to.
    pub reference: Option<Reference>,
}

/// Adds rows of the calling module to the commit, given the wallet before and after.
pub type Riders = Box<dyn FnOnce(&State, &State, &mut Batch) -> Result<(), StoreError> + Send>;

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
