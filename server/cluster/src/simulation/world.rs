//! Three machines, stepped by a seed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use parking_lot::Mutex;
use pointhouse_store::TableId;

use super::chance::Chance;
use super::engine::{SimEngine, State};
use crate::appending::{AppendError, Appending, ClusterLog};
use crate::campaign::{campaign, take_over};
use crate::engine::{Compare, Engine, EngineError, Op, Txn};
use crate::envelope::SealingKey;
use crate::following::{Fault, Follower, Replica};
use crate::head::{Head, Origin};
use crate::leadership::Leadership;
use crate::mark::{ClusterId, Position};
use crate::site::Site;

const MACHINES: usize = 3;
const LEASE: u32 = 5;
const START: Position = Position { sequence: 1, chain: [1; 32] };

/// Commits by sequence; all of them are on disk.
#[derive(Clone)]
struct Disk {
    commits: Vec<Bytes>,
    position: Position,
}

impl Replica for Disk {
    fn position(&self) -> Position {
        self.position
    }

    fn raise_format(&mut self, format: u32) -> Result<(), String> {
        // All machines have the same program.
        assert_eq!(format, 1);
        Ok(())
    }

    fn follow(&mut self, first: u64, commits: Vec<Bytes>, mark: Position) -> Result<(), String> {
        assert_eq!(first, self.position.sequence + 1);
        self.commits.extend(commits);
        self.position = mark;
        assert_eq!(self.commits.len() as u64, mark.sequence - START.sequence);
        Ok(())
    }
}

struct Leading {
    log: ClusterLog<SimEngine>,
    leadership: Leadership,
    /// The group on its way: its commits with the mark, and transactions that are not known to be done.
    on_the_way: Option<(Vec<Bytes>, Appending, usize)>,
}

struct Machine {
    follower: Follower<Disk>,
    leading: Option<Leading>,
    /// It does nothing, and its lease is not kept.
    is_paused: bool,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deeds {
    pub(super) acknowledged: usize,
    pub(super) takeovers: usize,
    /// Two machines that took themselves for the leader at once.
    pub(super) two_believed: usize,
    /// Groups that a deposed leader did not acknowledge.
    pub(super) deposed: usize,
    /// Of these, groups that the log holds.
    pub(super) found_again: usize,
    pub(super) in_pieces: usize,
    pub(super) expired: usize,
}

impl std::ops::AddAssign for Deeds {
    fn add_assign(&mut self, more: Self) {
        self.acknowledged += more.acknowledged;
        self.takeovers += more.takeovers;
        self.two_believed += more.two_believed;
        self.deposed += more.deposed;
        self.found_again += more.found_again;
        self.in_pieces += more.in_pieces;
        self.expired += more.expired;
    }
}

pub(super) struct World {
    chance: Chance,
    state: Arc<Mutex<State>>,
    site: Site,
    machines: Vec<Machine>,
    made: u64,
    /// Commit to its sequence.
    acknowledged: BTreeMap<Bytes, u64>,
    /// Commits without an answer.
    unknown: BTreeSet<Bytes>,
    deeds: Deeds,
}

impl World {
    pub(super) fn new(seed: u64) -> Self {
        let chance = Chance::new(seed);
        let state = Arc::new(Mutex::new(State::new(Chance::new(!seed))));
        let site = Site::new(ClusterId([3; 16]), SealingKey::new([5; 32]), (TableId(80), 1));
        let mut engine = SimEngine(state.clone());
        state.lock().faults = false;
        let head = Head::first(START, 1, Origin::of(&site, None)).bytes().to_vec();
        let put = Op::Put { key: site.keys.head(), value: head, lease: None };
        let when = vec![Compare::Absent(site.keys.head())];
        engine.transact(&Txn { when, then: vec![put], otherwise: Vec::new() }).unwrap();
        state.lock().faults = true;
        let machine = || Machine {
            follower: Follower::new(site.clone(), Disk { commits: Vec::new(), position: START }),
            leading: None,
            is_paused: false,
        };
        let machines = (0..MACHINES).map(|_| machine()).collect();
        let (acknowledged, unknown, deeds) = Default::default();
        Self { chance, state, site, machines, made: 0, acknowledged, unknown, deeds }
    }

