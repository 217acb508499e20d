//! Writing Socket.IO packets as Engine.IO frames.

use bytes::Bytes;
use bytestring::ByteString;
use serde::Serialize;

use crate::frame::Frame;

/// Kind of an outgoing packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An event; the data is an array that begins with its name.
    Event,
    /// The answer to an event that came with an id; the data is an array of arguments.
    Ack,
}

/// A packet to send, with its data as ready JSON.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    /// Event or acknowledgement.
    pub kind: Kind,
    /// The namespace, `/` for the main one; without commas, since nothing escapes them.
    pub namespace: &'a str,
    /// The acknowledgement id; always set for an acknowledgement.
    pub id: Option<u64>,
    /// A JSON array, with a placeholder for each attachment.
    pub json: &'a str,
    /// Binary data in the order of the placeholders.
    pub attachments: &'a [Bytes],
}

/// A payload that cannot be written as JSON, such as a map whose keys are not strings.
#[derive(Debug, thiserror::Error)]
#[error("the payload cannot be written as JSON: {0}")]
pub struct EncodeError(#[from] serde_json::Error);

impl Outgoing<'_> {
    /// The packet's frames: one of text, then one for each attachment.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        let kind = match (self.kind, self.attachments.is_empty()) {
            (Kind::Event, true) => '2',
            (Kind::Ack, true) => '3',
            (Kind::Event, false) => '5',
            (Kind::Ack, false) => '6',
        };
        let mut text = start(kind);
        if !self.attachments.is_empty() {
            text.push_str(&self.attachments.len().to_string());
            text.push('-');
        }
        push_namespace(&mut text, self.namespace);
        if let Some(id) = self.id {
            text.push_str(&id.to_string());
        }
        text.push_str(self.json);
        let head = Frame::Text(text.into());
        std::iter::once(head).chain(self.attachments.iter().cloned().map(Frame::Binary))
    }
}

/// Encodes an event with one argument, once for all recipients.
///
/// # Errors
/// [`EncodeError`] when the payload cannot be written as JSON.
pub fn event(
    namespace: &str,
    name: &str,
    payload: &impl Serialize,
) -> Result<ByteString, EncodeError> {
    let mut text = start('2');
    push_namespace(&mut text, namespace);
    text.push_str(&serde_json::to_string(&(name, payload))?);
    Ok(text.into())
}

/// The response to an accepted CONNECT.
pub(crate) fn connect(namespace: &str, sid: &str) -> Frame {
    let mut text = start('0');
    push_namespace(&mut text, namespace);
    text.push_str(r#"{"sid":""#);
    // A session id is made of letters, digits, `-` and `_`, so it needs no JSON escapes.
    text.push_str(sid);
    text.push_str("\"}");
    Frame::Text(text.into())
}

/// The response to a refused CONNECT.
pub(crate) fn connect_error(namespace: &str, message: &str) -> Frame {
    let mut text = start('4');
    push_namespace(&mut text, namespace);
    text.push_str(&serde_json::json!({ "message": message }).to_string());
    Frame::Text(text.into())
}

/// The digit of an Engine.IO message, then that of the packet.
fn start(kind: char) -> String {
    String::from_iter(['4', kind])
}

fn push_namespace(text: &mut String, namespace: &str) {
    if namespace != "/" {
        text.push_str(namespace);
        text.push(',');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_are_written_as_the_protocol_shows_them() {
        assert_eq!(event("/", "foo", &1).unwrap(), r#"42["foo",1]"#);
        assert_eq!(event("/admin", "bar", &[true]).unwrap(), r#"42/admin,["bar",[true]]"#);
        assert_eq!(connect("/admin", "a-B_1"), Frame::Text(r#"40/admin,{"sid":"a-B_1"}"#.into()));
        let error = connect_error("/", "Not \"authorized\"");
        assert_eq!(error, Frame::Text(r#"44{"message":"Not \"authorized\""}"#.into()));
        let ack = Outgoing {
            kind: Kind::Ack,
            namespace: "/admin",
            id: Some(15),
            json: r#"["bar",{"_placeholder":true,"num":0}]"#,
            attachments: &[Bytes::from_static(&[1, 2])],
        };
        let frames: Vec<Frame> = ack.frames().collect();
        assert_eq!(
            frames,
            [
                Frame::Text(r#"461-/admin,15["bar",{"_placeholder":true,"num":0}]"#.into()),
                Frame::Binary(Bytes::from_static(&[1, 2])),
            ]
        );
    }

    #[test]
    fn a_payload_without_json_form_is_an_error() {
        let keys = std::collections::BTreeMap::from([((1, 2), 3)]);
        assert!(event("/", "foo", &keys).is_err());
    }
}
