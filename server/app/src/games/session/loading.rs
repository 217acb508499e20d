//! Loads a session from the rows of its member.

use std::collections::{BTreeMap, VecDeque};

use pointhouse_store::{Batch, Store, View};

use super::{KNOWN_ROUNDS, OpenRound, Ready};
use crate::accounts::{KeyHash, Mailboxes};
use crate::clock::{Millis, SiteZone};
use crate::draw_key::DrawKey;
use crate::fault::Fault;
use crate::games::error::GameError;
use crate::games::kept_limits::with_kept;
use crate::games::limits::{PlayLimits, read_limits};
use crate::games::records::{OPEN_ROUND, PLAY_LIMITS, PlayLimitsRow, ROUND};
use crate::games::seeds::Pairs;
use crate::games::stored_rounds::{find_round, with_moves};
use crate::ids::{GameId, UserId};
use crate::reads::Reads;

/// Everything but the seeds.
struct Read {
    next_round: u64,
    keys: VecDeque<(u64, KeyHash)>,
    open: BTreeMap<GameId, OpenRound>,
    limits: PlayLimits,
}

/// Reads a member's rows; the first pairs of a new player are made.
pub(super) async fn load(
    (store, key, reads): (Store, DrawKey, Reads),
    mailboxes: Mailboxes,
    user: UserId,
    (zone, now): (SiteZone, Millis),
) -> Result<Ready, GameError> {
    let view = store.view().clone();
    // Limits of deleted accounts become the member's own, so that they last as long as others.
    let kept = with_kept(&view, &mailboxes, user, now)?;
    if let Some(row) = kept.filter(|_| store.writable()) {
        let mut batch = Batch::new();
        PLAY_LIMITS.put(&mut batch, &user, &row)?;
        store.commit(batch).await?;
    }
    let read = reads.run_for_member(move || read(&view, user, kept, (&zone, now))).await;
    let Read { next_round, keys, open, limits } = read??;
    let pairs = Pairs::load(&store, &key, user, next_round).await?;
    Ok(Ready { pairs, next_round, keys, open, limits })
}

fn read(
    view: &View,
    user: UserId,
    kept: Option<PlayLimitsRow>,
    (zone, now): (&SiteZone, Millis),
) -> Result<Read, GameError> {
    let (next_round, keys) = read_keys(view, user)?;
    let mut open = BTreeMap::new();
    for game in GameId::ALL {
        let Some(row) = OPEN_ROUND.get(view, &(user, game))? else { continue };
        let stored = find_round(view, user, row.number)?;
        let stored = stored.ok_or(Fault::Contradiction("an open round has no round"))?;
        open.insert(game, OpenRound { row: stored.row, open: row });
    }
    let limits = read_limits(view, user, kept, zone, now)?;
    Ok(Read { next_round, keys, open, limits })
}

/// The next round's number and the keys of the last rounds, by rising round.
fn read_keys(view: &View, user: UserId) -> Result<(u64, VecDeque<(u64, KeyHash)>), GameError> {
    let wanted = usize::try_from(KNOWN_ROUNDS).unwrap_or(usize::MAX);
    let rounds = ROUND.before(view, user, u64::MAX, wanted)?;
    let next_round = rounds.first().map_or(1, |(newest, _)| newest + 1);
    let mut keys = VecDeque::new();
    for (number, row) in rounds.into_iter().rev() {
        keys.extend(row.key.map(|key| (number, key)));
        if row.play.has_moves() {
            let stored = with_moves(view, user, number, row)?;
            let of_moves = stored.moves.iter().filter_map(|row| row.key);
            keys.extend(of_moves.map(|key| (number, key)));
        }
    }
    Ok((next_round, keys))
}
