//! Calls on the wager tracking.

use std::fmt::Display;

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::Datelike;
use pointhouse_macros::call;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::IntoParams;

use super::board::{PERFORMERS_MAX, Viewer};
use super::export::{self, LINES_MAX};
use super::model::Figures;
use super::reading::{Now, RowReader, Span, stats};
use super::view::{
    CurrentStats, Health, History, Import, ImportAnswer, ImportedPlayer, Performers, Period,
    PlayerHistory, ResetAnswer, SelfTest, TrackedBoard,
};
use super::{NAME_MAX, PLAYERS_MAX, Reset, Snapshot, Tracking, WagerError};
use crate::accounts::{Accounts, Admin, AuthError, Caller, read_profile};
use crate::answer::Answer;
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::cents::{Cents, MoneyInput};
use crate::clock::{Millis, SiteDay};
use crate::fault::Fault;
use crate::input::{Body, Query};
use crate::rights::{Area, Level, level};
use crate::wagers::Wagers;
use crate::{counts, etag, spreadsheet};

/// Largest import, in bytes: the maximum number of players.
pub const IMPORT_BYTES_MAX: usize = 2 << 20;
/// Days shown by default.
const DAYS: i32 = 30;
/// Most days at once.
const DAYS_MAX: i32 = 366;
const PERFORMERS: usize = 10;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "wager tracking";
        update_all,
        current_stats,
        historical,
        player_history,
        leaderboard,
        top_performers,
        export,
        reset_daily,
        reset_database,
        complete_reset,
        health,
        test,
    ]
}

/// A range of days.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub struct SpanQuery {
    /// First day, `YYYY-MM-DD`; 29 days before the end by default.
    start_date: Option<String>,
    /// Last day (inclusive), `YYYY-MM-DD`; today by default.
    end_date: Option<String>,
}

/// A player and a range of days.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
pub struct PlayerQuery {
    /// Casino name; case is ignored.
    username: Option<String>,
    /// First day, `YYYY-MM-DD`; 29 days before the end by default.
    start_date: Option<String>,
    /// Last day (inclusive), `YYYY-MM-DD`; today by default.
    end_date: Option<String>,
}

/// A period and the length of the list.
#[derive(Deserialize, IntoParams)]
pub struct PerformersQuery {
    /// `daily` (default), `weekly` (the last seven days) or `monthly`.
    period: Option<String>,
    /// 1 to 100; 10 by default.
    limit: Option<String>,
}

/// Imports figures of the casino.
#[call(post, "/api/wager-tracking/update-all", admin(Wagers), up_to = IMPORT_BYTES_MAX)]
pub async fn update_all(
    admin: Admin,
    tracking: web::Data<Tracking>,
    body: Body<Import>,
) -> Result<Answer<ImportAnswer>, WagerError> {
    let Import { players, current_day, .. } = body.into_inner();
    check_day(current_day.as_ref(), tracking.today())?;
    let players = checked(players)?;
    let snapshot = Snapshot { month: tracking.current_month(), players };
    let actor = admin.actor();
    let recorded = tracking.record(snapshot, Some(actor)).await?;
    Ok(Answer(ImportAnswer {
        message: format!("Updated {}", counts::counted(recorded.updated, "player", "players")),
        players_updated: recorded.updated,
        new_players: recorded.new_players,
        fallen: recorded.fallen,
        day: recorded.day.iso(),
        month: recorded.month.iso(),
        last_update: recorded.at.iso(),
    }))
}

/// Returns all players with their current figures.
#[call(get, "/api/wager-tracking/current-stats", admin(Wagers),
    answers(200 = Answer<CurrentStats>))]
pub async fn current_stats(
    req: HttpRequest,
    tracking: web::Data<Tracking>,
    wagers: web::Data<Wagers>,
) -> Result<HttpResponse, WagerError> {
    let board = tracking.board(|month| wagers.won(month)).await?;
    let (shown, truncated, last) = board.stats();
    let answer = CurrentStats {
        message: "The current figures of all players",
        players: shown.map(|stats| (stats.username.clone(), stats.clone())).collect(),
        last_update: last.map(Millis::iso),
        truncated,
    };
    Ok(etag::unstored(&req, &Answer(answer)))
}

