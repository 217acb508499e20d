//! Calls that send email links: confirming an address, resetting a forgotten password.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::password::check_new_password;
use pointhouse_store::StoreError;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::limited;
use crate::accounts::Accounts;
use crate::accounts::callers::{ActiveMember, Member};
use crate::accounts::directory::{FollowLink, Followed, LinkAction};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::hash_queue::HashFor;
use crate::accounts::links::{self, FoundLink};
use crate::accounts::logins::MarkedFor;
use crate::accounts::records::AccountRows;
use crate::accounts::records::{LinkPurpose, NameKind, find_name, read_account};
use crate::accounts::remember_device;
use crate::accounts::view::Done;
use crate::accounts::welcome::{Welcome, pay_welcome};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::input::{Body, Query};
use crate::rate::Limits;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["accounts"; send_verification, verify_email, forgot_password, reset_password]
}

/// An email with a verification link was sent.
#[derive(Debug, Serialize, ToSchema)]
pub struct VerificationSent {
    message: String,
    /// How the email is delivered.
    delivery: Delivery,
}

/// How the site delivers emails.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = LetterDelivery)]
pub enum Delivery {
    /// By SMTP.
    Mail,
    /// Into a file for the streamer, because mail is not set up.
    File,
}

/// The email of the account whose password was forgotten.
#[derive(Deserialize, ToSchema)]
pub struct ForgotPassword {
    email: String,
}

/// A new password, with the token of an email link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ResetPassword {
    token: String,
    new_password: String,
}

/// The token of an email link.
#[derive(Deserialize, IntoParams)]
pub struct LinkQuery {
    /// The token as it appears in the link.
    token: String,
}

/// Sends an email with a link that verifies the caller's address.
#[call(post, "/api/auth/send-verification", member)]
pub async fn send_verification(
    req: HttpRequest,
    member: ActiveMember,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
) -> Result<Answer<VerificationSent>, AccountError> {
    let row = read_account(accounts.store.view(), member.0)?.ok_or(AuthError::Unauthorized)?;
    if row.email_verified {
        return Err(AccountError::AlreadyVerified);
    }
    limited(&limits, &limits.email_requests, &req)?;
    let of_member = limits.member_emails.take(member.0.0);
    of_member.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    send(&accounts, member.0, LinkPurpose::Verify).await?;
    let (message, delivery) = if accounts.mailer.sends() {
        ("Verification email sent! Check your inbox.", Delivery::Mail)
    } else {
        ("Mail is not set up on this site; ask the streamer.", Delivery::File)
    };
    Ok(Answer(VerificationSent { message: message.to_owned(), delivery }))
}

/// Verifies an email address with the token of a link.
#[call(get, "/api/auth/verify-email", public, member,
    refused(403 = "The account is deactivated, or has no password and is not the caller's."))]
pub async fn verify_email(
    req: HttpRequest,
    member: Result<Member, AuthError>,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    query: Query<LinkQuery>,
) -> Result<Answer<Done>, AccountError> {
    limited(&limits, &limits.verifications, &req)?;
    let token = query.into_inner().token;
    check_reader(&accounts, &token, member.ok())?;
    // To the end, so that who closes the page keeps nothing half done.
    let verified = to_the_end(async move {
        let welcome = pay_welcome(&accounts, &token).await?;
        let command = FollowLink { token, link: LinkAction::Verify };
        let Followed { user, .. } = accounts.directory.follow_link(command).await?;
        tracing::info!(%user, "a member verified their email");
        let points = &accounts.site.now().points;
        let name = match welcome {
            Welcome::Paid(paid) => points.named(paid).to_owned(),
            Welcome::None | Welcome::PaidBefore => points.name_plural.clone(),
        };
        Ok::<_, AccountError>((welcome, name))
    });
    let message = match verified.await?? {
        (Welcome::None, _) => "Your email is verified!".to_owned(),
        (Welcome::Paid(points), name) => {
            format!("Your email is verified! You got {points} {name}.")
        }
        (Welcome::PaidBefore, name) => {
            format!("Your email is verified! Your welcome {name} were paid to an earlier account.")
        }
    };
    Ok(Answer(Done { message }))
}

/// The member with this address; without one, the only member with its mailbox. Links go to the address of the account.
fn find_by_email(accounts: &Accounts, email: &EmailAddress) -> Result<Option<UserId>, StoreError> {
    let folded = email.folded();
    let known = find_name(accounts.store.view(), NameKind::Email, &folded)?;
    Ok(known.or_else(|| accounts.mailboxes.only_owner(&folded)))
}

