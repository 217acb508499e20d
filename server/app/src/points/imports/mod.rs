//! Imports of points from files (docs/decisions.md, F6).
//!
//! Invariants: a line pays a member who has proved to own one of its names, or whom an admin
//! selected, and no other; a line pays once, whatever crashes in between; the same file never pays
//! again, whatever its order and spelling, unless that import was taken back; a line with the points and one of the proofs of a line
//! of an earlier file pays only when an admin selects the member. Imports don't count as earned.
//!
//! The lines of a confirmed file are stored. Each payment carries the line's once-key and stores
//! the line's result in the same commit, so there is no cursor that could lag behind.

mod amounts;
mod encoding;
mod error;
mod kept_sums;
pub mod line_routes;
mod linked;
mod listing;
mod matching;
mod paying;
mod records;
mod releasing;
mod report;
pub mod routes;
mod sheet;
mod spent;
mod table;
mod take_back;
mod waiting;

use std::path::PathBuf;
use std::sync::Arc;

use pointhouse_store::{Batch, Progress, StoreError, View};
use serde_json::json;

pub use amounts::Thousands;
pub use encoding::TextEncoding;
pub use error::ImportError;
pub use kept_sums::Sums;
pub use linked::Credited;
pub use listing::{Listed, Waiting};
pub(crate) use records::ROWS;
pub use records::{ImportRow, LineId, LineRow, LineState, Named, Proof, TakenBack, Waits};
pub use releasing::Confirms;
pub use report::{LineReport, LineStatus, Report};
pub use table::{Column, FileColumn, FileColumns, Layout};

use crate::accounts::{AccountError, Accounts};
use crate::allowance::{Allowance, ImportedFile, Made, Maker, Reserved, Sum};
use crate::audit::{Actor, Audit, Entry};
use crate::clock::Clock;
use crate::fault::Fault;
use crate::ids::UserId;
use crate::locks::Lock;
use crate::module::Running;
use crate::planned::{Planned, every};
use crate::tables::NumberRow;
use kept_sums::KeptSums;
use records::{IMPORT, LINE, SEEN, WAITING, read_imports};
use sheet::{Line, Sheet};
use spent::{KeptTakenBack, TakenBackImports};
use table::{SAMPLES, Table};

/// Largest file, in bytes.
const FILE_BYTES_MAX: u64 = 5 * 1024 * 1024;

/// A file with points.
#[derive(Clone, Debug, Default)]
pub struct ImportFile {
    /// Its content.
    pub bytes: Vec<u8>,
    /// What the sender says about it.
    pub layout: Layout,
}

impl ImportFile {
    fn read(&self) -> Result<Sheet, ImportError> {
        sheet::read(&self.bytes, &self.layout)
    }
}

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
    kept: Arc<KeptSums>,
    taken_back: Arc<KeptTakenBack>,
}

impl Imports {
    /// Over all accounts.
    pub fn new(accounts: &Accounts, audit: &Audit, clock: &Clock, allowance: &Allowance) -> Self {
        let (accounts, audit) = (accounts.clone(), audit.clone());
        let (clock, allowance) = (clock.clone(), allowance.clone());
        let (confirming, running) = (Lock::default(), Lock::default());
        let (kept, taken_back) = (Arc::default(), Arc::default());
        Self { accounts, audit, clock, allowance, confirming, running, kept, taken_back }
    }

    /// Reports what an import of a file would do, and changes nothing.
    ///
    /// # Errors
    /// See [`ImportError`].
    pub async fn try_out(&self, file: ImportFile) -> Result<Report, ImportError> {
        let view = self.accounts.store.view().clone();
        let tried = move || {
            let sheet = file.read()?;
            match known(&view, &sheet)? {
                Some((import, _)) => report::of_known(&view, import, &sheet, true),
                None => report::of_new(&view, &sheet),
            }
        };
        self.accounts.reads.run(tried).await?
    }

    /// What a file looks like: its columns, with a few cells of each.
    ///
    /// # Errors
    /// See [`ImportError`].
    pub async fn columns_of(&self, file: ImportFile) -> Result<FileColumns, ImportError> {
        let read = move || Table::read(&file.bytes, &file.layout, SAMPLES);
        Ok(self.accounts.reads.run(read).await??.describe())
    }

    /// Checks each member whom a file would pay.
    ///
    /// # Errors
    /// See [`ImportError`], and those of the check.
    pub async fn check_members(
        &self,
        file: ImportFile,
        check: impl Fn(UserId) -> Result<(), AccountError> + Send + 'static,
    ) -> Result<(), ImportError> {
        let view = self.accounts.store.view().clone();
        let checked = move || {
            for line in file.read()?.lines {
                if let Ok((user, _)) = matching::find(&view, &line.named)? {
                    check(user)?;
                }
            }
            Ok(())
        };
        self.accounts.reads.run(checked).await?
    }

