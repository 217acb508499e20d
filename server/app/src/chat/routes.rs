//! Calls around the chat of members, visitors and the platform.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

use super::Chat;
use super::oauth::{Brought, Started};
use super::view::KickUrl;
use crate::detached::to_the_end;

/// The cookie that ties a way to the platform and back to one browser.
const COOKIE: &str = "kick_flow";
/// Longer than any way lasts.
const COOKIE_SECONDS: i64 = 15 * 60;
/// Longest part of a query that is looked at, bytes.
const QUERY_MAX: usize = 2000;

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
    query: web::Query<CallbackQuery>,
) -> HttpResponse {
    let CallbackQuery { code, state, error } = query.into_inner();
    let short = |text: Option<String>| text.filter(|text| text.len() <= QUERY_MAX);
    let (code, state) = (short(code), short(state));
    let refused = error.is_some() || code.is_none();
    let brought = Brought { code, state, refused, cookie: cookie(&req) };
    // Codes and tokens are spent by the way: a browser that leaves does not stop it halfway.
    let ended = to_the_end(async move { chat.come_back(brought).await }).await;
    let path = ended.unwrap_or_else(|_| "/login?kick=failed".to_owned());
    HttpResponse::Found().insert_header((header::LOCATION, path)).finish()
}

/// The address, with the cookie that ties what was begun to this browser.
pub(super) fn with_cookie(chat: &Chat, started: Started) -> HttpResponse {
    let secure = if chat.inner.site_url.starts_with("https://") { "; Secure" } else { "" };
    // Lax: sent along when the platform sends the browser back, and not with others' forms.
    let cookie = format!(
        "{COOKIE}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
        started.cookie
    );
    let answer = KickUrl { success: true, url: started.url };
    HttpResponse::Ok().insert_header((header::SET_COOKIE, cookie)).json(answer)
}

fn cookie(req: &HttpRequest) -> Option<String> {
    let lines = req.headers().get_all(header::COOKIE).filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let found = pairs.find(|(name, _)| name.trim() == COOKIE);
    found.map(|(_, value)| value.trim().to_owned())
}
