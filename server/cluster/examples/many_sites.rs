//! A host of many sites on paper: how long the sites of a lost machine are away, and how busy etcd is before.
//! `cargo run --release -p pointhouse-cluster --example many_sites [SITES [MACHINES [ETCDS]]]`, or `... measure`: how many
//! questions three members of etcd answer on this machine.
//!
//! Each site has a leader and a machine that follows, on two machines by chance. What a step costs is measured on two cores
//! (`scripts/bench cluster`, the log of a start); the rest is counted.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    unreachable_pub,
    clippy::indexing_slicing
)]

// The tests use more of it.
#[allow(dead_code)]
#[path = "../tests/members/mod.rs"]
mod members;

use std::time::{Duration, Instant};

use pointhouse_cluster::{Engine, Etcd, EtcdOptions, Op, Txn};
use rand::{Rng, RngExt};

/// Questions of a machine that follows, per second, with its notes.
const FOLLOWER_ASKS: f64 = 10.2;
/// What a leader without bets asks: its lease, its upkeep, its look at the others and at each member of etcd.
const LEADER_ASKS: f64 = 2.2;
/// Questions that three members of etcd answer per second, with who asks on the same two cores (`measure`).
const ETCD_ANSWERS: f64 = 2_000.0;
/// Seconds that a lease lasts; it is kept three times in this time.
const LEASE: f64 = 5.0;
/// Questions from noticing to leading, and of the first writes.
const TAKEOVER_ASKS: f64 = 9.0;
/// Seconds of a processor for what a start does after leading, on a site with few members.
const START_CPU: f64 = 0.2;
const CORES: usize = 2;

fn main() {
    if std::env::args().nth(1).is_some_and(|first| first == "measure") {
        return measure();
    }
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<usize>().unwrap());
    let (sites, machines) = (arguments.next().unwrap_or(10_000), arguments.next().unwrap_or(50));
    let etcds = arguments.next().unwrap_or(1);
    let asked = sites as f64 / etcds as f64 * (FOLLOWER_ASKS + LEADER_ASKS);
    println!("{sites} sites on {machines} machines with {etcds} clusters of etcd");
    println!("each machine: {:.0} leaders and as many that follow", sites as f64 / machines as f64);
    println!(
        "each etcd: {asked:.0} questions a second, {:.0}% of what it answers",
        asked / ETCD_ANSWERS * 100.0
    );
    if asked >= ETCD_ANSWERS {
        println!(
            "that is too much: leases end while their keeping waits. More clusters of etcd, or larger ones."
        );
        return;
    }
    let mut rng = rand::rng();
    let mut away = lose_a_machine((sites, machines, etcds), asked, &mut rng);
    away.sort_unstable_by(f64::total_cmp);
    let quantile = |part: f64| away[((away.len() - 1) as f64 * part) as usize];
    println!(
        "a machine is lost: {} sites are away, half of them for {:.1} s, 99% for at most {:.1} s, the last for {:.1} s",
        away.len(),
        quantile(0.5),
        quantile(0.99),
        quantile(1.0)
    );
}

/// Seconds without a leader of each site that the lost machine led.
fn lose_a_machine(
    (sites, machines, etcds): (usize, usize, usize),
    asked: f64,
    rng: &mut impl Rng,
) -> Vec<f64> {
    // When each core is free again.
    let mut cores = vec![[0.0_f64; CORES]; machines];
    // A queue with random arrivals waits this long on average.
    let answer = 1.0 / (ETCD_ANSWERS - asked);
    let led = (0..sites).filter(|_| rng.random_range(0..machines) == 0).count();
    let mut notice = || {
        let lease = LEASE - rng.random_range(0.0..LEASE / 3.0);
        (lease + rng.random_range(0.0..0.1), rng.random_range(1..machines))
    };
    let mut noticed: Vec<(f64, usize)> = (0..led.max(1)).map(|_| notice()).collect();
    noticed.sort_unstable_by(|one, other| one.0.total_cmp(&other.0));
    // The takeovers ask etcd on top of everything else, one after the other in each cluster.
    let mut free = vec![0.0_f64; etcds];
    let take = |(number, (at, machine)): (usize, (f64, usize))| {
        let etcd = &mut free[number % etcds];
        let leads = etcd.max(at) + TAKEOVER_ASKS * answer.max(0.002);
        *etcd = etcd.max(at) + TAKEOVER_ASKS / (ETCD_ANSWERS - asked);
        let core = cores[machine].iter_mut().min_by(|one, other| one.total_cmp(other)).unwrap();
        *core = core.max(leads) + START_CPU;
        *core
    };
    noticed.into_iter().enumerate().map(take).collect()
}

/// Asks from several threads what a machine that follows asks, and prints the rate.
fn measure() {
    const THREADS: usize = 16;
    const TIME: Duration = Duration::from_secs(5);
    members::prepare_tls();
    let members = members::Members::start(3);
    let ask = |_| {
        let options = EtcdOptions { endpoints: members.endpoints(), ..EtcdOptions::default() };
        std::thread::spawn(move || {
            let mut etcd = Etcd::new(&options, None).unwrap();
            let key = || b"head".to_vec();
            let read = Txn::read(vec![
                Op::Get(key()),
                Op::Range(b"log/".to_vec(), b"log0".to_vec(), 16),
                Op::Get(b"leader".to_vec()),
            ]);
            let (begun, mut answered) = (Instant::now(), 0);
            while begun.elapsed() < TIME {
                answered += u64::from(etcd.transact(&read).is_ok());
            }
            answered
        })
    };
    let threads: Vec<_> = (0..THREADS).map(ask).collect();
    let answered: u64 = threads.into_iter().map(|thread| thread.join().unwrap()).sum();
    println!("{:.0} questions a second", answered as f64 / TIME.as_secs_f64());
}
