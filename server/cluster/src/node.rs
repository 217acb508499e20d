//! A machine's life in a cluster: it follows, takes the place of a leader that is gone, and keeps its own leadership.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use pointhouse_store::SharedLog;

use crate::appending::ClusterLog;
use crate::campaign::{campaign, take_over};
use crate::engine::{Engine, EngineError, Op, Txn};
use crate::etcd::{Etcd, EtcdError, EtcdOptions};
use crate::following::{Fault, Follower, Replica};
use crate::leadership::{Leader, Leadership};
use crate::seen::Seen;
use crate::site::Site;
use crate::upkeep::{Pin, Upkeep, WhenAlone, note_seen};

/// How often a follower asks for new groups. A question costs etcd about a millisecond.
const ASK: Duration = Duration::from_millis(100);
/// How often a machine that cannot follow looks again.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// Between two notes of how far a follower is, and between two without a change.
const PIN_AFTER: Duration = Duration::from_secs(1);
const PIN_AGAIN: Duration = Duration::from_secs(5);

/// A machine that has not noted anything for this long has gone, and another data folder may have its name.
const NAME_FREE_AFTER: Duration = Duration::from_secs(15);

/// Groups that come within this time after the last question are new, so that their time tells how the clocks differ.
const IS_NEW: Duration = Duration::from_secs(1);
/// How much they may differ, in milliseconds.
const CLOCKS_DIFFER_MAX: i64 = 60_000;

/// etcd makes no shorter leases.
const LEASE_MIN: u32 = 2;

/// How a machine takes part.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    /// Its name, different on each machine.
    pub name: String,
    /// Id of its data folder, by which a second machine with the same name is noticed.
    pub id: String,
    /// Where others reach it.
    pub address: String,
    /// Seconds without a sign after which a leader is replaced, at least 2.
    pub lease_seconds: u32,
    /// Machines of the site. The log is shortened only when all of them have noted how far they are.
    pub machines: usize,
    /// What is done when one of them is away for long.
    pub when_alone: WhenAlone,
    /// etcd's quota in bytes.
    pub quota: u64,
    /// Where etcd is.
    pub etcd: EtcdOptions,
    /// The file that keeps what was seen of etcd, in the data folder.
    pub seen: PathBuf,
}

/// What a machine does now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeStatus {
    /// Why it cannot follow; `None` while it can.
    pub fault: Option<String>,
    /// Who leads; `None` while no machine does.
    pub leader: Option<Leader>,
    /// Last sequence in its own journal.
    pub sequence: u64,
    /// By how much its clock was ahead of the leader's when a group came last, in milliseconds.
    pub clock_ahead: Option<i64>,
}

/// A machine that follows. Clones share it.
#[derive(Clone, Default)]
pub struct Node {
    status: Arc<Mutex<NodeStatus>>,
    is_ended: Arc<AtomicBool>,
    /// What was noted last, and when.
    pinned: Arc<Mutex<Option<(u64, Instant)>>>,
    asked: Arc<Mutex<Option<Instant>>>,
    name: Arc<Mutex<Name>>,
}

/// Whether this machine's name is its own.
#[derive(Default)]
enum Name {
    #[default]
    Unknown,
    /// Another machine has noted this, and whether it still lives is watched from then on.
    Watched(Pin, Instant),
    Own,
}

/// A won leadership with its end of the log. It is kept by a thread of its own until it ends.
pub struct Led {
    /// Where commits go.
    pub log: ClusterLog<Etcd>,
    /// Ends when the lease may have ended.
    pub leadership: Leadership,
}

impl Node {
    /// What it does now.
    pub fn status(&self) -> NodeStatus {
        self.status.lock().clone()
    }

    /// Ends the following soon.
    pub fn end(&self) {
        self.is_ended.store(true, Ordering::SeqCst);
    }

    fn is_ended(&self) -> bool {
        self.is_ended.load(Ordering::SeqCst)
    }

