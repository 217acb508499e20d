//! What an import that was taken back gives back: its points count no more, and alerts about them end.

use std::sync::Arc;

use super::{Allowance, COUNTED, Counted, Inner, Made, Rows, counted_by};
use crate::audit::{Actor, AuditRow};
use crate::clock::{Millis, SiteDay};
use crate::ids::PersonId;

/// An import that was taken back.
#[derive(Clone, Copy, Debug)]
pub struct FileTakenBack {
    /// Number of the import.
    pub import: u64,
    /// When its points were counted.
    pub counted_at: Millis,
    /// Points that no member can have used.
    pub points: u64,
    /// Whether these are all of its points.
    pub is_unused: bool,
}

/// What changes for the person who imported the file, once it is on disk.
pub struct FileBack {
    inner: Arc<Inner>,
    day: SiteDay,
    person: PersonId,
    /// Points that count no more.
    points: u64,
    /// The import whose alert ends.
    ended: Option<u64>,
    /// Whether the alert about the day ends.
    ended_day: bool,
}

impl Allowance {
    /// Decides what an import that was taken back changes. Its points count no more on the day on which they were
    /// counted. The alert about it ends if no member can have used its points, and the alert about the day if the rest
    /// of the day is usual.
    pub fn file_taken_back(&self, person: PersonId, file: FileTakenBack) -> FileBack {
        let inner = self.inner.clone();
        let (day, import) = (self.today(), file.import);
        let points = if inner.zone.day(file.counted_at) == day { file.points } else { 0 };
        let is_over = file.is_unused && inner.alerts.has(|alert| alert.is_about(import));
        let ended = is_over.then_some(import);
        let ended_day = points > 0
            && inner.is_usual(day, person, points)
            && inner.alerts.has(|alert| alert.is_about_day(person, day, &inner.zone));
        FileBack { inner, day, person, points, ended, ended_day }
    }
}

impl FileBack {
    /// The rows for the commit that ends the taking back.
    pub fn rows(&self, actor: Actor) -> Rows {
        let (inner, person) = (self.inner.clone(), self.person);
        let (points, ended, ended_day) = (self.points, self.ended, self.ended_day);
        Box::new(move |batch| {
            if points == 0 && ended.is_none() {
                return Ok(());
            }
            let points = -i64::try_from(points).unwrap_or(i64::MAX);
            let counted = Counted { points, made: Made::Import, ended, ended_day };
            inner.write_count(actor, person, &counted, batch)
        })
    }

    /// Call it once the commit is on disk.
    pub fn keep(self) {
        let Self { inner, day, person, points, ended, ended_day } = self;
        inner.sums.lock().subtract(day, person, points);
        if let Some(import) = ended {
            inner.alerts.end(|alert| alert.is_about(import));
        }
        // More may have been made since the decision.
        if ended_day && inner.is_usual(day, person, 0) {
            inner.alerts.end(|alert| alert.is_about_day(person, day, &inner.zone));
        }
    }
}

impl Inner {
    /// Whether the points that a person made on a day, without these, raise no alert.
    fn is_usual(&self, day: SiteDay, person: PersonId, without: u64) -> bool {
        let from = self.accounts.site.now().grants.alert_from;
        let sum = self.sums.lock().of(day, person);
        sum.is_some_and(|sum| sum.saturating_sub(without) < from)
    }

    /// Ends the alerts that have ended with a row of the audit.
    pub(super) fn end_alerts_by(&self, row: &AuditRow) {
        let counted = (row.action == COUNTED).then(|| serde_json::from_str::<Counted>(&row.after));
        let Some(Ok(Counted { ended, ended_day, .. })) = counted else { return };
        if let Some(import) = ended {
            self.alerts.end(|alert| alert.is_about(import));
        }
        if let Some((person, _)) = counted_by(row).filter(|_| ended_day) {
            let day = self.zone.day(Millis(row.at));
            self.alerts.end(|alert| alert.is_about_day(person, day, &self.zone));
        }
    }
}
