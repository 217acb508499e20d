//! A site on two machines, with faults: what members were answered is there once, on both. Short; `scripts/cluster-soak` is
//! the long run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, unreachable_pub)]
#![allow(clippy::as_conversions)]

mod site;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom;
use site::faults::Fault;
use site::world::World;

const LEASE_SECONDS: u32 = 2;

fn lease(seconds: u32) -> Duration {
    Duration::from_secs(u64::from(seconds))
}

#[test]
fn what_was_acknowledged_is_there_once_after_faults() {
    let mut world = World::begin(LEASE_SECONDS);
    let betting = world.bet();
    for fault in
        [Fault::LeaderKilled, Fault::EtcdMemberKilled, Fault::AnswersLost, Fault::LeaderKilled]
    {
        fault.strike(&mut world, &betting, lease(LEASE_SECONDS));
    }
    let answers = betting.end();
    assert!(answers.iter().all(|answers| !answers.is_empty()));
    world.prove(&answers);
}

/// The long run: `scripts/cluster-soak [FAULTS [LEASE_SECONDS]]`.
#[test]
#[ignore = "takes an hour"]
#[allow(clippy::print_stdout)]
fn soak() {
    let setting = |name: &str, default: u32| {
        std::env::var(name).map_or(default, |text| text.parse().unwrap())
    };
    let (faults, seconds) = (setting("SOAK_FAULTS", 200), setting("SOAK_LEASE", LEASE_SECONDS));
    let begun = Instant::now();
    let mut world = World::begin(seconds);
    let betting = world.bet();
    let mut times = BTreeMap::<Fault, Vec<Duration>>::new();
    for number in 1..=faults {
        let fault = *Fault::ALL.choose(&mut rand::rng()).unwrap();
        let first = fault.strike(&mut world, &betting, lease(seconds));
        times.entry(fault).or_default().push(first);
        println!("{number} of {faults}: {fault:?}, first bet after {first:.1?}");
    }
    let seen = betting.seen();
    let answers = betting.end();
    world.prove(&answers);
    println!("fault | times | median | worst");
    for (fault, times) in &mut times {
        times.sort_unstable();
        let (count, worst) = (times.len(), times.last().unwrap());
        println!("{fault:?} | {count} | {:.1?} | {worst:.1?}", times[count / 2]);
    }
    let ended: usize = world.machines.iter().map(|machine| machine.ended).sum();
    println!(
        "lease {seconds} s: {} acknowledged, 0 lost, 0 doubled; {} refusals, {} calls without an answer; \
         {ended} processes ended by themselves; {:.0?}",
        seen.acknowledged,
        seen.refused,
        seen.unknown,
        begun.elapsed()
    );
}
