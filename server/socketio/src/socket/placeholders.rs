//! Placeholders of attachments in a JSON payload.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::decode::DecodeError;

/// Checks that every placeholder names an announced attachment and every announced attachment has
/// at least one placeholder. Scans the text without building values.
///
/// # Errors
/// [`DecodeError::BadPayload`].
pub(super) fn check(json: &str, attachments: usize) -> Result<(), DecodeError> {
    if attachments == 0 {
        // The payload of a plain packet may resemble a placeholder; it is data then.
        return Ok(());
    }
    let mut found = Found { seen: vec![false; attachments], bad: false };
    let mut reader = serde_json::Deserializer::from_str(json);
    Walk(&mut found).deserialize(&mut reader).map_err(|_| DecodeError::BadPayload)?;
    if found.bad || found.seen.contains(&false) {
        return Err(DecodeError::BadPayload);
    }
    Ok(())
}

struct Found {
    seen: Vec<bool>,
    bad: bool,
}

/// The kind of a value, as far as placeholders are concerned.
enum Shape {
    True,
    Number(u64),
    Other,
}

struct Walk<'a>(&'a mut Found);

impl<'de> DeserializeSeed<'de> for Walk<'_> {
    type Value = Shape;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Shape, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = Shape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Shape, E> {
        Ok(if value { Shape::True } else { Shape::Other })
    }

    fn visit_u64<E>(self, value: u64) -> Result<Shape, E> {
        Ok(Shape::Number(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_str<E>(self, _: &str) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_unit<E>(self) -> Result<Shape, E> {
        Ok(Shape::Other)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Shape, A::Error> {
        while seq.next_element_seed(Walk(self.0))?.is_some() {}
        Ok(Shape::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shape, A::Error> {
        let mut marked = false;
        let mut number = None;
        while let Some(key) = map.next_key::<std::borrow::Cow<'de, str>>()? {
            let shape = map.next_value_seed(Walk(self.0))?;
            match (&*key, shape) {
                ("_placeholder", shape) => marked = matches!(shape, Shape::True),
                ("num", Shape::Number(value)) => number = Some(value),
                ("num", _) => number = None,
                _ => {}
            }
        }
        if marked {
            let place = number.and_then(|number| usize::try_from(number).ok());
            match place.and_then(|place| self.0.seen.get_mut(place)) {
                Some(seen) => *seen = true,
                None => self.0.bad = true,
            }
        }
        Ok(Shape::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_and_attachments_must_match() {
        let place = |n: &str| format!(r#"{{"_placeholder":true,"num":{n}}}"#);
        let (zero, one) = (place("0"), place("1"));
        for (json, attachments, fits) in [
            (format!(r#"["m",{zero}]"#), 1, true),
            (format!(r#"["m",{{"deep":[{one},{zero}]}}]"#), 2, true),
            (format!(r#"["m",{zero},{zero}]"#), 1, true),
            (format!(r#"["m",{zero}]"#), 2, false),
            (format!(r#"["m",{one}]"#), 1, false),
            (format!(r#"["m",{}]"#, place("-1")), 1, false),
            (format!(r#"["m",{}]"#, place("0.0")), 1, false),
            (format!(r#"["m",{zero},{}]"#, place("\"0\"")), 1, false),
            (format!(r#"["m",{zero},{{"_placeholder":true}}]"#), 1, false),
            (format!(r#"["m",{zero},{{"_placeholder":false,"num":9}}]"#), 1, true),
            (r#"["m",{"_placeholder":true,"num":7}]"#.to_owned(), 0, true),
        ] {
            assert_eq!(check(&json, attachments).is_ok(), fits, "{json}");
        }
    }

    #[test]
    fn nesting_beyond_the_reader_is_an_error_and_not_a_crash() {
        let json = format!("[{}{}]", "[".repeat(100_000), "]".repeat(100_000));
        assert_eq!(check(&json, 1), Err(DecodeError::BadPayload));
    }
}
