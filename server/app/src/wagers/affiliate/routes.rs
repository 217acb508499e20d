//! Admin calls on the months of the leaderboard.

use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Affiliate;
use super::months::Month;
use super::payouts::{PaidMonths, Tick};
use super::records;
use crate::accounts::Admin;
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::cents::Cents;
use crate::clock::{Millis, SiteMonth};
use crate::input::Body;
use crate::people::People;
use crate::wagers::{PrizeKind, WagerError};

/// Most months in one call: fifty years.
const SETTLED_MAX: usize = 600;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list, mark_paid_together, one, raw, fetch, tick]
}

/// A month of the leaderboard, for admins.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WagerMonth {
    /// `YYYY-MM`.
    month: String,
    players: usize,
    /// When the source responded, ISO 8601.
    fetched_at: String,
    /// When the source computed the figures, as it writes it.
    #[schema(required)]
    made_at: Option<String>,
    /// Since when the figures are final, ISO 8601; null while they may change.
    #[schema(required)]
    frozen_at: Option<String>,
    /// Prize pool in whole USD.
    pool: u64,
    /// Number of players with a prize.
    winners: usize,
    /// Number of prizes marked as paid.
    paid: usize,
}

/// The known months, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WagerMonths {
    /// True when a service is configured.
    configured: bool,
    /// True when the last polling round failed for at least one month.
    failing: bool,
    /// When the service is polled next, ISO 8601.
    #[schema(required)]
    next_update_at: Option<String>,
    months: Vec<WagerMonth>,
}

/// A player with a prize.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Winner {
    /// Rank, from 1.
    rank: usize,
    /// Full casino name.
    username: String,
    /// Wagered in the month, in USD.
    wagered: f64,
    /// Prize in whole USD.
    prize: u64,
    kind: PrizeKind,
    /// When it was marked as paid, ISO 8601; null if it is unpaid.
    #[schema(required)]
    paid_at: Option<String>,
}

/// A month with its prizes.
#[derive(Debug, Serialize, ToSchema)]
pub struct WagerMonthAnswer {
    month: WagerMonth,
    winners: Vec<Winner>,
}

/// A change of a prize's payment state.
#[derive(Deserialize, ToSchema)]
pub struct PayoutWord {
    /// The player that the admin saw at this rank.
    username: String,
    paid: bool,
}

/// Months whose prizes are all paid.
#[derive(Deserialize, ToSchema)]
pub struct MonthsPaid {
    /// `YYYY-MM`, at most 600.
    months: Vec<String>,
    /// Number of unpaid prizes of these months that the admin saw.
    prizes: usize,
}

/// Lists the known months, newest first.
#[call(get, "/api/admin/wager-months", admin(Wagers), name = "wager_months")]
pub async fn list(affiliate: web::Data<Affiliate>) -> Answer<WagerMonths> {
    let months = affiliate.inner.months.months();
    let months = months.iter().rev().map(|(month, known)| affiliate.shown(*month, known));
    Answer(WagerMonths {
        configured: affiliate.is_set_up(),
        failing: affiliate.is_failing(),
        next_update_at: affiliate.next_at().map(Millis::iso),
        months: months.collect(),
    })
}

/// Returns a month with its prizes.
#[call(get, "/api/admin/wager-months/{month}", admin(Wagers), name = "wager_month")]
pub async fn one(
    affiliate: web::Data<Affiliate>,
    month: web::Path<String>,
) -> Result<Answer<WagerMonthAnswer>, WagerError> {
    affiliate.answer(affiliate.parse_month(&month)?)
}

/// Downloads the raw response of the source that a final month was computed from.
#[call(get, "/api/admin/wager-months/{month}/raw", admin(Wagers), name = "wager_month_raw",
    answers(200 = String as "application/octet-stream"),
    refused(409 = "The month is not final, or became final without a last response."))]
pub async fn raw(
    affiliate: web::Data<Affiliate>,
    month: web::Path<String>,
) -> Result<HttpResponse, WagerError> {
    let month = affiliate.parse_month(&month)?;
    let known = affiliate.month(month).ok_or(WagerError::NoSuchMonth)?;
    if known.frozen_at().is_none() {
        return Err(WagerError::NotFrozen);
    }
    if known.row.pieces == 0 {
        return Err(WagerError::NoRaw);
    }
    let (view, pieces) = (affiliate.inner.services.store.view().clone(), known.row.pieces);
    let read = affiliate.inner.services.reads.run(move || records::raw(&view, month, pieces)).await;
    let file = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename(format!("wagers-{}.json", month.iso()))],
    };
    // The content comes from the source: browsers must not render it.
    Ok(HttpResponse::Ok().content_type("application/octet-stream").insert_header(file).body(read??))
}

