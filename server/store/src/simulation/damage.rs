//! Every single-bit flip and every truncation of every file of a small journal.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::chance::Chance;
use super::disk::{Faults, Files, SimDisk};
use super::index::SimIndex;
use super::model::{self, Shape, Sums, Totals};
use crate::committer::Core;
use crate::error::OpenError;
use crate::journal::SegmentSizes;
use crate::opening::{Limits, assemble};
use crate::progress::Progress;
use crate::recovery::{self, OpenReport};
use crate::retention;
use crate::segment;
use crate::view::View;
use crate::{base, witness};

const LIMITS: Limits = Limits {
    segments: SegmentSizes { smallest: 900, largest: 900 },
    generation_bytes: 1 << 20,
    format: 2,
};

fn open(disk: &SimDisk, salt: u64) -> Result<(Core, View, OpenReport), OpenError> {
    let index = SimIndex::new(disk, Chance::new(1));
    let mut salts = Chance::new(salt);
    let (core, report) = assemble(
        &disk.as_disk(),
        &index.as_index(),
        vec![Box::new(Sums::new(&Totals::default()))],
        LIMITS,
        Arc::new(AtomicBool::new(false)),
        Box::new(move || salts.next()),
    )?;
    let view = View { memtable: core.memtable.clone(), index: index.as_index() };
    Ok((core, view, report))
}

