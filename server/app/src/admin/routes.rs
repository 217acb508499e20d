//! Admin calls: login and logout, maintenance mode, switches of games.

use actix_web::{HttpRequest, HttpResponse, web};
use pointhouse_macros::call;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PanelLogins;
use crate::accounts::logins::{Attempt, DeviceKind, Entrance, Refusal};
use crate::accounts::{
    AccountError, Accounts, Admin, Auth, Done, HashFor, NewSession, TokenAnswer,
    check_second_factor, remember_device_of_person,
};
use crate::answer::Answer;
use crate::broadcast::Broadcaster;
use crate::calls::{Call, calls};
use crate::clock::{Clock, Millis};
use crate::config::Settings;
use crate::etag;
use crate::games::{GameError, Games};
use crate::ids::{GameId, PersonId, Principal};
use crate::input::Body;
use crate::maintenance::{
    GameState, GamesStatus, Maintenance, SiteStatus, SwitchError, game_states,
};
use crate::people::{AdminPassword, LoginMethod, People};
use crate::rate::Limits;
use crate::second_factor::SecondFactorError;

/// The calls of this file, in the order in which their paths are matched.
pub(crate) fn calls() -> Vec<Call> {
    calls![
        "admin";
        game_state,
        login,
        logout,
        session,
        close_site,
        site_status,
        bypass,
        switch_game,
        switch_all,
        game_switches,
    ]
}

/// Credentials of a person of the panel.
#[derive(Deserialize, ToSchema)]
pub struct AdminLogin {
    /// The person's name; not needed while the owner is alone.
    #[serde(default)]
    name: Option<String>,
    password: String,
    /// A code of the authenticator app or a recovery code, if the person has a second factor.
    #[serde(default)]
    code: Option<String>,
}

/// Logs a person in to the panel.
#[call(post, "/api/admin/login", public, name = "admin_login", answers(200 = Answer<TokenAnswer>),
    refused(401 = "Wrong password, or a code is needed."), awaited)]
pub async fn login(
    req: HttpRequest,
    people: web::Data<People>,
    accounts: web::Data<Accounts>,
    limits: web::Data<Limits>,
    settings: web::Data<Settings>,
    refusals: web::Data<PanelLogins>,
    body: Body<AdminLogin>,
) -> Result<HttpResponse, AccountError> {
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Panel, client, log: &limits.log };
    let order = body.into_inner();
    let checked = check_panel_login((&accounts, &req), (&limits, &people), attempt, order).await;
    if checked.as_ref().is_err_and(is_attack) {
        refusals.refused(client).await;
    }
    let (person, version) = checked?;
    attempt.accepted(None);
    let (hours, device) = (settings.now().auth.admin_hours, DeviceKind::of(&req));
    let new = NewSession { version, hours, device, proved_at: None };
    let token = people.log_in(person, new, (client, LoginMethod::Password)).await?;
    let marked = remember_device_of_person(&accounts, &req, person, version);
    Ok(HttpResponse::Ok().insert_header(marked).json(Answer(TokenAnswer { token })))
}

async fn check_panel_login(
    of_request: (&Accounts, &HttpRequest),
    (limits, people): (&Limits, &People),
    attempt: Attempt<'_>,
    AdminLogin { name, password, code }: AdminLogin,
) -> Result<(PersonId, u32), AccountError> {
    limits.panel_logins.take(attempt.client).map_err(|retry_after| {
        attempt.refused(Refusal::AddressLimit, None);
        AccountError::TooMany { retry_after }
    })?;
    let hash_for = HashFor::Panel(attempt.client);
    let right = people.check_login(name.as_deref(), password, hash_for).await;
    let right = right.inspect_err(|error| {
        if !matches!(error, AccountError::Field(..)) {
            attempt.refused(Refusal::Busy, None);
        }
    })?;
    let (person, version) = right.ok_or_else(|| {
        attempt.refused(Refusal::WrongPassword, None);
        AccountError::InvalidAdminPassword
    })?;
    let who = Principal::Person(person);
    check_second_factor(of_request, attempt, who, code.as_deref()).await?;
    Ok((person, version))
}

