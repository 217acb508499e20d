//! The format of a data folder: every kind of row, and the upgrade from older formats.
//!
//! `pointhouse_store` knows tables and bytes; this is the list of their contents. The number is
//! raised when any row, key or file changes in a way that the previous program cannot read. Rows of
//! all versions stay readable, so an upgrade only rewrites old rows in the new version: it can stop
//! anywhere and resume. Log entries are never rewritten; their decoders stay.

mod upgrade;

use std::ops::RangeInclusive;
use std::path::Path;

use pointhouse_store::{
    CodecError, Format, OpenError, Options, ReadError, RowBytes, Store, TableId, View,
};

pub use crate::tables::{FORMAT, OLDEST};
pub use upgrade::{UpgradeError, finish_upgrade, open};

use crate::modules::MODULES;
use crate::tables::{self, Kind, ReadRow, RowFormat};

const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// Rows read per step of a walk and written per commit of an upgrade.
const PAGE: usize = 256;

/// Why a row cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// The index cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The row cannot be decoded.
    #[error("{name}: {source}")]
    Codec {
        /// Name of the table.
        name: &'static str,
        /// The table's number, the key and the versions.
        source: CodecError,
    },
    /// The table or the key is unknown to this program.
    #[error("{name}: key {key} is not one that this program writes")]
    Unknown {
        /// Name of the table.
        name: &'static str,
        /// The key in hex.
        key: String,
    },
}

/// The formats that this program reads.
pub const READABLE: RangeInclusive<u32> = OLDEST..=FORMAT;

/// The format of this program.
pub fn current() -> Format {
    Format::new(FORMAT, PROGRAM)
}

/// Options to open a store of this program's format next to a site.
pub fn options() -> Options {
    Options { format: current(), ..Options::default() }
}

/// Every kind of row.
fn all() -> impl Iterator<Item = &'static RowFormat> {
    let rows = MODULES.into_iter().flat_map(|module| module.rows).copied();
    rows.chain([upgrade::ROWS]).flatten()
}

/// The format of the row with this table and key.
pub fn format_of(table: TableId, key: &[u8]) -> Option<&'static RowFormat> {
    all().find(|format| format.table == table && format.key.is_none_or(|own| own == key))
}

fn is_log(table: TableId) -> bool {
    format_of(table, &[]).is_some_and(|format| format.kind == Kind::Log)
}

fn read(
    table: TableId,
    name: &'static str,
    key: &[u8],
    row: &RowBytes,
) -> Result<(&'static RowFormat, ReadRow), RowError> {
    let hex = || key.iter().map(|byte| format!("{byte:02x}")).collect();
    let format = format_of(table, key).ok_or_else(|| RowError::Unknown { name, key: hex() })?;
    let read = format.read(row).map_err(|source| RowError::Codec { name, source })?;
    Ok((format, read))
}

/// Reads the first row of every table, so that a program that cannot read the folder finds out here
/// and not in a member's call.
///
/// # Errors
/// The first row that cannot be read, with its table, key and versions.
pub fn check_first_rows(view: &View) -> Result<(), RowError> {
    for &(table, name) in tables::ALL {
        if is_log(table) {
            for owner in view.log_owners(table, 0, 1)? {
                for entry in view.log_from(table, owner, 0, 1)? {
                    read(table, name, &[], &entry.value)?;
                }
            }
        } else {
            for (key, row) in view.scan(table, &[], &[], 1)? {
                read(table, name, &key, &row)?;
            }
        }
    }
    Ok(())
}

/// A row met by [`walk`].
#[derive(Debug)]
pub struct Met<'a> {
    /// Name of the table.
    pub table: &'static str,
    /// The key, or `owner/sequence` of a log entry, as text.
    pub key: String,
    /// How the row is decoded.
    pub format: &'static RowFormat,
    /// The stored bytes.
    pub stored: &'a RowBytes,
    /// The decoded row.
    pub row: ReadRow,
}

/// Passes every row of every table to `take`, in order. A row that cannot be decoded is passed as
/// an error and doesn't end the walk.
///
/// # Errors
/// The index cannot be read, or `take` failed.
pub fn walk<E: From<ReadError>>(
    view: &View,
    mut take: impl FnMut(Result<Met<'_>, RowError>) -> Result<(), E>,
) -> Result<(), E> {
    for &(table, name) in tables::ALL {
        if is_log(table) {
            walk_log(view, table, name, &mut take)?;
        } else {
            walk_rows(view, table, name, &mut take)?;
        }
    }
    Ok(())
}

fn walk_rows<E: From<ReadError>>(
    view: &View,
    table: TableId,
    name: &'static str,
    take: &mut impl FnMut(Result<Met<'_>, RowError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut from = Vec::new();
    loop {
        let rows = view.scan(table, &from, &[], PAGE)?;
        let Some((last, _)) = rows.last() else { return Ok(()) };
        from = [last.as_ref(), &[0]].concat();
        for (key, stored) in &rows {
            let text: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            let met = |(format, row)| Met { table: name, key: text, format, stored, row };
            take(read(table, name, key, stored).map(met))?;
        }
    }
}

fn walk_log<E: From<ReadError>>(
    view: &View,
    table: TableId,
    name: &'static str,
    take: &mut impl FnMut(Result<Met<'_>, RowError>) -> Result<(), E>,
) -> Result<(), E> {
    let mut next = Some(0);
    while let Some(from) = next {
        let owners = view.log_owners(table, from, PAGE)?;
        next = owners.last().and_then(|last| last.checked_add(1));
        for owner in owners {
            let mut seq = 0;
            loop {
                let entries = view.log_from(table, owner, seq, PAGE)?;
                let Some(last) = entries.last() else { break };
                seq = last.seq.saturating_add(1);
                for entry in &entries {
                    let (key, stored) = (format!("{owner}/{}", entry.seq), &entry.value);
                    let met = |(format, row)| Met { table: name, key, format, stored, row };
                    take(read(table, name, &[], stored).map(met))?;
                }
            }
        }
    }
    Ok(())
}

/// Opens a data folder in its own format, for commands that only read.
///
/// # Errors
/// The folder is in use, damaged, or written by a newer program.
pub fn open_unchanged(data: &Path, options: Options) -> Result<Store, OpenError> {
    let found = Store::format_of(data)?.unwrap_or_else(current);
    found.check_readable(READABLE)?;
    Ok(Store::open(
        data,
        Options { format: Format { program: PROGRAM.to_owned(), ..found }, ..options },
    )?
    .0)
}
