//! A bounded pool for reads that walk over many rows: point reads are done where they are asked.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Scans at once.
const AT_ONCE: usize = 4;

/// The pool. Clones share it.
#[derive(Clone)]
pub struct Reads {
    permits: Arc<Semaphore>,
}

/// The pool is gone: the process is ending.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the server is stopping")]
pub struct ReadsGone;

impl Default for Reads {
    fn default() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Reads {
    /// Runs a read away from the threads that serve.
    ///
    /// # Errors
    /// The process is ending.
    pub async fn run<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        let _permit = self.permits.acquire().await.map_err(|_| ReadsGone)?;
        tokio::task::spawn_blocking(read).await.map_err(|_| ReadsGone)
    }
}
