//! The choices of members about their names in the broadcast.

use pointhouse_store::Batch;

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::on_air::{NAMED_ON_AIR, OnAirChoice, OnAirRow};
use crate::accounts::records::AccountRows;
use crate::ids::UserId;

/// Chooses whether the broadcast may show a member's name.
pub(in crate::accounts) struct ChooseOnAir {
    /// The member.
    pub user: UserId,
    /// The token version that the caller's token was checked against.
    pub token_version: u32,
    /// `None` is named only where what the member enters says so.
    pub choice: Option<OnAirChoice>,
}

impl Directory {
    /// Stores a member's choice, which counts at once. Returns the account.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub(in crate::accounts) async fn choose_on_air(
        &self,
        command: ChooseOnAir,
    ) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.choose_on_air(command).await }).await
    }
}

impl Inner {
    async fn choose_on_air(&self, command: ChooseOnAir) -> Result<AccountRows, AccountError> {
        let ChooseOnAir { user, token_version, choice } = command;
        let _member = self.members.lock(user).await;
        let account = self.read_authorized(user, token_version)?;
        if !self.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        let before = NAMED_ON_AIR.get(self.store.view(), &user)?.map(|row| row.choice);
        if choice == before {
            return Ok(account);
        }
        let mut batch = Batch::new();
        match choice {
            Some(choice) => {
                let row = OnAirRow { chosen_at: self.clock.now().0, choice };
                NAMED_ON_AIR.put(&mut batch, &user, &row)?;
            }
            None => NAMED_ON_AIR.delete(&mut batch, &user)?,
        }
        self.store.commit(batch).await?;
        self.auth.choose_on_air(user, choice);
        Ok(account)
    }
}
