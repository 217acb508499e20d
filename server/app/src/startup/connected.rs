//! Builds the modules that use external services, which are set up and replaced while the site runs.

use super::error::StartError;
use super::shared_services::SharedServices;
use crate::accounts::Accounts;
use crate::calendar::Calendar;
use crate::chat::{Chat, ChatServices};
use crate::config::Settings;
use crate::external::{ExternalServices, ServiceSlot};
use crate::giveaways::Giveaways;
use crate::hunts::Hunts;
use crate::settings::SettingsEditor;
use crate::wagers::Wagers;
use crate::wagers::affiliate::AffiliateServices;
use crate::wagers::tracking::{Tracking, TrackingServices};

/// The modules that use external services.
pub(super) struct Connected {
    pub(super) chat: Chat,
    pub(super) hunts: Hunts,
    pub(super) wagers: Wagers,
    /// In the order of the health page.
    pub(super) services: ExternalServices,
}

pub(super) fn tracking(services: &SharedServices, settings: &Settings) -> Tracking {
    Tracking::new(TrackingServices {
        store: services.store.clone(),
        clock: services.clock.clone(),
        reads: services.reads.clone(),
        audit: services.audit.clone(),
        backups: services.backups.clone(),
        site: services.zone.clone(),
        settings: settings.clone(),
    })
}

pub(super) fn connected(
    services: &SharedServices,
    editor: &SettingsEditor,
    accounts: &Accounts,
    (calendar, giveaways): (&Calendar, &Giveaways),
    tracking: &Tracking,
) -> Result<Connected, StartError> {
    let SharedServices { store, clock, broadcaster, audit, reads, .. } = services;
    let settings = editor.settings();
    let of_casino = ServiceSlot::new(("affiliate", "Wager leaderboard"));
    let of_hunts = ServiceSlot::new(("hunts", "Bonus hunts"));
    let wagers = AffiliateServices {
        store: store.clone(),
        clock: clock.clone(),
        reads: reads.clone(),
        audit: audit.clone(),
        tracking: tracking.clone(),
        slot: of_casino.clone(),
    };
    let wagers = Wagers::load(settings, wagers)?;
    let hunts = Hunts::load(
        store,
        clock,
        broadcaster,
        (audit, &accounts.auth),
        (settings, of_hunts.clone()),
    )?;
    let chat = ChatServices {
        store: store.clone(),
        clock: clock.clone(),
        audit: audit.clone(),
        accounts: accounts.clone(),
        calendar: calendar.clone(),
        giveaways: giveaways.clone(),
        zone: services.zone.clone(),
        maintenance: services.maintenance.clone(),
    };
    let chat = Chat::load(chat, settings)?;
    editor.follow(wagers.affiliate().clone());
    editor.follow(hunts.clone());
    editor.follow(chat.clone());
    let all = [of_casino, of_hunts].into_iter().chain(chat.services());
    Ok(Connected { services: ExternalServices::new(all), chat, hunts, wagers })
}
