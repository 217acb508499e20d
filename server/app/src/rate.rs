//! Rate limits per client address and per member.

use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use actix_web::HttpRequest;
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parking_lot::RwLock;

use crate::config::{AddressRange, Config};
use crate::log_limit::LogLimit;

/// Headers in which proxies name their client.
const FORWARDING: [&str; 3] = ["x-forwarded-for", "forwarded", "x-real-ip"];

/// A limit with a separate count for each key.
struct Counts<K: Hash + Eq + Clone> {
    limiter: Option<DefaultKeyedRateLimiter<K>>,
}

impl<K: Hash + Eq + Clone> Counts<K> {
    fn new(quota: Option<Quota>) -> Self {
        Self { limiter: quota.map(RateLimiter::keyed) }
    }

    /// Counts one. Refused with the whole seconds until the next one is allowed, at least 1.
    fn take(&self, key: &K) -> Result<(), u64> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(key).map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            wait.as_secs().saturating_add(1)
        })
    }

    fn len(&self) -> usize {
        self.limiter.as_ref().map_or(0, RateLimiter::len)
    }

    fn forget_old(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// A limit with a separate count for each address.
pub struct Limit(Counts<IpAddr>);

impl Limit {
    /// Allows `count` in each period and `burst` at once; 0 means no limit.
    pub fn new(count: u32, period: Duration, burst: u32) -> Self {
        let quota = NonZeroU32::new(count).and_then(|count| {
            let quota = Quota::with_period(period.checked_div(count.get())?)?;
            Some(quota.allow_burst(NonZeroU32::new(burst)?))
        });
        Self(Counts::new(quota))
    }

    /// Counts one.
    ///
    /// # Errors
    /// Whole seconds until the next one is allowed, at least 1.
    pub fn take(&self, address: IpAddr) -> Result<(), u64> {
        self.0.take(&network(address))
    }
}

/// A limit with a separate count for each member.
pub struct MemberLimit(Counts<u64>);

impl MemberLimit {
    /// Allows `count` in each hour, all of them at once; 0 means no limit.
    pub fn per_hour(count: u32) -> Self {
        Self(Counts::new(NonZeroU32::new(count).map(Quota::per_hour)))
    }

    /// Counts one, by member id.
    ///
    /// # Errors
    /// Whole seconds until the next one is allowed, at least 1.
    pub fn take(&self, member: u64) -> Result<(), u64> {
        self.0.take(&member)
    }

    /// Removes counts that no longer limit anything.
    pub fn forget_old(&self) {
        self.0.forget_old();
    }
}

/// All limits, and the rule that determines a request's client.
pub struct Limits {
    /// All calls together.
    pub calls: Limit,
    /// Deliveries of the streaming platform: a whole chat comes from its few addresses.
    pub deliveries: Limit,
    /// Deliveries refused since the start.
    pub deliveries_refused: AtomicU64,
    /// Logins of members.
    pub logins: Limit,
    /// Logins of the panel.
    pub panel_logins: Limit,
    /// Passwords on the page of the closed site.
    pub bypasses: Limit,
    /// Passkeys that are asked for.
    pub passkeys: Limit,
    /// Links that verify an email.
    pub verifications: Limit,
    /// Links that set a new password.
    pub resets: Limit,
    /// New accounts, by address.
    signups: Limit,
    /// New accounts, by the network around an address.
    network_signups: Limit,
    /// Checks whether an email is taken.
    pub email_checks: Limit,
    /// Emails with links, by client address.
    pub email_requests: Limit,
    /// Emails with links, by recipient.
    pub member_emails: MemberLimit,
    /// New pictures.
    pub uploads: MemberLimit,
    /// Data downloads.
    pub exports: MemberLimit,
    /// Limits the log lines of refused requests.
    pub log: Arc<LogLimit>,
    trusted_proxies: Vec<AddressRange>,
    untrusted_proxy: RwLock<Option<UntrustedProxy>>,
}

/// A client that sends proxy headers although it is not a trusted proxy.
#[derive(Clone, Copy, Debug)]
pub struct UntrustedProxy {
    /// Its own address.
    pub address: IpAddr,
    /// The header that names another client.
    pub header: &'static str,
}

impl Limits {
    /// Uses the limits of the settings.
    pub fn new(config: &Config) -> Self {
        let (server, auth) = (&config.server, &config.auth);
        let minute = Duration::from_secs(60);
        let hour = Duration::from_secs(3600);
        let per = |count: u32, period| Limit::new(count, period, count);
        Self {
            calls: Limit::new(
                server.requests_per_second,
                Duration::from_secs(1),
                server.requests_burst,
            ),
            deliveries: Limit::new(
                server.deliveries_per_second,
                Duration::from_secs(1),
                server.deliveries_per_second.saturating_mul(4),
            ),
            deliveries_refused: AtomicU64::new(0),
            logins: per(auth.logins_per_minute, minute),
            panel_logins: per(auth.panel_logins_per_minute, minute),
            bypasses: per(auth.panel_logins_per_minute, minute),
            passkeys: per(auth.logins_per_minute.saturating_mul(2), minute),
            verifications: per(auth.verifications_per_minute, minute),
            resets: per(auth.resets_per_minute, minute),
            signups: per(auth.signups_per_hour, hour),
            network_signups: per(auth.network_signups_per_hour, hour),
            email_checks: per(auth.email_checks_per_minute, minute),
            email_requests: per(config.mail.letters_per_hour, hour),
            member_emails: MemberLimit::per_hour(config.mail.letters_per_hour),
            uploads: MemberLimit::per_hour(config.members.uploads_per_hour),
            exports: MemberLimit::per_hour(config.members.exports_per_hour),
            log: Arc::default(),
            trusted_proxies: server.trusted_proxies.clone(),
            untrusted_proxy: RwLock::default(),
        }
    }

    /// The client's address: the peer, or behind a trusted proxy the last address in
    /// X-Forwarded-For that is not itself a trusted proxy. A hop that cannot be parsed ends the
    /// search at the peer, because a client can forge everything before it (docs/decisions.md, F8).
    pub fn client(&self, req: &HttpRequest) -> IpAddr {
        let unknown = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
        // A dual-stack listener reports IPv4 addresses as IPv6.
        let peer = req.peer_addr().map_or(unknown, |peer| peer.ip().to_canonical());
        if !self.is_trusted(peer) {
            self.look_for_proxy(req, peer);
            return peer;
        }
        let forwarded =
            req.headers().get_all("x-forwarded-for").filter_map(|value| value.to_str().ok());
        let mut hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).collect();
        // Clients may be in a trusted range themselves: then the first hop is the client.
        let mut client = peer;
        while let Some(hop) = hops.pop().and_then(address) {
            client = hop;
            if !self.is_trusted(hop) {
                break;
            }
        }
        client
    }

    /// Returns whether this is the address of a trusted proxy.
    pub fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|range| range.contains(address))
    }

    /// The first peer that named another client although it is not a trusted proxy. Peers of this
    /// machine or a private network take precedence, because visitors of a site without a proxy may
    /// send the header as well. If it is a proxy, all of its clients share the limits of one
    /// address.
    pub fn untrusted_proxy(&self) -> Option<UntrustedProxy> {
        *self.untrusted_proxy.read()
    }

    fn look_for_proxy(&self, req: &HttpRequest, peer: IpAddr) {
        let header = FORWARDING.into_iter().find(|name| req.headers().contains_key(*name));
        let Some(header) = header else { return };
        let is_settled = |found: Option<UntrustedProxy>| {
            found.is_some_and(|found| is_private(found.address) || !is_private(peer))
        };
        if is_settled(*self.untrusted_proxy.read()) {
            return;
        }
        let mut found = self.untrusted_proxy.write();
        if is_settled(*found) {
            return;
        }
        *found = Some(UntrustedProxy { address: peer, header });
        tracing::warn!(
            %peer,
            header,
            "a request names another client, but its sender is not in server.trusted_proxies: \
             if it is your proxy, all of its visitors share the limits of one address until you add it"
        );
    }

    /// Counts a new account of an address and of the network around it.
    ///
    /// # Errors
    /// Whole seconds until the next one is allowed, at least 1.
    pub fn take_signup(&self, client: IpAddr) -> Result<(), u64> {
        self.signups.take(client)?;
        self.network_signups.0.take(&wide_network(client))
    }

    /// Removes addresses that have not called recently, to bound the memory.
    pub fn forget_old(&self) {
        self.log.report();
        self.of_addresses().for_each(|limit| limit.0.forget_old());
        self.of_members().for_each(|limit| limit.0.forget_old());
    }

    /// Number of counts that are kept, of addresses and of members.
    pub fn counted(&self) -> usize {
        let of_addresses = self.of_addresses().map(|limit| limit.0.len());
        of_addresses.chain(self.of_members().map(|limit| limit.0.len())).sum()
    }

    fn of_addresses(&self) -> impl Iterator<Item = &Limit> {
        let Self { calls, deliveries, logins, signups, email_checks, email_requests, .. } = self;
        let Self { panel_logins, bypasses, passkeys, verifications, resets, .. } = self;
        let links =
            [panel_logins, bypasses, passkeys, verifications, resets, &self.network_signups];
        [calls, deliveries, logins, signups, email_checks, email_requests].into_iter().chain(links)
    }

    fn of_members(&self) -> impl Iterator<Item = &MemberLimit> {
        [&self.member_emails, &self.uploads, &self.exports].into_iter()
    }
}

