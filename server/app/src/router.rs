//! Every route, in one table.

use actix_web::web::{self, ServiceConfig, delete, get, post, put};
use actix_web::{Resource, Route};
use utoipa::OpenApi;

use crate::input::BodyLimit;
use crate::{
    accounts, admin, calendar, challenges, chat, error, games, giveaways, hunts, operations,
    points, privacy, shop, site, wagers,
};

/// A list that is published whole: 200 entries with the longest texts there may be, in the longest
/// spelling of JSON.
const LIST_BYTES_MAX: usize = 4 << 20;

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
        accounts::routes::profile::update_profile,
        accounts::routes::profile::change_password,
        accounts::routes::profile::upload_picture,
        accounts::routes::profile::remove_picture,
        accounts::routes::profile::picture,
        accounts::routes::recovery::send_verification,
        accounts::routes::recovery::verify_email,
        accounts::routes::recovery::forgot_password,
        accounts::routes::recovery::reset_password,
        accounts::routes::casino::own,
        accounts::routes::casino::ask,
        accounts::routes::casino::list,
        accounts::routes::casino::decide,
        privacy::routes::download,
        privacy::routes::delete,
        games::routes::dice_bet,
        games::routes::limbo_bet,
        games::routes::keno_bet,
        games::routes::slot_bet,
        games::routes::roulette_bet,
        games::routes::mines_start,
        games::routes::mines_reveal,
        games::routes::mines_cash_out,
        games::routes::blackjack_deal,
        games::routes::blackjack_insurance,
        games::routes::blackjack_hit,
        games::routes::blackjack_stand,
        games::routes::blackjack_double,
        games::routes::state,
        games::routes::history,
        games::routes::one_round,
        games::odds::rules,
        games::odds::table,
        games::routes::fairness,
        games::routes::rotate,
        games::routes::limits,
        games::routes::set_limits,
        games::history::dice,
        games::history::add_dice,
        games::history::limbo,
        games::history::add_limbo,
        calendar::routes::mine,
        calendar::routes::claim,
        calendar::routes::progress,
        calendar::routes::save_progress,
        calendar::routes::award_points,
        challenges::routes::list,
        challenges::routes::publish,
        challenges::routes::award,
        challenges::routes::test_push,
        shop::routes::items,
        shop::routes::publish,
        shop::routes::config,
        shop::routes::set_config,
        shop::routes::buy,
        shop::routes::purchases,
        shop::routes::change,
        shop::routes::cancel,
        shop::routes::own,
        giveaways::routes::list,
        giveaways::routes::one,
        giveaways::routes::proof,
        giveaways::routes::enter,
        giveaways::routes::own,
        giveaways::routes::wins,
        giveaways::routes::dismiss_win,
        giveaways::routes::create,
        giveaways::routes::edit,
        giveaways::routes::end,
        giveaways::routes::delete,
        points::routes::manage_points,
        points::global::give,
        points::global::job,
        points::imports::routes::import,
        points::imports::routes::waiting,
        points::imports::routes::credit,
        points::imports::routes::remove,
        points::imports::routes::export_all,
        admin::accounts::list,
        admin::accounts::all,
        admin::accounts::players,
        admin::accounts::set_state,
        admin::accounts::link,
        admin::accounts::ledger,
        admin::moderation::remove_picture,
        admin::moderation::rename,
        admin::moderation::sign_out,
        admin::audit::list,
        admin::purchases::list,
        admin::approvals::list,
        admin::letters::list,
        admin::letters::retry,
        admin::letters::remove,
        hunts::routes::list,
        hunts::routes::one,
        hunts::routes::overrides,
        hunts::routes::save_overrides,
        hunts::routes::set_override,
        hunts::routes::create,
        hunts::routes::edit,
        hunts::routes::delete,
        hunts::routes::add_slot,
        hunts::routes::edit_slot,
        hunts::routes::play,
        hunts::routes::delete_slot,
        hunts::routes::importable,
        hunts::routes::import,
        points::routes::monthly,
        wagers::routes::wager,
        wagers::affiliate::routes::list,
        wagers::affiliate::routes::one,
        wagers::affiliate::routes::raw,
        wagers::affiliate::routes::fetch,
        wagers::affiliate::routes::settle,
        wagers::affiliate::routes::tick,
        wagers::tracking::routes::update_all,
        wagers::tracking::routes::current_stats,
        wagers::tracking::routes::historical,
        wagers::tracking::routes::player_history,
        wagers::tracking::routes::leaderboard,
        wagers::tracking::routes::top_performers,
        wagers::tracking::routes::export,
        wagers::tracking::routes::reset_daily,
        wagers::tracking::routes::reset_database,
        wagers::tracking::routes::complete_reset,
        wagers::tracking::routes::health,
        wagers::tracking::routes::test,
        chat::routes::callback,
        chat::routes::webhook,
        chat::routes::mine,
        chat::routes::start_link,
        chat::routes::start_sign_in,
        chat::routes::finish_sign_in,
        chat::routes::confirm,
        chat::routes::refuse,
        chat::routes::unlink,
        chat::admin::standing,
        chat::admin::connect,
        chat::admin::disconnect,
        chat::admin::check,
        admin::routes::login,
        admin::routes::logout,
        admin::routes::session,
        admin::routes::close_site,
        admin::routes::site_status,
        admin::routes::bypass,
        admin::routes::switch_game,
        admin::routes::switch_all,
        admin::routes::game_states,
        admin::routes::game_state,
        admin::live_bets::live_bets,
        admin::live_bets::test_bet,
        admin::economy::economy,
        admin::economy::decide_reward,
        admin::economy::reset_budget,
        admin::health::health,
        admin::health::backup,
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
    points_shop(cfg);
    draws(cfg);
    bonus_hunts(cfg);
    tracked_wagers(cfg);
    wager_months(cfg);
    points_from_elsewhere(cfg);
    streaming_chat(cfg);
    admins(cfg);
}

