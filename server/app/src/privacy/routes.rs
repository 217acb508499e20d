//! Calls for the data download and the account deletion.

use actix_web::http::header::{ContentDisposition, DispositionParam, DispositionType};
use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use pointhouse_store::Batch;
use serde::Deserialize;
use utoipa::ToSchema;

use super::error::PrivacyError;
use super::export::{self, MemberData, Sources};
use super::leftover_points;
use crate::accounts::routes::profile::{OwnPassword, check_owner};
use crate::accounts::{
    AccountError, Accounts, AuthError, DeleteAccount, Departing, Done, Member, delete_rows_about,
    read_account, remove_leftovers,
};
use crate::answer::Answer;
use crate::calendar::Calendar;
use crate::calls::{Call, calls};
use crate::chat::{Chat, forget_earnings};
use crate::detached::to_the_end;
use crate::games::{Games, export as games_export};
use crate::giveaways::Giveaways;
use crate::ids::UserId;
use crate::input::Body;
use crate::points::imports::Imports;
use crate::rate::Limits;
use crate::shop::Shop;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["accounts"; download, delete]
}

/// The member's password, so that a browser left open cannot delete the account.
#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    /// Left out by a member who has none, who needs a fresh proof instead.
    #[serde(default)]
    password: Option<String>,
}

/// Downloads all data of the caller as a JSON file.
#[call(get, "/api/auth/download-data", member, answers(200 = Answer<MemberData>))]
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

/// Deletes the caller's account. Requires the password, or a fresh proof of a member who has none.
#[call(delete, "/api/auth/delete-account", member, awaited)]
pub async fn delete(
    req: HttpRequest,
    member: Member,
    accounts: web::Data<Accounts>,
    modules: Modules,
    limits: web::Data<Limits>,
    body: Body<AccountDeletion>,
) -> Result<Answer<Done>, PrivacyError> {
    let taken = limits.logins.take(limits.client(&req));
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let row = read_account(accounts.store.view(), member.0)?;
    let row = row.ok_or(AccountError::Auth(AuthError::Unauthorized))?;
    let (token_version, password, client) =
        (member.1.version, body.into_inner().password, limits.client(&req));
    let own = OwnPassword { entered: password, field: "password" };
    check_owner(&accounts, (member.0, member.1), &row, own, client).await?;
    let deleted =
        to_the_end(
            async move { delete_account(&accounts, &modules, member.0, token_version).await },
        );
    deleted.await??;
    Ok(Answer(Done { message: "Your account is deleted".to_owned() }))
}

/// Modules with data to delete.
type Modules = (
    web::Data<Games>,
    web::Data<Calendar>,
    web::Data<Imports>,
    web::Data<Chat>,
    web::Data<Giveaways>,
);

async fn delete_account(
    accounts: &Accounts,
    (games, calendar, imports, chat, giveaways): &Modules,
    user: UserId,
    token_version: u32,
) -> Result<(), PrivacyError> {
    let mut with = delete_rows_about(accounts, user, Batch::new()).await?;
    giveaways.forget(user, &mut with).await?;
    // Locks are taken in this order: chat, imports, calendar, member. The closures are built from the
    // innermost one.
    let delete = |with| async move {
        let games = games.clone();
        let forget = Box::new(move |Departing { kick, keys, .. }: &_, batch: &mut Batch| {
            games_export::forget(&games, user, keys, batch)?;
            forget_earnings(user, *kick, batch)
        });
        let command = DeleteAccount { user, token_version, with, forget };
        Ok::<_, PrivacyError>(accounts.directory.delete(command).await?)
    };
    let delete = |with| calendar.forget(user, with, delete);
    let delete = |with| imports.forget(user, with, delete);
    chat.forget(user, with, delete).await?;
    accounts.broadcaster.cut_member(user);
    if let Err(reason) = giveaways.exclude_member(user) {
        tracing::error!(%user, %reason, "cannot remove a deleted account from the giveaways");
    }
    tracing::info!(%user, "a member deleted their account");
    if let Err(reason) = giveaways.delete_leftovers(user).await {
        tracing::warn!(%user, %reason, "cannot remove the win notices of a deleted account");
    }
    if let Err(reason) = remove_leftovers(accounts, user).await {
        tracing::warn!(%user, %reason, "cannot remove rows written during an account deletion");
    }
    // The hourly job takes what could not be taken now and what an open round still pays.
    if let Err(reason) = leftover_points::take_left_points(accounts, user).await {
        tracing::warn!(%user, %reason, "cannot take the points of a deleted account");
    }
    Ok(())
}
