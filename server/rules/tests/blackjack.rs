//! Blackjack beyond the published rounds: what a member sees, costs, and rounds left open.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::as_conversions
)]

use pointhouse_rules::blackjack::{Action, Bet, Phase, Round, Verdict};
use pointhouse_rules::fairness::{ClientSeed, Draws, ServerSeed};
use pointhouse_rules::{Points, Refusal, Tables};
use proptest::prelude::*;

const ACTIONS: [Action; 5] =
    [Action::Insure, Action::Decline, Action::Hit, Action::Stand, Action::Double];

fn draws(nonce: u64) -> Draws {
    Draws::new(&ServerSeed::from_bytes(&[3; 32]), &ClientSeed::new("c").unwrap(), nonce)
}

fn deal(bet: u64, nonce: u64) -> Round<Draws> {
    Round::deal(draws(nonce), Bet::new(bet, &Tables::published().blackjack).unwrap())
}

/// The first deal of a run of nonces that stands as wanted.
fn find(bet: u64, wanted: impl Fn(&Round<Draws>) -> bool) -> Round<Draws> {
    (0..5_000).map(|nonce| deal(bet, nonce)).find(wanted).expect("such a deal is not that rare")
}

#[test]
fn a_view_of_an_open_round_has_neither_hole_card_nor_deck() {
    let mut open = 0;
    for round in (0..300).map(|nonce| deal(10, nonce)).filter(|r| r.phase() != Phase::Done) {
        let (view, outcome) = (round.view(), round.outcome());
        assert_eq!(view.dealer, outcome.dealer[..1]);
        let text = serde_json::to_string(&view).unwrap();
        // No card but the three on the table is in the text at all.
        for card in &outcome.deck {
            let shown = view.player.contains(card) || view.dealer.contains(card);
            assert_eq!(text.contains(&format!("\"{card}\"")), shown, "{card} {text}");
        }
        assert!(!text.contains("deck") && !text.contains("dealer_total"), "{text}");
        open += 1;
    }
    assert!(open > 200);
}

#[test]
fn insurance_and_doubling_cost_what_they_add_to_the_stake() {
    let mut round = find(25, |round| round.phase() == Phase::Insurance);
    assert_eq!(round.view().actions, [Action::Insure, Action::Decline]);
    assert_eq!(round.check(Action::Stand), Err(Refusal::InsurancePending));
    assert_eq!(round.cost(Action::Insure), Points::from(12));
    round.act(Action::Insure).unwrap();
    assert_eq!(round.staked(), Points::from(37));

    let mut round = find(25, |round| round.phase() == Phase::Play);
    assert_eq!(round.view().actions, [Action::Hit, Action::Stand, Action::Double]);
    assert_eq!(round.check(Action::Insure), Err(Refusal::BadAction));
    assert_eq!(round.cost(Action::Double), Points::from(25));
    round.act(Action::Double).unwrap();
    assert_eq!((round.staked(), round.phase()), (Points::from(50), Phase::Done));
    assert_eq!(round.act(Action::Stand), Err(Refusal::RoundOver));
}

#[test]
fn a_bet_of_one_is_not_offered_insurance() {
    for nonce in 0..500 {
        assert_ne!(deal(1, nonce).phase(), Phase::Insurance);
    }
}

#[test]
fn a_round_left_open_declines_and_stands() {
    let ends_by_declining = |round: &Round<Draws>| {
        let mut declined = round.clone();
        declined.act(Action::Decline).is_ok() && declined.phase() == Phase::Done
    };
    let check = |mut round: Round<Draws>, expected: &[Action]| {
        let mut by_hand = round.clone();
        expected.iter().for_each(|action| by_hand.act(*action).unwrap());
        assert_eq!(round.settle(), expected);
        assert_eq!(round.phase(), Phase::Done);
        assert_eq!(round.outcome(), by_hand.outcome());
        assert_eq!(round.staked(), Points::from(10));
        assert_eq!(round.settle(), []);
        round
    };
    check(find(10, |round| round.phase() == Phase::Play), &[Action::Stand]);
    let asked = |round: &Round<Draws>| round.phase() == Phase::Insurance;
    let both = [Action::Decline, Action::Stand];
    check(find(10, |round| asked(round) && !ends_by_declining(round)), &both);
    // The dealer's natural ends the round at the answer, before any stand.
    let round = check(find(10, ends_by_declining), &[Action::Decline]);
    assert_eq!(round.outcome().outcome, Some(Verdict::DealerBlackjack));
}

proptest! {
    #[test]
    fn any_way_of_playing_keeps_to_the_table(
        nonce in any::<u64>(),
        bet in 1u64..=100,
        choices in prop::collection::vec(prop::sample::select(ACTIONS.to_vec()), 0..20),
    ) {
        let mut round = deal(bet, nonce);
        let mut accepted = Vec::new();
        for action in choices {
            let (before, allowed) = (round.outcome(), round.check(action));
            prop_assert_eq!(round.act(action), allowed);
            match allowed {
                Ok(()) => accepted.push(action),
                Err(_) => prop_assert_eq!(round.outcome(), before),
            }
        }
        let bet = *round.bet();
        let again = Round::resume(draws(nonce), bet, accepted).unwrap();
        prop_assert_eq!(again.outcome(), round.outcome());
        round.settle();
        let outcome = round.outcome();
        prop_assert_eq!(outcome.phase, Phase::Done);
        prop_assert!(outcome.payout <= Tables::published().blackjack.max_payout());
        prop_assert!(outcome.staked.get() <= 2 * u64::from(bet.stake().get()) + bet.insurance_cost().get());
        let bust = outcome.outcome == Some(Verdict::Bust);
        prop_assert_eq!(bust, outcome.player_total > 21);
        let (player, dealer) = (outcome.player.len(), outcome.dealer.len());
        let in_order = [0, 2].into_iter().chain(4..).take(player).map(|at| outcome.deck[at]);
        prop_assert!(in_order.eq(outcome.player));
        prop_assert_eq!(&outcome.dealer[..2], &[outcome.deck[1], outcome.deck[3]]);
        let after_player = player + 2;
        prop_assert_eq!(&outcome.dealer[2..], &outcome.deck[after_player..after_player + dealer - 2]);
    }
}
