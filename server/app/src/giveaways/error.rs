//! Why a giveaway refused.

use std::collections::BTreeMap;

use crate::accounts::AuthError;
use crate::fault::{Fault, inner_faults};
use crate::wallet::PostError;

/// Nothing was entered and nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum GiveawayError {
    /// Who calls.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// No such giveaway, or one that was deleted.
    #[error("There is no such giveaway")]
    NoSuchGiveaway,
    /// The list is not that long.
    #[error("There is no such page")]
    NoSuchPage,
    /// It takes no entries yet.
    #[error("This giveaway has not started yet")]
    NotStarted,
    /// It takes no entries any more.
    #[error("This giveaway has ended")]
    Ended,
    /// It was deleted while it ran.
    #[error("This giveaway was cancelled: nothing was drawn")]
    Cancelled,
    /// A draw that members took part in stays public: it could be repeated until a friend wins.
    #[error("This giveaway has been drawn. A draw with tickets stays public and can't be deleted.")]
    Drawn,
    /// Its proof is public once it has ended.
    #[error("This giveaway has not ended yet")]
    NotEnded,
    /// A free giveaway gives one ticket to each member.
    #[error("You have already entered this giveaway")]
    AlreadyEntered,
    /// What it costs is something else by now.
    #[error("{0}")]
    PriceChanged(String),
    /// Free giveaways want a verified address where the site says so.
    #[error("Please verify your email address to enter free giveaways")]
    EmailUnverified,
    /// As many entries as a giveaway can have.
    #[error("This giveaway takes no more entries")]
    Full,
    /// Fields that do not fit, each with its text; never empty.
    #[error("{}", .0.values().next().map_or("", String::as_str))]
    Fields(BTreeMap<&'static str, String>),
    /// What members have entered for may not change under them.
    #[error("{0}")]
    Frozen(&'static str),
    /// More than there may be at once.
    #[error("At most {0} giveaways may be open at once")]
    TooMany(usize),
    /// Too much of this member, or of all members, is waiting.
    #[error("Too many requests at once. Please wait a moment.")]
    Busy,
    /// The wallet refused.
    #[error(transparent)]
    Wallet(#[from] PostError),
    /// Inner trouble; the reason goes to the log.
    #[error(transparent)]
    Inner(Fault),
}

inner_faults!(GiveawayError);

impl GiveawayError {
    /// A single field that does not fit.
    pub(super) fn field(name: &'static str, text: &str) -> Self {
        Self::Fields(BTreeMap::from([(name, text.to_owned())]))
    }
}
