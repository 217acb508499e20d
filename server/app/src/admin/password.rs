//! The admin's password (decision A3): an Argon2id hash in the store, made at random on first start.

use bincode::{Decode, Encode};
use pointhouse_rules::password::{MAX_LENGTH, PanelPasswordRefusal, check_new_panel_password};
use pointhouse_store::{Batch, Single, Store, StoreError, StoredRow};
use rand::RngExt;

use crate::accounts::{AccountError, Auth, HashFor, Hasher};
use crate::audit::{Actor, Audit, Entry};
use crate::fault::{Fault, inner_faults};
use crate::locks::Lock;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[ADMIN.secret_format()];

/// The stored password.
const ADMIN: Single<AdminRow> = Single::new(tables::SETTING, "admin");
/// Characters of a generated password: no look-alikes.
const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const GENERATED_LENGTH: usize = 20;

/// The stored password.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct AdminRow {
    /// Steps by one with each change; tokens carry it.
    pub version: u32,
    /// PHC string.
    pub password: String,
}

impl StoredRow for AdminRow {
    const VERSION: u8 = 1;
}

/// A password was not set.
#[derive(Debug, thiserror::Error)]
pub enum NewPasswordError {
    /// It is too short, too long or too common.
    #[error(transparent)]
    Refused(#[from] PanelPasswordRefusal),
    /// It was not hashed.
    #[error(transparent)]
    Hash(#[from] AccountError),
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(NewPasswordError);

/// Reads and sets it. Cheap to clone.
#[derive(Clone)]
pub struct AdminPassword {
    store: Store,
    hasher: Hasher,
    audit: Audit,
    /// One change at a time: each takes the version after the last one's.
    changing: Lock,
}

impl AdminPassword {
    /// Over a store.
    pub fn new(store: Store, hasher: Hasher, audit: Audit) -> Self {
        Self { store, hasher, audit, changing: Lock::default() }
    }

    /// The row, if a password was ever set.
    ///
    /// # Errors
    /// The row does not read.
    pub fn row(&self) -> Result<Option<AdminRow>, StoreError> {
        ADMIN.get(self.store.view())
    }

    /// The version of the password, if this is it: what is issued for it has that version, however
    /// soon it is changed.
    ///
    /// # Errors
    /// Too many hashes wait, or the row does not read.
    pub async fn matches(
        &self,
        password: String,
        hash_for: HashFor,
    ) -> Result<Option<u32>, AccountError> {
        let (version, hash) = match self.row()? {
            Some(row) => (row.version, Some(row.password)),
            None => (0, None),
        };
        let fits = password.chars().count() <= MAX_LENGTH;
        let is_right = fits && self.hasher.verify(password, hash, hash_for).await?;
        Ok(is_right.then_some(version))
    }

    /// Sets a password and ends all admin tokens. One that was set before stays usable whatever the
    /// rule says now.
    ///
    /// # Errors
    /// It is too short, too long or too common, or could not be stored.
    pub async fn set(
        &self,
        password: String,
        actor: Actor,
        auth: &Auth,
    ) -> Result<(), NewPasswordError> {
        check_new_panel_password(&password)?;
        let password = self.hasher.hash(password, HashFor::Site).await?;
        let _changing = self.changing.lock().await;
        let version = self.row()?.map_or(0, |row| row.version) + 1;
        let mut batch = Batch::new();
        ADMIN.put(&mut batch, &AdminRow { version, password })?;
        let entry = Entry::new(actor, "admin.password", "admin");
        self.audit.commit_audited(batch, entry).await?;
        auth.set_admin_version(version);
        Ok(())
    }

    /// A password nobody has to think of.
    pub fn generate() -> String {
        let mut rng = rand::rng();
        let letters = (0..GENERATED_LENGTH)
            .filter_map(|_| ALPHABET.get(rng.random_range(0..ALPHABET.len())))
            .map(|letter| char::from(*letter));
        letters.collect()
    }
}
