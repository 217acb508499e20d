//! Tables and prize budgets that change while members play.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{Panel, with};
use crate::dice::{bet, settled_bet};
use crate::rig::{Member, Server, planted_roll};

const RETURNS: &str = "/api/admin/settings/games/returns";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The hash of a game's table in force.
async fn hash(panel: &Panel, game: &str) -> String {
    let rules = panel.get("/api/games/rules").await.of(200);
    rules["games"][game]["rulesHash"].as_str().unwrap().to_owned()
}

async fn round(server: &Server, member: &Member, id: &Value) -> Value {
    let path = format!("/api/games/rounds/{}", id.as_str().unwrap());
    server.get(&path).by(&member.token).send().await.of(200)
}

/// A bet that wins the planted roll with a chance of at most half.
fn winning(points: u64, nonce: u64) -> (Value, u64) {
    let roll = planted_roll(nonce);
    if roll < 5000 { (bet(points, 50, "under"), 50) } else { (bet(points, 50, "over"), 50) }
}

#[tokio::test]
async fn a_changed_table_is_in_force_for_the_next_bet_and_the_old_one_is_kept() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let member = server.planted("emu", 1000).await;
    let old = hash(&panel, "dice").await;
    let (body, chance) = winning(100, 0);
    let first = server.bet(&member, &body).await.of(200);
    assert_eq!(first["round"]["payout"], 99 * 100 / chance);
    let others = hash(&panel, "mines").await;
    let (percent, most) = ("tables.dice.return_percent", "tables.dice.max_bet");
    let values = with(panel.values("games").await, percent, json!(50));
    panel.save("games", &with(values, most, json!(200))).await.of(200);
    let new = hash(&panel, "dice").await;
    assert_ne!(new, old);
    assert_eq!(hash(&panel, "mines").await, others);
    let rules = panel.get("/api/games/rules").await.of(200);
    assert_eq!(rules["games"]["dice"]["table"]["return_percent"], 50);
    let (body, chance) = winning(200, 1);
    let second = server.bet(&member, &body).await.of(200);
    assert_eq!(second["round"]["payout"], 50 * 200 / chance);
    for (hash, percent) in [(&old, 99), (&new, 50)] {
        let table = panel.get(&format!("/api/games/rules/{hash}")).await.of(200);
        assert_eq!(table["table"]["return_percent"], percent);
        let canonical = table["canonical"].as_str().unwrap();
        assert_eq!(&hex(&Sha256::digest(canonical.as_bytes())), hash);
    }
    // Each round names the table that it was played under.
    for (round_of, hash) in [(&first, &old), (&second, &new)] {
        let shown = round(&server, &member, &round_of["round"]["id"]).await;
        assert_eq!(&shown["round"]["rulesHash"], hash);
    }
    // The earlier table again is the earlier hash.
    panel.restore("games", 1).await.of(200);
    assert_eq!(hash(&panel, "dice").await, old);
    server.bet(&member, &bet(101, 50, "over")).await.of(400);
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(hash(&panel, "dice").await, old);
    server.prove();
}

#[tokio::test]
async fn an_open_round_keeps_its_table() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let member = server.planted("emu", 1000).await;
    let old = hash(&panel, "mines").await;
    let start = json!({ "bet": 10, "mines": 3 });
    let opened = server.game(&member, "mines/start", &start).await.of(200);
    let safe = (0..25).find(|tile| !planted_mines().contains(tile)).unwrap();
    panel.set("games", "tables.mines.return_percent", json!(50)).await.of(200);
    assert_ne!(hash(&panel, "mines").await, old);
    // A session that is read again from the disk, too.
    server.restart().await;
    let panel = Panel::of(&server).await;
    let reveal = json!({ "tile": safe });
    server.game(&member, "mines/reveal", &reveal).await.of(200);
    let ended = server.game(&member, "mines/cashout", &json!({})).await.of(200);
    // 99% of 25/22, and not half of it.
    assert_eq!(ended["round"]["detail"]["multiplier"], "1.12");
    assert_eq!(ended["round"]["payout"], 11);
    let shown = round(&server, &member, &opened["round"]["id"]).await;
    assert_eq!(shown["round"]["rulesHash"], old);
    // The next one has the new table.
    server.game(&member, "mines/start", &start).await.of(200);
    assert_ne!(hash(&panel, "mines").await, old);
    server.prove();
}

fn planted_mines() -> Vec<u8> {
    use pointhouse_rules::{Tables, mines};
    let table = &Tables::published().mines;
    let bet = mines::Bet::new(10, 3, table).unwrap();
    mines::Round::start(crate::rig::planted_draws(0), bet).outcome(table).mines
}

#[tokio::test]
async fn a_bet_that_is_repeated_after_the_change_gives_the_first_answer() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let member = server.planted("emu", 1000).await;
    let play = async |body: &Value| {
        let call = server.post("/api/games/dice/bet").by(&member.token).key("once").json(body);
        call.send().await
    };
    let body = settled_bet(100, 0, true);
    let first = play(&body).await.of(200);
    let values = with(panel.values("games").await, "tables.dice.return_percent", json!(50));
    panel.save("games", &with(values, "tables.dice.max_bet", json!(5))).await.of(200);
    assert_eq!(play(&body).await.of(200), first);
    // Another bet with the same key is a new bet, and a new one has to fit the new table.
    let other = play(&settled_bet(99, 0, true)).await;
    other.refused(409, "idempotency_mismatch");
    server.bet(&member, &bet(6, 50, "over")).await.of(400);
    // Of another game it was no bet at all.
    let call = server.post("/api/games/limbo/bet").by(&member.token).key("once");
    call.json(&json!({ "bet": 1000, "target": 2 })).send().await.of(400);
    assert_eq!(server.balance(&member).await, first["balance"].as_u64().unwrap());
}

