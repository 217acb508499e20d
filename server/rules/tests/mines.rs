//! Mines beyond the published rounds: what a member sees, rounds left open, the turn rule.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use pointhouse_rules::fairness::{ClientSeed, DrawLog, Draws, ServerSeed};
use pointhouse_rules::mines::{Action, Bet, MAX_TURN_PPM, Round, Status, TILES, Table};
use pointhouse_rules::{Hundredths, Points, Refusal, Tables};
use proptest::prelude::*;

fn draws(nonce: u64) -> Draws<DrawLog> {
    Draws::recorded(&ServerSeed::from_bytes(&[5; 32]), &ClientSeed::new("m").unwrap(), nonce)
}

fn table() -> Table {
    Tables::published().mines.clone()
}

fn start(bet: u64, mines: u64, nonce: u64) -> Round<Draws<DrawLog>> {
    Round::start(draws(nonce), Bet::new(bet, mines, &table()).unwrap())
}

#[test]
fn a_view_of_an_open_round_has_no_layout() {
    let (table, mut round) = (table(), start(10, 3, 1));
    let gem = (0..TILES).find(|tile| !round.outcome(&table).mines.contains(tile)).unwrap();
    round.act(&table, Action::Reveal(gem)).unwrap();
    let view = round.view(&table);
    assert_eq!(
        serde_json::to_string(&view).unwrap(),
        format!(
            r#"{{"status":"open","steps":[{{"action":{gem},"status":"open","gems":1,"multiplier":"1.12"}}],"multiplier":"1.12","next_multiplier":"1.28","next_survival":"0.875000","at_cap":false}}"#
        )
    );
}

#[test]
fn a_round_left_open_cashes_out_or_returns_the_bet() {
    let (table, mut round) = (table(), start(10, 3, 2));
    let mut untouched = round.clone();
    untouched.act(&table, Action::Settle).unwrap();
    assert_eq!(untouched.status(), Status::Refunded);
    assert_eq!(untouched.payout(&table), Points::from(10));
    assert_eq!(untouched.multiplier(&table), Hundredths::from_units(100));

    let gem = (0..TILES).find(|tile| !round.outcome(&table).mines.contains(tile)).unwrap();
    round.act(&table, Action::Reveal(gem)).unwrap();
    let step = round.act(&table, Action::Settle).unwrap();
    assert_eq!((step.status, round.payout(&table)), (Status::CashedOut, Points::from(11)));
    assert_eq!(round.act(&table, Action::Settle), Err(Refusal::RoundOver));
}

#[test]
fn the_cap_is_shown_and_can_end_the_round() {
    let table = table();
    let gems = |round: &Round<Draws<DrawLog>>| {
        let mines = round.outcome(&table).mines;
        (0..TILES).filter(|tile| !mines.contains(tile)).collect::<Vec<_>>()
    };
    let auto = Table { auto_cashout_at_cap: true, ..table.clone() };
    let (mut by_hand, mut by_itself) = (start(100, 20, 3), start(100, 20, 3));
    for (position, tile) in gems(&by_hand).into_iter().take(2).enumerate() {
        assert!(!by_hand.view(&table).at_cap);
        by_hand.act(&table, Action::Reveal(tile)).unwrap();
        let step = by_itself.act(&auto, Action::Reveal(tile)).unwrap();
        assert_eq!(step.status == Status::CashedOut, position == 1);
    }
    assert!(by_hand.view(&table).at_cap);
    assert_eq!(by_hand.status(), Status::Open);
    assert_eq!(by_itself.payout(&auto), Points::from(1500));
}

