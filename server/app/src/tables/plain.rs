//! Rows with a single plain value.

use bincode::{Decode, Encode};
use pointhouse_store::{RowProblem, StoredRow};

/// A row that is one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct NumberRow(pub u64);

impl StoredRow for NumberRow {
    const VERSION: u8 = 1;

    /// Format 1 stored eight bytes, big endian, without a version. An encoded row never has eight
    /// bytes.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let number = <[u8; 8]>::try_from(row).ok()?;
        Some(Ok(Self(u64::from_be_bytes(number))))
    }
}

/// A row that is 32 secret bytes.
#[derive(Clone, Copy, PartialEq, Eq, Encode, Decode)]
pub struct SecretRow(pub [u8; 32]);

impl std::fmt::Debug for SecretRow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretRow(..)")
    }
}

impl StoredRow for SecretRow {
    const VERSION: u8 = 1;

    /// Format 1 stored the bytes alone.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        <[u8; 32]>::try_from(row).ok().map(|secret| Ok(Self(secret)))
    }
}

/// A row without content: its existence is the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct FlagRow;

impl StoredRow for FlagRow {
    const VERSION: u8 = 1;

    /// Format 1 stored the digit one.
    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        (row == b"1").then_some(Ok(Self))
    }
}
