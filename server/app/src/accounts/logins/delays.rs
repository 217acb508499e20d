//! A growing delay after wrong passwords, counted by the email or username that was entered,
//! whether it has an account or not. The email and the username of an account are counted
//! separately.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_rules::email::EmailAddress;

use super::recent::RecentCounts;
use crate::clock::Clock;
use crate::config;
use crate::ids::UserId;

/// Most emails and usernames whose wrong passwords are counted.
const ENTERED_MAX: usize = 16_384;
/// Wrong passwords are forgotten this long after the last one, in milliseconds.
const KEPT_MILLIS: i64 = 60 * 60 * 1000;

/// What is counted: a keyed hash of the text that was entered, or of a member on a known device.
/// The hash key is generated at each start, so that no collision can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccountKey(u64);

/// The counts. Cheap to clone.
#[derive(Clone)]
pub struct LoginDelays {
    inner: Arc<Inner>,
}

struct Inner {
    wrong: Mutex<RecentCounts<AccountKey>>,
    key: RandomState,
    clock: Clock,
    /// Wrong passwords before the first delay. 0 turns delays off.
    free: u32,
    longest_seconds: u32,
}

impl LoginDelays {
    /// Creates the counts from the settings.
    pub fn new(settings: &config::Auth, clock: &Clock) -> Self {
        let inner = Inner {
            wrong: Mutex::new(RecentCounts::new(ENTERED_MAX, KEPT_MILLIS)),
            key: RandomState::new(),
            clock: clock.clone(),
            free: settings.wrong_passwords,
            longest_seconds: settings.wrong_password_delay_max,
        };
        Self { inner: Arc::new(inner) }
    }

    /// The key of an email, username or other text that was entered.
    pub fn of_entered(&self, entered: &str) -> AccountKey {
        let folded = EmailAddress::new(entered).map(|email| email.folded());
        let folded = folded.unwrap_or_else(|_| entered.trim().to_lowercase());
        AccountKey(self.inner.key.hash_one(("entered", folded)))
    }

    /// The key of a member whose device is known, or who is logged in.
    pub fn of_member(&self, user: UserId) -> AccountKey {
        AccountKey(self.inner.key.hash_one(("member", user.0)))
    }

    /// Admits an attempt, and counts it as a wrong password until it proves right, so that parallel
    /// attempts are not all admitted.
    ///
    /// # Errors
    /// Whole seconds until the next attempt, at least 1. Refused attempts don't prolong the delay.
    pub fn admit(&self, key: AccountKey) -> Result<(), u64> {
        if self.inner.free == 0 {
            return Ok(());
        }
        let now = self.inner.clock.now().0;
        let mut wrong = self.inner.wrong.lock();
        if let Some(recent) = wrong.get(key, now) {
            let delay = self.delay_millis(recent.count);
            let left = delay.saturating_sub(now.saturating_sub(recent.at)).min(delay);
            if left > 0 {
                return Err(u64::try_from(left).unwrap_or(0).div_ceil(1000).max(1));
            }
        }
        wrong.add(key, now);
        Ok(())
    }

    /// Call after a correct password: resets the count.
    pub fn forgive(&self, key: AccountKey) {
        self.inner.wrong.lock().remove(key);
    }

    /// Call when the password was not checked: takes the count of [`LoginDelays::admit`] back.
    pub fn take_back(&self, key: AccountKey) {
        self.inner.wrong.lock().take_back(key);
    }

    /// The delay after this many wrong passwords: 1 s after the last free one, doubled by each
    /// further one, up to the configured maximum.
    fn delay_millis(&self, count: u32) -> i64 {
        let Some(beyond) = count.checked_sub(self.inner.free) else { return 0 };
        let seconds = 1_u32.checked_shl(beyond).unwrap_or(u32::MAX).min(self.inner.longest_seconds);
        i64::from(seconds) * 1000
    }
}
