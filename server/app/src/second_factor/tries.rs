//! How often codes are tried: counted by where the tries come from, so that a stranger with the password never closes
//! the account for its owner (docs/security.md, "Codes of a second factor").
//!
//! A code of the app is right by chance in 3 of 1,000,000 tries. Browsers that logged in with a code before have a count
//! of their own each. All other browsers have one count a network and one together. Recovery codes have 60 random bits,
//! so they need no count of all together, and stay a way in when that one is used up.

use std::collections::HashMap;
use std::net::IpAddr;

use parking_lot::Mutex;

use super::SecondFactorError;
use crate::clock::Clock;
use crate::ids::Principal;
use crate::rate::network;

const MINUTE: i64 = 60 * 1000;
const DAY: i64 = 24 * 60 * MINUTE;
/// Most counts that are kept, about 80 bytes each.
const COUNTS_MAX: usize = 1 << 16;

/// Where a code comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Address of the client.
    pub client: IpAddr,
    /// Mark of a browser that has logged in to the account with everything that a login needs.
    pub device: Option<[u8; 20]>,
}

/// What a code is for. Tries in a session that was taken over don't count against logins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeUse {
    /// A login.
    Login,
    /// A proof of a session.
    Proof,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Lane {
    Device(CodeUse, [u8; 20]),
    Network(CodeUse, IpAddr),
    /// All browsers without a mark together.
    Unknown(CodeUse),
    /// Recovery codes of a browser or a network, for any use.
    RecoveryDevice([u8; 20]),
    RecoveryNetwork(IpAddr),
}

impl Lane {
    /// Tries at once, and tries in 24 hours. One that is refused waits for an hour at most. A network gets no more in an
    /// hour than all unknown browsers together, so one network alone never uses up theirs.
    const fn quota(self) -> (i64, i64) {
        match self {
            Self::Device(CodeUse::Login, _) | Self::Unknown(CodeUse::Login) => (30, 24),
            Self::Network(CodeUse::Login, _) => (10, 24),
            Self::Device(CodeUse::Proof, _) | Self::Network(CodeUse::Proof, _) => (30, 60),
            Self::Unknown(CodeUse::Proof) => (60, 60),
            Self::RecoveryDevice(_) | Self::RecoveryNetwork(_) => (100, 2400),
        }
    }

    /// Time in which one try is forgotten, milliseconds.
    const fn interval(self) -> i64 {
        let (_, per_day) = self.quota();
        DAY / per_day
    }
}

type Key = (u64, Lane);

/// Counts of tries. A right code takes its counts back.
pub(super) struct Tries {
    clock: Clock,
    /// When each count is zero again, in milliseconds.
    counts: Mutex<HashMap<Key, i64>>,
}

/// The counts of a try, to be taken back when its code is right.
pub(super) struct Counted(Vec<Key>);

impl Tries {
    pub(super) fn new(clock: &Clock) -> Self {
        Self { clock: clock.clone(), counts: Mutex::default() }
    }

    /// Counts a code of the app.
    pub(super) fn take_code(
        &self,
        who: Principal,
        of: CodeUse,
        source: Source,
    ) -> Result<Counted, SecondFactorError> {
        match source.device {
            Some(device) => self.take(who, &[Lane::Device(of, device)]),
            None => self.take(who, &[Lane::Network(of, network(source.client)), Lane::Unknown(of)]),
        }
    }

    /// Counts a recovery code.
    pub(super) fn take_recovery_code(
        &self,
        who: Principal,
        source: Source,
    ) -> Result<Counted, SecondFactorError> {
        let of_network = Lane::RecoveryNetwork(network(source.client));
        self.take(who, &[source.device.map_or(of_network, Lane::RecoveryDevice)])
    }

    /// Counts a try in each lane, or in none if one of them is used up.
    fn take(&self, who: Principal, lanes: &[Lane]) -> Result<Counted, SecondFactorError> {
        let now = self.clock.now().0;
        let mut counts = self.counts.lock();
        let mut after = Vec::new();
        for lane in lanes {
            let key = (who.number(), *lane);
            let (most, interval) = (lane.quota().0 * lane.interval(), lane.interval());
            // A count beyond its maximum was made before the clock was set back.
            let zero_at = counts.get(&key).copied().filter(|at| *at - now <= most);
            let zero_at = zero_at.unwrap_or(now).max(now) + interval;
            let over = zero_at - now - most;
            if over > 0 {
                let retry_after = u64::try_from(over).unwrap_or(0).div_ceil(1000).max(1);
                return Err(SecondFactorError::TooManyCodes { retry_after });
            }
            after.push((key, zero_at));
        }
        free_space(&mut counts, now);
        counts.extend(after.iter().copied());
        Ok(Counted(after.into_iter().map(|(key, _)| key).collect()))
    }

