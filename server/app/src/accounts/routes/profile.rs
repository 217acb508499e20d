//! Calls on the member's own profile: name, email, password, picture.

use std::net::IpAddr;
use std::time::Duration;

use actix_multipart::Multipart;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::TryStreamExt;
use pointhouse_macros::call;
use pointhouse_rules::email::EmailAddress;
use pointhouse_rules::password::check_new_password;
use pointhouse_rules::username::Username;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{change_and_disconnect, limited, shown};
use crate::accounts::Accounts;
use crate::accounts::callers::{ActiveMember, Member};
use crate::accounts::directory::{AccountChange, ChangeAccount, ChooseOnAir};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::hash_queue::HashFor;
use crate::accounts::logins::MarkedFor;
use crate::accounts::on_air::OnAirChoice;
use crate::accounts::picture;
use crate::accounts::records::AccountRows;
use crate::accounts::records::{AccountRow, read_account};
use crate::accounts::remember_device;
use crate::accounts::tokens::Login;
use crate::accounts::view::{Done, User};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::fault::Fault;
use crate::ids::{Principal, UserId};
use crate::input::Body;
use crate::picture_file::{FILE_BYTES_MAX, Upload, UploadError};
use crate::rate::Limits;

/// A form that takes longer than this to arrive is refused.
const RECEIVED_WITHIN: Duration = Duration::from_secs(60);
/// Name of the form field with the picture.
const PICTURE_FIELD: &str = "profilePicture";

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "accounts";
        update_profile,
        name_on_air,
        change_password,
        upload_picture,
        remove_picture,
        picture,
    ]
}

/// The new username and email.
#[derive(Deserialize, ToSchema)]
pub struct ProfileChange {
    username: String,
    email: String,
    /// The member's password. Required to change the email; who has none needs a fresh proof instead.
    password: Option<String>,
}

/// Whether the broadcast may show the member's name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnAirChange {
    named: bool,
    /// True to be never named, whatever the member enters. Not together with `named`.
    #[serde(default)]
    never: bool,
}

/// The member after the change.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfileAnswer {
    message: String,
    user: User,
}

/// The current and the new password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasswordChange {
    /// Left out by a member who has none, who needs a fresh proof instead.
    #[serde(default)]
    current_password: Option<String>,
    new_password: String,
}

/// A new token; all earlier ones have ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct PasswordAnswer {
    message: String,
    token: String,
}

/// A profile picture, as a multipart form.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the description: the form is read as it arrives")]
#[schema(rename_all = "camelCase")]
pub struct PictureUpload {
    /// PNG, JPEG, WebP or GIF, less than 5 MB.
    #[schema(value_type = String, format = Binary)]
    profile_picture: Vec<u8>,
}

/// The address of the new picture.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureAnswer {
    message: String,
    profile_picture: String,
}

/// Changes the caller's username, and their email while it is not verified.
#[call(put, "/api/auth/update-profile", member, awaited)]
pub async fn update_profile(
    req: HttpRequest,
    member: ActiveMember,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<ProfileChange>,
) -> Result<Answer<ProfileAnswer>, AccountError> {
    let body = body.into_inner();
    let field = |name, error: &dyn std::fmt::Display| AccountError::Field(name, error.to_string());
    let username = Username::new(body.username)?;
    let email = EmailAddress::new(&body.email).map_err(|e| field("email", &e))?;
    let row = read_account(accounts.store.view(), member.0)?.ok_or(AuthError::Unauthorized)?;
    let current = EmailAddress::new(&row.email).map_err(Fault::other)?;
    let email = (current.folded() != email.folded()).then_some(email);
    if email.is_some() {
        if row.email_verified {
            return Err(AccountError::EmailFixed);
        }
        limited(&limits, &limits.logins, &req)?;
        let own = OwnPassword { entered: body.password, field: "password" };
        check_owner(&accounts, (member.0, member.1), &row, own, limits.client(&req)).await?;
    }
    let change = AccountChange::Profile { username, email };
    let command = ChangeAccount { user: member.0, token_version: member.1.version, change };
    let AccountRows { row, .. } = accounts.directory.change_account(command).await?;
    let user = shown(&accounts, member.0, &row)?;
    let message = "Profile updated successfully!".to_owned();
    Ok(Answer(ProfileAnswer { message, user }))
}

