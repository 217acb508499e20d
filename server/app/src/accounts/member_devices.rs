//! The device of a member or a staff member who logs in: its mark, and its kind.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header;

use super::Accounts;
use super::directory::RecordDevice;
use super::error::AccountError;
use super::logins::{DeviceKind, MarkedFor};
use super::records::{AccountRow, read_devices};
use crate::clock::Millis;
use crate::detached::to_the_end;
use crate::ids::{PersonId, Principal, UserId};
use crate::second_factor::Source;

/// Where a code of a second factor comes from.
pub fn code_source(
    accounts: &Accounts,
    req: &HttpRequest,
    who: Principal,
    client: IpAddr,
) -> Source {
    let version = version(accounts, who);
    // A login before the oldest factor needed no code, so its browser is a stranger's.
    let since = accounts.auth.second_factors().oldest(who).unwrap_or(Millis(i64::MAX));
    let device = version.and_then(|version| accounts.devices.of_login(req, who, version, since));
    Source { client, device }
}

/// The header that marks the device that has just confirmed an app, as a login with a code would.
pub fn remember_device_of_app(
    accounts: &Accounts,
    req: &HttpRequest,
    who: Principal,
) -> Option<(header::HeaderName, String)> {
    let version = version(accounts, who)?;
    Some((header::SET_COOKIE, accounts.devices.cookie(req, (who, version), MarkedFor::Login)))
}

fn version(accounts: &Accounts, who: Principal) -> Option<u32> {
    match who {
        Principal::Member(user) => accounts.auth.access(user).map(|access| access.token_version),
        Principal::Person(id) => accounts.auth.person(id).map(|access| access.version),
    }
}

/// The header that marks the device of a staff member who has just logged in.
pub fn remember_device_of_person(
    accounts: &Accounts,
    req: &HttpRequest,
    id: PersonId,
    version: u32,
) -> (header::HeaderName, String) {
    let of = (Principal::Person(id), version);
    (header::SET_COOKIE, accounts.devices.cookie(req, of, MarkedFor::Login))
}

/// The header that marks the device of a member who has just authenticated.
pub fn remember_device(
    accounts: &Accounts,
    req: &HttpRequest,
    user: UserId,
    row: &AccountRow,
    marked_for: MarkedFor,
) -> (header::HeaderName, String) {
    let of = (Principal::Member(user), row.token_version);
    (header::SET_COOKIE, accounts.devices.cookie(req, of, marked_for))
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
