//! Work that is carried to its end, whether or not its caller waits.
//!
//! A client that leaves drops its call at whatever it awaits. What has changed the disk must change
//! memory and tell the browsers all the same, so such work runs as a task of its own.

use std::future::Future;

/// The task did not end: it panicked, or the process is ending.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the work was not carried to its end")]
pub struct NotEnded;

/// Runs work as a task of this thread and waits for it.
///
/// # Errors
/// See [`NotEnded`].
pub async fn to_the_end<T: 'static>(
    work: impl Future<Output = T> + 'static,
) -> Result<T, NotEnded> {
    actix_web::rt::spawn(work).await.map_err(|_| NotEnded)
}
