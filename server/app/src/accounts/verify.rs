//! Checks the accounts of a data folder and the index of their names, for `pointhouse verify`.

use pointhouse_store::{Keys, View};

use super::records::{ACCOUNT, AccountRow, DEPARTED, NAME, NameKind, PROFILE};
use crate::fault::Fault;
use crate::ids::UserId;
use crate::tables::NumberRow;

/// What the check found.
pub enum AccountFinding {
    /// An account.
    Account(UserId),
    /// A defect.
    Fault(String),
}

/// Checks all accounts and names.
///
/// # Errors
/// A row cannot be decoded, or `report` failed.
pub fn check_accounts(
    view: &View,
    report: &mut impl FnMut(AccountFinding) -> Result<(), Fault>,
) -> Result<(), Fault> {
    for account in ACCOUNT.rows(view, Keys::all()) {
        let (user, row) = account?;
        for name in names_of(view, user, &row)? {
            if NAME.get(view, &name)? != Some(NumberRow(user.0)) {
                let text = format!("member {user}: a name is not theirs in the list of names");
                report(AccountFinding::Fault(text))?;
            }
        }
        report(AccountFinding::Account(user))?;
    }
    for name in NAME.rows(view, Keys::all()) {
        let (name, NumberRow(owner)) = name?;
        let user = UserId(owner);
        let fits = match ACCOUNT.get(view, &user)? {
            Some(row) => names_of(view, user, &row)?.contains(&name),
            // The code of a deleted account stays taken, because lists of tickets contain it.
            None => {
                DEPARTED.contains(view, &user)? && name.starts_with(&NameKind::AccountId.key(""))
            }
        };
        if !fits {
            let text = "the list of names has one that its member does not have";
            report(AccountFinding::Fault(text.to_owned()))?;
        }
    }
    Ok(())
}

fn names_of(view: &View, user: UserId, row: &AccountRow) -> Result<Vec<Vec<u8>>, Fault> {
    let profile = PROFILE.get(view, &user)?.unwrap_or_default();
    let mut names = vec![
        NameKind::Email.key(&row.email.to_lowercase()),
        NameKind::Username.key(&row.username.to_lowercase()),
        NameKind::AccountId.key(&row.account_id),
    ];
    names.extend(profile.casino.map(|name| NameKind::Casino.key(&name.to_lowercase())));
    names.extend(profile.kick.map(|(id, _)| NameKind::Kick.key(&id.to_string())));
    Ok(names)
}
