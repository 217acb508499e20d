//! The streaming platform as the tests have it: it gives out tokens that are spent by use, checks who
//! asked for them, keeps subscriptions and takes what is said in the chat.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, mpsc};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use pointhouse::clock::Millis;
use pointhouse::config::Config;
use rsa::pkcs8::{EncodePublicKey, LineEnding};
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::rig::{Answer, Asked, Counterpart, Reply, Server};

pub(crate) const CLIENT: &str = "the-client";
pub(crate) const SECRET: &str = "very-secret";
/// Who owns the channel.
pub(crate) const HOST: u64 = 7001;
const SITE: &str = "http://site.test";
/// Where the browser comes back to, whether or not the site is on https.
const BACK: &str = "://site.test/kick/callback";

/// The platform's keys. Making one takes long, so all tests have the same.
fn keys() -> &'static [RsaPrivateKey; 2] {
    static KEYS: OnceLock<[RsaPrivateKey; 2]> = OnceLock::new();
    KEYS.get_or_init(|| {
        [0; 2].map(|_| RsaPrivateKey::new(&mut rsa::rand_core::OsRng, 2048).unwrap())
    })
}

/// What it knows.
#[derive(Default)]
pub(crate) struct State {
    /// Codes that were given: challenge, who.
    codes: BTreeMap<String, (String, u64)>,
    /// Valid access tokens, with their accounts.
    access: BTreeMap<String, u64>,
    /// Valid refresh tokens, with their accounts.
    refresh: BTreeMap<String, u64>,
    given: u32,
    names: BTreeMap<u64, String>,
    /// Id to event.
    pub(crate) subscriptions: BTreeMap<String, String>,
    /// Events that are refused, and why.
    pub(crate) refused: BTreeMap<&'static str, &'static str>,
    /// Which of the keys it signs with.
    pub(crate) key: usize,
    /// Chat messages: sender, text, and the message replied to.
    pub(crate) said: Vec<(String, String, String)>,
    /// Senders that may not write.
    pub(crate) mute: Vec<&'static str>,
    /// What a path answers instead of what it should.
    bad: BTreeMap<&'static str, Reply>,
}

/// See the module's page.
pub(crate) struct Platform {
    pub(crate) other: Counterpart,
    state: Arc<Mutex<State>>,
    gate: Arc<Mutex<Option<Gate>>>,
}

/// A path whose responses wait for the test.
#[derive(Clone)]
struct Gate {
    path: &'static str,
    arrived: mpsc::Sender<()>,
    opened: Arc<Mutex<mpsc::Receiver<()>>>,
}

/// The test's side of it. Calls are answered once it is dropped.
pub(crate) struct Held {
    arrived: mpsc::Receiver<()>,
    _open: mpsc::Sender<()>,
}

impl Held {
    /// Waits for a call.
    pub(crate) async fn arrived(&self) {
        let begun = std::time::Instant::now();
        while self.arrived.try_recv().is_err() {
            assert!(begun.elapsed().as_secs() < 30, "nothing was asked");
            tokio::task::yield_now().await;
        }
    }
}

impl Platform {
    pub(crate) fn start() -> Self {
        let state: Arc<Mutex<State>> = Arc::default();
        state.lock().unwrap().names.insert(HOST, "the_host".to_owned());
        let (of_answers, gate) = (state.clone(), Arc::<Mutex<Option<Gate>>>::default());
        let of_gate = gate.clone();
        let other = Counterpart::start(move |asked| {
            let gate = of_gate.lock().unwrap().clone().filter(|gate| gate.path == asked.path);
            if let Some(gate) = gate {
                let _ = gate.arrived.send(());
                let _ = gate.opened.lock().unwrap().recv();
            }
            of_answers.lock().unwrap().answer(asked)
        });
        Self { other, state, gate }
    }

    /// From now on calls of a path wait for the test.
    pub(crate) fn hold(&self, path: &'static str) -> Held {
        let ((arrived, hears), (open, opened)) = (mpsc::channel(), mpsc::channel());
        let gate = Gate { path, arrived, opened: Arc::new(Mutex::new(opened)) };
        *self.gate.lock().unwrap() = Some(gate);
        Held { arrived: hears, _open: open }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }

