//! Kills during entries and refunds: answered entries exist, nothing is paid twice.

use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse::clock::{Clock, Millis};
use pointhouse::draw_key::{KeyPlace, SeedOwner};
use pointhouse::giveaways::SeedRow;
use pointhouse::ids::GiveawayId;
use pointhouse::tables;
use pointhouse::wallet::{Amount, Change, Post, Reason, Reference};
use pointhouse_rules::Points;
use pointhouse_store::{Store, decode};
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Notify;

use crate::crashes::{serve, verify};
use crate::giveaways::{delete, draft, enter, order, soon, with_one};
use crate::rig::{PASSWORD, Serving};

const PLAYERS: usize = 6;

/// The program, with members and the admin's token. Time is the machine's own.
struct Scene {
    data: TempDir,
    http: reqwest::Client,
    admin: String,
    tokens: Vec<String>,
}

impl Scene {
    async fn prepare() -> (Self, Serving) {
        let data = TempDir::new().unwrap();
        let serving = serve(data.path()).await;
        let http = crate::rig::client().build().unwrap();
        let mut scene = Self { data, http, admin: String::new(), tokens: Vec::new() };
        let password = json!({ "password": serving.owner_password().unwrap() });
        let (_, body) =
            scene.post(&serving.url, "/api/admin/login", "", "", &password).await.unwrap();
        scene.admin = body["token"].as_str().unwrap().to_owned();
        for number in 0..PLAYERS {
            let (name, email) = (format!("player_{number}"), format!("p{number}@example.com"));
            let body = json!({ "username": name, "email": email, "password": PASSWORD });
            let path = "/api/auth/signup";
            let (_, body) = scene.post(&serving.url, path, "", "", &body).await.unwrap();
            let id = body["user"]["id"].as_str().unwrap();
            let grant = json!({ "userId": id, "action": "add", "amount": 100_000 });
            let path = "/api/auth/admin/manage-points";
            scene.post(&serving.url, path, &scene.admin, "", &grant).await.unwrap();
            scene.tokens.push(body["token"].as_str().unwrap().to_owned());
        }
        let (now, hour) = (Clock::system().now(), 60 * 60 * 1000);
        let mut draft = draft("paid", 3);
        draft["startTime"] = json!(now.iso());
        draft["endTime"] = json!(Millis(now.0 + hour).iso());
        let made =
            scene.post(&serving.url, "/api/giveaways", &scene.admin, "", &draft).await.unwrap();
        assert_eq!(made.0, 200, "{made:?}");
        (scene, serving)
    }

    /// `None` if the server is gone.
    async fn post(
        &self,
        url: &str,
        path: &str,
        token: &str,
        key: &str,
        body: &Value,
    ) -> Option<(u16, Value)> {
        let call = self.http.post(format!("{url}{path}")).bearer_auth(token).json(body);
        let call = if key.is_empty() { call } else { call.header("idempotency-key", key) };
        let answer = call.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.ok()?))
    }

    fn data(&self) -> &Path {
        self.data.path()
    }

    async fn balances(&self, serving: &Serving) -> Vec<u64> {
        let mut balances = Vec::new();
        for token in &self.tokens {
            let call = self.http.get(format!("{}/api/auth/me", serving.url)).bearer_auth(token);
            let me: Value = call.send().await.unwrap().json().await.unwrap();
            balances.push(me["user"]["points"].as_u64().unwrap());
        }
        balances
    }
}

/// A sent entry: member, key, number of tickets, response.
type Sent = (usize, String, u64, Option<Value>);

/// Enters until the server is gone; notifies when this many were answered.
fn storm(
    scene: &Arc<Scene>,
    url: &str,
    sent: &Arc<Mutex<Vec<Sent>>>,
    (run, wanted): (usize, usize),
    enough: &Arc<Notify>,
) -> Vec<tokio::task::JoinHandle<()>> {
    let one = |player: usize| {
        let (scene, url) = (scene.clone(), url.to_owned());
        let (sent, enough) = (sent.clone(), enough.clone());
        tokio::spawn(async move {
            for count in 0_u64.. {
                let (key, tickets) = (format!("{run}-{player}-{count}"), 1 + count % 5);
                let at = {
                    let mut sent = sent.lock();
                    sent.push((player, key.clone(), tickets, None));
                    sent.len() - 1
                };
                let body = json!({ "entryType": "paid", "entryCost": 3, "ticketCount": tickets });
                let token = &scene.tokens[player];
                let path = "/api/giveaways/1/entries";
                let answer = scene.post(&url, path, token, &key, &body).await;
                let Some((status, answer)) = answer else { return };
                assert_eq!(status, 200, "{answer}");
                let mut sent = sent.lock();
                sent[at].3 = Some(answer);
                if sent.iter().filter(|sent| sent.3.is_some()).count() >= wanted {
                    enough.notify_one();
                }
            }
        })
    };
    (0..PLAYERS).map(one).collect()
}

