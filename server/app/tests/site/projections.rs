//! Sums over what all members did: equal to a count over the ledgers and rounds themselves, however
//! the server ended.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pointhouse::clock::{Clock, Millis, SiteDay, SiteMonth, SiteZone};
use pointhouse::games::{Budget, RoundRow};
use pointhouse::ids::{GameId, UserId};
use pointhouse::points::PointsBoards;
use pointhouse::tables;
use pointhouse::wallet::{LedgerRow, Reason};
use pointhouse_store::{OpenReport, Options, Store, View, decode};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::dice::{bet, settled_bet};
use crate::rig::{DAY, HOUR, Member, PASSWORD, Program, SECOND, Server, planted_draws};

const MEMBERS: usize = 4;
/// As the settings have it.
const FEED: usize = 100;

fn zone() -> SiteZone {
    SiteZone::new("Australia/Sydney".parse().unwrap())
}

/// What a count over the logs gives.
#[derive(Default)]
struct Counted {
    months: HashMap<(SiteMonth, u64), i64>,
    /// Paid and staked.
    days: BTreeMap<i32, (u64, u64)>,
    /// By member and number.
    rounds: HashMap<(u64, u64), RoundRow>,
}

fn count(view: &View, members: u64) -> Counted {
    let mut counted = Counted::default();
    // What admins granted in a month and did not take back.
    let mut granted: HashMap<(SiteMonth, u64), i64> = HashMap::new();
    for member in 1..=members {
        for entry in view.log_from(tables::LEDGER, member, 1, usize::MAX).unwrap() {
            let row: LedgerRow = decode(&entry.value).unwrap();
            let key = (zone().month(Millis(row.at)), member);
            let left = granted.entry(key).or_insert(0);
            let sum = counted.months.entry(key).or_default();
            if row.reason.is_earned() {
                *sum += row.amount;
            }
            match row.reason {
                Reason::AdminAdd => *left += row.amount,
                Reason::AdminRemove | Reason::AdminSet if row.amount < 0 => {
                    let back = (-row.amount).min(*left);
                    *sum -= back;
                    *left -= back;
                }
                _ => {}
            }
        }
        for entry in view.log_from(tables::ROUND, member, 1, usize::MAX).unwrap() {
            let row: RoundRow = decode(&entry.value).unwrap();
            let SiteDay(day) = zone().day(Millis(row.at));
            let sums = counted.days.entry(day).or_default();
            *sums = (sums.0 + row.payout, sums.1 + row.staked);
            counted.rounds.insert((member, entry.seq), row);
        }
    }
    counted
}

/// Opens the data with the projections and holds them against the count. `feed` are the ids of the
/// rounds in the order they were answered, oldest first.
fn check(data: &Path, feed: &[(u64, u64)], at: &[Millis]) -> OpenReport {
    let budget = Budget::new(zone(), Arc::new(|_| 0), FEED);
    let months = PointsBoards::new(zone());
    let options = Options {
        cache_bytes: 2 << 20,
        generation_bytes: 1 << 20,
        projections: vec![budget.projection(), months.projection()],
        ..pointhouse::formats::options()
    };
    let (store, report) = Store::open(data, options).unwrap();
    let counted = count(store.view(), MEMBERS as u64);
    assert_eq!(counted.rounds.len(), feed.len());
    for at in at {
        let month = zone().month(*at);
        for member in 1..=MEMBERS as u64 {
            let expected = counted.months.get(&(month, member)).copied().unwrap_or(0);
            assert_eq!(
                months.sum(UserId(member), *at).unwrap(),
                expected,
                "member {member}, {month:?}"
            );
        }
        let SiteDay(day) = zone().day(*at);
        let row = budget.day(GameId::Dice, *at);
        let expected = counted.days.get(&day).copied().unwrap_or_default();
        assert_eq!((row.paid, row.staked), expected, "day {day}");
    }
    let shown = budget.feed(usize::MAX);
    let newest: Vec<(u64, u64)> = feed.iter().rev().take(FEED).copied().collect();
    let ids: Vec<(u64, u64)> = shown.iter().map(|entry| (entry.user, entry.number)).collect();
    assert_eq!(ids, newest);
    for entry in shown {
        let row = &counted.rounds[&(entry.user, entry.number)];
        assert_eq!((entry.staked, entry.payout, entry.at), (row.staked, row.payout, row.at));
        assert_eq!(entry.game, row.play.game());
    }
    store.close(Instant::now() + Duration::from_secs(60));
    report
}

fn round_id(answer: &Value) -> (u64, u64) {
    let (user, number) = answer["round"]["id"].as_str().unwrap().split_once('-').unwrap();
    (user.parse().unwrap(), number.parse().unwrap())
}

