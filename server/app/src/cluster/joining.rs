//! How a new machine gets what the site has: the leader sends a base, encrypted for a key that the new machine makes for it.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use actix_web::body::SizedStream;
use actix_web::{HttpResponse, web};
use age::secrecy::ExposeSecret;
use age::x25519;
use bytes::Bytes;
use futures_util::{Stream, stream};
use parking_lot::Mutex;
use pointhouse_cluster::{ClusterId, Etcd, Overview, Pin, Site, forget_machine};
use pointhouse_store::{Format, Progress, Store};
use reqwest::Client;
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::ClusterError;
use super::founding::{AWAY_AFTER, check_on, known, opened_by, refused};
use super::machine::{Machine, etcd_options, file_error, now};
use crate::backups::{self, Opening, Sealing, write_copy};
use crate::config::Cluster;
use crate::external::prepare_tls;
use crate::temporary::{self, TemporaryFolder};

/// Path of the call on the machine that leads.
const PATH: &str = "/cluster/base";
/// Bytes of a request.
const REQUEST_BYTES_MAX: usize = 1024;
/// How old a request may be, in milliseconds. Clocks may differ by a minute.
const REQUEST_MILLIS: i64 = 5 * 60 * 1000;
/// Bytes that are read at once.
const PIECE: u64 = 256 << 10;
/// A leader that sends nothing for this long has stopped.
const SILENT_MAX: Duration = Duration::from_secs(60);
const TEMPORARY: &str = "pointhouse-join-";

/// What a new machine sends, sealed with the key that all machines have.
#[derive(Debug, Deserialize, Serialize)]
struct Request {
    machine: String,
    /// Milliseconds since 1970.
    at: i64,
    /// Public key of age that the base is encrypted for.
    recipient: String,
}

/// The leader's side. Cheap to clone.
#[derive(Clone)]
pub(super) struct Bases {
    site: Site,
    store: Store,
    folder: PathBuf,
    one: Arc<Semaphore>,
    /// Time of the newest accepted request: none is accepted twice.
    newest: Arc<Mutex<i64>>,
}

impl Bases {
    pub(super) fn new(site: Site, store: Store, folder: PathBuf) -> Self {
        temporary::remove_left(&folder, TEMPORARY);
        let newest = Arc::new(Mutex::new(now().saturating_sub(REQUEST_MILLIS)));
        Self { site, store, folder, one: Arc::new(Semaphore::new(1)), newest }
    }

    pub(super) fn mount(&self, cfg: &mut web::ServiceConfig) {
        let bases = self.clone();
        let send = move |body: Bytes| {
            let bases = bases.clone();
            async move { bases.answer(&body).await }
        };
        let size = web::PayloadConfig::new(REQUEST_BYTES_MAX);
        cfg.service(web::resource(PATH).app_data(size).route(web::post().to(send)));
    }

    async fn answer(&self, sealed: &[u8]) -> HttpResponse {
        let Some(request) = self.accept(sealed) else {
            return HttpResponse::Forbidden().finish();
        };
        let Ok(permit) = self.one.clone().try_acquire_owned() else {
            return HttpResponse::Conflict().body("a base is being sent");
        };
        tracing::info!(machine = request.machine, "a new machine asks for a base");
        let bases = self.clone();
        let written = tokio::task::spawn_blocking(move || bases.write(&request.recipient));
        match written.await.map_err(io::Error::other).flatten() {
            Ok((file, bytes)) => HttpResponse::Ok()
                .content_type("application/octet-stream")
                .body(SizedStream::new(bytes, pieces((file, bytes), permit))),
            Err(error) => {
                tracing::error!(%error, "a base for a new machine could not be written");
                HttpResponse::InternalServerError()
                    .body("the base could not be written; see the log")
            }
        }
    }

    /// The request, if it was sealed with the key, is new, and was not accepted before.
    fn accept(&self, sealed: &[u8]) -> Option<Request> {
        let note = self.site.sealing.open_note(self.site.cluster, sealed).ok()?;
        let request: Request = serde_json::from_slice(&note).ok()?;
        let mut newest = self.newest.lock();
        if request.at <= *newest || (now() - request.at).abs() > REQUEST_MILLIS {
            return None;
        }
        *newest = request.at;
        Some(request)
    }

    /// Writes a base, encrypted, into a file without a name. Returns its size.
    fn write(&self, recipient: &str) -> io::Result<(File, u64)> {
        let recipient: x25519::Recipient = recipient.parse().map_err(io::Error::other)?;
        let sealing = Sealing::Recipient(recipient);
        let folder = TemporaryFolder::create(&self.folder, TEMPORARY)?;
        let plain = folder.path().join("base");
        self.store.backup(&plain).map_err(io::Error::other)?;
        let mut sealed = tempfile::tempfile_in(&self.folder)?;
        let bytes = write_copy(&mut File::open(plain)?, Some(&sealing), &mut sealed)?;
        sealed.rewind()?;
        Ok((sealed, bytes))
    }
}

/// The bytes of a file that has `left`.
fn pieces(
    (file, left): (File, u64),
    permit: OwnedSemaphorePermit,
) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold((file, left, permit), |(mut file, left, permit)| async move {
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = Vec::new();
            Read::by_ref(&mut file).take(PIECE.min(left)).read_to_end(&mut piece)?;
            Ok::<_, io::Error>((file, piece))
        });
        let (file, piece) = read.await.map_err(io::Error::other)??;
        let left = left.saturating_sub(u64::try_from(piece.len()).unwrap_or(0));
        Ok((!piece.is_empty()).then(|| (Bytes::from(piece), (file, left, permit))))
    })
}