/// Fetches a month from the source again. Refused once a prize of the month has been marked as
/// paid.
#[call(post, "/api/admin/wager-months/{month}/fetch", admin(Wagers), name = "fetch_wager_month")]
pub async fn fetch(
    admin: Admin,
    affiliate: web::Data<Affiliate>,
    month: web::Path<String>,
) -> Result<Answer<WagerMonthAnswer>, WagerError> {
    let month = affiliate.parse_month(&month)?;
    affiliate.fetch_again(month, admin.actor()).await?;
    affiliate.answer(month)
}

/// Marks a prize of a final month as paid or unpaid.
#[call(
    put,
    "/api/admin/wager-months/{month}/payouts/{rank}",
    admin(Wagers),
    name = "tick_wager_payout"
)]
pub async fn tick(
    admin: Admin,
    (affiliate, people): (web::Data<Affiliate>, web::Data<People>),
    path: web::Path<(String, String)>,
    body: Body<PayoutWord>,
) -> Result<Answer<WagerMonthAnswer>, WagerError> {
    let (month, rank) = path.into_inner();
    let month = affiliate.parse_month(&month)?;
    let rank = rank.parse().map_err(|_| WagerError::NoPrize)?;
    let PayoutWord { username: name, paid: is_paid } = body.into_inner();
    let actor = people.decide_on_player(&admin, &name)?;
    affiliate.tick(Tick { month, rank, name, is_paid, actor }).await?;
    affiliate.answer(month)
}

/// Marks all prizes of some final months as paid, all or nothing.
#[call(post, "/api/admin/wager-months/payouts", admin(Wagers), name = "settle_wager_months",
    refused(404 = "Nothing is known of one of the months."))]
pub async fn mark_paid_together(
    admin: Admin,
    (affiliate, people): (web::Data<Affiliate>, web::Data<People>),
    body: Body<MonthsPaid>,
) -> Result<Answer<WagerMonths>, WagerError> {
    let MonthsPaid { months, prizes } = body.into_inner();
    if months.is_empty() || months.len() > SETTLED_MAX {
        let text = format!("Name 1 to {SETTLED_MAX} months");
        return Err(WagerError::field("months", text));
    }
    let months: Result<Vec<_>, _> =
        months.iter().map(|month| affiliate.parse_month(month)).collect();
    let (months, mut actor) = (months?, admin.actor());
    for name in affiliate.unpaid_players(&months)? {
        let decides = people.decide_on_player(&admin, &name)?;
        if decides.is_on_own_account() {
            actor = decides;
        }
    }
    affiliate.mark_months_paid(PaidMonths { months, prizes, actor }).await?;
    Ok(list(affiliate).await)
}

impl Affiliate {
    fn answer(&self, month: SiteMonth) -> Result<Answer<WagerMonthAnswer>, WagerError> {
        let known = self.month(month).ok_or(WagerError::NoSuchMonth)?;
        let winners = self.winners(month, &known);
        let month = self.shown(month, &known);
        Ok(Answer(WagerMonthAnswer { month, winners }))
    }

    fn winners(&self, month: SiteMonth, known: &Month) -> Vec<Winner> {
        let winner = self.prizes(month, known).map(|(rank, player, prize)| Winner {
            rank,
            username: player.name.clone(),
            wagered: Cents(player.wagered).dollars(),
            prize: prize.amount,
            kind: prize.kind,
            paid_at: self.paid(month, rank).map(|paid| paid.at.iso()),
        });
        winner.collect()
    }

    fn shown(&self, month: SiteMonth, known: &Month) -> WagerMonth {
        let winners = self.winners(month, known);
        WagerMonth {
            month: month.iso(),
            players: known.players().len(),
            fetched_at: known.fetched_at().iso(),
            made_at: known.row.made_at.clone(),
            frozen_at: known.frozen_at().map(Millis::iso),
            pool: self.schedule().pool(month),
            winners: winners.len(),
            paid: winners.iter().filter(|winner| winner.paid_at.is_some()).count(),
        }
    }
}