async fn play(server: &Server, members: &[Member], rounds: usize, feed: &mut Vec<(u64, u64)>) {
    for number in 0..rounds {
        let member = &members[number * 7 % MEMBERS];
        let direction = if number % 3 == 0 { "over" } else { "under" };
        let body = bet(1 + number as u64 % 100, 1 + number as u64 * 31 % 99, direction);
        feed.push(round_id(&server.bet(member, &body).await.of(200)));
        if number % 10 == 0 {
            let action = ["add", "remove", "set"][number / 10 % 3];
            let amount = if action == "set" { 40_000 } else { 50 } + number as u64;
            server.grant(member, action, amount).await.of(200);
        }
    }
}

#[tokio::test]
async fn sums_survive_ends_new_indexes_and_dropped_segments() {
    let mut server = Server::with(|config| config.auth.remember_days = 90).await;
    let mut members = Vec::new();
    for number in 0..MEMBERS {
        members.push(server.player(&format!("player_{number}"), 50_000).await);
    }
    let mut feed = Vec::new();
    let mut days = vec![server.clock.now()];
    play(&server, &members, 60, &mut feed).await;
    server.restart().await;
    // Over midnight of the site, and over the end of the month on the last step.
    for step in [13 * HOUR, 20 * DAY, 6 * HOUR] {
        server.pass(step);
        days.push(server.clock.now());
        play(&server, &members, 30, &mut feed).await;
        let store = server.site().store().clone();
        // The base that replaces the segments before it, twice, so that the older segments are
        // removed.
        let rolled = tokio::task::spawn_blocking(move || store.roll_base(Duration::ZERO));
        rolled.await.unwrap().unwrap();
        play(&server, &members, 5, &mut feed).await;
        server.restart().await;
    }
    assert_eq!(feed.len(), 60 + 3 * 35);
    server.prove();
    let report = check(server.data(), &feed, &days);
    assert!(report.closed_in_order);
    Store::discard_index(server.data()).unwrap();
    let report = check(server.data(), &feed, &days);
    assert!(report.index_rebuilt.is_some(), "{report:?}");
    check(server.data(), &feed, &days);
}

/// Plays on the real program, which is then killed.
async fn killed(data: &Path, feed: &mut Vec<(u64, u64)>, tokens: &mut Vec<String>) {
    let place = data.to_owned();
    // The days of the check: otherwise it would fail for half of each day.
    let zone = ("POINTHOUSE_PLACE__TIMEZONE", "Australia/Sydney");
    let serve = move || Program::on(&place, &["serve"]).env(zone.0, zone.1).serve();
    let serving = tokio::task::spawn_blocking(serve);
    let mut serving = serving.await.unwrap();
    let http = crate::rig::client().build().unwrap();
    let call = async |path: &str, token: &str, body: Value| -> Value {
        let call = http.post(format!("{}{path}", serving.url)).bearer_auth(token).json(&body);
        let answer = call.send().await.unwrap();
        assert!(answer.status().is_success(), "{path}: {answer:?}");
        answer.json().await.unwrap()
    };
    if let Some(password) = serving.owner_password() {
        let admin = call("/api/admin/login", "", json!({ "password": password })).await;
        let admin = admin["token"].as_str().unwrap().to_owned();
        for number in 0..MEMBERS {
            let email = format!("p{number}@example.com");
            let name = format!("player_{number}");
            let body = json!({ "username": name, "email": email, "password": PASSWORD });
            let body = call("/api/auth/signup", "", body).await;
            let grant = json!({ "userId": body["user"]["id"], "action": "add", "amount": 50_000 });
            call("/api/auth/admin/manage-points", &admin, grant).await;
            tokens.push(body["token"].as_str().unwrap().to_owned());
        }
    }
    for number in 0..60 {
        let body = bet(1 + number as u64, 50, "over");
        let answer = call("/api/games/dice/bet", &tokens[number * 3 % MEMBERS], body).await;
        feed.push(round_id(&answer));
    }
    serving.kill();
}

#[tokio::test]
async fn sums_survive_kills() {
    let data = TempDir::new().unwrap();
    let (mut feed, mut tokens) = (Vec::new(), Vec::new());
    let begun = Clock::system().now();
    for _ in 0..3 {
        killed(data.path(), &mut feed, &mut tokens).await;
    }
    let (place, feed) = (data.path().to_owned(), feed);
    let days = [begun, Clock::system().now()];
    let checked = tokio::task::spawn_blocking(move || check(&place, &feed, &days));
    let report = checked.await.unwrap();
    assert!(!report.closed_in_order);
}

