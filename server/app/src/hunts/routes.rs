//! Calls on bonus hunts.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::external::Importable;
use super::input::{HuntInput, OverrideInput, OverrideMap, PlayInput, SlotInput};
use super::view::{HuntAnswer, HuntOverride, HuntSummary};
use super::{HuntError, Hunts};
use crate::accounts::{Admin, AuthError, Caller};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::etag;
use crate::input::{Body, LIST_BYTES_MAX};

/// Most hunts with overrides in one call.
const OVERRIDES_MAX: usize = 1000;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "bonus hunts";
        list,
        overrides,
        save_overrides,
        one,
        create,
        importable,
        import,
        edit,
        delete,
        set_override,
        add_slot,
        edit_slot,
        delete_slot,
        play,
    ]
}

/// A hunt after a change.
#[derive(Debug, Serialize, ToSchema)]
pub struct HuntSaved {
    /// Message for the user.
    message: &'static str,
    /// The hunt.
    #[schema(value_type = HuntAnswer)]
    hunt: Answer<HuntAnswer>,
}

/// Confirmation of a deletion.
#[derive(Debug, Serialize, ToSchema)]
pub struct HuntDeleted {
    /// Message for the user.
    message: &'static str,
}

/// Admins' overrides: a map by id of the hunt, next to the flag of every response.
#[derive(Debug, Serialize, ToSchema)]
pub struct HuntOverrides {
    /// Overrides by id of the hunt.
    #[serde(flatten)]
    by_hunt: BTreeMap<String, HuntOverride>,
}

/// A slot of a hunt.
#[derive(Deserialize)]
pub struct SlotPath {
    id: String,
    slot: String,
}

impl SlotPath {
    fn slot(&self) -> Result<u32, HuntError> {
        self.slot.parse().map_err(|_| HuntError::NoSuchSlot)
    }
}

/// Lists all hunts without their slots, newest first. Public; with an ETag.
#[call(get, "/api/bonus-hunts", public, answers(200 = Vec<HuntSummary>), only_while = super::IS_ON)]
pub async fn list(req: HttpRequest, hunts: web::Data<Hunts>) -> HttpResponse {
    hunts.list().answer(&req)
}

/// Returns one hunt with its slots. Public; with an ETag. Callers of slots who chose to be never named are masked, except
/// for admins.
#[call(get, "/api/bonus-hunts/{id}", public, answers(200 = Answer<HuntAnswer>),
    only_while = super::IS_ON)]
pub async fn one(
    req: HttpRequest,
    caller: Result<Caller, AuthError>,
    hunts: web::Data<Hunts>,
    id: web::Path<String>,
) -> Result<HttpResponse, HuntError> {
    Ok(match caller {
        Ok(Caller::Admin(_)) => etag::json(&req, &Answer(hunts.one(&id)?)),
        Ok(Caller::Member(_)) | Err(_) => hunts.ready(&id)?.answer(&req),
    })
}

/// Returns the admins' overrides by id of the hunt. Public; with an ETag.
#[call(get, "/api/bonus-hunts/admin-overrides", public, answers(200 = Answer<HuntOverrides>),
    only_while = super::IS_ON)]
pub async fn overrides(req: HttpRequest, hunts: web::Data<Hunts>) -> HttpResponse {
    etag::json(&req, &Answer(HuntOverrides { by_hunt: hunts.overrides() }))
}

/// Replaces the whole map of overrides, all or nothing. Omitted hunts lose their override.
#[call(post, "/api/bonus-hunts/admin-overrides", admin(Hunts),
    takes(BTreeMap<String, OverrideInput>), refused(404 = "No such bonus hunt or slot."),
    up_to = LIST_BYTES_MAX)]
pub async fn save_overrides(
    admin: Admin,
    hunts: web::Data<Hunts>,
    body: Body<OverrideMap>,
) -> Result<Answer<HuntOverrides>, HuntError> {
    let wanted = body.into_inner().0;
    if wanted.len() > OVERRIDES_MAX {
        return Err(HuntError::TooMany(OVERRIDES_MAX, "bonus hunts"));
    }
    hunts.save_overrides(wanted, admin.actor()).await?;
    Ok(Answer(HuntOverrides { by_hunt: hunts.overrides() }))
}

/// Changes the override of one hunt. Omitted fields stay unchanged.
#[call(put, "/api/admin/hunts/{id}/override", admin(Hunts))]
pub async fn set_override(
    admin: Admin,
    hunts: web::Data<Hunts>,
    id: web::Path<String>,
    body: Body<OverrideInput>,
) -> Result<Answer<HuntOverrides>, HuntError> {
    hunts.set_override(id.into_inner(), body.into_inner(), admin.actor()).await?;
    Ok(Answer(HuntOverrides { by_hunt: hunts.overrides() }))
}

/// Creates a hunt.
#[call(post, "/api/admin/hunts", admin(Hunts), answers(201 = Answer<HuntSaved>))]
pub async fn create(
    admin: Admin,
    hunts: web::Data<Hunts>,
    body: Body<HuntInput>,
) -> Result<HttpResponse, HuntError> {
    let id = hunts.create(body.into_inner(), admin.actor()).await?;
    let hunt = hunts.one(&id)?;
    Ok(HttpResponse::Created()
        .json(Answer(HuntSaved { message: "Bonus hunt created", hunt: Answer(hunt) })))
}

