//! Wire shapes of the leaderboard.

use pointhouse_rules::mask::mask_username;
use serde::Serialize;
use utoipa::ToSchema;

use super::MonthPlayer;
use crate::cents::Cents;

/// Kind of a prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PrizeKind {
    /// Money.
    Cash,
    /// A bonus buy of this amount.
    BonusBuy,
}

/// The prize of a rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Prize {
    /// Rank, from 1.
    pub rank: usize,
    /// Amount in whole USD.
    pub amount: u64,
    /// Kind of the prize.
    pub kind: PrizeKind,
}

/// The prizes from a month on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrizePeriod {
    /// First month, `YYYY-MM`; null for the first period.
    #[schema(required)]
    pub from: Option<String>,
    /// Pool in whole USD.
    pub pool: u64,
    /// Prizes by rank.
    pub prizes: Vec<Prize>,
}

/// The prize of a place.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct WagerPrize {
    /// Amount in whole USD.
    amount: u64,
    /// Kind of the prize.
    kind: PrizeKind,
}

/// A place on the leaderboard.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WagerEntry {
    /// Rank, from 1.
    rank: usize,
    /// Casino name, masked for everyone but its owner and admins.
    username: String,
    /// Wagered in the month, in USD.
    wagered: f64,
    /// Won in the month, in USD; null if the source doesn't report it.
    #[schema(required)]
    won: Option<f64>,
    #[schema(required)]
    prize: Option<WagerPrize>,
    /// True for the caller's own place.
    own: bool,
    /// True when the prize has been paid.
    paid: bool,
}

/// Origin of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WagerSource {
    /// Fetched from the casino's service.
    Live,
    /// The last good response of the service, after a failure; or figures that an admin has imported.
    Stored,
    /// Sample data.
    Sample,
    /// There are no figures.
    None,
}

/// The leaderboard of a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WagerAnswer {
    /// The month, `YYYY-MM`.
    pub(super) month: String,
    /// First available month, `YYYY-MM`.
    pub(super) first_month: String,
    /// Current month, `YYYY-MM`.
    pub(super) current_month: String,
    /// Origin of the figures.
    pub(super) source: WagerSource,
    /// Notice to show with the figures.
    #[schema(required)]
    pub(super) notice: Option<String>,
    /// Warning about a failure of the source.
    #[schema(required)]
    pub(super) warning: Option<String>,
    /// Text to show instead of figures.
    #[schema(required)]
    pub(super) empty: Option<String>,
    /// When the source last responded, ISO 8601.
    #[schema(required)]
    pub(super) updated_at: Option<String>,
    /// When the source computed the figures, if it reports that, ISO 8601; never after `updatedAt`.
    #[schema(required)]
    pub(super) made_at: Option<String>,
    /// When the source is polled next, ISO 8601.
    #[schema(required)]
    pub(super) next_update_at: Option<String>,
    /// True while the figures may change.
    pub(super) provisional: bool,
    /// Since when the figures are final, ISO 8601.
    #[schema(required)]
    pub(super) frozen_at: Option<String>,
    /// Pool in whole USD.
    pub(super) pool: u64,
    /// The first 20 places; admins get all.
    pub(super) entries: Vec<WagerEntry>,
}

/// A place before masking.
pub(super) struct Place<'a> {
    pub(super) rank: usize,
    pub(super) player: &'a MonthPlayer,
    pub(super) prize: Option<Prize>,
    pub(super) own: bool,
    pub(super) paid: bool,
}

/// A place as its viewer may see it; admins see unmasked names.
pub(super) fn entry(place: &Place<'_>, by_admin: bool) -> WagerEntry {
    let Place { rank, player, prize, own, paid } = *place;
    let whole = by_admin || own;
    WagerEntry {
        rank,
        username: if whole { player.name.clone() } else { mask_username(&player.name) },
        wagered: Cents(player.wagered).dollars(),
        won: player.won.map(|won| Cents(won).dollars()),
        prize: prize.map(|Prize { amount, kind, .. }| WagerPrize { amount, kind }),
        own,
        paid,
    }
}
