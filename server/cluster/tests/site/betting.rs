//! Members that bet without a pause and write down every answer.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use reqwest::blocking::Client;
use serde_json::{Value, json};

/// A machine that does not answer within this time is given up, as a member's browser would.
const PATIENCE: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(20);

/// A bet that was acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledged {
    pub seq: u64,
    pub balance: u64,
    pub nonce: u64,
}

/// All members together.
pub struct Betting {
    members: Vec<JoinHandle<Vec<Acknowledged>>>,
    shared: Arc<Shared>,
}

struct Shared {
    begun: Instant,
    addresses: Vec<String>,
    ends: AtomicBool,
    acknowledged: AtomicU64,
    refused: AtomicU64,
    unknown: AtomicU64,
    /// For each acknowledgement: when its bet was first sent and when the answer came.
    times: Mutex<Vec<(Instant, Instant)>>,
}

/// What the members saw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    pub acknowledged: u64,
    /// Answers that say that nothing was done.
    pub refused: u64,
    /// Calls without an answer.
    pub unknown: u64,
}

pub fn client() -> Client {
    Client::builder().timeout(PATIENCE).no_proxy().build().unwrap()
}

impl Betting {
    pub fn begin(addresses: Vec<String>, tokens: &[String]) -> Self {
        let shared = Arc::new(Shared {
            begun: Instant::now(),
            addresses,
            ends: AtomicBool::new(false),
            acknowledged: AtomicU64::new(0),
            refused: AtomicU64::new(0),
            unknown: AtomicU64::new(0),
            times: Mutex::default(),
        });
        let member = |(number, token): (usize, &String)| {
            let (shared, token) = (shared.clone(), token.clone());
            std::thread::spawn(move || shared.bet(number, &token))
        };
        Self { members: tokens.iter().enumerate().map(member).collect(), shared }
    }

    pub fn seen(&self) -> Seen {
        let count = |counter: &AtomicU64| counter.load(Ordering::SeqCst);
        Seen {
            acknowledged: count(&self.shared.acknowledged),
            refused: count(&self.shared.refused),
            unknown: count(&self.shared.unknown),
        }
    }

    /// Time from a moment to the first acknowledgement of a bet that was sent after it.
    pub fn first_after(&self, moment: Instant) -> Option<Duration> {
        let times = self.shared.times.lock();
        let after = times.iter().rev().take_while(|(_, answered)| *answered > moment);
        after.filter(|(sent, _)| *sent > moment).map(|(_, answered)| *answered - moment).min()
    }

    /// Ends when each member has an answer to the last bet. Returns what each was answered.
    pub fn end(self) -> Vec<Vec<Acknowledged>> {
        self.shared.ends.store(true, Ordering::SeqCst);
        self.members.into_iter().map(|member| member.join().unwrap()).collect()
    }
}

/// How a call ended.
enum Ended {
    Acknowledged(Acknowledged),
    /// It says that nothing was done.
    Refused,
    Unknown,
}

impl Shared {
    fn bet(&self, number: usize, token: &str) -> Vec<Acknowledged> {
        let (client, mut at, mut key) = (client(), number, 0_u64);
        let mut answers = Vec::new();
        while !self.ends.load(Ordering::SeqCst) {
            key += 1;
            let (sent, key) = (Instant::now(), format!("{number}-{key}"));
            if let Some(answer) = self.repeat(&client, (token, &key), &mut at) {
                answers.push(answer);
                self.times.lock().push((sent, Instant::now()));
                self.acknowledged.fetch_add(1, Ordering::SeqCst);
            }
        }
        answers
    }

    /// One bet: repeated with the same key until it is acknowledged, on whichever machine answers. `None` if it was refused
    /// and nothing was unknown before: it must never have been done, which a gap in the nonces would show.
    fn repeat(
        &self,
        client: &Client,
        (token, key): (&str, &str),
        at: &mut usize,
    ) -> Option<Acknowledged> {
        let mut is_unknown = false;
        loop {
            let address = &self.addresses[*at % self.addresses.len()];
            match ask(client, address, (token, key)) {
                Ended::Acknowledged(answer) => return Some(answer),
                Ended::Refused => {
                    self.refused.fetch_add(1, Ordering::SeqCst);
                }
                Ended::Unknown => {
                    self.unknown.fetch_add(1, Ordering::SeqCst);
                    is_unknown = true;
                }
            }
            *at += 1;
            assert!(self.begun.elapsed() < Duration::from_secs(3 * 3600), "no end");
            std::thread::sleep(PAUSE);
            if !is_unknown {
                return None;
            }
        }
    }
}

fn ask(client: &Client, address: &str, (token, key): (&str, &str)) -> Ended {
    let call = client.post(format!("http://{address}/api/games/dice/bet"));
    let call = call.bearer_auth(token).header("idempotency-key", key);
    let bet = json!({ "bet": 1, "target": 50, "direction": "under" });
    let answered = call.json(&bet).send();
    match answered.and_then(|answer| Ok((answer.status(), answer.json::<Value>()?))) {
        Ok((status, body)) if status.is_success() => {
            let number = |value: &Value| value.as_u64().unwrap();
            Ended::Acknowledged(Acknowledged {
                seq: number(&body["seq"]),
                balance: number(&body["balance"]),
                nonce: number(&body["round"]["nonce"]),
            })
        }
        Ok((status, body)) => {
            // The second while the member's bets before wait for the log.
            assert!(matches!(status.as_u16(), 503 | 429), "{body}");
            Ended::Refused
        }
        Err(_) => Ended::Unknown,
    }
}

/// Compares what a member was answered with the member's ledger. Every bet is there once: one that was lost or done twice
/// would leave a gap in the nonces.
pub fn compare(answers: &[Acknowledged], ledger: &BTreeMap<u64, u64>) {
    let mut nonces: Vec<u64> = answers.iter().map(|answer| answer.nonce).collect();
    nonces.sort_unstable();
    let first = nonces[0];
    let expected: Vec<u64> = (first..).take(nonces.len()).collect();
    assert_eq!(nonces, expected, "a bet is lost, or was done twice");
    for answer in answers {
        assert_eq!(ledger.get(&answer.seq), Some(&answer.balance), "{answer:?}");
    }
}
