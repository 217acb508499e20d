//! Parses a file of points into lines, without a store.
//!
//! Columns may be in any order, under several common names, separated by comma, semicolon or tab.
//! Two files are the same if their lines have the same content, whatever their order and spelling.

use std::collections::HashMap;

use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use super::amounts::whole;
use super::error::ImportError;
use super::records::Named;
use super::table::{Column, Layout, Row, Table};
use crate::spreadsheet::text_of;
use crate::visible::visible;

/// Most lines of a file.
pub(super) const LINES_MAX: usize = 50_000;
/// Longest name, in characters.
const NAME_MAX: usize = 254;

/// A parsed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    /// Hash of the content of all lines.
    pub(super) hash: [u8; 32],
    /// Valid lines, sorted by content, so that a reordered file is the same.
    pub(super) lines: Vec<Line>,
    /// Invalid lines, in the order of the file.
    pub(super) unused: Vec<Unused>,
    /// Number of valid lines with 0 points. An export names members without points, too, and there is nothing to pay
    /// them.
    pub(super) without_points: usize,
}

/// A valid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Line number in the file, from 1; line 1 is the header.
    pub(super) number: u32,
    pub(super) points: Points,
    pub(super) named: Named,
}

/// An invalid line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unused {
    pub(super) number: u32,
    pub(super) why: UnusedReason,
    /// The names as they are in the file.
    pub(super) names: Vec<String>,
}

/// Why a line is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UnusedReason {
    /// The reason as text.
    Invalid(String),
    /// It names a member that this earlier line names as well.
    Duplicate(u32),
}

impl Line {
    /// Hash of the content.
    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.said()).into()
    }

    fn said(&self) -> String {
        let kick = self.named.kick_id.map(|id| id.to_string()).unwrap_or_default();
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().to_lowercase();
        let Named { kick_name, casino, email, username, .. } = &self.named;
        let fields = [&kick, &text(kick_name), &text(casino), &text(email), &text(username)];
        let fields = fields.map(|field| field.replace('\u{1f}', " "));
        format!("{}\u{1f}{}", fields.join("\u{1f}"), self.points)
    }

    /// Hashes that identify the line across files: its points with each name that can be proved.
    /// Names that prove nothing are left out beside them, because they depend on the columns of a file; alone, the line as a
    /// whole and its Kick name in any spelling count.
    pub(super) fn marks(&self) -> Vec<[u8; 32]> {
        let proofs = self.proofs();
        let mark = |name| Sha256::digest(format!("{name}\u{1f}{}", self.points)).into();
        if proofs.is_empty() {
            let kick = self.kick().map(mark);
            return std::iter::once(self.hash()).chain(kick).collect();
        }
        proofs.into_iter().map(mark).collect()
    }

    /// All names in the line.
    fn identities(&self) -> Vec<String> {
        let proofs = self.proofs();
        if !proofs.is_empty() {
            return proofs;
        }
        [self.kick(), kept("username", &self.named.username)].into_iter().flatten().collect()
    }

    /// The Kick name, which proves nothing.
    fn kick(&self) -> Option<String> {
        self.named.kick_name.as_ref().map(|name| format!("chat:{}", fold_kick(name)))
    }

    /// The names that a member can prove to own.
    fn proofs(&self) -> Vec<String> {
        let Named { kick_id, casino, email, .. } = &self.named;
        let kick = kick_id.map(|id| format!("kick:{id}"));
        [kick, kept("casino", casino), kept("email", email)].into_iter().flatten().collect()
    }
}

/// A Kick name in the form in which all of its spellings are one: the address of a channel has a hyphen for an underscore.
pub(super) fn fold_kick(name: &str) -> String {
    name.trim_start_matches('@').to_lowercase().replace('-', "_")
}

/// A name with its kind, folded so that case makes no difference.
fn kept(kind: &str, name: &Option<String>) -> Option<String> {
    name.as_ref().map(|name| format!("{kind}:{}", name.to_lowercase()))
}