/// Lets the broadcast show the caller's name, or masks it there at once. With neither `named` nor `never`, only what the
/// member enters decides: entering a giveaway that names its winner is the consent to be named as its winner.
#[call(put, "/api/auth/named-on-air", member)]
pub async fn name_on_air(
    member: Member,
    accounts: web::Data<Accounts>,
    body: Body<OnAirChange>,
) -> Result<Answer<ProfileAnswer>, AccountError> {
    let (choice, message) = match body.into_inner() {
        OnAirChange { named: true, never: true } => {
            return Err(AccountError::Field("never", "Either named or never named".to_owned()));
        }
        OnAirChange { named: true, .. } => {
            (Some(OnAirChoice::Always), "Your name can be shown on the stream.")
        }
        OnAirChange { never: true, .. } => {
            (Some(OnAirChoice::Never), "Your name is never shown on the stream.")
        }
        OnAirChange { .. } => {
            (None, "Your name is masked on the stream, except where an entry says otherwise.")
        }
    };
    let command = ChooseOnAir { user: member.0, token_version: member.1.version, choice };
    let AccountRows { row, .. } = accounts.directory.choose_on_air(command).await?;
    accounts.broadcaster.facts_changed();
    let user = shown(&accounts, member.0, &row)?;
    Ok(Answer(ProfileAnswer { message: message.to_owned(), user }))
}

/// Changes the caller's password, ends all earlier tokens and cuts the sockets. Returns a new
/// token.
#[call(put, "/api/auth/change-password", member, answers(200 = Answer<PasswordAnswer>), awaited)]
pub async fn change_password(
    req: HttpRequest,
    member: ActiveMember,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    body: Body<PasswordChange>,
) -> Result<HttpResponse, AccountError> {
    let PasswordChange { current_password, new_password } = body.into_inner();
    check_new_password(&new_password)
        .map_err(|error| AccountError::Field("newPassword", error.to_string()))?;
    limited(&limits, &limits.logins, &req)?;
    let row = read_account(accounts.store.view(), member.0)?.ok_or(AuthError::Unauthorized)?;
    let (token_version, client) = (member.1.version, limits.client(&req));
    let own = OwnPassword { entered: current_password, field: "currentPassword" };
    check_owner(&accounts, (member.0, member.1), &row, own, client).await?;
    let hash_for = HashFor::Member(client, Some(accounts.delays.of_member(member.0)));
    // Only a password that was checked is a new proof.
    let proved_at = match row.has_password() {
        true => accounts.auth.proof_by_password(Principal::Member(member.0), member.1.session)?,
        false => accounts.auth.proved_at(member.1.session),
    };
    let change = AccountChange::Password(accounts.hasher.hash(new_password, hash_for).await?);
    let account =
        change_and_disconnect(&accounts, ChangeAccount { user: member.0, token_version, change });
    let AccountRows { row, .. } = account.await?;
    let token = accounts.auth.renew(&req, member.0, row.token_version, proved_at).await?;
    let message = "Password changed successfully!".to_owned();
    let marked = remember_device(&accounts, &req, member.0, &row, MarkedFor::Renewal);
    let answer = PasswordAnswer { message, token };
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(answer)))
}

/// Replaces the caller's profile picture.
#[call(post, "/api/auth/upload-profile-picture", member,
    takes(PictureUpload as "multipart/form-data"))]
pub async fn upload_picture(
    member: ActiveMember,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    form: Multipart,
) -> Result<Answer<PictureAnswer>, AccountError> {
    let taken = limits.uploads.take(member.0.0);
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let sent =
        tokio::time::timeout(RECEIVED_WITHIN, receive(form, accounts.drawing.upload())).await;
    let sent = sent.map_err(|_| UploadError::Incomplete)??;
    let drawn = accounts.drawing.draw(sent, picture::redraw).await?;
    let AccountRows { profile, .. } =
        change_account(&accounts, member, AccountChange::Picture(Some(drawn))).await?;
    let profile_picture = picture::address(member.0, &profile).unwrap_or_default();
    let message = "Profile picture updated successfully!".to_owned();
    Ok(Answer(PictureAnswer { message, profile_picture }))
}

/// Removes the caller's picture.
#[call(delete, "/api/auth/profile-picture", member)]
pub async fn remove_picture(
    member: ActiveMember,
    accounts: web::Data<Accounts>,
) -> Result<Answer<Done>, AccountError> {
    change_account(&accounts, member, AccountChange::Picture(None)).await?;
    Ok(Answer(Done { message: "Profile picture removed".to_owned() }))
}

