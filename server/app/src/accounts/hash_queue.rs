//! The order in which passwords are hashed. A hash takes tens of milliseconds and much memory, so
//! few run at once and the others wait. This queue decides their order and which one is refused
//! when it is full.
//!
//! Invariants: the panel has its own lane and is next after the running hash, but doesn't take two
//! turns in a row while members wait; within a lane, jobs whose network and account were seen least
//! recently go first; a full lane refuses the busiest source; no job waits for ever. The queue
//! reads no clock: the caller passes the time.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use super::logins::AccountKey;
use super::logins::recent::RecentCounts;

/// Passwords of the panel that may wait.
const PANEL_WAITING_MAX: usize = 16;
/// Longest wait. After it the caller is asked to try again later.
pub(super) const WAIT_MAX: Duration = Duration::from_secs(10);
/// How long a network or an account counts as busy after its last password, in milliseconds.
const LOUD_MILLIS: i64 = 10 * 60 * 1000;
/// Networks and accounts counted per lane.
const SHARES_MAX: usize = 16_384;

/// What a hash is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HashFor {
    /// A login to the panel, with the client's address.
    Panel(IpAddr),
    /// A call of a member or a visitor, with the client's address, and the account if there is one.
    Member(IpAddr, Option<AccountKey>),
    /// The site itself: at start, and from the command line.
    Site,
}

/// A job whose caller may disconnect.
pub(super) trait Awaited {
    /// True when the caller has disconnected.
    fn is_abandoned(&self) -> bool;
}

/// A source that is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Share {
    Network(IpAddr),
    Account(AccountKey),
}

struct Waiting<Job> {
    job: Job,
    /// How often the network or the account was seen recently, whichever is more. Lower goes first.
    rank: u32,
    /// Order of arrival.
    ticket: u64,
    since: i64,
}

struct Lane<Job> {
    waiting: Vec<Waiting<Job>>,
    max: usize,
    seen: RecentCounts<Share>,
}

/// The queue. See the module documentation.
pub(super) struct HashQueue<Job> {
    panel: Lane<Job>,
    members: Lane<Job>,
    panel_was_last: bool,
    next_ticket: u64,
}

impl<Job: Awaited> HashQueue<Job> {
    /// Creates a queue for at most this many waiting passwords of members.
    pub(super) fn new(members_max: usize) -> Self {
        Self {
            panel: Lane::new(PANEL_WAITING_MAX),
            members: Lane::new(members_max),
            panel_was_last: false,
            next_ticket: 0,
        }
    }

    /// Adds a job. Returns the job that has to go if the lane is full: the new one, or a waiting
    /// one from a busier source.
    pub(super) fn push(&mut self, hash_for: HashFor, job: Job, now: i64) -> Option<Job> {
        let ticket = self.next_ticket;
        self.next_ticket = ticket.wrapping_add(1);
        let (lane, shares) = match hash_for {
            HashFor::Panel(address) => (&mut self.panel, [Some(network(address)), None]),
            HashFor::Member(address, account) => {
                (&mut self.members, [Some(network(address)), account.map(Share::Account)])
            }
            HashFor::Site => (&mut self.panel, [None, None]),
        };
        let rank = lane.rank(shares.into_iter().flatten(), now);
        lane.push(Waiting { job, rank, ticket, since: now }, now)
    }

    /// Takes back the count of a correct password: the logins of one account, or of many members
    /// who share a network, must not count as an attack.
    pub(super) fn forgive(&mut self, hash_for: HashFor) {
        match hash_for {
            HashFor::Panel(address) => self.panel.seen.take_back(network(address)),
            HashFor::Member(address, account) => {
                self.members.seen.take_back(network(address));
                if let Some(account) = account {
                    self.members.seen.remove(Share::Account(account));
                }
            }
            HashFor::Site => {}
        }
    }

    /// The next job, if one waits.
    pub(super) fn pop(&mut self, now: i64) -> Option<Job> {
        self.panel.forget_over(now);
        self.members.forget_over(now);
        let is_panels_turn = !self.panel_was_last || self.members.waiting.is_empty();
        let panel_is_next = is_panels_turn && !self.panel.waiting.is_empty();
        self.panel_was_last = panel_is_next;
        if panel_is_next { self.panel.pop() } else { self.members.pop() }
    }
}

impl<Job: Awaited> Lane<Job> {
    fn new(max: usize) -> Self {
        Self { waiting: Vec::new(), max, seen: RecentCounts::new(SHARES_MAX, LOUD_MILLIS) }
    }

