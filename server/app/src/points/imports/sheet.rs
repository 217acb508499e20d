//! Parses a file of points into lines, without a store.
//!
//! Columns may be in any order, under several common names, separated by comma, semicolon or tab.
//! Two files are the same if their lines have the same content, whatever their order and spelling.

use std::collections::HashMap;

use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use sha2::{Digest, Sha256};

use super::error::ImportError;
use super::records::Named;
use crate::spreadsheet::text_of;

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
    /// Names that prove nothing are left out, because they depend on the columns of a file.
    pub(super) fn marks(&self) -> Vec<[u8; 32]> {
        let proofs = self.proofs();
        if proofs.is_empty() {
            return vec![self.hash()];
        }
        let mark = |proof| Sha256::digest(format!("{proof}\u{1f}{}", self.points)).into();
        proofs.into_iter().map(mark).collect()
    }

    /// All names in the line.
    fn identities(&self) -> Vec<String> {
        let proofs = self.proofs();
        if !proofs.is_empty() {
            return proofs;
        }
        let weak = [kept("chat", &self.named.kick_name), kept("username", &self.named.username)];
        weak.into_iter().flatten().collect()
    }

    /// The names that a member can prove to own.
    fn proofs(&self) -> Vec<String> {
        let Named { kick_id, casino, email, .. } = &self.named;
        let kick = kick_id.map(|id| format!("kick:{id}"));
        [kick, kept("casino", casino), kept("email", email)].into_iter().flatten().collect()
    }
}

/// A name with its kind, folded so that case makes no difference.
fn kept(kind: &str, name: &Option<String>) -> Option<String> {
    name.as_ref().map(|name| format!("{kind}:{}", name.to_lowercase()))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Points,
    KickId,
    KickName,
    Casino,
    Email,
    Username,
}

impl Column {
    fn of(header: &str) -> Option<Self> {
        let plain: String = header.chars().filter(|sign| sign.is_alphanumeric()).collect();
        Some(match plain.to_lowercase().as_str() {
            "points" | "balance" | "amount" | "point" | "totalpoints" => Self::Points,
            "kickid" | "kickuserid" => Self::KickId,
            "kick" | "kickusername" | "kickname" => Self::KickName,
            "rainbet" | "rainbetusername" | "rainbetname" | "casino" | "casinousername"
            | "casinoname" => Self::Casino,
            "email" | "mail" | "emailaddress" => Self::Email,
            "username" | "name" | "user" => Self::Username,
            _ => return None,
        })
    }
}

/// Parses a file.
///
/// # Errors
/// It is not a table, lacks a column of points or of names, or has too many lines.
pub(super) fn read(bytes: &[u8]) -> Result<Sheet, ImportError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ImportError::bad("The file is not UTF-8"))?;
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let divider = [b',', b';', b'\t']
        .into_iter()
        .max_by_key(|sign| (first.bytes().filter(|byte| byte == sign).count(), *sign == b','));
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(divider.unwrap_or(b','))
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let header = reader.headers().map_err(|_| ImportError::bad("The first line cannot be read"))?;
    let columns: Vec<Option<Column>> = header.iter().map(Column::of).collect();
    let has = |column| columns.iter().filter(|known| **known == Some(column)).count();
    if has(Column::Points) != 1 {
        return Err(ImportError::bad("The first line must name one column \"points\""));
    }
    if !columns.iter().flatten().any(|column| *column != Column::Points) {
        let text = "The first line must name a column such as email, username, kick_id or rainbet";
        return Err(ImportError::bad(text));
    }
    let (mut lines, mut unused, mut without_points) = (Vec::new(), Vec::new(), 0);
    let mut names: HashMap<String, u32> = HashMap::new();
    for record in reader.records() {
        let record = record.map_err(|_| ImportError::bad("The file is not a table"))?;
        let number = record.position().map_or(0, csv::Position::line);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if lines.len() + unused.len() >= LINES_MAX {
            return Err(ImportError::bad("A file has at most 50,000 lines"));
        }
        match line(number, &columns, &record) {
            Err(why) => unused.push(Unused { number, why: UnusedReason::Invalid(why) }),
            Ok(line) if line.points.is_zero() => without_points += 1,
            Ok(line) => {
                let identities = line.identities();
                let before = identities.iter().find_map(|name| names.get(name).copied());
                if let Some(before) = before {
                    unused.push(Unused { number, why: UnusedReason::Duplicate(before) });
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

fn line(
    number: u32,
    columns: &[Option<Column>],
    record: &csv::StringRecord,
) -> Result<Line, String> {
    let mut named = Named::default();
    let mut points = None;
    for (column, text) in columns.iter().zip(record) {
        let Some(column) = column else { continue };
        if text.is_empty() {
            continue;
        }
        let plain = text_of(text).trim();
        let name = || {
            let fits = plain.chars().count() <= NAME_MAX && !plain.chars().any(char::is_control);
            if fits { Ok(Some(plain.to_owned())) } else { Err("A name is too long".to_owned()) }
        };
        match column {
            Column::Points => points = Some(whole(number_of(plain))?),
            Column::KickId => {
                let id = number_of(plain).parse();
                named.kick_id = Some(id.map_err(|_| "The chat id is not a number")?);
            }
            Column::KickName => named.kick_name = name()?,
            Column::Casino => named.casino = name()?,
            Column::Username => named.username = name()?,
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
    Ok(Line { number, points, named })
}

/// A number without the apostrophe that makes it text in a spreadsheet.
fn number_of(cell: &str) -> &str {
    cell.strip_prefix('\'').unwrap_or(cell).trim()
}

/// Parses whole points as people and spreadsheets write them: `1000`, `1,000`, `1 000`, `1_000`,
/// each also with `.0` or `.00`. Ambiguous numbers are refused, because a misread separator would
/// pay a thousand times too much.
fn whole(text: &str) -> Result<Points, String> {
    let bad = || "The points must be a whole number of at least 0".to_owned();
    let (whole, part) = match text.split_once('.') {
        Some((whole, part)) => (whole, Some(part)),
        None => (text, None),
    };
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(part) = part.filter(|part| !matches!(*part, "0" | "00")) {
        let is_group = part.len() == 3 && is_digits(part) && whole.len() <= 3 && is_digits(whole);
        return Err(match is_group {
            true => format!("{text} can be read in two ways: write {whole} or {whole}{part}"),
            false => bad(),
        });
    }
    let plain = ungrouped(whole)?;
    if !is_digits(&plain) {
        return Err(bad());
    }
    plain.parse().ok().and_then(|whole| Points::new(whole).ok()).ok_or_else(bad)
}

/// A number without its separators of three-digit groups.
fn ungrouped(text: &str) -> Result<String, String> {
    // Spreadsheets use non-breaking spaces as separators.
    let text = text.replace(['\u{a0}', '\u{202f}'], " ");
    let Some(divider) = text.chars().find(|sign| matches!(sign, ',' | ' ' | '_')) else {
        return Ok(text);
    };
    let mut groups = text.split(divider);
    let first = groups.next().unwrap_or_default();
    let is_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let is_group =
        |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    if !is_first || !groups.all(is_group) {
        let text = "The points may be divided into groups of three digits only, as in 1,000";
        return Err(text.to_owned());
    }
    Ok(text.replace(divider, ""))
}
