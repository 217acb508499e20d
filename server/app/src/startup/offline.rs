//! Commands on a data folder that no server uses.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use pointhouse_store::Progress;

use super::APPLY_AT_END;
use super::error::StartError;
use super::modules::{assemble, load_auth, token_secret};
use super::purpose::{check_purpose, find_purpose};
use super::storage::{Folds, open_store, open_to_read};
use crate::accounts::Hasher;
use crate::admin::control;
use crate::admin::inspection::{self, Inspection};
use crate::audit::{Actor, Audit};
use crate::backups::{Backups, Copies};
use crate::broadcast::{self, Broadcaster};
use crate::clock::Clock;
use crate::cluster::check_alone;
use crate::config::{Config, Settings};
use crate::draw_key::KeyPlace;
use crate::fault::Fault;
use crate::people::{AdminPassword, People};
use crate::points::imports::Layout;
use crate::settings::Loaded;

/// Sets the admin password of a data folder that no server uses.
///
/// # Errors
/// See [`StartError`].
pub async fn set_admin_password(
    config: &Config,
    data: &Path,
    password: String,
) -> Result<(), StartError> {
    let clock = Clock::system();
    let store = open_store(config, data, &clock, &Folds::new(config)).await?;
    check_alone(store.view())?;
    let audit = Audit::load(clock.clone(), &store)?;
    let auth = load_auth(&store, &clock, (&Settings::new(config.clone()), &audit)).await?;
    let hasher = Hasher::start(&config.auth)?;
    let admin = AdminPassword::new(store.clone(), hasher, audit);
    let set = admin.set(password, Actor::console(), &auth).await;
    store.close(Instant::now() + APPLY_AT_END);
    Ok(set?)
}

/// Removes the second factors of a staff member in a data folder that no server uses. Returns a report.
///
/// # Errors
/// The folder cannot be opened, no person has this name, or the person has no second factor.
pub async fn reset_second_factor(
    config: &Config,
    data: &Path,
    name: &str,
) -> Result<String, String> {
    let clock = Clock::system();
    let open = async {
        let store = open_store(config, data, &clock, &Folds::new(config)).await?;
        check_alone(store.view())?;
        let audit = Audit::load(clock.clone(), &store)?;
        let auth = load_auth(&store, &clock, (&Settings::new(config.clone()), &audit)).await?;
        let hasher = Hasher::start(&config.auth)?;
        let password = AdminPassword::new(store.clone(), hasher.clone(), audit.clone());
        let broadcaster = Broadcaster::new(broadcast::Settings::default(), Arc::new(auth.clone()));
        let core = (&store, &clock, &audit);
        let settings = Settings::new(config.clone());
        let people = People::load(core, (&auth, &hasher), &broadcaster, &password, &settings)?;
        Ok::<_, StartError>((store, people))
    };
    let (store, people) = open.await.map_err(|error| error.to_string())?;
    let done = control::reset_second_factor(&people, name).await;
    store.close(Instant::now() + APPLY_AT_END);
    done
}

/// Records in a data folder that no server uses that the key of its seeds is exported.
///
/// # Errors
/// See [`StartError`].
pub async fn note_key_export(
    config: &Config,
    data: &Path,
    fingerprint: [u8; 8],
) -> Result<(), StartError> {
    let clock = Clock::system();
    let store = open_store(config, data, &clock, &Folds::new(config)).await?;
    check_alone(store.view())?;
    let audit = Audit::load(clock.clone(), &store)?;
    let noted = control::note_key_export(&store, &audit, &clock, fingerprint).await;
    store.close(Instant::now() + APPLY_AT_END);
    noted.map_err(StartError::Refused)
}

/// Imports a file with points into a data folder that no server uses, or tries the import. Returns
/// a report.
///
/// # Errors
/// See [`StartError`].
pub async fn import_points(
    config: &Config,
    data: &Path,
    file: PathBuf,
    trial: (bool, Layout),
    progress: &Progress,
) -> Result<String, StartError> {
    let clock = Clock::system();
    let folds = Folds::new(config);
    let store = open_store(config, data, &clock, &folds).await?;
    check_alone(store.view())?;
    let purpose = find_purpose(&store)?;
    check_purpose(&store, purpose).await?;
    let loaded = Loaded::read(&store, config.clone(), purpose.preset())?;
    let place = KeyPlace::of(&config.store.key_file, data).map_err(Fault::other)?;
    let key = place.open_to_read(store.view()).map_err(Fault::other)?;
    let site = assemble(loaded, data, &clock, (store, folds, key)).await?;
    // Wallet actors run on the workers' threads; here this thread is the only worker.
    site.arbiters.register_current();
    let report = site.imports.run_file(file, trial, progress).await;
    site.store.close(Instant::now() + APPLY_AT_END);
    report.map_err(StartError::Refused)
}

/// Inspects a data folder that no server uses. Its settings are those that the next start would use.
///
/// # Errors
/// See [`StartError`].
pub async fn inspect(config: &Config, data: &Path) -> Result<Inspection, StartError> {
    let (store, clock) = (open_to_read(config, data)?, Clock::system());
    let preset = find_purpose(&store)?.preset();
    let loaded = Loaded::read(&store, config.clone(), preset);
    let inspected = async {
        let config = loaded?.settings().now();
        let backups = Backups::new(&store, &clock, data);
        let secret = token_secret(&store)?;
        let copies = Copies::load(&backups, &config.backups, (&store, &secret), &clock)?;
        Ok(inspection::inspect(&config, (&backups, &copies), &clock).await)
    };
    let inspected = inspected.await;
    store.close(Instant::now() + APPLY_AT_END);
    inspected
}