/// Mounts the pages, behind everything else: every path that is no call is one of theirs.
pub fn pages(cfg: &mut ServiceConfig) {
    cfg.service(
        web::resource("/{path:.*}")
            .route(get().to(site::web_build::serve))
            .default_service(web::to(async || error::not_found())),
    );
}

/// A path with its one method. Another method is told so (405); a bare route would let it pass on to
/// the pages.
fn at(path: &str, route: Route) -> Resource {
    web::resource(path).route(route)
}

/// A path with several methods.
fn several<const COUNT: usize>(path: &str, routes: [Route; COUNT]) -> Resource {
    routes.into_iter().fold(web::resource(path), Resource::route)
}

fn members(cfg: &mut ServiceConfig) {
    use accounts::routes::{self as own, casino, profile, recovery};
    cfg.service(at("/api/auth/signup", post().to(own::signup)))
        .service(at("/api/auth/login", post().to(own::login)))
        .service(at("/api/auth/logout", post().to(own::logout)))
        .service(at("/api/auth/check-email", post().to(own::check_email)))
        .service(at("/api/auth/me", get().to(own::me)))
        .service(at("/api/auth/sign-out-everywhere", post().to(own::sign_out_everywhere)))
        .service(at("/api/me/ledger", get().to(own::my_ledger)))
        .service(at("/api/auth/update-profile", put().to(profile::update_profile)))
        .service(at("/api/auth/change-password", put().to(profile::change_password)))
        .service(at("/api/auth/upload-profile-picture", post().to(profile::upload_picture)))
        .service(at("/api/auth/profile-picture", delete().to(profile::remove_picture)))
        .service(at("/api/pictures/{name}", get().to(profile::picture)))
        .service(at("/api/auth/send-verification", post().to(recovery::send_verification)))
        .service(at("/api/auth/verify-email", get().to(recovery::verify_email)))
        .service(at("/api/auth/forgot-password", post().to(recovery::forgot_password)))
        .service(at("/api/auth/reset-password", post().to(recovery::reset_password)))
        .service(at("/api/auth/gaming-approvals/user", get().to(casino::own)))
        .service(at("/api/auth/update-gaming", put().to(casino::ask)))
        .service(at("/api/auth/download-data", get().to(privacy::routes::download)))
        .service(at("/api/auth/delete-account", delete().to(privacy::routes::delete)))
        .service(at("/api/calendar/me", get().to(calendar::routes::mine)))
        .service(at("/api/calendar/claim", post().to(calendar::routes::claim)))
        .service(several(
            "/api/calendar/progress/{userId}",
            [get().to(calendar::routes::progress), post().to(calendar::routes::save_progress)],
        ))
        .service(at("/api/auth/award-points", post().to(calendar::routes::award_points)))
        .service(
            several(
                "/api/challenges",
                [get().to(challenges::routes::list), post().to(challenges::routes::publish)],
            )
            .app_data(BodyLimit(LIST_BYTES_MAX)),
        )
        .service(at("/api/history/purchases", get().to(shop::routes::own)))
        .service(at("/points-shop-purchases.json", get().to(shop::routes::own)))
        .service(at("/api/leaderboard/points/monthly", get().to(points::routes::monthly)))
        .service(at("/api/leaderboard/wager", get().to(wagers::routes::wager)));
}

