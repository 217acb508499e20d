//! Points of single members, changed by people of the panel.
//!
//! Invariants: a change, its audit row and an alert about it are one commit; what is given counts against the person's
//! allowance (module `allowance`); points that were given are taken back at most once.

mod change;
mod error;
mod given;
mod names;
pub mod routes;
mod undo;

use std::sync::Arc;

pub use error::AdjustmentError;

use crate::accounts::{Accounts, KeyHash};
use crate::allowance::Allowance;
use crate::audit::Audit;
use crate::clock::Clock;
use crate::locks::Locks;

/// Actions of the audit. They are stored.
const REMOVE: &str = "points.remove";
const UNDO: &str = "points.undo";

struct Inner {
    accounts: Accounts,
    audit: Audit,
    allowance: Allowance,
    clock: Clock,
    /// One call per idempotency key at a time: a key that comes for two members at once must not serve both.
    keyed: Locks<KeyHash>,
}

/// Changes of members' points by people of the panel. Cheap to clone.
#[derive(Clone)]
pub struct Adjustments {
    inner: Arc<Inner>,
}

impl Adjustments {
    /// Over all accounts.
    pub fn new(accounts: &Accounts, audit: &Audit, clock: &Clock, allowance: &Allowance) -> Self {
        let (accounts, audit) = (accounts.clone(), audit.clone());
        let (clock, allowance) = (clock.clone(), allowance.clone());
        let keyed = Locks::default();
        Self { inner: Arc::new(Inner { accounts, audit, allowance, clock, keyed }) }
    }
}
