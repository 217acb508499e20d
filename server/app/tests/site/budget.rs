//! The prize budget of a game and site day (docs/decisions.md, C6).

use pointhouse::ids::GameId;
use pointhouse_rules::Game;
use serde_json::{Value, json};

use crate::dice::{bet, settled_bet};
use crate::rig::{DAY, HOUR, Member, Patience, Server, planted_roll};

/// The bet with the smallest chance that still wins the planted roll, and what it pays.
fn jackpot(points: u64, nonce: u64) -> (Value, u64) {
    let roll = planted_roll(nonce);
    let (under, over) = (roll / 100 + 1, roll / 100);
    if under <= 50 {
        (bet(points, under, "under"), 99 * points / under)
    } else {
        (bet(points, over, "over"), 99 * points / (100 - over))
    }
}

async fn status(server: &Server) -> Value {
    server.get("/api/auth/game-maintenance-status/dice").send().await.of(200)
}

async fn play_all(server: &Server, member: &Member, budget: i64) -> (u64, i64) {
    let mut net = 0;
    for nonce in 0.. {
        let (body, payout) = jackpot(100, nonce);
        let answer = server.bet(member, &body).await.of(200);
        assert_eq!(answer["round"]["payout"], payout);
        net += i64::try_from(payout).unwrap() - 100;
        if net > budget {
            return (nonce + 1, net);
        }
    }
    unreachable!()
}

#[tokio::test]
async fn past_its_budget_a_game_pauses_until_the_next_site_day() {
    let mut server = Server::with(|config| config.games.prize_budget = 300).await;
    let lucky = server.planted("emu", 10_000).await;
    let other = server.player("bilby", 100).await;
    assert_eq!(status(&server).await["pausedUntil"], Value::Null);
    let visitor = server.listen(&json!({})).await;
    let (played, _) = play_all(&server, &lucky, 300).await;
    // Noon in Sydney is 01:00 UTC; the day ends at 13:00 UTC.
    let until = "2026-03-10T13:00:00.000Z";
    let text = format!("Paused until {until}: today's prize budget is used up");
    for member in [&lucky, &other] {
        let answer = server.bet(member, &bet(1, 50, "over")).await;
        assert_eq!(answer.refused(503, "game_paused"), text);
    }
    // The pause is pushed to everyone, once.
    let heard = server.get(&visitor).send().await.text;
    let event = json!(["gamePaused", { "gameId": "dice", "until": until }]);
    assert_eq!(heard, format!("42{event}"));
    assert_eq!(
        status(&server).await,
        json!({
            "success": true, "message": "The game is enabled", "disabled": false,
            "pausedUntil": until,
        })
    );
    let all = server.get("/api/auth/admin/game-maintenance-status").send().await.of(200);
    assert_eq!(all["pausedUntil"], json!({ "dice": until }));
    assert_eq!(all["gameStates"]["dice"], false);
    let fairness = server.get("/api/games/fairness").by(&lucky.token).send().await.of(200);
    assert_eq!(fairness["nonce"], played, "a refused bet burns no nonce");
    // Neither a restart nor the last moment of the day ends the pause.
    server.restart().await;
    server.bet(&lucky, &bet(1, 50, "over")).await.refused(503, "game_paused");
    server.pass(12 * HOUR - 1);
    server.bet(&lucky, &bet(1, 50, "over")).await.refused(503, "game_paused");
    server.pass(1);
    assert_eq!(status(&server).await["pausedUntil"], Value::Null);
    let lucky = { server.login(&lucky.email, crate::rig::PASSWORD).await.of(200) };
    let token = lucky["token"].as_str().unwrap();
    let call = server.post("/api/games/dice/bet").by(token).json(&bet(1, 50, "over"));
    call.send().await.of(200);
    server.prove();
}

#[tokio::test]
async fn what_players_lose_counts_against_what_others_win() {
    let server = Server::with(|config| config.games.prize_budget = 100).await;
    // Both have the planted seeds: one bets on the roll, the other against it.
    let lucky = server.planted("emu", 10_000).await;
    let loser = server.planted("bilby", 10_000).await;
    for nonce in 0..20 {
        let lost = server.bet(&loser, &settled_bet(100, nonce, false)).await.of(200);
        let won = server.bet(&lucky, &settled_bet(100, nonce, true)).await.of(200);
        assert_eq!((&lost["round"]["payout"], &won["round"]["payout"]), (&json!(0), &json!(198)));
        assert_eq!(status(&server).await["pausedUntil"], Value::Null, "98 out for each 100 in");
    }
    // 40 to the good, so 58 after one more win and 156 after two.
    for (nonce, paused) in [(20, false), (21, true)] {
        server.bet(&lucky, &settled_bet(100, nonce, true)).await.of(200);
        assert_eq!(status(&server).await["pausedUntil"] != Value::Null, paused);
    }
    server.bet(&loser, &settled_bet(100, 20, false)).await.refused(503, "game_paused");
}

