//! Refused logins to the panel: counted for the health page and written to the audit log at a
//! bounded rate, so that an attacker cannot fill the disk. The first one is written at once; those
//! of the following hour are summed up in one row.

use std::collections::{HashSet, VecDeque};
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_store::{Batch, Store, StoreError};
use serde_json::json;

use crate::audit::{Actor, Audit, Entry};
use crate::clock::{Clock, Millis};
use crate::module::Running;
use crate::planned::{Planned, every};

const HOUR_MILLIS: i64 = 60 * 60 * 1000;
/// Hours counted for the last day.
const HOURS: usize = 24;
/// Most addresses counted by one audit row.
const ADDRESSES_MAX: usize = 1000;

/// The counts. Cheap to clone.
#[derive(Clone)]
pub struct PanelLogins {
    store: Store,
    audit: Audit,
    clock: Clock,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    refused: u64,
    /// Refusals by hour, oldest first, at most [`HOURS`].
    by_hour: VecDeque<(i64, u64)>,
    last: Option<(Millis, IpAddr)>,
    pending: Pending,
    written_at: Option<i64>,
}

/// Refusals that are not in the audit log yet.
#[derive(Default)]
struct Pending {
    refused: u64,
    addresses: HashSet<IpAddr>,
    last: Option<IpAddr>,
}

/// The counts on the health page.
#[derive(Clone, Copy, Debug)]
pub struct RefusedLogins {
    /// Since the server started.
    pub total: u64,
    /// In the last 24 whole hours.
    pub last_day: u64,
    /// Time and address of the last one.
    pub last: Option<(Millis, IpAddr)>,
}

impl PanelLogins {
    /// Starts with zero refusals.
    pub fn new(store: &Store, audit: &Audit, clock: &Clock) -> Self {
        let (store, audit, clock) = (store.clone(), audit.clone(), clock.clone());
        Self { store, audit, clock, state: Arc::default() }
    }

    /// Counts a refused login, and writes it to the audit log if none was written in the last hour.
    pub async fn refused(&self, client: IpAddr) {
        self.state.lock().count(self.clock.now(), client);
        if let Err(reason) = self.write_pending().await {
            tracing::error!(%reason, "cannot write refused panel logins to the audit log");
        }
    }

    /// Writes the summed-up refusals when they are due.
    ///
    /// # Errors
    /// They could not be written. The log lines still have them.
    pub async fn write_pending(&self) -> Result<usize, StoreError> {
        if !self.store.writable() {
            return Ok(0);
        }
        let taken = self.state.lock().take_pending(self.clock.now().0);
        let Some(pending) = taken else { return Ok(0) };
        let after = json!({ "refused": pending.refused, "addresses": pending.addresses.len() });
        let actor = Actor::visitor(pending.last);
        let entry = Entry::new(actor, "admin.login.refused", "admin");
        let entry = Entry { after: after.to_string(), ..entry };
        self.audit.commit_audited(Batch::new(), entry).await?;
        Ok(1)
    }

    /// The counts for the health page.
    pub fn counts(&self) -> RefusedLogins {
        let now = self.clock.now().0;
        let state = self.state.lock();
        let recent = state.by_hour.iter().filter(|(hour, _)| hour_of(now) - hour < hours());
        RefusedLogins {
            total: state.refused,
            last_day: recent.map(|(_, refused)| refused).sum(),
            last: state.last,
        }
    }
}

impl State {
    fn count(&mut self, now: Millis, client: IpAddr) {
        self.refused = self.refused.saturating_add(1);
        self.last = Some((now, client));
        let hour = hour_of(now.0);
        match self.by_hour.back_mut().filter(|(last, _)| *last == hour) {
            Some((_, refused)) => *refused = refused.saturating_add(1),
            None => self.by_hour.push_back((hour, 1)),
        }
        if self.by_hour.len() > HOURS {
            self.by_hour.pop_front();
        }
        self.pending.refused = self.pending.refused.saturating_add(1);
        self.pending.last = Some(client);
        if self.pending.addresses.len() < ADDRESSES_MAX {
            self.pending.addresses.insert(client);
        }
    }

    fn take_pending(&mut self, now: i64) -> Option<Pending> {
        let is_early =
            self.written_at.is_some_and(|at| now.abs_diff(at) < HOUR_MILLIS.unsigned_abs());
        if self.pending.refused == 0 || is_early {
            return None;
        }
        self.written_at = Some(now);
        Some(std::mem::take(&mut self.pending))
    }
}

const fn hour_of(at: i64) -> i64 {
    at.div_euclid(HOUR_MILLIS)
}

fn hours() -> i64 {
    i64::try_from(HOURS).unwrap_or(i64::MAX)
}

impl Running for PanelLogins {
    fn jobs(&self) -> Vec<Planned> {
        let this = self.clone();
        vec![every("5 * * * * *", "panel_logins", "Audit refused logins of the panel", move || {
            let this = this.clone();
            async move { this.write_pending().await }
        })]
    }
}
