//! Finds out whether a sum is unusual, and writes the alert about it.

use pointhouse_store::{Batch, StoreError};
use serde_json::json;

use super::alerts::AlertDetail;
use super::{ALERT, Alert, AlertReason, Allowance, Inner, Made};
use crate::accounts::Admin;
use crate::audit::{Actor, Entry};
use crate::clock::Millis;
use crate::ids::{PersonId, UserId};
use crate::mail::{Email, Kind};

impl Allowance {
    /// The alert about points that a person makes, after those of the day before them; `None` if they are usual.
    pub(super) fn alert_about(
        &self,
        (admin, at): (&Admin, Millis),
        (made, user): (Made, Option<UserId>),
        (before, points): (u64, u64),
    ) -> Option<Alert> {
        let from = self.inner.accounts.site.now().grants.alert_from;
        if points == 0 || from == 0 {
            return None;
        }
        let day = before.saturating_add(points);
        let reason = if made == Made::GivenInBrowser {
            AlertReason::OwnAccount
        } else if points >= from {
            AlertReason::Large
        } else if before < from && day >= from {
            AlertReason::Day
        } else {
            return None;
        };
        let (person, actor) = (Some(admin.id), admin.actor().into_text());
        Some(Alert { at, person, actor, user, points, day, reason, made, file: None })
    }
}

impl Inner {
    pub(super) fn write_alert(
        &self,
        actor: Actor,
        person: &str,
        alert: &Alert,
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        let Self { accounts, audit, .. } = self;
        let Alert { user, points, day, reason, made, file, .. } = *alert;
        let after = json!(AlertDetail { points, day, reason, made, file }).to_string();
        let subject = user.map_or("site".to_owned(), |user| format!("user:{user}"));
        audit.record(Entry { after, ..Entry::new(actor, ALERT, subject) }, batch)?;
        let settings = accounts.site.now();
        let to = settings.grants.alert_email.trim().to_owned();
        if to.is_empty() || accounts.mailer.is_full() {
            return Ok(());
        }
        let what = alert.sentence(&accounts.auth, &settings.points);
        let (person, reason) = (person.to_owned(), reason.text());
        let is_import = made == Made::Import;
        let kind = Kind::UnusualGrant { person, what, reason, is_import };
        let owner = accounts.auth.person(PersonId::OWNER).map(|owner| owner.name.to_string());
        let link = accounts.mailer.link("/admin/audit?q=points.");
        let email = Email { to, name: owner.unwrap_or_default(), kind, link, not_me: None };
        accounts.mailer.write(UserId(0), &email, batch)
    }
}
