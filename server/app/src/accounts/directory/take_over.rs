//! The reader of a mailbox takes an account over (docs/security.md, "Accounts with another person's email").
//!
//! Anyone can sign up with anyone's address and add ways to log in. Verifying the address removes nothing. The first new
//! password by the link of an email removes what was added before the address was verified.

use pointhouse_store::{Batch, StoreError};

use super::Inner;
use crate::accounts::error::AccountError;
use crate::accounts::identity::{MAILBOX_PROOF, MailboxProofRow};
use crate::accounts::links::SentBy;
use crate::accounts::records::{AccountRow, AccountRows, read_kick_link};
use crate::audit::Actor;
use crate::ids::{Principal, UserId};
use crate::second_factor::RemovedFactors;

/// What a new password has removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::accounts) struct Removed {
    factors: RemovedFactors,
    kick: bool,
}

impl Removed {
    /// In words, for the member; `None` when nothing was removed.
    pub(in crate::accounts) fn to_text(self) -> Option<String> {
        let RemovedFactors { passkeys, app } = self.factors;
        let passkeys = match passkeys {
            0 => None,
            1 => Some("1 passkey".to_owned()),
            several => Some(format!("{several} passkeys")),
        };
        let app = app.then(|| "the authenticator app".to_owned());
        let kick = self.kick.then(|| "the link to a Kick account".to_owned());
        let all: Vec<String> = passkeys.into_iter().chain(app).chain(kick).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }
}

impl Inner {
    /// Adds to a batch that an email was verified. The link to an account without a password works for its logged-in
    /// member alone, so what was added before is the member's own.
    pub(super) fn note_verified(
        &self,
        user: UserId,
        row: &AccountRow,
        sent_by: SentBy,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let now = self.clock.now().0;
        let mut proof = MAILBOX_PROOF.get(self.store.view(), &user)?.unwrap_or_default();
        proof.verified_at = Some(now);
        if !row.has_password() && sent_by == SentBy::Email {
            proof.taken_over_at = Some(now);
        }
        MAILBOX_PROOF.put(batch, &user, &proof)
    }

    /// Writes the account's new password. A link of an email proves the mailbox: the first one removes what was added
    /// before the email was first verified. A link that an admin handed over proves nothing and removes nothing.
    pub(super) async fn take_over(
        &self,
        user: UserId,
        mut account: AccountRows,
        sent_by: SentBy,
        mut batch: Batch,
    ) -> Result<(Removed, AccountRows), AccountError> {
        let view = self.store.view();
        let proof = MAILBOX_PROOF.get(view, &user)?.unwrap_or_default();
        let before = match (proof.taken_over_at, account.row.email_verified) {
            _ if sent_by == SentBy::Hand => 0,
            (Some(_), _) => 0,
            (None, false) => i64::MAX,
            // When an earlier version verified the email is not known: nothing counts as added before.
            (None, true) => proof.verified_at.unwrap_or(0),
        };
        let link = read_kick_link(view, user)?;
        let kick = account.profile.kick.is_some() && link.is_some_and(|row| row.linked_at < before);
        if kick {
            self.forget_kick(user, &mut account.profile, &mut batch)?;
        }
        if sent_by == SentBy::Email {
            let taken_over_at = proof.taken_over_at.or(Some(self.clock.now().0));
            MAILBOX_PROOF.put(&mut batch, &user, &MailboxProofRow { taken_over_at, ..proof })?;
        }
        let factors = self.auth.second_factors();
        let (who, actor) = ((Principal::Member(user), before), Actor::member(user));
        let write = |batch| self.put(user, account, batch);
        let (factors, account) = factors.remove_added_before(who, actor, batch, write).await?;
        Ok((Removed { factors, kick }, account))
    }
}
