//! Builds a site from its parts, runs it and shuts it down.

mod accounts;
mod connected;
mod error;
mod listeners;
mod modules;
mod offline;
mod on_air;
mod purpose;
mod redirect;
mod renewing;
mod shared_services;
mod site;
mod storage;
mod time_zone;
mod waiting;
mod work;

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use pointhouse_store::Store;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tokio::time::timeout;

pub use error::StartError;
use listeners::{Listeners, Servers};
use modules::assemble;
pub use offline::{
    import_points, inspect, note_key_export, reset_second_factor, set_admin_password,
};
pub use purpose::Purpose;
pub(crate) use purpose::ROWS as PURPOSE_ROWS;
use purpose::check_purpose;
use renewing::{Opened, on_this_thread};
pub use renewing::{anchor_here, check_continues, move_away};
pub(crate) use shared_services::ROWS;
pub use site::Site;
use storage::{Folds, open_store_to_serve};
pub use storage::{open_as_machine, open_to_read, open_watched};
pub(crate) use time_zone::ROWS as TIME_ZONE_ROWS;

use crate::admin::control::{Control, Inspected};
use crate::admin::setup;
use crate::audit::Actor;
use crate::backups::{has_plain_copies, refuse_unencrypted};
use crate::clock::Clock;
use crate::cluster::Leading;
use crate::config::Config;
use crate::demo;
use crate::jobs;
use crate::memory;
use crate::settings::Loaded;
use crate::tls::CertificateFiles;

/// How long the index may still take rows during the shutdown. The rest is read from the journal at
/// the next start.
const APPLY_AT_END: Duration = Duration::from_secs(3);
/// How long accepted chat messages are still processed during the shutdown.
const CHAT_AT_END: Duration = Duration::from_secs(3);
/// How long the shutdown waits for a copy of a backup that it has cancelled.
const COPY_AT_END: Duration = Duration::from_secs(3);
/// Time for the folder's last moment.
const ANCHOR_AT_END: Duration = Duration::from_secs(3);
/// How long the shutdown waits for a reload that began before it.
const RELOAD_AT_END: Duration = Duration::from_secs(2);
/// Time between refusing new requests and closing connections. Clients that poll get a 503 with
/// `Connection: close` in this time; the server's own shutdown drops requests that were read but
/// not started.
const LAST_ANSWERS: Duration = Duration::from_millis(100);
/// Open files needed by a site with thousands of sockets.
const OPEN_FILES: u64 = 1 << 16;
/// Least memory that a site with 50 members runs in, in bytes (docs/install.md).
const MEMORY_MIN: u64 = 64 << 20;

/// A running site.
pub struct Running {
    /// The address it listens on.
    pub address: SocketAddr,
    /// The address that redirects to https, if there is one.
    pub redirect: Option<SocketAddr>,
    /// The files of the certificate, if it comes from files.
    pub certificate: Option<Arc<CertificateFiles>>,
    /// The parts of the site.
    pub site: Site,
    /// Source of the current admin password.
    pub admin_password: AdminPasswordSource,
    handle: ServerHandle,
    finished: tokio::task::JoinHandle<std::io::Result<()>>,
    others: Vec<ServerHandle>,
    chat_work: tokio::task::JoinHandle<()>,
    leading: Option<Leading>,
    _jobs: tokio_cron_scheduler::JobScheduler,
}

/// Source of the admin password after a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminPasswordSource {
    /// None yet: the owner sets it with this code of this start.
    Setup(String),
    /// Taken from the environment and stored by this start.
    Environment,
    /// Set before this start.
    Stored {
        /// True when the environment contains a password, which is ignored.
        ignores_environment: bool,
    },
}

impl AdminPasswordSource {
    /// The code of the setup, if the site has no owner yet.
    pub fn setup_code(&self) -> Option<&str> {
        match self {
            Self::Setup(code) => Some(code),
            Self::Environment | Self::Stored { .. } => None,
        }
    }
}

/// Starts a real site or a rehearsal. Must be called on the main arbiter.
///
/// # Errors
/// See [`StartError`].
pub async fn start(config: Config, data: PathBuf, clock: Clock) -> Result<Running, StartError> {
    start_with(false, config, data, clock).await
}

/// Starts a site with demo content, or a rehearsal with it. It answers once the content is there.
///
/// # Errors
/// See [`StartError`].
pub async fn start_demo(
    config: Config,
    data: PathBuf,
    clock: Clock,
) -> Result<Running, StartError> {
    start_with(true, config, data, clock).await
}