    /// From now on a path answers like this.
    pub(crate) fn spoil(&self, path: &'static str, reply: Reply) {
        self.state().bad.insert(path, reply);
    }

    pub(crate) fn mend(&self) {
        self.state().bad.clear();
    }

    /// Settings with which a site calls it.
    pub(crate) fn set_up(&self, config: &mut Config) {
        config.place.url = SITE.to_owned();
        config.kick.client_id = CLIENT.to_owned();
        config.kick.client_secret = SECRET.to_owned().into();
        config.kick.id_url = self.other.url();
        config.kick.api_url = self.other.url();
        config.kick.reply_pause_ms = 0;
        config.outside.retries = 0;
        config.outside.breaker_failures = 1000;
        config.outside.timeout_ms = 3000;
    }

    /// The owner of an account gives permission at the address that the site returned. Returns the
    /// code and the state.
    pub(crate) fn says_yes(&self, url: &str, user: u64, name: &str) -> (String, String) {
        let url = reqwest::Url::parse(url).unwrap();
        assert_eq!(url.path(), "/oauth/authorize");
        let asked: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(asked["response_type"], "code");
        assert_eq!(asked["client_id"], CLIENT);
        assert!(asked["redirect_uri"].ends_with(BACK), "{asked:?}");
        assert_eq!(asked["code_challenge_method"], "S256");
        let mut state = self.state();
        state.names.insert(user, name.to_owned());
        state.given += 1;
        let code = format!("code-{}", state.given);
        state.codes.insert(code.clone(), (asked["code_challenge"].clone(), user));
        (code, asked["state"].clone())
    }

    /// What arrived at a path since the last look.
    pub(crate) fn asked_at(&self, path: &str) -> Vec<Asked> {
        self.other.seen().into_iter().filter(|asked| asked.path == path).collect()
    }

    /// Ends the access tokens; refresh tokens stay valid.
    pub(crate) fn end_access(&self) {
        self.state().access.clear();
    }
}

impl State {
    fn answer(&mut self, asked: &Asked) -> Reply {
        if let Some(bad) = self.bad.get(asked.path.as_str()) {
            return bad.clone();
        }
        match (asked.method.as_str(), asked.path.as_str()) {
            ("POST", "/oauth/token") => self.token(&asked.form()),
            ("GET", "/public/v1/public-key") => {
                let pem = keys()[self.key].to_public_key().to_public_key_pem(LineEnding::LF);
                Reply::Json(200, json!({ "data": { "public_key": pem.unwrap() } }))
            }
            (_, path) => {
                let bearer = asked.headers.get("authorization").map_or("", String::as_str);
                let token = bearer.strip_prefix("Bearer ").unwrap_or_default();
                match self.access.get(token).copied() {
                    Some(user) => self.call(asked, path, user),
                    None => Reply::Json(401, json!({ "message": "Unauthorized" })),
                }
            }
        }
    }

    fn token(&mut self, form: &BTreeMap<String, String>) -> Reply {
        let is = |name: &str, value: &str| form.get(name).map(String::as_str) == Some(value);
        let refused = Reply::Json(400, json!({ "error": "invalid_grant" }));
        if !is("client_id", CLIENT) || !is("client_secret", SECRET) {
            return Reply::Json(401, json!({ "error": "invalid_client" }));
        }
        let user = match form["grant_type"].as_str() {
            "client_credentials" => {
                return Reply::Json(200, json!({ "access_token": "app", "expires_in": 60 }));
            }
            "authorization_code" => {
                let Some((challenge, user)) = self.codes.remove(&form["code"]) else {
                    return refused;
                };
                let own = URL_SAFE_NO_PAD.encode(Sha256::digest(form["code_verifier"].as_bytes()));
                let is_back = form.get("redirect_uri").is_some_and(|uri| uri.ends_with(BACK));
                if own != challenge || !is_back {
                    return refused;
                }
                user
            }
            "refresh_token" => match self.refresh.remove(&form["refresh_token"]) {
                Some(user) => user,
                None => return refused,
            },
            other => panic!("{other}"),
        };
        self.given += 1;
        let (access, refresh) =
            (format!("access-{}", self.given), format!("refresh-{}", self.given));
        self.access.insert(access.clone(), user);
        self.refresh.insert(refresh.clone(), user);
        Reply::Json(
            200,
            json!({
                "access_token": access, "refresh_token": refresh, "token_type": "Bearer",
                "expires_in": "7200", "scope": "user:read channel:read chat:write events:subscribe",
            }),
        )
    }

