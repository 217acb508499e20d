//! Casino names: members request them, admins approve them, and each belongs to one member
//! (docs/decisions.md, E11).

use pointhouse_store::{Batch, StoreError};
use serde_json::json;

use super::{Directory, Inner};
use crate::accounts::error::{AccountError, AuthError};
use crate::accounts::records::{
    APPROVAL, AccountRows, ApprovalRow, ApprovalStatus, NAME, NEXT_APPROVAL, NameKind, find_name,
    read_approval,
};
use crate::audit::{Actor, Entry};
use crate::ids::UserId;
use crate::tables::NumberRow;

/// Requests a casino name.
pub struct RequestCasinoName {
    /// The member.
    pub user: UserId,
    /// The casino name, validated.
    pub name: String,
}

/// Decides on a request for a casino name.
pub struct DecideCasinoName {
    /// Number of the request.
    pub number: u64,
    /// True to approve, false to reject.
    pub approved: bool,
    /// Note for the member.
    pub note: String,
    /// The admin, for the audit row.
    pub actor: Actor,
}

impl Directory {
    /// Requests a casino name for a member.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn request_casino_name(
        &self,
        command: RequestCasinoName,
    ) -> Result<AccountRows, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.request_casino_name(command).await }).await
    }

    /// Approves or rejects a request for a casino name.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub async fn decide_casino_name(
        &self,
        command: DecideCasinoName,
    ) -> Result<ApprovalRow, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.decide_casino_name(command).await }).await
    }
}

impl Inner {
    async fn request_casino_name(
        &self,
        command: RequestCasinoName,
    ) -> Result<AccountRows, AccountError> {
        let RequestCasinoName { user, name } = command;
        let _member = self.members.lock(user).await;
        let mut account = self.read(user)?;
        if !account.row.active {
            return Err(AuthError::Inactive.into());
        }
        let view = self.store.view();
        if let Some(newest) = account.profile.casino_request
            && read_approval(view, newest)?.is_some_and(|row| row.status == ApprovalStatus::Pending)
        {
            return Err(AccountError::ApprovalPending);
        }
        let own = account.profile.casino.as_deref().map(str::to_lowercase);
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
        account.profile.casino_request = Some(number);
        self.put_profile(user, &mut account.profile, &mut batch)?;
        self.commit(batch).await?;
        Ok(account)
    }

    fn check_free(&self, user: UserId, name: &str) -> Result<(), AccountError> {
        let owner = find_name(self.store.view(), NameKind::Casino, &name.to_lowercase())?;
        match owner {
            Some(owner) if owner != user => Err(AccountError::CasinoNameTaken),
            _ => Ok(()),
        }
    }

    async fn decide_casino_name(
        &self,
        command: DecideCasinoName,
    ) -> Result<ApprovalRow, AccountError> {
        let view = self.store.view();
        let find = || read_approval(view, command.number)?.ok_or(AccountError::NoSuchApproval);
        // The member of a request never changes: the first read gives the lock to take, the
        // second one reads the row under it.
        let user = UserId(find()?.user);
        let _member = self.members.lock(user).await;
        let mut row = find()?;
        let key = NameKind::Casino.key(&row.name.to_lowercase());
        let _name = self.names.lock(key.clone()).await;
        let mut account = self.read(user)?;
        let is_own = account.profile.casino.as_deref() == Some(row.name.as_str());
        let mut batch = Batch::new();
        let status = match (row.status, command.approved) {
            (ApprovalStatus::Pending, true) => {
                self.check_free(user, &row.name)?;
                self.release(account.profile.casino.as_deref(), &mut batch)?;
                NAME.put(&mut batch, &key, &NumberRow(user.0))?;
                account.profile.casino = Some(row.name.clone());
                ApprovalStatus::Approved
            }
            (ApprovalStatus::Pending, false) => ApprovalStatus::Rejected,
            // Withdrawn, because the name was approved by mistake.
            (ApprovalStatus::Approved, false) if is_own => {
                self.release(account.profile.casino.take().as_deref(), &mut batch)?;
                ApprovalStatus::Rejected
            }
            _ => return Err(AccountError::ApprovalDecided),
        };
        let before = json!({ "status": status_text(row.status) }).to_string();
        row.revision += 1;
        row.status = status;
        row.note = command.note;
        row.decided_at = Some(self.clock.now().0);
        APPROVAL.put(&mut batch, &command.number, &row)?;
        self.put_profile(user, &mut account.profile, &mut batch)?;
        let entry = Entry {
            actor: command.actor,
            action: "approval.decide",
            subject: format!("user:{user} approval:{}", command.number),
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

/// Name of a status in responses and in the audit log.
pub const fn status_text(status: ApprovalStatus) -> &'static str {
    match status {
        ApprovalStatus::Pending => "pending",
        ApprovalStatus::Approved => "approved",
        ApprovalStatus::Rejected => "rejected",
    }
}
