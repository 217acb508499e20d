//! A seeded simulation of a machine that fails, and exhaustive damage.
//!
//! Everything here runs on one thread and draws all chance from the seed, so a seed that fails
//! fails again: `POINTHOUSE_STORE_SEED=<seed> cargo test -p pointhouse-store simulation` runs one
//! alone.
//!
//! What must hold after every crash and start: nothing that was acknowledged is lost, no group is
//! half there, revisions step by one, the sequence has no gap, readers only ever saw what was
//! durable, and projections equal a count from scratch.

mod bases;
mod chance;
mod damage;
mod disk;
mod index;
mod model;
mod threads;
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

fn run(seed: u64) -> Deeds {
    let _named = Named(seed);
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
    match std::env::var(ONE_SEED) {
        Ok(seed) => deeds += run(seed.parse().unwrap()),
        Err(_) => (0..SEEDS).for_each(|seed| deeds += run(seed)),
    }
    println!("{deeds:?}");
}
