//! Ends of the process under load: what was answered is there, whatever the end.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use pointhouse::games::RoundRow;
use pointhouse::tables;
use pointhouse_store::{Store, decode};
use rustix::process::Signal;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;

use crate::rig::{PASSWORD, Program, Serving};

const PLAYERS: usize = 4;
const AT_ONCE: usize = 3;

/// A member of the served site.
#[derive(Clone)]
struct Player {
    id: u64,
    token: String,
}

/// A bet that was sent, and what became of it as far as its sender knows.
#[derive(Clone, Debug)]
struct Sent {
    player: usize,
    key: String,
    answer: Option<Value>,
}

struct Load {
    http: reqwest::Client,
    players: Vec<Player>,
    sent: Arc<Mutex<Vec<Sent>>>,
    enough: Arc<Notify>,
}

fn bet() -> Value {
    json!({ "bet": 1, "target": 50, "direction": "over" })
}

impl Load {
    /// Members with points, on a site that is served.
    async fn prepare(serving: &Serving, admin_password: &str) -> Self {
        let http = crate::rig::client().timeout(Duration::from_secs(30)).build().unwrap();
        let call = async |path: &str, token: &str, body: Value| -> Value {
            let call = http.post(format!("{}{path}", serving.url)).bearer_auth(token).json(&body);
            let answer = call.send().await.unwrap();
            assert!(answer.status().is_success(), "{path}: {answer:?}");
            answer.json().await.unwrap()
        };
        let admin = call("/api/admin/login", "", json!({ "password": admin_password })).await;
        let admin = admin["token"].as_str().unwrap();
        let mut players = Vec::new();
        for number in 0..PLAYERS {
            let (name, email) = (format!("player_{number}"), format!("p{number}@example.com"));
            let body = json!({ "username": name, "email": email, "password": PASSWORD });
            let body = call("/api/auth/signup", "", body).await;
            let id = body["user"]["id"].as_str().unwrap();
            let grant = json!({ "userId": id, "action": "add", "amount": 1_000_000 });
            call("/api/auth/admin/manage-points", admin, grant).await;
            let token = body["token"].as_str().unwrap().to_owned();
            players.push(Player { id: id.parse().unwrap(), token });
        }
        Self { http, players, sent: Arc::default(), enough: Arc::default() }
    }

    /// Plays until the server is gone; notifies when `wanted` more bets were answered.
    fn start(&self, url: &str, wanted: usize, run: usize) -> Vec<tokio::task::JoinHandle<()>> {
        let already = self.answered();
        let mut tasks = Vec::new();
        for (player, number) in (0..PLAYERS).flat_map(|p| (0..AT_ONCE).map(move |n| (p, n))) {
            let (http, sent) = (self.http.clone(), self.sent.clone());
            let (enough, token) = (self.enough.clone(), self.players[player].token.clone());
            let url = format!("{url}/api/games/dice/bet");
            tasks.push(tokio::spawn(async move {
                for count in 0.. {
                    let key = format!("{run}-{player}-{number}-{count}");
                    let at = {
                        let mut sent = sent.lock();
                        sent.push(Sent { player, key: key.clone(), answer: None });
                        sent.len() - 1
                    };
                    let call = http.post(&url).bearer_auth(&token).json(&bet());
                    let Ok(answer) = call.header("idempotency-key", key).send().await else {
                        return;
                    };
                    let status = answer.status().as_u16();
                    let Ok(body) = answer.json::<Value>().await else { return };
                    match status {
                        200 => sent.lock()[at].answer = Some(body),
                        // The server is stopping, or there were too many requests at once.
                        503 => assert_eq!(body["error"], "stopping"),
                        429 => {}
                        _ => panic!("{status}: {body}"),
                    }
                    let answered = sent.lock().iter().filter(|sent| sent.answer.is_some()).count();
                    if answered >= already + wanted {
                        enough.notify_one();
                    }
                    if status == 503 {
                        return;
                    }
                }
            }));
        }
        tasks
    }

