//! The audit log: who changed what, when, with the state before and after (docs/decisions.md, A3).
//!
//! Invariant: every change by an admin writes a row, in the same commit as the change. Rows contain
//! ids, not names, so that they may outlive an account.
//!
//! Rows are never deleted.

mod places;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bincode::{Decode, Encode};
use pointhouse_store::{
    Batch, Keys, Row, RowProblem, Store, StoreError, StoredRow, Table, View, decode_body,
};

pub use places::{AuditPlaces, Near, Place};

use crate::clock::{Clock, Millis};
use crate::ids::{PersonId, SessionId, UserId};
use crate::module::Module;
use crate::tables::{self, RowFormat};

/// What this module has.
pub(crate) const MODULE: Module = Module { rows: &[ROWS], ..Module::EMPTY };

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[AUDIT.format()];

/// Rows by id.
const AUDIT: Table<u64, AuditRow> = Table::new(tables::AUDIT);

/// Rows whose ids are read at once.
const PLACES_STEP: usize = 1024;

/// Longest `before` and `after` together, in bytes.
const TEXT_MAX: usize = 6000;

/// A row of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AuditRow {
    /// Time of the change, in milliseconds.
    pub at: i64,
    /// Who made the change: the name of a person of the panel with the client address, or `console`.
    pub actor: String,
    /// The action, for example `points.add`.
    pub action: String,
    /// What was changed, for example `user:12`.
    pub subject: String,
    /// State before the change, as JSON or empty.
    pub before: String,
    /// State after the change, as JSON or empty.
    pub after: String,
    /// Number of the person of the panel who made the change; `None` for changes of members, of the site and of the command line.
    pub person: Option<u32>,
    /// The person's session; `None` for changes without one.
    pub session: Option<u128>,
    /// Whether a person who runs the site alone decided on the own member account.
    pub own_account: bool,
}

/// A row of version 2.
#[derive(Decode)]
struct AuditRow2 {
    at: i64,
    actor: String,
    action: String,
    subject: String,
    before: String,
    after: String,
    person: Option<u32>,
    session: Option<u128>,
}

impl From<AuditRow2> for AuditRow {
    fn from(row: AuditRow2) -> Self {
        let AuditRow2 { at, actor, action, subject, before, after, person, session } = row;
        let own_account = false;
        Self { at, actor, action, subject, before, after, person, session, own_account }
    }
}

impl StoredRow for AuditRow {
    const VERSION: u8 = 3;

    fn decode_older(row: &[u8]) -> Option<Result<Self, RowProblem>> {
        let older = row.strip_prefix(&[2])?;
        Some(decode_body::<AuditRow2>(2, older).map(Self::from))
    }
}

/// Who makes a change, as written in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Actor {
    text: String,
    person: Option<PersonId>,
    session: Option<SessionId>,
    on_own_account: bool,
}

impl Actor {
    /// A person of the panel, by the name and the client's address. Names change and have no `#`, so the number tells
    /// people from the owner and from each other.
    pub fn admin(id: PersonId, name: &str, address: IpAddr) -> Self {
        let text = if id == PersonId::OWNER {
            format!("{name} {address}")
        } else {
            format!("{name} #{} {address}", id.0)
        };
        Self { text, person: Some(id), session: None, on_own_account: false }
    }

    /// The same person in a session.
    #[must_use]
    pub fn in_session(self, session: SessionId) -> Self {
        Self { session: Some(session), ..self }
    }

    /// The same person, deciding on the own member account: rows say so.
    #[must_use]
    pub fn on_own_account(self) -> Self {
        Self { on_own_account: true, ..self }
    }

    /// Whether the person decides on the own member account.
    pub const fn is_on_own_account(&self) -> bool {
        self.on_own_account
    }

    /// A member.
    pub fn member(user: UserId) -> Self {
        Self::stored(format!("member {user}"))
    }

    /// A visitor who is not logged in, with the address if it is known.
    pub fn visitor(address: Option<IpAddr>) -> Self {
        Self::stored(address.map_or("visitor".to_owned(), |address| format!("visitor {address}")))
    }

    /// A person who runs commands on the server's machine.
    pub fn console() -> Self {
        Self::stored("console".to_owned())
    }

    /// A variable of the server's environment.
    pub fn environment() -> Self {
        Self::stored("environment".to_owned())
    }

    /// The site itself, at the first start of a data folder.
    pub fn first_start() -> Self {
        Self::stored("first start".to_owned())
    }

    /// The site itself, when it creates demo content.
    pub fn demo() -> Self {
        Self::stored("demo".to_owned())
    }

    /// An actor read from the stored row of work that continues after a restart.
    pub fn stored(text: String) -> Self {
        Self { text, person: None, session: None, on_own_account: false }
    }