    /// Imports a file: pays the lines whose member is known, and stores the others. A file that was
    /// imported before is completed if necessary and reported again.
    ///
    /// # Errors
    /// See [`ImportError`]. The next start completes a confirmed file.
    pub async fn import_file(&self, file: ImportFile, maker: Maker) -> Result<Report, ImportError> {
        self.import_watched(file, maker, &Progress::default()).await
    }

    async fn import_watched(
        &self,
        file: ImportFile,
        maker: Maker,
        progress: &Progress,
    ) -> Result<Report, ImportError> {
        let parsed = move || file.read();
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
        (dry_run, layout): (bool, Layout),
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
        let file = ImportFile { bytes, layout };
        let report = if dry_run {
            self.try_out(file).await
        } else {
            self.import_watched(file, Maker::Site(Actor::console()), progress).await
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
        // Lines that wait count now: whom they pay later is decided by a member's proof, without a person.
        let reserved = self.allowance.reserve_for(&maker, Made::Import, Sum::of(points))?;
        // The moment that decides on which day the points count and are given back.
        let counted_at = reserved.as_ref().map(Reserved::counted_at);
        let begun_at = counted_at.unwrap_or_else(|| self.clock.now()).0;
        let actor = maker.actor();
        let of_person = actor.clone();
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
            begun_at,
            ended_at: None,
            taken_back: None,
        };
        let view = store.view().clone();
        let rows = move || rows_of(&view, import, &row, &sheet);
        let (mut batch, file) = self.accounts.reads.run(rows).await??;
        let reserved = reserved.map(|reserved| reserved.of_file(file));
        self.audit.write(audit, entry, &mut batch)?;
        if let Some(reserved) = &reserved {
            reserved.rows(of_person)(&mut batch)?;
        }
        store.commit(batch).await?;
        if let Some(reserved) = reserved {
            reserved.keep();
        }
        Ok((import, false))
    }
}

/// All rows of a confirmed file, and what of it waits. A line that was in an earlier file waits from the start.
fn rows_of(
    view: &View,
    import: u64,
    row: &ImportRow,
    sheet: &Sheet,
) -> Result<(Batch, ImportedFile), ImportError> {
    let mut batch = Batch::new();
    let mut file = ImportedFile { import, waiting_lines: 0, waiting_points: 0 };
    IMPORT.put(&mut batch, &import, row)?;
    let taken_back = TakenBackImports::read(view)?;
    for (place, line) in (1..).zip(&sheet.lines) {
        let id = LineId { import, line: place };
        let user = matching::find(view, &line.named)?.ok().map(|(user, _)| user);
        let state = match seen(view, &taken_back, line, user)? {
            Some(earlier) => LineState::Waiting(Waits::Seen(earlier)),
            None => LineState::Pending,
        };
        for mark in line.marks() {
            // A line that pays replaces one that was taken back.
            if state == LineState::Pending || !SEEN.contains(view, &mark)? {
                SEEN.put(&mut batch, &mark, &NumberRow(import))?;
            }
        }
        if state != LineState::Pending {
            WAITING.put(&mut batch, &id, &())?;
        }
        let (number, points, named) = (line.number, line.points.get(), line.named.clone());
        if user.is_none() || state != LineState::Pending {
            file.waiting_lines += 1;
            file.waiting_points = file.waiting_points.saturating_add(points);
        }
        let row = LineRow { revision: 1, number, points, named, state };
        LINE.put(&mut batch, &id, &row)?;
    }
    Ok((batch, file))
}

/// The earlier import of this file that was not taken back, if there is one.
fn known(view: &View, sheet: &Sheet) -> Result<Option<(u64, ImportRow)>, StoreError> {
    let same = |row: &ImportRow| row.hash == sheet.hash && !row.is_taken_back();
    Ok(read_imports(view)?.into_iter().find(|(_, row)| same(row)))
}

/// The earliest import with this line that counts. `user` is the member whom the line would pay, if that is known;
/// otherwise what the member spent is checked when the line is paid.
fn seen(
    view: &View,
    taken_back: &TakenBackImports,
    line: &Line,
    user: Option<UserId>,
) -> Result<Option<u64>, StoreError> {
    let imports: Vec<_> =
        line.marks().iter().map(|mark| SEEN.get(view, mark)).collect::<Result<_, _>>()?;
    let imports = imports.into_iter().flatten().map(|NumberRow(import)| import);
    let spent = user.and_then(|user| taken_back.spent_by(user, line.points.get()));
    Ok(imports.filter(|import| taken_back.counts(*import)).chain(spent).min())
}

fn sum(sheet: &Sheet) -> u64 {
    sheet.lines.iter().fold(0, |sum, line| line.points.get().saturating_add(sum))
}

impl Running for Imports {
    fn jobs(&self) -> Vec<Planned> {
        let this = self.clone();
        vec![every("45 * * * * *", "imports", "Pay import lines of known members", move || {
            let this = this.clone();
            async move { this.retry_waiting().await }
        })]
    }
}
