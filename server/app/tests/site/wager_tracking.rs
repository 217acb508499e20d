//! Wager tracking: days of the site out of cumulative figures, over midnights, months, falls and
//! gaps; resets that keep a way back (docs/decisions.md, D2).

use pointhouse::cents::Cents;
use pointhouse::clock::{Millis, SiteMonth};
use pointhouse::formats;
use pointhouse::tables;
use pointhouse::wagers::tracking::{Figures, Snapshot};
use pointhouse_store::{Batch, Store};
use serde_json::{Value, json};

use crate::people::person;
use crate::rig::{Answer, DAY, HOUR, SECOND, Server};

/// Instants of Sydney. Summer time ends on 2026-04-05 at 3:00 and begins on 2026-10-04 at 2:00.
const APRIL_4_MIDNIGHT: i64 = 1_775_221_200_000;
const APRIL_5_MIDNIGHT: i64 = APRIL_4_MIDNIGHT + DAY;
const OCTOBER_4_MIDNIGHT: i64 = 1_791_036_000_000;

struct Tracked {
    server: Server,
    admin: String,
}

impl Tracked {
    async fn start() -> Self {
        let server = Server::start().await;
        let admin = server.admin().await;
        Self { server, admin }
    }

    /// Goes to an instant; an admin's token ends after 12 hours.
    async fn at(&mut self, millis: i64) {
        self.server.clock.move_to(Millis(millis));
        self.admin = self.server.admin().await;
    }

    async fn import(&self, players: Value) -> Answer {
        let body = json!({ "players": players, "timestamp": "now" });
        self.server.post("/api/wager-tracking/update-all").by(&self.admin).json(&body).send().await
    }

    /// The month's figure of one player.
    async fn emu(&self, monthly: impl Into<Value>) -> Value {
        let monthly: Value = monthly.into();
        self.import(json!([{ "username": "Emu", "monthlyWagered": monthly }])).await.of(200)
    }

    async fn get(&self, call: &str) -> Answer {
        let path = format!("/api/wager-tracking/{call}");
        self.server.get(&path).by(&self.admin).send().await
    }

    async fn reset(&self, call: &str) -> Value {
        let path = format!("/api/wager-tracking/{call}");
        self.server.post(&path).by(&self.admin).send().await.of(200)
    }

    /// Emu's days from one day to another: date and growth.
    async fn days(&self, from: &str, to: &str) -> Vec<(String, f64)> {
        let call = format!("player-history?username=emu&startDate={from}&endDate={to}");
        let actual = self.get(&call).await.of(200);
        let days = actual["history"].as_array().unwrap().iter();
        days.map(|day| {
            (day["date"].as_str().unwrap().to_owned(), day["dailyWager"].as_f64().unwrap())
        })
        .collect()
    }

    async fn tracked_since(&self) -> Value {
        self.get("player-history?username=emu").await.of(200)["trackedSince"].take()
    }

    async fn stats(&self) -> Value {
        self.get("current-stats").await.of(200)["players"]["Emu"].clone()
    }
}

fn days(pairs: &[(&str, f64)]) -> Vec<(String, f64)> {
    pairs.iter().map(|(day, wagered)| ((*day).to_owned(), *wagered)).collect()
}

#[tokio::test]
async fn a_day_ends_at_midnight_in_sydney() {
    let mut site = Tracked::start().await;
    site.at(APRIL_4_MIDNIGHT - HOUR).await;
    let history = site.get("player-history?username=emu").await.of(200);
    assert_eq!(history["trackedSince"], Value::Null);
    // The month was not watched from its beginning: what it had until now belongs to no day.
    let first = site.emu(1000).await;
    assert_eq!((&first["day"], &first["month"]), (&json!("2026-04-03"), &json!("2026-04")));
    assert_eq!((&first["newPlayers"], &first["playersUpdated"]), (&json!(1), &json!(1)));
    assert_eq!(first["message"], "Updated 1 player");
    site.at(APRIL_4_MIDNIGHT - SECOND).await;
    site.emu("$ 1,010.50").await;
    assert_eq!(site.stats().await["dailyWager"], 10.5);
    site.at(APRIL_4_MIDNIGHT).await;
    // A new day has nothing yet, also before the source has answered.
    let stats = site.stats().await;
    assert_eq!((&stats["dailyWager"], &stats["monthlyWager"]), (&json!(0.0), &json!(1010.5)));
    site.emu(1015.75).await;
    let actual = site.days("2026-04-01", "2026-04-30").await;
    assert_eq!(actual, days(&[("2026-04-03", 10.5), ("2026-04-04", 5.25)]));
    // Nothing is known of the days before, which is not the same as nothing wagered.
    for player in ["emu", "nobody"] {
        let history = site.get(&format!("player-history?username={player}")).await.of(200);
        assert_eq!(history["trackedSince"], "2026-04-03");
    }
}

