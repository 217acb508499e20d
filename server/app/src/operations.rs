//! `/healthz`, `/readyz` and `/metrics`.

mod machine_metrics;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::time::Duration;

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse, ResponseError, web};
use pointhouse_store::Store;
use sha2::{Digest, Sha256};

use crate::accounts::{Accounts, Admin, AuthError};
use crate::admin::inspection::Visits;
use crate::backups::{Backups, Copies};
use crate::broadcast::Broadcaster;
use crate::chat::Chat;
use crate::clock::{Clock, Millis};
use crate::config::Settings;
use crate::connections::Places;
use crate::external::{Condition, ExternalServices, MachineFigures, ServiceStatus};
use crate::formats;
use crate::games::{BudgetRow, EconomyRow, Games};
use crate::giveaways::Giveaways;
use crate::ids::GameId;
use crate::job_states::{JobState, JobStates};
use crate::mail::Mailer;
use crate::metrics::{Gauge, Value};
use crate::middleware::RequestMiddleware;
use crate::rate::Limits;
use crate::rights::{Area, Level, level};
use crate::wallet::Wallets;

/// The sources of the metrics. Cheap to clone.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Observed {
    pub middleware: RequestMiddleware,
    pub store: Store,
    pub wallets: Wallets,
    pub games: Games,
    pub giveaways: Giveaways,
    pub broadcaster: Broadcaster,
    pub accounts: Accounts,
    pub services: ExternalServices,
    pub limits: Data<Limits>,
    pub places: Arc<Places>,
    pub chat: Chat,
    pub jobs: JobStates,
    pub readiness: Arc<Readiness>,
    pub backups: Backups,
    pub copies: Copies,
    pub visits: Visits,
}

/// How long the result of a readiness check is reused, in milliseconds.
const LOOK_AGAIN_MILLIS: i64 = 5000;

/// Result of the most recent readiness check.
pub struct Readiness {
    clock: Clock,
    looked_at: AtomicI64,
    readable: AtomicBool,
}

impl Readiness {
    /// Starts ready, because the start has just checked the rows.
    pub fn new(clock: &Clock) -> Self {
        let looked_at = AtomicI64::new(clock.now().0);
        Self { clock: clock.clone(), looked_at, readable: AtomicBool::new(true) }
    }

    /// Returns whether stored rows can be read. Checks at most once per [`LOOK_AGAIN_MILLIS`], off
    /// the serving threads; other calls get the previous result.
    async fn is_readable(&self, store: &Store) -> bool {
        let (now, before) = (self.clock.now().0, self.looked_at.load(Ordering::SeqCst));
        let is_due = now.saturating_sub(before) >= LOOK_AGAIN_MILLIS;
        let look = || {
            let at = &self.looked_at;
            at.compare_exchange(before, now, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        };
        if is_due && look() {
            let view = store.view().clone();
            let read = tokio::task::spawn_blocking(move || formats::check_first_rows(&view)).await;
            if let Ok(Err(error)) = &read {
                tracing::error!(%error, "not ready: stored data cannot be read");
            }
            self.readable.store(matches!(read, Ok(Ok(()))), Ordering::SeqCst);
        }
        self.readable.load(Ordering::SeqCst)
    }
}

/// Responds while the process lives.
pub async fn healthz(req: HttpRequest, observed: web::Data<Observed>) -> &'static str {
    observed.visits.note(&req, &observed.limits);
    "ok\n"
}

/// Responds with 200 while the process takes requests and a row of every table can be read.
pub async fn readyz(observed: web::Data<Observed>) -> HttpResponse {
    if observed.middleware.is_closing() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if !observed.store.has_space() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "read-only: the disk is nearly full\n");
    }
    if observed.readiness.is_readable(&observed.store).await {
        // No other machine could do more: the pages stay readable.
        let is_silent = !observed.store.writable();
        let text = if is_silent { "read-only: etcd does not take commits\n" } else { "ready\n" };
        return plain(StatusCode::OK, text);
    }
    plain(StatusCode::SERVICE_UNAVAILABLE, "stored data cannot be read; see the log\n")
}

fn plain(status: StatusCode, text: &'static str) -> HttpResponse {
    HttpResponse::build(status).content_type("text/plain; charset=utf-8").body(text)
}

/// Metrics for Prometheus, with `server.metrics_token` or the token of an owner or admin.
pub async fn metrics(
    req: HttpRequest,
    observed: web::Data<Observed>,
    settings: web::Data<Settings>,
) -> Result<HttpResponse, actix_web::Error> {
    if !has_metrics_token(&req, settings.now().server.metrics_token.reveal()) {
        let admin = Admin::extract(&req).await?;
        if level(admin.role, Area::Records) < Level::See {
            return Ok(AuthError::NotYourRole.error_response());
        }
    }
    Ok(scrape(&observed).await)
}

