//! Plinko against its published rounds and figures (docs/games.md, section 14).

use serde_json::{Value, json};

use super::*;
use crate::Game;
use crate::replay::replay_line;

fn table() -> &'static Table {
    &Tables::published().plinko
}

fn vectors() -> Value {
    serde_json::from_str(include_str!("vectors.json")).unwrap()
}

fn replayed(entry: &Value) -> Value {
    let mut line = entry.clone();
    line["game"] = "plinko".into();
    serde_json::from_str(&replay_line(&line.to_string())).unwrap()
}

#[test]
fn published_rounds_and_refusals_come_out_equal() {
    let vectors = vectors();
    let rounds = vectors["plinko"].as_array().unwrap();
    assert_eq!(rounds.len(), 30);
    for entry in rounds {
        assert_eq!(replayed(entry), entry["expect"], "{}", entry["id"]);
    }
    let both = json!({ "bet": 10, "rows": 7, "risk": "x" });
    assert_eq!(Bet::from_json(&both, table()).unwrap_err().code(), "bad_rows");
    let all = json!({ "bet": 5, "rows": 7, "risk": "x" });
    assert_eq!(Bet::from_json(&all, table()).unwrap_err().code(), "bad_bet");
    let refused = vectors["refused"].as_array().unwrap();
    assert_eq!(refused.len(), 6);
    for entry in refused {
        assert_eq!(replayed(entry), json!({ "error": entry["error"] }), "{entry}");
    }
}

#[test]
fn returns_lie_between_the_published_bounds_at_every_stake() {
    let mut returns = Vec::new();
    for rows in MIN_ROWS..=MAX_ROWS {
        for risk in Risk::ALL {
            let of = |bet| Bet::new(bet, rows.into(), risk, table()).unwrap();
            let exact = of(10).expected_return(table());
            for bet in (20..=100).step_by(10) {
                assert_eq!(of(bet).expected_return(table()), exact);
            }
            returns.push((exact, rows, risk));
        }
    }
    let highest = returns.iter().max_by_key(|(exact, ..)| exact.clone()).unwrap();
    let lowest = returns.iter().min_by_key(|(exact, ..)| exact.clone()).unwrap();
    assert_eq!(
        (highest.0.to_decimal(5).as_str(), highest.1, highest.2),
        ("0.99160", 11, Risk::High)
    );
    assert_eq!((lowest.0.to_decimal(5).as_str(), lowest.1, lowest.2), ("0.98906", 8, Risk::Medium));
    assert_eq!(Tables::published().max_return(Game::Plinko), highest.0);
    assert_eq!(Tables::published().max_payout(Game::Plinko).get(), 100_000);
}

#[test]
fn the_guard_looks_at_bets_that_lose_nothing_to_rounding() {
    // A bet of 10 pays 5 of 5.6 points; only a multiple of 50 pays everything.
    let mut text = serde_json::to_value(table()).unwrap();
    for board in text["boards"].as_object_mut().unwrap().values_mut() {
        for half in board.as_object_mut().unwrap().values_mut() {
            half.as_array_mut().unwrap().fill("0.56".into());
        }
    }
    let mut odd: Table = serde_json::from_value(text).unwrap();
    assert_eq!(odd.max_return().to_decimal(2), "0.56");
    odd.max_bet = 40;
    assert_eq!(odd.max_return().to_decimal(3), "0.550");
}

#[test]
fn tables_that_cannot_be_played_are_refused() {
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut text = serde_json::to_value(table()).unwrap();
        change(&mut text);
        match serde_json::from_value::<Table>(text) {
            Ok(table) => table.validate().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    };
    let short = refused(&|table| table["boards"]["9"]["low"] = json!(["1.00"]));
    assert_eq!(
        short,
        "the plinko board of 9 rows needs 5 multipliers for risk low, from the outermost bucket to \
         the middle, not 1"
    );
    let missing = refused(&|table| {
        table["boards"].as_object_mut().unwrap().remove("16");
    });
    assert_eq!(missing, "plinko needs a board of 16 rows");
    let step = refused(&|table| table["bet_step"] = json!(3));
    assert_eq!(step, "plinko.min_bet must be a multiple of bet_step (3)");
    let odd = refused(&|table| table["max_bet"] = json!(105));
    assert_eq!(odd, "plinko.max_bet must be a multiple of bet_step (10)");
    let zero = refused(&|table| table["bet_step"] = json!(0));
    assert_eq!(zero, "plinko.bet_step must be from 1 to 100");
    let high = refused(&|table| table["boards"]["8"]["high"][0] = json!("1000000.01"));
    assert_eq!(high, "plinko.boards.8.high must have multipliers of at most 1000000.00");
}
