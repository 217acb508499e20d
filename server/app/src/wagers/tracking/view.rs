//! Wire shapes of the tracking. Money is in USD.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cents::MoneyInput;

/// A player in an import.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ImportedPlayer {
    /// Casino name, 1 to 64 characters.
    pub(super) username: String,
    /// Wagered ever, if known.
    pub(super) total_wagered: Option<MoneyInput>,
    /// Wagered in the source's current month so far.
    #[serde(alias = "monthlyWager", alias = "wagered", alias = "wagered_amount")]
    pub(super) monthly_wagered: Option<MoneyInput>,
}

/// Figures of the source, imported by an admin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Import {
    pub(super) players: Vec<ImportedPlayer>,
    /// Ignored; the server's clock determines the time.
    #[schema(value_type = Option<String>)]
    #[expect(dead_code, reason = "sent for compatibility; the server has its own time")]
    timestamp: Option<serde_json::Value>,
    /// The site's day, `YYYY-MM-DD`, or its number in the month. Figures count for the day on which they arrive: another one is
    /// refused.
    #[schema(value_type = Option<String>)]
    pub(super) current_day: Option<serde_json::Value>,
}

/// Result of an import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportAnswer {
    pub(super) message: String,
    pub(super) players_updated: u64,
    pub(super) new_players: u64,
    /// Number of players whose figure fell, which counts as 0.
    pub(super) fallen: u64,
    /// The site day that the figures count for, `YYYY-MM-DD`.
    pub(super) day: String,
    /// The source's month, `YYYY-MM`.
    pub(super) month: String,
    /// Time of the import, ISO 8601.
    pub(super) last_update: String,
}

/// The current figures of a player.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerStats {
    pub(super) username: String,
    /// Wagered ever, as far as known, in USD.
    pub(super) total_wagered: f64,
    /// Wagered in the source's current month, in USD.
    pub(super) monthly_wager: f64,
    /// Wagered on the current site day, in USD.
    pub(super) daily_wager: f64,
}

/// The current figures of all players.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CurrentStats {
    /// Message for the user.
    pub(super) message: &'static str,
    /// By casino name. If there are too many, those with the highest wagers this month.
    pub(super) players: BTreeMap<String, PlayerStats>,
    /// Time of the newest figures, ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
    /// True when there are more players.
    pub(super) truncated: bool,
}

/// A day of one player or of all.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HistoryDay {
    /// `YYYY-MM-DD`.
    pub(super) date: String,
    pub(super) daily_wager: f64,
    /// The month's figure at the end of the day, in USD.
    pub(super) monthly_wager: f64,
    /// The total at the end of the day, in USD.
    pub(super) total_wagered: f64,
}

/// A day of all players.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SiteHistoryDay {
    #[serde(flatten)]
    pub(super) sums: HistoryDay,
    /// Number of players with figures on that day.
    pub(super) players: u64,
}

/// The daily sums of all players. Days without figures are omitted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct History {
    /// Message for the user.
    pub(super) message: &'static str,
    pub(super) start_date: String,
    pub(super) end_date: String,
    /// Oldest first.
    pub(super) history: Vec<SiteHistoryDay>,
}

/// The days of a player. Days without figures are omitted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlayerHistory {
    /// Message for the user.
    pub(super) message: &'static str,
    pub(super) start_date: String,
    pub(super) end_date: String,
    /// Oldest first.
    pub(super) history: Vec<HistoryDay>,
    /// Null for an unknown player.
    #[schema(required)]
    pub(super) current_stats: Option<PlayerStats>,
    /// The first day with figures of any player since the last reset of the history, `YYYY-MM-DD`;
    /// null before the first figures. Earlier days are unknown.
    #[schema(required)]
    pub(super) tracked_since: Option<String>,
}

/// A place on the leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackedPlace {
    pub(super) id: String,
    /// Rank, from 1.
    pub(super) rank: usize,
    /// The player's figures; the name is masked for everyone but its owner and admins.
    #[serde(flatten)]
    pub(super) stats: PlayerStats,
    /// Winnings in USD; 0 if the source doesn't report them.
    pub(super) total_won: f64,
    /// True for the caller's own place.
    pub(super) own: bool,
}

/// The players with the highest wagers of the source's current month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackedBoard {
    /// Message for the user.
    pub(super) message: &'static str,
    /// `YYYY-MM`.
    pub(super) month: String,
    /// The first 20 places; admins get up to 1,000.
    pub(super) leaderboard: Vec<TrackedPlace>,
    /// Time of the newest figures, ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
}

/// A period of the ranking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Period {
    /// The current site day.
    #[default]
    Daily,
    /// Today and the six days before.
    Weekly,
    /// The source's current month.
    Monthly,
}

/// A player of the ranking.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Performer {
    /// Rank, from 1.
    pub(super) rank: usize,
    /// Wagered in the period, in USD.
    pub(super) wagered: f64,
    #[serde(flatten)]
    pub(super) stats: PlayerStats,
}

/// The players with the highest wagers in a period.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Performers {
    /// Message for the user.
    pub(super) message: &'static str,
    pub(super) period: Period,
    pub(super) performers: Vec<Performer>,
}

/// Result of a reset.
#[derive(Debug, Serialize, ToSchema)]
pub struct ResetAnswer {
    pub(super) message: String,
    /// File name of the backup, in the folder `backups` of the data folder.
    pub(super) backup: String,
    /// Number of rows that were valid before.
    pub(super) cleared: u64,
}

/// Health of the tracking. Public.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// Message for the user.
    pub(super) message: &'static str,
    /// `ok`; `empty` before the first figures; `read-only` while the disk is nearly full.
    pub(super) status: &'static str,
    /// Time of the newest figures, ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
}

/// Result of the self-test.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SelfTest {
    pub(super) message: String,
    pub(super) players: u64,
    /// Number of days in the history.
    pub(super) days: u64,
    /// Number of players' rows in the history.
    pub(super) rows: u64,
    /// True when every day's sum equals the sum of its rows.
    pub(super) consistent: bool,
    /// The site day, `YYYY-MM-DD`.
    pub(super) today: String,
    /// The source's month, `YYYY-MM`.
    pub(super) month: String,
    /// Time of the newest figures, ISO 8601.
    #[schema(required)]
    pub(super) last_update: Option<String>,
}
