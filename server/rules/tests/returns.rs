//! Exact expected returns against the published figures (docs/games.md, sections 3 and 12).
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use std::sync::LazyLock;

use pointhouse_rules::dice::{self, Direction};
use pointhouse_rules::roulette::Kind;
use pointhouse_rules::{ExpectedReturn, Game, Hundredths, Tables, keno, limbo, mines, slot};
use serde_json::Value;

static RETURNS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("data/returns.json")).unwrap());

/// The exact return lies within the printed precision, half of the sixth decimal. Both sides
/// are compared as whole units of the twelfth.
fn check(exact: &ExpectedReturn, published: &Value, what: &str) {
    let units = |text: String| text.replace('.', "").parse::<i64>().unwrap();
    let published = units(format!("{:.6}000000", published.as_f64().unwrap()));
    let off = units(exact.to_decimal(12)) - published;
    assert!(off.abs() <= 500_000, "{exact} {what}");
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

/// A list of the published returns, which must be as long as published.
fn rows(name: &str, length: usize) -> &'static [Value] {
    let rows = RETURNS[name].as_array().unwrap();
    assert_eq!(rows.len(), length, "{name}");
    rows
}

fn number(row: &Value, key: &str) -> u64 {
    row[key].as_u64().unwrap()
}

fn hundredths(row: &Value, key: &str) -> Hundredths {
    Hundredths::parse(row[key].as_str().unwrap()).unwrap()
}

fn limbo_table(preset: limbo::Preset) -> limbo::Table {
    limbo::Table { preset, ..Tables::published().limbo.clone() }
}

fn slot_table(preset: slot::Preset) -> slot::Table {
    slot::Table { preset, ..Tables::published().slot.clone() }
}

#[test]
fn limbo_returns_are_as_published() {
    let presets =
        [("limbo_balanced", limbo::Preset::Balanced), ("limbo_classic", limbo::Preset::Classic)];
    for (name, preset) in presets {
        let table = limbo_table(preset);
        for row in rows(name, 990) {
            for bet in [1, 10, 100] {
                let shape = limbo::Bet::new(bet, hundredths(row, "target"), &table).unwrap();
                check(&shape.chance(&table), &row["chance"], &row.to_string());
                let exact = shape.expected_return(&table);
                check(&exact, &row[format!("rtp_{bet}")], &row.to_string());
            }
        }
    }
}

#[test]
fn the_highest_limbo_return_is_that_of_its_best_bet() {
    let every_bet = |table: &limbo::Table, from: u64, to: u64| {
        let shapes = (from..=to).flat_map(|target| {
            let (low, high) = (u64::from(table.min_bet), u64::from(table.max_bet));
            (low..=high).map(move |bet| (bet, Hundredths::from_units(target)))
        });
        let shapes = shapes.map(|(bet, target)| limbo::Bet::new(bet, target, table).unwrap());
        shapes.map(|shape| shape.expected_return(table)).max().unwrap()
    };
    for preset in [limbo::Preset::Balanced, limbo::Preset::Classic] {
        // Limits with and without a multiple of 100 take different ways to the same answer.
        for (min_bet, max_bet) in [(1, 100), (1, 7), (33, 40)] {
            let max_target = Hundredths::from_units(400);
            let table = limbo::Table { min_bet, max_bet, max_target, ..limbo_table(preset) };
            assert_eq!(table.max_return(), every_bet(&table, 101, 400), "{preset:?} {min_bet}");
        }
    }
    assert_eq!(limbo_table(limbo::Preset::Balanced).max_return().to_decimal(6), "0.990000");
    assert_eq!(limbo_table(limbo::Preset::Classic).max_return().to_decimal(6), "1.010000");
}

#[test]
fn mines_returns_are_as_published() {
    let table = &Tables::published().mines;
    for row in rows("mines", 300) {
        let gems = u8::try_from(number(row, "gems")).unwrap();
        for bet in [1, 10, 100] {
            let shape = mines::Bet::new(bet, number(row, "mines"), table).unwrap();
            assert_eq!(table.multiplier(shape.mines(), gems), hundredths(row, "multiplier"));
            check(&shape.chance(table, gems), &row["chance"], &row.to_string());
            let exact = shape.plan_return(table, gems);
            check(&exact, &row[format!("rtp_{bet}")], &row.to_string());
        }
    }
}

