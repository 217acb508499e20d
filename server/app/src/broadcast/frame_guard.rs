//! Passes a websocket's bytes to its codec one frame at a time, and refuses a frame by the length
//! in its header.
//!
//! The codec's owner reads all available bytes before it decodes one frame, and the codec checks a
//! length against its limit only when the whole frame has arrived. So a client that sends small
//! frames faster than they are decoded, or announces a huge one, could fill the memory. This module
//! parses the headers to prevent both.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, ready};

use actix_web::error::PayloadError;
use actix_web::web;
use bytes::Bytes;
use futures_util::Stream;

use super::packet_limit::PacketLimit;
use crate::connections::Connection;

/// Largest data of a control frame, in bytes (RFC 6455, section 5.5).
const CONTROL_BYTES_MAX: u64 = 125;

/// The bytes of a websocket on their way to the codec.
pub(super) struct GuardedPayload<P = web::Payload> {
    payload: P,
    guard: FrameGuard,
    /// Bytes that were read and not yet passed to the codec.
    held: Bytes,
    /// True when the codec has a whole frame that it has not decoded yet.
    is_frame_due: bool,
    connection: Option<Rc<Connection>>,
}

impl<P> GuardedPayload<P> {
    pub(super) fn new(payload: P, limit: PacketLimit, connection: Option<Rc<Connection>>) -> Self {
        let (guard, held) = (FrameGuard::new(limit), Bytes::new());
        Self { payload, guard, held, is_frame_due: false, connection }
    }
}

impl<P> Stream for GuardedPayload<P>
where
    P: Stream<Item = Result<Bytes, PayloadError>> + Unpin,
{
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if std::mem::take(&mut this.is_frame_due) {
            // The codec decodes its frame first; the wake-up continues with the next one.
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if this.held.is_empty() {
            match ready!(Pin::new(&mut this.payload).poll_next(cx)) {
                Some(Ok(bytes)) => this.held = bytes,
                end => return Poll::Ready(end),
            }
        }
        let Some(Passed { bytes, is_whole }) = this.guard.pass(&this.held) else {
            return Poll::Ready(Some(Err(PayloadError::Overflow)));
        };
        this.is_frame_due = is_whole;
        if let Some(connection) = &this.connection {
            connection.handed_on(bytes);
        }
        Poll::Ready(Some(Ok(this.held.split_to(bytes))))
    }
}

/// Bytes of the current frame that may be passed on.
#[derive(Debug, PartialEq)]
struct Passed {
    bytes: usize,
    /// True when they end the frame.
    is_whole: bool,
}

/// Finds the frames in a stream of bytes (RFC 6455, section 5.2).
struct FrameGuard {
    limit: PacketLimit,
    /// Bytes of the current frame's data that have not arrived.
    data_left: u64,
    /// Sum of the lengths in the headers of the current message.
    message_bytes: u64,
    header_len: usize,
    /// The first byte of the header: the bit for the last frame of a message, and the opcode.
    first: u8,
    /// The second byte of the header: mask bit and short length.
    second: u8,
    /// The extended length, as far as it has arrived.
    extended: u64,
}

impl FrameGuard {
    fn new(limit: PacketLimit) -> Self {
        let (data_left, message_bytes, extended) = (0, 0, 0);
        Self { limit, data_left, message_bytes, header_len: 0, first: 0, second: 0, extended }
    }

    /// Returns the bytes up to the end of the current frame; `None` when its length exceeds the
    /// limit. The connection must not be read after that.
    fn pass(&mut self, bytes: &[u8]) -> Option<Passed> {
        if self.data_left > 0 {
            return Some(self.data(0, bytes.len()));
        }
        for (at, byte) in bytes.iter().enumerate() {
            let Some(announced) = self.header_byte(*byte) else { continue };
            if !self.allows(announced) {
                return None;
            }
            self.data_left = announced;
            let header = at + 1;
            return Some(self.data(header, bytes.len()));
        }
        Some(Passed { bytes: bytes.len(), is_whole: false })
    }

    fn data(&mut self, from: usize, len: usize) -> Passed {
        let left = usize::try_from(self.data_left).unwrap_or(usize::MAX);
        let taken = left.min(len.saturating_sub(from));
        self.data_left = self.data_left.saturating_sub(u64::try_from(taken).unwrap_or(u64::MAX));
        Passed { bytes: from + taken, is_whole: self.data_left == 0 }
    }

    /// Returns whether a frame of this length is allowed. The frames of one message count together;
    /// control frames may come between them.
    fn allows(&mut self, announced: u64) -> bool {
        let (is_last, opcode) = (self.first & 0x80 != 0, self.first & 0x0f);
        if opcode & 0x08 != 0 {
            return announced <= CONTROL_BYTES_MAX;
        }
        let before = if opcode == 0 { self.message_bytes } else { 0 };
        let message = before.saturating_add(announced);
        self.message_bytes = if is_last { 0 } else { message };
        message <= u64::try_from(self.limit.bytes()).unwrap_or(u64::MAX)
    }

