//! Calls of members, visitors and the platform on the chat.

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::deliveries::Delivery;
use super::oauth::{CallbackParams, Started};
use super::sign_up::NewMember;
use super::view::{Delivered, KickOffer, KickStatus, KickUrl};
use super::{Chat, ChatError};
use crate::accounts::logins::{Attempt, DeviceKind, Entrance, MarkedFor, Refusal};
use crate::accounts::{
    AccountError, ActiveMember, AuthAnswer, AuthError, Login, Member, check_second_factor,
    parse_names, read_account, record_device_of_login, remember_device, signed_up,
};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::detached::to_the_end;
use crate::ids::Principal;
use crate::input::{Body, Query};
use crate::rate::Limits;

/// The cookie that ties an OAuth flow to one browser.
const COOKIE: &str = "kick_flow";
/// Its name on https sites. Browsers accept a cookie with this prefix only from the host itself, so
/// no page of another subdomain can set one.
const HOST_COOKIE: &str = "__Host-kick_flow";
/// Longer than any flow with the offer that may follow it.
const COOKIE_SECONDS: i64 = 35 * 60;
/// Longest query parameter that is used, in bytes.
const QUERY_MAX: usize = 2000;

/// Largest delivery, in bytes.
const DELIVERY_BYTES_MAX: usize = 64 * 1024;
const RECEIVED_WITHIN: Duration = Duration::from_secs(20);

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "chat";
        callback,
        webhook,
        mine,
        unlink,
        start_link,
        start_sign_in,
        finish_sign_in,
        offer_sign_up,
        sign_up,
        start_proof,
        confirm,
        refuse,
    ]
}

/// The request to confirm or refuse.
#[derive(Deserialize, ToSchema)]
pub struct KickRequest {
    id: String,
}

/// Options of a sign-in.
#[derive(Deserialize, ToSchema)]
pub struct KickSignIn {
    /// True for a longer session.
    #[serde(default)]
    remember: bool,
    /// Path of this site to continue on.
    redirect: Option<String>,
}

/// The ticket that the browser was redirected with.
#[derive(Deserialize, ToSchema)]
pub struct KickTicket {
    ticket: String,
    /// A code of the authenticator app or a recovery code, if the member has a second factor.
    #[serde(default)]
    code: Option<String>,
}

/// The ticket of an offer to sign up.
#[derive(Deserialize, ToSchema)]
pub struct KickOfferTicket {
    ticket: String,
}

/// A visitor who signs up with the chat platform.
#[derive(Deserialize, ToSchema)]
pub struct KickNewMember {
    /// The ticket of the offer.
    ticket: String,
    username: String,
    email: String,
    /// Whether the broadcast may show the member's name; without it the name is masked there.
    #[serde(default, rename = "namedOnAir")]
    named_on_air: bool,
}

/// The query with which the platform redirects a browser.
#[derive(Deserialize, IntoParams)]
pub struct CallbackQuery {
    /// Authorization code.
    code: Option<String>,
    /// The OAuth state.
    state: Option<String>,
    /// Error code when there is no authorization code.
    error: Option<String>,
}

/// Target of the platform's redirects. Redirects to a page of this site.
#[call(get, "/kick/callback", public, answers(302))]
pub async fn callback(
    req: HttpRequest,
    chat: web::Data<Chat>,
    query: Query<CallbackQuery>,
) -> HttpResponse {
    let CallbackQuery { code, state, error } = query.into_inner();
    let short = |text: Option<String>| text.filter(|text| text.len() <= QUERY_MAX);
    let (code, state) = (short(code), short(state));
    let refused = error.is_some() || code.is_none();
    let params = CallbackParams { code, state, refused, cookie: cookie(&chat, &req) };
    // Codes and tokens are used up in between, so this runs to the end even if the browser
    // disconnects.
    let ended = to_the_end(async move { chat.finish_flow(params).await }).await;
    let path = ended.unwrap_or_else(|_| "/login?kick=failed".to_owned());
    HttpResponse::Found().insert_header((header::LOCATION, path)).finish()
}

/// Receives a delivery of the platform.
#[call(post, "/api/kick/webhook", public,
    refused(
        401 = "The signature is missing or wrong.",
        404 = "The site is not connected to Kick.",
        408 = "The body did not arrive in time.",
        413 = "The body is larger than the call accepts.",
    ))]
