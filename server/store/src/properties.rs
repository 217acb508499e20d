//! Property tests of all encodings of the store: decoding reverses encoding, and arbitrary bytes
//! are refused without a panic.

use bincode::{Decode, Encode};
use bytes::Bytes;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::base;
use crate::batch::{Batch, MAX_KEY_BYTES, MAX_VALUE_BYTES, Row, Rows, TableId};
use crate::codec::{CodecError, RowProblem, StoredRow, decode_row, encode};
use crate::group::{self, Kind, Stamp};
use crate::pack;
use crate::reader::{Reader, put_varint};
use crate::segment::{self, End, HEADER_BYTES, Header};
use crate::witness;

const STAMP: Stamp = Stamp { salt: 0x0123_4567_89ab_cdef, epoch: 3 };

fn header(first_sequence: u64) -> Header {
    Header {
        number: 1,
        stamp: STAMP,
        first_sequence,
        previous: 77,
        previous_bytes: 4096,
        format: 2,
    }
}

fn a_row() -> impl Strategy<Value = Row> {
    let key = || (any::<u8>(), vec(any::<u8>(), 0..40));
    let key = move || key().prop_map(|(table, key)| Bytes::from([vec![table], key].concat()));
    let value = || vec(any::<u8>(), 0..200).prop_map(Bytes::from);
    prop_oneof![
        (key(), value()).prop_map(|(key, value)| Row::Put { key, value }),
        key().prop_map(|key| Row::Delete { key }),
        (any::<u8>(), any::<u64>(), any::<u64>(), value()).prop_map(
            |(table, owner, seq, value)| Row::Append { table: TableId(table), owner, seq, value }
        ),
    ]
}

fn batch_of(rows: &[Row]) -> Batch {
    let mut batch = Batch::new();
    for row in rows {
        match row {
            Row::Put { key, value } => batch.put(TableId(key[0]), &key[1..], value).unwrap(),
            Row::Delete { key } => batch.delete(TableId(key[0]), &key[1..]).unwrap(),
            Row::Append { table, owner, seq, value } => {
                batch.append(*table, *owner, *seq, value).unwrap();
            }
        }
    }
    batch
}

fn some_commits() -> impl Strategy<Value = Vec<Bytes>> {
    let commit = vec(a_row(), 0..5).prop_map(|rows| batch_of(&rows).into_bytes());
    vec(commit, 1..6)
}

/// A segment of data groups, optionally with a closing seal.
fn segment_of(groups: &[Vec<Bytes>], close: bool) -> Vec<u8> {
    let mut file = header(5).encode();
    let (mut sequence, mut previous, mut out) = (5, 77, Vec::new());
    for commits in groups {
        previous = group::encode(&mut out, STAMP, Kind::Data, sequence, previous, commits);
        file.extend_from_slice(&out);
        sequence += commits.len() as u64;
    }
    if close {
        group::encode(&mut out, STAMP, Kind::Closing, sequence - 1, previous, &[]);
        file.extend_from_slice(&out);
    }
    file
}

