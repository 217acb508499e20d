//! Months for which the source responds badly or not at all.

use pointhouse::clock::Millis;
use reqwest::Method;
use serde_json::{Value, json};

use super::{FAILURE, MINUTE, amounts, asked, board, casino, casino_of_march, poll, start};
use crate::rig::{Asked, Counterpart, DAY, HOUR, Reply};

#[tokio::test]
async fn a_month_that_does_not_read_holds_up_no_other() {
    let months = json!({ "2026-03": { "Emu": "12", "Roo": "5" }, "2026-02": { "Roo": "7.5" } });
    let other = Counterpart::start(casino(months));
    let mut server = start(&other).await;
    // 2026-04-01 00:30 UTC: from now on the service has lost March, in one way or another.
    let end = 1_775_001_600_000;
    server.clock.move_to(Millis(end + HOUR / 2));
    for lost in [Reply::Json(200, json!({ "affiliates": [] })), Reply::Json(500, json!({}))] {
        let april = casino(json!({ "2026-04": { "Emu": "1" } }));
        other.answers(move |asked| {
            let is_march = asked.query["start_at"].starts_with("2026-03");
            if is_march { lost.clone() } else { april(asked) }
        });
        server.pass(11 * MINUTE);
        poll(&server).await.unwrap_err();
        let april = board(&server, "").await;
        assert_eq!((&april["source"], &april["warning"]), (&json!("live"), &Value::Null));
        let march = board(&server, "2026-03").await;
        assert_eq!((&march["source"], &march["warning"]), (&json!("stored"), &json!(FAILURE)));
        assert_eq!(amounts(&march), [12.0, 5.0]);
    }
    // Its prizes have to be paid some day: two weeks after it could have been final it is.
    for (days, provisional) in [(2 + 14, true), (2 + 14 + 1, false)] {
        server.clock.move_to(Millis(end + days * DAY - 12 * HOUR));
        poll(&server).await.unwrap_err();
        let march = board(&server, "2026-03").await;
        assert_eq!(
            (&march["provisional"], amounts(&march)),
            (&json!(provisional), vec![12.0, 5.0])
        );
    }
    let admin = server.admin().await;
    let path = "/api/admin/wager-months/2026-03";
    let raw = server.get(&format!("{path}/raw")).by(&admin).send().await;
    raw.refused(404, "not_found");
    let emu = json!({ "username": "Emu", "paid": true });
    let tick = format!("{path}/payouts/1");
    server.call(Method::PUT, &tick).by(&admin).json(&emu).send().await.of(200);
    server.restart().await;
    asked(&server).await;
    assert_eq!(board(&server, "2026-03").await["provisional"], false);
    server.prove();
}

#[tokio::test]
async fn an_amount_that_could_mean_two_things_changes_no_figure() {
    let other = Counterpart::start(casino(json!({ "2026-03": { "Emu": "12", "Roo": "5" } })));
    let mut server = start(&other).await;
    for amount in ["1234,56", "1.234,56", "12.34.56", "lots"] {
        other.answers(casino(json!({ "2026-03": { "Emu": "20", "Roo": amount } })));
        server.pass(11 * MINUTE);
        let error = poll(&server).await.unwrap_err();
        let said = format!("row 2: wagered_amount is \"{amount}\", which is not an amount");
        assert!(error.contains(&said), "{error}");
        let march = board(&server, "").await;
        assert_eq!((amounts(&march), &march["warning"]), (vec![12.0, 5.0], &json!(FAILURE)));
    }
    other.answers(casino(json!({ "2026-03": { "Emu": "20", "Roo": "€ 1,234.56" } })));
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    assert_eq!(amounts(&board(&server, "").await), [1234.56, 20.0]);
    server.prove();
}

#[tokio::test]
async fn figures_that_were_made_before_the_end_of_a_month_are_not_its_last() {
    let made = |made: &'static str, amount: &'static str| {
        move |_: &Asked| {
            let players = json!([{ "username": "Emu", "wagered": amount, "won": "2.50" }]);
            Reply::Json(200, json!({ "data": players, "cache_updated_at": made }))
        }
    };
    let other = Counterpart::start(made("2026-03-10T00:00:00.000Z", "5"));
    let server = start(&other).await;
    let now = board(&server, "").await;
    assert_eq!(
        (&now["madeAt"], &now["entries"][0]["won"]),
        (&json!("2026-03-10T00:00:00.000Z"), &json!(2.5))
    );
    let tracked = server.get("/api/wager-tracking/leaderboard").send().await.of(200);
    assert_eq!(tracked["leaderboard"][0]["totalWon"], 2.5);
    let end = 1_775_001_600_000;
    for (stamp, is_final) in [
        ("2026-03-31T23:59:59Z", false),
        ("2026-04-01T01:00:00+02:00", false),
        ("2026-04-01T00:00:00Z", true),
    ] {
        other.answers(made(stamp, "6"));
        let before = server.clock.now().0.max(end + 2 * DAY);
        server.clock.move_to(Millis(before + 11 * MINUTE));
        poll(&server).await.unwrap();
        assert_eq!(board(&server, "2026-03").await["provisional"], !is_final, "{stamp}");
    }
    // An invalid time is ignored; a time after the response is limited to it.
    other.answers(made("soon", "7"));
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    assert_eq!(board(&server, "").await["madeAt"], Value::Null);
    other.answers(made("2046-01-01T00:00:00Z", "7"));
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    let now = board(&server, "").await;
    assert_eq!(now["madeAt"], now["updatedAt"]);
}

#[tokio::test]
async fn what_was_ever_wagered_is_said_once_and_grows() {
    let other = Counterpart::start(casino_of_march());
    let server = start(&other).await;
    let admin = server.admin().await;
    let players =
        json!({ "players": [{ "username": "Emu", "monthlyWagered": 10, "totalWagered": 9000 }] });
    server.post("/api/wager-tracking/update-all").by(&admin).json(&players).send().await.of(200);
    other.answers(casino(json!({ "2026-03": { "Emu": "12.50" } })));
    server.pass(11 * MINUTE);
    poll(&server).await.unwrap();
    let stats = server.get("/api/wager-tracking/current-stats").by(&admin).send().await.of(200);
    let emu = &stats["players"]["Emu"];
    assert_eq!((&emu["totalWagered"], &emu["monthlyWager"]), (&json!(9002.5), &json!(12.5)));
}
