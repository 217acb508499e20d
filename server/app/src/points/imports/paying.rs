//! Pays import lines, or marks them as waiting.

use std::collections::HashSet;
use std::sync::Arc;

use futures_util::{StreamExt, stream};
use pointhouse_rules::Points;
use pointhouse_store::{Batch, Progress, StoreError, Unit};

use super::error::ImportError;
use super::records::{
    IMPORT, LINE, LineId, LineRow, LineState, Named, Proof, WAITING, Waits, read_imports,
    read_line, read_lines, read_waiting,
};
use super::spent::TakenBackImports;
use super::{Imports, matching};
use crate::ids::UserId;
use crate::wallet::{
    Amount, Change, Post, PostError, Posted, Reason, Reference, Refused, Riders, State,
};

/// Most payments in flight.
const AT_ONCE: usize = 64;
/// Lines that are processed before other changes of lines get their turn.
const LINES_PER_TURN: usize = 500;

/// What happens to lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// They are paid, or wait.
    Pay,
    /// Those that were paid are taken back, the others removed.
    TakeBack,
}

impl Imports {
    /// Completes all unfinished imports and those that are being taken back, for example after a kill or a full disk. One
    /// that fails doesn't stop the others. Returns their number.
    ///
    /// # Errors
    /// See [`ImportError`]. The next minute tries again.
    pub async fn resume(&self) -> Result<usize, ImportError> {
        let imports = read_imports(self.accounts.store.view())?;
        let open: Vec<_> = imports.into_iter().filter(|(_, row)| row.is_open()).collect();
        let mut stopped = Ok(open.len());
        for (import, row) in open {
            let resumed = match row.taken_back {
                Some(_) => self.resume_taking_back(import).await,
                None => self.resume_import(import, &Progress::default()).await,
            };
            if let Err(reason) = resumed {
                tracing::error!(import, %reason, "an import of points failed; retrying in a minute");
                stopped = Err(reason);
            }
        }
        stopped
    }

    /// Completes unfinished imports, and pays waiting lines whose member has proved to own one of
    /// their names in the meantime. Returns the number of paid lines.
    ///
    /// # Errors
    /// See [`ImportError`]. The next run tries again.
    pub async fn retry_waiting(&self) -> Result<usize, ImportError> {
        // Waiting lines are not affected by imports that could not be completed.
        let resumed = self.resume().await;
        let paid = self.pay_waiting().await?;
        resumed.map(|_| paid)
    }

    async fn pay_waiting(&self) -> Result<usize, ImportError> {
        let view = self.accounts.store.view().clone();
        let due = move || {
            let mut due = Vec::new();
            for id in read_waiting(&view)? {
                let Some(row) = read_line(&view, id)? else { continue };
                if is_tried_again(row.state) && matching::find(&view, &row.named)?.is_ok() {
                    due.push(id);
                }
            }
            Ok::<_, ImportError>(due)
        };
        let due = self.accounts.reads.run(due).await??;
        self.process(due, (Work::Pay, is_tried_again), &Progress::default()).await
    }

    /// Processes the lines of an import that are still pending.
    pub(super) async fn resume_import(
        &self,
        import: u64,
        progress: &Progress,
    ) -> Result<(), ImportError> {
        let view = self.accounts.store.view();
        let row = IMPORT.get(view, &import)?;
        if row.is_none_or(|row| row.ended_at.is_some() || row.taken_back.is_some()) {
            return Ok(());
        }
        let of_read = view.clone();
        let is_pending = |state| state == LineState::Pending;
        let lines = self.accounts.reads.run(move || read_lines(&of_read, import)).await??;
        let pending = lines.into_iter().filter(|(_, line)| is_pending(line.state));
        let pending = pending.map(|(id, _)| id).collect();
        self.process(pending, (Work::Pay, is_pending), progress).await?;
        let _running = self.running.lock().await;
        // Another run may have completed this import already.
        let row = IMPORT.get(view, &import)?.filter(|row| row.ended_at.is_none());
        let Some(mut row) = row else { return Ok(()) };
        row.revision += 1;
        row.ended_at = Some(self.clock.now().0);
        let mut batch = Batch::new();
        IMPORT.put(&mut batch, &import, &row)?;
        self.accounts.store.commit(batch).await?;
        Ok(())
    }

    /// Works on the lines whose state `is_due`. Returns the number of lines whose points moved.
    /// Releases the lock after every [`LINES_PER_TURN`] lines, so that an account's deletion does not wait
    /// for a whole file.
    pub(super) async fn process(
        &self,
        lines: Vec<LineId>,
        (work, is_due): (Work, fn(LineState) -> bool),
        progress: &Progress,
    ) -> Result<usize, ImportError> {
        progress.begin(work.text(), Unit::Things, u64::try_from(lines.len()).ok());
        let taken_back = match work {
            Work::Pay if !lines.is_empty() => self.read_taken_back().await?,
            Work::Pay | Work::TakeBack => Arc::default(),
        };
        let mut paid = 0;
        for lines in lines.chunks(LINES_PER_TURN) {
            let _running = self.running.lock().await;
            let (view, lines) = (self.accounts.store.view().clone(), lines.to_vec());
            let read = move || {
                let rows = lines.into_iter().map(|id| Ok((id, read_line(&view, id)?)));
                rows.collect::<Result<Vec<_>, StoreError>>()
            };
            let rows = self.accounts.reads.run(read).await??;
            let due = rows.into_iter().filter_map(|(id, row)| Some((id, row?)));
            let due = due.filter(|(_, row)| is_due(row.state));
            let mut imports = HashSet::new();
            let due = due.inspect(|(id, _)| {
                imports.insert(id.import);
            });
            let mut checks = stream::iter(due)
                .map(|(id, row)| self.work_on(id, row, (work, &taken_back)))
                .buffer_unordered(AT_ONCE);
            // Those under way commit even after an error of another one: the lock is kept for them.
            let mut failed = Ok(());
            while let Some(check) = checks.next().await {
                progress.add(1);
                match check {
                    Ok(is_paid) => paid += usize::from(is_paid),
                    Err(reason) => failed = Err(reason),
                }
            }
            drop(checks);
            imports.into_iter().for_each(|import| self.kept.changed(import));
            failed?;
        }
        Ok(paid)
    }

