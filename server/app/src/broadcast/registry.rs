//! Connected members and numbers of sockets, shared by all workers.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::ids::HubId;
use super::settings::Settings;
use crate::ids::{SourceId, UserId};

pub(super) const SHARDS: usize = 16;
/// Most sockets of one source of the overlay: scenes of the broadcast software each open it again.
const SOCKETS_PER_SOURCE: usize = 20;

/// The limit that refuses a new socket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Full {
    /// `sockets_max` is reached, or the server is stopping.
    Server,
    /// `sockets_per_address` is reached.
    Address,
}

/// Counts since the start, for the metrics.
#[derive(Debug, Default)]
pub(super) struct Totals {
    pub(super) sent: AtomicU64,
    pub(super) published: AtomicU64,
    pub(super) dropped: AtomicU64,
    pub(super) cut: AtomicU64,
    pub(super) refused: AtomicU64,
}

/// Number of sockets of a member, by hub.
#[derive(Debug, Default)]
struct Presence {
    hubs: Vec<(HubId, usize)>,
}

#[derive(Default)]
pub(super) struct Registry {
    pub(super) totals: Totals,
    hasher: RandomState,
    sockets: AtomicUsize,
    stopping: AtomicBool,
    addresses: Mutex<HashMap<IpAddr, usize>>,
    members: [Mutex<HashMap<UserId, Presence>>; SHARDS],
    /// Sockets of each source of the overlay.
    sources: Mutex<HashMap<SourceId, usize>>,
    /// Number of cuts since the start; see `Client::connect`.
    cuts: AtomicU64,
}

impl Registry {
    /// Counts a new socket until the permit is dropped.
    pub(super) fn admit(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        settings: &Settings,
    ) -> Result<SocketPermit, Full> {
        let admitted = self.try_admit(address.map(network), settings);
        if admitted.is_err() {
            self.totals.refused.fetch_add(1, Ordering::Relaxed);
        }
        admitted
    }

    fn try_admit(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        settings: &Settings,
    ) -> Result<SocketPermit, Full> {
        if self.stopping.load(Ordering::SeqCst) {
            return Err(Full::Server);
        }
        let more = |sockets: usize| (sockets < settings.sockets_max).then(|| sockets + 1);
        self.sockets
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, more)
            .map_err(|_| Full::Server)?;
        let mut permit = SocketPermit { registry: Arc::clone(self), address: None };
        if let Some(address) = address.filter(|_| settings.sockets_per_address > 0) {
            let mut addresses = self.addresses.lock();
            let count = addresses.entry(address).or_default();
            if *count >= settings.sockets_per_address {
                return Err(Full::Address);
            }
            *count += 1;
            permit.address = Some(address);
        }
        Ok(permit)
    }

    pub(super) fn sockets(&self) -> usize {
        self.sockets.load(Ordering::SeqCst)
    }

    /// Refuses all new sockets from now on.
    pub(super) fn stop_admitting(&self) {
        self.stopping.store(true, Ordering::SeqCst);
    }

    /// Counts a socket of a member at a hub. Returns `false` when the member has `max` already.
    pub(super) fn member_joins(&self, user: UserId, hub: HubId, max: usize) -> bool {
        let mut members = self.member_shard(user).lock();
        let presence = members.entry(user).or_default();
        let sockets: usize = presence.hubs.iter().map(|(_, sockets)| sockets).sum();
        if sockets >= max {
            if sockets == 0 {
                members.remove(&user);
            }
            return false;
        }
        match presence.hubs.iter_mut().find(|(id, _)| *id == hub) {
            Some((_, sockets)) => *sockets += 1,
            None => presence.hubs.push((hub, 1)),
        }
        true
    }

    pub(super) fn member_leaves(&self, user: UserId, hub: HubId) {
        let mut members = self.member_shard(user).lock();
        let Some(presence) = members.get_mut(&user) else { return };
        if let Some((_, sockets)) = presence.hubs.iter_mut().find(|(id, _)| *id == hub) {
            *sockets = sockets.saturating_sub(1);
        }
        presence.hubs.retain(|(_, sockets)| *sockets > 0);
        if presence.hubs.is_empty() {
            members.remove(&user);
        }
    }

    pub(super) fn member_connected(&self, user: UserId) -> bool {
        self.member_shard(user).lock().contains_key(&user)
    }

    /// Calls `each` for every hub that has sockets of the member.
    pub(super) fn hubs_of(&self, user: UserId, mut each: impl FnMut(HubId)) {
        if let Some(presence) = self.member_shard(user).lock().get(&user) {
            presence.hubs.iter().for_each(|(hub, _)| each(*hub));
        }
    }

    /// Counts a socket of a source. Returns `false` when the source has too many already.
    pub(super) fn source_joins(&self, source: SourceId) -> bool {
        let mut sources = self.sources.lock();
        let sockets = sources.entry(source).or_default();
        let has_place = *sockets < SOCKETS_PER_SOURCE;
        if has_place {
            *sockets += 1;
        }
        has_place
    }

    pub(super) fn source_leaves(&self, source: SourceId) {
        let mut sources = self.sources.lock();
        if let Some(sockets) = sources.get_mut(&source) {
            *sockets = sockets.saturating_sub(1);
            if *sockets == 0 {
                sources.remove(&source);
            }
        }
    }

    /// Number of sockets of a source.
    pub(super) fn source_sockets(&self, source: SourceId) -> usize {
        self.sources.lock().get(&source).copied().unwrap_or(0)
    }

    pub(super) fn members(&self) -> usize {
        self.members.iter().map(|shard| shard.lock().len()).sum()
    }

    pub(super) fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::SeqCst)
    }

    pub(super) fn raise_cuts(&self) {
        self.cuts.fetch_add(1, Ordering::SeqCst);
    }

    fn member_shard(&self, user: UserId) -> &Mutex<HashMap<UserId, Presence>> {
        shard(&self.members, self.hasher.hash_one(user))
    }
}