    /// Follows until this machine leads, or until it is ended (`None`). Blocks. `group_age` is the time that the group in
    /// work has taken: a leader whose disk does not answer gives its place away.
    ///
    /// # Errors
    /// etcd cannot be asked at all, or the file of what was seen of it is not readable. What may pass is in the status, and is tried again.
    pub fn follow_until_leading<R: Replica>(
        &self,
        options: &NodeOptions,
        follower: &mut Follower<R>,
        clock: fn() -> i64,
        group_age: &GroupAge,
    ) -> Result<Option<Led>, EtcdError> {
        let mut etcd = Etcd::new(&options.etcd, Seen::read(&options.seen)?)?;
        while !self.is_ended() {
            match self.turn(options, follower, &mut etcd, (clock, group_age)) {
                Ok(Some(led)) => return Ok(Some(led)),
                Ok(None) => std::thread::sleep(ASK),
                Err(fault) => {
                    self.note(&fault, follower.replica().position().sequence);
                    let may_pass = matches!(fault, Fault::Engine(EngineError::Unknown(_)));
                    std::thread::sleep(if may_pass { ASK } else { ASK_AGAIN });
                }
            }
        }
        Ok(None)
    }

    fn turn<R: Replica>(
        &self,
        options: &NodeOptions,
        follower: &mut Follower<R>,
        etcd: &mut Etcd,
        (clock, group_age): (fn() -> i64, &GroupAge),
    ) -> Result<Option<Led>, Fault> {
        // Before it reads, so that nothing that it still needs is removed meanwhile.
        let durable = follower.replica().position().sequence;
        self.claim_name(etcd, (follower.site(), options))?;
        let pin = Pin { durable, at: clock(), machine: options.id.clone() };
        if let Err(error) = self.pin(etcd, (follower.site(), options), &pin) {
            tracing::warn!(%error, "how far this machine is could not be noted");
        }
        follower.catch_up(etcd)?;
        let clock_ahead = self.compare_clocks(durable, follower, clock());
        let keys = follower.site().keys.clone();
        let asked = etcd.transact(&Txn::read(vec![Op::Get(keys.leader())]))?;
        let leader = asked.value(0).map(|leader| serde_json::from_slice(&leader.value));
        let sequence = follower.replica().position().sequence;
        let is_led = leader.is_some();
        let leader = leader.and_then(Result::ok);
        *self.status.lock() = NodeStatus { fault: None, leader, sequence, clock_ahead };
        if is_led {
            return Ok(None);
        }
        check_clock(clock_ahead, follower.newest_at(), clock())?;
        if follower.newest_at() > Some(clock()) {
            // Times of a successor never go back.
            return Ok(None);
        }
        // From before the lease is made, so that it ends here before it ends there.
        let begun = Instant::now();
        let of = (options.name.as_str(), options.address.as_str());
        let seconds = options.lease_seconds.max(LEASE_MIN);
        let Some(leadership) = campaign(etcd, &keys, of, seconds)? else {
            return Ok(None);
        };
        let (Ok(of_log), Ok(of_lease), Ok(of_upkeep)) =
            (etcd.another(), etcd.another(), etcd.another())
        else {
            leadership.end();
            etcd.revoke(leadership.lease())?;
            return Ok(None);
        };
        // From here on, because what is missing may take longer than a lease.
        keep(of_lease, leadership.clone(), (begun, seconds), group_age.clone());
        match take_over(of_log, follower, leadership.clone(), Box::new(clock)) {
            Ok(Some(log)) => {
                let (etcd, node, machines) = (of_upkeep, options.name.clone(), options.machines);
                let (machine, begun_at) = (options.id.clone(), log.position().sequence);
                let (site, window) = (follower.site().clone(), log.window().clone());
                let (leadership_of, seen) = (leadership.clone(), options.seen.clone());
                let upkeep = Upkeep {
                    etcd,
                    site,
                    node,
                    machine,
                    begun_at,
                    machines,
                    when_alone: options.when_alone,
                    quota: options.quota,
                    room: log.room(),
                    seen,
                    leadership: leadership_of,
                    window,
                    clock,
                };
                std::thread::spawn(move || upkeep.run());
                Ok(Some(Led { log, leadership }))
            }
            other => {
                leadership.end();
                etcd.revoke(leadership.lease())?;
                other.map(|_| None)
            }
        }
    }

