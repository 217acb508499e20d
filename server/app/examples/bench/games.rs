//! CPU of a round of each game over HTTP, against a round of dice in the same run:
//! `scripts/bench games [SECONDS]`.
//!
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

use crate::product;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use pointhouse::games::bet_examples;

use crate::load::{Client, cpu_of, request};
use serde_json::Value;

const MEMBERS: usize = 64;

/// How a game is played: its bet, and the moves that bring an open round to its end.
struct Script {
    game: &'static str,
    bet: (String, &'static str),
    moves: &'static [(&'static str, &'static str)],
}

fn moves_of(game: &str) -> &'static [(&'static str, &'static str)] {
    match game {
        "mines" => &[("mines/reveal", r#"{"tile":12}"#), ("mines/cashout", "{}")],
        "blackjack" => &[("blackjack/insurance", r#"{"accept":false}"#), ("blackjack/stand", "{}")],
        _ => &[],
    }
}

/// Every game by the first of its examples.
fn scripts() -> Vec<Script> {
    bet_examples()
        .into_iter()
        .map(|of| {
            let game = of.game.id();
            Script { game, bet: (of.path, of.bodies[0]), moves: moves_of(game) }
        })
        .collect()
}

pub fn bench(arguments: &[String]) {
    let seconds: u64 = arguments.first().map_or(5, |text| text.parse().unwrap());
    let root = PathBuf::from("target/bench").join(format!("games-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        println!("game      | calls/round | rounds/s | us CPU/round | us CPU/call | a call against a bet on dice");
        let mut dice = None;
        for script in &scripts() {
            let figures = measure(script, &root.join(script.game), seconds).await;
            let call = figures.cpu_micros / figures.calls;
            println!(
                "{:9} | {:11.2} | {:8.0} | {:12.1} | {call:11.1} | {:.2}",
                script.game,
                figures.calls / figures.rounds,
                figures.rounds / figures.seconds,
                figures.cpu_micros / figures.rounds,
                call / *dice.get_or_insert(call)
            );
        }
    });
    std::fs::remove_dir_all(&root).unwrap();
}

struct Figures {
    rounds: f64,
    calls: f64,
    cpu_micros: f64,
    seconds: f64,
}

async fn measure(script: &Script, data: &std::path::Path, seconds: u64) -> Figures {
    let product = product::Process::start(data).await;
    let mut clients = Vec::new();
    for token in product.sign_up(MEMBERS).await {
        let ask =
            |path: &str, body: &str| request(&format!("/api/games/{path}"), Some(&token), body);
        let bet = ask(&script.bet.0, script.bet.1);
        let moves: Vec<Vec<u8>> = script.moves.iter().map(|(path, body)| ask(path, body)).collect();
        clients.push((Client::connect(product.address(), bet.clone()).await, bet, moves));
    }
    let cpu_before = cpu_of(product.id());
    let begun = Instant::now();
    let time = Duration::from_secs(seconds);
    let local = tokio::task::LocalSet::new();
    let tasks: Vec<_> = clients
        .into_iter()
        .map(|(client, bet, moves)| local.spawn_local(play(client, bet, moves, begun, time)))
        .collect();
    let (mut rounds, mut calls) = (0, 0);
    local
        .run_until(async {
            for task in tasks {
                let (of_rounds, of_calls) = task.await.unwrap();
                rounds += of_rounds;
                calls += of_calls;
            }
        })
        .await;
    let seconds = begun.elapsed().as_secs_f64();
    let cpu_micros = (cpu_of(product.id()) - cpu_before).as_secs_f64() * 1e6;
    product.stop_and_verify(rounds).await;
    Figures { rounds: rounds as f64, calls: calls as f64, cpu_micros, seconds }
}

/// Whole rounds without pause. Returns how many, and how many calls were accepted.
async fn play(
    mut client: Client,
    bet: Vec<u8>,
    moves: Vec<Vec<u8>>,
    begun: Instant,
    time: Duration,
) -> (u64, u64) {
    let (mut rounds, mut calls) = (0, 0);
    while begun.elapsed() < time {
        let status = client.exchange(&bet).await.unwrap();
        assert_eq!(status, 200, "{}", String::from_utf8_lossy(client.body()));
        calls += 1;
        let mut open = !moves.is_empty() && is_open(client.body());
        for next in &moves {
            if !open {
                break;
            }
            // Insurance is offered in some hands only; where it is not, the call is out of turn.
            let status = client.exchange(next).await.unwrap();
            if status == 200 {
                calls += 1;
                open = is_open(client.body());
            }
        }
        assert!(!open, "{}", String::from_utf8_lossy(client.body()));
        rounds += 1;
    }
    (rounds, calls)
}

fn is_open(body: &[u8]) -> bool {
    let answer: Value = serde_json::from_slice(body).unwrap();
    answer["round"]["result"].is_null()
}
