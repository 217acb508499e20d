//! Calls on the people of the panel, for the owner, and the page of an invitation.

use actix_web::{HttpRequest, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::own::AccountOrder;
use super::{Invited, LoginMethod, OwnAccountRow, People, PeopleError};
use crate::accounts::logins::{Attempt, DeviceKind, Entrance, Refusal};
use crate::accounts::{Admin, Auth, Done, NewSession, TokenAnswer};
use crate::answer::Answer;
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::Millis;
use crate::config::Settings;
use crate::detached::to_the_end;
use crate::ids::{PersonId, Principal};
use crate::input::Body;
use crate::rate::Limits;
use crate::rights::Role;
use crate::rights::{Area, Level, level};

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "admin";
        entrance,
        invitation,
        join,
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
    /// Whether the form asks for a name: true when the panel has people besides the owner.
    asks_name: bool,
    /// Whether the site has an address that passkeys work on.
    has_passkeys: bool,
}

/// Returns the fields of the panel's login form. Public.
#[call(get, "/api/admin/login", public, name = "admin_login_form")]
pub async fn entrance(people: web::Data<People>, auth: web::Data<Auth>) -> Answer<LoginForm> {
    let (asks_name, has_passkeys) = (people.asks_for_name(), auth.second_factors().has_passkeys());
    Answer(LoginForm { asks_name, has_passkeys })
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
    invitation: Invitation,
}

/// Shows the invitation of a code. Public: the code is the secret.
#[call(post, "/api/admin/invitation", public, name = "show_invitation",
    refused(404 = "The code is wrong, or its invitation has ended."))]
pub async fn invitation(
    req: HttpRequest,
    people: web::Data<People>,
    limits: web::Data<Limits>,
    body: Body<InvitationCode>,
) -> Result<Answer<InvitationAnswer>, PeopleError> {
    let found =
        people.find_invitation(&body.code).map_err(|error| refused(&limits, &req, error))?;
    Ok(Answer(InvitationAnswer { invitation: found.into() }))
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
#[call(post, "/api/admin/join", public, name = "join_panel",
    refused(404 = "The code is wrong, or its invitation has ended."), awaited)]
pub async fn join(
    req: HttpRequest,
    people: web::Data<People>,
    limits: web::Data<Limits>,
    settings: web::Data<Settings>,
    body: Body<JoinOrder>,
) -> Result<Answer<TokenAnswer>, PeopleError> {
    let JoinOrder { code, password } = body.into_inner();
    let (of_people, address) = (people.as_ref().clone(), limits.client(&req));
    let joining = async move { of_people.join(&code, password, address).await };
    let joined = to_the_end(joining).await?;
    let (id, version) = joined.map_err(|error| refused(&limits, &req, error))?;
    Attempt { entrance: Entrance::Panel, client: address, log: &limits.log }.accepted(None);
    let (hours, device) = (settings.now().auth.admin_hours, DeviceKind::of(&req));
    let new = NewSession { version, hours, device, proved_at: None };
    let token = people.log_in(id, new, (address, LoginMethod::Invitation)).await?;
    Ok(Answer(TokenAnswer { token }))
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
#[call(get, "/api/admin/people", admin(People), name = "list_people")]
pub async fn list(
    people: web::Data<People>,
    auth: web::Data<Auth>,
) -> Result<Answer<PeopleList>, PeopleError> {
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
    Ok(Answer(PeopleList {
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
    invitation: Invitation,
    /// Part of the address `/admin/join#CODE`.
    code: String,
}

/// Invites a person to the panel. The link works once, for 7 days.
#[call(post, "/api/admin/people/invitations", admin(People, proof), name = "invite_person")]
pub async fn invite(
    admin: Admin,
    people: web::Data<People>,
    body: Body<InviteOrder>,
) -> Result<Answer<NewInvitation>, PeopleError> {
    let InviteOrder { name, role } = body.into_inner();
    let (invited, code) = people.invite(&name, role, admin.actor()).await?;
    Ok(Answer(NewInvitation { invitation: invited.into(), code }))
}

/// Withdraws an invitation.
#[call(delete, "/api/admin/people/invitations/{id}", admin(People), name = "withdraw_invitation",
    segments(id: u32))]
pub async fn withdraw(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<Answer<Done>, PeopleError> {
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
#[call(put, "/api/admin/people/{id}", admin(People, proof), name = "change_role",
    segments(id: u32))]
pub async fn set_role(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
    body: Body<RoleOrder>,
) -> Result<Answer<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.set_role(id, body.role, admin.actor()).await?;
    Ok(done("The role is changed"))
}

/// Removes a person from the panel and ends all sessions.
#[call(delete, "/api/admin/people/{id}", admin(People, proof), name = "remove_person",
    segments(id: u32))]
pub async fn remove(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<Answer<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.remove(id, admin.actor()).await?;
    Ok(done("The person is removed"))
}

/// Ends all sessions of a person.
#[call(post, "/api/admin/people/{id}/sign-out", admin(People), name = "sign_out_person",
    segments(id: u32))]
pub async fn sign_out(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<Answer<Done>, PeopleError> {
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
#[call(
    put,
    "/api/admin/people/second-factor",
    admin(People, proof),
    name = "require_second_factor"
)]
pub async fn require(
    admin: Admin,
    auth: web::Data<Auth>,
    broadcaster: web::Data<Broadcaster>,
    body: Body<SecondFactorOrder>,
) -> Result<Answer<Done>, PeopleError> {
    let required = body.required;
    auth.second_factors().require(required, admin.actor()).await?;
    // A socket is checked when it connects.
    broadcaster.cut_admins();
    Ok(done(if required { "A second factor is required" } else { "A second factor is optional" }))
}

/// Removes the second factors of a person who has lost them.
#[call(
    delete,
    "/api/admin/people/{id}/second-factor",
    admin(People, proof),
    name = "reset_second_factor"
, segments(id: u32))]
pub async fn reset(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
) -> Result<Answer<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    people.reset_second_factor(id, admin.actor()).await?;
    Ok(done("The second factors are removed"))
}

/// Changes which member account is a person's own one. The person can't decide on it.
#[call(put, "/api/admin/people/{id}/account", admin(People, proof), name = "set_own_account",
    segments(id: u32))]
pub async fn set_account(
    admin: Admin,
    people: web::Data<People>,
    id: web::Path<String>,
    body: Body<AccountOrder>,
) -> Result<Answer<Done>, PeopleError> {
    let id = id.parse().map_err(|_| PeopleError::NoSuchPerson)?;
    let username = body.into_inner().username;
    people.set_account(id, &username, admin.actor()).await?;
    Ok(done("The member account is saved"))
}

pub(super) fn done(message: &str) -> Answer<Done> {
    Answer(Done { message: message.to_owned() })
}