#[test]
fn actions_read_as_they_are_written() {
    for (action, text) in
        [(Action::Reveal(7), "7"), (Action::CashOut, "\"cashout\""), (Action::Settle, "\"settle\"")]
    {
        assert_eq!(serde_json::to_string(&action).unwrap(), text);
        assert_eq!(serde_json::from_str::<Action>(text).unwrap(), action);
    }
    let refused = |json: serde_json::Value| Action::from_json(&json).unwrap_err().code();
    assert_eq!(refused(serde_json::json!(-1)), "bad_tile");
    assert_eq!(refused(serde_json::json!(1.5)), "bad_tile");
    assert_eq!(refused(serde_json::json!(256)), "bad_tile");
    assert_eq!(refused(serde_json::json!("peek")), "bad_action");
}

#[test]
fn a_broken_table_names_its_key() {
    let key = |table: Table| table.validate().unwrap_err().key;
    assert_eq!(key(Table { max_bet: 0, ..table() }), "mines.max_bet");
    assert_eq!(key(Table { tiles: 36, ..table() }), "mines.tiles");
    assert_eq!(key(Table { return_percent: 0, ..table() }), "mines.return_percent");
    assert_eq!(key(Table { turn_max_ppm: MAX_TURN_PPM + 1, ..table() }), "mines.turn_max_ppm");
    assert_eq!(key(Table { caps: vec![], ..table() }), "mines.caps");
    let low = vec![Hundredths::from_units(99); 24];
    assert_eq!(key(Table { caps: low, ..table() }), "mines.caps");
}

/// docs/games.md, section 5: the chance reaches its maximum at 24 mines and nowhere before.
#[test]
fn the_turn_chance_grows_with_mines_and_progress() {
    let table = Table { turn_max_ppm: MAX_TURN_PPM, ..table() };
    for mines in 1..=24u8 {
        let safe = TILES - mines;
        let chances: Vec<u64> = (0..safe).map(|gems| table.turn_ppm(mines, gems)).collect();
        assert!(chances.is_sorted());
        let highest = *chances.last().unwrap();
        assert_eq!(highest, u64::from(MAX_TURN_PPM) * u64::from(mines) / 24);
    }
}

proptest! {
    #[test]
    fn any_way_of_playing_keeps_to_the_table(
        nonce in any::<u64>(),
        bet in 1u64..=100,
        mines in 1u64..=24,
        turn_max_ppm in prop::sample::select(vec![0, 10_000, MAX_TURN_PPM]),
        auto_cashout_at_cap in any::<bool>(),
        choices in prop::collection::vec(0u8..=27, 0..40),
    ) {
        let table = Table { turn_max_ppm, auto_cashout_at_cap, ..table() };
        let bet = Bet::new(bet, mines, &table).unwrap();
        let mut round = Round::start(draws(nonce), bet);
        let layout = round.outcome(&table).mines;
        prop_assert_eq!(layout.len() as u64, mines);
        let mut accepted = Vec::new();
        for choice in choices {
            let action = match choice {
                26 => Action::CashOut,
                27 => Action::Settle,
                tile => Action::Reveal(tile),
            };
            let (before, drawn) = (round.outcome(&table), round.draws().log().len());
            match round.act(&table, action) {
                Ok(_) => accepted.push(action),
                Err(_) => {
                    prop_assert_eq!(round.outcome(&table), before);
                    prop_assert_eq!(round.draws().log().len(), drawn);
                }
            }
        }
        let outcome = round.outcome(&table);
        prop_assert_eq!(&outcome.mines, &layout);
        prop_assert!(outcome.payout <= table.max_payout());
        let safe_picks = accepted
            .iter()
            .filter(|action| matches!(action, Action::Reveal(tile) if !layout.contains(tile)))
            .count();
        let turns = if turn_max_ppm > 0 { safe_picks } else { 0 };
        prop_assert_eq!(round.draws().log().len(), mines as usize + turns);
        if let Some(turned) = outcome.turned {
            prop_assert!(!layout.contains(&turned) && outcome.status == Status::Lost);
        }
        let again = Round::resume(draws(nonce), &table, bet, accepted).unwrap();
        prop_assert_eq!(again.outcome(&table), outcome);
        prop_assert_eq!(again.draws().log(), round.draws().log());
    }
}
