//! Reports of imports, line by line.

use std::fmt::Write;

use pointhouse_store::View;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::ImportError;
use super::linked::{KickNames, waits_for};
use super::records::{LineRow, LineState, Named, Proof, Waits, read_lines};
use super::sheet::{Line, Sheet, UnusedReason};
use super::spent::TakenBackImports;
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
    /// Taken back with the whole import.
    TakenBack,
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
    /// Whom the line names: its names as they are in the file.
    pub names: Vec<String>,
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
    /// Number of lines that were taken back.
    pub taken_back: usize,
    /// Number of lines with 0 points, which are left out of `lines`.
    pub without_points: usize,
    /// In the order of the file, at most 1,000.
    pub lines: Vec<LineReport>,
    /// True when there are more lines.
    pub truncated: bool,
}

/// Reports what the import of a new file would do.
pub(super) fn of_new(view: &View, sheet: &Sheet) -> Result<Report, ImportError> {
    let (kick, taken_back) = (KickNames::read(view)?, TakenBackImports::read(view)?);
    let of_line = |line: &Line| {
        let found = matching::find(view, &line.named)?;
        let user = found.ok().map(|(user, _)| user);
        let state = match (seen(view, &taken_back, line, user)?, found) {
            (Some(earlier), _) => LineState::Waiting(Waits::Seen(earlier)),
            (None, Ok((user, by))) => LineState::Paid { user: user.0, by },
            (None, Err(waits)) => LineState::Waiting(waits),
        };
        line_report(view, &kick, line, state)
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
    let (rows, kick) = (read_lines(view, import)?, KickNames::read(view)?);
    let of_line =
        |(line, (_, row)): (&Line, &(_, LineRow))| line_report(view, &kick, line, row.state);
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
        let (line, names) = (unused.number, unused.names.clone());
        LineReport { line, status, points: None, names, user_id: None, username: None, reason }
    }));
    lines.sort_by_key(|line| line.line);
    let count = |status| lines.iter().filter(|line| line.status == status).count();
    let points = |status| {
        let of_status = lines.iter().filter(|line| line.status == status);
        of_status.filter_map(|line| line.points).fold(0, u64::saturating_add)
    };
    Report {
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
        taken_back: count(LineStatus::TakenBack),
        without_points: sheet.without_points,
        truncated: lines.len() > SHOWN_MAX,
        lines: lines.into_iter().take(SHOWN_MAX).collect(),
    }
}

fn line_report(
    view: &View,
    kick: &KickNames,
    line: &Line,
    state: LineState,
) -> Result<LineReport, ImportError> {
    let (status, user, reason) = match state {
        LineState::Paid { user, by } => (LineStatus::Credited, Some(UserId(user)), by.text()),
        LineState::Waiting(waits) => {
            let reason = match kick.of_line(&line.named, state) {
                Some(user) => waits_for(view, user)?,
                None => waits.text(),
            };
            (LineStatus::Waiting, None, reason)
        }
        LineState::Pending => (LineStatus::Waiting, None, "Not looked at yet".to_owned()),
        LineState::Removed => {
            (LineStatus::Removed, None, "Removed by an admin, or its member has left".to_owned())
        }
        LineState::TakenBack { user, points } => {
            let reason = format!("{points} of {} taken back", line.points);
            (LineStatus::TakenBack, Some(UserId(user)), reason)
        }
    };
    let account = match user {
        Some(user) => read_account(view, user)?,
        None => None,
    };
    let (user_id, username) = (user.map(|user| user.to_string()), account.map(|row| row.username));
    let (points, names) = (Some(line.points.get()), names_of(&line.named));
    Ok(LineReport { line: line.number, status, points, names, user_id, username, reason })
}

fn names_of(named: &Named) -> Vec<String> {
    let Named { kick_id, kick_name, casino, email, username } = named;
    let of = |name: &Option<String>, what| name.as_ref().map(|name| format!("{name}{what}"));
    let kick_id = kick_id.map(|id| format!("Kick ID {id}"));
    let names = [
        username.clone(),
        email.clone(),
        of(casino, " (casino)"),
        of(kick_name, " (Kick)"),
        kick_id,
    ];
    names.into_iter().flatten().collect()
}

impl Proof {
    fn text(self) -> String {
        let text = match self {
            Self::Kick => "Linked chat account",
            Self::Casino => "Approved name at the casino",
            Self::Email => "Verified email",
            Self::Admin => "Ticked by an admin",
            Self::KickName => "Name of a linked Kick account, credited by the owner",
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
                LineStatus::TakenBack => "taken back",
            };
            let points = line.points.map(|points| format!(", {points} points")).unwrap_or_default();
            let names = match line.names.is_empty() {
                true => String::new(),
                false => format!(" for {}", line.names.join(", ")),
            };
            let name = line.username.as_deref().map(|name| format!(" to {name}"));
            let (name, reason) = (name.unwrap_or_default(), &line.reason);
            // Writing to a string cannot fail.
            let _ = writeln!(text, "line {}: {status}{points}{names}{name} ({reason})", line.line);
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
