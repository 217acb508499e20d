//! Uploaded pictures: they are decoded within a budget of memory and encoded again, never served as uploaded
//! (docs/decisions.md, E3).
//!
//! Invariants: one picture is decoded at a time in the whole process; the bytes of uploads that arrive or wait are
//! bounded together; nothing is decoded before its header shows that it fits into the budget.

mod formats;
mod scaling;

use std::sync::Arc;

use image::RgbaImage;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub use scaling::Fit;

use crate::fault::Fault;
use crate::memory;
use crate::problem::Problem;

/// Largest upload, in bytes.
pub const FILE_BYTES_MAX: usize = 5 * 1024 * 1024;
/// Longest side of an uploaded picture, in pixels.
const SIDE_MAX: u32 = 4096;
/// Memory that decoding may take, in bytes, where the process has eight times as much.
const DECODING_BYTES_MAX: u64 = 128 << 20;
/// Bytes of all uploads that arrive or wait, where the process has eight times as much.
const UPLOADS_BYTES_MAX: u64 = 32 << 20;
/// Most pictures that are drawn or wait for it.
const WAITING_MAX: usize = 8;

/// Why an upload was not drawn.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// It is not a PNG, JPEG, WebP or GIF, is damaged, or has too many pixels.
    #[error("This file is not a PNG, JPEG, WebP or GIF of at most 4096 x 4096 pixels")]
    NotAPicture,
    /// It took too long to come, or the connection broke.
    #[error("The file did not come through. Please try again.")]
    Incomplete,
    /// The file has more than [`FILE_BYTES_MAX`] bytes.
    #[error("This file is larger than 5 MB")]
    TooLarge,
    /// Decoding it would take more than the budget.
    #[error(
        "This server doesn't have the memory to open a picture of this size in this format. Make the picture smaller, \
         or save it as a PNG without interlacing or as a JPEG that isn't progressive."
    )]
    OverBudget,
    /// Too many uploads at once.
    #[error("Too many pictures are being uploaded. Please try again in a moment.")]
    Busy,
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

impl UploadError {
    /// The answer, with the code of the call for a file that is not a picture.
    pub fn to_problem(&self, not_a_picture: &'static str) -> Problem {
        match self {
            Self::NotAPicture => Problem::new(400, not_a_picture, self),
            Self::Incomplete => Problem::new(400, "bad_request", self),
            Self::TooLarge | Self::OverBudget => Problem::new(413, "too_large", self),
            Self::Busy => Problem::new(503, "busy", self).after(5),
            Self::Inner(fault) => Problem::inner(fault),
        }
    }
}

/// A picture and what may be done with it.
#[derive(Clone, Copy)]
pub struct Received<'a> {
    bytes: &'a [u8],
    budget: u64,
}

impl Received<'_> {
    /// Decodes the first frame, upright and scaled. Slow: must not run on a serving thread.
    ///
    /// # Errors
    /// It is not a picture, or decoding it would take more than the budget.
    pub fn scaled(self, fit: Fit) -> Result<RgbaImage, UploadError> {
        formats::draw(self.bytes, fit, self.budget)
    }
}

/// The file of an upload, as far as it has arrived. Its bytes count for all uploads until it is dropped.
pub struct Upload {
    bytes: Vec<u8>,
    all: Arc<Semaphore>,
    held: Option<OwnedSemaphorePermit>,
}

impl Upload {
    /// Adds bytes that arrived.
    ///
    /// # Errors
    /// The file is too large, or all uploads together are.
    pub fn add(&mut self, chunk: &[u8]) -> Result<(), UploadError> {
        if self.bytes.len() + chunk.len() > FILE_BYTES_MAX {
            return Err(UploadError::TooLarge);
        }
        let count = u32::try_from(chunk.len()).map_err(|_| UploadError::TooLarge)?;
        let more = self.all.clone().try_acquire_many_owned(count).map_err(|_| UploadError::Busy)?;
        match &mut self.held {
            Some(held) => held.merge(more),
            None => self.held = Some(more),
        }
        self.bytes.extend_from_slice(chunk);
        Ok(())
    }
}

