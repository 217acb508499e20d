//! The device of a member who logs in: its mark, and its kind.

use actix_web::HttpRequest;
use actix_web::http::header;

use super::Accounts;
use super::directory::RecordDevice;
use super::error::AccountError;
use super::logins::DeviceKind;
use super::records::{AccountRow, read_devices};
use crate::detached::to_the_end;
use crate::ids::UserId;

/// The header that marks the device of a member who has just authenticated.
pub fn remember_device(
    accounts: &Accounts,
    req: &HttpRequest,
    user: UserId,
    row: &AccountRow,
) -> (header::HeaderName, String) {
    (header::SET_COOKIE, accounts.devices.cookie(req, user, row))
}

/// Stores the kind of device of a login and emails the member if it is new. A failure is logged and
/// doesn't fail the login.
pub async fn record_device_of_login(accounts: &Accounts, req: &HttpRequest, user: UserId) {
    let kind = DeviceKind::of(req);
    let known = read_devices(accounts.store.view(), user);
    if known.is_ok_and(|row| row.is_some_and(|row| row.kinds.contains(&kind.to_string()))) {
        return;
    }
    let (directory, mailer) = (accounts.directory.clone(), accounts.mailer.clone());
    let command = RecordDevice { user, kind, mails: accounts.mailer.mails_new_devices() };
    let noted = to_the_end(async move {
        if directory.record_device(command).await? {
            mailer.wake_delivery();
        }
        Ok::<_, AccountError>(())
    });
    if let Err(reason) = noted.await.map_err(AccountError::from).and_then(|noted| noted) {
        tracing::warn!(%user, %reason, "cannot store the kind of device of a login");
    }
}