/// Whether a refused login counts on the health page: a missing code is the first half of an ordinary login.
const fn is_attack(refused: &AccountError) -> bool {
    use SecondFactorError::{TooManyCodes, WrongCode};
    matches!(
        refused,
        AccountError::InvalidAdminPassword
            | AccountError::TooMany { .. }
            | AccountError::SecondFactor(WrongCode | TooManyCodes { .. })
    )
}

/// Ends the caller's session of the panel: its token is refused from now on and its sockets are
/// cut.
#[call(post, "/api/admin/logout", admin, name = "admin_logout")]
pub async fn logout(
    admin: Admin,
    auth: web::Data<Auth>,
    broadcaster: web::Data<Broadcaster>,
) -> Result<Answer<Done>, AccountError> {
    let session = admin.session.session;
    auth.log_out(Principal::Person(admin.id), session).await?;
    broadcaster.cut_admin_session(session);
    Ok(Answer(Done { message: "Logged out".to_owned() }))
}

/// Keeps the session of the panel alive. Sessions of the panel end after `auth.admin_idle_minutes`
/// without a call; a page that is only being read calls this.
#[call(post, "/api/admin/session", admin, name = "admin_session")]
pub async fn session() -> Answer<Done> {
    Answer(Done { message: "The session goes on".to_owned() })
}

/// Turns maintenance mode of the whole site on or off.
#[derive(Deserialize, ToSchema)]
pub struct MaintenanceOrder {
    enabled: bool,
}

/// The admin password, entered on the page of the closed site.
#[derive(Deserialize, ToSchema)]
pub struct BypassRequest {
    password: String,
}

/// A token that lets a browser use the closed site.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BypassAnswer {
    /// Value of the header `X-Maintenance-Bypass`.
    bypass_token: String,
    /// Time of expiry, ISO 8601.
    expires_at: String,
    message: String,
}

/// Closes the site to members, or opens it.
#[call(post, "/api/auth/admin/maintenance-mode", admin(Site))]
pub async fn close_site(
    admin: Admin,
    maintenance: web::Data<Maintenance>,
    body: Body<MaintenanceOrder>,
) -> Result<Answer<SiteStatus>, SwitchCallError> {
    let actor = admin.actor();
    maintenance.close_site(body.enabled, actor).await?;
    Ok(Answer(SiteStatus::of(&maintenance)))
}

/// Returns whether the site is closed to members. Public.
#[call(get, "/api/auth/admin/maintenance-status", public, tag = "site",
    answers(200 = Answer<SiteStatus>))]
pub async fn site_status(req: HttpRequest, maintenance: web::Data<Maintenance>) -> HttpResponse {
    etag::json(&req, &Answer(SiteStatus::of(&maintenance)))
}

/// Returns a token for the closed site in exchange for the admin password.
#[call(post, "/api/auth/maintenance-bypass", public, tag = "site", refused(401 = "Wrong password."),
    awaited)]
pub async fn bypass(
    req: HttpRequest,
    (password, auth): (web::Data<AdminPassword>, web::Data<Auth>),
    limits: web::Data<Limits>,
    settings: web::Data<Settings>,
    clock: web::Data<Clock>,
    refusals: web::Data<PanelLogins>,
    body: Body<BypassRequest>,
) -> Result<Answer<BypassAnswer>, AccountError> {
    let body = body.into_inner();
    if body.password.is_empty() {
        return Err(AccountError::Field("password", "Please enter a password".to_owned()));
    }
    let client = limits.client(&req);
    let attempt = Attempt { entrance: Entrance::Bypass, client, log: &limits.log };
    // A count of its own: tries on the page of the closed site don't keep its people out of the panel.
    limits.bypasses.take(client).map_err(|retry_after| {
        attempt.refused(Refusal::AddressLimit, None);
        AccountError::TooMany { retry_after }
    })?;
    let right = password.matches(body.password, HashFor::Panel(client)).await;
    let right = right.inspect_err(|_| attempt.refused(Refusal::Busy, None))?;
    let Some(version) = right else {
        attempt.refused(Refusal::WrongPassword, None);
        refusals.refused(client).await;
        return Err(AccountError::InvalidBypassPassword);
    };
    attempt.accepted(None);
    let hours = settings.now().auth.bypass_hours;
    let bypass_token = auth.bypass_token(version, hours)?;
    let expires_at = Millis(clock.now().0 + i64::from(hours) * 3_600_000).iso();
    let message = "Maintenance mode is bypassed on this browser".to_owned();
    Ok(Answer(BypassAnswer { bypass_token, expires_at, message }))
}