    pub(super) fn step(&mut self) {
        let at = self.chance.below(MACHINES);
        match self.chance.below(20) {
            0 => self.state.lock().pass(1),
            1 => self.machines[at].is_paused = !self.machines[at].is_paused,
            2 if self.chance.one_in(3) => self.stop(at),
            _ if self.machines[at].is_paused => {}
            _ if self.machines[at].leading.is_some() => self.lead(at),
            _ => self.follow(at),
        }
        self.keep_leases();
        if self.machines.iter().filter(|machine| machine.leading.is_some()).count() > 1 {
            self.deeds.two_believed += 1;
        }
    }

    fn keep_leases(&mut self) {
        for machine in &self.machines {
            if let Some(leading) = machine.leading.as_ref().filter(|_| !machine.is_paused) {
                // Whether the answer of the keeping comes in time is left to chance.
                if !self.chance.one_in(3) {
                    self.state.lock().keep(leading.leadership.lease());
                }
            }
        }
    }

    fn follow(&mut self, at: usize) {
        let mut engine = SimEngine(self.state.clone());
        let caught = self.machines[at].follower.catch_up(&mut engine);
        self.no_contradiction(caught.map(drop));
        if !self.chance.one_in(3) {
            return;
        }
        let node = format!("machine-{at}");
        let Ok(Some(leadership)) = campaign(&mut engine, &self.site.keys, (&node, ""), LEASE)
        else {
            return;
        };
        let clock = Box::new(|| 0);
        let follower = &mut self.machines[at].follower;
        match take_over(engine.clone(), follower, leadership.clone(), clock) {
            Ok(Some(log)) => {
                self.deeds.takeovers += 1;
                assert_eq!(log.position(), self.machines[at].follower.replica().position);
                self.machines[at].leading = Some(Leading { log, leadership, on_the_way: None });
            }
            Ok(None) => {}
            Err(fault) => {
                self.no_contradiction(Err(fault));
                engine.revoke(leadership.lease()).unwrap();
            }
        }
    }