#[test]
fn mines_returns_under_the_turn_rule_are_as_published() {
    for row in rows("mines_turn", 900) {
        let turn_max_ppm = u32::try_from(number(row, "turn_max_ppm")).unwrap();
        let table = mines::Table { turn_max_ppm, ..Tables::published().mines.clone() };
        let shape = mines::Bet::new(100, number(row, "mines"), &table).unwrap();
        let gems = u8::try_from(number(row, "gems")).unwrap();
        check(&shape.plan_return(&table, gems), &row["rtp_100"], &row.to_string());
    }
}

#[test]
fn keno_returns_are_as_published() {
    let table = &Tables::published().keno;
    for row in rows("keno", 30) {
        let picks: Vec<u8> = (1..=u8::try_from(number(row, "picks")).unwrap()).collect();
        let risk = serde_json::from_value(row["risk"].clone()).unwrap();
        let chances = row["hits_chance"].as_array().unwrap();
        assert_eq!(chances.len(), picks.len() + 1);
        let count = u8::try_from(picks.len()).unwrap();
        for (hits, chance) in (0u8..).zip(chances) {
            // These are published with six significant digits, not six decimals.
            let exact: f64 = table.hits_chance(count, hits).to_decimal(18).parse().unwrap();
            let chance = chance.as_f64().unwrap();
            assert!((exact - chance).abs() <= chance * 5.1e-6, "{row} {hits} {exact}");
        }
        for bet in [1, 10, 100] {
            let shape = keno::Bet::new(bet, risk, picks.clone(), table).unwrap();
            let exact = shape.expected_return(table);
            check(&exact, &row[format!("rtp_{bet}")], &row.to_string());
        }
    }
}

#[test]
fn slot_returns_are_as_published() {
    let presets =
        [("slot_balanced", slot::Preset::Balanced), ("slot_classic", slot::Preset::Classic)];
    for (name, preset) in presets {
        let table = slot_table(preset);
        for row in rows(name, 8) {
            let shape = slot::Bet::new(number(row, "bet"), &table).unwrap();
            check(&shape.expected_return(&table), &row["rtp"], &row.to_string());
        }
    }
    // docs/games.md, section 8: some win.
    assert_eq!(slot_table(slot::Preset::Balanced).win_chance().to_decimal(4), "0.3132");
    assert_eq!(slot_table(slot::Preset::Classic).win_chance().to_decimal(4), "0.5400");
}

#[test]
fn roulette_returns_are_as_published() {
    let table = &Tables::published().roulette;
    let rows = rows("roulette", 13);
    for row in rows {
        let kind = Kind::parse(row["kind"].as_str().unwrap()).unwrap();
        check(&table.expected_return(kind), &row["rtp"], &row.to_string());
    }
}

/// docs/games.md, section 12: returns at a glance.
#[test]
fn the_highest_returns_and_payouts_are_as_published() {
    let mut tables = Tables::published().clone();
    let highest = |tables: &Tables, game| tables.max_return(game).to_decimal(4);
    let expected = [
        (Game::Dice, "0.9900", 9_900),
        (Game::Mines, "0.9900", 1_500),
        (Game::Blackjack, "0.9967", 400),
        (Game::Keno, "0.9830", 100_000),
        (Game::Limbo, "0.9900", 150_000),
        (Game::Slot, "0.9637", 10_000),
        (Game::Roulette, "0.9730", 3_600),
    ];
    for (game, returned, payout) in expected {
        assert_eq!(highest(&tables, game), returned, "{game}");
        assert_eq!(tables.max_payout(game).get(), payout, "{game}");
    }
    assert_eq!(tables.positive_returns(), []);

    tables.limbo.preset = limbo::Preset::Classic;
    tables.slot.preset = slot::Preset::Classic;
    let positive: Vec<_> = tables
        .positive_returns()
        .into_iter()
        .map(|(game, highest)| (game, highest.to_decimal(4)))
        .collect();
    assert_eq!(positive, [(Game::Limbo, "1.0100".into()), (Game::Slot, "4.3024".into())]);

    // One generous row among the 30 of keno is enough.
    let text = serde_json::to_string(&tables.keno).unwrap().replace("\"3.90\"", "\"4.10\"");
    tables.keno = serde_json::from_str(&text).unwrap();
    assert_eq!(highest(&tables, Game::Keno), "1.0250");
}
