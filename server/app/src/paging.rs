//! Shared parts of the panel's paged lists: paging, and the search through rows that are kept in memory with the names
//! of their members (docs/decisions.md, F1).

use pointhouse_store::StoreError;

use crate::kept_rows::RowTag;
use crate::kept_texts::KeptTexts;

/// Rows per page by default.
const LIMIT: usize = 50;
const LIMIT_MAX: usize = 200;
/// Longest search text, in characters.
const TEXT_MAX: usize = 100;

/// The requested part of a list.
pub(crate) struct Cut {
    /// Page number, from 1.
    pub(crate) page: usize,
    /// Rows per page, 1 to 200.
    pub(crate) limit: usize,
    /// Search text in lower case; empty matches everything.
    pub(crate) text: String,
}

impl Cut {
    /// Reads the query of a call. A page of 0 is the first one, and a limit out of range the nearest allowed one.
    pub(crate) fn new(page: Option<usize>, limit: Option<usize>, text: Option<String>) -> Self {
        let text: String = text.unwrap_or_default().chars().take(TEXT_MAX).collect();
        Self {
            page: page.unwrap_or(1).max(1),
            limit: limit.unwrap_or(LIMIT).clamp(1, LIMIT_MAX),
            text: text.trim().to_lowercase(),
        }
    }

    /// Rows before this page.
    pub(crate) fn skip(&self) -> usize {
        (self.page - 1).saturating_mul(self.limit)
    }

    /// Number of pages for `total` rows.
    pub(crate) fn pages(&self, total: usize) -> usize {
        total.div_ceil(self.limit)
    }

    /// Returns whether the search text is part of one of these fields. Case is ignored.
    pub(crate) fn finds(&self, fields: &[&str]) -> bool {
        self.text.is_empty() || fields.iter().any(|field| field.to_lowercase().contains(&self.text))
    }
}

/// A page of a table with the counts of the search.
pub(crate) struct Found<R, C> {
    pub(crate) rows: Vec<(u64, R)>,
    /// Rows on all pages.
    pub(crate) total: usize,
    pub(crate) pages: usize,
    pub(crate) counts: C,
}

/// The rows of a page whose numbers are known; a row that was removed since then is left out.
///
/// # Errors
/// Those of `get`.
pub(crate) fn page<R, C>(
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

/// What was found in the kept rows of a list.
pub(crate) struct Matches<S> {
    /// The numbers of a page, and how many there are on all pages.
    pub(crate) page: (Vec<u64>, usize),
    /// Found rows by status, regardless of the filter.
    pub(crate) counts: Vec<(S, usize)>,
}

/// Kept rows, the names of their members, and which of these names a search looks in.
pub(crate) struct Searched<'a, S> {
    pub(crate) rows: &'a KeptTexts<RowTag<S>>,
    pub(crate) members: &'a KeptTexts<()>,
    /// The first ones of a member's fields.
    pub(crate) member_fields: usize,
}

impl<'a, S: Copy + PartialEq> Searched<'a, S> {
    /// The name of a row's member in lower case. That of a deleted account is empty and sorts first.
    pub(crate) fn name(&self, row: &RowTag<S>) -> &'a [u8] {
        self.members.get(row.user.0).map(|member| member.first_field()).unwrap_or_default()
    }

    /// Searches the texts of rows and the names of their members. Rows with the text as their whole first field or as a
    /// name of their member come first; all are sorted by `key`.
    pub(crate) fn find<K: Ord>(
        &self,
        cut: &Cut,
        status: Option<S>,
        key: impl Fn(u64, &RowTag<S>) -> K,
    ) -> Matches<S> {
        let is_list = cut.text.is_empty();
        let (found, members) = if is_list {
            (Vec::new(), Named::default())
        } else {
            let members = Named::of(self.members, &cut.text, self.member_fields);
            (self.rows.find(&cut.text, usize::MAX, 1), members)
        };
        let mut found = found.into_iter().peekable();
        let (mut keys, mut counts): (Vec<_>, Vec<(S, usize)>) = (Vec::new(), Vec::new());
        for row in self.rows.all() {
            let own = found.next_if(|found| found.record.number == row.number);
            let member = row.tag.user.0;
            if !is_list && own.is_none() && !members.contains(member) {
                continue;
            }
            match counts.iter_mut().find(|(status, _)| *status == row.tag.status) {
                Some((_, count)) => *count += 1,
                None => counts.push((row.tag.status, 1)),
            }
            if status.is_none_or(|status| status == row.tag.status) {
                let is_whole = own.is_some_and(|own| own.is_whole) || members.is_whole(member);
                keys.push((!is_whole, key(row.number, &row.tag), row.number));
            }
        }
        let total = keys.len();
        let page = part(keys, cut.skip(), cut.limit).into_iter().map(|(_, _, number)| number);
        Matches { page: (page.collect(), total), counts }
    }
}

/// The members that a search has found, in ascending order.
#[derive(Default)]
struct Named {
    found: Vec<u64>,
    /// Those with the text as a whole name.
    whole: Vec<u64>,
}

impl Named {
    fn of(members: &KeptTexts<()>, text: &str, fields: usize) -> Self {
        let found = members.find(text, fields, fields);
        let whole = found.iter().filter(|one| one.is_whole).map(|one| one.record.number);
        let whole = whole.collect();
        Self { found: found.iter().map(|one| one.record.number).collect(), whole }
    }

    fn contains(&self, member: u64) -> bool {
        self.found.binary_search(&member).is_ok()
    }

    fn is_whole(&self, member: u64) -> bool {
        self.whole.binary_search(&member).is_ok()
    }
}

/// The entries of a page in ascending order. Only these are sorted.
pub(crate) fn part<K: Ord>(mut entries: Vec<K>, skip: usize, limit: usize) -> Vec<K> {
    let end = skip.saturating_add(limit);
    if end < entries.len() {
        entries.select_nth_unstable(end);
        entries.truncate(end);
    }
    if skip >= entries.len() {
        return Vec::new();
    }
    entries.select_nth_unstable(skip);
    let mut page = entries.split_off(skip);
    page.sort_unstable();
    page
}
