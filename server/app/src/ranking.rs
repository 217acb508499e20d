//! An ordered list in memory, so that a page of it and the place of an entry are read without a scan of everything.

/// Most entries of a block. A change moves the entries of one block; a place adds up the lengths of
/// the blocks before it.
const BLOCK_MAX: usize = 256;
/// A block with fewer entries is merged with its neighbour.
const BLOCK_MIN: usize = 32;

/// Different entries in ascending order. Blocks are never empty.
#[derive(Clone, Debug)]
pub struct Ranking<K> {
    blocks: Vec<Vec<K>>,
}

impl<K> Default for Ranking<K> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<K: Ord + Copy> Ranking<K> {
    /// A ranking of different entries in any order.
    pub fn of(mut entries: Vec<K>) -> Self {
        entries.sort_unstable();
        let blocks = entries.chunks(BLOCK_MAX / 2).map(<[K]>::to_vec).collect();
        Self { blocks }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// True without entries.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns whether the entry is there.
    pub fn contains(&self, entry: &K) -> bool {
        let block = self.blocks.get(self.block_of(entry));
        block.is_some_and(|block| block.binary_search(entry).is_ok())
    }

    /// The first entries.
    pub fn first(&self, count: usize) -> impl Iterator<Item = &K> {
        self.blocks.iter().flatten().take(count)
    }

    /// A page of the entries, in ascending or descending order.
    pub fn page(&self, is_ascending: bool, skip: usize, limit: usize) -> Vec<K> {
        if is_ascending {
            return part(self.blocks.iter(), |block| block.iter(), skip, limit);
        }
        part(self.blocks.iter().rev(), |block| block.iter().rev(), skip, limit)
    }

    /// Number of entries before this one.
    pub fn before(&self, entry: &K) -> usize {
        let block = self.block_of(entry);
        let of_blocks: usize = self.blocks.iter().take(block).map(Vec::len).sum();
        let of_block =
            self.blocks.get(block).map_or(0, |block| block.partition_point(|other| other < entry));
        of_blocks + of_block
    }

    /// Adds an entry, unless it is there.
    pub fn insert(&mut self, entry: K) {
        let at = self.block_of(&entry).min(self.blocks.len().saturating_sub(1));
        let Some(block) = self.blocks.get_mut(at) else { return self.blocks.push(vec![entry]) };
        let Err(within) = block.binary_search(&entry) else { return };
        block.insert(within, entry);
        self.split(at);
    }

    /// Removes an entry, if it is there.
    pub fn remove(&mut self, entry: &K) {
        let at = self.block_of(entry);
        let Some(block) = self.blocks.get_mut(at) else { return };
        let Ok(within) = block.binary_search(entry) else { return };
        block.remove(within);
        if block.len() < BLOCK_MIN {
            self.join(at);
        }
    }

    /// Merges a block with the one before it, or the first with the second.
    fn join(&mut self, at: usize) {
        let block = self.blocks.remove(at);
        let neighbour = at.saturating_sub(1);
        match self.blocks.get_mut(neighbour) {
            Some(before) if at > 0 => before.extend(block),
            Some(after) => after.splice(0..0, block).for_each(drop),
            None if block.is_empty() => {}
            None => self.blocks.push(block),
        }
        self.split(neighbour);
    }

    fn split(&mut self, at: usize) {
        let Some(block) = self.blocks.get_mut(at).filter(|block| block.len() > BLOCK_MAX) else {
            return;
        };
        let second_half = block.split_off(block.len() / 2);
        self.blocks.insert(at + 1, second_half);
    }

    /// The block that contains this entry or would; the last one for the highest entry.
    fn block_of(&self, entry: &K) -> usize {
        self.blocks.partition_point(|block| block.last().is_some_and(|last| last < entry))
    }
}

/// The numbers of a table's rows, whole and by their status.
pub struct Numbers<S> {
    all: Ranking<u64>,
    of: Vec<(S, Ranking<u64>)>,
}

impl<S> Default for Numbers<S> {
    fn default() -> Self {
        Self { all: Ranking::default(), of: Vec::new() }
    }
}

impl<S: Copy + PartialEq> Numbers<S> {
    /// Notes the status of a row; `None` if it was removed.
    pub fn set(&mut self, number: u64, status: Option<S>) {
        match status {
            Some(_) => self.all.insert(number),
            None => self.all.remove(&number),
        }
        for (of, numbers) in &mut self.of {
            if Some(*of) != status {
                numbers.remove(&number);
            }
        }
        let Some(status) = status else { return };
        match self.of.iter_mut().find(|(of, _)| *of == status) {
            Some((_, numbers)) => numbers.insert(number),
            None => self.of.push((status, Ranking::of(vec![number]))),
        }
    }

    /// A page of the rows, of one status or of all, and the number of rows on all pages.
    pub fn page(
        &self,
        status: Option<S>,
        is_oldest_first: bool,
        (skip, limit): (usize, usize),
    ) -> (Vec<u64>, usize) {
        let numbers = match status {
            None => Some(&self.all),
            Some(status) => self.of.iter().find(|(of, _)| *of == status).map(|(_, all)| all),
        };
        let page =
            |numbers: &Ranking<u64>| (numbers.page(is_oldest_first, skip, limit), numbers.len());
        numbers.map_or((Vec::new(), 0), page)
    }

