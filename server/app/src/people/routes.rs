//! Calls on the people of the panel, for the owner, and the page of an invitation.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::own::AccountOrder;
use super::rights::{Area, Level, level};
use super::{Invited, LoginMethod, OwnAccountRow, People, PeopleError};
use crate::accounts::logins::{Attempt, DeviceKind, Entrance, Refusal};
use crate::accounts::{Admin, Auth, Done, NewSession, Role, TokenAnswer};
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::config::Settings;
use crate::detached::to_the_end;
use crate::ids::{PersonId, Principal};
use crate::input::Body;
use crate::rate::Limits;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        entrance,
        invitation,
        join while awaited,
        list,
        invite,
        withdraw,
        require,
        set_role,
        remove,
        sign_out,
        reset,
        set_account,
    ]
}

/// The fields of the panel's login form.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LoginForm {
    success: bool,
    /// Whether the form asks for a name: true when the panel has people besides the owner.
    asks_name: bool,
    /// Whether the site has an address that passkeys work on.
    has_passkeys: bool,
}

/// Returns the fields of the panel's login form. Public.
#[utoipa::path(get, path = "/api/admin/login", operation_id = "admin_login_form", tag = "admin",
    responses((status = 200, body = LoginForm)))]
pub async fn entrance(people: web::Data<People>, auth: web::Data<Auth>) -> web::Json<LoginForm> {
    let (asks_name, has_passkeys) = (people.asks_for_name(), auth.second_factors().has_passkeys());
    web::Json(LoginForm { success: true, asks_name, has_passkeys })
}

/// The code of an invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationCode {
    code: String,
}

/// An invitation that is not accepted yet.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    /// The number that the person gets.
    id: u32,
    name: String,
    role: Role,
    /// Time of expiry, ISO 8601.
    ends_at: String,
}

impl From<Invited> for Invitation {
    fn from(Invited { id, name, role, ends_at }: Invited) -> Self {
        Self { id: id.0, name, role, ends_at: ends_at.iso() }
    }
}

/// The invitation of a code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationAnswer {
    success: bool,
    invitation: Invitation,
}

/// Shows the invitation of a code. Public: the code is the secret.
#[utoipa::path(post, path = "/api/admin/invitation", operation_id = "show_invitation", tag = "admin",
    request_body = InvitationCode, responses((status = 200, body = InvitationAnswer),
        (status = 404, description = "The code is wrong, or its invitation has ended.")))]
pub async fn invitation(
    req: HttpRequest,
    people: web::Data<People>,
    limits: web::Data<Limits>,
    body: Body<InvitationCode>,
) -> Result<web::Json<InvitationAnswer>, PeopleError> {
    let found =
        people.find_invitation(&body.code).map_err(|error| refused(&limits, &req, error))?;
    Ok(web::Json(InvitationAnswer { success: true, invitation: found.into() }))
}

/// An accepted invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinOrder {
    /// The code from the link.
    code: String,
    /// Password of the person, 12 to 128 characters.
    password: String,
}

/// Accepts an invitation with a password, and logs the person in. Public: the code is the secret.
#[utoipa::path(post, path = "/api/admin/join", operation_id = "join_panel", tag = "admin",
    request_body = JoinOrder, responses((status = 200, body = TokenAnswer),
        (status = 404, description = "The code is wrong, or its invitation has ended.")))]
pub async fn join(
    req: HttpRequest,
    people: web::Data<People>,
    limits: web::Data<Limits>,
    settings: web::Data<Settings>,
    body: Body<JoinOrder>,
) -> Result<web::Json<TokenAnswer>, PeopleError> {
    let JoinOrder { code, password } = body.into_inner();
    let (of_people, address) = (people.as_ref().clone(), limits.client(&req));
    let joining = async move { of_people.join(&code, password, address).await };
    let joined = to_the_end(joining).await?;
    let (id, version) = joined.map_err(|error| refused(&limits, &req, error))?;
    Attempt { entrance: Entrance::Panel, client: address, log: &limits.log }.accepted(None);
    let (hours, device) = (settings.now().auth.admin_hours, DeviceKind::of(&req));
    let new = NewSession { version, hours, device, proved_at: None };
    let token = people.log_in(id, new, (address, LoginMethod::Invitation)).await?;
    Ok(web::Json(TokenAnswer { success: true, token }))
}

