//! Parts of the site that can be off.

use crate::config::{Config, Modules};
use crate::ids::GameId;
use crate::module::Module;

/// The parts that are on, as the pages see them: what needs a casino is off without one.
pub(super) fn shown(config: &Config) -> Modules {
    Modules {
        wager_leaderboard: config.shows_wager_leaderboard(),
        wager_rewards: config.shows_wager_rewards(),
        ..config.modules
    }
}

/// Whether the part of the site that a page belongs to is on: the one whose page begins its path, the longest of them.
pub(super) fn has_page(modules: &[Module], config: &Config, path: &str) -> bool {
    let pages = modules.iter().flat_map(|module| module.pages);
    let of_path = pages.filter(|(first, _)| path.starts_with(first));
    let part = of_path.max_by_key(|(first, _)| first.len());
    part.is_none_or(|(_, is_on)| is_on(config)) && offers_game(config, path)
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
