//! Kinds of devices of an account, and the email about a new one.

use pointhouse_store::{Batch, StoreError};

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::logins::DeviceKind;
use crate::accounts::records::{AccountRow, DEVICE_KINDS, DeviceRow, read_account, read_devices};
use crate::ids::UserId;
use crate::mail::{Email, Kind};

/// Most kinds stored for one account; the oldest one is removed first.
const KINDS_MAX: usize = 10;
/// Most emails about new kinds to one account in 24 hours.
const MAILS_PER_DAY: usize = 3;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Records the kind of device of a login.
pub(in crate::accounts) struct RecordDevice {
    /// The member.
    pub user: UserId,
    /// The kind of device.
    pub kind: DeviceKind,
    /// Whether the member gets an email about a new kind.
    pub mails: bool,
}

impl Directory {
    /// Records the kind of device of a login. Returns whether an email was written.
    ///
    /// # Errors
    /// See [`AccountError`]. Nothing has changed then.
    pub(in crate::accounts) async fn record_device(
        &self,
        command: RecordDevice,
    ) -> Result<bool, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.record_device(command).await }).await
    }
}

impl Inner {
    async fn record_device(&self, command: RecordDevice) -> Result<bool, AccountError> {
        let RecordDevice { user, kind, mails } = command;
        let _member = self.members.lock(user).await;
        let view = self.store.view();
        let Some(account) = read_account(view, user)? else { return Ok(false) };
        let before = read_devices(view, user)?;
        let mut row = before.clone().unwrap_or_default();
        let name = kind.to_string();
        if row.kinds.contains(&name) {
            return Ok(false);
        }
        let now = self.clock.now().0;
        row.mailed_at.retain(|at| now.saturating_sub(*at) < DAY_MILLIS);
        // The first kind of an account without a row may be an old one, so it gets no email.
        let is_news = before.is_some() && mails;
        let is_mailed = is_news && row.mailed_at.len() < MAILS_PER_DAY && !self.mailer.is_full();
        let mut batch = Batch::new();
        if is_mailed {
            row.mailed_at.push(now);
            let email = self.email(&account, kind);
            self.mailer.write(user, &email, &mut batch)?;
        }
        put_kind(user, row, name, &mut batch)?;
        self.commit(batch).await?;
        Ok(is_mailed)
    }

    fn email(&self, account: &AccountRow, device: DeviceKind) -> Email {
        Email {
            to: account.email.clone(),
            name: account.username.clone(),
            kind: Kind::NewDevice {
                browser: device.browser(),
                system: device.system(),
                at: self.clock.now(),
            },
            link: self.mailer.link("/account"),
            not_me: None,
        }
    }
}

/// Adds a kind to a row, and the row to a batch.
pub(super) fn put_kind(
    user: UserId,
    mut row: DeviceRow,
    name: String,
    batch: &mut Batch,
) -> Result<(), StoreError> {
    row.revision += 1;
    row.kinds.push(name);
    if row.kinds.len() > KINDS_MAX {
        row.kinds.remove(0);
    }
    DEVICE_KINDS.put(batch, &user, &row)
}
