//! Explains why a body or a query cannot be parsed: parses it again with a deserializer that tracks
//! the path of the field and describes what was expected in plain words.

use std::fmt;

use actix_web::web::Query;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde_json::Value;

use super::InputError;
use crate::config::{length, own_text, plain_type};

/// 2^64: larger than any `u64`.
const ABOVE_INTEGERS: f64 = 18_446_744_073_709_551_616.0;
/// -2^63: the smallest `i64`.
const BELOW_INTEGERS: f64 = -9_223_372_036_854_775_808.0;

/// Reason for a field that is not there.
const MISSING: &str = "is missing";

/// An invalid field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    /// Such as `amount` or `[2].title`; empty for the whole input.
    pub field: String,
    /// What is wrong, for example "must be a whole number".
    pub reason: String,
}

impl FieldProblem {
    /// The reason as a sentence of its own, for the place beside the field.
    pub fn sentence(&self) -> String {
        let reason = &self.reason;
        if let Some(rest) = reason.strip_prefix("must ") {
            return format!("Must {rest}");
        }
        if reason == MISSING { "This is required".to_owned() } else { format!("This {reason}") }
    }
}

impl fmt::Display for FieldProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field.as_str() {
            "" => write!(f, "The request {}", self.reason),
            field => write!(f, "`{field}` {}", self.reason),
        }
    }
}

impl std::error::Error for FieldProblem {}

impl FieldProblem {
    fn new(field: &str, reason: impl Into<String>) -> Self {
        Self { field: field.to_owned(), reason: reason.into() }
    }

    /// The same problem, in a field or list entry of an outer value.
    fn inside(mut self, outer: &str) -> Self {
        self.field = match self.field.as_str() {
            "" => outer.to_owned(),
            inner if inner.starts_with('[') => format!("{outer}{inner}"),
            inner => format!("{outer}.{inner}"),
        };
        self
    }
}

impl Error for FieldProblem {
    fn custom<T: fmt::Display>(text: T) -> Self {
        Self::new("", own_text(text.to_string()))
    }

    fn invalid_type(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = expected.to_string();
        let expected = plain_type(&expected);
        // A whole number that fits no integer type is parsed as a float.
        if let Unexpected::Float(number) = unexpected
            && expected.starts_with("a whole number")
        {
            if number >= ABOVE_INTEGERS {
                return Self::new("", "is too large");
            }
            if number < BELOW_INTEGERS {
                return Self::new("", "is too low");
            }
        }
        Self::new("", format!("must be {expected}"))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::new("", length(&expected.to_string()))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::new("", one_of(expected))
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::new(field, "is not a field of this request")
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(field, MISSING)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(field, "is there twice")
    }
}

fn one_of(names: &[&str]) -> String {
    match names {
        [name] => format!("must be \"{name}\""),
        names => format!("must be one of \"{}\"", names.join("\", \"")),
    }
}

/// Explains why a body cannot be parsed as this type.
pub(super) fn body<T: DeserializeOwned>(body: &[u8]) -> InputError {
    let value: Value = match serde_json::from_slice(body) {
        Ok(value) => value,
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            return InputError::Unreadable(format!(
                "The request is not valid JSON (line {line}, column {column})"
            ));
        }
    };
    problem::<T>(Node::Json(&value))
}

/// Reads a value inside of a body as this type.
///
/// # Errors
/// Names the invalid field and the reason.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, FieldProblem> {
    T::deserialize(Node::Json(value))
}

/// Explains why a query cannot be parsed as this type.
pub(super) fn query<T: DeserializeOwned>(query: &str) -> InputError {
    match Query::<Vec<(String, String)>>::from_query(query) {
        Ok(pairs) => problem::<T>(Node::Query(&pairs)),
        Err(_) => InputError::Unreadable("The query of the address cannot be read".to_owned()),
    }
}

