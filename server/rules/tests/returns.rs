//! Exact expected returns against the published figures (games.md, sections 3 and 12).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::sync::LazyLock;

use pointhouse_rules::dice::{self, Direction};
use pointhouse_rules::{ExpectedReturn, Tables};
use serde_json::Value;

static RETURNS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("data/returns.json")).unwrap());

/// The exact return, cut to the six decimals that are published.
fn check(exact: &ExpectedReturn, published: &Value, what: &str) {
    assert_eq!(exact.to_decimal(6), format!("{:.6}", published.as_f64().unwrap()), "{what}");
}

#[test]
fn dice_returns_are_as_published() {
    let table = &Tables::published().dice;
    let rows = RETURNS["dice"].as_array().unwrap();
    assert_eq!(rows.len(), 99);
    for row in rows {
        let chance = row["chance"].as_u64().unwrap();
        for bet in [1, 10, 100] {
            let under = dice::Bet::new(bet, chance, Direction::Under, table).unwrap();
            let over = dice::Bet::new(bet, 100 - chance, Direction::Over, table).unwrap();
            for bet_shape in [under, over] {
                let payout = bet_shape.win_payout(table).get();
                assert_eq!(Value::from(payout), row[format!("payout_{bet}")], "{row}");
                let exact = bet_shape.expected_return(table);
                check(&exact, &row[format!("rtp_{bet}")], &row.to_string());
            }
        }
    }
}

#[test]
fn no_dice_bet_returns_more_than_the_table_says() {
    for return_percent in [50, 99, 100, 101] {
        let table = dice::Table { return_percent, ..Tables::published().dice.clone() };
        let returns = (1..=100).flat_map(|bet| (1..=99).map(move |target| (bet, target)));
        let highest = returns
            .map(|(bet, target)| dice::Bet::new(bet, target, Direction::Under, &table).unwrap())
            .map(|bet| bet.expected_return(&table))
            .max();
        assert_eq!(highest.unwrap(), table.max_return());
        assert_eq!(table.max_return().is_above_one(), return_percent > 100);
    }
}
