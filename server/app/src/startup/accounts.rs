//! Builds the services of the accounts module.

use std::path::Path;
use std::sync::Arc;

use pointhouse_rules::username::ReservedNames;
use pointhouse_store::{StoreError, StoredValue};
use tokio::sync::Semaphore;

use super::error::StartError;
use super::shared_services::{SharedServices, TOKEN_SECRET};
use crate::accounts::logins::{DeviceMarks, LoginDelays};
use crate::accounts::{Accounts, Directory, has_account};
use crate::config::Config;
use crate::fault::Fault;
use crate::mail::Mailer;

/// Pictures decoded at the same time; each may take 128 MB.
const DRAWN_AT_ONCE: usize = 2;

pub(super) fn accounts(
    services: &SharedServices,
    config: &Config,
    data: &Path,
) -> Result<Accounts, StartError> {
    let (store, auth, clock) =
        (services.store.clone(), services.auth.clone(), services.clock.clone());
    let mailer = Mailer::new(&store, &clock, &services.reads, config, data, has_account)?;
    let (audit, outbox) = (services.audit.clone(), mailer.clone());
    let (store_of, clock_of) = (store.clone(), clock.clone());
    let reserved_names = ReservedNames::new(&config.site.name);
    let directory =
        Directory::load(store_of, clock_of, auth.clone(), audit, outbox, reserved_names);
    let directory = directory?;
    let secret = TOKEN_SECRET.get(store.view())?;
    let secret = secret.ok_or(Fault::Contradiction("there is no token secret"))?;
    // The key of the device marks has always been derived from the whole row.
    let secret = secret.to_row().map_err(StoreError::from)?;
    Ok(Accounts {
        delays: LoginDelays::new(&config.auth, &clock),
        devices: DeviceMarks::new(&secret, &clock, &config.site.url)?,
        mails_new_devices: mailer.is_on(config.mail.new_device),
        store,
        auth,
        hasher: services.hasher.clone(),
        directory,
        wallets: services.wallets.clone(),
        broadcaster: services.broadcaster.clone(),
        reads: services.reads.clone(),
        mailer,
        clock,
        drawing: Arc::new(Semaphore::new(DRAWN_AT_ONCE)),
        casino_name: config.site.casino_name.clone(),
        settings: config.auth.clone(),
        ledger_page_max: config.members.ledger_page_max,
    })
}
