//! A site on several machines as its members see it: real servers, a real etcd, faults, and members that bet and write down
//! what they were answered.

#[path = "../members/mod.rs"]
pub mod members;

pub mod betting;
pub mod faults;
pub mod machine;
pub mod wire;
pub mod world;

use std::time::{Duration, Instant};

/// Looks until something is there. Other processes have no event to wait for.
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < patience, "not within a minute: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}
