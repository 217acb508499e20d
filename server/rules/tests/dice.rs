//! Dice beyond the published rounds: every roll, odd bets, broken tables.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use pointhouse_rules::dice::{Bet, Direction, Table, play};
use pointhouse_rules::fairness::{ClientSeed, DrawSource, Draws, ServerSeed};
use pointhouse_rules::{MAX_BET_LIMIT, Points, Refusal, Tables, rules_hash};
use proptest::prelude::*;
use serde_json::json;

/// A source that draws one chosen value.
struct Fixed(u64);

impl DrawSource for Fixed {
    fn below(&mut self, bound: u64) -> u64 {
        assert!(self.0 < bound);
        self.0
    }
}

#[test]
fn exactly_chance_of_a_hundred_rolls_win() {
    let table = &Tables::published().dice;
    for target in [1, 2, 37, 50, 98, 99] {
        for direction in [Direction::Under, Direction::Over] {
            let bet = Bet::new(7, target, direction, table).unwrap();
            let won = (0..10_000).filter(|roll| play(&mut Fixed(*roll), table, &bet).won).count();
            assert_eq!(won, 100 * usize::from(bet.chance()), "{bet:?}");
        }
    }
}

#[test]
fn refusals_carry_code_text_and_limits() {
    let table = &Tables::published().dice;
    let refused = |bet, target| Bet::new(bet, target, Direction::Under, table).unwrap_err();
    assert_eq!(refused(0, 50), Refusal::BadBet { min: 1, max: 100 });
    assert_eq!(refused(1 << 40, 50).code(), "bad_bet");
    assert_eq!(refused(0, 0).to_string(), "A bet is a whole number of points from 1 to 100");
    assert_eq!(refused(1, 256 + 50).code(), "bad_target");
    let parsed = Bet::from_json(&json!({"bet": 5, "target": 20, "direction": "over"}), table);
    assert_eq!(parsed, Bet::new(5, 20, Direction::Over, table));
    assert_eq!(
        serde_json::to_string(&parsed.unwrap()).unwrap(),
        r#"{"bet":5,"target":20,"direction":"over"}"#
    );
}

#[test]
fn a_broken_table_names_its_key() {
    let table = Tables::published().dice.clone();
    let key = |table: Table| table.validate().unwrap_err().key;
    assert_eq!(key(Table { min_bet: 0, ..table }), "dice.min_bet");
    assert_eq!(key(Table { min_bet: 101, ..table }), "dice.max_bet");
    assert_eq!(key(Table { max_bet: MAX_BET_LIMIT + 1, ..table }), "dice.max_bet");
    assert_eq!(key(Table { return_percent: 0, ..table }), "dice.return_percent");
    assert_eq!(key(Table { return_percent: 1001, ..table }), "dice.return_percent");
}

#[test]
fn the_hash_follows_the_table() {
    let table = Tables::published().dice.clone();
    let canonical = r#"{"max_bet":100,"min_bet":1,"return_percent":99}"#;
    assert_eq!(pointhouse_rules::canonical_json(&table), canonical);
    assert_ne!(rules_hash(&table), rules_hash(&Table { return_percent: 98, ..table }));
}

proptest! {
    #[test]
    fn payouts_keep_to_the_table(
        seed in any::<[u8; 32]>(),
        nonce in any::<u64>(),
        return_percent in 1u32..=1000,
        max_bet in 1u32..=MAX_BET_LIMIT,
        bet in any::<prop::sample::Index>(),
        target in 1u64..=99,
        over in any::<bool>(),
    ) {
        let table = Table { min_bet: 1, max_bet, return_percent };
        table.validate().unwrap();
        let direction = if over { Direction::Over } else { Direction::Under };
        let bet = Bet::new(bet.index(max_bet as usize) as u64 + 1, target, direction, &table).unwrap();
        let (server, client) = (ServerSeed::from_bytes(&seed), ClientSeed::new("p").unwrap());
        let outcome = play(&mut Draws::new(&server, &client, nonce), &table, &bet);
        prop_assert_eq!(outcome, play(&mut Draws::recorded(&server, &client, nonce), &table, &bet));
        prop_assert!(outcome.payout <= table.max_payout());
        prop_assert!(outcome.roll.units() < 10_000);
        let due = if outcome.won { bet.win_payout(&table) } else { Points::ZERO };
        prop_assert_eq!(outcome.payout, due);
        prop_assert!(bet.expected_return(&table) <= table.max_return());
    }
}