proptest! {
    #[test]
    fn rows_read_back_in_order(rows in vec(a_row(), 0..12)) {
        let batch = batch_of(&rows);
        prop_assert_eq!(batch.is_empty(), rows.is_empty());
        let read: Result<Vec<Row>, _> = Rows::new(batch.into_bytes()).collect();
        prop_assert_eq!(read.unwrap(), rows);
    }

    #[test]
    fn extending_a_batch_is_putting_its_rows_behind(
        first in vec(a_row(), 0..5),
        second in vec(a_row(), 0..5),
    ) {
        let mut batch = batch_of(&first);
        batch.extend(&batch_of(&second));
        prop_assert_eq!(batch.into_bytes(), batch_of(&[first, second].concat()).into_bytes());
    }

    #[test]
    fn arbitrary_rows_end_with_at_most_one_error(bytes in vec(any::<u8>(), 0..300)) {
        let read: Vec<_> = Rows::new(Bytes::from(bytes)).collect();
        let errors = read.iter().filter(|row| row.is_err()).count();
        prop_assert!(errors == 0 || (errors == 1 && read.last().is_some_and(Result::is_err)));
    }

    #[test]
    fn cut_rows_never_read_as_other_rows(
        rows in vec(a_row(), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let bytes = batch_of(&rows).into_bytes();
        let read: Vec<_> = Rows::new(bytes.slice(..cut.index(bytes.len()))).collect();
        let good: Vec<Row> = read.into_iter().map_while(Result::ok).collect();
        prop_assert_eq!(&good[..], &rows[..good.len()]);
    }

    #[test]
    fn varints_read_back_and_take_no_more_than_they_need(value in any::<u64>()) {
        let mut bytes = Vec::new();
        put_varint(&mut bytes, value);
        let bits = 64 - value.leading_zeros().min(63);
        prop_assert_eq!(bytes.len(), bits.div_ceil(7) as usize);
        let mut reader = Reader::new(&bytes);
        prop_assert_eq!(reader.varint(), Some(value));
        prop_assert!(reader.is_empty());
    }

    #[test]
    fn arbitrary_varints_never_step_past_the_end(bytes in vec(any::<u8>(), 0..14)) {
        let mut reader = Reader::new(&bytes);
        let value = reader.varint();
        prop_assert!(reader.position() <= bytes.len().min(10));
        if bytes.len() >= 10 && bytes[..10].iter().all(|byte| byte & 0x80 != 0) {
            prop_assert_eq!(value, None, "more than 64 bits");
        }
    }

    #[test]
    fn a_group_reads_back_with_its_commits(commits in some_commits(), sequence in 1..u64::MAX) {
        let mut out = vec![1, 2, 3];
        let checksum = group::encode(&mut out, STAMP, Kind::Data, sequence, 9, &commits);
        let group = group::parse(&out, 0, STAMP).unwrap();
        prop_assert_eq!(
            (group.kind, group.sequence, group.previous, group.checksum),
            (Kind::Data, sequence, 9, checksum)
        );
        prop_assert_eq!(group.end(), out.len());
        prop_assert_eq!(group::commits(&Bytes::from(out), &group).unwrap(), commits);
    }

    #[test]
    fn a_group_of_another_segment_or_epoch_is_none(commits in some_commits()) {
        let mut out = Vec::new();
        group::encode(&mut out, STAMP, Kind::Data, 1, 0, &commits);
        prop_assert_eq!(group::parse(&out, 0, Stamp { salt: 1, ..STAMP }), None);
        prop_assert_eq!(group::parse(&out, 0, Stamp { epoch: 4, ..STAMP }), None);
    }

    #[test]
    fn a_group_with_any_flipped_bit_or_cut_is_none(
        commits in some_commits(),
        at in any::<prop::sample::Index>(),
        bit in 0..8,
    ) {
        let mut out = Vec::new();
        group::encode(&mut out, STAMP, Kind::Data, 1, 0, &commits);
        let at = at.index(out.len());
        prop_assert_eq!(group::parse(&out[..at], 0, STAMP), None);
        out[at] ^= 1u8 << bit;
        prop_assert_eq!(group::parse(&out, 0, STAMP), None);
    }

    #[test]
    fn a_segment_reads_back(groups in vec(some_commits(), 0..5), close in any::<bool>()) {
        let file = segment_of(&groups, close);
        let header = Header::parse(&file).unwrap();
        prop_assert_eq!(header, self::header(5));
        let scan = segment::scan(&file, &header).unwrap();
        let commits: usize = groups.iter().map(Vec::len).sum();
        prop_assert_eq!(scan.next_sequence, 5 + commits as u64);
        prop_assert_eq!(scan.groups.len(), groups.len());
        prop_assert_eq!(scan.good_end, file.len());
        prop_assert_eq!(scan.end, if close { End::Closed } else { End::Open });
    }

    #[test]
    fn arbitrary_bytes_behind_a_header_are_torn_or_damage(tail in vec(any::<u8>(), 1..400)) {
        let mut file = header(5).encode();
        file.extend_from_slice(&tail);
        let scan = segment::scan(&file, &header(5)).unwrap();
        prop_assert_eq!((scan.end, scan.good_end), (End::Torn, HEADER_BYTES));
        prop_assert_eq!(Header::parse(&tail), None);
    }

    #[test]
    fn a_written_over_segment_never_panics(
        groups in vec(some_commits(), 1..4),
        from in any::<prop::sample::Index>(),
        with in vec(any::<u8>(), 1..80),
    ) {
        let mut file = segment_of(&groups, true);
        let from = from.index(file.len());
        for (place, byte) in file[from..].iter_mut().zip(with) {
            *place = byte;
        }
        if let Some(header) = Header::parse(&file) {
            let _ = segment::scan(&file, &header);
        }
    }

    /// Without the witness file.
    #[test]
    fn a_flipped_bit_before_an_intact_group_is_damage(
        groups in vec(some_commits(), 1..4),
        at in any::<prop::sample::Index>(),
        bit in 0..8,
    ) {
        let mut file = segment_of(&groups, true);
        let seal = file.len() - group::HEADER_BYTES;
        let at = HEADER_BYTES + at.index(seal - HEADER_BYTES);
        file[at] ^= 1u8 << bit;
        prop_assert!(segment::scan(&file, &header(5)).is_err());
    }

    #[test]
    fn a_group_that_follows_another_one_than_it_says_is_damage(
        first in some_commits(),
        other in some_commits(),
    ) {
        let mut file = header(5).encode();
        let mut out = Vec::new();
        let checksum = group::encode(&mut out, STAMP, Kind::Data, 5, 77, &first);
        file.extend_from_slice(&out);
        let next = 5 + first.len() as u64;
        group::encode(&mut out, STAMP, Kind::Data, next, checksum ^ 1, &other);
        file.extend_from_slice(&out);
        prop_assert!(segment::scan(&file, &header(5)).is_err());
    }

    #[test]
    fn packs_read_back(
        steps in vec((1u64..1000, vec(any::<u8>(), 0..50)), 0..64),
        first in 0u64..1 << 60,
    ) {
        let mut seq = first;
        let entries: Vec<pack::Entry> = steps
            .into_iter()
            .map(|(step, value)| {
                seq += step;
                (seq, Bytes::from(value))
            })
            .collect();
        let block = pack::encode_block(&entries).unwrap();
        prop_assert!(pack::is_block(&block));
        prop_assert_eq!(pack::decode(block), Some(entries.clone()));
        prop_assert_eq!(pack::decode(pack::encode(&entries)), Some(entries));
    }

    #[test]
    fn changed_blocks_do_not_read(
        values in vec(vec(any::<u8>(), 0..20), 1..64),
        place in any::<prop::sample::Index>(),
        bits in 1u8..,
    ) {
        let entries: Vec<pack::Entry> = (1..).zip(values.into_iter().map(Bytes::from)).collect();
        let mut block = pack::encode_block(&entries).unwrap();
        // Without the first byte, which tells blocks from packs: those have no checksum.
        let at = 1 + place.index(block.len() - 1);
        block[at] ^= bits;
        let read = pack::decode(block);
        prop_assert!(read.is_none() || read == Some(entries));
    }

    #[test]
    fn arbitrary_packs_never_panic(bytes in vec(any::<u8>(), 0..200)) {
        let _ = pack::decode([&[1], bytes.as_slice()].concat());
        let _ = pack::decode([&[2], bytes.as_slice()].concat());
        let _ = pack::decode(bytes);
    }

    #[test]
    fn arbitrary_witness_bytes_are_spoiled(bytes in vec(any::<u8>(), 0..200)) {
        let testimony = witness::parse(&bytes);
        prop_assert!(testimony.spoiled);
        prop_assert_eq!(testimony.sequence, 0);
    }
}

proptest! {
    // Each of these writes a file.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn arbitrary_bytes_are_no_base(bytes in vec(any::<u8>(), 0..400), dressed in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.base");
        // With a good header in front, the groups are what is checked.
        let bytes = if dressed { [header(1).encode(), bytes].concat() } else { bytes };
        std::fs::write(&file, bytes).unwrap();
        prop_assert!(base::verify(&file).is_err());
    }

    #[test]
    fn groups_of_arbitrary_blobs_are_no_base(blobs in vec(vec(any::<u8>(), 0..40), 1..5)) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.base");
        let blobs: Vec<Bytes> = blobs.into_iter().map(Bytes::from).collect();
        let mut bytes = Header { previous: 0, ..header(1) }.encode();
        let mut out = Vec::new();
        let checksum = group::encode(&mut out, STAMP, Kind::Data, 1, 0, &blobs);
        bytes.extend_from_slice(&out);
        group::encode(&mut out, STAMP, Kind::Closing, blobs.len() as u64, checksum, &[]);
        bytes.extend_from_slice(&out);
        std::fs::write(&file, bytes).unwrap();
        prop_assert!(base::verify(&file).is_err());
    }
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Profile {
    name: String,
    points: u64,
    tags: Vec<String>,
}

