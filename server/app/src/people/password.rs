//! The owner's password: an Argon2id hash in the store, set at the setup of the site (docs/decisions.md, A3).

use bincode::{Decode, Encode};
use pointhouse_rules::password::{MAX_LENGTH, PanelPasswordRefusal, check_new_panel_password};
use pointhouse_store::{Batch, Single, Store, StoreError, StoredRow, View};
use rand::RngExt;

use crate::accounts::{AccountError, Auth, HashFor, Hasher};
use crate::audit::{Actor, Audit, Entry};
use crate::fault::{Fault, inner_faults};
use crate::locks::Lock;
use crate::tables::{self, NumberRow};

/// The owner's password.
pub(super) const ADMIN: Single<AdminRow> = Single::new(tables::SETTING, "admin");
/// The number that the newest person or invitation got.
pub(super) const LAST: Single<NumberRow> = Single::new(tables::SETTING, "last_person");
/// Characters of a generated password, without look-alikes.
const ALPHABET: &[u8] = b"abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789";
const GENERATED_LENGTH: usize = 20;

/// The stored password.
#[derive(Clone, PartialEq, Eq, Encode, Decode)]
pub struct AdminRow {
    /// Incremented by each change; tokens contain it.
    pub version: u32,
    /// Argon2id hash, as a PHC string.
    pub password: String,
}

impl StoredRow for AdminRow {
    const VERSION: u8 = 1;
}

/// Why a password was not set.
#[derive(Debug, thiserror::Error)]
pub enum NewPasswordError {
    /// Too short, too long or too common.
    #[error(transparent)]
    Refused(#[from] PanelPasswordRefusal),
    /// Hashing failed.
    #[error(transparent)]
    Hash(#[from] AccountError),
    /// A failure of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(NewPasswordError);

/// Reads and sets the admin password. Cheap to clone.
#[derive(Clone)]
pub struct AdminPassword {
    store: Store,
    hasher: Hasher,
    audit: Audit,
    /// Allows one change at a time: each uses the version after the previous one.
    changing: Lock,
}

/// Whether a site has an owner.
///
/// # Errors
/// The row cannot be decoded.
pub fn has_owner(view: &View) -> Result<bool, StoreError> {
    Ok(ADMIN.get(view)?.is_some())
}

impl AdminPassword {
    /// Uses this store.
    pub fn new(store: Store, hasher: Hasher, audit: Audit) -> Self {
        Self { store, hasher, audit, changing: Lock::default() }
    }

    /// The row, if a password was ever set.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn row(&self) -> Result<Option<AdminRow>, StoreError> {
        ADMIN.get(self.store.view())
    }

    /// The version of the password if this is the password. Tokens issued for it get this version,
    /// even if the password changes in between.
    ///
    /// # Errors
    /// The queue of hashes is full, or the row cannot be decoded.
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

    /// Sets a password in place of the one of a version. Returns its version, or `None` if another one was set meanwhile.
    ///
    /// # Errors
    /// See [`AdminPassword::set`].
    pub(super) async fn replace(
        &self,
        known: u32,
        password: String,
        actor: Actor,
        auth: &Auth,
    ) -> Result<Option<u32>, NewPasswordError> {
        let password = self.check_and_hash(password).await?;
        let _changing = self.changing.lock().await;
        if self.row()?.map_or(0, |row| row.version) != known {
            return Ok(None);
        }
        Ok(Some(self.write(password, actor, auth).await?))
    }

    /// Sets a password and ends the owner's tokens. The rules apply to new passwords only.
    ///
    /// # Errors
    /// The password is too short, too long or too common, or could not be stored.
    pub async fn set(
        &self,
        password: String,
        actor: Actor,
        auth: &Auth,
    ) -> Result<(), NewPasswordError> {
        let password = self.check_and_hash(password).await?;
        let _changing = self.changing.lock().await;
        self.write(password, actor, auth).await?;
        Ok(())
    }

    /// The caller must hold the lock for changes.
    async fn write(
        &self,
        password: String,
        actor: Actor,
        auth: &Auth,
    ) -> Result<u32, NewPasswordError> {
        let version = self.row()?.map_or(0, |row| row.version) + 1;
        let mut batch = Batch::new();
        ADMIN.put(&mut batch, &AdminRow { version, password })?;
        let entry = Entry::new(actor, "admin.password", "admin");
        self.audit.commit_audited(batch, entry).await?;
        auth.set_admin_version(version);
        Ok(version)
    }

    /// Version of the first password.
    pub const FIRST_VERSION: u32 = 1;

    /// Checks a new password and hashes it.
    ///
    /// # Errors
    /// The password is too short, too long or too common, or could not be hashed.
    pub async fn check_and_hash(&self, password: String) -> Result<String, NewPasswordError> {
        check_new_panel_password(&password)?;
        Ok(self.hasher.hash(password, HashFor::Site).await?)
    }

    /// Runs a write of the first password. No other password is set meanwhile.
    pub async fn keep_during<T>(&self, write: impl Future<Output = T>) -> T {
        let _changing = self.changing.lock().await;
        write.await
    }

    /// Adds the first password to a batch. It is in force once its version is (`Auth::set_admin_version`).
    ///
    /// # Errors
    /// The row is too large.
    pub fn put_first(&self, hash: String, batch: &mut Batch) -> Result<(), StoreError> {
        let row = AdminRow { version: Self::FIRST_VERSION, password: hash };
        ADMIN.put(batch, &row)
    }

    /// Generates a random password.
    pub fn generate() -> String {
        let mut rng = rand::rng();
        let letters = (0..GENERATED_LENGTH)
            .filter_map(|_| ALPHABET.get(rng.random_range(0..ALPHABET.len())))
            .map(|letter| char::from(*letter));
        letters.collect()
    }
}
