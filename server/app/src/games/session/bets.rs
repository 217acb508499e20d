//! A bet: a whole round of most games, the beginning of one of mines and blackjack.

use std::sync::Arc;

use actix::Context;
use pointhouse_rules::Points;

use super::{Decided, OpenRound, Proposal, Session, broken};
use crate::accounts::KeyHash;
use crate::clock::Millis;
use crate::games::error::GameError;
use crate::games::messages::{PlayedRound, Reply};
use crate::games::records::{DUE, EndRow, OPEN_ROUND, OpenRow, ROUND, ROUND_END, RoundRow};
use crate::games::registry::{self, AnyBet, RoundState};
use crate::games::rules::RuleSet;
use crate::ids::{GameId, UserId};
use crate::tables::NumberRow;
use crate::wallet::{Amount, Change, Post, Posted, Reason, Reference};

/// A round whose payment is on its way.
pub(super) struct Begun {
    number: u64,
    row: RoundRow,
    rules_hash: std::sync::Arc<str>,
    state: RoundState,
    due_at: i64,
}

impl Session {
    pub(super) fn bet(
        &mut self,
        bet: (AnyBet, Arc<RuleSet>),
        key: Option<KeyHash>,
        reply: Reply<PlayedRound>,
        ctx: &mut Context<Self>,
    ) {
        let decided = self.propose(bet, key);
        self.post(decided, reply, ctx, Self::begun);
    }

    /// Everything that can be refused before the wallet is asked, and the draw.
    fn propose(
        &self,
        (bet, set): (AnyBet, Arc<RuleSet>),
        key: Option<KeyHash>,
    ) -> Result<Decided<Begun>, GameError> {
        let ready = self.ready()?;
        if let Some(round) = self.repeated_bet(&bet, key)? {
            return Ok(Decided::Repeated(Box::new(round)));
        }
        let game = bet.game();
        if ready.open.contains_key(&game) {
            return Err(GameError::RoundOpen(game));
        }
        self.check_open(game)?;
        let now = self.deps.clock.now();
        ready.limits.check(bet.staked().get(), &self.deps.zone, now)?;
        self.check_rate()?;
        let number = ready.next_round;
        let nonce = ready.pairs.nonce(number);
        let max_payout = bet.max_payout(&set.table);
        let state = registry::play(&set.table, bet, ready.seeds(nonce))?;
        let row = RoundRow {
            pair: ready.pairs.number(),
            nonce,
            rules: set.id,
            staked: state.staked.get(),
            payout: state.payout.get(),
            at: now.0,
            key,
            // The wallet sets both.
            balance: 0,
            ledger_seq: 0,
            play: state.play.clone(),
        };
        let due_at = now.0.saturating_add(self.deps.settings.now().games.open_round_millis());
        let begun = Begun { number, row, rules_hash: set.hash.clone(), state, due_at };
        let post = posting(self.user, &begun, max_payout);
        Ok(Decided::New(Box::new(Proposal { post, then: begun })))
    }

    fn begun(&mut self, begun: Begun, posted: Posted) -> Result<PlayedRound, GameError> {
        let Begun { number, mut row, rules_hash, state, due_at } = begun;
        row.balance = posted.balance.get();
        row.ledger_seq = posted.seq;
        let (zone, now) = (&self.deps.zone, self.deps.clock.now());
        let game = row.play.game();
        let ready = self.ready.as_mut().ok_or_else(broken)?;
        ready.next_round = number + 1;
        ready.remember_key(number, row.key);
        ready.limits.count((row.staked, row.payout), Millis(row.at), zone, now);
        let balance = (row.balance, row.ledger_seq);
        let round = PlayedRound::of(number, &row, rules_hash, state, balance);
        if round.state.open {
            let open = opened(number, row.staked, due_at);
            ready.open.insert(game, OpenRound { row, open });
        } else {
            self.publish_pause(game);
            self.tell_overlay(&round);
        }
        self.publish_round(number, game, &round.state.detail);
        Ok(round)
    }
}

fn opened(number: u64, staked: u64, due_at: i64) -> OpenRow {
    OpenRow { revision: 1, number, staked, due_at, moves: Vec::new() }
}

/// Stake, payout and round as one posting.
fn posting(user: UserId, begun: &Begun, max_payout: Points) -> Post {
    let Begun { number, row, state, due_at, .. } = begun;
    let (number, due_at, open) = (*number, *due_at, state.open);
    let game = row.play.game();
    let row = row.clone();
    let riders = move |_: &_, after: &crate::wallet::State, batch: &mut pointhouse_store::Batch| {
        let row = RoundRow { balance: after.balance.get(), ledger_seq: after.ledger_seq, ..row };
        ROUND.append(batch, user, number, &row)?;
        if open {
            let open = opened(number, row.staked, due_at);
            OPEN_ROUND.put(batch, &(user, game), &open)?;
            DUE.put(batch, &(due_at, user, game), &NumberRow(number))?;
        } else if row.play.has_moves() {
            // Over with the first cards.
            let end = EndRow {
                staked: row.staked,
                payout: row.payout,
                at: row.at,
                game,
                bet_type: row.play.bet_text(&[]),
                moves: Vec::new(),
            };
            ROUND_END.put(batch, &(user, number), &end)?;
        }
        Ok(())
    };
    let changes = changes((game, number), state.staked, max_payout, state.payout);
    Post { changes, riders: Some(Box::new(riders)), request: None, once: None }
}

/// Stake and payout of a round; what is nothing leaves no entry. Whether it is refused depends on the
/// largest payout that there might have been, never on what was drawn.
pub(in crate::games) fn changes(
    (game, number): (GameId, u64),
    staked: Points,
    max_payout: Points,
    payout: Points,
) -> Vec<Change> {
    let reference = Some(Reference::Round(number));
    let change = |amount, reason| Change { amount, reason, reference };
    vec![
        change(Amount::Take(staked), Reason::Stake(game)),
        change(Amount::RoomFor(max_payout), Reason::Payout(game)),
        change(Amount::Add(payout), Reason::Payout(game)),
    ]
}
