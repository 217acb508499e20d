//! All members with their points, as a table for spreadsheets.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use pointhouse_store::{View, decode};

use crate::accounts::AccountRow;
use crate::spreadsheet;
use crate::tables;
use crate::wallet::WalletRow;

const PAGE: usize = 512;
const COLUMNS: [&str; 5] = ["id", "account_code", "username", "email", "points"];

/// Writes the table into a new file, for its owner alone. Returns what was done, in words. Blocks.
///
/// # Errors
/// There is such a file already, or it cannot be written.
pub fn write_points(view: &View, file: &Path) -> Result<String, String> {
    let told = |error: std::io::Error| format!("{}: {error}", file.display());
    let table = table(view)?;
    let members = table.lines().count().saturating_sub(1);
    let mut out = File::create_new(file).map_err(told)?;
    out.write_all(table.as_bytes()).and_then(|()| out.sync_all()).map_err(told)?;
    Ok(format!("{}: {members} members with their points", file.display()))
}

/// The table, in the order in which the members came. Reads much: not for a thread that serves.
///
/// # Errors
/// The store cannot be read.
pub fn table(view: &View) -> Result<String, String> {
    let mut lines: Vec<[String; 5]> = Vec::new();
    let mut from = Vec::new();
    loop {
        let rows = view.scan(tables::ACCOUNT, &from, &[], PAGE).map_err(|e| e.to_string())?;
        let Some((last, _)) = rows.last() else { break };
        from = [last.as_ref(), &[0]].concat();
        for (key, row) in &rows {
            let row: AccountRow = decode(row).map_err(|e| e.to_string())?;
            let user = <[u8; 8]>::try_from(key.as_ref()).map_err(|e| e.to_string())?;
            let wallet = view.get(tables::WALLET, key).map_err(|e| e.to_string())?;
            let wallet = wallet.map(|row| decode::<WalletRow>(&row)).transpose();
            let points = wallet.map_err(|e| e.to_string())?.map_or(0, |wallet| wallet.balance);
            let id = u64::from_be_bytes(user).to_string();
            lines.push([id, row.account_id, row.username, row.email, points.to_string()]);
        }
    }
    spreadsheet::write(&COLUMNS, lines).map_err(|e| e.to_string())
}