/// Counts a wrong code against the address, as a wrong password of the panel.
fn refused(limits: &Limits, req: &HttpRequest, error: PeopleError) -> PeopleError {
    if !matches!(error, PeopleError::BadCode) {
        return error;
    }
    let client = limits.client(req);
    let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
    attempt.refused(Refusal::WrongPassword, None);
    let limit = limits.panel_logins.take(client);
    limit.err().map_or(error, |retry_after| PeopleError::TooManyTries { retry_after })
}

/// A person of the panel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    id: u32,
    name: String,
    role: Role,
    /// Whether the person has a second factor.
    has_second_factor: bool,
    /// Whether the person has said which member account is the own one.
    has_named_account: bool,
    /// Username of the own member account; null without one.
    #[schema(required)]
    account: Option<String>,
    /// Live sessions.
    sessions: usize,
    /// Time of last use of a live session, ISO 8601.
    #[schema(required)]
    used_at: Option<String>,
}

/// The rights of each role in an area.
#[derive(Debug, Serialize, ToSchema)]
pub struct AreaRights {
    area: Area,
    owner: Level,
    admin: Level,
    moderator: Level,
}

/// The people of the panel.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PeopleList {
    success: bool,
    /// The owner first, the others by name.
    people: Vec<Person>,
    /// Invitations that can still be accepted.
    invitations: Vec<Invitation>,
    /// Whether all people need a second factor.
    second_factor_required: bool,
    /// The rights of each role, by area.
    rights: Vec<AreaRights>,
}

/// Lists the people of the panel, open invitations, and the rights of each role.
#[utoipa::path(get, path = "/api/admin/people", operation_id = "list_people", tag = "admin",
    responses((status = 200, body = PeopleList)),
    security(("admin" = [])))]
pub async fn list(
    people: web::Data<People>,
    auth: web::Data<Auth>,
) -> Result<web::Json<PeopleList>, PeopleError> {
    let mut all = auth.people();
    all.sort_by_cached_key(|(id, access)| (*id != PersonId::OWNER, access.name.to_lowercase()));
    let factors = auth.second_factors();
    let person = |(id, access): (PersonId, crate::accounts::PersonAccess)| {
        let sessions = auth.live_sessions_of(Principal::Person(id));
        let own = people.own_account(id)?;
        let account = own.as_ref().and_then(OwnAccountRow::user);
        Ok::<_, PeopleError>(Person {
            has_second_factor: factors.of(Principal::Person(id))?.is_some(),
            id: id.0,
            name: access.name.to_string(),
            role: access.role,
            has_named_account: own.is_some(),
            account: account.map(|user| auth.username(user)),
            sessions: sessions.len(),
            used_at: sessions.first().map(|session| Millis::iso(session.used_at)),
        })
    };
    let rights = Area::ALL.map(|area| AreaRights {
        area,
        owner: level(Role::Owner, area),
        admin: level(Role::Admin, area),
        moderator: level(Role::Moderator, area),
    });
    Ok(web::Json(PeopleList {
        success: true,
        people: all.into_iter().map(person).collect::<Result<_, _>>()?,
        second_factor_required: factors.is_required(),
        invitations: people.invited()?.into_iter().map(Invitation::from).collect(),
        rights: rights.into(),
    }))
}

/// A new person.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteOrder {
    /// 1 to 40 characters.
    name: String,
    /// Any role except the owner's.
    role: Role,
}

/// A new invitation with the code of its link, which is returned only once.
#[derive(Serialize, ToSchema)]
pub struct NewInvitation {
    success: bool,
    invitation: Invitation,
    /// Part of the address `/admin/join#CODE`.
    code: String,
}

