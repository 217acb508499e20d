//! The services of the casino and of bonus hunts, with what stands on them.

use super::error::StartError;
use super::ground::Ground;
use crate::clock::{Clock, SiteZone};
use crate::config::{Config, HuntOrigin};
use crate::fault::Fault;
use crate::hunts::{self, Hunts};
use crate::outside::Service;
use crate::wagers::Wagers;
use crate::wagers::affiliate;
use crate::wagers::tracking::{self, Tracking};

pub(super) fn tracking(ground: &Ground, config: &Config) -> Tracking {
    Tracking::new(tracking::Foundation {
        store: ground.store.clone(),
        clock: ground.clock.clone(),
        reads: ground.reads.clone(),
        audit: ground.audit.clone(),
        backups: ground.backups.clone(),
        site: ground.zone,
        source: SiteZone(config.wagers.timezone),
    })
}

/// The casino's service, if there is a key for it.
pub(super) fn casino(config: &Config, clock: &Clock) -> Result<Option<Service>, StartError> {
    if config.wagers.source_key.reveal().is_empty() {
        return Ok(None);
    }
    let about = ("affiliate", "Wager leaderboard");
    let service = Service::new(about, &config.wagers.source_url, &config.outside, clock);
    service.map(Some).map_err(StartError::unusable("wagers.source_url"))
}

/// The bonus hunts, and the service for them, if there is a key for it.
pub(super) fn hunts(
    ground: &Ground,
    config: &Config,
) -> Result<(Hunts, Option<Service>), StartError> {
    let Ground { store, clock, broadcaster, audit, .. } = ground;
    let source = hunts::Source::new(&config.hunts, &config.outside, clock);
    let source = source.map_err(StartError::unusable("hunts.external_url"))?;
    let service = source.as_ref().map(|source| source.service().clone());
    let is_external = config.hunts.source == HuntOrigin::External;
    let hunts = Hunts::load(store, clock, broadcaster, audit, (source, is_external));
    Ok((hunts?, service))
}

pub(super) fn wagers(
    ground: &Ground,
    config: &Config,
    tracking: &Tracking,
    service: Option<Service>,
) -> Result<Wagers, Fault> {
    let foundation = affiliate::Foundation {
        store: ground.store.clone(),
        clock: ground.clock.clone(),
        reads: ground.reads.clone(),
        audit: ground.audit.clone(),
        tracking: tracking.clone(),
        service,
    };
    Wagers::load(&config.wagers, foundation)
}