    /// The rank of a password from these sources. Counts it as well.
    fn rank(&mut self, shares: impl Iterator<Item = Share>, now: i64) -> u32 {
        let mut rank = 0;
        for share in shares {
            rank = rank.max(self.seen.get(share, now).map_or(0, |seen| seen.count));
            self.seen.add(share, now);
        }
        rank
    }

    fn push(&mut self, new: Waiting<Job>, now: i64) -> Option<Job> {
        if self.waiting.len() >= self.max {
            self.forget_over(now);
        }
        if self.waiting.len() < self.max {
            self.waiting.push(new);
            return None;
        }
        let order = |waiting: &Waiting<Job>| (waiting.rank, waiting.ticket);
        let loudest = self.waiting.iter_mut().max_by_key(|waiting| order(waiting));
        match loudest {
            Some(loudest) if loudest.rank > new.rank => Some(std::mem::replace(loudest, new).job),
            _ => Some(new.job),
        }
    }

    fn pop(&mut self) -> Option<Job> {
        let order = |waiting: &Waiting<Job>| (waiting.rank, waiting.ticket);
        let next = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| order(waiting));
        let place = next.map(|(place, _)| place)?;
        Some(self.waiting.swap_remove(place).job)
    }

    /// Drops jobs whose caller has disconnected and those that have waited too long.
    fn forget_over(&mut self, now: i64) {
        let longest = i64::try_from(WAIT_MAX.as_millis()).unwrap_or(i64::MAX);
        self.waiting.retain(|waiting| {
            now.saturating_sub(waiting.since) < longest && !waiting.job.is_abandoned()
        });
    }
}

