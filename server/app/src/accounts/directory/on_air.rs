//! The consent of members to be named in the broadcast. Without it their names are masked there.

use pointhouse_store::Batch;

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::records::{AccountRows, NAMED_ON_AIR, OnAirRow};
use crate::ids::UserId;

/// Gives or withdraws the consent.
pub(in crate::accounts) struct SetNamedOnAir {
    /// The member.
    pub user: UserId,
    /// The token version that the caller's token was checked against.
    pub token_version: u32,
    /// True to agree.
    pub is_named: bool,
}

impl Directory {
    /// Gives or withdraws a member's consent, which counts at once. Returns the account.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub(in crate::accounts) async fn set_named_on_air(
        &self,
        command: SetNamedOnAir,
    ) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.set_named_on_air(command).await }).await
    }
}

impl Inner {
    async fn set_named_on_air(&self, command: SetNamedOnAir) -> Result<AccountRows, AccountError> {
        let SetNamedOnAir { user, token_version, is_named } = command;
        let _member = self.members.lock(user).await;
        let account = self.read_authorized(user, token_version)?;
        if !self.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        if is_named == self.auth.is_named_on_air(user) {
            return Ok(account);
        }
        let mut batch = Batch::new();
        if is_named {
            NAMED_ON_AIR.put(&mut batch, &user, &OnAirRow { agreed_at: self.clock.now().0 })?;
        } else {
            NAMED_ON_AIR.delete(&mut batch, &user)?;
        }
        self.store.commit(batch).await?;
        self.auth.set_named_on_air(user, is_named);
        Ok(account)
    }
}
