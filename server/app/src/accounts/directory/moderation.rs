//! What an admin does about a member: takes the picture down, renames, ends all sessions. Each leaves
//! a row in the audit, in the same write.

use actix::{ActorFutureExt, AtomicResponse, Context, Handler, Message, WrapFuture};
use pointhouse_rules::username::Username;
use pointhouse_store::Batch;

use super::changes::Altered;
use super::{Deps, Directory};
use crate::accounts::error::AccountError;
use crate::accounts::picture;
use crate::audit::{Actor, Entry};
use crate::ids::UserId;

/// An admin changes an account.
#[derive(Message)]
#[rtype(result = "Result<Altered, AccountError>")]
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

impl Handler<Moderate> for Directory {
    type Result = AtomicResponse<Self, Result<Altered, AccountError>>;

    fn handle(&mut self, order: Moderate, _: &mut Context<Self>) -> Self::Result {
        let deps = self.deps();
        let change = async move { deps.moderate(order).await };
        AtomicResponse::new(Box::pin(change.into_actor(self).map(|result, _, _| result)))
    }
}

impl Deps {
    async fn moderate(self, order: Moderate) -> Result<Altered, AccountError> {
        let Moderate { user, action, actor } = order;
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
