//! Bounded pools for slow reads. Point reads run on the calling thread.
//!
//! Scans over all members' rows and reads of one member's rows have separate pools, so that a
//! member's first bet or page never waits for an admin's list.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// Most concurrent reads of a pool.
const AT_ONCE: usize = 4;

/// The pools. Clones share them.
#[derive(Clone)]
pub struct Reads {
    scans: Arc<Semaphore>,
    of_members: Arc<Semaphore>,
}

/// The pool has stopped: the process is ending.
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
    /// Runs a scan over all members' rows off the serving threads.
    ///
    /// # Errors
    /// The process is ending.
    pub async fn run<T: Send + 'static>(
        &self,
        scan: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        Self::run_in(&self.scans, scan).await
    }

    /// Runs a read of one member's rows off the serving threads. The read must be bounded by the
    /// data of one member.
    ///
    /// # Errors
    /// The process is ending.
    pub async fn run_for_member<T: Send + 'static>(
        &self,
        read: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ReadsGone> {
        Self::run_in(&self.of_members, read).await
    }

    /// A read that has begun continues after its caller disconnects, so the read owns the permit.
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
                    // Ends when the sender is dropped.
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
        // All permits are returned.
        let _all = reads.scans.acquire_many(u32::try_from(AT_ONCE).unwrap()).await.unwrap();
    }
}
