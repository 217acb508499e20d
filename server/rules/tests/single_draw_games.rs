//! Limbo, keno, slot and roulette beyond the published rounds.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::collections::VecDeque;

use pointhouse_rules::fairness::{ClientSeed, DrawSource, Draws, ServerSeed};
use pointhouse_rules::{
    Hundredths, Points, Refusal, Risk, Tables, blackjack, keno, limbo, mines, roulette, slot,
};
use proptest::prelude::*;
use serde_json::{Value, json};

fn draws(nonce: u64) -> Draws {
    Draws::new(&ServerSeed::from_bytes(&[9; 32]), &ClientSeed::new("s").unwrap(), nonce)
}

/// A source that draws chosen values, then zeros.
struct Chosen(VecDeque<u64>);

impl DrawSource for Chosen {
    fn below(&mut self, bound: u64) -> u64 {
        let value = self.0.pop_front().unwrap_or(0);
        assert!(value < bound);
        value
    }
}

fn chosen(values: &[u64]) -> Chosen {
    Chosen(values.iter().copied().collect())
}

fn units(target: u64) -> Hundredths {
    Hundredths::from_units(target)
}

/// A table with one of its values replaced, read back from JSON.
fn changed<T: serde::Serialize + serde::de::DeserializeOwned>(
    table: &T,
    path: &str,
    value: Value,
) -> Result<T, serde_json::Error> {
    let mut text = serde_json::to_value(table).unwrap();
    *text.pointer_mut(path).unwrap() = value;
    serde_json::from_value(text)
}

#[test]
fn limbo_results_reach_a_target_exactly_as_often_as_its_chance_says() {
    let table = &Tables::published().limbo;
    for target in [101, 150, 199, 200, 1234, 99_999, 150_000] {
        let bet = limbo::Bet::new(1, units(target), table).unwrap();
        // The last winning word and the first losing one.
        let ways = 99 * (1u64 << 32) / target;
        assert!(limbo::play(&mut chosen(&[ways - 1]), table, &bet).won, "{target}");
        assert!(!limbo::play(&mut chosen(&[ways]), table, &bet).won, "{target}");
    }
    let bet = limbo::Bet::new(1, units(150_000), table).unwrap();
    assert_eq!(limbo::play(&mut chosen(&[0]), table, &bet).result, units(150_000));
    assert_eq!(limbo::play(&mut chosen(&[u64::from(u32::MAX)]), table, &bet).result, units(100));
}

#[test]
fn a_limbo_target_comes_as_number_or_text_with_two_decimals() {
    let table = &Tables::published().limbo;
    let parse = |target: Value| limbo::Bet::from_json(&json!({"bet": 5, "target": target}), table);
    for target in [json!(2), json!(2.0), json!("2"), json!("2.00"), json!("2.0")] {
        assert_eq!(parse(target.clone()).unwrap().target(), units(200), "{target}");
    }
    assert_eq!(parse(json!(1.01)).unwrap().target(), units(101));
    for target in [json!(1), json!(1.005), json!(1500.01), json!("1,5"), json!(-2), json!(null)] {
        assert_eq!(parse(target.clone()).unwrap_err().code(), "bad_target", "{target}");
    }
    assert_eq!(
        parse(json!(1)).unwrap_err().to_string(),
        "A limbo target is a number from 1.01 to 1500.00 with at most two decimals"
    );
}

#[test]
fn every_slot_board_adds_up_and_has_no_equal_neighbours() {
    for preset in [slot::Preset::Balanced, slot::Preset::Classic] {
        let table = slot::Table { preset, ..Tables::published().slot.clone() };
        let bet = slot::Bet::new(100, &table).unwrap();
        let (mut wins, mut tiers) = (0, [0; 5]);
        for nonce in 0..2_000 {
            let spin = slot::play(&mut draws(nonce), &table, &bet);
            tiers[spin.tier] += 1;
            let sum: u64 = spin.bones.iter().map(|bone| bone.value.units()).sum();
            assert_eq!(sum, spin.multiplier.units());
            assert!(spin.bones.iter().all(|bone| bone.value >= table.min_bone));
            let shown = spin.board.as_flattened();
            let bones = shown.iter().filter(|symbol| **symbol == slot::Symbol::Bone).count();
            assert_eq!(bones, spin.bones.len());
            for row in spin.board {
                let bone = slot::Symbol::Bone;
                assert!(row.windows(2).all(|pair| pair[0] != pair[1] || pair[0] == bone));
            }
            assert_eq!(spin.payout, Points::new(sum).unwrap());
            wins += usize::from(spin.tier > 0);
        }
        assert!(wins > 400 && tiers[..4].iter().all(|count| *count > 0), "{tiers:?}");
    }
}

