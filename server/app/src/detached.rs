//! Work that runs to its end even if its caller disconnects.
//!
//! When a client disconnects, actix drops its handler at the current await. Work that has changed
//! the disk must still update memory and notify browsers, so it runs as a task of its own.

use std::future::Future;

use tracing::Instrument;

/// The task did not complete: it panicked, or the process is ending.
#[derive(Clone, Copy, Debug, thiserror::Error, pointhouse_macros::Problem)]
#[error("the work was not carried to its end")]
#[problem(inner)]
pub struct NotEnded;

/// Spawns work on this thread and waits for it.
///
/// # Errors
/// See [`NotEnded`].
pub async fn to_the_end<T: 'static>(
    work: impl Future<Output = T> + 'static,
) -> Result<T, NotEnded> {
    actix_web::rt::spawn(work.in_current_span()).await.map_err(|_| NotEnded)
}
