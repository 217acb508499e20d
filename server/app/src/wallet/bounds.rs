//! What bounds the points that each reason of the ledger can make.

use super::records::Reason;

/// What bounds the points that a reason makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The allowance of the person of the panel who gives them, sets them up or releases them (module `allowance`).
    Allowance,
    /// Settings that only the owner changes, with a proof and up to a largest value (`config::OWNER_KEYS`); these keys.
    OwnerKeys(&'static [&'static str]),
    /// What the member has paid for the same thing before.
    Paid,
    /// It makes none: it takes points, or moves them from one reason to another.
    MakesNone,
}

impl Reason {
    /// What bounds the points of this reason. A new reason needs an answer here before it can be posted.
    pub const fn bound(self) -> Bound {
        match self {
            Self::AdminAdd | Self::AdminSet | Self::Challenge | Self::Import => Bound::Allowance,
            Self::Payout(_) => Bound::OwnerKeys(&[
                "games.tables",
                "games.allow_positive_return",
                "games.prize_budget",
                "games.prize_budget_percent",
            ]),
            Self::CalendarDay => Bound::OwnerKeys(&["calendar.base", "calendar.per_week"]),
            Self::CalendarMilestone(_) => Bound::OwnerKeys(&["calendar.milestones"]),
            Self::Chatting => Bound::OwnerKeys(&[
                "kick.points_for_chatting",
                "kick.chatting_window_minutes",
                "kick.chatting_daily_max",
            ]),
            Self::Welcome => Bound::OwnerKeys(&["points.welcome"]),
            Self::Refund => Bound::Paid,
            Self::AdminRemove
            | Self::Stake(_)
            | Self::Purchase
            | Self::ImportTakenBack
            | Self::Tickets
            | Self::AccountDeleted => Bound::MakesNone,
        }
    }
}
