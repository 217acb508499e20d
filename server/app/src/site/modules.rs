//! Parts of the site that can be off: which calls and pages belong to them.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, ResponseError, web};
use utoipa::openapi::HttpMethod;

use super::error::NoSuchFile;
use crate::accounts::Admin;
use crate::config::{Config, Modules, Settings};
use crate::games::MOVE_CALLS;
use crate::ids::GameId;

/// Whether a part of the site is on.
pub(crate) type IsOn = fn(&Config) -> bool;

/// First parts of calls of members and visitors. The panel's calls stay, so that a part can be prepared before it
/// is switched on, and so do members' histories and the proofs of old rounds.
const CALLS: [(&str, IsOn); 10] = [
    ("/api/calendar/", |config| config.modules.calendar),
    ("/api/challenges", |config| config.modules.challenges),
    ("/api/giveaways", |config| config.modules.giveaways),
    ("/api/me/wins", |config| config.modules.giveaways),
    ("/api/points-shop", |config| config.modules.shop),
    ("/api/bonus-hunts", |config| config.modules.hunts),
    ("/api/leaderboard/points", |config| config.modules.points_leaderboard),
    ("/api/leaderboard/wager", wager_leaderboard),
    ("/api/auth/update-gaming", has_casino),
    (GAMES, |config| config.modules.games),
];
/// Calls on games. Those that only read stay: old rounds can be proved.
const GAMES: &str = "/api/games/";
/// The seed of played rounds can be revealed. What a member has staked stays theirs to play, too ([`MOVE_CALLS`]).
const ROTATION: &str = "/api/games/fairness/rotate";

/// First parts of pages.
const PAGES: [(&str, IsOn); 11] = [
    ("/rewards/daily-calendar", |config| config.modules.calendar),
    ("/challenges", |config| config.modules.challenges),
    ("/giveaways", |config| config.modules.giveaways),
    ("/points-shop", |config| config.modules.shop),
    ("/bonus-hunts", |config| config.modules.hunts),
    ("/leaderboard/points", |config| config.modules.points_leaderboard),
    ("/leaderboard", wager_leaderboard),
    ("/rewards/wager", wager_rewards),
    ("/socials", |config| config.modules.socials),
    ("/games", |config| config.modules.games),
    ("/slots", |config| config.modules.games),
];

fn has_casino(config: &Config) -> bool {
    config.partner.has_casino()
}

fn wager_leaderboard(config: &Config) -> bool {
    config.modules.wager_leaderboard && has_casino(config)
}

fn wager_rewards(config: &Config) -> bool {
    config.modules.wager_rewards && has_casino(config)
}

/// The parts that are on, as the pages see them: what needs a casino is off without one.
pub(super) fn shown(config: &Config) -> Modules {
    Modules {
        wager_leaderboard: wager_leaderboard(config),
        wager_rewards: wager_rewards(config),
        ..config.modules
    }
}

/// Returns whether the part of the site that a page belongs to is on.
pub(super) fn has_page(config: &Config, path: &str) -> bool {
    find(&PAGES, path).is_none_or(|is_on| is_on(config)) && offers_game(config, path)
}

/// Returns which part a call of members or visitors needs to be on, by its declared path and method; `None` for
/// one that is always there.
pub(crate) fn of_call(path: &str, method: &HttpMethod) -> Option<IsOn> {
    let only_reads_games = path.starts_with(GAMES) && *method == HttpMethod::Get;
    if only_reads_games || path == ROTATION || MOVE_CALLS.contains(&path) {
        return None;
    }
    find(&CALLS, path)
}

/// Returns whether a page is of no game, or of one that the site offers.
fn offers_game(config: &Config, path: &str) -> bool {
    let (folder, name) = path.trim_end_matches('/').rsplit_once('/').unwrap_or_default();
    let game = match folder {
        "/games" => name.parse().ok(),
        "/slots" => Some(GameId::Slot),
        _ => None,
    };
    game.is_none_or(|game: GameId| config.games.offers(game.into()))
}

fn find(list: &[(&str, IsOn)], path: &str) -> Option<IsOn> {
    list.iter().find(|(first, _)| path.starts_with(first)).map(|(_, is_on)| *is_on)
}

/// Refuses a call whose part is off, except those of admins.
///
/// # Errors
/// Those of the call.
pub(crate) async fn refuse_when_off(
    is_on: IsOn,
    mut req: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse, Error> {
    let settings = req.app_data::<web::Data<Settings>>();
    let is_on = settings.is_none_or(|settings| is_on(&settings.now()));
    if is_on || req.extract::<Admin>().await.is_ok() {
        return next.call(req).await.map(ServiceResponse::map_into_boxed_body);
    }
    // A response instead of an error, so that the middleware sets its headers.
    Ok(req.into_response(NoSuchFile.error_response()))
}
