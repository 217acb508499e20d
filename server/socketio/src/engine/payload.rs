//! Polling bodies: packets joined by the record separator, binary ones in base64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytestring::ByteString;

use crate::frame::Frame;

/// Separates the packets of a body (Engine.IO protocol, "HTTP long-polling" encoding).
pub(crate) const SEPARATOR: char = '\u{1e}';
const BINARY: char = 'b';

/// Length of the packet within a body, without a separator.
pub(crate) fn encoded_len(frame: &Frame) -> usize {
    match frame {
        Frame::Text(text) => text.len(),
        Frame::Binary(data) => {
            base64::encoded_len(data.len(), true).unwrap_or(usize::MAX).saturating_add(1)
        }
    }
}

pub(crate) fn append(body: &mut String, frame: &Frame) {
    if !body.is_empty() {
        body.push(SEPARATOR);
    }
    match frame {
        Frame::Text(text) => body.push_str(text),
        Frame::Binary(data) => {
            body.push(BINARY);
            STANDARD.encode_string(data, body);
        }
    }
}

/// The packets of a body in order; `None` stands for one that is not base64.
pub(crate) fn split(body: &ByteString) -> impl Iterator<Item = Option<Frame>> + '_ {
    body.split(SEPARATOR).map(|packet| match packet.strip_prefix(BINARY) {
        Some(data) => STANDARD.decode(data).ok().map(|data| Frame::Binary(data.into())),
        None => Some(Frame::Text(body.slice_ref(packet))),
    })
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use proptest::prelude::*;

    use super::*;

    fn frame() -> impl Strategy<Value = Frame> {
        prop_oneof![
            "[0-6][^\u{1e}]{0,40}".prop_map(|text| Frame::Text(text.into())),
            proptest::collection::vec(any::<u8>(), 0..40)
                .prop_map(|data| Frame::Binary(Bytes::from(data))),
        ]
    }

    proptest! {
        #[test]
        fn a_body_reads_back_as_its_packets(frames in proptest::collection::vec(frame(), 1..20)) {
            let mut body = String::new();
            let mut expected_len = 0;
            for frame in &frames {
                append(&mut body, frame);
                expected_len += encoded_len(frame) + 1;
            }
            prop_assert_eq!(body.len() + 1, expected_len);
            let read: Option<Vec<Frame>> = split(&body.into()).collect();
            prop_assert_eq!(read, Some(frames));
        }
    }

    #[test]
    fn a_packet_that_is_not_base64_is_recognised() {
        let read: Vec<_> = split(&"4a\u{1e}b***\u{1e}4b".into()).collect();
        assert_eq!(read.len(), 3);
        assert_eq!(read[1], None);
    }
}