impl StoredRow for Profile {
    const VERSION: u8 = 3;
}

#[derive(Clone, Debug, PartialEq, Encode, Decode)]
struct Numbers(Vec<u64>);

impl StoredRow for Numbers {
    const VERSION: u8 = 1;
}

proptest! {
    #[test]
    fn stored_rows_read_back(name in ".{0,40}", points: u64, tags in vec(".{0,9}", 0..9)) {
        let profile = Profile { name, points, tags };
        let row = encode(&profile).unwrap();
        prop_assert_eq!(row[0], 3);
        prop_assert_eq!(decode_row::<Profile>(&row).unwrap(), profile);
    }

    #[test]
    fn arbitrary_rows_never_panic(bytes in vec(any::<u8>(), 0..300)) {
        let _ = decode_row::<Profile>(&[&[3], bytes.as_slice()].concat());
        let _ = decode_row::<Profile>(&bytes);
    }

    #[test]
    fn a_row_of_another_version_is_refused(version: u8) {
        let mut row = encode(&Numbers(vec![1])).unwrap();
        row[0] = version;
        match decode_row::<Numbers>(&row) {
            Ok(value) => prop_assert_eq!((version, value), (1, Numbers(vec![1]))),
            Err(RowProblem::Version { found, newest }) => {
                prop_assert_eq!((found, newest), (version, 1));
                prop_assert_ne!(version, 1);
            }
            Err(other) => prop_assert!(false, "{}", other),
        }
    }

    #[test]
    fn bytes_left_over_are_refused(extra in vec(any::<u8>(), 1..9)) {
        let row = [encode(&Numbers(vec![1, 2])).unwrap(), extra.clone()].concat();
        let refused = decode_row::<Numbers>(&row);
        prop_assert!(
            matches!(refused, Err(RowProblem::Trailing(left)) if left == extra.len())
        );
    }
}