#[tokio::test]
async fn days_of_23_and_25_hours_are_days() {
    let mut site = Tracked::start().await;
    // Sunday, 5 April lasts 25 hours.
    site.at(APRIL_5_MIDNIGHT - SECOND).await;
    site.emu(100).await;
    site.at(APRIL_5_MIDNIGHT).await;
    site.emu(101).await;
    site.at(APRIL_5_MIDNIGHT + 25 * HOUR - SECOND).await;
    site.emu(103).await;
    site.at(APRIL_5_MIDNIGHT + 25 * HOUR).await;
    site.emu(107).await;
    let actual = site.days("2026-04-04", "2026-04-06").await;
    assert_eq!(actual, days(&[("2026-04-04", 0.0), ("2026-04-05", 3.0), ("2026-04-06", 4.0)]));
    // Sunday, 4 October lasts 23.
    site.at(OCTOBER_4_MIDNIGHT).await;
    site.emu(10).await;
    site.at(OCTOBER_4_MIDNIGHT + 23 * HOUR - SECOND).await;
    site.emu(12).await;
    site.at(OCTOBER_4_MIDNIGHT + 23 * HOUR).await;
    site.emu(15).await;
    let actual = site.days("2026-10-04", "2026-10-05").await;
    assert_eq!(actual, days(&[("2026-10-04", 12.0), ("2026-10-05", 3.0)]));
}

#[tokio::test]
async fn the_first_day_of_a_month_counts_from_zero() {
    let mut site = Tracked::start().await;
    // Months are the source's: UTC. 31 March, 23:30 there is 1 April, 10:30 in Sydney.
    let april = APRIL_4_MIDNIGHT - 3 * DAY + 11 * HOUR;
    site.at(april - DAY).await;
    site.emu(5000).await;
    site.at(april - HOUR / 2).await;
    site.emu(5040).await;
    site.at(april).await;
    let stats = site.stats().await;
    assert_eq!((&stats["monthlyWager"], &stats["dailyWager"]), (&json!(0.0), &json!(40.0)));
    site.at(april + HOUR).await;
    site.emu(25).await;
    let stats = site.stats().await;
    assert_eq!((&stats["monthlyWager"], &stats["dailyWager"]), (&json!(25.0), &json!(65.0)));
    // No lifetime figure: the sum of the months.
    assert_eq!(stats["totalWagered"], 5065.0);
    let actual = site.days("2026-03-31", "2026-04-01").await;
    assert_eq!(actual, days(&[("2026-03-31", 0.0), ("2026-04-01", 65.0)]));
    // A late figure of the month that is over, as a source is asked for it: its growth counts now.
    let late = Figures { name: "EMU".to_owned(), monthly: Cents(505_000), lifetime: None };
    let march: SiteMonth = "2026-03".parse().unwrap();
    let snapshot = Snapshot { month: march, players: vec![late] };
    site.server.site().tracking().record(snapshot, None).await.unwrap();
    let actual = site.days("2026-04-01", "2026-04-01").await;
    assert_eq!(actual, days(&[("2026-04-01", 75.0)]));
}

#[tokio::test]
async fn a_site_that_begins_on_the_first_day_counts_all_of_it() {
    let mut site = Tracked::start().await;
    site.at(APRIL_4_MIDNIGHT - 3 * DAY + 12 * HOUR).await;
    site.emu(70).await;
    assert_eq!(site.stats().await["dailyWager"], 70.0);
}