/// Parses a file.
///
/// # Errors
/// It is not a table, what its columns have is unclear, or it has too many lines.
pub(super) fn read(bytes: &[u8], layout: &Layout) -> Result<Sheet, ImportError> {
    let table = Table::read(bytes, layout, LINES_MAX)?.checked()?;
    if table.is_cut {
        return Err(ImportError::bad("A file has at most 50,000 lines"));
    }
    let (mut lines, mut unused, mut without_points) = (Vec::new(), Vec::new(), 0);
    let mut names: HashMap<String, u32> = HashMap::new();
    for row in &table.rows {
        let number = row.line;
        let mut unused_because = |why| {
            let names = names_of(&table.columns, row);
            unused.push(Unused { number, why, names });
        };
        match line(&table.columns, row, layout) {
            Err(why) => unused_because(UnusedReason::Invalid(why)),
            Ok(line) if line.points.is_zero() => without_points += 1,
            Ok(line) => {
                let identities = line.identities();
                let before = identities.iter().find_map(|name| names.get(name).copied());
                if let Some(before) = before {
                    unused_because(UnusedReason::Duplicate(before));
                    continue;
                }
                names.extend(identities.into_iter().map(|name| (name, number)));
                lines.push(line);
            }
        }
    }
    lines.sort_by_cached_key(Line::said);
    let mut hash = Sha256::new();
    for line in &lines {
        hash.update(line.hash());
    }
    Ok(Sheet { hash: hash.finalize().into(), lines, unused, without_points })
}

/// The names in a row, as they are in the file.
fn names_of(columns: &[Option<Column>], row: &Row) -> Vec<String> {
    let cells = columns.iter().zip(&row.cells).filter(|(column, text)| {
        !text.is_empty() && column.is_some_and(|column| column != Column::Points)
    });
    cells.filter_map(|(_, text)| visible(text_of(text), NAME_MAX)).collect()
}

fn line(columns: &[Option<Column>], row: &Row, layout: &Layout) -> Result<Line, String> {
    let mut named = Named::default();
    let mut points = None;
    for (column, text) in columns.iter().zip(&row.cells) {
        let Some(column) = column else { continue };
        if text.is_empty() {
            continue;
        }
        let plain = text_of(text).trim();
        match column {
            Column::Points => points = Some(whole(number_of(plain), layout.thousands)?),
            Column::KickId => {
                let id = number_of(plain).parse();
                named.kick_id = Some(id.map_err(|_| "The chat id is not a number")?);
            }
            Column::KickUsername => named.kick_name = name(plain)?,
            Column::CasinoUsername => named.casino = name(plain)?,
            Column::Username => named.username = name(plain)?,
            Column::Email => {
                // The apostrophe may be part of the address, and the rest may be another member's
                // address.
                if plain.starts_with('\'') {
                    return Err("The email begins with an apostrophe".to_owned());
                }
                let address = EmailAddress::new(plain).map_err(|_| "The email is no address")?;
                named.email = Some(address.as_str().to_owned());
            }
        }
    }
    let points = points.ok_or("The points are missing")?;
    if named == Named::default() {
        return Err("It names nobody".to_owned());
    }
    Ok(Line { number: row.line, points, named })
}

/// A name in its composed form, so that two spellings of it are one. `None` if nothing of it can be seen.
fn name(text: &str) -> Result<Option<String>, String> {
    if text.contains('\u{fffd}') {
        return Err("A name has letters that were lost when the file was saved".to_owned());
    }
    if text.chars().count() > NAME_MAX {
        return Err("A name is too long".to_owned());
    }
    // Windows-1252 has no letters for five of its bytes.
    if text.chars().any(char::is_control) {
        return Err("A name has signs that aren't letters: check the encoding".to_owned());
    }
    let composed: String = text.nfc().collect();
    Ok(visible(&composed, usize::MAX))
}

/// A number without the apostrophe that makes it text in a spreadsheet.
fn number_of(cell: &str) -> &str {
    cell.strip_prefix('\'').unwrap_or(cell).trim()
}