/// Invites a person to the panel. The link works once, for 7 days.
#[utoipa::path(post, path = "/api/admin/people/invitations", operation_id = "invite_person", tag = "admin",
    request_body = InviteOrder, responses((status = 200, body = NewInvitation)),
    security(("admin" = [])))]
pub async fn invite(
    admin: Admin,
    people: web::Data<People>,
    body: Body<InviteOrder>,
) -> Result<web::Json<NewInvitation>, PeopleError> {
    let InviteOrder { name, role } = body.into_inner();
    let (invited, code) = people.invite(&name, role, admin.actor()).await?;
    Ok(web::Json(NewInvitation { success: true, invitation: invited.into(), code }))
}

/// Withdraws an invitation.
#[utoipa::path(delete, path = "/api/admin/people/invitations/{id}", operation_id = "withdraw_invitation",
    tag = "admin", params(("id" = u32, Path)), responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn withdraw(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<web::Json<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchInvitation)?;
    people.withdraw(id, admin.actor()).await?;
    Ok(done("The invitation is withdrawn"))
}

/// A person's new role.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RoleOrder {
    /// Any role except the owner's.
    role: Role,
}

/// Changes a person's role, which ends the person's sessions.
#[utoipa::path(put, path = "/api/admin/people/{id}", operation_id = "change_role", tag = "admin",
    params(("id" = u32, Path)), request_body = RoleOrder, responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn set_role(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
    body: Body<RoleOrder>,
) -> Result<web::Json<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.set_role(id, body.role, admin.actor()).await?;
    Ok(done("The role is changed"))
}

/// Removes a person from the panel and ends all sessions.
#[utoipa::path(delete, path = "/api/admin/people/{id}", operation_id = "remove_person", tag = "admin",
    params(("id" = u32, Path)), responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn remove(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<web::Json<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.remove(id, admin.actor()).await?;
    Ok(done("The person is removed"))
}

/// Ends all sessions of a person.
#[utoipa::path(post, path = "/api/admin/people/{id}/sign-out", operation_id = "sign_out_person", tag = "admin",
    params(("id" = u32, Path)), responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn sign_out(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<web::Json<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.sign_out(id, admin.actor()).await?;
    Ok(done("All sessions are ended"))
}

/// Whether people of the panel need a second factor.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondFactorOrder {
    required: bool,
}

/// Requires a second factor of all people of the panel, or makes it optional. While it is required, people without one
/// can only set one up.
#[utoipa::path(put, path = "/api/admin/people/second-factor", operation_id = "require_second_factor", tag = "admin",
    request_body = SecondFactorOrder, responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn require(
    admin: Admin,
    auth: web::Data<Auth>,
    broadcaster: web::Data<Broadcaster>,
    body: Body<SecondFactorOrder>,
) -> Result<web::Json<Done>, PeopleError> {
    let required = body.required;
    auth.second_factors().require(required, admin.actor()).await?;
    // A socket is checked when it connects.
    broadcaster.cut_admins();
    Ok(done(if required { "A second factor is required" } else { "A second factor is optional" }))
}

/// Removes the second factors of a person who has lost them.
#[utoipa::path(delete, path = "/api/admin/people/{id}/second-factor", operation_id = "reset_second_factor",
    tag = "admin", params(("id" = u32, Path)), responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn reset(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<web::Json<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.reset_second_factor(id, admin.actor()).await?;
    Ok(done("The second factors are removed"))
}

/// Changes which member account is a person's own one. The person can't decide on it.
#[utoipa::path(put, path = "/api/admin/people/{id}/account", operation_id = "set_own_account", tag = "admin",
    params(("id" = u32, Path)), request_body = AccountOrder, responses((status = 200, body = Done)),
    security(("admin" = [])))]
pub async fn set_account(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
    body: Body<AccountOrder>,
) -> Result<web::Json<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    let username = body.into_inner().username;
    people.set_account(id, &username, admin.actor()).await?;
    Ok(done("The member account is saved"))
}

pub(super) fn done(message: &str) -> web::Json<Done> {
    web::Json(Done { success: true, message: message.to_owned() })
}
