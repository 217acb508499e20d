//! The change from one seed pair to the next.

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use pointhouse_rules::fairness::ClientSeed;
use pointhouse_store::Batch;

use super::{Ready, Session, answer};
use crate::games::error::GameError;
use crate::games::messages::{PairView, Reply, Revealed};
use crate::games::seeds::Pairs;
use crate::wallet::PostError;

impl Session {
    pub(super) fn rotate(
        &mut self,
        client_seed: Option<ClientSeed>,
        reply: Reply<(Revealed, PairView)>,
        ctx: &mut Context<Self>,
    ) {
        let now = self.deps.clock.now();
        let rotated = self.check_rotation().and_then(|ready| {
            let (after, revealed, batch) =
                ready.pairs.rotated(client_seed, ready.next_round, now)?;
            Ok((after, batch, revealed))
        });
        self.commit_pairs(rotated, reply, ctx, |revealed, ready| {
            (revealed, ready.pairs.view(ready.next_round))
        });
    }

    /// Reveals both pairs and takes new ones, at a start before any call.
    pub(super) fn renew(&mut self, reply: Reply<()>, ctx: &mut Context<Self>) {
        let now = self.deps.clock.now();
        let renewed = self.check_rotation().and_then(|ready| {
            let (after, batch) = ready.pairs.renewed(ready.next_round, now)?;
            Ok((after, batch, ()))
        });
        self.commit_pairs(renewed, reply, ctx, |(), _| ());
    }

    fn check_rotation(&self) -> Result<&Ready, GameError> {
        let ready = self.ready()?;
        if !ready.open.is_empty() {
            return Err(GameError::UnfinishedRound);
        }
        match self.deps.store.writable() {
            true => Ok(ready),
            false => Err(GameError::Wallet(PostError::ReadOnly)),
        }
    }

    /// Commits new pairs. Answers when they are on disk.
    fn commit_pairs<T: 'static, A: 'static>(
        &mut self,
        prepared: Result<(Pairs, Batch, T), GameError>,
        reply: Reply<A>,
        ctx: &mut Context<Self>,
        to_answer: fn(T, &Ready) -> A,
    ) {
        let (after, batch, about) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => return answer(reply, Err(error)),
        };
        let committed = self.deps.store.commit(batch);
        self.in_flight = true;
        ctx.wait(committed.into_actor(self).map(move |result, session, _| {
            session.in_flight = false;
            let done = match (result, session.ready.as_mut()) {
                (Ok(_), Some(ready)) => {
                    ready.pairs = after;
                    Ok(to_answer(about, ready))
                }
                _ => Err(GameError::Wallet(PostError::Stopped)),
            };
            answer(reply, done);
        }));
    }
}
