//! Calls around the chat of members, visitors and the platform.

use std::time::Duration;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::deliveries::Delivery;
use super::oauth::{Brought, Started};
use super::view::{Delivered, KickStanding, KickUrl};
use super::{Chat, ChatError};
use crate::accounts::logins::{Attempt, Entrance, Refusal};
use crate::accounts::{AccountError, ActiveMember, AuthAnswer, Member, read_account};
use crate::accounts::{note_device, remember_device};
use crate::calls::{Call, calls};
use crate::detached::to_the_end;
use crate::input::{Body, Query};
use crate::rate::Limits;

/// The cookie that ties a way to the platform and back to one browser.
const COOKIE: &str = "kick_flow";
/// Its name where browsers come by https. They take a cookie of this prefix only from the host itself, so
/// no page of another host of the domain can set one.
const HOST_COOKIE: &str = "__Host-kick_flow";
/// Longer than any way lasts.
const COOKIE_SECONDS: i64 = 15 * 60;
/// Longest part of a query that is looked at, bytes.
const QUERY_MAX: usize = 2000;

/// Largest delivery, bytes.
const DELIVERY_BYTES_MAX: usize = 64 * 1024;
const RECEIVED_WITHIN: Duration = Duration::from_secs(20);

/// The calls of this file, in the order in which their paths are tried.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        callback,
        webhook,
        mine,
        unlink,
        start_link,
        start_sign_in,
        finish_sign_in,
        confirm,
        refuse,
    ]
}

/// Which request.
#[derive(Deserialize, ToSchema)]
pub struct KickRequest {
    id: String,
}

/// How to sign in.
#[derive(Deserialize, ToSchema)]
pub struct KickSignIn {
    /// A longer session.
    #[serde(default)]
    remember: bool,
    /// A path of this site to go on to.
    redirect: Option<String>,
}

/// What the browser was sent back with.
#[derive(Deserialize, ToSchema)]
pub struct KickTicket {
    ticket: String,
}

/// What the platform sends a browser back with.
#[derive(Deserialize, IntoParams)]
pub struct CallbackQuery {
    /// For tokens.
    code: Option<String>,
    /// As this site gave it.
    state: Option<String>,
    /// Why there is no code.
    error: Option<String>,
}

/// Where a browser comes back to from the platform; sends it on to a page of this site.
#[utoipa::path(get, path = "/kick/callback", tag = "chat", params(CallbackQuery),
    responses((status = 302)))]
pub async fn callback(
    req: HttpRequest,
    chat: web::Data<Chat>,
    query: Query<CallbackQuery>,
) -> HttpResponse {
    let CallbackQuery { code, state, error } = query.into_inner();
    let short = |text: Option<String>| text.filter(|text| text.len() <= QUERY_MAX);
    let (code, state) = (short(code), short(state));
    let refused = error.is_some() || code.is_none();
    let brought = Brought { code, state, refused, cookie: cookie(&chat, &req) };
    // Codes and tokens are spent by the way: a browser that leaves does not stop it halfway.
    let ended = to_the_end(async move { chat.come_back(brought).await }).await;
    let path = ended.unwrap_or_else(|_| "/login?kick=failed".to_owned());
    HttpResponse::Found().insert_header((header::LOCATION, path)).finish()
}

/// A delivery of the platform.
#[utoipa::path(post, path = "/api/kick/webhook", tag = "chat",
    responses((status = 200, body = Delivered),
        (status = 401, description = "The signature is missing or wrong."),
        (status = 404, description = "The site is not connected to Kick."),
        (status = 408, description = "The body did not arrive in time."),
        (status = 413, description = "The body is larger than the call takes.")))]
pub async fn webhook(
    req: HttpRequest,
    chat: web::Data<Chat>,
    payload: web::Payload,
) -> Result<web::Json<Delivered>, ChatError> {
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
    // What is noted as taken is worked on, also when the platform hangs up.
    to_the_end(async move { chat.receive(delivery).await }).await??;
    Ok(web::Json(Delivered { success: true }))
}

async fn body(payload: web::Payload) -> Result<web::Bytes, ChatError> {
    let read = payload.to_bytes_limited(DELIVERY_BYTES_MAX);
    match tokio::time::timeout(RECEIVED_WITHIN, read).await {
        Ok(Ok(Ok(body))) => Ok(body),
        Ok(Err(_)) => Err(ChatError::TooLarge),
        // Whoever sends it does not wait for this answer any more.
        Ok(Ok(Err(_))) | Err(_) => Err(ChatError::Busy),
    }
}

/// How it stands for the caller.
#[utoipa::path(get, path = "/api/kick/me", tag = "chat",
    responses((status = 200, body = KickStanding)),
    security(("member" = [])))]
pub async fn mine(
    member: Member,
    chat: web::Data<Chat>,
) -> Result<web::Json<KickStanding>, ChatError> {
    Ok(web::Json(chat.mine(member.0)?))
}

/// Begins to link the caller's account there: the browser goes to the address, where its owner is
/// asked.
#[utoipa::path(post, path = "/api/kick/link/start", tag = "chat",
    responses((status = 200, body = KickUrl),
        (status = 404, description = "The site is not connected to Kick.")),
    security(("member" = [])))]
