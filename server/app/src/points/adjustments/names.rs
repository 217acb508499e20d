//! Finds members by name, for people of the panel who may not read accounts.

use pointhouse_store::{StoreError, View};

use super::{AdjustmentError, Adjustments};
use crate::accounts::{stored_accounts, usernames_from};
use crate::ids::UserId;

/// Most members that are found.
const FOUND_MAX: usize = 8;

impl Adjustments {
    /// Members whose username has a text in it, ignoring case: the name itself first, then names that begin with it.
    ///
    /// # Errors
    /// The accounts cannot be read.
    pub(super) async fn find_members(&self, text: &str) -> Result<Vec<UserId>, AdjustmentError> {
        let (view, text) = (self.inner.accounts.store.view().clone(), text.to_lowercase());
        let read = self.inner.accounts.reads.run(move || find(&view, &text));
        Ok(read.await??)
    }
}

fn find(view: &View, text: &str) -> Result<Vec<UserId>, StoreError> {
    let mut first = Vec::new();
    for name in usernames_from(view, text).take(FOUND_MAX) {
        let (name, user) = name?;
        if name.starts_with(text) {
            first.push(user);
        }
    }
    // Names in whose middle the text is come last, and are in no order on disk.
    if first.len() == FOUND_MAX { Ok(first) } else { search(view, text) }
}

fn search(view: &View, text: &str) -> Result<Vec<UserId>, StoreError> {
    let mut best: Vec<((usize, String), UserId)> = Vec::new();
    for account in stored_accounts(view) {
        let (user, row) = account?;
        let name = row.username.to_lowercase();
        let rank = match name.find(text) {
            None => continue,
            Some(0) if name.len() == text.len() => 0,
            Some(0) => 1,
            Some(_) => 2,
        };
        best.push(((rank, name), user));
        // Bounds the memory: the scan keeps a few times what it returns.
        if best.len() >= FOUND_MAX * 8 {
            best.sort_unstable();
            best.truncate(FOUND_MAX);
        }
    }
    best.sort_unstable();
    Ok(best.into_iter().take(FOUND_MAX).map(|(_, user)| user).collect())
}
