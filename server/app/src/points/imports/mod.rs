//! Imports of points from files (docs/decisions.md, F6).
//!
//! Invariants: a line pays a member who has proved to own one of its names, or whom an admin
//! selected, and no other; a line pays once, whatever crashes in between; the same file never pays
//! again, whatever its order and spelling; a line with the points and one of the proofs of a line
//! of an earlier file pays only when an admin selects the member. Imports don't count as earned.
//!
//! The lines of a confirmed file are stored. Each payment carries the line's once-key and stores
//! the line's result in the same commit, so there is no cursor that could lag behind.

mod error;
mod matching;
mod paying;
mod records;
mod releasing;
mod report;
pub mod routes;
mod sheet;
mod waiting;

use std::path::PathBuf;
use std::sync::Arc;

use pointhouse_store::{Batch, Progress, StoreError, View};
use serde_json::json;

pub use error::ImportError;
pub(crate) use records::ROWS;
pub use records::{ImportRow, LineId, LineRow, LineState, Named, Proof, Waits};
pub use releasing::Confirms;
pub use report::{LineReport, LineStatus, Report};

use crate::accounts::Accounts;
use crate::allowance::{Allowance, Made, Maker, Sum};
use crate::audit::{Actor, Audit, Entry};
use crate::clock::Clock;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::locks::Lock;
use crate::tables::NumberRow;
use records::{IMPORT, LINE, SEEN, WAITING, read_imports};
use sheet::{Line, Sheet};

/// Largest file, in bytes.
const FILE_BYTES_MAX: u64 = 5 * 1024 * 1024;

/// Imports of points. Cheap to clone.
#[derive(Clone)]
pub struct Imports {
    accounts: Accounts,
    audit: Audit,
    clock: Clock,
    allowance: Allowance,
    /// One new import at a time: a file that comes twice is found.
    confirming: Lock,
    /// One change of lines at a time: each reads the row that the last one wrote.
    running: Lock,
}

impl Imports {
    /// Over all accounts.
    pub fn new(accounts: &Accounts, audit: &Audit, clock: &Clock, allowance: &Allowance) -> Self {
        let (accounts, audit) = (accounts.clone(), audit.clone());
        let (clock, allowance) = (clock.clone(), allowance.clone());
        let (confirming, running) = (Lock::default(), Lock::default());
        Self { accounts, audit, clock, allowance, confirming, running }
    }

    /// Reports what an import of a file would do, and changes nothing.
    ///
    /// # Errors
    /// See [`ImportError`].
    pub async fn try_out(&self, file: Vec<u8>) -> Result<Report, ImportError> {
        let view = self.accounts.store.view().clone();
        let tried = move || {
            let sheet = sheet::read(&file)?;
            match known(&view, &sheet)? {
                Some((import, _)) => report::of_known(&view, import, &sheet, true),
                None => report::of_new(&view, &sheet),
            }
        };
        self.accounts.reads.run(tried).await?
    }

    /// The members whom a file would pay.
    ///
    /// # Errors
    /// See [`ImportError`].
    pub async fn members_of(&self, file: Vec<u8>) -> Result<Vec<UserId>, ImportError> {
        let view = self.accounts.store.view().clone();
        let members = move || {
            let found = sheet::read(&file)?.lines.into_iter();
            let found = found.map(|line| Ok(matching::find(&view, &line.named)?.ok()));
            let found = found.collect::<Result<Vec<_>, ImportError>>()?;
            Ok(found.into_iter().flatten().map(|(user, _)| user).collect())
        };
        self.accounts.reads.run(members).await?
    }

    /// Imports a file: pays the lines whose member is known, and stores the others. A file that was
    /// imported before is completed if necessary and reported again.
    ///
    /// # Errors
    /// See [`ImportError`]. The next start completes a confirmed file.
    pub async fn import_file(&self, file: Vec<u8>, maker: Maker) -> Result<Report, ImportError> {
        self.import_watched(file, maker, &Progress::default()).await
    }

    async fn import_watched(
        &self,
        file: Vec<u8>,
        maker: Maker,
        progress: &Progress,
    ) -> Result<Report, ImportError> {
        let parsed = move || sheet::read(&file);
        let sheet = self.accounts.reads.run(parsed).await??;
        let sheet = Arc::new(sheet);
        let (import, repeated) = self.confirm(sheet.clone(), maker).await?;
        self.resume_import(import, progress).await?;
        let view = self.accounts.store.view().clone();
        let report = move || report::of_known(&view, import, &sheet, repeated);
        let mut report = self.accounts.reads.run(report).await??;
        report.dry_run = false;
        Ok(report)
    }

