//! Blackjack (docs/games.md, section 7).
//!
//! One deck is shuffled at the deal and then only dealt from. The deck and the dealer's hole
//! card never leave a [`Round`] before it has ended: a [`View`] of an open round shows the up
//! card alone.

mod cards;
mod odds;
mod round;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::replay::{Answer, Recorded, detail};
use crate::tables::TableError;
use crate::{BetLimits, Points, Refusal, Stake, Tables};

pub use cards::{Card, Hand};
pub use odds::{Play, insurance_return};
pub use round::{Outcome, Phase, Round, Step, Verdict, View};

/// The numbers of blackjack; everything else is fixed by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Lowest initial bet in points.
    pub min_bet: u32,
    /// Highest initial bet in points.
    pub max_bet: u32,
}

/// A checked initial bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackParams))]
pub struct Bet {
    bet: Stake,
}

/// What a member can do in an open round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "describe", derive(utoipa::ToSchema), schema(as = BlackjackAction))]
pub enum Action {
    /// Takes the insurance offered.
    Insure,
    /// Does without it.
    Decline,
    /// Takes a card.
    Hit,
    /// Takes no more cards.
    Stand,
    /// Doubles the bet, takes one card and stands.
    Double,
}

impl Table {
    /// Checks the numbers; the error names the key at fault.
    pub fn validate(&self) -> Result<(), TableError> {
        self.limits().validate("blackjack")
    }

    /// The lowest and highest initial bet.
    pub const fn limits(&self) -> BetLimits {
        BetLimits { min: self.min_bet, max: self.max_bet }
    }

    /// The largest payout of any round, in points.
    pub fn max_payout(&self) -> Points {
        Bet { bet: self.limits().highest() }.max_payout()
    }
}

impl Bet {
    /// Checks a bet against a table.
    pub fn new(bet: u64, table: &Table) -> Result<Self, Refusal> {
        Ok(Self { bet: table.limits().check(bet)? })
    }

    /// The largest payout of the round, in points: the bet doubled and won. Insurance pays only when
    /// that bet is lost, and less.
    pub fn max_payout(&self) -> Points {
        self.bet.payout(4, 1)
    }

    /// Reads `{bet}`.
    pub fn from_json(params: &Value, table: &Table) -> Result<Self, Refusal> {
        Ok(Self { bet: table.limits().check_json(params.get("bet"))? })
    }

    /// The points staked at first.
    pub const fn stake(&self) -> Stake {
        self.bet
    }

    /// What insurance costs: half the bet, 0 for a bet of 1.
    pub fn insurance_cost(&self) -> Points {
        self.bet.payout(1, 2)
    }

    /// What an action adds to the stake.
    pub fn cost(&self, action: Action) -> Points {
        match action {
            Action::Insure => self.insurance_cost(),
            Action::Double => self.bet.points(),
            Action::Decline | Action::Hit | Action::Stand => Points::ZERO,
        }
    }
}

impl Action {
    /// Reads the name of an action.
    pub fn from_json(action: &Value) -> Result<Self, Refusal> {
        Self::deserialize(action).map_err(|_| Refusal::BadAction)
    }
}

/// Replays a round of the test vectors under the published table.
pub(crate) fn replay(draws: Recorded, params: &Value, actions: &[Value]) -> Answer {
    let bet = Bet::from_json(params, &Tables::published().blackjack)?;
    let mut round = Round::deal(draws, bet);
    for action in actions {
        round.act(Action::from_json(action)?)?;
    }
    Ok(detail(round.draws().log(), round.outcome()))
}