async fn start_with(
    is_demo: bool,
    config: Config,
    data: PathBuf,
    clock: Clock,
) -> Result<Running, StartError> {
    if let Err(reason) = rlimit::increase_nofile_limit(OPEN_FILES) {
        tracing::warn!(%reason, "cannot raise the limit of open files");
    }
    if memory::limit().is_some_and(|limit| limit < MEMORY_MIN) {
        tracing::warn!(
            "less than 64 MB of memory are allowed: the system may kill the site during a login"
        );
    }
    let folds = Folds::new(&config);
    let store = open_store_to_serve(&config, &data, &clock, &folds).await?;
    let listeners = Listeners::bind(&config, &data)?;
    let of_folder = (data.as_path(), &clock);
    let leading = waiting::until_leading(&config, &store, of_folder, &listeners).await?;
    let opened = (store, folds, listeners);
    let started = start_opened(is_demo, config, of_folder, opened, leading.clone()).await;
    if let (Err(_), Some(leading)) = (&started, leading) {
        leading.close();
        // Otherwise its lease ends by itself.
        let _: Result<(), _> = tokio::task::spawn_blocking(move || leading.resign()).await;
    }
    started
}

/// Starts a site whose store is open for writing.
async fn start_opened(
    is_demo: bool,
    config: Config,
    (data, clock): (&Path, &Clock),
    (store, folds, listeners): (Store, Folds, Listeners),
    leading: Option<Leading>,
) -> Result<Running, StartError> {
    let (address, redirect) = (listeners.address, listeners.redirect_address());
    let certificate = listeners.certificate_files();
    let has_plain_copies = has_plain_copies(store.view())?;
    refuse_unencrypted(&config.backups, has_plain_copies).map_err(StartError::Refused)?;
    let purpose = Purpose::wanted(&config, is_demo);
    check_purpose(&store, purpose).await?;
    let mut loaded = Loaded::read(&store, config, purpose.preset())?;
    loaded.store_first_values(&store, clock).await?;
    let config = loaded.settings().now();
    time_zone::follow_settings(&store, &folds.zone, config.place.timezone, clock).await?;
    let mut opened = Opened::check(&config, data, &store, (leading.is_some(), clock.now()))?;
    opened.before_modules(&store, clock.now()).await?;
    let built = (store, folds, opened.key.clone());
    let mut site = assemble(loaded, data, clock, built).await?;
    opened.pairs(&site).await?;
    let anchor = opened.finish(&config, (&site.store, &site.audit), clock.now()).await?;
    site.backups.note_moments(anchor.clone());
    site.anchor = Some(anchor);
    site.cycle.follow_file(&site.store, config.points.cycle).await?;
    if let Some(leading) = leading.clone() {
        site.services.add_machines(leading);
    }
    listen_for_commands(&site, (data, clock), leading.clone())?;
    let jobs = jobs::start(&config, &site).await;
    let jobs = jobs.map_err(StartError::unusable("store.nightly_base"))?;
    if is_demo {
        let filled = on_this_thread(&site.arbiters, demo::fill(&site)).await;
        filled.map_err(StartError::Refused)?;
    }
    // Last of all steps that can fail: it may make a code that is shown once.
    let admin_password = load_admin_password(&site).await?;
    let Servers { site: handle, mut finished } =
        listeners.serve((&site, leading.as_ref()), &config)?;
    tokio::select! {
        () = site.arbiters.all_up(config.server.workers) => {}
        ended = &mut finished => {
            return Err(StartError::Refused(format!("the workers did not start: {ended:?}")));
        }
    }
    let chat_work = work::begin(&site).await;
    let others = listeners.serve_others(&site, &config)?;
    Ok(Running {
        address,
        redirect,
        certificate,
        site,
        admin_password,
        handle,
        finished,
        others,
        chat_work,
        leading,
        _jobs: jobs,
    })
}

/// Commands such as `pointhouse backup` are sent to the site that runs.
fn listen_for_commands(
    site: &Site,
    (data, clock): (&Path, &Clock),
    leading: Option<Leading>,
) -> Result<(), StartError> {
    let control = Control {
        store: site.store.clone(),
        imports: site.imports.as_ref().clone(),
        password: site.password.as_ref().clone(),
        people: site.people.as_ref().clone(),
        auth: site.auth.as_ref().clone(),
        audit: site.audit.as_ref().clone(),
        broadcaster: site.broadcaster.clone(),
        leading,
        inspected: Inspected {
            settings: site.settings.as_ref().clone(),
            backups: site.backups.as_ref().clone(),
            copies: site.copies.as_ref().clone(),
            clock: clock.clone(),
            visits: site.observed.visits.clone(),
            memory: site.memory_use(),
        },
    };
    control.listen(data).map_err(StartError::unusable(data.display().to_string()))
}

/// Stores the first admin password from the environment, or makes the code of the setup. An existing password
/// is kept.
async fn load_admin_password(site: &Site) -> Result<AdminPasswordSource, StartError> {
    let seed = std::env::var("POINTHOUSE_ADMIN_PASSWORD").ok();
    if let Some(row) = site.password.row()? {
        site.auth.set_admin_version(row.version);
        return Ok(AdminPasswordSource::Stored { ignores_environment: seed.is_some() });
    }
    // The password that the variable had once may be known to others: after a restore only the machine's link counts.
    let is_restored = site.people.is_being_checked()?;
    if is_restored && seed.is_some() {
        tracing::warn!(
            "POINTHOUSE_ADMIN_PASSWORD is ignored after a restore: the owner sets a new password by the link"
        );
    }
    if let Some(seed) = seed.filter(|_| !is_restored) {
        let set = site.password.set(seed, Actor::environment(), &site.auth).await;
        set.map_err(StartError::unusable("POINTHOUSE_ADMIN_PASSWORD"))?;
        return Ok(AdminPasswordSource::Environment);
    }
    Ok(AdminPasswordSource::Setup(setup::new_code(&site.store).await?))
}

