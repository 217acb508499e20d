//! Alerts about unusual sums of the last day: on the health page and by email.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use super::member_of;
use crate::accounts::Auth;
use crate::audit::AuditRow;
use crate::clock::{Millis, SiteDay, SiteZone};
use crate::config::Points;
use crate::counts::{counted, grouped};
use crate::ids::{PersonId, UserId};

/// How long an alert is shown, in milliseconds.
pub(super) const SHOWN_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// Most alerts that are kept; the newest ones. The audit has all.
const KEPT_MAX: usize = 100;

/// What made points. The names are stored in the audit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Made {
    /// Points that were given to a member or set.
    #[default]
    Given,
    /// The same, to a member who has logged in with the browser of the person who gives.
    GivenInBrowser,
    /// The rewards of challenges.
    Challenges,
    /// The award of a challenge whose reward has not counted before.
    Award,
    /// A casino name whose approval pays lines of an import.
    CasinoName,
    /// A link that verifies an email, which pays the welcome points and lines of an import.
    VerifyLink,
    /// Points for all members.
    Everyone,
    /// A file with points.
    Import,
    /// A line of such a file, to a member whom the person selected.
    ImportLine,
}

impl Made {
    /// Whether the audit row of the change itself has the points.
    pub(super) const fn is_in_audit(self) -> bool {
        matches!(self, Self::Given | Self::GivenInBrowser)
    }

    /// The sentence in front of a refusal that says why the points are made; empty where the request says so itself.
    pub(super) fn lead(self, points: &str) -> String {
        match self {
            Self::CasinoName => format!("Approving this name pays {points} from an import. "),
            Self::VerifyLink => format!("Verifying this email pays {points}. "),
            Self::Challenges => format!("The new rewards are {points}. "),
            Self::Award => format!("This challenge pays {points}. "),
            Self::Given
            | Self::GivenInBrowser
            | Self::Everyone
            | Self::Import
            | Self::ImportLine => String::new(),
        }
    }

    /// What a person did with an amount of points, after the person's name.
    fn sentence(self, points: &str, member: Option<&str>) -> String {
        let member = member.unwrap_or("a member");
        match self {
            Self::Given | Self::GivenInBrowser => format!("gave {member} {points}"),
            Self::Challenges => format!("set up challenges with {points}"),
            Self::Award => format!("awarded a challenge with {points} to {member}"),
            Self::CasinoName => format!("released {points} by approving a casino name of {member}"),
            Self::VerifyLink => format!("released {points} by a link for the email of {member}"),
            Self::Everyone => format!("gave {points} to all members"),
            Self::Import => format!("imported {points}"),
            Self::ImportLine => format!("paid a line of an import with {points} to {member}"),
        }
    }
}

/// The import that an alert is about. The names are stored in the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportedFile {
    /// Number of the import.
    pub import: u64,
    /// Lines that waited for their members when the file was imported.
    pub waiting_lines: u64,
    /// Points of those lines.
    pub waiting_points: u64,
}

impl ImportedFile {
    /// What a person did with a file, after the person's name.
    fn sentence(self, points: u64, names: &Points) -> String {
        let Self { waiting_lines, waiting_points, .. } = self;
        let all = names.count(points);
        if waiting_lines == 0 {
            return format!("imported a file with {all}");
        }
        let lines = counted(waiting_lines, "line that waited", "lines that waited");
        if waiting_points == points {
            return format!("imported a file with {all}, all in {lines} for members");
        }
        let waiting = grouped(waiting_points);
        format!("imported a file with {all}, {waiting} of them in {lines} for members")
    }
}

/// Why a sum is unusual. The names are stored in the audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AlertReason {
    /// Many points at once.
    Large,
    /// Many points in a day.
    Day,
    /// To a member who has logged in with the browser of the person who gives.
    OwnAccount,
}

impl AlertReason {
    /// The end of a sentence about the sum.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Large => "more at once than usual",
            Self::Day => "more in a day than usual",
            Self::OwnAccount => "the browser has logged in as this member",
        }
    }
}