fn house_games(cfg: &mut ServiceConfig) {
    use games::{history, odds, routes as own};
    cfg.service(at("/api/games/dice/bet", post().to(own::dice_bet)))
        .service(at("/api/games/limbo/bet", post().to(own::limbo_bet)))
        .service(at("/api/games/keno/bet", post().to(own::keno_bet)))
        .service(at("/api/games/slot/bet", post().to(own::slot_bet)))
        .service(at("/api/games/roulette/bet", post().to(own::roulette_bet)))
        .service(at("/api/games/mines/start", post().to(own::mines_start)))
        .service(at("/api/games/mines/reveal", post().to(own::mines_reveal)))
        .service(at("/api/games/mines/cashout", post().to(own::mines_cash_out)))
        .service(at("/api/games/blackjack/deal", post().to(own::blackjack_deal)))
        .service(at("/api/games/blackjack/insurance", post().to(own::blackjack_insurance)))
        .service(at("/api/games/blackjack/hit", post().to(own::blackjack_hit)))
        .service(at("/api/games/blackjack/stand", post().to(own::blackjack_stand)))
        .service(at("/api/games/blackjack/double", post().to(own::blackjack_double)))
        .service(at("/api/games/rules", get().to(odds::rules)))
        .service(at("/api/games/rules/{hash}", get().to(odds::table)))
        .service(at("/api/games/fairness", get().to(own::fairness)))
        .service(at("/api/games/fairness/rotate", post().to(own::rotate)))
        .service(at("/api/games/rounds/{id}", get().to(own::one_round)))
        .service(at("/api/games/{game}/state", get().to(own::state)))
        .service(at("/api/games/{game}/history", get().to(own::history)))
        .service(at("/api/dice/history", post().to(history::add_dice)))
        .service(at("/api/dice/history/{userId}", get().to(history::dice)))
        .service(at("/api/limbo/history", post().to(history::add_limbo)))
        .service(at("/api/limbo/history/{userId}", get().to(history::limbo)))
        .service(several("/api/me/limits", [get().to(own::limits), put().to(own::set_limits)]))
        .service(at(
            "/api/auth/game-maintenance-status/{gameId}",
            get().to(admin::routes::game_state),
        ));
}

fn points_shop(cfg: &mut ServiceConfig) {
    use shop::routes as own;
    cfg.service(
        several("/api/points-shop", [get().to(own::items), post().to(own::publish)])
            .app_data(BodyLimit(LIST_BYTES_MAX)),
    )
    .service(several(
        "/api/points-shop/config",
        [get().to(own::config), post().to(own::set_config)],
    ))
    .service(at("/api/points-shop/purchase", post().to(own::buy)))
    .service(at("/api/points-shop/purchases", get().to(own::purchases)))
    .service(at("/api/points-shop/purchases/{id}", put().to(own::change)))
    .service(at("/api/points-shop/purchases/{id}/cancel", post().to(own::cancel)));
}

fn points_from_elsewhere(cfg: &mut ServiceConfig) {
    use points::imports::routes as own;
    cfg.service(at("/api/admin/points/import", post().to(own::import)))
        .service(at("/api/admin/points/import/waiting", get().to(own::waiting)))
        .service(at("/api/admin/points/import/waiting/{id}", delete().to(own::remove)))
        .service(at("/api/admin/points/import/waiting/{id}/credit", post().to(own::credit)))
        .service(at("/api/admin/points/export", get().to(own::export_all)));
}