pub async fn webhook(
    req: HttpRequest,
    chat: web::Data<Chat>,
    payload: web::Payload,
) -> Result<Answer<Delivered>, ChatError> {
    chat.on()?;
    let header = |name: &str| {
        let value = req.headers().get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default().to_owned()
    };
    let delivery = Delivery {
        id: header("kick-event-message-id"),
        timestamp: header("kick-event-message-timestamp"),
        signature: header("kick-event-signature"),
        kind: header("kick-event-type"),
        body: body(payload).await?,
    };
    chat.receive(delivery).await?;
    Ok(Answer(Delivered {}))
}

async fn body(payload: web::Payload) -> Result<web::Bytes, ChatError> {
    let read = payload.to_bytes_limited(DELIVERY_BYTES_MAX);
    match tokio::time::timeout(RECEIVED_WITHIN, read).await {
        Ok(Ok(Ok(body))) => Ok(body),
        Ok(Err(_)) => Err(ChatError::TooLarge),
        // The platform no longer waits for this response.
        Ok(Ok(Err(_))) | Err(_) => Err(ChatError::Busy),
    }
}

/// Returns the caller's chat link and open requests.
#[call(get, "/api/kick/me", member)]
pub async fn mine(member: Member, chat: web::Data<Chat>) -> Result<Answer<KickStatus>, ChatError> {
    Ok(Answer(chat.mine(member.0)?))
}

/// Starts to link the caller's chat account, with which the member can log in from then on: needs a proof of the last 10
/// minutes. The browser must open the returned address, where the
/// account's owner gives permission.
#[call(post, "/api/kick/link/start", member, answers(200 = Answer<KickUrl>),
    refused(404 = "The site is not connected to Kick."))]
pub async fn start_link(
    req: HttpRequest,
    member: ActiveMember,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
) -> Result<HttpResponse, ChatError> {
    chat.on()?;
    if !chat.accounts().auth.is_proved(member.1.session) {
        return Err(AccountError::Auth(AuthError::NotProved).into());
    }
    limited(&limits, &req)?;
    Ok(with_cookie(&chat, chat.start_link(member.0).await?))
}

/// Starts a sign-in with a chat account.
#[call(post, "/api/kick/sign-in/start", public, answers(200 = Answer<KickUrl>),
    refused(404 = "Signing in with Kick is off."))]
pub async fn start_sign_in(
    req: HttpRequest,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
    body: Body<KickSignIn>,
) -> Result<HttpResponse, ChatError> {
    limited(&limits, &req)?;
    let KickSignIn { remember, redirect } = body.into_inner();
    Ok(with_cookie(&chat, chat.start_sign_in(remember, redirect).await?))
}

/// Logs in with the ticket of a sign-in, and the code of a second factor if the member has one. Works once, and only in the
/// same browser; a missing or wrong code leaves the ticket valid.
#[call(post, "/api/kick/sign-in/finish", public, answers(200 = Answer<AuthAnswer>),
    refused(
        401 = "The ticket is unknown or has expired, or a code is needed.",
        404 = "Signing in with Kick is off.",
    ))]
pub async fn finish_sign_in(
    req: HttpRequest,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
    body: Body<KickTicket>,
) -> Result<HttpResponse, ChatError> {
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Kick, client, log: &limits.log };
    limited(&limits, &req).inspect_err(|_| attempt.refused(Refusal::AddressLimit, None))?;
    let cookie = cookie(&chat, &req);
    let (device, KickTicket { ticket, code }) = (DeviceKind::of(&req), body.into_inner());
    let log_bad_ticket = |error: &ChatError| {
        if matches!(error, ChatError::BadTicket) {
            attempt.refused(Refusal::BadTicket, None);
        }
    };
    // The ticket stays valid while a code is missing or wrong.
    let owner = chat.owner_of_ticket(&ticket, cookie.as_deref()).inspect_err(log_bad_ticket)?;
    let who = Principal::Member(owner);
    check_second_factor((chat.accounts(), &req), attempt, who, code.as_deref()).await?;
    let signed_in = chat.sign_in(&ticket, cookie.as_deref(), device).await;
    let (user, answer) = signed_in.inspect_err(log_bad_ticket)?;
    attempt.accepted(Some(user));
    let accounts = chat.accounts();
    record_device_of_login(accounts, &req, user).await;
    let row = read_account(accounts.store.view(), user)?.ok_or(ChatError::BadTicket)?;
    let marked = remember_device(accounts, &req, user, &row, MarkedFor::Login);
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(answer)))
}

/// Returns what a visitor who came from the platform and has no account here may sign up with.
#[call(post, "/api/kick/sign-up/offer", public,
    refused(401 = "The ticket is unknown or has expired.", 404 = "Signing in with Kick is off."))]
