//! The places of the rows in their order, for pages of a log that grows for ever: 40 bytes for every 512 rows.

use pointhouse_store::{Keys, StoreError, View};

use super::AUDIT;

/// Rows of a part.
const PART_ROWS: usize = 512;
/// Parts whose ids are kept. After a crash, commits are folded again that the index has in part: they are among the
/// newest rows, and are counted once because their ids are known.
const EXACT_PARTS: usize = 32;

struct Part {
    /// Its lowest id.
    first: u64,
    rows: usize,
    /// Its ids in ascending order; `None` for all but the newest parts.
    ids: Option<Vec<u64>>,
}

impl Part {
    fn of(ids: Vec<u64>) -> Self {
        Self { first: ids.first().copied().unwrap_or_default(), rows: ids.len(), ids: Some(ids) }
    }

    /// Whether it takes no row with this id, because that comes after all others.
    fn is_full_below(&self, id: u64) -> bool {
        let last = self.ids.as_ref().and_then(|ids| ids.last());
        self.rows >= PART_ROWS && last.is_some_and(|last| *last < id)
    }

    fn add(&mut self, id: u64) {
        // Without ids, it is a row that was noted before: ids rise, and an upgrade writes old rows again.
        if let Some(ids) = &mut self.ids {
            if let Err(at) = ids.binary_search(&id) {
                ids.insert(at, id);
            }
            self.rows = ids.len();
        }
        self.first = self.first.min(id);
    }
}

/// How many rows there are, and where each stands. Rows are never deleted.
#[derive(Default)]
pub struct AuditPlaces {
    /// In ascending order of ids.
    parts: Vec<Part>,
}

/// Where a row is: a number of rows after an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    from: u64,
    skip: usize,
}

impl AuditPlaces {
    /// Notes a row. One that was noted before changes nothing, and neither does one whose id belongs among the oldest.
    pub fn add(&mut self, id: u64) {
        let at = self.parts.partition_point(|part| part.first <= id).saturating_sub(1);
        let is_last = at + 1 == self.parts.len();
        match self.parts.get_mut(at) {
            Some(part) if !(is_last && part.is_full_below(id)) => part.add(id),
            Some(_) | None => self.parts.push(Part::of(vec![id])),
        }
        self.split(at);
        if let Some(older) = self.parts.len().checked_sub(EXACT_PARTS + 1)
            && let Some(part) = self.parts.get_mut(older)
        {
            part.ids = None;
        }
    }

    /// Splits a part that rows in its middle have made large.
    fn split(&mut self, at: usize) {
        let Some(part) = self.parts.get_mut(at) else { return };
        let Some(ids) = part.ids.as_mut().filter(|ids| ids.len() > 2 * PART_ROWS) else { return };
        let second = ids.split_off(PART_ROWS);
        part.rows = ids.len();
        self.parts.insert(at + 1, Part::of(second));
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.parts.iter().map(|part| part.rows).sum()
    }

    /// Where the row at this position is, from 0 for the oldest.
    pub fn at(&self, position: usize) -> Place {
        let mut skip = position;
        for part in &self.parts {
            if skip < part.rows {
                return Place { from: part.first, skip };
            }
            skip -= part.rows;
        }
        Place { from: u64::MAX, skip }
    }

    /// The rows around an id.
    pub fn near(&self, id: u64) -> Near {
        let part = self.parts.partition_point(|part| part.first <= id).saturating_sub(1);
        let position = self.parts.iter().take(part).map(|part| part.rows).sum();
        let rows = self.parts.get(part).map_or(0, |part| part.rows);
        Near { position, rows, place: self.at(position) }
    }
}

/// Rows in a sequence, one of which has the lowest id from a given one on, if any has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// Position of the first one.
    pub position: usize,
    /// How many there are.
    pub rows: usize,
    /// Where the first one is.
    pub place: Place,
}

impl Place {
    /// The ids from here on, at most `limit`. Slow: must not run on a serving thread.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn ids(self, view: &View, limit: usize) -> Result<Vec<u64>, StoreError> {
        if limit == 0 {
            return Ok(Vec::new());
        }
        let keys = Keys::all().from(&self.from);
        let mut ids = AUDIT.keys(view, &keys, self.skip.saturating_add(limit))?;
        ids.drain(..self.skip.min(ids.len()));
        Ok(ids)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn rows_that_are_written_again_count_once() {
        let mut places = AuditPlaces::default();
        let rows = 2 * EXACT_PARTS * PART_ROWS;
        for _ in 0..2 {
            (0..rows).for_each(|id| places.add(u64::try_from(id).unwrap()));
            assert_eq!(places.rows(), rows);
        }
    }

    #[test]
    fn each_position_is_found_whatever_the_order_of_the_ids() {
        let (mut places, mut known) = (AuditPlaces::default(), BTreeSet::new());
        // Rising ids, among the newest also some that are late, and each a second time soon after.
        for number in 0..40_000_u64 {
            let late = if number % 7 == 0 { 900 } else { 0 };
            let id = (1_000 + number * 10).saturating_sub(late * 10) + late % 3;
            for id in [id, (1_000 + number.saturating_sub(300) * 10)] {
                if known.insert(id) || number % 2 == 0 {
                    places.add(id);
                }
            }
        }
        assert_eq!(places.rows(), known.len());
        let sorted: Vec<u64> = known.iter().copied().collect();
        for position in (0..sorted.len()).step_by(97) {
            let Place { from, skip } = places.at(position);
            let found = known.range(from..).nth(skip).copied();
            assert_eq!(found, Some(sorted[position]), "position {position}");
            assert!(skip < 2 * PART_ROWS);
            let near = places.near(sorted[position]);
            assert!((near.position..near.position + near.rows).contains(&position));
            assert_eq!(near.place, places.at(near.position));
        }
        assert_eq!(places.at(sorted.len()).from, u64::MAX);
        let kept: usize =
            places.parts.iter().filter_map(|part| part.ids.as_ref()).map(Vec::len).sum();
        assert!(kept <= 2 * PART_ROWS * EXACT_PARTS, "{kept} ids are kept");
        assert!(places.parts.len() < known.len() / PART_ROWS * 3);
    }
}