/// A journal as a stopped process left it, and its content at each sequence.
struct Image {
    files: Files,
    shapes: Vec<Shape>,
    closed: bool,
    /// Position of the last group if it was not acknowledged, and the sequence before it.
    in_flight: Option<(String, usize, u64)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Ends {
    Closed,
    Sealed,
    Unsealed,
    /// The fdatasync of the last group never returned.
    InFlight,
}

/// Writes a few groups in each of several sessions; all but the last end with `before`.
fn image(sessions: usize, before: Ends, last: Ends) -> Image {
    let disk = SimDisk::new(Chance::new(7));
    let mut chance = Chance::new(11);
    let mut shapes = vec![Shape::default()];
    let mut in_flight = None;
    for session in 1..=sessions {
        let ends = if session == sessions { last } else { before };
        let (mut core, _, _) = open(&disk, session as u64).unwrap();
        for group in 0..5 {
            let mut shape = shapes.last().unwrap().clone();
            let commits: Vec<_> = (0..1 + group % 2)
                .map(|_| {
                    let commit = shape.propose(&mut chance);
                    shape.take(&commit);
                    shapes.push(shape.clone());
                    commit.rows
                })
                .collect();
            if group == 4 && ends == Ends::InFlight {
                disk.set_faults(Faults { power: None, eio: Some(1) });
                core.commit(&commits).unwrap_err();
                let (name, bytes) = newest_segment(&disk);
                let header = segment::Header::parse(&bytes).unwrap();
                let start = segment::scan(&bytes, &header).unwrap().groups.last().unwrap().start;
                in_flight = Some((name, start, (shapes.len() - 1 - commits.len()) as u64));
                break;
            }
            core.commit(&commits).unwrap();
            if group == 1 || (group == 4 && ends == Ends::Sealed) {
                core.journal.seal().unwrap();
            }
        }
        if ends == Ends::Closed {
            core.journal.close().unwrap();
        }
        disk.kill();
    }
    let mut files = disk.files();
    files.remove("spare");
    Image { files, shapes, closed: last == Ends::Closed, in_flight }
}

fn newest_segment(disk: &SimDisk) -> (String, Vec<u8>) {
    let files = disk.files();
    let mut segments = files.into_iter().filter(|(name, _)| segment::number(name).is_some());
    segments.next_back().unwrap()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Damage {
    Flip { at: usize, bit: u8 },
    Truncation { at: usize },
}

impl Damage {
    fn all(bytes: usize) -> impl Iterator<Item = Self> {
        let flips = move |at| (0..8).map(move |bit| Damage::Flip { at, bit });
        let cuts = (0..bytes).map(|at| Damage::Truncation { at });
        (0..bytes).flat_map(flips).chain(cuts)
    }

    fn apply(self, bytes: &mut Vec<u8>) {
        match self {
            Damage::Flip { at, bit } => bytes[at] ^= 1 << bit,
            Damage::Truncation { at } => bytes.truncate(at),
        }
    }

    fn at(self) -> usize {
        match self {
            Damage::Flip { at, .. } | Damage::Truncation { at } => at,
        }
    }
}

fn is_reported(report: &OpenReport) -> bool {
    !report.closed_in_order || report.cut.is_some() || !report.warnings.is_empty()
}

impl Image {
    fn full(&self) -> u64 {
        self.shapes.len() as u64 - 1
    }

    /// Damages the image in every way, one at a time, and checks the result of a start.
    fn check_all(&self) {
        for (name, bytes) in &self.files {
            for damage in Damage::all(bytes.len()) {
                let mut files = self.files.clone();
                damage.apply(files.get_mut(name).unwrap());
                self.check(name, damage, &files);
            }
        }
    }

    fn check(&self, name: &str, damage: Damage, files: &Files) {
        let what = format!("{damage:?} of {name}");
        let disk = SimDisk::holding(files);
        let (view, report) = match open(&disk, 99) {
            Ok((_, view, report)) => (view, report),
            Err(OpenError::Damaged { .. } | OpenError::Gap { .. }) => return,
            Err(error) => panic!("{what}: {error}"),
        };
        let seen = model::read_all(&view);
        assert_eq!(seen, self.shapes[report.last_sequence as usize], "{what}: what stands");
        if let Some(cut) = &report.cut {
            let offset = cut.offset as usize;
            let after = disk.files();
            assert_eq!(after[&cut.kept_as], files[&cut.file][offset..], "{what}: kept aside");
            assert_eq!(cut.bytes as usize, files[&cut.file].len() - offset, "{what}");
            assert_eq!(cut.after_sequence, report.last_sequence, "{what}");
        }
        match &self.in_flight {
            Some((file, start, stands)) if file == name && damage.at() >= *start => {
                assert_eq!(report.last_sequence, *stands, "{what}: the last group is gone");
                let at_the_seam = damage == Damage::Truncation { at: *start };
                assert!(report.cut.is_some() || at_the_seam, "{what}: {report:?}");
            }
            _ => {
                assert_eq!(report.last_sequence, self.full(), "{what} lost something");
                // An unclean stop alone doesn't reveal the damage, so there must be another report.
                let whole_seal_gone = matches!(damage, Damage::Truncation { .. });
                let reported = report.cut.is_some() || !report.warnings.is_empty();
                let is_reported =
                    if self.closed { is_reported(&report) } else { reported || whole_seal_gone };
                assert!(is_reported, "{what} went unnoticed: {report:?}");
            }
        }
    }
}

#[test]
fn an_undamaged_image_opens_with_everything() {
    for last in [Ends::Closed, Ends::Sealed, Ends::Unsealed, Ends::InFlight] {
        let image = image(2, Ends::Unsealed, last);
        let (_, view, report) = open(&SimDisk::holding(&image.files), 99).unwrap();
        assert_eq!(report.closed_in_order, last == Ends::Closed);
        assert_eq!((report.last_sequence, &report.cut), (image.full(), &None));
        assert!(report.warnings.is_empty());
        assert_eq!(&model::read_all(&view), image.shapes.last().unwrap());
    }
}

#[test]
fn all_damage_of_a_closed_journal_is_reported() {
    image(1, Ends::Closed, Ends::Closed).check_all();
}

#[test]
fn all_damage_of_a_closed_journal_with_older_segments_is_reported() {
    image(2, Ends::Unsealed, Ends::Closed).check_all();
    image(2, Ends::Closed, Ends::Closed).check_all();
}

#[test]
fn of_a_crashed_sealed_journal_nothing_is_lost_in_silence() {
    image(1, Ends::Closed, Ends::Sealed).check_all();
}

#[test]
fn of_a_crashed_unsealed_journal_nothing_is_lost_in_silence() {
    image(1, Ends::Closed, Ends::Unsealed).check_all();
}

#[test]
fn only_an_unacknowledged_group_is_cut_and_the_cut_is_reported() {
    image(1, Ends::Closed, Ends::InFlight).check_all();
}

#[test]
fn with_older_segments_only_an_unacknowledged_group_is_cut() {
    image(2, Ends::Sealed, Ends::InFlight).check_all();
}

/// A compressed segment may have bits without meaning; if it opens, it contains everything.
#[test]
fn damage_of_a_compressed_segment_is_reported_or_changes_nothing() {
    let mut image = image(2, Ends::Closed, Ends::Closed);
    let disk = SimDisk::holding(&image.files);
    let (_, name) = recovery::segment_files(&disk.as_disk()).unwrap().remove(0);
    retention::compress(&disk.as_disk(), &name).unwrap();
    image.files = disk.files();
    let packed = format!("{name}{}", segment::COMPRESSED);
    for damage in Damage::all(image.files[&packed].len()) {
        let mut files = image.files.clone();
        damage.apply(files.get_mut(&packed).unwrap());
        match open(&SimDisk::holding(&files), 99) {
            Ok((_, view, report)) => {
                assert_eq!(report.last_sequence, image.full());
                assert_eq!(&model::read_all(&view), image.shapes.last().unwrap());
            }
            Err(OpenError::Damaged { .. }) => {}
            Err(error) => panic!("{damage:?}: {error}"),
        }
    }
}

#[test]
fn vanished_or_swapped_files_are_reported() {
    let image = image(3, Ends::Closed, Ends::Closed);
    let names: Vec<&String> = image.files.keys().collect();
    for name in &names {
        let mut files = image.files.clone();
        files.remove(*name);
        match open(&SimDisk::holding(&files), 99) {
            Err(OpenError::Damaged { .. } | OpenError::Gap { .. }) => {}
            Err(error) => panic!("{name} removed: {error}"),
            Ok((_, _, report)) => {
                assert_eq!(name.as_str(), witness::NAME);
                assert!(is_reported(&report) && report.last_sequence == image.full());
            }
        }
        for other in &names {
            let mut files = image.files.clone();
            files.insert((*name).clone(), image.files[*other].clone());
            files.insert((*other).clone(), image.files[*name].clone());
            let opened = open(&SimDisk::holding(&files), 99);
            assert_eq!(opened.is_ok(), name == other, "{name} and {other} changed places");
        }
    }
}

/// A segment as it was before its last groups, with all other files up to date.
#[test]
fn a_stale_copy_of_a_segment_is_reported() {
    let image = image(2, Ends::Closed, Ends::Closed);
    for (name, bytes) in &image.files {
        if segment::number(name).is_none() {
            continue;
        }
        let header = segment::Header::parse(bytes).unwrap();
        for group in segment::scan(bytes, &header).unwrap().groups {
            let mut files = image.files.clone();
            files.get_mut(name).unwrap().truncate(group.start);
            let opened = open(&SimDisk::holding(&files), 99);
            assert!(matches!(opened, Err(OpenError::Damaged { .. })), "{name}");
        }
    }
}

#[test]
fn all_damage_of_a_base_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("whole.base");
    let image = image(1, Ends::Closed, Ends::Closed);
    let disk = SimDisk::holding(&image.files);
    let (mut core, view, _) = open(&disk, 5).unwrap();
    let generation = core.freeze().unwrap().unwrap();
    crate::applier::apply(view.index.as_ref(), &generation).unwrap();
    let mut shape = image.shapes.last().unwrap().clone();
    let commit = shape.propose(&mut Chance::new(3));
    shape.take(&commit);
    core.commit(&[commit.rows]).unwrap();
    let last_sequence = image.full() + 1;
    let roll = || Ok(crate::inbox::Rolled { last_sequence });
    let report = base::write(
        &file,
        (view.index.as_ref(), 2),
        &disk.as_disk(),
        (&Progress::default(), None),
        roll,
    )
    .unwrap();
    assert_eq!((report.applied, report.last_sequence), (image.full(), last_sequence));
    assert!(report.rows > 0 && report.commits == 1);

    let whole = std::fs::read(&file).unwrap();
    let damaged = folder.path().join("damaged.base");
    for damage in Damage::all(whole.len()) {
        let mut bytes = whole.clone();
        damage.apply(&mut bytes);
        std::fs::write(&damaged, bytes).unwrap();
        let verified = base::verify(&damaged);
        assert!(matches!(verified, Err(OpenError::Damaged { .. })), "{damage:?}: {verified:?}");
    }
}
