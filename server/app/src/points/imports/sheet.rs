//! A file with points as lines, without a store: what each says, and which say nothing that can be used.
//!
//! Columns may stand in any order, under the names that such files have had, divided by comma,
//! semicolon or tab. Two files are the same if they say the same, in whatever order and spelling.

use std::collections::HashMap;

use pointhouse_rules::Points;
use pointhouse_rules::email::EmailAddress;
use sha2::{Digest, Sha256};

use super::error::ImportError;
use super::records::Named;

/// Lines of a file.
pub(super) const LINES_MAX: usize = 50_000;
/// Longest name, in characters.
const NAME_MAX: usize = 254;

/// A file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sheet {
    /// Of what the lines say together.
    pub(super) hash: [u8; 32],
    /// In the order of what they say, so that a file put in another order is the same.
    pub(super) lines: Vec<Line>,
    /// In the order of the file.
    pub(super) unused: Vec<Unused>,
}

/// A line that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// Of the file, from 1, the header being the first.
    pub(super) number: u32,
    pub(super) points: Points,
    pub(super) named: Named,
}

/// A line that cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unused {
    pub(super) number: u32,
    pub(super) why: Why,
}

/// Why a line cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// In words.
    Invalid(String),
    /// Names somebody whom this line has named before.
    Duplicate(u32),
}

impl Line {
    /// Of what it says.
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

    /// Whoever it names, by each of its names.
    fn identities(&self) -> Vec<String> {
        let Named { kick_id, kick_name, casino, email, username } = &self.named;
        let text = |kind: &str, text: &Option<String>| {
            text.as_ref().map(|text| format!("{kind}:{}", text.to_lowercase()))
        };
        let kick = kick_id.map(|id| format!("kick:{id}"));
        let strong = [kick, text("casino", casino), text("email", email)];
        let strong: Vec<String> = strong.into_iter().flatten().collect();
        if !strong.is_empty() {
            return strong;
        }
        let weak = [text("chat", kick_name), text("username", username)];
        weak.into_iter().flatten().collect()
    }
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

/// Reads a file.
///
/// # Errors
/// It is no table, or has no column of points or of names, or too many lines.
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
    let header = reader.headers().map_err(|_| ImportError::bad("The first line does not read"))?;
    let columns: Vec<Option<Column>> = header.iter().map(Column::of).collect();
    let has = |column| columns.iter().filter(|known| **known == Some(column)).count();
    if has(Column::Points) != 1 {
        return Err(ImportError::bad("The first line must name one column \"points\""));
    }
    if !columns.iter().flatten().any(|column| *column != Column::Points) {
        let text = "The first line must name a column such as email, username, kick_id or rainbet";
        return Err(ImportError::bad(text));
    }
    let (mut lines, mut unused) = (Vec::new(), Vec::new());
    let mut names: HashMap<String, u32> = HashMap::new();
    for record in reader.records() {
        let record = record.map_err(|_| ImportError::bad("The file is not a table"))?;
        let number = record.position().map_or(0, csv::Position::line);
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        if lines.len() + unused.len() >= LINES_MAX {
            return Err(ImportError::bad("A file has at most 50,000 lines"));
        }
        match line(number, &columns, &record) {
            Err(why) => unused.push(Unused { number, why: Why::Invalid(why) }),
            Ok(line) => {
                let identities = line.identities();
                let before = identities.iter().find_map(|name| names.get(name).copied());
                if let Some(before) = before {
                    unused.push(Unused { number, why: Why::Duplicate(before) });
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
    Ok(Sheet { hash: hash.finalize().into(), lines, unused })
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
        // A table for spreadsheets has an apostrophe before what would be a formula.
        let plain = text.strip_prefix('\'').unwrap_or(text).trim();
        let name = || {
            let fits = plain.chars().count() <= NAME_MAX && !plain.chars().any(char::is_control);
            if fits { Ok(Some(plain.to_owned())) } else { Err("A name is too long".to_owned()) }
        };
        match column {
            Column::Points => points = Some(whole(plain)?),
            Column::KickId => {
                named.kick_id = Some(plain.parse().map_err(|_| "The chat id is not a number")?);
            }
            Column::KickName => named.kick_name = name()?,
            Column::Casino => named.casino = name()?,
            Column::Username => named.username = name()?,
            Column::Email => {
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

/// Whole points, as people and spreadsheets write them.
fn whole(text: &str) -> Result<Points, String> {
    let bad = || "The points must be a whole number above 0".to_owned();
    let plain: String = text.chars().filter(|sign| !matches!(sign, ',' | ' ' | '_')).collect();
    let (whole, part) = plain.split_once('.').unwrap_or((&plain, ""));
    if !part.bytes().all(|byte| byte == b'0') || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(bad());
    }
    let points = whole.parse().ok().and_then(|whole| Points::new(whole).ok());
    points.filter(|points| !points.is_zero()).ok_or_else(bad)
}