    fn call(&mut self, asked: &Asked, path: &str, user: u64) -> Reply {
        match (asked.method.as_str(), path) {
            ("GET", "/public/v1/users") => {
                let name = &self.names[&user];
                let one = json!({ "user_id": user, "name": name, "email": "x@example.com" });
                Reply::Json(200, json!({ "data": [one], "message": "OK" }))
            }
            ("GET", "/public/v1/events/subscriptions") => {
                let one = |(id, event): (&String, &String)| json!({ "id": id, "event": event, "version": 1, "broadcaster_user_id": HOST });
                let all: Vec<Value> = self.subscriptions.iter().map(one).collect();
                Reply::Json(200, json!({ "data": all, "message": "OK" }))
            }
            ("POST", "/public/v1/events/subscriptions") => self.subscribe(&asked.json()),
            ("DELETE", "/public/v1/events/subscriptions") => {
                self.subscriptions.remove(&asked.query["id"]);
                Reply::Raw(204, vec![], vec![])
            }
            ("POST", "/public/v1/chat") => self.say(&asked.json()),
            other => panic!("{other:?}"),
        }
    }

    fn say(&mut self, order: &Value) -> Reply {
        assert_eq!(order["broadcaster_user_id"], HOST);
        let text = |name: &str| order[name].as_str().unwrap().to_owned();
        if self.mute.contains(&text("type").as_str()) {
            return Reply::Json(403, json!({ "message": "Forbidden" }));
        }
        self.said.push((text("type"), text("content"), text("reply_to_message_id")));
        Reply::Json(200, json!({ "data": { "is_sent": true, "message_id": "m" } }))
    }

    fn subscribe(&mut self, order: &Value) -> Reply {
        assert_eq!(
            (&order["broadcaster_user_id"], &order["method"]),
            (&json!(HOST), &json!("webhook"))
        );
        let mut actual = Vec::new();
        for event in order["events"].as_array().unwrap() {
            assert_eq!(event["version"], 1);
            let name = event["name"].as_str().unwrap();
            self.given += 1;
            let id = format!("sub-{}", self.given);
            let error = self.refused.get(name).copied().unwrap_or_default();
            if error.is_empty() {
                self.subscriptions.insert(id.clone(), name.to_owned());
            }
            actual
                .push(json!({ "name": name, "version": 1, "subscription_id": id, "error": error }));
        }
        Reply::Json(200, json!({ "data": actual, "message": "OK" }))
    }
}

/// The value of the cookie that an answer sets.
pub(crate) fn cookie_of(answer: &Answer) -> String {
    let line = answer.header("set-cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=2100"] {
        assert!(line.split("; ").any(|one| one == part), "{line}");
    }
    let (name, rest) = line.split_once('=').unwrap();
    assert_eq!(name, "kick_flow");
    rest.split(';').next().unwrap().to_owned()
}

/// The path that the browser is sent on to.
pub(crate) async fn come_back(server: &Server, query: &str, cookie: &str) -> String {
    let call = server.get(&format!("/kick/callback?{query}"));
    let answer = call.header("cookie", &format!("other=1; kick_flow={cookie}")).send().await;
    assert_eq!(answer.status, 302, "{answer:?}");
    answer.header("location").to_owned()
}

/// A site with its platform, without a channel.
pub(crate) async fn site() -> (Server, Platform) {
    let platform = Platform::start();
    let server = Server::with(|config| platform.set_up(config)).await;
    (server, platform)
}

/// Connects the channel of an account. Returns where the browser was sent on to.
pub(crate) async fn connect(server: &Server, platform: &Platform, user: u64) -> String {
    let admin = server.admin().await;
    let answer = server.post("/api/admin/chat/connect").by(&admin).json(&json!({})).send().await;
    let cookie = cookie_of(&answer);
    let url = answer.of(200)["url"].as_str().unwrap().to_owned();
    let (code, state) = platform.says_yes(&url, user, "the_host");
    come_back(server, &format!("code={code}&state={state}"), &cookie).await
}