fn problem<T: DeserializeOwned>(node: Node<'_>) -> InputError {
    match T::deserialize(node) {
        Err(problem) => problem.into(),
        // This deserializer is more lenient than the first one; where it succeeds, the field is not
        // known.
        Ok(_) => FieldProblem::new("", "has a field that cannot be read").into(),
    }
}

/// A value in the input, with its kind.
#[derive(Clone, Copy)]
enum Node<'a> {
    Json(&'a Value),
    Query(&'a [(String, String)]),
    /// A value in a query.
    Text(&'a str),
}

/// Numbers in a query are text. Text that is not a number is refused by the type's own visitor.
macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldProblem> {
            let Node::Text(text) = self else { return self.deserialize_any(visitor) };
            if let Ok(number) = text.parse() {
                visitor.visit_u64(number)
            } else if let Ok(number) = text.parse() {
                visitor.visit_i64(number)
            } else if let Ok(number) = text.parse() {
                visitor.visit_f64(number)
            } else {
                visitor.visit_str(text)
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = FieldProblem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldProblem> {
        match self {
            Node::Text(text) => visitor.visit_str(text),
            Node::Json(Value::String(text)) => visitor.visit_str(text),
            Node::Json(Value::Null) => visitor.visit_unit(),
            Node::Json(Value::Bool(value)) => visitor.visit_bool(*value),
            Node::Json(Value::Number(number)) => {
                if let Some(number) = number.as_u64() {
                    visitor.visit_u64(number)
                } else if let Some(number) = number.as_i64() {
                    visitor.visit_i64(number)
                } else {
                    visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
                }
            }
            Node::Json(Value::Array(items)) => {
                visitor.visit_seq(Items { items: items.iter().enumerate() })
            }
            Node::Json(Value::Object(fields)) => {
                let fields = fields.iter().map(|(name, value)| (name.as_str(), Node::Json(value)));
                visitor.visit_map(Fields { fields, value: None })
            }
            Node::Query(pairs) => {
                let fields = pairs.iter().map(|(name, text)| (name.as_str(), Node::Text(text)));
                visitor.visit_map(Fields { fields, value: None })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldProblem> {
        match self {
            Node::Json(Value::Null) => visitor.visit_none(),
            value => visitor.visit_some(value),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, FieldProblem> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, FieldProblem> {
        match self {
            Node::Text("true") => visitor.visit_bool(true),
            Node::Text("false") => visitor.visit_bool(false),
            value => value.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, FieldProblem> {
        match self {
            Node::Text(text) => visitor.visit_enum(Variant(text)),
            Node::Json(Value::String(text)) => visitor.visit_enum(Variant(text)),
            Node::Json(_) | Node::Query(_) => Err(FieldProblem::new("", one_of(variants))),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// The fields of an object, with the path of the invalid one.
struct Fields<'a, I> {
    fields: I,
    value: Option<(&'a str, Node<'a>)>,
}

impl<'a, 'de, I: Iterator<Item = (&'a str, Node<'a>)>> MapAccess<'de> for Fields<'a, I> {
    type Error = FieldProblem;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, FieldProblem> {
        self.value = self.fields.next();
        let Some((name, _)) = self.value else { return Ok(None) };
        let key: StrDeserializer<'_, FieldProblem> = StrDeserializer::new(name);
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, FieldProblem> {
        let taken = self.value.take();
        let (name, value) = taken.ok_or_else(|| FieldProblem::custom("cannot be read"))?;
        seed.deserialize(value).map_err(|problem| problem.inside(name))
    }
}

/// The entries of a list, with the path of the invalid one.
struct Items<'a> {
    items: std::iter::Enumerate<std::slice::Iter<'a, Value>>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = FieldProblem;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, FieldProblem> {
        let Some((place, value)) = self.items.next() else { return Ok(None) };
        let read = seed.deserialize(Node::Json(value));
        read.map(Some).map_err(|problem| problem.inside(&format!("[{place}]")))
    }
}

/// The name of an enum's variant. No input type has variants with content.
struct Variant<'a>(&'a str);

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = FieldProblem;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self), FieldProblem> {
        let name: StrDeserializer<'_, FieldProblem> = StrDeserializer::new(self.0);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = FieldProblem;

    fn unit_variant(self) -> Result<(), FieldProblem> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, FieldProblem> {
        Err(FieldProblem::custom("has a value of another kind"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, FieldProblem> {
        Err(FieldProblem::custom("has a value of another kind"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, FieldProblem> {
        Err(FieldProblem::custom("has a value of another kind"))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Sort {
        Newest,
        Oldest,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[expect(dead_code, reason = "only read")]
    struct Input {
        amount: u64,
        #[serde(default)]
        is_active: Option<bool>,
        #[serde(default)]
        name: String,
        #[serde(default)]
        sort: Option<Sort>,
        #[serde(default)]
        items: Vec<Item>,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only read")]
    struct Item {
        cost: u8,
    }

    #[test]
    fn a_body_that_cannot_be_read_names_field_and_reason() {
        for (sent, text) in [
            ("{\"amount\":-1}", "`amount` must be a whole number of at least 0"),
            ("{\"amount\":1.5}", "`amount` must be a whole number of at least 0"),
            ("{\"amount\":5.0}", "`amount` must be a whole number of at least 0"),
            ("{\"amount\":1e2}", "`amount` must be a whole number of at least 0"),
            ("{\"amount\":-0}", "`amount` must be a whole number of at least 0"),
            ("{\"amount\":99999999999999999999}", "`amount` is too large"),
            ("{\"amount\":-99999999999999999999}", "`amount` is too low"),
            ("{\"amount\":\"5\"}", "`amount` must be a whole number of at least 0"),
            ("{\"amount\":null}", "`amount` must be a whole number of at least 0"),
            ("{}", "`amount` is missing"),
            ("{\"amount\":1,\"isActive\":1}", "`isActive` must be true or false"),
            ("{\"amount\":1,\"isActive\":-0}", "`isActive` must be true or false"),
            ("{\"amount\":1,\"name\":[]}", "`name` must be text"),
            ("{\"amount\":1,\"name\":5.0}", "`name` must be text"),
            ("{\"amount\":1,\"sort\":\"x\"}", "`sort` must be one of \"newest\", \"oldest\""),
            ("{\"amount\":1,\"sort\":1}", "`sort` must be one of \"newest\", \"oldest\""),
            ("{\"amount\":1,\"items\":{}}", "`items` must be a list"),
            (
                "{\"amount\":1,\"items\":[{\"cost\":1},{\"cost\":300}]}",
                "`items[1].cost` must be a whole number from 0 to 255",
            ),
            ("{\"amount\":1,\"items\":[{}]}", "`items[0].cost` is missing"),
            ("5", "The request must be an object"),
            ("{\"amount\":", "The request is not valid JSON (line 1, column 10)"),
        ] {
            assert!(serde_json::from_str::<Input>(sent).is_err(), "{sent}");
            assert_eq!(body::<Input>(sent.as_bytes()).to_string(), text, "{sent}");
        }
        let twice = "{\"amount\":1,\"amount\":2}";
        assert_eq!(
            body::<Input>(twice.as_bytes()).to_string(),
            "The request has a field that cannot be read"
        );
    }

    #[test]
    fn a_query_that_cannot_be_read_names_field_and_reason() {
        for (sent, text) in [
            ("amount=x", "`amount` must be a whole number of at least 0"),
            ("amount=-1", "`amount` must be a whole number of at least 0"),
            ("amount=", "`amount` must be a whole number of at least 0"),
            ("amount=1&isActive=yes", "`isActive` must be true or false"),
            ("amount=1&sort=x", "`sort` must be one of \"newest\", \"oldest\""),
            ("amount=1&amount=2", "`amount` is there twice"),
            ("", "`amount` is missing"),
        ] {
            assert!(Query::<Input>::from_query(sent).is_err(), "{sent}");
            assert_eq!(query::<Input>(sent).to_string(), text, "{sent}");
        }
    }
}
