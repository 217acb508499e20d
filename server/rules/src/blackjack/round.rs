//! A round of blackjack, step by step.

use serde::{Serialize, Serializer};

use super::cards::DECK;
use super::{Action, Bet, Card, Hand};
use crate::fairness::DrawSource;
use crate::{Points, Refusal};

/// Where a round stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackPhase))]
pub enum Phase {
    /// The insurance offer waits for its answer.
    Insurance,
    /// The member's hand is open.
    Play,
    /// The round has ended.
    Done,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackVerdict))]
pub enum Verdict {
    /// The member's natural, paid 3 to 2.
    Blackjack,
    /// The dealer's natural.
    DealerBlackjack,
    /// The member's hand is higher, or the dealer bust.
    Win,
    /// Both hands count the same.
    Push,
    /// The dealer's hand is higher.
    Lose,
    /// The member's hand went above 21.
    Bust,
}

/// A round with its hidden deck.
///
/// The server stores the bet and the actions; this is computed again from them and the seed
/// ([`Round::resume`]) and holds nothing that does not follow from them.
#[derive(Clone, Debug)]
pub struct Round<D> {
    bet: Bet,
    draws: D,
    deck: [Card; DECK],
    /// Cards of the deck that have been dealt.
    dealt: usize,
    player: Vec<Card>,
    dealer: Vec<Card>,
    phase: Phase,
    insurance: Points,
    doubled: bool,
    result: Option<Verdict>,
    steps: Vec<Step>,
}

/// What a step led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackStep))]
pub struct Step {
    /// The action; none for the deal.
    #[serde(serialize_with = "action_or_deal")]
    #[cfg_attr(feature = "describe", schema(value_type = String))]
    pub action: Option<Action>,
    /// Where the round stood after it.
    pub phase: Phase,
    /// The member's cards.
    pub player: Vec<Card>,
    /// Their count.
    pub total: u8,
}

/// What a member may see of an open round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackView))]
pub struct View {
    /// The steps so far.
    pub steps: Vec<Step>,
    /// Where the round stands.
    pub phase: Phase,
    /// The member's cards.
    pub player: Vec<Card>,
    /// The dealer's up card, as a list of one.
    pub dealer: Vec<Card>,
    /// The count of the member's cards.
    pub player_total: u8,
    /// Points staked so far: bet and insurance.
    pub staked: Points,
    /// Points staked on insurance.
    pub insurance: Points,
    /// What may be done now.
    pub actions: Vec<Action>,
    /// What the rules allow now, but the balance does not cover.
    pub unaffordable: Vec<Action>,
}

impl View {
    /// Offers only what a balance covers.
    pub fn offer_within(&mut self, bet: &Bet, balance: Points) {
        let is_covered = |action: &Action| bet.cost(*action) <= balance;
        let (covered, dear) = std::mem::take(&mut self.actions).into_iter().partition(is_covered);
        (self.actions, self.unaffordable) = (covered, dear);
    }
}

/// A whole round. As JSON it is the `expect` object of the test vectors, without `draws`. It
/// shows the deck: of an open round it is for the verifier only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are those of docs/games.md and of View")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackOutcome))]
pub struct Outcome {
    pub deck: Vec<Card>,
    pub steps: Vec<Step>,
    pub phase: Phase,
    pub player: Vec<Card>,
    pub dealer: Vec<Card>,
    pub player_total: u8,
    pub dealer_total: u8,
    pub outcome: Option<Verdict>,
    pub staked: Points,
    pub insurance: Points,
    /// What the insurance handed back.
    pub insurance_return: Points,
    /// What the hand itself handed back.
    pub main_return: Points,
    /// The sum of both.
    pub payout: Points,
}

