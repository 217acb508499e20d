//! The admin's password (decision A3): an Argon2id hash in the store, made at random on first start.

use std::sync::Arc;

use bincode::{Decode, Encode};
use pointhouse_rules::password::{MAX_LENGTH, check_new_panel_password};
use pointhouse_store::{Batch, Store, StoredRow, decode, encode};
use rand::RngExt;
use tokio::sync::Mutex;

use crate::accounts::{AccountError, Auth, HashFor, Hasher};
use crate::audit::{Audit, Entry};
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[RowFormat::secret::<AdminRow>(tables::SETTING, Some(KEY))];

const KEY: &[u8] = b"admin";
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

/// Reads and sets it. Cheap to clone.
#[derive(Clone)]
pub struct AdminPassword {
    store: Store,
    hasher: Hasher,
    audit: Audit,
    /// One change at a time: each takes the version after the last one's.
    changing: Arc<Mutex<()>>,
}

impl AdminPassword {
    /// Over a store.
    pub fn new(store: Store, hasher: Hasher, audit: Audit) -> Self {
        Self { store, hasher, audit, changing: Arc::default() }
    }

    /// The row, if a password was ever set.
    ///
    /// # Errors
    /// The row does not read.
    pub fn row(&self) -> Result<Option<AdminRow>, String> {
        let row = self.store.view().get(tables::SETTING, KEY).map_err(|e| e.to_string())?;
        row.map(|row| decode(&row).map_err(|e| e.to_string())).transpose()
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
        let (version, hash) = match self.row().map_err(AccountError::Inner)? {
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
    pub async fn set(&self, password: String, actor: &str, auth: &Auth) -> Result<(), String> {
        check_new_panel_password(&password).map_err(|refusal| refusal.to_string())?;
        let password =
            self.hasher.hash(password, HashFor::Site).await.map_err(|e| e.to_string())?;
        let _changing = self.changing.lock().await;
        let version = self.row()?.map_or(0, |row| row.version) + 1;
        let row = encode(&AdminRow { version, password }).map_err(|e| e.to_string())?;
        let mut batch = Batch::new();
        batch.put(tables::SETTING, KEY, &row).map_err(|e| e.to_string())?;
        let entry = Entry {
            actor: actor.to_owned(),
            action: "admin.password",
            subject: "admin".to_owned(),
            ..Entry::default()
        };
        let audited = self.audit.write(self.audit.next_id(), entry, &mut batch);
        audited.map_err(|e| e.to_string())?;
        self.store.commit(batch).await.map_err(|e| e.to_string())?;
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
