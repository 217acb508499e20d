//! Actors that live while somebody needs them: who is awake, and where.
//!
//! An actor that goes to rest first leaves this registry, under its own generation, and answers
//! "retired" to whoever found it just before; they look up again and wake the next one.

use std::sync::atomic::{AtomicU64, Ordering};

use actix::dev::ToEnvelope;
use actix::prelude::SendError;
use actix::{Actor, Addr, Context, Handler, Message};
use dashmap::DashMap;
use tokio::sync::oneshot;

use crate::arbiters::Arbiters;
use crate::ids::{Seated, UserId};

/// Lookups that may meet an actor going to rest before a caller is told to come back.
pub const LOOKUPS: usize = 4;

struct Resident<A: Actor> {
    generation: u64,
    address: Addr<A>,
}

/// A message did not reach its actor.
pub enum Untold<M> {
    /// The first worker thread is not up yet, or the process is ending.
    NotUp,
    /// The actor's mailbox is full.
    Full,
    /// The actor has stopped; the message is given back for the next one.
    Gone(M),
}

/// A question got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unasked {
    /// The process is starting or ending.
    Stopped,
    /// The actor's mailbox is full, or one after the other went to rest.
    Busy,
}

/// The registry of one kind of actor: one for each member, unless it says otherwise.
pub struct Residents<A: Actor, K: Seated = UserId> {
    arbiters: Arbiters,
    awake: DashMap<K, Resident<A>>,
    generations: AtomicU64,
}

impl<A: Actor<Context = Context<A>>, K: Seated> Residents<A, K> {
    /// Nobody awake yet.
    pub fn new(arbiters: Arbiters) -> Self {
        Self { arbiters, awake: DashMap::new(), generations: AtomicU64::new(1) }
    }

    /// Puts a message into the mailbox of the actor of an id, which is woken with its generation if
    /// need be.
    ///
    /// All go through the registry's own address: every clone of an address has a place in the
    /// mailbox of its own, so that clones would never find it full.
    ///
    /// # Errors
    /// See [`Untold`].
    pub fn tell<M>(
        &self,
        id: K,
        wake: impl FnOnce(u64) -> A + Send + 'static,
        message: M,
    ) -> Result<(), Untold<M>>
    where
        M: Message<Result = ()> + Send + 'static,
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
    {
        let told = |address: &Addr<A>, message| {
            address.try_send(message).map_err(|error| match error {
                SendError::Full(_) => Untold::Full,
                SendError::Closed(message) => Untold::Gone(message),
            })
        };
        if let Some(resident) = self.awake.get(&id) {
            return told(&resident.address, message);
        }
        let Some(arbiter) = self.arbiters.of(id) else { return Err(Untold::NotUp) };
        let resident = self.awake.entry(id).or_insert_with(|| {
            let generation = self.generations.fetch_add(1, Ordering::Relaxed);
            // Made on its own thread: an actor need not be able to cross threads.
            let address = A::start_in_arbiter(&arbiter, move |_| wake(generation));
            Resident { generation, address }
        });
        told(&resident.address, message)
    }

    /// Asks the actor of an id and waits for its answer. `settled` says what an answer is; `None`: the
    /// actor was going to rest, and the next one is asked.
    ///
    /// # Errors
    /// See [`Unasked`].
    pub async fn ask<M, R, T>(
        &self,
        id: K,
        wake: impl Fn(u64) -> A + Clone + Send + 'static,
        order: impl Fn(oneshot::Sender<R>) -> M,
        settled: impl Fn(R) -> Option<T>,
    ) -> Result<T, Unasked>
    where
        M: Message<Result = ()> + Send + 'static,
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
    {
        for _ in 0..LOOKUPS {
            let (reply, answer) = oneshot::channel();
            match self.tell(id, wake.clone(), order(reply)) {
                Ok(()) => {}
                Err(Untold::NotUp) => return Err(Unasked::Stopped),
                Err(Untold::Full) => return Err(Unasked::Busy),
                Err(Untold::Gone(_)) => continue,
            }
            let answer = answer.await.map_err(|_| Unasked::Stopped)?;
            if let Some(answer) = settled(answer) {
                return Ok(answer);
            }
        }
        Err(Unasked::Busy)
    }

    /// Leaves the registry, unless a later one has taken the place.
    pub fn leave(&self, id: K, generation: u64) {
        self.awake.remove_if(&id, |_, resident| resident.generation == generation);
    }

    /// How many are awake.
    pub fn awake(&self) -> usize {
        self.awake.len()
    }
}