/// Draws the uploaded pictures of the process. Clones share its queue and budget.
#[derive(Clone)]
pub struct PictureWork {
    uploads: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    turn: Arc<Semaphore>,
    budget: u64,
}

impl Default for PictureWork {
    /// With a budget that follows the memory of the process.
    fn default() -> Self {
        let bytes = memory::at_most_an_eighth(UPLOADS_BYTES_MAX);
        let bytes = usize::try_from(bytes).unwrap_or(FILE_BYTES_MAX).max(FILE_BYTES_MAX);
        Self {
            uploads: Arc::new(Semaphore::new(bytes)),
            waiting: Arc::new(Semaphore::new(WAITING_MAX)),
            turn: Arc::new(Semaphore::new(1)),
            budget: memory::at_most_an_eighth(DECODING_BYTES_MAX),
        }
    }
}

impl PictureWork {
    /// An upload of which nothing has arrived.
    pub fn upload(&self) -> Upload {
        Upload { bytes: Vec::new(), all: self.uploads.clone(), held: None }
    }

    /// Draws an upload when it is its turn. A picture keeps its turn until it is drawn, even when its sender has
    /// disconnected.
    ///
    /// # Errors
    /// Too many wait, or `draw` refuses the picture.
    pub async fn draw<T: Send + 'static>(
        &self,
        upload: Upload,
        draw: impl FnOnce(Received<'_>) -> Result<T, UploadError> + Send + 'static,
    ) -> Result<T, UploadError> {
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| UploadError::Busy)?;
        let turn = self.turn.clone().acquire_owned().await;
        let turn = turn.map_err(|error| UploadError::Inner(Fault::other(error)))?;
        let budget = self.budget;
        let drawn = tokio::task::spawn_blocking(move || {
            let drawn = draw(Received { bytes: &upload.bytes, budget });
            drop((upload, turn, place));
            drawn
        });
        drawn.await.map_err(|error| UploadError::Inner(Fault::other(error)))?
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    fn work() -> PictureWork {
        PictureWork { uploads: Arc::new(Semaphore::new(FILE_BYTES_MAX)), ..PictureWork::default() }
    }

    #[actix_web::test]
    async fn one_picture_is_drawn_at_a_time_and_few_wait() {
        let work = work();
        let (begun, has_begun) = oneshot::channel();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let first = actix_web::rt::spawn({
            let work = work.clone();
            let draw = move |_: Received<'_>| {
                begun.send(()).unwrap();
                // Ends when the sender is dropped.
                let _ = ended.recv();
                Ok(0)
            };
            async move { work.draw(work.upload(), draw).await.unwrap() }
        });
        has_begun.await.unwrap();
        // Its sender leaves; it keeps its turn.
        first.abort();
        assert!(first.await.unwrap_err().is_cancelled());
        let mut waiting: Vec<_> = (1..WAITING_MAX)
            .map(|number| Box::pin(work.draw(work.upload(), move |_| Ok(number))))
            .collect();
        for one in &mut waiting {
            assert!(futures_util::poll!(one).is_pending());
        }
        let refused = work.draw(work.upload(), |_| Ok(0)).await;
        assert!(matches!(refused, Err(UploadError::Busy)));
        drop(end);
        for (number, one) in (1..).zip(waiting) {
            assert_eq!(one.await.unwrap(), number);
        }
        work.draw(work.upload(), |_| Ok(0)).await.unwrap();
    }

    #[test]
    fn uploads_that_arrive_share_their_bytes() {
        let work = work();
        let half = vec![0; FILE_BYTES_MAX / 2];
        let (mut one, mut other) = (work.upload(), work.upload());
        one.add(&half).unwrap();
        other.add(&half).unwrap();
        assert!(matches!(one.add(&[0]), Err(UploadError::Busy)));
        drop(other);
        one.add(&half).unwrap();
        assert!(matches!(one.add(&[0]), Err(UploadError::TooLarge)));
    }
}
