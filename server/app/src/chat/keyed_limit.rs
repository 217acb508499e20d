//! Rate limits that follow the site's clock.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;

use crate::clock::Millis;

/// Most keys counted at once. When full, keys that are not counted yet are refused.
const COUNTED_MAX: usize = 50_000;

/// A number of uses per period, for each key.
pub(super) struct KeyedLimit<Key> {
    most: u32,
    /// Length of the period, in milliseconds.
    time: AtomicI64,
    counted: Mutex<HashMap<Key, (Millis, u32)>>,
}

impl<Key: Eq + Hash> KeyedLimit<Key> {
    pub(super) fn new(most: u32, time: i64) -> Self {
        Self { most, time: AtomicI64::new(time), counted: Mutex::default() }
    }

    /// Changes the length of the period, in milliseconds.
    pub(super) fn set_time(&self, time: i64) {
        self.time.store(time, Ordering::Relaxed);
    }

    /// Counts one use. Returns false if the limit is reached.
    pub(super) fn take(&self, key: Key, now: Millis) -> bool {
        let time = self.time.load(Ordering::Relaxed);
        if time == 0 {
            return true;
        }
        let mut counted = self.counted.lock();
        let is_over = |since: Millis| now >= since.plus(time) || now < since;
        if counted.len() >= COUNTED_MAX {
            counted.retain(|_, (since, _)| !is_over(*since));
        }
        if counted.len() >= COUNTED_MAX && !counted.contains_key(&key) {
            return false;
        }
        let (since, count) = counted.entry(key).or_insert((now, 0));
        if is_over(*since) {
            (*since, *count) = (now, 0);
        }
        *count += 1;
        *count <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_has_its_own_count_that_starts_again() {
        let keyed_limit = KeyedLimit::new(2, 1000);
        let taken = |key, at| keyed_limit.take(key, Millis(at));
        assert_eq!(
            [taken(1, 0), taken(1, 0), taken(1, 999), taken(2, 999)],
            [true, true, false, true]
        );
        assert!(taken(1, 1000));
        // Setting the clock back must not lock a key out.
        assert!(taken(1, 0));
        assert!(KeyedLimit::new(0, 0).take(1, Millis(0)));
    }

    #[test]
    fn what_is_counted_has_a_limit() {
        let keyed_limit = KeyedLimit::new(1, 1000);
        for key in 0..COUNTED_MAX {
            assert!(keyed_limit.take(key, Millis(0)));
        }
        assert!(!keyed_limit.take(COUNTED_MAX, Millis(0)));
        assert!(keyed_limit.take(COUNTED_MAX, Millis(1000)));
        assert_eq!(keyed_limit.counted.lock().len(), 1);
    }
}
