//! Limits that members set themselves (docs/decisions.md, C8).

use serde_json::{Value, json};

use crate::dice::settled_bet;
use crate::open_rounds::{pass_to, planted_hand};
use crate::rig::{Answer, DAY, HOUR, Member, Server, planted_draws};

async fn limits(server: &Server, member: &Member) -> Value {
    server.get("/api/me/limits").by(&member.token).send().await.of(200)
}

async fn set(server: &Server, member: &Member, body: Value) -> Answer {
    let call = server.call(reqwest::Method::PUT, "/api/me/limits").by(&member.token);
    call.json(&body).send().await
}

#[tokio::test]
async fn a_stake_limit_counts_the_site_day_from_its_start() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 10_000).await;
    for nonce in 0..3 {
        server.bet(&member, &settled_bet(10, nonce, true)).await.of(200);
    }
    let set_to = set(&server, &member, json!({ "dailyStake": 50 })).await.of(200);
    // What was staked before counts too.
    assert_eq!(
        (&set_to["dailyStake"]["limit"], &set_to["dailyStake"]["usedToday"]),
        (&json!(50), &json!(30))
    );
    assert_eq!(set_to["dailyLoss"]["limit"], Value::Null);
    server.bet(&member, &settled_bet(20, 3, true)).await.of(200);
    let text = server.bet(&member, &settled_bet(1, 4, true)).await.refused(403, "limit_reached");
    assert_eq!(text, "You have reached the daily stake limit that you set");
    server.restart().await;
    server.bet(&member, &settled_bet(1, 4, true)).await.refused(403, "limit_reached");
    let body = json!({ "bet": 1, "mines": 3 });
    server.game(&member, "mines/start", &body).await.refused(403, "limit_reached");
    // Noon in Sydney: the day ends 12 hours later.
    assert_eq!(limits(&server, &member).await["nextReset"], "2026-03-10T13:00:00.000Z");
    server.pass(12 * HOUR);
    server.bet(&member, &settled_bet(50, 4, true)).await.of(200);
    server.bet(&member, &settled_bet(1, 5, true)).await.refused(403, "limit_reached");
    assert_eq!(limits(&server, &member).await["dailyStake"]["usedToday"], 50);
}

#[tokio::test]
async fn a_loss_limit_lets_no_bet_lose_more() {
    let server = Server::start().await;
    let member = server.planted("emu", 10_000).await;
    set(&server, &member, json!({ "dailyLoss": 25 })).await.of(200);
    server.bet(&member, &settled_bet(20, 0, false)).await.of(200);
    // Losing 10 more would be 30.
    let text = server.bet(&member, &settled_bet(10, 1, false)).await.refused(403, "limit_reached");
    assert_eq!(text, "You have reached the daily loss limit that you set");
    // A win raises the remaining loss limit again: 5 at 1.98 pays 9.
    server.bet(&member, &settled_bet(5, 1, true)).await.of(200);
    assert_eq!(limits(&server, &member).await["dailyLoss"]["usedToday"], 16);
    server.bet(&member, &settled_bet(9, 2, false)).await.of(200);
    server.bet(&member, &settled_bet(1, 3, false)).await.refused(403, "limit_reached");
}

