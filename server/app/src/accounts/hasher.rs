//! Argon2id hashing on separate threads with low priority and a fair, bounded queue, so that a
//! flood of logins slows down other logins a little and nothing else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{self, PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use parking_lot::{Condvar, Mutex};
use tokio::sync::oneshot;

use super::error::AccountError;
use super::hash_queue::{Awaited, HashFor, HashQueue};
use crate::config::Auth;
use crate::fault::Fault;
use crate::memory;

/// Niceness of the threads, from 0 (the default) to 19 (lowest priority). At 10 a thread gets about
/// a tenth of a core that a serving thread wants as well, so that a login still completes on a busy
/// machine. The idle class could starve it.
const NICENESS: i32 = 10;

/// Least memory of a hash on a machine with little memory, in KiB.
const LEAST_KIB: u32 = 7168;

enum Job {
    Hash(String, oneshot::Sender<password_hash::Result<String>>),
    Verify(String, Option<String>, oneshot::Sender<bool>),
}

impl Awaited for Job {
    fn is_abandoned(&self) -> bool {
        match self {
            Self::Hash(_, reply) => reply.is_closed(),
            Self::Verify(_, _, reply) => reply.is_closed(),
        }
    }
}

/// State shared by the threads and the callers.
struct Shared {
    state: Mutex<State>,
    arrived: Condvar,
    begun: Instant,
    /// Hashes that are being computed.
    running: AtomicUsize,
}

struct State {
    queue: HashQueue<Job>,
    is_closed: bool,
}

/// Stops the threads when the last clone of the pool is dropped.
struct Pool {
    shared: Arc<Shared>,
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.state.lock().is_closed = true;
        self.shared.arrived.notify_all();
    }
}

/// Why the threads could not be started.
#[derive(Debug, thiserror::Error)]
pub enum HasherError {
    /// Argon2 refused the settings.
    #[error("auth.hash_memory_kib, auth.hash_passes: {0}")]
    Settings(argon2::Error),
    /// A thread could not be started.
    #[error(transparent)]
    Thread(#[from] std::io::Error),
}

/// The pool. Clones share it.
#[derive(Clone)]
pub struct Hasher {
    pool: Arc<Pool>,
}

impl Hasher {
    /// Starts the threads.
    ///
    /// # Errors
    /// A thread cannot be started, or Argon2 refuses the settings.
    pub fn start(auth: &Auth) -> Result<Self, HasherError> {
        let Costs { memory_kib, passes } = Costs::of(auth, memory::limit());
        let params = Params::new(memory_kib, passes, 1, None).map_err(HasherError::Settings)?;
        let decoy: Arc<str> = decoy(&params).into();
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let state = State { queue: HashQueue::new(auth.hash_queue), is_closed: false };
        let (state, arrived) = (Mutex::new(state), Condvar::new());
        let shared = Arc::new(Shared {
            state,
            arrived,
            begun: Instant::now(),
            running: AtomicUsize::new(0),
        });
        // Created before the threads, so that an error below drops it, which stops the threads
        // already started.
        let hasher = Self { pool: Arc::new(Pool { shared: shared.clone() }) };
        for number in 0..threads(auth, memory::limit()) {
            let (shared, argon, decoy) = (shared.clone(), argon.clone(), decoy.clone());
            std::thread::Builder::new()
                .name(format!("hash-{number}"))
                .spawn(move || work(&shared, &argon, &decoy))?;
        }
        Ok(hasher)
    }

    /// Returns the PHC string of a new password.
    ///
    /// # Errors
    /// The queue is full, or the hash failed.
    pub async fn hash(&self, password: String, hash_for: HashFor) -> Result<String, AccountError> {
        let (reply, answer) = oneshot::channel();
        self.push(Job::Hash(password, reply), hash_for);
        let hash = answer.await.map_err(|_| AccountError::Busy)?;
        Ok(hash.map_err(Fault::other)?)
    }

    /// Returns whether a password matches a PHC string. Without a string it takes as long and
    /// returns false.
    ///
    /// # Errors
    /// The queue is full.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
        hash_for: HashFor,
    ) -> Result<bool, AccountError> {
        let (reply, answer) = oneshot::channel();
        self.push(Job::Verify(password, hash, reply), hash_for);
        answer.await.map_err(|_| AccountError::Busy)
    }

    /// Call after a correct password: resets the count of the account and lowers that of the
    /// network by one.
    pub fn forgive(&self, hash_for: HashFor) {
        self.pool.shared.state.lock().queue.forgive(hash_for);
    }

    /// Number of hashes that are being computed.
    pub fn running(&self) -> usize {
        self.pool.shared.running.load(Ordering::Relaxed)
    }

    fn push(&self, job: Job, hash_for: HashFor) {
        let shared = &self.pool.shared;
        let now = shared.now();
        let refused = shared.state.lock().queue.push(hash_for, job, now);
        shared.arrived.notify_one();
        // Dropping the sender makes the caller answer that the server is busy.
        drop(refused);
    }
}

