//! What a file does, or would do, line by line.

use std::fmt::Write;

use pointhouse_store::View;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ImportError;
use super::records::{LineRow, LineState, Proof, Waits, read_lines};
use super::sheet::{Line, Sheet, Why};
use super::{matching, seen};
use crate::accounts::read_account;
use crate::ids::UserId;

/// Lines that a report shows.
const SHOWN_MAX: usize = 1000;

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LineStatus {
    /// It is paid; in a dry run: it would be.
    Credited,
    /// It waits for a link or for an admin; in a dry run: it would.
    Waiting,
    /// It says nothing that can be used.
    Invalid,
    /// It names somebody whom an earlier line of the file has named.
    Duplicate,
    /// An admin removed it.
    Removed,
}

/// A line.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineReport {
    /// Of the file, from 1; the first names the columns.
    pub line: u32,
    /// What becomes of it.
    pub status: LineStatus,
    /// Points; null for a line that says none.
    #[schema(required)]
    pub points: Option<u64>,
    /// The member it is paid to.
    #[schema(required)]
    pub user_id: Option<String>,
    /// Their name; null also for who has left.
    #[schema(required)]
    pub username: Option<String>,
    /// By what it is theirs, or why it is nobody's.
    pub reason: String,
}

/// What a file does, or would do.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Always true.
    pub success: bool,
    /// Nothing was changed.
    pub dry_run: bool,
    /// The file was taken in before, and pays nobody again.
    pub repeated: bool,
    /// Its number, once it is taken in.
    #[schema(required)]
    pub import: Option<String>,
    /// Lines that are paid, and points of them.
    pub credited: usize,
    /// See [`Report::credited`].
    pub credited_points: u64,
    /// Lines that wait, and points of them.
    pub waiting: usize,
    /// See [`Report::waiting`].
    pub waiting_points: u64,
    /// Lines that cannot be used.
    pub invalid: usize,
    /// Lines that name somebody again.
    pub duplicates: usize,
    /// Lines that an admin removed.
    pub removed: usize,
    /// In the order of the file, at most 1,000.
    pub lines: Vec<LineReport>,
    /// There are more lines.
    pub truncated: bool,
}

/// What a file would do that was never taken in.
pub(super) fn of_new(view: &View, sheet: &Sheet) -> Result<Report, ImportError> {
    let of_line = |line: &Line| {
        let found = match seen(view, line)? {
            Some(earlier) => Err(Waits::Seen(earlier)),
            None => matching::find(view, &line.named)?,
        };
        let state = match found {
            Ok((user, by)) => LineState::Paid { user: user.0, by },
            Err(waits) => LineState::Waiting(waits),
        };
        line_report(view, line.number, line.points.get(), state)
    };
    let lines: Result<Vec<_>, ImportError> = sheet.lines.iter().map(of_line).collect();
    Ok(whole(lines?, sheet))
}

/// What a file did that was taken in. A line keeps its place, in whatever order the file came again.
pub(super) fn of_known(
    view: &View,
    import: u64,
    sheet: &Sheet,
    repeated: bool,
) -> Result<Report, ImportError> {
    let rows = read_lines(view, import)?;
    let of_line = |(line, (_, row)): (&Line, &(_, LineRow))| {
        line_report(view, line.number, row.points, row.state)
    };
    let lines: Result<Vec<_>, ImportError> = sheet.lines.iter().zip(&rows).map(of_line).collect();
    let report = whole(lines?, sheet);
    Ok(Report { import: Some(import.to_string()), repeated, ..report })
}

