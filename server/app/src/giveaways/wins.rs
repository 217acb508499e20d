//! Notices to winners. A notice is stored with the draw and kept until the member dismisses it.

use pointhouse_store::{Batch, Keys, StoreError, View};

use super::error::GiveawayError;
use super::events::GiveawayWon;
use super::records::{GIVEAWAY, GiveawayRow, WIN};
use super::view::GiveawayWin;
use super::{Deps, Giveaways};
use crate::accounts::read_account;
use crate::broadcast::MomentKind;
use crate::detached::to_the_end;
use crate::fault::Fault;
use crate::ids::{GiveawayId, UserId};
use crate::mail::{Email, Kind};
use crate::wallet::PostError;

/// Most notices shown to one member; the newest ones.
const SHOWN_MAX: usize = 20;
/// Most notices read of one member.
const READ_MAX: usize = 10_000;

/// Adds the notice, and the email if the site sends one, to the batch of the draw.
pub(super) fn write(
    deps: &Deps,
    id: GiveawayId,
    row: &GiveawayRow,
    winner: UserId,
    batch: &mut Batch,
) -> Result<(), GiveawayError> {
    WIN.put(batch, &(winner, id), &())?;
    // If the account was deleted since the draw, this error leads to another draw.
    let account = read_account(deps.store.view(), winner)?;
    let account = account.ok_or(Fault::Contradiction("a winner has no account"))?;
    // Unverified addresses get no email.
    if !deps.mailer.mails_winners() || !account.email_verified {
        return Ok(());
    }
    if deps.mailer.is_full() {
        tracing::warn!(giveaway = %id, user = %winner, "email queue is full; winner not emailed");
        return Ok(());
    }
    let email = Email {
        to: account.email,
        name: account.username,
        kind: Kind::GiveawayWon { title: row.title.clone(), prize: row.prize.clone() },
        link: deps.mailer.link(&format!("/giveaways?proof={id}")),
        not_me: None,
    };
    Ok(deps.mailer.write(winner, &email, batch)?)
}

/// Notifies the winner's browsers. Call it when the draw is on disk.
pub(super) fn announce(deps: &Deps, id: GiveawayId, row: &GiveawayRow, winner: UserId) {
    deps.mailer.wake_delivery();
    if let Some(win) = GiveawayWin::of(id, row) {
        let drawn =
            MomentKind::DrawnWinner { prize: row.prize.clone(), is_named: row.names_winner };
        deps.broadcaster.happened(winner, drawn);
        deps.broadcaster.publish_to_member(winner, &GiveawayWon(win));
    }
}

impl Giveaways {
    /// Giveaways that a member won and has not dismissed, newest first.
    pub(super) async fn wins(&self, user: UserId) -> Result<Vec<GiveawayWin>, GiveawayError> {
        // Overdue giveaways are drawn first.
        self.shown().await?;
        let view = self.deps.store.view().clone();
        Ok(self.deps.reads.run(move || list(&view, user)).await??)
    }

    /// Dismisses a notice. May be repeated.
    pub(super) async fn dismiss(&self, user: UserId, id: GiveawayId) -> Result<(), GiveawayError> {
        let (store, key) = (&self.deps.store, (user, id));
        if !WIN.contains(store.view(), &key)? {
            return Ok(());
        }
        if !store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let mut batch = Batch::new();
        WIN.delete(&mut batch, &key)?;
        let committed = store.commit(batch);
        to_the_end(committed).await?.map_err(|_| PostError::Stopped)?;
        Ok(())
    }

    /// Removes the member's notices in the commit that deletes the account.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn forget(&self, user: UserId, batch: &mut Batch) -> Result<(), GiveawayError> {
        let view = self.deps.store.view().clone();
        for id in self.deps.reads.run(move || won(&view, user)).await?? {
            WIN.delete(batch, &(user, id))?;
        }
        Ok(())
    }

    /// Removes what a draw wrote about the member while the account was being deleted.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub async fn delete_leftovers(&self, user: UserId) -> Result<(), GiveawayError> {
        let mut batch = Batch::new();
        self.forget(user, &mut batch).await?;
        if !batch.is_empty() {
            self.deps.store.commit(batch).await?;
        }
        Ok(())
    }
}

/// Numbers of the giveaways, ascending.
fn won(view: &View, user: UserId) -> Result<Vec<GiveawayId>, StoreError> {
    let won = WIN.scan(view, &Keys::under(&user), READ_MAX)?;
    Ok(won.into_iter().map(|((_, id), ())| id).collect())
}

fn list(view: &View, user: UserId) -> Result<Vec<GiveawayWin>, StoreError> {
    let mut wins = Vec::new();
    for id in won(view, user)?.into_iter().rev().take(SHOWN_MAX) {
        wins.extend(GIVEAWAY.get(view, &id)?.and_then(|row| GiveawayWin::of(id, &row)));
    }
    Ok(wins)
}