    pub(super) async fn read_taken_back(&self) -> Result<Arc<TakenBackImports>, ImportError> {
        let (view, kept) = (self.accounts.store.view().clone(), self.taken_back.clone());
        Ok(self.accounts.reads.run(move || kept.get(&view)).await??)
    }

    async fn work_on(
        &self,
        id: LineId,
        row: LineRow,
        (work, taken_back): (Work, &TakenBackImports),
    ) -> Result<bool, ImportError> {
        match work {
            Work::Pay => self.check_line(id, row, taken_back).await,
            Work::TakeBack => self.take_line_back(id, row).await,
        }
    }

    /// Pays a line or marks it as waiting. Returns whether it was paid.
    async fn check_line(
        &self,
        id: LineId,
        row: LineRow,
        taken_back: &TakenBackImports,
    ) -> Result<bool, ImportError> {
        let waits = match matching::find(self.accounts.store.view(), &row.named)? {
            Ok((user, by)) => match taken_back.spent_by(user, row.points) {
                Some(earlier) => Some(Waits::Seen(earlier)),
                None => self.pay_known(id, &row, (user, by)).await?,
            },
            Err(waits) => Some(waits),
        };
        let Some(waits) = waits else { return Ok(true) };
        self.mark_waiting(id, row, waits).await?;
        Ok(false)
    }

    /// Pays a line whose member is known. Returns why it waits if it was not paid.
    async fn pay_known(
        &self,
        id: LineId,
        row: &LineRow,
        (user, by): (UserId, Proof),
    ) -> Result<Option<Waits>, ImportError> {
        match self.pay(id, row.points, user, paid(id, row, user, by)).await {
            // Paid before: that commit also stored the line's result.
            Ok(_) | Err(PostError::Once) => Ok(None),
            Err(PostError::Refused(Refused::TooLarge)) => Ok(Some(Waits::Full)),
            // Not a problem of this line: the import stops here and continues later.
            Err(error @ (PostError::ReadOnly | PostError::Stopped)) => Err(error.into()),
            Err(reason) => {
                tracing::error!(%id, %user, %reason, "cannot pay a line of an import");
                Ok(Some(Waits::Failed))
            }
        }
    }

    /// Marks a line as waiting.
    pub(super) async fn mark_waiting(
        &self,
        id: LineId,
        row: LineRow,
        waits: Waits,
    ) -> Result<(), ImportError> {
        if row.state == LineState::Waiting(waits) {
            return Ok(());
        }
        let mut batch = Batch::new();
        WAITING.put(&mut batch, &id, &())?;
        let row = LineRow { revision: row.revision + 1, state: LineState::Waiting(waits), ..row };
        LINE.put(&mut batch, &id, &row)?;
        self.accounts.store.commit(batch).await?;
        self.kept.changed(id.import);
        Ok(())
    }

    /// Pays a line.
    pub(super) async fn pay(
        &self,
        id: LineId,
        points: u64,
        user: UserId,
        riders: Riders,
    ) -> Result<Posted, PostError> {
        let points = Points::new(points).map_err(|_| PostError::Refused(Refused::TooLarge))?;
        let change = Change {
            amount: Amount::Add(points),
            reason: Reason::Import,
            reference: Some(Reference::Import { import: id.import, line: id.line }),
        };
        let post = Post {
            changes: vec![change],
            riders: Some(riders),
            request: None,
            once: Some(id.once()),
        };
        self.accounts.wallets.post(user, post).await
    }
}

impl Work {
    const fn text(self) -> &'static str {
        match self {
            Self::Pay => "paying lines",
            Self::TakeBack => "taking lines back",
        }
    }
}

/// Returns whether a waiting line is paid automatically as soon as its member is known.
pub(super) fn is_tried_again(state: LineState) -> bool {
    matches!(state, LineState::Waiting(Waits::Unlinked | Waits::Ambiguous | Waits::Failed))
}

/// Stores the result of a line in the commit of its payment. The names in the line are removed.
pub(super) fn paid(id: LineId, row: &LineRow, user: UserId, by: Proof) -> Riders {
    let row = LineRow {
        revision: row.revision + 1,
        number: row.number,
        points: row.points,
        named: Named::default(),
        state: LineState::Paid { user: user.0, by },
    };
    Box::new(move |_: &State, _: &State, batch: &mut Batch| {
        WAITING.delete(batch, &id)?;
        LINE.put(batch, &id, &row)
    })
}
