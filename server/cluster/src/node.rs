//! A machine's life in a cluster: it follows, takes the place of a leader that is gone, and keeps its own leadership.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use pointhouse_store::{SharedLog, Store};

use crate::appending::ClusterLog;
use crate::campaign::{campaign, take_over};
use crate::clocks::Clocks;
use crate::engine::{Engine, EngineError};
use crate::etcd::{Etcd, EtcdError, EtcdOptions};
use crate::following::{Fault, Follower, Replica};
use crate::leadership::{Leader, Leadership};
use crate::notes::Notes;
use crate::replica::StoreReplica;
use crate::seen::Seen;
use crate::upkeep::{Pin, Upkeep, WhenAlone};

/// How often a follower asks for new groups. A question costs etcd about a millisecond.
const ASK: Duration = Duration::from_millis(100);
/// How often a machine that cannot follow looks again.
const ASK_AGAIN: Duration = Duration::from_secs(2);

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
    /// The leadership that it has handed over just before its start.
    pub handed_over: Option<HandedOver>,
    /// Machines of the site. The log is shortened only when all of them have noted how far they are.
    pub machines: usize,
    /// What is done when one of them is away for long.
    pub when_alone: WhenAlone,
    /// etcd's quota in bytes.
    pub quota: u64,
    /// Most bytes of groups that are kept for machines that are away. etcd's memory holds all of it.
    pub window: u64,
    /// Where etcd is.
    pub etcd: EtcdOptions,
    /// The file that keeps what was seen of etcd, in the data folder.
    pub seen: PathBuf,
}

/// A leadership that was handed over: its machine leaves the place to another one.
#[derive(Clone, Copy, Debug)]
pub struct HandedOver {
    /// Its epoch. The log shows a later one when another machine has led.
    pub epoch: u64,
    /// For this long from the start on the machine does not lead before another one has.
    pub holds_back: Duration,
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
}

/// What a machine needs to follow.
struct Member<'own> {
    options: &'own NodeOptions,
    follower: &'own mut Follower<StoreReplica>,
    etcd: Etcd,
    clock: fn() -> i64,
    /// When it began to hold back, see [`NodeOptions::handed_over`].
    holds_back: Option<(Instant, HandedOver)>,
    notes: Notes,
    clocks: Clocks,
    /// When it had everything last, milliseconds since 1970.
    good_at: i64,
    /// Why it cannot follow, as it is noted.
    fault: Option<String>,
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

    /// Follows until this machine leads, or until it is ended (`None`). Blocks. A leader whose disk does not answer gives its
    /// place away.
    ///
    /// # Errors
    /// etcd cannot be asked at all, or the file of what was seen of it is not readable. What may pass is in the status, and is tried again.
    pub fn follow_until_leading(
        &self,
        options: &NodeOptions,
        follower: &mut Follower<StoreReplica>,
        clock: fn() -> i64,
    ) -> Result<Option<Led>, EtcdError> {
        let mut member = Member {
            options,
            follower,
            etcd: Etcd::new(&options.etcd, Seen::read(&options.seen)?)?,
            clock,
            holds_back: options.handed_over.map(|handed_over| (Instant::now(), handed_over)),
            notes: Notes::default(),
            clocks: Clocks::default(),
            good_at: clock(),
            fault: None,
        };
        while !self.is_ended() {
            match self.take_turn(&mut member) {
                Ok(Some(led)) => return Ok(Some(led)),
                Ok(None) => std::thread::sleep(ASK),
                Err(fault) => {
                    let may_pass = matches!(fault, Fault::Engine(EngineError::Unknown(_)));
                    self.note_fault(&fault, &mut member);
                    std::thread::sleep(if may_pass { ASK } else { ASK_AGAIN });
                }
            }
        }
        Ok(None)
    }

    /// Takes what is new in the log, and leads if no machine does.
    fn take_turn(&self, member: &mut Member<'_>) -> Result<Option<Led>, Fault> {
        let of = (&member.follower.site().clone(), member.options);
        member.notes.claim_name(&mut member.etcd, of)?;
        // Before it reads, so that nothing that it still needs is removed meanwhile.
        member.write_note();
        let head = member.follower.catch_up(&mut member.etcd)?;
        member.clocks.note(&head);
        member.good_at = (member.clock)();
        member.fault = None;
        let leader = member.follower.leader();
        let leader = leader.map(|leader| serde_json::from_slice(&leader.value));
        let is_led = leader.is_some();
        *self.status.lock() = NodeStatus {
            fault: None,
            leader: leader.and_then(Result::ok),
            sequence: head.position.sequence,
            clock_ahead: member.clocks.ahead((member.clock)()),
        };
        // Also one that came and went before this machine looked.
        let was_led = |(since, of): &mut (Instant, HandedOver)| {
            is_led || head.epoch > of.epoch || since.elapsed() > of.holds_back
        };
        member.holds_back.take_if(was_led);
        if is_led || member.holds_back.is_some() {
            return Ok(None);
        }
        if !member.clocks.check((member.clock)())? {
            return Ok(None);
        }
        member.win()
    }

    fn note_fault(&self, fault: &Fault, member: &mut Member<'_>) {
        let text = fault.to_string();
        {
            let mut status = self.status.lock();
            if status.fault.as_ref() != Some(&text) {
                tracing::warn!(fault = text, "this machine cannot follow");
            }
            let sequence = member.follower.replica().position().sequence;
            let clock_ahead = status.clock_ahead;
            *status = NodeStatus { fault: Some(text.clone()), leader: None, sequence, clock_ahead };
        }
        // Under a name that is not its own it writes nothing.
        let is_silent =
            matches!(fault, Fault::Engine(_) | Fault::NameTaken(_) | Fault::NameNoted(_));
        if !is_silent {
            member.fault = Some(text);
            member.write_note();
        }
    }
}

