//! The points leaderboard.

use actix_web::web;
use pointhouse_rules::mask::mask_username;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Board, PointsBoards};
use crate::accounts::{AccountError, Auth, AuthError, Caller};
use crate::calls::{Call, calls};
use crate::clock::Clock;
use crate::config::Cycle;

/// Rows of the leaderboard.
const LEADERBOARD_ROWS: usize = 20;
/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![monthly,]
}

/// The points leaderboard of the current month or week, names masked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsLeaderboard {
    success: bool,
    /// Whether it runs by months or by weeks.
    cycle: Cycle,
    /// First day that counts, in the site's time zone: YYYY-MM-DD.
    first_day: String,
    /// Last day that counts.
    last_day: String,
    leaderboard: Vec<PointsRow>,
    /// The caller's place, even below the listed rows; null for visitors and for members who have
    /// earned nothing in it.
    #[schema(required)]
    own: Option<OwnPlace>,
}

/// A member's place.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPlace {
    /// Rank, from 1.
    rank: usize,
    total_points: u64,
}

/// A row of the leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsRow {
    username: String,
    total_points: u64,
}

/// Returns the points leaderboard of the current month or week. Public.
#[utoipa::path(get, path = "/api/leaderboard/points/monthly", tag = "leaderboards",
    responses((status = 200, body = PointsLeaderboard)),
    security((), ("member" = []), ("admin" = [])))]
pub async fn monthly(
    caller: Result<Caller, AuthError>,
    boards: web::Data<PointsBoards>,
    auth: web::Data<Auth>,
    clock: web::Data<Clock>,
) -> Result<web::Json<PointsLeaderboard>, AccountError> {
    let member = match caller {
        Ok(Caller::Member(user)) => Some(user),
        Ok(Caller::Admin(_)) | Err(_) => None,
    };
    let Board { days, top, own } = boards.board(clock.now(), LEADERBOARD_ROWS, member)?;
    let own = own.map(|(rank, total_points)| OwnPlace { rank, total_points });
    let named = top.into_iter().filter_map(|row| {
        let access = auth.access(row.user)?;
        // The caller sees their own name unmasked.
        let username = if Some(row.user) == member {
            access.username.to_string()
        } else {
            mask_username(&access.username)
        };
        Some(PointsRow { username, total_points: row.points })
    });
    Ok(web::Json(PointsLeaderboard {
        success: true,
        cycle: days.cycle,
        first_day: days.first.iso(),
        last_day: days.last.iso(),
        leaderboard: named.collect(),
        own,
    }))
}
