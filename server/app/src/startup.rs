//! Puts the house together, runs it and takes it down in order.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use actix::Actor;
use actix_web::dev::ServerHandle;
use actix_web::middleware::from_fn;
use actix_web::web::{self, Data};
use actix_web::{App, HttpServer};
use pointhouse_store::{Batch, OpenError, Options, Store};
use rand::TryRng;
use rand::rngs::SysRng;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::accounts::{Accounts, Auth, Directory, Hasher, Tokens, load_access};
use crate::admin::AdminPassword;
use crate::admin::control::Control;
use crate::arbiters::Arbiters;
use crate::audit::Audit;
use crate::broadcast::{self, Broadcaster};
use crate::calendar::Calendar;
use crate::clock::{Clock, SiteZone};
use crate::config::Config;
use crate::front_door::{FrontDoor, pass};
use crate::games::{Budget, Foundation, Games, Rules, odds};
use crate::maintenance::Maintenance;
use crate::metrics::Metrics;
use crate::operations::{self, Observed};
use crate::points::Months;
use crate::rate::Limits;
use crate::reads::Reads;
use crate::wallet::Wallets;
use crate::{error, jobs, router, tables};

const TOKEN_SECRET: &[u8] = b"token_secret";
/// How long the index may go on taking rows while the process ends; what is left is read from the
/// journal at the next start.
const APPLY_AT_END: Duration = Duration::from_secs(3);
/// Between turning requests away and closing connections. Whoever calls again and again hears in this
/// time that it is over (503, `Connection: close`); the server's own drain drops what it has read and
/// not begun.
const LAST_ANSWERS: Duration = Duration::from_millis(100);
/// Open files that a site with thousands of sockets needs.
const OPEN_FILES: u64 = 1 << 16;

/// The site does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// A listener.
    #[error("listening on {address}: {source}")]
    Listen {
        /// Where.
        address: String,
        /// Why not.
        source: std::io::Error,
    },
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

fn other(error: impl std::fmt::Display) -> StartError {
    StartError::Other(error.to_string())
}

/// Everything that is shared between the calls.
#[derive(Clone)]
pub struct Site {
    config: Data<Config>,
    store: Store,
    clock: Data<Clock>,
    arbiters: Arbiters,
    auth: Data<Auth>,
    accounts: Data<Accounts>,
    wallets: Data<Wallets>,
    games: Data<Games>,
    calendar: Data<Calendar>,
    months: Data<Months>,
    maintenance: Data<Maintenance>,
    audit: Data<Audit>,
    password: Data<AdminPassword>,
    limits: Data<Limits>,
    observed: Data<Observed>,
    broadcaster: Broadcaster,
}

/// A running site.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// Its parts, for the start's own calls.
    pub site: Site,
    /// A new admin password, if one was made.
    pub new_admin_password: Option<String>,
    handle: ServerHandle,
    finished: tokio::task::JoinHandle<std::io::Result<()>>,
    metrics: Option<ServerHandle>,
    _jobs: tokio_cron_scheduler::JobScheduler,
}

impl Site {
    /// The store, for commands beside the calls.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Accounts, for commands beside the calls.
    pub fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// Wallets, for commands beside the calls.
    pub fn wallets(&self) -> &Wallets {
        &self.wallets
    }

    /// Games, for what the schedules do.
    pub fn games(&self) -> &Games {
        &self.games
    }

    fn mount(&self, cfg: &mut web::ServiceConfig) {
        let json = web::JsonConfig::default()
            .limit(self.config.server.request_bytes_max)
            .error_handler(|problem, _| {
                let answer = error::bad_json(&problem);
                actix_web::error::InternalError::from_response(problem, answer).into()
            });
        let query = web::QueryConfig::default().error_handler(|problem, _| {
            let answer = error::bad_query(&problem);
            actix_web::error::InternalError::from_response(problem, answer).into()
        });
        cfg.app_data(json)
            .app_data(query)
            .app_data(self.config.clone())
            .app_data(self.clock.clone())
            .app_data(self.auth.clone())
            .app_data(self.accounts.clone())
            .app_data(self.wallets.clone())
            .app_data(self.games.clone())
            .app_data(self.calendar.clone())
            .app_data(self.months.clone())
            .app_data(self.maintenance.clone())
            .app_data(self.audit.clone())
            .app_data(self.password.clone())
            .app_data(self.limits.clone())
            .app_data(Data::new(self.observed.door.clone()))
            .app_data(self.observed.clone());
        router::calls(cfg);
        self.broadcaster.configure(cfg);
        router::pages(cfg);
    }
}

