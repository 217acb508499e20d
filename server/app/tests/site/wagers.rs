//! The wager leaderboard: months, prizes, and the sample of a site without a source.

use serde_json::{Value, json};

use crate::rig::{Program, Server, blocking_client};

async fn board(server: &Server, month: &str) -> Value {
    server.get(&format!("/api/leaderboard/wager?month={month}")).send().await.of(200)
}

#[tokio::test]
async fn without_a_source_a_sample_is_shown_that_says_so() {
    let server = Server::start().await;
    let now = server.get("/api/leaderboard/wager").send().await.of(200);
    assert_eq!((&now["month"], &now["currentMonth"]), (&json!("2026-03"), &json!("2026-03")));
    assert_eq!((&now["source"], &now["firstMonth"]), (&json!("sample"), &json!("2023-01")));
    assert_eq!(now["notice"], "Displaying sample data for demonstration purposes.");
    assert_eq!((&now["empty"], &now["updatedAt"]), (&Value::Null, &Value::Null));
    let entries = now["entries"].as_array().unwrap();
    assert_eq!(entries.len(), 20);
    for (entry, rank) in entries.iter().zip(1..) {
        assert_eq!(entry["rank"], rank);
        let wagered = entry["wagered"].as_f64().unwrap();
        assert!((1000.0..=16_000.0).contains(&wagered), "{entry}");
        assert!(entry["username"].as_str().unwrap().contains("***"), "{entry}");
    }
    // The same at every call, and asked about again for nothing.
    assert_eq!(board(&server, "2026-03").await, now);
    let first = server.get("/api/leaderboard/wager").send().await;
    let again = server.get("/api/leaderboard/wager").header("if-none-match", first.header("etag"));
    assert_eq!(again.send().await.status, 304);
    // An admin sees whole names, and all of them.
    let admin = server.admin().await;
    let whole = server.get("/api/leaderboard/wager").by(&admin).send().await.of(200);
    assert_eq!(whole["entries"].as_array().unwrap().len(), 75);
    for entry in whole["entries"].as_array().unwrap() {
        assert!(!entry["username"].as_str().unwrap().contains('*'), "{entry}");
    }
}

#[test]
fn a_new_site_begins_with_its_first_month_and_keeps_it() {
    let data = crate::command_line::folder();
    let board = |file: &str| {
        let serving = Program::serving(data.path(), file).serve();
        let call = blocking_client().get(format!("{}/api/leaderboard/wager", serving.url));
        let board: Value = call.send().unwrap().json().unwrap();
        crate::command_line::stop(serving);
        board
    };
    let first = board("");
    assert_eq!(first["firstMonth"], first["currentMonth"]);
    assert_eq!(board("[wagers]\nfirst_month = \"2024-02\"\n")["firstMonth"], first["firstMonth"]);
}

#[tokio::test]
async fn a_locked_section_that_names_no_first_month_keeps_the_one_of_the_site() {
    let mut server = Server::start().await;
    server
        .restart_reading(|config| {
            config.locked.keys = vec!["wagers".to_owned()];
            config.wagers.first_month = "2026-02".to_owned();
            config.wagers.freeze_hours = 7;
        })
        .await;
    assert_eq!(server.site().settings().now().wagers.freeze_hours, 7);
    assert_eq!(board(&server, "2026-03").await["firstMonth"], "2023-01");
}

#[tokio::test]
async fn a_site_may_show_nothing_instead_of_a_sample() {
    let server = Server::with(|config| config.wagers.sample_data = false).await;
    let board = board(&server, "2025-08").await;
    assert_eq!((&board["source"], &board["entries"]), (&json!("none"), &json!([])));
    let text = "No data available for August 2025. Try another month or check back later.";
    assert_eq!((&board["empty"], &board["notice"]), (&json!(text), &Value::Null));
}