#[tokio::test]
async fn stricter_holds_at_once_and_looser_after_a_day() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 10_000).await;
    set(&server, &member, json!({ "dailyStake": 100 })).await.of(200);
    let lower = set(&server, &member, json!({ "dailyStake": 40 })).await.of(200);
    assert_eq!(
        (&lower["dailyStake"]["limit"], &lower["dailyStake"]["pending"]),
        (&json!(40), &Value::Null)
    );
    let higher = set(&server, &member, json!({ "dailyStake": 90 })).await.of(200);
    assert_eq!(higher["dailyStake"]["limit"], 40);
    let pending = json!({ "limit": 90, "from": "2026-03-11T01:00:00.000Z" });
    assert_eq!(higher["dailyStake"]["pending"], pending);
    server.bet(&member, &settled_bet(41, 0, true)).await.refused(403, "limit_reached");
    server.restart().await;
    server.pass(DAY - 1);
    let member = server.login_again(&member).await;
    server.bet(&member, &settled_bet(41, 0, true)).await.refused(403, "limit_reached");
    server.pass(1);
    assert_eq!(limits(&server, &member).await["dailyStake"]["limit"], 90);
    server.bet(&member, &settled_bet(41, 0, true)).await.of(200);
    // Ending it waits as well; a stricter one takes the place of what was pending.
    let ending = set(&server, &member, json!({ "dailyStake": null })).await.of(200);
    assert_eq!(ending["dailyStake"]["pending"]["limit"], Value::Null);
    assert_eq!(ending["dailyStake"]["limit"], 90);
    let again = set(&server, &member, json!({ "dailyStake": 60 })).await.of(200);
    assert_eq!(
        (&again["dailyStake"]["limit"], &again["dailyStake"]["pending"]),
        (&json!(60), &Value::Null)
    );
}

#[tokio::test]
async fn a_time_out_takes_no_bets_and_lets_an_open_round_finish() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 10_000).await;
    server.game(&member, "mines/start", &json!({ "bet": 10, "mines": 3 })).await.of(200);
    let out = set(&server, &member, json!({ "timeOutDays": 7 })).await.of(200);
    assert_eq!(out["timeOutUntil"], "2026-03-17T01:00:00.000Z");
    let text = server.bet(&member, &settled_bet(1, 1, true)).await.refused(403, "time_out");
    assert_eq!(text, "You are taking a time-out until 2026-03-17T01:00:00.000Z");
    let table = &pointhouse_rules::Tables::published().mines;
    let bet = pointhouse_rules::mines::Bet::new(10, 3, table).unwrap();
    let mines = pointhouse_rules::mines::Round::start(planted_draws(0), bet).outcome(table).mines;
    let gem = (0..25).find(|tile| !mines.contains(tile)).unwrap();
    server.game(&member, "mines/reveal", &json!({ "tile": gem })).await.of(200);
    server.game(&member, "mines/cashout", &json!({})).await.of(200);
    // A shorter one changes nothing; ending it takes a day.
    let shorter = set(&server, &member, json!({ "timeOutDays": 1 })).await.of(200);
    assert_eq!(shorter["timeOutUntil"], "2026-03-17T01:00:00.000Z");
    let ending = set(&server, &member, json!({ "timeOutDays": 0 })).await.of(200);
    assert_eq!(ending["timeOutUntil"], "2026-03-11T01:00:00.000Z");
    server.restart().await;
    server.bet(&member, &settled_bet(1, 1, true)).await.refused(403, "time_out");
    server.pass(DAY);
    let member = server.login_again(&member).await;
    server.bet(&member, &settled_bet(1, 1, true)).await.of(200);
    assert_eq!(limits(&server, &member).await["timeOutUntil"], Value::Null);
}

#[tokio::test]
async fn limits_that_are_none_are_refused_and_change_nothing() {
    let server = Server::start().await;
    let member = server.player("emu", 100).await;
    for body in [
        json!({ "dailyStake": 0 }),
        json!({ "dailyLoss": 1_000_000_001_u64 }),
        json!({ "timeOutDays": 31 }),
    ] {
        set(&server, &member, body).await.refused(400, "bad_limit");
    }
    for body in [json!({ "dailyStake": -1 }), json!({ "dailyLoss": "5" }), json!({ "weekly": 5 })] {
        set(&server, &member, body).await.refused(400, "bad_request");
    }
    let limits = limits(&server, &member).await;
    assert_eq!(limits["dailyStake"], json!({ "limit": null, "usedToday": 0, "pending": null }));
    assert_eq!(limits["timeOutUntil"], Value::Null);
}

