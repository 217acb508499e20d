//! Texts of numbered records in memory, so that a search reads no rows from disk.
//!
//! Records are in blocks, in ascending order of their numbers. A block never changes: a new one replaces it. A search
//! goes on with the blocks that it began with and delays no commit. The texts of a replaced block are overwritten when
//! its last reader is done, so that those of a deleted account are gone from here.

use std::ops::Range;
use std::sync::Arc;

use memchr::memchr_iter;
use memchr::memmem::Finder;
use zeroize::Zeroizing;

/// Most records of a block: a change copies those of one block.
const BLOCK_MAX: usize = 64;
/// A block that gets fewer records by a removal is merged with the one before it.
const BLOCK_MIN: usize = 16;
/// Around each field. UTF-8 has no such byte, so no search text contains it.
const EDGE: u8 = 0xff;

/// Records with texts and a tag each. Cheap to clone; a clone keeps the records of this moment.
#[derive(Clone, Debug)]
pub struct KeptTexts<T> {
    blocks: Arc<Vec<Place<T>>>,
}

impl<T> Default for KeptTexts<T> {
    fn default() -> Self {
        Self { blocks: Arc::default() }
    }
}

/// A block with its highest number, so that a search for a number reads no others.
#[derive(Debug)]
struct Place<T> {
    last: u64,
    block: Arc<Block<T>>,
}

impl<T> Clone for Place<T> {
    fn clone(&self) -> Self {
        Self { last: self.last, block: self.block.clone() }
    }
}

/// Consecutive records, at least one.
#[derive(Debug)]
struct Block<T> {
    entries: Box<[Entry<T>]>,
    text: Zeroizing<Vec<u8>>,
}

#[derive(Debug)]
struct Entry<T> {
    number: u64,
    /// Where its text ends in that of the block.
    end: usize,
    tag: T,
}

/// A record.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a, T> {
    /// Its number.
    pub number: u64,
    /// Its tag.
    pub tag: T,
    /// Each field between two edges.
    text: &'a [u8],
}

impl<'a, T> Kept<'a, T> {
    /// Its texts, in order.
    pub fn fields(&self) -> impl Iterator<Item = &'a [u8]> + use<'a, T> {
        let inner = self.text.len().checked_sub(1).and_then(|end| self.text.get(1..end));
        inner.unwrap_or_default().split(|byte| *byte == EDGE)
    }

    /// Its first text.
    pub fn first_field(&self) -> &'a [u8] {
        let inner = self.text.get(1..).unwrap_or_default();
        inner.get(..memchr_iter(EDGE, inner).next().unwrap_or_default()).unwrap_or_default()
    }
}

/// A record that was found.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a, T> {
    /// The record.
    pub record: Kept<'a, T>,
    /// True when the search text is a whole field of it.
    pub is_whole: bool,
}

impl<T: Copy> KeptTexts<T> {
    /// Records with their tags and texts, in ascending order of their numbers.
    ///
    /// # Errors
    /// The first error of `records`.
    pub fn load<F: AsRef<[u8]>, E>(
        records: impl Iterator<Item = Result<(u64, T, Vec<F>), E>>,
    ) -> Result<Self, E> {
        let (mut blocks, mut next) = (Vec::new(), Vec::new());
        let mut records = records.peekable();
        while let Some(record) = records.next() {
            let (number, tag, fields) = record?;
            next.push((number, tag, text_of(&fields)));
            if next.len() == BLOCK_MAX || records.peek().is_none() {
                let kept = next.iter().map(|(number, tag, text)| Kept {
                    number: *number,
                    tag: *tag,
                    text: text.as_slice(),
                });
                blocks.extend(Place::of(&kept.collect::<Vec<_>>()));
                next.clear();
            }
        }
        Ok(Self { blocks: Arc::new(blocks) })
    }

