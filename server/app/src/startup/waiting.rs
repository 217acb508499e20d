//! A start on a machine of several: it follows, and answers that it does not lead, until it leads.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::dev::ServerHandle;
use actix_web::http::header;
use actix_web::{App, HttpResponse, web};
use pointhouse_cluster::NodeStatus;
use pointhouse_store::{Store, View};

use super::listeners::Listeners;
use super::renewing::take_shared_key;
use super::{APPLY_AT_END, ShutdownSignals, StartError};
use crate::backups::Backups;
use crate::clock::Clock;
use crate::cluster::{Following, Leading, Machine};
use crate::config::Config;
use crate::connections::{self, Options, Places};
use crate::data_folder::{is_restored_by_hand, is_restored_here};
use crate::draw_key::KeyPlace;
use crate::fault::Fault;
use crate::log_limit::LogLimit;
use crate::{formats, jobs, middleware, refusals};

/// How often a machine that follows looks whether its own base is due.
const LOOK_EVERY: Duration = Duration::from_secs(600);
/// How often a follower looks whether the log has brought the key of the seeds.
const KEY_LOOKED_FOR: Duration = Duration::from_secs(1);

/// Follows until this machine leads, if the site has several. `None` with one machine.
///
/// # Errors
/// Folder and settings do not go together, etcd cannot be asked at all, or the process got a signal to end
/// ([`StartError::Ended`]).
pub(super) async fn until_leading(
    config: &Config,
    store: &Store,
    (data, clock): (&Path, &Clock),
    listeners: &Listeners,
) -> Result<Option<Leading>, StartError> {
    let address = config.server.listens_on(listeners.address);
    let Some(machine) = Machine::find(&config.cluster, store.view(), (data, &address))? else {
        return Ok(None);
    };
    check_key(config, data, store.view())?;
    let mut signals = ShutdownSignals::listen()?;
    let mut following = Following::begin(machine, store.clone(), data.to_owned())?;
    let server = serve(listeners, config, following.status())?;
    tracing::info!("this machine follows until it leads");
    let found = tokio::select! {
        found = following.until_leading() => found,
        () = signals.wait(|| ()) => {
            following.end().await;
            Ok(None)
        }
        () = write_bases(store, config, (data, clock)) => Ok(None),
        () = watch_certificate(listeners, config) => Ok(None),
        () = keep_shared_key(config, data, store) => Ok(None),
    };
    let mut leading = None;
    let found = match found {
        Ok(Some(followed)) => {
            store.lead(Box::new(followed.log));
            leading = Some(followed.leading);
            tracing::info!("this machine leads");
            tokio::select! {
                upgraded = formats::finish_upgrade(data, store) => {
                    upgraded.map(|()| true).map_err(|error| Fault::other(error).into())
                }
                () = signals.wait(|| ()) => Ok(false),
            }
        }
        ended => ended.map(|_| false).map_err(StartError::from),
    };
    // Nothing is in work there, and a slow client must not delay a takeover.
    server.stop(false).await;
    if matches!(found, Ok(true)) {
        return Ok(leading);
    }
    leading.iter().for_each(Leading::close);
    let store = store.clone();
    let close = move || {
        store.close(Instant::now() + APPLY_AT_END);
        leading.iter().for_each(Leading::resign);
    };
    if tokio::task::spawn_blocking(close).await.is_err() {
        tracing::error!("the store did not close cleanly");
    }
    found?;
    Err(StartError::Ended)
}

/// Writes the key of the seeds to this machine's file as soon as the log has brought it. Never ends.
async fn keep_shared_key(config: &Config, data: &Path, store: &Store) {
    while !matches!(take_shared_key(config, data, store.view()), Ok(true)) {
        tokio::time::sleep(KEY_LOOKED_FOR).await;
    }
    std::future::pending::<()>().await;
}

/// Refuses a machine without the key of the site's seeds, which must never lead.
fn check_key(config: &Config, data: &Path, view: &View) -> Result<(), StartError> {
    take_shared_key(config, data, view)?;
    let place = KeyPlace::of(&config.store.key_file, data).map_err(Fault::other)?;
    let opened = match is_restored_here(data) || is_restored_by_hand(data) {
        true => Ok(()),
        false => place.check_fits(view, data),
    };
    opened.map_err(|error| StartError::Refused(error.to_string()))
}

/// Answers that this machine does not lead: nothing is done here, and a load balancer asks another machine.
fn serve(
    listeners: &Listeners,
    config: &Config,
    status: impl Fn() -> NodeStatus + Send + Sync + Clone + 'static,
) -> Result<ServerHandle, StartError> {
    let options = Options {
        workers: 1,
        shutdown_seconds: config.server.shutdown_seconds,
        head_timeout: Duration::from_secs(config.server.head_seconds),
        places: Some(Arc::new(Places::new(&config.server, Arc::new(LogLimit::default())))),
        tls: listeners.tls.as_ref().map(|tls| Arc::clone(&tls.config)),
    };
    let server = connections::serve(vec![listeners.another()?], &options, move || {
        let status = status.clone();
        let ready = move || std::future::ready(readiness(&status()));
        App::new()
            .route("/healthz", web::get().to(|| async { "ok\n" }))
            .route("/readyz", web::get().to(ready))
            .default_service(web::to(|| async { refusals::not_leading() }))
            .wrap(middleware::headers_without_pages().add((header::CACHE_CONTROL, "no-store")))
    })?;
    let handle = server.handle();
    actix_web::rt::spawn(server);
    Ok(handle)
}

fn readiness(status: &NodeStatus) -> HttpResponse {
    let text = match status {
        NodeStatus { fault: Some(fault), .. } => format!("cannot follow: {fault}\n"),
        NodeStatus { leader: Some(leader), .. } => format!("follows {}\n", leader.node),
        _ => "follows; no machine leads\n".to_owned(),
    };
    HttpResponse::ServiceUnavailable()
        .content_type("text/plain; charset=utf-8")
        .insert_header((header::RETRY_AFTER, "1"))
        .body(text)
}

/// Writes a base once a day: each machine keeps its own, and its journal gets no longer than that of the leader. Does not end.
async fn write_bases(store: &Store, config: &Config, (data, clock): (&Path, &Clock)) {
    let backups = Backups::new(store, clock, data);
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        let due = (&config.store, clock.now());
        if let Err(reason) = jobs::write_due_base(store, &backups, due).await {
            tracing::error!(reason, "the nightly base was not written");
        }
    }
}

/// Uses a changed certificate. Does not end.
async fn watch_certificate(listeners: &Listeners, config: &Config) {
    match listeners.certificate_files() {
        Some(files) => files.watch(Duration::from_secs(config.server.tls_check_seconds)).await,
        None => std::future::pending().await,
    }
}
