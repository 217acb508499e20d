//! Takes an import back as a whole: from each member what it paid, at most the balance. The rest is recorded.
//!
//! The decision is stored first. Each line stores its result in the commit of its payment, so a crash in between is
//! completed at the next start, and no line is taken twice.

use std::collections::HashMap;

use pointhouse_rules::Points;
use pointhouse_store::{Batch, Progress, StoreError, View};
use serde_json::json;

use super::Imports;
use super::error::ImportError;
use super::paying::Work;
use super::records::{IMPORT, ImportRow, LINE, LineId, LineRow, LineState, TakenBack, read_lines};
use super::spent::used_of;
use super::waiting::removed;
use crate::allowance::FileTakenBack;
use crate::audit::{Actor, Entry, audit_row};
use crate::clock::Millis;
use crate::ids::{PersonId, UserId};
use crate::wallet::{
    Amount, Change, Post, PostError, Posted, Reason, Reference, Refused, Riders, State,
    stored_wallet,
};

impl Imports {
    /// Takes an import back. Returns its row with the sums.
    ///
    /// # Errors
    /// See [`ImportError`]. What has begun is completed at the next start or within a minute.
    pub async fn take_back(&self, import: u64, actor: Actor) -> Result<ImportRow, ImportError> {
        self.begin_taking_back(import, actor).await?;
        // The decision is on disk: what is left is done within a minute.
        if let Err(error) = self.resume_taking_back(import).await {
            tracing::warn!(%error, import, "an import is taken back later");
        }
        IMPORT.get(self.accounts.store.view(), &import)?.ok_or(ImportError::NoSuchImport)
    }

    async fn begin_taking_back(&self, import: u64, actor: Actor) -> Result<(), ImportError> {
        let _running = self.running.lock().await;
        let store = &self.accounts.store;
        let row = IMPORT.get(store.view(), &import)?.filter(|row| row.taken_back.is_none());
        let row = row.ok_or(ImportError::NoSuchImport)?;
        if !store.writable() {
            return Err(ImportError::ReadOnly);
        }
        let begun_at = self.clock.now().0;
        let taken_back = Some(TakenBack { begun_at, ended_at: None, points: 0, missing: 0 });
        let entry = Entry {
            actor,
            action: "points.import-take-back",
            subject: format!("import:{import}"),
            before: json!({ "lines": row.lines }).to_string(),
            after: String::new(),
        };
        let mut batch = Batch::new();
        let row = ImportRow { revision: row.revision + 1, taken_back, ..row };
        IMPORT.put(&mut batch, &import, &row)?;
        self.audit.commit_audited(batch, entry).await?;
        Ok(())
    }

    /// Takes the lines back that are left of an import.
    pub(super) async fn resume_taking_back(&self, import: u64) -> Result<(), ImportError> {
        let view = self.accounts.store.view();
        let read = || {
            let view = view.clone();
            self.accounts.reads.run(move || read_lines(&view, import))
        };
        let left = read().await??.into_iter().filter(|(_, row)| is_left(row.state));
        let left = left.map(|(id, _)| id).collect();
        self.process(left, (Work::TakeBack, is_left), &Progress::default()).await?;
        let _running = self.running.lock().await;
        let lines = read().await??;
        // A line whose wallet could not be read is tried again.
        if lines.iter().any(|(_, row)| is_left(row.state)) {
            return Ok(());
        }
        let row = IMPORT.get(view, &import)?.filter(ImportRow::is_open);
        let Some((mut row, begun)) = row.and_then(|row| Some((row.clone(), row.taken_back?)))
        else {
            return Ok(());
        };
        let now = self.clock.now().0;
        let (points, missing) = sums(&lines);
        row.revision += 1;
        row.ended_at = row.ended_at.or(Some(now));
        row.taken_back = Some(TakenBack { ended_at: Some(now), points, missing, ..begun });
        let mut batch = Batch::new();
        IMPORT.put(&mut batch, &import, &row)?;
        let all = lines.iter().fold(0_u64, |sum, (_, row)| row.points.saturating_add(sum));
        let of_read = view.clone();
        let used = move || used_of(&of_read, import, &lines);
        let used = self.accounts.reads.run(used).await??;
        let file = FileTakenBack {
            import,
            counted_at: Millis(row.begun_at),
            points: all.saturating_sub(used),
            is_unused: used == 0,
        };
        // What the machine imported has not counted.
        let of_import = audit_row(view, row.audit)?;
        let counted = of_import.and_then(|row| Some((PersonId(row.person?), row.actor)));
        let counted =
            counted.map(|(person, actor)| (self.allowance.file_taken_back(person, file), actor));
        if let Some((back, actor)) = &counted {
            back.rows(Actor::stored(actor.clone()))(&mut batch)?;
        }
        self.accounts.store.commit(batch).await?;
        self.taken_back.changed();
        if let Some((back, _)) = counted {
            back.keep();
        }
        Ok(())
    }

