//! Calls of a person of the panel on the own name and password.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{OwnAccountRow, People, PeopleError};
use crate::accounts::logins::{Attempt, DeviceKind, Entrance, Refusal};
use crate::accounts::{Admin, Auth, Done, HashFor, NewSession, TokenAnswer};
use crate::answer::Answer;
use crate::calls::{Call, calls};
use crate::config::Settings;
use crate::detached::to_the_end;
use crate::ids::Principal;
use crate::input::Body;
use crate::rate::Limits;
use crate::rights::Role;
use crate::rights::{Area, Level, level};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls!["admin"; me, rename, set_password, name_account]
}

/// The calling person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PanelMe {
    id: u32,
    name: String,
    role: Role,
    /// What the person may do, by area.
    rights: BTreeMap<Area, Level>,
    /// Whether the person has to set up a second factor before anything else.
    needs_second_factor: bool,
    /// Whether the person has to say which member account is the own one before deciding on members.
    needs_own_account: bool,
    /// Whether the person has said which member account is the own one.
    has_named_account: bool,
    /// Username of the own member account; null without one.
    #[schema(required)]
    account: Option<String>,
}

/// Returns the calling person with rights.
#[call(get, "/api/admin/me", admin, name = "panel_me")]
pub async fn me(
    admin: Admin,
    auth: web::Data<Auth>,
    people: web::Data<People>,
) -> Result<Answer<PanelMe>, PeopleError> {
    let own = people.own_account(admin.id)?;
    let account = own.as_ref().and_then(OwnAccountRow::user);
    Ok(Answer(PanelMe {
        id: admin.id.0,
        name: admin.name.to_string(),
        role: admin.role,
        rights: Area::ALL.into_iter().map(|area| (area, level(admin.role, area))).collect(),
        needs_second_factor: !auth.has_enough_factors(admin.id),
        needs_own_account: people.must_name_account(admin.id)?,
        has_named_account: own.is_some(),
        account: account.map(|user| auth.username(user)),
    }))
}

/// The own member account of a staff member.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AccountOrder {
    /// Its username; empty for none.
    pub(super) username: String,
}

/// Says which member account is the caller's own, once. The caller can't decide on it from then on.
#[call(put, "/api/admin/me/account", admin, name = "name_own_account",
    refused(409 = "It was said before; only the owner can change it."))]
pub async fn name_account(
    admin: Admin,
    people: web::Data<People>,
    body: Body<AccountOrder>,
) -> Result<Answer<Done>, PeopleError> {
    let username = body.into_inner().username;
    people.name_account(&admin, &username).await?;
    Ok(Answer(Done { message: "Your answer is saved".to_owned() }))
}

/// A new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NameOrder {
    /// 1 to 40 characters.
    name: String,
}

/// Changes the caller's name.
#[call(put, "/api/admin/me", admin, name = "change_own_name")]
pub async fn rename(
    admin: Admin,
    people: web::Data<People>,
    body: Body<NameOrder>,
) -> Result<Answer<Done>, PeopleError> {
    let name = body.into_inner().name;
    people.rename(admin.id, &name, admin.actor()).await?;
    Ok(Answer(Done { message: "Your name is saved".to_owned() }))
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
#[call(put, "/api/admin/me/password", admin, name = "change_own_password", awaited)]
pub async fn set_password(
    (req, admin): (HttpRequest, Admin),
    people: web::Data<People>,
    auth: web::Data<Auth>,
    (limits, settings): (web::Data<Limits>, web::Data<Settings>),
    body: Body<OwnPasswordOrder>,
) -> Result<Answer<TokenAnswer>, PeopleError> {
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
    let principal = Principal::Person(admin.id);
    let proved_at = auth.proof_by_password(principal, admin.session.session)?;
    let (of_people, actor) = (people.as_ref().clone(), admin.actor());
    let changing = async move { of_people.set_password(known, new_password, actor).await };
    let version = to_the_end(changing).await??;
    let (hours, device) = (settings.now().auth.admin_hours, DeviceKind::of(&req));
    let new = NewSession { version, hours, device, proved_at };
    let token = auth.log_in(principal, new).await?;
    Ok(Answer(TokenAnswer { token }))
}
