//! Every game over HTTP, 200 rounds each: the responses, the history, the ledger, the balance and
//! the rounds recomputed from the revealed seeds must agree.

use std::collections::HashMap;

use pointhouse::games::bet_examples;
use pointhouse_rules::replay::replay_line;
use serde_json::{Value, json};
use sha2::Digest;

use crate::rig::{Member, Patience, Server};

const ROUNDS: usize = 200;
const POINTS: u64 = 1_000_000;

/// What a round is begun with, different from round to round.
fn opening(game: &str, number: usize) -> (String, Value) {
    let (path, body) = match varied_opening(game, number) {
        Some((path, body)) => (path.to_owned(), body),
        None => {
            let examples = bet_examples();
            let of = examples.into_iter().find(|of| of.game.id() == game).unwrap();
            let body = of.bodies[number % of.bodies.len()];
            (of.path, serde_json::from_str(body).unwrap())
        }
    };
    (path, body)
}

/// Bets that go through all shapes of a game; a game without an entry is played by its examples.
fn varied_opening(game: &str, number: usize) -> Option<(&'static str, Value)> {
    let bet = 1 + number % 100;
    Some(match game {
        "dice" => {
            let direction = if number.is_multiple_of(2) { "under" } else { "over" };
            ("dice/bet", json!({ "bet": bet, "target": 1 + number % 99, "direction": direction }))
        }
        "limbo" => {
            let target = format!("{}.{:02}", 1 + number % 40, 1 + number % 99);
            ("limbo/bet", json!({ "bet": bet, "target": target }))
        }
        "keno" => {
            let risk = ["low", "medium", "high"][number % 3];
            let picks: Vec<usize> =
                (0..=number % 10).map(|n| 1 + (number * 7 + n * 3) % 40).collect();
            ("keno/bet", json!({ "bet": bet, "risk": risk, "picks": picks }))
        }
        "slot" => {
            let steps = [1, 2, 5, 10, 20, 25, 50, 100];
            ("slot/bet", json!({ "bet": steps[number % steps.len()] }))
        }
        "roulette" => {
            let kinds = ["red", "odd", "high"];
            let straight = json!({ "kind": "straight", "amount": 2, "numbers": [number % 37] });
            let dozen = json!({ "kind": "dozen", "amount": 3, "pick": 1 + number % 3 });
            let even = json!({ "kind": kinds[number % 3], "amount": 1 + number % 50 });
            ("roulette/bet", json!({ "bets": [straight, dozen, even] }))
        }
        "mines" => ("mines/start", json!({ "bet": bet, "mines": 1 + number % 24 })),
        "blackjack" => ("blackjack/deal", json!({ "bet": bet })),
        _ => return None,
    })
}

/// The next move of an open round.
fn next_move(round: &Value, number: usize) -> (&'static str, Value, Value) {
    let detail = &round["detail"];
    if round["game"] == "mines" {
        let steps = detail["steps"].as_array().unwrap();
        if !steps.is_empty() && steps.len() > number % 4 {
            return ("mines/cashout", json!({}), json!("cashout"));
        }
        let tile = (number + steps.len() * 7) % 25;
        return ("mines/reveal", json!({ "tile": tile }), json!(tile));
    }
    let may = |action: &str| detail["actions"].as_array().unwrap().contains(&json!(action));
    if may("insure") {
        let accept = number.is_multiple_of(2);
        let action = if accept { "insure" } else { "decline" };
        return ("blackjack/insurance", json!({ "accept": accept }), json!(action));
    }
    if may("double") && number.is_multiple_of(3) {
        return ("blackjack/double", json!({}), json!("double"));
    }
    if detail["player_total"].as_u64().unwrap() < 16 {
        return ("blackjack/hit", json!({}), json!("hit"));
    }
    ("blackjack/stand", json!({}), json!("stand"))
}

/// A round from its bet to its end, with what was done in it.
pub(crate) async fn whole_round(
    server: &Server,
    member: &Member,
    game: &str,
    number: usize,
) -> (Value, Vec<Value>) {
    let (path, body) = opening(game, number);
    let answer = server.game(member, &path, &body).await.of(200);
    play_out(server, member, answer, number).await
}

/// Plays an open round to its end. Returns the last answer and the moves.
pub(crate) async fn play_out(
    server: &Server,
    member: &Member,
    mut answer: Value,
    number: usize,
) -> (Value, Vec<Value>) {
    let mut actions = Vec::new();
    let patience = Patience::for_event("the round ends");
    while answer["round"]["result"].is_null() {
        patience.check();
        let hidden = answer.to_string();
        for word in ["draws", "deck", "\"mines\":[", "dealer_total", "server_seed"] {
            assert!(!hidden.contains(word), "{word} shows in an open round: {hidden}");
        }
        let (path, body, action) = next_move(&answer["round"], number);
        answer = server.game(member, path, &body).await.of(200);
        actions.push(action);
    }
    (answer, actions)
}

