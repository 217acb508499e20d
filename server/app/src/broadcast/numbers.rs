//! Numbers of hubs, clients and wires. None is used twice.

use std::sync::atomic::{AtomicU64, Ordering};

/// A hub's number, never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HubId(pub(super) u64);

/// A client's number, never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClientId(pub(super) u64);

/// A wire's number, never used twice, so that what a former websocket of a client still says is not
/// taken for the present one's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WireId(u64);

impl WireId {
    pub(super) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
