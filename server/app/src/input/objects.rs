//! Finds the types that are deserialized from JSON objects. Derived deserializers of structs also
//! accept an array of the fields in order, which no call intends.

use serde::de::{self, DeserializeOwned, Deserializer, Visitor};
use serde::forward_to_deserialize_any;

/// Returns whether a type is deserialized from a JSON object, as structs are.
pub(super) fn is_object<T: DeserializeOwned>() -> bool {
    matches!(T::deserialize(Probe), Err(Asked { for_struct: true }))
}

/// A deserializer that fails and records whether a struct was requested.
struct Probe;

#[derive(Debug, thiserror::Error)]
#[error("asked for a struct: {for_struct}")]
struct Asked {
    for_struct: bool,
}

impl de::Error for Asked {
    fn custom<M: std::fmt::Display>(_: M) -> Self {
        Self { for_struct: false }
    }
}

impl<'de> Deserializer<'de> for Probe {
    type Error = Asked;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked { for_struct: false })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked { for_struct: true })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
