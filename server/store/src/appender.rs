//! The leader's end of the shared log: sends a group while the committer writes the one before.
//!
//! At most one group is on its way; another one may wait for the committer, which takes them in their order. So a
//! commit is visible and answered when the log has accepted it and this machine has it on its disk, and the log may be
//! three groups ahead of the disk.

use std::time::Instant;

use tokio::sync::oneshot;

use crate::committer::{Engine, Fatal};
use crate::inbox::{Accepted, Pending};
use crate::shared_log::{SharedLog, Worker};

impl Engine {
    /// Sends commits to the log until the store is closed. The first one gets the sequence `first`.
    pub(crate) fn run_appender(&self, mut log: Box<dyn SharedLog>, first: u64) {
        // Outside, so that no caller gets an answer to a commit that failed before the process has ended.
        let mut unanswered = Vec::new();
        self.guarded(|| self.append_loop(log.as_mut(), (first, &mut unanswered)));
    }

    fn append_loop(
        &self,
        log: &mut dyn SharedLog,
        (mut first, unanswered): (u64, &mut Vec<oneshot::Sender<u64>>),
    ) -> Result<(), Fatal> {
        while let Some(pending) = self.inbox.take_for_log(log.group_bytes()) {
            self.counters.begin_work(Worker::Appender);
            let begun = Instant::now();
            let of_commit = |Pending { rows, reply }| (rows, reply);
            let (mut commits, replies): (Vec<_>, _) = pending.into_iter().map(of_commit).unzip();
            *unanswered = replies;
            log.append(first, &mut commits)?;
            let next = first + u64::try_from(commits.len()).unwrap_or(u64::MAX);
            let replies = std::mem::take(unanswered);
            // While it waits for the committer, the committer's work counts.
            self.counters.end_work(Worker::Appender);
            self.inbox.accept(Accepted { first, commits, replies, begun });
            first = next;
        }
        Ok(())
    }
}