/// Switches one game off or on.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SwitchGame {
    game_id: String,
    disabled: bool,
}

/// Switches all games off or on.
#[derive(Deserialize, ToSchema)]
pub struct SwitchAll {
    disabled: bool,
}

/// Why a switch was not changed.
#[derive(Debug, thiserror::Error, pointhouse_macros::Problem)]
#[expect(missing_docs, reason = "the sources say it")]
pub enum SwitchCallError {
    #[error(transparent)]
    #[problem(through)]
    Game(#[from] GameError),
    #[error(transparent)]
    #[problem(through)]
    Switch(#[from] SwitchError),
}

/// Switches a game off or on.
#[call(post, "/api/auth/admin/game-maintenance", admin(Games), refused(404 = "No such game."))]
pub async fn switch_game(
    admin: Admin,
    maintenance: web::Data<Maintenance>,
    body: Body<SwitchGame>,
) -> Result<Answer<Done>, SwitchCallError> {
    let game: GameId = body.game_id.parse().map_err(|_| GameError::NoSuchGame)?;
    let actor = admin.actor();
    maintenance.switch(&[game], body.disabled, actor).await?;
    let state = if body.disabled { "off" } else { "on" };
    Ok(Answer(Done { message: format!("{} is {state}", game.title()) }))
}

/// Switches all games off or on.
#[call(post, "/api/auth/admin/game-maintenance-all", admin(Games))]
pub async fn switch_all(
    admin: Admin,
    maintenance: web::Data<Maintenance>,
    body: Body<SwitchAll>,
) -> Result<Answer<Done>, SwitchCallError> {
    let actor = admin.actor();
    maintenance.switch(&GameId::ALL, body.disabled, actor).await?;
    let state = if body.disabled { "off" } else { "on" };
    Ok(Answer(Done { message: format!("All games are {state}") }))
}

/// Returns all games' switches and pauses. Public.
#[call(get, "/api/auth/admin/game-maintenance-status", public, tag = "games",
    name = "game_states", answers(200 = Answer<GamesStatus>))]
pub async fn game_switches(
    req: HttpRequest,
    maintenance: web::Data<Maintenance>,
    games: web::Data<Games>,
) -> HttpResponse {
    let services = games.services();
    let now = services.clock.now();
    let pause_of =
        |game: &GameId| Some((game.id(), services.budget.paused_until(*game, now)?.iso()));
    let paused_until = GameId::ALL.iter().filter_map(pause_of).collect();
    let (message, game_states) = ("The switches of all games", game_states(&maintenance));
    etag::json(&req, &Answer(GamesStatus { message, game_states, paused_until }))
}

/// Returns one game's switch. Public.
#[call(get, "/api/auth/game-maintenance-status/{gameId}", public, tag = "games",
    answers(200 = Answer<GameState>))]
pub async fn game_state(
    req: HttpRequest,
    maintenance: web::Data<Maintenance>,
    games: web::Data<Games>,
    game: web::Path<String>,
) -> Result<HttpResponse, GameError> {
    let game: GameId = game.parse().map_err(|_| GameError::NoSuchGame)?;
    let services = games.services();
    let paused = services.budget.paused_until(game, services.clock.now());
    let disabled = maintenance.is_disabled(game);
    let state = GameState {
        message: if disabled { "The game is disabled" } else { "The game is enabled" },
        disabled,
        paused_until: paused.map(Millis::iso),
    };
    Ok(etag::json(&req, &Answer(state)))
}
