//! Statements: the lines of a ledger, with the names, reasons and roles that other modules know of them.

use pointhouse_store::{StoreError, View};
use serde::Deserialize;

use crate::accounts::{Accounts, Auth};
use crate::audit::audit_row;
use crate::challenges::challenge_title;
use crate::giveaways::giveaway_title;
use crate::ids::{GiveawayId, PersonId, UserId};
use crate::rights::Role;
use crate::shop::purchase_title;
use crate::wallet::{
    LedgerAbout, LedgerPage, LedgerRow, Reference, ledger_page, ledger_search, stored_wallet,
};

/// A member's statement at this moment. Its pages are read on a thread for scans.
pub struct Statement {
    view: View,
    auth: Auth,
    user: UserId,
    /// What the points are called.
    points: String,
    /// Number of entries.
    total: u64,
}

/// Field of audit rows whose reason the person wrote for the member, too. Rows of earlier versions lack it.
pub(super) const REASON_SHOWN: &str = "reasonShown";

/// What an audit row says of the reason.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Given {
    reason: String,
    /// Missing where the reason was written for the audit only.
    #[serde(rename = "reasonShown")]
    is_shown: bool,
}

impl Statement {
    /// The statement of a member.
    ///
    /// # Errors
    /// The wallet cannot be decoded.
    pub fn of(accounts: &Accounts, user: UserId) -> Result<Self, StoreError> {
        let view = accounts.store.view().clone();
        let total = stored_wallet(&view, user)?.unwrap_or_default().ledger_seq;
        let points = accounts.site.now().points.name_plural.clone();
        Ok(Self { view, auth: accounts.auth.clone(), user, points, total })
    }

    /// The same statement with its first `total` entries only.
    #[must_use]
    pub fn up_to(self, total: u64) -> Self {
        Self { total: total.min(self.total), ..self }
    }

    /// A page of it, newest entry first. Slow: must not run on a serving thread.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn page(&self, page: u64, limit: u64) -> Result<LedgerPage, StoreError> {
        let about = |row: &LedgerRow| self.about(row);
        let of = (self.user, self.points.as_str());
        ledger_page((&self.view, &about), of, self.total, page, limit)
    }

    /// A page of the entries that show a text, given in lower case. Slow, too.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn search(&self, text: &str, page: u64, limit: u64) -> Result<LedgerPage, StoreError> {
        let about = |row: &LedgerRow| self.about(row);
        let of = (self.user, self.points.as_str());
        ledger_search((&self.view, &about), of, self.total, text, page, limit)
    }

    fn about(&self, row: &LedgerRow) -> Result<LedgerAbout, StoreError> {
        let view = &self.view;
        let name = match row.reference {
            Some(Reference::Audit(id)) => return self.about_grant(id),
            Some(Reference::Entry { giveaway, .. } | Reference::Giveaway(giveaway)) => {
                giveaway_title(view, GiveawayId(giveaway))?
            }
            Some(Reference::Purchase(number)) => purchase_title(view, number)?,
            Some(Reference::Challenge(id)) => challenge_title(view, id)?,
            Some(Reference::Round(_) | Reference::Claim(_) | Reference::Import { .. }) | None => {
                None
            }
        };
        Ok(LedgerAbout { name, ..LedgerAbout::default() })
    }

    /// Points that a person of the panel changed.
    fn about_grant(&self, id: u64) -> Result<LedgerAbout, StoreError> {
        let Some(row) = audit_row(&self.view, id)? else { return Ok(LedgerAbout::default()) };
        let Given { reason, is_shown } = serde_json::from_str(&row.after).unwrap_or_default();
        let person = row.person.and_then(|number| self.auth.person(PersonId(number)));
        let role = person.map(|person| match person.role {
            Role::Owner => "owner",
            Role::Admin => "admin",
            Role::Moderator => "moderator",
        });
        Ok(LedgerAbout {
            name: None,
            note: Some(reason).filter(|reason| is_shown && !reason.is_empty()),
            given_by: role.map(str::to_owned),
        })
    }
}
