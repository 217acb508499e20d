//! Finds the member of an import line: only a member who has proved to own one of its names
//! (docs/decisions.md, F6).

use pointhouse_rules::email::EmailAddress;
use pointhouse_store::View;

use super::error::ImportError;
use super::records::{Named, Proof, Waits};
use crate::accounts::{NameKind, find_name, find_proved_kick, read_account};
use crate::fault::Fault;
use crate::ids::UserId;

/// The member of a line, and what proves it.
pub(super) fn find(
    view: &View,
    named: &Named,
) -> Result<Result<(UserId, Proof), Waits>, ImportError> {
    let mut found: Option<(UserId, Proof)> = None;
    for proof in [Proof::Kick, Proof::Casino, Proof::Email, Proof::Admin] {
        let Some(user) = owner(view, named, proof)? else { continue };
        match found {
            Some((other, _)) if other != user => return Ok(Err(Waits::Ambiguous)),
            Some(_) => {}
            None => found = Some((user, proof)),
        }
    }
    Ok(found.ok_or(Waits::Unlinked))
}

fn owner(view: &View, named: &Named, proof: Proof) -> Result<Option<UserId>, ImportError> {
    let by = |kind, name: &str| Ok(find_name(view, kind, name)?);
    match proof {
        Proof::Kick => match named.kick_id {
            // Links made in the chat don't count: a viewer who is tricked into posting a stranger's
            // code would lose their points to that stranger.
            Some(id) => Ok(find_proved_kick(view, id)?),
            None => Ok(None),
        },
        // Only approved casino names are in the index.
        Proof::Casino => match &named.casino {
            Some(name) => by(NameKind::Casino, &name.to_lowercase()),
            None => Ok(None),
        },
        Proof::Email => match &named.email {
            Some(address) => verified_owner(view, address),
            None => Ok(None),
        },
        Proof::Admin | Proof::KickName => Ok(None),
    }
}

fn verified_owner(view: &View, address: &str) -> Result<Option<UserId>, ImportError> {
    let folded = EmailAddress::new(address).map_err(Fault::other)?.folded();
    let user = find_name(view, NameKind::Email, &folded)?;
    let Some(user) = user else { return Ok(None) };
    let account = read_account(view, user)?;
    Ok(account.filter(|row| row.email_verified).map(|_| user))
}