#[test]
fn an_empty_row_has_no_version() {
    assert!(matches!(decode_row::<Numbers>(&[]), Err(RowProblem::Empty)));
}

#[test]
fn a_row_that_claims_a_huge_length_is_refused_before_it_takes_memory() {
    // Version 1, then the marker of a 64-bit length and a length of 2^62 elements.
    let hostile = [&[1, 253], (1u64 << 62).to_le_bytes().as_slice()].concat();
    let refused = decode_row::<Numbers>(&hostile);
    assert!(
        matches!(
            refused,
            Err(RowProblem::Decode { source: bincode::error::DecodeError::LimitExceeded, .. })
        ),
        "{refused:?}"
    );
    // One element more than 1 MiB of them.
    let hostile = [&[1, 252], (131_073u32).to_le_bytes().as_slice()].concat();
    assert!(matches!(
        decode_row::<Numbers>(&hostile),
        Err(RowProblem::Decode { source: bincode::error::DecodeError::LimitExceeded, .. })
    ));
}

#[test]
fn a_value_over_16_kib_is_refused_by_codec_and_batch() {
    // Version, length marker with two bytes, then one byte per number.
    let fits = Numbers(vec![1; MAX_VALUE_BYTES - 4]);
    assert_eq!(encode(&fits).unwrap().len(), MAX_VALUE_BYTES);
    let over = Numbers(vec![1; MAX_VALUE_BYTES - 3]);
    assert!(
        matches!(encode(&over), Err(CodecError::TooLarge { bytes, .. }) if bytes == MAX_VALUE_BYTES + 1)
    );

    let mut batch = Batch::new();
    let (key, value) = ([7; MAX_KEY_BYTES], vec![8; MAX_VALUE_BYTES]);
    batch.put(TableId(1), &key, &value).unwrap();
    batch.append(TableId(1), u64::MAX, u64::MAX, &value).unwrap();
    let kept = batch.len();
    let long_key = [7; MAX_KEY_BYTES + 1];
    let long_value = vec![8; MAX_VALUE_BYTES + 1];
    assert!(batch.put(TableId(1), &long_key, &[]).is_err());
    assert!(batch.put(TableId(1), &[], &long_value).is_err());
    assert!(batch.delete(TableId(1), &long_key).is_err());
    assert!(batch.append(TableId(1), 1, 1, &long_value).is_err());
    assert_eq!(batch.len(), kept, "a refusal leaves the batch as it was");
}
