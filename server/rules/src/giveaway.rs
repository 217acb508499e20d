//! The draw of a giveaway (docs/games.md, section 10).
//!
//! The server seed is committed to before the first entry; the client seed is the hash of the
//! frozen list of entries. Both fix the winner, so neither an entrant nor a later edit of the
//! list can steer it.

mod entries;

use serde::Serialize;

use crate::HexDigest;
use crate::fairness::ServerSeed;

pub use entries::{Beacon, Entries, EntryError, Purchase, chain_next, chain_start};

/// A ticket that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The accepted hash, published as `winnerHash`.
    pub hash: HexDigest,
    /// The ticket, `0..tickets`.
    pub index: u64,
    /// How many hashes were skipped so that every ticket has exactly the same chance.
    pub skipped: u64,
}

/// Everything that is public after the end. As JSON it is the `expect` object of the test
/// vectors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    /// The commitment that was shown from the creation on.
    pub server_seed_hash: HexDigest,
    /// The secret itself.
    pub server_seed: String,
    /// SHA-256 of the canonical text.
    pub client_seed: HexDigest,
    /// Tickets in the list.
    pub tickets: u64,
    /// The accepted hash; none without tickets.
    pub winner_hash: Option<HexDigest>,
    /// The winning ticket; none without tickets.
    pub winner_index: Option<u64>,
    /// Whose ticket it is.
    pub winner: Option<String>,
    /// The running hash after the last entry.
    #[serde(rename = "entry_chain_last")]
    pub entry_chain_last: HexDigest,
}

impl Proof {
    /// Draws the winner of a frozen list and gathers what proves it.
    pub fn of(server_seed: &ServerSeed, entries: &Entries) -> Self {
        let client_seed = entries.client_seed(None);
        let drawn = draw(server_seed, &client_seed, entries.tickets(), 0);
        Self {
            server_seed_hash: server_seed.commitment(),
            server_seed: server_seed.reveal(),
            client_seed,
            tickets: entries.tickets(),
            winner_hash: drawn.map(|drawn| drawn.hash),
            winner_index: drawn.map(|drawn| drawn.index),
            winner: drawn.and_then(|drawn| entries.owner(drawn.index)).map(str::to_owned),
            entry_chain_last: entries.chain(),
        }
    }
}

/// Draws a ticket: `HMAC-SHA256(server seed, "clientSeed:redraw:0")` modulo the tickets, with
/// the last number raised while the hash lies in the part of the range that would favour low
/// tickets. `None` without tickets.
///
/// `redraw` is 0 for the draw itself. When the ticket drawn is forfeited (docs/decisions.md, E4),
/// the next number draws again, and every such draw is published.
pub fn draw(
    server_seed: &ServerSeed,
    client_seed: &HexDigest,
    tickets: u64,
    redraw: u64,
) -> Option<Drawn> {
    if tickets == 0 {
        return None;
    }
    (0..).find_map(|skipped| {
        let hash = server_seed.hash_of(format_args!("{client_seed}:{redraw}:{skipped}"));
        let index = fair_remainder(hash.as_bytes(), tickets)?;
        Some(Drawn { hash, index, skipped })
    })
}

/// The 256-bit number modulo `tickets`; `None` when it is one of the last `2^256 mod tickets`
/// numbers, which would make low tickets more likely.
fn fair_remainder(number: &[u8; 32], tickets: u64) -> Option<u64> {
    let whole_range = (remainder(&[0xff; 32], tickets) + 1) % tickets;
    // What is missing from the number to 2^256 - 1, when that fits 64 bits at all.
    let (high, low) = number.split_at(24);
    if high.iter().all(|byte| *byte == 0xff) {
        let missing = low.iter().fold(0u64, |missing, byte| missing << 8 | u64::from(!byte));
        if missing < whole_range {
            return None;
        }
    }
    Some(remainder(number, tickets))
}

#[expect(clippy::expect_used, reason = "a remainder is below its 64-bit divisor")]
fn remainder(number: &[u8; 32], divisor: u64) -> u64 {
    let divisor = u128::from(divisor);
    let digits = number.iter().map(|byte| u128::from(*byte));
    let remainder = digits.fold(0u128, |rest, digit| (rest << 8 | digit) % divisor);
    u64::try_from(remainder).expect("below the divisor")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_uneven_end_of_the_range_is_skipped() {
        let mut number = [0xff; 32];
        // 2^256 mod 10 is 6: of the last numbers, six are skipped and the seventh is not.
        for (missing, expected) in [(0, None), (5, None), (6, Some(9)), (7, Some(8))] {
            number[31] = 0xff - missing;
            assert_eq!(fair_remainder(&number, 10), expected, "{missing}");
        }
        // A power of two divides the range: nothing is skipped.
        assert_eq!(fair_remainder(&[0xff; 32], 1 << 40), Some((1 << 40) - 1));
        assert_eq!(fair_remainder(&[0xff; 32], 1), Some(0));
        assert_eq!(fair_remainder(&[0; 32], u64::MAX), Some(0));
        // 2^256 mod (2^64 - 1) is 1.
        assert_eq!(fair_remainder(&[0xff; 32], u64::MAX), None);
    }
}