    /// Nothing that is shown here makes machines contradict the log.
    fn no_contradiction(&self, caught: Result<(), Fault>) {
        match caught {
            Ok(()) | Err(Fault::Engine(EngineError::Unknown(_) | EngineError::Refused(_))) => {}
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Begins a group, or sends the next transaction of the one on its way.
    fn lead(&mut self, at: usize) {
        let leading = self.machines[at].leading.as_mut().unwrap();
        let Some((commits, appending, done)) = &mut leading.on_the_way else {
            return self.begin(at);
        };
        let begun = Instant::now();
        let sent = leading.log.send(&appending.attempts[*done]);
        // Otherwise its lease would not be kept for long.
        let has_moved = leading.leadership.unmoved_for() <= begun.elapsed();
        assert!(has_moved || !matches!(sent, Ok(true)), "a group that is done was not noted");
        match sent {
            Ok(false) => {}
            Ok(true) if *done + 1 < appending.attempts.len() => *done += 1,
            Ok(true) => {
                let (head, commits) = (appending.head.clone(), std::mem::take(commits));
                leading.log.appended(appending);
                leading.on_the_way = None;
                // It may stop between the log and its own disk.
                if self.chance.one_in(12) {
                    return self.stop_with(at, &commits);
                }
                let first = head.position.sequence + 1 - commits.len() as u64;
                let follower = &mut self.machines[at].follower;
                let mut disk = follower.replica().clone();
                disk.follow(first, commits.clone(), head.position).unwrap();
                *follower = Follower::new(self.site.clone(), disk);
                for (sequence, commit) in (first..).zip(&commits[..commits.len() - 1]) {
                    assert!(self.acknowledged.insert(commit.clone(), sequence).is_none());
                    self.deeds.acknowledged += 1;
                }
            }
            Err(AppendError::Deposed) => {
                self.deeds.deposed += 1;
                self.stop(at);
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn begin(&mut self, at: usize) {
        let count = 1 + self.chance.below(3);
        // Random bytes are not compressed.
        let is_large = self.chance.one_in(20);
        let mut commits: Vec<Bytes> = (0..count)
            .map(|_| {
                self.made += 1;
                let mut bytes = self.made.to_be_bytes().to_vec();
                if is_large {
                    let mut noise = self.made;
                    bytes.extend((0..1_500).map(|_| {
                        noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        (noise >> 56) as u8
                    }));
                }
                Bytes::from(bytes)
            })
            .collect();
        let leading = self.machines[at].leading.as_mut().unwrap();
        let first = leading.log.position().sequence + 1;
        let appending = leading.log.prepare(first, &mut commits).unwrap();
        self.deeds.in_pieces += usize::from(appending.attempts.len() > 1);
        leading.on_the_way = Some((commits, appending, 0));
    }

    /// Ends a process; what is on its way has no answer.
    fn stop(&mut self, at: usize) {
        let leading = self.machines[at].leading.take();
        if let Some((commits, ..)) = leading.and_then(|leading| leading.on_the_way) {
            self.unknown.extend(commits[..commits.len() - 1].iter().cloned());
        }
        self.machines[at].is_paused = false;
    }

    fn stop_with(&mut self, at: usize, commits: &[Bytes]) {
        self.unknown.extend(commits[..commits.len() - 1].iter().cloned());
        self.stop(at);
    }

    /// Lets everything come to rest and compares all machines with the log.
    pub(super) fn finish(mut self) -> Deeds {
        (0..MACHINES).for_each(|at| self.stop(at));
        {
            let mut state = self.state.lock();
            (0..40).for_each(|_| state.catch_up());
            state.faults = false;
        }
        let mut engine = SimEngine(self.state.clone());
        // When the leases are over, any machine can lead.
        self.state.lock().pass(2 * u64::from(LEASE));
        let last = &mut self.machines[MACHINES - 1].follower;
        let leadership =
            campaign(&mut engine, &self.site.keys, ("last", ""), LEASE).unwrap().unwrap();
        assert!(take_over(engine.clone(), last, leadership, Box::new(|| 0)).unwrap().is_some());
        for machine in &mut self.machines {
            machine.follower.catch_up(&mut engine).unwrap();
        }
        let disks: Vec<&Disk> =
            self.machines.iter().map(|machine| machine.follower.replica()).collect();
        for disk in &disks[1..] {
            assert_eq!(disk.position, disks[0].position);
            assert!(disk.commits == disks[0].commits);
        }
        // Each key of the log got one value: no two machines wrote the same sequences.
        let mut groups = BTreeMap::new();
        for (key, value) in &self.state.lock().appended {
            assert!(groups.insert(key.clone(), value.clone()).is_none(), "a group was replaced");
        }
        let mut places: BTreeMap<&Bytes, Vec<u64>> = BTreeMap::new();
        for (sequence, commit) in (START.sequence + 1..).zip(&disks[0].commits) {
            places.entry(commit).or_default().push(sequence);
        }
        for (commit, sequence) in &self.acknowledged {
            assert_eq!(places.get(commit), Some(&vec![*sequence]), "acknowledged, once");
        }
        for commit in &self.unknown {
            let times = places.get(commit).map_or(0, Vec::len);
            assert!(times <= 1, "without an answer, at most once");
            self.deeds.found_again += times;
        }
        self.deeds.expired = self.state.lock().deeds.expired;
        self.deeds
    }
}
