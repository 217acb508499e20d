//! Builds the clients of the casino's service and of the bonus hunts' service, and the modules that
//! use them.

use super::error::StartError;
use super::shared_services::SharedServices;
use crate::clock::{Clock, FixedZone};
use crate::config::{Config, HuntOrigin, Settings};
use crate::external::ExternalService;
use crate::fault::Fault;
use crate::hunts::{self, Hunts};
use crate::wagers::Wagers;
use crate::wagers::affiliate;
use crate::wagers::tracking::{self, Tracking};

pub(super) fn tracking(services: &SharedServices, config: &Config) -> Tracking {
    Tracking::new(tracking::TrackingServices {
        store: services.store.clone(),
        clock: services.clock.clone(),
        reads: services.reads.clone(),
        audit: services.audit.clone(),
        backups: services.backups.clone(),
        site: services.zone.clone(),
        source: FixedZone(config.wagers.timezone),
    })
}

/// The client of the casino's service, if a key is set.
pub(super) fn casino(
    config: &Config,
    clock: &Clock,
) -> Result<Option<ExternalService>, StartError> {
    if config.wagers.source_key.reveal().is_empty() {
        return Ok(None);
    }
    let about = ("affiliate", "Wager leaderboard");
    let service = ExternalService::new(about, &config.wagers.source_url, &config.outside, clock);
    service.map(Some).map_err(StartError::unusable("wagers.source_url"))
}

/// The bonus hunts, with the client of their service if a key is set.
pub(super) fn hunts(
    services: &SharedServices,
    config: &Config,
) -> Result<(Hunts, Option<ExternalService>), StartError> {
    let SharedServices { store, clock, broadcaster, audit, .. } = services;
    let source = hunts::Source::new(&config.hunts, &config.outside, clock);
    let source = source.map_err(StartError::unusable("hunts.external_url"))?;
    let service = source.as_ref().map(|source| source.service().clone());
    let is_external = config.hunts.source == HuntOrigin::External;
    let hunts = Hunts::load(store, clock, broadcaster, audit, (source, is_external));
    Ok((hunts?, service))
}

pub(super) fn wagers(
    services: &SharedServices,
    settings: &Settings,
    tracking: &Tracking,
    service: Option<ExternalService>,
) -> Result<Wagers, Fault> {
    let services = affiliate::AffiliateServices {
        store: services.store.clone(),
        clock: services.clock.clone(),
        reads: services.reads.clone(),
        audit: services.audit.clone(),
        tracking: tracking.clone(),
        service,
    };
    Wagers::load(settings, services)
}
