//! Cancels a copy when the site stops.

use std::io::{self, Read};
use std::sync::Arc;

use tokio::sync::watch;

/// Why a copy was cancelled.
pub(super) const CANCELLED: &str = "the site is stopping";

/// Whether the site stops. Cheap to clone.
#[derive(Clone)]
pub(super) struct Stopping(Arc<watch::Sender<bool>>);

impl Default for Stopping {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(false)))
    }
}

impl Stopping {
    /// Cancels copies from now on.
    pub(super) fn begin(&self) {
        self.0.send_replace(true);
    }

    pub(super) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the site stops.
    pub(super) async fn wait(&self) {
        // The sender lives as long as this.
        let _ = self.0.subscribe().wait_for(|begun| *begun).await;
    }

    /// A reader that fails when the site stops.
    pub(super) fn guard<R: Read>(&self, from: R) -> Guarded<'_, R> {
        Guarded { from, stopping: self }
    }
}

/// See [`Stopping::guard`].
pub(super) struct Guarded<'a, R> {
    from: R,
    stopping: &'a Stopping,
}

impl<R: Read> Read for Guarded<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.stopping.has_begun() {
            return Err(io::Error::other(CANCELLED));
        }
        self.from.read(bytes)
    }
}