#[test]
fn slot_labels_start_where_they_are_published() {
    let label = |multiplier| slot::Label::of(units(multiplier));
    let texts: Vec<_> = [499, 500, 999, 1000, 1999, 2000, 4999, 5000, 10_000]
        .map(|multiplier| serde_json::to_value(label(multiplier)).unwrap())
        .into();
    let names = ["NICE WIN", "NICE WIN", "GREAT WIN", "GREAT WIN", "BIG WIN", "BIG WIN"];
    let mut expected = vec![Value::Null];
    expected.extend(names.map(Value::from));
    expected.extend(["MEGA WIN", "MEGA WIN"].map(Value::from));
    assert_eq!(texts, expected);
}

#[test]
fn roulette_pays_every_number_to_the_bets_that_cover_it() {
    let table = &Tables::published().roulette;
    let every_straight: Vec<Value> = (0..37)
        .map(|number| json!({"kind": "straight", "amount": 2, "numbers": [number]}))
        .collect();
    let bet = roulette::Bet::from_json(&json!({ "bets": every_straight }), table).unwrap();
    assert_eq!(bet.stake().get(), 74);
    for number in 0..37 {
        let outcome = roulette::play(&mut chosen(&[number]), table, &bet);
        assert_eq!(u64::from(outcome.number), number);
        assert_eq!(outcome.payout, Points::from(72));
        assert_eq!(outcome.paid.iter().position(|paid| !paid.is_zero()), Some(number as usize));
    }
    let colours: Vec<_> = (0..37).map(roulette::colour).collect();
    assert_eq!(colours.iter().filter(|colour| **colour == roulette::Colour::Red).count(), 18);
    assert_eq!(colours.iter().filter(|colour| **colour == roulette::Colour::Green).count(), 1);
}

#[test]
fn the_largest_payout_of_a_bet_is_one_that_it_may_have() {
    let tables = Tables::published();
    let roulette = |bets: Value| {
        let bet = roulette::Bet::from_json(&json!({ "bets": bets }), &tables.roulette).unwrap();
        bet.max_payout(&tables.roulette).get()
    };
    let red = json!({ "kind": "red", "amount": 5 });
    assert_eq!(roulette(json!([red, { "kind": "black", "amount": 5 }])), 10);
    let seven = json!({ "kind": "straight", "amount": 1, "numbers": [7] });
    assert_eq!(roulette(json!([red, seven])), 46);
    assert_eq!(roulette(json!([seven, { "kind": "even", "amount": 50 }])), 100);
    let keno = keno::Bet::new(10, Risk::High, vec![1, 2], &tables.keno).unwrap();
    assert_eq!(keno.max_payout(&tables.keno).get(), 170);
    let slot = slot::Bet::new(20, &tables.slot).unwrap();
    assert_eq!(slot.max_payout(&tables.slot).get(), 2000);
    let mines = mines::Bet::new(10, 3, &tables.mines).unwrap();
    assert_eq!(mines.max_payout(&tables.mines).get(), 95);
    let blackjack = blackjack::Bet::new(10, &tables.blackjack).unwrap();
    assert_eq!(blackjack.max_payout().get(), 40);
}

