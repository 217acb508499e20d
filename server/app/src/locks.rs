//! Async locks by key. Changes of one thing run one at a time; changes of different things do not wait
//! for each other.
//!
//! A guard may be held over an await. It never leaves its module: no public function returns one. While
//! a module holds a guard it calls only modules further left (ARCHITECTURE.md), so no two modules wait
//! for each other's locks.
//!
//! A lock ends with the future that holds it, and a client that disconnects drops the future of its
//! request. Where memory, disk and push must agree, the lock is taken inside
//! [`to_the_end`](crate::detached::to_the_end), and the guard is dropped after the last of them.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::OwnedMutexGuard;

/// A lock for each key. Waiters of a key are served in the order in which they came. A key takes memory
/// only while a task holds it or waits for it. Clones share the locks.
pub struct Locks<K: Eq + Hash + Clone> {
    entries: Entries<K>,
}

type Entries<K> = Arc<Mutex<HashMap<K, Entry>>>;

#[derive(Default)]
struct Entry {
    lock: Arc<tokio::sync::Mutex<()>>,
    /// Tasks that hold the lock or wait for it.
    users: usize,
}

/// Holds a key of [`Locks`] until it is dropped.
#[must_use = "the lock is released when the guard is dropped"]
pub struct Guard<K: Eq + Hash + Clone = ()> {
    // Released first: the entry must outlive its use.
    _held: OwnedMutexGuard<()>,
    _user: User<K>,
}

/// One task that holds a key or waits for it.
struct User<K: Eq + Hash + Clone> {
    entries: Entries<K>,
    key: K,
}

impl<K: Eq + Hash + Clone> Drop for User<K> {
    fn drop(&mut self) {
        let mut entries = self.entries.lock();
        let Some(entry) = entries.get_mut(&self.key) else { return };
        entry.users = entry.users.saturating_sub(1);
        if entry.users == 0 {
            entries.remove(&self.key);
        }
    }
}

impl<K: Eq + Hash + Clone> Locks<K> {
    /// Waits for a key and holds it. A dropped future leaves nothing behind.
    pub async fn lock(&self, key: K) -> Guard<K> {
        let (lock, user) = self.enter(key);
        Guard { _held: lock.lock_owned().await, _user: user }
    }

    /// Holds a key, if no other task does.
    pub fn try_lock(&self, key: K) -> Option<Guard<K>> {
        let (lock, user) = self.enter(key);
        Some(Guard { _held: lock.try_lock_owned().ok()?, _user: user })
    }

    /// Waits for several keys in ascending order, so that two callers never wait for each other.
    pub async fn lock_all(&self, keys: impl IntoIterator<Item = K>) -> Vec<Guard<K>>
    where
        K: Ord,
    {
        let keys: BTreeSet<K> = keys.into_iter().collect();
        let mut guards = Vec::with_capacity(keys.len());
        for key in keys {
            guards.push(self.lock(key).await);
        }
        guards
    }

    fn enter(&self, key: K) -> (Arc<tokio::sync::Mutex<()>>, User<K>) {
        let mut entries = self.entries.lock();
        let entry = entries.entry(key.clone()).or_default();
        entry.users += 1;
        (entry.lock.clone(), User { entries: self.entries.clone(), key })
    }
}

impl<K: Eq + Hash + Clone> Default for Locks<K> {
    fn default() -> Self {
        Self { entries: Arc::default() }
    }
}

impl<K: Eq + Hash + Clone> Clone for Locks<K> {
    fn clone(&self) -> Self {
        Self { entries: self.entries.clone() }
    }
}

/// The one lock of a module. Clones share it.
#[derive(Clone, Default)]
pub struct Lock {
    locks: Locks<()>,
}

impl Lock {
    /// See [`Locks::lock`].
    pub async fn lock(&self) -> Guard {
        self.locks.lock(()).await
    }

