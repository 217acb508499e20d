//! Errors of the games.

use pointhouse_rules::Refusal;

use super::game::RoundError;
use super::rules::RulesError;
use crate::accounts::AuthError;
use crate::clock::Millis;
use crate::fault::{Fault, inner_faults};
use crate::ids::GameId;
use crate::problem::Problem;
use crate::wallet::PostError;

/// Why a call of the games is refused. Nothing was drawn, no nonce was used and no points moved.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum GameError {
    /// The member's account or session doesn't allow it.
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// The rules of the game refuse the bet or the move.
    #[error("{0}")]
    #[problem(with = refusal)]
    Rules(Refusal),
    /// The wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(PostError),
    /// The game is switched off.
    #[error("{title} Under Maintenance - The {title} game is currently being updated. Please check back soon!", title = .0.title())]
    #[problem(503, "game_disabled")]
    Disabled(GameId),
    /// Today's prize budget is used up (docs/decisions.md, C6).
    #[error("Paused until {}: today's prize budget is used up", .until.iso())]
    #[problem(503, "game_paused")]
    Paused {
        /// Start of the next site day, when the game opens again.
        until: Millis,
    },
    /// The member has reached the limit of rounds per second.
    #[error("You are playing too fast. Please wait a moment.")]
    #[problem(429, "too_many_requests", after = *retry_after)]
    TooFast {
        /// Seconds after which the next round is accepted.
        retry_after: u64,
    },
    /// The idempotency key was used for another bet.
    #[error("This idempotency key was used for another bet")]
    #[problem(409, "idempotency_mismatch")]
    Mismatch,
    /// The client seed is not 1 to 64 of `A-Za-z0-9._-`.
    #[error("The client seed must be 1 to 64 of the characters A-Z a-z 0-9 . _ -")]
    #[problem(400, "bad_client_seed")]
    BadClientSeed,
    /// A round of this game waits for its next move.
    #[error("Finish your open round of {} first", .0.title())]
    #[problem(409, "round_open")]
    RoundOpen(GameId),
    /// There is no open round to move in.
    #[error("This round is over")]
    #[problem(409, "round_over")]
    NoOpenRound,
    /// A round that uses the pair is open.
    #[error("Finish your open round first: it uses these seeds")]
    #[problem(409, "unfinished_round")]
    UnfinishedRound,
    /// The bet would exceed a daily limit that the member set.
    #[error("You have reached the daily {0} limit that you set")]
    #[problem(403, "limit_reached")]
    LimitReached(&'static str),
    /// The member has set a time-out.
    #[error("You are taking a time-out until {}", .until.iso())]
    #[problem(403, "time_out")]
    TimeOut {
        /// When it ends.
        until: Millis,
    },
    /// The limit is out of range.
    #[error("A limit is 1 to 1,000,000,000, a time-out 1 to 30 days")]
    #[problem(400, "bad_limit")]
    BadLimit,
    /// No tables have this hash.
    #[error("There are no such tables")]
    #[problem(404, "not_found")]
    NoSuchRules,
    /// No round has this id, or it is another member's.
    #[error("There is no such round")]
    #[problem(404, "not_found")]
    NoSuchRound,
    /// The round's seed was sealed with a key that is lost.
    #[error(
        "The seed of this round is lost, so it can't be recomputed. Its stake and payout are in your statement."
    )]
    #[problem(410, "seed_lost")]
    SeedLost,
    /// No game has this id.
    #[error("There is no such game")]
    #[problem(404, "not_found")]
    NoSuchGame,
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    #[problem(inner)]
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

/// Errors of a call: those of its caller and those of the game.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum CallError {
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    #[error(transparent)]
    #[problem(through)]
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

/// Invalid input is 400; what the rules would allow at another time is 409.
fn refusal(refusal: &Refusal) -> Problem {
    let status = match refusal {
        Refusal::TileTaken
        | Refusal::NothingToCashOut
        | Refusal::RoundOver
        | Refusal::InsurancePending
        | Refusal::BadAction
        | Refusal::DoubleNotAllowed => 409,
        Refusal::BadBet { .. }
        | Refusal::BadBetStep
        | Refusal::BadTarget
        | Refusal::BadLimboTarget { .. }
        | Refusal::BadDirection
        | Refusal::BadMines
        | Refusal::BadTile
        | Refusal::BadPicks { .. }
        | Refusal::BadParameter { .. }
        | Refusal::BadRisk
        | Refusal::BadKind
        | Refusal::BadNumbers => 400,
    };
    Problem::new(status, refusal.code(), refusal)
}
