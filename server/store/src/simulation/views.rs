//! Every query of a reader, with rows spread over index, frozen and active generations, compared
//! with plain maps.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::chance::Chance;
use super::disk::SimDisk;
use super::index::SimIndex;
use crate::applier;
use crate::batch::{Batch, MAX_KEY_BYTES, TableId};
use crate::committer::Core;
use crate::journal::SegmentSizes;
use crate::opening::{Limits, assemble};
use crate::view::View;

const TABLES: [u8; 4] = [0, 1, 254, 255];
const OWNERS: [u64; 3] = [0, 1, u64::MAX];

type Log = Vec<(u64, Vec<u8>)>;

#[derive(Default)]
struct Model {
    rows: BTreeMap<(u8, Vec<u8>), Vec<u8>>,
    logs: BTreeMap<(u8, u64), Log>,
}

fn a_key(chance: &mut Chance) -> Vec<u8> {
    match chance.below(12) {
        0 => Vec::new(),
        1 => vec![255; MAX_KEY_BYTES],
        2 => vec![255; chance.below(4)],
        _ => (0..chance.between(1, 2)).map(|_| [0, 1, 7, 100, 255][chance.below(5)]).collect(),
    }
}

fn a_table(chance: &mut Chance) -> TableId {
    TableId(TABLES[chance.below(TABLES.len())])
}

impl Model {
    /// Puts some rows into a commit and into the maps.
    fn commit(&mut self, chance: &mut Chance) -> Batch {
        let mut batch = Batch::new();
        for _ in 0..chance.between(1, 6) {
            let table = a_table(chance);
            match chance.below(5) {
                0 => {
                    let key = a_key(chance);
                    batch.delete(table, &key).unwrap();
                    self.rows.remove(&(table.0, key));
                }
                1 | 2 => {
                    let (key, value) = (a_key(chance), chance.next().to_le_bytes().to_vec());
                    batch.put(table, &key, &value).unwrap();
                    self.rows.insert((table.0, key), value);
                }
                _ => {
                    let owner = OWNERS[chance.below(OWNERS.len())];
                    let log = self.logs.entry((table.0, owner)).or_default();
                    let step = if chance.one_in(5) { chance.below(9) } else { 1 } as u64;
                    let seq = log.last().map_or(step, |(last, _)| last + step.max(1));
                    let value = chance.next().to_le_bytes().to_vec();
                    batch.append(table, owner, seq, &value).unwrap();
                    log.push((seq, value));
                }
            }
        }
        batch
    }

    fn ask(&self, view: &View, chance: &mut Chance) {
        let table = a_table(chance);
        let key = a_key(chance);
        let value = view.get(table, &key).unwrap().map(|value| value.to_vec());
        assert_eq!(value.as_ref(), self.rows.get(&(table.0, key.clone())), "get {table:?} {key:?}");

        let (from, to, limit) = (a_key(chance), a_key(chance), chance.below(40));
        let expected: Vec<(Vec<u8>, Vec<u8>)> = self
            .rows
            .iter()
            .filter(|((of, key), _)| *of == table.0 && *key >= from)
            .filter(|((_, key), _)| to.is_empty() || *key < to)
            .map(|((_, key), value)| (key.clone(), value.clone()))
            .take(limit)
            .collect();
        let rows = view.scan(table, &from, &to, limit).unwrap();
        let rows: Vec<_> = rows.into_iter().map(|(k, v)| (k.to_vec(), v.to_vec())).collect();
        assert_eq!(rows, expected, "scan {table:?} {from:?}..{to:?}, {limit}");
        self.ask_log(view, table, chance);
    }

    fn ask_log(&self, view: &View, table: TableId, chance: &mut Chance) {
        let owner = OWNERS[chance.below(OWNERS.len())];
        let log = self.logs.get(&(table.0, owner)).map_or(&[][..], Vec::as_slice);
        let newest = log.last().map_or(0, |(seq, _)| *seq);
        let place = match chance.below(8) {
            0 => u64::MAX,
            1 => 0,
            _ => chance.below(newest as usize + 3) as u64,
        };
        let limit = if chance.one_in(4) { usize::MAX } else { chance.below(90) };
        let before = log.iter().rev().filter(|(seq, _)| *seq < place).take(limit);
        let read = view.log(table, owner, place, limit).unwrap();
        let read: Vec<_> = read.into_iter().map(|e| (e.seq, e.value.to_vec())).collect();
        assert_eq!(read, before.cloned().collect::<Vec<_>>(), "{owner} before {place}, {limit}");
        let after = log.iter().filter(|(seq, _)| *seq >= place).take(limit);
        let read = view.log_from(table, owner, place, limit).unwrap();
        let read: Vec<_> = read.into_iter().map(|e| (e.seq, e.value.to_vec())).collect();
        assert_eq!(read, after.cloned().collect::<Vec<_>>(), "{owner} from {place}, {limit}");
    }
}

fn run(seed: u64) {
    let mut chance = Chance::new(seed);
    let disk = SimDisk::new(chance.fork());
    let index = SimIndex::new(&disk, chance.fork());
    let limits = Limits {
        segments: SegmentSizes { smallest: 1 << 20, largest: 1 << 20 },
        generation_bytes: 1 << 20,
        format: 2,
    };
    let mut salts = chance.fork();
    let (mut core, _): (Core, _) = assemble(
        &disk.as_disk(),
        &index.as_index(),
        Vec::new(),
        limits,
        Arc::new(AtomicBool::new(false)),
        Box::new(move || salts.next()),
    )
    .unwrap();
    let view = View { memtable: core.memtable.clone(), index: index.as_index() };
    let (mut model, mut frozen) = (Model::default(), VecDeque::new());
    for _ in 0..60 {
        for _ in 0..chance.between(1, 8) {
            core.commit(&[model.commit(&mut chance).into_bytes()]).unwrap();
        }
        if chance.one_in(3) {
            frozen.extend(core.freeze().unwrap());
        }
        if chance.one_in(3)
            && let Some(generation) = frozen.pop_front()
        {
            applier::apply(&index, &generation).unwrap();
            core.memtable.write().drop_applied(&generation);
        }
        for _ in 0..8 {
            model.ask(&view, &mut chance);
        }
    }
}

#[test]
fn readers_see_the_same_wherever_the_rows_lie() {
    super::for_each_seed(60, run);
}
