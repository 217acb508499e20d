//! Lists for the panel: the waiting lines, searched, and the imports.

use pointhouse_store::{StoreError, View};

use super::Imports;
use super::error::ImportError;
use super::kept_sums::Sums;
use super::linked::{KickNames, waits_for};
use super::records::{
    ImportRow, LineId, LineRow, LineState, Named, read_imports, read_line, read_lines, read_waiting,
};
use super::take_back::left_of;

/// Most imports that are listed; the newest ones.
const IMPORTS_MAX: usize = 50;

/// A page of the waiting lines.
#[derive(Debug, Default)]
pub struct Waiting {
    /// The lines, oldest first, each with the reason why it waits.
    pub lines: Vec<(LineId, LineRow, String)>,
    /// Number of lines that were found.
    pub total: usize,
    /// Number of all lines that name a linked Kick account by name only, and their points.
    pub linked: (usize, u64),
}

/// An import with what became of its lines.
#[derive(Debug)]
pub struct Listed {
    /// Number of the import.
    pub import: u64,
    /// Its row.
    pub row: ImportRow,
    /// Sums of its lines.
    pub sums: Sums,
}

impl Imports {
    /// A page of the waiting lines that have a text in one of their names, oldest first.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn waiting(
        &self,
        text: &str,
        skip: usize,
        limit: usize,
    ) -> Result<Waiting, ImportError> {
        let (view, text) = (self.accounts.store.view().clone(), text.trim().to_lowercase());
        let page = move || {
            let names = KickNames::read(&view)?;
            let mut found = Waiting::default();
            for id in read_waiting(&view)? {
                // It may have been paid since the list was read.
                let Some(row) = read_line(&view, id)? else { continue };
                let LineState::Waiting(waits) = row.state else { continue };
                let linked = names.of_line(&row.named, row.state);
                if linked.is_some() {
                    found.linked.0 += 1;
                    found.linked.1 = row.points.saturating_add(found.linked.1);
                }
                if !has_text(&row.named, &text) {
                    continue;
                }
                found.total += 1;
                if found.total > skip && found.lines.len() < limit {
                    let reason = match linked {
                        Some(user) => waits_for(&view, user)?,
                        None => waits.text(),
                    };
                    found.lines.push((id, row, reason));
                }
            }
            Ok::<_, ImportError>(found)
        };
        self.accounts.reads.run(page).await?
    }

    /// The imports, newest first. What members still have is at most a minute old.
    ///
    /// # Errors
    /// The store cannot be read.
    pub async fn list(&self) -> Result<Vec<Listed>, ImportError> {
        let (view, kept) = (self.accounts.store.view().clone(), self.kept.clone());
        let now = self.clock.now();
        let list = move || {
            let imports = read_imports(&view)?.into_iter().rev().take(IMPORTS_MAX);
            let listed = imports.map(|(import, row)| {
                let sums = match kept.get(import, now) {
                    Ok(sums) => sums,
                    Err(version) => {
                        let sums = sums_of(&view, import)?;
                        kept.put(import, version, (now, sums));
                        sums
                    }
                };
                Ok(Listed { import, row, sums })
            });
            let listed = listed.collect::<Result<Vec<_>, StoreError>>()?;
            kept.forget_before(listed.last().map_or(0, |oldest| oldest.import));
            Ok::<_, StoreError>(listed)
        };
        Ok(self.accounts.reads.run(list).await??)
    }
}

fn sums_of(view: &View, import: u64) -> Result<Sums, StoreError> {
    let lines = read_lines(view, import)?;
    let mut sums = Sums { left: left_of(view, &lines)?, ..Sums::default() };
    for (_, line) in &lines {
        let sum = match line.state {
            LineState::Paid { .. } => &mut sums.credited,
            LineState::Pending | LineState::Waiting(_) => &mut sums.waiting,
            LineState::Removed | LineState::TakenBack { .. } => continue,
        };
        *sum = (sum.0 + 1, line.points.saturating_add(sum.1));
    }
    Ok(sums)
}

/// Whether one of the names has a text, which is in lower case.
fn has_text(named: &Named, text: &str) -> bool {
    let Named { kick_id, kick_name, casino, email, username } = named;
    let names = [kick_name, casino, email, username];
    text.is_empty()
        || names.into_iter().flatten().any(|name| name.to_lowercase().contains(text))
        || kick_id.is_some_and(|id| id.to_string() == text)
}