/// Hashes are compared, so the time of the comparison tells nothing about the token.
fn has_metrics_token(req: &HttpRequest, token: &str) -> bool {
    let given = req.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    !token.is_empty() && Sha256::digest(given) == Sha256::digest(token)
}

/// Metrics for Prometheus, on a separate listener.
pub async fn open_metrics(observed: web::Data<Observed>) -> HttpResponse {
    scrape(&observed).await
}

async fn scrape(observed: &web::Data<Observed>) -> HttpResponse {
    let mut all = gauges(observed);
    let own = observed.clone();
    // Reads folders and files of the kernel.
    let of_machine = tokio::task::spawn_blocking(move || machine_metrics::gauges(&own)).await;
    all.extend(of_machine.unwrap_or_default());
    let text = observed.middleware.metrics().text(&all);
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(text)
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn gauge(name: &'static str, help: &'static str, value: u64) -> Gauge {
    Gauge { name, help, counter: false, label: None, value: value.into() }
}

fn counter(name: &'static str, help: &'static str, value: u64) -> Gauge {
    Gauge { counter: true, ..gauge(name, help, value) }
}

fn gauges(observed: &Observed) -> Vec<Gauge> {
    let store = observed.store.stats();
    let push = observed.broadcaster.counts();
    let group_time = Duration::from_micros(store.group_micros);
    let mut gauges = vec![
        counter("store_commits_total", "Commits on disk since start.", store.commits),
        counter("store_groups_total", "Groups (one fdatasync each) since start.", store.groups),
        Gauge {
            value: Value::Seconds(group_time),
            ..counter("store_group_seconds_total", "Time spent writing groups since start.", 0)
        },
        gauge("store_sequence", "Number of the newest commit on disk.", store.last_sequence),
        gauge("store_applied", "Number of the newest commit in the index.", store.applied_sequence),
        gauge(
            "store_memtable_bytes",
            "Rows that are not in the index yet.",
            wide(store.memtable_bytes),
        ),
        gauge("store_writable", "1 while the store accepts changes.", u64::from(store.writable)),
        gauge("http_in_flight", "Requests in flight.", observed.middleware.in_flight()),
        counter(
            "deliveries_limited_total",
            "Deliveries of the streaming platform refused by the rate limit since start.",
            observed.limits.deliveries_refused.load(Ordering::Relaxed),
        ),
        counter(
            "connections_refused_total",
            "Connections refused by the limit per address since start.",
            observed.places.refused(),
        ),
        gauge("wallets_awake", "Wallet actors.", wide(observed.wallets.running_actors())),
        gauge(
            "sessions_awake",
            "Running game session actors.",
            wide(observed.games.running_actors()),
        ),
        gauge("giveaways_open", "Giveaways that have not ended.", wide(observed.giveaways.open())),
        gauge("giveaways_awake", "Giveaway actors.", wide(observed.giveaways.running_actors())),
        gauge("accounts", "Accounts.", wide(observed.accounts.auth.accounts())),
        gauge("push_sockets", "Connected sockets.", wide(push.sockets)),
        counter("push_sent_total", "Messages sent to sockets since start.", push.sent),
        counter("push_cut_total", "Sockets cut since start.", push.cut),
        counter("push_dropped_total", "Events dropped since start.", push.dropped),
    ];
    gauges.extend(economy(&observed.games));
    gauges.extend(services(&observed.services));
    gauges.extend(observed.services.machines().into_iter().flat_map(machines));
    gauges.extend(mail(&observed.accounts.mailer));
    gauges.extend(chat(&observed.chat));
    gauges.extend(jobs(&observed.jobs));
    gauges
}

/// Metrics of the chat.
fn chat(chat: &Chat) -> Vec<Gauge> {
    let Some(figures) = chat.figures() else { return Vec::new() };
    let deliveries = figures.deliveries.map(|(outcome, value)| Gauge {
        name: "chat_deliveries_total",
        help: "Chat deliveries since start, by result.",
        counter: true,
        label: Some(("outcome", outcome)),
        value: value.into(),
    });
    let replies = figures.replies.map(|(outcome, value)| Gauge {
        name: "chat_replies_total",
        help: "Chat messages sent since start, by result.",
        counter: true,
        label: Some(("outcome", outcome)),
        value: value.into(),
    });
    let subscriptions = figures.subscriptions.into_iter().map(|(event, value)| Gauge {
        name: "chat_subscribed",
        help: "1 while the platform is subscribed to deliver the event.",
        counter: false,
        label: Some(("event", event)),
        value: value.into(),
    });
    deliveries.into_iter().chain(replies).chain(subscriptions).collect()
}

/// Metrics of the jobs. A time that is not known yet has no line.
fn jobs(jobs: &JobStates) -> Vec<Gauge> {
    let states = jobs.all();
    let mut gauges = Vec::with_capacity(5 * states.len());
    let mut each = |name, help, counter, value: fn(&JobState) -> Option<u64>| {
        gauges.extend(states.iter().filter_map(|(job, state)| {
            let label = Some(("job", *job));
            Some(Gauge { name, help, counter, label, value: value(state)?.into() })
        }));
    };
    each("job_runs_total", "Completed runs since start.", true, |job| Some(job.runs));
    each("job_failures_total", "Failed runs since start.", true, |job| Some(job.failures));
    each("job_failures_in_a_row", "Failed runs since the last successful one.", false, |job| {
        Some(job.failures_in_a_row)
    });
    each(
        "job_last_end_timestamp_seconds",
        "End of the most recent run, Unix time.",
        false,
        |job| seconds(job.ended_at),
    );
    let help = "End of the most recent successful run, Unix time.";
    each("job_last_success_timestamp_seconds", help, false, |job| seconds(job.good_at));
    gauges
}

fn seconds(at: Option<Millis>) -> Option<u64> {
    u64::try_from(at?.0 / 1000).ok()
}

/// Metrics of the outbox.
fn mail(mailer: &Mailer) -> [Gauge; 4] {
    let counts = mailer.counts();
    let emails = |state, value| Gauge {
        name: "mail_letters",
        help: "Emails in the outbox.",
        counter: false,
        label: Some(("state", state)),
        value: wide(value).into(),
    };
    [
        emails("waiting", counts.waiting),
        emails("dead", counts.dead),
        counter("mail_delivered_total", "Emails delivered since start.", counts.delivered),
        counter("mail_failed_total", "Failed email deliveries since start.", counts.failed),
    ]
}

/// Metrics of the external services.
fn services(services: &ExternalServices) -> Vec<Gauge> {
    let statuses = services.statuses();
    let each = |name, help, counter, value: fn(&ServiceStatus) -> u64| {
        statuses.iter().map(move |status| Gauge {
            name,
            help,
            counter,
            label: Some(("service", status.name)),
            value: value(status).into(),
        })
    };
    each(
        "outside_answered_total",
        "Successful calls to the external service since start.",
        true,
        |one| one.answered,
    )
    .chain(each(
        "outside_failed_total",
        "Failed calls to the external service since start.",
        true,
        |one| one.failed,
    ))
    .chain(each("outside_working", "1 while the most recent call succeeded.", false, |one| {
        u64::from(one.state == Condition::Good && one.last_good_at.is_some())
    }))
    .collect()
}

/// Metrics of a site that runs on several machines.
fn machines(figures: MachineFigures) -> [Gauge; 5] {
    [
        gauge("machines_wanted", "Machines that the site should have.", wide(figures.wanted)),
        gauge("machines_here", "Machines that are there.", wide(figures.here)),
        gauge(
            "machines_behind",
            "Commits that the slowest machine of those that follow is missing.",
            figures.behind,
        ),
        gauge("etcd_bytes", "Size of etcd's data.", figures.etcd_bytes),
        gauge("etcd_window_bytes", "Groups of this leader that etcd keeps.", figures.window_bytes),
    ]
}

/// Metrics of the games: since the site's first start, and today against the prize budget.
fn economy(games: &Games) -> Vec<Gauge> {
    let services = games.services();
    let now = services.clock.now();
    let rows = GameId::ALL
        .map(|game| (game.id(), services.budget.total(game), services.budget.day(game, now)));
    let mut gauges = Vec::with_capacity(5 * rows.len());
    let mut each = |name, help, counter, value: fn(&EconomyRow, &BudgetRow) -> u64| {
        gauges.extend(rows.iter().map(|(game, total, day)| {
            let value = value(total, day).into();
            Gauge { name, help, counter, label: Some(("game", *game)), value }
        }));
    };
    each(
        "game_rounds_total",
        "Rounds that have ended since the site's first start.",
        true,
        |total, _| total.rounds,
    );
    each("game_staked_points_total", "Points staked.", true, |total, _| total.staked);
    each(
        "game_paid_points_total",
        "Points paid out since the site's first start, including returned stakes.",
        true,
        |total, _| total.paid,
    );
    each("game_day_staked_points", "Points staked on this site day.", false, |_, day| day.staked);
    each("game_day_paid_points", "Points paid out on this site day.", false, |_, day| day.paid);
    gauges
}
