//! Refuses incoming websocket frames by the length they announce.
//!
//! The codec beneath compares a frame's length with its limit only once the whole frame is there, so
//! a client that announces a huge frame could have all of it kept. This reads along, headers only.

use std::pin::Pin;
use std::task::{Context, Poll};

use actix_web::error::PayloadError;
use actix_web::web;
use bytes::Bytes;
use futures_util::Stream;

/// The bytes of a websocket on their way to the codec.
pub(super) struct GuardedPayload {
    payload: web::Payload,
    guard: FrameGuard,
}

impl GuardedPayload {
    pub(super) fn new(payload: web::Payload, frame_bytes_max: usize) -> Self {
        Self { payload, guard: FrameGuard::new(frame_bytes_max) }
    }
}

impl Stream for GuardedPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let polled = Pin::new(&mut self.payload).poll_next(cx);
        if let Poll::Ready(Some(Ok(bytes))) = &polled
            && !self.guard.lets_pass(bytes)
        {
            return Poll::Ready(Some(Err(PayloadError::Overflow)));
        }
        polled
    }
}

/// Follows frames through a stream of bytes (RFC 6455, section 5.2).
struct FrameGuard {
    frame_bytes_max: u64,
    /// Bytes of the present frame's data still to come.
    data_left: u64,
    header_len: usize,
    /// The second byte of the header: mask bit and short length.
    second: u8,
    /// The extended length, as far as it came.
    extended: u64,
}

impl FrameGuard {
    fn new(frame_bytes_max: usize) -> Self {
        let frame_bytes_max = u64::try_from(frame_bytes_max).unwrap_or(u64::MAX);
        Self { frame_bytes_max, data_left: 0, header_len: 0, second: 0, extended: 0 }
    }

    /// `false` when a frame announces more than the limit. Nothing may be read from then on.
    fn lets_pass(&mut self, mut bytes: &[u8]) -> bool {
        while let Some((byte, rest)) = bytes.split_first() {
            if self.data_left > 0 {
                let left = usize::try_from(self.data_left).unwrap_or(usize::MAX);
                let skipped = left.min(bytes.len());
                self.data_left -= u64::try_from(skipped).unwrap_or(self.data_left);
                bytes = bytes.get(skipped..).unwrap_or_default();
                continue;
            }
            bytes = rest;
            if let Some(announced) = self.header_byte(*byte) {
                if announced > self.frame_bytes_max {
                    return false;
                }
                self.data_left = announced;
            }
        }
        true
    }

    /// The length of the frame's data, with the last byte of its header.
    fn header_byte(&mut self, byte: u8) -> Option<u64> {
        match self.header_len {
            0 => {}
            1 => self.second = byte,
            len if len < 2 + self.extended_len() => {
                self.extended = self.extended << 8 | u64::from(byte);
            }
            _ => {}
        }
        self.header_len += 1;
        let mask_len = if self.second & 0x80 == 0 { 0 } else { 4 };
        if self.header_len < 2 || self.header_len < 2 + self.extended_len() + mask_len {
            return None;
        }
        self.header_len = 0;
        let extended = std::mem::take(&mut self.extended);
        let short = std::mem::take(&mut self.second) & 0x7f;
        Some(if short < 126 { u64::from(short) } else { extended })
    }

    fn extended_len(&self) -> usize {
        match self.second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        }
    }
}

#[cfg(test)]
#[expect(clippy::as_conversions, reason = "small numbers of a test")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn frame(masked: bool, announced: u64, data: usize) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut bytes = vec![0x81];
        match announced {
            0..=125 => bytes.push(mask | announced as u8),
            126..=0xffff => {
                bytes.push(mask | 126);
                bytes.extend_from_slice(&(announced as u16).to_be_bytes());
            }
            _ => {
                bytes.push(mask | 127);
                bytes.extend_from_slice(&announced.to_be_bytes());
            }
        }
        if masked {
            bytes.extend_from_slice(&[0xff; 4]);
        }
        bytes.extend(std::iter::repeat_n(0xff, data));
        bytes
    }

    proptest! {
        #[test]
        fn frames_within_the_limit_pass_and_the_first_beyond_it_does_not(
            lens in proptest::collection::vec((any::<bool>(), 0..70_000usize), 0..8),
            masked in any::<bool>(),
            beyond in 70_001..u64::MAX,
            parts in proptest::collection::vec(1..5_000usize, 1..20),
        ) {
            let mut bytes = Vec::new();
            for (masked, len) in lens {
                bytes.extend(frame(masked, len as u64, len));
            }
            let good = bytes.len();
            bytes.extend(frame(masked, beyond, 0));
            let mut guard = FrameGuard::new(70_000);
            let (mut at, mut parts) = (0, parts.into_iter().cycle());
            while at < good {
                let end = good.min(at + parts.next().unwrap());
                prop_assert!(guard.lets_pass(&bytes[at..end]));
                at = end;
            }
            let (last, header) = bytes[good..].split_last().unwrap();
            for byte in header {
                prop_assert!(guard.lets_pass(&[*byte]));
            }
            prop_assert!(!guard.lets_pass(&[*last]));
        }
    }
}