#[tokio::test]
async fn a_payout_counts_on_the_day_of_its_bet() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 10_000).await;
    set(&server, &member, json!({ "dailyLoss": 25 })).await.of(200);
    server.game(&member, "mines/start", &json!({ "bet": 20, "mines": 3 })).await.of(200);
    let table = &pointhouse_rules::Tables::published().mines;
    let bet = pointhouse_rules::mines::Bet::new(20, 3, table).unwrap();
    let mines = pointhouse_rules::mines::Round::start(planted_draws(0), bet).outcome(table).mines;
    let gem = (0..25).find(|tile| !mines.contains(tile)).unwrap();
    server.game(&member, "mines/reveal", &json!({ "tile": gem })).await.of(200);
    server.pass(13 * HOUR);
    server.bet(&member, &settled_bet(20, 1, false)).await.of(200);
    assert_eq!(limits(&server, &member).await["dailyLoss"]["usedToday"], 20);
    let paid = server.game(&member, "mines/cashout", &json!({})).await.of(200);
    assert_eq!(paid["round"]["payout"], 22);
    // The payout of yesterday's round doesn't raise today's remaining loss limit.
    for _ in 0..2 {
        assert_eq!(limits(&server, &member).await["dailyLoss"]["usedToday"], 20);
        server.bet(&member, &settled_bet(6, 2, false)).await.refused(403, "limit_reached");
        server.restart().await;
    }
    // What a round of today pays does.
    server.game(&member, "mines/start", &json!({ "bet": 5, "mines": 3 })).await.of(200);
    assert_eq!(limits(&server, &member).await["dailyLoss"]["usedToday"], 25);
    let bet = pointhouse_rules::mines::Bet::new(5, 3, table).unwrap();
    let mines = pointhouse_rules::mines::Round::start(planted_draws(2), bet).outcome(table).mines;
    let gem = (0..25).find(|tile| !mines.contains(tile)).unwrap();
    server.game(&member, "mines/reveal", &json!({ "tile": gem })).await.of(200);
    server.game(&member, "mines/cashout", &json!({})).await.of(200);
    for _ in 0..2 {
        assert_eq!(limits(&server, &member).await["dailyLoss"]["usedToday"], 20);
        server.restart().await;
    }
}

#[tokio::test]
async fn a_stake_that_is_added_after_midnight_counts_on_the_new_day() {
    let mut server = Server::start().await;
    let member = server.planted("emu", 10_000).await;
    let doubles = |view: &pointhouse_rules::blackjack::View| {
        let is_low = (5..=11).contains(&view.player_total);
        view.phase == pointhouse_rules::blackjack::Phase::Play && is_low
    };
    pass_to(&server, &member, planted_hand(0, doubles)).await;
    server.game(&member, "blackjack/deal", &json!({ "bet": 20 })).await.of(200);
    server.pass(13 * HOUR);
    let used = async |server: &Server| {
        let limits = limits(server, &member).await;
        ["dailyStake", "dailyLoss"].map(|name| limits[name]["usedToday"].as_u64().unwrap())
    };
    let body = json!({ "dailyStake": 100, "dailyLoss": 100 });
    set(&server, &member, body).await.of(200);
    let fairness = server.get("/api/games/fairness").by(&member.token).send().await.of(200);
    let next = fairness["nonce"].as_u64().unwrap();
    server.bet(&member, &settled_bet(7, next, false)).await.of(200);
    let doubled = server.game(&member, "blackjack/double", &json!({})).await.of(200);
    assert_eq!(doubled["round"]["staked"], 40);
    // What yesterday's round pays does not count.
    for _ in 0..2 {
        assert_eq!(used(&server).await, [27, 27]);
        server.restart().await;
    }
    // All that a round of today moves counts.
    let text = server.bet(&member, &settled_bet(74, next + 1, false)).await;
    text.refused(403, "limit_reached");
    pass_to(&server, &member, planted_hand(next + 1, doubles)).await;
    server.game(&member, "blackjack/deal", &json!({ "bet": 2 })).await.of(200);
    let before = used(&server).await[0];
    server.game(&member, "blackjack/double", &json!({})).await.of(200);
    for _ in 0..2 {
        assert_eq!(used(&server).await[0], before + 2);
        server.restart().await;
    }
}