    /// The rows of a status below a number, the highest first, at most `limit`.
    pub fn before(&self, status: S, number: u64, limit: usize) -> Vec<u64> {
        let Some((_, numbers)) = self.of.iter().find(|(of, _)| *of == status) else {
            return Vec::new();
        };
        let skip = numbers.len() - numbers.before(&number);
        numbers.page(false, skip, limit)
    }

    /// The number of all rows.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True without rows.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The number of rows of a status.
    pub fn count(&self, status: S) -> usize {
        self.counts().find(|(of, _)| *of == status).map_or(0, |(_, rows)| rows)
    }

    /// The number of rows of each status that there is.
    pub fn counts(&self) -> impl Iterator<Item = (S, usize)> {
        self.of.iter().map(|(status, numbers)| (*status, numbers.len()))
    }
}

/// Entries of blocks after the first `skip` ones. Blocks that are skipped as a whole are not walked through.
fn part<'a, K: Copy + 'a, I: Iterator<Item = &'a K>>(
    blocks: impl Iterator<Item = &'a Vec<K>>,
    entries: impl Fn(&'a Vec<K>) -> I,
    mut skip: usize,
    limit: usize,
) -> Vec<K> {
    let mut found = Vec::new();
    for block in blocks {
        if found.len() == limit {
            break;
        }
        let of_block = entries(block).skip(skip).take(limit - found.len());
        found.extend(of_block.copied());
        skip = skip.saturating_sub(block.len());
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn check(ranking: &Ranking<u64>, reference: &BTreeSet<u64>) {
        let expected: Vec<u64> = reference.iter().copied().collect();
        assert_eq!(ranking.first(usize::MAX).copied().collect::<Vec<_>>(), expected);
        assert_eq!((ranking.len(), ranking.is_empty()), (expected.len(), expected.is_empty()));
        for (before, entry) in expected.iter().enumerate() {
            assert_eq!((ranking.before(entry), ranking.contains(entry)), (before, true));
        }
        for skip in [0, 1, expected.len() / 2, expected.len().saturating_sub(3)] {
            let ascending: Vec<u64> = expected.iter().skip(skip).take(300).copied().collect();
            let descending: Vec<u64> =
                expected.iter().rev().skip(skip).take(300).copied().collect();
            assert_eq!(ranking.page(true, skip, 300), ascending);
            assert_eq!(ranking.page(false, skip, 300), descending);
        }
        for (at, block) in ranking.blocks.iter().enumerate() {
            assert!((1..=BLOCK_MAX).contains(&block.len()), "{}", block.len());
            let is_last = at + 1 == ranking.blocks.len();
            assert!(block.len() >= BLOCK_MIN || is_last, "{}", block.len());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn any_changes_leave_it_in_order(
            begun in prop::collection::btree_set(0..900_u64, 0..700),
            changes in prop::collection::vec((0..900_u64, any::<bool>()), 0..1500),
        ) {
            let mut reference = begun;
            let mut ranking = Ranking::of(reference.iter().rev().copied().collect());
            for (entry, is_added) in changes {
                if is_added {
                    reference.insert(entry);
                    ranking.insert(entry);
                } else {
                    reference.remove(&entry);
                    ranking.remove(&entry);
                }
            }
            check(&ranking, &reference);
        }
    }

    #[test]
    fn blocks_come_and_go_with_their_entries() {
        let mut reference = BTreeSet::new();
        let mut ranking = Ranking::default();
        for number in 0..2000_u64 {
            reference.insert(number * 7919 % 2000);
            ranking.insert(number * 7919 % 2000);
        }
        check(&ranking, &reference);
        assert!(ranking.blocks.len() >= 2000 / BLOCK_MAX);
        for number in 0..2000_u64 {
            reference.remove(&number);
            ranking.remove(&number);
            // A missing entry is not removed.
            ranking.remove(&number);
            if number % 97 == 0 {
                check(&ranking, &reference);
            }
        }
        assert!(ranking.blocks.is_empty());
    }

    #[test]
    fn rows_of_a_status_below_a_number_are_the_highest_ones() {
        let mut numbers = Numbers::default();
        for number in 0..3000 {
            numbers.set(number, Some(number % 2 == 0));
        }
        let even_below = |number: u64| (0..number).rev().filter(|number| number % 2 == 0);
        for number in [0, 1, 1000, 1001, 5000] {
            let expected: Vec<u64> = even_below(number.min(3000)).take(300).collect();
            assert_eq!(numbers.before(true, number, 300), expected, "{number}");
        }
        numbers.set(998, Some(false));
        assert_eq!(numbers.before(true, 1000, 2), [996, 994]);
        assert_eq!(Numbers::<bool>::default().before(true, 1000, 2), Vec::<u64>::new());
    }
}
