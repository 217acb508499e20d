//! How a feature's rows become bytes: a version byte, then bincode.
//!
//! Decoding has a limit always: without one a few hostile bytes that claim a huge length abort the
//! process. A row that leaves bytes over is not a row of ours and is refused.

use bincode::{Decode, Encode};

use crate::batch::MAX_VALUE_BYTES;

const DECODE_LIMIT: usize = 1024 * 1024;

/// A shape that is written to disk.
pub trait Stored: Encode + Decode<()> {
    /// The first byte of every row of this shape. A changed shape gets the next number.
    const VERSION: u8;
}

/// The row and the shape do not belong together.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// Longer than a row may be.
    #[error("the value takes {0} bytes, more than a row may hold")]
    TooLarge(usize),
    /// Another version byte than the shape's.
    #[error("the row has version {found:?}, this shape has {expected}")]
    Version {
        /// What the row says, if it has any byte.
        found: Option<u8>,
        /// What the shape says.
        expected: u8,
    },
    /// Bytes are left over.
    #[error("the row has {0} bytes too many")]
    Trailing(usize),
    /// The bytes do not read as the shape.
    #[error("the row does not read: {0}")]
    Decode(#[from] bincode::error::DecodeError),
    /// The value does not write.
    #[error("the value does not encode: {0}")]
    Encode(#[from] bincode::error::EncodeError),
}

/// Version byte and bincode.
///
/// # Errors
/// The value is over 16 KiB.
pub fn encode<T: Stored>(value: &T) -> Result<Vec<u8>, CodecError> {
    let mut out = Vec::with_capacity(64);
    out.push(T::VERSION);
    bincode::encode_into_std_write(value, &mut out, bincode::config::standard())?;
    if out.len() > MAX_VALUE_BYTES {
        return Err(CodecError::TooLarge(out.len()));
    }
    Ok(out)
}

/// The value of a row, whole.
///
/// # Errors
/// Another version, bytes that do not read, bytes left over.
pub fn decode<T: Stored>(row: &[u8]) -> Result<T, CodecError> {
    let Some((&version, body)) = row.split_first() else {
        return Err(CodecError::Version { found: None, expected: T::VERSION });
    };
    if version != T::VERSION {
        return Err(CodecError::Version { found: Some(version), expected: T::VERSION });
    }
    let config = bincode::config::standard().with_limit::<DECODE_LIMIT>();
    let (value, used) = bincode::decode_from_slice(body, config)?;
    match body.len().checked_sub(used) {
        Some(0) => Ok(value),
        left => Err(CodecError::Trailing(left.unwrap_or(0))),
    }
}
