//! Moves in an open round of mines or blackjack, and rounds that settle themselves.

use actix::Context;
use pointhouse_store::Batch;
use tokio::sync::oneshot;

use super::bets::changes;
use super::{Decided, OpenRound, Proposal, Session, answer, broken};
use crate::accounts::KeyHash;
use crate::clock::Millis;
use crate::games::error::GameError;
use crate::games::messages::{CommandError, Due, PlayedRound, Reply};
use crate::games::records::{DUE, EndRow, MoveRow, OPEN_ROUND, ROUND_END};
use crate::games::registry::{self, MoveResult};
use crate::games::stored_values::Move;
use crate::ids::{GameId, RoundId, UserId};
use crate::wallet::{Post, PostError, Posted, Refused, State};

/// A move whose commit is in progress.
pub(super) struct Moved {
    /// The round before the move.
    before: OpenRound,
    key: Option<KeyHash>,
    rules_hash: std::sync::Arc<str>,
    step: MoveResult,
}

impl Session {
    pub(super) fn act(
        &mut self,
        game: GameId,
        action: Move,
        key: Option<KeyHash>,
        reply: Reply<PlayedRound>,
        ctx: &mut Context<Self>,
    ) {
        let decided = match self.repeated_move(game, action, key) {
            Ok(Some(round)) => Ok(Decided::Repeated(Box::new(round))),
            Ok(None) => self.propose_move(game, action, key),
            Err(error) => Err(error),
        };
        self.post(decided, reply, ctx, Self::moved);
    }

    /// Ends a round of this game if it is due.
    pub(super) fn settle_overdue(
        &mut self,
        game: GameId,
        when: Due,
        reply: Reply<bool>,
        ctx: &mut Context<Self>,
    ) {
        let now = self.deps.clock.now().0;
        let is_due = |round: &&OpenRound| when == Due::Any || round.open.due_at <= now;
        let overdue = self.ready().map(|ready| {
            let round = ready.open.get(&game).filter(is_due);
            round.map(|round| round.open.number)
        });
        let number = match overdue {
            Ok(Some(number)) => number,
            Ok(None) => return answer(reply, Ok(false)),
            Err(error) => return answer(reply, Err(error)),
        };
        let (user, round) = (self.user, RoundId { user: self.user, number });
        let decided = self.propose_move(game, Move::Settle, None);
        let (done, settled) = oneshot::channel();
        self.post(decided, done, ctx, Self::moved);
        actix::spawn(async move {
            let result = match settled.await {
                Ok(Ok(_)) => Ok(true),
                // The round stays open until its payout fits into the balance.
                Ok(Err(CommandError::Refused(GameError::Wallet(PostError::Refused(
                    Refused::TooLarge,
                ))))) => {
                    tracing::warn!(%user, %round, "an overdue round cannot pay: the balance is full");
                    Ok(false)
                }
                Ok(Err(CommandError::Refused(error))) => Err(error),
                Ok(Err(CommandError::Retired)) | Err(_) => Err(broken()),
            };
            answer(reply, result);
        });
    }

    fn propose_move(
        &self,
        game: GameId,
        action: Move,
        key: Option<KeyHash>,
    ) -> Result<Decided<Moved>, GameError> {
        let ready = self.ready()?;
        let before = ready.open.get(&game).ok_or(GameError::NoOpenRound)?;
        let set = self.deps.rules.find(game, before.row.rules)?;
        let moves: Vec<Move> = before.open.moves.iter().map(|row| row.action).collect();
        let seeds = ready.seeds(before.row.nonce);
        let step = registry::step(&set.table, &before.row.play, seeds, &moves, action);
        let step = step?;
        // An open round may be finished under any limit; staking more on it is another bet.
        ready.limits.check(step.cost.get(), &self.deps.zone, self.deps.clock.now())?;
        let at = self.deps.clock.now().0;
        let post = posting(self.user, before, key, &step, at, action == Move::Settle);
        let moved = Moved { before: before.clone(), key, rules_hash: set.hash.clone(), step };
        Ok(Decided::New(Box::new(Proposal { post, then: moved })))
    }

    fn moved(&mut self, moved: Moved, posted: Posted) -> Result<PlayedRound, GameError> {
        let Moved { mut before, key, rules_hash, step } = moved;
        let (zone, now) = (&self.deps.zone, self.deps.clock.now());
        let game = before.row.play.game();
        let balance = (posted.balance.get(), posted.seq);
        let number = before.open.number;
        let ready = self.ready.as_mut().ok_or_else(broken)?;
        ready.remember_key(number, key);
        let moved = (step.cost.get(), step.round.payout.get());
        ready.limits.count(moved, Millis(before.row.at), zone, now);
        let open = step.round.open;
        let row = before.row.clone();
        if open {
            before.open.revision += 1;
            before.open.staked = step.round.staked.get();
            before.open.moves.extend(rows(&step.done, key, balance));
            ready.open.insert(game, before);
        } else {
            ready.open.remove(&game);
            self.publish_pause(game);
        }
        self.publish_round(number, game, &step.round.detail);
        let round = PlayedRound::of(number, &row, rules_hash, step.round, balance);
        if !open {
            self.tell_overlay(&round);
        }
        Ok(round)
    }
}

fn rows(
    done: &[Move],
    key: Option<KeyHash>,
    (balance, ledger_seq): (u64, u64),
) -> impl Iterator<Item = MoveRow> {
    done.iter().map(move |action| MoveRow { action: *action, key, balance, ledger_seq })
}

/// What the move costs and pays, and the round after it, as one posting.
fn posting(
    user: UserId,
    before: &OpenRound,
    key: Option<KeyHash>,
    step: &MoveResult,
    at: i64,
    by_house: bool,
) -> Post {
    let mut open = before.open.clone();
    let (play, game) = (before.row.play.clone(), before.row.play.game());
    let (number, done) = (open.number, step.done.clone());
    let (staked, payout) = (step.round.staked.get(), step.round.payout.get());
    let goes_on = step.round.open;
    let riders = move |_: &State, after: &State, batch: &mut Batch| {
        let balance = (after.balance.get(), after.ledger_seq);
        open.moves.extend(rows(&done, key, balance));
        if goes_on {
            open.revision += 1;
            open.staked = staked;
            OPEN_ROUND.put(batch, &(user, game), &open)?;
            return Ok(());
        }
        let actions: Vec<Move> = open.moves.iter().map(|row| row.action).collect();
        let bet_type = play.bet_text(&actions);
        let end = EndRow { staked, payout, at, game, bet_type, moves: open.moves };
        ROUND_END.put(batch, &(user, number), &end)?;
        OPEN_ROUND.delete(batch, &(user, game))?;
        DUE.delete(batch, &(open.due_at, user, game))?;
        Ok(())
    };
    // What the site itself ends, it pays once, however late it is resumed.
    let once = by_house.then(|| format!("settle/{user}/{number}").into_bytes());
    let changes = changes((game, number), step.cost, step.max_payout, step.round.payout);
    Post { changes, riders: Some(Box::new(riders)), request: None, once }
}
