//! Moderation by admins: remove a member's picture, rename a member, end all sessions. Each action
//! writes an audit row in the same commit.

use pointhouse_rules::username::Username;
use pointhouse_store::Batch;

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::accounts::records::{AccountRows, NameKind};
use crate::audit::{Actor, Entry};
use crate::ids::UserId;

/// Changes an account for an admin.
pub struct ModerateAccount {
    /// The member.
    pub user: UserId,
    /// The action.
    pub action: ModerationAction,
    /// The admin, for the audit row.
    pub actor: Actor,
}

/// A moderation action.
pub enum ModerationAction {
    /// Removes the picture.
    RemovePicture,
    /// Sets another username.
    Rename(Username),
    /// Ends all sessions.
    EndSessions,
}

impl Directory {
    /// Changes an account for an admin. Returns it as stored.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn moderate(&self, command: ModerateAccount) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.moderate(command).await }).await
    }
}

impl Inner {
    async fn moderate(&self, command: ModerateAccount) -> Result<AccountRows, AccountError> {
        let ModerateAccount { user, action, actor } = command;
        let _member = self.members.lock(user).await;
        let _name = match &action {
            ModerationAction::Rename(username) => {
                Some(self.names.lock(NameKind::Username.key(&username.folded())).await)
            }
            ModerationAction::RemovePicture | ModerationAction::EndSessions => None,
        };
        let mut account = self.read(user)?;
        let mut batch = Batch::new();
        let AccountRows { row, profile } = &mut account;
        let name = match action {
            ModerationAction::RemovePicture => {
                picture::replace(user, profile, None, &mut batch)?;
                self.put_profile(user, profile, &mut batch)?;
                "account.picture"
            }
            ModerationAction::Rename(username) => {
                self.change_username(user, row, &username, &mut batch)?;
                "account.rename"
            }
            ModerationAction::EndSessions => {
                self.end_sessions(user, row, &mut batch)?;
                "account.sign-out"
            }
        };
        // Without the names, because audit rows are kept longer than an account.
        let entry = Entry::new(actor, name, format!("user:{user}"));
        self.audit.record(entry, &mut batch)?;
        self.put(user, account, batch).await
    }
}
