//! What each call costs on a site with few and with many members, after twelve months: CPU and p99 of every public and
//! member call and of the heaviest ones of the panel, and what a byte of a request can make the server do:
//! `cargo run --release -p pointhouse --example growth_bench [MEMBERS...]`.
//!
//! All calls are measured while members bet, so that a cache that bets invalidate is measured as it is used.
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::print_stderr,
    unreachable_pub
)]

mod calls;
mod client;
mod measuring;
mod planting;
// Shared with the bench of dice, which uses more of them.
#[path = "../bet_bench/load.rs"]
#[allow(dead_code)]
mod load;
#[path = "../bet_bench/product.rs"]
#[allow(dead_code)]
mod product;
mod report;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use calls::{Caller, Facts};
use client::{Client, Request};
use measuring::Figures;

const SIZES: [u64; 3] = [1_000, 10_000, 100_000];
const PLANT: &str = "--plant";
const ADMIN: &str = "bench-admin-password";
/// Between two bets of those that go on meanwhile.
const BET_PAUSE: Duration = Duration::from_millis(20);
const BET: &str = r#"{"bet":1,"target":50,"direction":"under"}"#;

/// Limits that the bench's calls would reach.
const LIFTED: [(&str, &str); 6] = [
    ("AUTH__VERIFICATIONS_PER_MINUTE", "0"),
    ("AUTH__RESETS_PER_MINUTE", "0"),
    ("AUTH__EMAIL_CHECKS_PER_MINUTE", "0"),
    ("MAIL__LETTERS_PER_HOUR", "0"),
    ("MEMBERS__UPLOADS_PER_HOUR", "0"),
    ("MEMBERS__EXPORTS_PER_HOUR", "0"),
];

/// By caller and name.
pub(crate) type Measured = BTreeMap<(Caller, String), Figures>;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, data, members] = &arguments[..]
        && command == PLANT
    {
        let planted = planting::plant(Path::new(data), members.parse().unwrap(), ADMIN);
        return actix_web::rt::System::new().block_on(planted);
    }
    let sizes: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().unwrap()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    let root = PathBuf::from("target/bench").join(format!("growth-{}", std::process::id()));
    let mut all = Vec::new();
    for members in &sizes {
        let data = root.join(members.to_string());
        std::fs::create_dir_all(&data).unwrap();
        // In a process of its own, which holds the folder until it ends.
        let mut planting = std::process::Command::new(std::env::current_exe().unwrap());
        let planted = planting.arg(PLANT).arg(&data).arg(members.to_string()).status();
        assert!(planted.unwrap().success());
        all.push(measure(&data, *members));
        std::fs::remove_dir_all(&data).unwrap();
    }
    std::fs::remove_dir_all(&root).unwrap();
    report::print(&sizes, &all);
}

fn measure(data: &Path, members: u64) -> Measured {
    let product = product::Process::launch(data, &LIFTED);
    let (address, process) = (product.address(), product.id());
    measuring::wait_for_idle(process);
    let mut client = Client::connect(address);
    let facts = calls::facts(&mut client, members, ADMIN);
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| bet_meanwhile(Client::connect(address), &facts, &is_over));
        let idle = measuring::part_of_core(process);
        let calls = calls::reads(&facts).into_iter().chain(calls::writes(&facts));
        let measured = calls.map(|call| {
            let requests = (&call.requests[..], call.once);
            let figures = measuring::measure(&mut client, requests, (process, idle));
            ((call.caller, call.name), figures)
        });
        let measured = measured.collect();
        is_over.store(true, Ordering::Relaxed);
        measured
    })
}

/// Members bet in turn, without hurry.
fn bet_meanwhile(mut client: Client, facts: &Facts, is_over: &AtomicBool) {
    let body = serde_json::from_str(BET).unwrap();
    for (_, token) in facts.once.iter().cycle() {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let bet = Request::json("POST", "/api/games/dice/bet", Some(token), &body);
        assert_eq!(client.ask(&bet).status, 200);
        std::thread::sleep(BET_PAUSE);
    }
}