/// A site whose channel is connected.
pub(crate) async fn connected() -> (Server, Platform) {
    let (server, platform) = site().await;
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    (server, platform)
}

pub(crate) async fn standing(server: &Server) -> Value {
    let admin = server.admin().await;
    server.get("/api/admin/chat").by(&admin).send().await.of(200)
}

/// A delivery, good unless a test spoils it.
#[derive(Clone)]
pub(crate) struct Delivery {
    pub(crate) id: String,
    pub(crate) at: Millis,
    pub(crate) kind: String,
    pub(crate) body: String,
    pub(crate) key: usize,
    /// What is sent instead of the signature.
    pub(crate) signature: Option<String>,
}

impl Delivery {
    pub(crate) fn new(server: &Server, id: &str, kind: &str, body: &Value) -> Self {
        Self {
            id: id.to_owned(),
            at: server.clock.now(),
            kind: kind.to_owned(),
            body: body.to_string(),
            key: 0,
            signature: None,
        }
    }

    /// A message of the chat. Its number makes its ids.
    pub(crate) fn message(server: &Server, number: u32, sender: u64, content: &str) -> Self {
        let body = json!({
            "message_id": format!("message-{number}"),
            "replies_to": null,
            "broadcaster": { "user_id": HOST, "username": "the_host", "channel_slug": "the_host" },
            "sender": { "user_id": sender, "username": format!("chatter_{sender}"), "identity": null },
            "content": content,
            "emotes": [],
            "created_at": server.clock.now().iso(),
        });
        Self::new(server, &format!("delivery-{number}"), "chat.message.sent", &body)
    }

    /// The stream begins or ends.
    pub(crate) fn status(server: &Server, number: u32, is_live: bool) -> Self {
        let body = json!({
            "broadcaster": { "user_id": HOST, "username": "the_host" },
            "is_live": is_live, "title": "A stream",
            "started_at": server.clock.now().iso(),
            "ended_at": if is_live { Value::Null } else { json!(server.clock.now().iso()) },
        });
        Self::new(server, &format!("status-{number}"), "livestream.status.updated", &body)
    }

    /// The right one.
    pub(crate) fn signature(&self) -> String {
        let text = format!("{}.{}.{}", self.id, self.at.iso(), self.body);
        let digest = <rsa::sha2::Sha256 as rsa::sha2::Digest>::digest(text.as_bytes());
        let padding = Pkcs1v15Sign::new::<rsa::sha2::Sha256>();
        STANDARD.encode(keys()[self.key].sign(padding, &digest).unwrap())
    }

    pub(crate) async fn send(&self, server: &Server) -> Answer {
        let signature = self.signature.clone().unwrap_or_else(|| self.signature());
        let call = server.post("/api/kick/webhook").header("kick-event-message-id", &self.id);
        call.header("kick-event-message-timestamp", &self.at.iso())
            .header("kick-event-signature", &signature)
            .header("kick-event-subscription-id", "sub")
            .header("kick-event-type", &self.kind)
            .header("kick-event-version", "1")
            .text(self.body.clone())
            .send()
            .await
    }
}

/// The counts of deliveries: accepted, then refused for signature, age, repeat, channel, shape.
pub(crate) async fn counts(server: &Server) -> [u64; 6] {
    let standing = standing(server).await;
    let refused = &standing["events"]["refused"];
    let of = |name: &str| refused[name].as_u64().unwrap();
    let accepted = standing["events"]["accepted"].as_u64().unwrap();
    [accepted, of("signature"), of("age"), of("repeat"), of("channel"), of("shape")]
}

impl Platform {
    /// The chat messages, as soon as there are `count` of them.
    pub(crate) async fn said(&self, count: usize) -> Vec<(String, String, String)> {
        let begun = std::time::Instant::now();
        loop {
            let said = self.state().said.clone();
            if said.len() >= count {
                assert_eq!(said.len(), count, "{said:?}");
                return said;
            }
            assert!(begun.elapsed().as_secs() < 30, "{said:?}");
            tokio::task::yield_now().await;
        }
    }

    /// A chatter writes a message and gets a reply.
    pub(crate) async fn answer(&self, server: &Server, message: &Delivery) -> String {
        let before = self.state().said.len();
        message.send(server).await.of(200);
        self.said(before + 1).await.pop().unwrap().1
    }
}
