//! Calls on giveaways.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::changes::whole_changes;
use super::history::GiveawayEntryRow;
use super::model::EntryRequest;
use super::old_proof::{BYTES_MAX, OldProof};
use super::proof::GiveawayProofAnswer;
use super::view::{
    EntryAnswer, EntryOrder, Giveaway, GiveawayAnswer, GiveawayDraft, GiveawayWinner,
    GiveawaysAnswer, Viewer,
};
use super::{GiveawayError, GiveawayWin, Giveaways};
use crate::accounts::{
    ActiveMember, Admin, AuthError, Caller, Done, IdempotencyKey, Member, check_sender,
    idempotency_key,
};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::counts::counted;
use crate::ids::GiveawayId;
use crate::input::{Body, Query};
use crate::wallet::RequestId;

/// This call's number in receipts. It is stored: never reuse it for another call.
const ENTRY: u8 = 10;
/// Most rows of the specification's whole-list calls.
const OWN_MAX: usize = 1000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "giveaways";
        list,
        create,
        one,
        edit,
        delete,
        proof,
        enter,
        end,
        old_proof,
        own,
        wins,
        dismiss_win,
    ]
}

/// The giveaway after a change by an admin.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawaySaved {
    /// Message for the user.
    message: String,
    /// The giveaway.
    giveaway: Giveaway,
}

/// Result of a draw.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayEnded {
    /// Message for the user.
    message: String,
    /// The winner; null without one.
    #[schema(required)]
    winner: Option<GiveawayWinner>,
    /// The giveaway.
    giveaway: Giveaway,
}

/// Confirmation of a deletion.
#[derive(Debug, Serialize, ToSchema)]
pub struct GiveawayDeleted {
    /// Message for the user.
    message: String,
}

/// Paging of a proof.
#[derive(Debug, Deserialize, IntoParams)]
pub struct ProofPage {
    /// Page of the entries, from 1; 1,000 entries each.
    page: Option<usize>,
}

fn viewer(caller: &Result<Caller, AuthError>) -> Viewer {
    match caller {
        Ok(Caller::Member(user)) => Viewer::Member(*user),
        Ok(Caller::Admin(_)) => Viewer::Admin,
        Err(_) => Viewer::Public,
    }
}

fn named(id: &str) -> Result<GiveawayId, GiveawayError> {
    id.parse().map_err(|_| GiveawayError::NoSuchGiveaway)
}

/// Lists the visible giveaways. Public; members also get their own tickets, admins older giveaways.
#[call(get, "/api/giveaways", public, member, admin, answers(200 = Answer<GiveawaysAnswer>),
    only_while = super::IS_ON)]
pub async fn list(
    req: HttpRequest,
    caller: Result<Caller, AuthError>,
    giveaways: web::Data<Giveaways>,
) -> Result<HttpResponse, GiveawayError> {
    Ok(match viewer(&caller) {
        Viewer::Public => giveaways.shown().await?.ready.answer(&req),
        Viewer::Member(user) => HttpResponse::Ok().json(Answer(giveaways.of_member(user).await?)),
        Viewer::Admin => HttpResponse::Ok().json(Answer(giveaways.of_admin().await?)),
    })
}

/// Returns one giveaway. Public.
#[call(get, "/api/giveaways/{id}", public, member, admin, only_while = super::IS_ON)]
pub async fn one(
    caller: Result<Caller, AuthError>,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
) -> Result<Answer<GiveawayAnswer>, GiveawayError> {
    let (id, viewer) = (named(&id)?, viewer(&caller));
    let known = giveaways.find(id).await?;
    let own = match viewer {
        Viewer::Member(user) => giveaways.own(user, id)?,
        Viewer::Public | Viewer::Admin => 0,
    };
    let mut giveaway = giveaways.card(&known, viewer);
    giveaway.changes = whole_changes(&known.book);
    Ok(Answer(GiveawayAnswer { giveaway, own }))
}