    fn answered(&self) -> usize {
        self.sent.lock().iter().filter(|sent| sent.answer.is_some()).count()
    }

    /// Every answered bet is on disk as it was answered, and no key was played twice.
    fn check(&self, data: &Path) {
        let scratch = TempDir::new().unwrap();
        let (view, _) =
            Store::inspect(data, scratch.path(), pointhouse::formats::READABLE).unwrap();
        let logs: Vec<Vec<RoundRow>> = self
            .players
            .iter()
            .map(|player| {
                let log = view.log_from(tables::ROUND, player.id, 1, usize::MAX).unwrap();
                log.iter().map(|entry| decode(&entry.value).unwrap()).collect()
            })
            .collect();
        for (player, log) in self.players.iter().zip(&logs) {
            let keys: HashSet<[u8; 16]> = log.iter().map(|row| row.key.unwrap()).collect();
            assert_eq!(keys.len(), log.len(), "a key of member {} played twice", player.id);
        }
        for Sent { player, key, answer } in self.sent.lock().iter() {
            let Some(answer) = answer else { continue };
            let id = answer["round"]["id"].as_str().unwrap();
            let (_, number) = id.split_once('-').unwrap();
            let row = &logs[*player][number.parse::<usize>().unwrap() - 1];
            assert_eq!(json!(row.balance), answer["balance"], "{id}");
            assert_eq!(json!(row.ledger_seq), answer["seq"], "{id}");
            assert_eq!(json!(row.nonce), answer["round"]["nonce"], "{id}");
            assert_eq!(json!(row.payout), answer["round"]["payout"], "{id}");
            let hash: [u8; 32] =
                Sha256::digest(format!("/api/games/dice/bet {key}").as_bytes()).into();
            assert_eq!(row.key.unwrap(), hash[..16], "{id}");
        }
    }

    /// Repeats unanswered requests with the same keys, as the browser does.
    async fn ask_again(&self, url: &str, run: usize) {
        let open: Vec<(usize, Sent)> = {
            let sent = self.sent.lock();
            let open = sent.iter().enumerate().filter(|(_, sent)| sent.answer.is_none());
            let of_run = format!("{run}-");
            open.filter(|(_, sent)| sent.key.starts_with(&of_run))
                .map(|(at, s)| (at, s.clone()))
                .collect()
        };
        for (at, Sent { player, key, .. }) in open {
            let call = self.http.post(format!("{url}/api/games/dice/bet"));
            let call = call.bearer_auth(&self.players[player].token).json(&bet());
            let answer = call.header("idempotency-key", key).send().await.unwrap();
            assert_eq!(answer.status(), 200);
            self.sent.lock()[at].answer = Some(answer.json().await.unwrap());
        }
    }
}

pub(crate) async fn verify(data: &Path) {
    let data = data.to_owned();
    let done = tokio::task::spawn_blocking(move || Program::on(&data, &["verify"]).run());
    let done = done.await.unwrap();
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.out.contains("all is well"), "{done:?}");
}

pub(crate) async fn serve(data: &Path) -> Serving {
    let data = data.to_owned();
    tokio::task::spawn_blocking(move || Program::on(&data, &["serve"]).serve()).await.unwrap()
}

#[tokio::test]
async fn a_stop_under_load_answers_what_is_in_flight_and_loses_nothing() {
    let data = TempDir::new().unwrap();
    let mut serving = serve(data.path()).await;
    let load = Load::prepare(&serving, serving.owner_password().unwrap()).await;
    let tasks = load.start(&serving.url, 300, 0);
    load.enough.notified().await;
    serving.signal(Signal::TERM);
    let ended = tokio::task::spawn_blocking(move || {
        let status = serving.wait(Duration::from_secs(10));
        (status.code(), serving.log())
    });
    let (code, log) = ended.await.unwrap();
    assert_eq!(code, Some(0), "{log}");
    for task in tasks {
        task.await.unwrap();
    }
    verify(data.path()).await;
    load.check(data.path());
    let serving = serve(data.path()).await;
    load.ask_again(&serving.url, 0).await;
    drop(serving);
    load.check(data.path());
}