impl<D: DrawSource> Round<D> {
    /// Shuffles and deals: member, dealer (face up), member, dealer (hole).
    pub fn deal(mut draws: D, bet: Bet) -> Self {
        let mut deck = Card::sorted_deck();
        draws.shuffle_front(&mut deck, DECK);
        let mut round = Self {
            bet,
            draws,
            deck,
            dealt: 0,
            player: Vec::new(),
            dealer: Vec::new(),
            phase: Phase::Play,
            insurance: Points::ZERO,
            doubled: false,
            result: None,
            steps: Vec::new(),
        };
        for _ in 0..2 {
            let card = round.next_card();
            round.player.push(card);
            let card = round.next_card();
            round.dealer.push(card);
        }
        round.open();
        round.note(None);
        round
    }

    /// Deals a round again and repeats its actions.
    pub fn resume(
        draws: D,
        bet: Bet,
        actions: impl IntoIterator<Item = Action>,
    ) -> Result<Self, Refusal> {
        let mut round = Self::deal(draws, bet);
        actions.into_iter().try_for_each(|action| round.act(action))?;
        Ok(round)
    }
}

impl<D> Round<D> {
    /// Does one action. A refused action changes nothing.
    pub fn act(&mut self, action: Action) -> Result<(), Refusal> {
        self.check(action)?;
        match action {
            Action::Insure => {
                self.insurance = self.bet.insurance_cost();
                self.look_at_hole_card();
            }
            Action::Decline => self.look_at_hole_card(),
            Action::Hit => self.take_card(),
            Action::Stand => self.settle_hands(),
            Action::Double => {
                self.doubled = true;
                self.take_card();
                if self.phase == Phase::Play {
                    self.settle_hands();
                }
            }
        }
        self.note(Some(action));
        Ok(())
    }

    /// Ends a round that was left open for too long: insurance is declined and the hand stands.
    /// Returns the actions done, which the server stores like a member's; none on a round that
    /// has ended. Declining may end it by itself, when the dealer has a natural.
    pub fn settle(&mut self) -> Vec<Action> {
        let mut done = Vec::new();
        for action in [Action::Decline, Action::Stand] {
            if self.act(action).is_ok() {
                done.push(action);
            }
        }
        done
    }

    /// Whether an action may be done now.
    pub fn check(&self, action: Action) -> Result<(), Refusal> {
        let answers = matches!(action, Action::Insure | Action::Decline);
        match self.phase {
            Phase::Done => Err(Refusal::RoundOver),
            Phase::Insurance if !answers => Err(Refusal::InsurancePending),
            Phase::Play if answers => Err(Refusal::BadAction),
            Phase::Play if action == Action::Double && self.player.len() != 2 => {
                Err(Refusal::DoubleNotAllowed)
            }
            Phase::Insurance | Phase::Play => Ok(()),
        }
    }

    /// What an action adds to the stake. The balance must cover it before the action is done.
    pub fn cost(&self, action: Action) -> Points {
        self.bet.cost(action)
    }

    /// The initial bet.
    pub const fn bet(&self) -> &Bet {
        &self.bet
    }

    /// Where the round stands.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The source of the draws, which holds their record.
    pub const fn draws(&self) -> &D {
        &self.draws
    }

    /// Points staked so far: the bet, twice when doubled, and insurance.
    pub fn staked(&self) -> Points {
        self.sum(self.bet.bet.payout(if self.doubled { 2 } else { 1 }, 1), self.insurance)
    }

    /// Everything handed back, stake included; 0 while the round is open.
    pub fn payout(&self) -> Points {
        self.sum(self.main_return(), self.insurance_return())
    }

    /// What a member may see while the round is open.
    pub fn view(&self) -> View {
        let actions = [Action::Insure, Action::Decline, Action::Hit, Action::Stand, Action::Double];
        View {
            steps: self.steps.clone(),
            phase: self.phase,
            player: self.player.clone(),
            dealer: self.dealer.iter().take(1).copied().collect(),
            player_total: Hand::of(&self.player).total,
            staked: self.staked(),
            insurance: self.insurance,
            actions: actions.into_iter().filter(|action| self.check(*action).is_ok()).collect(),
            unaffordable: Vec::new(),
        }
    }

