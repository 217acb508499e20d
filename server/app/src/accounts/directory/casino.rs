//! Casino names: members request them, admins approve them, and each belongs to one member
//! (docs/decisions.md, E11).

use std::collections::BTreeSet;

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
use crate::locks::Guard;
use crate::tables::NumberRow;

/// Requests a casino name.
pub struct RequestCasinoName {
    /// The member.
    pub user: UserId,
    /// The casino name, validated.
    pub name: String,
}

/// A decision on a request for a casino name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The name belongs to the member.
    Approve,
    /// The request is refused, or an approval withdrawn.
    Reject,
    /// The last decision is taken back: the request waits again.
    TakeBack,
}

/// Writes rows into the commit of a decision.
pub type DecisionRows = Box<dyn FnOnce(&mut Batch) -> Result<(), StoreError> + Send>;

/// Decides on a request for a casino name.
pub struct DecideCasinoName {
    /// Number of the request.
    pub number: u64,
    /// The decision.
    pub decision: Decision,
    /// Note for the member.
    pub note: String,
    /// The admin, for the audit row.
    pub actor: Actor,
    /// Writes rows that belong to the decision.
    pub rows: DecisionRows,
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
            replaced: None,
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
        let _names = self.lock_names(&row).await;
        let mut account = self.read(user)?;
        let mut batch = Batch::new();
        let before = json!({ "status": status_text(row.status) }).to_string();
        row.status = match command.decision {
            Decision::Approve => self.approve(user, &mut row, &mut account, &mut batch)?,
            Decision::Reject => self.reject(&row, &mut account, &mut batch)?,
            Decision::TakeBack => {
                let request = (command.number, user);
                self.take_back(request, &mut row, &mut account, &mut batch)?
            }
        };
        row.revision += 1;
        row.note = command.note;
        row.decided_at = (row.status != ApprovalStatus::Pending).then(|| self.clock.now().0);
        APPROVAL.put(&mut batch, &command.number, &row)?;
        self.put_profile(user, &mut account.profile, &mut batch)?;
        let (status, note) = (status_text(row.status), &row.note);
        let entry = Entry {
            actor: command.actor,
            action: "approval.decide",
            subject: format!("user:{user} approval:{}", command.number),
            before,
            after: json!({ "status": status, "note": note, "name": row.name }).to_string(),
        };
        self.audit.record(entry, &mut batch)?;
        (command.rows)(&mut batch)?;
        self.commit(batch).await?;
        self.auth.names_changed(user);
        Ok(row)
    }

    /// Locks the name of a request and the one that it replaced, always in the same order.
    async fn lock_names(&self, row: &ApprovalRow) -> Vec<Guard<Vec<u8>>> {
        let names = std::iter::once(&row.name).chain(&row.replaced);
        let keys: BTreeSet<_> =
            names.map(|name| NameKind::Casino.key(&name.to_lowercase())).collect();
        let mut locked = Vec::new();
        for key in keys {
            locked.push(self.names.lock(key).await);
        }
        locked
    }

    fn approve(
        &self,
        user: UserId,
        row: &mut ApprovalRow,
        account: &mut AccountRows,
        batch: &mut Batch,
    ) -> Result<ApprovalStatus, AccountError> {
        if row.status != ApprovalStatus::Pending {
            return Err(AccountError::ApprovalDecided);
        }
        self.give_name(user, &row.name, batch)?;
        row.replaced = account.profile.casino.replace(row.name.clone());
        if !is_same(row.replaced.as_deref(), &row.name) {
            self.release(row.replaced.as_deref(), batch)?;
        }
        Ok(ApprovalStatus::Approved)
    }

    fn reject(
        &self,
        row: &ApprovalRow,
        account: &mut AccountRows,
        batch: &mut Batch,
    ) -> Result<ApprovalStatus, AccountError> {
        let is_own = account.profile.casino.as_deref() == Some(row.name.as_str());
        match row.status {
            ApprovalStatus::Pending => {}
            // Withdrawn, because the name was approved by mistake.
            ApprovalStatus::Approved if is_own => {
                self.release(account.profile.casino.take().as_deref(), batch)?;
            }
            ApprovalStatus::Approved | ApprovalStatus::Rejected => {
                return Err(AccountError::ApprovalDecided);
            }
        }
        Ok(ApprovalStatus::Rejected)
    }

    /// Makes the member's newest request wait again. A name that its approval replaced is the member's again.
    fn take_back(
        &self,
        (number, user): (u64, UserId),
        row: &mut ApprovalRow,
        account: &mut AccountRows,
        batch: &mut Batch,
    ) -> Result<ApprovalStatus, AccountError> {
        let is_newest = account.profile.casino_request == Some(number);
        let is_own = account.profile.casino.as_deref() == Some(row.name.as_str());
        match row.status {
            ApprovalStatus::Pending => return Err(AccountError::ApprovalUndecided),
            ApprovalStatus::Approved if is_newest && is_own => {
                self.release(account.profile.casino.take().as_deref(), batch)?;
                if let Some(earlier) = row.replaced.take() {
                    self.give_name(user, &earlier, batch)?;
                    account.profile.casino = Some(earlier);
                }
            }
            ApprovalStatus::Rejected if is_newest => {}
            ApprovalStatus::Approved | ApprovalStatus::Rejected => {
                return Err(AccountError::ApprovalOutdated);
            }
        }
        Ok(ApprovalStatus::Pending)
    }

    fn give_name(&self, user: UserId, name: &str, batch: &mut Batch) -> Result<(), AccountError> {
        self.check_free(user, name)?;
        let key = NameKind::Casino.key(&name.to_lowercase());
        Ok(NAME.put(batch, &key, &NumberRow(user.0))?)
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

/// Whether two names are the same without regard to case.
fn is_same(one: Option<&str>, other: &str) -> bool {
    one.is_some_and(|one| one.to_lowercase() == other.to_lowercase())
}

/// Name of a status in responses and in the audit log.
pub const fn status_text(status: ApprovalStatus) -> &'static str {
    match status {
        ApprovalStatus::Pending => "pending",
        ApprovalStatus::Approved => "approved",
        ApprovalStatus::Rejected => "rejected",
    }
}
