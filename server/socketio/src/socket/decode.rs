//! Parses Socket.IO packets and applies the limits while parsing.

use bytestring::ByteString;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::data::EventData;
use super::placeholders;
use crate::config::Config;

/// Larger ids are not exact as numbers in the client's language, so no client sends them.
const ACK_ID_MAX: u64 = (1 << 53) - 1;

/// A packet that a client may send. Namespaces keep their leading slash.
#[derive(Clone, Debug, PartialEq)]
pub enum Packet {
    /// Asks to join a namespace.
    Connect {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
        /// Always an object; `{}` when the client sent none.
        payload: Value,
    },
    /// Leaves a namespace.
    Disconnect {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
    },
    /// An event.
    Event {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
        /// Set when the client waits for an acknowledgement.
        id: Option<u64>,
        /// Name and arguments.
        data: EventData,
        /// Number of binary messages that follow and belong to it.
        attachments: usize,
    },
    /// The answer to an event that the server sent with an id.
    Ack {
        /// The namespace, `/` for the main one.
        namespace: ByteString,
        /// The id that the server gave.
        id: u64,
        /// A JSON array, possibly empty.
        json: ByteString,
        /// Number of binary messages that follow and belong to it.
        attachments: usize,
    },
}

/// Why a text is not a packet that a client may send.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The first character is not a packet type of a client.
    #[error("unknown packet type")]
    BadType,
    /// A count of attachments is missing, malformed or above the limit.
    #[error("bad number of attachments")]
    BadAttachments,
    /// The namespace's name is above the limit.
    #[error("namespace name too long")]
    LongNamespace,
    /// The acknowledgement id is missing or not a number that clients use.
    #[error("bad acknowledgement id")]
    BadId,
    /// The payload is not the JSON that this type of packet has.
    #[error("bad payload")]
    BadPayload,
    /// A binary message that no packet announced.
    #[error("binary data that was not announced")]
    StrayBinary,
    /// Another packet arrived where announced binary data was expected.
    #[error("a packet between a packet and its attachments")]
    MissingBinary,
}

/// Parses one packet from the text of an Engine.IO message. The text is shared, not copied.
///
/// # Errors
/// [`DecodeError`]; the protocol requires closing the connection then.
pub fn decode(text: &ByteString, config: &Config) -> Result<Packet, DecodeError> {
    let (kind, rest) = split_char(text).ok_or(DecodeError::BadType)?;
    let (attachments, rest) = match kind {
        '5' | '6' => split_attachments(rest, config.attachments_max)?,
        _ => (0, rest),
    };
    let (namespace, rest) = split_namespace(rest);
    if namespace.len() > config.namespace_bytes_max {
        return Err(DecodeError::LongNamespace);
    }
    let namespace = if namespace == "/" {
        ByteString::from_static("/")
    } else {
        // Copied, because the name outlives the message and must not keep all of it in memory.
        ByteString::from(namespace)
    };
    match kind {
        '0' => Ok(Packet::Connect { namespace, payload: connect_payload(rest, config)? }),
        '1' if rest.is_empty() => Ok(Packet::Disconnect { namespace }),
        '1' => Err(DecodeError::BadPayload),
        '2' | '5' => {
            let (id, json) = split_id(rest)?;
            let data = EventData::read(&text.slice_ref(json))?;
            placeholders::check(json, attachments)?;
            Ok(Packet::Event { namespace, id, data, attachments })
        }
        '3' | '6' => {
            let (id, json) = split_id(rest)?;
            let id = id.ok_or(DecodeError::BadId)?;
            serde_json::from_str::<Vec<IgnoredAny>>(json).map_err(|_| DecodeError::BadPayload)?;
            placeholders::check(json, attachments)?;
            Ok(Packet::Ack { namespace, id, json: text.slice_ref(json), attachments })
        }
        _ => Err(DecodeError::BadType),
    }
}

fn split_char(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    chars.next().map(|first| (first, chars.as_str()))
}

fn split_attachments(text: &str, max: usize) -> Result<(usize, &str), DecodeError> {
    let (count, rest) = text.split_once('-').ok_or(DecodeError::BadAttachments)?;
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecodeError::BadAttachments);
    }
    match count.parse::<usize>() {
        Ok(count) if count <= max => Ok((count, rest)),
        _ => Err(DecodeError::BadAttachments),
    }
}

