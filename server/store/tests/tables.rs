//! Typed tables over a real store: keys sort as their values, pages join, logs read both ways.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bincode::{Decode, Encode};
use pointhouse_store::{
    Batch, CommitView, Format, Keys, Log, Options, Piece, Projection, Row, Single, Store,
    StoreError, StoredKey, StoredRow, Table, TableId, View,
};
use proptest::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Price(u64);

impl StoredRow for Price {
    const VERSION: u8 = 1;
}

#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Name(String);

impl StoredRow for Name {
    const VERSION: u8 = 2;
}

const PRICE: Table<(u32, u64), Price> = Table::new(TableId(1));
const FLAG: Table<String, ()> = Table::new(TableId(2));
const PART: Table<u32, Piece> = Table::new(TableId(3));
const LAST: Single<Price> = Single::new(TableId(4), "last");
const ENTRY: Log<u64, Price> = Log::new(TableId(5));
/// The rows of `PRICE` by a reader that knows other ones.
const WRONG_VALUE: Table<(u32, u64), Name> = Table::new(TableId(1));
const WRONG_KEY: Table<u32, Price> = Table::new(TableId(1));

/// Far more than a page.
const MANY: u64 = 1_400;

fn options() -> Options {
    Options { format: Format::new(1, "test"), segment_bytes: 1 << 20, ..Options::default() }
}

/// A store in a folder of its own, closed before the folder goes.
struct Place {
    store: Store,
    _folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let (store, _) = Store::open(folder.path(), options()).expect("a store");
        Self { store, _folder: folder }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.store.close(Instant::now() + Duration::from_secs(60));
    }
}

/// The rows of all commits.
#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<Row>>>);

impl Projection for Seen {
    fn name(&self) -> &'static str {
        "rows"
    }

    fn load(&mut self, _view: &View) -> Result<(), StoreError> {
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        self.0.lock().expect("rows").extend_from_slice(commit.rows());
    }

    fn drain(&mut self, _out: &mut Batch) {}
}

fn commit(store: &Store, write: impl FnOnce(&mut Batch) -> Result<(), StoreError>) {
    let mut batch = Batch::new();
    write(&mut batch).expect("rows that fit");
    store.commit(batch).wait().expect("a commit");
}

fn keys(store: &Store, keys: Keys) -> Vec<(u32, u64)> {
    PRICE.rows(store.view(), keys).map(|row| row.expect("a row").0).collect()
}

#[test]
fn rows_come_by_rising_keys_whatever_page_they_are_on() {
    let place = Place::new();
    let store = &place.store;
    for shop in [7, 1, u32::MAX] {
        commit(store, |batch| {
            (0..MANY).rev().try_for_each(|item| PRICE.put(batch, &(shop, item), &Price(item)))
        });
    }
    let all = keys(store, Keys::all());
    let expected: Vec<_> =
        [1, 7, u32::MAX].iter().flat_map(|shop| (0..MANY).map(|item| (*shop, item))).collect();
    assert_eq!(all, expected);
    assert_eq!(keys(store, Keys::under(&7_u32)), expected[1_400..2_800]);
    assert_eq!(keys(store, Keys::under(&u32::MAX)), expected[2_800..]);
    assert_eq!(
        keys(store, Keys::under(&7_u32).from(&(7_u32, 1_398_u64))),
        [(7, 1_398), (7, 1_399)]
    );
    assert_eq!(keys(store, Keys::under(&7_u32).after(&(7_u32, 1_398_u64))), [(7, 1_399)]);
    assert_eq!(keys(store, Keys::under(&7_u32).before(&(7_u32, 2_u64))), [(7, 0), (7, 1)]);
    assert_eq!(keys(store, Keys::all().before(&(1_u32, 0_u64))), []);
    assert_eq!(keys(store, Keys::under(&2_u32)), []);
    let found = PRICE.scan(store.view(), &Keys::under(&7_u32), 2).expect("rows");
    assert_eq!(found, [((7, 0), Price(0)), ((7, 1), Price(1))]);
}

#[test]
fn a_value_is_set_read_and_removed() {
    let place = Place::new();
    let store = &place.store;
    commit(store, |batch| {
        PRICE.put(batch, &(1, 1), &Price(5))?;
        FLAG.put(batch, &"open".to_owned(), &())?;
        PART.put(batch, &3, &Piece(vec![1, 2, 3]))?;
        LAST.put(batch, &Price(9))
    });
    let view = store.view();
    assert_eq!(PRICE.get(view, &(1, 1)).expect("a read"), Some(Price(5)));
    assert_eq!(PRICE.get(view, &(1, 2)).expect("a read"), None);
    assert!(FLAG.contains(view, &"open".to_owned()).expect("a read"));
    assert!(!FLAG.contains(view, &"ope".to_owned()).expect("a read"));
    assert_eq!(FLAG.get(view, &"open".to_owned()).expect("a read"), Some(()));
    assert_eq!(PART.get(view, &3).expect("a read"), Some(Piece(vec![1, 2, 3])));
    assert_eq!(LAST.get(view).expect("a read"), Some(Price(9)));
    commit(store, |batch| {
        PRICE.delete(batch, &(1, 1))?;
        FLAG.delete(batch, &"open".to_owned())?;
        LAST.delete(batch)
    });
    assert_eq!(PRICE.get(view, &(1, 1)).expect("a read"), None);
    assert_eq!(FLAG.rows(view, Keys::all()).count(), 0);
    assert_eq!(LAST.get(view).expect("a read"), None);
}

