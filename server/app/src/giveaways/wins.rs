//! Notices to winners. A notice is stored with the draw and kept until the member dismisses it.

use pointhouse_store::{Batch, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::{GiveawayError, inner};
use super::records::{GiveawayRow, Stage, number, own_key, read, told};
use super::{Deps, Giveaways};
use crate::accounts::read_account;
use crate::broadcast::{Audience, Event};
use crate::clock::Millis;
use crate::detached::to_the_end;
use crate::ids::{GiveawayId, UserId};
use crate::mail::{Kind, Letter};
use crate::tables;
use crate::wallet::PostError;

/// Notices that one member is shown, the newest ones.
const SHOWN_MAX: usize = 20;
/// Notices that are read of one member.
const READ_MAX: usize = 10_000;

/// A giveaway that the member won.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiveawayWin {
    /// The giveaway.
    id: String,
    /// For people.
    title: String,
    /// For people.
    prize: String,
    /// When it was drawn, ISO 8601.
    ended_at: String,
}

impl GiveawayWin {
    fn of(id: GiveawayId, row: &GiveawayRow) -> Option<Self> {
        let Stage::Ended(outcome) = row.stage else { return None };
        Some(Self {
            id: id.to_string(),
            title: row.title.clone(),
            prize: row.prize.clone(),
            ended_at: Millis(outcome.at).iso(),
        })
    }
}

/// Adds the notice, and the email where the site sends one, to the batch of the draw.
pub(super) fn write(
    deps: &Deps,
    id: GiveawayId,
    row: &GiveawayRow,
    winner: UserId,
    batch: &mut Batch,
) -> Result<(), GiveawayError> {
    batch.put(tables::GIVEAWAY_WIN, &own_key(winner, id), &[]).map_err(inner)?;
    // The account may have been deleted since the draw. It is drawn again then.
    let account = read_account(deps.store.view(), winner).map_err(inner)?;
    let account = account.ok_or_else(|| inner("a winner has no account"))?;
    // The address is unverified.
    if !deps.mails_winners || !account.email_verified {
        return Ok(());
    }
    if deps.mailer.is_full() {
        tracing::warn!(giveaway = %id, user = %winner, "email queue is full; winner not emailed");
        return Ok(());
    }
    let letter = Letter {
        to: account.email,
        name: account.username,
        kind: Kind::GiveawayWon { title: row.title.clone(), prize: row.prize.clone() },
        link: deps.mailer.link(&format!("/giveaways?proof={id}")),
    };
    deps.mailer.write(winner, &letter, batch).map_err(inner)
}

/// Tells the winner's browsers. Call it when the draw is on disk.
pub(super) fn announce(deps: &Deps, id: GiveawayId, row: &GiveawayRow, winner: UserId) {
    deps.mailer.knock();
    if let Some(win) = GiveawayWin::of(id, row) {
        deps.broadcaster.publish(Event::new("giveawayWon", &win), Audience::Member(winner));
    }
}

impl Giveaways {
    /// Giveaways that a member won and has not dismissed, newest first.
    pub(super) async fn wins(&self, user: UserId) -> Result<Vec<GiveawayWin>, GiveawayError> {
        // What is over by now is drawn first.
        self.shown().await?;
        let view = self.deps.store.view().clone();
        let read = self.deps.reads.run(move || list(&view, user)).await;
        read.map_err(inner)?.map_err(inner)
    }

    /// Dismisses a notice. One that was dismissed before stays so.
    pub(super) async fn dismiss(&self, user: UserId, id: GiveawayId) -> Result<(), GiveawayError> {
        let (store, key) = (&self.deps.store, own_key(user, id));
        if store.view().get(tables::GIVEAWAY_WIN, &key).map_err(inner)?.is_none() {
            return Ok(());
        }
        if !store.writable() {
            return Err(PostError::ReadOnly.into());
        }
        let mut batch = Batch::new();
        batch.delete(tables::GIVEAWAY_WIN, &key).map_err(inner)?;
        let committed = store.commit(batch);
        to_the_end(committed).await.map_err(inner)?.map_err(|_| PostError::Stopped)?;
        Ok(())
    }

    /// Removes what only concerns the member, in the write that deletes the account.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn forget(&self, user: UserId, batch: &mut Batch) -> Result<(), GiveawayError> {
        let view = self.deps.store.view().clone();
        let keys = self.deps.reads.run(move || keys(&view, user)).await;
        for key in keys.map_err(inner)?.map_err(inner)? {
            batch.delete(tables::GIVEAWAY_WIN, &key).map_err(inner)?;
        }
        Ok(())
    }

    /// Removes what a draw wrote about the member while the account was being deleted.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub async fn forget_remains(&self, user: UserId) -> Result<(), GiveawayError> {
        let mut batch = Batch::new();
        self.forget(user, &mut batch).await?;
        if !batch.is_empty() {
            self.deps.store.commit(batch).await.map_err(inner)?;
        }
        Ok(())
    }
}

fn keys(view: &View, user: UserId) -> Result<Vec<Vec<u8>>, String> {
    let (from, to) =
        (own_key(user, GiveawayId(0)), own_key(UserId(user.0.saturating_add(1)), GiveawayId(0)));
    let rows = view.scan(tables::GIVEAWAY_WIN, &from, &to, READ_MAX).map_err(told)?;
    Ok(rows.into_iter().map(|(key, _)| key.to_vec()).collect())
}

fn list(view: &View, user: UserId) -> Result<Vec<GiveawayWin>, String> {
    let mut wins = Vec::new();
    for key in keys(view, user)?.iter().rev().take(SHOWN_MAX) {
        let id = number(key)?;
        wins.extend(read(view, id)?.and_then(|row| GiveawayWin::of(id, &row)));
    }
    Ok(wins)
}