/// Opens the data folder and puts the parts together. Blocks while the journal is read.
async fn assemble(config: &Config, data: &Path, clock: &Clock) -> Result<Site, StartError> {
    let zone = SiteZone(config.site.timezone);
    let (store, budget, months) = open_store(config, data, zone)?;
    let auth = load_auth(&store, clock).await?;
    let limits = Data::new(Limits::new(config));
    let broadcaster = push(config, &auth, &limits);
    let (arbiters, reads) = (Arbiters::default(), Reads::default());
    let audit = Audit::load(clock.clone(), store.view()).map_err(other)?;
    let idle = Duration::from_secs(config.members.idle_seconds);
    let wallets =
        Wallets::new(store.clone(), broadcaster.clone(), clock.clone(), arbiters.clone(), idle);
    let maintenance =
        Maintenance::load(store.clone(), broadcaster.clone(), audit.clone()).map_err(other)?;
    let hasher = Hasher::start(&config.auth).map_err(other)?;
    let directory = Directory::load(store.clone(), clock.clone(), auth.clone()).map_err(other)?;
    let calendar = Calendar::new(&store, &wallets, clock, &reads, config);
    let accounts = Accounts {
        store: store.clone(),
        auth: auth.clone(),
        hasher: hasher.clone(),
        directory: directory.start(),
        wallets: wallets.clone(),
        broadcaster: broadcaster.clone(),
        reads: reads.clone(),
        settings: config.auth.clone(),
        ledger_page_max: config.members.ledger_page_max,
    };
    warn_of_positive_returns(config);
    let rules = Rules::load(&store, &config.games.tables).await.map_err(other)?;
    let foundation = Foundation {
        odds: odds::ready(&rules, &config.games.tables).map_err(other)?,
        rules,
        zone,
        store: store.clone(),
        wallets: wallets.clone(),
        broadcaster: broadcaster.clone(),
        clock: clock.clone(),
        maintenance: maintenance.clone(),
        budget,
        reads,
        settings: config.games.clone(),
        idle,
    };
    let games = Games::new(foundation, arbiters.clone());
    Ok(Site {
        observed: Data::new(Observed {
            door: FrontDoor::new(Metrics::default()),
            store: store.clone(),
            wallets: wallets.clone(),
            games: games.clone(),
            broadcaster: broadcaster.clone(),
            auth: auth.clone(),
        }),
        password: Data::new(AdminPassword::new(store.clone(), hasher, audit.clone())),
        config: Data::new(config.clone()),
        store,
        clock: Data::new(clock.clone()),
        arbiters,
        auth: Data::new(auth),
        accounts: Data::new(accounts),
        wallets: Data::new(wallets),
        games: Data::new(games),
        calendar: Data::new(calendar),
        months: Data::new(months),
        maintenance: Data::new(maintenance),
        audit: Data::new(audit),
        limits,
        broadcaster,
    })
}

/// Says in the log which tables pay back more than they take, as the settings allow.
fn warn_of_positive_returns(config: &Config) {
    for (game, highest) in config.games.positive_returns() {
        let percent = highest.to_decimal(4);
        tracing::warn!(%game, percent, "this table pays back more than it takes, as allowed");
    }
}

fn open_store(
    config: &Config,
    data: &Path,
    zone: SiteZone,
) -> Result<(Store, Budget, Months), StartError> {
    let budget = Budget::new(zone, config.games.prize_budget, config.games.live_bets_kept);
    let months = Months::new(zone);
    let projections = vec![budget.projection(), months.projection()];
    let options = Options {
        generation_bytes: config.store.generation_megabytes << 20,
        cache_bytes: config.store.cache_megabytes << 20,
        projections,
        ..Options::default()
    };
    let (store, report) = Store::open(data, options)?;
    if !report.closed_in_order {
        tracing::warn!(?report, "the last run did not end in order");
    }
    for warning in &report.warnings {
        tracing::warn!(warning, "while opening the store");
    }
    Ok((store, budget, months))
}

/// The token secret (made on first start) and what every call needs to know of each account.
async fn load_auth(store: &Store, clock: &Clock) -> Result<Auth, StartError> {
    let secret = match store.view().get(tables::SETTING, TOKEN_SECRET).map_err(other)? {
        Some(secret) => secret.to_vec(),
        None => {
            let mut secret = vec![0; 32];
            SysRng.try_fill_bytes(&mut secret).map_err(other)?;
            let mut batch = Batch::new();
            batch.put(tables::SETTING, TOKEN_SECRET, &secret).map_err(other)?;
            store.commit(batch).await.map_err(other)?;
            secret
        }
    };
    let access = load_access(store.view()).map_err(other)?;
    Ok(Auth::new(Tokens::new(&secret, clock.clone()), access, 0))
}