#[tokio::test]
async fn falls_and_gaps_lose_nothing_and_count_nothing_twice() {
    let mut site = Tracked::start().await;
    site.at(APRIL_4_MIDNIGHT).await;
    site.emu(100).await;
    site.emu(130).await;
    // For a moment the source knows nothing.
    assert_eq!(site.emu(0).await["fallen"], 1);
    site.emu(130).await;
    assert_eq!(site.stats().await["dailyWager"], 30.0);
    site.at(APRIL_4_MIDNIGHT + 2 * DAY + HOUR).await;
    site.emu(120).await;
    let stats = site.stats().await;
    assert_eq!((&stats["dailyWager"], &stats["monthlyWager"]), (&json!(0.0), &json!(120.0)));
    // Three days without an answer, and a restart.
    site.at(APRIL_4_MIDNIGHT + 5 * DAY + 3 * HOUR).await;
    site.server.restart().await;
    site.emu(150).await;
    let actual = site.days("2026-04-04", "2026-04-09").await;
    assert_eq!(actual, days(&[("2026-04-04", 30.0), ("2026-04-06", 0.0), ("2026-04-09", 20.0)]));
    // The whole figure of a player who is new in a tracked month was wagered now.
    let players = json!([{ "username": "Dingo", "monthlyWagered": 7, "totalWagered": "9,000" }]);
    site.import(players).await.of(200);
    let all = site.get("current-stats").await.of(200);
    let dingo = json!({ "username": "Dingo", "totalWagered": 9000.0, "monthlyWager": 7.0, "dailyWager": 7.0 });
    assert_eq!(all["players"]["Dingo"], dingo);
    let sums = site.get("historical?startDate=2026-04-09&endDate=2026-04-09").await.of(200);
    let day = json!({ "date": "2026-04-09", "dailyWager": 27.0, "monthlyWager": 157.0, "totalWagered": 9150.0, "players": 2 });
    assert_eq!(sums["history"], json!([day]));
    let test = site.get("test").await.of(200);
    assert_eq!((&test["consistent"], &test["days"]), (&json!(true), &json!(3)));
}

