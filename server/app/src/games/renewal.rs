//! New seed pairs for every member, at a start before any call: copies of the data folder may hold the old ones.
//!
//! A pair that can be read is revealed, so its rounds stay checkable. Open rounds end by the rule of their game first. A pair
//! whose seed is sealed with a lost key is closed as lost, and the stakes of its open rounds are returned.

use futures_util::future::join_all;
use pointhouse_rules::Points;
use pointhouse_store::{Batch, Keys, View};

use super::Games;
use super::error::GameError;
use super::messages::{Due, SessionCommand};
use super::records::{
    DUE, EndRow, MoveRow, OPEN_ROUND, OpenRow, PAIR_HEAD, PairHeadRow, ROUND, ROUND_END,
};
use super::seeds::{Pairs, PairsState, pairs_state, replace_lost};
use super::session::changes;
use super::stored_values::Move;
use crate::draw_key::Renewal;
use crate::fault::Fault;
use crate::ids::{GameId, UserId};
use crate::wallet::{Post, PostError, Refused};

/// Members whose pairs are renewed before their commits are awaited.
const AT_ONCE: usize = 256;

/// Which pairs are renewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RenewedPairs {
    /// Those that are not sealed with the key.
    Unsealed,
    /// All: the folder was restored, so some may be revealed already.
    All,
}

impl Games {
    /// Renews seed pairs. No call may be served meanwhile. Can be repeated after a kill.
    ///
    /// # Errors
    /// The store cannot be read or has stopped.
    pub async fn renew_pairs(
        &self,
        which: RenewedPairs,
        renewal: &mut Renewal,
    ) -> Result<(), Fault> {
        let mut keys = Some(Keys::all());
        while let Some(page) = keys.take() {
            let view = self.store().view().clone();
            let (read, scanned) = (page.clone(), self.deps.reads.clone());
            let heads = scanned.run(move || PAIR_HEAD.scan(&view, &read, AT_ONCE)).await??;
            if heads.len() == AT_ONCE {
                keys = heads.last().map(|(last, _)| page.after(last));
            }
            let mut batches = Vec::new();
            for (user, head) in heads {
                batches.extend(self.renew(user, head, which, renewal).await?);
            }
            let commits = batches.into_iter().map(|batch| self.store().commit(batch));
            for committed in join_all(commits).await {
                committed?;
            }
        }
        Ok(())
    }

    /// Renews the pairs of a member. Returns what is left to commit.
    async fn renew(
        &self,
        user: UserId,
        head: PairHeadRow,
        which: RenewedPairs,
        renewal: &mut Renewal,
    ) -> Result<Option<Batch>, Fault> {
        let view = self.store().view();
        let state = pairs_state(view, &self.deps.draw_key, user, head)?;
        if state == PairsState::Sealed && which == RenewedPairs::Unsealed {
            return Ok(None);
        }
        let open = open_rounds(view, user)?;
        if state == PairsState::Lost {
            for (game, open) in open {
                if let Err(error) = self.return_stake(user, game, open).await {
                    return stays(user, error);
                }
                renewal.returned += 1;
            }
            renewal.lost += 1;
            let at = (next_round(view, user)?, self.deps.clock.now());
            return replace_lost(view, &self.deps.draw_key, user, at).map(Some);
        }
        if open.is_empty() {
            let next_round = next_round(view, user)?;
            let pairs = Pairs::read(view, &self.deps.draw_key, user)?;
            let pairs = pairs.ok_or(Fault::Contradiction("a member's pairs are missing"))?;
            renewal.revealed += 1;
            return Ok(Some(pairs.renewed(next_round, self.deps.clock.now())?.1));
        }
        for (game, _) in open {
            match self.settle(user, game, Due::Any).await {
                Ok(is_ended) => renewal.ended += u64::from(is_ended),
                Err(error) => return stays(user, error),
            }
        }
        if let Err(error) = self.ask(user, |reply| SessionCommand::Renew { reply }).await {
            return stays(user, error);
        }
        renewal.revealed += 1;
        Ok(None)
    }

    /// Ends an open round whose seed is lost by returning its stake.
    async fn return_stake(
        &self,
        user: UserId,
        game: GameId,
        open: OpenRow,
    ) -> Result<(), GameError> {
        let round = super::stored_rounds::find_round(self.store().view(), user, open.number)?;
        let round = round.ok_or(Fault::Contradiction("an open round has no round"))?;
        let at = self.deps.clock.now().0;
        let bet_type = round.row.play.bet_text(&actions(&open.moves));
        self.deps.wallets.post(user, returning((user, game), open, (at, bet_type))).await?;
        Ok(())
    }
}

/// A member's pairs that cannot be renewed. A full balance takes no payment: the round stays open and its pair with it,
/// because a round must not be played on with another pair. Anything else ends the start, which can be repeated.
fn stays(user: UserId, error: GameError) -> Result<Option<Batch>, Fault> {
    match error {
        GameError::Wallet(PostError::Refused(Refused::TooLarge)) | GameError::UnfinishedRound => {
            tracing::error!(%user, %error, "a member's seeds were not renewed: an open round cannot pay");
            Ok(None)
        }
        GameError::Inner(fault) => Err(fault),
        error => Err(Fault::other(std::io::Error::other(error.to_string()))),
    }
}

/// The stake of a round as its payout, and its end.
fn returning((user, game): (UserId, GameId), open: OpenRow, (at, bet_type): (i64, String)) -> Post {
    let OpenRow { number, staked, due_at, moves, .. } = open;
    let riders = move |_: &_, _: &_, batch: &mut Batch| {
        let end = EndRow { staked, payout: staked, at, game, bet_type, moves };
        ROUND_END.put(batch, &(user, number), &end)?;
        OPEN_ROUND.delete(batch, &(user, game))?;
        DUE.delete(batch, &(due_at, user, game))
    };
    let back = Points::new(staked).unwrap_or(Points::ZERO);
    Post {
        changes: changes((game, number), Points::ZERO, back, back),
        riders: Some(Box::new(riders)),
        request: None,
        once: Some(format!("settle/{user}/{number}").into_bytes()),
    }
}

fn actions(moves: &[MoveRow]) -> Vec<Move> {
    moves.iter().map(|row| row.action).collect()
}

fn open_rounds(view: &View, user: UserId) -> Result<Vec<(GameId, OpenRow)>, Fault> {
    let mut open = Vec::new();
    for game in GameId::ALL {
        open.extend(OPEN_ROUND.get(view, &(user, game))?.map(|row| (game, row)));
    }
    Ok(open)
}

fn next_round(view: &View, user: UserId) -> Result<u64, Fault> {
    Ok(ROUND.newest(view, user)?.map_or(1, |(number, _)| number + 1))
}
