//! What an admin does about a member: takes the picture down, renames, ends all sessions. Each leaves
//! a row in the audit, in the same write.

use pointhouse_rules::username::Username;
use pointhouse_store::Batch;

use super::changes::Altered;
use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::accounts::records::NameKind;
use crate::audit::{Actor, Entry};
use crate::ids::UserId;

/// An admin changes an account.
pub struct Moderate {
    /// Whose.
    pub user: UserId,
    /// How.
    pub action: Moderation,
    /// For the audit.
    pub actor: Actor,
}

/// What is done.
pub enum Moderation {
    /// Takes the picture down.
    RemovePicture,
    /// Gives another name.
    Rename(Username),
    /// Ends all sessions.
    EndSessions,
}

impl Directory {
    /// Changes an account for an admin.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn moderate(&self, order: Moderate) -> Result<Altered, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.moderate(order).await }).await
    }
}

impl Inner {
    async fn moderate(&self, order: Moderate) -> Result<Altered, AccountError> {
        let Moderate { user, action, actor } = order;
        let _member = self.members.lock(user).await;
        let _name = match &action {
            Moderation::Rename(username) => {
                Some(self.names.lock(NameKind::Username.key(&username.folded())).await)
            }
            Moderation::RemovePicture | Moderation::EndSessions => None,
        };
        let mut altered = self.read(user)?;
        let mut batch = Batch::new();
        let Altered { row, profile } = &mut altered;
        let name = match action {
            Moderation::RemovePicture => {
                picture::replace(user, profile, None, &mut batch)?;
                self.put_profile(user, profile, &mut batch)?;
                "account.picture"
            }
            Moderation::Rename(username) => {
                self.rename(user, row, &username, &mut batch)?;
                "account.rename"
            }
            Moderation::EndSessions => {
                self.end_sessions(user, row, &mut batch)?;
                "account.sign-out"
            }
        };
        // Neither name is written down: rows of the audit outlive an account.
        let entry = Entry::new(actor, name, format!("user:{user}"));
        self.audit.record(entry, &mut batch)?;
        self.put(user, altered, batch).await
    }
}
