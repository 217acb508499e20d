//! One machine with a store, stepped by a seed.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;

use super::chance::Chance;
use super::disk::{Faults, Files, SimDisk};
use super::index::SimIndex;
use super::model::{self, Commit, Revisions, Shape, Sums, Totals};
use crate::applier;
use crate::committer::{Core, Fatal};
use crate::compaction::Compaction;
use crate::digest;
use crate::error::OpenError;
use crate::journal::SegmentSizes;
use crate::memtable::Generation;
use crate::opening::{Limits, assemble};
use crate::progress::Progress;
use crate::recovery::{self, Ending, OpenReport};
use crate::retention;
use crate::segment;
use crate::view::View;

/// How the previous process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// Closed cleanly, or never started.
    InOrder,
    /// Stopped between two operations; the machine continued.
    Killed,
    /// A write or sync failed, or the power failed.
    Broken,
    /// As before, but during the close.
    BrokenClosing,
}

/// The process cannot continue.
struct Stop;

/// What readers may see, and what is being written.
#[derive(Default)]
struct Known {
    shape: Shape,
    sequence: u64,
    in_flight: Vec<Commit>,
}

impl Known {
    fn adopt(&mut self) {
        for commit in std::mem::take(&mut self.in_flight) {
            self.shape.take(&commit);
            self.sequence += 1;
        }
    }
}

struct Running {
    core: Core,
    view: View,
    frozen: VecDeque<Arc<Generation>>,
    room: Arc<AtomicBool>,
}

/// Counts of what happened in a run, to check that a simulation reaches its targets.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deeds {
    pub(super) commits: usize,
    pub(super) opens: usize,
    pub(super) crashes: usize,
    pub(super) cuts: usize,
    pub(super) adopted: usize,
    pub(super) refused: usize,
    pub(super) blocks: usize,
}

impl std::ops::AddAssign for Deeds {
    fn add_assign(&mut self, more: Self) {
        self.commits += more.commits;
        self.opens += more.opens;
        self.crashes += more.crashes;
        self.cuts += more.cuts;
        self.adopted += more.adopted;
        self.refused += more.refused;
        self.blocks += more.blocks;
    }
}

pub(super) struct World {
    chance: Chance,
    pub(super) disk: SimDisk,
    index: SimIndex,
    totals: Totals,
    known: Arc<Mutex<Known>>,
    limits: Limits,
    /// Mostly without faults: such worlds fill segments and packs.
    calm: bool,
    /// Never pauses, so that no seal reserves space.
    busy: bool,
    running: Option<Running>,
    walk: Compaction,
    pub(super) deeds: Deeds,
}