    /// Takes the points of a line back, or removes a line that was not paid. Returns whether points moved.
    pub(super) async fn take_line_back(
        &self,
        id: LineId,
        row: LineRow,
    ) -> Result<bool, ImportError> {
        let LineState::Paid { user, .. } = row.state else {
            let mut batch = Batch::new();
            removed(id, &row, &mut batch)?;
            self.accounts.store.commit(batch).await?;
            return Ok(false);
        };
        match self.post_back(id, &row, UserId(user)).await {
            Ok(_) | Err(PostError::Once) => Ok(true),
            // Not a problem of this line: it stops here and continues later.
            Err(error @ (PostError::ReadOnly | PostError::Stopped)) => Err(error.into()),
            Err(reason) => {
                tracing::error!(%id, user, %reason, "cannot take a line of an import back; retrying in a minute");
                Ok(false)
            }
        }
    }

    async fn post_back(
        &self,
        id: LineId,
        row: &LineRow,
        user: UserId,
    ) -> Result<Posted, PostError> {
        let points = Points::new(row.points).map_err(|_| PostError::Refused(Refused::TooLarge))?;
        let change = Change {
            amount: Amount::TakeUpTo(points),
            reason: Reason::ImportTakenBack,
            reference: Some(Reference::Import { import: id.import, line: id.line }),
        };
        let post = Post {
            changes: vec![change],
            riders: Some(taken_back(id, row, user)),
            request: None,
            once: Some(id.once_back()),
        };
        self.accounts.wallets.post(user, post).await
    }
}

/// Stores the result of a line in the commit of its posting.
fn taken_back(id: LineId, row: &LineRow, user: UserId) -> Riders {
    let row = LineRow { revision: row.revision + 1, ..row.clone() };
    Box::new(move |before: &State, after: &State, batch: &mut Batch| {
        let points = before.balance.get().saturating_sub(after.balance.get());
        LINE.put(
            batch,
            &id,
            &LineRow { state: LineState::TakenBack { user: user.0, points }, ..row },
        )
    })
}

/// Whether a line of an import that is taken back is still to be processed.
const fn is_left(state: LineState) -> bool {
    !matches!(state, LineState::Removed | LineState::TakenBack { .. })
}

/// Points that were taken, and those that the members had spent.
fn sums(lines: &[(LineId, LineRow)]) -> (u64, u64) {
    lines.iter().fold((0, 0), |(sum, missing), (_, row)| match row.state {
        LineState::TakenBack { points, .. } => {
            (points.saturating_add(sum), row.points.saturating_sub(points).saturating_add(missing))
        }
        _ => (sum, missing),
    })
}

/// Points of an import that its members still have.
pub(super) fn left_of(view: &View, lines: &[(LineId, LineRow)]) -> Result<u64, StoreError> {
    let mut paid: HashMap<UserId, u64> = HashMap::new();
    for (_, row) in lines {
        if let LineState::Paid { user, .. } = row.state {
            let sum = paid.entry(UserId(user)).or_default();
            *sum = sum.saturating_add(row.points);
        }
    }
    paid.into_iter().try_fold(0_u64, |sum, (user, points)| {
        let balance = stored_wallet(view, user)?.map_or(0, |wallet| wallet.balance);
        Ok(sum.saturating_add(points.min(balance)))
    })
}