/// Returns the daily sums of all players.
#[call(get, "/api/wager-tracking/historical", admin(Wagers), answers(200 = Answer<History>))]
pub async fn historical(
    req: HttpRequest,
    tracking: web::Data<Tracking>,
    query: Query<SpanQuery>,
) -> Result<HttpResponse, WagerError> {
    let SpanQuery { start_date, end_date } = query.into_inner();
    let span = span(start_date.as_deref(), end_date.as_deref(), tracking.today())?;
    let history = tracking.read(move |reader| Ok(reader.days(span)?)).await?;
    let answer = History {
        message: "The daily sums of all players",
        start_date: span.from.iso(),
        end_date: span.to.iso(),
        history,
    };
    Ok(etag::unstored(&req, &Answer(answer)))
}

/// Returns the days of a player.
#[call(get, "/api/wager-tracking/player-history", admin(Wagers),
    answers(200 = Answer<PlayerHistory>))]
pub async fn player_history(
    req: HttpRequest,
    tracking: web::Data<Tracking>,
    query: Query<PlayerQuery>,
) -> Result<HttpResponse, WagerError> {
    let PlayerQuery { username, start_date, end_date } = query.into_inner();
    let name = checked_name(username.as_deref().unwrap_or_default())
        .map_err(|error| WagerError::field("username", error.to_string()))?;
    let span = span(start_date.as_deref(), end_date.as_deref(), tracking.today())?;
    let now = tracking.now();
    let read = move |reader: &RowReader<'_>| {
        Ok((reader.days_of(&name, span)?, reader.player(&name)?, reader.first_day()?))
    };
    let (history, player, first_day) = tracking.read(read).await?;
    let answer = PlayerHistory {
        message: "The days of the player",
        start_date: span.from.iso(),
        end_date: span.to.iso(),
        history,
        current_stats: player.map(|row| stats(&row, now)),
        tracked_since: first_day.map(SiteDay::iso),
    };
    Ok(etag::unstored(&req, &Answer(answer)))
}

/// Returns the players with the highest wagers of the source's current month. Public, with masked
/// names.
#[call(get, "/api/wager-tracking/leaderboard", public, member, admin,
    answers(200 = Answer<TrackedBoard>))]
pub async fn leaderboard(
    req: HttpRequest,
    caller: Result<Caller, AuthError>,
    tracking: web::Data<Tracking>,
    wagers: web::Data<Wagers>,
    accounts: web::Data<Accounts>,
) -> Result<HttpResponse, WagerError> {
    let viewer = match caller {
        Ok(Caller::Admin(role)) if level(role, Area::Wagers) >= Level::See => Viewer::Admin,
        Ok(Caller::Member(user)) => {
            let profile = read_profile(accounts.store.view(), user)?;
            profile.casino.map_or(Viewer::Anyone, |name| Viewer::Member(name.to_lowercase()))
        }
        Ok(Caller::Admin(_)) | Err(_) => Viewer::Anyone,
    };
    let ready = tracking.board(|month| wagers.won(month)).await?.ready(&viewer)?;
    Ok(match viewer {
        Viewer::Anyone => ready.answer(&req),
        Viewer::Member(_) | Viewer::Admin => ready.answer_unstored(&req),
    })
}

/// Returns the players with the highest wagers in a period.
#[call(get, "/api/wager-tracking/top-performers", admin(Wagers), answers(200 = Answer<Performers>))]
pub async fn top_performers(
    req: HttpRequest,
    tracking: web::Data<Tracking>,
    query: Query<PerformersQuery>,
) -> Result<HttpResponse, WagerError> {
    let period = match query.period.as_deref() {
        None | Some("daily") => Period::Daily,
        Some("weekly") => Period::Weekly,
        Some("monthly") => Period::Monthly,
        Some(_) => {
            let text = "The period must be daily, weekly or monthly".to_owned();
            return Err(WagerError::field("period", text));
        }
    };
    let limit = query.limit.as_deref().map_or(Ok(PERFORMERS), str::parse);
    let Some(limit) = limit.ok().filter(|limit| (1..=PERFORMERS_MAX).contains(limit)) else {
        let text = format!("The limit must be 1 to {PERFORMERS_MAX}");
        return Err(WagerError::field("limit", text));
    };
    let top = tracking.top(period).await?;
    let performers = top.first(limit).to_vec();
    Ok(etag::unstored(
        &req,
        &Answer(Performers { message: "The players with the highest wagers", period, performers }),
    ))
}