pub async fn start_link(
    req: HttpRequest,
    member: ActiveMember,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
) -> Result<HttpResponse, ChatError> {
    chat.on()?;
    limited(&limits, &req)?;
    let of_task = chat.clone();
    let started = to_the_end(async move { of_task.start_link(member.0).await });
    Ok(with_cookie(&chat, started.await??))
}

/// Begins to sign in by an account there.
#[utoipa::path(post, path = "/api/kick/sign-in/start", tag = "chat", request_body = KickSignIn,
    responses((status = 200, body = KickUrl),
        (status = 404, description = "Signing in with Kick is off.")))]
pub async fn start_sign_in(
    req: HttpRequest,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
    body: Body<KickSignIn>,
) -> Result<HttpResponse, ChatError> {
    limited(&limits, &req)?;
    let (of_task, KickSignIn { remember, redirect }) = (chat.clone(), body.into_inner());
    let started = to_the_end(async move { of_task.start_sign_in(remember, redirect).await });
    Ok(with_cookie(&chat, started.await??))
}

/// Signs in with what the browser was sent back with. The same browser, once.
#[utoipa::path(post, path = "/api/kick/sign-in/finish", tag = "chat", request_body = KickTicket,
    responses((status = 200, body = AuthAnswer),
        (status = 401, description = "The ticket is unknown or has expired."),
        (status = 404, description = "Signing in with Kick is off.")))]
pub async fn finish_sign_in(
    req: HttpRequest,
    chat: web::Data<Chat>,
    limits: web::Data<Limits>,
    body: Body<KickTicket>,
) -> Result<HttpResponse, ChatError> {
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Kick, client, log: &limits.log };
    limited(&limits, &req).inspect_err(|_| attempt.refused(Refusal::AddressLimit, None))?;
    let (of_task, cookie) = (chat.clone(), cookie(&chat, &req));
    let done = to_the_end(async move { of_task.sign_in(&body.ticket, cookie.as_deref()).await });
    let (user, answer) = done.await?.inspect_err(|error| {
        if matches!(error, ChatError::BadTicket) {
            attempt.refused(Refusal::BadTicket, None);
        }
    })?;
    attempt.accepted(Some(user));
    let accounts = chat.accounts();
    note_device(accounts, &req, user).await;
    let row = read_account(accounts.store.view(), user)?.ok_or(ChatError::BadTicket)?;
    let marked = remember_device(accounts, &req, user, &row);
    Ok(HttpResponse::Ok().insert_header(marked).json(answer))
}

/// As logins are.
fn limited(limits: &Limits, req: &HttpRequest) -> Result<(), ChatError> {
    let taken = limits.logins.take(limits.client(req));
    Ok(taken.map_err(|retry_after| AccountError::TooMany { retry_after })?)
}

/// The caller says that it was them who asked in the chat: the account there is linked.
#[utoipa::path(post, path = "/api/kick/link/confirm", tag = "chat", request_body = KickRequest,
    responses((status = 200, body = KickStanding),
        (status = 404, description = "No such request, or the site is not connected to Kick.")),
    security(("member" = [])))]
pub async fn confirm(
    member: ActiveMember,
    chat: web::Data<Chat>,
    body: Body<KickRequest>,
) -> Result<web::Json<KickStanding>, ChatError> {
    let of_task = chat.clone();
    let done = to_the_end(async move { of_task.confirm(member.0, &body.id).await });
    done.await??;
    Ok(web::Json(chat.mine(member.0)?))
}

/// The caller says that it was somebody else.
#[utoipa::path(post, path = "/api/kick/link/refuse", tag = "chat", request_body = KickRequest,
    responses((status = 200, body = KickStanding),
        (status = 404, description = "No such request, or the site is not connected to Kick.")),
    security(("member" = [])))]
pub async fn refuse(
    member: ActiveMember,
    chat: web::Data<Chat>,
    body: Body<KickRequest>,
) -> Result<web::Json<KickStanding>, ChatError> {
    let of_task = chat.clone();
    let done = to_the_end(async move { of_task.refuse(member.0, &body.id).await });
    done.await??;
    Ok(web::Json(chat.mine(member.0)?))
}

/// Unlinks the caller's account there.
#[utoipa::path(delete, path = "/api/kick/link", tag = "chat",
    responses((status = 200, body = KickStanding),
        (status = 404, description = "The site is not connected to Kick.")),
    security(("member" = [])))]
pub async fn unlink(
    member: ActiveMember,
    chat: web::Data<Chat>,
) -> Result<web::Json<KickStanding>, ChatError> {
    let of_task = chat.clone();
    let done = to_the_end(async move { of_task.unlink(member.0).await });
    done.await??;
    Ok(web::Json(chat.mine(member.0)?))
}

/// The address, with the cookie that ties what was begun to this browser.
pub(super) fn with_cookie(chat: &Chat, started: Started) -> HttpResponse {
    let secure = if is_https(chat) { "; Secure" } else { "" };
    let name = cookie_name(chat);
    // Lax: sent along when the platform sends the browser back, and not with others' forms.
    let cookie = format!(
        "{name}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
        started.cookie
    );
    let answer = KickUrl { success: true, url: started.url };
    HttpResponse::Ok().insert_header((header::SET_COOKIE, cookie)).json(answer)
}

fn is_https(chat: &Chat) -> bool {
    chat.inner.site_url.starts_with("https://")
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