/// Fills an empty data folder with what the site has, from the machine that leads. May be repeated after an interruption.
/// Blocks.
///
/// # Errors
/// See [`ClusterError`].
pub fn join(
    settings: &Cluster,
    data: &Path,
    (own, progress): (&Format, &Progress),
) -> Result<String, ClusterError> {
    check_on(settings)?;
    if data.join("journal").exists() && !Store::is_restore_unfinished(data) {
        return refused(format!(
            "{} holds data already: a new machine begins with an empty folder",
            data.display()
        ));
    }
    prepare_tls();
    let mut etcd = Etcd::new(&etcd_options(settings)?, None)?;
    let machine = find_site(settings, data, &mut etcd)?;
    let id = machine.site.cluster;
    let overview = known(&mut etcd, |etcd| Overview::read(etcd, &machine.site))?;
    let (Some(leader), Some(head)) = (overview.leader, overview.head) else {
        return refused("no machine leads: start the first one");
    };
    if leader.node == settings.machine {
        return refused(format!(
            "{} leads: give this machine another name (cluster.machine)",
            leader.node
        ));
    }
    let is_taken = |(name, pin): &(String, Pin)| {
        *name == settings.machine && !pin.machine.is_empty() && now() - pin.at < AWAY_AFTER
    };
    if overview.members.iter().any(is_taken) {
        return refused(format!(
            "a machine named {0} was there a moment ago. If {0} is the one that is replaced, stop it and wait {1} s; otherwise \
             give this machine another name (cluster.machine)",
            settings.machine,
            AWAY_AFTER / 1000
        ));
    }
    // Before the base is written, so that the log keeps what comes after it.
    let pin =
        Pin { durable: head.position.sequence, at: now(), machine: String::new(), fault: None };
    known(&mut etcd, |etcd| pin.put(etcd, (&machine.site, &settings.machine)))?;
    let identity = x25519::Identity::generate();
    let recipient = identity.to_public().to_string();
    let request = Request { machine: settings.machine.clone(), at: now(), recipient };
    let note = serde_json::to_vec(&request).map_err(io::Error::other);
    let note = note.map_err(file_error(data))?;
    let sealed = machine.site.sealing.seal_note(id, &note);
    let sealed = sealed.map_err(|error| ClusterError::Refused(error.to_string()))?;
    let folder = data.parent().unwrap_or(data);
    std::fs::create_dir_all(folder).map_err(file_error(folder))?;
    temporary::remove_left(folder, TEMPORARY);
    let received = temporary::create_file(folder, TEMPORARY).map_err(file_error(folder))?;
    let restored = receive(&leader.address, sealed, &received).and_then(|()| {
        let secret = identity.to_string();
        let keys = Opening::Identity(secret.expose_secret().as_bytes());
        // What the leader sends continues the log: no restore.
        let restored = backups::fill(received.path(), Some(keys), (data, own), progress);
        restored.map_err(ClusterError::Refused)
    });
    if restored.is_err() {
        // The log need not be kept for a machine that is not there.
        known(&mut etcd, |etcd| forget_machine(etcd, &machine.site, &settings.machine))?;
    }
    let restored = restored?;
    machine.note_id(data)?;
    Ok(format!(
        "This machine has everything up to commit {}, from {}. Start it: pointhouse serve",
        restored.last_sequence, leader.node
    ))
}

/// The site whose groups the key file opens.
fn find_site(settings: &Cluster, data: &Path, etcd: &mut Etcd) -> Result<Machine, ClusterError> {
    // With any id: only its key is asked for.
    let machine = Machine::of(settings, ClusterId::random(), (data, ""))?;
    if let Some(id) = opened_by(&machine, etcd)? {
        return Machine::of(settings, id, (data, ""));
    }
    refused(format!(
        "etcd holds no log that {} opens: it must be the key file of the first machine, where pointhouse cluster init began the log",
        settings.key_file.display()
    ))
}

/// Asks the leader and writes what it sends. Its certificate is not checked: what it sends opens only with the key of the
/// request, which only a machine of the site can read.
fn receive(address: &str, sealed: Vec<u8>, into: &NamedTempFile) -> Result<(), ClusterError> {
    let failed = |error: &dyn std::fmt::Display| {
        ClusterError::Refused(format!(
            "the leader at {address} sent no base: {error}. It must be reachable there; cluster.address of the leader sets it"
        ))
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| failed(&error))?;
    let asked = async {
        let client = Client::builder()
            .no_proxy()
            .tls_danger_accept_invalid_certs(true)
            .connect_timeout(Duration::from_secs(10))
            .build()?;
        let url = format!("{}{PATH}", address.trim_end_matches('/'));
        let mut answer = client.post(url).body(sealed).send().await?.error_for_status()?;
        let mut into = into.as_file();
        loop {
            let next = tokio::time::timeout(SILENT_MAX, answer.chunk()).await;
            let next = next.map_err(|_| Stopped::Silent)??;
            match next {
                Some(bytes) => into.write_all(&bytes)?,
                None => return Ok::<_, Stopped>(()),
            }
        }
    };
    runtime.block_on(asked).map_err(|error| failed(&error))
}

/// Why no base came.
#[derive(Debug, thiserror::Error)]
enum Stopped {
    #[error("nothing came for a minute")]
    Silent,
    #[error(transparent)]
    Http(#[from] reqwest::Error),
    #[error(transparent)]
    Io(#[from] io::Error),
}
