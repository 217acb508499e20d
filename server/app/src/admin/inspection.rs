//! What `pointhouse doctor` asks of the site: settings that it checks from outside, and the state of what only the
//! site reaches.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::HttpRequest;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::MemoryTable;
use super::notices::is_backup_overdue;
use crate::backups::{Backups, Copies, CopyEncryption};
use crate::clock::Clock;
use crate::config::Config;
use crate::mail::check_server;
use crate::people::AdminPassword;
use crate::rate::Limits;

/// The header in which a proxy names its client.
const FORWARDED: &str = "x-forwarded-for";

/// The state of a site, without secrets.
#[derive(Debug, Serialize, Deserialize)]
pub struct Inspection {
    /// Public address; empty if it is not set.
    pub url: String,
    /// Time zone of the site's days.
    pub timezone: String,
    /// Whether the mail server answers; `None` without one.
    pub mail: Option<Result<(), String>>,
    /// Most open files; `None` if it is not known.
    pub open_files: Option<u64>,
    /// Live sockets that the settings allow.
    pub sockets_max: usize,
    /// Time of the newest backup, ISO 8601.
    pub backup_at: Option<String>,
    /// Whether the newest backup is more than a day old.
    pub backup_overdue: bool,
    /// Number of backups that are unfinished; 0 in the answer of an earlier version.
    #[serde(default)]
    pub unfinished_backups: usize,
    /// Targets of copies.
    pub copies: Vec<CopyInspection>,
    /// Whether copies are encrypted; `None` without a target, and in the answer of an earlier version.
    #[serde(default)]
    pub copy_encryption: Option<CopyEncryption>,
    /// Memory of the running site; `None` of a site that doesn't run, and in the answer of an earlier version.
    #[serde(default)]
    pub memory: Option<MemoryTable>,
    /// A code for a visit through the public address.
    pub visit: String,
}

/// The state of a target of copies.
#[derive(Debug, Serialize, Deserialize)]
pub struct CopyInspection {
    /// Its title.
    pub title: String,
    /// Time of the newest copied backup, ISO 8601.
    pub backup_at: Option<String>,
    /// Whether that is older than two nights.
    pub stale: bool,
    /// Reason of a failure since the last copy.
    pub error: Option<String>,
}

/// Builds an inspection. Connects to the mail server.
pub async fn inspect(
    config: &Config,
    (backups, copies): (&Backups, &Copies),
    clock: &Clock,
) -> Inspection {
    let (own, now) = (backups.clone(), clock.now());
    let read = tokio::task::spawn_blocking(move || (own.all(), own.unfinished())).await;
    let (all, unfinished_backups) = read.unwrap_or_default();
    let copy = |state: crate::backups::CopyState| CopyInspection {
        title: state.target.title().to_owned(),
        stale: state.is_stale(now),
        backup_at: state.copied.map(|copied| copied.backup_at.iso()),
        error: state.failed.map(|(_, reason)| reason),
    };
    Inspection {
        url: config.place.url.trim_end_matches('/').to_owned(),
        timezone: config.place.timezone.name().to_owned(),
        mail: check_server(config).await,
        open_files: rlimit::Resource::NOFILE.get_soft().ok(),
        sockets_max: config.push.sockets_max,
        backup_at: all.first().map(|newest| crate::clock::Millis(newest.created_at).iso()),
        backup_overdue: is_backup_overdue(&all, now),
        unfinished_backups,
        copies: copies.states().into_iter().map(copy).collect(),
        copy_encryption: copies.encryption(),
        memory: None,
        visit: String::new(),
    }
}

/// How a visit through the public address arrived.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Visit {
    /// Address of the connection.
    pub peer: IpAddr,
    /// Address that the site's limits count it for.
    pub client: IpAddr,
    /// Whether the connection comes from a trusted proxy.
    pub trusted: bool,
    /// Whether it names another client.
    pub forwarded: bool,
}

/// The visit that `pointhouse doctor` announced. It proves that an address leads to this very site. Cheap to clone.
#[derive(Clone, Default)]
pub struct Visits(Arc<Mutex<Expected>>);

#[derive(Default)]
struct Expected {
    code: String,
    seen: Option<Visit>,
}

impl Visits {
    /// Expects a visit with a new code, instead of an earlier one.
    pub fn expect(&self) -> String {
        let code = AdminPassword::generate();
        *self.0.lock() = Expected { code: code.clone(), seen: None };
        code
    }

    /// Notes a request to `/healthz` if it has the code.
    pub fn note(&self, req: &HttpRequest, limits: &Limits) {
        let Some(code) = req.query_string().strip_prefix("visit=") else { return };
        let Some(peer) = req.peer_addr().map(|peer| peer.ip().to_canonical()) else { return };
        let mut expected = self.0.lock();
        if !expected.code.is_empty() && expected.code == code {
            expected.seen = Some(Visit {
                peer,
                client: limits.client(req),
                trusted: limits.is_trusted(peer),
                forwarded: req.headers().contains_key(FORWARDED),
            });
        }
    }

    /// The visit, if it has come.
    pub fn seen(&self) -> Option<Visit> {
        self.0.lock().seen
    }
}
