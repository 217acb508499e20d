//! Scheduled jobs before they are scheduled: a module plans them, and `jobs` runs them.

use std::fmt::Display;
use std::future::Future;

use futures_util::{FutureExt, future::BoxFuture};

/// Number of things done, or an error text for the health page.
pub(crate) type Outcome = Result<usize, String>;

/// A job before it is scheduled.
pub(crate) struct Planned {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// Cron expression: seconds, minutes, hours, days, months, weekdays; in the site's time zone.
    pub(crate) schedule: String,
    pub(crate) work: Box<dyn Fn() -> BoxFuture<'static, Outcome> + Send + Sync>,
    /// True for a job that runs hourly or daily. Its runs follow clock changes of the site's time
    /// zone, and a run that was due while the site was closed is made up for at the start.
    pub(crate) is_rare: bool,
}

/// A job that runs at each time of its schedule.
pub(crate) fn every<Work, Failure>(
    schedule: &str,
    name: &'static str,
    title: &'static str,
    work: impl Fn() -> Work + Send + Sync + 'static,
) -> Planned
where
    Work: Future<Output = Result<usize, Failure>> + Send + 'static,
    Failure: Display,
{
    let text = |done: Result<usize, Failure>| done.map_err(|failure| failure.to_string());
    let work = Box::new(move || work().map(text).boxed());
    Planned { name, title, schedule: schedule.to_owned(), work, is_rare: false }
}

impl Planned {
    /// The same as a job that runs hourly or daily.
    pub(crate) fn rare(self) -> Self {
        Self { is_rare: true, ..self }
    }
}

/// Runs blocking work on a separate thread.
pub(crate) async fn run_blocking<Failure: Display + Send + 'static>(
    work: impl FnOnce() -> Result<usize, Failure> + Send + 'static,
) -> Outcome {
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| error.to_string())?;
    done.map_err(|failure| failure.to_string())
}
