//! `/healthz`, `/readyz` and `/metrics`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{HttpResponse, web};
use pointhouse_store::Store;

use crate::accounts::{Accounts, Admin};
use crate::broadcast::Broadcaster;
use crate::chat::Chat;
use crate::clock::{Clock, Millis};
use crate::connections::Places;
use crate::formats;
use crate::front_door::FrontDoor;
use crate::games::{BudgetRow, EconomyRow, Games};
use crate::giveaways::Giveaways;
use crate::ids::GameId;
use crate::job_states::{JobState, JobStates};
use crate::mail::Mailer;
use crate::metrics::Gauge;
use crate::outside::{Condition, ServiceStanding, Services};
use crate::rate::Limits;
use crate::wallet::Wallets;

/// What a scrape looks at. Cheap to clone.
#[derive(Clone)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Observed {
    pub door: FrontDoor,
    pub store: Store,
    pub wallets: Wallets,
    pub games: Games,
    pub giveaways: Giveaways,
    pub broadcaster: Broadcaster,
    pub accounts: Accounts,
    pub services: Services,
    pub limits: Data<Limits>,
    pub places: Arc<Places>,
    pub chat: Chat,
    pub jobs: JobStates,
    pub readiness: Arc<Readiness>,
}

/// How long one look at the stored rows serves all who ask, milliseconds.
const LOOK_AGAIN_MILLIS: i64 = 5000;

/// Whether stored rows can be read, as the last look had it.
pub struct Readiness {
    clock: Clock,
    looked_at: AtomicI64,
    readable: AtomicBool,
}

impl Readiness {
    /// The start has just looked.
    pub fn new(clock: &Clock) -> Self {
        let looked_at = AtomicI64::new(clock.now().0);
        Self { clock: clock.clone(), looked_at, readable: AtomicBool::new(true) }
    }

    /// One call in some seconds looks, away from the threads that serve; the others get its result.
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

/// The process lives.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// The process takes requests, and a row of every table can be read.
pub async fn readyz(observed: web::Data<Observed>) -> HttpResponse {
    if observed.door.is_closing() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "stopping\n");
    }
    if !observed.store.writable() {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "read-only: the disk is nearly full\n");
    }
    if observed.readiness.is_readable(&observed.store).await {
        return plain(StatusCode::OK, "ready\n");
    }
    plain(StatusCode::SERVICE_UNAVAILABLE, "stored data cannot be read; see the log\n")
}

fn plain(status: StatusCode, text: &'static str) -> HttpResponse {
    HttpResponse::build(status).content_type("text/plain; charset=utf-8").body(text)
}

/// For Prometheus, with the admin's token.
pub async fn metrics(_admin: Admin, observed: web::Data<Observed>) -> HttpResponse {
    scrape(&observed)
}

/// For Prometheus, on a listener of its own.
pub async fn open_metrics(observed: web::Data<Observed>) -> HttpResponse {
    scrape(&observed)
}

