//! A growing delay after wrong passwords, by the email or username that was entered, whether it has an
//! account or not. Each of an account's two names has a count of its own.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use parking_lot::Mutex;
use pointhouse_rules::email::EmailAddress;

use super::recent::RecentCounts;
use crate::clock::Clock;
use crate::config;
use crate::ids::UserId;

/// Emails and usernames whose wrong passwords are counted.
const ENTERED_MAX: usize = 16_384;
/// Wrong passwords are forgotten so long after the last one.
const KEPT_MILLIS: i64 = 60 * 60 * 1000;

/// What is counted: a keyed hash of what was entered, or of a member on a known device. The key is made at
/// each start, so no count can be aimed at by a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AccountKey(u64);

/// Cheap to clone.
#[derive(Clone)]
pub struct LoginDelays {
    inner: Arc<Inner>,
}

struct Inner {
    wrong: Mutex<RecentCounts<AccountKey>>,
    key: RandomState,
    clock: Clock,
    /// Wrong passwords before the first delay; 0 is no delay at all.
    free: u32,
    longest_seconds: u32,
}

impl LoginDelays {
    /// As the settings say.
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

    /// The key of the email, username or other text that was entered.
    pub fn of_entered(&self, entered: &str) -> AccountKey {
        let folded = EmailAddress::new(entered).map(|email| email.folded());
        let folded = folded.unwrap_or_else(|_| entered.trim().to_lowercase());
        AccountKey(self.inner.key.hash_one(("entered", folded)))
    }

    /// The key of a member whose device is known, or who is logged in.
    pub fn of_member(&self, user: UserId) -> AccountKey {
        AccountKey(self.inner.key.hash_one(("member", user.0)))
    }

    /// Lets an attempt through. It counts as a wrong password until it is known to be right, so that
    /// attempts at the same time are not let through together.
    ///
    /// # Errors
    /// Whole seconds until the next attempt, at least 1. Attempts that are refused prolong nothing.
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

    /// The password was right: nothing is counted against it any more.
    pub fn forgive(&self, key: AccountKey) {
        self.inner.wrong.lock().remove(key);
    }

    /// The password was not looked at.
    pub fn take_back(&self, key: AccountKey) {
        self.inner.wrong.lock().take_back(key);
    }

    /// The delay after so many wrong passwords: 1 s after the last free one, twice as long after each
    /// further one, up to the longest.
    fn delay_millis(&self, count: u32) -> i64 {
        let Some(beyond) = count.checked_sub(self.inner.free) else { return 0 };
        let seconds = 1_u32.checked_shl(beyond).unwrap_or(u32::MAX).min(self.inner.longest_seconds);
        i64::from(seconds) * 1000
    }
}