#[tokio::test]
async fn prizes_are_those_of_the_month() {
    let server = Server::start().await;
    let cases: [(&str, u64, &[u64]); 9] = [
        ("2023-01", 1000, &[400, 200, 150, 100, 75, 50, 25]),
        ("2024-07", 1000, &[400, 200, 150, 100, 75, 50, 25]),
        ("2024-08", 2000, &[650, 400, 300, 200, 150, 100, 80, 60, 40, 20]),
        ("2025-05", 2000, &[650, 400, 300, 200, 150, 100, 80, 60, 40, 20]),
        ("2025-06", 1200, &[470, 245, 150, 100, 75, 60, 40, 20, 20, 20]),
        ("2025-07", 1700, &[600, 350, 205, 155, 105, 85, 80, 60, 40, 20]),
        ("2025-08", 3500, &[1000, 600, 450, 300, 200, 150, 100, 100, 100]),
        ("2025-09", 3500, &[1000, 600, 450, 300, 200, 150, 100, 100, 100]),
        ("2026-03", 3500, &[1000, 600, 450, 300, 200, 150, 100, 100, 100]),
    ];
    for (month, pool, cash) in cases {
        let board = board(&server, month).await;
        assert_eq!(board["pool"], pool, "{month}");
        let amounts = |kind: &str| -> Vec<u64> {
            let entries = board["entries"].as_array().unwrap().iter();
            let of_kind = entries.filter(|entry| entry["prize"]["kind"] == kind);
            of_kind.map(|entry| entry["prize"]["amount"].as_u64().unwrap()).collect()
        };
        assert_eq!(amounts("cash"), cash, "{month}");
        let bonus: &[u64] = if pool == 3500 { &[80, 80, 60, 60, 60, 60, 40, 40, 40] } else { &[] };
        assert_eq!(amounts("bonusBuy"), bonus, "{month}");
        // Players with lower ranks get no prize.
        assert_eq!(board["entries"][19]["prize"], Value::Null);
    }
}

#[tokio::test]
async fn only_months_of_the_leaderboard_can_be_asked_for() {
    let server = Server::start().await;
    for month in ["2022-12", "2026-04", "2026-13", "2026-3", "March", "", "2026-03-01", "%2B026-03"]
    {
        let answer = server.get(&format!("/api/leaderboard/wager?month={month}")).send().await;
        let refused = answer.of(400);
        assert_eq!(refused["fields"]["month"], "The month must be 2023-01 to 2026-03", "{month}");
    }
}

#[tokio::test]
async fn imported_figures_are_the_months_and_count_for_the_day_on_which_they_arrive() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let board = async || server.get("/api/leaderboard/wager").send().await.of(200);
    assert_eq!(board().await["source"], "sample");
    let import = async |day: Value| {
        let players = json!([
            { "username": "Emu", "monthlyWagered": "12.50" },
            { "username": "Wombat", "monthlyWagered": 40 },
            { "username": "Quoll", "monthlyWagered": 0 },
        ]);
        let body = json!({ "players": players, "currentDay": day });
        server.post("/api/wager-tracking/update-all").by(&admin).json(&body).send().await
    };
    for day in [json!("1999-01-01"), json!(9), json!("9"), json!([])] {
        let refused = import(day).await;
        let expected = "Must be the site's day, 2026-03-10, or be left out";
        assert_eq!(refused.body["fields"]["currentDay"], expected);
    }
    assert_eq!(board().await["source"], "sample", "nothing was stored");
    for day in [json!("2026-03-10"), json!(10), json!("10"), Value::Null] {
        import(day).await.of(200);
    }
    let board = board().await;
    assert_eq!((&board["source"], &board["notice"]), (&json!("stored"), &Value::Null));
    let entries = board["entries"].as_array().unwrap();
    let wagered: Vec<&Value> = entries.iter().map(|entry| &entry["wagered"]).collect();
    assert_eq!(wagered, [&json!(40.0), &json!(12.5)]);
    assert_eq!(entries[0]["username"], "Wo**at");
}
