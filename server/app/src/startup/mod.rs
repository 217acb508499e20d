//! Assembles a site from its parts, runs it and ends it in order.

mod accounts;
mod casino;
mod error;
mod ground;
mod purpose;
mod rooms;
mod site;
mod storage;
mod streaming;

use std::io::IsTerminal;
use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::web;
use actix_web::{App, HttpServer};
use tokio::signal::unix::{Signal, SignalKind, signal};

pub use error::StartError;
pub(crate) use ground::ROWS;
pub use purpose::Purpose;
pub(crate) use purpose::ROWS as PURPOSE_ROWS;
use purpose::{check_purpose, find_purpose};
use rooms::{assemble, load_auth};
pub use site::Site;
pub use storage::open_to_read;
use storage::{Folds, open_store};

use crate::accounts::Hasher;
use crate::admin::AdminPassword;
use crate::admin::control::Control;
use crate::admin::live_bets;
use crate::audit::{Actor, Audit};
use crate::clock::Clock;
use crate::config::Config;
use crate::front_door::pass;
use crate::{connections, jobs, operations};

/// How long the index may go on taking rows while the process ends; what is left is read from the
/// journal at the next start.
const APPLY_AT_END: Duration = Duration::from_secs(3);
/// What the chat has taken is worked on for so long at most while the process ends.
const CHAT_AT_END: Duration = Duration::from_secs(3);
/// Between turning requests away and closing connections. Whoever calls again and again hears in this
/// time that it is over (503, `Connection: close`); the server's own drain drops what it has read and
/// not begun.
const LAST_ANSWERS: Duration = Duration::from_millis(100);
/// Open files that a site with thousands of sockets needs.
const OPEN_FILES: u64 = 1 << 16;

/// A running site.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its parts, for the start's own calls.
    pub site: Site,
    /// Which admin password holds.
    pub admin_password: AdminPasswordSource,
    handle: ServerHandle,
    finished: tokio::task::JoinHandle<std::io::Result<()>>,
    metrics: Option<ServerHandle>,
    chat_work: tokio::task::JoinHandle<()>,
    _jobs: tokio_cron_scheduler::JobScheduler,
}

/// Which admin password holds after a start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdminPasswordSource {
    /// This one was made now; it is shown once.
    Generated(String),
    /// The environment's, which was stored now.
    Environment,
    /// One that was set before.
    Stored {
        /// The environment names one, too: it is not used.
        ignores_environment: bool,
    },
}

impl AdminPasswordSource {
    /// The password that was made now.
    pub fn generated(&self) -> Option<&str> {
        match self {
            Self::Generated(password) => Some(password),
            Self::Environment | Self::Stored { .. } => None,
        }
    }
}

