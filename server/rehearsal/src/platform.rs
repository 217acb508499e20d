//! The fake streaming platform: accounts, tokens, subscriptions, signed deliveries, and a chat.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{self, Data, Form, Json, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::{SecondsFormat, Utc};
use parking_lot::Mutex;
use rand::RngExt;
use rsa::RsaPrivateKey;
use rsa::pkcs1v15::SigningKey;
use rsa::pkcs8::{EncodePublicKey, LineEnding};
use rsa::rand_core::OsRng;
use rsa::sha2::{Digest, Sha256};
use rsa::signature::{SignatureEncoding, Signer};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::FakeServices;

/// The streamer's account.
pub const CHANNEL: u64 = 1000;
/// All accounts: id and name.
pub(crate) const PEOPLE: [(u64, &str); 5] = [
    (CHANNEL, "you_the_streamer"),
    (2001, "matilda"),
    (2002, "bushranger"),
    (2003, "emu_export"),
    (2004, "quokka_queen"),
];
const KEY_BITS: usize = 2048;
const TOKEN_SECONDS: i64 = 2 * 60 * 60;
/// Most chat lines kept.
const LINES: usize = 200;
const TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) struct Platform {
    key: SigningKey<Sha256>,
    public_key: String,
    http: reqwest::Client,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// Authorization codes, with their accounts and challenges.
    codes: BTreeMap<String, Code>,
    /// Access and refresh tokens, with their accounts.
    access: BTreeMap<String, u64>,
    refresh: BTreeMap<String, u64>,
    /// Subscriptions: id and event.
    subscriptions: BTreeMap<String, String>,
    lines: VecDeque<Value>,
    live_since: Option<String>,
    last: u64,
}

struct Code {
    user: u64,
    challenge: String,
    redirect: String,
    scope: String,
}

#[derive(Deserialize)]
struct Authorize {
    redirect_uri: String,
    state: String,
    code_challenge: String,
    #[serde(default)]
    scope: String,
    /// The account that the user chose.
    chosen: Option<u64>,
}

#[derive(Deserialize)]
struct TokenOrder {
    grant_type: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    code_verifier: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    refresh_token: String,
}

#[derive(Deserialize)]
struct Subscribe {
    events: Vec<EventName>,
}

#[derive(Deserialize)]
struct EventName {
    name: String,
}

#[derive(Deserialize)]
struct Unsubscribe {
    id: String,
}

#[derive(Deserialize)]
struct Reply {
    #[serde(rename = "type")]
    kind: String,
    content: String,
}

/// A chat line entered on the control panel.
#[derive(Deserialize)]
struct Line {
    user: u64,
    content: String,
}

#[derive(Deserialize)]
struct Live {
    live: bool,
}

pub(crate) fn routes(cfg: &mut ServiceConfig) {
    cfg.route("/kick-id/oauth/authorize", web::get().to(authorize))
        .route("/kick-id/oauth/token", web::post().to(token))
        .route("/kick-api/public/v1/public-key", web::get().to(public_key))
        .route("/kick-api/public/v1/users", web::get().to(users))
        .service(
            web::resource("/kick-api/public/v1/events/subscriptions")
                .route(web::get().to(subscriptions))
                .route(web::post().to(subscribe))
                .route(web::delete().to(unsubscribe)),
        )
        .route("/kick-api/public/v1/chat", web::post().to(reply))
        .route("/desk/chat", web::get().to(chat))
        .route("/desk/chat", web::post().to(write))
        .route("/desk/live", web::post().to(go_live));
}

fn name_of(user: u64) -> &'static str {
    PEOPLE.iter().find(|(id, _)| *id == user).map_or("nobody", |(_, name)| *name)
}

fn secret() -> String {
    URL_SAFE_NO_PAD.encode(rand::rng().random::<[u8; 24]>())
}

impl Platform {
    pub(crate) fn new() -> Result<Self, String> {
        let error_text = |error: &dyn std::fmt::Display| error.to_string();
        // An error means that the process has a provider already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let key = RsaPrivateKey::new(&mut OsRng, KEY_BITS).map_err(|error| error_text(&error))?;
        let public_key = key.to_public_key().to_public_key_pem(LineEnding::LF);
        let public_key = public_key.map_err(|error| error_text(&error))?;
        let http = reqwest::Client::builder().timeout(TIMEOUT).build();
        Ok(Self {
            key: SigningKey::new(key),
            public_key,
            http: http.map_err(|error| error_text(&error))?,
            known: Mutex::default(),
        })
    }

    fn say(&self, user: &str, content: &str, kind: &str) {
        let mut known = self.known.lock();
        let at = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        known.lines.push_back(json!({ "user": user, "content": content, "kind": kind, "at": at }));
        while known.lines.len() > LINES {
            known.lines.pop_front();
        }
    }