/// Exports the history as CSV.
#[call(get, "/api/wager-tracking/export", admin(Wagers, proof),
    answers(200 = String as "text/csv"))]
pub async fn export(
    admin: Admin,
    tracking: web::Data<Tracking>,
    audit: web::Data<Audit>,
    query: Query<SpanQuery>,
) -> Result<HttpResponse, WagerError> {
    let SpanQuery { start_date, end_date } = query.into_inner();
    let span = span(start_date.as_deref(), end_date.as_deref(), tracking.today())?;
    let table = tracking.read(move |reader| export::table(reader, span)).await?;
    let Some(table) = table else {
        let text = format!("These days have more than {LINES_MAX} lines. Please take fewer days.");
        return Err(WagerError::field("startDate", text));
    };
    let (from, to) = (span.from.iso(), span.to.iso());
    let name = format!("wager-tracking-{from}-to-{to}.csv");
    let detail = json!({ "from": from, "to": to });
    audit.record_export(admin.actor(), "wagers.export", detail).await?;
    Ok(spreadsheet::attachment(&name, table))
}

/// Resets today's wagers to 0, after a backup.
#[call(post, "/api/wager-tracking/reset-daily", admin(Wagers, proof))]
pub async fn reset_daily(
    admin: Admin,
    tracking: web::Data<Tracking>,
) -> Result<Answer<ResetAnswer>, WagerError> {
    reset(&admin, &tracking, Reset::Daily, "Today's wagers count from 0 again").await
}

/// Removes the history of all days, after a backup.
#[call(post, "/api/wager-tracking/reset-database", admin(Wagers, proof))]
pub async fn reset_database(
    admin: Admin,
    tracking: web::Data<Tracking>,
) -> Result<Answer<ResetAnswer>, WagerError> {
    reset(&admin, &tracking, Reset::History, "The wager history is empty").await
}

/// Removes all tracked data, after a backup.
#[call(post, "/api/wager-tracking/complete-reset", admin(Wagers, proof))]
pub async fn complete_reset(
    admin: Admin,
    tracking: web::Data<Tracking>,
) -> Result<Answer<ResetAnswer>, WagerError> {
    let text = "Players, months and history of the wager tracking are empty";
    reset(&admin, &tracking, Reset::Complete, text).await
}

/// Returns whether the tracking works. Public.
#[call(get, "/api/wager-tracking/health", public)]
pub async fn health(tracking: web::Data<Tracking>) -> Result<Answer<Health>, WagerError> {
    let last = tracking.head()?.last_at;
    let status = match last {
        _ if !tracking.is_writable() => "read-only",
        None => "empty",
        Some(_) => "ok",
    };
    let message = "The state of the wager tracking";
    let last_update = last.map(|at| Millis(at).iso());
    Ok(Answer(Health { message, status, last_update }))
}

/// Counts all rows of the tracking and recomputes their sums. Changes nothing.
#[call(get, "/api/wager-tracking/test", admin(Wagers), name = "test_tracking")]
pub async fn test(
    _admin: Admin,
    tracking: web::Data<Tracking>,
) -> Result<Answer<SelfTest>, WagerError> {
    let (counted, last) =
        tracking.read(|reader| Ok((reader.count()?, reader.head.last_at))).await?;
    let message = if counted.consistent {
        let players = counts::counted(counted.players, "player", "players");
        let days = counts::counted(counted.days, "day", "days");
        format!("Wager tracking works: {players}, {days}")
    } else {
        "The sums of some days are not what their rows add up to".to_owned()
    };
    let now = tracking.now();
    Ok(Answer(SelfTest {
        message,
        players: counted.players,
        days: counted.days,
        rows: counted.rows,
        consistent: counted.consistent,
        today: now.day.iso(),
        month: now.month.iso(),
        last_update: last.map(|at| Millis(at).iso()),
    }))
}

