//! What each role may do: areas of the panel, and the area of each call. The panel shows this table.

use actix_web::http::Method;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Role;

/// A part of the panel that a role may see or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// One's own name, password and sessions.
    Own,
    /// Giveaways and their draws.
    Giveaways,
    /// Bonus hunts.
    Hunts,
    /// Casino names that wait for a decision.
    Approvals,
    /// The line on the overlay.
    Overlay,
    /// Switches of games, live bets.
    Games,
    /// Challenges and their awards.
    Challenges,
    /// Items and purchases of the shop.
    Shop,
    /// Wagers, the leaderboard of the casino and its prizes.
    Wagers,
    /// Accounts of members: emails, statements, links, locks.
    Members,
    /// Points of single members, within limits.
    Grants,
    /// Budgets of games.
    Points,
    /// Cash rewards that are paid by hand.
    Rewards,
    /// Points for everyone, imports and exports of points.
    AllPoints,
    /// The switch of the whole site.
    Site,
    /// Settings and pictures of the site.
    Settings,
    /// The chat, mail and other services with their secrets, and the site's address.
    Services,
    /// The audit, health, emails and economy.
    Records,
    /// Backups.
    Backups,
    /// People of the panel.
    People,
}

impl Area {
    /// All areas, in the order in which the panel shows them.
    pub const ALL: [Self; 20] = [
        Self::Own,
        Self::Giveaways,
        Self::Hunts,
        Self::Approvals,
        Self::Overlay,
        Self::Games,
        Self::Challenges,
        Self::Shop,
        Self::Wagers,
        Self::Members,
        Self::Grants,
        Self::Points,
        Self::Rewards,
        Self::AllPoints,
        Self::Site,
        Self::Settings,
        Self::Services,
        Self::Records,
        Self::Backups,
        Self::People,
    ];
}

/// How much a role may do in an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Nothing.
    None,
    /// Read.
    See,
    /// Read and change.
    Change,
}

/// What a role may do in an area.
pub fn level(role: Role, area: Area) -> Level {
    match (role, area) {
        (Role::Owner, _)
        | (
            _,
            Area::Own
            | Area::Giveaways
            | Area::Hunts
            | Area::Approvals
            | Area::Overlay
            | Area::Games
            | Area::Grants,
        ) => Level::Change,
        (Role::Admin, Area::People | Area::Backups) => Level::None,
        // Admins have limits on points by hand; these calls have none, so only the owner may use them.
        (Role::Admin, Area::Services | Area::AllPoints) => Level::See,
        (Role::Admin, _) => Level::Change,
        (Role::Moderator, Area::Challenges | Area::Shop) => Level::See,
        (Role::Moderator, _) => Level::None,
    }
}

/// The beginnings of paths with their areas; the first that fits decides. Parameters are in braces, but for the section
/// of settings.
const PATHS: &[(&str, Area)] = &[
    ("/api/sign-in", Area::Own),
    ("/api/admin/logout", Area::Own),
    ("/api/admin/session", Area::Own),
    ("/api/admin/me", Area::Own),
    ("/api/admin/people", Area::People),
    ("/api/admin/accounts", Area::Members),
    ("/api/auth/admin/accounts", Area::Members),
    ("/api/auth/admin/all-players", Area::Members),
    ("/api/calendar/progress/", Area::Members),
    ("/api/dice/history/", Area::Members),
    ("/api/limbo/history/", Area::Members),
    ("/api/games/rounds/", Area::Members),
    ("/api/admin/approvals", Area::Approvals),
    ("/api/auth/gaming-approvals", Area::Approvals),
    ("/api/admin/audit", Area::Records),
    ("/api/admin/economy", Area::Records),
    ("/api/admin/health", Area::Records),
    ("/api/admin/letters", Area::Records),
    ("/api/admin/first-steps", Area::Records),
    ("/api/admin/backup", Area::Backups),
    ("/api/admin/jobs/", Area::AllPoints),
    ("/api/admin/points/", Area::AllPoints),
    ("/api/auth/admin/global-points", Area::AllPoints),
    ("/api/auth/admin/manage-points", Area::Grants),
    ("/api/admin/grants", Area::Grants),
    ("/api/admin/member-names", Area::Grants),
    ("/api/admin/rewards/", Area::Rewards),
    // Moderators see on stream that the chat has stopped.
    ("/api/admin/chat/connection", Area::Own),
    ("/api/admin/chat", Area::Services),
    ("/api/admin/settings/services/", Area::Services),
    ("/api/admin/settings/import", Area::Services),
    ("/api/admin/settings/kick", Area::Services),
    ("/api/admin/settings/mail", Area::Services),
    ("/api/admin/settings/hunts", Area::Services),
    ("/api/admin/settings/wagers", Area::Services),
    // Whom limits hold must not change them.
    ("/api/admin/settings/grants", Area::Services),
    // The address of the site is where links in emails lead.
    ("/api/admin/settings/place", Area::Services),
    ("/api/admin/settings", Area::Settings),
    ("/api/admin/pictures", Area::Settings),
    // Resets the budget of a game.
    ("/api/admin/games/", Area::Points),
    ("/api/auth/admin/game-maintenance", Area::Games),
    ("/api/auth/admin/live-bet", Area::Games),
    ("/api/auth/admin/maintenance-mode", Area::Site),
    // An address is worth as much as the settings of its source.
    ("/api/admin/overlay/sources", Area::Settings),
    ("/api/admin/overlay/", Area::Overlay),
    ("/api/admin/hunts", Area::Hunts),
    ("/api/bonus-hunts/", Area::Hunts),
    // Which tickets were bought after a backup is known from the proof alone.
    ("/api/giveaways/{id}/old-proof", Area::Backups),
    ("/api/giveaways", Area::Giveaways),
    ("/api/admin/challenges/", Area::Challenges),
    ("/api/challenges", Area::Challenges),
    ("/api/admin/purchases", Area::Shop),
    ("/api/points-shop", Area::Shop),
    ("/api/admin/wager-months", Area::Wagers),
    // Open to everyone; people who see wagers see names whole.
    ("/api/wager-tracking/leaderboard", Area::Own),
    ("/api/wager-tracking/", Area::Wagers),
    ("/api/leaderboard/", Area::Own),
];

