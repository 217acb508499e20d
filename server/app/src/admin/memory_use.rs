//! The table of memory by what holds it, for the health page and `pointhouse doctor`.
//!
//! Invariant: the parts add up to what the process holds. The allocator doesn't count by owner, so most parts are counts
//! times the usual size of one, and what is left is a part of its own.

use actix_web::web::Data;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::Accounts;
use crate::backups::{Backups, folder_bytes};
use crate::config::Config;
use crate::games::Games;
use crate::hunts::Hunts;
use crate::memory::{self, Resident};
use crate::points::PointsBoards;
use crate::rate::Limits;

/// Usual sizes in bytes, with their keys and places in maps.
const ACCOUNT: u64 = 200;
const SESSION: u64 = 300;
const TOKEN: u64 = 400;
const LEADERBOARD_ROW: u64 = 80;
const WALLET: u64 = 1200;
const GAME_SESSION: u64 = 4600;
/// Measured by `scripts/bench push`.
const SOCKET: u64 = 7_600;
const LIMITED_CLIENT: u64 = 80;
const HUNT_SLOT: u64 = 400;

/// Memory of the process, by what holds it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemoryTable {
    /// Resident memory in bytes: the sum of the parts.
    pub total_bytes: u64,
    /// Memory that the process may use: the limit of its control group, or the machine's memory. Null when the system
    /// doesn't report it.
    #[schema(required)]
    pub limit_bytes: Option<u64>,
    /// The largest first; what is left is the last one.
    pub parts: Vec<MemoryPart>,
}

/// A part of the memory.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemoryPart {
    /// `program`, `hashes`, `changes`, `index`, `accounts`, `sessions`, `tokens`, `leaderboard`, `wallets`, `games`,
    /// `sockets`, `limits`, `hunts` or `rest`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// How many there are; null for a part that isn't counted.
    #[schema(required)]
    pub count: Option<u64>,
    /// Resident bytes.
    pub bytes: u64,
    /// True when the bytes are computed from the count or a setting instead of measured.
    pub estimated: bool,
}

impl MemoryPart {
    fn measured(name: &str, title: &str, bytes: u64) -> Self {
        let (name, title) = (name.to_owned(), title.to_owned());
        Self { name, title, count: None, bytes, estimated: false }
    }

    fn counted(name: &str, title: &str, count: usize, each: u64) -> Self {
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let bytes = count.saturating_mul(each);
        Self { count: Some(count), estimated: true, ..Self::measured(name, title, bytes) }
    }
}

/// The parts that are counted. Cheap to clone.
#[derive(Clone)]
pub struct MemoryUse {
    accounts: Accounts,
    games: Games,
    hunts: Hunts,
    boards: PointsBoards,
    limits: Data<Limits>,
    backups: Backups,
    cache_bytes: u64,
    hash_bytes: u64,
}

impl MemoryUse {
    /// Counts the parts of a site.
    pub fn new(
        config: &Config,
        (accounts, games, hunts): (&Accounts, &Games, &Hunts),
        boards: &PointsBoards,
        (limits, backups): (&Data<Limits>, &Backups),
    ) -> Self {
        Self {
            accounts: accounts.clone(),
            games: games.clone(),
            hunts: hunts.clone(),
            boards: boards.clone(),
            limits: limits.clone(),
            backups: backups.clone(),
            cache_bytes: memory::at_most_an_eighth(config.store.cache_megabytes << 20),
            hash_bytes: u64::from(config.auth.hash_memory_kib) << 10,
        }
    }

    /// The table of this moment. Reads files: must not run on a serving thread. `None` if the system doesn't report the
    /// memory of processes.
    pub fn table(&self) -> Option<MemoryTable> {
        let resident = Resident::read()?;
        Some(table(resident, memory::limit(), self.parts()))
    }

    fn parts(&self) -> Vec<MemoryPart> {
        let auth = &self.accounts.auth;
        let changes = self.accounts.store.stats().memtable_bytes;
        let index = folder_bytes(&self.backups.data().join("index")).min(self.cache_bytes);
        let counted = MemoryPart::counted;
        let of_store = [
            ("changes", "Changes on their way to the index", u64::try_from(changes).unwrap_or(0)),
            ("index", "Cache of the index, at most", index),
        ];
        let of_store = of_store.map(|(name, title, bytes)| MemoryPart {
            estimated: true,
            ..MemoryPart::measured(name, title, bytes)
        });
        let all = [
            counted(
                "hashes",
                "Passwords being hashed",
                self.accounts.hasher.running(),
                self.hash_bytes,
            ),
            counted("accounts", "Accounts", auth.accounts(), ACCOUNT),
            counted("sessions", "Logins", auth.sessions(), SESSION),
            counted("tokens", "Verified tokens", auth.verified_tokens(), TOKEN),
            counted("leaderboard", "Points leaderboard, rows", self.boards.rows(), LEADERBOARD_ROW),
            counted("wallets", "Wallets in use", self.accounts.wallets.running_actors(), WALLET),
            counted("games", "Members who play", self.games.running_actors(), GAME_SESSION),
            counted(
                "sockets",
                "Sockets of pages",
                self.accounts.broadcaster.counts().sockets,
                SOCKET,
            ),
            counted(
                "limits",
                "Rate limits of addresses and members",
                self.limits.counted(),
                LIMITED_CLIENT,
            ),
            counted("hunts", "Slots of bonus hunts", self.hunts.slots(), HUNT_SLOT),
        ];
        of_store.into_iter().chain(all).collect()
    }
}

/// Adds what is left, so that the parts add up to the total. Estimates that come to more than the process holds are cut,
/// the last ones first.
fn table(resident: Resident, limit_bytes: Option<u64>, counted: Vec<MemoryPart>) -> MemoryTable {
    let mut left = resident.anonymous;
    let mut parts = vec![MemoryPart::measured("program", "Program and libraries", resident.files)];
    for mut part in counted {
        part.bytes = part.bytes.min(left);
        left -= part.bytes;
        parts.push(part);
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.bytes));
    parts.push(MemoryPart::measured(
        "rest",
        "Everything else, with what the allocator keeps free",
        left,
    ));
    MemoryTable { total_bytes: resident.files + resident.anonymous, limit_bytes, parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes_of(table: &MemoryTable) -> Vec<(&str, u64)> {
        table.parts.iter().map(|part| (part.name.as_str(), part.bytes)).collect()
    }

    #[test]
    fn the_parts_add_up_also_when_the_estimates_are_too_high() {
        let resident = Resident { files: 500, anonymous: 1000 };
        let parts = |each| {
            let named = |name| MemoryPart::counted(name, name, 2, each);
            vec![named("sockets"), named("wallets")]
        };
        let usual = table(resident, Some(4096), parts(100));
        let expected = [("program", 500), ("sockets", 200), ("wallets", 200), ("rest", 600)];
        assert_eq!(bytes_of(&usual), expected);
        assert_eq!((usual.total_bytes, usual.limit_bytes), (1500, Some(4096)));
        let high = table(resident, None, parts(400));
        let expected = [("sockets", 800), ("program", 500), ("wallets", 200), ("rest", 0)];
        assert_eq!(bytes_of(&high), expected);
    }
}
