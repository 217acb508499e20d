//! The outbox: emails that wait, and emails that failed permanently, with the reason.

use actix_web::web;
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::{Accounts, Admin, Done};
use crate::answer::Answer;
use crate::audit::Audit;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::input::Query;
use crate::mail::{OutboxEmail, OutboxError};
use crate::paging::Cut;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; list, remove, retry]
}

/// State of an email in the outbox.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ToSchema)]
#[serde(rename_all = "lowercase")]
enum EmailState {
    /// Will be tried again.
    Waiting,
    /// Failed permanently; no further tries.
    Dead,
}

/// Filter and paging of the outbox.
#[derive(Deserialize, IntoParams)]
pub struct OutboxQuery {
    /// Page number, from 1.
    page: Option<usize>,
    /// Rows per page, at most 200.
    limit: Option<usize>,
    /// Only emails in this state; all by default.
    #[param(inline)]
    state: Option<EmailState>,
}

/// An email that was not sent yet, without its contents.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingLetter)]
pub struct WaitingEmail {
    /// Number of the email.
    id: String,
    /// Id of the member that the email is about.
    user_id: String,
    /// Null when the account was deleted.
    #[schema(required)]
    username: Option<String>,
    /// The recipient, masked to first letter and domain: `m***@example.com`.
    to: String,
    subject: String,
    /// Number of failed deliveries.
    tries: u32,
    /// Time of writing, ISO 8601.
    written_at: String,
    /// Time of the next try, ISO 8601; null for an email that failed permanently.
    #[schema(required)]
    next_at: Option<String>,
    /// Time of expiry of its link, ISO 8601.
    until: String,
    /// Why the last delivery failed; empty before the first failure.
    last_error: String,
    /// True when the email failed permanently.
    dead: bool,
}

/// Number of emails by state, regardless of the filter.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = LetterCounts)]
pub struct EmailCounts {
    waiting: usize,
    dead: usize,
}

/// A page of the outbox, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LettersPage)]
pub struct EmailsPage {
    items: Vec<WaitingEmail>,
    total: usize,
    page: usize,
    pages: usize,
    counts: EmailCounts,
}

/// The email after its retry was requested.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LetterRetried)]
pub struct EmailRetried {
    message: String,
    #[serde(rename = "letter")]
    email: WaitingEmail,
}

/// Lists emails that wait or failed permanently, newest first.
#[call(get, "/api/admin/letters", admin(Records), name = "letters_page")]
pub async fn list(
    accounts: web::Data<Accounts>,
    query: Query<OutboxQuery>,
) -> Result<Answer<EmailsPage>, OutboxError> {
    let OutboxQuery { page, limit, state } = query.into_inner();
    let cut = Cut::new(page, limit, None);
    let dead = state.map(|state| state == EmailState::Dead);
    let found = accounts.mailer.emails(dead, cut.skip(), cut.limit).await?;
    let counts = EmailCounts { waiting: found.waiting, dead: found.dead };
    let items = found.emails.into_iter().map(|email| shown(&accounts, email)).collect();
    let (total, page, pages) = (found.total, cut.page, cut.pages(found.total));
    Ok(Answer(EmailsPage { items, total, page, pages, counts }))
}

/// Retries an email now, even one that failed permanently.
#[call(post, "/api/admin/letters/{id}/retry", admin(Records), name = "retry_letter")]
pub async fn retry(
    admin: Admin,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
    id: web::Path<String>,
) -> Result<Answer<EmailRetried>, OutboxError> {
    let number: u64 = id.parse().map_err(|_| OutboxError::NoSuchEmail)?;
    let actor = admin.actor();
    let email = accounts.mailer.retry(number, &audit, actor).await?;
    let message = "The email will be sent again now".to_owned();
    Ok(Answer(EmailRetried { message, email: shown(&accounts, email) }))
}

/// Removes an email from the outbox.
#[call(delete, "/api/admin/letters/{id}", admin(Records), name = "remove_letter")]
pub async fn remove(
    admin: Admin,
    accounts: web::Data<Accounts>,
    audit: web::Data<Audit>,
    id: web::Path<String>,
) -> Result<Answer<Done>, OutboxError> {
    let number: u64 = id.parse().map_err(|_| OutboxError::NoSuchEmail)?;
    let actor = admin.actor();
    accounts.mailer.discard(number, &audit, actor).await?;
    Ok(Answer(Done { message: "The email is removed".to_owned() }))
}

fn shown(accounts: &Accounts, email: OutboxEmail) -> WaitingEmail {
    let access = accounts.auth.access(email.user);
    WaitingEmail {
        id: email.number.to_string(),
        user_id: email.user.to_string(),
        username: access.map(|access| access.username.to_string()),
        to: email.to,
        subject: email.subject,
        tries: email.tries,
        written_at: email.written_at.iso(),
        next_at: email.next_at.map(Millis::iso),
        until: email.until.iso(),
        last_error: email.last_error,
        dead: email.dead,
    }
}
