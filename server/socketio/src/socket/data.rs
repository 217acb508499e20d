//! The payload of an event, kept as the JSON text it came in.

use bytestring::ByteString;
use serde::de::IgnoredAny;

use super::decode::DecodeError;

/// Names that the client library uses for its own events; clients must not send them.
const RESERVED: [&str; 6] =
    ["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"];

/// A JSON array whose first element is the event's name. It is validated and kept as text, because
/// a value tree would take ten times the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventData {
    name: String,
    arguments: ByteString,
}

impl EventData {
    /// # Errors
    /// [`DecodeError::BadPayload`] when it is not a JSON array, is empty, or does not begin with a
    /// name that a client may use.
    pub fn read(json: &ByteString) -> Result<Self, DecodeError> {
        serde_json::from_str::<IgnoredAny>(json).map_err(|_| DecodeError::BadPayload)?;
        let inner = json
            .trim()
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .ok_or(DecodeError::BadPayload)?;
        let mut elements = serde_json::Deserializer::from_str(inner).into_iter::<String>();
        let Some(Ok(name)) = elements.next() else { return Err(DecodeError::BadPayload) };
        if RESERVED.contains(&name.as_str()) {
            return Err(DecodeError::BadPayload);
        }
        // The whole is valid JSON, so the name is followed by a comma or by nothing.
        let rest = inner.get(elements.byte_offset()..).unwrap_or_default().trim();
        let arguments = json.slice_ref(rest.strip_prefix(',').unwrap_or(rest).trim());
        Ok(Self { name, arguments })
    }

    /// The event's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The arguments as they came: JSON values with commas between them, without the brackets.
    #[must_use]
    pub fn arguments_json(&self) -> &str {
        &self.arguments
    }

    /// The arguments as values; attachments are still placeholders.
    ///
    /// # Errors
    /// When they are nested deeper than `serde_json` reads (128 levels) or hold a number that no
    /// value can represent.
    pub fn arguments(&self) -> Result<Vec<serde_json::Value>, serde_json::Error> {
        serde_json::from_str(&["[", &self.arguments, "]"].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_and_its_arguments_are_taken_apart() {
        for (json, name, arguments) in [
            (r#"["m"]"#, "m", ""),
            (r#" [ "m" , 1 ,"2" ] "#, "m", r#"1 ,"2""#),
            (r#"["a\"b",{"c":[true]}]"#, "a\"b", r#"{"c":[true]}"#),
            (r#"["m",","]"#, "m", r#"",""#),
        ] {
            let data = EventData::read(&json.into()).unwrap();
            assert_eq!((data.name(), data.arguments_json()), (name, arguments), "{json}");
        }
    }

    #[test]
    fn what_is_no_event_is_refused() {
        for json in [
            "",
            "[]",
            "{}",
            "[1]",
            "\"m\"",
            "null",
            r#"["m""#,
            r#"["m",]"#,
            r#"["m" 1]"#,
            r#"["m"]x"#,
            r#"{"a":["m"]}"#,
            r#"["connect"]"#,
            r#"["disconnect",1]"#,
        ] {
            assert_eq!(EventData::read(&json.into()), Err(DecodeError::BadPayload), "{json}");
        }
    }

    #[test]
    fn arguments_deeper_than_a_stack_are_an_error_and_not_a_crash() {
        let json = format!("[\"m\",{}{}]", "[".repeat(100_000), "]".repeat(100_000));
        let data = EventData::read(&json.into()).unwrap();
        assert!(data.arguments().is_err());
    }
}
