//! Kinds of devices of an account, and the email about a new one.

use pointhouse_store::{Batch, StoreError};

use super::{Directory, Inner};
use crate::accounts::error::AccountError;
use crate::accounts::logins::{DeviceKind, DeviceRow, read_devices};
use crate::accounts::records::{AccountRow, DEVICE_KINDS, read_account};
use crate::ids::UserId;
use crate::mail::{Kind, Letter};

/// Kinds that are kept of one account; the oldest goes first.
const KINDS_MAX: usize = 10;
/// Emails about new kinds of one account in a day.
const MAILS_PER_DAY: usize = 3;
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;

/// Notes the kind of device of a login.
pub(in crate::accounts) struct NoteDevice {
    /// Who logged in.
    pub user: UserId,
    /// On what.
    pub kind: DeviceKind,
    /// New kinds are mailed.
    pub mails: bool,
}

impl Directory {
    /// Notes the kind of device of a login. Returns whether an email was written.
    ///
    /// # Errors
    /// See [`AccountError`]; nothing changed then.
    pub(in crate::accounts) async fn note_device(
        &self,
        order: NoteDevice,
    ) -> Result<bool, AccountError> {
        let inner = self.inner.clone();
        self.run(async move { inner.note_device(order).await }).await
    }
}

impl Inner {
    async fn note_device(&self, order: NoteDevice) -> Result<bool, AccountError> {
        let NoteDevice { user, kind, mails } = order;
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
        // Of an account without a row nothing is known: its first kind is no news.
        let is_news = before.is_some() && mails;
        let is_mailed = is_news && row.mailed_at.len() < MAILS_PER_DAY && !self.mailer.is_full();
        let mut batch = Batch::new();
        if is_mailed {
            row.mailed_at.push(now);
            let letter = self.letter(&account, kind);
            self.mailer.write(user, &letter, &mut batch)?;
        }
        put_kind(user, row, name, &mut batch)?;
        self.commit(batch).await?;
        Ok(is_mailed)
    }

    fn letter(&self, account: &AccountRow, device: DeviceKind) -> Letter {
        Letter {
            to: account.email.clone(),
            name: account.username.clone(),
            kind: Kind::NewDevice {
                browser: device.browser(),
                system: device.system(),
                at: self.clock.now(),
            },
            link: self.mailer.link("/account"),
        }
    }
}

/// Adds a kind to those of an account.
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
