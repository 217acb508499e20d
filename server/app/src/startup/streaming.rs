//! The chat of the streaming platform, on what it stands on.

use super::error::StartError;
use super::ground::Ground;
use crate::accounts::Accounts;
use crate::calendar::Calendar;
use crate::chat::{Chat, Foundation};
use crate::config::Config;
use crate::giveaways::Giveaways;

pub(super) fn chat(
    ground: &Ground,
    accounts: &Accounts,
    (calendar, giveaways): (&Calendar, &Giveaways),
    config: &Config,
) -> Result<Chat, StartError> {
    let foundation = Foundation {
        store: ground.store.clone(),
        clock: ground.clock.clone(),
        audit: ground.audit.clone(),
        accounts: accounts.clone(),
        calendar: calendar.clone(),
        giveaways: giveaways.clone(),
        maintenance: ground.maintenance.clone(),
    };
    Ok(Chat::load(foundation, config)?)
}
