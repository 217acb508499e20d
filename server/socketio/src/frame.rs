//! Encoded packets and the bounded queue of a polling client.

use std::collections::VecDeque;

use bytes::Bytes;
use bytestring::ByteString;

use crate::close::CloseReason;
use crate::config::Config;
use crate::engine::payload;

/// An encoded Engine.IO packet as sent in a websocket frame. Clones share the bytes, so that a
/// broadcast exists only once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A packet type digit and its data.
    Text(ByteString),
    /// The data of a binary message, as is.
    Binary(Bytes),
}

impl Frame {
    /// Length in bytes in a websocket; in a polling body, base64 makes a binary packet a third
    /// longer.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Binary(data) => data.len(),
        }
    }

    /// Returns whether the frame has no bytes, which is only possible for an empty binary message.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Packets that wait for a polling client's next GET.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    frames: VecDeque<Frame>,
    bytes: usize,
}

impl Outbox {
    pub(crate) fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// # Errors
    /// [`CloseReason::OutboxFull`]; the frame was not added.
    pub(crate) fn push(&mut self, frame: Frame, config: &Config) -> Result<(), CloseReason> {
        let bytes = self.bytes.saturating_add(frame.len());
        if self.frames.len() >= config.outbox_packets_max || bytes > config.outbox_bytes_max {
            return Err(CloseReason::OutboxFull);
        }
        self.bytes = bytes;
        self.frames.push_back(frame);
        Ok(())
    }

    pub(crate) fn pop(&mut self) -> Option<Frame> {
        let frame = self.frames.pop_front()?;
        self.bytes = self.bytes.saturating_sub(frame.len());
        if self.frames.is_empty() {
            // Releases the memory of a burst instead of keeping it for the rest of the session.
            self.frames = VecDeque::new();
        }
        Some(frame)
    }

    /// The next polling body: whole packets in order, at most `max_bytes` unless the first one
    /// alone is larger. Empty when nothing waits.
    pub(crate) fn take_body(&mut self, max_bytes: usize) -> ByteString {
        let mut body = String::new();
        while let Some(frame) = self.frames.front() {
            let more = payload::encoded_len(frame).saturating_add(1);
            if !body.is_empty() && body.len().saturating_add(more) > max_bytes {
                break;
            }
            let Some(frame) = self.pop() else { break };
            payload::append(&mut body, &frame);
        }
        body.into()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