#[tokio::test]
async fn a_table_above_one_hundred_percent_needs_the_phrase() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let path = "tables.dice.return_percent";
    let before = panel.everything().await;
    let text = panel.set("games", path, json!(101)).await.refused(409, "unconfirmed");
    let wanted =
        "dice would pay back 1.0100 points for each point staked. Type above 100% to confirm it";
    assert_eq!(text, wanted);
    let values = with(panel.values("games").await, path, json!(101));
    for wrong in ["", "above", "Above 100%", "above 101%"] {
        let body = json!({ "revision": 1, "values": values, "confirmed": wrong });
        panel.put("games", &body).await.refused(409, "unconfirmed");
    }
    // Allowing the game beside it confirms nothing.
    let allowed = with(values.clone(), "allow_positive_return.dice", json!(true));
    let refused = panel.save("games", &allowed).await.of(409);
    assert_eq!(refused["params"], json!({ "phrase": "above 100%" }));
    assert_eq!(panel.everything().await, before);

    panel.confirm("games", path, json!(101)).await.of(200);
    assert_eq!(panel.values("games").await["allow_positive_return"]["dice"], true);
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(panel.values("games").await["tables"]["dice"]["return_percent"], 101);
    // Other changes and lower returns need no further confirmation; a higher one does.
    panel.set("games", "prize_budget", json!(5000)).await.of(200);
    panel.set("games", path, json!(102)).await.refused(409, "unconfirmed");
    panel.set("games", "tables.mines.return_percent", json!(150)).await.refused(409, "unconfirmed");
    panel.set("games", "tables.dice.max_bet", json!(50)).await.of(200);
    panel.confirm("games", path, json!(102)).await.of(200);
    panel.set("games", path, json!(101)).await.of(200);
    panel.set("games", path, json!(102)).await.refused(409, "unconfirmed");
    panel.set("games", path, json!(99)).await.of(200);
    panel.set("games", path, json!(101)).await.refused(409, "unconfirmed");
    // A version above it is not restored without the phrase either.
    let higher = panel.history("games").await.len() as u64 - 2;
    let at = format!("/api/admin/settings/games/history/{higher}/restore");
    let revision = panel.revision("games").await;
    panel.post(&at, &json!({ "revision": revision })).await.refused(409, "unconfirmed");
    let body = json!({ "revision": revision, "confirmed": "above 100%" });
    panel.post(&at, &body).await.of(200);
    assert!(panel.values("games").await["tables"]["dice"]["return_percent"].as_u64() > Some(100));
    server.prove();
}

#[tokio::test]
async fn a_lowered_prize_budget_pauses_a_game_and_a_raised_one_opens_it() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let member = server.planted("emu", 1000).await;
    let won = server.bet(&member, &settled_bet(100, 0, true)).await.of(200);
    let net = won["round"]["payout"].as_u64().unwrap() - 100;
    assert!(net > 50);
    panel.set("games", "prize_budget", json!(net - 1)).await.of(200);
    let small = bet(1, 50, "over");
    server.bet(&member, &small).await.refused(503, "game_paused");
    let status = "/api/auth/game-maintenance-status/dice";
    assert_eq!(panel.get(status).await.of(200)["pausedUntil"], "2026-03-10T13:00:00.000Z");
    server.restart().await;
    let panel = Panel::of(&server).await;
    server.bet(&member, &small).await.refused(503, "game_paused");
    panel.set("games", "prize_budget", json!(net)).await.of(200);
    assert_eq!(panel.get(status).await.of(200)["pausedUntil"], Value::Null);
    server.bet(&member, &small).await.of(200);
    server.prove();
}

#[tokio::test]
async fn returns_are_worked_out_for_tables_that_are_typed() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let tables = panel.values("games").await["tables"].take();
    let before = panel.everything().await;
    let ask =
        async |tables: &Value| panel.post(RETURNS, &json!({ "tables": tables })).await.of(200);
    let of = |answer: &Value, game: &str| {
        let mut returns = answer["returns"].as_array().unwrap().iter();
        returns.find(|one| one["game"] == game).unwrap().clone()
    };
    let good = ask(&tables).await;
    assert_eq!((&good["problem"], good["returns"].as_array().unwrap().len()), (&Value::Null, 8));
    assert_eq!(of(&good, "dice")["highestReturn"], "0.990000");
    assert_eq!(of(&good, "dice")["highestReturnFraction"], json!(["99", "100"]));
    assert!(good["returns"].as_array().unwrap().iter().all(|one| one["aboveOne"] == false));
    let above = ask(&with(tables.clone(), "dice.return_percent", json!(101))).await;
    assert_eq!(
        (&of(&above, "dice")["highestReturn"], &of(&above, "dice")["aboveOne"]),
        (&json!("1.010000"), &json!(true))
    );
    for (path, value, expected) in [
        ("dice.min_bet", json!(0), "min_bet"),
        ("dice.max_bet", json!("many"), "`dice.max_bet` must be a whole number"),
        ("mines.caps", json!([]), "caps"),
        ("slot", json!(null), "`slot` must be an object"),
        ("poker", json!({}), "`poker` is not a field"),
    ] {
        let bad = ask(&with(tables.clone(), path, value)).await;
        assert_eq!(bad["returns"], json!([]));
        assert!(bad["problem"].as_str().unwrap().contains(expected), "{path}: {bad}");
    }
    for tables in [json!({}), json!([]), json!("x"), Value::Null] {
        let bad = ask(&tables).await;
        assert!(bad["problem"].is_string() && bad["returns"] == json!([]), "{bad}");
    }
    panel.post(RETURNS, &json!({})).await.of(400);
    assert_eq!(panel.everything().await, before);
}