    /// See [`Locks::try_lock`].
    pub fn try_lock(&self) -> Option<Guard> {
        self.locks.try_lock(())
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use futures_util::FutureExt;
    use futures_util::future::join_all;

    use super::*;

    fn keys<K: Eq + Hash + Clone>(locks: &Locks<K>) -> usize {
        locks.entries.lock().len()
    }

    /// Polls once.
    fn is_waiting(waiter: &mut (impl Future + Unpin)) -> bool {
        waiter.now_or_never().is_none()
    }

    #[tokio::test]
    async fn two_keys_do_not_wait_for_each_other() {
        let locks = Locks::default();
        let first = locks.lock(1).await;
        let second = locks.lock(2).await;
        assert!(locks.try_lock(1).is_none());
        assert_eq!(keys(&locks), 2);
        drop((first, second));
        assert_eq!(keys(&locks), 0);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn a_key_is_held_by_one_task_at_a_time() {
        let locks = Locks::default();
        let held: Arc<Vec<AtomicBool>> = Arc::new((0..3).map(|_| AtomicBool::new(false)).collect());
        let changes = Arc::new(AtomicUsize::new(0));
        let tasks = (0..500).map(|number: usize| {
            let (locks, held, changes) = (locks.clone(), held.clone(), changes.clone());
            tokio::spawn(async move {
                let key = number % held.len();
                let _guard = locks.lock(key).await;
                assert!(!held[key].swap(true, Ordering::SeqCst));
                tokio::task::yield_now().await;
                changes.fetch_add(1, Ordering::SeqCst);
                assert!(held[key].swap(false, Ordering::SeqCst));
            })
        });
        for done in join_all(tasks).await {
            done.unwrap();
        }
        assert_eq!(changes.load(Ordering::SeqCst), 500);
        assert_eq!(keys(&locks), 0);
    }

    #[tokio::test]
    async fn waiters_are_served_in_the_order_in_which_they_came() {
        let locks = Locks::default();
        let guard = locks.lock("key").await;
        let (mut first, mut second) = (Box::pin(locks.lock("key")), Box::pin(locks.lock("key")));
        assert!(is_waiting(&mut first));
        assert!(is_waiting(&mut second));
        drop(guard);
        assert!(is_waiting(&mut second));
        assert!(locks.try_lock("key").is_none());
        drop(first.await);
        drop(second.await);
        assert_eq!(keys(&locks), 0);
    }

    #[tokio::test]
    async fn a_dropped_waiter_leaves_no_entry_and_is_passed_over() {
        let locks = Locks::default();
        let guard = locks.lock("key").await;
        let (mut gone, mut next) = (Box::pin(locks.lock("key")), Box::pin(locks.lock("key")));
        assert!(is_waiting(&mut gone));
        assert!(is_waiting(&mut next));
        drop(gone);
        drop(guard);
        // One that is dropped after the lock came to it passes it on, too.
        let mut last = Box::pin(locks.lock("key"));
        assert!(is_waiting(&mut last));
        drop(next);
        drop(last.await);
        assert_eq!(keys(&locks), 0);
        assert!(locks.try_lock("key").is_some());
        assert_eq!(keys(&locks), 0);
    }

    #[tokio::test]
    async fn several_keys_are_taken_in_one_order_and_once_each() {
        let locks = Locks::default();
        let guards = locks.lock_all([3, 1, 3]).await;
        assert_eq!(guards.len(), 2);
        let mut other = Box::pin(locks.lock_all([1, 2, 3]));
        assert!(is_waiting(&mut other));
        // It waits for the lowest key and holds none of the others yet.
        assert!(locks.try_lock(2).is_some());
        drop(guards);
        assert_eq!(other.await.len(), 3);
        assert_eq!(keys(&locks), 0);
    }

    #[tokio::test]
    async fn a_panic_releases_the_key() {
        let locks: Locks<u8> = Locks::default();
        let of_task = locks.clone();
        let task = tokio::spawn(async move {
            let _guard = of_task.lock(1).await;
            panic!("on purpose");
        });
        assert!(task.await.is_err());
        assert!(locks.try_lock(1).is_some());
        assert_eq!(keys(&locks), 0);
    }
}
