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
    /// Runs a read away from the threads that serve. A caller that leaves does not stop a read that
    /// has begun, so the permit belongs to the read.
    ///
    /// # Errors
    /// The process is ending.
    pub async fn run<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| ReadsGone)?;
        let read = move || {
            let _permit = permit;
            read()
        };
        tokio::task::spawn_blocking(read).await.map_err(|_| ReadsGone)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex, mpsc};

    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    #[actix_web::test]
    async fn a_scan_whose_caller_left_keeps_its_place_until_it_ends() {
        let reads = Reads::default();
        let (begins, mut begun) = unbounded_channel();
        let (end, ended) = mpsc::channel::<()>();
        let ended = Arc::new(Mutex::new(ended));
        let mut callers = Vec::new();
        for _ in 0..AT_ONCE {
            let (reads, begins, ended) = (reads.clone(), begins.clone(), ended.clone());
            callers.push(actix_web::rt::spawn(async move {
                let scan = move || {
                    begins.send(()).unwrap();
                    // Ends when the sender is gone.
                    let _ = ended.lock().unwrap().recv();
                };
                reads.run(scan).await.unwrap();
            }));
        }
        for _ in 0..AT_ONCE {
            begun.recv().await.unwrap();
        }
        for caller in callers {
            caller.abort();
            assert!(caller.await.unwrap_err().is_cancelled());
        }
        assert_eq!(reads.permits.available_permits(), 0, "the scans are still running");
        drop(end);
        // Each place comes back.
        let _all = reads.permits.acquire_many(u32::try_from(AT_ONCE).unwrap()).await.unwrap();
    }
}
