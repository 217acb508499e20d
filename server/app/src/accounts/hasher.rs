//! Argon2id hashing on separate threads with low priority and a fair, bounded queue, so that a
//! flood of logins slows down other logins a little and nothing else.

use std::sync::Arc;
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

/// Niceness of the threads, from 0 (the default) to 19 (lowest priority). At 10 a thread gets about
/// a tenth of a core that a serving thread wants as well, so that a login still completes on a busy
/// machine. The idle class could starve it.
const NICENESS: i32 = 10;

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
    /// The trial hash failed.
    #[error(transparent)]
    Hash(#[from] password_hash::Error),
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
        let params = Params::new(auth.hash_memory_kib, auth.hash_passes, 1, None)
            .map_err(HasherError::Settings)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        // Passwords for unknown emails are checked against this hash, so that they take as long as
        // for known ones.
        let decoy = argon.hash_password(b"nobody's password")?;
        let decoy: Arc<str> = decoy.to_string().into();
        let state = State { queue: HashQueue::new(auth.hash_queue), is_closed: false };
        let (state, arrived) = (Mutex::new(state), Condvar::new());
        let shared = Arc::new(Shared { state, arrived, begun: Instant::now() });
        // Created before the threads, so that an error below drops it, which stops the threads
        // already started.
        let hasher = Self { pool: Arc::new(Pool { shared: shared.clone() }) };
        for number in 0..auth.hash_threads {
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

fn work(shared: &Shared, argon: &Argon2<'_>, decoy: &str) {
    // On Linux this changes the calling thread only.
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "cannot lower the priority of a hashing thread");
    }
    while let Some(job) = shared.next() {
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
    }
}

fn matches(argon: &Argon2<'_>, password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok())
}