/// Most bytes of a group, so that half a segment has space for several.
const GROUP_BYTES_MAX: usize = 800;

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let disk = SimDisk::new(chance.fork());
        let index = SimIndex::new(&disk, chance.fork());
        let smallest = chance.between(5 * GROUP_BYTES_MAX, 10 * GROUP_BYTES_MAX);
        let limits = Limits {
            segments: SegmentSizes {
                smallest: smallest as u64,
                largest: chance.between(smallest, 3 * smallest) as u64,
            },
            // Often so small that a start already applies what it reads.
            generation_bytes: if chance.one_in(2) { 200 } else { chance.between(300, 20_000) },
            format: if seed.is_multiple_of(2) { 1 } else { 2 },
        };
        let (calm, busy) = (chance.one_in(4), chance.one_in(3));
        let mut world = Self {
            chance,
            disk,
            index,
            totals: Totals::default(),
            known: Arc::default(),
            limits,
            calm,
            busy,
            running: None,
            walk: Compaction::when(true),
            deeds: Deeds::default(),
        };
        world.open(Ended::InOrder);
        world
    }

    /// Performs a random action. If it stops the process, restarts and checks everything.
    pub(super) fn step(&mut self) {
        let quiet = self.calm && !self.chance.one_in(8);
        let done = match self.chance.below(if quiet { 34 } else { 40 }) {
            0..=19 => self.commit(),
            20..=23 if self.busy => self.commit(),
            20..=23 => self.running().core.journal.seal().map_err(|error| stop(&error)),
            24..=26 => self.freeze(),
            27..=29 => self.apply(),
            30 => self.merge_packs(),
            31 => self.roll(),
            32 => self.compress(),
            33 => self.change_capacity(),
            34 => {
                self.arm();
                Ok(())
            }
            35 => {
                self.look_at_everything();
                Ok(())
            }
            36 => {
                self.close();
                Ok(())
            }
            37 => {
                self.end();
                self.disk.kill();
                self.index.kill();
                self.open(Ended::Killed);
                Ok(())
            }
            38 => Err(Stop),
            _ => Ok(()),
        };
        // The reservation of space may have hit the power failure without an error.
        if done.is_err() || self.disk.is_dark() {
            self.restart(Ended::Broken);
        }
    }

    /// Closes cleanly with everything readable, and returns the files.
    pub(super) fn finish(mut self) -> (Files, Deeds) {
        self.disk.set_faults(Faults::default());
        self.disk.set_capacity(None);
        self.look_at_everything();
        self.disk.set_watcher(None);
        let Running { core, .. } = self.running.take().unwrap();
        core.journal.close().unwrap();
        (self.disk.files(), self.deeds)
    }

    fn running(&mut self) -> &mut Running {
        self.running.as_mut().unwrap()
    }

    fn commit(&mut self) -> Result<(), Stop> {
        if !self.running().room.load(Ordering::SeqCst) {
            self.deeds.refused += 1;
            return self.running().core.journal.seal().map_err(|error| stop(&error));
        }
        // All of this was decided while there was space.
        for _ in 0..self.chance.between(1, 2) {
            let mut after = self.known.lock().shape.clone();
            let commits: Vec<Commit> = (0..self.chance.between(1, 3))
                .map(|_| {
                    let commit = after.propose(&mut self.chance);
                    after.take(&commit);
                    commit
                })
                .collect();
            let rows: Vec<_> = commits.iter().map(|commit| commit.rows.clone()).collect();
            assert!(rows.iter().map(|rows| rows.len() + 10).sum::<usize>() < GROUP_BYTES_MAX);
            self.known.lock().in_flight = commits.clone();
            let written = self.running().core.commit(&rows);
            let first = written.map_err(|fatal| stopped(&fatal))?;
            let mut known = self.known.lock();
            assert_eq!(first, known.sequence + 1, "the sequence has no gap");
            known.adopt();
            self.deeds.commits += commits.len();
            let view = &self.running.as_ref().unwrap().view;
            for commit in &commits {
                model::check_visible(view, &known.shape, commit);
            }
            assert_eq!(*self.totals.lock(), known.shape.sums(), "the projection is up to date");
        }
        Ok(())
    }

    /// As for a base.
    fn roll(&mut self) -> Result<(), Stop> {
        let journal = &mut self.running().core.journal;
        if journal.can_roll() { journal.roll().map_err(|error| stop(&error)) } else { Ok(()) }
    }

    fn freeze(&mut self) -> Result<(), Stop> {
        let running = self.running();
        if running.frozen.len() < 2
            && let Some(generation) = running.core.freeze().map_err(|fatal| stopped(&fatal))?
        {
            running.frozen.push_back(generation);
        }
        Ok(())
    }

    fn apply(&mut self) -> Result<(), Stop> {
        let index = self.index.as_index();
        let running = self.running();
        if let Some(generation) = running.frozen.pop_front() {
            applier::apply(index.as_ref(), &generation).map_err(|_| Stop)?;
            digest::verify(index.as_ref()).unwrap();
            running.core.memtable.write().drop_applied(&generation);
        }
        Ok(())
    }

    /// A short part of a walk over all logs.
    fn merge_packs(&mut self) -> Result<(), Stop> {
        let index = self.index.as_index();
        self.deeds.blocks += usize::from(self.walk.step(index.as_ref()).map_err(|_| Stop)?);
        digest::verify(index.as_ref()).unwrap();
        if self.chance.one_in(4) {
            self.walk = Compaction::when(true);
        }
        Ok(())
    }

    fn compress(&mut self) -> Result<(), Stop> {
        let disk = self.disk.as_disk();
        let segments = recovery::segment_files(&disk).map_err(|_| Stop)?;
        let (_, closed) = segments.split_last().unwrap();
        let plain = closed.iter().find(|(_, name)| !name.ends_with(segment::COMPRESSED));
        match plain.map(|(_, name)| {
            retention::clear_unfinished(&disk)?;
            retention::compress(&disk, name)
        }) {
            None | Some(Ok(())) => Ok(()),
            Some(Err(OpenError::Io { source, .. })) if is_full(&source) => Ok(()),
            Some(Err(_)) => Err(Stop),
        }
    }

    /// Another process fills the disk or clears it.
    fn change_capacity(&mut self) -> Result<(), Stop> {
        let left = 2 * self.limits.segments.largest as usize;
        let left = if self.chance.one_in(3) { 0 } else { self.chance.below(left) };
        let capacity = (!self.chance.one_in(3)).then(|| self.disk.used() + left);
        self.disk.set_capacity(capacity);
        if capacity.is_none() {
            self.running().core.journal.seal().map_err(|error| stop(&error))?;
            let room = self.running().room.load(Ordering::SeqCst);
            assert!(room || self.disk.is_dark(), "it takes commands again by itself");
        }
        Ok(())
    }

    fn arm(&mut self) {
        let power = self.chance.one_in(2).then(|| self.chance.below(60));
        let eio = self.chance.one_in(3).then(|| self.chance.below(20));
        self.disk.set_faults(Faults { power, eio });
    }

    fn look_at_everything(&self) {
        let known = self.known.lock();
        let view = &self.running.as_ref().unwrap().view;
        assert_eq!(model::read_all(view), known.shape, "a reader sees what was answered");
        assert_eq!(*self.totals.lock(), known.shape.sums(), "the projection counts everything");
    }

    fn close(&mut self) {
        let applied = if self.chance.one_in(2) {
            Ok(())
        } else {
            self.freeze().and_then(|()| self.apply()).and_then(|()| self.apply())
        };
        if applied.is_err() {
            return self.restart(Ended::Broken);
        }
        self.disk.set_watcher(None);
        let Running { core, .. } = self.running.take().unwrap();
        if core.journal.close().is_err() {
            return self.restart(Ended::BrokenClosing);
        }
        if self.chance.one_in(2) {
            self.disk.crash();
            self.index.crash();
        }
        if self.chance.one_in(6) {
            self.index.lose();
        }
        self.open(Ended::InOrder);
    }

    /// The process has ended.
    fn end(&mut self) {
        self.disk.set_watcher(None);
        self.running = None;
    }

    fn restart(&mut self, ended: Ended) {
        self.end();
        self.break_down();
        self.open(ended);
    }

    /// After an error other than a power failure the machine may continue, with the data of the
    /// failed sync in memory only.
    fn break_down(&mut self) {
        if self.disk.is_dark() || self.chance.one_in(2) {
            self.deeds.crashes += 1;
            self.disk.crash();
            self.index.crash();
        } else {
            self.disk.kill();
            self.index.kill();
        }
    }

    fn open(&mut self, ended: Ended) {
        let mut first_try = true;
        loop {
            let before = self.disk.files();
            if self.chance.one_in(3) {
                let power = (!self.chance.one_in(3)).then(|| self.chance.below(40));
                let eio = self.chance.one_in(4).then(|| self.chance.below(8));
                self.disk.set_faults(Faults { power, eio });
            }
            match self.try_open() {
                // Reserving space for the next segment may fail, so the power may be off.
                Ok(_) if self.disk.is_dark() => self.break_down(),
                Ok((running, report)) => {
                    self.disk.set_faults(Faults::default());
                    self.check_report(&report, &before, ended, first_try);
                    self.serve(running, &report);
                    break;
                }
                Err(OpenError::Io { source, .. }) if is_full(&source) => {
                    self.disk.set_capacity(None);
                    self.disk.kill();
                    self.index.kill();
                }
                Err(OpenError::Io { .. } | OpenError::Index(_)) => self.break_down(),
                Err(error) => panic!("it does not open: {error}"),
            }
            first_try = false;
        }
        if !self.calm && self.chance.one_in(3) {
            self.arm();
        }
    }

    fn try_open(&mut self) -> Result<(Running, OpenReport), OpenError> {
        let room = Arc::new(AtomicBool::new(false));
        let (disk, index) = (self.disk.as_disk(), self.index.as_index());
        let mut salts = self.chance.fork();
        let (core, report) = assemble(
            &disk,
            &index,
            vec![Box::new(Sums::new(&self.totals))],
            self.limits,
            room.clone(),
            Box::new(move || salts.next()),
        )?;
        let view = View { memtable: core.memtable.clone(), index };
        Ok((Running { core, view, frozen: VecDeque::new(), room }, report))
    }

    fn check_report(&mut self, report: &OpenReport, before: &Files, ended: Ended, first_try: bool) {
        match ended {
            Ended::InOrder if first_try => {
                assert!(report.closed_in_order, "{report:?}");
                assert_eq!(report.cut, None);
                assert!(report.warnings.is_empty(), "{report:?}");
            }
            Ended::Killed if first_try => {
                assert!(!report.closed_in_order, "{report:?}");
                assert_eq!(report.cut, None, "nothing can be torn");
            }
            Ended::Broken if first_try => assert!(!report.closed_in_order, "{report:?}"),
            _ => {}
        }
        if let Some(cut) = &report.cut {
            self.deeds.cuts += 1;
            let after = self.disk.files();
            let offset = cut.offset as usize;
            let (stands, tail) = before[&cut.file].split_at(offset);
            assert_eq!(after[&cut.kept_as], tail, "what was cut is kept byte for byte");
            assert_eq!(cut.bytes as usize, tail.len());
            assert_eq!(cut.after_sequence, report.last_sequence);
            let left = after.get(&cut.file).map_or(&[][..], Vec::as_slice);
            assert_eq!(left, stands, "what stands before the cut is left as it was");
        }
    }

    fn serve(&mut self, running: Running, report: &OpenReport) {
        {
            let mut known = self.known.lock();
            let last = report.last_sequence;
            let with_flight = known.sequence + known.in_flight.len() as u64;
            assert!(last >= known.sequence, "acknowledged {} but found {last}", known.sequence);
            if last == with_flight {
                self.deeds.adopted += known.in_flight.len();
                known.adopt();
            } else {
                assert_eq!(last, known.sequence, "a group is there whole or not at all");
                known.in_flight.clear();
            }
        }
        self.deeds.opens += 1;
        digest::verify(running.view.index.as_ref()).unwrap();
        let mut revisions = Revisions::default();
        let mut next = 1;
        let read = recovery::read(
            &self.disk.as_disk(),
            1,
            Ending::Leave,
            &Progress::default(),
            |commit| {
                assert_eq!(commit.sequence, next, "the sequence has no gap");
                next += 1;
                revisions.take(&commit.rows);
                Ok(())
            },
        );
        assert_eq!(read.unwrap().next_sequence, next);
        let (view, known) = (running.view.clone(), self.known.clone());
        self.running = Some(running);
        self.look_at_everything();
        let totals = self.totals.clone();
        self.disk.set_watcher(Some(Arc::new(move || {
            let known = known.lock();
            for commit in &known.in_flight {
                model::check_visible(&view, &known.shape, commit);
            }
            assert_eq!(*totals.lock(), known.shape.sums(), "folded before it is durable");
        })));
    }
}

fn is_full(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::StorageFull
}

/// An error of the journal stops the process; a full disk must not be one.
fn stop(error: &io::Error) -> Stop {
    assert!(!is_full(error), "what was decided while there was room did not fit");
    Stop
}

fn stopped(fatal: &Fatal) -> Stop {
    match fatal {
        Fatal::Journal(error) => stop(error),
        Fatal::Index(_) => Stop,
        Fatal::BadRow(_) | Fatal::Panic(_) | Fatal::SharedLog(_) => panic!("{fatal}"),
    }
}
