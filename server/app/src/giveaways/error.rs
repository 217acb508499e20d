//! Errors of the calls on giveaways.

use std::collections::BTreeMap;

use crate::accounts::AuthError;
use crate::fault::{Fault, inner_faults};
use crate::problem::Problem;
use crate::wallet::PostError;

/// Why a call on giveaways failed. Nothing changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
pub enum GiveawayError {
    /// The caller is not allowed.
    #[error(transparent)]
    #[problem(through)]
    Auth(#[from] AuthError),
    /// The giveaway doesn't exist or was deleted.
    #[error("There is no such giveaway")]
    #[problem(404, "not_found")]
    NoSuchGiveaway,
    /// The list has fewer pages.
    #[error("There is no such page")]
    #[problem(404, "not_found")]
    NoSuchPage,
    /// The giveaway has not started.
    #[error("This giveaway has not started yet")]
    #[problem(409, "not_started")]
    NotStarted,
    /// The giveaway has ended.
    #[error("This giveaway has ended")]
    #[problem(409, "ended")]
    Ended,
    /// The giveaway was deleted while it was active.
    #[error("This giveaway was cancelled: nothing was drawn")]
    #[problem(409, "cancelled")]
    Cancelled,
    /// A draw with tickets cannot be deleted: it could be repeated until a friend wins.
    #[error("This giveaway has been drawn. A draw with tickets stays public and can't be deleted.")]
    #[problem(409, "drawn")]
    Drawn,
    /// The giveaway has not ended, so its proof is not public.
    #[error("This giveaway has not ended yet")]
    #[problem(409, "not_ended")]
    NotEnded,
    /// Only a giveaway whose end passed before a restore takes the proof of its draw.
    #[error("Only a giveaway that ended before a restore takes an old proof")]
    #[problem(409, "not_interrupted")]
    NotInterrupted,
    /// A free giveaway gives one ticket per member.
    #[error("You have already entered this giveaway")]
    #[problem(409, "already_entered")]
    AlreadyEntered,
    /// The cost changed since it was shown. Holds the text with the current cost.
    #[error("{0}")]
    #[problem(409, "price_changed")]
    PriceChanged(String),
    /// Free giveaways require a verified email on this site (docs/decisions.md, D4).
    #[error("Please verify your email address to enter free giveaways")]
    #[problem(403, "email_unverified")]
    EmailUnverified,
    /// The giveaway has the maximum number of entries.
    #[error("This giveaway takes no more entries")]
    #[problem(409, "giveaway_full")]
    Full,
    /// Invalid fields, each with its text.
    #[error("{}", named(.0))]
    #[problem(with = invalid)]
    Fields(BTreeMap<&'static str, String>),
    /// The field can no longer be changed because members have entered (docs/decisions.md, E6).
    #[error("{0}")]
    #[problem(409, "frozen")]
    Frozen(&'static str),
    /// Too many giveaways are open.
    #[error("At most {0} giveaways may be open at once")]
    #[problem(409, "too_many_giveaways", params(most))]
    TooMany(usize),
    /// Too many commands of this member, or of all members, are waiting.
    #[error("Too many requests at once. Please wait a moment.")]
    #[problem(429, "too_many_requests", after = 1)]
    Busy,
    /// The wallet refused.
    #[error(transparent)]
    #[problem(through)]
    Wallet(#[from] PostError),
    /// A failure of the server itself. The reason goes to the log.
    #[error(transparent)]
    #[problem(inner)]
    Inner(Fault),
}

inner_faults!(GiveawayError);

impl GiveawayError {
    /// A single invalid field.
    pub(super) fn field(name: &'static str, text: &str) -> Self {
        Self::Fields(BTreeMap::from([(name, text.to_owned())]))
    }
}

/// The fields with their texts: "prize: 1 to 200 characters; title: ...".
fn named(fields: &BTreeMap<&'static str, String>) -> String {
    let texts: Vec<String> = fields.iter().map(|(name, text)| format!("{name}: {text}")).collect();
    texts.join("; ")
}

fn invalid(fields: &BTreeMap<&'static str, String>) -> Problem {
    let problem = Problem::new(400, "validation", &named(fields));
    fields.iter().fold(problem, |problem, (name, text)| problem.with_field(*name, text))
}
