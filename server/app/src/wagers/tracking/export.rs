//! Exports the history as a table for spreadsheets.

use super::reading::{RowReader, Span};
use crate::cents::Cents;
use crate::fault::Fault;
use crate::spreadsheet;

/// Most lines of a file that spreadsheets open without problems.
pub(super) const LINES_MAX: usize = 100_000;

const COLUMNS: [&str; 5] = ["Date", "Username", "Daily Wager", "Monthly Wager", "Total Wagered"];

/// The table of a span of days; `None` if it would be too long.
///
/// # Errors
/// A row cannot be decoded.
pub(super) fn table(reader: &RowReader<'_>, span: Span) -> Result<Option<String>, Fault> {
    let mut lines: Vec<[String; 5]> = Vec::new();
    for row in reader.rows(span) {
        let (day, row) = row?;
        if lines.len() >= LINES_MAX {
            return Ok(None);
        }
        lines.push([day.iso(), row.name, plain(row.daily), plain(row.monthly), plain(row.total)]);
    }
    spreadsheet::write(&COLUMNS, lines).map(Some).map_err(Fault::other)
}

/// An amount without dollar sign and separators.
fn plain(amount: Cents) -> String {
    format!("{}.{:02}", amount.0 / 100, amount.0 % 100)
}
