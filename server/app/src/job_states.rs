//! State of the background jobs: last runs and their results. For the admins' health page.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bincode::{Decode, Encode};
use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError, StoredRow, Table, View};

use crate::clock::{Clock, Millis};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[JOB.format()];

/// Runs of rare jobs, by job name.
const JOB: Table<String, JobRow> = Table::new(tables::JOB);

/// When a job runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beat {
    /// On a schedule (cron expression: seconds, minutes, hours, days, months, weekdays).
    Schedule(String),
    /// When there is something to do. With a duration it also runs at least that often.
    OnDemand(Option<Duration>),
}

/// The state of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobState {
    /// Title for the health page.
    pub title: &'static str,
    /// When it runs.
    pub beat: Beat,
    /// True while the job runs.
    pub running: bool,
    /// Completed runs since the start.
    pub runs: u64,
    /// Failed runs since the start.
    pub failures: u64,
    /// Failures since the last successful run.
    pub failures_in_a_row: u64,
    /// Start of the most recent run.
    pub started_at: Option<Millis>,
    /// End of the most recent run.
    pub ended_at: Option<Millis>,
    /// End of the most recent successful run.
    pub good_at: Option<Millis>,
    /// End of the most recent failed run.
    pub failed_at: Option<Millis>,
    /// Reason of the most recent failure.
    pub last_error: Option<String>,
}

/// Result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The work is done.
    Well,
    /// The work failed, or was aborted.
    Badly,
    /// Skipped, because the previous run was still in progress.
    LeftOut,
}

/// The most recent run of a rare job.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct JobRow {
    /// Incremented by each change.
    pub revision: u64,
    /// Runs due before this time are done or not needed: the start of the most recent successful
    /// run, or the time when the job was first known, in milliseconds.
    pub since: i64,
    /// End of that run, in milliseconds.
    pub ended_at: Option<i64>,
}

impl StoredRow for JobRow {
    const VERSION: u8 = 1;
}

impl JobRow {
    /// Reads a job's row.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn read(view: &View, name: &str) -> Result<Option<Self>, StoreError> {
        JOB.get(view, &name.to_owned())
    }

    /// Writes the row.
    ///
    /// # Errors
    /// The store has stopped.
    pub async fn write(&self, store: &Store, name: &str) -> Result<(), StoreError> {
        let mut batch = Batch::new();
        JOB.put(&mut batch, &name.to_owned(), self)?;
        store.commit(batch).await.map(drop)
    }
}

/// All jobs by name. Cheap to clone.
#[derive(Clone)]
pub struct JobStates {
    clock: Clock,
    since: Millis,
    states: Arc<Mutex<BTreeMap<&'static str, JobState>>>,
}

impl JobStates {
    /// Starts without jobs.
    pub fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), since: clock.now(), states: Arc::default() }
    }

    /// Registers a job.
    pub fn add(&self, name: &'static str, title: &'static str, beat: Beat) {
        let state = JobState {
            title,
            beat,
            running: false,
            runs: 0,
            failures: 0,
            failures_in_a_row: 0,
            started_at: None,
            ended_at: None,
            good_at: None,
            failed_at: None,
            last_error: None,
        };
        self.states.lock().insert(name, state);
    }

    /// Restores the end of the last successful run, which was in an earlier process.
    pub fn recall(&self, name: &'static str, ended_at: Option<i64>) {
        if let Some(state) = self.states.lock().get_mut(name) {
            state.ended_at = ended_at.map(Millis);
            state.good_at = state.ended_at;
        }
    }

    /// When the process started.
    pub fn since(&self) -> Millis {
        self.since
    }

    /// All jobs, by name.
    pub fn all(&self) -> Vec<(&'static str, JobState)> {
        self.states.lock().iter().map(|(name, state)| (*name, state.clone())).collect()
    }

    /// Runs a job's work unless it is running already. `work` returns how many things it did. Runs
    /// of scheduled jobs are logged at info level; on-demand jobs may run many times a second and
    /// are logged at trace level.
    pub async fn run<E: std::fmt::Display>(
        &self,
        name: &'static str,
        work: impl Future<Output = Result<usize, E>>,
    ) -> Ended {
        let Some(turn) = self.begin(name) else {
            tracing::warn!(name, "a job is still running; skipping this run");
            return Ended::LeftOut;
        };
        let outcome = work.await;
        match &outcome {
            Ok(0) => tracing::trace!(name, "a job had nothing to do"),
            Ok(count) if turn.is_on_demand => tracing::trace!(name, count, "a job succeeded"),
            Ok(count) => tracing::info!(name, count, "a job succeeded"),
            Err(reason) => tracing::error!(name, %reason, "a job failed"),
        }
        let ended = if outcome.is_ok() { Ended::Well } else { Ended::Badly };
        turn.end(outcome.err().map(|reason| without_paths(&reason.to_string())));
        ended
    }

    fn begin(&self, name: &'static str) -> Option<Turn> {
        let mut states = self.states.lock();
        let state = states.get_mut(name).filter(|state| !state.running)?;
        state.running = true;
        state.started_at = Some(self.clock.now());
        let is_on_demand = matches!(state.beat, Beat::OnDemand(_));
        Some(Turn { states: self.clone(), name, is_on_demand, ended: false })
    }
}