/// The network that counts as one source: a /24 of IPv4, a /48 of IPv6.
fn network(address: IpAddr) -> Share {
    Share::Network(match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
        IpAddr::V6(v6) => {
            let [a, b, c, ..] = v6.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accounts::logins::LoginDelays;
    use crate::clock::{Clock, Millis};
    use crate::config::Config;

    #[derive(Debug, PartialEq, Eq)]
    struct Named(&'static str);

    impl Awaited for Named {
        fn is_abandoned(&self) -> bool {
            self.0 == "abandoned"
        }
    }

    impl Awaited for usize {
        fn is_abandoned(&self) -> bool {
            false
        }
    }

    fn member(address: &str) -> HashFor {
        HashFor::Member(address.parse().unwrap(), None)
    }

    fn all(queue: &mut HashQueue<Named>, now: i64) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop(now)).map(|job| job.0).collect()
    }

    #[test]
    fn the_panel_is_next_and_leaves_every_other_turn() {
        let mut queue = HashQueue::new(8);
        for name in ["one", "two", "three"] {
            assert_eq!(queue.push(member("10.0.0.1"), Named(name), 0), None);
        }
        assert_eq!(queue.pop(0), Some(Named("one")));
        for name in ["panel one", "panel two"] {
            queue.push(HashFor::Panel("10.0.0.1".parse().unwrap()), Named(name), 0);
        }
        queue.push(HashFor::Site, Named("site"), 0);
        let order = all(&mut queue, 0);
        assert_eq!(order, ["panel one", "two", "site", "three", "panel two"]);
    }

    #[test]
    fn a_quiet_source_goes_before_the_third_of_a_loud_one() {
        let mut queue = HashQueue::new(8);
        // A /24 of IPv4 and a /48 of IPv6 are one source each.
        queue.push(member("10.0.0.1"), Named("a1"), 0);
        queue.push(member("10.0.0.99"), Named("a2"), 0);
        queue.push(member("10.0.0.7"), Named("a3"), 0);
        queue.push(member("2001:db8:1:1::1"), Named("b1"), 0);
        queue.push(member("2001:db8:1:ffff::2"), Named("b2"), 0);
        queue.push(member("10.0.1.1"), Named("c1"), 0);
        queue.push(member("::ffff:10.0.1.9"), Named("c2"), 0);
        assert_eq!(all(&mut queue, 0), ["a1", "b1", "c1", "a2", "b2", "c2", "a3"]);
    }

    #[test]
    fn an_account_is_a_source_too() {
        let settings = Config::defaults().unwrap().auth;
        let delays = LoginDelays::new(&settings, &Clock::fixed_at(Millis(0)));
        let of = |address: &str, email: &str| {
            HashFor::Member(address.parse().unwrap(), Some(delays.of_entered(email)))
        };
        let mut queue = HashQueue::new(8);
        queue.push(of("10.0.1.1", "a@example.com"), Named("a1"), 0);
        queue.push(of("10.0.2.1", "A@Example.com"), Named("a2"), 0);
        queue.push(of("10.0.3.1", "b@example.com"), Named("b1"), 0);
        assert_eq!(all(&mut queue, 0), ["a1", "b1", "a2"]);
        // Correct logins of an account must not slow it down.
        queue.forgive(of("10.0.1.1", "a@example.com"));
        queue.push(of("10.0.4.1", "b@example.com"), Named("b2"), 0);
        queue.push(of("10.0.5.1", "a@example.com"), Named("a3"), 0);
        assert_eq!(all(&mut queue, 0), ["a3", "b2"]);
    }

    #[test]
    fn a_network_of_members_who_log_in_is_quiet() {
        let mut queue = HashQueue::new(8);
        for _ in 0..20 {
            queue.push(member("10.0.0.1"), Named("a member's"), 0);
            assert_eq!(queue.pop(0), Some(Named("a member's")));
            queue.forgive(member("10.0.0.1"));
        }
        queue.push(member("10.0.1.1"), Named("b1"), 0);
        queue.push(member("10.0.1.1"), Named("b2"), 0);
        queue.push(member("10.0.0.1"), Named("a"), 0);
        assert_eq!(all(&mut queue, 0), ["b1", "a", "b2"]);
    }

    #[test]
    fn a_full_queue_refuses_the_loudest() {
        let mut queue = HashQueue::new(3);
        queue.push(member("10.0.0.1"), Named("a1"), 0);
        queue.push(member("10.0.0.1"), Named("a2"), 0);
        queue.push(member("10.0.0.1"), Named("a3"), 0);
        assert_eq!(queue.push(member("10.0.0.1"), Named("a4"), 0), Some(Named("a4")));
        assert_eq!(queue.push(member("10.0.1.1"), Named("b1"), 0), Some(Named("a3")));
        assert_eq!(queue.push(member("10.0.2.1"), Named("c1"), 0), Some(Named("a2")));
        // All sources are equally quiet: the waiting jobs stay.
        assert_eq!(queue.push(member("10.0.3.1"), Named("d1"), 0), Some(Named("d1")));
        assert_eq!(all(&mut queue, 0), ["a1", "b1", "c1"]);
    }

    #[test]
    fn the_panel_has_its_own_bounded_lane() {
        let mut queue = HashQueue::new(1);
        queue.push(member("10.0.0.1"), Named("member"), 0);
        for network in 0..20 {
            let address = Ipv4Addr::new(10, 0, network, 1).into();
            let refused = queue.push(HashFor::Panel(address), Named("panel"), 0);
            assert_eq!(refused.is_some(), usize::from(network) >= PANEL_WAITING_MAX);
        }
    }

    #[test]
    fn what_waited_too_long_or_is_not_awaited_is_left_out() {
        let mut queue = HashQueue::new(8);
        queue.push(member("10.0.0.1"), Named("early"), 0);
        queue.push(member("10.0.1.1"), Named("abandoned"), 5000);
        queue.push(member("10.0.2.1"), Named("late"), 5000);
        assert_eq!(all(&mut queue, 10_000), ["late"]);
    }

    /// 80 logins a second from 480 networks, each within 10 a minute, for ten minutes; 25 can be
    /// hashed. Each second a member logs in from a quiet network: once the attacking networks are
    /// known, all of the members are served soon.
    #[test]
    fn in_a_storm_from_many_networks_a_quiet_one_is_soon_served() {
        const MEMBER: usize = usize::MAX;
        /// All 480 networks have sent a login, and the first of each is hashed.
        const KNOWN_BY: i64 = 10_000;
        let mut queue = HashQueue::new(64);
        let mut waits = Vec::new();
        let mut asked: Option<i64> = None;
        // Steps of 2.5 ms: an attacker each 12.5 ms, a hash each 40 ms.
        for step in 0..240_000_i64 {
            let now = step * 5 / 2;
            if step % 5 == 0 {
                let number = (step / 5) % 480;
                let [high, low] = u16::try_from(number).unwrap().to_be_bytes();
                let address = Ipv4Addr::new(100, high, low, 1).into();
                queue.push(HashFor::Member(address, None), 0, now);
            }
            // Each login comes from another network.
            if step % 400 == 0 {
                let [high, low] = u16::try_from(step / 400).unwrap().to_be_bytes();
                let address = Ipv4Addr::new(200, high, low, 1).into();
                let refused = queue.push(HashFor::Member(address, None), MEMBER, now);
                if now >= KNOWN_BY {
                    assert_ne!(refused, Some(MEMBER), "a quiet one is not refused");
                    asked = Some(now);
                }
            }
            if step % 16 == 0
                && queue.pop(now) == Some(MEMBER)
                && let Some(asked) = asked.take()
            {
                waits.push(now - asked);
            }
        }
        assert!(waits.len() >= 589, "{}", waits.len());
        assert!(waits.iter().all(|wait| *wait <= 200), "{waits:?}");
    }
}
