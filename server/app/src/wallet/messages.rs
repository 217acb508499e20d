//! What a wallet is asked.

use pointhouse_rules::Points;
use pointhouse_store::{Batch, StoreError};

use super::model::{Change, State};
use super::records::Reference;

/// A request that may come twice (decision A8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId {
    /// Which call, so that one key serves one call.
    pub route: u8,
    /// Hash of the key.
    pub key: [u8; 16],
    /// Hash of the whole request.
    pub body: u64,
    /// How versions before format 3 hashed it: their receipts are kept for 24 hours after an upgrade.
    pub body_before: u64,
    /// What the first answer will refer to.
    pub reference: Option<Reference>,
}

/// Adds the rows of the asking feature, knowing the wallet before and after.
pub type Riders = Box<dyn FnOnce(&State, &State, &mut Batch) -> Result<(), StoreError> + Send>;

/// Moves points, all or nothing, with rows that are on disk together with them.
pub struct Post {
    /// Applied in order.
    pub changes: Vec<Change>,
    /// Rows of the asking feature, written only if the posting is accepted.
    pub riders: Option<Riders>,
    /// For a request that may come twice.
    pub request: Option<RequestId>,
    /// A key that must not exist yet: for whatever the system itself pays.
    pub once: Option<Vec<u8>>,
}

/// The points moved and that is on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posted {
    /// Balance after it.
    pub balance: Points,
    /// Ledger sequence of that balance.
    pub seq: u64,
    /// Set when this is the first answer again.
    pub repeated: Option<Repeated>,
}

/// A request that had been answered before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// What the first answer referred to.
    pub reference: Option<Reference>,
}