/// A run in progress. A run that panics ends as well.
struct Turn {
    states: JobStates,
    name: &'static str,
    is_on_demand: bool,
    ended: bool,
}

impl Turn {
    fn end(mut self, error: Option<String>) {
        self.note(error);
    }

    fn note(&mut self, error: Option<String>) {
        self.ended = true;
        let now = self.states.clock.now();
        if let Some(state) = self.states.states.lock().get_mut(self.name) {
            state.running = false;
            state.runs += 1;
            state.ended_at = Some(now);
            if error.is_some() {
                state.failures += 1;
                state.failures_in_a_row += 1;
                (state.failed_at, state.last_error) = (Some(now), error);
            } else {
                (state.failures_in_a_row, state.good_at) = (0, Some(now));
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if !self.ended {
            self.note(Some("it broke off".to_owned()));
        }
    }
}

/// The reason without file paths, which browsers must not see. The log has the full reason.
pub(crate) fn without_paths(reason: &str) -> String {
    let words = reason.split_whitespace();
    let plain: Vec<&str> =
        words.map(|word| if word.contains('/') { "(a file)" } else { word }).collect();
    plain.join(" ")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn states() -> JobStates {
        states_at(&Clock::fixed_at(Millis(1000)))
    }

    fn states_at(clock: &Clock) -> JobStates {
        let states = JobStates::new(clock);
        states.add("sweep", "Sweep", Beat::Schedule("0 * * * * *".to_owned()));
        states
    }

    #[tokio::test]
    async fn ends_and_failures_are_kept() {
        let clock = Clock::fixed_at(Millis(1000));
        let states = states_at(&clock);
        assert_eq!(states.run("sweep", async { Ok::<_, String>(3) }).await, Ended::Well);
        for now in [2000, 3000] {
            clock.move_to(Millis(now));
            let failing = async { Err("the disk is gone".to_owned()) };
            assert_eq!(states.run("sweep", failing).await, Ended::Badly);
        }
        let [(_, state)] = states.all().try_into().unwrap();
        assert_eq!((state.runs, state.failures, state.running), (3, 2, false));
        assert_eq!((state.failures_in_a_row, state.ended_at), (2, Some(Millis(3000))));
        assert_eq!((state.good_at, state.failed_at), (Some(Millis(1000)), Some(Millis(3000))));
        assert_eq!(state.last_error.as_deref(), Some("the disk is gone"));
        // The reason of the last failure stays readable afterwards.
        clock.move_to(Millis(4000));
        states.run("sweep", async { Ok::<_, String>(0) }).await;
        let [(_, state)] = states.all().try_into().unwrap();
        assert_eq!((state.failures, state.failures_in_a_row), (2, 0));
        assert_eq!((state.good_at, state.failed_at), (Some(Millis(4000)), Some(Millis(3000))));
        assert_eq!(state.last_error.as_deref(), Some("the disk is gone"));
    }

    #[tokio::test]
    async fn a_browser_is_shown_no_path_of_the_machine() {
        let states = states();
        let reason = "writing /srv/data/bases/0000000001.base: No space left on device";
        states.run("sweep", async { Err(reason.to_owned()) }).await;
        let shown = states.all()[0].1.last_error.clone();
        assert_eq!(shown.as_deref(), Some("writing (a file) No space left on device"));
    }

    async fn overlapping() -> Result<usize, String> {
        panic!("overlapping")
    }

    #[tokio::test]
    async fn a_job_does_not_overlap_itself_and_may_break_off() {
        let states = states();
        let (go, wait) = tokio::sync::oneshot::channel::<()>();
        let inner = states.clone();
        let outer = states.run("sweep", async move {
            let left_out = inner.run("sweep", overlapping()).await;
            assert_eq!(left_out, Ended::LeftOut);
            wait.await.map(|()| 1).map_err(|error| error.to_string())
        });
        go.send(()).unwrap();
        outer.await;
        assert_eq!(states.all()[0].1.runs, 1);
        // Dropped in the middle of its work.
        drop(Box::pin(states.run("sweep", std::future::pending::<Result<usize, String>>())));
        let mut broken =
            Box::pin(states.run("sweep", std::future::pending::<Result<usize, String>>()));
        assert!((&mut broken).now_or_never().is_none() && states.all()[0].1.running);
        drop(broken);
        let (_, state) = states.all().remove(0);
        assert_eq!((state.running, state.failures), (false, 1));
    }
}
