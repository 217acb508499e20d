//! Reads a file into rows, and finds out which column is what. What the file doesn't say clearly is asked for: the
//! caller says it with a [`Layout`].

use pointhouse_rules::email::EmailAddress;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::amounts::{Thousands, whole};
use super::encoding::{TextEncoding, decode};
use super::error::ImportError;

/// Rows of a file that show what its columns have.
pub(super) const SAMPLES: usize = 3;
/// Most characters of such a cell.
const SAMPLE_MAX: usize = 60;
/// Most columns that are shown.
const COLUMNS_MAX: usize = 50;

/// What a person says about a file. What is not said is read from the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct Layout {
    /// Encoding of a file without a byte order mark.
    #[param(inline)]
    pub encoding: Option<TextEncoding>,
    /// What each column has, from the left, separated by commas: `points`, `kickId`, `kickUsername`,
    /// `casinoUsername`, `email`, `username` or `ignored`.
    pub columns: Option<String>,
    /// Whether the first line has the names of the columns.
    pub header: Option<bool>,
    /// The sign between groups of three digits.
    #[param(inline)]
    pub thousands: Option<Thousands>,
}

/// What a column has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Column {
    /// The points.
    Points,
    /// Ids of Kick.
    KickId,
    /// Names on Kick.
    KickUsername,
    /// Names at the casino.
    CasinoUsername,
    /// Emails.
    Email,
    /// Names at the origin of the file.
    Username,
}

impl Column {
    /// The column with this name in a file.
    fn of(header: &str) -> Option<Self> {
        let plain: String = header.chars().filter(|sign| sign.is_alphanumeric()).collect();
        Some(match plain.to_lowercase().as_str() {
            "points" | "balance" | "amount" | "point" | "totalpoints" => Self::Points,
            "kickid" | "kickuserid" => Self::KickId,
            "kick" | "kickusername" | "kickname" => Self::KickUsername,
            "rainbet" | "rainbetusername" | "rainbetname" | "casino" | "casinousername"
            | "casinoname" => Self::CasinoUsername,
            "email" | "mail" | "emailaddress" => Self::Email,
            "username" | "name" | "user" => Self::Username,
            _ => return None,
        })
    }

    /// The column that a person has chosen.
    fn chosen(text: &str) -> Result<Option<Self>, ImportError> {
        Ok(Some(match text.trim() {
            "points" => Self::Points,
            "kickId" => Self::KickId,
            "kickUsername" => Self::KickUsername,
            "casinoUsername" => Self::CasinoUsername,
            "email" => Self::Email,
            "username" => Self::Username,
            "ignored" => return Ok(None),
            other => return Err(ImportError::columns(format!("There is no column \"{other}\""))),
        }))
    }

    const fn plural(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::KickId => "Kick ids",
            Self::KickUsername => "Kick usernames",
            Self::CasinoUsername => "casino usernames",
            Self::Email => "emails",
            Self::Username => "usernames",
        }
    }
}

/// A row with its line number in the file.
pub(super) struct Row {
    /// From 1.
    pub(super) line: u32,
    pub(super) cells: csv::StringRecord,
}

/// A file as rows, without its header.
pub(super) struct Table {
    encoding: TextEncoding,
    /// Cells of the header, if it has one.
    header: Option<csv::StringRecord>,
    pub(super) columns: Vec<Option<Column>>,
    /// Why the columns cannot be used.
    problem: Option<String>,
    pub(super) rows: Vec<Row>,
    /// Whether the file has more rows.
    pub(super) is_cut: bool,
}

/// What a file looks like, before it is imported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileColumns {
    /// How the file is encoded.
    encoding: TextEncoding,
    /// Whether the first line has the names of the columns.
    header: bool,
    /// At most 50.
    columns: Vec<FileColumn>,
    /// Why the columns cannot be used; null if they can.
    #[schema(required)]
    problem: Option<String>,
}

