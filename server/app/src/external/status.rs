//! Status of external services, for the health page and the metrics.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use arc_swap::ArcSwapOption;
use serde::Serialize;
use utoipa::ToSchema;

use super::{ExternalError, ExternalService};
use crate::clock::{Clock, Millis};
use crate::config;

/// Failures in a row after which an admin should check the service.
const FAILURES_MANY: u32 = 3;

/// Condition of a part of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Works.
    Good,
    /// Works, but needs an admin's attention.
    Warning,
    /// Doesn't work.
    Failing,
    /// It is not set up.
    Off,
}

/// Status of a service since the start.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ServiceStatus {
    pub name: &'static str,
    pub title: &'static str,
    pub state: Condition,
    /// Successful calls.
    pub answered: u64,
    /// Failed calls.
    pub failed: u64,
    /// Duration of the most recent successful call, in milliseconds.
    pub took: Option<u64>,
    pub last_good_at: Option<Millis>,
    pub last_failed_at: Option<Millis>,
    pub last_error: Option<String>,
    /// What the admins read, if it is not the figures above.
    pub note: Option<String>,
}

#[derive(Default)]
pub(super) struct CallStats {
    answered: u64,
    failed: u64,
    in_a_row: u32,
    took: Option<Duration>,
    last_good_at: Option<Millis>,
    last_failed_at: Option<Millis>,
    last_error: Option<String>,
}

impl CallStats {
    pub(super) fn answered(&mut self, now: Millis, took: Duration) {
        self.answered += 1;
        self.in_a_row = 0;
        self.took = Some(took);
        self.last_good_at = Some(now);
    }

    pub(super) fn failed(&mut self, now: Millis, error: &ExternalError) {
        self.failed += 1;
        self.in_a_row = self.in_a_row.saturating_add(1);
        self.last_failed_at = Some(now);
        self.last_error = Some(error.to_string());
    }

    pub(super) fn status(
        &self,
        name: &'static str,
        title: &'static str,
        is_circuit_open: bool,
    ) -> ServiceStatus {
        let state = match self.in_a_row {
            0 => Condition::Good,
            few if few < FAILURES_MANY && self.last_good_at.is_some() && !is_circuit_open => {
                Condition::Warning
            }
            _ => Condition::Failing,
        };
        ServiceStatus {
            name,
            title,
            state,
            answered: self.answered,
            failed: self.failed,
            took: self.took.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX)),
            last_good_at: self.last_good_at,
            last_failed_at: self.last_failed_at,
            last_error: self.last_error.clone(),
            note: None,
        }
    }
}

/// A service that is set up, replaced and removed while the site runs. Cheap to clone.
#[derive(Clone)]
pub struct ServiceSlot {
    inner: Arc<Slot>,
}

struct Slot {
    name: &'static str,
    title: &'static str,
    current: ArcSwapOption<ExternalService>,
    /// Whether the service is off because its secret is missing.
    lacks_secret: AtomicBool,
}

/// Note of a service that is off because its secret is missing.
const LACKS_SECRET: &str =
    "Off: its secret is missing on this machine. Enter it in the settings or in the environment.";

impl ServiceSlot {
    /// A service that is not set up. `name` is used in metrics, `title` in texts.
    pub fn new((name, title): (&'static str, &'static str)) -> Self {
        Self {
            inner: Arc::new(Slot {
                name,
                title,
                current: ArcSwapOption::empty(),
                lacks_secret: AtomicBool::default(),
            }),
        }
    }

    /// A client for the service at an address, which is not in use yet.
    ///
    /// # Errors
    /// [`ExternalError::Address`], [`ExternalError::Tls`].
    pub fn client(
        &self,
        base: &str,
        settings: &config::Outside,
        clock: &Clock,
    ) -> Result<ExternalService, ExternalError> {
        ExternalService::new((self.inner.name, self.inner.title), base, settings, clock)
    }

    /// Uses this client from now on; without one, the service is not set up.
    pub fn set(&self, client: Option<ExternalService>) {
        self.inner.lacks_secret.store(false, Ordering::Relaxed);
        self.inner.current.store(client.map(Arc::new));
    }

    /// The service is set up, but off without its secret.
    pub fn set_without_secret(&self) {
        self.set(None);
        self.inner.lacks_secret.store(true, Ordering::Relaxed);
    }

    fn status(&self) -> ServiceStatus {
        let Slot { name, title, current, lacks_secret } = &*self.inner;
        match &*current.load() {
            Some(service) => service.status(),
            None if lacks_secret.load(Ordering::Relaxed) => ServiceStatus {
                state: Condition::Warning,
                note: Some(LACKS_SECRET.to_owned()),
                ..CallStats::default().status(name, title, false)
            },
            None => ServiceStatus {
                state: Condition::Off,
                ..CallStats::default().status(name, title, false)
            },
        }
    }
}

/// The other machines of a site that runs on several.
pub trait OtherMachines: Send + Sync {
    /// How they are.
    fn status(&self) -> ServiceStatus;

    /// Their figures; `None` before they are known.
    fn figures(&self) -> Option<MachineFigures>;
}

/// Figures of a site's machines, for the metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MachineFigures {
    /// How many there should be.
    pub wanted: usize,
    /// How many are there, with the one that leads.
    pub here: usize,
    /// Commits that the slowest of those that follow is missing.
    pub behind: u64,
    /// Bytes of etcd's data.
    pub etcd_bytes: u64,
    /// Bytes of groups that etcd keeps, of those that this machine has appended.
    pub window_bytes: u64,
}

/// The services of this site, including those that are not set up. Cheap to clone.
#[derive(Clone, Default)]
pub struct ExternalServices {
    all: Arc<[ServiceSlot]>,
    machines: Arc<OnceLock<Box<dyn OtherMachines>>>,
}

impl ExternalServices {
    /// Lists the services in this order.
    pub fn new(all: impl IntoIterator<Item = ServiceSlot>) -> Self {
        Self { all: all.into_iter().collect(), machines: Arc::default() }
    }

    /// Adds the site's other machines, once.
    pub fn add_machines(&self, machines: impl OtherMachines + 'static) {
        let _: Result<(), _> = self.machines.set(Box::new(machines));
    }

    /// Figures of the site's machines; `None` on a site with one, or before they are known.
    pub fn machines(&self) -> Option<MachineFigures> {
        self.machines.get()?.figures()
    }

    /// The status of each service.
    pub fn statuses(&self) -> Vec<ServiceStatus> {
        let machines = self.machines.get().map(|machines| machines.status());
        self.all.iter().map(ServiceSlot::status).chain(machines).collect()
    }
}