    /// Adds a record or replaces it. Texts are found as they are: pass them in lower case.
    pub fn set(&mut self, number: u64, tag: T, fields: &[impl AsRef<[u8]>]) {
        let text = text_of(fields);
        let at = self.block_of(number).min(self.blocks.len().saturating_sub(1));
        let before = self.blocks.get(at).map(|place| place.block.clone());
        let mut records = before.iter().flat_map(|block| block.records()).collect::<Vec<_>>();
        let record = Kept { number, tag, text: &text };
        match records.binary_search_by_key(&number, |record| record.number) {
            Ok(within) => records.splice(within..=within, [record]).for_each(drop),
            Err(within) => records.insert(within, record),
        }
        // Numbers mostly rise, so the last block is left full.
        let is_newest = records.last().is_some_and(|last| last.number == number);
        let first = if is_newest { BLOCK_MAX } else { records.len() / 2 };
        self.replace(at..at + 1, places_of(&records, first));
    }

    /// Removes a record, if it is there.
    pub fn remove(&mut self, number: u64) {
        let at = self.block_of(number);
        let Some(place) = self.blocks.get(at) else { return };
        let is_small = at > 0 && place.block.entries.len() <= BLOCK_MIN;
        let from = if is_small { at - 1 } else { at };
        let before: Vec<Place<T>> = self.blocks.get(from..=at).unwrap_or_default().to_vec();
        let mut records: Vec<_> = before.iter().flat_map(|place| place.block.records()).collect();
        let found = records.binary_search_by_key(&number, |record| record.number);
        let Ok(within) = found else { return };
        records.remove(within);
        self.replace(from..at + 1, places_of(&records, records.len() / 2));
    }

    /// A record by its number.
    pub fn get(&self, number: u64) -> Option<Kept<'_, T>> {
        let block = &self.blocks.get(self.block_of(number))?.block;
        let at = block.entries.binary_search_by_key(&number, |entry| entry.number).ok()?;
        block.record(at)
    }

    /// The records with a text in one of their first `fields` fields, in ascending order of their numbers. Whether it is
    /// a whole field is of the first `whole` fields. All records have an empty text, and none has it as a whole field.
    pub fn find(&self, text: &str, fields: usize, whole: usize) -> Vec<Found<'_, T>> {
        let with_edges = [&[EDGE], text.as_bytes(), &[EDGE]].concat();
        let (part_finder, whole_finder) = (Finder::new(text), Finder::new(&with_edges));
        let whole = if text.is_empty() { 0 } else { whole };
        let mut found: Vec<Found<'_, T>> = Vec::new();
        for Place { block, .. } in self.blocks.iter() {
            let first = found.len();
            let parts = block.matches(&part_finder, fields);
            found.extend(parts.map(|record| Found { record, is_whole: false }));
            let of_block = found.get_mut(first..).unwrap_or_default();
            if whole == 0 || of_block.is_empty() {
                continue;
            }
            for record in block.matches(&whole_finder, whole) {
                let at = of_block.binary_search_by_key(&record.number, |one| one.record.number);
                if let Some(found) = at.ok().and_then(|at| of_block.get_mut(at)) {
                    found.is_whole = true;
                }
            }
        }
        found
    }

    /// All records, in ascending order of their numbers.
    pub fn all(&self) -> impl Iterator<Item = Kept<'_, T>> {
        self.blocks.iter().flat_map(|place| place.block.records())
    }

    fn replace(&mut self, range: Range<usize>, places: Vec<Place<T>>) {
        let all = Arc::make_mut(&mut self.blocks);
        let end = range.end.min(all.len());
        all.splice(range.start..end, places);
    }

    /// The block that contains this number or would; one too many for the highest number.
    fn block_of(&self, number: u64) -> usize {
        self.blocks.partition_point(|place| place.last < number)
    }
}

/// The fields of a record between edges.
fn text_of(fields: &[impl AsRef<[u8]>]) -> Zeroizing<Vec<u8>> {
    let mut text = Zeroizing::new(Vec::new());
    text.reserve_exact(fields.iter().map(|field| field.as_ref().len() + 1).sum::<usize>() + 1);
    text.push(EDGE);
    for field in fields {
        text.extend_from_slice(field.as_ref());
        text.push(EDGE);
    }
    text
}

