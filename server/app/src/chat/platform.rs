//! Calls to the platform and the parsing of its responses. Parsing is tolerant where the
//! documentation is vague: numbers may be text, and names may have several keys.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use bytes::Bytes;
use reqwest::Url;
use serde_json::{Value, json};

use super::records::Tokens;
use crate::clock::Clock;
use crate::config::{Kick, Outside, Secret};
use crate::external::{Body, Call, ExternalError, ExternalService, ServiceSlot};

/// Names of the services, for metrics and for display.
const ID: (&str, &str) = ("kick_id", "Kick accounts");
const API: (&str, &str) = ("kick_api", "Kick");
const CHAT: (&str, &str) = ("kick_chat", "Kick chat");

/// Permissions requested from the channel's owner.
pub(super) const HOST_SCOPES: &str = "user:read channel:read chat:write events:subscribe";
/// Permissions requested from a member.
pub(super) const MEMBER_SCOPES: &str = "user:read";
/// Lifetime of a token whose response doesn't contain one, in seconds.
const TOKEN_SECONDS: i64 = 3600;
/// Longest accepted text and token, in bytes.
const TEXT_MAX: usize = 300;
const TOKEN_MAX: usize = 4000;
/// Characters kept of an error text from the platform.
const ERROR_CHARS: usize = 200;

/// An account of the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlatformAccount {
    pub(super) id: u64,
    pub(super) name: String,
}

/// A subscription in the platform's list.
pub(super) struct Listed {
    pub(super) id: String,
    pub(super) event: String,
}

/// Result for one event of a subscribe call.
pub(super) struct Subscribed {
    pub(super) event: String,
    pub(super) error: Option<String>,
}

/// The platform: its clients while it is set up. They are replaced when the settings change.
pub(super) struct Platform {
    current: ArcSwapOption<Clients>,
    id: ServiceSlot,
    api: ServiceSlot,
    chat: ServiceSlot,
}

/// Clients of the platform.
pub(super) struct Clients {
    id: ExternalService,
    pub(super) api: ExternalService,
    /// A separate service for chat messages: if too many are refused and its circuit breaker opens,
    /// sign-ins are not affected.
    pub(super) chat: ExternalService,
    id_url: Url,
    client_id: String,
    client_secret: Secret,
    redirect: String,
}

impl Platform {
    pub(super) fn new() -> Self {
        Self {
            current: ArcSwapOption::empty(),
            id: ServiceSlot::new(ID),
            api: ServiceSlot::new(API),
            chat: ServiceSlot::new(CHAT),
        }
    }

    /// Clients with these settings; `None` while the platform is not set up. `redirect` is the address to which
    /// browsers return.
    pub(super) fn clients(
        &self,
        kick: &Kick,
        limits: &Outside,
        clock: &Clock,
        redirect: String,
    ) -> Result<Option<Clients>, ExternalError> {
        if kick.lacks_secret() {
            tracing::warn!("kick.client_id is set without kick.client_secret: Kick is off");
        }
        if !kick.is_on() {
            return Ok(None);
        }
        Ok(Some(Clients {
            id: self.id.client(&kick.id_url, limits, clock)?,
            api: self.api.client(&kick.api_url, limits, clock)?,
            chat: self.chat.client(&kick.api_url, limits, clock)?,
            id_url: kick.id_url.parse().map_err(|_| ExternalError::Address)?,
            client_id: kick.client_id.clone(),
            client_secret: kick.client_secret.clone(),
            redirect,
        }))
    }

    /// Uses the clients of these settings from now on.
    pub(super) fn set(&self, clients: Option<Clients>, kick: &Kick) {
        let use_client =
            |slot: &ServiceSlot, service: fn(&Clients) -> &ExternalService| match &clients {
                None if kick.lacks_secret() => slot.set_without_secret(),
                clients => slot.set(clients.as_ref().map(|clients| service(clients).clone())),
            };
        use_client(&self.id, |all| &all.id);
        use_client(&self.api, |all| &all.api);
        use_client(&self.chat, |all| &all.chat);
        self.current.store(clients.map(Arc::new));
    }

    pub(super) fn is_set_up(&self) -> bool {
        self.current.load().is_some()
    }

    /// The clients in use.
    ///
    /// # Errors
    /// [`ExternalError::NotSetUp`]
    pub(super) fn now(&self) -> Result<Arc<Clients>, ExternalError> {
        self.current.load_full().ok_or(ExternalError::NotSetUp)
    }

    /// For the health page.
    pub(super) fn services(&self) -> [ServiceSlot; 3] {
        [self.id.clone(), self.api.clone(), self.chat.clone()]
    }
}

