//! Builds the chat of the streaming platform.

use super::error::StartError;
use super::ground::Ground;
use crate::accounts::Accounts;
use crate::calendar::Calendar;
use crate::chat::{Chat, Foundation};
use crate::config::Config;
use crate::giveaways::Giveaways;

pub(super) fn chat(
    services: &Ground,
    accounts: &Accounts,
    (calendar, giveaways): (&Calendar, &Giveaways),
    config: &Config,
) -> Result<Chat, StartError> {
    let services = Foundation {
        store: services.store.clone(),
        clock: services.clock.clone(),
        audit: services.audit.clone(),
        accounts: accounts.clone(),
        calendar: calendar.clone(),
        giveaways: giveaways.clone(),
        maintenance: services.maintenance.clone(),
    };
    Ok(Chat::load(services, config)?)
}
