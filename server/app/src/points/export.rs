//! Exports all members with their points as a table for spreadsheets.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use pointhouse_store::{Progress, Unit, View};

use crate::accounts::{count_members, stored_accounts};
use crate::fault::Fault;
use crate::spreadsheet;
use crate::wallet::stored_wallet;

const COLUMNS: [&str; 5] = ["id", "account_code", "username", "email", "points"];

/// Writes the table to a new file that only its owner can read. Returns a report. Blocks.
///
/// # Errors
/// The file exists already, or cannot be written.
pub fn write_points(view: &View, file: &Path, progress: &Progress) -> Result<String, String> {
    let named = |error: std::io::Error| format!("{}: {error}", file.display());
    let table = table(view, progress).map_err(|fault| fault.to_string())?;
    let members = table.lines().count().saturating_sub(1);
    let mut out = File::create_new(file).map_err(named)?;
    out.write_all(table.as_bytes()).and_then(|()| out.sync_all()).map_err(named)?;
    Ok(format!("{}: {members} members with their points", file.display()))
}

/// The table, ordered by sign-up. Slow: must not run on a serving thread.
///
/// # Errors
/// The store cannot be read.
pub fn table(view: &View, progress: &Progress) -> Result<String, Fault> {
    progress.begin("reading members", Unit::Things, Some(count_members(view)?));
    let mut lines: Vec<[String; 5]> = Vec::new();
    for account in stored_accounts(view) {
        let (user, row) = account?;
        let points = stored_wallet(view, user)?.map_or(0, |wallet| wallet.balance);
        let id = user.to_string();
        progress.add(1);
        lines.push([id, row.account_id, row.username, row.email, points.to_string()]);
    }
    spreadsheet::write(&COLUMNS, lines).map_err(Fault::other)
}