fn whole(mut lines: Vec<LineReport>, sheet: &Sheet) -> Report {
    lines.extend(sheet.unused.iter().map(|unused| {
        let (status, reason) = match &unused.why {
            Why::Invalid(text) => (LineStatus::Invalid, text.clone()),
            Why::Duplicate(line) => {
                (LineStatus::Duplicate, format!("Names somebody whom line {line} names"))
            }
        };
        let line = unused.number;
        LineReport { line, status, points: None, user_id: None, username: None, reason }
    }));
    lines.sort_by_key(|line| line.line);
    let count = |status| lines.iter().filter(|line| line.status == status).count();
    let points = |status| {
        let of_status = lines.iter().filter(|line| line.status == status);
        of_status.filter_map(|line| line.points).fold(0, u64::saturating_add)
    };
    Report {
        success: true,
        dry_run: true,
        repeated: false,
        import: None,
        credited: count(LineStatus::Credited),
        credited_points: points(LineStatus::Credited),
        waiting: count(LineStatus::Waiting),
        waiting_points: points(LineStatus::Waiting),
        invalid: count(LineStatus::Invalid),
        duplicates: count(LineStatus::Duplicate),
        removed: count(LineStatus::Removed),
        truncated: lines.len() > SHOWN_MAX,
        lines: lines.into_iter().take(SHOWN_MAX).collect(),
    }
}

fn line_report(
    view: &View,
    line: u32,
    points: u64,
    state: LineState,
) -> Result<LineReport, ImportError> {
    let (status, user, reason) = match state {
        LineState::Paid { user, by } => (LineStatus::Credited, Some(UserId(user)), by.text()),
        LineState::Waiting(waits) => (LineStatus::Waiting, None, waits.text()),
        LineState::Pending => (LineStatus::Waiting, None, "Not looked at yet".to_owned()),
        LineState::Removed => {
            (LineStatus::Removed, None, "Removed by an admin, or its member has left".to_owned())
        }
    };
    let account = match user {
        Some(user) => read_account(view, user)?,
        None => None,
    };
    let (user_id, username) = (user.map(|user| user.to_string()), account.map(|row| row.username));
    Ok(LineReport { line, status, points: Some(points), user_id, username, reason })
}

impl Proof {
    fn text(self) -> String {
        let text = match self {
            Self::Kick => "Linked chat account",
            Self::Casino => "Approved name at the casino",
            Self::Email => "Verified email",
            Self::Admin => "Ticked by an admin",
        };
        text.to_owned()
    }
}

impl Waits {
    /// For people.
    pub fn text(self) -> String {
        match self {
            Self::Unlinked => "Nobody has linked or verified this yet".to_owned(),
            Self::Ambiguous => "It names several members".to_owned(),
            Self::Seen(import) => format!("The same line was in import {import} already"),
            Self::Full => "The balance would not fit any more".to_owned(),
            Self::Failed => "The member's wallet could not be read; tried again".to_owned(),
        }
    }
}

impl Report {
    /// For the command line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let status = match line.status {
                LineStatus::Credited if self.dry_run && !self.repeated => "would be credited",
                LineStatus::Credited => "credited",
                LineStatus::Waiting => "waiting",
                LineStatus::Invalid => "invalid",
                LineStatus::Duplicate => "duplicate",
                LineStatus::Removed => "removed",
            };
            let points = line.points.map(|points| format!(", {points} points")).unwrap_or_default();
            let name = line.username.as_deref().map(|name| format!(" to {name}"));
            let (name, reason) = (name.unwrap_or_default(), &line.reason);
            // Writing to a string does not fail.
            let _ = writeln!(text, "line {}: {status}{points}{name} ({reason})", line.line);
        }
        if self.truncated {
            text.push_str("further lines are not shown\n");
        }
        if self.repeated {
            text.push_str("this file was taken in before: nothing is paid again\n");
        } else if self.dry_run {
            text.push_str("dry run: nothing was changed\n");
        }
        let _ = write!(
            text,
            "{} credited ({} points), {} waiting ({} points), {} invalid, {} duplicate",
            self.credited,
            self.credited_points,
            self.waiting,
            self.waiting_points,
            self.invalid,
            self.duplicates
        );
        text
    }
}
