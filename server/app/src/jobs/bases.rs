//! The nightly base.

use std::time::Duration;

use pointhouse_store::Store;

use super::{Outcome, run_blocking};
use crate::backups::Backups;
use crate::clock::Millis;
use crate::config::StoreSettings;

/// Writes the nightly base and removes expired backups. Expired backups are removed even when the
/// base cannot be written, because they contain data of deleted accounts (docs/decisions.md, E4).
pub(super) fn nightly_base(store: &Store, backups: &Backups, erase: Duration) -> Outcome {
    let rolled = store.roll_base(erase).map_err(|error| error.to_string());
    let forgotten = backups.forget_older(erase).map_err(|error| error.to_string());
    match (rolled, forgotten) {
        (Ok(report), Ok(forgotten)) => {
            tracing::info!(?report, "wrote the nightly base");
            Ok(1 + forgotten)
        }
        (Err(base), Err(backups)) => Err(format!("{base}; {backups}")),
        (Err(reason), Ok(_)) | (Ok(_), Err(reason)) => Err(reason),
    }
}

/// A day, in milliseconds.
const DAY_MILLIS: i64 = 86_400_000;

/// Writes a base if the newest is a day old, on a machine that follows another one and has no jobs.
///
/// # Errors
/// The base cannot be written, or expired backups cannot be removed.
pub async fn write_due_base(
    store: &Store,
    backups: &Backups,
    (settings, now): (&StoreSettings, Millis),
) -> Result<(), String> {
    let newest = backups.all().into_iter().filter(|backup| backup.nightly);
    let newest = newest.map(|backup| backup.created_at).max();
    if newest.is_some_and(|at| now.0.saturating_sub(at) < DAY_MILLIS) {
        return Ok(());
    }
    let erase = Duration::from_secs(settings.erase_days * 86_400);
    let (store, backups) = (store.clone(), backups.clone());
    run_blocking(move || nightly_base(&store, &backups, erase)).await.map(drop)
}
