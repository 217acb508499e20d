//! Finds members by name, for people of the panel who may not read accounts.

use memchr::memmem;

use super::{AdjustmentError, Adjustments};
use crate::accounts::{ALL_NAMES, KNOWN_NAMES, USERNAME};
use crate::ids::UserId;
use crate::kept_texts::{Kept, KeptTexts};

/// Most members that are found.
const FOUND_MAX: usize = 8;

impl Adjustments {
    /// Members whose username, chat name or casino name has a text in it, ignoring case: the name itself first, then names
    /// that begin with it, then those in whose middle it is.
    ///
    /// # Errors
    /// The server is stopping.
    pub(super) async fn find_members(&self, text: &str) -> Result<Vec<UserId>, AdjustmentError> {
        let (texts, text) = (self.inner.accounts.texts.read(), text.to_lowercase());
        Ok(self.inner.accounts.reads.run(move || find(&texts, &text)).await?)
    }
}

fn find(texts: &KeptTexts<()>, text: &str) -> Vec<UserId> {
    let found = texts.find(text, ALL_NAMES, 0);
    let ranked = found.iter().filter_map(|found| {
        let nearness = rank(&found.record, text.as_bytes())?;
        Some((nearness, found.record.first_field(), UserId(found.record.number)))
    });
    let mut best: Vec<_> = ranked.collect();
    if best.len() > FOUND_MAX {
        best.select_nth_unstable(FOUND_MAX);
        best.truncate(FOUND_MAX);
    }
    best.sort_unstable();
    best.into_iter().map(|(.., user)| user).collect()
}

/// How far the text is from the nearest name of a member: whether it is only a part of it, whether it is all of another name than
/// the username, which others may have, and whether it is not its beginning. `None` if it is in another field, such as the email.
fn rank(record: &Kept<'_, ()>, text: &[u8]) -> Option<(bool, bool, bool)> {
    let fields = record.fields().enumerate().filter(|(place, _)| KNOWN_NAMES.contains(place));
    let names = fields.filter(|(_, name)| memmem::find(name, text).is_some());
    let rank = |(place, name): (usize, &[u8])| {
        (name != text, name == text && place >= USERNAME, !name.starts_with(text))
    };
    names.map(rank).min()
}