/// Starts a real site or a rehearsal. Call it on the main arbiter.
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
        tracing::warn!(%reason, "the limit of open files stays as it is");
    }
    let folds = Folds::new(&config);
    let store = open_store(&config, &data, &clock, &folds).await?;
    // Before anything is stored: a first password must not be made by a start that cannot show it.
    let (listener, address) = bind(config.server.listen)?;
    let metrics_listener = bind_metrics(&config)?;
    let config = check_purpose(&store, purpose, config).await?;
    let site = assemble(&config, &data, &clock, (store, folds)).await?;
    let control = Control {
        store: site.store.clone(),
        imports: site.imports.as_ref().clone(),
        password: site.password.as_ref().clone(),
        auth: site.auth.as_ref().clone(),
        broadcaster: site.broadcaster.clone(),
    };
    control.listen(&data).map_err(StartError::unusable(data.display().to_string()))?;
    let jobs = jobs::start(&config, &site).await;
    let jobs = jobs.map_err(StartError::unusable("store.nightly_base"))?;
    // Last of all that can fail before the site is open: it may make a password that is shown once.
    let admin_password = load_admin_password(&site).await?;
    let (handle, mut finished) = serve(&site, &config, listener)?;
    tokio::select! {
        () = site.arbiters.all_up(config.server.workers) => {}
        ended = &mut finished => {
            return Err(StartError::Refused(format!("the workers did not start: {ended:?}")));
        }
    }
    let states = site.job_states();
    actix_web::rt::spawn(site.accounts.mailer.clone().run(states.clone()));
    let (games, auth) = (site.games.as_ref().clone(), site.auth.as_ref().clone());
    actix_web::rt::spawn(live_bets::tell(games, auth, site.broadcaster.clone(), states.clone()));
    // What came due while the site was closed.
    jobs::settle_overdue(&site.games).await;
    jobs::end_overdue(&site.giveaways).await;
    jobs::take_left_points(&site.accounts).await;
    // Beside the site: there may be many to pay.
    let grants = site.grants().clone();
    actix_web::rt::spawn(async move { jobs::resume_grants(&grants).await });
    let imports = site.imports().clone();
    actix_web::rt::spawn(async move { jobs::resume_imports(&imports).await });
    let tracking = site.tracking().clone();
    actix_web::rt::spawn(async move { tracking.sweep().await });
    let affiliate = site.affiliate().clone();
    actix_web::rt::spawn(async move { jobs::ask_casino(&affiliate).await });
    let hunts = site.hunts().clone();
    actix_web::rt::spawn(async move { jobs::read_hunts(&hunts).await });
    let chat = site.chat().clone();
    let chat_work = actix_web::rt::spawn(chat.clone().run(states.clone()));
    actix_web::rt::spawn(async move { jobs::check_chat(&chat).await });
    if purpose == Purpose::Real {
        actix_web::rt::spawn(find_published_passwords(site.clone()));
    }
    site.giveaways.wake().await;
    let metrics = metrics_listener.map(|listener| serve_metrics(&site, listener)).transpose()?;
    Ok(Running { address, site, admin_password, handle, finished, metrics, chat_work, _jobs: jobs })
}

fn bind(wanted: SocketAddr) -> Result<(TcpListener, SocketAddr), StartError> {
    let failed = |source| StartError::Listen { address: wanted.to_string(), source };
    let listener = TcpListener::bind(wanted).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

type Serving = (ServerHandle, tokio::task::JoinHandle<std::io::Result<()>>);

fn serve(site: &Site, config: &Config, listener: TcpListener) -> Result<Serving, StartError> {
    let of_worker = site.clone();
    let options = connections::Options {
        workers: config.server.workers,
        shutdown_seconds: config.server.shutdown_seconds,
        head_timeout: Duration::from_secs(config.server.head_seconds),
        places: Some(Arc::clone(&site.observed.places)),
    };
    let server = connections::serve(vec![listener], &options, move || {
        // Runs once on each worker's own thread.
        of_worker.arbiters.register_current();
        let site = of_worker.clone();
        App::new().wrap(from_fn(pass)).configure(|cfg| site.mount(cfg))
    });
    let server = server?;
    let handle = server.handle();
    Ok((handle, actix_web::rt::spawn(server)))
}

fn bind_metrics(config: &Config) -> Result<Option<TcpListener>, StartError> {
    // Empty, or an address: the settings are checked.
    let Ok(address) = config.server.metrics_listen.parse::<SocketAddr>() else { return Ok(None) };
    let (listener, address) = bind(address)?;
    tracing::info!(%address, "metrics are served");
    Ok(Some(listener))
}

fn serve_metrics(site: &Site, listener: TcpListener) -> Result<ServerHandle, StartError> {
    let observed = site.observed.clone();
    let server = HttpServer::new(move || {
        let route = web::get().to(operations::open_metrics);
        App::new().app_data(observed.clone()).route("/metrics", route)
    })
    .workers(1)
    .disable_signals()
    .listen(listener)?
    .run();
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(handle)
}

async fn find_published_passwords(site: Site) {
    if let Err(error) = site.notices.published.find(&site.accounts).await {
        tracing::error!(%error, "demo members' passwords were not checked");
    }
}

/// Stores the first admin password: the environment's, or a new one. A stored password stays.
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
    let made = AdminPassword::generate();
    site.password.set(made.clone(), Actor::first_start(), &site.auth).await?;
    Ok(AdminPasswordSource::Generated(made))
}

