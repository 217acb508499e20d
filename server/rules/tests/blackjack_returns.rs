//! The exact returns of blackjack, worked out from nothing and held against the crate's
//! fractions and the published figures (docs/games.md, section 7). Takes about five seconds without
//! optimisation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

mod blackjack_solver;

use std::collections::HashMap;
use std::sync::LazyLock;

use blackjack_solver::{Policy, net_with_even_naturals};
use pointhouse_rules::Tables;
use pointhouse_rules::blackjack::{Bet, Play, Table, insurance_return};
use serde_json::Value;

static PUBLISHED: LazyLock<Value> = LazyLock::new(|| {
    let returns: Value = serde_json::from_str(include_str!("data/returns.json")).unwrap();
    returns["blackjack"].clone()
});

fn bet(points: u64) -> Bet {
    Bet::new(points, &Tables::published().blackjack).unwrap()
}

/// A bet whose naturals pay even money exactly does not exist, so the crate's figure is taken
/// from a bet of 1, whose naturals pay 2.
fn check_solved(play: Play, net: (i128, i128)) {
    let (numerator, denominator) = bet(1).expected_return(play).as_fraction();
    let (numerator, denominator): (i128, i128) =
        (numerator.parse().unwrap(), denominator.parse().unwrap());
    // numerator / denominator == 1 + net, in lowest terms on the left.
    let (gained, deals) = net;
    let scale = deals / denominator;
    assert_eq!(scale * denominator, deals);
    assert_eq!(numerator * scale, deals + gained);
}

fn check_published(play: Play, published: &Value) {
    let rows = published.as_object().unwrap();
    assert_eq!(rows.len(), 7);
    for (points, rtp) in rows {
        let exact = bet(points.parse().unwrap()).expected_return(play);
        assert_eq!(exact.to_decimal(6), format!("{:.6}", rtp.as_f64().unwrap()), "bet {points}");
    }
}

#[test]
fn optimal_play() {
    check_solved(Play::Optimal, net_with_even_naturals(Policy::Best));
    check_published(Play::Optimal, &PUBLISHED["optimal"]);
}

#[test]
fn play_by_the_chart() {
    let rows = PUBLISHED["chart_rows"].as_object().unwrap();
    let chart: HashMap<_, _> = rows
        .iter()
        .map(|(hand, row)| {
            let (kind, total) = hand.split_once(' ').unwrap();
            ((kind == "soft", total.parse().unwrap()), row.as_str().unwrap().chars().collect())
        })
        .collect();
    assert_eq!(chart.len(), 26);
    check_solved(Play::Chart, net_with_even_naturals(Policy::Chart(&chart)));
    check_published(Play::Chart, &PUBLISHED["chart"]);
}

#[test]
fn insurance() {
    for tens in 0..=2u8 {
        let published = PUBLISHED["insurance_by_tens_in_hand"][tens.to_string()].as_f64().unwrap();
        assert_eq!(insurance_return(tens).to_decimal(6), format!("{published:.6}"));
        assert!(!insurance_return(tens).is_above_one());
    }
}

#[test]
fn an_even_bet_returns_most() {
    let table = &Tables::published().blackjack;
    let highest = (1..=100).map(|points| bet(points).expected_return(Play::Optimal)).max();
    assert_eq!(table.max_return(), highest.unwrap());
    let odd_only = Table { min_bet: 3, max_bet: 3 };
    assert_eq!(odd_only.max_return(), bet(3).expected_return(Play::Optimal));
    let even_last = Table { min_bet: 3, max_bet: 4 };
    assert_eq!(even_last.max_return(), bet(4).expected_return(Play::Optimal));
}
