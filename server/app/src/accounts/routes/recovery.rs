//! Calls around letters: confirming an address, setting a forgotten password anew.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::password::check_new_password;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::limited;
use crate::accounts::Accounts;
use crate::accounts::auth::ActiveMember;
use crate::accounts::directory::{Follow, Followed};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::hash_queue::HashFor;
use crate::accounts::links;
use crate::accounts::records::Altered;
use crate::accounts::records::{LinkPurpose, NameKind, find_name, read_account};
use crate::accounts::remember_device;
use crate::accounts::view::Done;
use crate::calls::{Call, calls};
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::input::{Body, Query};
use crate::rate::Limits;

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls![send_verification, verify_email, forgot_password, reset_password,]
}

/// A letter is on its way.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerificationSent {
    success: bool,
    message: String,
    /// How it goes.
    delivery: Delivery,
}

/// How letters leave this site.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LetterDelivery)]
pub enum Delivery {
    /// By mail.
    Mail,
    /// Into a file for the streamer: mail is not set up.
    File,
}

/// Whose password is forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPassword {
    email: String,
}

/// A new password, by the link of a letter.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetPassword {
    token: String,
    new_password: String,
}

/// The token of a link.
#[derive(Deserialize, IntoParams)]
pub struct LinkQuery {
    /// As it stood in the link.
    token: String,
}

/// Sends a letter with a link that confirms the caller's address.
#[utoipa::path(post, path = "/api/auth/send-verification", tag = "accounts",
    responses((status = 200, body = VerificationSent)),
    security(("member" = [])))]
pub async fn send_verification(
    req: HttpRequest,
    member: ActiveMember,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
) -> Result<web::Json<VerificationSent>, AccountError> {
    let row = read_account(accounts.store.view(), member.0)?.ok_or(AuthError::Unauthorized)?;
    if row.email_verified {
        return Err(AccountError::AlreadyVerified);
    }
    limited(&limits, &limits.letters, &req)?;
    let of_member = limits.member_letters.take(member.0.0);
    of_member.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    send(&accounts, member.0, LinkPurpose::Verify).await?;
    let (message, delivery) = if accounts.mailer.sends() {
        ("Verification email sent! Check your inbox.", Delivery::Mail)
    } else {
        ("Mail is not set up on this site; ask the streamer.", Delivery::File)
    };
    Ok(web::Json(VerificationSent { success: true, message: message.to_owned(), delivery }))
}

/// Confirms an address.
#[utoipa::path(get, path = "/api/auth/verify-email", tag = "accounts", params(LinkQuery),
    responses((status = 200, body = Done),
        (status = 403, description = "The account is deactivated.")))]
pub async fn verify_email(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    query: Query<LinkQuery>,
) -> Result<web::Json<Done>, AccountError> {
    limited(&limits, &limits.verifications, &req)?;
    let follow = Follow { token: query.into_inner().token, link: Followed::Verify };
    let (user, _) = accounts.directory.follow(follow).await?;
    tracing::info!(%user, "a member confirmed their address");
    Ok(web::Json(Done { success: true, message: "Your email is verified!".to_owned() }))
}

/// Sends a letter with a link that sets a new password, if the address has an account. The answer is
/// the same if it has none, and comes as soon (decision E9).
#[utoipa::path(post, path = "/api/auth/forgot-password", tag = "accounts",
    request_body = ForgotPassword, responses((status = 200, body = Done)))]
pub async fn forgot_password(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<ForgotPassword>,
) -> Result<web::Json<Done>, AccountError> {
    let email = EmailAddress::new(&body.email)
        .map_err(|error| AccountError::Field("email", error.to_string()))?;
    limited(&limits, &limits.letters, &req)?;
    // Beside the answer: how long a letter takes must not tell whether there was one.
    actix_web::rt::spawn(async move {
        let known = find_name(accounts.store.view(), NameKind::Email, &email.folded());
        let sent = match known {
            Ok(Some(user)) if !is_active(&accounts, user) => {
                tracing::info!(%user, "an inactive member asked for a new password");
                Ok(())
            }
            Ok(Some(user)) if limits.member_letters.take(user.0).is_err() => {
                tracing::info!(%user, "too many letters were asked for; this one is not written");
                Ok(())
            }
            Ok(Some(user)) => send(&accounts, user, LinkPurpose::Reset).await,
            Ok(None) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(reason) = sent {
            tracing::error!(%reason, "a letter with a link for a new password was not written");
        }
    });
    let message =
        "If there is an account with this email, a link to set a new password is on its way.";
    Ok(web::Json(Done { success: true, message: message.to_owned() }))
}

/// Sets a new password by the link of a letter, ends every token and cuts the sockets.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "accounts",
    request_body = ResetPassword, responses((status = 200, body = Done),
        (status = 403, description = "The account is deactivated.")))]
pub async fn reset_password(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<ResetPassword>,
) -> Result<HttpResponse, AccountError> {
    let ResetPassword { token, new_password } = body.into_inner();
    check_new_password(&new_password)
        .map_err(|error| AccountError::Field("newPassword", error.to_string()))?;
    limited(&limits, &limits.resets, &req)?;
    // Before the hash, which takes long: a link that does not work costs nobody anything.
    let (view, now) = (accounts.store.view(), accounts.clock.now());
    let (user, Altered { row, .. }) = links::find(view, &token, LinkPurpose::Reset, now)?;
    if !row.active {
        return Err(AuthError::Inactive.into());
    }
    let hash_for = HashFor::Member(limits.client(&req), Some(accounts.delays.of_member(user)));
    let hash = accounts.hasher.hash(new_password, hash_for).await?;
    let follow = Follow { token, link: Followed::Reset(hash) };
    // The sockets are cut also when the caller leaves in between.
    let all = accounts.clone();
    let done = to_the_end(async move {
        let (user, altered) = all.directory.follow(follow).await?;
        all.broadcaster.cut_member(user);
        Ok::<_, AccountError>((user, altered.row))
    });
    let (user, row) = done.await??;
    tracing::info!(%user, "a member set a new password by mail");
    let message = "Your password is changed. You can log in with it now.".to_owned();
    // The link proves the member: their device does not wait for strangers' guesses.
    let marked = remember_device(&accounts, &req, user, &row);
    Ok(HttpResponse::Ok().insert_header(marked).json(Done { success: true, message }))
}

fn is_active(accounts: &Accounts, user: UserId) -> bool {
    accounts.auth.access(user).is_some_and(|access| access.active)
}

async fn send(accounts: &Accounts, user: UserId, purpose: LinkPurpose) -> Result<(), AccountError> {
    let row = read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    if !accounts.store.writable() {
        return Err(AccountError::ReadOnly);
    }
    if accounts.mailer.is_full() {
        return Err(AccountError::MailHeldUp);
    }
    let batch = links::write(&accounts.mailer, user, &row, purpose, accounts.clock.now())?;
    let (store, mailer) = (accounts.store.clone(), accounts.mailer.clone());
    // A member who leaves before the answer wants the letter all the same, and now.
    let done = to_the_end(async move {
        store.commit(batch).await?;
        mailer.knock();
        Ok(())
    });
    done.await?
}
