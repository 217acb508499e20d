//! Actors that run while they are used: one for each id, started on demand.
//!
//! A mailbox has a fixed number of places. Callers beyond it wait for a place in the order in which they came, with their
//! message, which is gone if they give up. So a mailbox is never full, and never holds more than its places. What waits is
//! bounded by the calls that run: `awaited` ones end with their connection, the others are counted by the limits of their
//! member.
//!
//! An actor that passivates itself first removes itself from this registry, under its own generation. It
//! answers "retired" to callers that resolved it just before; they try again and start the next one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use actix::dev::ToEnvelope;
use actix::{Actor, Addr, Context, Handler, Message};
use dashmap::DashMap;
use dashmap::mapref::one::Ref;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use crate::arbiters::Arbiters;
use crate::ids::{Sharded, UserId};

struct Entry<A: Actor> {
    generation: u64,
    address: Addr<A>,
    places: Arc<Semaphore>,
}

/// A message with its place in a mailbox.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Placed<M: Message<Result = ()>> {
    message: M,
    _place: OwnedSemaphorePermit,
}

impl<M: Message<Result = ()>> Placed<M> {
    /// The message. Its place is free again.
    pub fn take(self) -> M {
        self.message
    }
}

/// The process is starting or ending: a call gets no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// The registry of one kind of actor: one for each member, unless `K` says otherwise.
pub struct ActorRegistry<A: Actor, K: Sharded = UserId> {
    arbiters: Arbiters,
    running: DashMap<K, Entry<A>>,
    generations: AtomicU64,
    /// Places of a mailbox.
    places: usize,
}

impl<A: Actor<Context = Context<A>>, K: Sharded> ActorRegistry<A, K> {
    /// A registry without running actors, whose mailboxes have this number of places.
    pub fn new(arbiters: Arbiters, places: usize) -> Self {
        let generations = AtomicU64::new(1);
        Self { arbiters, running: DashMap::new(), generations, places }
    }

    /// Puts a message into the mailbox of an id's actor, which `start` makes if none is running. Waits for a place.
    ///
    /// # Errors
    /// See [`Stopped`].
    pub async fn send<M>(
        &self,
        id: K,
        start: impl Fn(u64) -> A + Clone + Send + 'static,
        message: M,
    ) -> Result<(), Stopped>
    where
        M: Message<Result = ()> + Send + 'static,
        A: Handler<Placed<M>>,
        A::Context: ToEnvelope<A, Placed<M>>,
    {
        let mut place = None;
        loop {
            let (generation, places) = {
                let entry = self.entry(id, &start).ok_or(Stopped)?;
                // A place in the mailbox of an actor that was passivated meanwhile does not count for its successor.
                let of_entry = |(generation, _): &(u64, _)| *generation == entry.generation;
                let free = || entry.places.clone().try_acquire_owned().ok();
                let kept = place.take().filter(of_entry).map(|(_, place)| place);
                if let Some(place) = kept.or_else(free) {
                    return put(&entry.address, Placed { message, _place: place });
                }
                (entry.generation, entry.places.clone())
            };
            let waited = places.acquire_owned().await.map_err(|_| Stopped)?;
            place = Some((generation, waited));
        }
    }

    fn entry(
        &self,
        id: K,
        start: &(impl Fn(u64) -> A + Clone + Send + 'static),
    ) -> Option<Ref<'_, K, Entry<A>>> {
        if let Some(entry) = self.running.get(&id) {
            return Some(entry);
        }
        let arbiter = self.arbiters.of(id)?;
        let entry = self.running.entry(id).or_insert_with(|| {
            let generation = self.generations.fetch_add(1, Ordering::Relaxed);
            let start = start.clone();
            // Made on the actor's own thread: an actor need not be Send.
            let address = A::start_in_arbiter(&arbiter, move |_| start(generation));
            Entry { generation, address, places: Arc::new(Semaphore::new(self.places)) }
        });
        Some(entry.downgrade())
    }

    /// Sends a command to an id's actor and waits for the reply. `accept` turns the reply into an answer;
    /// `None` means that the actor was passivated, and the command is sent to the next one.
    ///
    /// # Errors
    /// See [`Stopped`].
    pub async fn ask<M, R, T>(
        &self,
        id: K,
        start: impl Fn(u64) -> A + Clone + Send + 'static,
        command: impl Fn(oneshot::Sender<R>) -> M,
        accept: impl Fn(R) -> Option<T>,
    ) -> Result<T, Stopped>
    where
        M: Message<Result = ()> + Send + 'static,
        A: Handler<Placed<M>>,
        A::Context: ToEnvelope<A, Placed<M>>,
    {
        loop {
            let (reply, answer) = oneshot::channel();
            self.send(id, start.clone(), command(reply)).await?;
            let answer = answer.await.map_err(|_| Stopped)?;
            if let Some(answer) = accept(answer) {
                return Ok(answer);
            }
        }
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

/// Puts a message into a mailbox whose own limit is not looked at: the message has its place.
fn put<A, M>(address: &Addr<A>, message: M) -> Result<(), Stopped>
where
    M: Message<Result = ()> + Send + 'static,
    A: Actor + Handler<M>,
    A::Context: ToEnvelope<A, M>,
{
    if !address.connected() {
        return Err(Stopped);
    }
    address.do_send(message);
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use actix::{AsyncContext, WrapFuture};
    use futures_util::FutureExt;
    use parking_lot::Mutex;

    use super::*;

    #[derive(Message)]
    #[rtype(result = "()")]
    struct Number(u32);

    /// Notes numbers, each after it was let through.
    #[derive(Clone)]
    struct Slow {
        noted: Arc<Mutex<Vec<u32>>>,
        gate: Arc<Semaphore>,
    }

    impl Actor for Slow {
        type Context = Context<Self>;
    }

    impl Handler<Placed<Number>> for Slow {
        type Result = ();

        fn handle(&mut self, number: Placed<Number>, ctx: &mut Self::Context) {
            let (slow, Number(number)) = (self.clone(), number.take());
            let noted = async move {
                slow.gate.acquire().await.unwrap().forget();
                slow.noted.lock().push(number);
            };
            ctx.wait(noted.into_actor(self));
        }
    }

    #[actix_web::test]
    async fn callers_without_a_place_wait_in_order_and_who_gives_up_is_not_served() {
        let arbiters = Arbiters::default();
        arbiters.register_current();
        let slow = Slow { noted: Arc::default(), gate: Arc::new(Semaphore::new(0)) };
        let registry = ActorRegistry::<Slow>::new(arbiters, 1);
        let start = {
            let slow = slow.clone();
            move |_| slow.clone()
        };
        let send = |number| Box::pin(registry.send(UserId(1), start.clone(), Number(number)));
        // The actor takes the first one, and the second one has the only place.
        send(1).await.unwrap();
        send(2).await.unwrap();
        let (mut third, mut fourth, mut fifth) = (send(3), send(4), send(5));
        for waiting in [&mut third, &mut fourth, &mut fifth] {
            assert!(waiting.as_mut().now_or_never().is_none());
        }
        drop(third);
        slow.gate.add_permits(1);
        fourth.await.unwrap();
        assert!(fifth.as_mut().now_or_never().is_none());
        slow.gate.add_permits(1);
        fifth.await.unwrap();
        slow.gate.add_permits(2);
        // Their turn comes on this thread.
        while slow.noted.lock().len() < 4 {
            tokio::task::yield_now().await;
        }
        assert_eq!(*slow.noted.lock(), [1, 2, 4, 5]);
    }
}