/// Returns the proof of a draw. Public after the draw.
#[call(get, "/api/giveaways/{id}/proof", public, answers(200 = Answer<GiveawayProofAnswer>),
    refused(409 = "The giveaway has not ended, or was cancelled."), only_while = super::IS_ON)]
pub async fn proof(
    req: HttpRequest,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
    page: Query<ProofPage>,
) -> Result<HttpResponse, GiveawayError> {
    let page = page.page.unwrap_or(1).max(1);
    Ok(giveaways.proof(named(&id)?, page).await?.answer(&req))
}

/// Enters a giveaway, or buys more tickets.
#[call(post, "/api/giveaways/{id}/entries", member, only_while = super::IS_ON)]
pub async fn enter(
    req: HttpRequest,
    member: ActiveMember,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
    body: Body<EntryOrder>,
) -> Result<Answer<EntryAnswer>, GiveawayError> {
    check_sender(member.0, body.user_id.as_ref())?;
    let id = named(&id)?;
    let tickets = u64::try_from(body.ticket_count).unwrap_or(0);
    // Negative costs match no giveaway, so they are mapped to an impossible cost.
    let entry_cost = u64::try_from(body.entry_cost).unwrap_or(u64::MAX);
    let wanted = EntryRequest { entry_type: body.entry_type, entry_cost, tickets };
    let request = idempotency_key(&req)?.map(|IdempotencyKey { key, body: whole }| RequestId {
        route: ENTRY,
        key,
        body: whole,
        reference: None,
    });
    let entered = giveaways.enter(member.0, id, wanted, request).await?;
    let known = giveaways.find(id).await?;
    let own = entered.row.own;
    let tickets = if own == 1 { "ticket" } else { "tickets" };
    Ok(Answer(EntryAnswer {
        message: format!("Entry Successful! You have {own} {tickets}"),
        giveaway: giveaways.card(&known, Viewer::Member(member.0)),
        first_ticket: entered.row.first,
        ticket_count: entered.row.count,
        own,
        total_cost: entered.row.paid,
        updated_user_points: entered.balance,
        seq: entered.seq,
    }))
}

/// Lists the caller's entries, newest first, one row per giveaway.
#[call(get, "/api/history/giveaways", member, also_at = "/giveaways.json")]
pub async fn own(
    member: Member,
    giveaways: web::Data<Giveaways>,
) -> Result<web::Json<Vec<GiveawayEntryRow>>, GiveawayError> {
    Ok(web::Json(giveaways.entered(member.0, OWN_MAX).await?))
}

/// Giveaways that the caller won.
#[derive(Debug, Serialize, ToSchema)]
pub struct WinsAnswer {
    /// Giveaways whose notice was not dismissed, newest first.
    wins: Vec<GiveawayWin>,
}

/// Lists the giveaways that the caller won and whose notice they have not dismissed.
#[call(get, "/api/me/wins", member, only_while = super::IS_ON)]
pub async fn wins(
    member: Member,
    giveaways: web::Data<Giveaways>,
) -> Result<Answer<WinsAnswer>, GiveawayError> {
    Ok(Answer(WinsAnswer { wins: giveaways.wins(member.0).await? }))
}

/// Dismisses the notice of a win. May be repeated.
#[call(post, "/api/me/wins/{id}/dismiss", member, only_while = super::IS_ON)]
pub async fn dismiss_win(
    member: Member,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
) -> Result<Answer<Done>, GiveawayError> {
    giveaways.dismiss(member.0, named(&id)?).await?;
    Ok(Answer(Done { message: "Dismissed".to_owned() }))
}

/// Creates a giveaway.
#[call(post, "/api/giveaways", admin(Giveaways))]
pub async fn create(
    admin: Admin,
    giveaways: web::Data<Giveaways>,
    body: Body<GiveawayDraft>,
) -> Result<Answer<GiveawaySaved>, GiveawayError> {
    let actor = admin.actor();
    let id = giveaways.create(body.into_inner(), actor).await?;
    saved(&giveaways, id, "Giveaway Created!").await
}

