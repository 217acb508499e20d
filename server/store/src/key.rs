//! Keys of rows: how typed keys become bytes that sort as the values do.

use smallvec::SmallVec;

/// A key's bytes. Most keys fit without an allocation.
pub type KeyBytes = SmallVec<[u8; 40]>;

/// A type whose values are keys of a table, or leading parts of them.
///
/// Bytes sort as the values do. Types of any length (`String`, `Vec<u8>`) take all bytes that are left,
/// so they can only be the last part of a key.
pub trait StoredKey: Sized {
    /// Adds the key's bytes.
    fn write(&self, out: &mut KeyBytes);

    /// Takes a key off the front of `bytes`; none where they are no such key.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// The bytes alone.
    fn bytes(&self) -> KeyBytes {
        let mut out = KeyBytes::new();
        self.write(&mut out);
        out
    }

    /// The key that these bytes are, whole.
    fn of(mut bytes: &[u8]) -> Option<Self> {
        let key = Self::read(&mut bytes)?;
        bytes.is_empty().then_some(key)
    }
}

/// Whose log: a number, or a type that is one.
pub trait LogOwner: Copy {
    /// The number.
    fn number(self) -> u64;
    /// Whose number it is.
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

// Signed numbers sort so only while they are not negative.
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

/// Which keys of a table are read.
#[derive(Clone, Debug, Default)]
pub struct Keys {
    pub(crate) from: KeyBytes,
    /// Empty: to the table's end.
    pub(crate) to: KeyBytes,
}

impl Keys {
    /// All.
    pub fn all() -> Self {
        Self::default()
    }

    /// Those that begin with `part`.
    pub fn under(part: &impl StoredKey) -> Self {
        let from = part.bytes();
        let mut to = from.clone();
        // The first key behind them: the last byte that can rise does.
        while let Some(last) = to.pop() {
            if let Some(next) = last.checked_add(1) {
                to.push(next);
                break;
            }
        }
        Self { from, to }
    }

    /// Without those below `key`.
    #[must_use]
    pub fn from(self, key: &impl StoredKey) -> Self {
        Self { from: key.bytes().max(self.from), ..self }
    }

    /// Without `key` and those below it.
    #[must_use]
    pub fn after(self, key: &impl StoredKey) -> Self {
        let mut next = key.bytes();
        next.push(0);
        Self { from: next.max(self.from), ..self }
    }

    /// Without `key` and those above it.
    #[must_use]
    pub fn before(self, key: &impl StoredKey) -> Self {
        let key = key.bytes();
        let to = if self.to.is_empty() { key } else { key.min(self.to) };
        if to.is_empty() {
            // No key is below the one without bytes; an empty end would be the table's.
            let nowhere = KeyBytes::from_slice(&[0]);
            return Self { from: nowhere.clone(), to: nowhere };
        }
        Self { to, ..self }
    }
}