fn scrape(observed: &Observed) -> HttpResponse {
    let text = observed.door.metrics().text(&gauges(observed));
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(text)
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn gauges(observed: &Observed) -> Vec<Gauge> {
    let store = observed.store.stats();
    let push = observed.broadcaster.counts();
    let gauge = |name, help, value| Gauge { name, help, counter: false, label: None, value };
    let counter = |name, help, value| Gauge { name, help, counter: true, label: None, value };
    let mut gauges = vec![
        counter("store_commits_total", "Commits on disk since start.", store.commits),
        counter("store_groups_total", "Groups (one fdatasync each) since start.", store.groups),
        counter("store_group_micros_total", "Time in writing groups.", store.group_micros),
        gauge("store_sequence", "Last commit on disk.", store.last_sequence),
        gauge("store_applied", "Last commit in the index.", store.applied_sequence),
        gauge(
            "store_memtable_bytes",
            "Rows on their way into the index.",
            wide(store.memtable_bytes),
        ),
        gauge("store_writable", "1 while new commands may be decided.", u64::from(store.writable)),
        gauge("http_in_flight", "Requests being answered.", observed.door.in_flight()),
        counter(
            "deliveries_limited_total",
            "Deliveries of the streaming platform that came too fast since start.",
            observed.limits.deliveries_refused.load(Ordering::Relaxed),
        ),
        counter(
            "connections_refused_total",
            "Connections beyond the limit of their address since start.",
            observed.places.refused(),
        ),
        gauge("wallets_awake", "Wallet actors.", wide(observed.wallets.running_actors())),
        gauge("sessions_awake", "Game session actors.", wide(observed.games.running_actors())),
        gauge("giveaways_open", "Giveaways not ended.", wide(observed.giveaways.open())),
        gauge("giveaways_awake", "Giveaway actors.", wide(observed.giveaways.running_actors())),
        gauge("accounts", "Accounts.", wide(observed.accounts.auth.accounts())),
        gauge("push_sockets", "Connected sockets.", wide(push.sockets)),
        counter("push_sent_total", "Messages to sockets since start.", push.sent),
        counter("push_cut_total", "Sockets that were cut since start.", push.cut),
        counter("push_dropped_total", "Events that were dropped since start.", push.dropped),
    ];
    gauges.extend(economy(&observed.games));
    gauges.extend(services(&observed.services));
    gauges.extend(mail(&observed.accounts.mailer));
    gauges.extend(chat(&observed.chat));
    gauges.extend(jobs(&observed.jobs));
    gauges
}

/// What the streaming platform delivers and takes.
fn chat(chat: &Chat) -> Vec<Gauge> {
    let Some(figures) = chat.figures() else { return Vec::new() };
    let deliveries = figures.deliveries.map(|(outcome, value)| Gauge {
        name: "chat_deliveries_total",
        help: "Deliveries of the chat since start, taken or refused.",
        counter: true,
        label: Some(("outcome", outcome)),
        value,
    });
    let replies = figures.replies.map(|(outcome, value)| Gauge {
        name: "chat_replies_total",
        help: "Answers in the chat since start.",
        counter: true,
        label: Some(("outcome", outcome)),
        value,
    });
    let subscriptions = figures.subscriptions.into_iter().map(|(event, value)| Gauge {
        name: "chat_subscribed",
        help: "1 while the platform is to deliver the event.",
        counter: false,
        label: Some(("event", event)),
        value,
    });
    deliveries.into_iter().chain(replies).chain(subscriptions).collect()
}

/// How the site's own jobs fare. A time that is not known yet has no line.
fn jobs(jobs: &JobStates) -> Vec<Gauge> {
    let states = jobs.all();
    let mut gauges = Vec::with_capacity(5 * states.len());
    let mut each = |name, help, counter, value: fn(&JobState) -> Option<u64>| {
        gauges.extend(states.iter().filter_map(|(job, state)| {
            let label = Some(("job", *job));
            Some(Gauge { name, help, counter, label, value: value(state)? })
        }));
    };
    each("job_runs_total", "Turns that ended since start.", true, |job| Some(job.runs));
    each("job_failures_total", "Turns that failed since start.", true, |job| Some(job.failures));
    each("job_failures_in_a_row", "Failures since the last good end.", false, |job| {
        Some(job.failures_in_a_row)
    });
    each("job_last_end_seconds", "The last end, Unix time.", false, |job| seconds(job.ended_at));
    each("job_last_good_end_seconds", "The last good end, Unix time.", false, |job| {
        seconds(job.good_at)
    });
    gauges
}

fn seconds(at: Option<Millis>) -> Option<u64> {
    u64::try_from(at?.0 / 1000).ok()
}

/// How letters fare.
fn mail(mailer: &Mailer) -> [Gauge; 4] {
    let counts = mailer.counts();
    let letters = |state, value| Gauge {
        name: "mail_letters",
        help: "Letters in the outbox.",
        counter: false,
        label: Some(("state", state)),
        value: wide(value),
    };
    let counter = |name, help, value| Gauge { name, help, counter: true, label: None, value };
    [
        letters("waiting", counts.waiting),
        letters("dead", counts.dead),
        counter("mail_delivered_total", "Letters that left since start.", counts.delivered),
        counter("mail_failed_total", "Deliveries that failed since start.", counts.failed),
    ]
}

/// How the services outside fare.
fn services(services: &Services) -> Vec<Gauge> {
    let standings = services.standings();
    let each = |name, help, counter, value: fn(&ServiceStanding) -> u64| {
        standings.iter().map(move |standing| Gauge {
            name,
            help,
            counter,
            label: Some(("service", standing.name)),
            value: value(standing),
        })
    };
    each("outside_answered_total", "Calls outside that went well.", true, |one| one.answered)
        .chain(each("outside_failed_total", "Calls outside that failed.", true, |one| one.failed))
        .chain(each("outside_working", "1 while the last call went well.", false, |one| {
            u64::from(one.state == Condition::Good && one.last_good_at.is_some())
        }))
        .collect()
}

/// What the games took and gave: since the site began, and today against the prize budget.
fn economy(games: &Games) -> Vec<Gauge> {
    let foundation = games.foundation();
    let now = foundation.clock.now();
    let rows = GameId::ALL
        .map(|game| (game.id(), foundation.budget.total(game), foundation.budget.day(game, now)));
    let mut gauges = Vec::with_capacity(5 * rows.len());
    let mut each = |name, help, counter, value: fn(&EconomyRow, &BudgetRow) -> u64| {
        gauges.extend(rows.iter().map(|(game, total, day)| {
            let value = value(total, day);
            Gauge { name, help, counter, label: Some(("game", *game)), value }
        }));
    };
    each("game_rounds_total", "Rounds that have ended.", true, |total, _| total.rounds);
    each("game_staked_points_total", "Points staked.", true, |total, _| total.staked);
    each("game_paid_points_total", "Points paid out, stakes included.", true, |total, _| {
        total.paid
    });
    each("game_day_staked_points", "Points staked on this site day.", false, |_, day| day.staked);
    each("game_day_paid_points", "Points paid out on this site day.", false, |_, day| day.paid);
    gauges
}