    /// The whole round, deck and hole card included.
    pub fn outcome(&self) -> Outcome {
        Outcome {
            deck: self.deck.to_vec(),
            steps: self.steps.clone(),
            phase: self.phase,
            player: self.player.clone(),
            dealer: self.dealer.clone(),
            player_total: Hand::of(&self.player).total,
            dealer_total: Hand::of(&self.dealer).total,
            outcome: self.result,
            staked: self.staked(),
            insurance: self.insurance,
            insurance_return: self.insurance_return(),
            main_return: self.main_return(),
            payout: self.payout(),
        }
    }

    /// The state after the deal: a natural ends the round, an ace asks for insurance.
    fn open(&mut self) {
        if Hand::is_natural(&self.player) {
            let push = Hand::is_natural(&self.dealer);
            self.end(if push { Verdict::Push } else { Verdict::Blackjack });
        } else if self.dealer_shows_ace() && !self.bet.insurance_cost().is_zero() {
            self.phase = Phase::Insurance;
        } else {
            self.look_at_hole_card();
        }
    }

    /// With an ace or a ten-card up, a natural of the dealer ends the round before any action.
    /// With another card up there can be none.
    fn look_at_hole_card(&mut self) {
        if Hand::is_natural(&self.dealer) {
            self.end(Verdict::DealerBlackjack);
        } else {
            self.phase = Phase::Play;
        }
    }

    fn take_card(&mut self) {
        let card = self.next_card();
        self.player.push(card);
        match Hand::of(&self.player).total {
            0..21 => {}
            21 => self.settle_hands(),
            _ => self.end(Verdict::Bust),
        }
    }

    /// The dealer draws to 17, soft or not, and the hands are compared.
    fn settle_hands(&mut self) {
        while Hand::of(&self.dealer).total < 17 {
            let card = self.next_card();
            self.dealer.push(card);
        }
        let (player, dealer) = (Hand::of(&self.player).total, Hand::of(&self.dealer).total);
        self.end(if dealer > 21 || player > dealer {
            Verdict::Win
        } else if player == dealer {
            Verdict::Push
        } else {
            Verdict::Lose
        });
    }

    fn end(&mut self, result: Verdict) {
        self.phase = Phase::Done;
        self.result = Some(result);
    }

    fn main_return(&self) -> Points {
        let bets = if self.doubled { 2 } else { 1 };
        match self.result {
            Some(Verdict::Blackjack) => self.bet.bet.payout(5, 2),
            Some(Verdict::Win) => self.bet.bet.payout(2 * bets, 1),
            Some(Verdict::Push) => self.bet.bet.payout(bets, 1),
            Some(Verdict::DealerBlackjack | Verdict::Lose | Verdict::Bust) | None => Points::ZERO,
        }
    }

    #[expect(clippy::expect_used, reason = "insurance is at most half a bet")]
    fn insurance_return(&self) -> Points {
        if self.result == Some(Verdict::DealerBlackjack) {
            self.insurance.checked_mul(3).expect("a payout is an amount of points")
        } else {
            Points::ZERO
        }
    }

    #[expect(clippy::expect_used, reason = "both are small multiples of a bet")]
    fn sum(&self, one: Points, other: Points) -> Points {
        one.checked_add(other).expect("a payout is an amount of points")
    }

    fn dealer_shows_ace(&self) -> bool {
        self.dealer.first().is_some_and(|card| card.is_ace())
    }

    /// Deals from the front. No round comes near the end of the deck: 21 points are reached
    /// with at most 11 cards, and the dealer takes no more than 10.
    #[expect(clippy::expect_used, reason = "a round deals at most 22 of 52 cards")]
    fn next_card(&mut self) -> Card {
        let card = self.deck.get(self.dealt).copied().expect("the deck has more cards");
        self.dealt += 1;
        card
    }

    fn note(&mut self, action: Option<Action>) {
        let (player, total) = (self.player.clone(), Hand::of(&self.player).total);
        self.steps.push(Step { action, phase: self.phase, player, total });
    }
}

#[expect(clippy::ref_option, reason = "serde hands over a reference to the field")]
fn action_or_deal<S: Serializer>(action: &Option<Action>, out: S) -> Result<S::Ok, S::Error> {
    match action {
        Some(action) => action.serialize(out),
        None => out.serialize_str("deal"),
    }
}
