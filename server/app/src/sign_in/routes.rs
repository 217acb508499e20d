//! Calls on one's own sign-in: what protects it, its sessions, and proofs.

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::SignInError;
use crate::accounts::logins::{Attempt, Entrance, Refusal};
use crate::accounts::routes::profile::check_own_password;
use crate::accounts::{Accounts, AuthError, Done, HashFor, SignedIn, code_source, read_account};
use crate::answer::Answer;
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::ids::{Principal, SessionId};
use crate::input::Body;
use crate::people::{People, PeopleError};
use crate::rate::Limits;
use crate::second_factor::{CodeUse, SecondFactorError};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["sign-in"; overview, prove, end_session]
}

/// An authenticator app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct App {
    /// When it was added, ISO 8601.
    added_at: String,
}

/// A passkey.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Passkey {
    id: u32,
    name: String,
    /// The address that it belongs to.
    host: String,
    /// Whether that is the address of the site.
    works_here: bool,
    /// When it was added, ISO 8601.
    added_at: String,
    /// When it was last used, ISO 8601.
    #[schema(required)]
    used_at: Option<String>,
}

/// A session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    id: String,
    /// Kind of the device, such as "Firefox on Linux"; empty if unknown.
    device: String,
    /// Time of the login, ISO 8601.
    began_at: String,
    /// Time of last use, ISO 8601.
    used_at: String,
    /// Whether it is the caller's.
    is_current: bool,
}

/// What protects the caller's account, and its sessions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignIn {
    /// The authenticator app, if there is one.
    #[schema(required)]
    app: Option<App>,
    /// The oldest first.
    passkeys: Vec<Passkey>,
    /// Recovery codes that are not used yet.
    recovery_codes: usize,
    /// Whether the account has a password. A member who signed up with the chat platform may have none.
    has_password: bool,
    /// Whether a visit to the chat platform proves that the caller is the owner (`/api/kick/proof/start`).
    kick_proves: bool,
    /// Whether passkeys can be made: the site has an address with a domain name.
    can_have_passkeys: bool,
    /// Whether the caller needs a second factor to use the panel.
    is_required: bool,
    /// Whether the caller has proved to be the owner in the last 10 minutes; a login counts.
    is_proved: bool,
    /// Live sessions, the most recently used one first.
    sessions: Vec<Session>,
}

/// Returns what protects the caller's account, and its sessions.
#[call(get, "/api/sign-in", member, admin, name = "sign_in")]
pub async fn overview(
    signed_in: SignedIn,
    accounts: web::Data<Accounts>,
) -> Result<Answer<SignIn>, SignInError> {
    let (auth, factors) = (&accounts.auth, accounts.auth.second_factors());
    let (row, host) = (factors.of(signed_in.principal)?, factors.host());
    let (has_password, kick_proves) = match signed_in.principal {
        Principal::Member(user) => {
            let view = accounts.store.view();
            let account = read_account(view, user)?.ok_or(AuthError::Unauthorized)?;
            (account.has_password(), row.is_none() && accounts.signs_in_with_kick(user)?)
        }
        Principal::Person(_) => (true, false),
    };
    let passkey = |row: &crate::second_factor::PasskeyRow| Passkey {
        id: row.number,
        name: row.name.clone(),
        host: row.host.clone(),
        works_here: host.as_ref() == Some(&row.host),
        added_at: Millis(row.made_at).iso(),
        used_at: row.used_at.map(|at| Millis(at).iso()),
    };
    let current = signed_in.login.session;
    let sessions = auth.live_sessions_of(signed_in.principal).into_iter();
    Ok(Answer(SignIn {
        app: row.as_ref().and_then(|row| {
            row.app.as_ref().map(|app| App { added_at: Millis(app.made_at).iso() })
        }),
        passkeys: row.iter().flat_map(|row| &row.passkeys).map(passkey).collect(),
        recovery_codes: row.as_ref().map_or(0, |row| row.recovery_codes.len()),
        has_password,
        kick_proves,
        can_have_passkeys: host.is_some(),
        is_required: matches!(signed_in.principal, Principal::Person(_)) && factors.is_required(),
        is_proved: auth.is_proved(current),
        sessions: sessions
            .map(|session| Session {
                id: session.id.to_string(),
                device: session.device,
                began_at: session.began_at.iso(),
                used_at: session.used_at.iso(),
                is_current: session.id == current,
            })
            .collect(),
    }))
}

