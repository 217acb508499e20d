//! The emails of the outbox for admins: waiting and permanently failed ones with the reason,
//! without their links.

use pointhouse_store::Batch;
use serde_json::json;

use super::error::OutboxError;
use super::records::{EmailRow, OUTBOX, read_heads};
use super::{MailError, Mailer};
use crate::audit::{Actor, Audit, Entry};
use crate::clock::Millis;
use crate::detached::to_the_end;
use crate::ids::UserId;
use crate::locks::Guard;

/// An email as admins see it.
#[derive(Clone, Debug)]
pub struct OutboxEmail {
    /// Number of the email.
    pub number: u64,
    /// The member it is about.
    pub user: UserId,
    /// The recipient, masked: `m***@example.com`.
    pub to: String,
    /// Subject.
    pub subject: String,
    /// Number of failed deliveries.
    pub tries: u32,
    /// Time of writing.
    pub written_at: Millis,
    /// Time of the next try; `None` if it failed permanently.
    pub next_at: Option<Millis>,
    /// Time of expiry of its link.
    pub until: Millis,
    /// Why the last delivery failed; empty before the first failure.
    pub last_error: String,
    /// True when it failed permanently.
    pub dead: bool,
}

/// A page of the outbox, newest first.
#[derive(Clone, Debug)]
pub struct OutboxPage {
    /// The emails of the page.
    pub emails: Vec<OutboxEmail>,
    /// Number of emails on all pages.
    pub total: usize,
    /// Number of emails that will be tried again, regardless of the filter.
    pub waiting: usize,
    /// Number of permanently failed emails, regardless of the filter.
    pub dead: usize,
}

impl OutboxEmail {
    fn of(number: u64, row: EmailRow) -> Self {
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
    /// Returns a page of the outbox; `dead` filters by permanently failed (true) or waiting
    /// (false).
    ///
    /// # Errors
    /// The outbox cannot be read.
    pub async fn emails(
        &self,
        dead: Option<bool>,
        skip: usize,
        limit: usize,
    ) -> Result<OutboxPage, MailError> {
        let view = self.inner.store.view().clone();
        let read = self.inner.reads.run(move || {
            let all = read_heads(&view)?;
            let dead_count = all.iter().filter(|head| head.dead).count();
            let waiting = all.len() - dead_count;
            let total = match dead {
                None => all.len(),
                Some(true) => dead_count,
                Some(false) => waiting,
            };
            let asked = all.iter().rev().filter(|head| dead.is_none_or(|dead| dead == head.dead));
            let mut emails = Vec::new();
            for head in asked.skip(skip).take(limit) {
                // It may have left since.
                let row = OUTBOX.get(&view, &head.number)?;
                emails.extend(row.map(|row| OutboxEmail::of(head.number, row)));
            }
            Ok(OutboxPage { emails, total, waiting, dead: dead_count })
        });
        read.await?
    }

    /// Makes an email due at once and resets its tries, even if it failed permanently.
    ///
    /// # Errors
    /// See [`OutboxError`]. Nothing has changed then.
    pub async fn retry(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<OutboxEmail, OutboxError> {
        let (mailer, audit) = (self.clone(), audit.clone());
        let done = to_the_end(async move {
            let due = mailer.make_due(number, &audit, actor).await;
            if due.is_ok() {
                mailer.inner.asked.lock().push(number);
            }
            // After the hold is released, because the delivery skips held emails.
            mailer.wake_delivery();
            due
        });
        done.await?
    }

    async fn make_due(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<OutboxEmail, OutboxError> {
        let (_held, before) = self.hold_row(number)?;
        let now = self.inner.clock.now().0;
        if before.until <= now {
            return Err(OutboxError::LinkEnded);
        }
        let row = EmailRow { tries: 0, next_at: now, dead: false, ..before.clone() };
        let entry =
            Entry { after: audit_json(&row), ..entry("letter.retry", number, &before, actor) };
        let mut batch = Batch::new();
        OUTBOX.put(&mut batch, &number, &row)?;
        audit.commit_audited(batch, entry).await?;
        if before.dead {
            Self::count(&self.inner.dead_count, false);
            Self::count(&self.inner.waiting_count, true);
        }
        Ok(OutboxEmail::of(number, row))
    }

    /// Removes an email.
    ///
    /// # Errors
    /// See [`OutboxError`]. Nothing has changed then.
    pub async fn discard(
        &self,
        number: u64,
        audit: &Audit,
        actor: Actor,
    ) -> Result<(), OutboxError> {
        let (mailer, audit) = (self.clone(), audit.clone());
        let done = to_the_end(async move { mailer.delete(number, &audit, actor).await });
        done.await?
    }

    async fn delete(&self, number: u64, audit: &Audit, actor: Actor) -> Result<(), OutboxError> {
        let (_held, before) = self.hold_row(number)?;
        let mut batch = Batch::new();
        OUTBOX.delete(&mut batch, &number)?;
        audit.commit_audited(batch, entry("letter.delete", number, &before, actor)).await?;
        let counter = if before.dead { &self.inner.dead_count } else { &self.inner.waiting_count };
        Self::count(counter, false);
        Ok(())
    }

    /// Holds an email, so that the delivery skips it, and reads its row.
    fn hold_row(&self, number: u64) -> Result<(Guard<u64>, EmailRow), OutboxError> {
        if !self.inner.store.writable() {
            return Err(OutboxError::ReadOnly);
        }
        let held = self.hold(number).ok_or(OutboxError::Busy)?;
        let row = OUTBOX.get(self.inner.store.view(), &number)?.ok_or(OutboxError::NoSuchEmail)?;
        Ok((held, row))
    }
}

fn entry(action: &'static str, number: u64, before: &EmailRow, actor: Actor) -> Entry {
    let subject = format!("letter:{number} user:{}", UserId(before.user));
    Entry { actor, action, subject, before: audit_json(before), after: String::new() }
}

fn audit_json(row: &EmailRow) -> String {
    json!({ "tries": row.tries, "dead": row.dead }).to_string()
}

/// First letter and domain of an address.
fn masked(to: &str) -> String {
    let (name, domain) = to.rsplit_once('@').unwrap_or((to, ""));
    let first: String = name.chars().take(1).collect();
    format!("{first}***@{domain}")
}