impl Clients {
    /// The address where a browser asks for permission.
    pub(super) fn authorize_url(&self, scope: &str, state: &str, challenge: &str) -> String {
        let mut url = self.id_url.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["oauth", "authorize"]);
        }
        url.query_pairs_mut()
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.client_id)
            .append_pair("redirect_uri", &self.redirect)
            .append_pair("scope", scope)
            .append_pair("code_challenge", challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("state", state);
        url.into()
    }

    /// Exchanges a browser's code for tokens.
    pub(super) async fn exchange(
        &self,
        code: &str,
        verifier: &str,
    ) -> Result<Tokens, ExternalError> {
        self.tokens(vec![
            ("grant_type", "authorization_code".to_owned()),
            ("redirect_uri", self.redirect.clone()),
            ("code", code.to_owned()),
            ("code_verifier", verifier.to_owned()),
        ])
        .await
    }

    /// Exchanges a refresh token for new tokens. It cannot be used again.
    pub(super) async fn refresh(&self, refresh: &Secret) -> Result<Tokens, ExternalError> {
        self.tokens(vec![
            ("grant_type", "refresh_token".to_owned()),
            ("refresh_token", refresh.reveal().to_owned()),
        ])
        .await
    }

    async fn tokens(&self, mut form: Vec<(&'static str, String)>) -> Result<Tokens, ExternalError> {
        form.push(("client_id", self.client_id.clone()));
        form.push(("client_secret", self.client_secret.reveal().to_owned()));
        let call = Call::post(["oauth", "token"], Body::Form(form));
        self.id.find(&call, "no tokens in it", read_tokens).await
    }

    /// Asks for a token of the app itself, which shows that the platform knows its id and secret.
    pub(super) async fn check_app(&self) -> Result<(), ExternalError> {
        self.tokens(vec![("grant_type", "client_credentials".to_owned())]).await.map(drop)
    }

    /// Reads the public key of deliveries, as PEM.
    pub(super) async fn public_key(&self) -> Result<String, ExternalError> {
        let call = Call::get(["public", "v1", "public-key"]);
        let key = |answer: &Value| {
            let pem = answer.pointer("/data/public_key").and_then(Value::as_str)?;
            (pem.len() <= TOKEN_MAX).then(|| pem.to_owned())
        };
        self.api.find(&call, "no key in it", key).await
    }

    /// Reads the account of a token.
    pub(super) async fn find_account(
        &self,
        access: Secret,
    ) -> Result<PlatformAccount, ExternalError> {
        let call = Call::get(["public", "v1", "users"]).bearer(access);
        self.api.find(&call, "no account in it", read_account).await
    }
}

/// Lists the site's subscriptions.
pub(super) fn list_call() -> Call {
    Call::get(["public", "v1", "events", "subscriptions"])
}

/// Subscribes to events of a channel.
pub(super) fn subscribe_call(channel: u64, events: &[&str]) -> Call {
    let events: Vec<_> = events.iter().map(|name| json!({ "name": name, "version": 1 })).collect();
    let body = json!({ "broadcaster_user_id": channel, "method": "webhook", "events": events });
    Call::post(["public", "v1", "events", "subscriptions"], Body::Json(body))
}

/// Ends a subscription.
pub(super) fn unsubscribe_call(id: &str) -> Call {
    Call::delete(["public", "v1", "events", "subscriptions"]).with("id", id)
}

/// Writes a reply to a message in a channel's chat.
pub(super) fn send_message_call(kind: &str, channel: u64, text: &str, to: &str) -> Call {
    let body = json!({
        "type": kind,
        "broadcaster_user_id": channel,
        "content": text,
        "reply_to_message_id": to,
    });
    Call::post(["public", "v1", "chat"], Body::Json(body))
}

/// Parses a channel's subscriptions in the platform's list; `None` if it is not a list.
pub(super) fn read_list(answer: &Bytes, channel: u64) -> Option<Vec<Listed>> {
    let answer: Value = serde_json::from_slice(answer).ok()?;
    let listed = |item: &Value| {
        let of_other =
            item.get("broadcaster_user_id").and_then(number).is_some_and(|id| id != channel);
        let event = text(item, &["event", "name"]).filter(|_| !of_other)?;
        Some(Listed { id: text(item, &["id", "subscription_id"]).unwrap_or_default(), event })
    };
    match answer.get("data")? {
        Value::Array(items) => Some(items.iter().filter_map(listed).collect()),
        // An empty list may be null.
        Value::Null => Some(Vec::new()),
        _ => None,
    }
}

/// Parses the result for each event of a subscribe call.
pub(super) fn read_subscribed(answer: &Bytes) -> Option<Vec<Subscribed>> {
    let answer: Value = serde_json::from_slice(answer).ok()?;
    let subscribed = |item: &Value| {
        let error = item.get("error").and_then(Value::as_str).filter(|error| !error.is_empty());
        let error = error.map(|error| error.chars().take(ERROR_CHARS).collect());
        Some(Subscribed { event: text(item, &["name", "event"])?, error })
    };
    Some(answer.get("data")?.as_array()?.iter().filter_map(subscribed).collect())
}

fn read_tokens(answer: &Value) -> Option<Tokens> {
    let token = |name: &str| {
        let text = answer.get(name).and_then(Value::as_str);
        text.filter(|text| !text.is_empty() && text.len() <= TOKEN_MAX).map(str::to_owned)
    };
    let seconds = answer.get("expires_in").and_then(number);
    let scopes = answer.get("scope").and_then(Value::as_str).unwrap_or_default();
    Some(Tokens {
        access: token("access_token")?.into(),
        refresh: token("refresh_token").map(Secret::from),
        seconds: seconds.and_then(|all| i64::try_from(all).ok()).unwrap_or(TOKEN_SECONDS),
        scopes: scopes.split_whitespace().take(20).map(str::to_owned).collect(),
    })
}

fn read_account(answer: &Value) -> Option<PlatformAccount> {
    let one = answer.pointer("/data/0")?;
    let id = one.get("user_id").and_then(number).filter(|id| *id > 0)?;
    Some(PlatformAccount { id, name: text(one, &["name", "username"])? })
}

/// A number, which may be in quotes.
pub(super) fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// The first of these fields with a text that is not empty.
fn text(item: &Value, names: &[&str]) -> Option<String> {
    let texts = names.iter().filter_map(|name| item.get(name)?.as_str());
    texts.map(str::trim).find(|text| !text.is_empty() && text.len() <= TEXT_MAX).map(str::to_owned)
}
