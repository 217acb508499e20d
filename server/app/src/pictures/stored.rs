//! What other modules need of the pictures: whether an address is one, and that none is removed while they write.

use std::sync::Arc;

use pointhouse_store::{Store, StoreError};

use super::records::PICTURE;
use super::{ADDRESS, Numbered};
use crate::locks::Lock;

/// The stored pictures, for modules whose entries refer to them. Cheap to clone.
#[derive(Clone)]
pub struct StoredPictures {
    store: Store,
    /// Allows one change at a time.
    pub(super) changing: Arc<Lock>,
}

impl StoredPictures {
    /// Uses this store.
    pub fn new(store: &Store) -> Self {
        Self { store: store.clone(), changing: Arc::default() }
    }

    /// Returns whether an address is that of a stored picture.
    pub(super) fn has(&self, address: &str) -> Result<bool, StoreError> {
        let Some(number) = number_of(address) else { return Ok(false) };
        let row = PICTURE.get(self.store.view(), &number)?;
        Ok(row.is_some_and(|row| Numbered { number, row }.address() == address))
    }

    /// Why an entry may not have a new address as its picture. `None` when it may: the address is a stored picture,
    /// on https, or empty.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn find_problem(&self, address: &str) -> Result<Option<&'static str>, StoreError> {
        Ok(if address.is_empty() || address.starts_with("https://") || self.has(address)? {
            None
        } else if address.starts_with(ADDRESS) {
            Some("This picture isn't stored any more. Upload it again.")
        } else {
            Some("A picture is an uploaded one or an https address")
        })
    }

    /// Runs a write whose entries refer to pictures. No picture is removed meanwhile.
    pub async fn keep_during<T>(&self, write: impl Future<Output = T>) -> T {
        let _changing = self.changing.lock().await;
        write.await
    }
}

/// The number in an address of a picture.
pub(super) fn number_of(address: &str) -> Option<u32> {
    address.strip_prefix(ADDRESS)?.split_once('.')?.0.parse().ok()
}
