//! Kills the server at random moments while members bet, many times over: every answered bet must be
//! there afterwards, and `verify` clean each time:
//! `cargo run --release -p pointhouse --example soak -- ROUNDS`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::as_conversions,
    clippy::indexing_slicing,
    clippy::print_stdout,
    unreachable_pub
)]

// Shared with the bench; each of the two uses a part of them.
#[allow(dead_code)]
#[path = "../bench/load.rs"]
mod load;
#[allow(dead_code)]
#[path = "../bench/product.rs"]
mod product;

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use rand::RngExt;

const MEMBERS: u64 = 32;

fn main() {
    let rounds: u64 = std::env::args().nth(1).map_or(200, |text| text.parse().unwrap());
    let root = PathBuf::from("target/bench").join(format!("soak-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let data = root.join("data");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let answered = runtime.block_on(async {
        let mut tokens = Vec::new();
        let mut answered = 0;
        for round in 1..=rounds {
            let mut server = product::Process::start(&data).await;
            if tokens.is_empty() {
                tokens = server.sign_up(MEMBERS as usize).await;
            }
            answered += bet_until_killed(&mut server, &tokens).await;
            let there = server.verify();
            assert!(there >= answered, "round {round}: {answered} answered, {there} there");
            // Each member has at most one bet on its way when the server dies.
            assert!(there <= answered + MEMBERS * round, "round {round}: {there} of {answered}");
            answered = there;
            println!("kill {round} of {rounds}: {there} bets, none lost");
        }
        answered
    });
    println!(
        "{rounds} kills, {answered} bets: nothing acknowledged was lost, verify clean each time"
    );
    std::fs::remove_dir_all(&root).unwrap();
}

async fn bet_until_killed(server: &mut product::Process, tokens: &[String]) -> u64 {
    let local = tokio::task::LocalSet::new();
    let answered = Rc::new(Cell::new(0u64));
    let mut tasks = Vec::new();
    for token in tokens {
        let mut client = server.better(token).await;
        let answered = answered.clone();
        tasks.push(local.spawn_local(async move {
            while let Ok(status) = client.try_ask().await {
                assert_eq!(status, 200, "{}", String::from_utf8_lossy(client.body()));
                answered.set(answered.get() + 1);
            }
        }));
    }
    let lives = Duration::from_millis(rand::rng().random_range(50..1500));
    local
        .run_until(async {
            tokio::time::sleep(lives).await;
            server.kill();
            for task in tasks {
                task.await.unwrap();
            }
        })
        .await;
    answered.get()
}