/// What the published rules and the revealed seed make of a round, as `pointhouse replay` does it.
fn replayed(round: &Value, actions: &[Value], seeds: &Value) -> Value {
    let mut params = round["params"].clone();
    if round["game"] == "limbo" {
        // In the vectors, a target is in hundredths.
        let digits = params["target"].as_str().unwrap().replace('.', "");
        params["target"] = json!(digits.parse::<u64>().unwrap());
    }
    let line = json!({
        "game": round["game"],
        "server_seed": seeds["serverSeed"],
        "client_seed": seeds["clientSeed"],
        "nonce": round["nonce"],
        "params": params,
        "actions": actions,
    });
    serde_json::from_str(&replay_line(&line.to_string())).unwrap()
}

/// Points moved by round, from the whole statement.
async fn moved(server: &Server, member: &Member) -> HashMap<String, i64> {
    let mut moved = HashMap::new();
    for page in 1.. {
        let path = format!("/api/me/ledger?page={page}&limit=200");
        let body = server.get(&path).by(&member.token).send().await.of(200);
        let items = body["items"].as_array().unwrap();
        for item in items {
            let reference = item["reference"].as_str().unwrap().to_owned();
            *moved.entry(reference).or_default() += item["amount"].as_i64().unwrap();
        }
        if items.len() < 200 {
            return moved;
        }
    }
    unreachable!()
}

async fn two_hundred_rounds(game: &str) {
    let mut server = Server::start().await;
    let member = server.player("emu", POINTS).await;
    let mut balance = i64::try_from(POINTS).unwrap();
    let mut played = Vec::new();
    for number in 0..ROUNDS {
        let (answer, actions) = whole_round(&server, &member, game, number).await;
        let round = &answer["round"];
        let (staked, payout) =
            (round["staked"].as_i64().unwrap(), round["payout"].as_i64().unwrap());
        balance += payout - staked;
        assert_eq!(answer["balance"], balance, "{answer}");
        assert_eq!(round["nonce"], number, "every round takes one nonce");
        assert_eq!(round["detail"]["payout"], payout);
        played.push((round.clone(), actions));
    }

    let path = format!("/api/games/{game}/history?limit=100");
    let history = server.get(&path).by(&member.token).send().await.of(200);
    let newest: Vec<Value> =
        played.iter().rev().take(100).map(|(round, _)| round.clone()).collect();
    assert_eq!(history["history"], json!(newest));

    let moved = moved(&server, &member).await;
    for (round, _) in &played {
        let net = round["payout"].as_i64().unwrap() - round["staked"].as_i64().unwrap();
        let entries = moved.get(round["id"].as_str().unwrap()).copied().unwrap_or_default();
        assert_eq!(entries, net, "{round}");
    }
    assert_eq!(server.balance(&member).await, u64::try_from(balance).unwrap());

    let rules = server.get("/api/games/rules").send().await.of(200);
    let rotated = server.game(&member, "fairness/rotate", &json!({})).await.of(200);
    assert_eq!(rotated["revealed"]["rounds"], ROUNDS);
    for (round, actions) in &played {
        assert_eq!(round["rulesHash"], rules["games"][game]["rulesHash"]);
        assert_eq!(replayed(round, actions, &rotated["revealed"]), round["detail"], "{round}");
    }
    let findings = server.prove();
    assert_eq!(findings.rounds, u64::try_from(ROUNDS).unwrap());
}

macro_rules! round_tests {
    ($($Name:ident $id:ident $title:literal,)*) => {
        pastey::paste! {$(
            #[tokio::test]
            async fn [<two_hundred_rounds_of_ $id>]() {
                two_hundred_rounds(stringify!($id)).await;
            }
        )*}
    };
}

pointhouse_rules::house_games!(round_tests);

