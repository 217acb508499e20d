//! Limit of the open connections of an address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use crate::config::{AddressRange, Server};
use crate::log_limit::LogLimit;
use crate::rate::network;

/// Open connections by address.
#[derive(Debug)]
pub struct Places {
    max: usize,
    /// Trusted proxies are exempt, because they carry the connections of many clients.
    exempt: Vec<AddressRange>,
    taken: Mutex<HashMap<IpAddr, usize>>,
    refused: AtomicU64,
    log: Arc<LogLimit>,
}

impl Places {
    /// Uses the limits of the settings.
    pub fn new(settings: &Server, log: Arc<LogLimit>) -> Self {
        Self {
            max: settings.connections_per_address,
            exempt: settings.trusted_proxies.clone(),
            taken: Mutex::default(),
            refused: AtomicU64::new(0),
            log,
        }
    }

    /// Connections refused since the start.
    pub fn refused(&self) -> u64 {
        self.refused.load(Ordering::Relaxed)
    }

    /// Counts a connection of this address.
    ///
    /// # Errors
    /// [`NoPlace`] if the address has its maximum already.
    pub(super) fn take(self: &Arc<Self>, peer: IpAddr) -> Result<Option<Place>, NoPlace> {
        let peer = peer.to_canonical();
        if self.max == 0 || self.exempt.iter().any(|range| range.contains(peer)) {
            return Ok(None);
        }
        let address = network(peer);
        let mut taken = self.taken.lock();
        let count = taken.entry(address).or_default();
        if *count >= self.max {
            drop(taken);
            self.refuse(peer);
            return Err(NoPlace);
        }
        *count += 1;
        Ok(Some(Place { places: Arc::clone(self), address }))
    }

    fn refuse(&self, address: IpAddr) {
        self.refused.fetch_add(1, Ordering::Relaxed);
        if let Some(left_out) = self.log.take() {
            tracing::info!(%address, left_out, "connection refused: the address has too many");
        }
    }
}

/// The address has its maximum of connections.
#[derive(Debug)]
pub(super) struct NoPlace;

/// One counted connection, until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Arc<Places>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock();
        if let Some(count) = taken.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}