    /// Sends an event to the product, signed as the platform does.
    async fn deliver(&self, site: &str, event: &str, body: &Value) -> Result<u16, String> {
        let (id, subscription) = {
            let known = self.known.lock();
            let mut all = known.subscriptions.iter();
            let subscription = all.find(|(_, name)| *name == event).map(|(id, _)| id.clone());
            (secret(), subscription.ok_or("The site is not subscribed to this yet")?)
        };
        let at = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
        let body = body.to_string();
        let signature = self.key.sign(format!("{id}.{at}.{body}").as_bytes());
        let answer = self
            .http
            .post(format!("{site}/api/kick/webhook"))
            .header("Content-Type", "application/json")
            .header("Kick-Event-Message-Id", &id)
            .header("Kick-Event-Subscription-Id", subscription)
            .header("Kick-Event-Signature", STANDARD.encode(signature.to_bytes()))
            .header("Kick-Event-Message-Timestamp", &at)
            .header("Kick-Event-Type", event)
            .header("Kick-Event-Version", "1")
            .body(body)
            .send()
            .await;
        let answer = answer.map_err(|_| "The site does not answer".to_owned())?;
        Ok(answer.status().as_u16())
    }

    /// The account of a request's token.
    fn caller(&self, req: &HttpRequest) -> Option<u64> {
        let header = req.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
        self.known.lock().access.get(header.strip_prefix("Bearer ")?).copied()
    }

    fn tokens(&self, user: u64, scope: &str) -> Value {
        let (access, refresh) = (secret(), secret());
        let mut known = self.known.lock();
        known.access.insert(access.clone(), user);
        known.refresh.insert(refresh.clone(), user);
        json!({ "access_token": access, "refresh_token": refresh, "token_type": "Bearer",
                "expires_in": TOKEN_SECONDS, "scope": scope })
    }
}

fn person(user: u64) -> Value {
    let name = name_of(user);
    json!({ "user_id": user, "username": name, "is_verified": false, "profile_picture": "",
            "channel_slug": name.replace('_', "-"), "identity": null })
}

/// Replaces the login page: the user chooses an account.
async fn authorize(
    services: Data<FakeServices>,
    asked: Query<Authorize>,
    req: HttpRequest,
) -> impl Responder {
    let Authorize { redirect_uri, state, code_challenge, scope, chosen } = asked.into_inner();
    // Redirects only to the product that is being rehearsed.
    if !redirect_uri.starts_with(&format!("{}/", services.site)) {
        return HttpResponse::BadRequest().body("This redirect address is not the site's.\n");
    }
    let Some(user) = chosen.filter(|user| PEOPLE.iter().any(|(id, _)| id == user)) else {
        let links = PEOPLE.map(|(id, name)| {
            let query = req.query_string().replace(['"', '<', '>'], "");
            format!("<li><a href=\"?{query}&amp;chosen={id}\">{name}</a></li>")
        });
        return HttpResponse::Ok().content_type("text/html; charset=utf-8").body(format!(
            "<!doctype html><html lang=\"en\"><title>Rehearsal: who are you?</title>\
             <body style=\"font:1.1rem/1.8 system-ui;max-width:32rem;margin:4rem auto\">\
             <h1>Rehearsal</h1><p>This stands in for the platform's login. Who are you?</p>\
             <ul>{}</ul></body></html>",
            links.concat()
        ));
    };
    let code = secret();
    let row = Code { user, challenge: code_challenge, redirect: redirect_uri.clone(), scope };
    services.platform.known.lock().codes.insert(code.clone(), row);
    let location = format!("{redirect_uri}?code={code}&state={state}");
    HttpResponse::Found().insert_header((header::LOCATION, location)).finish()
}

async fn token(services: Data<FakeServices>, order: Form<TokenOrder>) -> impl Responder {
    let refused = || HttpResponse::BadRequest().json(json!({ "error": "invalid_grant" }));
    match order.grant_type.as_str() {
        "authorization_code" => {
            let code = services.platform.known.lock().codes.remove(&order.code);
            let Some(code) = code else { return refused() };
            let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(order.code_verifier.as_bytes()));
            if challenge != code.challenge || order.redirect_uri != code.redirect {
                return refused();
            }
            HttpResponse::Ok().json(services.platform.tokens(code.user, &code.scope))
        }
        "refresh_token" => {
            let user = services.platform.known.lock().refresh.remove(&order.refresh_token);
            let Some(user) = user else { return refused() };
            HttpResponse::Ok().json(services.platform.tokens(user, ""))
        }
        _ => HttpResponse::BadRequest().json(json!({ "error": "unsupported_grant_type" })),
    }
}