fn tracked_wagers(cfg: &mut ServiceConfig) {
    use wagers::tracking::routes as own;
    // All players of the casino in one body.
    let import = BodyLimit(own::IMPORT_BYTES_MAX);
    cfg.service(at("/api/wager-tracking/update-all", post().to(own::update_all)).app_data(import))
        .service(at("/api/wager-tracking/current-stats", get().to(own::current_stats)))
        .service(at("/api/wager-tracking/historical", get().to(own::historical)))
        .service(at("/api/wager-tracking/player-history", get().to(own::player_history)))
        .service(at("/api/wager-tracking/leaderboard", get().to(own::leaderboard)))
        .service(at("/api/wager-tracking/top-performers", get().to(own::top_performers)))
        .service(at("/api/wager-tracking/export", get().to(own::export)))
        .service(at("/api/wager-tracking/reset-daily", post().to(own::reset_daily)))
        .service(at("/api/wager-tracking/reset-database", post().to(own::reset_database)))
        .service(at("/api/wager-tracking/complete-reset", post().to(own::complete_reset)))
        .service(at("/api/wager-tracking/health", get().to(own::health)))
        .service(at("/api/wager-tracking/test", get().to(own::test)));
}

fn wager_months(cfg: &mut ServiceConfig) {
    use wagers::affiliate::routes as own;
    cfg.service(at("/api/admin/wager-months", get().to(own::list)))
        .service(at("/api/admin/wager-months/payouts", post().to(own::settle)))
        .service(at("/api/admin/wager-months/{month}", get().to(own::one)))
        .service(at("/api/admin/wager-months/{month}/raw", get().to(own::raw)))
        .service(at("/api/admin/wager-months/{month}/fetch", post().to(own::fetch)))
        .service(at("/api/admin/wager-months/{month}/payouts/{rank}", put().to(own::tick)));
}

fn draws(cfg: &mut ServiceConfig) {
    use giveaways::routes as own;
    cfg.service(several("/api/giveaways", [get().to(own::list), post().to(own::create)]))
        .service(several(
            "/api/giveaways/{id}",
            [get().to(own::one), put().to(own::edit), delete().to(own::delete)],
        ))
        .service(at("/api/giveaways/{id}/proof", get().to(own::proof)))
        .service(at("/api/giveaways/{id}/entries", post().to(own::enter)))
        .service(at("/api/giveaways/{id}/end", post().to(own::end)))
        .service(at("/api/history/giveaways", get().to(own::own)))
        .service(at("/api/me/wins", get().to(own::wins)))
        .service(at("/api/me/wins/{id}/dismiss", post().to(own::dismiss_win)))
        .service(at("/giveaways.json", get().to(own::own)));
}

fn bonus_hunts(cfg: &mut ServiceConfig) {
    use hunts::routes as own;
    cfg.service(at("/api/bonus-hunts", get().to(own::list)))
        .service(
            several(
                "/api/bonus-hunts/admin-overrides",
                [get().to(own::overrides), post().to(own::save_overrides)],
            )
            .app_data(BodyLimit(LIST_BYTES_MAX)),
        )
        .service(at("/api/bonus-hunts/{id}", get().to(own::one)))
        .service(at("/api/admin/hunts", post().to(own::create)))
        .service(at("/api/admin/hunts/external", get().to(own::importable)))
        .service(at("/api/admin/hunts/import", post().to(own::import)))
        .service(several("/api/admin/hunts/{id}", [put().to(own::edit), delete().to(own::delete)]))
        .service(at("/api/admin/hunts/{id}/override", put().to(own::set_override)))
        .service(at("/api/admin/hunts/{id}/slots", post().to(own::add_slot)))
        .service(several(
            "/api/admin/hunts/{id}/slots/{slot}",
            [put().to(own::edit_slot), delete().to(own::delete_slot)],
        ))
        .service(at("/api/admin/hunts/{id}/slots/{slot}/play", post().to(own::play)));
}