#[tokio::test]
async fn a_reset_keeps_a_backup_and_throws_away_what_it_says() {
    let mut site = Tracked::start().await;
    site.at(APRIL_4_MIDNIGHT - DAY).await;
    site.emu(100).await;
    site.at(APRIL_4_MIDNIGHT).await;
    site.emu(160).await;
    let done = site.reset("reset-daily").await;
    let backup = done["backup"].as_str().unwrap().to_owned();
    assert!(!backup.contains('/') && done["message"].as_str().unwrap().contains(&backup));
    assert_eq!(done["cleared"], 1);
    let stats = site.stats().await;
    assert_eq!((&stats["dailyWager"], &stats["monthlyWager"]), (&json!(0.0), &json!(160.0)));
    site.emu(165).await;
    assert_eq!(site.days("2026-04-01", "2026-04-30").await.last().unwrap().1, 5.0);
    assert_eq!(site.get("test").await.of(200)["consistent"], true);

    assert_eq!(site.reset("reset-database").await["cleared"], 2);
    assert_eq!(site.days("2026-04-01", "2026-04-30").await, days(&[]));
    assert_eq!(site.tracked_since().await, Value::Null);
    // The players keep their figures and continue from there.
    assert_eq!(site.stats().await["dailyWager"], 5.0);
    site.emu(166).await;
    assert_eq!(site.days("2026-04-01", "2026-04-30").await, days(&[("2026-04-04", 6.0)]));
    assert_eq!(site.tracked_since().await, "2026-04-04");

    site.reset("complete-reset").await;
    let empty = site.get("current-stats").await.of(200);
    assert_eq!((&empty["players"], &empty["lastUpdate"]), (&json!({}), &Value::Null));
    assert_eq!(site.get("health").await.of(200)["status"], "empty");
    // Like the very first figures.
    site.emu(170).await;
    assert_eq!(site.stats().await["dailyWager"], 0.0);
    assert_eq!(site.stats().await["totalWagered"], 170.0);
    assert_eq!(site.get("test").await.of(200)["consistent"], true);

    let audit = site.server.get("/api/admin/audit?q=wagers.").by(&site.admin).send().await.of(200);
    let actions: Vec<&str> = audit["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions.iter().filter(|action| **action == "wagers.import").count(), 5);
    for action in ["wagers.reset-daily", "wagers.reset-database", "wagers.complete-reset"] {
        assert!(actions.contains(&action), "{actions:?}");
    }
    let daily =
        audit["items"].as_array().unwrap().iter().find(|row| row["action"] == "wagers.reset-daily");
    let row = daily.unwrap();
    assert!(row["before"].as_str().unwrap().contains("60.0"), "{row}");
    assert!(row["after"].as_str().unwrap().contains(&backup), "{row}");

    // The backup is whole, and holds what was thrown away.
    let file = site.server.data().join("backups").join(&backup);
    let folder = tempfile::TempDir::new().unwrap();
    Store::restore(&file, folder.path(), &formats::current(), formats::OLDEST).unwrap();
    assert!(pointhouse::verify::verify(folder.path()).unwrap().faults.is_empty());
}

#[tokio::test]
async fn figures_that_are_none_are_refused_and_change_nothing() {
    let site = Tracked::start().await;
    let cases = [
        (json!([]), "1 to 10000 players at once"),
        (json!([{ "username": " ", "monthlyWagered": 1 }]), "Row 1: A name has 1 to 64 characters"),
        (json!([{ "username": "a" }]), "Row 1: monthlyWagered is missing"),
        (
            json!([{ "username": "a", "monthlyWagered": 1 }, { "username": "b", "monthlyWagered": -1 }]),
            "Row 2: monthlyWagered must be",
        ),
        (json!([{ "username": "a", "monthlyWagered": "NaN" }]), "Row 1: monthlyWagered must be"),
        (json!([{ "username": "a", "monthlyWagered": 1e300 }]), "Row 1: monthlyWagered must be"),
        (
            json!([{ "username": "a", "monthlyWagered": 1, "totalWagered": "x" }]),
            "Row 1: totalWagered must be",
        ),
        (
            json!([{ "username": "a", "monthlyWagered": 1 }, { "username": "A", "monthlyWagered": 1 }]),
            "Row 2: A comes twice",
        ),
    ];
    for (players, text) in cases {
        let refused = site.import(players).await.of(400);
        assert!(refused["fields"]["players"].as_str().unwrap().starts_with(text), "{refused}");
    }
    let many: Vec<Value> =
        (0..10_001).map(|n| json!({ "username": format!("p{n}"), "monthlyWagered": 1 })).collect();
    site.import(json!(many)).await.refused(400, "validation");
    assert_eq!(site.get("current-stats").await.of(200)["players"], json!({}));
    // As many as there may be fit into a body.
    site.import(json!(many[1..])).await.of(200);
    let stats = site.get("current-stats").await.of(200);
    assert_eq!(stats["players"].as_object().unwrap().len(), 1000);
    assert_eq!(stats["truncated"], true);
    let long = "x".repeat(3 << 20);
    let call = site.server.post("/api/wager-tracking/update-all").by(&site.admin);
    let body = json!({ "players": [], "timestamp": long });
    call.json(&body).send().await.refused(413, "too_large");

    for (call, field) in [
        ("historical?startDate=2026-3-1", "startDate"),
        ("historical?startDate=2026-02-30", "startDate"),
        ("historical?endDate=tomorrow", "endDate"),
        ("historical?startDate=2026-03-02&endDate=2026-03-01", "startDate"),
        ("historical?startDate=2025-01-01&endDate=2026-03-01", "startDate"),
        ("export?startDate=%2B026-03-01", "startDate"),
        ("player-history", "username"),
        ("player-history?username=a&endDate=1", "endDate"),
        ("top-performers?period=yearly", "period"),
        ("top-performers?limit=0", "limit"),
        ("top-performers?limit=101", "limit"),
        ("top-performers?limit=ten", "limit"),
    ] {
        let refused = site.get(call).await.of(400);
        assert!(refused["fields"][field].is_string(), "{call}: {refused}");
    }
    let unknown = site.get("player-history?username=nobody").await.of(200);
    assert_eq!((&unknown["history"], &unknown["currentStats"]), (&json!([]), &Value::Null));
}

#[tokio::test]
async fn top_wagers_are_listed_by_period_and_masked_for_the_public() {
    let mut site = Tracked::start().await;
    let players = |figures: [u64; 3]| {
        let names = ["WombatKing", "=Dingo", "Emu_of_Old"].into_iter().zip(figures);
        names
            .map(|(name, cents)| json!({ "username": name, "monthlyWagered": cents }))
            .collect::<Value>()
    };
    site.at(APRIL_4_MIDNIGHT).await;
    site.import(players([100, 300, 200])).await.of(200);
    site.at(APRIL_4_MIDNIGHT + 2 * DAY).await;
    site.import(players([150, 310, 200])).await.of(200);
    site.at(APRIL_4_MIDNIGHT + 4 * DAY).await;
    site.import(players([155, 340, 201])).await.of(200);
    let top = async |call: &str| -> Vec<(String, f64)> {
        let actual = site.get(call).await.of(200);
        let rows = actual["performers"].as_array().unwrap().iter();
        rows.map(|row| {
            (row["username"].as_str().unwrap().to_owned(), row["wagered"].as_f64().unwrap())
        })
        .collect()
    };
    let daily = days(&[("=Dingo", 30.0), ("WombatKing", 5.0), ("Emu_of_Old", 1.0)]);
    assert_eq!(top("top-performers").await, daily);
    let weekly = days(&[("WombatKing", 55.0), ("=Dingo", 40.0), ("Emu_of_Old", 1.0)]);
    assert_eq!(top("top-performers?period=weekly").await, weekly);
    let monthly = days(&[("=Dingo", 340.0), ("Emu_of_Old", 201.0)]);
    assert_eq!(top("top-performers?period=monthly&limit=2").await, monthly);

    let path = "/api/wager-tracking/leaderboard";
    let public = site.server.get(path).send().await;
    let tag = public.header("etag").to_owned();
    let again = site.server.get(path).header("if-none-match", &tag).send().await;
    assert_eq!(again.status, 304);
    let public = public.of(200);
    let names = |board: &Value| -> Vec<String> {
        let places = board["leaderboard"].as_array().unwrap().iter();
        places.map(|place| place["username"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&public), ["=D**go", "Em******ld", "Wo******ng"]);
    assert_eq!(public["leaderboard"][0]["monthlyWager"], 340.0);
    assert_eq!(public["leaderboard"][0]["totalWon"], 0.0);
    let whole = site.get("leaderboard").await.of(200);
    assert_eq!(names(&whole), ["=Dingo", "Emu_of_Old", "WombatKing"]);
    // Wagers are no part of a moderator's role.
    let mia = person(&site.server, &site.admin, "Mia", "moderator").await;
    let masked = site.server.get(path).by(&mia).send().await.of(200);
    assert_eq!(names(&masked), names(&public));

    // A member sees the own name whole, once an admin has approved it.
    let member = site.server.member("emu").await;
    let body = json!({ "rainbetUsername": "emu_of_old" });
    let asked = site.server.call(reqwest::Method::PUT, "/api/auth/update-gaming").by(&member.token);
    asked.json(&body).send().await.of(200);
    let decide = site.server.call(reqwest::Method::PUT, "/api/auth/gaming-approvals/1");
    decide.by(&site.admin).json(&json!({ "status": "approved" })).send().await.of(200);
    let own = site.server.get(path).by(&member.token).send().await.of(200);
    assert_eq!(names(&own), ["=D**go", "Emu_of_Old", "Wo******ng"]);
    assert_eq!(
        (&own["leaderboard"][1]["own"], &own["leaderboard"][0]["own"]),
        (&json!(true), &json!(false))
    );
}

#[tokio::test]
async fn the_history_is_a_table_that_no_name_makes_a_formula_of() {
    let mut site = Tracked::start().await;
    site.at(APRIL_4_MIDNIGHT).await;
    let players = json!([
        { "username": "=1+1", "monthlyWagered": 1 },
        { "username": "a,\"b", "monthlyWagered": "2.5" },
    ]);
    site.import(players).await.of(200);
    site.at(APRIL_4_MIDNIGHT + HOUR).await;
    site.import(json!([{ "username": "=1+1", "monthlyWagered": 1234.5 }])).await.of(200);
    let file = site.get("export?startDate=2026-04-04&endDate=2026-04-04").await;
    assert_eq!(file.status, 200);
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    let name = "attachment; filename=\"wager-tracking-2026-04-04-to-2026-04-04.csv\"";
    assert_eq!(file.header("content-disposition"), name);
    let table = "\u{feff}Date,Username,Daily Wager,Monthly Wager,Total Wagered\n\
        2026-04-04,'=1+1,1233.50,1234.50,1234.50\n\
        2026-04-04,\"a,\"\"b\",0.00,2.50,2.50\n";
    assert_eq!(file.text, table);
    let empty = site.get("export?startDate=2026-01-01&endDate=2026-01-02").await;
    assert_eq!(empty.text, "\u{feff}Date,Username,Daily Wager,Monthly Wager,Total Wagered\n");
}

#[tokio::test]
async fn unchanged_data_is_a_304() {
    let site = Tracked::start().await;
    site.emu(5).await;
    for call in ["current-stats", "historical", "player-history?username=Emu", "top-performers"] {
        let first = site.get(call).await;
        let path = format!("/api/wager-tracking/{call}");
        let again =
            site.server.get(&path).by(&site.admin).header("if-none-match", first.header("etag"));
        assert_eq!(again.send().await.status, 304, "{call}");
    }
    let test = site.get("test").await.of(200);
    assert_eq!((&test["players"], &test["today"]), (&json!(1), &json!("2026-03-10")));
    let health = site.server.get("/api/wager-tracking/health").send().await.of(200);
    assert_eq!((&health["status"], health["lastUpdate"].is_string()), (&json!("ok"), true));
}

#[tokio::test]
async fn the_board_is_made_once_for_each_state() {
    let mut site = Tracked::start().await;
    site.at(APRIL_4_MIDNIGHT).await;
    site.emu(100).await;
    site.at(APRIL_4_MIDNIGHT + HOUR).await;
    site.emu(120).await;
    let path = "/api/wager-tracking/leaderboard";
    let board =
        async |site: &Tracked| site.server.get(path).send().await.of(200)["leaderboard"][0].clone();
    let (first, whole) = (board(&site).await, site.get("leaderboard").await.of(200));
    assert_eq!((&first["username"], &first["dailyWager"]), (&json!("E*u"), &json!(20.0)));
    // A scan of the players would find a row that cannot be decoded.
    let store = site.server.site().store().clone();
    let rows = store.view().scan(tables::WAGER_PLAYER, &[], &[], 9).unwrap();
    let (key, row) = rows.first().unwrap();
    let put = async |row: &[u8]| {
        let mut batch = Batch::new();
        batch.put(tables::WAGER_PLAYER, key, row).unwrap();
        store.commit(batch).await.unwrap();
    };
    put(b"\x09").await;
    assert_eq!(board(&site).await, first);
    assert_eq!(site.get("leaderboard").await.of(200), whole);
    put(row).await;
    // New figures, a new day and a new month make another one.
    site.emu(125).await;
    assert_eq!(board(&site).await["dailyWager"], 25.0);
    site.at(APRIL_4_MIDNIGHT + DAY).await;
    let next = board(&site).await;
    assert_eq!((&next["dailyWager"], &next["monthlyWager"]), (&json!(0.0), &json!(125.0)));
    site.at(APRIL_4_MIDNIGHT + 30 * DAY).await;
    assert_eq!(board(&site).await["monthlyWager"], 0.0);
    site.reset("complete-reset").await;
    assert_eq!(board(&site).await, Value::Null);
}

#[tokio::test]
async fn what_a_reset_left_is_swept_away_page_by_page() {
    let site = Tracked::start().await;
    let players: Value =
        (0..2500).map(|n| json!({ "username": format!("emu{n}"), "monthlyWagered": 1 })).collect();
    site.import(players).await.of(200);
    site.reset("complete-reset").await;
    // Two at once, and the one that the reset has begun.
    let tracking = site.server.site().tracking();
    tokio::join!(tracking.sweep(), tracking.sweep());
    for table in
        [tables::WAGER_DAY, tables::WAGER_DAY_SUM, tables::WAGER_PLAYER, tables::WAGER_MONTH]
    {
        assert_eq!(site.server.site().store().view().scan(table, &[], &[], 9).unwrap().len(), 0);
    }
}