#[test]
fn roulette_bets_are_written_as_they_were_given() {
    let table = &Tables::published().roulette;
    let params = json!({"bets": [
        {"kind": "split", "amount": 1, "numbers": [4, 1]},
        {"kind": "dozen", "amount": 3, "pick": 2},
        {"kind": "red", "amount": 5},
    ]});
    let bet = roulette::Bet::from_json(&params, table).unwrap();
    assert_eq!(serde_json::to_value(&bet).unwrap(), params);
    let refused =
        |bets: Value| roulette::Bet::from_json(&json!({ "bets": bets }), table).unwrap_err().code();
    assert_eq!(refused(json!([{"kind": "basket", "amount": 1}])), "bad_kind");
    assert_eq!(refused(json!([{"kind": "column", "amount": 1}])), "bad_kind");
    assert_eq!(refused(json!([{"kind": "red", "amount": 0}])), "bad_bet");
    assert_eq!(refused(json!([{"kind": "red", "amount": 1.5}])), "bad_bet");
    assert_eq!(refused(json!([{"kind": "straight", "amount": 1}])), "bad_numbers");
    assert_eq!(
        refused(json!([{"kind": "straight", "amount": 1, "numbers": [1.5]}])),
        "bad_numbers"
    );
    assert_eq!(refused(json!(vec![json!({"kind": "red", "amount": 1}); 201])), "bad_bet");
    assert_eq!(refused(Value::Null), "bad_bet");
}

#[test]
fn keno_refuses_long_lists_without_reading_them_whole() {
    let table = &Tables::published().keno;
    let parse = |picks: Value| {
        keno::Bet::from_json(&json!({"bet": 1, "risk": "low", "picks": picks}), table)
    };
    assert_eq!(parse(json!(vec![1; 100_000])).unwrap_err().code(), "bad_picks");
    assert_eq!(parse(json!([1.5])).unwrap_err().code(), "bad_picks");
    assert_eq!(parse(json!([297])).unwrap_err().code(), "bad_picks");
    assert_eq!(parse(Value::Null).unwrap_err().code(), "bad_picks");
    let params = json!({"bet": 1, "risk": "low", "picks": [40, 1]});
    assert_eq!(serde_json::to_value(parse(json!([40, 1])).unwrap()).unwrap(), params);
    assert_eq!(
        parse(json!([])).unwrap_err().to_string(),
        "Pick 1 to 10 different numbers from 1 to 40"
    );
}

#[test]
fn the_published_keno_rows_are_shaped_as_the_rules_say() {
    let table = &Tables::published().keno;
    for risk in Risk::ALL {
        let tops: Vec<_> = table.table.rows(risk).iter().map(|row| *row.last().unwrap()).collect();
        assert_eq!(tops.len(), 10);
        assert!(tops.is_sorted_by(|low, high| low < high), "top prizes rise with the picks");
    }
}

#[test]
fn a_broken_table_names_its_key() {
    let tables = Tables::published();
    let limbo = |path: &str, value| {
        changed(&tables.limbo, path, value).unwrap().validate().unwrap_err().key
    };
    assert_eq!(limbo("/max_target", json!(1500.01)), "limbo.max_target");
    assert_eq!(limbo("/max_target", json!(1)), "limbo.max_target");
    assert_eq!(limbo("/balanced/return_percent", json!(0)), "limbo.balanced.return_percent");
    assert_eq!(limbo("/balanced/max_result", json!(1499.99)), "limbo.max_target");
    assert_eq!(limbo("/classic/bands/0/weight", json!(49_999)), "limbo.classic.bands");
    assert_eq!(limbo("/classic/bands/1/lo", json!(1.19)), "limbo.classic.bands");
    assert_eq!(limbo("/classic/bands", json!([])), "limbo.classic.bands");
    let keno =
        |path: &str, value| changed(&tables.keno, path, value).unwrap().validate().unwrap_err().key;
    assert_eq!(keno("/numbers", json!(81)), "keno.numbers");
    assert_eq!(keno("/drawn", json!(0)), "keno.drawn");
    assert_eq!(keno("/table/low/3/2", json!(10.01)), "keno.table.low.3");
    assert_eq!(keno("/table/high/1/1", json!(1_000_001)), "keno.table.high.1");
    let slot =
        |path: &str, value| changed(&tables.slot, path, value).unwrap().validate().unwrap_err().key;
    assert_eq!(slot("/bet_steps", json!([])), "slot.bet_steps");
    assert_eq!(slot("/bet_steps", json!([2, 1])), "slot.bet_steps");
    assert_eq!(slot("/fillers", json!(["hat", "paw"])), "slot.fillers");
    assert_eq!(slot("/fillers", json!(["hat", "paw", "hat"])), "slot.fillers");
    assert_eq!(slot("/fillers", json!(["hat", "paw", "bone"])), "slot.fillers");
    assert_eq!(slot("/min_bone", json!(0)), "slot.min_bone");
    assert_eq!(slot("/balanced/bone_unit", json!(0)), "slot.balanced.bone_unit");
    assert_eq!(slot("/classic/tiers/0/weight", json!(9_000)), "slot.classic.tiers");
    for (key, value) in [("bones", 16), ("bones", 0), ("lo", 0), ("hi", 1), ("step", 0)] {
        assert_eq!(slot(&format!("/balanced/tiers/0/{key}"), json!(value)), "slot.balanced.tiers");
    }
    assert_eq!(slot("/balanced/tiers/0/step", json!(0.16)), "slot.balanced.tiers");
    let roulette = changed(&tables.roulette, "/returns/red", json!(1001)).unwrap();
    assert_eq!(roulette.validate().unwrap_err().key, "roulette.returns.red");
    assert_eq!(
        roulette.validate().unwrap_err().to_string(),
        "roulette.returns.red must be from 0 to 1000"
    );
}

