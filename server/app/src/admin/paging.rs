//! Shared parts of the panel's paged lists: paging, the search through a table, and the names of
//! members to search in (docs/decisions.md, F1).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use pointhouse_store::{StoreError, View};

use crate::accounts::read_account;
use crate::ids::UserId;

/// Rows per page by default.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;
/// Longest search text, in characters.
const TEXT_MAX: usize = 100;

/// The requested part of a list.
pub(super) struct Cut {
    /// Page number, from 1.
    pub(super) page: usize,
    /// Rows per page, 1 to 200.
    pub(super) limit: usize,
    /// Search text in lower case; empty matches everything.
    pub(super) text: String,
}

impl Cut {
    /// Reads the query of a call. Values out of range are replaced by the nearest allowed one.
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

    /// Number of pages for `total` rows.
    pub(super) fn pages(&self, total: usize) -> usize {
        total.div_ceil(self.limit)
    }

    /// Returns whether the search text is part of one of these fields. Case is ignored.
    pub(super) fn finds(&self, fields: &[&str]) -> bool {
        self.text.is_empty() || fields.iter().any(|field| field.to_lowercase().contains(&self.text))
    }

    /// Returns whether the search text is equal to one of these fields. Case is ignored.
    pub(super) fn is_exact(&self, fields: &[&str]) -> bool {
        fields.iter().any(|field| !field.is_empty() && field.to_lowercase() == self.text)
    }
}

/// A page of a table with the counts of the search.
pub(super) struct Found<R, C> {
    pub(super) rows: Vec<(u64, R)>,
    /// Rows on all pages.
    pub(super) total: usize,
    pub(super) pages: usize,
    pub(super) counts: C,
}

/// The rows of a page whose numbers are known; a row that was removed since then is left out.
///
/// # Errors
/// Those of `get`.
pub(super) fn page<R, C>(
    (numbers, total): (Vec<u64>, usize),
    get: impl Fn(u64) -> Result<Option<R>, StoreError>,
    cut: &Cut,
    counts: C,
) -> Result<Found<R, C>, StoreError> {
    let mut rows = Vec::new();
    for number in numbers {
        rows.extend(get(number)?.map(|row| (number, row)));
    }
    Ok(Found { rows, total, pages: cut.pages(total), counts })
}

/// Searches numbered rows. `place` returns a row's sort position, or `None` if it doesn't match,
/// and adds to the counts. `get` reads the rows of the page; a row that was removed since the
/// search is left out.
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
    let numbers = keys.iter().skip(cut.skip()).take(cut.limit).map(|(_, number)| *number);
    page((numbers.collect(), keys.len()), get, cut, counts)
}

/// Searchable names of the member of a row, in lower case.
pub(super) struct Names {
    pub(super) name: String,
    pub(super) email: String,
}

/// The members of a search, each read once.
pub(super) struct Members<'a> {
    view: &'a View,
    known: HashMap<u64, Names>,
}

impl<'a> Members<'a> {
    pub(super) fn new(view: &'a View) -> Self {
        Self { view, known: HashMap::new() }
    }

    /// The name of a deleted account is empty and sorts first.
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
