//! A cache of serialized proofs. A proof never changes, so the newest ones are kept.
//!
//! Invariant: one proof is built at a time, because each reads a whole list.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::etag::Ready;
use crate::fault::Fault;
use crate::ids::GiveawayId;
use crate::locks::Lock;
use crate::reads::Reads;

/// Most cached pages.
const KEPT_MAX: usize = 8;

/// A page of the proof of a giveaway.
pub(super) type ProofPage = (GiveawayId, usize);

/// The cache. Clones share it.
#[derive(Clone, Default)]
pub(super) struct Proofs {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Newest first.
    kept: Mutex<VecDeque<(ProofPage, Arc<Ready>)>>,
    writing: Lock,
}

impl Proofs {
    /// Returns the cached page, or builds it with `write` off the serving threads.
    pub(super) async fn get_or_write(
        &self,
        reads: &Reads,
        page: ProofPage,
        write: impl FnOnce() -> Result<Ready, Fault> + Send + 'static,
    ) -> Result<Arc<Ready>, Fault> {
        if let Some(ready) = self.find(page) {
            return Ok(ready);
        }
        let writing = self.inner.writing.lock().await;
        if let Some(ready) = self.find(page) {
            return Ok(ready);
        }
        let proofs = self.clone();
        let write = move || {
            // A client that disconnects does not stop this closure, so the closure holds the lock.
            let _writing = writing;
            let ready = Arc::new(write()?);
            proofs.keep(page, ready.clone());
            Ok(ready)
        };
        reads.run(write).await?
    }

    fn find(&self, page: ProofPage) -> Option<Arc<Ready>> {
        let kept = self.inner.kept.lock();
        kept.iter().find(|(of, _)| *of == page).map(|(_, ready)| ready.clone())
    }

    fn keep(&self, page: ProofPage, ready: Arc<Ready>) {
        let mut kept = self.inner.kept.lock();
        kept.push_front((page, ready));
        kept.truncate(KEPT_MAX);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use tokio::sync::oneshot;

    use super::*;

    #[actix_web::test]
    async fn a_proof_whose_caller_left_is_written_before_the_next_one_begins() {
        let (proofs, reads) = (Proofs::default(), Reads::default());
        let (first, second) = ((GiveawayId(1), 1), (GiveawayId(1), 2));
        let (begins, begun) = oneshot::channel();
        let (end, ended) = mpsc::channel::<()>();
        let (of_caller, own_reads) = (proofs.clone(), reads.clone());
        let caller = actix_web::rt::spawn(async move {
            let write = move || {
                begins.send(()).unwrap();
                ended.recv().unwrap();
                Ok(Ready::of(b"first".to_vec()))
            };
            of_caller.get_or_write(&own_reads, first, write).await
        });
        begun.await.unwrap();
        caller.abort();
        assert!(caller.await.unwrap_err().is_cancelled());
        assert!(
            proofs.inner.writing.try_lock().is_none(),
            "the first proof is still being written"
        );
        end.send(()).unwrap();
        let next = proofs.get_or_write(&reads, second, || Ok(Ready::of(b"second".to_vec())));
        next.await.unwrap();
        // The page built for a disconnected caller is cached all the same.
        let again =
            proofs.get_or_write(&reads, first, || Err(Fault::Contradiction("written twice")));
        again.await.unwrap();
    }

    #[actix_web::test]
    async fn a_proof_that_cannot_be_written_leaves_the_turn_to_the_next() {
        let (proofs, reads) = (Proofs::default(), Reads::default());
        let page = (GiveawayId(1), 1);
        let failed =
            proofs.get_or_write(&reads, page, || Err(Fault::Contradiction("unreadable"))).await;
        assert_eq!(failed.unwrap_err().to_string(), "unreadable");
        let written = proofs.get_or_write(&reads, page, || Ok(Ready::of(Vec::new()))).await;
        written.unwrap();
    }
}
