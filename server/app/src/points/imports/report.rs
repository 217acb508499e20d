//! Reports of imports, line by line.

use std::fmt::Write;

use pointhouse_store::View;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ImportError;
use super::records::{LineRow, LineState, Proof, Waits, read_lines};
use super::sheet::{Line, Sheet, UnusedReason};
use super::{matching, seen};
use crate::accounts::read_account;
use crate::ids::UserId;

/// Most lines in a report.
const SHOWN_MAX: usize = 1000;

/// Result of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum LineStatus {
    /// Paid; in a dry run: would be paid.
    Credited,
    /// Waits for a link or for an admin; in a dry run: would wait.
    Waiting,
    /// Cannot be used.
    Invalid,
    /// Names a member that an earlier line of the file names as well.
    Duplicate,
    /// Removed by an admin, or because the member left.
    Removed,
}

/// A line of a report.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LineReport {
    /// Line number in the file, from 1; line 1 is the header.
    pub line: u32,
    /// Result of the line.
    pub status: LineStatus,
    /// Points of the line; null if it has no valid number.
    #[schema(required)]
    pub points: Option<u64>,
    /// The member who is paid.
    #[schema(required)]
    pub user_id: Option<String>,
    /// Username of that member; null when there is none or the account was deleted.
    #[schema(required)]
    pub username: Option<String>,
    /// What proves the member, or why the line was not paid.
    pub reason: String,
}

/// Result of an import, or of a dry run.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Always true.
    pub success: bool,
    /// True for a dry run, which changes nothing.
    pub dry_run: bool,
    /// True when the file was imported before, so that nothing was paid again.
    pub repeated: bool,
    /// Number of the import; null in a dry run of a new file.
    #[schema(required)]
    pub import: Option<String>,
    /// Number of paid lines.
    pub credited: usize,
    /// Points of paid lines.
    pub credited_points: u64,
    /// Number of waiting lines.
    pub waiting: usize,
    /// Points of waiting lines.
    pub waiting_points: u64,
    /// Number of lines that cannot be used.
    pub invalid: usize,
    /// Number of lines that name a member a second time.
    pub duplicates: usize,
    /// Number of removed lines.
    pub removed: usize,
    /// Number of lines with 0 points, which are left out of `lines`.
    pub without_points: usize,
    /// In the order of the file, at most 1,000.
    pub lines: Vec<LineReport>,
    /// True when there are more lines.
    pub truncated: bool,
}

/// Reports what the import of a new file would do.
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

/// Reports an earlier import. Lines keep their original positions, whatever the order of the
/// repeated file.
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
            UnusedReason::Invalid(text) => (LineStatus::Invalid, text.clone()),
            UnusedReason::Duplicate(line) => {
                (LineStatus::Duplicate, format!("Names the same member as line {line}"))
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
        without_points: sheet.without_points,
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
    /// The reason as text.
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
    /// The report as text, for the command line.
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
            // Writing to a string cannot fail.
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
            "{} credited ({} points), {} waiting ({} points), {} invalid, {} duplicate, {} without points",
            self.credited,
            self.credited_points,
            self.waiting,
            self.waiting_points,
            self.invalid,
            self.duplicates,
            self.without_points
        );
        text
    }
}
