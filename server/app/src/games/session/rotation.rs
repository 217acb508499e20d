//! The change from one seed pair to the next.

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use pointhouse_rules::fairness::ClientSeed;

use super::{Session, answer};
use crate::games::error::GameError;
use crate::games::messages::{PairView, Reply, Revealed};
use crate::wallet::PostError;

impl Session {
    pub(super) fn rotate(
        &mut self,
        client_seed: Option<ClientSeed>,
        reply: Reply<(Revealed, PairView)>,
        ctx: &mut Context<Self>,
    ) {
        let prepared = self.ready().and_then(|ready| {
            if !ready.open.is_empty() {
                return Err(GameError::UnfinishedRound);
            }
            if !self.deps.store.writable() {
                return Err(GameError::Wallet(PostError::ReadOnly));
            }
            let now = self.deps.clock.now();
            Ok(ready.pairs.rotated(client_seed, ready.next_round, now)?)
        });
        let (after, revealed, batch) = match prepared {
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
                    Ok((revealed, ready.pairs.view(ready.next_round)))
                }
                _ => Err(GameError::Wallet(PostError::Stopped)),
            };
            answer(reply, done);
        }));
    }
}
