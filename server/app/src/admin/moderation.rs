//! Moderation of members: remove the picture, rename, end all sessions.

use actix_web::web;
use pointhouse_rules::username::Username;
use serde::Deserialize;
use utoipa::ToSchema;

use super::accounts::ChangedAccount;
use super::events::AccountChanged;
use crate::accounts::{
    AccountError, AccountRows, Accounts, Admin, Done, ModerateAccount, ModerationAction,
    read_account, shown_account,
};
use crate::calls::{Call, calls};
use crate::ids::{Principal, UserId};
use crate::input::Body;
use crate::people::People;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![remove_picture, rename, sign_out, reset_second_factor,]
}

/// A new username for a member.
#[derive(Deserialize, ToSchema)]
pub struct NewName {
    username: String,
}

/// Removes a member's profile picture.
#[utoipa::path(delete, path = "/api/admin/accounts/{id}/picture",
    operation_id = "remove_member_picture", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = ChangedAccount)),
    security(("admin" = [])))]
pub async fn remove_picture(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
) -> Result<web::Json<ChangedAccount>, AccountError> {
    let user = known(&id)?;
    let account =
        moderate((&admin, &people), &accounts, user, ModerationAction::RemovePicture).await?;
    let message = format!("The picture of {} is removed", account.row.username);
    changed(&accounts, user, &account, message)
}

/// Removes the second factors of a member who has lost them.
#[utoipa::path(delete, path = "/api/admin/accounts/{id}/second-factor",
    operation_id = "reset_member_second_factor", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn reset_second_factor(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
) -> Result<web::Json<Done>, AccountError> {
    let user = known(&id)?;
    read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    let actor = people.decide_on(&admin, user)?;
    accounts.auth.second_factors().reset(Principal::Member(user), actor).await?;
    Ok(web::Json(Done { success: true, message: "The second factors are removed".to_owned() }))
}

/// Renames a member, under the rules of the sign-up.
#[utoipa::path(put, path = "/api/admin/accounts/{id}/username", operation_id = "rename_member",
    tag = "admin", params(("id" = String, Path)), request_body = NewName,
    responses((status = 200, body = ChangedAccount)),
    security(("admin" = [])))]
pub async fn rename(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
    body: Body<NewName>,
) -> Result<web::Json<ChangedAccount>, AccountError> {
    let user = known(&id)?;
    let username = Username::new(body.into_inner().username)?;
    let before = read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    let account =
        moderate((&admin, &people), &accounts, user, ModerationAction::Rename(username)).await?;
    let message = format!("{} is now called {}", before.username, account.row.username);
    changed(&accounts, user, &account, message)
}

/// Ends all sessions of a member and cuts their sockets.
#[utoipa::path(post, path = "/api/admin/accounts/{id}/sign-out", operation_id = "sign_member_out",
    tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = ChangedAccount)),
    security(("admin" = [])))]
pub async fn sign_out(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
) -> Result<web::Json<ChangedAccount>, AccountError> {
    let user = known(&id)?;
    let account =
        moderate((&admin, &people), &accounts, user, ModerationAction::EndSessions).await?;
    let message = format!("{} is signed out everywhere", account.row.username);
    changed(&accounts, user, &account, message)
}

fn known(id: &str) -> Result<UserId, AccountError> {
    id.parse().map_err(|_| AccountError::NoSuchMember)
}

/// Changes the account and updates the member's open pages. Runs to the end even if the admin
/// disconnects.
async fn moderate(
    (admin, people): (&Admin, &People),
    accounts: &Accounts,
    user: UserId,
    action: ModerationAction,
) -> Result<AccountRows, AccountError> {
    let actor = people.decide_on(admin, user)?;
    let ends_sessions = matches!(action, ModerationAction::EndSessions);
    let account = accounts.directory.moderate(ModerateAccount { user, action, actor }).await?;
    if ends_sessions {
        accounts.broadcaster.cut_member(user);
    } else {
        accounts.broadcaster.publish_to_member(user, &AccountChanged {});
    }
    Ok(account)
}

fn changed(
    accounts: &Accounts,
    user: UserId,
    account: &AccountRows,
    message: String,
) -> Result<web::Json<ChangedAccount>, AccountError> {
    let user = shown_account(accounts, user, &account.row)?;
    Ok(web::Json(ChangedAccount { success: true, message, user }))
}