    /// Imports a file of this machine, or reports what the import would do. Returns the report as
    /// text.
    ///
    /// # Errors
    /// As text.
    pub async fn run_file(
        &self,
        file: PathBuf,
        dry_run: bool,
        progress: &Progress,
    ) -> Result<String, String> {
        let name = file.display().to_string();
        let read = tokio::task::spawn_blocking(move || {
            let size = std::fs::metadata(&file)?.len();
            if size > FILE_BYTES_MAX {
                return Err(std::io::Error::other(ImportError::TooLarge.to_string()));
            }
            std::fs::read(&file)
        });
        let read = read.await.map_err(|error| error.to_string())?;
        let bytes = read.map_err(|error| format!("{name}: {error}"))?;
        let report = if dry_run {
            self.try_out(bytes).await
        } else {
            self.import_watched(bytes, Maker::Site(Actor::console()), progress).await
        };
        report.map(|report| report.text()).map_err(|error| error.to_string())
    }

    async fn confirm(&self, sheet: Arc<Sheet>, maker: Maker) -> Result<(u64, bool), ImportError> {
        let _confirming = self.confirming.lock().await;
        let store = &self.accounts.store;
        if let Some((import, _)) = known(store.view(), &sheet)? {
            return Ok((import, true));
        }
        if !store.writable() {
            return Err(ImportError::ReadOnly);
        }
        if sheet.lines.is_empty() {
            return Err(ImportError::bad("The file has no line that can be used"));
        }
        let import = read_imports(store.view())?.last().map_or(1, |(number, _)| number + 1);
        let (audit, points) = (self.audit.next_id(), sum(&sheet));
        let reserved = self.allowance.reserve_for(&maker, Made::Import, Sum::of(points))?;
        let actor = maker.actor();
        let of_allowance = reserved.as_ref().map(|reserved| reserved.rows(actor.clone()));
        let entry = Entry {
            actor,
            action: "points.import",
            subject: format!("import:{import}"),
            before: String::new(),
            after: json!({ "lines": sheet.lines.len(), "points": points }).to_string(),
        };
        let row = ImportRow {
            revision: 1,
            hash: sheet.hash,
            audit,
            lines: u32::try_from(sheet.lines.len()).map_err(Fault::other)?,
            begun_at: self.clock.now().0,
            ended_at: None,
        };
        let view = store.view().clone();
        let rows = move || rows_of(&view, import, &row, &sheet);
        let mut batch = self.accounts.reads.run(rows).await??;
        self.audit.write(audit, entry, &mut batch)?;
        if let Some(rows) = of_allowance {
            rows(&mut batch)?;
        }
        store.commit(batch).await?;
        if let Some(reserved) = reserved {
            reserved.keep();
        }
        Ok((import, false))
    }
}

/// All rows of a confirmed file. A line that was in an earlier file waits from the start.
fn rows_of(view: &View, import: u64, row: &ImportRow, sheet: &Sheet) -> Result<Batch, ImportError> {
    let mut batch = Batch::new();
    IMPORT.put(&mut batch, &import, row)?;
    for (place, line) in (1..).zip(&sheet.lines) {
        let id = LineId { import, line: place };
        let state = match seen(view, line)? {
            Some(earlier) => LineState::Waiting(Waits::Seen(earlier)),
            None => LineState::Pending,
        };
        for mark in line.marks() {
            if !SEEN.contains(view, &mark)? {
                SEEN.put(&mut batch, &mark, &NumberRow(import))?;
            }
        }
        if state != LineState::Pending {
            WAITING.put(&mut batch, &id, &())?;
        }
        let (number, points, named) = (line.number, line.points.get(), line.named.clone());
        let row = LineRow { revision: 1, number, points, named, state };
        LINE.put(&mut batch, &id, &row)?;
    }
    Ok(batch)
}

/// The earlier import of this file, if there is one.
fn known(view: &View, sheet: &Sheet) -> Result<Option<(u64, ImportRow)>, StoreError> {
    Ok(read_imports(view)?.into_iter().find(|(_, row)| row.hash == sheet.hash))
}

/// The earliest import with this line.
fn seen(view: &View, line: &Line) -> Result<Option<u64>, StoreError> {
    let imports: Vec<_> =
        line.marks().iter().map(|mark| SEEN.get(view, mark)).collect::<Result<_, _>>()?;
    Ok(imports.into_iter().flatten().map(|NumberRow(import)| import).min())
}

fn sum(sheet: &Sheet) -> u64 {
    sheet.lines.iter().fold(0, |sum, line| line.points.get().saturating_add(sum))
}
