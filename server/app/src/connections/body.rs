//! Deadline for a request's body, whichever handler reads it.

use std::cell::Cell;
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::HttpMessage;
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header;
use bytes::Bytes;
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep_until};

/// A body that arrives at least at this rate never times out: a picture over a slow line takes
/// time.
const BYTES_PER_SECOND_MIN: u64 = 64 * 1024;

/// Upper bound, whatever the settings.
const TIMEOUT_MAX: Duration = Duration::from_secs(3600);

/// A request's body with a deadline for all of it.
pub struct TimedBody {
    body: Payload,
    deadline: Instant,
    received: u64,
    /// A poll has found nothing before. The first one often comes before the bytes that arrived with the head are read.
    was_pending: bool,
    /// Created by the second poll that finds nothing.
    timer: Option<Pin<Box<Sleep>>>,
    is_late: Rc<Cell<bool>>,
}

impl TimedBody {
    /// Sets the deadline for a request's body, if it has one. The returned flag becomes true when
    /// the deadline was missed.
    pub fn limit(req: &mut ServiceRequest, timeout: Duration) -> Option<Rc<Cell<bool>>> {
        let headers = req.headers();
        let announced = headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0");
        if !announced && !headers.contains_key(header::TRANSFER_ENCODING) {
            return None;
        }
        let is_late = Rc::new(Cell::new(false));
        let timed = Self {
            body: req.take_payload(),
            deadline: Instant::now() + timeout.min(TIMEOUT_MAX),
            received: 0,
            was_pending: false,
            timer: None,
            is_late: Rc::clone(&is_late),
        };
        req.set_payload(Payload::Stream { payload: Box::pin(timed) });
        Some(is_late)
    }

    /// Each full second's worth of bytes extends the deadline by a second.
    fn due(&self) -> Instant {
        self.deadline + Duration::from_secs(self.received / BYTES_PER_SECOND_MIN)
    }
}

impl Stream for TimedBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Poll::Ready(part) = Pin::new(&mut this.body).poll_next(cx) {
            if let Some(Ok(bytes)) = &part {
                let bytes = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
                this.received = this.received.saturating_add(bytes);
            }
            return Poll::Ready(part);
        }
        if !std::mem::replace(&mut this.was_pending, true) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let due = this.due();
        let timer = this.timer.get_or_insert_with(|| Box::pin(sleep_until(due)));
        if timer.deadline() != due {
            timer.as_mut().reset(due);
        }
        if timer.as_mut().poll(cx).is_pending() {
            return Poll::Pending;
        }
        this.is_late.set(true);
        Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::TimedOut.into()))))
    }
}
