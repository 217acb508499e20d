//! Proves the rounds of a data folder, for `pointhouse verify`.

use std::collections::HashMap;

use pointhouse_store::{StoreError, View};

use super::error::GameError;
use super::records::{DUE, OPEN_ROUND, ROUND};
use super::rules::Rules;
use super::stored_rounds::{Replayer, StoredRound, with_moves};
use crate::draw_key::DrawKey;
use crate::ids::{GameId, UserId};

/// Stake and payout by round, as the ledger has them.
type Paid = HashMap<u64, (i64, i64)>;

/// Rounds that were checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundCounts {
    /// All rounds.
    pub rounds: u64,
    /// Those of them that could not be recomputed, because the key of their seed is lost or not here. Their payments are
    /// checked all the same.
    pub without_seed: u64,
}

/// Checks every round of a member against its seeds, its tables and what the ledger paid for it.
///
/// # Errors
/// A row cannot be decoded.
pub fn check_rounds(
    view: &View,
    (rules, key): (&Rules, &DrawKey),
    user: UserId,
    mut paid: Paid,
    faults: &mut Vec<String>,
) -> Result<RoundCounts, StoreError> {
    let mut count = RoundCounts::default();
    let mut last: Option<(u32, u64)> = None;
    let mut expected = 1;
    let mut open = Vec::new();
    let mut replayer = Replayer::new(view, (rules, key), user);
    for entry in ROUND.oldest_first(view, user, 0) {
        let (number, row) = entry?;
        count.rounds += 1;
        if number != expected {
            faults.push(format!("member {user}: round {expected} is missing"));
        }
        expected = number + 1;
        let follows = match last {
            Some((pair, nonce)) if pair == row.pair => row.nonce == nonce + 1,
            Some((pair, _)) => row.pair > pair && row.nonce == 0,
            None => row.nonce == 0,
        };
        if !follows {
            faults.push(format!("member {user}: the nonce of round {number} does not follow"));
        }
        last = Some((row.pair, row.nonce));
        let (game, begun) = (row.play.game(), row.staked);
        let stored = match with_moves(view, user, number, row) {
            Ok(stored) => stored,
            Err(error) => {
                faults.push(format!("member {user}: round {number}: {error}"));
                paid.remove(&number);
                continue;
            }
        };
        if stored.is_open() {
            open.push((game, number));
        }
        let (stake, payout) = paid.remove(&number).unwrap_or_default();
        match check_round(&mut replayer, &stored) {
            Err(Unproved::NoSeed) => {
                count.without_seed += 1;
                let (staked, paid) = stored.money();
                if !stored.is_open()
                    && (i128::from(staked), i128::from(paid)) != (-i128::from(stake), payout.into())
                {
                    faults.push(format!("member {user}: round {number} is not paid as it says"));
                }
            }
            Err(Unproved::Wrong(reason)) => {
                faults.push(format!("member {user}: round {number} {reason}"))
            }
            Ok(money) if money != (-i128::from(stake), i128::from(payout)) => {
                faults.push(format!(
                    "member {user}: round {number} (begun with {begun}) is not paid as it says"
                ));
            }
            Ok(_) => {}
        }
    }
    for round in paid.keys() {
        faults.push(format!("member {user}: round {round} was paid and is missing"));
    }
    check_open(view, user, &open, faults)?;
    Ok(count)
}

/// Why a round is not proved.
enum Unproved {
    /// Its seed cannot be read: the key is lost, or not here.
    NoSeed,
    /// It contradicts its seeds.
    Wrong(String),
}

/// Stake and payout of a round, as its seeds, tables and moves give them and as its rows say.
fn check_round(
    replayer: &mut Replayer<'_>,
    stored: &StoredRound,
) -> Result<(i128, i128), Unproved> {
    let round = replayer.replay(stored).map_err(|error| match error {
        GameError::SeedLost => Unproved::NoSeed,
        error => Unproved::Wrong(error.to_string()),
    })?;
    let state = round.state;
    if state.open != stored.is_open() || state.play != stored.row.play {
        return Err(Unproved::Wrong("is not what its seeds and its tables give".to_owned()));
    }
    let money = (state.staked.get(), state.payout.get());
    if !stored.is_open() && money != stored.money() {
        return Err(Unproved::Wrong("does not pay what its seeds and its tables give".to_owned()));
    }
    Ok((i128::from(money.0), i128::from(money.1)))
}

/// Every open round is the one that its game's row names, and due at some time.
fn check_open(
    view: &View,
    user: UserId,
    open: &[(GameId, u64)],
    faults: &mut Vec<String>,
) -> Result<(), StoreError> {
    for game in GameId::ALL {
        let row = OPEN_ROUND.get(view, &(user, game))?;
        let rounds: Vec<u64> =
            open.iter().filter(|(of, _)| *of == game).map(|(_, number)| *number).collect();
        let named: Vec<u64> = row.iter().map(|row| row.number).collect();
        if rounds != named {
            faults.push(format!("member {user}: the open rounds of {} do not fit", game.id()));
        }
        if let Some(row) = row
            && !DUE.contains(view, &(row.due_at, user, game))?
        {
            faults.push(format!("member {user}: the open round of {} is never due", game.id()));
        }
    }
    Ok(())
}
