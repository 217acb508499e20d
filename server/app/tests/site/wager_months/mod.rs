//! The wager leaderboard over a source: the casino's service, played by another server.

mod misses;
mod own;

use pointhouse::clock::Millis;
use pointhouse::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Asked, Counterpart, DAY, HOUR, Reply, SECOND, Server};

const KEY: &str = "a-very-secret-key";
const MINUTE: i64 = 60 * SECOND;
const FAILURE: &str = "Failed to load leaderboard data. Using fallback data instead.";

/// Players of a month with their wagers in cents; months that are not listed have no players.
pub(crate) fn casino(months: Value) -> impl Fn(&Asked) -> Reply + Send + Sync {
    move |asked| {
        assert_eq!(asked.query.get("key").map(String::as_str), Some(KEY));
        let month = asked.query["start_at"].get(..7).unwrap().to_owned();
        let players: Vec<Value> = months[month.as_str()]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, amount)| json!({ "username": name, "id": "1", "wagered_amount": amount }))
            .collect();
        // After every month that is asked for here.
        let made = "2026-04-20T00:55:00.000Z";
        Reply::Json(200, json!({ "affiliates": players, "cache_updated_at": made }))
    }
}

pub(crate) fn set_up(config: &mut Config, other: &Counterpart) {
    config.wagers.source_url = other.url();
    config.wagers.source_key = serde_json::from_value(json!(KEY)).unwrap();
    // A few months of the past, and nothing that waits.
    config.wagers.first_month = "2025-12".to_owned();
    config.outside.retries = 0;
    config.outside.breaker_failures = 1000;
}

async fn start(other: &Counterpart) -> Server {
    let server = Server::with(|config| set_up(config, other)).await;
    asked(&server).await;
    server
}

/// Waits for the round of questions that a start begins.
pub(crate) async fn asked(server: &Server) {
    for _ in 0..100_000 {
        if server.site().affiliate().next_at().is_some() {
            return;
        }
        board(server, "").await;
    }
    panic!("nothing was asked");
}

async fn board(server: &Server, month: &str) -> Value {
    let query = if month.is_empty() { String::new() } else { format!("?month={month}") };
    server.get(&format!("/api/leaderboard/wager{query}")).send().await.of(200)
}

/// As the job does it each minute.
pub(crate) async fn poll(server: &Server) -> Result<(), String> {
    server.site().affiliate().poll_due().await.map(|_| ()).map_err(|error| error.to_string())
}

fn amounts(board: &Value) -> Vec<f64> {
    let entries = board["entries"].as_array().unwrap();
    entries.iter().map(|entry| entry["wagered"].as_f64().unwrap()).collect()
}

#[tokio::test]
async fn the_current_month_is_asked_for_every_ten_minutes() {
    let march = json!({ "2026-03": { "KangarooKing": "1234.50", "Emu": 99.5, "idle": "0" } });
    let other = Counterpart::start(casino(march));
    let server = start(&other).await;
    let now = board(&server, "").await;
    assert_eq!((&now["source"], &now["notice"]), (&json!("live"), &Value::Null));
    assert_eq!((&now["warning"], &now["empty"]), (&Value::Null, &Value::Null));
    assert_eq!(now["updatedAt"], server.clock.now().iso());
    assert_eq!((&now["provisional"], &now["frozenAt"]), (&json!(true), &Value::Null));
    assert_eq!(amounts(&now), [1234.5, 99.5, 0.0]);
    assert_eq!(now["entries"][0]["prize"]["amount"], 1000);
    // Nothing wagered, nothing won.
    assert_eq!(now["entries"][2]["prize"], Value::Null);
    assert!(!now.to_string().contains("KangarooKing"), "{now}");
    // The first question was for the month that runs, whole.
    let first = other.next();
    assert_eq!((first.method.as_str(), first.path.as_str()), ("GET", "/v1/external/affiliates"));
    assert_eq!((&*first.query["start_at"], &*first.query["end_at"]), ("2026-03-01", "2026-03-31"));
    let past: Vec<String> = other.seen().iter().map(|one| one.query["end_at"].clone()).collect();
    assert_eq!(past, ["2026-02-28", "2026-01-31", "2025-12-31"]);

    // Not before it is time, and then with what is new.
    let april = json!({ "2026-03": { "KangarooKing": "1300", "Emu": "2000" } });
    other.answers(casino(april));
    server.pass(10 * MINUTE - SECOND);
    poll(&server).await.unwrap();
    assert!(other.seen().is_empty());
    let next: String = now["nextUpdateAt"].as_str().unwrap().to_owned();
    server.pass(MINUTE + 2 * SECOND);
    assert!(next < server.clock.now().iso() && next.as_str() > now["updatedAt"].as_str().unwrap());
    poll(&server).await.unwrap();
    // What is final is not asked for again.
    assert_eq!(other.seen().len(), 1);
    let after = board(&server, "").await;
    assert_eq!(amounts(&after), [2000.0, 1300.0]);
    let admin = server.admin().await;
    let whole = server.get("/api/leaderboard/wager").by(&admin).send().await.of(200);
    assert_eq!(whole["entries"][0]["username"], "Emu");

    // The tracking has it day by day, and the page's figures come from what is on disk.
    let stats = server.get("/api/wager-tracking/current-stats").by(&admin).send().await.of(200);
    assert!(stats.to_string().contains("KangarooKing"), "{stats}");
    other.answers(|_| Reply::Close);
    let mut server = server;
    server.restart().await;
    asked(&server).await;
    let stored = board(&server, "").await;
    assert_eq!((&stored["source"], &stored["warning"]), (&json!("stored"), &json!(FAILURE)));
    assert_eq!((amounts(&stored), &stored["updatedAt"]), (amounts(&after), &after["updatedAt"]));
    server.prove();
}

