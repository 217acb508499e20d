//! Actors that run while they are used: one for each id, started on demand.
//!
//! An actor that passivates itself first removes itself from this registry, under its own generation. It
//! answers "retired" to callers that resolved it just before; they try again and start the next one.

use std::sync::atomic::{AtomicU64, Ordering};

use actix::dev::ToEnvelope;
use actix::prelude::SendError;
use actix::{Actor, Addr, Context, Handler, Message};
use dashmap::DashMap;
use tokio::sync::oneshot;

use crate::arbiters::Arbiters;
use crate::ids::{Sharded, UserId};

/// How often a call is sent again to the next actor before it is refused as busy.
pub const ATTEMPTS: usize = 4;

struct Entry<A: Actor> {
    generation: u64,
    address: Addr<A>,
}

/// Why a message was not put into the mailbox of an actor.
pub enum NotSent<M> {
    /// The process is starting or ending.
    NotUp,
    /// The actor's mailbox is full.
    Full,
    /// The actor has stopped; the message is given back for the next one.
    Gone(M),
}

/// Why a call got no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The process is starting or ending.
    Stopped,
    /// The actor's mailbox is full, or it was passivated again and again.
    Busy,
}

/// The registry of one kind of actor: one for each member, unless `K` says otherwise.
pub struct ActorRegistry<A: Actor, K: Sharded = UserId> {
    arbiters: Arbiters,
    running: DashMap<K, Entry<A>>,
    generations: AtomicU64,
}

impl<A: Actor<Context = Context<A>>, K: Sharded> ActorRegistry<A, K> {
    /// A registry without running actors.
    pub fn new(arbiters: Arbiters) -> Self {
        Self { arbiters, running: DashMap::new(), generations: AtomicU64::new(1) }
    }

    /// Puts a message into the mailbox of an id's actor, which `start` makes if none is running.
    ///
    /// All messages go through the registry's own address: a mailbox accepts one more message from
    /// every clone of its address, so that clones would never find it full.
    ///
    /// # Errors
    /// See [`NotSent`].
    pub fn send<M>(
        &self,
        id: K,
        start: impl FnOnce(u64) -> A + Send + 'static,
        message: M,
    ) -> Result<(), NotSent<M>>
    where
        M: Message<Result = ()> + Send + 'static,
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
    {
        let put = |address: &Addr<A>, message| {
            address.try_send(message).map_err(|error| match error {
                SendError::Full(_) => NotSent::Full,
                SendError::Closed(message) => NotSent::Gone(message),
            })
        };
        if let Some(entry) = self.running.get(&id) {
            return put(&entry.address, message);
        }
        let Some(arbiter) = self.arbiters.of(id) else { return Err(NotSent::NotUp) };
        let entry = self.running.entry(id).or_insert_with(|| {
            let generation = self.generations.fetch_add(1, Ordering::Relaxed);
            // Made on the actor's own thread: an actor need not be Send.
            let address = A::start_in_arbiter(&arbiter, move |_| start(generation));
            Entry { generation, address }
        });
        put(&entry.address, message)
    }

    /// Sends a command to an id's actor and waits for the reply. `accept` turns the reply into an answer;
    /// `None` means that the actor was passivated, and the command is sent to the next one.
    ///
    /// # Errors
    /// See [`NoAnswer`].
    pub async fn ask<M, R, T>(
        &self,
        id: K,
        start: impl Fn(u64) -> A + Clone + Send + 'static,
        command: impl Fn(oneshot::Sender<R>) -> M,
        accept: impl Fn(R) -> Option<T>,
    ) -> Result<T, NoAnswer>
    where
        M: Message<Result = ()> + Send + 'static,
        A: Handler<M>,
        A::Context: ToEnvelope<A, M>,
    {
        for _ in 0..ATTEMPTS {
            let (reply, answer) = oneshot::channel();
            match self.send(id, start.clone(), command(reply)) {
                Ok(()) => {}
                Err(NotSent::NotUp) => return Err(NoAnswer::Stopped),
                Err(NotSent::Full) => return Err(NoAnswer::Busy),
                Err(NotSent::Gone(_)) => continue,
            }
            let answer = answer.await.map_err(|_| NoAnswer::Stopped)?;
            if let Some(answer) = accept(answer) {
                return Ok(answer);
            }
        }
        Err(NoAnswer::Busy)
    }

    /// Removes an actor, unless a later one has replaced it.
    pub fn remove(&self, id: K, generation: u64) {
        self.running.remove_if(&id, |_, entry| entry.generation == generation);
    }

    /// Number of running actors.
    pub fn running(&self) -> usize {
        self.running.len()
    }
}
