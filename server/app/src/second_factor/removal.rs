//! Removes factors that may be a stranger's: those that were added before the account's email was proved.

use std::future::Future;

use pointhouse_store::Batch;

use super::records::FACTORS;
use super::{FactorsRow, SecondFactorError, SecondFactors, subject};
use crate::audit::{Actor, Entry};
use crate::ids::Principal;

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemovedFactors {
    /// Number of passkeys.
    pub passkeys: usize,
    /// Whether the authenticator app was.
    pub app: bool,
}

impl SecondFactors {
    /// Adds the removal of what was added before an instant (milliseconds), with the recovery codes, to a batch, and
    /// writes it. No factor is added or removed before `write` is done.
    ///
    /// # Errors
    /// The row cannot be decoded, or `write` failed.
    pub async fn remove_added_before<T, E, Written>(
        &self,
        (who, before): (Principal, i64),
        actor: Actor,
        mut batch: Batch,
        write: impl FnOnce(Batch) -> Written,
    ) -> Result<(RemovedFactors, T), E>
    where
        Written: Future<Output = Result<T, E>>,
        E: From<SecondFactorError>,
    {
        let _changing = self.inner.changing.lock(who).await;
        self.inner.new_apps.lock().remove(&who);
        let removed = self.put_removal((who, before), actor, &mut batch)?;
        Ok((removed, write(batch).await?))
    }

    fn put_removal(
        &self,
        (who, before): (Principal, i64),
        actor: Actor,
        batch: &mut Batch,
    ) -> Result<RemovedFactors, SecondFactorError> {
        let Some(mut row) = self.of(who)? else { return Ok(RemovedFactors::default()) };
        let removed = strip(&mut row, before);
        if removed == RemovedFactors::default() {
            return Ok(removed);
        }
        if row.app.is_none() && row.passkeys.is_empty() {
            FACTORS.delete(batch, &who)?;
        } else {
            FACTORS.put(batch, &who, &row)?;
        }
        self.inner.audit.record(Entry::new(actor, "second_factor.reset", subject(who)), batch)?;
        Ok(removed)
    }
}

/// Takes what was added before an instant out of a row. The recovery codes go with it: the person
/// who added a factor has seen them.
fn strip(row: &mut FactorsRow, before: i64) -> RemovedFactors {
    let had = row.passkeys.len();
    row.passkeys.retain(|passkey| passkey.made_at >= before);
    let app = row.app.take_if(|app| app.made_at < before).is_some();
    let removed = RemovedFactors { passkeys: had - row.passkeys.len(), app };
    if removed != RemovedFactors::default() {
        row.recovery_codes.clear();
    }
    removed
}