impl Member<'_> {
    fn write_note(&mut self) {
        let site = self.follower.site().clone();
        let durable = self.follower.replica().position().sequence;
        let (machine, fault) = (self.options.id.clone(), self.fault.clone());
        let pin = Pin { durable, at: self.good_at, machine, fault };
        if let Err(error) = self.notes.write(&mut self.etcd, (&site, self.options), pin) {
            tracing::warn!(%error, "how far this machine is could not be noted");
        }
    }

    /// Campaigns, and takes the log over. `None` if another machine was faster.
    fn win(&mut self) -> Result<Option<Led>, Fault> {
        let options = self.options;
        // From before the lease is made, so that it ends here before it ends there.
        let begun = Instant::now();
        let of = (options.name.as_str(), options.address.as_str());
        let seconds = options.lease_seconds.max(LEASE_MIN);
        let keys = self.follower.site().keys.clone();
        let Some(leadership) = campaign(&mut self.etcd, &keys, of, seconds)? else {
            return Ok(None);
        };
        let won = self.take_over(&leadership, (begun, seconds));
        if !matches!(won, Ok(Some(_))) {
            leadership.end();
            // The lease ends soon by itself; why the takeover failed is more important.
            let _: Result<(), EngineError> = self.etcd.revoke(leadership.lease());
        }
        won
    }

    fn take_over(
        &mut self,
        leadership: &Leadership,
        begun: (Instant, u32),
    ) -> Result<Option<Led>, Fault> {
        let connections = (self.etcd.another(), self.etcd.another(), self.etcd.another());
        let (Ok(of_log), Ok(of_lease), Ok(of_upkeep)) = connections else { return Ok(None) };
        // From here on, because what is missing may take longer than a lease.
        let store = self.follower.replica().store().clone();
        keep(of_lease, leadership.clone(), begun, store.clone());
        let clock = self.clock;
        let log = take_over(of_log, self.follower, leadership.clone(), Box::new(clock))?;
        let Some(log) = log else { return Ok(None) };
        let options = self.options;
        let upkeep = Upkeep {
            etcd: of_upkeep,
            site: self.follower.site().clone(),
            node: options.name.clone(),
            machine: options.id.clone(),
            store,
            machines: options.machines,
            when_alone: options.when_alone,
            quota: options.quota,
            is_behind: false,
            room: log.room(),
            seen: options.seen.clone(),
            leadership: leadership.clone(),
            window: log.window().clone(),
            window_bytes: options.window,
            clock,
        };
        std::thread::spawn(move || upkeep.run());
        Ok(Some(Led { log, leadership: leadership.clone() }))
    }
}

/// Keeps the lease on a thread of its own, until the leadership is over. What a lease lasts is counted from before each
/// question that etcd has answered.
fn keep(etcd: Etcd, leadership: Leadership, (begun, seconds): (Instant, u32), store: Store) {
    let lease = Duration::from_secs(u64::from(seconds));
    leadership.lasts(begun + lease);
    // A member that is silent must leave time to ask another.
    let mut etcd = etcd.within(lease / 6);
    std::thread::spawn(move || {
        let mut pause = Duration::ZERO;
        while !leadership.wait(pause) {
            if store.work_age() > lease && leadership.unmoved_for() > lease {
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
