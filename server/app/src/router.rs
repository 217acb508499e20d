//! Every route, in one table.

use actix_web::middleware::Compress;
use actix_web::web::{self, ServiceConfig, get, post};
use actix_web::{Resource, Route};
use utoipa::OpenApi;

use crate::{accounts, admin, error, games, operations, points, site};

/// The description of the calls, from which the browser's types are made.
#[derive(OpenApi)]
#[openapi(
    info(title = "Pointhouse", description = "The calls of a Pointhouse site."),
    paths(
        accounts::routes::signup,
        accounts::routes::login,
        accounts::routes::logout,
        accounts::routes::check_email,
        accounts::routes::me,
        accounts::routes::sign_out_everywhere,
        accounts::routes::my_ledger,
        games::routes::dice_bet,
        games::routes::state,
        games::routes::history,
        games::routes::one_round,
        games::routes::rules,
        games::routes::fairness,
        games::routes::rotate,
        games::routes::old_dice_history,
        games::routes::add_dice_history,
        points::routes::manage_points,
        points::routes::monthly,
        admin::routes::login,
        admin::routes::switch_game,
        admin::routes::switch_all,
        admin::routes::game_states,
        admin::routes::game_state,
        admin::routes::live_bets,
        site::routes::site,
    ),
    components(schemas(error::ErrorAnswer))
)]
pub struct ApiDescription;

/// Mounts the calls. Paths are tried in this order, so the games, which are asked most, come first.
pub fn calls(cfg: &mut ServiceConfig) {
    house_games(cfg);
    cfg.service(at("/healthz", get().to(operations::healthz)))
        .service(at("/readyz", get().to(operations::readyz)))
        .service(at("/metrics", get().to(operations::metrics)))
        .service(at("/api/openapi.json", get().to(operations::openapi)))
        .service(at("/api/site", get().to(site::routes::site)));
    members(cfg);
    admins(cfg);
}

/// Mounts the pages, behind everything else: every path that is no call is one of theirs.
pub fn pages(cfg: &mut ServiceConfig) {
    cfg.service(
        web::resource("/{path:.*}")
            .wrap(Compress::default())
            .route(get().to(site::web_build::serve))
            .default_service(web::to(async || error::not_found())),
    );
}

/// A path with its one method. Another method is told so (405); a bare route would let it pass on to
/// the pages.
fn at(path: &str, route: Route) -> Resource {
    web::resource(path).route(route)
}

fn members(cfg: &mut ServiceConfig) {
    use accounts::routes as own;
    cfg.service(at("/api/auth/signup", post().to(own::signup)))
        .service(at("/api/auth/login", post().to(own::login)))
        .service(at("/api/auth/logout", post().to(own::logout)))
        .service(at("/api/auth/check-email", post().to(own::check_email)))
        .service(at("/api/auth/me", get().to(own::me)))
        .service(at("/api/auth/sign-out-everywhere", post().to(own::sign_out_everywhere)))
        .service(at("/api/me/ledger", get().to(own::my_ledger)))
        .service(at("/api/leaderboard/points/monthly", get().to(points::routes::monthly)));
}

fn house_games(cfg: &mut ServiceConfig) {
    use games::routes as own;
    cfg.service(at("/api/games/dice/bet", post().to(own::dice_bet)))
        .service(at("/api/games/rules", get().to(own::rules)))
        .service(at("/api/games/fairness", get().to(own::fairness)))
        .service(at("/api/games/fairness/rotate", post().to(own::rotate)))
        .service(at("/api/games/rounds/{id}", get().to(own::one_round)))
        .service(at("/api/games/{game}/state", get().to(own::state)))
        .service(at("/api/games/{game}/history", get().to(own::history)))
        .service(at("/api/dice/history", post().to(own::add_dice_history)))
        .service(at("/api/dice/history/{userId}", get().to(own::old_dice_history)))
        .service(at(
            "/api/auth/game-maintenance-status/{gameId}",
            get().to(admin::routes::game_state),
        ));
}

fn admins(cfg: &mut ServiceConfig) {
    use admin::routes as own;
    cfg.service(at("/api/admin/login", post().to(own::login)))
        .service(at("/api/auth/admin/manage-points", post().to(points::routes::manage_points)))
        .service(at("/api/auth/admin/game-maintenance", post().to(own::switch_game)))
        .service(at("/api/auth/admin/game-maintenance-all", post().to(own::switch_all)))
        .service(at("/api/auth/admin/game-maintenance-status", get().to(own::game_states)))
        .service(at("/api/auth/admin/live-bets", get().to(own::live_bets)));
}
