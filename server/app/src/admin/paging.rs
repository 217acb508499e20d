//! What the panel's paged lists have in common (decision F1): which page is asked for, a walk over a
//! whole table, and the names of members that a text is looked for in.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pointhouse_store::{StoreError, View};

use crate::accounts::read_account;
use crate::ids::UserId;

/// Rows of a page.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;
/// Longest text that is looked for.
const TEXT_MAX: usize = 100;

/// The part of a list that is asked for.
pub(super) struct Cut {
    /// From 1.
    pub(super) page: usize,
    /// Rows of a page, 1 to 200.
    pub(super) limit: usize,
    /// What is looked for, in lower case; empty for everything.
    pub(super) text: String,
}

impl Cut {
    /// As the query of a call says it; what is out of bounds is taken to the nearest that is not.
    pub(super) fn new(page: Option<usize>, limit: Option<usize>, text: Option<String>) -> Self {
        let text: String = text.unwrap_or_default().chars().take(TEXT_MAX).collect();
        Self {
            page: page.unwrap_or(1).max(1),
            limit: limit.unwrap_or(LIMIT).clamp(1, LIMIT_MAX),
            text: text.trim().to_lowercase(),
        }
    }

    /// Rows before this page.
    pub(super) fn skip(&self) -> usize {
        (self.page - 1).saturating_mul(self.limit)
    }

    /// Pages of so many rows.
    pub(super) fn pages(&self, total: usize) -> usize {
        total.div_ceil(self.limit)
    }

    /// Whether what is looked for stands in one of these, without regard to case.
    pub(super) fn finds(&self, fields: &[&str]) -> bool {
        self.text.is_empty() || fields.iter().any(|field| field.to_lowercase().contains(&self.text))
    }

    /// Whether the text is the whole of one of these, without regard to case.
    pub(super) fn is_exact(&self, fields: &[&str]) -> bool {
        fields.iter().any(|field| !field.is_empty() && field.to_lowercase() == self.text)
    }
}

/// A page of a table, and what was found beside it.
pub(super) struct Found<R, C> {
    pub(super) rows: Vec<(u64, R)>,
    /// Rows of all pages.
    pub(super) total: usize,
    pub(super) pages: usize,
    pub(super) counts: C,
}

/// Searches rows that have numbers. `place` returns a row's place in the list, or none if it is not in
/// it, and adds to the counts. `get` reads the rows of the page; a row that was removed since the search is
/// left out.
///
/// # Errors
/// Those of the store and of `place`.
pub(super) fn find<R, C: Default, K: Ord>(
    rows: impl Iterator<Item = Result<(u64, R), StoreError>>,
    get: impl Fn(u64) -> Result<Option<R>, StoreError>,
    cut: &Cut,
    mut place: impl FnMut(u64, &R, &mut C) -> Result<Option<K>, StoreError>,
) -> Result<Found<R, C>, StoreError> {
    let (mut keys, mut counts) = (Vec::new(), C::default());
    for row in rows {
        let (number, row) = row?;
        if let Some(key) = place(number, &row, &mut counts)? {
            keys.push((key, number));
        }
    }
    keys.sort_unstable();
    let mut rows = Vec::new();
    for (_, number) in keys.iter().skip(cut.skip()).take(cut.limit) {
        rows.extend(get(*number)?.map(|row| (*number, row)));
    }
    let total = keys.len();
    Ok(Found { rows, total, pages: cut.pages(total), counts })
}

/// Who a row is about, in lower case.
pub(super) struct Names {
    pub(super) name: String,
    pub(super) email: String,
}

/// The members of a walk, each read once.
pub(super) struct Members<'a> {
    view: &'a View,
    known: HashMap<u64, Names>,
}

impl<'a> Members<'a> {
    pub(super) fn new(view: &'a View) -> Self {
        Self { view, known: HashMap::new() }
    }

    /// Nobody's name is empty: one who has left comes first.
    pub(super) fn names(&mut self, user: u64) -> Result<&Names, StoreError> {
        Ok(match self.known.entry(user) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let row = read_account(self.view, UserId(user))?;
                let names = row.map(|row| (row.username.to_lowercase(), row.email.to_lowercase()));
                let (name, email) = names.unwrap_or_default();
                place.insert(Names { name, email })
            }
        })
    }
}
