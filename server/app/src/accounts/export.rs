//! All data that is stored about a member's account, for the data download.

use serde::Serialize;
use utoipa::ToSchema;

use super::Accounts;
use super::directory::status_text;
use super::error::{AccountError, AuthError};
use super::picture;
use super::records::{read_account, read_approval, read_devices, read_profile};
use super::routes::shown;
use super::view::User;
use crate::clock::Millis;
use crate::ids::UserId;

/// An account with its related data.
#[derive(Debug)]
pub struct AccountExport {
    /// The account, as its member sees it.
    pub user: User,
    /// The picture, as WebP.
    pub picture: Option<Vec<u8>>,
    /// The newest request for a casino name.
    pub casino_request: Option<CasinoRequestExport>,
    /// Kinds of devices that logged in, oldest first.
    pub devices: Vec<String>,
}

/// A request for a casino name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldRequest)]
pub struct CasinoRequestExport {
    name: String,
    status: &'static str,
    note: String,
    asked_at: String,
    #[schema(required)]
    decided_at: Option<String>,
}

/// Reads all data of an account.
///
/// # Errors
/// The account doesn't exist, or the store cannot be read.
pub fn export_account(accounts: &Accounts, user: UserId) -> Result<AccountExport, AccountError> {
    let view = accounts.store.view();
    let row = read_account(view, user)?.ok_or(AuthError::Unauthorized)?;
    let profile = read_profile(view, user)?;
    let request = profile.casino_request.map(|number| read_approval(view, number)).transpose()?;
    Ok(AccountExport {
        user: shown(accounts, user, &row)?,
        picture: picture::read(view, user, profile.picture)?,
        devices: read_devices(view, user)?.unwrap_or_default().kinds,
        casino_request: request.flatten().map(|row| CasinoRequestExport {
            name: row.name,
            status: status_text(row.status),
            note: row.note,
            asked_at: Millis(row.asked_at).iso(),
            decided_at: row.decided_at.map(|at| Millis(at).iso()),
        }),
    })
}