/// A column of a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileColumn {
    /// Its name in the header; empty without one.
    name: String,
    /// What it has; null if it is ignored.
    #[schema(required)]
    meaning: Option<Column>,
    /// Its first cells, at most 3.
    samples: Vec<String>,
}

impl Table {
    /// Reads a file. At most `most` rows below the header are read, or one more.
    ///
    /// # Errors
    /// The encoding is unknown, or it is not a table.
    pub(super) fn read(bytes: &[u8], layout: &Layout, most: usize) -> Result<Self, ImportError> {
        let (text, encoding) = decode(bytes, layout.encoding)?;
        let (mut rows, is_cut) = rows_of(&text, most.saturating_add(1))?;
        let chosen = layout.columns.as_deref().map(chosen_columns).transpose()?;
        let has_header = layout.header.unwrap_or_else(|| match (&chosen, rows.first()) {
            (_, None) => true,
            (Some(columns), Some(row)) => !has_points(columns, row, layout.thousands),
            (None, Some(row)) => !is_data(row, layout.thousands),
        });
        let header = (has_header && !rows.is_empty()).then(|| rows.remove(0).cells);
        let guessed =
            || header.iter().flat_map(|cells| cells.iter().map(Column::of)).collect::<Vec<_>>();
        let columns = chosen.unwrap_or_else(guessed);
        let problem = problem_of(&columns, header.as_ref(), rows.is_empty());
        let is_cut = is_cut || rows.len() > most;
        Ok(Self { encoding, header, columns, problem, rows, is_cut })
    }

    /// The table, if its columns can be used.
    ///
    /// # Errors
    /// They cannot.
    pub(super) fn checked(self) -> Result<Self, ImportError> {
        match self.problem {
            Some(problem) => Err(ImportError::columns(problem)),
            None => Ok(self),
        }
    }

    /// What the file looks like.
    pub(super) fn describe(self) -> FileColumns {
        let rows = self.rows.iter().take(SAMPLES).map(|row| &row.cells);
        let count = rows.clone().chain(&self.header).map(csv::StringRecord::len).max();
        let cell = |cells: &csv::StringRecord, place| {
            cells.get(place).unwrap_or_default().chars().take(SAMPLE_MAX).collect::<String>()
        };
        let columns = (0..count.unwrap_or(0).min(COLUMNS_MAX)).map(|place| FileColumn {
            name: self.header.as_ref().map(|cells| cell(cells, place)).unwrap_or_default(),
            meaning: self.columns.get(place).copied().flatten(),
            samples: rows.clone().map(|cells| cell(cells, place)).collect(),
        });
        FileColumns {
            encoding: self.encoding,
            header: self.header.is_some(),
            columns: columns.collect(),
            problem: self.problem,
        }
    }
}

fn chosen_columns(text: &str) -> Result<Vec<Option<Column>>, ImportError> {
    text.split(',').take(COLUMNS_MAX).map(Column::chosen).collect()
}

/// The first `most` rows of a text, and whether there are more. Blank lines are skipped. Line numbers are those of a text editor.
fn rows_of(text: &str, most: usize) -> Result<(Vec<Row>, bool), ImportError> {
    // The reader counts a line end of two characters as the begin of the next line.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let (separator, hint) = separator_of(&text);
    let table = text.get(hint..).unwrap_or_default();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(table.as_bytes());
    let mut rows = Vec::new();
    let (mut line, mut counted) = (if hint == 0 { 1_u32 } else { 2 }, 0);
    for cells in reader.records() {
        if rows.len() >= most {
            return Ok((rows, true));
        }
        let cells = cells.map_err(|_| ImportError::bad("The file is not a table"))?;
        let start = cells.position().map_or(0, csv::Position::byte);
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        // Blank lines before a row count as part of it.
        let rest = table.get(start..).unwrap_or_default();
        let start = start + (rest.len() - rest.trim_start_matches('\n').len());
        let passed = table.get(counted..start).unwrap_or_default();
        let passed = passed.bytes().filter(|byte| *byte == b'\n').count();
        line = line.saturating_add(u32::try_from(passed).unwrap_or(u32::MAX));
        counted = start;
        // A row of separators, as spreadsheets leave them at the end.
        if !cells.iter().all(str::is_empty) {
            rows.push(Row { line, cells });
        }
    }
    Ok((rows, false))
}