    /// The text written in rows.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// An entry to write.
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

/// Rows with ids in a range, both ends included, oldest first. Slow: must not run on a serving thread.
pub fn audit_rows_between(
    view: &View,
    first: u64,
    last: u64,
) -> impl Iterator<Item = Result<(u64, AuditRow), StoreError>> {
    AUDIT.rows(view, Keys::all().from(&first).before(&last.saturating_add(1)))
}

/// Notes the places of all rows. Slow: must not run on a serving thread.
///
/// # Errors
/// The store cannot be read.
pub fn audit_places(view: &View) -> Result<AuditPlaces, StoreError> {
    let (mut places, mut keys) = (AuditPlaces::default(), Keys::all());
    loop {
        let ids = AUDIT.keys(view, &keys, PLACES_STEP)?;
        let Some(last) = ids.last() else { return Ok(places) };
        keys = Keys::all().after(last);
        ids.iter().for_each(|id| places.add(*id));
    }
}

/// Decodes a row of a commit if it is one of the audit: its id and content.
pub fn audit_change(row: &Row) -> Option<Result<(u64, Option<AuditRow>), StoreError>> {
    AUDIT.row(row)
}

/// Rows from a time on, oldest first. Slow: must not run on a serving thread.
pub fn audit_rows_since(
    view: &View,
    since: Millis,
) -> impl Iterator<Item = Result<(u64, AuditRow), StoreError>> {
    AUDIT.rows(view, Keys::all().from(&first_id(since)))
}

/// Reads a row by its id.
///
/// # Errors
/// The row cannot be decoded.
pub fn audit_row(view: &View, id: u64) -> Result<Option<AuditRow>, StoreError> {
    AUDIT.get(view, &id)
}

impl Entry {
    /// An entry with empty `before` and `after`.
    pub fn new(actor: Actor, action: &'static str, subject: impl Into<String>) -> Self {
        let (before, after) = (String::new(), String::new());
        Self { actor, action, subject: subject.into(), before, after }
    }
}

/// Assigns ids and adds rows to the batches of changes. Cheap to clone.
#[derive(Clone)]
pub struct Audit {
    store: Store,
    clock: Clock,
    last: Arc<AtomicU64>,
}

/// Number of ids per millisecond.
const PER_MILLISECOND: u64 = 1 << 12;

impl Audit {
    /// Starts after the newest existing row, so that a clock that was set back doesn't assign an id
    /// again, which would overwrite its row.
    ///
    /// # Errors
    /// The rows cannot be decoded.
    pub fn load(clock: Clock, store: &Store) -> Result<Self, StoreError> {
        let audit = Self { store: store.clone(), clock, last: Arc::default() };
        for row in AUDIT.rows(store.view(), Keys::all().from(&audit.earliest())) {
            audit.last.store(row?.0, Ordering::SeqCst);
        }
        Ok(audit)
    }

    /// First id of the current millisecond.
    fn earliest(&self) -> u64 {
        first_id(self.clock.now())
    }

    /// The next id. Ids rise with time, so rows are ordered by time.
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

    /// Commits a change of an admin together with its audit row.
    ///
    /// # Errors
    /// The row is too large, or the store has stopped: see [`Store::commit`].
    pub async fn commit_audited(&self, mut batch: Batch, entry: Entry) -> Result<(), StoreError> {
        self.record(entry, &mut batch)?;
        self.store.commit(batch).await?;
        Ok(())
    }

    /// Writes a row about data that a person takes out of the site. Call it before the data is sent.
    ///
    /// # Errors
    /// See [`Audit::commit_audited`].
    pub async fn record_export(
        &self,
        actor: Actor,
        action: &'static str,
        detail: serde_json::Value,
    ) -> Result<(), StoreError> {
        let entry = Entry { after: detail.to_string(), ..Entry::new(actor, action, "site") };
        self.commit_audited(Batch::new(), entry).await
    }

    /// Adds a row to a batch that the caller commits.
    ///
    /// # Errors
    /// The row is too large.
    pub fn record(&self, entry: Entry, batch: &mut Batch) -> Result<(), StoreError> {
        self.write(self.next_id(), entry, batch)
    }

    /// Adds a row under an id that other rows refer to.
    ///
    /// # Errors
    /// The row is too large.
    pub fn write(&self, id: u64, entry: Entry, batch: &mut Batch) -> Result<(), StoreError> {
        let row = AuditRow {
            at: self.clock.now().0,
            actor: entry.actor.text,
            action: entry.action.to_owned(),
            subject: entry.subject,
            before: shortened(entry.before),
            after: shortened(entry.after),
            person: entry.actor.person.map(|PersonId(number)| number),
            session: entry.actor.session.map(|SessionId(id)| id),
            own_account: entry.actor.on_own_account,
        };
        AUDIT.put(batch, &id, &row)
    }
}

/// First id of a millisecond.
fn first_id(at: Millis) -> u64 {
    u64::try_from(at.0).unwrap_or(0).saturating_mul(PER_MILLISECOND)
}

/// Cuts a text that is too long for a row, and marks the cut.
fn shortened(mut text: String) -> String {
    if text.len() > TEXT_MAX {
        let cut = (0..=TEXT_MAX).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(cut);
        text.push_str(" …(cut)");
    }
    text
}
