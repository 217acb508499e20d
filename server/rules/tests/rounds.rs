//! Every published round and every published refusal, through the replay of one line.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

mod vectors;

use std::fmt;

use pointhouse_rules::replay::replay_line;
use serde::Deserializer;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::{Value, json};
use vectors::{list, vectors};

/// Replays an entry and returns the answer as text.
fn replayed(game: &str, entry: &Value) -> String {
    let mut line = entry.clone();
    line["game"] = Value::from(game);
    replay_line(&line.to_string())
}

/// The keys of a JSON object in the order of its text.
fn keys_of(text: &str) -> Vec<String> {
    struct Keys;

    impl<'de> Visitor<'de> for Keys {
        type Value = Vec<String>;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Vec<String>, A::Error> {
            let mut keys = Vec::new();
            while let Some((key, _)) = fields.next_entry::<String, IgnoredAny>()? {
                keys.push(key);
            }
            Ok(keys)
        }
    }

    serde_json::Deserializer::from_str(text).deserialize_map(Keys).unwrap()
}

/// The published rounds of a game come out equal in every value, and in the same order of keys.
fn check_rounds(game: &str, count: usize, keys: &str) {
    for entry in list(&vectors()[game], count) {
        let answer = replayed(game, entry);
        let value: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!(value, entry["expect"], "{} {}", entry["id"], answer);
        assert_eq!(keys_of(&answer), keys.split(' ').collect::<Vec<_>>(), "{answer}");
        assert_eq!(answer, replayed(game, entry), "the same line gives the same text");
    }
}

/// The published refusals of a game answer their codes and nothing else.
fn check_refusals(game: &str, count: usize) {
    let refused: Vec<&Value> =
        list(&vectors()["refused"], 41).iter().filter(|entry| entry["game"] == game).collect();
    assert_eq!(refused.len(), count);
    for entry in refused {
        let answer: Value = serde_json::from_str(&replayed(game, entry)).unwrap();
        assert_eq!(answer, json!({ "error": entry["error"] }), "{entry}");
    }
}

#[test]
fn dice() {
    check_rounds("dice", 30, "draws roll won chance fair_multiplier multiplier payout");
    check_refusals("dice", 8);
}

#[test]
fn limbo() {
    check_rounds("limbo", 30, "draws result won multiplier payout");
    check_refusals("limbo", 2);
}

#[test]
fn mines() {
    check_rounds("mines", 30, "draws mines turned status steps multiplier payout");
    check_refusals("mines", 7);
}

#[test]
fn keno() {
    check_rounds("keno", 30, "draws drawn hits multiplier payout");
    check_refusals("keno", 6);
}

#[test]
fn slot() {
    check_rounds("slot", 30, "draws tier board bones label multiplier payout");
    check_refusals("slot", 3);
}

#[test]
fn blackjack() {
    let keys = "draws deck steps phase player dealer player_total dealer_total outcome staked \
                insurance insurance_return main_return payout";
    check_rounds("blackjack", 30, keys);
    check_refusals("blackjack", 5);
}

#[test]
fn roulette() {
    check_rounds("roulette", 30, "draws number colour paid payout");
    check_refusals("roulette", 10);
}

#[test]
fn giveaway() {
    let keys = "serverSeedHash serverSeed clientSeed tickets winnerHash winnerIndex winner \
                entry_chain_last";
    check_rounds("giveaway", 12, keys);
}

/// docs/games.md, section 10: check value.
#[test]
fn the_check_value_of_a_giveaway() {
    let line = json!({
        "game": "giveaway", "server_seed": "ab".repeat(32), "giveaway_id": "g1",
        "entries": [{"account_id": "A100", "count": 3}, {"account_id": "A200", "count": 1}],
    });
    let proof: Value = serde_json::from_str(&replay_line(&line.to_string())).unwrap();
    let client_seed = "0c78bb8a6170cc3cafe3bca84055138567cc1eeed634e658dcac07506236ed35";
    let winner_hash = "8ac76b661a4eb140a2c6cd6699b36547cd61456e1150ff25c446c82dd2ba9ee3";
    assert_eq!(proof["clientSeed"], client_seed);
    assert_eq!(proof["winnerHash"], winner_hash);
    assert_eq!((&proof["winnerIndex"], &proof["winner"]), (&json!(3), &json!("A200")));
}

#[test]
fn the_answer_is_stable_to_the_byte() {
    let line = r#"{"game":"dice","server_seed":"SEED","client_seed":"hello","nonce":0,
        "params":{"bet":10,"target":50,"direction":"under"}}"#
        .replace("SEED", &"ab".repeat(32));
    assert_eq!(
        replay_line(&line),
        r#"{"draws":[[10000,123]],"roll":"1.23","won":true,"chance":50,"fair_multiplier":"2.0000","multiplier":"1.9800","payout":19}"#
    );
}

#[test]
fn a_line_that_is_no_entry_is_not_reported_as_a_refused_bet() {
    let good = json!({
        "game": "dice", "server_seed": "ab".repeat(32), "client_seed": "hello", "nonce": 0,
        "params": {"bet": 10, "target": 50, "direction": "under"},
    });
    assert!(!replay_line(&good.to_string()).contains("error"));
    let broken = [
        ("game", json!("poker")),
        ("game", json!(1)),
        ("server_seed", json!("AB".repeat(32))),
        ("server_seed", json!("ab")),
        ("client_seed", json!("a b")),
        ("client_seed", json!("")),
        ("nonce", json!(-1)),
        ("nonce", json!(1.5)),
        ("nonce", Value::Null),
        ("params", json!([1])),
        ("params", Value::Null),
    ];
    for (key, value) in broken {
        let mut line = good.clone();
        line[key] = value;
        assert_eq!(replay_line(&line.to_string()), r#"{"error":"bad_line"}"#, "{line}");
    }
    for line in ["", "null", "[]", "{", "{}", "\u{0}"] {
        assert_eq!(replay_line(line), r#"{"error":"bad_line"}"#, "{line}");
    }
    let missing = json!({"target": 50, "direction": "under"});
    let text = json!({"bet": "10", "target": 50, "direction": "under"});
    for params in [missing, text] {
        let mut line = good.clone();
        line["params"] = params;
        assert_eq!(replay_line(&line.to_string()), r#"{"error":"bad_bet"}"#, "{line}");
    }
}