#[tokio::test]
async fn refused_bets_of_every_game_take_no_nonce_and_no_points() {
    let server = Server::start().await;
    let member = server.player("emu", 50).await;
    let split =
        |numbers: Value| json!({ "bets": [{ "kind": "split", "amount": 1, "numbers": numbers }] });
    let refused = [
        ("limbo/bet", json!({ "bet": 1, "target": "1.00" }), 400, "bad_target"),
        ("limbo/bet", json!({ "bet": 1, "target": "2.005" }), 400, "bad_target"),
        ("limbo/bet", json!({ "bet": 1 }), 400, "bad_target"),
        ("limbo/bet", json!({ "bet": 0, "target": "2.00" }), 400, "bad_bet"),
        ("keno/bet", json!({ "bet": 1, "risk": "low", "picks": [] }), 400, "bad_picks"),
        ("keno/bet", json!({ "bet": 1, "risk": "low", "picks": [1, 1] }), 400, "bad_picks"),
        ("keno/bet", json!({ "bet": 1, "risk": "low", "picks": [41] }), 400, "bad_picks"),
        ("keno/bet", json!({ "bet": 1, "risk": "huge", "picks": [1] }), 400, "bad_risk"),
        ("plinko/bet", json!({ "bet": 10, "rows": 7, "risk": "low" }), 400, "bad_rows"),
        ("plinko/bet", json!({ "bet": 10, "rows": 8, "risk": "huge" }), 400, "bad_risk"),
        ("plinko/bet", json!({ "bet": 60, "rows": 8, "risk": "low" }), 400, "insufficient_points"),
        ("slot/bet", json!({ "bet": 3 }), 400, "bad_bet"),
        ("slot/bet", json!({}), 400, "bad_bet"),
        ("roulette/bet", split(json!([1, 3])), 400, "bad_numbers"),
        ("roulette/bet", json!({ "bets": [{ "kind": "basket", "amount": 1 }] }), 400, "bad_kind"),
        ("roulette/bet", json!({ "bets": [] }), 400, "bad_bet"),
        ("roulette/bet", json!({ "bets": [{ "kind": "red", "amount": 101 }] }), 400, "bad_bet"),
        ("mines/start", json!({ "bet": 1, "mines": 25 }), 400, "bad_mines"),
        ("mines/start", json!({ "bet": 1, "mines": 0 }), 400, "bad_mines"),
        ("blackjack/deal", json!({ "bet": 1.5 }), 400, "bad_bet"),
        ("limbo/bet", json!({ "bet": 51, "target": "2.00" }), 400, "insufficient_points"),
        ("keno/bet", json!({ "bet": 51, "risk": "low", "picks": [1] }), 400, "insufficient_points"),
        ("slot/bet", json!({ "bet": 100 }), 400, "insufficient_points"),
        ("mines/start", json!({ "bet": 51, "mines": 3 }), 400, "insufficient_points"),
        ("blackjack/deal", json!({ "bet": 51 }), 400, "insufficient_points"),
    ];
    for (path, body, status, code) in refused {
        let text = server.game(&member, path, &body).await.refused(status, code);
        if code == "insufficient_points" {
            assert!(text.contains("Insufficient points"), "{text}");
        }
    }
    let fairness = server.get("/api/games/fairness").by(&member.token).send().await.of(200);
    assert_eq!(fairness["nonce"], 0);
    assert_eq!(server.balance(&member).await, 50);
    for game in ["mines", "blackjack"] {
        let path = format!("/api/games/{game}/state");
        let state = server.get(&path).by(&member.token).send().await.of(200);
        assert_eq!(state["round"], Value::Null);
    }
}

#[tokio::test]
async fn the_tables_of_old_rounds_stay_readable_by_their_hash() {
    let mut server = Server::start().await;
    let member = server.player("emu", 1000).await;
    let bet = json!({ "bet": 10, "target": 50, "direction": "under" });
    let old = server.bet(&member, &bet).await.of(200)["round"].clone();
    server.restart_with(|config| config.games.tables.dice.return_percent = 90).await;
    let new = server.bet(&member, &bet).await.of(200)["round"].clone();
    assert_ne!(old["rulesHash"], new["rulesHash"]);
    assert_eq!(
        (&old["detail"]["multiplier"], &new["detail"]["multiplier"]),
        (&json!("1.9800"), &json!("1.8000"))
    );
    let path = format!("/api/games/rules/{}", old["rulesHash"].as_str().unwrap());
    let table = server.get(&path).send().await.of(200);
    assert_eq!(table["table"]["return_percent"], 99);
    let canonical = table["canonical"].as_str().unwrap();
    let hash = sha2::Sha256::digest(canonical.as_bytes());
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(old["rulesHash"], hash);
    server.get("/api/games/rules/none").send().await.refused(404, "not_found");
    // The old round is still shown under its own table.
    let history = server.get("/api/games/dice/history").by(&member.token).send().await.of(200);
    assert_eq!(history["history"], json!([new, old]));
    server.prove();
}
