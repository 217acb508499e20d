//! Largest packet that a client may send. It is larger after the client has shown a valid token.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use pointhouse_socketio::Config;

/// The limit of one client, shared with the readers of its input. Cheap to clone.
#[derive(Clone)]
pub(super) struct PacketLimit(Arc<AtomicUsize>);

impl PacketLimit {
    /// The limit of a client that has not shown a token.
    pub(super) fn new(config: &Config) -> Self {
        Self(Arc::new(AtomicUsize::new(config.packet_bytes(false))))
    }

    /// The limit in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn set(&self, bytes: usize) {
        self.0.store(bytes, Ordering::Relaxed);
    }
}