impl Tracking {
    pub(super) fn now(&self) -> Now {
        Now { day: self.today(), month: self.current_month() }
    }

    fn is_writable(&self) -> bool {
        self.inner.services.store.writable()
    }

    /// Runs a query off the serving threads.
    ///
    /// # Errors
    /// The query failed, or the process is ending.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&RowReader<'_>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let services = &self.inner.services;
        let view = services.store.view().clone();
        services.reads.run(move || read(&RowReader::open(&view)?)).await?
    }
}

async fn reset(
    admin: &Admin,
    tracking: &Tracking,
    what: Reset,
    text: &str,
) -> Result<Answer<ResetAnswer>, WagerError> {
    let done = tracking.reset(what, admin.actor()).await?;
    let message = format!("{text}. Everything as it was before is in {}", done.backup);
    let (backup, cleared) = (done.backup, done.cleared);
    Ok(Answer(ResetAnswer { message, backup, cleared }))
}

/// Parses the requested range of days.
fn span(start: Option<&str>, end: Option<&str>, today: SiteDay) -> Result<Span, WagerError> {
    let day = |name: &'static str, text: Option<&str>| {
        let bad = |_| WagerError::field(name, "A day is written YYYY-MM-DD".to_owned());
        text.map(|text| text.parse::<SiteDay>().map_err(bad)).transpose()
    };
    let to = day("endDate", end)?.unwrap_or(today);
    let from = day("startDate", start)?.unwrap_or(to.back(DAYS - 1));
    if from > to {
        let text = "The first day must not be after the last".to_owned();
        return Err(WagerError::field("startDate", text));
    }
    if to.0.saturating_sub(from.0) >= DAYS_MAX {
        return Err(WagerError::field("startDate", format!("At most {DAYS_MAX} days at once")));
    }
    Ok(Span { from, to })
}

/// Figures count for the day on which they arrive.
fn check_day(given: Option<&Value>, today: SiteDay) -> Result<(), WagerError> {
    let iso = today.iso();
    let is_today = match given {
        None | Some(Value::Null) => true,
        Some(Value::Number(day)) => day.as_u64() == Some(u64::from(today.date().day())),
        Some(Value::String(text)) => *text == iso || text.parse() == Ok(today.date().day()),
        Some(_) => false,
    };
    if is_today {
        return Ok(());
    }
    let text = format!("Must be the site's day, {iso}, or be left out");
    Err(WagerError::field("currentDay", text))
}

/// The text cannot be a casino name.
#[derive(Debug, thiserror::Error)]
#[error("A name has 1 to {NAME_MAX} characters")]
struct BadName;

fn checked_name(name: &str) -> Result<String, BadName> {
    let name = name.trim();
    if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control) {
        return Err(BadName);
    }
    Ok(name.to_owned())
}

/// Validates every row before anything is written. The error names the first invalid row.
fn checked(players: Vec<ImportedPlayer>) -> Result<Vec<Figures>, WagerError> {
    if players.is_empty() || players.len() > PLAYERS_MAX {
        return Err(WagerError::field("players", format!("1 to {PLAYERS_MAX} players at once")));
    }
    let mut names = std::collections::HashSet::with_capacity(players.len());
    let row = |(number, player): (usize, ImportedPlayer)| {
        let bad_row =
            |text: &dyn Display| WagerError::field("players", format!("Row {number}: {text}"));
        let money = |name: &str, given: Option<&MoneyInput>| -> Result<Option<Cents>, WagerError> {
            let read = given.map(MoneyInput::cents).transpose();
            read.map_err(|error| bad_row(&format_args!("{name} {error}")))
        };
        let name = checked_name(&player.username).map_err(|error| bad_row(&error))?;
        if !names.insert(name.to_lowercase()) {
            return Err(bad_row(&format_args!("{name} comes twice")));
        }
        let monthly = money("monthlyWagered", player.monthly_wagered.as_ref())?;
        let lifetime = money("totalWagered", player.total_wagered.as_ref())?;
        let monthly = monthly.ok_or_else(|| bad_row(&"monthlyWagered is missing"))?;
        Ok(Figures { name, monthly, lifetime })
    };
    (1..).zip(players).map(row).collect()
}