/// The signals that end the process. They are handled before anything is opened, so that a signal
/// sent during the start also leads to a clean shutdown.
pub struct ShutdownSignals {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
    /// True when the process ends with its terminal (SIGHUP). A service continues.
    ends_with_terminal: bool,
}

impl ShutdownSignals {
    /// Handles the signals, which no longer kill the process from now on.
    ///
    /// # Errors
    /// Signals cannot be handled.
    pub fn listen() -> std::io::Result<Self> {
        let terminate = signal(SignalKind::terminate())?;
        let interrupt = signal(SignalKind::interrupt())?;
        let hangup = signal(SignalKind::hangup())?;
        let ends_with_terminal = std::io::stderr().is_terminal();
        Ok(Self { terminate, interrupt, hangup, ends_with_terminal })
    }

    /// Waits for SIGTERM, SIGINT or the end of the terminal. SIGHUP to a service reloads.
    pub async fn wait(&mut self, reload: impl Fn() + Send + Sync + 'static) {
        let reload = Arc::new(reload);
        loop {
            tokio::select! {
                // In this order: a hangup that came before the end is still handled.
                biased;
                _ = self.hangup.recv() => {
                    if self.ends_with_terminal {
                        return;
                    }
                    let mut reloaded = run_on_thread(Arc::clone(&reload));
                    tokio::select! {
                        () = &mut reloaded => {}
                        () = self.end() => {
                            let _: Result<(), _> = timeout(RELOAD_AT_END, reloaded).await;
                            return;
                        }
                    }
                }
                _ = self.terminate.recv() => return,
                _ = self.interrupt.recv() => return,
            }
        }
    }

    async fn end(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Runs a reload on a thread of its own, because its files may be on a disk that doesn't answer. The end of the process
/// would wait for a blocking task.
fn run_on_thread(reload: Arc<impl Fn() + Send + Sync + 'static>) -> BoxFuture<'static, ()> {
    let (done, reloaded) = oneshot::channel();
    let began = std::thread::Builder::new().name("reload".to_owned()).spawn(move || {
        reload();
        let _: Result<(), ()> = done.send(());
    });
    if let Err(error) = began {
        tracing::error!(%error, "SIGHUP: cannot read the settings");
    }
    // Without an answer the reload has panicked, which was logged.
    reloaded.map(drop).boxed()
}

impl Running {
    /// Waits until the leadership of this machine is to be handed over. Returns its epoch.
    pub fn until_handed_over(&self) -> BoxFuture<'static, u64> {
        match self.leading.clone() {
            Some(leading) => async move { leading.until_handed_over().await }.boxed(),
            None => std::future::pending().boxed(),
        }
    }

    /// Shuts the site down: refuses new requests, closes sockets, completes requests in flight,
    /// closes the journal.
    pub async fn stop(self) {
        tracing::info!("stopping");
        self.leading.iter().for_each(Leading::close);
        self.site.observed.middleware.close();
        self.site.broadcaster.cut_all();
        actix_web::rt::time::sleep(LAST_ANSWERS).await;
        let copies = self.site.copies().clone();
        if timeout(COPY_AT_END, copies.stop()).await.is_err() {
            tracing::error!("a copy of a backup did not end; its target may have a part of it");
        }
        // Before the wallets stop, because the chat pays points.
        self.site.chat().close();
        if timeout(CHAT_AT_END, self.chat_work).await.is_err() {
            tracing::error!("some accepted chat messages were not processed before the shutdown");
        }
        self.handle.stop(true).await;
        for other in self.others {
            other.stop(false).await;
        }
        // The server's own error, if any, was logged when it occurred.
        let _ = self.finished.await;
        if let Some(anchor) = &self.site.anchor {
            // Without it the start finds a moment that is at most a minute old, as after a crash.
            match timeout(ANCHOR_AT_END, anchor.advance(self.site.clock.now())).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    tracing::error!(%error, "cannot write the folder's last moment beside its key");
                }
                Err(_) => tracing::error!("writing the folder's last moment took too long"),
            }
        }
        let (store, leading) = (self.site.store.clone(), self.leading);
        let closed = tokio::task::spawn_blocking(move || {
            store.close(Instant::now() + APPLY_AT_END);
            leading.iter().for_each(Leading::resign);
        });
        if closed.await.is_err() {
            tracing::error!("the store did not close cleanly");
        }
        self.site.limits.log.report();
        tracing::info!("stopped");
    }
}
