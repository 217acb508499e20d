//! The rules of Pointhouse: points, provably fair draws and the house games.
//!
//! Everything here is a pure function of its arguments. This crate reads no file, socket,
//! clock or environment and has no randomness of its own: seeds, dates and tables are handed
//! in. The same inputs therefore give the same round here, in a verifier page and in any other
//! implementation of `docs/games.md`.
//!
//! Floating point takes no part in any draw or payout. Decimals are held as whole hundredths
//! ([`Hundredths`]) and expected returns as exact fractions ([`ExpectedReturn`]).

/// Calls a macro with the list of the house games: type name, module and id, and the name for people.
///
/// The order is stored with rounds and payments: add a game at the end, and never remove one. A line here makes
/// the game part of [`Game`], [`Tables`] and [`replay`]. The module has `Table` with `validate`, `max_return` and
/// `max_payout`, a function `replay`, and the published table in `table.toml` in its folder.
#[macro_export]
macro_rules! house_games {
    ($($then:tt)+) => {
        $($then)+! {
            Dice dice "Dice",
            Mines mines "Mines",
            Blackjack blackjack "Blackjack",
            Keno keno "Keno",
            Limbo limbo "Limbo",
            Slot slot "Downunder Dawgs",
            Roulette roulette "Roulette",
            Plinko plinko "Plinko",
        }
    };
}

pub mod blackjack;
pub mod calendar;
pub mod dice;
pub mod email;
pub mod fairness;
pub mod giveaway;
pub mod keno;
pub mod limbo;
pub mod mailbox;
pub mod mask;
pub mod mines;
pub mod names;
pub mod password;
pub mod plinko;
pub mod replay;
pub mod roulette;
pub mod slot;
pub mod tables;
pub mod username;

mod decimal;
#[cfg(feature = "describe")]
mod describe;
mod digest;
mod expected_return;
mod games;
mod points;
mod refusal;
mod risk;
mod rules_hash;
mod stake;
mod weights;

pub use decimal::{Decimal, Hundredths};
pub use digest::HexDigest;
pub use expected_return::ExpectedReturn;
pub use games::{Game, UnknownGame};
pub use points::{Points, PointsError};
pub use refusal::Refusal;
pub use risk::Risk;
pub use rules_hash::{canonical_json, rules_hash};
pub use stake::{BetLimits, MAX_BET_LIMIT, Stake};
pub use tables::{TableError, Tables};