    /// Adds a byte of the header. Returns the length of the frame's data after the last one.
    fn header_byte(&mut self, byte: u8) -> Option<u64> {
        match self.header_len {
            0 => self.first = byte,
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
    use std::task::Waker;

    use futures_util::{StreamExt, stream};
    use pointhouse_socketio::Config;
    use proptest::prelude::*;

    use super::*;

    const LIMIT: usize = 70_000;
    const TEXT: u8 = 0x81;
    const TEXT_BEGINS: u8 = 0x01;
    const GOES_ON: u8 = 0x00;
    const ENDS: u8 = 0x80;
    const PONG: u8 = 0x8a;

    fn frame(first: u8, masked: bool, announced: u64, data: usize) -> Vec<u8> {
        let mask = if masked { 0x80 } else { 0 };
        let mut bytes = vec![first];
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

    fn guard() -> FrameGuard {
        let limit = Config { packet_bytes_max: LIMIT, ..Config::default() };
        FrameGuard::new(PacketLimit::new(&limit))
    }

    /// Passes all bytes in parts of these sizes. Returns the sizes of the frames.
    fn frames(guard: &mut FrameGuard, bytes: &[u8], parts: &[usize]) -> Option<Vec<usize>> {
        let (mut at, mut parts, mut frame, mut sizes) = (0, parts.iter().cycle(), 0, Vec::new());
        while at < bytes.len() {
            let end = bytes.len().min(at + parts.next().unwrap());
            while at < end {
                let passed = guard.pass(&bytes[at..end])?;
                at += passed.bytes;
                frame += passed.bytes;
                if passed.is_whole {
                    sizes.push(std::mem::take(&mut frame));
                }
            }
        }
        assert_eq!(frame, 0, "a frame is left over");
        Some(sizes)
    }

    proptest! {
        #[test]
        fn frames_within_the_limit_pass_and_the_first_beyond_it_does_not(
            lens in proptest::collection::vec((any::<bool>(), 0..LIMIT), 0..8),
            masked in any::<bool>(),
            beyond in LIMIT as u64 + 1..u64::MAX,
            parts in proptest::collection::vec(1..5_000usize, 1..20),
        ) {
            let all: Vec<Vec<u8>> =
                lens.iter().map(|(masked, len)| frame(TEXT, *masked, *len as u64, *len)).collect();
            let sizes: Vec<usize> = all.iter().map(Vec::len).collect();
            let mut guard = guard();
            prop_assert_eq!(frames(&mut guard, &all.concat(), &parts), Some(sizes));
            let header = frame(TEXT, masked, beyond, 0);
            let (last, header) = header.split_last().unwrap();
            for byte in header {
                prop_assert_eq!(guard.pass(&[*byte]), Some(Passed { bytes: 1, is_whole: false }));
            }
            prop_assert_eq!(guard.pass(&[*last]), None);
        }

        #[test]
        fn frames_of_one_message_count_together(cut in 1..LIMIT, parts in 1..5_000usize) {
            let rest = LIMIT - cut;
            let fits = [
                frame(TEXT_BEGINS, true, cut as u64, cut),
                frame(PONG, true, 125, 125),
                frame(ENDS, true, rest as u64, rest),
                frame(TEXT, true, LIMIT as u64, LIMIT),
            ];
            let mut one = guard();
            prop_assert!(frames(&mut one, &fits.concat(), &[parts]).is_some());
            let beyond = [
                frame(TEXT_BEGINS, true, cut as u64, cut),
                frame(GOES_ON, true, rest as u64, rest),
                frame(ENDS, true, 1, 1),
            ];
            prop_assert_eq!(frames(&mut one, &beyond.concat(), &[parts]), None);
        }
    }

    #[test]
    fn a_control_frame_is_small() {
        assert_eq!(guard().pass(&frame(PONG, false, 126, 0)), None);
    }

    #[test]
    fn the_codec_gets_one_frame_at_a_time() {
        let pong = frame(PONG, true, 2, 2);
        let bytes = Bytes::from([&pong.repeat(1_000)[..], &pong[..3]].concat());
        let limit = PacketLimit::new(&Config::default());
        let payload = stream::iter([Ok(bytes)]).chain(stream::pending());
        let mut guarded = GuardedPayload::new(Box::pin(payload), limit, None);
        let mut cx = Context::from_waker(Waker::noop());
        for number in 0..1_000 {
            let polled = Pin::new(&mut guarded).poll_next(&mut cx);
            let Poll::Ready(Some(Ok(part))) = polled else { panic!("{number}: {polled:?}") };
            assert!(part == pong, "{number}");
            assert!(Pin::new(&mut guarded).poll_next(&mut cx).is_pending(), "{number}");
        }
        let polled = Pin::new(&mut guarded).poll_next(&mut cx);
        let Poll::Ready(Some(Ok(part))) = polled else { panic!("{polled:?}") };
        assert!(part == pong[..3], "a part of a frame is handed on as it is");
        assert!(Pin::new(&mut guarded).poll_next(&mut cx).is_pending());
    }
}
