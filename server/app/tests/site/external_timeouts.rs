//! External services whose responses never end, and the rest of the site meanwhile.

use std::sync::Mutex;
use std::time::Duration;

use pointhouse::config::{Config, HuntOrigin, HuntService};
use serde_json::{Value, json};

use crate::dice::bet;
use crate::rig::{Asked, Counterpart, Patience, Reply, Server};

const DRIP: Reply = Reply::Drip(Duration::from_millis(20));

/// One service for hunts and for the leaderboard.
fn set_up(config: &mut Config, other: &Counterpart) {
    config.hunts.source = HuntOrigin::External;
    config.hunts.external = HuntService::Bonushunt;
    config.hunts.external_url = other.url();
    config.hunts.external_key = serde_json::from_value(json!("a-secret")).unwrap();
    config.wagers.source_url = other.url();
    config.wagers.source_key = serde_json::from_value(json!("a-secret")).unwrap();
    config.wagers.first_month = "2026-03".to_owned();
    config.outside.retries = 0;
    config.outside.breaker_failures = 1000;
    config.outside.timeout_ms = 60_000;
}

fn good(_: &Asked) -> Reply {
    let hunts = json!([{ "id": 7, "title": "Friday", "bonuses": [] }]);
    let players = json!([{ "username": "Emu", "id": "1", "wagered_amount": "12" }]);
    Reply::Json(200, json!({ "hunts": hunts, "affiliates": players }))
}

async fn shown(server: &Server, path: &str) -> Value {
    server.get(path).send().await.of(200)
}

/// Hunts and the leaderboard as everybody sees them.
async fn all_shown(server: &Server) -> (Value, Value) {
    let board = shown(server, "/api/leaderboard/wager").await;
    (shown(server, "/api/bonus-hunts").await, board["entries"].clone())
}

#[tokio::test]
async fn an_answer_that_drips_is_given_up_and_what_was_read_stays() {
    let other = Counterpart::start(good);
    let mut server = Server::with(|config| set_up(config, &other)).await;
    // The start reads both by itself.
    let patience = Patience::for_event("the start reads both services");
    let good = loop {
        patience.check();
        let (hunts, entries) = all_shown(&server).await;
        if hunts[0]["id"] == "7" && entries[0]["wagered"] == 12.0 {
            break (hunts, entries);
        }
    };
    other.answers(|_| DRIP);
    server.restart_with(|config| config.outside.timeout_ms = 200).await;
    // While the start asks, a round of ours asks nothing.
    let patience = Patience::for_event("both services are given up");
    let hunts = loop {
        patience.check();
        if let Err(reason) = server.site().hunts().refresh().await {
            break reason.to_string();
        }
    };
    let board = loop {
        patience.check();
        if let Err(reason) = server.site().affiliate().poll().await {
            break reason.to_string();
        }
    };
    for reason in [hunts, board] {
        assert!(reason.contains("did not answer in time"), "{reason}");
    }
    assert_eq!(all_shown(&server).await, good);
}

#[tokio::test]
async fn members_are_answered_while_services_hang() {
    let (arrive, mut arrived) = tokio::sync::mpsc::unbounded_channel();
    let (release, held) = std::sync::mpsc::channel::<()>();
    let held = Mutex::new(held);
    let other = Counterpart::start(move |asked| {
        let _ = arrive.send(());
        // Until the test lets go of its end.
        let _ = held.lock().unwrap().recv();
        good(asked)
    });
    // One worker: what hangs in it would hang for everybody.
    let server = Server::with(|config| {
        set_up(config, &other);
        config.server.workers = 1;
    })
    .await;
    let member = server.planted("emu", 1000).await;
    let admin = server.admin().await;
    let asking = server.get("/api/admin/hunts/external").by(&admin).send();
    let asking = tokio::spawn(asking);
    // Both rounds of the start, and the admin's call.
    for _ in 0..3 {
        arrived.recv().await.unwrap();
    }
    assert_eq!(all_shown(&server).await.0, json!([]));
    server.bet(&member, &bet(10, 50, "over")).await.of(200);
    assert!(!asking.is_finished());
    drop(release);
    let found = asking.await.unwrap().of(200);
    assert_eq!(found["hunts"][0]["id"], "7");
}
