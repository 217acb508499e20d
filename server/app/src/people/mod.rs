//! People of the panel: the owner and whom the owner invites, each with a name, a password and a role.
//!
//! Invariants: the owner is person 1 and always there; names are unique without regard to case; a change of a role or
//! password ends the person's sessions.
//!
//! While the owner is alone, the password is enough for a login (docs/decisions.md, A3); with other people, a login
//! names the person.

mod error;
mod logins;
mod names;
pub mod own;
mod password;
mod records;
pub mod restored;
pub mod routes;
mod team;

use std::sync::Arc;

use pointhouse_store::{Batch, Keys, Store, StoreError};
use sha2::{Digest, Sha256};

pub use error::PeopleError;
pub use logins::LoginMethod;
pub use password::{AdminPassword, AdminRow, NewPasswordError, has_owner};
pub(crate) use records::ROWS;
pub use records::{InvitationRow, PersonRow};
pub use restored::suspend_all;
pub use team::OwnAccountRow;

use crate::accounts::{Auth, Hasher, PersonAccess};
use crate::audit::{Actor, Audit, Entry};
use crate::broadcast::Broadcaster;
use crate::clock::{Clock, Millis};
use crate::config::Settings;
use crate::ids::{PersonId, Principal};
use crate::locks::Lock;
use crate::module::Module;
use crate::rights::Role;
use crate::second_factor::SecondFactors;
use crate::tables::NumberRow;
use names::alike;
use password::LAST;
use records::{INVITATION, PERSON, RESTORED};
use restored::waits;
use team::OWN_ACCOUNT;

/// What this module has.
pub(crate) const MODULE: Module =
    Module { calls: &[own::calls, restored::calls, routes::calls], rows: &[ROWS], ..Module::EMPTY };

/// Most people and invitations together.
const PEOPLE_MAX: usize = 50;
/// How long an invitation can be accepted, in milliseconds.
const INVITATION_MILLIS: i64 = 7 * 24 * 60 * 60 * 1000;

/// The people of the panel. Cheap to clone.
#[derive(Clone)]
pub struct People {
    inner: Arc<Inner>,
}

struct Inner {
    store: Store,
    clock: Clock,
    audit: Audit,
    auth: Auth,
    hasher: Hasher,
    broadcaster: Broadcaster,
    password: AdminPassword,
    settings: Settings,
    /// Allows one change at a time.
    changing: Lock,
}

/// A person or an invitation that is not accepted yet.
pub struct Invited {
    /// The number that the person gets.
    pub id: PersonId,
    /// Name that the person gets.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// When the invitation ends.
    pub ends_at: Millis,
}