/// Blocks of records, with `first` of them in the first block if they are too many for one.
fn places_of<T: Copy>(records: &[Kept<'_, T>], first: usize) -> Vec<Place<T>> {
    let first = if records.len() <= BLOCK_MAX { records.len() } else { first };
    let (one, other) = records.split_at(first.min(records.len()));
    [one, other].into_iter().filter_map(Place::of).collect()
}

impl<T: Copy> Place<T> {
    /// `None` without records.
    fn of(records: &[Kept<'_, T>]) -> Option<Self> {
        let last = records.last()?.number;
        Some(Self { last, block: Arc::new(Block::of(records)) })
    }
}

impl<T: Copy> Block<T> {
    fn of(records: &[Kept<'_, T>]) -> Self {
        let mut text = Zeroizing::new(Vec::new());
        // Texts that are moved to grow would be left in freed memory.
        text.reserve_exact(records.iter().map(|record| record.text.len()).sum());
        let mut entries = Vec::with_capacity(records.len());
        for Kept { number, tag, text: own } in records {
            text.extend_from_slice(own);
            entries.push(Entry { number: *number, end: text.len(), tag: *tag });
        }
        Self { entries: entries.into_boxed_slice(), text }
    }

    fn records(&self) -> impl Iterator<Item = Kept<'_, T>> {
        let mut start = 0;
        self.entries.iter().map(move |Entry { number, end, tag }| {
            let text = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            Kept { number: *number, tag: *tag, text }
        })
    }

    fn start_of(&self, at: usize) -> usize {
        let before = at.checked_sub(1).and_then(|before| self.entries.get(before));
        before.map_or(0, |before| before.end)
    }

    fn record(&self, at: usize) -> Option<Kept<'_, T>> {
        let Entry { number, end, tag } = self.entries.get(at)?;
        let text = self.text.get(self.start_of(at)..*end)?;
        Some(Kept { number: *number, tag: *tag, text })
    }

    /// The records in whose first `fields` fields the text of the finder is.
    fn matches<'a>(
        &'a self,
        finder: &Finder<'_>,
        fields: usize,
    ) -> impl Iterator<Item = Kept<'a, T>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let left = self.text.get(from..).filter(|left| !left.is_empty())?;
                let matched = from + finder.find(left)?;
                let at = self.entries.partition_point(|entry| entry.end <= matched);
                let record = self.record(at)?;
                let start = self.start_of(at);
                from = start + record.text.len();
                // The first match of a record is in the lowest of the fields that match.
                let before = self.text.get(start..=matched).unwrap_or_default();
                if memchr_iter(EDGE, before).count() <= fields {
                    return Some(record);
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    type Model = BTreeMap<u64, (u8, [String; 3])>;

    /// What a naive search finds: number, tag, and whether a whole field matches.
    fn expected(model: &Model, text: &str, fields: usize, whole: usize) -> Vec<(u64, u8, bool)> {
        let has = |texts: &[String; 3]| texts[..fields].iter().any(|field| field.contains(text));
        let matching = model.iter().filter(|(_, (_, texts))| has(texts));
        let found = matching.map(|(number, (tag, texts))| {
            let is_whole = texts[..whole].iter().any(|field| field == text) && !text.is_empty();
            (*number, *tag, is_whole)
        });
        found.collect()
    }

    fn check(kept: &KeptTexts<u8>, model: &Model) {
        for text in ["", "a", "b", "ab", "ba", "aab", "\u{e9}", "\u{e9}a", "abaab"] {
            for (fields, whole) in [(1, 1), (2, 1), (3, 3), (3, 0)] {
                let found = kept.find(text, fields, whole);
                let found =
                    found.iter().map(|one| (one.record.number, one.record.tag, one.is_whole));
                let expected = expected(model, text, fields, whole);
                assert_eq!(found.collect::<Vec<_>>(), expected, "{text} {fields} {whole}");
            }
        }
        assert_eq!(kept.all().map(|record| record.number).collect::<Vec<_>>(), {
            model.keys().copied().collect::<Vec<_>>()
        });
        for (number, (tag, texts)) in model {
            let record = kept.get(*number).unwrap();
            assert_eq!((record.number, record.tag), (*number, *tag));
            assert_eq!(record.first_field(), texts[0].as_bytes());
            assert!(record.fields().eq(texts.iter().map(String::as_bytes)));
        }
        assert!(kept.get(u64::MAX).is_none());
        for Place { last, block } in kept.blocks.iter() {
            assert_eq!(Some(*last), block.entries.last().map(|entry| entry.number));
            assert!((1..=BLOCK_MAX).contains(&block.entries.len()));
            assert_eq!(block.text.len(), block.text.capacity());
        }
    }

    fn texts() -> impl Strategy<Value = [String; 3]> {
        // Few letters, so that texts match often; one of them takes two bytes.
        let field = || prop::collection::vec(prop::sample::select(vec!['a', 'b', '\u{e9}']), 0..6);
        [field(), field(), field()]
            .prop_map(|fields| fields.map(|field| field.into_iter().collect()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn any_changes_are_found_as_by_a_naive_search(
            changes in prop::collection::vec((0..260_u64, any::<u8>(), prop::option::weighted(0.7, texts())), 0..900),
        ) {
            let (mut kept, mut model) = (KeptTexts::default(), Model::new());
            for (number, tag, texts) in changes {
                let before = kept.clone();
                match texts {
                    Some(texts) => {
                        kept.set(number, tag, &texts);
                        model.insert(number, (tag, texts));
                    }
                    None => {
                        kept.remove(number);
                        model.remove(&number);
                    }
                }
                drop(before);
            }
            check(&kept, &model);
            let records = model.iter().map(|(number, (tag, texts))| (*number, *tag, texts.to_vec()));
            check(&KeptTexts::load(records.map(Ok::<_, ()>)).unwrap(), &model);
        }
    }

    fn account(number: u64) -> [String; 3] {
        ["", "@example.com", ""].map(|ending| format!("member_{number}{ending}"))
    }

    #[test]
    fn blocks_are_full_when_numbers_rise_and_merge_when_records_go() {
        let (mut kept, mut model) = (KeptTexts::default(), Model::new());
        for number in 0..1000 {
            kept.set(number, 0, &account(number));
            model.insert(number, (0, account(number)));
        }
        assert_eq!(kept.blocks.len(), 1000_usize.div_ceil(BLOCK_MAX));
        for number in (0..1000).filter(|number| number % 20 != 0) {
            kept.remove(number);
            model.remove(&number);
        }
        check(&kept, &model);
        assert!(kept.blocks.len() < 8, "{}", kept.blocks.len());
        for number in 0..1000 {
            kept.remove(number);
        }
        assert!(kept.blocks.is_empty() && kept.find("", 3, 3).is_empty());
    }

    #[test]
    fn a_search_goes_on_with_the_records_that_it_began_with() {
        let mut kept = KeptTexts::default();
        kept.set(1, (), &["emu", "emu@example.com"]);
        let before = kept.clone();
        let found = before.find("emu", 2, 2);
        kept.set(1, (), &["bilby", "emu@example.com"]);
        assert_eq!((found[0].record.first_field(), found[0].is_whole), (&b"emu"[..], true));
        assert_eq!(kept.find("emu", 1, 1).len(), 0);
        assert!(!kept.find("emu", 2, 2)[0].is_whole);
        kept.remove(1);
        assert_eq!(kept.find("", 2, 2).len(), 0);
    }

    #[test]
    fn an_account_takes_little_memory() {
        let mut kept = KeptTexts::default();
        for number in 0..10_000_u64 {
            let fields = [
                format!("member_{number}"),
                format!("member_{number}@example.com"),
                format!("{number:08x}"),
                format!("chat_{number}"),
                String::new(),
            ];
            kept.set(number, (), &fields);
        }
        let of_block = |place: &Place<()>| {
            let block = &*place.block;
            // With the two counts of the pointer.
            let outer = size_of_val(place) + size_of_val(block) + 16;
            outer + size_of_val(&*block.entries) + block.text.capacity()
        };
        let bytes: usize = kept.blocks.iter().map(of_block).sum();
        let texts: usize = kept.blocks.iter().map(|place| place.block.text.len()).sum();
        assert!(bytes - texts < 20 * 10_000, "{bytes} bytes, {texts} of them texts");
        assert!(bytes < 100 * 10_000, "{bytes}");
    }
}