/// Returns a member's profile picture. Every upload has a new address, so browsers may cache it for
/// ever. Public.
#[call(get, "/api/pictures/{name}", public, answers(200 as "image/webp"))]
pub async fn picture(
    accounts: web::Data<Accounts>,
    name: web::Path<String>,
) -> Result<HttpResponse, AccountError> {
    let parts = name.strip_suffix(".webp").and_then(|name| name.split_once('-'));
    let (user, number) = parts.ok_or(AccountError::NoSuchPicture)?;
    let user: UserId = user.parse().map_err(|_| AccountError::NoSuchPicture)?;
    let number: u32 = number.parse().map_err(|_| AccountError::NoSuchPicture)?;
    let store = accounts.store.clone();
    let read = move || picture::read(store.view(), user, number);
    let bytes = accounts.reads.run_for_member(read).await.map_err(Fault::other)??;
    Ok(HttpResponse::Ok()
        .content_type("image/webp")
        .insert_header((header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .body(bytes.ok_or(AccountError::NoSuchPicture)?))
}

async fn receive(mut form: Multipart, mut upload: Upload) -> Result<Upload, UploadError> {
    let unread = |_| UploadError::NotAPicture;
    let mut received = 0;
    while let Some(mut field) = form.try_next().await.map_err(unread)? {
        let is_picture = field.name() == Some(PICTURE_FIELD);
        while let Some(chunk) = field.try_next().await.map_err(unread)? {
            received += chunk.len();
            if received > FILE_BYTES_MAX {
                return Err(UploadError::TooLarge);
            }
            if is_picture {
                upload.add(&chunk)?;
            }
        }
        if is_picture {
            return Ok(upload);
        }
    }
    Err(UploadError::NotAPicture)
}

/// The password that a member enters to change their own account.
pub(crate) struct OwnPassword {
    /// As entered.
    pub entered: Option<String>,
    /// The form field that gets the error.
    pub field: &'static str,
}

/// Checks that the caller owns the account: by the password, or by a fresh proof of a member who has none.
///
/// # Errors
/// The password is wrong, there were too many attempts, or the last proof is more than 10 minutes old.
pub(crate) async fn check_owner(
    accounts: &Accounts,
    (user, login): (UserId, Login),
    row: &AccountRow,
    OwnPassword { entered, field }: OwnPassword,
    client: IpAddr,
) -> Result<(), AccountError> {
    if row.has_password() {
        let password = entered.filter(|entered| !entered.is_empty());
        let Some(password) = password else {
            return Err(AccountError::Field(field, "Enter your current password".to_owned()));
        };
        return check_own_password(accounts, user, row, password, field, client).await;
    }
    if accounts.auth.is_proved(login.session) { Ok(()) } else { Err(AuthError::NotProved.into()) }
}

/// Checks the caller's password. `field` names the form field that gets the error. Attempts count
/// towards the login delay, so that a browser left logged in allows no faster guessing than the
/// login page.
///
/// # Errors
/// The password is wrong, or there were too many attempts.
pub(crate) async fn check_own_password(
    accounts: &Accounts,
    user: UserId,
    row: &AccountRow,
    password: String,
    field: &'static str,
    client: IpAddr,
) -> Result<(), AccountError> {
    let key = accounts.delays.of_member(user);
    let admitted = accounts.delays.admit(key);
    admitted.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let fits = password.chars().count() <= pointhouse_rules::password::MAX_LENGTH;
    let (hash, hash_for) = (row.password_hash(), HashFor::Member(client, Some(key)));
    let right = fits
        && accounts
            .hasher
            .verify(password, hash, hash_for)
            .await
            .inspect_err(|_| accounts.delays.take_back(key))?;
    if !right {
        return Err(AccountError::Field(field, "This is not your current password".to_owned()));
    }
    accounts.delays.forgive(key);
    Ok(())
}

async fn change_account(
    accounts: &Accounts,
    member: ActiveMember,
    change: AccountChange,
) -> Result<AccountRows, AccountError> {
    let ActiveMember(user, Login { version: token_version, .. }) = member;
    accounts.directory.change_account(ChangeAccount { user, token_version, change }).await
}
