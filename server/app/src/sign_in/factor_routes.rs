//! Calls that add and remove one's own second factors. All need a proof of the last 10 minutes.

use actix_web::{CustomizeResponder, HttpRequest, Responder, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::SignInError;
use crate::accounts::{Accounts, Auth, Done, SignedIn, code_source, remember_device_of_app};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::ids::Principal;
use crate::input::Body;
use crate::second_factor::{NewCodes, SecondFactorError};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "sign-in";
        start_app,
        confirm_app,
        remove_app,
        start_passkey,
        add_passkey,
        remove_passkey,
        new_recovery_codes,
    ]
}

/// What an authenticator app is set up with.
#[derive(Serialize, ToSchema)]
pub struct NewAppAnswer {
    /// The secret in base 32, to type in.
    secret: String,
    /// The same as an `otpauth` address, for a QR code.
    address: String,
}

/// A code of six digits.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AppCode {
    code: String,
}

/// A new factor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedFactor {
    /// New recovery codes, shown this once; null if there were some already.
    #[schema(required)]
    recovery_codes: NewCodes,
}

/// New recovery codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// Shown this once. Each works once in place of a code or passkey.
    recovery_codes: Vec<String>,
}

/// What the browser needs to make a passkey.
#[derive(Serialize, ToSchema)]
pub struct PasskeyOptions {
    /// For `PublicKeyCredential.parseCreationOptionsFromJSON` (WebAuthn).
    #[schema(value_type = BTreeMap<String, Value>)]
    options: Value,
}

/// A passkey that the browser has made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPasskey {
    /// 1 to 40 characters.
    name: String,
    /// What the browser's `toJSON` returns.
    #[schema(value_type = BTreeMap<String, Value>)]
    passkey: Value,
}

/// Begins to set up an authenticator app. It counts once a code of it is confirmed, within 10 minutes.
#[call(post, "/api/sign-in/app", member, admin, name = "start_app")]
pub async fn start_app(
    signed_in: SignedIn,
    auth: web::Data<Auth>,
) -> Result<Answer<NewAppAnswer>, SignInError> {
    signed_in.check_proof(&auth)?;
    let new = auth.second_factors().start_app(signed_in.principal, &signed_in.name)?;
    Ok(Answer(NewAppAnswer { secret: new.secret, address: new.address }))
}

/// Sets up the authenticator app whose code this is.
#[call(put, "/api/sign-in/app", member, admin, name = "confirm_app",
    answers(200 = Answer<AddedFactor>))]
pub async fn confirm_app(
    req: HttpRequest,
    signed_in: SignedIn,
    accounts: web::Data<Accounts>,
    body: Body<AppCode>,
) -> Result<CustomizeResponder<Answer<AddedFactor>>, SignInError> {
    signed_in.check_proof(&accounts.auth)?;
    let (who, code) = (signed_in.principal, body.into_inner().code);
    let by = (signed_in.actor(), code_source(&accounts, &req, who, signed_in.address));
    let (auth, login) = (&accounts.auth, signed_in.login);
    let is_current = || auth.is_current(who, login);
    let recovery_codes = auth.second_factors().confirm_app(who, &code, by, is_current).await?;
    let answer = Answer(AddedFactor { recovery_codes }).customize();
    // This browser has shown a code, so a stranger's tries don't count against it.
    Ok(match remember_device_of_app(&accounts, &req, who) {
        Some(mark) => answer.insert_header(mark),
        None => answer,
    })
}

/// Removes the authenticator app.
#[call(delete, "/api/sign-in/app", member, admin, name = "remove_app",
    refused(404 = "There is no app."))]
pub async fn remove_app(
    signed_in: SignedIn,
    auth: web::Data<Auth>,
) -> Result<Answer<Done>, SignInError> {
    signed_in.check_proof(&auth)?;
    let (who, actor, factors) =
        (signed_in.principal, signed_in.actor(), auth.second_factors().clone());
    factors.remove_app(who, actor).await?;
    Ok(done("The authenticator app is removed"))
}

/// Begins to make a passkey.
#[call(post, "/api/sign-in/passkeys/start", member, admin, name = "start_passkey")]
pub async fn start_passkey(
    signed_in: SignedIn,
    auth: web::Data<Auth>,
) -> Result<Answer<PasskeyOptions>, SignInError> {
    signed_in.check_proof(&auth)?;
    let starting = auth.second_factors().start_passkey(signed_in.principal, &signed_in.name);
    Ok(Answer(PasskeyOptions { options: starting.await? }))
}

/// Adds the passkey that the browser has made.
#[call(post, "/api/sign-in/passkeys", member, admin, name = "add_passkey")]
pub async fn add_passkey(
    signed_in: SignedIn,
    auth: web::Data<Auth>,
    body: Body<NewPasskey>,
) -> Result<Answer<AddedFactor>, SignInError> {
    signed_in.check_proof(&auth)?;
    let NewPasskey { name, passkey } = body.into_inner();
    let (who, actor) = (signed_in.principal, signed_in.actor());
    let is_current = || auth.is_current(who, signed_in.login);
    let adding = auth.second_factors().add_passkey(who, &name, &passkey, actor, is_current);
    let recovery_codes = adding.await?;
    Ok(Answer(AddedFactor { recovery_codes }))
}

/// Removes a passkey.
#[call(delete, "/api/sign-in/passkeys/{id}", member, admin, name = "remove_passkey",
    segments(id: u32))]
pub async fn remove_passkey(
    signed_in: SignedIn,
    accounts: web::Data<Accounts>,
    id: web::Path<String>,
) -> Result<Answer<Done>, SignInError> {
    signed_in.check_proof(&accounts.auth)?;
    let id = id.parse().map_err(|_| SecondFactorError::NoSuchPasskey)?;
    let (who, actor, factors) =
        (signed_in.principal, signed_in.actor(), accounts.auth.second_factors().clone());
    match who {
        Principal::Member(user) => accounts.directory.remove_passkey(user, id, actor).await?,
        Principal::Person(_) => {
            factors.remove_passkey(who, id, actor).await?;
        }
    }
    Ok(done("The passkey is removed"))
}

/// Makes new recovery codes. The ones before don't work any more.
#[call(post, "/api/sign-in/recovery-codes", member, admin, name = "new_recovery_codes")]
pub async fn new_recovery_codes(
    signed_in: SignedIn,
    auth: web::Data<Auth>,
) -> Result<Answer<RecoveryCodes>, SignInError> {
    signed_in.check_proof(&auth)?;
    let (who, actor, factors) =
        (signed_in.principal, signed_in.actor(), auth.second_factors().clone());
    Ok(Answer(RecoveryCodes { recovery_codes: factors.new_recovery_codes(who, actor).await? }))
}

fn done(message: &str) -> Answer<Done> {
    Answer(Done { message: message.to_owned() })
}
