//! Names at the casino: asked for by members, approved by admins, each one's alone
//! (docs/decisions.md, E11).

use pointhouse_store::{Batch, StoreError};
use serde_json::json;

use super::{Directory, Inner};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::records::{
    APPROVAL, Altered, ApprovalRow, ApprovalStatus, NAME, NEXT_APPROVAL, NameKind, find_name,
    read_approval,
};
use crate::audit::{Actor, Entry};
use crate::ids::UserId;
use crate::tables::NumberRow;

/// Asks for a name.
pub struct AskCasino {
    /// Who asks.
    pub user: UserId,
    /// The name there, checked.
    pub name: String,
}

/// An admin's word on a request.
pub struct DecideCasino {
    /// Which.
    pub number: u64,
    /// The name is the member's, or is not.
    pub approved: bool,
    /// For the member.
    pub note: String,
    /// For the audit.
    pub actor: Actor,
}

impl Directory {
    /// Asks for a name at the casino.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn ask_casino(&self, order: AskCasino) -> Result<Altered, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.ask_casino(order).await }).await
    }

    /// Decides on a request for a name at the casino.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub async fn decide_casino(&self, order: DecideCasino) -> Result<ApprovalRow, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.decide_casino(order).await }).await
    }
}

impl Inner {
    async fn ask_casino(&self, order: AskCasino) -> Result<Altered, AccountError> {
        let AskCasino { user, name } = order;
        let _member = self.members.lock(user).await;
        let mut altered = self.read(user)?;
        if !altered.row.active {
            return Err(AuthError::Inactive.into());
        }
        let view = self.store.view();
        if let Some(newest) = altered.profile.casino_request
            && read_approval(view, newest)?.is_some_and(|row| row.status == ApprovalStatus::Pending)
        {
            return Err(AccountError::ApprovalPending);
        }
        let own = altered.profile.casino.as_deref().map(str::to_lowercase);
        if own == Some(name.to_lowercase()) {
            return Err(AccountError::CasinoNameOwn);
        }
        self.check_free(user, &name)?;
        let _numbering = self.numbering.lock().await;
        let number = NEXT_APPROVAL.get(view)?.map_or(1, |NumberRow(next)| next);
        let row = ApprovalRow {
            revision: 1,
            user: user.0,
            name,
            status: ApprovalStatus::Pending,
            note: String::new(),
            asked_at: self.clock.now().0,
            decided_at: None,
        };
        let mut batch = Batch::new();
        NEXT_APPROVAL.put(&mut batch, &NumberRow(number + 1))?;
        APPROVAL.put(&mut batch, &number, &row)?;
        altered.profile.casino_request = Some(number);
        self.put_profile(user, &mut altered.profile, &mut batch)?;
        self.commit(batch).await?;
        Ok(altered)
    }

    fn check_free(&self, user: UserId, name: &str) -> Result<(), AccountError> {
        let owner = find_name(self.store.view(), NameKind::Casino, &name.to_lowercase())?;
        match owner {
            Some(owner) if owner != user => Err(AccountError::CasinoNameTaken),
            _ => Ok(()),
        }
    }

    async fn decide_casino(&self, order: DecideCasino) -> Result<ApprovalRow, AccountError> {
        let view = self.store.view();
        let find = || read_approval(view, order.number)?.ok_or(AccountError::NoSuchApproval);
        // A request stays its member's, so the first read finds the lock and the second one the row.
        let user = UserId(find()?.user);
        let _member = self.members.lock(user).await;
        let mut row = find()?;
        let key = NameKind::Casino.key(&row.name.to_lowercase());
        let _name = self.names.lock(key.clone()).await;
        let mut altered = self.read(user)?;
        let is_own = altered.profile.casino.as_deref() == Some(row.name.as_str());
        let mut batch = Batch::new();
        let status = match (row.status, order.approved) {
            (ApprovalStatus::Pending, true) => {
                self.check_free(user, &row.name)?;
                self.release(altered.profile.casino.as_deref(), &mut batch)?;
                NAME.put(&mut batch, &key, &NumberRow(user.0))?;
                altered.profile.casino = Some(row.name.clone());
                ApprovalStatus::Approved
            }
            (ApprovalStatus::Pending, false) => ApprovalStatus::Rejected,
            // Taken back: the name was approved by mistake.
            (ApprovalStatus::Approved, false) if is_own => {
                self.release(altered.profile.casino.take().as_deref(), &mut batch)?;
                ApprovalStatus::Rejected
            }
            _ => return Err(AccountError::ApprovalDecided),
        };
        let before = json!({ "status": status_text(row.status) }).to_string();
        row.revision += 1;
        row.status = status;
        row.note = order.note;
        row.decided_at = Some(self.clock.now().0);
        APPROVAL.put(&mut batch, &order.number, &row)?;
        self.put_profile(user, &mut altered.profile, &mut batch)?;
        let entry = Entry {
            actor: order.actor,
            action: "approval.decide",
            subject: format!("user:{user} approval:{}", order.number),
            before,
            after: json!({ "status": status_text(status), "note": row.note }).to_string(),
        };
        self.audit.record(entry, &mut batch)?;
        self.commit(batch).await?;
        Ok(row)
    }

    fn release(&self, name: Option<&str>, batch: &mut Batch) -> Result<(), StoreError> {
        let Some(name) = name else { return Ok(()) };
        NAME.delete(batch, &NameKind::Casino.key(&name.to_lowercase()))
    }

    pub(super) async fn commit(&self, batch: Batch) -> Result<(), AccountError> {
        if !self.store.writable() {
            return Err(AccountError::ReadOnly);
        }
        self.store.commit(batch).await?;
        Ok(())
    }
}

/// On the wire and in the audit.
pub const fn status_text(status: ApprovalStatus) -> &'static str {
    match status {
        ApprovalStatus::Pending => "pending",
        ApprovalStatus::Approved => "approved",
        ApprovalStatus::Rejected => "rejected",
    }
}
