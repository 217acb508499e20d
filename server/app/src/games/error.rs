//! Why a game refused.

use pointhouse_rules::Refusal;

use super::game::RoundError;
use super::rules::RulesError;
use crate::accounts::AuthError;
use crate::clock::Millis;
use crate::fault::{Fault, inner_faults};
use crate::ids::GameId;
use crate::wallet::PostError;

/// Nothing was drawn, no nonce burned, no points moved.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The member may not.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// Against the rules of the game.
    #[error("{0}")]
    Rules(Refusal),
    /// The wallet refused.
    #[error(transparent)]
    Wallet(PostError),
    /// Switched off.
    #[error("{title} Under Maintenance - The {title} game is currently being updated. Please check back soon!", title = .0.title())]
    Disabled(GameId),
    /// Today's prize budget is used up (docs/decisions.md, C6).
    #[error("Paused until {}: today's prize budget is used up", .until.iso())]
    Paused {
        /// When it opens again.
        until: Millis,
    },
    /// More rounds than a member may play in a second.
    #[error("You are playing too fast. Please wait a moment.")]
    TooFast {
        /// Seconds.
        retry_after: u64,
    },
    /// More calls wait than a member may have.
    #[error("Too many requests at once. Please wait a moment.")]
    Busy,
    /// The same idempotency key with another bet.
    #[error("This idempotency key was used for another bet")]
    Mismatch,
    /// Not 1 to 64 of `A-Za-z0-9._-`.
    #[error("The client seed must be 1 to 64 of the characters A-Z a-z 0-9 . _ -")]
    BadClientSeed,
    /// A round of this game waits for its next move.
    #[error("Finish your open round of {} first", .0.title())]
    RoundOpen(GameId),
    /// There is no open round to move in.
    #[error("This round is over")]
    NoOpenRound,
    /// A round that uses the pair is open.
    #[error("Finish your open round first: it uses these seeds")]
    UnfinishedRound,
    /// A limit that the member set.
    #[error("You have reached the daily {0} limit that you set")]
    LimitReached(&'static str),
    /// A time-out that the member set.
    #[error("You are taking a time-out until {}", .until.iso())]
    TimeOut {
        /// When it ends.
        until: Millis,
    },
    /// A limit of nothing or beyond reason.
    #[error("A limit is 1 to 1,000,000,000 points, a time-out 1 to 30 days")]
    BadLimit,
    /// No such tables.
    #[error("There are no such tables")]
    NoSuchRules,
    /// No such round, or somebody else's.
    #[error("There is no such round")]
    NoSuchRound,
    /// No such game.
    #[error("There is no such game")]
    NoSuchGame,
    /// Trouble of the server itself.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(GameError);

impl From<RoundError> for GameError {
    fn from(error: RoundError) -> Self {
        match error {
            RoundError::Refused(refusal) => Self::Rules(refusal),
            error @ (RoundError::OtherGame | RoundError::Stored(_)) => {
                Self::Inner(Fault::other(error))
            }
        }
    }
}

impl From<RulesError> for GameError {
    fn from(error: RulesError) -> Self {
        Self::Inner(Fault::other(error))
    }
}

/// Refusals of who calls and of the game, for one call.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum CallError {
    #[error(transparent)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    Game(#[from] GameError),
}

impl From<Refusal> for GameError {
    fn from(refusal: Refusal) -> Self {
        Self::Rules(refusal)
    }
}

impl From<PostError> for GameError {
    fn from(error: PostError) -> Self {
        Self::Wallet(error)
    }
}
