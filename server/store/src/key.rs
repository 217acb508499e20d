//! Keys of rows: encodes typed keys as bytes that sort like their values.

use smallvec::SmallVec;

/// A key's bytes. Most keys fit without an allocation.
pub type KeyBytes = SmallVec<[u8; 40]>;

/// A type whose values are keys of a table, or leading parts of them.
///
/// The bytes sort like the values. Types of variable length (`String`, `Vec<u8>`) take all
/// remaining bytes, so they can only be the last part of a key.
pub trait StoredKey: Sized {
    /// Adds the key's bytes.
    fn write(&self, out: &mut KeyBytes);

    /// Takes a key off the front of `bytes`; `None` if they are not such a key.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// The key's bytes.
    fn bytes(&self) -> KeyBytes {
        let mut out = KeyBytes::new();
        self.write(&mut out);
        out
    }

    /// Decodes a key from all of these bytes.
    fn of(mut bytes: &[u8]) -> Option<Self> {
        let key = Self::read(&mut bytes)?;
        bytes.is_empty().then_some(key)
    }
}

/// Owner of a log: a number, or a type that wraps one.
pub trait LogOwner: Copy {
    /// The number.
    fn number(self) -> u64;
    /// The owner with a number.
    fn of(number: u64) -> Self;
}

impl LogOwner for u64 {
    fn number(self) -> u64 {
        self
    }

    fn of(number: u64) -> Self {
        number
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl StoredKey for $number {
            fn write(&self, out: &mut KeyBytes) {
                out.extend_from_slice(&self.to_be_bytes());
            }

            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let (own, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_be_bytes(*own))
            }
        })*
    };
}

// Signed numbers sort correctly only while they are not negative.
numbers! { u8 u16 u32 u64 i32 i64 }

impl<const N: usize> StoredKey for [u8; N] {
    fn write(&self, out: &mut KeyBytes) {
        out.extend_from_slice(self);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (own, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        Some(*own)
    }
}

impl StoredKey for Vec<u8> {
    fn write(&self, out: &mut KeyBytes) {
        out.extend_from_slice(self);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(std::mem::take(bytes).to_vec())
    }
}

impl StoredKey for String {
    fn write(&self, out: &mut KeyBytes) {
        out.extend_from_slice(self.as_bytes());
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(bytes).ok()?.to_owned();
        *bytes = &[];
        Some(text)
    }
}

impl<A: StoredKey, B: StoredKey> StoredKey for (A, B) {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes)?))
    }
}

impl<A: StoredKey, B: StoredKey, C: StoredKey> StoredKey for (A, B, C) {
    fn write(&self, out: &mut KeyBytes) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes)?, C::read(bytes)?))
    }
}

/// A range of keys of a table.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    pub(crate) from: KeyBytes,
    /// Empty: up to the table's end.
    pub(crate) to: KeyBytes,
}

impl Keys {
    /// All keys.
    pub fn all() -> Self {
        Self::default()
    }

    /// The keys that begin with `part`.
    pub fn under(part: &impl StoredKey) -> Self {
        let from = part.bytes();
        let mut to = from.clone();
        // The first key after them: increments the last byte that can be incremented.
        while let Some(last) = to.pop() {
            if let Some(next) = last.checked_add(1) {
                to.push(next);
                break;
            }
        }
        Self { from, to }
    }

    /// Excludes keys below `key`.
    #[must_use]
    pub fn from(self, key: &impl StoredKey) -> Self {
        Self { from: key.bytes().max(self.from), ..self }
    }

    /// Excludes `key` and keys below it.
    #[must_use]
    pub fn after(self, key: &impl StoredKey) -> Self {
        let mut next = key.bytes();
        next.push(0);
        Self { from: next.max(self.from), ..self }
    }

    /// Excludes `key` and keys above it.
    #[must_use]
    pub fn before(self, key: &impl StoredKey) -> Self {
        let key = key.bytes();
        let to = if self.to.is_empty() { key } else { key.min(self.to) };
        if to.is_empty() {
            // An empty upper bound would mean the table's end; no key is below this one.
            let nowhere = KeyBytes::from_slice(&[0]);
            return Self { from: nowhere.clone(), to: nowhere };
        }
        Self { to, ..self }
    }
}
