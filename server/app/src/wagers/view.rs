//! How the leaderboard looks on the wire.

use pointhouse_rules::mask::mask_username;
use serde::Serialize;
use utoipa::ToSchema;

use super::Standing;
use crate::cents::Cents;

/// What a prize is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PrizeKind {
    /// Money.
    Cash,
    /// A bonus that is bought for so much.
    BonusBuy,
}

/// What a rank gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Prize {
    /// From 1.
    pub rank: usize,
    /// Whole USD.
    pub amount: u64,
    /// What it is.
    pub kind: PrizeKind,
}

/// What is paid from a month on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PrizePeriod {
    /// `YYYY-MM`; null for the first period.
    #[schema(required)]
    pub from: Option<String>,
    /// Whole USD.
    pub pool: u64,
    /// By rank.
    pub prizes: Vec<Prize>,
}

/// The prize of a place.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct WagerPrize {
    /// Whole USD.
    amount: u64,
    /// What it is.
    kind: PrizeKind,
}

/// A place.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WagerEntry {
    /// From 1.
    rank: usize,
    /// Masked for everyone but its owner and admins.
    username: String,
    /// USD.
    wagered: f64,
    /// USD; null where the source does not say.
    #[schema(required)]
    won: Option<f64>,
    #[schema(required)]
    prize: Option<WagerPrize>,
    /// The caller's own.
    own: bool,
    /// The prize has been paid.
    paid: bool,
}

/// Where the figures come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WagerSource {
    /// Read from the casino's service.
    Live,
    /// The last good answer of that service.
    Stored,
    /// Made up.
    Sample,
    /// Nowhere.
    None,
}

/// The leaderboard of a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WagerAnswer {
    /// Always true.
    pub(super) success: bool,
    /// `YYYY-MM`, as the three that follow.
    pub(super) month: String,
    /// The first that may be asked for.
    pub(super) first_month: String,
    /// The last that may be asked for.
    pub(super) current_month: String,
    /// Where the figures come from.
    pub(super) source: WagerSource,
    /// What people have to know of the figures.
    #[schema(required)]
    pub(super) notice: Option<String>,
    /// What went wrong with the source.
    #[schema(required)]
    pub(super) warning: Option<String>,
    /// What is said in place of the figures.
    #[schema(required)]
    pub(super) empty: Option<String>,
    /// When the source was read last, ISO 8601.
    #[schema(required)]
    pub(super) updated_at: Option<String>,
    /// When the source made the figures, as far as it says so; ISO 8601, never after `updatedAt`.
    #[schema(required)]
    pub(super) made_at: Option<String>,
    /// When it is read next, ISO 8601.
    #[schema(required)]
    pub(super) next_update_at: Option<String>,
    /// The figures may still change.
    pub(super) provisional: bool,
    /// Since when the figures are final, ISO 8601.
    #[schema(required)]
    pub(super) frozen_at: Option<String>,
    /// Whole USD.
    pub(super) pool: u64,
    /// The first 20; admins get all.
    pub(super) entries: Vec<WagerEntry>,
}

/// A place before it is shown.
pub(super) struct Place<'a> {
    pub(super) rank: usize,
    pub(super) standing: &'a Standing,
    pub(super) prize: Option<Prize>,
    pub(super) own: bool,
    pub(super) paid: bool,
}

/// A place, as its reader may see it; admins see all names whole.
pub(super) fn entry(place: &Place<'_>, by_admin: bool) -> WagerEntry {
    let Place { rank, standing, prize, own, paid } = *place;
    let whole = by_admin || own;
    WagerEntry {
        rank,
        username: if whole { standing.name.clone() } else { mask_username(&standing.name) },
        wagered: Cents(standing.wagered).dollars(),
        won: standing.won.map(|won| Cents(won).dollars()),
        prize: prize.map(|Prize { amount, kind, .. }| WagerPrize { amount, kind }),
        own,
        paid,
    }
}