#[tokio::test]
async fn a_kill_under_load_loses_nothing_that_was_answered() {
    let data = TempDir::new().unwrap();
    let mut serving = serve(data.path()).await;
    let load = Load::prepare(&serving, serving.owner_password().unwrap()).await;
    for run in 0..5 {
        let tasks = load.start(&serving.url, 150 + 70 * run, run);
        load.enough.notified().await;
        serving.kill();
        for task in tasks {
            task.await.unwrap();
        }
        load.check(data.path());
        verify(data.path()).await;
        serving = serve(data.path()).await;
        load.ask_again(&serving.url, run).await;
    }
    serving.kill();
    load.check(data.path());
    verify(data.path()).await;
    assert!(load.sent.lock().iter().all(|sent| sent.answer.is_some()));
}

#[tokio::test]
async fn a_stop_does_not_wait_for_silent_clients() {
    let data = TempDir::new().unwrap();
    let mut serving = serve(data.path()).await;
    let address = serving.url.strip_prefix("http://").unwrap().to_owned();
    // Connections that never ask, that asked once and stay, and a listener of the push.
    let mut idle = Vec::new();
    for number in 0..20 {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        if number % 2 == 0 {
            stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
            let mut heard = [0; 12];
            stream.read_exact(&mut heard).await.unwrap();
            assert_eq!(&heard, b"HTTP/1.1 200");
        } else {
            stream.write_all(b"POST /api/auth/login HTTP/1.1\r\nhost: x\r\n").await.unwrap();
        }
        idle.push(stream);
    }
    let http = crate::rig::client().build().unwrap();
    let path = format!("{}/socket.io/?EIO=4&transport=polling", serving.url);
    let opened = http.get(&path).send().await.unwrap().text().await.unwrap();
    let opened: Value = serde_json::from_str(&opened[1..]).unwrap();
    let path = format!("{path}&sid={}", opened["sid"].as_str().unwrap());
    http.post(&path).body("40").send().await.unwrap();
    assert!(http.get(&path).send().await.unwrap().text().await.unwrap().starts_with("40"));
    let listening = tokio::spawn(http.get(&path).send());
    serving.signal(Signal::TERM);
    let ended = tokio::task::spawn_blocking(move || {
        (serving.wait(Duration::from_secs(10)).code(), serving.log())
    });
    let (code, log) = ended.await.unwrap();
    assert_eq!(code, Some(0), "{log}");
    // Disconnected or cut, but not left hanging.
    let _ = listening.await.unwrap();
    verify(data.path()).await;
}

#[tokio::test]
async fn a_client_that_disconnects_has_played_once_or_not_at_all() {
    let data = TempDir::new().unwrap();
    let mut serving = serve(data.path()).await;
    let load = Load::prepare(&serving, serving.owner_password().unwrap()).await;
    let address = serving.url.strip_prefix("http://").unwrap().to_owned();
    let body = bet().to_string();
    for number in 0..60 {
        let player = number % PLAYERS;
        let key = format!("0-left-{number}");
        let head = format!(
            "POST /api/games/dice/bet HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n\
             idempotency-key: {key}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            load.players[player].token,
            body.len()
        );
        let mut stream = TcpStream::connect(&address).await.unwrap();
        // Some leave within the request.
        let actual = if number % 5 == 0 { head.len() - 3 } else { head.len() };
        stream.write_all(&head.as_bytes()[..actual]).await.unwrap();
        drop(stream);
        load.sent.lock().push(Sent { player, key, answer: None });
    }
    load.ask_again(&serving.url, 0).await;
    serving.kill();
    load.check(data.path());
    verify(data.path()).await;
}