    /// Takes counts back after a right code.
    pub(super) fn give_back(&self, Counted(keys): Counted) {
        let mut counts = self.counts.lock();
        for key in keys {
            if let Some(zero_at) = counts.get_mut(&key) {
                *zero_at -= key.1.interval();
            }
        }
    }

    /// Removes counts that are zero.
    pub(super) fn forget_old(&self) {
        let now = self.clock.now().0;
        self.counts.lock().retain(|_, zero_at| *zero_at > now);
    }
}

/// Frees space for two counts. A flood of networks displaces counts of networks, which the count of all unknown browsers
/// bounds anyway.
fn free_space(counts: &mut HashMap<Key, i64>, now: i64) {
    if counts.len() + 2 <= COUNTS_MAX {
        return;
    }
    counts.retain(|_, zero_at| *zero_at > now);
    if counts.len() + 2 > COUNTS_MAX {
        counts.retain(|(_, lane), _| !matches!(lane, Lane::Network(..) | Lane::RecoveryNetwork(_)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::UserId;

    fn from(client: &str, device: Option<u8>) -> Source {
        Source { client: client.parse().unwrap(), device: device.map(|byte| [byte; 20]) }
    }

    fn admitted(tries: &Tries, of: CodeUse, sources: impl Iterator<Item = Source>) -> usize {
        let who = Principal::Member(UserId(1));
        sources.filter(|source| tries.take_code(who, of, *source).is_ok()).count()
    }

    #[test]
    fn many_networks_have_few_tries_together_and_leave_known_browsers_theirs() {
        let clock = Clock::fixed_at(crate::clock::Millis(1_000_000_000_000));
        let tries = Tries::new(&clock);
        let networks = |of: std::ops::Range<u32>| {
            of.map(|number| from(&format!("198.{}.{}.7", number / 250, number % 250), None))
        };
        let one = |source: Source, times: usize| std::iter::repeat_n(source, times);
        assert_eq!(admitted(&tries, CodeUse::Login, one(from("192.0.2.1", None), 40)), 10);
        // One network of IPv6 is one source.
        let v6 = (0..40).map(|number| from(&format!("2001:db8::{number:x}"), None));
        assert_eq!(admitted(&tries, CodeUse::Login, v6), 10);
        assert_eq!(admitted(&tries, CodeUse::Login, networks(0..1000)), 10);
        assert_eq!(admitted(&tries, CodeUse::Login, one(from("192.0.2.1", Some(1)), 40)), 30);
        assert_eq!(admitted(&tries, CodeUse::Login, one(from("192.0.2.1", Some(2)), 1)), 1);
        // A year of them is a chance of 2.6%.
        let mut year = 0;
        for day in 0..365 {
            clock.move_to(clock.now().plus(DAY));
            year += admitted(&tries, CodeUse::Login, networks(day * 100..day * 100 + 100));
        }
        assert!(year <= 365 * 24 + 30, "{year}");
    }

    #[test]
    fn recovery_codes_of_another_network_have_their_own_count_and_a_right_code_costs_nothing() {
        let clock = Clock::fixed_at(crate::clock::Millis(1_000_000_000_000));
        let (tries, who) = (Tries::new(&clock), Principal::Member(UserId(1)));
        let attacker = from("192.0.2.1", None);
        let wrong = (0..310).filter(|_| tries.take_recovery_code(who, attacker).is_ok());
        assert_eq!(wrong.count(), 100);
        assert!(tries.take_recovery_code(who, from("192.0.2.2", None)).is_ok());
        for _ in 0..100 {
            let counted = tries.take_code(who, CodeUse::Login, from("192.0.2.3", None));
            tries.give_back(counted.ok().unwrap());
        }
        // A clock that is set back prolongs nothing.
        assert_eq!(admitted(&tries, CodeUse::Login, std::iter::repeat_n(attacker, 20)), 10);
        clock.set_to(clock.now().plus(-400 * DAY));
        assert_eq!(admitted(&tries, CodeUse::Login, std::iter::repeat_n(attacker, 20)), 10);
    }
}
