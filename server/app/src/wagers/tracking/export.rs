//! The history as a table for spreadsheets.

use pointhouse_store::View;

use super::reading::{Shelf, Span};
use crate::cents::Cents;
use crate::spreadsheet;

/// Lines of a file: what a spreadsheet still opens without trouble.
pub(super) const LINES_MAX: usize = 100_000;

const COLUMNS: [&str; 5] = ["Date", "Username", "Daily Wager", "Monthly Wager", "Total Wagered"];

/// The table of a span of days, or none if it would be too long.
pub(super) fn table(view: &View, span: Span) -> Result<Option<String>, String> {
    let shelf = Shelf::open(view)?;
    let mut lines: Vec<[String; 5]> = Vec::new();
    let mut fits = true;
    shelf.rows(span, |day, row| {
        fits = lines.len() < LINES_MAX;
        lines.push([day.iso(), row.name, plain(row.daily), plain(row.monthly), plain(row.total)]);
        fits
    })?;
    if !fits {
        return Ok(None);
    }
    spreadsheet::write(&COLUMNS, lines).map(Some).map_err(|error| error.to_string())
}

/// A number without sign and commas.
fn plain(amount: Cents) -> String {
    format!("{}.{:02}", amount.0 / 100, amount.0 % 100)
}
