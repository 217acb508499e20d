//! Lines that are paid, and lines that begin to wait.

use futures_util::{StreamExt, stream};
use pointhouse_rules::Points;
use pointhouse_store::Batch;

use super::error::ImportError;
use super::records::{
    IMPORT, LINE, LineId, LineRow, LineState, Named, Proof, WAITING, Waits, read_imports,
    read_line, read_lines, read_waiting,
};
use super::{Imports, matching};
use crate::ids::UserId;
use crate::wallet::{
    Amount, Change, Post, PostError, Posted, Reason, Reference, Refused, Riders, State,
};

/// Payments under way at once.
const AT_ONCE: usize = 64;

impl Imports {
    /// Carries every import to its end that is not there yet: what a kill or a full disk left behind.
    /// One that cannot go on keeps no other from it.
    ///
    /// # Errors
    /// See [`ImportError`]; the next minute goes on.
    pub async fn resume(&self) -> Result<usize, ImportError> {
        let imports = read_imports(self.accounts.store.view())?;
        let open: Vec<u64> = imports
            .into_iter()
            .filter(|(_, row)| row.ended_at.is_none())
            .map(|(number, _)| number)
            .collect();
        let mut stopped = Ok(open.len());
        for import in open {
            if let Err(reason) = self.carry_on(import).await {
                tracing::error!(import, %reason, "an import of points waits for the next minute");
                stopped = Err(reason);
            }
        }
        stopped
    }

    /// Goes on with imports that stood still, and pays the lines that wait for a member who has proved
    /// meanwhile to be the one they name. Returns how many of these.
    ///
    /// # Errors
    /// See [`ImportError`]; the next time goes on.
    pub async fn settle(&self) -> Result<usize, ImportError> {
        // Lines that wait are none of those that it could not go on with.
        let resumed = self.resume().await;
        let paid = self.pay_waiting().await?;
        resumed.map(|_| paid)
    }

    async fn pay_waiting(&self) -> Result<usize, ImportError> {
        let _running = self.running.lock().await;
        let view = self.accounts.store.view().clone();
        let due = move || {
            let mut due = Vec::new();
            for id in read_waiting(&view)? {
                let Some(row) = read_line(&view, id)? else { continue };
                if is_tried_again(row.state) && matching::find(&view, &row.named)?.is_ok() {
                    due.push((id, row));
                }
            }
            Ok::<_, ImportError>(due)
        };
        let due = self.accounts.reads.run(due).await??;
        let mut paid = 0;
        for (id, row) in due {
            paid += usize::from(self.look_at(id, row).await?);
        }
        Ok(paid)
    }

    /// Looks at every line of an import that was not looked at yet.
    pub(super) async fn carry_on(&self, import: u64) -> Result<(), ImportError> {
        let _running = self.running.lock().await;
        let view = self.accounts.store.view();
        let row = IMPORT.get(view, &import)?;
        let Some(mut row) = row.filter(|row| row.ended_at.is_none()) else { return Ok(()) };
        let of_read = view.clone();
        let lines = self.accounts.reads.run(move || read_lines(&of_read, import)).await;
        let mut lines = lines??;
        lines.retain(|(_, line)| line.state == LineState::Pending);
        let mut looks =
            stream::iter(lines).map(|(id, line)| self.look_at(id, line)).buffer_unordered(AT_ONCE);
        while let Some(look) = looks.next().await {
            look?;
        }
        drop(looks);
        row.revision += 1;
        row.ended_at = Some(self.clock.now().0);
        let mut batch = Batch::new();
        IMPORT.put(&mut batch, &import, &row)?;
        self.accounts.store.commit(batch).await?;
        Ok(())
    }

    /// Pays a line, or lets it wait. Whether it was paid.
    async fn look_at(&self, id: LineId, row: LineRow) -> Result<bool, ImportError> {
        let waits = match matching::find(self.accounts.store.view(), &row.named)? {
            Ok((user, by)) => match self.pay_patiently(id, &row, user, by).await {
                // Already: the commit that paid it said so of the line, too.
                Ok(_) | Err(PostError::Once) => return Ok(true),
                Err(PostError::Refused(Refused::TooLarge)) => Waits::Full,
                // None of this line's doing: the import stops here, and goes on later.
                Err(error @ (PostError::ReadOnly | PostError::Stopped)) => return Err(error.into()),
                Err(reason) => {
                    tracing::error!(%id, %user, %reason, "a line of an import was not paid");
                    Waits::Failed
                }
            },
            Err(waits) => waits,
        };
        if row.state != LineState::Waiting(waits) {
            let mut batch = Batch::new();
            WAITING.put(&mut batch, &id, &())?;
            let row =
                LineRow { revision: row.revision + 1, state: LineState::Waiting(waits), ..row };
            LINE.put(&mut batch, &id, &row)?;
            self.accounts.store.commit(batch).await?;
        }
        Ok(false)
    }

    /// Pays a line however long the member is playing: their own calls go first.
    async fn pay_patiently(
        &self,
        id: LineId,
        row: &LineRow,
        user: UserId,
        by: Proof,
    ) -> Result<Posted, PostError> {
        loop {
            match self.pay(id, row.points, user, paid(id, row, user, by)).await {
                Err(PostError::Busy | PostError::Retired(_)) => tokio::task::yield_now().await,
                posted => return posted,
            }
        }
    }

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

/// Whether a line that waits may be paid by itself, as soon as there is somebody to pay.
fn is_tried_again(state: LineState) -> bool {
    matches!(state, LineState::Waiting(Waits::Unlinked | Waits::Ambiguous | Waits::Failed))
}

/// Writes in the payment's own commit what became of the line. Whom it named is forgotten.
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
