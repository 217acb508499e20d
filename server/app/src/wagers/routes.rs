//! `GET /api/leaderboard/wager`.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use pointhouse_store::StoreError;
use serde::Deserialize;
use utoipa::IntoParams;

use super::tracking::Tracking;
use super::view::{Place, WagerAnswer, WagerEntry, WagerSource, entry};
use super::{MonthPlayer, WagerError, Wagers, sample};
use crate::accounts::{Accounts, AuthError, Caller, read_profile};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::clock::{Millis, SiteMonth};
use crate::config::Config;
use crate::etag;
use crate::input::Query;
use crate::rights::{Area, Level, level};

/// Rows shown to the public.
const ROWS: usize = 20;
const FAILURE: &str = "Failed to load leaderboard data. Using fallback data instead.";
const SAMPLE_NOTICE: &str = "Displaying sample data for demonstration purposes.";

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["leaderboards"; wager]
}

/// The month to show.
#[derive(Deserialize, IntoParams)]
pub struct MonthQuery {
    /// `YYYY-MM`; the current month by default.
    month: Option<String>,
}

/// Returns the wager leaderboard of a month. Public.
#[call(get, "/api/leaderboard/wager", public, member, admin, answers(200 = Answer<WagerAnswer>),
    only_while = Config::shows_wager_leaderboard)]
pub async fn wager(
    req: HttpRequest,
    caller: Result<Caller, AuthError>,
    accounts: web::Data<Accounts>,
    (wagers, tracking): (web::Data<Wagers>, web::Data<Tracking>),
    query: Query<MonthQuery>,
) -> Result<HttpResponse, WagerError> {
    let month = wagers.month(query.month.as_deref())?;
    let reader = reader(caller, &accounts)?;
    let imported = wagers.imported(month, &tracking).await?;
    let answer = wagers.answer(month, &reader, imported.as_ref());
    Ok(match reader {
        Reader::Visitor => etag::json(&req, &Answer(answer)),
        Reader::Member(_) | Reader::Admin => etag::unstored(&req, &Answer(answer)),
    })
}

/// Who views the leaderboard.
enum Reader {
    Admin,
    /// A member, with the approved casino name in lowercase.
    Member(String),
    Visitor,
}

fn reader(caller: Result<Caller, AuthError>, accounts: &Accounts) -> Result<Reader, StoreError> {
    match caller {
        Ok(Caller::Admin(role)) if level(role, Area::Wagers) >= Level::See => Ok(Reader::Admin),
        Ok(Caller::Member(member)) => {
            let casino = read_profile(accounts.store.view(), member)?.casino;
            Ok(casino.map_or(Reader::Visitor, |name| Reader::Member(name.to_lowercase())))
        }
        Ok(Caller::Admin(_)) | Err(_) => Ok(Reader::Visitor),
    }
}

/// Figures that an admin has imported.
struct Imported {
    players: Vec<MonthPlayer>,
    at: Option<Millis>,
}

impl Wagers {
    /// The imported figures of the current month on a site without a source.
    async fn imported(
        &self,
        month: SiteMonth,
        tracking: &Tracking,
    ) -> Result<Option<Imported>, WagerError> {
        let is_fetched = self.affiliate.is_set_up() || self.affiliate.month(month).is_some();
        if is_fetched || month != self.current_month() {
            return Ok(None);
        }
        let board = tracking.board(|month| self.won(month)).await?;
        let (players, at) = board.of_month();
        Ok((!players.is_empty()).then_some(Imported { players, at }))
    }

    fn answer(
        &self,
        month: SiteMonth,
        reader: &Reader,
        imported: Option<&Imported>,
    ) -> WagerAnswer {
        let known = self.affiliate.month(month);
        let is_final = known.as_ref().is_some_and(|known| known.frozen_at().is_some());
        let is_set_up = self.affiliate.is_set_up();
        // A source that has never answered for a month counts as failing, also before it was asked
        // again after a start: the same is shown at whatever moment one looks.
        let is_unanswered = is_set_up && known.is_none();
        let is_failing = !is_final && (is_unanswered || self.affiliate.is_missing(month));
        // Sample players are shown only when nothing is known of a month, never for a month without
        // wagers.
        let is_sample = self.shows_sample() && known.is_none() && imported.is_none();
        let made_up = if is_sample { sample::players(month) } else { Vec::new() };
        let played = known.as_ref().filter(|known| !known.is_empty());
        let stored = imported.map_or(made_up.as_slice(), |imported| &imported.players);
        let players = played.map_or(stored, |known| known.players());
        let source = match (is_sample, played.is_some()) {
            (true, _) => WagerSource::Sample,
            (false, false) if imported.is_some() => WagerSource::Stored,
            (false, false) => WagerSource::None,
            (false, true) if is_failing => WagerSource::Stored,
            (false, true) => WagerSource::Live,
        };
        WagerAnswer {
            month: month.iso(),
            first_month: self.affiliate.first_month().iso(),
            current_month: self.current_month().iso(),
            source,
            notice: is_sample.then(|| SAMPLE_NOTICE.to_owned()),
            warning: is_failing.then(|| FAILURE.to_owned()),
            empty: players.is_empty().then(|| nothing(month)),
            updated_at: known
                .as_ref()
                .map(|known| known.fetched_at())
                .or_else(|| imported?.at)
                .map(Millis::iso),
            made_at: known.as_ref().and_then(|known| known.made_at()).map(Millis::iso),
            next_update_at: self.affiliate.next_at().filter(|_| !is_final).map(Millis::iso),
            provisional: known.is_some() && !is_final,
            frozen_at: known.as_ref().and_then(|known| known.frozen_at()).map(Millis::iso),
            pool: self.schedule().pool(month),
            entries: self.entries(month, players, reader),
        }
    }

    fn entries(
        &self,
        month: SiteMonth,
        players: &[MonthPlayer],
        reader: &Reader,
    ) -> Vec<WagerEntry> {
        let is_admin = matches!(reader, Reader::Admin);
        let rows = if is_admin { players.len() } else { ROWS };
        let own = |player: &MonthPlayer| matches!(reader, Reader::Member(name) if *name == player.name.to_lowercase());
        let schedule = self.schedule();
        let entries = players.iter().take(rows).zip(1..).map(|(player, rank)| {
            let own = own(player);
            // A player who wagered nothing gets no prize, however short the list is.
            let prize = schedule.prize(month, rank).filter(|_| player.wagered > 0);
            let paid = self.affiliate.paid(month, rank).is_some();
            entry(&Place { rank, player, prize, own, paid }, is_admin)
        });
        entries.collect()
    }
}

fn nothing(month: SiteMonth) -> String {
    format!("No data available for {}. Try another month or check back later.", month.name())
}
