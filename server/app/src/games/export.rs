//! A member's rounds, seed pairs and limits for the download of their data, in pages.

use pointhouse_rules::HexDigest;
use pointhouse_store::{Batch, Keys, StoreError};
use serde::Serialize;
use utoipa::ToSchema;

use super::kept_limits;
pub use super::kept_limits::forget_kept_limits;
use super::records::{PAIR, PLAY_LIMITS, PairEnd, PairRow, ROUND};
use super::seeds::revealed_seed;
use super::stored_rounds::{Replayer, with_moves};
use super::view::{Round, pair_id, round};
use super::{GameError, Games};
use crate::accounts::IdentityKey;
use crate::clock::Millis;
use crate::ids::UserId;

/// Rounds of a page.
const ROUNDS: usize = 200;

/// A seed pair, as its member may see it: the server seed only once it is revealed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeedPairExport {
    pair_id: String,
    server_seed_hash: String,
    #[schema(required)]
    client_seed: Option<String>,
    #[schema(required)]
    server_seed: Option<String>,
    #[schema(required)]
    revealed_at: Option<String>,
    /// When it was closed because its seed could not be read.
    #[schema(required)]
    lost_at: Option<String>,
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
    let (games, reads) = (games.clone(), games.services().reads.clone());
    let read = reads.run(move || {
        let services = games.services();
        let view = services.store.view();
        let mut replayer = Replayer::new(view, (&services.rules, &services.draw_key), user);
        let page = ROUND.before(view, user, before, ROUNDS)?;
        let next = page.last().map(|(oldest, _)| *oldest);
        let mut rounds = Vec::with_capacity(page.len());
        for (number, row) in page {
            let stored = with_moves(view, user, number, row)?;
            match replayer.replay(&stored) {
                Ok(played) => rounds.push(round(user, played)),
                // The ledger has its money.
                Err(GameError::SeedLost) => {}
                Err(error) => return Err(error),
            }
        }
        Ok((rounds, next))
    });
    read.await?
}

/// All seed pairs of a member, oldest first.
///
/// # Errors
/// The store cannot be read.
pub async fn pairs(games: &Games, user: UserId) -> Result<Vec<SeedPairExport>, GameError> {
    let view = games.services().store.view().clone();
    let read = games.services().reads.run(move || {
        PAIR.rows(&view, Keys::under(&user))
            .map(|pair| pair.map(|((_, number), row)| export_pair(user, number, row)))
            .collect::<Result<_, _>>()
    });
    Ok(read.await??)
}

fn export_pair(user: UserId, number: u32, row: PairRow) -> SeedPairExport {
    let iso = |at| Millis(at).iso();
    SeedPairExport {
        pair_id: pair_id(user, number),
        server_seed_hash: HexDigest::from_bytes(row.commitment).to_string(),
        server_seed: revealed_seed(&row).map(|seed| seed.reveal()),
        revealed_at: row.revealed_at().map(iso),
        lost_at: match row.end {
            Some(PairEnd::Lost(at)) => Some(iso(at)),
            Some(PairEnd::Revealed(_)) | None => None,
        },
        client_seed: row.client_seed,
    }
}

/// Removes the play limits of an account that is deleted, and keeps them under these keys for the next account of the
/// same person.
///
/// # Errors
/// A row cannot be decoded.
pub fn forget(
    games: &Games,
    user: UserId,
    keys: &[IdentityKey],
    batch: &mut Batch,
) -> Result<(), StoreError> {
    let services = games.services();
    kept_limits::keep(services.store.view(), user, keys, services.clock.now(), batch)?;
    PLAY_LIMITS.delete(batch, &user)
}

/// When limits of deleted accounts end that are kept under these keys.
///
/// # Errors
/// A row cannot be decoded.
pub fn kept_limits_under(games: &Games, keys: &[IdentityKey]) -> Result<Vec<Millis>, StoreError> {
    let services = games.services();
    kept_limits::kept_under(services.store.view(), keys, services.clock.now())
}
