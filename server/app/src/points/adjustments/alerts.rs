//! Alerts about unusual grants of the last day: on the health page and by email.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::ids::UserId;

/// How long an alert is shown, in milliseconds.
pub(super) const SHOWN_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// Most alerts that are kept; the newest ones. The audit has all.
const KEPT_MAX: usize = 100;

/// Why a grant is unusual. The names are stored in the audit.
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
    /// The end of a sentence about the grant.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Large => "more at once than usual",
            Self::Day => "more in a day than usual",
            Self::OwnAccount => "the browser has logged in as this member",
        }
    }
}

/// An unusual grant.
#[derive(Clone, Debug)]
pub struct Alert {
    /// Time of the grant.
    pub at: Millis,
    /// Who gave, as in the audit.
    pub actor: String,
    /// The member.
    pub user: UserId,
    /// Points that were given.
    pub points: u64,
    /// Points that the person has given on this day.
    pub day: u64,
    /// Why it is unusual.
    pub reason: AlertReason,
}

/// What an audit row of an alert says after the change.
#[derive(Serialize, Deserialize)]
pub(super) struct AlertDetail {
    pub(super) points: u64,
    pub(super) day: u64,
    pub(super) reason: AlertReason,
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

    /// Alerts of the last day, oldest first.
    pub(super) fn recent(&self, now: Millis) -> Vec<Alert> {
        let alerts = self.newest_last.lock();
        let is_recent = |alert: &&Alert| now.0.saturating_sub(alert.at.0) < SHOWN_MILLIS;
        alerts.iter().filter(is_recent).cloned().collect()
    }
}