impl People {
    /// Uses this store, and lets the people on disk log in.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn load(
        (store, clock, audit): (&Store, &Clock, &Audit),
        (auth, hasher): (&Auth, &Hasher),
        broadcaster: &Broadcaster,
        password: &AdminPassword,
        settings: &Settings,
    ) -> Result<Self, StoreError> {
        let restored = RESTORED.get(store.view())?;
        for row in PERSON.rows(store.view(), Keys::all()) {
            let (id, row) = row?;
            if waits(restored.as_ref(), id) {
                continue;
            }
            let version = if id == PersonId::OWNER { auth.admin_version() } else { row.version };
            let (name, role) = (row.name.into(), row.role);
            auth.set_person(id, PersonAccess { version, name, role });
        }
        let inner = Inner {
            store: store.clone(),
            clock: clock.clone(),
            audit: audit.clone(),
            auth: auth.clone(),
            hasher: hasher.clone(),
            broadcaster: broadcaster.clone(),
            password: password.clone(),
            settings: settings.clone(),
            changing: Lock::default(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Whether a login must name the person.
    pub fn asks_for_name(&self) -> bool {
        self.inner.auth.people().len() > 1
    }

    /// Removes the second factors of a person who has lost them.
    ///
    /// # Errors
    /// There is no such person, or the person has none.
    pub async fn reset_second_factor(&self, id: PersonId, actor: Actor) -> Result<(), PeopleError> {
        self.inner.auth.person(id).ok_or(PeopleError::NoSuchPerson)?;
        let Inner { auth, broadcaster, .. } = &*self.inner;
        let who = Principal::Person(id);
        auth.second_factors().reset(who, actor).await?;
        // A socket is checked when it connects.
        for session in auth.live_sessions_of(who) {
            broadcaster.cut_admin_session(session.id);
        }
        Ok(())
    }

    /// Invitations that can still be accepted.
    ///
    /// # Errors
    /// A row cannot be decoded.
    pub fn invited(&self) -> Result<Vec<Invited>, StoreError> {
        let now = self.inner.clock.now().0;
        let rows = INVITATION.rows(self.inner.store.view(), Keys::all());
        let open = rows.filter(|row| row.as_ref().map_or(true, |(_, row)| row.ends_at > now));
        open.map(|row| {
            let (id, InvitationRow { name, role, ends_at, .. }) = row?;
            Ok(Invited { id, name, role, ends_at: Millis(ends_at) })
        })
        .collect()
    }

    /// Invites a person. Returns the code of the link, which is stored as a hash alone.
    ///
    /// # Errors
    /// The name is taken or not allowed, or there are as many people as there may be.
    pub async fn invite(
        &self,
        name: &str,
        role: Role,
        actor: Actor,
    ) -> Result<(Invited, String), PeopleError> {
        let name = names::checked(name, &self.inner.settings.now().own_names())?;
        let role = invitable(role)?;
        let inner = &self.inner;
        let _changing = inner.changing.lock().await;
        let invited = self.invited()?;
        self.check_free(&name, None, &invited)?;
        if inner.auth.people().len() + invited.len() >= PEOPLE_MAX {
            return Err(PeopleError::TooMany(PEOPLE_MAX));
        }
        let last = LAST.get(inner.store.view())?.map_or(1, |NumberRow(last)| last);
        let id = PersonId(u32::try_from(last + 1).map_err(crate::fault::Fault::other)?);
        let code = AdminPassword::generate();
        let now = inner.clock.now().0;
        let row = InvitationRow {
            name: name.clone(),
            role,
            code: Sha256::digest(&code).into(),
            made_at: now,
            ends_at: now + INVITATION_MILLIS,
        };
        let mut batch = Batch::new();
        self.drop_ended(&mut batch)?;
        LAST.put(&mut batch, &NumberRow(last + 1))?;
        INVITATION.put(&mut batch, &id, &row)?;
        let entry = Entry {
            after: described(&name, role),
            ..Entry::new(actor, "person.invite", subject(id))
        };
        inner.audit.commit_audited(batch, entry).await?;
        Ok((Invited { id, name, role, ends_at: Millis(row.ends_at) }, code))
    }

    /// Takes an invitation back.
    ///
    /// # Errors
    /// No invitation has this number.
    pub async fn withdraw(&self, id: PersonId, actor: Actor) -> Result<(), PeopleError> {
        let _changing = self.inner.changing.lock().await;
        let row = INVITATION.get(self.inner.store.view(), &id)?;
        let row = row.ok_or(PeopleError::NoSuchInvitation)?;
        let mut batch = Batch::new();
        INVITATION.delete(&mut batch, &id)?;
        let entry = Entry {
            before: described(&row.name, row.role),
            ..Entry::new(actor, "person.withdraw", subject(id))
        };
        Ok(self.inner.audit.commit_audited(batch, entry).await?)
    }

    /// The invitation of a code.
    ///
    /// # Errors
    /// The code is wrong, or its invitation is over.
    pub fn find_invitation(&self, code: &str) -> Result<Invited, PeopleError> {
        let hash: [u8; 32] = Sha256::digest(code).into();
        let now = self.inner.clock.now().0;
        for row in INVITATION.rows(self.inner.store.view(), Keys::all()) {
            let (id, row) = row?;
            // Hashes are compared, so the time of the comparison tells nothing about the code.
            if row.code == hash && row.ends_at > now {
                let InvitationRow { name, role, ends_at, .. } = row;
                return Ok(Invited { id, name, role, ends_at: Millis(ends_at) });
            }
        }
        Err(PeopleError::BadCode)
    }

    /// Accepts an invitation with a password. Returns the person and the version of the password.
    ///
    /// # Errors
    /// The code is wrong, or the password is refused.
    pub async fn join(
        &self,
        code: &str,
        password: String,
        address: std::net::IpAddr,
    ) -> Result<(PersonId, u32), PeopleError> {
        self.find_invitation(code)?;
        let password = self.inner.password.check_and_hash(password).await?;
        let _changing = self.inner.changing.lock().await;
        // Another caller may have been quicker while the password was hashed.
        let Invited { id, name, role, .. } = self.find_invitation(code)?;
        let joined_at = self.inner.clock.now().0;
        let row = PersonRow { name: name.clone(), role, password, version: 1, joined_at };
        let mut batch = Batch::new();
        INVITATION.delete(&mut batch, &id)?;
        PERSON.put(&mut batch, &id, &row)?;
        let actor = Actor::admin(id, &name, address);
        let entry = Entry {
            after: described(&name, role),
            ..Entry::new(actor, "person.join", subject(id))
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        self.inner.auth.set_person(id, PersonAccess { version: 1, name: name.into(), role });
        Ok((id, 1))
    }

    /// Changes a role, which ends the person's sessions. The owner's never changes.
    ///
    /// # Errors
    /// There is no such person.
    pub async fn set_role(
        &self,
        id: PersonId,
        role: Role,
        actor: Actor,
    ) -> Result<(), PeopleError> {
        let role = invitable(role)?;
        let _changing = self.inner.changing.lock().await;
        let before = self.row(id)?;
        if before.role == role {
            return Ok(());
        }
        let row = PersonRow { role, version: before.version + 1, ..before.clone() };
        let (from, to) = (described(&before.name, before.role), described(&row.name, role));
        self.keep(
            id,
            row,
            Entry { before: from, after: to, ..Entry::new(actor, "person.role", subject(id)) },
        )
        .await?;
        self.cut_sessions(id);
        Ok(())
    }

    /// Removes a person, who cannot log in from now on. The owner stays.
    ///
    /// # Errors
    /// There is no such person.
    pub async fn remove(&self, id: PersonId, actor: Actor) -> Result<(), PeopleError> {
        let _changing = self.inner.changing.lock().await;
        let row = self.row(id)?;
        let mut batch = Batch::new();
        PERSON.delete(&mut batch, &id)?;
        OWN_ACCOUNT.delete(&mut batch, &id)?;
        SecondFactors::forget(Principal::Person(id), &mut batch)?;
        self.forget_waiting(id, &mut batch)?;
        let entry = Entry {
            before: described(&row.name, row.role),
            ..Entry::new(actor, "person.remove", subject(id))
        };
        self.inner.audit.commit_audited(batch, entry).await?;
        self.inner.auth.forget_person(id);
        self.cut_sessions(id);
        Ok(())
    }

    /// Ends all sessions of a person, or of the owner.
    ///
    /// # Errors
    /// There is no such person.
    pub async fn sign_out(&self, id: PersonId, actor: Actor) -> Result<(), PeopleError> {
        let _changing = self.inner.changing.lock().await;
        self.inner.auth.person(id).ok_or(PeopleError::NoSuchPerson)?;
        let entry = Entry::new(actor, "person.sign-out", subject(id));
        self.inner.audit.commit_audited(Batch::new(), entry).await?;
        for session in self.inner.auth.sessions_of(Principal::Person(id)) {
            self.inner.auth.log_out(Principal::Person(id), session.id).await?;
            self.inner.broadcaster.cut_admin_session(session.id);
        }
        Ok(())
    }

    /// Changes a name.
    ///
    /// # Errors
    /// The name is taken or not allowed.
    pub async fn rename(&self, id: PersonId, name: &str, actor: Actor) -> Result<(), PeopleError> {
        let known = self.inner.auth.person(id).ok_or(PeopleError::NoSuchPerson)?.name;
        let own = match id {
            PersonId::OWNER => Vec::new(),
            _ => self.inner.settings.now().own_names(),
        };
        // A name that an earlier version allowed stays.
        let name = match names::same(&known, name) {
            true => name.trim().to_owned(),
            false => names::checked(name, &own)?,
        };
        let _changing = self.inner.changing.lock().await;
        self.check_free(&name, Some(id), &self.invited()?)?;
        let row = match (PERSON.get(self.inner.store.view(), &id)?, id) {
            (Some(row), _) => row,
            (None, PersonId::OWNER) => self.new_owner(String::new()),
            (None, _) => return Err(PeopleError::NoSuchPerson),
        };
        let entry = Entry {
            before: described(&row.name, row.role),
            after: described(&name, row.role),
            ..Entry::new(actor, "person.name", subject(id))
        };
        self.keep(id, PersonRow { name, ..row }, entry).await
    }

    /// Sets the password of a person in place of the one of a version, which ends all sessions. Returns its version.
    ///
    /// # Errors
    /// The password is refused, or another one was set meanwhile.
    pub async fn set_password(
        &self,
        (id, known): (PersonId, u32),
        password: String,
        actor: Actor,
    ) -> Result<u32, PeopleError> {
        if id == PersonId::OWNER {
            let set = self.inner.password.replace(known, password, actor, &self.inner.auth).await?;
            self.cut_sessions(id);
            return set.ok_or(PeopleError::WrongPassword);
        }
        let password = self.inner.password.check_and_hash(password).await?;
        let _changing = self.inner.changing.lock().await;
        let before = self.row(id)?;
        if before.version != known {
            return Err(PeopleError::WrongPassword);
        }
        let row = PersonRow { password, version: before.version + 1, ..before };
        let version = row.version;
        self.keep(id, row, Entry::new(actor, "person.password", subject(id))).await?;
        self.cut_sessions(id);
        Ok(version)
    }

    /// Returns a name that the owner may have, without spaces around it. The site and the streamer may have the same.
    ///
    /// # Errors
    /// The name is not allowed.
    pub fn check_name_of_owner(name: &str) -> Result<String, PeopleError> {
        names::checked(name, &[])
    }

    /// Adds the owner's name to a batch of the setup. It is in force once [`People::name_owner`] is called.
    ///
    /// # Errors
    /// The row is too large.
    pub fn put_owner(&self, name: &str, batch: &mut Batch) -> Result<(), StoreError> {
        PERSON.put(batch, &PersonId::OWNER, &self.new_owner(name.to_owned()))
    }

    /// Puts the owner's name of the setup in force.
    pub fn name_owner(&self, name: &str) {
        self.inner.auth.rename_person(PersonId::OWNER, name);
    }

    fn new_owner(&self, name: String) -> PersonRow {
        let joined_at = self.inner.clock.now().0;
        PersonRow { name, role: Role::Owner, password: String::new(), version: 0, joined_at }
    }

    /// The row of a person who is not the owner.
    fn row(&self, id: PersonId) -> Result<PersonRow, PeopleError> {
        if id == PersonId::OWNER {
            return Err(PeopleError::IsOwner);
        }
        PERSON.get(self.inner.store.view(), &id)?.ok_or(PeopleError::NoSuchPerson)
    }

    async fn keep(&self, id: PersonId, row: PersonRow, entry: Entry) -> Result<(), PeopleError> {
        let mut batch = Batch::new();
        PERSON.put(&mut batch, &id, &row)?;
        self.inner.audit.commit_audited(batch, entry).await?;
        if id == PersonId::OWNER {
            // The version is that of the password, which another lock guards.
            self.inner.auth.rename_person(id, &row.name);
        } else {
            let PersonRow { name, role, version, .. } = row;
            self.inner.auth.set_person(id, PersonAccess { version, name: name.into(), role });
        }
        Ok(())
    }

    fn cut_sessions(&self, id: PersonId) {
        for session in self.inner.auth.sessions_of(Principal::Person(id)) {
            self.inner.broadcaster.cut_admin_session(session.id);
        }
    }

    fn check_free(
        &self,
        name: &str,
        but: Option<PersonId>,
        invited: &[Invited],
    ) -> Result<(), PeopleError> {
        let people = self.inner.auth.people();
        let is_taken =
            people.iter().any(|(id, access)| Some(*id) != but && alike(&access.name, name))
                || invited.iter().any(|invited| alike(&invited.name, name));
        if is_taken { Err(PeopleError::Taken) } else { Ok(()) }
    }

    /// Removes invitations that are over.
    fn drop_ended(&self, batch: &mut Batch) -> Result<(), StoreError> {
        let now = self.inner.clock.now().0;
        for row in INVITATION.rows(self.inner.store.view(), Keys::all()) {
            let (id, row) = row?;
            if row.ends_at <= now {
                INVITATION.delete(batch, &id)?;
            }
        }
        Ok(())
    }
}

fn subject(id: PersonId) -> String {
    format!("person:{}", id.0)
}

fn described(name: &str, role: Role) -> String {
    serde_json::json!({ "name": name, "role": role }).to_string()
}

/// There is one owner.
fn invitable(role: Role) -> Result<Role, PeopleError> {
    match role {
        Role::Owner => Err(PeopleError::OneOwner),
        role => Ok(role),
    }
}