fn streaming_chat(cfg: &mut ServiceConfig) {
    use chat::{admin, routes as own};
    cfg.service(at("/kick/callback", get().to(own::callback)))
        .service(at("/api/kick/webhook", post().to(own::webhook)))
        .service(at("/api/kick/me", get().to(own::mine)))
        .service(at("/api/kick/link", delete().to(own::unlink)))
        .service(at("/api/kick/link/start", post().to(own::start_link)))
        .service(at("/api/kick/sign-in/start", post().to(own::start_sign_in)))
        .service(at("/api/kick/sign-in/finish", post().to(own::finish_sign_in)))
        .service(at("/api/kick/link/confirm", post().to(own::confirm)))
        .service(at("/api/kick/link/refuse", post().to(own::refuse)))
        .service(several(
            "/api/admin/chat",
            [get().to(admin::standing), delete().to(admin::disconnect)],
        ))
        .service(at("/api/admin/chat/connect", post().to(admin::connect)))
        .service(at("/api/admin/chat/check", post().to(admin::check)));
}

fn admins(cfg: &mut ServiceConfig) {
    use accounts::routes::casino;
    use admin::routes as own;
    cfg.service(at("/api/admin/login", post().to(own::login)))
        .service(at("/api/admin/logout", post().to(own::logout)))
        .service(at("/api/admin/session", post().to(own::session)))
        .service(at("/api/admin/challenges/{id}/award", post().to(challenges::routes::award)))
        .service(at("/api/admin/challenges/test-update", post().to(challenges::routes::test_push)))
        .service(at("/api/admin/accounts", get().to(admin::accounts::list)))
        .service(at("/api/admin/accounts/{id}", put().to(admin::accounts::set_state)))
        .service(at("/api/admin/accounts/{id}/link", post().to(admin::accounts::link)))
        .service(at("/api/admin/accounts/{id}/ledger", get().to(admin::accounts::ledger)))
        .service(at(
            "/api/admin/accounts/{id}/picture",
            delete().to(admin::moderation::remove_picture),
        ))
        .service(at("/api/admin/accounts/{id}/username", put().to(admin::moderation::rename)))
        .service(at("/api/admin/accounts/{id}/sign-out", post().to(admin::moderation::sign_out)))
        .service(at("/api/admin/audit", get().to(admin::audit::list)))
        .service(at("/api/admin/purchases", get().to(admin::purchases::list)))
        .service(at("/api/admin/approvals", get().to(admin::approvals::list)))
        .service(at("/api/admin/letters", get().to(admin::letters::list)))
        .service(at("/api/admin/letters/{id}", delete().to(admin::letters::remove)))
        .service(at("/api/admin/letters/{id}/retry", post().to(admin::letters::retry)))
        .service(at("/api/admin/jobs/{id}", get().to(points::global::job)))
        .service(at("/api/auth/admin/accounts", get().to(admin::accounts::all)))
        .service(at("/api/auth/admin/all-players", get().to(admin::accounts::players)))
        .service(at("/api/auth/admin/global-points", post().to(points::global::give)))
        .service(at("/api/auth/gaming-approvals", get().to(casino::list)))
        .service(at("/api/auth/gaming-approvals/{id}", put().to(casino::decide)))
        .service(at("/api/auth/admin/manage-points", post().to(points::routes::manage_points)))
        .service(at("/api/auth/admin/maintenance-mode", post().to(own::close_site)))
        .service(at("/api/auth/admin/maintenance-status", get().to(own::site_status)))
        .service(at("/api/auth/maintenance-bypass", post().to(own::bypass)))
        .service(at("/api/auth/admin/game-maintenance", post().to(own::switch_game)))
        .service(at("/api/auth/admin/game-maintenance-all", post().to(own::switch_all)))
        .service(at("/api/auth/admin/game-maintenance-status", get().to(own::game_states)))
        .service(at("/api/auth/admin/live-bets", get().to(admin::live_bets::live_bets)))
        .service(at("/api/auth/admin/live-bet", post().to(admin::live_bets::test_bet)))
        .service(at("/api/admin/economy", get().to(admin::economy::economy)))
        .service(at("/api/admin/rewards/{id}", put().to(admin::economy::decide_reward)))
        .service(at(
            "/api/admin/games/{game}/budget/reset",
            post().to(admin::economy::reset_budget),
        ))
        .service(at("/api/admin/health", get().to(admin::health::health)))
        .service(at("/api/admin/backup", post().to(admin::health::backup)));
}
