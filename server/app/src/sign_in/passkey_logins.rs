//! Logins by passkey alone, of members and people of the panel.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::SignInError;
use crate::accounts::logins::{Attempt, DeviceKind, Entrance, MarkedFor, Refusal};
use crate::accounts::{
    AccountError, Accounts, Auth, AuthAnswer, NewSession, TokenAnswer, logged_in, read_account,
    record_device_of_login, remember_device, remember_device_of_person,
};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::ids::Principal;
use crate::input::Body;
use crate::people::{LoginMethod, People};
use crate::rate::{Limit, Limits};
use crate::second_factor::SecondFactorError;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["sign-in"; start, log_in_member, log_in_person]
}

/// What the browser needs to ask for a passkey.
#[derive(Serialize, ToSchema)]
pub struct PasskeyRequest {
    /// For `PublicKeyCredential.parseRequestOptionsFromJSON` (WebAuthn).
    #[schema(value_type = BTreeMap<String, Value>)]
    options: Value,
}

/// The answer of a passkey to a login of a member.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MemberPasskey {
    /// What the browser's `toJSON` returns.
    #[schema(value_type = BTreeMap<String, Value>)]
    passkey: Value,
    /// True for a longer session.
    #[serde(default)]
    remember: bool,
}

/// The answer of a passkey to a login of the panel.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonPasskey {
    /// What the browser's `toJSON` returns.
    #[schema(value_type = BTreeMap<String, Value>)]
    passkey: Value,
}

/// Begins a login or a proof by passkey. Public. The answer works once, for 5 minutes.
#[call(post, "/api/passkeys/start", public, name = "start_passkey_proof")]
pub async fn start(
    req: HttpRequest,
    auth: web::Data<Auth>,
    limits: web::Data<Limits>,
) -> Result<Answer<PasskeyRequest>, SignInError> {
    let taken = limits.passkeys.take(limits.client(&req));
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    Ok(Answer(PasskeyRequest { options: auth.second_factors().start_proof()? }))
}

/// Logs a member in with a passkey.
#[call(post, "/api/auth/login/passkey", public, tag = "accounts", name = "log_in_with_passkey",
    answers(200 = Answer<AuthAnswer>))]
pub async fn log_in_member(
    req: HttpRequest,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<MemberPasskey>,
) -> Result<HttpResponse, SignInError> {
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Member, client, log: &limits.log };
    let MemberPasskey { passkey, remember } = body.into_inner();
    let who = check(&limits.logins, attempt, &accounts.auth, &passkey).await?;
    let Principal::Member(user) = who else { return Err(refused(attempt)) };
    let row = read_account(accounts.store.view(), user)?.ok_or_else(|| refused(attempt))?;
    attempt.accepted(Some(user));
    record_device_of_login(&accounts, &req, user).await;
    let marked = remember_device(&accounts, &req, user, &row, MarkedFor::Login);
    let answer = logged_in(&accounts, DeviceKind::of(&req), user, &row, remember).await?;
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(answer)))
}

/// Logs a person in to the panel with a passkey.
#[call(post, "/api/admin/login/passkey", public, tag = "admin", name = "admin_login_with_passkey",
    answers(200 = Answer<TokenAnswer>))]
pub async fn log_in_person(
    req: HttpRequest,
    (accounts, people): (web::Data<Accounts>, web::Data<People>),
    limits: web::Data<Limits>,
    settings: web::Data<Settings>,
    body: Body<PersonPasskey>,
) -> Result<HttpResponse, SignInError> {
    let auth = &accounts.auth;
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
    let who = check(&limits.panel_logins, attempt, auth, &body.passkey).await?;
    let Principal::Person(id) = who else { return Err(refused(attempt)) };
    let version = auth.person(id).ok_or_else(|| refused(attempt))?.version;
    attempt.accepted(None);
    let (hours, device) = (settings.now().auth.admin_hours, DeviceKind::of(&req));
    let new = NewSession { version, hours, device, proved_at: None };
    let token = people.log_in(id, new, (client, LoginMethod::Passkey)).await?;
    let marked = remember_device_of_person(&accounts, &req, id, version);
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(TokenAnswer { token })))
}

async fn check(
    limit: &Limit,
    attempt: Attempt<'_>,
    auth: &Auth,
    passkey: &Value,
) -> Result<Principal, SignInError> {
    limit.take(attempt.client).map_err(|retry_after| {
        attempt.refused(Refusal::AddressLimit, None);
        AccountError::TooMany { retry_after }
    })?;
    auth.second_factors().check_passkey(passkey).await.map_err(|error| {
        attempt.refused(Refusal::BadPasskey, None);
        error.into()
    })
}

fn refused(attempt: Attempt<'_>) -> SignInError {
    attempt.refused(Refusal::BadPasskey, None);
    SecondFactorError::BadPasskey.into()
}
