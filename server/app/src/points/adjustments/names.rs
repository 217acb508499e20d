//! Finds members by name, for people of the panel who may not read accounts.

use super::{AdjustmentError, Adjustments};
use crate::accounts::USERNAME;
use crate::ids::UserId;
use crate::kept_texts::{Found, KeptTexts};

/// Most members that are found.
const FOUND_MAX: usize = 8;

impl Adjustments {
    /// Members whose username has a text in it, ignoring case: the name itself first, then names that begin with it, then
    /// those in whose middle it is.
    ///
    /// # Errors
    /// The server is stopping.
    pub(super) async fn find_members(&self, text: &str) -> Result<Vec<UserId>, AdjustmentError> {
        let (texts, text) = (self.inner.accounts.texts.read(), text.to_lowercase());
        Ok(self.inner.accounts.reads.run(move || find(&texts, &text)).await?)
    }
}

fn find(texts: &KeptTexts<()>, text: &str) -> Vec<UserId> {
    let found = texts.find(text, USERNAME, USERNAME);
    let mut best: Vec<_> = found
        .iter()
        .map(|Found { record, is_whole }| {
            let name = record.first_field();
            (!is_whole, !name.starts_with(text.as_bytes()), name, UserId(record.number))
        })
        .collect();
    if best.len() > FOUND_MAX {
        best.select_nth_unstable(FOUND_MAX);
        best.truncate(FOUND_MAX);
    }
    best.sort_unstable();
    best.into_iter().map(|(.., user)| user).collect()
}