/// An unusual sum.
#[derive(Clone, Debug)]
pub struct Alert {
    /// Time of the change.
    pub at: Millis,
    /// Number of the person who made the points.
    pub person: Option<PersonId>,
    /// Who made the points, as in the audit.
    pub actor: String,
    /// The member, if it is one.
    pub user: Option<UserId>,
    /// Points that were made.
    pub points: u64,
    /// Points that the person has made on this day.
    pub day: u64,
    /// Why it is unusual.
    pub reason: AlertReason,
    /// What made them.
    pub made: Made,
    /// The import, if one made them. Alerts of earlier versions don't have it.
    pub file: Option<ImportedFile>,
}

impl Alert {
    /// What the person did, after the person's name.
    pub fn sentence(&self, auth: &Auth, names: &Points) -> String {
        if let Some(file) = self.file {
            return file.sentence(self.points, names);
        }
        let member = self.user.map(|user| auth.username(user));
        self.made.sentence(&names.count(self.points), member.as_deref())
    }

    /// When the alert about an import ends before its time, as a sentence; empty for all others.
    pub fn ends(&self) -> &'static str {
        match (self.file, self.reason) {
            (None, _) => "",
            (Some(_), AlertReason::Day) => {
                " This notice ends when enough imports of the day are taken back on the same day; points that members \
                 may have used still count."
            }
            (Some(_), _) => {
                " This notice ends when the import is taken back, unless members may have used its points."
            }
        }
    }

    /// Whether the alert is about the points of this import alone.
    pub(super) fn is_about(&self, import: u64) -> bool {
        self.reason != AlertReason::Day && self.file.is_some_and(|file| file.import == import)
    }

    /// Whether the alert is about all points that a person made on a day.
    pub(super) fn is_about_day(&self, person: PersonId, day: SiteDay, zone: &SiteZone) -> bool {
        let is_theirs = self.reason == AlertReason::Day && self.person == Some(person);
        is_theirs && zone.day(self.at) == day
    }
}

/// What an audit row of an alert says after the change.
#[derive(Serialize, Deserialize)]
pub(super) struct AlertDetail {
    pub(super) points: u64,
    pub(super) day: u64,
    pub(super) reason: AlertReason,
    #[serde(default)]
    pub(super) made: Made,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<ImportedFile>,
}

/// The alerts of the last day. Clones share them.
#[derive(Clone, Debug, Default)]
pub(super) struct Alerts {
    newest_last: Arc<Mutex<VecDeque<Alert>>>,
}

impl Alerts {
    pub(super) fn push(&self, alert: Alert) {
        let mut alerts = self.newest_last.lock();
        if alerts.len() >= KEPT_MAX {
            alerts.pop_front();
        }
        alerts.push_back(alert);
    }

    /// Takes over an alert of the audit. A row that was cut or written by hand is left out.
    pub(super) fn push_stored(&self, row: &AuditRow) {
        let detail: Result<AlertDetail, _> = serde_json::from_str(&row.after);
        if let Ok(AlertDetail { points, day, reason, made, file }) = detail {
            let (at, actor, user) = (Millis(row.at), row.actor.clone(), member_of(row));
            let person = row.person.map(PersonId);
            self.push(Alert { at, person, actor, user, points, day, reason, made, file });
        }
    }

    /// Ends some alerts.
    pub(super) fn end(&self, is_over: impl Fn(&Alert) -> bool) {
        self.newest_last.lock().retain(|alert| !is_over(alert));
    }

    /// Whether there is such an alert.
    pub(super) fn has(&self, is_it: impl Fn(&Alert) -> bool) -> bool {
        self.newest_last.lock().iter().any(is_it)
    }

    /// Alerts of the last day, oldest first.
    pub(super) fn recent(&self, now: Millis) -> Vec<Alert> {
        let alerts = self.newest_last.lock();
        let is_recent = |alert: &&Alert| now.0.saturating_sub(alert.at.0) < SHOWN_MILLIS;
        alerts.iter().filter(is_recent).cloned().collect()
    }
}
