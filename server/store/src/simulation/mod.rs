//! A seeded simulation of a machine that fails, and exhaustive damage.
//!
//! A seeded run uses one thread and takes all random numbers from its seed, so that a failing seed
//! fails again: `POINTHOUSE_STORE_SEED=<seed> cargo test -p pointhouse-store simulation` runs one
//! alone.
//!
//! After every crash and start: nothing acknowledged is lost, no group is partial, revisions
//! increase by one, the sequence has no gap, readers only ever saw durable data, and projections
//! equal a count from scratch.

mod bases;
mod chance;
mod damage;
mod disk;
mod index;
mod model;
mod threads;
mod views;
mod world;

use world::{Deeds, World};

const SEEDS: u64 = 4_000;
const STEPS: usize = 60;
const ONE_SEED: &str = "POINTHOUSE_STORE_SEED";

/// Names the seed when its run panics.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the simulation failed; run it alone with {ONE_SEED}={}", self.0);
        }
    }
}

/// Runs all seeds, or the one that the environment names.
fn for_each_seed(seeds: u64, mut run: impl FnMut(u64)) {
    let mut named = |seed| {
        let _named = Named(seed);
        run(seed);
    };
    match std::env::var(ONE_SEED) {
        Ok(seed) => named(seed.parse().expect("a seed is a number")),
        Err(_) => (0..seeds).for_each(named),
    }
}

fn run(seed: u64) -> Deeds {
    let mut world = World::new(seed);
    for _ in 0..STEPS {
        world.step();
    }
    let (_files, deeds) = world.finish();
    deeds
}

#[test]
fn no_crash_loses_or_halves_what_was_acknowledged() {
    let mut deeds = Deeds::default();
    for_each_seed(SEEDS, |seed| deeds += run(seed));
    println!("{deeds:?}");
    assert!(deeds.blocks > 0, "packs were merged");
}