/// Sets the admin's password of a data folder that no server holds.
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
    let auth = load_auth(&store, &clock, config).await?;
    let hasher = Hasher::start(&config.auth)?;
    let audit = Audit::load(clock, &store)?;
    let admin = AdminPassword::new(store.clone(), hasher, audit);
    let set = admin.set(password, Actor::console(), &auth).await;
    store.close(Instant::now() + APPLY_AT_END);
    Ok(set?)
}

/// Takes a file with points into a data folder that no server holds, or tries it out. Returns the
/// report in words.
///
/// # Errors
/// See [`StartError`].
pub async fn import_points(
    config: &Config,
    data: &Path,
    file: PathBuf,
    dry_run: bool,
) -> Result<String, StartError> {
    let clock = Clock::system();
    let folds = Folds::new(config);
    let store = open_store(config, data, &clock, &folds).await?;
    let config = check_purpose(&store, find_purpose(&store)?, config.clone()).await?;
    let site = assemble(&config, data, &clock, (store, folds)).await?;
    // Wallets live on the threads that serve; here this one is all of them.
    site.arbiters.register_current();
    let report = site.imports.run_file(file, dry_run).await;
    site.store.close(Instant::now() + APPLY_AT_END);
    report.map_err(StartError::Refused)
}

/// The signals that ask for an end. Listened for before anything is opened: whoever sends one as soon
/// as the site says that it is open, or while it still opens, gets an end in order.
pub struct Ending {
    terminate: Signal,
    interrupt: Signal,
    hangup: Signal,
    /// A terminal that closes sends a hangup: the site ends with it. A service goes on.
    ends_with_terminal: bool,
}

impl Ending {
    /// From now on the signals no longer kill the process.
    ///
    /// # Errors
    /// Signals cannot be listened for.
    pub fn listen() -> std::io::Result<Self> {
        let terminate = signal(SignalKind::terminate())?;
        let interrupt = signal(SignalKind::interrupt())?;
        let hangup = signal(SignalKind::hangup())?;
        let ends_with_terminal = std::io::stderr().is_terminal();
        Ok(Self { terminate, interrupt, hangup, ends_with_terminal })
    }

    /// Waits for SIGTERM or SIGINT, or for the end of the terminal.
    pub async fn asked_for(&mut self) {
        loop {
            tokio::select! {
                _ = self.terminate.recv() => return,
                _ = self.interrupt.recv() => return,
                _ = self.hangup.recv() => {
                    if self.ends_with_terminal {
                        return;
                    }
                    tracing::info!("SIGHUP is ignored: settings are read at the start");
                }
            }
        }
    }
}

impl Running {
    /// Takes the site down in order: no new requests, sockets closed, what is in flight answered,
    /// the journal closed.
    pub async fn stop(self) {
        tracing::info!("stopping");
        self.site.observed.door.close();
        self.site.broadcaster.cut_all();
        actix_web::rt::time::sleep(LAST_ANSWERS).await;
        // While the wallets still live, which it pays into.
        self.site.chat().close();
        if actix_web::rt::time::timeout(CHAT_AT_END, self.chat_work).await.is_err() {
            tracing::error!("what the chat had taken was not worked on to the end");
        }
        self.handle.stop(true).await;
        if let Some(metrics) = self.metrics {
            metrics.stop(false).await;
        }
        // The server's own error, if any, was logged when it happened.
        let _ = self.finished.await;
        let store = self.site.store.clone();
        let closed = tokio::task::spawn_blocking(move || {
            store.close(Instant::now() + APPLY_AT_END);
        });
        if closed.await.is_err() {
            tracing::error!("the store did not close in order");
        }
        self.site.limits.log.report();
        tracing::info!("stopped");
    }
}