/// Edits the details of a hunt.
#[call(put, "/api/admin/hunts/{id}", admin(Hunts))]
pub async fn edit(
    admin: Admin,
    hunts: web::Data<Hunts>,
    id: web::Path<String>,
    body: Body<HuntInput>,
) -> Result<Answer<HuntSaved>, HuntError> {
    hunts.edit(&id, body.into_inner(), admin.actor()).await?;
    saved(&hunts, &id, "Bonus hunt updated")
}

/// Deletes a hunt with all its slots.
#[call(delete, "/api/admin/hunts/{id}", admin(Hunts))]
pub async fn delete(
    admin: Admin,
    hunts: web::Data<Hunts>,
    id: web::Path<String>,
) -> Result<Answer<HuntDeleted>, HuntError> {
    hunts.delete(&id, admin.actor()).await?;
    Ok(Answer(HuntDeleted { message: "Bonus hunt deleted" }))
}

/// An external hunt that can be imported.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportableHunt {
    /// The service's id.
    id: String,
    name: String,
    /// Id of the local hunt that it was imported as; null if there is none.
    #[schema(required)]
    imported_as: Option<String>,
}

/// External hunts that can be imported.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportableHunts {
    /// In the order of the service.
    hunts: Vec<ImportableHunt>,
}

/// The external hunt to import.
#[derive(Deserialize, ToSchema)]
pub struct HuntImport {
    id: String,
}

/// Lists the hunts of the configured service that can be imported.
#[call(get, "/api/admin/hunts/external", admin(Hunts),
    refused(400 = "The service is not set up.", 409 = "No service for bonus hunts is set up."))]
pub async fn importable(hunts: web::Data<Hunts>) -> Result<Answer<ImportableHunts>, HuntError> {
    let found = hunts.importable().await?.into_iter();
    let to_importable =
        |Importable { id, name, imported_as }| ImportableHunt { id, name, imported_as };
    let hunts = found.map(to_importable).collect();
    Ok(Answer(ImportableHunts { hunts }))
}

/// Imports a hunt of the configured service with all its slots.
#[call(post, "/api/admin/hunts/import", admin(Hunts), answers(201 = Answer<HuntSaved>),
    refused(404 = "No such bonus hunt."))]
pub async fn import(
    admin: Admin,
    hunts: web::Data<Hunts>,
    body: Body<HuntImport>,
) -> Result<HttpResponse, HuntError> {
    let id = hunts.import(&body.id, admin.actor()).await?;
    let hunt = hunts.one(&id)?;
    let message = "Bonus hunt imported";
    Ok(HttpResponse::Created().json(Answer(HuntSaved { message, hunt: Answer(hunt) })))
}

/// Adds a slot at the end.
#[call(post, "/api/admin/hunts/{id}/slots", admin(Hunts))]
pub async fn add_slot(
    admin: Admin,
    hunts: web::Data<Hunts>,
    id: web::Path<String>,
    body: Body<SlotInput>,
) -> Result<Answer<HuntSaved>, HuntError> {
    hunts.add_slot(&id, body.into_inner(), admin.actor()).await?;
    saved(&hunts, &id, "Slot added")
}

/// Replaces a slot.
#[call(put, "/api/admin/hunts/{id}/slots/{slot}", admin(Hunts))]
pub async fn edit_slot(
    admin: Admin,
    hunts: web::Data<Hunts>,
    path: web::Path<SlotPath>,
    body: Body<SlotInput>,
) -> Result<Answer<HuntSaved>, HuntError> {
    hunts.edit_slot(&path.id, path.slot()?, body.into_inner(), admin.actor()).await?;
    saved(&hunts, &path.id, "Slot updated")
}

/// Opens a slot and stores its win.
#[call(post, "/api/admin/hunts/{id}/slots/{slot}/play", admin(Hunts))]
pub async fn play(
    admin: Admin,
    hunts: web::Data<Hunts>,
    path: web::Path<SlotPath>,
    body: Body<PlayInput>,
) -> Result<Answer<HuntSaved>, HuntError> {
    hunts.play(&path.id, path.slot()?, body.checked()?, admin.actor()).await?;
    saved(&hunts, &path.id, "Slot opened")
}

/// Deletes a slot.
#[call(delete, "/api/admin/hunts/{id}/slots/{slot}", admin(Hunts))]
pub async fn delete_slot(
    admin: Admin,
    hunts: web::Data<Hunts>,
    path: web::Path<SlotPath>,
) -> Result<Answer<HuntSaved>, HuntError> {
    hunts.delete_slot(&path.id, path.slot()?, admin.actor()).await?;
    saved(&hunts, &path.id, "Slot deleted")
}

fn saved(hunts: &Hunts, id: &str, message: &'static str) -> Result<Answer<HuntSaved>, HuntError> {
    Ok(Answer(HuntSaved { message, hunt: Answer(hunts.one(id)?) }))
}
