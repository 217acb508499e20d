//! Sample players for a site without a source: the same ones for every request of a month, and
//! marked as a sample wherever they are shown (docs/decisions.md, D1).

use sha2::{Digest, Sha256};

use super::MonthPlayer;
use crate::clock::SiteMonth;

const PLAYERS: usize = 75;
/// Lowest wager, in US cents.
const LOWEST: u64 = 100_000;
const HIGHEST: u64 = 1_600_000;
/// Winnings as a share of the wager, in percent.
const WON_PERCENT: u64 = 10;

const FIRST: [&str; 15] = [
    "Lucky", "Golden", "Silent", "Turbo", "Crimson", "Mighty", "Frosty", "Wild", "Sunny", "Velvet",
    "Cosmic", "Rapid", "Humble", "Royal", "Salty",
];
const SECOND: [&str; 15] = [
    "Wombat", "Dingo", "Kelpie", "Quokka", "Possum", "Magpie", "Bandit", "Captain", "Drifter",
    "Falcon", "Gambit", "Hunter", "Joker", "Pirate", "Ranger",
];

/// The sample players of a month, highest wager first.
pub(super) fn players(month: SiteMonth) -> Vec<MonthPlayer> {
    let mut all: Vec<MonthPlayer> = (0..PLAYERS).map(|number| player(month, number)).collect();
    all.sort_by(|one, other| other.wagered.cmp(&one.wagered).then(one.name.cmp(&other.name)));
    all
}

fn player(month: SiteMonth, number: usize) -> MonthPlayer {
    let digest: [u8; 32] = Sha256::digest(format!("sample:{}:{number}", month.iso())).into();
    let mut draws = digest
        .chunks_exact(8)
        .map(|bytes| bytes.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte)));
    let mut below = |limit: u64| draws.next().unwrap_or(0) % limit;
    let wagered = LOWEST + below(HIGHEST - LOWEST + 1);
    let tail = below(90) + 10;
    // Every pair of words is used once, so that no name occurs twice.
    let (first, second) = (number % FIRST.len(), number / FIRST.len() * 3 + number % 3);
    let word = |list: &[&str], at: usize| {
        list.get(at % list.len()).copied().unwrap_or("Player").to_owned()
    };
    let name = format!("{}{}{tail}", word(&FIRST, first), word(&SECOND, second));
    MonthPlayer { name, wagered, won: Some(wagered * WON_PERCENT / 100) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_month_has_its_players_and_keeps_them() {
        let month: SiteMonth = "2026-11".parse().unwrap();
        let made = players(month);
        assert_eq!(made.len(), 75);
        assert_eq!(made, players(month));
        assert!(made.iter().all(|one| (100_000..=1_600_000).contains(&one.wagered)));
        assert!(made.iter().all(|one| one.won == Some(one.wagered / 10)));
        assert!(made.is_sorted_by_key(|one| std::cmp::Reverse(one.wagered)));
        let names: BTreeSet<_> = made.iter().map(|one| &one.name).collect();
        assert_eq!(names.len(), 75);
        assert_ne!(made, players("2026-10".parse().unwrap()));
    }
}
