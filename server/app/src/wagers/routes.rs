//! `GET /api/leaderboard/wager`.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::view::{WagerAnswer, WagerSource, entry};
use super::{WagerError, Wagers, sample};
use crate::accounts::{AuthError, Caller};
use crate::clock::SiteMonth;
use crate::etag;

/// Rows that everybody sees (specification 1, point 9).
const ROWS: usize = 20;
const SAMPLE_NOTICE: &str = "Displaying sample data for demonstration purposes.";

/// Which month.
#[derive(Deserialize, IntoParams)]
pub struct MonthQuery {
    /// `YYYY-MM`; without it, the current month.
    month: Option<String>,
}

/// The wager leaderboard of a month. Public.
#[utoipa::path(get, path = "/api/leaderboard/wager", tag = "leaderboards", params(MonthQuery),
    responses((status = 200, body = WagerAnswer)))]
pub async fn wager(
    req: HttpRequest,
    caller: Result<Caller, AuthError>,
    wagers: web::Data<Wagers>,
    query: web::Query<MonthQuery>,
) -> Result<HttpResponse, WagerError> {
    let month = wagers.month(query.month.as_deref())?;
    let is_admin = matches!(caller, Ok(Caller::Admin));
    let standings = if wagers.sample { sample::standings(month) } else { Vec::new() };
    let rows = if is_admin { standings.len() } else { ROWS };
    let entries = standings.iter().take(rows).zip(1..).map(|(standing, rank)| {
        entry(rank, standing, is_admin, wagers.schedule.prize(month, rank))
    });
    let answer = WagerAnswer {
        success: true,
        month: month.iso(),
        first_month: wagers.first_month.iso(),
        current_month: wagers.current_month().iso(),
        source: if wagers.sample { WagerSource::Sample } else { WagerSource::None },
        notice: wagers.sample.then(|| SAMPLE_NOTICE.to_owned()),
        warning: None,
        empty: standings.is_empty().then(|| nothing(month)),
        updated_at: None,
        next_update_at: None,
        provisional: false,
        pool: wagers.schedule.pool(month),
        entries: entries.collect(),
    };
    Ok(etag::json(&req, &answer))
}

fn nothing(month: SiteMonth) -> String {
    format!("No data available for {}. Try another month or check back later.", month.name())
}
