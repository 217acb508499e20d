//! The letters of the outbox for admins: what waits, what was given up and why, without what lets its
//! reader in.

use pointhouse_store::Batch;
use serde_json::json;

use super::error::LetterError;
use super::records::{LetterRow, OUTBOX, read_all};
use super::{MailError, Mailer};
use crate::audit::{Actor, Audit, Entry};
use crate::clock::Millis;
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::locks::Guard;

/// A letter as admins see it.
#[derive(Clone, Debug)]
pub struct LetterStanding {
    /// Its number.
    pub number: u64,
    /// Whom it is about.
    pub user: UserId,
    /// Its address, without what tells whose it is: `m***@example.com`.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Deliveries that failed.
    pub tries: u32,
    /// When it was written.
    pub written_at: Millis,
    /// Tried again from then on; none for one that was given up.
    pub next_at: Option<Millis>,
    /// Its link works until then.
    pub until: Millis,
    /// Why the last delivery failed; empty before that.
    pub last_error: String,
    /// It was given up.
    pub dead: bool,
}

/// Letters of the outbox, newest first.
#[derive(Clone, Debug)]
pub struct LettersFound {
    /// The page.
    pub letters: Vec<LetterStanding>,
    /// On all pages.
    pub total: usize,
    /// Those that are tried again, whichever are asked for.
    pub waiting: usize,
    /// Those that were given up, whichever are asked for.
    pub dead: usize,
}

impl LetterStanding {
    fn of(number: u64, row: LetterRow) -> Self {
        Self {
            number,
            user: UserId(row.user),
            to: masked(&row.to),
            subject: row.subject,
            tries: row.tries,
            written_at: Millis(row.written_at),
            next_at: (!row.dead).then_some(Millis(row.next_at)),
            until: Millis(row.until),
            last_error: row.last_error,
            dead: row.dead,
        }
    }
}

impl Mailer {
    /// A page of the letters there are; only those given up, or only those that are not, if it says so.
    ///
    /// # Errors
    /// The outbox does not read.
    pub async fn letters(
        &self,
        dead: Option<bool>,
        skip: usize,
        limit: usize,
    ) -> Result<LettersFound, MailError> {
        let view = self.inner.store.view().clone();
        let read = self.inner.reads.run(move || {
            let all = read_all(&view)?;
            let given_up = all.iter().filter(|(_, row)| row.dead).count();
            let waiting = all.len() - given_up;
            let total = match dead {
                None => all.len(),
                Some(true) => given_up,
                Some(false) => waiting,
            };
            let asked =
                all.into_iter().rev().filter(|(_, row)| dead.is_none_or(|dead| dead == row.dead));
            let page = asked.skip(skip).take(limit);
            let letters = page.map(|(number, row)| LetterStanding::of(number, row)).collect();
            Ok(LettersFound { letters, total, waiting, dead: given_up })
        });
        read.await?
    }

    /// Makes a letter due at once, as if it had never been tried; also one that was given up.
    ///
    /// # Errors
    /// See [`LetterError`]; nothing changed then.
    pub async fn retry(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<LetterStanding, LetterError> {
        let (mailer, audit) = (self.clone(), audit.clone());
        let done = to_the_end(async move {
            let due = mailer.make_due(number, &audit, actor).await;
            // When it is not held any more: a delivery passes over what is.
            mailer.knock();
            due
        });
        done.await?
    }

    async fn make_due(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<LetterStanding, LetterError> {
        let (_held, before) = self.held(number)?;
        let now = self.inner.clock.now().0;
        if before.until <= now {
            return Err(LetterError::LinkEnded);
        }
        let row = LetterRow { tries: 0, next_at: now, dead: false, ..before.clone() };
        let entry =
            Entry { after: audit_json(&row), ..entry("letter.retry", number, &before, actor) };
        let mut batch = Batch::new();
        OUTBOX.put(&mut batch, &number, &row)?;
        audit.commit_audited(batch, entry).await?;
        if before.dead {
            Self::count(&self.inner.dead_count, false);
            Self::count(&self.inner.waiting_count, true);
        }
        Ok(LetterStanding::of(number, row))
    }

    /// Removes a letter that nobody wants any more.
    ///
    /// # Errors
    /// See [`LetterError`]; nothing changed then.
    pub async fn discard(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<(), LetterError> {
        let (mailer, audit) = (self.clone(), audit.clone());
        let done = to_the_end(async move { mailer.throw_away(number, &audit, actor).await });
        done.await?
    }

    async fn throw_away(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<(), LetterError> {
        let (_held, before) = self.held(number)?;
        let mut batch = Batch::new();
        OUTBOX.delete(&mut batch, &number)?;
        audit.commit_audited(batch, entry("letter.delete", number, &before, actor)).await?;
        let counter = if before.dead { &self.inner.dead_count } else { &self.inner.waiting_count };
        Self::count(counter, false);
        Ok(())
    }

    /// Holds a letter against delivery, and reads its row.
    fn held(&self, number: u64) -> Result<(Guard<u64>, LetterRow), LetterError> {
        if !self.inner.store.writable() {
            return Err(LetterError::ReadOnly);
        }
        let held = self.hold(number).ok_or(LetterError::Busy)?;
        let row = OUTBOX.get(self.inner.store.view(), &number)?.ok_or(LetterError::NoSuchLetter)?;
        Ok((held, row))
    }
}

fn entry(action: &'static str, number: u64, before: &LetterRow, actor: Actor) -> Entry {
    let subject = format!("letter:{number} user:{}", UserId(before.user));
    Entry { actor, action, subject, before: audit_json(before), after: String::new() }
}

fn audit_json(row: &LetterRow) -> String {
    json!({ "tries": row.tries, "dead": row.dead }).to_string()
}

/// The first letter of an address and where it leads.
fn masked(to: &str) -> String {
    let (name, domain) = to.rsplit_once('@').unwrap_or((to, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}***@{domain}")
}
