//! A machine's life in a cluster: it follows, takes the place of a leader that is gone, and keeps its own leadership.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use crate::appending::ClusterLog;
use crate::campaign::{campaign, take_over};
use crate::engine::{Engine, EngineError, Op, Txn};
use crate::etcd::{Etcd, EtcdError, EtcdOptions};
use crate::following::{Fault, Follower, Replica};
use crate::leadership::{Leader, Leadership};
use crate::seen::Seen;
use crate::site::Site;
use crate::upkeep::{Pin, Upkeep, note_seen};

/// How often a follower asks for new groups. A question costs etcd about a millisecond.
const ASK: Duration = Duration::from_millis(100);
/// How often a machine that cannot follow looks again.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// Between two notes of how far a follower is, and between two without a change.
const PIN_AFTER: Duration = Duration::from_secs(1);
const PIN_AGAIN: Duration = Duration::from_secs(60);

/// etcd makes no shorter leases.
const LEASE_MIN: u32 = 2;

/// How a machine takes part.
#[derive(Clone, Debug)]
pub struct NodeOptions {
    /// Its name, different on each machine.
    pub name: String,
    /// Where others reach it.
    pub address: String,
    /// Seconds without a sign after which a leader is replaced, at least 2.
    pub lease_seconds: u32,
    /// Machines of the site. The log is shortened only when all of them have noted how far they are.
    pub machines: usize,
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
}

/// A machine that follows. Clones share it.
#[derive(Clone, Default)]
pub struct Node {
    status: Arc<Mutex<NodeStatus>>,
    is_ended: Arc<AtomicBool>,
    /// What was noted last, and when.
    pinned: Arc<Mutex<Option<(u64, Instant)>>>,
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

    /// Follows until this machine leads, or until it is ended (`None`). Blocks.
    ///
    /// # Errors
    /// etcd cannot be asked at all, or the file of what was seen of it is not readable. What may pass is in the status, and is tried again.
    pub fn follow_until_leading<R: Replica>(
        &self,
        options: &NodeOptions,
        follower: &mut Follower<R>,
        clock: fn() -> i64,
    ) -> Result<Option<Led>, EtcdError> {
        let mut etcd = Etcd::new(&options.etcd, Seen::read(&options.seen)?)?;
        while !self.is_ended() {
            match self.turn(options, follower, &mut etcd, clock) {
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
        clock: fn() -> i64,
    ) -> Result<Option<Led>, Fault> {
        // Before it reads, so that nothing that it still needs is removed meanwhile.
        let durable = follower.replica().position().sequence;
        let pin = Pin { durable, at: clock() };
        if let Err(error) = self.pin(etcd, (follower.site(), options), pin) {
            tracing::warn!(%error, "how far this machine is could not be noted");
        }
        follower.catch_up(etcd)?;
        let keys = follower.site().keys.clone();
        let asked = etcd.transact(&Txn::read(vec![Op::Get(keys.leader())]))?;
        let leader = asked.value(0).map(|leader| serde_json::from_slice(&leader.value));
        let sequence = follower.replica().position().sequence;
        let is_led = leader.is_some();
        let leader = leader.and_then(Result::ok);
        *self.status.lock() = NodeStatus { fault: None, leader, sequence };
        if is_led {
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
        keep(of_lease, leadership.clone(), begun, seconds);
        match take_over(of_log, follower, leadership.clone(), Box::new(clock)) {
            Ok(Some(log)) => {
                let (etcd, node, machines) = (of_upkeep, options.name.clone(), options.machines);
                let (site, window) = (follower.site().clone(), log.window().clone());
                let (leadership_of, seen) = (leadership.clone(), options.seen.clone());
                let upkeep = Upkeep {
                    etcd,
                    site,
                    node,
                    machines,
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

    /// Notes how far this machine is, when it has changed or was noted long ago.
    fn pin(
        &self,
        etcd: &mut Etcd,
        (site, options): (&Site, &NodeOptions),
        pin: Pin,
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
        *status = NodeStatus { fault: Some(text), leader: None, sequence };
    }
}

/// Keeps the lease on a thread of its own, until the leadership is over. What a lease lasts is counted from before each
/// question that etcd has answered.
fn keep(etcd: Etcd, leadership: Leadership, begun: Instant, seconds: u32) {
    let lease = Duration::from_secs(u64::from(seconds));
    leadership.lasts(begun + lease);
    // A member that is silent must leave time to ask another.
    let mut etcd = etcd.within(lease / 6);
    std::thread::spawn(move || {
        let mut pause = Duration::ZERO;
        while !leadership.wait(pause) {
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