/// Changes a giveaway. After the first entry, only its texts can change and its end can move later.
#[call(put, "/api/giveaways/{id}", admin(Giveaways))]
pub async fn edit(
    admin: Admin,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
    body: Body<GiveawayDraft>,
) -> Result<Answer<GiveawaySaved>, GiveawayError> {
    let id = named(&id)?;
    let actor = admin.actor();
    giveaways.edit(id, &body, actor).await?;
    saved(&giveaways, id, "Giveaway Updated!").await
}

async fn saved(
    giveaways: &Giveaways,
    id: GiveawayId,
    message: &str,
) -> Result<Answer<GiveawaySaved>, GiveawayError> {
    let giveaway = giveaways.card(&giveaways.find(id).await?, Viewer::Admin);
    Ok(Answer(GiveawaySaved { message: message.to_owned(), giveaway }))
}

/// The proof of a draw from before a restore, as the call of a proof answered it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OldProofOrder {
    /// The proof.
    proof: OldProof,
}

/// Takes the result of a draw that was made before the site was restored from a backup. The seed, the tickets that the
/// backup holds and every draw are checked; tickets bought after the backup are taken from the proof. For the owner.
#[call(post, "/api/giveaways/{id}/old-proof", admin(Backups, proof),
    refused(409 = "The giveaway did not end before a restore."), up_to = BYTES_MAX)]
pub async fn old_proof(
    admin: Admin,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
    body: Body<OldProofOrder>,
) -> Result<Answer<GiveawayEnded>, GiveawayError> {
    let id = named(&id)?;
    giveaways.take_proof((id, body.into_inner().proof.into()), admin.actor()).await?;
    ended(&giveaways, id).await
}

/// Ends an active giveaway early and draws it.
#[call(post, "/api/giveaways/{id}/end", admin(Giveaways))]
pub async fn end(
    admin: Admin,
    giveaways: web::Data<Giveaways>,
    id: web::Path<String>,
) -> Result<Answer<GiveawayEnded>, GiveawayError> {
    let id = named(&id)?;
    giveaways.end(id, admin.actor()).await?;
    ended(&giveaways, id).await
}

async fn ended(
    giveaways: &Giveaways,
    id: GiveawayId,
) -> Result<Answer<GiveawayEnded>, GiveawayError> {
    let giveaway = giveaways.card(&giveaways.find(id).await?, Viewer::Admin);
    let winner = giveaway.winner.clone();
    let message = match &winner {
        Some(winner) => format!("The winner is {}", winner.username),
        None => "It ended without a winner".to_owned(),
    };
    Ok(Answer(GiveawayEnded { message, winner, giveaway }))
}

/// Deletes a giveaway. An active one stays visible as cancelled and refunds all points; deleting it again removes it if
/// there were no entries. A draw that had tickets cannot be deleted (409 `drawn`).
#[call(delete, "/api/giveaways/{id}", admin(Giveaways))]
pub async fn delete(
    admin: Admin,
    giveaways: web::Data<Giveaways>,
    settings: web::Data<Settings>,
    id: web::Path<String>,
) -> Result<Answer<GiveawayDeleted>, GiveawayError> {
    let id = named(&id)?;
    let book = giveaways.delete(id, admin.actor()).await?;
    let points = book.tally.tickets.saturating_mul(book.row.entry_cost);
    let message = match (book.row.hidden, book.row.cancelled_at(), points) {
        (true, ..) | (false, None, _) => "Giveaway deleted".to_owned(),
        (false, Some(_), 0) => "Giveaway cancelled".to_owned(),
        (false, Some(_), points) => {
            let points = settings.now().points.count(points);
            let members = counted(book.tally.entrants, "member", "members");
            format!("Giveaway cancelled. {points} go back to {members}.")
        }
    };
    Ok(Answer(GiveawayDeleted { message }))
}
