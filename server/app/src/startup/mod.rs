//! Builds a site from its parts, runs it and shuts it down.

mod accounts;
mod connected;
mod error;
mod listeners;
mod modules;
mod on_air;
mod purpose;
mod redirect;
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
use pointhouse_store::{Progress, Store};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::oneshot;
use tokio::time::timeout;

pub use error::StartError;
use listeners::{Listeners, Servers};
use modules::{assemble, load_auth, token_secret};
pub use purpose::Purpose;
pub(crate) use purpose::ROWS as PURPOSE_ROWS;
use purpose::{check_purpose, find_origin, find_purpose};
pub(crate) use shared_services::ROWS;
pub use site::Site;
use storage::{Folds, open_store, open_store_to_serve};
pub use storage::{open_as_machine, open_to_read, open_watched};
pub(crate) use time_zone::ROWS as TIME_ZONE_ROWS;

use crate::accounts::Hasher;
use crate::admin::control::{self, Control, Inspected};
use crate::admin::inspection::{self, Inspection};
use crate::admin::setup;
use crate::audit::{Actor, Audit};
use crate::backups::{Backups, Copies};
use crate::broadcast::{self, Broadcaster};
use crate::clock::Clock;
use crate::cluster::{Leading, check_alone};
use crate::config::{Config, Settings};
use crate::jobs;
use crate::memory;
use crate::people::{AdminPassword, People};
use crate::settings::Loaded;
use crate::tls::CertificateFiles;

/// How long the index may still take rows during the shutdown. The rest is read from the journal at
/// the next start.
const APPLY_AT_END: Duration = Duration::from_secs(3);
/// How long accepted chat messages are still processed during the shutdown.
const CHAT_AT_END: Duration = Duration::from_secs(3);
/// How long the shutdown waits for a copy of a backup that it has cancelled.
const COPY_AT_END: Duration = Duration::from_secs(3);
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
    let purpose = Purpose::wanted(&config, false);
    start_for(purpose, config, data, clock).await
}

/// Starts a site with demo content, or a rehearsal with it.
///
/// # Errors
/// See [`StartError`].
pub async fn start_demo(
    config: Config,
    data: PathBuf,
    clock: Clock,
) -> Result<Running, StartError> {
    let purpose = Purpose::wanted(&config, true);
    let running = start_for(purpose, config, data, clock).await?;
    crate::demo::fill(&running.site).await.map_err(StartError::Refused)?;
    Ok(running)
}

async fn start_for(
    purpose: Purpose,
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
    let started = start_opened(purpose, config, of_folder, opened, leading.clone()).await;
    if let (Err(_), Some(leading)) = (&started, leading) {
        leading.close();
        // Otherwise its lease ends by itself.
        let _: Result<(), _> = tokio::task::spawn_blocking(move || leading.resign()).await;
    }
    started
}

/// Starts a site whose store is open for writing.
async fn start_opened(
    purpose: Purpose,
    config: Config,
    (data, clock): (&Path, &Clock),
    (store, folds, listeners): (Store, Folds, Listeners),
    leading: Option<Leading>,
) -> Result<Running, StartError> {
    let (address, redirect) = (listeners.address, listeners.redirect_address());
    let certificate = listeners.certificate_files();
    let origin = check_purpose(&store, purpose).await?;
    let mut loaded = Loaded::read(&store, config, origin)?;
    loaded.store_first_values(&store, clock).await?;
    let config = loaded.settings().now();
    time_zone::follow_settings(&store, &folds.zone, config.place.timezone, clock).await?;
    let site = assemble(loaded, data, clock, (store, folds)).await?;
    site.cycle.follow_file(&site.store, config.points.cycle).await?;
    if let Some(leading) = leading.clone() {
        site.services.add_machines(leading);
    }
    listen_for_commands(&site, (data, clock), leading.clone())?;
    let jobs = jobs::start(&config, &site).await;
    let jobs = jobs.map_err(StartError::unusable("store.nightly_base"))?;
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
    let chat_work = work::begin(&site, purpose).await;
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
    if let Some(seed) = seed {
        let set = site.password.set(seed, Actor::environment(), &site.auth).await;
        set.map_err(StartError::unusable("POINTHOUSE_ADMIN_PASSWORD"))?;
        return Ok(AdminPasswordSource::Environment);
    }
    Ok(AdminPasswordSource::Setup(setup::new_code(&site.store).await?))
}

