//! What each call costs on a site with few and with many members, after twelve months: CPU and p99 of every public and
//! member call and of the heaviest ones of the panel, and what a byte of a request can make the server do:
//! `scripts/bench growth [MEMBERS...]`.
//!
//! All calls are measured while members bet, so that a cache that bets invalidate is measured as it is used.
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

mod calls;
mod client;
pub mod measuring;
mod planting;
mod report;

use crate::product;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use calls::{Caller, Facts};
use client::{Client, Request};
use measuring::Figures;

const SIZES: [u64; 3] = [1_000, 10_000, 100_000];
pub const NAME: &str = "growth";
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

pub fn bench(arguments: &[String]) {
    if let [command, data, members] = arguments
        && command == PLANT
    {
        let planted = planting::plant(Path::new(data), members.parse().unwrap(), ADMIN);
        return actix_web::rt::System::new().block_on(planted);
    }
    let sizes: Vec<u64> = arguments.iter().map(|text| text.parse().unwrap()).collect();
    let sizes = if sizes.is_empty() { SIZES.to_vec() } else { sizes };
    let root = PathBuf::from("target/bench").join(format!("growth-{}", std::process::id()));
    let folders: Vec<_> = sizes.iter().map(|members| plant(&root, *members)).collect();
    let sites: Vec<_> =
        sizes.iter().zip(&folders).map(|(members, data)| Site::open(data, *members)).collect();
    let all = measure(sites);
    std::fs::remove_dir_all(&root).unwrap();
    report::print(&sizes, &all);
}

/// Fills a folder, in a process of its own, which holds the folder until it ends.
fn plant(root: &Path, members: u64) -> PathBuf {
    let data = root.join(members.to_string());
    std::fs::create_dir_all(&data).unwrap();
    let mut planting = std::process::Command::new(std::env::current_exe().unwrap());
    let planted = planting.args([NAME, PLANT]).arg(&data).arg(members.to_string()).status();
    assert!(planted.unwrap().success());
    data
}

/// A site of one size, with a client and the calls to make.
struct Site {
    product: product::Process,
    /// Part of a core that it takes by itself.
    idle: f64,
    client: Client,
    facts: Facts,
    calls: Vec<calls::Call>,
}

impl Site {
    fn open(data: &Path, members: u64) -> Self {
        let product = product::Process::launch(data, &LIFTED);
        measuring::wait_for_idle(product.id());
        let mut client = Client::connect(product.address());
        let facts = calls::facts(&mut client, members, ADMIN);
        let calls = calls::reads(&facts).into_iter().chain(calls::writes(&facts)).collect();
        Self { product, idle: 0.0, client, facts, calls }
    }

    fn measure(&mut self, call: usize) -> ((Caller, String), Figures) {
        let call = &self.calls[call];
        let requests = (&call.requests[..], call.once);
        let of = (self.product.id(), self.idle);
        ((call.caller, call.name.clone()), measuring::measure(&mut self.client, requests, of))
    }
}

/// Each call on all sites in turn, so that a change of the machine's speed meets all of them.
fn measure(mut sites: Vec<Site>) -> Vec<Measured> {
    let bettors: Vec<_> = sites
        .iter()
        .map(|site| (Client::connect(site.product.address()), site.facts.once.clone()))
        .collect();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for (client, members) in bettors {
            let is_over = &is_over;
            scope.spawn(move || bet_meanwhile(client, &members, is_over));
        }
        for site in &mut sites {
            site.idle = measuring::part_of_core(site.product.id());
        }
        let mut all = vec![Measured::new(); sites.len()];
        for call in 0..sites[0].calls.len() {
            for (site, measured) in sites.iter_mut().zip(&mut all) {
                let (name, figures) = site.measure(call);
                measured.insert(name, figures);
            }
        }
        is_over.store(true, Ordering::Relaxed);
        all
    })
}

/// Members bet in turn, without hurry.
fn bet_meanwhile(mut client: Client, members: &[(u64, String)], is_over: &AtomicBool) {
    let body = serde_json::from_str(BET).unwrap();
    for (_, token) in members.iter().cycle() {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let bet = Request::json("POST", "/api/games/dice/bet", Some(token), &body);
        assert_eq!(client.ask(&bet).status, 200);
        std::thread::sleep(BET_PAUSE);
    }
}
