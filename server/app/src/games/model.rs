//! What a bet comes to, decided without side effects.

use pointhouse_rules::fairness::{ClientSeed, Draws, ServerSeed};
use pointhouse_rules::{Points, dice};

use super::records::{Play, direction};
use crate::config::GameTables;

/// A bet that the rules accept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wager {
    /// Dice.
    Dice(dice::Bet),
}

impl Wager {
    /// Points staked.
    pub fn staked(&self) -> u64 {
        match self {
            Self::Dice(bet) => u64::from(bet.stake().get()),
        }
    }

    /// Whether a round was played on just this bet.
    pub fn is_of(&self, play: &Play) -> bool {
        match (self, play) {
            (Self::Dice(bet), Play::Dice { bet: staked, target, over, .. }) => {
                bet.stake().get() == *staked
                    && bet.target() == *target
                    && bet.direction() == direction(*over)
            }
        }
    }
}

/// A round before it is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Parameters and draw.
    pub play: Play,
    /// Points handed back.
    pub payout: Points,
}

/// Plays a wager with the draws of its nonce.
pub fn play(
    tables: &GameTables,
    wager: &Wager,
    server_seed: &ServerSeed,
    client_seed: &ClientSeed,
    nonce: u64,
) -> Drawn {
    let mut draws = Draws::new(server_seed, client_seed, nonce);
    match wager {
        Wager::Dice(bet) => {
            let outcome = dice::play(&mut draws, &tables.dice, bet);
            let play = Play::Dice {
                bet: bet.stake().get(),
                target: bet.target(),
                over: bet.direction() == dice::Direction::Over,
                // A roll is below 10,000.
                roll: u16::try_from(outcome.roll.units()).unwrap_or(u16::MAX),
            };
            Drawn { play, payout: outcome.payout }
        }
    }
}
