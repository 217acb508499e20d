//! How the tracking looks on the wire. Money is in USD.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cents::MoneyInput;

/// A player of an answer of the source.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportedPlayer {
    /// The name at the casino.
    pub(super) username: String,
    /// All that was ever wagered, where it is known.
    pub(super) total_wagered: Option<MoneyInput>,
    /// Wagered in the source's month so far.
    #[serde(alias = "monthlyWager", alias = "wagered", alias = "wagered_amount")]
    pub(super) monthly_wagered: Option<MoneyInput>,
}

/// An answer of the source, brought by an admin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "the specification's call carries the time; the server has its own")]
pub struct Import {
    pub(super) players: Vec<ImportedPlayer>,
    /// Not used: the server's clock says when.
    #[schema(value_type = Option<String>)]
    timestamp: Option<serde_json::Value>,
    /// Not used: the server's clock says which day.
    #[schema(value_type = Option<String>)]
    current_day: Option<serde_json::Value>,
}

/// What came of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportAnswer {
    pub(super) success: bool,
    pub(super) message: String,
    pub(super) players_updated: u64,
    pub(super) new_players: u64,
    /// Players whose figure fell: that counts 0.
    pub(super) fallen: u64,
    /// The site's day, `YYYY-MM-DD`.
    pub(super) day: String,
    /// The source's month, `YYYY-MM`.
    pub(super) month: String,
    /// ISO 8601.
    pub(super) last_update: String,
}

/// A player as they stand.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerStats {
    pub(super) username: String,
    /// All that was ever wagered, as far as it is known.
    pub(super) total_wagered: f64,
    /// In the source's month that runs.
    pub(super) monthly_wager: f64,
    /// On the site's day that runs.
    pub(super) daily_wager: f64,
}

/// All players as they stand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CurrentStats {
    pub(super) success: bool,
    /// By their names; who wagered most this month, if there are too many.
    pub(super) players: BTreeMap<String, PlayerStats>,
    /// When figures came last, ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
    /// There are more players.
    pub(super) truncated: bool,
}

/// A day, of a player or of all.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HistoryDay {
    /// `YYYY-MM-DD`.
    pub(super) date: String,
    pub(super) daily_wager: f64,
    /// As it stood at the day's end.
    pub(super) monthly_wager: f64,
    /// As it stood at the day's end.
    pub(super) total_wagered: f64,
}

/// A day of all players.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteHistoryDay {
    #[serde(flatten)]
    pub(super) sums: HistoryDay,
    /// Players with figures on that day.
    pub(super) players: u64,
}

/// The days of all players together. Days without figures are left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct History {
    pub(super) success: bool,
    pub(super) start_date: String,
    pub(super) end_date: String,
    /// Oldest first.
    pub(super) history: Vec<SiteHistoryDay>,
}

/// The days of a player. Days without figures are left out.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerHistory {
    pub(super) success: bool,
    pub(super) start_date: String,
    pub(super) end_date: String,
    /// Oldest first.
    pub(super) history: Vec<HistoryDay>,
    /// Null for a player who is not known.
    #[schema(required)]
    pub(super) current_stats: Option<PlayerStats>,
    /// The first day with figures of any player since the history was last reset; null before the first
    /// figures. Earlier days are not known.
    #[schema(required)]
    pub(super) tracked_since: Option<String>,
}

/// A place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackedPlace {
    pub(super) id: String,
    /// From 1.
    pub(super) rank: usize,
    /// Masked for everyone but its owner and admins.
    #[serde(flatten)]
    pub(super) stats: PlayerStats,
    /// The source does not say it: 0.
    pub(super) total_won: f64,
    /// The caller's own.
    pub(super) own: bool,
}

/// Who wagered most in the source's month that runs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackedBoard {
    pub(super) success: bool,
    /// `YYYY-MM`.
    pub(super) month: String,
    /// The first 20; admins get up to 1,000.
    pub(super) leaderboard: Vec<TrackedPlace>,
    /// ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
}

/// Which time is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Period {
    /// The site's day that runs.
    #[default]
    Daily,
    /// It and the six days before.
    Weekly,
    /// The source's month that runs.
    Monthly,
}

/// Somebody who wagered much.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Performer {
    /// From 1.
    pub(super) rank: usize,
    /// In the period.
    pub(super) wagered: f64,
    #[serde(flatten)]
    pub(super) stats: PlayerStats,
}

/// Who wagered most in a period.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Performers {
    pub(super) success: bool,
    pub(super) period: Period,
    pub(super) performers: Vec<Performer>,
}

/// What a reset left behind.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResetAnswer {
    pub(super) success: bool,
    pub(super) message: String,
    /// The file with everything as it was before, in the folder `backups` of the data folder.
    pub(super) backup: String,
    /// Rows that counted before.
    pub(super) cleared: u64,
}

/// Whether the tracking is at work. For everybody.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    pub(super) success: bool,
    /// `ok`; `empty` before the first figures; `read-only` while the disk is nearly full.
    pub(super) status: &'static str,
    /// ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
}

/// What the tracking holds.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelfTest {
    pub(super) success: bool,
    pub(super) message: String,
    pub(super) players: u64,
    /// Days in the history.
    pub(super) days: u64,
    /// Rows of players in it.
    pub(super) rows: u64,
    /// The sum of each day is what its rows add up to.
    pub(super) consistent: bool,
    /// The site's day, `YYYY-MM-DD`.
    pub(super) today: String,
    /// The source's month, `YYYY-MM`.
    pub(super) month: String,
    /// ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
}
