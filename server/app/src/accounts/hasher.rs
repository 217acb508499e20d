//! Passwords: Argon2id on threads of their own, at a low priority and from a fair, bounded queue, so
//! that a storm of logins slows other logins little and nothing else.

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

/// Priority of the threads, 0 (as all others) to 19 (lowest). At 10 a thread gets about a tenth of a
/// core that a serving thread wants, too: enough that a login ends on a busy machine, where the idle
/// class could wait for ever.
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

/// What the threads and the callers share.
struct Shared {
    state: Mutex<State>,
    arrived: Condvar,
    begun: Instant,
}

struct State {
    queue: HashQueue<Job>,
    is_closed: bool,
}

/// Ends the threads with the last clone of the pool.
struct Pool {
    shared: Arc<Shared>,
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.state.lock().is_closed = true;
        self.shared.arrived.notify_all();
    }
}

/// The threads were not started.
#[derive(Debug, thiserror::Error)]
pub enum HasherError {
    /// The settings are none of Argon2's.
    #[error("auth.hash_memory_kib, auth.hash_passes: {0}")]
    Settings(argon2::Error),
    /// The trial hash failed.
    #[error(transparent)]
    Hash(#[from] password_hash::Error),
    /// No thread.
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
    /// A thread cannot be started, or the parameters are none of Argon2's.
    pub fn start(auth: &Auth) -> Result<Self, HasherError> {
        let params = Params::new(auth.hash_memory_kib, auth.hash_passes, 1, None)
            .map_err(HasherError::Settings)?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        // An unknown address is checked against this, so that it takes as long as a known one.
        let nobody = argon.hash_password(b"nobody's password")?;
        let nobody: Arc<str> = nobody.to_string().into();
        let state = State { queue: HashQueue::new(auth.hash_queue), is_closed: false };
        let (state, arrived) = (Mutex::new(state), Condvar::new());
        let shared = Arc::new(Shared { state, arrived, begun: Instant::now() });
        // From here on a thread that cannot be started ends those that were.
        let hasher = Self { pool: Arc::new(Pool { shared: shared.clone() }) };
        for number in 0..auth.hash_threads {
            let (shared, argon, nobody) = (shared.clone(), argon.clone(), nobody.clone());
            std::thread::Builder::new()
                .name(format!("hash-{number}"))
                .spawn(move || work(&shared, &argon, &nobody))?;
        }
        Ok(hasher)
    }

    /// The PHC string of a new password.
    ///
    /// # Errors
    /// Too many wait, or the hash failed.
    pub async fn hash(&self, password: String, hash_for: HashFor) -> Result<String, AccountError> {
        let (reply, answer) = oneshot::channel();
        self.push(Job::Hash(password, reply), hash_for);
        let hash = answer.await.map_err(|_| AccountError::Busy)?;
        Ok(hash.map_err(Fault::other)?)
    }

    /// Whether a password is the one of a PHC string. Without a string it takes as long and is not.
    ///
    /// # Errors
    /// Too many wait.
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

    /// The password was right: its account is not counted any more, and its network once less.
    pub fn forgive(&self, hash_for: HashFor) {
        self.pool.shared.state.lock().queue.forgive(hash_for);
    }

    fn push(&self, job: Job, hash_for: HashFor) {
        let shared = &self.pool.shared;
        let now = shared.now();
        let refused = shared.state.lock().queue.push(hash_for, job, now);
        shared.arrived.notify_one();
        // Dropping its sender tells its caller that the server is busy.
        drop(refused);
    }
}

impl Shared {
    /// Milliseconds since the start: the queue's own time goes on whatever the site's clock says.
    fn now(&self) -> i64 {
        i64::try_from(self.begun.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Waits for a job; none when the pool is gone.
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

fn work(shared: &Shared, argon: &Argon2<'_>, nobody: &str) {
    // On Linux this is the calling thread's alone.
    if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
        tracing::warn!(%error, "the hashing thread keeps its priority");
    }
    while let Some(job) = shared.next() {
        match job {
            Job::Hash(password, reply) => {
                let hash = argon.hash_password(password.as_bytes());
                // Whoever asked may have gone.
                let _ = reply.send(hash.map(|hash| hash.to_string()));
            }
            Job::Verify(password, hash, reply) => {
                let known = hash.is_some();
                let right = matches(argon, &password, hash.as_deref().unwrap_or(nobody));
                let _ = reply.send(known && right);
            }
        }
    }
}

fn matches(argon: &Argon2<'_>, password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok())
}
