//! Calls for the data download and the account deletion.

use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_store::Batch;
use serde::Deserialize;
use utoipa::ToSchema;

use super::error::PrivacyError;
use super::export::{self, MemberData, Sources};
use super::leaving;
use crate::accounts::routes::profile::check_own_password;
use crate::accounts::{
    AccountError, Accounts, AuthError, Delete, Done, Member, read_account, remove_remains,
    rows_about,
};
use crate::calendar::Calendar;
use crate::calls::{Call, calls};
use crate::chat::{Chat, forget_earned};
use crate::detached::to_the_end;
use crate::games::{Games, held};
use crate::giveaways::Giveaways;
use crate::ids::UserId;
use crate::input::Body;
use crate::points::imports::Imports;
use crate::rate::Limits;
use crate::shop::Shop;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![download, delete,]
}

/// The member's password, so that a browser left open cannot delete the account.
#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    password: String,
}

/// Downloads all data of the caller as a JSON file.
#[utoipa::path(get, path = "/api/auth/download-data", tag = "accounts",
    responses((status = 200, body = MemberData)),
    security(("member" = [])))]
pub async fn download(
    member: Member,
    accounts: web::Data<Accounts>,
    games: web::Data<Games>,
    calendar: web::Data<Calendar>,
    shop: web::Data<Shop>,
    (giveaways, chat): (web::Data<Giveaways>, web::Data<Chat>),
    limits: web::Data<Limits>,
) -> Result<HttpResponse, PrivacyError> {
    let taken = limits.exports.take(member.0.0);
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let sources = Sources {
        accounts: accounts.as_ref().clone(),
        games: games.as_ref().clone(),
        calendar: calendar.as_ref().clone(),
        shop: shop.as_ref().clone(),
        giveaways: giveaways.as_ref().clone(),
        chat: chat.as_ref().clone(),
    };
    let file = ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![DispositionParam::Filename("pointhouse-data.json".to_owned())],
    };
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header(file)
        .streaming(export::write(sources, member.0)))
}

/// Deletes the caller's account. Requires the password.
#[utoipa::path(delete, path = "/api/auth/delete-account", tag = "accounts",
    request_body = AccountDeletion, responses((status = 200, body = Done)),
    security(("member" = [])))]
pub async fn delete(
    req: HttpRequest,
    member: Member,
    accounts: web::Data<Accounts>,
    modules: Modules,
    limits: web::Data<Limits>,
    body: Body<AccountDeletion>,
) -> Result<web::Json<Done>, PrivacyError> {
    let taken = limits.logins.take(limits.client(&req));
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let row = read_account(accounts.store.view(), member.0)?;
    let row = row.ok_or(AccountError::Auth(AuthError::Unauthorized))?;
    let (judged_by, password, client) =
        (member.1.version, body.into_inner().password, limits.client(&req));
    check_own_password(&accounts, member.0, &row, password, "password", client).await?;
    let left = to_the_end(async move { leave(&accounts, &modules, member.0, judged_by).await });
    left.await??;
    Ok(web::Json(Done { success: true, message: "Your account is deleted".to_owned() }))
}

/// Modules with data to delete.
type Modules = (web::Data<Calendar>, web::Data<Imports>, web::Data<Chat>, web::Data<Giveaways>);

async fn leave(
    accounts: &Accounts,
    (calendar, imports, chat, giveaways): &Modules,
    user: UserId,
    judged_by: u32,
) -> Result<(), PrivacyError> {
    let mut with = rows_about(accounts, user, Batch::new()).await?;
    held::forget(user, &mut with)?;
    calendar.forget(user, &mut with).await?;
    giveaways.forget(user, &mut with).await?;
    let delete = |with| async move {
        let order = Delete { user, judged_by, with, forget_earned };
        Ok::<_, PrivacyError>(accounts.directory.delete(order).await?)
    };
    chat.forget(user, with, |with| imports.forget(user, with, delete)).await?;
    accounts.broadcaster.cut_member(user);
    if let Err(reason) = giveaways.leave(user) {
        tracing::error!(%user, %reason, "cannot remove a deleted account from the giveaways");
    }
    tracing::info!(%user, "a member deleted their account");
    if let Err(reason) = giveaways.forget_remains(user).await {
        tracing::warn!(%user, %reason, "cannot remove the win notices of a deleted account");
    }
    if let Err(reason) = remove_remains(accounts, user).await {
        tracing::warn!(%user, %reason, "cannot remove rows written during an account deletion");
    }
    // The hourly job takes what could not be taken now and what an open round still pays.
    if let Err(reason) = leaving::take_left_points(accounts, user).await {
        tracing::warn!(%user, %reason, "cannot take the points of a deleted account");
    }
    Ok(())
}
