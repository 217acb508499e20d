//! What the leaderboard and its source share.

/// A player in a month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MonthPlayer {
    /// The name at the casino.
    pub(crate) name: String,
    /// US cents.
    pub(crate) wagered: u64,
    /// US cents, where the source says it.
    pub(crate) won: Option<u64>,
}
