//! Waiting import lines: paid one by one by an admin, or removed.

use std::future::Future;

use pointhouse_store::{Batch, StoreError};
use serde_json::json;

use super::Imports;
use super::error::ImportError;
use super::paying::paid;
use super::records::{
    LINE, LineId, LineRow, LineState, Named, Proof, WAITING, Waits, read_imports, read_line,
    read_lines, read_waiting,
};
use super::sheet::fold_kick;
use crate::accounts::{Admin, is_proved_kick, read_account, read_profile};
use crate::allowance::{Made, Sum};
use crate::audit::{Actor, Entry};
use crate::fault::Fault;
use crate::ids::UserId;
use crate::wallet::{PostError, Posted};

impl Imports {
    /// Pays a line to the member whom an admin selected.
    ///
    /// # Errors
    /// See [`ImportError`]. Nothing has changed then.
    pub async fn tick(
        &self,
        id: LineId,
        user: UserId,
        (admin, actor): (Admin, Actor),
    ) -> Result<(LineRow, Posted), ImportError> {
        let _running = self.running.lock().await;
        let row = self.find_waiting(id)?;
        if self.accounts.auth.access(user).is_none() {
            return Err(ImportError::NoSuchMember);
        }
        if !matches!(row.state, LineState::Waiting(Waits::Seen(_)))
            && let Some(earlier) = self.read_taken_back().await?.spent_by(user, row.points)
        {
            self.mark_waiting(id, row, Waits::Seen(earlier)).await?;
            return Err(ImportError::Spent(earlier));
        }
        // The whole file has counted when it was confirmed; the sum of the line decides about the proof.
        let sum = Sum { counted: 0, ..Sum::of(row.points) };
        let reserved = self.allowance.reserve(&admin, (Made::ImportLine, Some(user)), sum)?;
        let rows = reserved.rows(actor.clone());
        let entry = Entry {
            actor,
            action: "points.import-credit",
            subject: format!("import:{id} user:{user}"),
            before: described(&row),
            after: json!({ "user": user.to_string(), "points": row.points }).to_string(),
        };
        let (audit, number) = (self.audit.clone(), self.audit.next_id());
        let line = paid(id, &row, user, Proof::Admin);
        let riders = Box::new(move |before: &_, after: &_, batch: &mut Batch| {
            line(before, after, batch)?;
            audit.write(number, entry, batch)?;
            rows(batch)
        });
        let posted = self.pay(id, row.points, user, riders).await.map_err(|error| match error {
            PostError::Once => ImportError::NoSuchLine,
            error => ImportError::Wallet(error),
        })?;
        reserved.keep();
        self.kept.changed(id.import);
        Ok((row, posted))
    }

    /// Removes a line, so that it is never paid.
    ///
    /// # Errors
    /// See [`ImportError`]. Nothing has changed then.
    pub async fn remove(&self, id: LineId, actor: Actor) -> Result<(), ImportError> {
        let _running = self.running.lock().await;
        let row = self.find_waiting(id)?;
        if !self.accounts.store.writable() {
            return Err(ImportError::ReadOnly);
        }
        let entry = Entry {
            actor,
            action: "points.import-remove",
            subject: format!("import:{id}"),
            before: described(&row),
            after: String::new(),
        };
        let mut batch = Batch::new();
        removed(id, &row, &mut batch)?;
        self.audit.commit_audited(batch, entry).await?;
        self.kept.changed(id.import);
        Ok(())
    }

    /// Removes the lines that name a member whose account is deleted: they can no longer be claimed and
    /// contain personal data. `write` puts the batch on disk. No line is paid before it has ended, so
    /// that the rows in the batch stay valid.
    ///
    /// # Errors
    /// The store cannot be read, or `write` fails.
    pub async fn forget<T, E, Written>(
        &self,
        user: UserId,
        batch: Batch,
        write: impl FnOnce(Batch) -> Written,
    ) -> Result<T, E>
    where
        Written: Future<Output = Result<T, E>>,
        E: From<Fault>,
    {
        let _running = self.running.lock().await;
        let written = write(self.forget_rows(user, batch).await?).await;
        self.kept.all_changed();
        written
    }

    async fn forget_rows(&self, user: UserId, mut batch: Batch) -> Result<Batch, Fault> {
        let view = self.accounts.store.view().clone();
        let forgotten = move || {
            let account = read_account(&view, user)?;
            let profile = read_profile(&view, user)?;
            // Lines of a stranger whose account was only linked in the chat don't belong to this
            // member.
            let proved = is_proved_kick(&view, user)?;
            let kick = profile.kick.as_ref().filter(|_| proved);
            let is_kick_name =
                |(_, own): &(u64, String), named: &String| fold_kick(own) == fold_kick(named);
            let same = |own: Option<&String>, named: Option<&String>| {
                own.is_some()
                    && own.map(|name| name.to_lowercase()) == named.map(|name| name.to_lowercase())
            };
            let is_theirs = |named: &Named| {
                same(account.as_ref().map(|row| &row.email), named.email.as_ref())
                    || same(profile.casino.as_ref(), named.casino.as_ref())
                    || kick.is_some_and(|(id, _)| Some(*id) == named.kick_id)
                    || kick
                        .zip(named.kick_name.as_ref())
                        .is_some_and(|(own, name)| is_kick_name(own, name))
            };
            for id in read_waiting(&view)? {
                if let Some(row) = read_line(&view, id)?.filter(|row| is_theirs(&row.named)) {
                    removed(id, &row, &mut batch)?;
                }
            }
            // Pending lines are not in the list of waiting ones.
            let open = read_imports(&view)?.into_iter().filter(|(_, row)| row.ended_at.is_none());
            for (import, _) in open {
                for (id, row) in read_lines(&view, import)? {
                    if row.state == LineState::Pending && is_theirs(&row.named) {
                        removed(id, &row, &mut batch)?;
                    }
                }
            }
            Ok::<_, StoreError>(batch)
        };
        Ok(self.accounts.reads.run(forgotten).await??)
    }

    fn find_waiting(&self, id: LineId) -> Result<LineRow, ImportError> {
        let row = read_line(self.accounts.store.view(), id)?.ok_or(ImportError::NoSuchLine)?;
        match row.state {
            LineState::Waiting(_) => Ok(row),
            LineState::Pending
            | LineState::Paid { .. }
            | LineState::Removed
            | LineState::TakenBack { .. } => Err(ImportError::NoSuchLine),
        }
    }
}

pub(super) fn removed(id: LineId, row: &LineRow, batch: &mut Batch) -> Result<(), StoreError> {
    WAITING.delete(batch, &id)?;
    let row = LineRow {
        revision: row.revision + 1,
        number: row.number,
        points: row.points,
        named: Named::default(),
        state: LineState::Removed,
    };
    LINE.put(batch, &id, &row)
}

/// For the audit log, which contains numbers and no names.
fn described(row: &LineRow) -> String {
    json!({ "line": row.number, "points": row.points }).to_string()
}