/// Returns whether an address is of this machine or a private network, where most proxies are.
const fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// A hop of X-Forwarded-For. Some proxies include the port.
fn address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let address = hop.parse().or_else(|_| hop.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// The network that counts as one client: a household has one IPv4 address but a whole /64 of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let kept = u128::from(v6) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(kept))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// The network around an address that one customer of a provider can have: a /24 of IPv4, a /48 of IPv6.
fn wide_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from(u128::from(v6) >> 80 << 80)),
        IpAddr::V4(v4) => IpAddr::V4(Ipv4Addr::from(u32::from(v4) >> 8 << 8)),
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    #[test]
    fn a_proxy_of_the_private_network_is_reported_before_a_visitor() {
        let limits = Limits::new(&Config::defaults().unwrap());
        let from = |peer: &str| {
            let request = TestRequest::default().peer_addr(peer.parse().unwrap());
            limits
                .client(&request.insert_header(("x-forwarded-for", "192.0.2.1")).to_http_request());
            limits.untrusted_proxy().map(|found| found.address.to_string())
        };
        let first = ["203.0.113.7:1", "203.0.113.8:1", "10.0.0.2:1", "10.0.0.3:1", "203.0.113.9:1"];
        let reported: Vec<String> = first.into_iter().filter_map(from).collect();
        assert_eq!(reported, ["203.0.113.7", "203.0.113.7", "10.0.0.2", "10.0.0.2", "10.0.0.2"]);
    }
}
