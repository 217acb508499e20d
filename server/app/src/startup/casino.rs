//! Builds the modules that use the casino's service and the bonus hunts' service.

use super::shared_services::SharedServices;
use crate::config::Settings;
use crate::external::ServiceSlot;
use crate::hunts::{HuntError, Hunts};
use crate::wagers::affiliate;
use crate::wagers::tracking::{self, Tracking};
use crate::wagers::{WagerError, Wagers};

pub(super) fn tracking(services: &SharedServices, settings: &Settings) -> Tracking {
    Tracking::new(tracking::TrackingServices {
        store: services.store.clone(),
        clock: services.clock.clone(),
        reads: services.reads.clone(),
        audit: services.audit.clone(),
        backups: services.backups.clone(),
        site: services.zone.clone(),
        settings: settings.clone(),
    })
}

pub(super) fn hunts(
    services: &SharedServices,
    settings: &Settings,
    slot: ServiceSlot,
) -> Result<Hunts, HuntError> {
    let SharedServices { store, clock, broadcaster, audit, .. } = services;
    Hunts::load(store, clock, broadcaster, audit, (settings, slot))
}

pub(super) fn wagers(
    services: &SharedServices,
    settings: &Settings,
    tracking: &Tracking,
    slot: ServiceSlot,
) -> Result<Wagers, WagerError> {
    let services = affiliate::AffiliateServices {
        store: services.store.clone(),
        clock: services.clock.clone(),
        reads: services.reads.clone(),
        audit: services.audit.clone(),
        tracking: tracking.clone(),
        slot,
    };
    Wagers::load(settings, services)
}
