//! Builds the chat of the streaming platform.

use super::error::StartError;
use super::shared_services::SharedServices;
use crate::accounts::Accounts;
use crate::calendar::Calendar;
use crate::chat::{Chat, ChatServices};
use crate::config::Settings;
use crate::giveaways::Giveaways;

pub(super) fn chat(
    services: &SharedServices,
    accounts: &Accounts,
    (calendar, giveaways): (&Calendar, &Giveaways),
    settings: &Settings,
) -> Result<Chat, StartError> {
    let services = ChatServices {
        store: services.store.clone(),
        clock: services.clock.clone(),
        audit: services.audit.clone(),
        accounts: accounts.clone(),
        calendar: calendar.clone(),
        giveaways: giveaways.clone(),
        zone: services.zone.clone(),
        maintenance: services.maintenance.clone(),
    };
    Ok(Chat::load(services, settings)?)
}
