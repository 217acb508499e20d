//! Every route, in one table.

use actix_web::middleware::Compress;
use actix_web::web::{self, ServiceConfig, get, post};
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

/// Mounts everything but the push, which brings its own.
pub fn configure(cfg: &mut ServiceConfig) {
    cfg.route("/healthz", get().to(operations::healthz))
        .route("/readyz", get().to(operations::readyz))
        .route("/metrics", get().to(operations::metrics))
        .route("/api/openapi.json", get().to(operations::openapi))
        .route("/api/site", get().to(site::routes::site));
    members(cfg);
    house_games(cfg);
    admins(cfg);
    cfg.service(
        web::resource("/{path:.*}")
            .wrap(Compress::default())
            .route(get().to(site::web_build::serve)),
    );
}

fn members(cfg: &mut ServiceConfig) {
    use accounts::routes as own;
    cfg.route("/api/auth/signup", post().to(own::signup))
        .route("/api/auth/login", post().to(own::login))
        .route("/api/auth/logout", post().to(own::logout))
        .route("/api/auth/check-email", post().to(own::check_email))
        .route("/api/auth/me", get().to(own::me))
        .route("/api/auth/sign-out-everywhere", post().to(own::sign_out_everywhere))
        .route("/api/me/ledger", get().to(own::my_ledger))
        .route("/api/leaderboard/points/monthly", get().to(points::routes::monthly));
}

fn house_games(cfg: &mut ServiceConfig) {
    use games::routes as own;
    cfg.route("/api/games/dice/bet", post().to(own::dice_bet))
        .route("/api/games/rules", get().to(own::rules))
        .route("/api/games/fairness", get().to(own::fairness))
        .route("/api/games/fairness/rotate", post().to(own::rotate))
        .route("/api/games/rounds/{id}", get().to(own::one_round))
        .route("/api/games/{game}/state", get().to(own::state))
        .route("/api/games/{game}/history", get().to(own::history))
        .route("/api/dice/history", post().to(own::add_dice_history))
        .route("/api/dice/history/{userId}", get().to(own::old_dice_history))
        .route("/api/auth/game-maintenance-status/{gameId}", get().to(admin::routes::game_state));
}

fn admins(cfg: &mut ServiceConfig) {
    use admin::routes as own;
    cfg.route("/api/admin/login", post().to(own::login))
        .route("/api/auth/admin/manage-points", post().to(points::routes::manage_points))
        .route("/api/auth/admin/game-maintenance", post().to(own::switch_game))
        .route("/api/auth/admin/game-maintenance-all", post().to(own::switch_all))
        .route("/api/auth/admin/game-maintenance-status", get().to(own::game_states))
        .route("/api/auth/admin/live-bets", get().to(own::live_bets));
}