/// A proof: one of the three.
#[derive(Deserialize, ToSchema)]
#[schema(as = OwnerProof)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The account's password.
    password: Option<String>,
    /// A code of the authenticator app, or a recovery code.
    code: Option<String>,
    /// The answer of a passkey to `/api/passkeys/start`, as the browser's `toJSON` returns it.
    #[schema(value_type = Option<BTreeMap<String, Value>>)]
    passkey: Option<Value>,
}

/// Proves that the caller is the account's owner, for the next 10 minutes of this session. An account with a second factor
/// needs a code or a passkey; its password is refused.
#[call(post, "/api/sign-in/proof", member, admin, name = "prove", awaited)]
pub async fn prove(
    req: HttpRequest,
    signed_in: SignedIn,
    accounts: web::Data<Accounts>,
    people: web::Data<People>,
    limits: web::Data<Limits>,
    body: Body<Proof>,
) -> Result<Answer<Done>, SignInError> {
    let (principal, factors) = (signed_in.principal, accounts.auth.second_factors());
    let body = body.into_inner();
    // A password alone must not change what protects the account beside it.
    if body.password.is_some() && factors.of(principal)?.is_some() {
        return Err(SecondFactorError::Needed.into());
    }
    match body {
        Proof { password: Some(password), .. } => match principal {
            Principal::Member(user) => {
                let row = read_account(accounts.store.view(), user)?;
                let row = row.ok_or(AuthError::Unauthorized)?;
                let (field, client) = ("password", signed_in.address);
                check_own_password(&accounts, user, &row, password, field, client).await?;
            }
            Principal::Person(_) => {
                check_password_of_person(&signed_in, &people, &limits, password).await?;
            }
        },
        Proof { code: Some(code), .. } => {
            let source = code_source(&accounts, &req, principal, signed_in.address);
            let by = (signed_in.actor(), source);
            factors.check_code(principal, code.trim(), CodeUse::Proof, by).await?;
        }
        Proof { passkey: Some(answer), .. } => {
            if factors.check_passkey(&answer).await? != principal {
                return Err(SecondFactorError::BadPasskey.into());
            }
        }
        Proof { .. } => return Err(SignInError::NoProof),
    }
    accounts.auth.prove(signed_in.login.session);
    Ok(Answer(Done { message: "Confirmed for 10 minutes".to_owned() }))
}

async fn check_password_of_person(
    signed_in: &SignedIn,
    people: &People,
    limits: &Limits,
    password: String,
) -> Result<(), PeopleError> {
    let client = signed_in.address;
    let limit = limits.panel_logins.take(client);
    limit.map_err(|retry_after| PeopleError::TooManyTries { retry_after })?;
    let checked = people.check_login(Some(&signed_in.name), password, HashFor::Panel(client));
    match checked.await? {
        Some((id, _)) if Principal::Person(id) == signed_in.principal => Ok(()),
        _ => {
            let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
            attempt.refused(Refusal::WrongPassword, None);
            Err(PeopleError::WrongPassword)
        }
    }
}

/// Ends one of the caller's sessions.
#[call(delete, "/api/sign-in/sessions/{id}", member, admin, name = "end_session")]
pub async fn end_session(
    signed_in: SignedIn,
    accounts: web::Data<Accounts>,
    broadcaster: web::Data<Broadcaster>,
    id: web::Path<String>,
) -> Result<Answer<Done>, SignInError> {
    let id: SessionId = id.parse().map_err(|_| SignInError::NoSuchSession)?;
    let principal = signed_in.principal;
    if !accounts.auth.live_sessions_of(principal).iter().any(|session| session.id == id) {
        return Err(SignInError::NoSuchSession);
    }
    accounts.auth.log_out(principal, id).await?;
    match principal {
        Principal::Person(_) => broadcaster.cut_admin_session(id),
        Principal::Member(user) => broadcaster.cut_session(user, id),
    }
    Ok(Answer(Done { message: "The session is ended".to_owned() }))
}
