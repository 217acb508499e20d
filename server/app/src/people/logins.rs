//! Logins to the panel.

use std::net::IpAddr;

use pointhouse_rules::password::MAX_LENGTH;
use pointhouse_store::Batch;
use serde::Serialize;
use serde_json::json;

use super::names::same;
use super::records::PERSON;
use super::{Inner, People};
use crate::accounts::{AccountError, HashFor, NewSession, Subject};
use crate::audit::{Actor, Entry};
use crate::ids::{PersonId, Principal};

/// Logs the owner in, whatever the owner's name is: no other person can have it as a name.
const OWNER_ALIAS: &str = "owner";

/// How a person logged in. The names are stored in the audit.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LoginMethod {
    /// With the password, and a code if the person has a second factor.
    Password,
    /// With a passkey.
    Passkey,
    /// With the code of an invitation.
    Invitation,
    /// With the code of the first start.
    Setup,
}

impl People {
    /// The person of a name and the version of the password, if it is the right one. Without a name it is the owner,
    /// while the owner is alone.
    ///
    /// # Errors
    /// A name is needed, the queue of hashes is full, or a row cannot be decoded.
    pub async fn check_login(
        &self,
        name: Option<&str>,
        password: String,
        hash_for: HashFor,
    ) -> Result<Option<(PersonId, u32)>, AccountError> {
        let name = name.map(str::trim).filter(|name| !name.is_empty());
        let id = match name {
            None if self.asks_for_name() => {
                return Err(AccountError::Field("name", "Please enter your name".to_owned()));
            }
            None => Some(PersonId::OWNER),
            Some(name) => self.named(name),
        };
        if id == Some(PersonId::OWNER) {
            let version = self.inner.password.matches(password, hash_for).await?;
            return Ok(version.map(|version| (PersonId::OWNER, version)));
        }
        let row = id.map(|id| PERSON.get(self.inner.store.view(), &id)).transpose()?.flatten();
        let (version, hash) = row.map_or((0, None), |row| (row.version, Some(row.password)));
        let fits = password.chars().count() <= MAX_LENGTH;
        let is_right = fits && self.inner.hasher.verify(password, hash, hash_for).await?;
        Ok(id.filter(|_| is_right).map(|id| (id, version)))
    }

    /// The person of a name, or the owner for `owner`.
    pub fn named(&self, name: &str) -> Option<PersonId> {
        let people = self.inner.auth.people();
        let named = people.into_iter().find(|(_, access)| same(&access.name, name));
        let is_owner = same(name, OWNER_ALIAS);
        named.map(|(id, _)| id).or(is_owner.then_some(PersonId::OWNER))
    }

    /// Creates a session of a person and returns its token, with a row in the audit.
    ///
    /// # Errors
    /// The store is read-only or has stopped.
    pub async fn log_in(
        &self,
        id: PersonId,
        new: NewSession,
        (address, method): (IpAddr, LoginMethod),
    ) -> Result<String, AccountError> {
        let Inner { auth, audit, .. } = &*self.inner;
        let token = auth.log_in(Principal::Person(id), new).await?;
        let name = auth.person(id).map(|person| person.name).unwrap_or_default();
        let actor = Actor::admin(id, &name, address);
        let actor = match auth.check(&token) {
            Some(Subject::Admin(_, login)) => actor.in_session(login.session),
            _ => actor,
        };
        let after = json!({ "method": method }).to_string();
        let entry =
            Entry { after, ..Entry::new(actor, "person.login", format!("person:{}", id.0)) };
        audit.commit_audited(Batch::new(), entry).await?;
        Ok(token)
    }
}
