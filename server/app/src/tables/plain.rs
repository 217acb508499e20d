//! Rows with a single plain value.

use bincode::{Decode, Encode};
use pointhouse_store::StoredRow;

/// A row that is one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct NumberRow(pub u64);

impl StoredRow for NumberRow {
    const VERSION: u8 = 1;
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
}

/// A row without content: its existence is the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct FlagRow;

impl StoredRow for FlagRow {
    const VERSION: u8 = 1;
}