/// Starts a site. Call it on the main arbiter.
///
/// # Errors
/// See [`StartError`].
pub async fn start(config: Config, data: PathBuf, clock: Clock) -> Result<Running, StartError> {
    if let Err(reason) = rlimit::increase_nofile_limit(OPEN_FILES) {
        tracing::warn!(%reason, "the limit of open files stays as it is");
    }
    let site = assemble(&config, &data, &clock).await?;
    let new_admin_password = settle_admin_password(&site).await?;
    let control = Control {
        store: site.store.clone(),
        password: site.password.as_ref().clone(),
        auth: site.auth.as_ref().clone(),
        broadcaster: site.broadcaster.clone(),
    };
    control.listen(&data).map_err(other)?;
    let jobs = jobs::start(&config, &site.store, site.limits.clone(), &site.games, &clock).await;
    let jobs = jobs.map_err(|error| other(format!("store.nightly_base: {error}")))?;
    let (listener, address) = bind(config.server.listen)?;
    let (handle, mut finished) = serve(&site, &config, listener)?;
    tokio::select! {
        () = site.arbiters.all_up(config.server.workers) => {}
        ended = &mut finished => return Err(other(format!("the workers did not start: {ended:?}"))),
    }
    // What came due while the site was closed.
    jobs::settle_overdue(&site.games).await;
    let metrics = serve_metrics(&site, &config)?;
    Ok(Running { address, site, new_admin_password, handle, finished, metrics, _jobs: jobs })
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
    let server = HttpServer::new(move || {
        // Runs once on each worker's own thread.
        of_worker.arbiters.register_current();
        let site = of_worker.clone();
        App::new().wrap(from_fn(pass)).configure(|cfg| site.mount(cfg))
    })
    .workers(config.server.workers)
    .disable_signals()
    .shutdown_timeout(config.server.shutdown_seconds)
    .tcp_nodelay(true)
    .h1_allow_half_closed(false)
    .h1_write_buffer_size(broadcast::WRITE_BUFFER_BYTES)
    .on_connect(broadcast::on_connect)
    .listen(listener)
    .map_err(other)?
    .run();
    let handle = server.handle();
    Ok((handle, actix_web::rt::spawn(server)))
}

fn serve_metrics(site: &Site, config: &Config) -> Result<Option<ServerHandle>, StartError> {
    let Ok(address) = config.server.metrics_listen.parse::<SocketAddr>() else { return Ok(None) };
    let (listener, address) = bind(address)?;
    let observed = site.observed.clone();
    let server = HttpServer::new(move || {
        let route = web::get().to(operations::open_metrics);
        App::new().app_data(observed.clone()).route("/metrics", route)
    })
    .workers(1)
    .disable_signals()
    .listen(listener)
    .map_err(other)?
    .run();
    tracing::info!(%address, "metrics are served");
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(Some(handle))
}

/// Sets the password of the environment, or makes one on first start (decision A3).
async fn settle_admin_password(site: &Site) -> Result<Option<String>, StartError> {
    let stored = site.password.row().map_err(other)?;
    if let Some(row) = &stored {
        site.auth.set_admin_version(row.version);
    }
    if let Ok(wanted) = std::env::var("POINTHOUSE_ADMIN_PASSWORD") {
        if !site.password.matches(wanted.clone()).await.map_err(other)? {
            let set = site.password.set(wanted, "environment", &site.auth).await;
            set.map_err(|reason| other(format!("POINTHOUSE_ADMIN_PASSWORD: {reason}")))?;
        }
        return Ok(None);
    }
    if stored.is_some() {
        return Ok(None);
    }
    let made = AdminPassword::generate();
    site.password.set(made.clone(), "first start", &site.auth).await.map_err(other)?;
    Ok(Some(made))
}

fn push(config: &Config, auth: &Auth, limits: &Data<Limits>) -> Broadcaster {
    let settings = config.push;
    let limits = limits.clone();
    let defaults = broadcast::Settings::default();
    let session = pointhouse_socketio::Config {
        ping_interval: Duration::from_millis(settings.ping_interval_ms),
        ping_timeout: Duration::from_millis(settings.ping_timeout_ms),
        connect_timeout: Duration::from_millis(settings.connect_timeout_ms),
        ..defaults.session
    };
    let settings = broadcast::Settings {
        session,
        sockets_max: settings.sockets_max,
        sockets_per_member: settings.sockets_per_member,
        sockets_per_address: settings.sockets_per_address,
        client_address: std::sync::Arc::new(move |req| Some(limits.client(req))),
        ..defaults
    };
    Broadcaster::new(settings, std::sync::Arc::new(auth.clone()))
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
    let (store, _) = Store::open(data, Options::default())?;
    let auth = load_auth(&store, &clock).await?;
    let hasher = Hasher::start(&config.auth).map_err(other)?;
    let audit = Audit::load(clock, store.view()).map_err(other)?;
    let admin = AdminPassword::new(store.clone(), hasher, audit);
    let set = admin.set(password, "console", &auth).await;
    store.close(Instant::now() + APPLY_AT_END);
    set.map_err(other)
}

/// The signals that ask for an end. Listened for before anything is opened: whoever sends one as soon
/// as the site says that it is open, or while it still opens, gets an end in order.
pub struct Ending {
    terminate: Signal,
    interrupt: Signal,
}

impl Ending {
    /// From now on the signals no longer kill the process.
    ///
    /// # Errors
    /// Signals cannot be listened for.
    pub fn listen() -> std::io::Result<Self> {
        let terminate = signal(SignalKind::terminate())?;
        let interrupt = signal(SignalKind::interrupt())?;
        Ok(Self { terminate, interrupt })
    }

    /// Waits for SIGTERM or SIGINT.
    pub async fn asked_for(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
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
        tracing::info!("stopped");
    }
}