/// Sets the admin password of a data folder that no server uses.
///
/// # Errors
/// See [`StartError`].
pub async fn set_admin_password(
    config: &Config,
    data: &Path,
    password: String,
) -> Result<(), StartError> {
    let clock = Clock::system();
    let store = open_store(config, data, &clock, &Folds::new(config)).await?;
    check_alone(store.view())?;
    let audit = Audit::load(clock.clone(), &store)?;
    let auth = load_auth(&store, &clock, (&Settings::new(config.clone()), &audit)).await?;
    let hasher = Hasher::start(&config.auth)?;
    let admin = AdminPassword::new(store.clone(), hasher, audit);
    let set = admin.set(password, Actor::console(), &auth).await;
    store.close(Instant::now() + APPLY_AT_END);
    Ok(set?)
}

/// Removes the second factors of a person of the panel in a data folder that no server uses. Returns a report.
///
/// # Errors
/// The folder cannot be opened, no person has this name, or the person has no second factor.
pub async fn reset_second_factor(
    config: &Config,
    data: &Path,
    name: &str,
) -> Result<String, String> {
    let clock = Clock::system();
    let open = async {
        let store = open_store(config, data, &clock, &Folds::new(config)).await?;
        check_alone(store.view())?;
        let audit = Audit::load(clock.clone(), &store)?;
        let auth = load_auth(&store, &clock, (&Settings::new(config.clone()), &audit)).await?;
        let hasher = Hasher::start(&config.auth)?;
        let password = AdminPassword::new(store.clone(), hasher.clone(), audit.clone());
        let broadcaster = Broadcaster::new(broadcast::Settings::default(), Arc::new(auth.clone()));
        let core = (&store, &clock, &audit);
        let settings = Settings::new(config.clone());
        let people = People::load(core, (&auth, &hasher), &broadcaster, &password, &settings)?;
        Ok::<_, StartError>((store, people))
    };
    let (store, people) = open.await.map_err(|error| error.to_string())?;
    let done = control::reset_second_factor(&people, name).await;
    store.close(Instant::now() + APPLY_AT_END);
    done
}

/// Imports a file with points into a data folder that no server uses, or tries the import. Returns
/// a report.
///
/// # Errors
/// See [`StartError`].
pub async fn import_points(
    config: &Config,
    data: &Path,
    file: PathBuf,
    dry_run: bool,
    progress: &Progress,
) -> Result<String, StartError> {
    let clock = Clock::system();
    let folds = Folds::new(config);
    let store = open_store(config, data, &clock, &folds).await?;
    check_alone(store.view())?;
    let origin = check_purpose(&store, find_purpose(&store)?).await?;
    let loaded = Loaded::read(&store, config.clone(), origin)?;
    let site = assemble(loaded, data, &clock, (store, folds)).await?;
    // Wallet actors run on the workers' threads; here this thread is the only worker.
    site.arbiters.register_current();
    let report = site.imports.run_file(file, dry_run, progress).await;
    site.store.close(Instant::now() + APPLY_AT_END);
    report.map_err(StartError::Refused)
}

/// Inspects a data folder that no server uses. Its settings are those that the next start would use.
///
/// # Errors
/// See [`StartError`].
pub async fn inspect(config: &Config, data: &Path) -> Result<Inspection, StartError> {
    let (store, clock) = (open_to_read(config, data)?, Clock::system());
    let loaded = Loaded::read(&store, config.clone(), find_origin(&store)?);
    let inspected = async {
        let config = loaded?.settings().now();
        let backups = Backups::new(&store, &clock, data);
        let secret = token_secret(&store)?;
        let copies = Copies::load(&backups, &config.backups, (&store, &secret), &clock)?;
        Ok(inspection::inspect(&config, (&backups, &copies), &clock).await)
    };
    let inspected = inspected.await;
    store.close(Instant::now() + APPLY_AT_END);
    inspected
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
    /// Waits until the leadership of this machine is to be handed over.
    pub fn until_handed_over(&self) -> BoxFuture<'static, ()> {
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
