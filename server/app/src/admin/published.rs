//! Demo members on a real site. Earlier versions put demo content into the default data folder, and
//! the password of its members is published with the source code.

use std::sync::Arc;

use parking_lot::RwLock;
use pointhouse_rules::email::EmailAddress;
use pointhouse_store::StoreError;
use serde::Deserialize;

use crate::accounts::{AccountError, Accounts, HashFor, NameKind, find_name, read_account};
use crate::ids::UserId;

/// The demo members of this repository.
const MEMBERS: &str = include_str!("../../../../data/demo/members.json");

/// The demo members' password before the password rule required a special character.
const EARLIER_PASSWORD: &str = "Demo-house-1";

#[derive(Deserialize)]
struct DemoMember {
    email: String,
    password: String,
}

/// Members whose password was the published one at the start. Cheap to clone.
#[derive(Clone, Default)]
pub struct PublishedPasswords {
    found: Arc<RwLock<Vec<Found>>>,
}

struct Found {
    user: UserId,
    username: String,
    /// The stored hash at that time: a member who sets another password is no longer reported.
    password: String,
}

impl PublishedPasswords {
    /// Searches for demo members whose published password works, and logs a warning for each.
    ///
    /// # Errors
    /// The store cannot be read, or the queue of hashes is full.
    pub async fn find(&self, accounts: &Accounts) -> Result<(), AccountError> {
        let members: Vec<DemoMember> = serde_json::from_str(MEMBERS)?;
        for member in members {
            let view = accounts.store.view();
            let Ok(email) = EmailAddress::new(&member.email) else { continue };
            let Some(user) = find_name(view, NameKind::Email, &email.folded())? else { continue };
            let Some(account) = read_account(view, user)? else { continue };
            let mut is_published = false;
            for password in [member.password, EARLIER_PASSWORD.to_owned()] {
                let stored = Some(account.password.clone());
                is_published |= accounts.hasher.verify(password, stored, HashFor::Site).await?;
            }
            if !is_published {
                continue;
            }
            let username = account.username;
            tracing::warn!(
                %user,
                username,
                "this demo member's password is published: delete the account or reset its password"
            );
            self.found.write().push(Found { user, username, password: account.password });
        }
        Ok(())
    }

    /// Usernames of members whose published password still works.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn find_unchanged(&self, accounts: &Accounts) -> Result<Vec<String>, StoreError> {
        let mut working = Vec::new();
        for found in self.found.read().iter() {
            let account = read_account(accounts.store.view(), found.user)?;
            if account.is_some_and(|account| account.password == found.password) {
                working.push(found.username.clone());
            }
        }
        Ok(working)
    }
}