/// One counted socket. Dropping it lowers the counts again.
pub(super) struct SocketPermit {
    registry: Arc<Registry>,
    address: Option<IpAddr>,
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        self.registry.sockets.fetch_sub(1, Ordering::SeqCst);
        let Some(address) = self.address else { return };
        let mut addresses = self.registry.addresses.lock();
        if let Some(count) = addresses.get_mut(&address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                addresses.remove(&address);
            }
        }
    }
}

#[expect(clippy::indexing_slicing, reason = "the remainder is below the number of shards")]
pub(super) fn shard<T>(shards: &[T; SHARDS], hash: u64) -> &T {
    &shards[usize::try_from(hash).unwrap_or(0) % SHARDS]
}

/// The unit of the limit per address: an IPv4 address, or the /64 network of an IPv6 address,
/// because providers assign whole /64 networks.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_and_given_back() {
        let registry = Arc::new(Registry::default());
        let settings = Settings { sockets_max: 3, sockets_per_address: 2, ..Settings::default() };
        let admit = |address: &str| registry.admit(address.parse().ok(), &settings);
        let one = admit("2001:db8::1").unwrap();
        let _two = admit("2001:db8::2:0:0:1").unwrap();
        assert_eq!(admit("2001:db8::3").err(), Some(Full::Address));
        let _three = admit("2001:db8:0:1::1").unwrap();
        assert_eq!(admit("10.0.0.1").err(), Some(Full::Server));
        assert_eq!(registry.sockets(), 3);
        drop(one);
        let _four = admit("10.0.0.1").unwrap();
        registry.stop_admitting();
        assert_eq!(admit("10.0.0.2").err(), Some(Full::Server));
        assert_eq!(registry.totals.refused.load(Ordering::Relaxed), 3);
    }

    #[test]
    fn a_member_is_present_at_the_hubs_of_its_sockets() {
        let registry = Registry::default();
        let (user, one, two) = (UserId(7), HubId(1), HubId(2));
        let hubs = || {
            let mut hubs = Vec::new();
            registry.hubs_of(user, |hub| hubs.push(hub));
            hubs
        };
        assert!(registry.member_joins(user, one, 3));
        assert!(registry.member_joins(user, two, 3));
        assert!(registry.member_joins(user, one, 3));
        assert!(!registry.member_joins(user, one, 3));
        assert_eq!(hubs(), [one, two]);
        registry.member_leaves(user, one);
        registry.member_leaves(user, one);
        assert_eq!(hubs(), [two]);
        assert!(registry.member_connected(user) && registry.members() == 1);
        registry.member_leaves(user, two);
        assert!(!registry.member_connected(user) && registry.members() == 0);
        assert!(!registry.member_joins(user, one, 0) && registry.members() == 0);
    }
}
