//! Whether people of the panel need a second factor.

use std::sync::atomic::Ordering;

use pointhouse_store::{Batch, StoreError};

use super::SecondFactors;
use super::error::SecondFactorError;
use super::records::REQUIRED;
use crate::audit::{Actor, Entry};
use crate::ids::{PersonId, Principal};
use crate::tables::FlagRow;

impl SecondFactors {
    /// Whether people of the panel need a second factor.
    pub fn is_required(&self) -> bool {
        self.inner.is_required.load(Ordering::Relaxed)
    }

    /// Whether a person of the panel may use it with the factors that there are.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn is_enough(&self, who: Principal) -> Result<bool, StoreError> {
        Ok(!self.is_required() || self.of(who)?.is_some())
    }

    /// Requires a second factor of all people of the panel, or of none.
    ///
    /// # Errors
    /// The owner has none.
    pub async fn require(&self, required: bool, actor: Actor) -> Result<(), SecondFactorError> {
        let owner = Principal::Person(PersonId::OWNER);
        let _changing = self.inner.changing.lock(owner).await;
        if required && self.of(owner)?.is_none() {
            return Err(SecondFactorError::OwnerFirst);
        }
        let mut batch = Batch::new();
        if required {
            REQUIRED.put(&mut batch, &FlagRow)?;
        } else {
            REQUIRED.delete(&mut batch)?;
        }
        let json = |required: bool| serde_json::json!({ "required": required }).to_string();
        let entry = Entry {
            before: json(self.is_required()),
            after: json(required),
            ..Entry::new(actor, "second_factor.required", "panel")
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        self.inner.is_required.store(required, Ordering::Relaxed);
        Ok(())
    }
}