#[test]
fn a_row_of_another_kind_is_an_error_and_ends_the_walk() {
    let place = Place::new();
    let store = &place.store;
    commit(store, |batch| {
        PRICE.put(batch, &(1, 1), &Price(5))?;
        PRICE.put(batch, &(1, 2), &Price(6))
    });
    let view = store.view();
    assert!(matches!(WRONG_VALUE.get(view, &(1, 1)), Err(StoreError::Codec(_))));
    let mut walk = WRONG_VALUE.rows(view, Keys::all());
    assert!(matches!(walk.next(), Some(Err(StoreError::Codec(_)))));
    assert!(walk.next().is_none());
    let key = WRONG_KEY.scan(view, &Keys::all(), 1).expect_err("no such key").to_string();
    assert_eq!(key, "key 000000010000000000000001 is none of table 1");
}

#[test]
fn logs_are_read_from_both_ends() {
    let place = Place::new();
    let store = &place.store;
    commit(store, |batch| {
        (1..=MANY).try_for_each(|seq| ENTRY.append(batch, 4, seq, &Price(seq * 10)))?;
        ENTRY.append(batch, 9, 1, &Price(1))
    });
    let view = store.view();
    let seq = |entry: Result<(u64, Price), StoreError>| entry.expect("an entry").0;
    let up: Vec<u64> = ENTRY.oldest_first(view, 4, 1).map(seq).collect();
    assert_eq!(up, (1..=MANY).collect::<Vec<_>>());
    let down: Vec<u64> = ENTRY.newest_first(view, 4, u64::MAX).map(seq).collect();
    assert_eq!(down, (1..=MANY).rev().collect::<Vec<_>>());
    assert_eq!(ENTRY.oldest_first(view, 4, MANY).map(seq).collect::<Vec<_>>(), [MANY]);
    assert_eq!(ENTRY.newest_first(view, 4, 3).map(seq).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(ENTRY.get(view, 4, 700).expect("a read"), Some(Price(7_000)));
    assert_eq!(ENTRY.get(view, 4, MANY + 1).expect("a read"), None);
    assert_eq!(ENTRY.get(view, 5, 1).expect("a read"), None);
    assert_eq!(ENTRY.newest(view, 4).expect("a read"), Some((MANY, Price(MANY * 10))));
    let owners: Result<Vec<u64>, _> = ENTRY.owners(view).collect();
    assert_eq!(owners.expect("owners"), [4, 9]);
}

#[test]
fn rows_of_a_commit_are_those_of_their_table() {
    let seen = Seen::default();
    let folder = tempfile::tempdir().expect("a folder");
    let (store, _) = Store::open(
        folder.path(),
        Options { projections: vec![Box::new(seen.clone())], ..options() },
    )
    .expect("a store");
    commit(&store, |batch| {
        PRICE.put(batch, &(1, 2), &Price(3))?;
        PRICE.delete(batch, &(1, 3))?;
        FLAG.put(batch, &"open".to_owned(), &())?;
        ENTRY.append(batch, 4, 1, &Price(8))
    });
    store.close(Instant::now() + Duration::from_secs(60));
    let rows = seen.0.lock().expect("rows").clone();
    let prices: Vec<_> = rows.iter().filter_map(|row| PRICE.row(row)).flatten().collect();
    assert_eq!(prices, [((1, 2), Some(Price(3))), ((1, 3), None)]);
    let entries: Vec<_> = rows.iter().filter_map(|row| ENTRY.entry(row)).flatten().collect();
    assert_eq!(entries, [(4, 1, Price(8))]);
    let wrong = rows.iter().find_map(|row| WRONG_VALUE.row(row)).expect("a row of the table");
    assert!(matches!(wrong, Err(StoreError::Codec(_))));
}

#[test]
fn a_part_of_a_key_finds_what_begins_with_it() {
    const ANY: Table<Vec<u8>, ()> = Table::new(TableId(200));
    let place = Place::new();
    let store = &place.store;
    let keys: [&[u8]; 8] =
        [&[0], &[0, 255], &[1], &[1, 0], &[1, 255, 255], &[2], &[255], &[255, 255, 7]];
    commit(store, |batch| keys.iter().try_for_each(|key| ANY.put(batch, &key.to_vec(), &())));
    let parts: [&[u8]; 7] = [&[], &[0], &[1], &[1, 255], &[3], &[255], &[255, 255]];
    for part in parts {
        let found: Result<Vec<_>, _> = ANY
            .rows(store.view(), Keys::under(&part.to_vec()))
            .map(|row| row.map(|(key, ())| key))
            .collect();
        let expected: Vec<_> = keys.iter().filter(|key| key.starts_with(part)).collect();
        assert_eq!(found.expect("rows").iter().collect::<Vec<_>>(), expected, "{part:?}");
    }
}

proptest! {
    #[test]
    fn keys_sort_as_their_values(keys in prop::collection::vec((any::<u32>(), any::<u64>(), "[a-z]{0,9}"), 1..40)) {
        let by_bytes: BTreeMap<_, _> = keys.iter().map(|key| (key.bytes(), key.clone())).collect();
        let mut sorted = keys;
        sorted.sort();
        sorted.dedup();
        prop_assert_eq!(by_bytes.values().cloned().collect::<Vec<_>>(), sorted);
        for (bytes, key) in &by_bytes {
            prop_assert_eq!(<(u32, u64, String)>::of(bytes), Some(key.clone()));
        }
    }
}
