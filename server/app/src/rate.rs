//! Limits per client address and per member.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
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

/// Headers by which proxies name their client.
const FORWARDING: [&str; 3] = ["x-forwarded-for", "forwarded", "x-real-ip"];

/// One limit; each address has its own count.
pub struct Limit {
    limiter: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

impl Limit {
    /// So many in a period, all of them at once if they like; 0 is no limit.
    pub fn new(count: u32, period: Duration, burst: u32) -> Self {
        let limiter = NonZeroU32::new(count).and_then(|count| {
            let quota = Quota::with_period(period.checked_div(count.get())?)?;
            Some(RateLimiter::keyed(quota.allow_burst(NonZeroU32::new(burst)?)))
        });
        Self { limiter }
    }

    /// Takes one.
    ///
    /// # Errors
    /// Whole seconds until one is free again, at least 1.
    pub fn take(&self, address: IpAddr) -> Result<(), u64> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(&network(address)).map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            wait.as_secs().saturating_add(1)
        })
    }

    fn forget_old(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// One limit; each member has an own count.
pub struct MemberLimit {
    limiter: Option<DefaultKeyedRateLimiter<u64>>,
}

impl MemberLimit {
    /// So many in an hour, all of them at once if they like; 0 is no limit.
    pub fn per_hour(count: u32) -> Self {
        let quota = NonZeroU32::new(count).map(Quota::per_hour);
        Self { limiter: quota.map(RateLimiter::keyed) }
    }

    /// Takes one, by the member's number.
    ///
    /// # Errors
    /// Whole seconds until one is free again, at least 1.
    pub fn take(&self, member: u64) -> Result<(), u64> {
        let Some(limiter) = &self.limiter else { return Ok(()) };
        limiter.check_key(&member).map_err(|wait| {
            let wait = wait.wait_time_from(DefaultClock::default().now());
            wait.as_secs().saturating_add(1)
        })
    }

    fn forget_old(&self) {
        if let Some(limiter) = &self.limiter {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// All limits per address and per member, and who counts as the client.
pub struct Limits {
    /// All calls together.
    pub calls: Limit,
    /// What the streaming platform delivers: a whole chat comes from its few addresses.
    pub deliveries: Limit,
    /// Deliveries that were turned away since the process began.
    pub deliveries_refused: AtomicU64,
    /// Logins of members.
    pub logins: Limit,
    /// Logins of the panel.
    pub panel_logins: Limit,
    /// Links that verify an email.
    pub verifications: Limit,
    /// Links that set a new password.
    pub resets: Limit,
    /// New accounts.
    pub signups: Limit,
    /// "Is this e-mail taken".
    pub email_checks: Limit,
    /// Letters with links, by address.
    pub letters: Limit,
    /// Letters with links, by whom they are for.
    pub member_letters: MemberLimit,
    /// New pictures.
    pub uploads: MemberLimit,
    /// Downloads of all that is held on a member.
    pub exports: MemberLimit,
    /// Of refused requests, whatever refused them.
    pub log: Arc<LogLimit>,
    trusted_proxies: Vec<AddressRange>,
    untrusted_proxy: RwLock<Option<UntrustedProxy>>,
}

/// A peer that names another client although it is no trusted proxy.
#[derive(Clone, Copy, Debug)]
pub struct UntrustedProxy {
    /// Its own address.
    pub address: IpAddr,
    /// The header in which it names its client.
    pub header: &'static str,
}

impl Limits {
    /// As the settings say.
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
            verifications: per(auth.verifications_per_minute, minute),
            resets: per(auth.resets_per_minute, minute),
            signups: per(auth.signups_per_hour, hour),
            email_checks: per(auth.email_checks_per_minute, minute),
            letters: per(config.mail.letters_per_hour, hour),
            member_letters: MemberLimit::per_hour(config.mail.letters_per_hour),
            uploads: MemberLimit::per_hour(config.members.uploads_per_hour),
            exports: MemberLimit::per_hour(config.members.exports_per_hour),
            log: Arc::default(),
            trusted_proxies: server.trusted_proxies.clone(),
            untrusted_proxy: RwLock::default(),
        }
    }

    /// The client's address: the peer, or behind a trusted proxy the last address in
    /// X-Forwarded-For that is not a trusted proxy itself (decision F7). A hop that does not read ends
    /// the search at the peer: what stands before it is the client's own word.
    pub fn client(&self, req: &HttpRequest) -> IpAddr {
        let unknown = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
        // A listener of both kinds writes IPv4 addresses as IPv6.
        let peer = req.peer_addr().map_or(unknown, |peer| peer.ip().to_canonical());
        if !self.is_trusted(peer) {
            self.look_for_proxy(req, peer);
            return peer;
        }
        let forwarded =
            req.headers().get_all("x-forwarded-for").filter_map(|value| value.to_str().ok());
        let mut hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).collect();
        // Visitors may be in a trusted range themselves: the first hop is one of them then.
        let mut client = peer;
        while let Some(hop) = hops.pop().and_then(address) {
            client = hop;
            if !self.is_trusted(hop) {
                break;
            }
        }
        client
    }

    /// Whether this is the address of a trusted proxy.
    pub fn is_trusted(&self, address: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|range| range.contains(address))
    }

    /// The first peer that named another client although it is no trusted proxy; one of the machine or
    /// its private network before any other, because visitors of a site without a proxy may send the
    /// header too. If it is a proxy, all of its clients share the limits of one address.
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

    /// Lets go of addresses that have not called lately, so that the counts do not grow for ever.
    pub fn forget_old(&self) {
        self.log.report();
        let Self { calls, deliveries, logins, signups, email_checks, letters, .. } = self;
        let Self { panel_logins, verifications, resets, .. } = self;
        let links = [panel_logins, verifications, resets];
        for limit in
            [calls, deliveries, logins, signups, email_checks, letters].iter().chain(&links)
        {
            limit.forget_old();
        }
        for limit in [&self.member_letters, &self.uploads, &self.exports] {
            limit.forget_old();
        }
    }
}

/// An address of this machine or of a private network, where most proxies are.
const fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

/// A hop of X-Forwarded-For; some proxies write the port, too.
fn address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim();
    let address = hop.parse().or_else(|_| hop.parse().map(|socket: SocketAddr| socket.ip()));
    address.ok().map(|address: IpAddr| address.to_canonical())
}

/// One household has one IPv4 address but a whole /64 of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let kept = u128::from(v6) >> 64 << 64;
            IpAddr::V6(Ipv6Addr::from(kept))
        }
        v4 @ IpAddr::V4(_) => v4,
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
