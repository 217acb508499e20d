//! This machine's leadership while its site runs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_web::web::ServiceConfig;
use parking_lot::Mutex;
use pointhouse_cluster::{Engine, Etcd, EtcdOptions, Leadership, Overview, Window};
use pointhouse_store::Store;
use tokio::sync::Notify;

use super::ClusterError;
use super::founding::{Presence, describe, known};
use super::joining::Bases;
use super::machine::{Machine, now};
use crate::clock::Millis;
use crate::external::{Condition, MachineFigures, OtherMachines, ServiceStatus};
use crate::restart::restart;

/// How often the other machines are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// A machine that has noted itself within this time can take over, in milliseconds. It does so every five seconds.
const TAKES_OVER: i64 = 7_000;
/// After this time without an answer, in milliseconds, what is shown is no longer true.
const OLD_AFTER: i64 = 30_000;

/// A machine that leads. Clones share it.
#[derive(Clone)]
pub struct Leading {
    inner: Arc<Inner>,
}

struct Inner {
    machine: Machine,
    leadership: Leadership,
    epoch: u64,
    window: Window,
    /// True from when the site is being closed.
    is_closing: AtomicBool,
    handed_over: Notify,
    bases: Bases,
    seen: Mutex<Seen>,
}

/// What was seen of the other machines.
#[derive(Default)]
struct Seen {
    answered: u64,
    failed: u64,
    overview: Option<(Millis, Overview)>,
    /// Addresses of etcd that do not answer.
    silent: Vec<String>,
    failure: Option<(Millis, String)>,
}

impl Leading {
    /// Starts to watch a leadership: when it is over, the process starts again.
    ///
    /// # Errors
    /// A thread cannot be started.
    pub fn begin(
        machine: Machine,
        (leadership, epoch, window): (Leadership, u64, Window),
        (store, data): (Store, &Path),
    ) -> std::io::Result<Self> {
        let bases = Bases::new(machine.site.clone(), store, data.to_owned());
        let (is_closing, handed_over, seen) = Default::default();
        let inner =
            Inner { machine, leadership, epoch, window, is_closing, handed_over, bases, seen };
        let leading = Self { inner: Arc::new(inner) };
        let watched = leading.clone();
        let thread = std::thread::Builder::new().name("leadership".to_owned());
        thread.spawn(move || watched.watch())?;
        let looking = leading.clone();
        std::thread::Builder::new().name("machines".to_owned()).spawn(move || looking.look())?;
        Ok(leading)
    }

    /// Mounts what new machines ask for.
    pub fn mount(&self, cfg: &mut ServiceConfig) {
        self.inner.bases.mount(cfg);
    }

    fn watch(&self) {
        while !self.inner.leadership.wait(LOOK_EVERY) {}
        if !self.is_closing() {
            restart("this machine does not lead any more");
        }
    }

    fn is_closing(&self) -> bool {
        self.inner.is_closing.load(Ordering::SeqCst)
    }

    fn look(&self) {
        let machine = &self.inner.machine;
        let (mut etcd, mut members) = (None, EtcdMembers::default());
        while !self.is_closing() {
            let found = ask(&mut etcd, machine);
            if found.is_err() {
                etcd = None;
            }
            let silent = members.silent(machine);
            let at = Millis(now());
            let mut seen = self.inner.seen.lock();
            seen.silent = silent;
            match found {
                Ok(overview) => {
                    seen.answered += 1;
                    seen.overview = Some((at, overview));
                }
                Err(error) => {
                    seen.failed += 1;
                    seen.failure = Some((at, error.to_string()));
                }
            }
            drop(seen);
            if self.inner.leadership.wait(LOOK_EVERY) {
                return;
            }
        }
    }

    /// Gives the leadership back after the store was closed, so that another machine leads at once. Blocks.
    pub fn resign(&self) {
        self.inner.is_closing.store(true, Ordering::SeqCst);
        let lease = self.inner.leadership.lease();
        self.inner.leadership.end();
        let revoked = self.inner.machine.etcd().and_then(|mut etcd| Ok(etcd.revoke(lease)?));
        if let Err(error) = revoked {
            tracing::warn!(%error, "the leadership was not given back; it ends with its lease");
        }
    }

    /// The site is being closed: the end of the leadership is no reason to start again.
    pub fn close(&self) {
        self.inner.is_closing.store(true, Ordering::SeqCst);
    }