    /// Looks that no other machine that lives has this one's name: the log would be kept for one of the two only.
    fn claim_name(
        &self,
        etcd: &mut Etcd,
        (site, options): (&Site, &NodeOptions),
    ) -> Result<(), Fault> {
        let mut name = self.name.lock();
        if matches!(*name, Name::Own) {
            return Ok(());
        }
        let asked = etcd.transact(&Txn::read(vec![Op::Get(site.keys.member(&options.name))]))?;
        let noted = asked.value(0).and_then(|pin| serde_json::from_slice::<Pin>(&pin.value).ok());
        let other = noted.filter(|pin| !pin.machine.is_empty() && pin.machine != options.id);
        let is_away = |before: &Pin, since: &Instant| {
            other.as_ref() == Some(before) && since.elapsed() > NAME_FREE_AFTER
        };
        *name = match (std::mem::take(&mut *name), other.clone()) {
            (_, None) => Name::Own,
            (Name::Watched(before, since), Some(_)) if is_away(&before, &since) => Name::Own,
            (Name::Watched(before, since), Some(pin)) if before == pin => {
                Name::Watched(before, since)
            }
            (_, Some(pin)) => Name::Watched(pin, Instant::now()),
        };
        match *name {
            Name::Own => Ok(()),
            _ => Err(Fault::NameTaken(options.name.clone())),
        }
    }

    /// By how much this machine's clock is ahead of the leader's, in milliseconds, as far as it is known.
    fn compare_clocks<R: Replica>(
        &self,
        before: u64,
        follower: &Follower<R>,
        now: i64,
    ) -> Option<i64> {
        let asked = self.asked.lock().replace(Instant::now());
        let is_new = asked.is_some_and(|asked| asked.elapsed() < IS_NEW)
            && follower.replica().position().sequence != before;
        let measured = follower.newest_at().filter(|_| is_new).map(|at| now.saturating_sub(at));
        measured.or(self.status.lock().clock_ahead)
    }

    /// Notes how far this machine is, when it has changed or was noted long ago.
    fn pin(
        &self,
        etcd: &mut Etcd,
        (site, options): (&Site, &NodeOptions),
        pin: &Pin,
    ) -> Result<(), EngineError> {
        let noted = *self.pinned.lock();
        if let Some((durable, at)) = noted {
            let patience = if durable == pin.durable { PIN_AGAIN } else { PIN_AFTER };
            if at.elapsed() < patience {
                return Ok(());
            }
        }
        pin.put(etcd, (site, &options.name))?;
        note_seen(etcd, &options.seen);
        *self.pinned.lock() = Some((pin.durable, Instant::now()));
        Ok(())
    }

    fn note(&self, fault: &Fault, sequence: u64) {
        let mut status = self.status.lock();
        let text = fault.to_string();
        if status.fault.as_ref() != Some(&text) {
            tracing::warn!(fault = text, "this machine cannot follow");
        }
        let clock_ahead = status.clock_ahead;
        *status = NodeStatus { fault: Some(text), leader: None, sequence, clock_ahead };
    }
}

/// A machine whose clock differs much from the leader's does not lead: times would go back, or far ahead.
fn check_clock(ahead: Option<i64>, newest_at: Option<i64>, now: i64) -> Result<(), Fault> {
    let since_newest = newest_at.map(|at| now.saturating_sub(at)).filter(|since| *since < 0);
    let differs = ahead.into_iter().chain(since_newest).find(|by| by.abs() > CLOCKS_DIFFER_MAX);
    match differs {
        None => Ok(()),
        Some(by) => Err(Fault::Clock { seconds: by.abs() / 1000, is_behind: by < 0 }),
    }
}

/// Time that the group in work has taken.
pub type GroupAge = Arc<dyn Fn() -> Duration + Send + Sync>;

/// Keeps the lease on a thread of its own, until the leadership is over. What a lease lasts is counted from before each
/// question that etcd has answered.
fn keep(etcd: Etcd, leadership: Leadership, (begun, seconds): (Instant, u32), group_age: GroupAge) {
    let lease = Duration::from_secs(u64::from(seconds));
    leadership.lasts(begun + lease);
    // A member that is silent must leave time to ask another.
    let mut etcd = etcd.within(lease / 6);
    std::thread::spawn(move || {
        let mut pause = Duration::ZERO;
        while !leadership.wait(pause) {
            if group_age() > lease {
                tracing::warn!("a group takes longer than a lease: the leadership is not kept");
                pause = lease / 20;
                continue;
            }
            let asked = Instant::now();
            pause = match etcd.keep(leadership.lease()) {
                Ok(Some(_)) => {
                    leadership.lasts(asked + lease);
                    lease / 3
                }
                Ok(None) => return leadership.end(),
                Err(error) => {
                    tracing::warn!(%error, "the lease of the leadership was not kept");
                    lease / 20
                }
            };
        }
    });
}