/// The sign between columns, and the length of the line `sep=;` with which spreadsheets name it.
fn separator_of(text: &str) -> (u8, usize) {
    let first = text.lines().next().unwrap_or_default();
    let named = first.trim().trim_matches('"').strip_prefix("sep=");
    if let Some(&[sign]) = named.map(str::as_bytes) {
        return (sign, text.len().min(first.len() + 1));
    }
    let count = |sign: u8| first.bytes().filter(|byte| *byte == sign).count();
    let separator =
        [b',', b';', b'\t'].into_iter().max_by_key(|sign| (count(*sign), *sign == b','));
    (separator.unwrap_or(b','), 0)
}

/// Whether the cell of the points is a number.
fn has_points(columns: &[Option<Column>], row: &Row, thousands: Option<Thousands>) -> bool {
    let place = columns.iter().position(|column| *column == Some(Column::Points));
    let cell = place.and_then(|place| row.cells.get(place)).unwrap_or_default();
    whole(cell, thousands).is_ok()
}

/// Whether the first row is a line of data: it names no column, and a cell is a number or an address.
fn is_data(row: &Row, thousands: Option<Thousands>) -> bool {
    let is_value = |cell: &str| whole(cell, thousands).is_ok() || EmailAddress::new(cell).is_ok();
    row.cells.iter().all(|cell| Column::of(cell).is_none()) && row.cells.iter().any(is_value)
}

/// Why columns cannot be used.
fn problem_of(
    columns: &[Option<Column>],
    header: Option<&csv::StringRecord>,
    is_empty: bool,
) -> Option<String> {
    let name = |place: usize| match header.and_then(|cells| cells.get(place)) {
        Some(name) if !name.is_empty() => format!("\"{name}\""),
        _ => format!("column {}", place + 1),
    };
    let named = |wanted: Option<Column>| {
        let places = columns.iter().enumerate().filter(|(_, column)| **column == wanted);
        places.map(|(place, _)| name(place)).collect::<Vec<_>>()
    };
    if header.is_none() && is_empty {
        return Some("The file is empty".to_owned());
    }
    if columns.is_empty() {
        return Some(
            "The first line has data instead of the names of the columns: say which column is what"
                .to_owned(),
        );
    }
    for column in [
        Column::Points,
        Column::KickId,
        Column::KickUsername,
        Column::CasinoUsername,
        Column::Email,
        Column::Username,
    ] {
        let found = named(Some(column));
        if found.len() > 1 {
            let plural = column.plural();
            let found = found.join(" and ");
            return Some(format!("Two columns have {plural}, {found}: say which one counts"));
        }
        if found.is_empty() && column == Column::Points {
            let unknown = short(&named(None));
            return Some(match unknown.is_empty() {
                true => "No column is named \"points\": say which one has the points".to_owned(),
                false => format!(
                    "No column is named \"points\": say which one has the points. Not known: {unknown}"
                ),
            });
        }
    }
    if columns.iter().flatten().any(|column| *column != Column::Points) {
        return None;
    }
    let unknown = short(&named(None));
    let text = "No column says who gets the points, such as \"email\", \"username\", \"kick_id\" or \
        \"rainbet\": say which one does";
    Some(if unknown.is_empty() { text.to_owned() } else { format!("{text}. Not known: {unknown}") })
}

fn short(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(10).map(|name| name.chars().take(SAMPLE_MAX).collect()).collect();
    shown.join(", ")
}