/// Sends an email with a link to set a new password if the address has an account. The response and
/// its time are the same if it has none, so that it doesn't reveal which emails have accounts.
#[call(post, "/api/auth/forgot-password", public)]
pub async fn forgot_password(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<ForgotPassword>,
) -> Result<Answer<Done>, AccountError> {
    let email = EmailAddress::new(&body.email)
        .map_err(|error| AccountError::Field("email", error.to_string()))?;
    limited(&limits, &limits.email_requests, &req)?;
    // Runs in the background: the response time must not reveal whether an email was written.
    actix_web::rt::spawn(async move {
        let known = find_by_email(&accounts, &email);
        let sent = match known {
            Ok(Some(user)) if !is_active(&accounts, user) => {
                tracing::info!(%user, "no password email sent: the account is inactive");
                Ok(())
            }
            Ok(Some(user)) if !is_theirs(&accounts, user) => {
                tracing::info!(%user, "no password email sent: the address is not confirmed, and the account has no password");
                Ok(())
            }
            Ok(Some(user)) if limits.member_emails.take(user.0).is_err() => {
                tracing::info!(%user, "no password email sent: too many were requested");
                Ok(())
            }
            Ok(Some(user)) => send(&accounts, user, LinkPurpose::Reset).await,
            Ok(None) => Ok(()),
            Err(error) => Err(error.into()),
        };
        if let Err(reason) = sent {
            tracing::error!(%reason, "cannot write a password email");
        }
    });
    let message =
        "If there is an account with this email, a link to set a new password is on its way.";
    Ok(Answer(Done { message: message.to_owned() }))
}

/// Sets a new password with the token of an email link, ends all tokens and cuts the sockets.
#[call(post, "/api/auth/reset-password", public, answers(200 = Answer<Done>),
    refused(403 = "The account is deactivated."), awaited)]
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
    // Checked before the slow hash, so that an invalid link costs no hashing time.
    let (view, now) = (accounts.store.view(), accounts.clock.now());
    let FoundLink { user, account, .. } = links::find(view, &token, LinkPurpose::Reset, now)?;
    if !account.row.active {
        return Err(AuthError::Inactive.into());
    }
    let hash_for = HashFor::Member(limits.client(&req), Some(accounts.delays.of_member(user)));
    let hash = accounts.hasher.hash(new_password, hash_for).await?;
    let command = FollowLink { token, link: LinkAction::Reset(hash) };
    // The sockets are cut even if the caller disconnects in between.
    let all = accounts.clone();
    let done = to_the_end(async move {
        let followed = all.directory.follow_link(command).await?;
        all.broadcaster.cut_member(followed.user);
        Ok::<_, AccountError>(followed)
    });
    let Followed { user, account: AccountRows { row, .. }, removed } = done.await??;
    tracing::info!(%user, "a member set a new password with an email link");
    let message = match removed.to_text() {
        None => "Your password is changed. You can log in with it now.".to_owned(),
        Some(what) => format!(
            "Your password is changed. You can log in with it now. \
             We removed what was added before your email was confirmed: {what}."
        ),
    };
    // The link authenticates the member, so delays caused by strangers' attempts don't apply to
    // this device from now on.
    let marked = remember_device(&accounts, &req, user, &row, MarkedFor::Renewal);
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(Done { message })))
}

/// The reader who confirms the address of an account without a password could set one afterwards. So the link works for
/// its logged-in member only: a mistyped address is another person's.
fn check_reader(
    accounts: &Accounts,
    token: &str,
    reader: Option<Member>,
) -> Result<(), AccountError> {
    let view = accounts.store.view();
    let found = links::find(view, token, LinkPurpose::Verify, accounts.clock.now())?;
    let FoundLink { user, account, .. } = found;
    let is_reader = reader.is_some_and(|Member(reader, _)| reader == user);
    if account.row.has_password() || account.row.email_verified || is_reader {
        return Ok(());
    }
    Err(AccountError::LogInFirst)
}

fn is_active(accounts: &Accounts, user: UserId) -> bool {
    accounts.auth.access(user).is_some_and(|access| access.active)
}

/// Whether an address may get a link to an account. One that was never confirmed may be a stranger's by mistake: it is no
/// way into an account that began with another proof, also while that one is off.
fn is_theirs(accounts: &Accounts, user: UserId) -> bool {
    let row = read_account(accounts.store.view(), user).ok().flatten();
    row.is_none_or(|row| row.email_verified || row.has_password())
}

pub(super) async fn send(
    accounts: &Accounts,
    user: UserId,
    purpose: LinkPurpose,
) -> Result<(), AccountError> {
    let row = read_account(accounts.store.view(), user)?.ok_or(AccountError::NoSuchMember)?;
    if !accounts.store.writable() {
        return Err(AccountError::ReadOnly);
    }
    if accounts.mailer.is_full() {
        return Err(AccountError::MailHeldUp);
    }
    let (batch, link) = links::write(&accounts.mailer, user, &row, purpose, accounts.clock.now())?;
    let (store, mailer) = (accounts.store.clone(), accounts.mailer.clone());
    let mailboxes = accounts.mailboxes.clone();
    // The email is sent even if the caller of a sign-up disconnects before the response.
    let done = to_the_end(async move {
        store.commit(batch).await?;
        if purpose == LinkPurpose::Verify {
            mailboxes.note_confirmation(user, link);
        }
        mailer.wake_delivery();
        Ok(())
    });
    done.await?
}