/// The server seed of the giveaway, as it would be shown.
fn seed(data: &Path) -> String {
    let scratch = TempDir::new().unwrap();
    let (view, _) = Store::inspect(data, scratch.path(), pointhouse::formats::READABLE).unwrap();
    let SeedRow(seed) =
        decode(&view.get(tables::GIVEAWAY_SEED, &1_u64.to_be_bytes()).unwrap().unwrap()).unwrap();
    let key = KeyPlace::of(Path::new(""), data).unwrap().read().unwrap().unwrap();
    hex::encode(key.open(SeedOwner::Giveaway(GiveawayId(1)), &seed).unwrap())
}

#[tokio::test]
async fn a_kill_among_entries_loses_none_that_was_answered_and_doubles_none() {
    let (scene, serving) = Scene::prepare().await;
    let (scene, mut serving) = (Arc::new(scene), serving);
    let sent: Arc<Mutex<Vec<Sent>>> = Arc::default();
    for run in 0..3 {
        let enough = Arc::new(Notify::new());
        let tasks = storm(&scene, &serving.url, &sent, (run, 60 * (run + 1)), &enough);
        soon(enough.notified()).await;
        serving.kill();
        for task in tasks {
            task.await.unwrap();
        }
        verify(scene.data()).await;
        // Neither the log nor a response contains the server seed.
        let (seed, log) = (seed(scene.data()), serving.log());
        assert!(!log.contains(&seed), "{log}");
        assert!(
            sent.lock().iter().flat_map(|sent| &sent.3).all(|a| !a.to_string().contains(&seed))
        );
        serving = serve(scene.data()).await;
        // Repeats all requests with the same keys, answered or not.
        let copies: Vec<Sent> = sent.lock().clone();
        for (at, (player, key, tickets, first)) in copies.into_iter().enumerate() {
            let body = json!({ "entryType": "paid", "entryCost": 3, "ticketCount": tickets });
            let path = "/api/giveaways/1/entries";
            let token = &scene.tokens[player];
            let (status, answer) =
                scene.post(&serving.url, path, token, &key, &body).await.unwrap();
            assert_eq!(status, 200, "{answer}");
            if let Some(first) = first {
                for name in ["firstTicket", "ticketCount", "own", "updatedUserPoints", "seq"] {
                    assert_eq!(answer[name], first[name], "{name}");
                }
            }
            sent.lock()[at].3 = Some(answer);
        }
    }
    let path = "/api/giveaways/1/end";
    let (status, ended) =
        scene.post(&serving.url, path, &scene.admin, "", &json!({})).await.unwrap();
    assert_eq!(status, 200, "{ended}");
    let sent = sent.lock().clone();
    let tickets: u64 = sent.iter().map(|(_, _, tickets, _)| tickets).sum();
    assert_eq!(ended["giveaway"]["ticketCount"], tickets);
    let paid: u64 = scene.balances(&serving).await.iter().map(|points| 100_000 - points).sum();
    assert_eq!(paid, 3 * tickets);
    drop(serving);
    verify(scene.data()).await;
}

#[tokio::test]
async fn a_kill_among_refunds_gives_every_point_back_once() {
    let (scene, mut serving) = Scene::prepare().await;
    for token in &scene.tokens {
        let path = "/api/giveaways/1/entries";
        let done = scene.post(&serving.url, path, token, "", &order("paid", 3, 7)).await.unwrap();
        assert_eq!(done.0, 200, "{done:?}");
    }
    let call = scene.http.request(Method::DELETE, format!("{}/api/giveaways/1", serving.url));
    let answer = call.bearer_auth(&scene.admin).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    // What was answered is that it is deleted: the points are on their way.
    serving.kill();
    verify(scene.data()).await;
    serving = serve(scene.data()).await;
    soon(async { while scene.balances(&serving).await.iter().any(|points| *points != 100_000) {} })
        .await;
    serving.kill();
    verify(scene.data()).await;
}

#[tokio::test]
async fn who_was_paid_before_a_kill_is_not_paid_again() {
    let (mut server, admin) = with_one(&draft("paid", 3)).await;
    let (emu, bilby) = (server.player("emu", 100).await, server.player("bilby", 100).await);
    for member in [&emu, &bilby] {
        enter(&server, member, &order("paid", 3, 10)).await.of(200);
    }
    // As a job leaves it that was cut short behind its first payment.
    let change = Change {
        amount: Amount::Add(Points::new(30).unwrap()),
        reason: Reason::Refund,
        reference: Some(Reference::Giveaway(1)),
    };
    let once = Some(format!("refund/giveaway/1/{}", emu.id).into_bytes());
    let post = Post { changes: vec![change], riders: None, request: None, once };
    server.site().wallets().post(emu.id, post).await.unwrap();
    delete(&server, &admin, 1).await.of(200);
    soon(async { while server.balance(&bilby).await != 100 {} }).await;
    assert_eq!(server.balance(&emu).await, 100);
    server.restart().await;
    assert_eq!((server.balance(&emu).await, server.balance(&bilby).await), (100, 100));
    server.prove();
}
