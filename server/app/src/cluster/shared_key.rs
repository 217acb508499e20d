//! How the key of the seeds reaches every machine: it is a row, sealed with the key file that all machines have.

use std::path::Path;

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Single, StoredRow, View};
use zeroize::Zeroizing;

use super::ClusterError;
use super::machine::Machine;
use crate::config::Cluster;
use crate::draw_key::{DrawKey, KEY};
use crate::tables;

/// The key of the seeds.
pub(super) const SHARED_KEY: Single<SharedKeyRow> = Single::new(tables::SETTING, "shared_draw_key");

/// The key of the seeds, sealed with the key file of the cluster.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct SharedKeyRow {
    /// Nonce, then XChaCha20-Poly1305.
    sealed: Vec<u8>,
}

impl StoredRow for SharedKeyRow {
    const VERSION: u8 = 1;
}

/// The key of the seeds that the site's machines share; `None` with one machine, and before a machine that has the key has
/// led.
///
/// # Errors
/// The key file of the cluster cannot be read, or is another one.
pub fn shared_draw_key(
    settings: &Cluster,
    view: &View,
    data: &Path,
) -> Result<Option<DrawKey>, ClusterError> {
    let (Some(row), Some(machine)) =
        (SHARED_KEY.get(view)?, Machine::find(settings, view, (data, ""))?)
    else {
        return Ok(None);
    };
    let site = &machine.site;
    let opened = site.sealing.open_note(site.cluster, &row.sealed).map(Zeroizing::new);
    let refused =
        |reason: String| ClusterError::Refused(format!("the shared key of the seeds: {reason}"));
    let opened = opened.map_err(|error| refused(error.to_string()))?;
    let bytes: [u8; 32] =
        opened.as_slice().try_into().map_err(|_| refused("it is damaged".to_owned()))?;
    let key = DrawKey::new(Zeroizing::new(bytes));
    // A row of an earlier key, before the leader has replaced it.
    let is_own = KEY.get(view)?.is_some_and(|own| Some(own.fingerprint) == key.fingerprint());
    Ok(is_own.then_some(key))
}

/// Shares the key with the other machines, if there are several and they don't have it yet.
///
/// # Errors
/// The key file of the cluster cannot be read.
pub fn share_draw_key(
    settings: &Cluster,
    (view, data): (&View, &Path),
    key: &DrawKey,
    batch: &mut Batch,
) -> Result<(), ClusterError> {
    let Some(machine) = Machine::find(settings, view, (data, ""))? else { return Ok(()) };
    let known = shared_draw_key(settings, view, data)?;
    if known.is_some_and(|known| known.fingerprint() == key.fingerprint()) {
        return Ok(());
    }
    put_sealed(&machine, key, batch)
}

/// Seals the key for the cluster of this machine.
pub(super) fn put_sealed(
    machine: &Machine,
    key: &DrawKey,
    batch: &mut Batch,
) -> Result<(), ClusterError> {
    let bytes = key.bytes().ok_or_else(|| ClusterError::Refused("there is no key".to_owned()))?;
    let sealed = machine.site.sealing.seal_note(machine.site.cluster, bytes);
    let sealed = sealed.map_err(|error| ClusterError::Refused(error.to_string()))?;
    Ok(SHARED_KEY.put(batch, &SharedKeyRow { sealed })?)
}
