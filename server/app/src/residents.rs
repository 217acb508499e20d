//! Actors that live while a member needs them: who is awake, and where.
//!
//! An actor that goes to rest first leaves this registry, under its own generation, and answers
//! "retired" to whoever found it just before; they look up again and wake the next one.

use std::sync::atomic::{AtomicU64, Ordering};

use actix::{Actor, Addr, Context};
use dashmap::DashMap;

use crate::arbiters::Arbiters;
use crate::ids::UserId;

/// Lookups that may meet an actor going to rest before a caller is told to come back.
pub const LOOKUPS: usize = 4;

struct Resident<A: Actor> {
    generation: u64,
    address: Addr<A>,
}

/// The registry of one kind of actor.
pub struct Residents<A: Actor> {
    arbiters: Arbiters,
    awake: DashMap<UserId, Resident<A>>,
    generations: AtomicU64,
}

impl<A: Actor<Context = Context<A>>> Residents<A> {
    /// Nobody awake yet.
    pub fn new(arbiters: Arbiters) -> Self {
        Self { arbiters, awake: DashMap::new(), generations: AtomicU64::new(1) }
    }

    /// The member's actor, woken with its generation if need be. `None` before the first worker
    /// thread is up.
    pub fn address(
        &self,
        user: UserId,
        wake: impl FnOnce(u64) -> A + Send + 'static,
    ) -> Option<Addr<A>> {
        if let Some(resident) = self.awake.get(&user) {
            return Some(resident.address.clone());
        }
        let arbiter = self.arbiters.of(user)?;
        let resident = self.awake.entry(user).or_insert_with(|| {
            let generation = self.generations.fetch_add(1, Ordering::Relaxed);
            // Made on its own thread: an actor need not be able to cross threads.
            let address = A::start_in_arbiter(&arbiter, move |_| wake(generation));
            Resident { generation, address }
        });
        Some(resident.address.clone())
    }

    /// Leaves the registry, unless a later one has taken the place.
    pub fn leave(&self, user: UserId, generation: u64) {
        self.awake.remove_if(&user, |_, resident| resident.generation == generation);
    }

    /// How many are awake.
    pub fn awake(&self) -> usize {
        self.awake.len()
    }
}