/// The area of a call of the panel by its path, as in [`PATHS`].
pub fn area_of(path: &str) -> Option<Area> {
    PATHS.iter().find(|(start, _)| path.starts_with(start)).map(|(_, area)| *area)
}

/// Calls that need a proof of the last 10 minutes: what they do cannot be undone, gives others power, or takes data
/// out of the site.
const NEED_PROOF: &[(Method, &str)] = &[
    (Method::POST, "/api/admin/people/invitations"),
    (Method::POST, "/api/admin/people/{id}/confirm"),
    (Method::PUT, "/api/admin/people/second-factor"),
    (Method::PUT, "/api/admin/people/{id}"),
    (Method::DELETE, "/api/admin/people/{id}"),
    (Method::DELETE, "/api/admin/people/{id}/second-factor"),
    (Method::PUT, "/api/admin/people/{id}/account"),
    (Method::POST, "/api/admin/accounts/{id}/link"),
    (Method::DELETE, "/api/admin/accounts/{id}/second-factor"),
    (Method::POST, "/api/auth/admin/global-points"),
    (Method::GET, "/api/auth/admin/accounts"),
    (Method::POST, "/api/admin/points/import/waiting/{id}/credit"),
    (Method::POST, "/api/admin/points/import/waiting/credit-linked"),
    (Method::POST, "/api/admin/points/imports/{import}/take-back"),
    (Method::POST, "/api/admin/overlay/sources/{id}/key"),
    (Method::DELETE, "/api/admin/overlay/sources/{id}/key"),
    (Method::POST, "/api/admin/backup/download"),
    (Method::POST, "/api/admin/points/import"),
    (Method::POST, "/api/giveaways/{id}/old-proof"),
    (Method::GET, "/api/admin/points/export"),
    (Method::GET, "/api/admin/settings/export"),
    (Method::POST, "/api/admin/settings/import"),
    (Method::PUT, "/api/admin/settings/grants"),
    (Method::PUT, "/api/admin/settings/kick"),
    (Method::PUT, "/api/admin/settings/mail"),
    (Method::PUT, "/api/admin/settings/hunts"),
    (Method::PUT, "/api/admin/settings/wagers"),
    (Method::PUT, "/api/admin/settings/place"),
    (Method::POST, "/api/admin/settings/grants/history/{revision}/restore"),
    (Method::POST, "/api/admin/settings/kick/history/{revision}/restore"),
    (Method::POST, "/api/admin/settings/mail/history/{revision}/restore"),
    (Method::POST, "/api/admin/settings/hunts/history/{revision}/restore"),
    (Method::POST, "/api/admin/settings/wagers/history/{revision}/restore"),
    (Method::POST, "/api/admin/settings/place/history/{revision}/restore"),
    (Method::GET, "/api/auth/admin/all-players"),
    (Method::POST, "/api/admin/chat/connect"),
    (Method::DELETE, "/api/admin/chat"),
    (Method::POST, "/api/admin/games/{game}/budget/reset"),
    (Method::GET, "/api/wager-tracking/export"),
    (Method::POST, "/api/wager-tracking/complete-reset"),
    (Method::POST, "/api/wager-tracking/reset-daily"),
    (Method::POST, "/api/wager-tracking/reset-database"),
];

/// Whether a call needs a proof of the last 10 minutes.
pub fn needs_proof(path: &str, method: &Method) -> bool {
    NEED_PROOF.iter().any(|(of, one)| of == method && *one == path)
}

/// Calls that read although their method changes something.
const EXCEPTIONS: &[(&str, Level)] = &[
    ("/api/admin/settings/compare", Level::See),
    ("/api/admin/settings/games/returns", Level::See),
];

/// Whether a role may make a call.
pub fn may(role: Role, path: &str, method: &Method) -> bool {
    let exception = EXCEPTIONS.iter().find(|(of, _)| *of == path).map(|(_, level)| *level);
    let by_method = if *method == Method::GET { Level::See } else { Level::Change };
    area_of(path).is_some_and(|area| level(role, area) >= exception.unwrap_or(by_method))
}