#[tokio::test]
async fn the_leaderboard_counts_what_was_earned_this_month() {
    let mut server = Server::with(|config| config.auth.remember_days = 90).await;
    let board = async |server: &Server| {
        server.get("/api/leaderboard/points/monthly").send().await.of(200)["leaderboard"].take()
    };
    assert_eq!(board(&server).await, json!([]));
    let alice = server.planted("alice_smith", 100).await;
    let bob = server.player("bob", 70).await;
    let carol = server.player("carol", 40).await;
    let shown = |name: &str| pointhouse_rules::mask::mask_username(name);
    let row = |name: &str, points: u64| json!({ "username": shown(name), "totalPoints": points });
    assert_ne!(shown("alice_smith"), "alice_smith");
    let expected = json!([row("alice_smith", 100), row("bob", 70), row("carol", 40)]);
    assert_eq!(board(&server).await, expected);
    // What an admin takes back of a grant counts no more, what is set higher is no result; what a
    // game takes is.
    server.grant(&bob, "remove", 60).await.of(200);
    server.grant(&carol, "set", 5000).await.of(200);
    server.bet(&alice, &settled_bet(50, 0, false)).await.of(200);
    let expected = json!([row("alice_smith", 50), row("carol", 40), row("bob", 10)]);
    assert_eq!(board(&server).await, expected);
    // A tie goes to who got there first, and a push is no way to get there again.
    server.pass(SECOND);
    server.grant(&carol, "add", 10).await.of(200);
    server.pass(SECOND);
    let push = server.bet(&alice, &settled_bet(1, 1, true)).await.of(200);
    assert_eq!(push["round"]["result"], "push");
    let expected = json!([row("alice_smith", 50), row("carol", 50), row("bob", 10)]);
    assert_eq!(board(&server).await, expected);
    server.restart().await;
    assert_eq!(board(&server).await, expected);
    // A member with a negative sum is not shown, and a new month is empty.
    server.bet(&alice, &settled_bet(50, 2, false)).await.of(200);
    assert_eq!(board(&server).await, json!([row("carol", 50), row("bob", 10)]));
    server.pass(22 * DAY);
    assert_eq!(board(&server).await, json!([]));
}

#[tokio::test]
async fn the_leaderboard_has_twenty_places() {
    let server = Server::start().await;
    for number in 1..=25 {
        server.player(&format!("player_{number}"), number).await;
    }
    let path = "/api/leaderboard/points/monthly";
    let board = server.get(path).send().await.of(200);
    assert_eq!(board["own"], serde_json::Value::Null);
    // A member sees the own name whole, and the own place also below the rows.
    let best = server.login("player_25@example.com", PASSWORD).await.of(200);
    let seen = server.get(path).by(best["token"].as_str().unwrap()).send().await.of(200);
    assert_eq!(seen["leaderboard"][0]["username"], "player_25");
    assert_eq!(seen["leaderboard"][1], board["leaderboard"][1]);
    assert_eq!(seen["own"], json!({ "rank": 1, "totalPoints": 25 }));
    let last = server.login("player_1@example.com", PASSWORD).await.of(200);
    let seen = server.get(path).by(last["token"].as_str().unwrap()).send().await.of(200);
    assert_eq!(seen["leaderboard"], board["leaderboard"]);
    assert_eq!(seen["own"], json!({ "rank": 25, "totalPoints": 1 }));
    let points: Vec<u64> = board["leaderboard"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["totalPoints"].as_u64().unwrap())
        .collect();
    assert_eq!(points, (6..=25).rev().collect::<Vec<_>>());
}

/// A clock that was put back: sums of an older month are still those of its ledgers.
#[tokio::test]
async fn the_leaderboard_of_an_older_month_is_there_when_the_clock_is_put_back() {
    let mut server = Server::with(|config| config.auth.remember_days = 365).await;
    let begun = server.clock.now();
    let (alice, bob) = (server.planted("alice", 100).await, server.player("bob", 70).await);
    // Of two months only, however many there were.
    let in_memory = async |server: &Server| {
        let health = server.get("/api/admin/health").by(&server.admin().await).send().await.of(200);
        let parts = health["memory"]["parts"].as_array().unwrap().clone();
        parts.iter().find(|part| part["name"] == "leaderboard").unwrap()["count"].clone()
    };
    let board = async |server: &Server| {
        let board = server.get("/api/leaderboard/points/monthly").by(&bob.token).send().await;
        let board = board.of(200);
        let rows = board["leaderboard"].as_array().unwrap().iter();
        let points: Vec<u64> = rows.map(|row| row["totalPoints"].as_u64().unwrap()).collect();
        (points, board["own"]["rank"].as_u64())
    };
    let mut expected = vec![board(&server).await];
    for month in 1..=4 {
        server.pass(31 * DAY);
        server.grant(&bob, "add", month).await.of(200);
        server.grant(&alice, "add", 10).await.of(200);
        expected.push(board(&server).await);
    }
    assert_eq!(expected[0], (vec![100, 70], Some(2)));
    assert_eq!(expected[4], (vec![10, 4], Some(2)));
    server.restart().await;
    // Earned and granted of two members in two months.
    assert_eq!(in_memory(&server).await, 8);
    for (month, expected) in (0..).zip(&expected) {
        server.clock.move_to(begun.plus(31 * DAY * month));
        assert_eq!(board(&server).await, *expected, "month {month}");
    }
    // What is earned then counts there, also after it was let go of.
    server.clock.move_to(begun);
    server.grant(&bob, "add", 31).await.of(200);
    assert_eq!(board(&server).await, (vec![101, 100], Some(1)));
    server.restart().await;
    server.grant(&bob, "add", 5).await.of(200);
    assert_eq!(board(&server).await, (vec![106, 100], Some(1)));
    server.clock.move_to(begun.plus(31 * DAY * 4));
    assert_eq!(board(&server).await, expected[4]);
    server.prove();
}

