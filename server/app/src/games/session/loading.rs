//! What a session reads when it wakes.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use pointhouse_store::{View, decode};

use super::{KNOWN_ROUNDS, OpenRound, Ready};
use crate::accounts::KeyHash;
use crate::clock::{Millis, SiteZone};
use crate::games::Deps;
use crate::games::limits::{PlayLimits, read_limits};
use crate::games::records::{OpenRow, RoundRow, open_key};
use crate::games::retelling::{read_kept, with_moves};
use crate::games::seeds::Pairs;
use crate::ids::{GameId, UserId};
use crate::tables;

/// Everything but the seeds.
struct Read {
    next_round: u64,
    keys: VecDeque<(u64, KeyHash)>,
    open: BTreeMap<GameId, OpenRound>,
    limits: PlayLimits,
}

/// Reads a member's rows; the first pairs of a new player are made.
pub(super) async fn load(deps: Arc<Deps>, user: UserId) -> Result<Ready, String> {
    let (view, zone, now) = (deps.store.view().clone(), deps.zone, deps.clock.now());
    let read = deps.reads.run_for_member(move || read(&view, user, zone, now)).await;
    let Read { next_round, keys, open, limits } = read.map_err(told)??;
    let pairs = Pairs::load(&deps.store, user, next_round).await?;
    Ok(Ready { pairs, next_round, keys, open, limits })
}

fn read(view: &View, user: UserId, zone: SiteZone, now: Millis) -> Result<Read, String> {
    let (next_round, keys) = read_keys(view, user)?;
    let mut open = BTreeMap::new();
    for game in GameId::ALL {
        let Some(row) = view.get(tables::OPEN_ROUND, &open_key(user, game)).map_err(told)? else {
            continue;
        };
        let row: OpenRow = decode(&row).map_err(told)?;
        let kept = read_kept(view, user, row.number).map_err(told)?;
        let kept = kept.ok_or("an open round has no round")?;
        open.insert(game, OpenRound { row: kept.row, open: row });
    }
    let limits = read_limits(view, user, zone, now)?;
    Ok(Read { next_round, keys, open, limits })
}

/// The next round's number and the keys of the last rounds, by rising round.
fn read_keys(view: &View, user: UserId) -> Result<(u64, VecDeque<(u64, KeyHash)>), String> {
    let wanted = usize::try_from(KNOWN_ROUNDS).unwrap_or(usize::MAX);
    let rounds = view.log(tables::ROUND, user.0, u64::MAX, wanted).map_err(told)?;
    let next_round = rounds.first().map_or(1, |newest| newest.seq + 1);
    let mut keys = VecDeque::new();
    for entry in rounds.iter().rev() {
        let row: RoundRow = decode(&entry.value).map_err(told)?;
        keys.extend(row.key.map(|key| (entry.seq, key)));
        if row.play.has_moves() {
            let kept = with_moves(view, user, entry.seq, row).map_err(told)?;
            let of_moves = kept.moves.iter().filter_map(|row| row.key);
            keys.extend(of_moves.map(|key| (entry.seq, key)));
        }
    }
    Ok((next_round, keys))
}

fn told(error: impl std::fmt::Display) -> String {
    error.to_string()
}
