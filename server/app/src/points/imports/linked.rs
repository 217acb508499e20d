//! Lines that name a member by the name of a Kick account only. Such a name proves nothing, because names change hands:
//! the line waits, says for whom, and the owner credits all of them at once. Only accounts that were linked by a sign-in
//! on the platform count.

use std::collections::HashMap;

use pointhouse_store::{Batch, StoreError, View};
use serde_json::json;

use super::Imports;
use super::error::ImportError;
use super::paying::paid;
use super::records::{LineId, LineRow, LineState, Named, Proof, Waits, read_line, read_waiting};
use super::sheet::fold_kick;
use crate::accounts::{Admin, proved_kick_names, read_account};
use crate::allowance::{Made, Sum};
use crate::audit::Entry;
use crate::ids::UserId;
use crate::people::People;
use crate::wallet::{PostError, Refused};

/// Members by the folded names of their linked Kick accounts; `None` if several have one.
pub(super) struct KickNames(HashMap<String, Option<UserId>>);

/// What crediting the lines that name a linked Kick account did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Credited {
    /// Lines that were credited.
    pub lines: usize,
    /// Their points.
    pub points: u64,
    /// Lines that were left: the balance is full, the member spent such a line of an import that was taken back, or the
    /// caller may not decide on the member.
    pub left: usize,
}

impl KickNames {
    /// Reads all links. Slow: must not run on a serving thread.
    pub(super) fn read(view: &View) -> Result<Self, StoreError> {
        let mut names: HashMap<String, Option<UserId>> = HashMap::new();
        for link in proved_kick_names(view) {
            let (user, name) = link?;
            names.entry(fold_kick(&name)).and_modify(|known| *known = None).or_insert(Some(user));
        }
        Ok(Self(names))
    }

    /// The member whom a line names by the name of the Kick account only.
    pub(super) fn of(&self, named: &Named) -> Option<UserId> {
        // A line with a Kick id waits for that account.
        let name = named.kick_name.as_ref().filter(|_| named.kick_id.is_none())?;
        self.0.get(&fold_kick(name)).copied().flatten()
    }

    /// The member for whom a waiting line waits by the name only.
    pub(super) fn of_line(&self, named: &Named, state: LineState) -> Option<UserId> {
        let waits = state == LineState::Waiting(Waits::Unlinked);
        self.of(named).filter(|_| waits)
    }
}

/// Why such a line waits.
pub(super) fn waits_for(view: &View, user: UserId) -> Result<String, StoreError> {
    let username = read_account(view, user)?.map(|row| row.username).unwrap_or_default();
    Ok(format!(
        "Names {username}'s linked Kick account by name only, which proves nothing: waits for the Kick id or the owner"
    ))
}

impl Imports {
    /// Credits all waiting lines that name a linked Kick account by name only, for the owner.
    ///
    /// # Errors
    /// See [`ImportError`]. Lines that were credited stay so; the others wait.
    pub async fn credit_linked(
        &self,
        admin: Admin,
        people: People,
    ) -> Result<Credited, ImportError> {
        if !self.accounts.store.writable() {
            return Err(ImportError::ReadOnly);
        }
        let view = self.accounts.store.view().clone();
        let read = {
            let admin = admin.clone();
            move || linked_lines(&view, &admin, &people)
        };
        let (lines, mut left) = self.accounts.reads.run(read).await??;
        let (lines, spent) = self.without_spent(lines).await?;
        left += spent;
        let points = lines.iter().fold(0, |sum, (_, row, _)| row.points.saturating_add(sum));
        let mut done = Credited::default();
        if lines.is_empty() {
            return Ok(Credited { left, ..done });
        }
        // The whole file has counted when it was confirmed.
        let sum = Sum { counted: 0, ..Sum::of(points) };
        let reserved = self.allowance.reserve(&admin, (Made::ImportLine, None), sum)?;
        let entry = Entry {
            actor: admin.actor(),
            action: "points.import-credit-linked",
            subject: "site".to_owned(),
            before: String::new(),
            after: json!({ "lines": lines.len(), "points": points }).to_string(),
        };
        let mut batch = Batch::new();
        reserved.rows(admin.actor())(&mut batch)?;
        self.audit.commit_audited(batch, entry).await?;
        reserved.keep();
        for (id, row, user) in lines {
            // Others may change lines between two payments.
            let _running = self.running.lock().await;
            if read_line(self.accounts.store.view(), id)?.is_none_or(|now| now.state != row.state) {
                continue;
            }
            let riders = paid(id, &row, user, Proof::KickName);
            match self.pay(id, row.points, user, riders).await {
                Ok(_) => {
                    done.lines += 1;
                    done.points = done.points.saturating_add(row.points);
                    self.kept.changed(id.import);
                }
                Err(PostError::Once) => {}
                Err(PostError::Refused(Refused::TooLarge)) => left += 1,
                Err(error @ (PostError::Broken | PostError::Store(_))) => {
                    tracing::error!(%error, user = user.0, "cannot pay an imported line");
                    left += 1;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Credited { left, ..done })
    }
}

type Linked = (LineId, LineRow, UserId);

impl Imports {
    /// The lines without those that an earlier import paid to a member who had spent some of it when it was taken back. These
    /// wait for an admin. Returns their number, too.
    async fn without_spent(&self, lines: Vec<Linked>) -> Result<(Vec<Linked>, usize), ImportError> {
        let taken_back = self.read_taken_back().await?;
        let (mut rest, mut spent) = (Vec::with_capacity(lines.len()), 0);
        for (id, row, user) in lines {
            let Some(earlier) = taken_back.spent_by(user, row.points) else {
                rest.push((id, row, user));
                continue;
            };
            let _running = self.running.lock().await;
            if read_line(self.accounts.store.view(), id)?.is_some_and(|now| now.state == row.state)
            {
                self.mark_waiting(id, row, Waits::Seen(earlier)).await?;
                spent += 1;
            }
        }
        Ok((rest, spent))
    }
}

/// The lines with their members, and the number of those on whom the person may not decide.
fn linked_lines(
    view: &View,
    admin: &Admin,
    people: &People,
) -> Result<(Vec<Linked>, usize), ImportError> {
    let names = KickNames::read(view)?;
    let (mut lines, mut left) = (Vec::new(), 0);
    for id in read_waiting(view)? {
        let Some(row) = read_line(view, id)? else { continue };
        let Some(user) = names.of_line(&row.named, row.state) else { continue };
        if people.decide_on(admin, user).is_ok() {
            lines.push((id, row, user));
        } else {
            left += 1;
        }
    }
    Ok((lines, left))
}
