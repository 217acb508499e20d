//! Calls of a person of the panel on the own name, password and sessions.

use std::collections::BTreeMap;

use actix_web::web;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::rights::{Area, Level, level};
use super::{People, PeopleError};
use crate::accounts::logins::{Attempt, Entrance, Refusal};
use crate::accounts::{Admin, Auth, Done, HashFor, Owner, Role, TokenAnswer};
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::config::Settings;
use crate::detached::to_the_end;
use crate::ids::SessionId;
use crate::input::Body;
use crate::rate::Limits;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![me, rename, set_password, end_session,]
}

/// A session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PanelSession {
    id: String,
    /// Time of the login, ISO 8601.
    began_at: String,
    /// Time of last use, ISO 8601.
    used_at: String,
    /// Whether it is the caller's.
    is_current: bool,
}

/// The calling person.
#[derive(Debug, Serialize, ToSchema)]
pub struct PanelMe {
    success: bool,
    id: u32,
    name: String,
    role: Role,
    /// What the person may do, by area.
    rights: BTreeMap<Area, Level>,
    /// Live sessions, the most recently used one first.
    sessions: Vec<PanelSession>,
}

/// Returns the calling person with rights and sessions.
#[utoipa::path(get, path = "/api/admin/me", operation_id = "panel_me", tag = "admin",
    responses((status = 200, body = PanelMe)),
    security(("admin" = [])))]
pub async fn me(admin: Admin, auth: web::Data<Auth>) -> web::Json<PanelMe> {
    let sessions = auth.live_sessions_of(admin.id).into_iter().map(|session| PanelSession {
        id: session.id.to_string(),
        began_at: session.began_at.iso(),
        used_at: Millis::iso(session.used_at),
        is_current: session.id == admin.session.session,
    });
    web::Json(PanelMe {
        success: true,
        id: admin.id.0,
        name: admin.name.to_string(),
        role: admin.role,
        rights: Area::ALL.into_iter().map(|area| (area, level(admin.role, area))).collect(),
        sessions: sessions.collect(),
    })
}

/// A new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameOrder {
    /// 1 to 40 characters.
    name: String,
}

/// Changes the caller's name.
#[utoipa::path(put, path = "/api/admin/me", operation_id = "change_own_name", tag = "admin",
    request_body = NameOrder, responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn rename(
    admin: Admin,
    people: web::Data<People>,
    body: Body<NameOrder>,
) -> Result<web::Json<Done>, PeopleError> {
    let (people, name) = (people.as_ref().clone(), body.into_inner().name);
    to_the_end(async move { people.rename(admin.id, &name, admin.actor()).await }).await??;
    Ok(web::Json(Done { success: true, message: "Your name is saved".to_owned() }))
}

/// A change of the caller's password.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OwnPasswordOrder {
    current_password: String,
    /// 12 to 128 characters.
    new_password: String,
}

/// Changes the caller's password. All sessions end; the answer has a token of a new one.
#[utoipa::path(put, path = "/api/admin/me/password", operation_id = "change_own_password", tag = "admin",
    request_body = OwnPasswordOrder, responses((status = 200, body = TokenAnswer)),
    security(("admin" = [])))]
pub async fn set_password(
    admin: Admin,
    people: web::Data<People>,
    auth: web::Data<Auth>,
    (limits, settings): (web::Data<Limits>, web::Data<Settings>),
    body: Body<OwnPasswordOrder>,
) -> Result<web::Json<TokenAnswer>, PeopleError> {
    let OwnPasswordOrder { current_password, new_password } = body.into_inner();
    let limit = limits.panel_logins.take(admin.address);
    limit.map_err(|retry_after| PeopleError::TooManyTries { retry_after })?;
    let hash_for = HashFor::Panel(admin.address);
    let checked = people.check_login(Some(&admin.name), current_password, hash_for).await?;
    let Some(known) = checked.filter(|(id, _)| *id == admin.id) else {
        let client = admin.address;
        let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
        attempt.refused(Refusal::WrongPassword, None);
        return Err(PeopleError::WrongPassword);
    };
    let (of_people, actor) = (people.as_ref().clone(), admin.actor());
    let changing = async move { of_people.set_password(known, new_password, actor).await };
    let version = to_the_end(changing).await??;
    let token = auth.log_in_person(admin.id, version, settings.now().auth.admin_hours).await?;
    Ok(web::Json(TokenAnswer { success: true, token }))
}

/// Ends one of the caller's sessions.
#[utoipa::path(delete, path = "/api/admin/me/sessions/{id}", operation_id = "end_own_session", tag = "admin",
    params(("id" = String, Path)), responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn end_session(
    admin: Admin,
    (auth, broadcaster): (web::Data<Auth>, web::Data<Broadcaster>),
    id: web::Path<String>,
) -> Result<web::Json<Done>, PeopleError> {
    let id: SessionId = id.parse().map_err(|_| PeopleError::NoSuchSession)?;
    let owner = Owner::Person(admin.id);
    if !auth.live_sessions_of(admin.id).iter().any(|session| session.id == id) {
        return Err(PeopleError::NoSuchSession);
    }
    let ending = async move {
        auth.log_out(owner, id).await?;
        broadcaster.cut_admin_session(id);
        Ok::<_, PeopleError>(())
    };
    to_the_end(ending).await??;
    Ok(web::Json(Done { success: true, message: "The session is ended".to_owned() }))
}