pub async fn offer_sign_up(
    req: HttpRequest,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
    body: Body<KickOfferTicket>,
) -> Result<Answer<KickOffer>, ChatError> {
    limited(&limits, &req)?;
    Ok(Answer(chat.offer(&body.ticket, cookie(&chat, &req).as_deref())?))
}

/// Creates an account without a password, whose member logs in with the platform, and logs the member in. The ticket
/// works once, and only in the same browser; a name that is refused leaves it valid.
#[call(post, "/api/kick/sign-up", public, answers(201 = Answer<AuthAnswer>),
    refused(401 = "The ticket is unknown or has expired.", 404 = "Signing in with Kick is off."))]
pub async fn sign_up(
    req: HttpRequest,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
    body: Body<KickNewMember>,
) -> Result<HttpResponse, ChatError> {
    let KickNewMember { ticket, username, email, named_on_air } = body.into_inner();
    let (username, email) = parse_names(username, &email)?;
    let taken = limits.take_signup(limits.client(&req));
    taken.map_err(|retry_after| AccountError::TooMany { retry_after })?;
    let device = DeviceKind::of(&req);
    let cookie = cookie(&chat, &req);
    let new = NewMember { ticket, cookie, username, email, device, named_on_air };
    let (user, row) = chat.sign_up(new).await?;
    Ok(signed_up(chat.accounts(), &req, user, &row).await?)
}

/// Starts a proof that the caller owns the account: a visit to the platform with the linked account, which proves the
/// caller's session for 10 minutes. An account with a second factor needs that one instead.
#[call(post, "/api/kick/proof/start", member, answers(200 = Answer<KickUrl>),
    refused(404 = "Signing in with Kick is off."))]
pub async fn start_proof(
    req: HttpRequest,
    member: Member,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
) -> Result<HttpResponse, ChatError> {
    limited(&limits, &req)?;
    let Member(user, Login { session, .. }) = member;
    Ok(with_cookie(&chat, chat.start_proof(user, session).await?))
}

/// Applies the rate limit of logins.
fn limited(limits: &Limits, req: &HttpRequest) -> Result<(), ChatError> {
    let taken = limits.logins.take(limits.client(req));
    Ok(taken.map_err(|retry_after| AccountError::TooMany { retry_after })?)
}

/// Confirms a request made in the chat, which links the account.
#[call(post, "/api/kick/link/confirm", member,
    refused(404 = "No such request, or the site is not connected to Kick."))]
pub async fn confirm(
    member: ActiveMember,
    chat: web::Data<Chat>,
    body: Body<KickRequest>,
) -> Result<Answer<KickStatus>, ChatError> {
    chat.confirm(member.0, &body.id).await?;
    Ok(Answer(chat.mine(member.0)?))
}

/// Refuses a request made in the chat.
#[call(post, "/api/kick/link/refuse", member,
    refused(404 = "No such request, or the site is not connected to Kick."))]
pub async fn refuse(
    member: ActiveMember,
    chat: web::Data<Chat>,
    body: Body<KickRequest>,
) -> Result<Answer<KickStatus>, ChatError> {
    chat.refuse(member.0, &body.id).await?;
    Ok(Answer(chat.mine(member.0)?))
}

/// Unlinks the caller's chat account.
#[call(delete, "/api/kick/link", member, refused(404 = "The site is not connected to Kick."))]
pub async fn unlink(
    member: ActiveMember,
    chat: web::Data<Chat>,
) -> Result<Answer<KickStatus>, ChatError> {
    chat.unlink(member.0).await?;
    Ok(Answer(chat.mine(member.0)?))
}

/// Responds with the address and the cookie that ties the flow to this browser.
pub(super) fn with_cookie(chat: &Chat, started: Started) -> HttpResponse {
    let secure = if is_https(chat) { "; Secure" } else { "" };
    let name = cookie_name(chat);
    // Lax: sent when the platform redirects the browser back, but not with forms of other sites.
    let cookie = format!(
        "{name}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
        started.cookie
    );
    let answer = KickUrl { url: started.url };
    HttpResponse::Ok().insert_header((header::SET_COOKIE, cookie)).json(Answer(answer))
}

fn is_https(chat: &Chat) -> bool {
    chat.inner.settings.now().is_https()
}

fn cookie_name(chat: &Chat) -> &'static str {
    if is_https(chat) { HOST_COOKIE } else { COOKIE }
}

fn cookie(chat: &Chat, req: &HttpRequest) -> Option<String> {
    let own = cookie_name(chat);
    let lines = req.headers().get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let found = pairs.find(|(name, _)| name.trim() == own);
    found.map(|(_, value)| value.trim().to_owned())
}
