//! Builds the services of the accounts module.

use std::path::Path;

use pointhouse_store::{StoreError, StoredValue};

use super::error::StartError;
use super::shared_services::{SharedServices, TOKEN_SECRET};
use crate::accounts::logins::{DeviceMarks, LoginDelays};
use crate::accounts::{AccountTexts, Accounts, Directory, KeptApprovals, has_account};
use crate::config::Settings;
use crate::fault::Fault;
use crate::mail::Mailer;
use crate::picture_file::PictureWork;

pub(super) fn accounts(
    services: &SharedServices,
    settings: &Settings,
    (texts, approvals): (AccountTexts, KeptApprovals),
    data: &Path,
) -> Result<Accounts, StartError> {
    let (store, auth, clock) =
        (services.store.clone(), services.auth.clone(), services.clock.clone());
    let config = &*settings.now();
    let mailer = Mailer::new(&store, &clock, &services.reads, settings, data, has_account)?;
    let (audit, outbox) = (services.audit.clone(), mailer.clone());
    let mailboxes = services.mailboxes.clone();
    let (store_of, clock_of) = (store.clone(), clock.clone());
    let directory = Directory::load(
        store_of,
        clock_of,
        auth.clone(),
        audit,
        outbox,
        (settings.clone(), mailboxes),
    );
    let directory = directory?;
    let secret = TOKEN_SECRET.get(store.view())?;
    let secret = secret.ok_or(Fault::Contradiction("there is no token secret"))?;
    // The key of the device marks has always been derived from the whole row.
    let secret = secret.to_row().map_err(StoreError::from)?;
    Ok(Accounts {
        delays: LoginDelays::new(&config.auth, &clock),
        devices: DeviceMarks::new(&secret, &clock, settings)?,
        store,
        auth,
        hasher: services.hasher.clone(),
        directory,
        approvals,
        texts,
        mailboxes: services.mailboxes.clone(),
        wallets: services.wallets.clone(),
        broadcaster: services.broadcaster.clone(),
        reads: services.reads.clone(),
        mailer,
        clock,
        drawing: PictureWork::default(),
        site: settings.clone(),
        settings: config.auth.clone(),
        ledger_page_max: config.members.ledger_page_max,
    })
}