    /// Begins to hand the leadership over, if another machine could take it. Returns the name of the one that is expected to.
    /// Blocks.
    ///
    /// # Errors
    /// None is there, or etcd does not answer.
    pub fn hand_over(&self) -> Result<String, ClusterError> {
        let successor = self.successor()?;
        self.inner.handed_over.notify_one();
        Ok(successor)
    }

    /// Waits until the leadership is to be handed over. Returns its epoch.
    pub async fn until_handed_over(&self) -> u64 {
        self.inner.handed_over.notified().await;
        self.inner.epoch
    }

    fn successor(&self) -> Result<String, ClusterError> {
        let overview = ask(&mut None, &self.inner.machine)?;
        let own = &self.inner.machine.options.name;
        let mut others: Vec<_> =
            overview.members.into_iter().filter(|(name, _)| name != own).collect();
        others.sort_by_key(|(_, pin)| std::cmp::Reverse(pin.durable));
        let here =
            others.iter().find(|(_, pin)| pin.fault.is_none() && now() - pin.at < TAKES_OVER);
        let seen = others.first().map(|(name, pin)| {
            format!("{name} was there {} s ago, or cannot follow", (now() - pin.at) / 1000)
        });
        let seen = seen.unwrap_or_else(|| "there is no other machine".to_owned());
        here.map(|(name, _)| name.clone()).ok_or(ClusterError::Refused(seen))
    }
}

impl OtherMachines for Leading {
    fn figures(&self) -> Option<MachineFigures> {
        let (at, overview) = self.inner.seen.lock().overview.clone()?;
        if now() - at.0 > OLD_AFTER {
            return None;
        }
        let presence = Presence::of(&overview, at);
        Some(MachineFigures {
            wanted: self.inner.machine.options.machines,
            here: presence.here,
            behind: presence.behind,
            etcd_bytes: overview.bytes,
            window_bytes: self.inner.window.bytes(),
        })
    }

    fn status(&self) -> ServiceStatus {
        let seen = self.inner.seen.lock();
        let own = &self.inner.machine.options.name;
        let failure = seen.failure.clone();
        let last_good_at = seen.overview.as_ref().map(|(at, _)| *at);
        let is_old = last_good_at.is_none_or(|at| now() - at.0 > OLD_AFTER);
        let is_failing = is_old || failure.as_ref().is_some_and(|(at, _)| Some(*at) > last_good_at);
        let (is_complete, mut note) = match &seen.overview {
            None => (false, "etcd has not answered yet".to_owned()),
            Some((at, overview)) => {
                let wanted = self.inner.machine.options.machines;
                describe(overview, (own, wanted), *at)
            }
        };
        for address in &seen.silent {
            note.push_str(&format!(" etcd at {address} does not answer."));
        }
        let is_complete = is_complete && seen.silent.is_empty();
        ServiceStatus {
            name: "cluster",
            title: "Other machines",
            state: match (is_failing, is_complete) {
                (true, _) => Condition::Failing,
                (false, false) => Condition::Warning,
                (false, true) => Condition::Good,
            },
            answered: seen.answered,
            failed: seen.failed,
            took: None,
            last_good_at,
            last_failed_at: failure.as_ref().map(|(at, _)| *at),
            last_error: failure.map(|(_, error)| error),
            note: Some(note),
        }
    }
}

/// Asks etcd, on the connection of before if there is one.
fn ask(etcd: &mut Option<Etcd>, machine: &Machine) -> Result<Overview, ClusterError> {
    let etcd = match etcd {
        Some(etcd) => etcd,
        none => none.insert(machine.etcd()?),
    };
    known(etcd, |etcd| Overview::read(etcd, &machine.site))
}

/// A connection to each address of etcd: one that is silent is no loss, but the next one may be.
#[derive(Default)]
struct EtcdMembers {
    connections: Vec<Etcd>,
}

impl EtcdMembers {
    /// The addresses that do not answer.
    fn silent(&mut self, machine: &Machine) -> Vec<String> {
        let options = &machine.options.etcd;
        if self.connections.is_empty() {
            let each = options.endpoints.iter().map(|address| {
                let one = EtcdOptions { endpoints: vec![address.clone()], ..options.clone() };
                Ok::<_, ClusterError>(Etcd::new(&one, None)?.within(LOOK_EVERY / 5))
            });
            self.connections = each.collect::<Result<_, _>>().unwrap_or_default();
        }
        let asked = options.endpoints.iter().zip(&mut self.connections);
        asked.filter_map(|(address, etcd)| etcd.size().err().map(|_| address.clone())).collect()
    }
}
