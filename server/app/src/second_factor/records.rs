//! Rows of second factors.

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Keys, Single, Store, StoreError, StoredRow, Table, View};

use crate::ids::Principal;
use crate::tables::{self, FlagRow, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[FACTORS.secret_format(), REQUIRED.format()];

/// Second factors of members and people of the panel. Those without any have no row.
pub(super) const FACTORS: Table<Principal, FactorsRow> = Table::new(tables::SECOND_FACTOR);

/// There while people of the panel need a second factor.
pub(super) const REQUIRED: Single<FlagRow> = Single::new(tables::SETTING, "second_factor_required");

/// Rows that are changed by one commit.
const CHUNK: usize = 256;

/// Bytes of the handle that passkeys name their owner by.
pub(super) const HANDLE_BYTES: usize = 16;

/// The second factors of a member or a person of the panel.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct FactorsRow {
    /// Names the owner to passkeys: [`Principal::number`], then random bytes.
    pub handle: [u8; HANDLE_BYTES],
    /// The authenticator app.
    pub app: Option<AppRow>,
    /// Passkeys, the oldest first.
    pub passkeys: Vec<PasskeyRow>,
    /// Number of the newest passkey.
    pub last_number: u32,
    /// SHA-256 of the recovery codes that are not used yet.
    pub recovery_codes: Vec<[u8; 32]>,
}

impl StoredRow for FactorsRow {
    const VERSION: u8 = 1;
}

/// The second factors of all members and people. Slow: must not run on a serving thread.
pub fn stored_factors(
    view: &View,
) -> impl Iterator<Item = Result<(Principal, FactorsRow), StoreError>> {
    FACTORS.rows(view, Keys::all())
}

/// Removes the recovery codes of everyone in a folder that no server uses, because used ones may be there again. Blocks.
///
/// # Errors
/// The store cannot be read or has stopped.
pub fn forget_recovery_codes(store: &Store) -> Result<(), StoreError> {
    let with_codes: Vec<_> = stored_factors(store.view())
        .filter(|row| row.as_ref().map_or(true, |(_, row)| !row.recovery_codes.is_empty()))
        .collect::<Result<_, _>>()?;
    for rows in with_codes.chunks(CHUNK) {
        let mut batch = Batch::new();
        for (owner, row) in rows {
            let row = FactorsRow { recovery_codes: Vec::new(), ..row.clone() };
            FACTORS.put(&mut batch, owner, &row)?;
        }
        store.commit(batch).wait()?;
    }
    Ok(())
}

/// An authenticator app: the secret of time-based codes (RFC 6238).
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct AppRow {
    /// Shared with the app.
    pub secret: [u8; 20],
    /// The newest step of 30 seconds whose code was used: each code works once.
    pub used_step: u64,
    /// When it was added, in milliseconds.
    pub made_at: i64,
}

/// A passkey (WebAuthn).
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct PasskeyRow {
    /// Number among the owner's passkeys, never used again.
    pub number: u32,
    /// Name that the owner gave it.
    pub name: String,
    /// Host of the site's address when it was made. It works on that host alone.
    pub host: String,
    /// Id of the credential.
    pub credential: Vec<u8>,
    /// Public key and what never changes, as the library encodes it.
    pub fixed: Vec<u8>,
    /// Counter of signatures and what changes with each use, as the library encodes it.
    pub changing: [u8; 7],
    /// When it was added, in milliseconds.
    pub made_at: i64,
    /// When it was last used, in milliseconds.
    pub used_at: Option<i64>,
}