#[tokio::test]
async fn a_budget_is_a_days_own() {
    let server = Server::with(|config| {
        config.games.prize_budget = 300;
        config.auth.remember_days = 30;
    })
    .await;
    let lucky = server.planted("emu", 10_000).await;
    let (played, _) = play_all(&server, &lucky, 300).await;
    server.pass(DAY);
    let (body, _) = jackpot(1, played);
    server.bet(&lucky, &body).await.of(200);
    assert_eq!(status(&server).await["pausedUntil"], Value::Null);
}

#[tokio::test]
async fn a_round_of_several_calls_counts_when_it_has_ended() {
    let server = Server::with(|config| {
        config.games.prize_budget = 50;
        config.games.tables.mines.max_bet = 1_000_000_000;
    })
    .await;
    let (member, other) = (server.player("emu", 1000).await, server.player("bilby", 1000).await);
    let start = json!({ "bet": 100, "mines": 1 });
    let net = || {
        let day = server.site().games().services().budget.day(GameId::Mines, server.clock.now());
        i64::try_from(day.paid).unwrap() - i64::try_from(day.staked).unwrap()
    };
    server.game(&other, "mines/start", &start).await.of(200);
    assert_eq!(net(), 0, "an open round counts for nothing yet");
    let patience = Patience::for_event("the prize budget is passed");
    // Ten tiles beside one mine among 25 pay 1.65 of the bet in three rounds of five. With bets that triple, the
    // first such round pays more than the budget over all that was lost before it.
    let mut stake: u32 = 100;
    while net() <= 50 {
        patience.check();
        server.grant(&member, "set", 1_000_000_000).await.of(200);
        let start = json!({ "bet": stake, "mines": 1 });
        server.game(&member, "mines/start", &start).await.of(200);
        stake *= 3;
        for tile in 0..10 {
            let body = json!({ "tile": tile });
            let answer = server.game(&member, "mines/reveal", &body).await.of(200);
            if !answer["round"]["result"].is_null() {
                break;
            }
        }
        server.game(&member, "mines/cashout", &json!({})).await;
    }
    server.game(&member, "mines/start", &start).await.refused(503, "game_paused");
    // Open rounds may be finished; the other games continue.
    let revealed = server.game(&other, "mines/reveal", &json!({ "tile": 7 })).await.of(200);
    if revealed["round"]["result"].is_null() {
        server.game(&other, "mines/cashout", &json!({})).await.of(200);
    }
    server.bet(&member, &bet(1, 50, "over")).await.of(200);
    let admin = server.admin().await;
    let metrics = server.get("/metrics").by(&admin).send().await.text;
    let total = server.site().games().services().budget.total(GameId::Mines);
    for (name, value) in
        [("rounds", total.rounds), ("staked_points", total.staked), ("paid_points", total.paid)]
    {
        let line = format!("pointhouse_game_{name}_total{{game=\"mines\"}} {value}");
        assert!(metrics.lines().any(|known| known == line), "{line}: {metrics}");
    }
}

#[tokio::test]
async fn a_table_that_pays_back_more_plays_when_it_is_allowed_to() {
    let mut server = Server::with(|config| {
        config.games.tables.slot.preset = pointhouse_rules::slot::Preset::Classic;
        config.games.tables.limbo.preset = pointhouse_rules::limbo::Preset::Classic;
        config.games.allow_positive_return =
            [(Game::Slot, true), (Game::Limbo, true)].into_iter().collect();
    })
    .await;
    let member = server.player("emu", 1000).await;
    let rules = server.get("/api/games/rules").send().await.of(200);
    assert_eq!(rules["games"]["slot"]["highestReturn"], "4.302400");
    assert_eq!(rules["games"]["limbo"]["highestReturn"], "1.010000");
    // The one bet without any risk that a preset has.
    let body = json!({ "bet": 100, "target": "1.01" });
    for round in 1..=10 {
        let answer = server.game(&member, "limbo/bet", &body).await.of(200);
        assert_eq!(answer["balance"], 1000 + round);
    }
    for _ in 0..20 {
        server.game(&member, "slot/bet", &json!({ "bet": 1 })).await.of(200);
    }
    server.prove();
}