async fn public_key(services: Data<FakeServices>) -> impl Responder {
    HttpResponse::Ok().json(json!({ "data": { "public_key": services.platform.public_key } }))
}

fn unauthorized() -> HttpResponse {
    HttpResponse::Unauthorized().json(json!({ "message": "Unauthorized" }))
}

async fn users(services: Data<FakeServices>, req: HttpRequest) -> impl Responder {
    let Some(user) = services.platform.caller(&req) else { return unauthorized() };
    HttpResponse::Ok().json(json!({ "data": [{
        "user_id": user, "name": name_of(user), "email": "", "profile_picture": "",
    }] }))
}

async fn subscriptions(services: Data<FakeServices>, req: HttpRequest) -> impl Responder {
    if services.platform.caller(&req) != Some(CHANNEL) {
        return unauthorized();
    }
    let known = services.platform.known.lock();
    let all = known.subscriptions.iter().map(|(id, event)| {
        json!({ "id": id, "event": event, "version": 1, "broadcaster_user_id": CHANNEL, "method": "webhook" })
    });
    HttpResponse::Ok().json(json!({ "data": all.collect::<Vec<_>>() }))
}

async fn subscribe(
    services: Data<FakeServices>,
    req: HttpRequest,
    order: Json<Subscribe>,
) -> impl Responder {
    if services.platform.caller(&req) != Some(CHANNEL) {
        return unauthorized();
    }
    let mut known = services.platform.known.lock();
    let made: Vec<Value> = order
        .events
        .iter()
        .map(|event| {
            known.last += 1;
            let id = format!("subscription-{}", known.last);
            known.subscriptions.insert(id.clone(), event.name.clone());
            json!({ "name": event.name, "version": 1, "subscription_id": id })
        })
        .collect();
    HttpResponse::Ok().json(json!({ "data": made }))
}

async fn unsubscribe(
    services: Data<FakeServices>,
    req: HttpRequest,
    which: Query<Unsubscribe>,
) -> impl Responder {
    if services.platform.caller(&req) != Some(CHANNEL) {
        return unauthorized();
    }
    services.platform.known.lock().subscriptions.remove(&which.id);
    HttpResponse::NoContent().finish()
}

/// A message that the product writes into the chat.
async fn reply(
    services: Data<FakeServices>,
    req: HttpRequest,
    reply: Json<Reply>,
) -> impl Responder {
    let Some(user) = services.platform.caller(&req) else { return unauthorized() };
    let who = if reply.kind == "bot" { "bot" } else { name_of(user) };
    services.platform.say(who, &reply.content, "reply");
    HttpResponse::Ok().json(json!({ "data": { "is_sent": true, "message_id": secret() } }))
}

/// The chat, for the control panel.
async fn chat(services: Data<FakeServices>) -> impl Responder {
    let known = services.platform.known.lock();
    let people: Vec<Value> =
        PEOPLE.iter().map(|(id, name)| json!({ "id": id, "name": name })).collect();
    HttpResponse::Ok().json(json!({
        "lines": known.lines, "people": people, "live": known.live_since.is_some(),
        "connected": !known.subscriptions.is_empty(),
    }))
}

async fn write(services: Data<FakeServices>, line: Json<Line>) -> impl Responder {
    let Line { user, content } = line.into_inner();
    let is_known = PEOPLE.iter().any(|(id, _)| *id == user);
    let content: String = content.trim().chars().take(500).collect();
    if !is_known || content.is_empty() {
        return HttpResponse::BadRequest().json(json!({ "error": "Who says what?" }));
    }
    services.platform.say(name_of(user), &content, "line");
    let at = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
    let body = json!({
        "message_id": secret(), "broadcaster": person(CHANNEL), "sender": person(user),
        "content": content, "emotes": [], "created_at": at,
    });
    respond(services.platform.deliver(&services.site, "chat.message.sent", &body).await)
}

async fn go_live(services: Data<FakeServices>, live: Json<Live>) -> impl Responder {
    let now = Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true);
    let began = {
        let mut known = services.platform.known.lock();
        let began = known.live_since.clone().unwrap_or_else(|| now.clone());
        known.live_since = live.live.then(|| began.clone());
        began
    };
    let body = json!({
        "broadcaster": person(CHANNEL), "is_live": live.live, "title": "Rehearsal",
        "started_at": began, "ended_at": if live.live { Value::Null } else { json!(now) },
    });
    respond(services.platform.deliver(&services.site, "livestream.status.updated", &body).await)
}

fn respond(delivered: Result<u16, String>) -> HttpResponse {
    match delivered {
        Ok(status) => HttpResponse::Ok().json(json!({ "delivered": status })),
        Err(reason) => HttpResponse::Conflict().json(json!({ "error": reason })),
    }
}
