//! Bounded pools for reads that take a while: point reads are done where they are asked.
//!
//! Scans over rows of all members and reads of one member's rows have pools of their own, so that a
//! member's first bet or page never waits for an admin's list.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Reads of a pool at once.
const AT_ONCE: usize = 4;

/// The pools. Clones share them.
#[derive(Clone)]
pub struct Reads {
    scans: Arc<Semaphore>,
    of_members: Arc<Semaphore>,
}

/// The pool is gone: the process is ending.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the server is stopping")]
pub struct ReadsGone;

impl Default for Reads {
    fn default() -> Self {
        let pool = || Arc::new(Semaphore::new(AT_ONCE));
        Self { scans: pool(), of_members: pool() }
    }
}

impl Reads {
    /// Scans rows of all members, away from the threads that serve.
    ///
    /// # Errors
    /// The process is ending.
    pub async fn run<T: Send + 'static>(
        &self,
        scan: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        Self::run_in(&self.scans, scan).await
    }

    /// Reads one member's rows, away from the threads that serve. The read must be bounded by what one
    /// member has.
    ///
    /// # Errors
    /// The process is ending.
    pub async fn run_for_member<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        Self::run_in(&self.of_members, read).await
    }

    /// A caller that leaves does not stop a read that has begun, so the permit belongs to the read.
    async fn run_in<T: Send + 'static>(
        pool: &Arc<Semaphore>,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        let permit = pool.clone().acquire_owned().await.map_err(|_| ReadsGone)?;
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
    async fn a_members_read_does_not_wait_for_scans() {
        let reads = Reads::default();
        let _all = reads.scans.acquire_many(u32::try_from(AT_ONCE).unwrap()).await.unwrap();
        assert_eq!(reads.run_for_member(|| 7).await.unwrap(), 7);
    }

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
        assert_eq!(reads.scans.available_permits(), 0, "the scans are still running");
        drop(end);
        // Each place comes back.
        let _all = reads.scans.acquire_many(u32::try_from(AT_ONCE).unwrap()).await.unwrap();
    }
}
