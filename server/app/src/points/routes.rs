//! The points leaderboard.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_rules::mask::mask_username;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Board, PointsBoards, Statement};
use crate::accounts::{AccountError, Accounts, Auth, AuthError, Caller, Member};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::clock::Clock;
use crate::config::Cycle;
use crate::input::Query;
use crate::wallet::LedgerPage;

/// Rows of the leaderboard.
const LEADERBOARD_ROWS: usize = 20;
/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["leaderboards"; monthly, my_ledger]
}

/// The points leaderboard of the current month or week, names masked.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointsLeaderboard {
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
#[call(get, "/api/leaderboard/points/monthly", public, member, admin, only_while = super::IS_ON)]
pub async fn monthly(
    caller: Result<Caller, AuthError>,
    boards: web::Data<PointsBoards>,
    auth: web::Data<Auth>,
    clock: web::Data<Clock>,
) -> Result<Answer<PointsLeaderboard>, AccountError> {
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
    Ok(Answer(PointsLeaderboard {
        cycle: days.cycle,
        first_day: days.first.iso(),
        last_day: days.last.iso(),
        leaderboard: named.collect(),
        own,
    }))
}

/// A page of a list.
#[derive(Deserialize, IntoParams)]
pub struct PageQuery {
    /// Page number, from 1.
    #[param(value_type = Option<usize>)]
    page: Option<u64>,
    /// Rows per page.
    #[param(value_type = Option<usize>)]
    limit: Option<u64>,
}

/// Returns the caller's statement, newest entry first.
#[call(get, "/api/me/ledger", member, tag = "accounts")]
pub async fn my_ledger(
    member: Member,
    accounts: web::Data<Accounts>,
    query: Query<PageQuery>,
) -> Result<Answer<LedgerPage>, AccountError> {
    let max = u64::try_from(accounts.ledger_page_max).unwrap_or(u64::MAX);
    let limit = query.limit.unwrap_or(50).clamp(1, max);
    let page = query.page.unwrap_or(1);
    let statement = Statement::of(&accounts, member.0)?;
    let read = move || statement.page(page, limit);
    Ok(Answer(accounts.reads.run_for_member(read).await??))
}