#[test]
fn a_malformed_table_says_what_is_wrong() {
    let tables = Tables::published();
    let keno = changed(&tables.keno, "/table/low/3", json!([1, 2])).unwrap_err().to_string();
    assert!(keno.contains("3 picks needs 4 multipliers"), "{keno}");
    let rows = json!({"1": [0, 1]});
    let keno = changed(&tables.keno, "/table/low", rows).unwrap_err().to_string();
    assert!(keno.contains("needs a row for 2 picks"), "{keno}");
    let fine = changed(&tables.slot, "/min_bone", json!(0.105)).unwrap_err().to_string();
    assert!(fine.contains("at most 2 decimals"), "{fine}");
}

#[test]
fn bets_off_their_limits_are_refused_with_the_limits() {
    let tables = Tables::published();
    assert_eq!(slot::Bet::new(3, &tables.slot), Err(Refusal::BadBetStep));
    assert_eq!(slot::Bet::new(101, &tables.slot), Err(Refusal::BadBet { min: 1, max: 100 }));
    assert_eq!(
        limbo::Bet::new(101, units(200), &tables.limbo),
        Err(Refusal::BadBet { min: 1, max: 100 })
    );
}

proptest! {
    #[test]
    fn payouts_keep_to_their_tables(
        nonce in any::<u64>(),
        bet in 1u64..=100,
        target in 101u64..=150_000,
        picks in prop::collection::hash_set(1u8..=40, 1..=10),
        risk in prop::sample::select(Risk::ALL.to_vec()),
        step in 0usize..8,
    ) {
        let tables = Tables::published();
        let limbo_bet = limbo::Bet::new(bet, units(target), &tables.limbo).unwrap();
        let limbo_outcome = limbo::play(&mut draws(nonce), &tables.limbo, &limbo_bet);
        prop_assert_eq!(limbo_outcome, limbo::play(&mut draws(nonce), &tables.limbo, &limbo_bet));
        prop_assert!(limbo_outcome.payout <= tables.limbo.max_payout());
        prop_assert_eq!(limbo_outcome.won, limbo_outcome.result >= limbo_bet.target());

        let keno_bet = keno::Bet::new(bet, risk, picks.into_iter().collect(), &tables.keno).unwrap();
        let keno_outcome = keno::play(&mut draws(nonce), &tables.keno, &keno_bet);
        prop_assert_eq!(&keno_outcome, &keno::play(&mut draws(nonce), &tables.keno, &keno_bet));
        prop_assert!(keno_outcome.payout <= tables.keno.max_payout());
        prop_assert!(keno_outcome.hits <= keno_bet.picks().len());
        prop_assert_eq!(keno_outcome.drawn.len(), 10);

        let slot_bet = slot::Bet::new(u64::from(tables.slot.bet_steps[step]), &tables.slot).unwrap();
        let slot_outcome = slot::play(&mut draws(nonce), &tables.slot, &slot_bet);
        prop_assert_eq!(&slot_outcome, &slot::play(&mut draws(nonce), &tables.slot, &slot_bet));
        prop_assert!(slot_outcome.payout <= tables.slot.max_payout());
    }
}
