//! Hands a websocket's outgoing bytes to the connection in small parts.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use bytes::Bytes;

/// The connection copies what it is given into its own buffer, keeps that buffer for good, and asks
/// for more until 32 KiB are in it. Given a whole burst at once the buffer would stay that large for
/// the rest of the connection, thousands of times over.
const PART_BYTES_MAX: usize = 8 * 1024;

pub(super) struct SplitBody {
    body: BoxBody,
    rest: Bytes,
}

impl SplitBody {
    pub(super) fn new(body: BoxBody) -> Self {
        Self { body, rest: Bytes::new() }
    }
}

impl MessageBody for SplitBody {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match Pin::new(&mut self.body).poll_next(cx) {
                Poll::Ready(Some(Ok(bytes))) => self.rest = bytes,
                other => return other,
            }
        }
        let part = self.rest.len().min(PART_BYTES_MAX);
        Poll::Ready(Some(Ok(self.rest.split_to(part))))
    }
}
