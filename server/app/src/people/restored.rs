//! The panel after a restore: no person gets in until the owner has set a new password, and confirmed each person as the backup
//! has them. Who was removed or demoted after the backup would otherwise be back.

use actix_web::web;
use pointhouse_macros::call;
use pointhouse_store::{Batch, Keys, StoreError, View};
use serde::Serialize;
use utoipa::ToSchema;

use super::password::ADMIN;
use super::records::{INVITATION, PERSON, RESTORED, RestoredRow};
use super::routes::done;
use super::{People, PeopleError, described, subject};
use crate::accounts::{Admin, Done, PersonAccess};
use crate::answer::Answer;
use crate::audit::{Actor, Entry};
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::ids::{PersonId, Principal};
use crate::rights::Role;
use crate::second_factor::{SecondFactors, stored_factors};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; show, confirm, end]
}

/// Ends all logins to the panel in a batch: the owner sets a new password with the link of the machine, people
/// wait for the owner, and invitations end.
///
/// # Errors
/// The rows cannot be read.
pub fn suspend_all(
    view: &View,
    batch: &mut Batch,
    (now, backup_of): (Millis, Option<i64>),
) -> Result<(), StoreError> {
    let mut waiting = Vec::new();
    for person in PERSON.rows(view, Keys::all()) {
        let (id, _) = person?;
        if id != PersonId::OWNER {
            waiting.push(id.0);
        }
    }
    for invitation in INVITATION.rows(view, Keys::all()) {
        INVITATION.delete(batch, &invitation?.0)?;
    }
    if ADMIN.get(view)?.is_some() {
        ADMIN.delete(batch)?;
        SecondFactors::forget(Principal::Person(PersonId::OWNER), batch)?;
        RESTORED.put(batch, &RestoredRow { at: now.0, backup_of, waiting })?;
    }
    Ok(())
}

/// Whether a person waits for the owner's confirmation.
pub(super) fn waits(row: Option<&RestoredRow>, id: PersonId) -> bool {
    row.is_some_and(|row| row.waiting.contains(&id.0))
}

/// What the owner checks after a restore.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RestoredAnswer {
    /// Null once the owner has ended the check, and on a site that was not restored.
    #[schema(required)]
    restored: Option<Restored>,
}

/// A restore.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    /// First start after it, ISO 8601.
    at: String,
    /// Last time that the backup is known to contain, ISO 8601.
    #[schema(required)]
    backup_of: Option<String>,
    /// People who cannot log in until they are confirmed.
    waiting: Vec<WaitingPerson>,
}

/// A person as the backup has them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitingPerson {
    id: u32,
    name: String,
    role: Role,
    /// When the person accepted the invitation, ISO 8601.
    joined_at: String,
    /// Whether an authenticator app is set up.
    has_app: bool,
    /// Number of passkeys.
    passkeys: usize,
}

/// What is left to check after a restore. For the owner.
#[call(get, "/api/admin/people/restored", admin(People), name = "after_restore")]
pub async fn show(people: web::Data<People>) -> Result<Answer<RestoredAnswer>, PeopleError> {
    Ok(Answer(RestoredAnswer { restored: people.restored()? }))
}

/// Lets a person log in again after a restore, with the role, password and factors that the backup has. For the owner.
#[call(post, "/api/admin/people/{id}/confirm", admin(People, proof), name = "confirm_person",
    segments(id: u32))]
pub async fn confirm(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<Answer<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.confirm(id, admin.actor()).await?;
    Ok(done("This person can log in again"))
}

/// Ends the check after a restore, when no person waits. For the owner.
#[call(delete, "/api/admin/people/restored", admin(People), name = "end_restore_check",
    refused(409 = "People still wait."))]
pub async fn end(admin: Admin, people: web::Data<People>) -> Result<Answer<Done>, PeopleError> {
    people.end_restore_check(admin.actor()).await?;
    Ok(done("The check is done"))
}

impl People {
    /// Whether the owner has still to end the check after a restore.
    ///
    /// # Errors
    /// The row cannot be decoded.
    pub fn is_being_checked(&self) -> Result<bool, StoreError> {
        Ok(RESTORED.get(self.inner.store.view())?.is_some())
    }

    fn restored(&self) -> Result<Option<Restored>, PeopleError> {
        let view = self.inner.store.view();
        let Some(row) = RESTORED.get(view)? else { return Ok(None) };
        let mut waiting = Vec::new();
        for id in &row.waiting {
            let Some(person) = PERSON.get(view, &PersonId(*id))? else { continue };
            let factors = stored_factors(view)
                .find(|found| {
                    let who = Principal::Person(PersonId(*id));
                    found.as_ref().map_or(true, |(of, _)| *of == who)
                })
                .transpose()?;
            waiting.push(WaitingPerson {
                id: *id,
                name: person.name,
                role: person.role,
                joined_at: Millis(person.joined_at).iso(),
                has_app: factors.as_ref().is_some_and(|(_, factors)| factors.app.is_some()),
                passkeys: factors.map_or(0, |(_, factors)| factors.passkeys.len()),
            });
        }
        let backup_of = row.backup_of.map(|at| Millis(at).iso());
        Ok(Some(Restored { at: Millis(row.at).iso(), backup_of, waiting }))
    }

    async fn confirm(&self, id: PersonId, actor: Actor) -> Result<(), PeopleError> {
        let inner = &self.inner;
        let _changing = inner.changing.lock().await;
        let row = RESTORED.get(inner.store.view())?.filter(|row| waits(Some(row), id));
        let row = row.ok_or(PeopleError::NoSuchPerson)?;
        let person = self.row(id)?;
        let mut batch = Batch::new();
        RESTORED.put(&mut batch, &without(row, id))?;
        let entry = Entry {
            after: described(&person.name, person.role),
            ..Entry::new(actor, "person.confirm", subject(id))
        };
        inner.audit.commit_audited(batch, entry).await?;
        let (version, role) = (person.version, person.role);
        inner.auth.set_person(id, PersonAccess { version, name: person.name.into(), role });
        Ok(())
    }

    async fn end_restore_check(&self, actor: Actor) -> Result<(), PeopleError> {
        let _changing = self.inner.changing.lock().await;
        match RESTORED.get(self.inner.store.view())? {
            None => return Ok(()),
            Some(row) if !row.waiting.is_empty() => return Err(PeopleError::StillWaiting),
            Some(_) => {}
        }
        let mut batch = Batch::new();
        RESTORED.delete(&mut batch)?;
        let entry = Entry::new(actor, "restore.checked", "site");
        Ok(self.inner.audit.commit_audited(batch, entry).await?)
    }

    /// Puts into the batch of a removal that a person waits no longer.
    pub(super) fn forget_waiting(&self, id: PersonId, batch: &mut Batch) -> Result<(), StoreError> {
        match RESTORED.get(self.inner.store.view())? {
            Some(row) if waits(Some(&row), id) => RESTORED.put(batch, &without(row, id)),
            _ => Ok(()),
        }
    }
}

fn without(mut row: RestoredRow, id: PersonId) -> RestoredRow {
    row.waiting.retain(|waiting| *waiting != id.0);
    row
}
