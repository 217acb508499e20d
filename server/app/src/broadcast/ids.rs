//! Ids of hubs, clients and websockets. None is used twice.

use std::sync::atomic::{AtomicU64, Ordering};

/// Id of a hub.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HubId(pub(super) u64);

/// Id of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ClientId(pub(super) u64);

/// Id of a websocket. It distinguishes a client's current websocket from an earlier one whose
/// messages are still on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WebsocketId(u64);

impl WebsocketId {
    pub(super) fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
