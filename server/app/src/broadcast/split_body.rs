//! Passes a websocket's outgoing bytes to the connection in parts of at most
//! [`WRITE_BUFFER_BYTES`].

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use bytes::Bytes;

use crate::connections::WRITE_BUFFER_BYTES;

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
        let part = self.rest.len().min(WRITE_BUFFER_BYTES);
        Poll::Ready(Some(Ok(self.rest.split_to(part))))
    }
}

#[cfg(test)]
#[expect(clippy::as_conversions, reason = "small numbers of a test")]
mod tests {
    use std::task::Waker;

    use super::*;

    #[test]
    fn a_burst_leaves_whole_and_in_parts() {
        let sent: Vec<u8> = (0..20_000_u32).map(|number| (number % 251) as u8).collect();
        let mut body = SplitBody::new(BoxBody::new(sent.clone()));
        let mut cx = Context::from_waker(Waker::noop());
        let (mut got, mut parts) = (Vec::new(), Vec::new());
        while let Poll::Ready(Some(Ok(part))) = Pin::new(&mut body).poll_next(&mut cx) {
            parts.push(part.len());
            got.extend_from_slice(&part);
        }
        assert_eq!(parts, [8_192, 8_192, 3_616]);
        assert!(got == sent);
    }
}
