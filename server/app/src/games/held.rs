//! What is held of a member's games, page by page, for whoever asks for all of it.

use pointhouse_rules::fairness::ServerSeed;
use pointhouse_store::{Batch, RowTooLarge, decode};
use serde::Serialize;
use utoipa::ToSchema;

use super::records::{PairRow, RoundRow, pair_key};
use super::retelling::{Teller, with_moves};
use super::view::{Round, pair_id, round};
use super::{GameError, Games};
use crate::clock::Millis;
use crate::ids::UserId;
use crate::tables;

/// Rounds of a page.
const ROUNDS: usize = 200;
const PAIRS: usize = 512;

/// A seed pair, as its member may see it: the server seed only once it is revealed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HeldPair {
    pair_id: String,
    server_seed_hash: String,
    #[schema(required)]
    client_seed: Option<String>,
    #[schema(required)]
    server_seed: Option<String>,
    #[schema(required)]
    revealed_at: Option<String>,
}

/// A page of a member's rounds below a number, newest first, and where the next page begins.
///
/// # Errors
/// The store cannot be read.
pub async fn rounds(
    games: &Games,
    user: UserId,
    before: u64,
) -> Result<(Vec<Round>, Option<u64>), GameError> {
    let (games, reads) = (games.clone(), games.foundation().reads.clone());
    let read = reads.run(move || {
        let foundation = games.foundation();
        let view = foundation.store.view();
        let mut teller = Teller::new(view, &foundation.rules, user);
        let page = view.log(tables::ROUND, user.0, before, ROUNDS).map_err(inner)?;
        let mut told = Vec::with_capacity(page.len());
        for entry in &page {
            let row: RoundRow = decode(&entry.value).map_err(inner)?;
            let kept = with_moves(view, user, entry.seq, row)?;
            told.push(round(user, teller.tell(&kept)?));
        }
        Ok((told, page.last().map(|oldest| oldest.seq)))
    });
    read.await.map_err(inner)?
}

/// All seed pairs of a member, oldest first.
///
/// # Errors
/// The store cannot be read.
pub async fn pairs(games: &Games, user: UserId) -> Result<Vec<HeldPair>, GameError> {
    let view = games.foundation().store.view().clone();
    let read = games.foundation().reads.run(move || {
        let end = pair_key(user, u32::MAX);
        let mut from = pair_key(user, 0).to_vec();
        let mut held = Vec::new();
        loop {
            let rows = view.scan(tables::PAIR, &from, &end, PAIRS).map_err(inner)?;
            let Some((last, _)) = rows.last() else { return Ok(held) };
            from = [last.as_ref(), &[0]].concat();
            for (key, row) in &rows {
                let number = key.last_chunk::<4>().map_or(0, |number| u32::from_be_bytes(*number));
                held.push(held_pair(user, number, decode(row).map_err(inner)?));
            }
        }
    });
    read.await.map_err(inner)?
}

fn held_pair(user: UserId, number: u32, row: PairRow) -> HeldPair {
    let seed = ServerSeed::from_bytes(&row.server_seed);
    HeldPair {
        pair_id: pair_id(user, number),
        server_seed_hash: seed.commitment().to_string(),
        client_seed: row.client_seed,
        server_seed: row.revealed_at.map(|_| seed.reveal()),
        revealed_at: row.revealed_at.map(|at| Millis(at).iso()),
    }
}

/// Removes what a member set for themselves: nobody plays under it any more.
///
/// # Errors
/// Never: the key is short.
pub fn forget(user: UserId, batch: &mut Batch) -> Result<(), RowTooLarge> {
    batch.delete(tables::PLAY_LIMITS, &user.0.to_be_bytes())
}

fn inner(error: impl std::fmt::Display) -> GameError {
    GameError::Inner(error.to_string())
}