#[tokio::test]
async fn a_member_sees_the_own_name_whole() {
    let march = json!({ "2026-03": { "KangarooKing": "5", "Emu": "4" } });
    let other = Counterpart::start(casino(march));
    let server = start(&other).await;
    let (member, admin) = (server.member("roo").await, server.admin().await);
    let name = json!({ "rainbetUsername": "kangarooKING" });
    server
        .call(Method::PUT, "/api/auth/update-gaming")
        .by(&member.token)
        .json(&name)
        .send()
        .await
        .of(200);
    let waiting = server.get("/api/auth/gaming-approvals").by(&admin).send().await.of(200);
    let id = waiting["approvals"][0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/auth/gaming-approvals/{id}");
    let own = async || {
        let board = server.get("/api/leaderboard/wager").by(&member.token).send().await.of(200);
        (board["entries"][0]["username"].clone(), board["entries"][0]["own"].clone())
    };
    assert_eq!(own().await.1, json!(false));
    let yes = json!({ "status": "approved" });
    server.call(Method::PUT, &path).by(&admin).json(&yes).send().await.of(200);
    assert_eq!(own().await, (json!("KangarooKing"), json!(true)));
    assert!(!board(&server, "").await.to_string().contains("KangarooKing"));
}

#[tokio::test]
async fn a_source_that_fails_leaves_the_last_figures_or_the_sample() {
    let other = Counterpart::start(|_| Reply::Json(403, json!({ "error": "bad key" })));
    let server = start(&other).await;
    let now = board(&server, "").await;
    assert_eq!((&now["source"], &now["warning"]), (&json!("sample"), &json!(FAILURE)));
    assert_eq!(now["notice"], "Displaying sample data for demonstration purposes.");
    let admin = server.admin().await;
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let casino = health["services"].as_array().unwrap().iter();
    let casino = casino.clone().find(|one| one["name"] == "affiliate").unwrap().clone();
    assert_eq!(
        (&casino["state"], &casino["lastError"]),
        (&json!("failing"), &json!("it answered with status 403"))
    );
    let metrics = server.get("/metrics").by(&admin).send().await.text;
    assert!(
        metrics.contains("pointhouse_outside_failed_total{service=\"affiliate\"} 1"),
        "{metrics}"
    );

    // Whatever else it does, what was known stays, and no call of a member waits for it.
    other.answers(casino_of_march());
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    let good = board(&server, "").await;
    for bad in [
        Reply::Raw(200, vec![], b"<html>".to_vec()),
        Reply::Raw(200, vec![], Vec::new()),
        Reply::Json(200, json!({ "affiliates": [{ "nothing": 1 }] })),
        // No players where there were some; and players whose wagers fell to 0.
        Reply::Json(200, json!({ "affiliates": [] })),
        Reply::Json(
            200,
            json!([{ "username": "Emu", "wagered": "0" }, { "user": "Roo", "bet": 0 }]),
        ),
        Reply::CutOff(b"[{\"username\":".to_vec()),
        Reply::Endless,
        Reply::Close,
    ] {
        let answer = bad.clone();
        other.answers(move |_| answer.clone());
        server.pass(11 * MINUTE);
        poll(&server).await.unwrap_err();
        let now = board(&server, "").await;
        assert_eq!(
            (&now["source"], &now["warning"]),
            (&json!("stored"), &json!(FAILURE)),
            "{bad:?}"
        );
        assert_eq!((&now["entries"], &now["updatedAt"]), (&good["entries"], &good["updatedAt"]));
    }
    other.answers(casino_of_march());
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    assert_eq!(board(&server, "").await["source"], "live");
}

#[tokio::test]
async fn a_source_that_never_answered_is_failing_at_whatever_moment_one_looks() {
    let other = Counterpart::start(|_| Reply::Json(403, json!({ "error": "bad key" })));
    let mut server = Server::with(|config| {
        set_up(config, &other);
        config.wagers.sample_data = false;
    })
    .await;
    let is_error = |now: &Value| {
        assert_eq!((&now["source"], &now["warning"]), (&json!("none"), &json!(FAILURE)), "{now}");
        assert_eq!((&now["entries"], &now["notice"]), (&json!([]), &Value::Null));
        assert_eq!(now["updatedAt"], Value::Null);
    };
    // Before the first question has ended, after it, and after a restart; a past month as well.
    is_error(&board(&server, "").await);
    asked(&server).await;
    is_error(&board(&server, "").await);
    is_error(&board(&server, "2025-12").await);
    server.restart().await;
    is_error(&board(&server, "").await);
    is_error(&board(&server, "2025-12").await);
}

fn casino_of_march() -> impl Fn(&Asked) -> Reply + Send + Sync {
    casino(json!({ "2026-03": { "Emu": "10.00" } }))
}

#[tokio::test]
async fn a_month_nobody_played_in_says_so() {
    let other = Counterpart::start(casino(json!({ "2026-02": { "Emu": "0", "Roo": 0 } })));
    let server = start(&other).await;
    for month in ["2026-03", "2026-02"] {
        let now = board(&server, month).await;
        assert_eq!((&now["source"], &now["entries"]), (&json!("none"), &json!([])), "{month}");
        assert!(now["empty"].as_str().unwrap().starts_with("No data available for"), "{now}");
        assert_eq!((&now["warning"], &now["notice"]), (&Value::Null, &Value::Null));
    }
}

#[tokio::test]
async fn a_month_is_final_two_days_after_its_end() {
    let months = json!({ "2026-03": { "Emu": "10" }, "2026-02": { "Roo": "7.5" } });
    let other = Counterpart::start(casino(months));
    let mut server = start(&other).await;
    // February ended long ago: its figures were final when they came.
    let february = board(&server, "2026-02").await;
    assert_eq!((&february["source"], &february["provisional"]), (&json!("live"), &json!(false)));
    assert_eq!(february["nextUpdateAt"], Value::Null);
    // 2026-04-01 00:30 UTC: March is over and not final.
    let end = 1_775_001_600_000;
    server.clock.move_to(Millis(end + HOUR / 2));
    let late = json!({ "2026-03": { "Emu": "12" }, "2026-04": { "Emu": "1" } });
    other.answers(casino(late));
    poll(&server).await.unwrap();
    let march = board(&server, "2026-03").await;
    assert_eq!((amounts(&march), &march["provisional"]), (vec![12.0], &json!(true)));
    assert_eq!(amounts(&board(&server, "").await), [1.0]);
    // The source is away when it should become final: it waits for the next good answer.
    other.answers(|_| Reply::Silence);
    server.restart_with(|config| config.outside.timeout_ms = 50).await;
    server.clock.move_to(Millis(end + 2 * DAY));
    asked(&server).await;
    assert_eq!(board(&server, "2026-03").await["provisional"], true);
    let final_figures = json!({ "2026-03": { "Emu": "13" }, "2026-04": { "Emu": "3" } });
    other.answers(casino(final_figures.clone()));
    server.restart_with(|config| config.outside.timeout_ms = 20_000).await;
    asked(&server).await;
    let march = board(&server, "2026-03").await;
    assert_eq!((amounts(&march), &march["provisional"]), (vec![13.0], &json!(false)));
    assert_eq!(march["frozenAt"], server.clock.now().iso());
    // From then on it doesn't change, whatever the source returns, also after a restart.
    other.seen();
    other.answers(casino(json!({ "2026-03": { "Emu": "99" }, "2026-04": { "Emu": "4" } })));
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    assert_eq!(other.seen().len(), 1);
    server.restart().await;
    asked(&server).await;
    assert_eq!(board(&server, "2026-03").await["entries"], march["entries"]);
    // The answer that it was made of is kept as it came.
    let admin = server.admin().await;
    let raw = server.get("/api/admin/wager-months/2026-03/raw").by(&admin).send().await;
    let raw: Value = serde_json::from_str(&raw.text).unwrap();
    assert_eq!(raw["affiliates"][0]["wagered_amount"], final_figures["2026-03"]["Emu"]);
    let early = server.get("/api/admin/wager-months/2026-04/raw").by(&admin).send().await;
    early.refused(409, "not_frozen");
    server.prove();
}

#[tokio::test]
async fn prizes_are_ticked_as_paid_and_from_then_on_the_figures_stay() {
    let february = json!({ "2026-02": { "Emu": "70", "Roo": "60" }, "2026-03": { "Emu": "1" } });
    let other = Counterpart::start(casino(february));
    let mut server = start(&other).await;
    let admin = server.admin().await;
    let months = server.get("/api/admin/wager-months").by(&admin).send().await.of(200);
    assert_eq!((&months["configured"], &months["failing"]), (&json!(true), &json!(false)));
    let named: Vec<_> =
        months["months"].as_array().unwrap().iter().map(|one| &one["month"]).collect();
    assert_eq!(named, ["2026-03", "2026-02", "2026-01", "2025-12"]);
    let path = "/api/admin/wager-months/2026-02";
    let one = server.get(path).by(&admin).send().await.of(200);
    assert_eq!((&one["month"]["winners"], &one["month"]["paid"]), (&json!(2), &json!(0)));
    assert_eq!(
        (&one["winners"][0]["username"], &one["winners"][0]["prize"]),
        (&json!("Emu"), &json!(1000))
    );

    // Fetched again, because the casino has corrected it.
    other.answers(casino(json!({ "2026-02": { "Emu": "70", "Roo": "80" }, "2026-03": {} })));
    let fetch = format!("{path}/fetch");
    let again = server.post(&fetch).by(&admin).send().await.of(200);
    assert_eq!(again["winners"][0]["username"], "Roo");
    let tick = async |server: &Server, rank: &str, name: &str, paid: bool| {
        let body = json!({ "username": name, "paid": paid });
        let path = format!("{path}/payouts/{rank}");
        server.call(Method::PUT, &path).by(&admin).json(&body).send().await
    };
    tick(&server, "1", "Emu", true).await.refused(409, "changed");
    for rank in ["0", "3", "x", "-1", "99999999999999999999"] {
        tick(&server, rank, "Emu", true).await.refused(404, "not_found");
    }
    let paid = tick(&server, "1", "Roo", true).await.of(200);
    assert_eq!(paid["winners"][0]["paidAt"], server.clock.now().iso());
    assert_eq!(paid["month"]["paid"], 1);
    tick(&server, "1", "Roo", true).await.of(200);
    let shown = board(&server, "2026-02").await;
    assert_eq!(
        (&shown["entries"][0]["paid"], &shown["entries"][1]["paid"]),
        (&json!(true), &json!(false))
    );
    server.post(&fetch).by(&admin).send().await.refused(409, "paid_out");
    server.restart().await;
    asked(&server).await;
    assert_eq!(board(&server, "2026-02").await["entries"], shown["entries"]);
    // Ticked by mistake: taken back, and the month can be fetched again.
    tick(&server, "1", "Roo", false).await.of(200);
    assert_eq!(board(&server, "2026-02").await["entries"][0]["paid"], false);
    other.answers(|_| Reply::Json(500, json!({})));
    server.post(&fetch).by(&admin).send().await.refused(503, "source_failed");
    let march = "/api/admin/wager-months/2026-03/payouts/1";
    let body = json!({ "username": "Emu", "paid": true });
    let early = server.call(Method::PUT, march).by(&admin).json(&body).send().await;
    early.refused(409, "not_frozen");
    for (path, status, code) in [
        ("/api/admin/wager-months/2022-12", 400, "validation"),
        ("/api/admin/wager-months/soon", 400, "validation"),
    ] {
        server.get(path).by(&admin).send().await.refused(status, code);
    }
    let audit = server.get("/api/admin/audit?q=wagers.").by(&admin).send().await.of(200);
    let actions: Vec<_> =
        audit["items"].as_array().unwrap().iter().map(|row| &row["action"]).collect();
    assert_eq!(actions, ["wagers.payout", "wagers.payout", "wagers.fetch-month"]);
    server.prove();
}

#[tokio::test]
async fn the_prizes_of_whole_months_are_ticked_at_once_or_not_at_all() {
    let months = json!({
        "2026-01": { "Emu": "5" },
        "2026-02": { "Emu": "70", "Roo": "60", "Idle": "0" },
        "2026-03": { "Emu": "1" },
    });
    let other = Counterpart::start(casino(months));
    let mut server = start(&other).await;
    let admin = server.admin().await;
    let settle = async |server: &Server, months: Value, prizes: u32| {
        let body = json!({ "months": months, "prizes": prizes });
        server.post("/api/admin/wager-months/payouts").by(&admin).json(&body).send().await
    };
    let unpaid = async |server: &Server, month: &str| {
        let path = format!("/api/admin/wager-months/{month}");
        let month = &server.get(&path).by(&admin).send().await.of(200)["month"];
        month["winners"].as_u64().unwrap() - month["paid"].as_u64().unwrap()
    };
    let roo = json!({ "username": "Roo", "paid": true });
    let path = "/api/admin/wager-months/2026-02/payouts/2";
    server.call(Method::PUT, path).by(&admin).json(&roo).send().await.of(200);
    // One that is not final, one that the admin counted otherwise, ones that are none: nothing is ticked.
    let both = json!(["2026-01", "2026-02"]);
    settle(&server, json!(["2026-02", "2026-03"]), 2).await.refused(409, "not_frozen");
    settle(&server, both.clone(), 3).await.refused(409, "changed");
    settle(&server, json!([]), 0).await.refused(400, "validation");
    settle(&server, json!(["2026-02", "soon"]), 1).await.refused(400, "validation");
    settle(&server, json!(vec!["2026-02"; 601]), 1).await.refused(400, "validation");
    assert_eq!((unpaid(&server, "2026-01").await, unpaid(&server, "2026-02").await), (1, 1));

    let twice = json!(["2026-02", "2026-01", "2026-02"]);
    let actual = settle(&server, twice, 2).await.of(200);
    let left = actual["months"].as_array().unwrap().iter();
    let left = left.filter(|one| one["paid"] != one["winners"]).map(|one| &one["month"]);
    assert_eq!(left.collect::<Vec<_>>(), ["2026-03"]);
    settle(&server, both, 0).await.of(200);
    let shown = board(&server, "2026-02").await;
    let paid: Vec<_> =
        shown["entries"].as_array().unwrap().iter().map(|entry| &entry["paid"]).collect();
    // Who wagered nothing has no prize that could be paid.
    assert_eq!(paid, [true, true, false]);
    let idle = json!({ "username": "Idle", "paid": true });
    let path = "/api/admin/wager-months/2026-02/payouts/3";
    let none = server.call(Method::PUT, path).by(&admin).json(&idle).send().await;
    none.refused(404, "not_found");
    server.restart().await;
    asked(&server).await;
    assert_eq!((unpaid(&server, "2026-01").await, unpaid(&server, "2026-02").await), (0, 0));
    let audit = server.get("/api/admin/audit?q=wagers.payouts").by(&admin).send().await.of(200);
    assert_eq!(
        (&audit["total"], &audit["items"][1]["subject"]),
        (&json!(2), &json!("wagers:2026-01"))
    );
    server.prove();
}

#[tokio::test]
async fn without_a_source_nothing_is_fetched() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let months = server.get("/api/admin/wager-months").by(&admin).send().await.of(200);
    assert_eq!((&months["configured"], &months["months"]), (&json!(false), &json!([])));
    let fetch = server.post("/api/admin/wager-months/2026-02/fetch").by(&admin).send().await;
    fetch.refused(409, "no_source");
    let one = server.get("/api/admin/wager-months/2026-02").by(&admin).send().await;
    one.refused(404, "not_found");
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let services = health["services"].as_array().unwrap();
    let casino = services.iter().find(|one| one["name"] == "affiliate").unwrap();
    assert_eq!((&casino["state"], &casino["note"]), (&json!("off"), &json!("Not set up")));
}