/// The namespace ends at its comma, or at the end of the text.
fn split_namespace(text: &str) -> (&str, &str) {
    if text.starts_with('/') { text.split_once(',').unwrap_or((text, "")) } else { ("/", text) }
}

fn split_id(text: &str) -> Result<(Option<u64>, &str), DecodeError> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() {
        return Ok((None, rest));
    }
    match digits.parse::<u64>() {
        Ok(id) if id <= ACK_ID_MAX => Ok((Some(id), rest)),
        _ => Err(DecodeError::BadId),
    }
}

fn connect_payload(json: &str, config: &Config) -> Result<Value, DecodeError> {
    if json.is_empty() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    if json.len() > config.connect_payload_bytes_max {
        return Err(DecodeError::BadPayload);
    }
    match serde_json::from_str(json) {
        Ok(object @ Value::Object(_)) => Ok(object),
        _ => Err(DecodeError::BadPayload),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Packet, DecodeError> {
        decode(&text.into(), &Config::default())
    }

    #[test]
    fn well_formed_packets_are_read() {
        let main = ByteString::from("/");
        let admin = ByteString::from("/admin");
        let event = |json: &str| EventData::read(&json.into()).unwrap();
        for (text, packet) in [
            ("0", Packet::Connect { namespace: main.clone(), payload: serde_json::json!({}) }),
            (
                "0/admin,{\"a\":1}",
                Packet::Connect { namespace: admin.clone(), payload: serde_json::json!({"a": 1}) },
            ),
            (
                "0/admin",
                Packet::Connect { namespace: admin.clone(), payload: serde_json::json!({}) },
            ),
            ("1", Packet::Disconnect { namespace: main.clone() }),
            ("1/admin,", Packet::Disconnect { namespace: admin.clone() }),
            (
                "212[\"foo\"]",
                Packet::Event {
                    namespace: main,
                    id: Some(12),
                    data: event("[\"foo\"]"),
                    attachments: 0,
                },
            ),
            (
                "3/admin,13[]",
                Packet::Ack { namespace: admin.clone(), id: 13, json: "[]".into(), attachments: 0 },
            ),
            (
                "51-/admin,[\"baz\",{\"_placeholder\":true,\"num\":0}]",
                Packet::Event {
                    namespace: admin,
                    id: None,
                    data: event("[\"baz\",{\"_placeholder\":true,\"num\":0}]"),
                    attachments: 1,
                },
            ),
        ] {
            assert_eq!(read(text), Ok(packet), "{text}");
        }
    }

    #[test]
    fn malformed_packets_are_refused() {
        for (text, error) in [
            ("", DecodeError::BadType),
            ("abc", DecodeError::BadType),
            ("4{\"message\":\"x\"}", DecodeError::BadType),
            ("7", DecodeError::BadType),
            ("2", DecodeError::BadPayload),
            ("2{}", DecodeError::BadPayload),
            ("2[]", DecodeError::BadPayload),
            ("2abc[\"m\"]", DecodeError::BadPayload),
            ("2-1[\"m\"]", DecodeError::BadPayload),
            ("29007199254740992[\"m\"]", DecodeError::BadId),
            ("299999999999999999999999[\"m\"]", DecodeError::BadId),
            ("3[\"m\"]", DecodeError::BadId),
            ("31{}", DecodeError::BadPayload),
            ("5[\"m\"]", DecodeError::BadAttachments),
            ("5x-[\"m\"]", DecodeError::BadAttachments),
            ("5+1-[\"m\"]", DecodeError::BadAttachments),
            ("5-[\"m\"]", DecodeError::BadAttachments),
            ("517-[\"m\"]", DecodeError::BadAttachments),
            ("51-[\"m\",{\"_placeholder\":true,\"num\":1}]", DecodeError::BadPayload),
            ("51-[\"m\"]", DecodeError::BadPayload),
            ("0[]", DecodeError::BadPayload),
            ("0null", DecodeError::BadPayload),
            ("0/a,1", DecodeError::BadPayload),
            ("1x", DecodeError::BadPayload),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
        let long = format!("0/{}", "n".repeat(128));
        assert_eq!(read(&long), Err(DecodeError::LongNamespace));
    }
}
