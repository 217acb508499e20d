//! Moderation of members: remove the picture, rename, end all sessions.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_rules::username::Username;
use serde::Deserialize;
use utoipa::ToSchema;

use super::accounts::ChangedAccount;
use super::events::AccountChanged;
use crate::accounts::{
    AccountError, AccountRows, Accounts, Admin, Done, ModerateAccount, ModerationAction,
    read_account, shown_account,
};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::{Principal, UserId};
use crate::input::Body;
use crate::people::People;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; remove_picture, rename, sign_out, reset_second_factor]
}

/// A new username for a member.
#[derive(Deserialize, ToSchema)]
pub struct NewName {
    username: String,
}

/// Removes a member's profile picture.
#[call(delete, "/api/admin/accounts/{id}/picture", admin(Members), name = "remove_member_picture")]
pub async fn remove_picture(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
) -> Result<Answer<ChangedAccount>, AccountError> {
    let user = known(&id)?;
    let account =
        moderate((&admin, &people), &accounts, user, ModerationAction::RemovePicture).await?;
    let message = format!("The picture of {} is removed", account.row.username);
    changed(&accounts, user, &account, message)
}

/// Removes the second factors of a member who has lost them.
#[call(
    delete,
    "/api/admin/accounts/{id}/second-factor",
    admin(Members, proof),
    name = "reset_member_second_factor"
)]
pub async fn reset_second_factor(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
) -> Result<Answer<Done>, AccountError> {
    let user = known(&id)?;
    read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    let actor = people.decide_on(&admin, user)?;
    accounts.auth.second_factors().reset(Principal::Member(user), actor).await?;
    Ok(Answer(Done { message: "The second factors are removed".to_owned() }))
}

/// Renames a member, under the rules of the sign-up.
#[call(put, "/api/admin/accounts/{id}/username", admin(Members), name = "rename_member")]
pub async fn rename(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
    body: Body<NewName>,
) -> Result<Answer<ChangedAccount>, AccountError> {
    let user = known(&id)?;
    let username = Username::new(body.into_inner().username)?;
    let before = read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    let account =
        moderate((&admin, &people), &accounts, user, ModerationAction::Rename(username)).await?;
    let message = format!("{} is now called {}", before.username, account.row.username);
    changed(&accounts, user, &account, message)
}

/// Ends all sessions of a member and cuts their sockets.
#[call(post, "/api/admin/accounts/{id}/sign-out", admin(Members), name = "sign_member_out")]
pub async fn sign_out(
    admin: Admin,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    id: web::Path<String>,
) -> Result<Answer<ChangedAccount>, AccountError> {
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
) -> Result<Answer<ChangedAccount>, AccountError> {
    let user = shown_account(accounts, user, &account.row)?;
    Ok(Answer(ChangedAccount { message, user }))
}