/// Points and rank of a member on the leaderboard.
async fn own_place(server: &Server, member: &Member) -> Value {
    let call = server.get("/api/leaderboard/points/monthly").by(&member.token);
    call.send().await.of(200)["own"].take()
}

#[tokio::test]
async fn a_grant_that_is_taken_back_gives_no_place() {
    let mut server = Server::with(|config| config.auth.remember_days = 90).await;
    let bob = server.player("bob", 10_000).await;
    let carol = server.player("carol", 40).await;
    let place = |rank: u64, points: u64| json!({ "rank": rank, "totalPoints": points });
    assert_eq!(own_place(&server, &carol).await, place(2, 40));
    server.grant(&bob, "remove", 10_000).await.of(200);
    assert_eq!(own_place(&server, &carol).await, place(1, 40));
    assert_eq!(own_place(&server, &bob).await, Value::Null);
    // A lower balance takes back, too, and up to what was granted: a claim stays earned.
    server.grant(&bob, "add", 50).await.of(200);
    server.post("/api/calendar/claim").by(&bob.token).json(&json!({})).send().await.of(200);
    assert_eq!(own_place(&server, &bob).await, place(1, 60));
    server.restart().await;
    server.grant(&bob, "set", 30).await.of(200);
    assert_eq!(own_place(&server, &bob).await, place(2, 30));
    server.grant(&bob, "remove", 30).await.of(200);
    assert_eq!(own_place(&server, &bob).await, place(2, 10));
    // What was granted in another month is not taken back in this one.
    server.grant(&bob, "add", 500).await.of(200);
    server.pass(22 * DAY);
    server.post("/api/calendar/claim").by(&bob.token).json(&json!({})).send().await.of(200);
    server.grant(&bob, "remove", 400).await.of(200);
    assert_eq!(own_place(&server, &bob).await, place(1, 10));
    server.prove();
}

#[tokio::test]
async fn deleted_accounts_have_no_place() {
    let mut server = Server::start().await;
    let honest = server.player("honest", 10).await;
    for number in 1..=20 {
        let ghost = server.player(&format!("ghost_{number}"), 1000 + number).await;
        let call = server.call(reqwest::Method::DELETE, "/api/auth/delete-account");
        let call = call.by(&ghost.token).json(&json!({ "password": PASSWORD }));
        call.send().await.of(200);
    }
    for _ in 0..2 {
        let board = server.get("/api/leaderboard/points/monthly").send().await.of(200);
        assert_eq!(board["leaderboard"].as_array().unwrap().len(), 1, "{board}");
        assert_eq!(own_place(&server, &honest).await, json!({ "rank": 1, "totalPoints": 10 }));
        server.restart().await;
    }
    server.prove();
}

#[tokio::test]
async fn a_payout_counts_in_the_month_of_its_bet() {
    let mut server = Server::start().await;
    let begun = server.clock.now();
    let alice = server.planted("alice", 100).await;
    // The last day of March.
    server.pass(21 * DAY);
    let call = json!({ "bet": 10, "mines": 3 });
    server.game(&alice, "mines/start", &call).await.of(200);
    let table = &pointhouse_rules::Tables::published().mines;
    let bet = pointhouse_rules::mines::Bet::new(10, 3, table).unwrap();
    let round = pointhouse_rules::mines::Round::start(planted_draws(0), bet);
    let mines = round.outcome(table).mines;
    let gem = (0..25).find(|tile| !mines.contains(tile)).unwrap();
    server.game(&alice, "mines/reveal", &json!({ "tile": gem })).await.of(200);
    server.restart().await;
    server.pass(DAY);
    let ended = server.game(&alice, "mines/cashout", &json!({})).await.of(200);
    assert_eq!(ended["round"]["payout"], 11);
    for _ in 0..2 {
        let now = server.clock.now();
        assert_eq!(own_place(&server, &alice).await, Value::Null);
        server.clock.move_to(begun);
        assert_eq!(own_place(&server, &alice).await["totalPoints"], 101);
        server.clock.move_to(now);
        server.restart().await;
    }
    server.prove();
}