impl Shared {
    /// Milliseconds since the start. Monotonic, so that a change of the site's clock doesn't affect
    /// the queue.
    fn now(&self) -> i64 {
        i64::try_from(self.begun.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Waits for a job. Returns `None` when the pool is gone.
    fn next(&self) -> Option<Job> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(job) = state.queue.pop(self.now()) {
                return Some(job);
            }
            self.arrived.wait(&mut state);
        }
    }
}

/// What a new hash costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// How often the memory is filled.
    pub passes: u32,
}

impl Costs {
    /// The costs of the settings. With little memory, a hash takes an eighth of it and more passes, so that it is as much
    /// work: OWASP's list of equal choices for Argon2id has such pairs, and none with less than [`LEAST_KIB`].
    pub fn of(auth: &Auth, memory_limit: Option<u64>) -> Self {
        let (wanted, passes) = (auth.hash_memory_kib, auth.hash_passes);
        let eighth = memory_limit.map_or(u64::MAX, |limit| limit / 8 / 1024);
        let fitting = u32::try_from(eighth).unwrap_or(u32::MAX).max(LEAST_KIB);
        if wanted <= fitting {
            return Self { memory_kib: wanted, passes };
        }
        let work = u64::from(wanted).saturating_mul(u64::from(passes));
        let passes = u32::try_from(work.div_ceil(u64::from(fitting))).unwrap_or(u32::MAX);
        Self { memory_kib: fitting, passes }
    }
}

/// How many passwords are hashed at once: as many as the settings say and fit into a quarter of the memory, at least one.
/// Hashes that were made with more memory take the whole of `auth.hash_memory_kib` when they are checked.
fn threads(auth: &Auth, memory_limit: Option<u64>) -> usize {
    let one = u64::from(auth.hash_memory_kib) << 10;
    let fitting = memory_limit.map_or(u64::MAX, |limit| limit / 4 / one);
    auth.hash_threads.min(usize::try_from(fitting).unwrap_or(usize::MAX)).max(1)
}

/// Passwords for unknown emails are checked against this hash, so that they take as long as for known ones. No password
/// has it. It is written down instead of computed: the memory of a hash at the start would be spread over what the
/// start allocates next, and stay.
fn decoy(params: &Params) -> String {
    let (memory, passes, lanes) = (params.m_cost(), params.t_cost(), params.p_cost());
    let (salt, hash) = ("A".repeat(22), "A".repeat(43));
    format!("$argon2id$v=19$m={memory},t={passes},p={lanes}${salt}${hash}")
}

fn work(shared: &Shared, argon: &Argon2<'_>, decoy: &str) {
    // On Linux this changes the calling thread only.
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "cannot lower the priority of a hashing thread");
    }
    while let Some(job) = shared.next() {
        shared.running.fetch_add(1, Ordering::Relaxed);
        match job {
            Job::Hash(password, reply) => {
                let hash = argon.hash_password(password.as_bytes());
                // The caller may have disconnected.
                let _ = reply.send(hash.map(|hash| hash.to_string()));
            }
            Job::Verify(password, hash, reply) => {
                let known = hash.is_some();
                let right = matches(argon, &password, hash.as_deref().unwrap_or(decoy));
                let _ = reply.send(known && right);
            }
        }
        shared.running.fetch_sub(1, Ordering::Relaxed);
    }
}

fn matches(argon: &Argon2<'_>, password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn a_password_of_nobody_is_hashed_with_the_costs_of_the_settings() {
        let params = Params::new(64, 3, 1, None).unwrap();
        let decoy = decoy(&params);
        let hash = PasswordHash::new(&decoy).unwrap();
        let costs = Params::try_from(&hash).unwrap();
        let of = |costs: &Params| (costs.m_cost(), costs.t_cost(), costs.p_cost());
        assert_eq!(of(&costs), of(&params));
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        assert!(!matches(&argon, "", &decoy));
        let length = |hash: &PasswordHash| hash.hash.unwrap().as_bytes().len();
        assert_eq!(length(&hash), length(&argon.hash_password(b"a password").unwrap()));
    }

    #[test]
    fn small_memory_has_few_hashes_at_a_time() {
        let mut auth = Config::with("").unwrap().auth;
        auth.hash_threads = 4;
        let at_once = |megabytes: u64| threads(&auth, Some(megabytes << 20));
        assert_eq!([16, 64, 128, 256, 1024].map(at_once), [1, 1, 1, 3, 4]);
        assert_eq!(threads(&auth, None), 4);
    }

    #[test]
    fn small_memory_has_hashes_of_less_memory_and_as_much_work() {
        let auth = Config::with("").unwrap().auth;
        let costs = |megabytes: u64| {
            let Costs { memory_kib, passes } = Costs::of(&auth, Some(megabytes << 20));
            (memory_kib, passes)
        };
        let wanted = [(7168, 6), (8192, 5), (16_384, 3), (19_456, 2), (19_456, 2)];
        assert_eq!([32, 64, 128, 256, 1024].map(costs), wanted);
        assert_eq!(Costs::of(&auth, None), Costs::of(&auth, Some(1 << 30)));
        let few = Auth { hash_memory_kib: 64, ..auth };
        assert_eq!(Costs::of(&few, Some(1 << 20)).memory_kib, 64);
    }
}
