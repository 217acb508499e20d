//! The audit: who changed what, when, from what to what.
//!
//! Invariant: every change that an admin makes leaves a row, on disk together with the change
//! (decision A3). Rows hold ids, not names, so that they may outlive an account.
//!
//! Deliberately absent: deletion.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bincode::{Decode, Encode};
use pointhouse_store::{Batch, Keys, Store, StoreError, StoredRow, Table, View};

use crate::clock::Clock;
use crate::ids::UserId;
use crate::tables::{self, RowFormat};

/// What is stored, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[AUDIT.format()];

/// Rows by their ids.
const AUDIT: Table<u64, AuditRow> = Table::new(tables::AUDIT);

/// Longest text of `before` and `after` together, in bytes.
const TEXT_MAX: usize = 6000;

/// A row.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AuditRow {
    /// When, milliseconds.
    pub at: i64,
    /// Who: `admin` with the client address, or `console`.
    pub actor: String,
    /// What, for example `points.add`.
    pub action: String,
    /// On whom or what, for example `user:12`.
    pub subject: String,
    /// How it was, JSON or empty.
    pub before: String,
    /// How it is, JSON or empty.
    pub after: String,
}

impl StoredRow for AuditRow {
    const VERSION: u8 = 1;
}

/// Who changes something, as rows name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor(String);

impl Actor {
    /// An admin of the panel, by the name that rows have and the client's address.
    pub fn admin(name: &str, address: IpAddr) -> Self {
        Self(format!("{name} {address}"))
    }

    /// A member.
    pub fn member(user: UserId) -> Self {
        Self(format!("member {user}"))
    }

    /// A visitor who is not logged in, by the address if it is known.
    pub fn visitor(address: Option<IpAddr>) -> Self {
        Self(address.map_or("visitor".to_owned(), |address| format!("visitor {address}")))
    }

    /// Whoever runs commands on the server's machine.
    pub fn console() -> Self {
        Self("console".to_owned())
    }

    /// A variable of the server's environment.
    pub fn environment() -> Self {
        Self("environment".to_owned())
    }

    /// The site itself, when a folder is opened for the first time.
    pub fn first_start() -> Self {
        Self("first start".to_owned())
    }

    /// The site itself, when it fills a folder with demo content.
    pub fn demo() -> Self {
        Self("demo".to_owned())
    }

    /// As it was stored with work that goes on after a restart.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// The text that rows hold.
    pub fn into_text(self) -> String {
        self.0
    }
}

/// An entry to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// See [`AuditRow::actor`].
    pub actor: Actor,
    /// See [`AuditRow::action`].
    pub action: &'static str,
    /// See [`AuditRow::subject`].
    pub subject: String,
    /// See [`AuditRow::before`].
    pub before: String,
    /// See [`AuditRow::after`].
    pub after: String,
}

/// All rows, by rising ids: the oldest first. Not for a thread that serves.
pub fn audit_rows(view: &View) -> impl Iterator<Item = Result<(u64, AuditRow), StoreError>> {
    AUDIT.rows(view, Keys::all())
}

/// A row by its id.
///
/// # Errors
/// The row does not read.
pub fn audit_row(view: &View, id: u64) -> Result<Option<AuditRow>, StoreError> {
    AUDIT.get(view, &id)
}

impl Entry {
    /// An entry without a state before and after.
    pub fn new(actor: Actor, action: &'static str, subject: impl Into<String>) -> Self {
        let (before, after) = (String::new(), String::new());
        Self { actor, action, subject: subject.into(), before, after }
    }
}

/// Gives out ids and writes rows into the batches of those who act. Cheap to clone.
#[derive(Clone)]
pub struct Audit {
    store: Store,
    clock: Clock,
    last: Arc<AtomicU64>,
}

/// Room for ids within one millisecond.
const PER_MILLISECOND: u64 = 1 << 12;

impl Audit {
    /// Over a clock, behind the rows there are: a clock that went back must not give an id again,
    /// which would overwrite its row.
    ///
    /// # Errors
    /// The rows do not read.
    pub fn load(clock: Clock, store: &Store) -> Result<Self, StoreError> {
        let audit = Self { store: store.clone(), clock, last: Arc::default() };
        for row in AUDIT.rows(store.view(), Keys::all().from(&audit.earliest())) {
            audit.last.store(row?.0, Ordering::SeqCst);
        }
        Ok(audit)
    }

    /// The first id of this millisecond.
    fn earliest(&self) -> u64 {
        u64::try_from(self.clock.now().0).unwrap_or(0).saturating_mul(PER_MILLISECOND)
    }

    /// The next id: rises with time, so rows stand in order of time.
    pub fn next_id(&self) -> u64 {
        let now = self.earliest();
        let previous = self
            .last
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |last| {
                Some(now.max(last.saturating_add(1)))
            })
            .unwrap_or_default();
        now.max(previous.saturating_add(1))
    }

    /// Commits a change with its row: the way in which an admin's change is written.
    ///
    /// # Errors
    /// The row does not fit, or the store has stopped: see [`Store::commit`].
    pub async fn commit_audited(&self, mut batch: Batch, entry: Entry) -> Result<(), StoreError> {
        self.record(entry, &mut batch)?;
        self.store.commit(batch).await?;
        Ok(())
    }

    /// Adds a row to a batch that is committed elsewhere.
    ///
    /// # Errors
    /// The row does not fit.
    pub fn record(&self, entry: Entry, batch: &mut Batch) -> Result<(), StoreError> {
        self.write(self.next_id(), entry, batch)
    }

    /// Adds a row under an id that something else refers to.
    ///
    /// # Errors
    /// The row does not fit.
    pub fn write(&self, id: u64, entry: Entry, batch: &mut Batch) -> Result<(), StoreError> {
        let row = AuditRow {
            at: self.clock.now().0,
            actor: entry.actor.into_text(),
            action: entry.action.to_owned(),
            subject: entry.subject,
            before: shortened(entry.before),
            after: shortened(entry.after),
        };
        AUDIT.put(batch, &id, &row)
    }
}

/// A text that would not fit a row says that it was cut.
fn shortened(mut text: String) -> String {
    if text.len() > TEXT_MAX {
        let cut = (0..=TEXT_MAX).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        text.push_str(" …(cut)");
    }
    text
}
