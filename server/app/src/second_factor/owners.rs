//! Who has each passkey: a credential belongs to one account.

use dashmap::{DashMap, Entry};
use pointhouse_store::{StoreError, View};
use sha2::{Digest, Sha256};

use super::SecondFactorError;
use super::records::{FACTORS, stored_factors};
use crate::ids::Principal;

/// Hash of the id of a credential.
type Credential = [u8; 32];

/// The owners of all passkeys, kept in memory. An entry may be of a passkey that was removed: the stored row decides.
pub(super) struct Owners(DashMap<Credential, Owner>);

#[derive(Clone, Copy)]
struct Owner {
    who: Principal,
    /// The passkey is being written.
    is_new: bool,
}

/// A credential that was taken for a passkey which is not on disk yet.
pub(super) struct Taken(Credential);

impl Owners {
    /// Reads all passkeys.
    pub(super) fn load(view: &View) -> Result<Self, StoreError> {
        let owners = DashMap::new();
        for row in stored_factors(view) {
            let (who, row) = row?;
            for passkey in &row.passkeys {
                owners
                    .entry(Sha256::digest(&passkey.credential).into())
                    .or_insert(Owner { who, is_new: false });
            }
        }
        Ok(Self(owners))
    }

    /// Takes a credential for a new passkey.
    ///
    /// # Errors
    /// An account has it.
    pub(super) fn take(
        &self,
        view: &View,
        credential: &[u8],
        who: Principal,
    ) -> Result<Taken, SecondFactorError> {
        let hash = Sha256::digest(credential).into();
        // The entry is locked until the end of this function.
        let known = match self.0.entry(hash) {
            Entry::Vacant(free) => free.insert(Owner { who, is_new: true }),
            Entry::Occupied(known) => {
                let owner = *known.get();
                let row = FACTORS.get(view, &owner.who)?;
                let passkeys = row.iter().flat_map(|row| &row.passkeys);
                let has_it = passkeys.into_iter().any(|passkey| passkey.credential == credential);
                if owner.is_new || has_it {
                    return Err(SecondFactorError::PasskeyTaken);
                }
                let mut known = known.into_ref();
                *known = Owner { who, is_new: true };
                known
            }
        };
        drop(known);
        Ok(Taken(hash))
    }

    /// Ends the taking of a credential, whose passkey was written or not.
    pub(super) fn end(&self, Taken(credential): Taken, is_written: bool) {
        match is_written {
            true => self.0.alter(&credential, |_, owner| Owner { is_new: false, ..owner }),
            false => drop(self.0.remove(&credential)),
        }
    }
}
