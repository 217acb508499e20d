//! Counts by key that expire, in bounded memory.

use std::collections::HashMap;
use std::hash::Hash;

/// A count and the time of the last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::accounts) struct Recent {
    pub(in crate::accounts) count: u32,
    /// Time of the last event, in milliseconds.
    pub(in crate::accounts) at: i64,
}

/// Holds at most `max` keys. A new key replaces the one with the lowest count, and among those the
/// oldest: a flood of new keys evicts itself before it evicts a key that is counted repeatedly.
pub(in crate::accounts) struct RecentCounts<K> {
    counts: HashMap<K, Recent>,
    max: usize,
    kept_millis: i64,
}

impl<K: Copy + Eq + Hash> RecentCounts<K> {
    /// Creates counts that expire `kept_millis` after the last event.
    pub(in crate::accounts) fn new(max: usize, kept_millis: i64) -> Self {
        Self { counts: HashMap::new(), max, kept_millis }
    }

    /// The count of a key, unless it has expired.
    pub(in crate::accounts) fn get(&self, key: K, now: i64) -> Option<Recent> {
        self.counts.get(&key).copied().filter(|recent| !self.is_over(recent, now))
    }

    /// Adds one to a key.
    pub(in crate::accounts) fn add(&mut self, key: K, now: i64) {
        let count = self.get(key, now).map_or(0, |recent| recent.count).saturating_add(1);
        if !self.counts.contains_key(&key) && self.counts.len() >= self.max {
            self.evict(now);
        }
        self.counts.insert(key, Recent { count, at: now });
    }

    /// Takes one count back. The time of the last event is kept.
    pub(in crate::accounts) fn take_back(&mut self, key: K) {
        if let Some(recent) = self.counts.get_mut(&key) {
            recent.count = recent.count.saturating_sub(1);
        }
    }

    /// Removes a key.
    pub(in crate::accounts) fn remove(&mut self, key: K) {
        self.counts.remove(&key);
    }

    /// True when a count has expired. A count from the future has expired as well, so that setting
    /// the clock back prolongs nothing.
    fn is_over(&self, recent: &Recent, now: i64) -> bool {
        now.abs_diff(recent.at) >= self.kept_millis.unsigned_abs()
    }

    fn evict(&mut self, now: i64) {
        let worth = |recent: &Recent| {
            let count = if self.is_over(recent, now) { 0 } else { recent.count };
            (count, recent.at)
        };
        let least = self.counts.iter().min_by_key(|(_, recent)| worth(recent));
        if let Some(key) = least.map(|(key, _)| *key) {
            self.counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_new_keys_evicts_itself_first() {
        let mut counts = RecentCounts::new(4, 1000);
        for _ in 0..3 {
            counts.add(1, 0);
        }
        for key in 100..200 {
            counts.add(key, 1);
        }
        assert_eq!(counts.counts.len(), 4);
        assert_eq!(counts.get(1, 1), Some(Recent { count: 3, at: 0 }));
        assert_eq!(counts.get(199, 1), Some(Recent { count: 1, at: 1 }));
    }

    #[test]
    fn a_count_is_forgotten_after_its_time() {
        let mut counts = RecentCounts::new(4, 1000);
        counts.add(1, 0);
        counts.add(1, 900);
        assert_eq!(counts.get(1, 1899), Some(Recent { count: 2, at: 900 }));
        assert_eq!(counts.get(1, 1900), None);
        counts.add(1, 1900);
        assert_eq!(counts.get(1, 1900), Some(Recent { count: 1, at: 1900 }));
        counts.take_back(1);
        assert_eq!(counts.get(1, 1900), Some(Recent { count: 0, at: 1900 }));
        counts.remove(1);
        assert_eq!(counts.get(1, 1900), None);
    }
}
