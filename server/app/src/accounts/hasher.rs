//! Passwords: Argon2id on threads of their own, at the lowest priority and with a bounded queue, so
//! that a storm of logins slows logins and nothing else.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use parking_lot::Mutex;
use thread_priority::ThreadPriority;
use thread_priority::unix::{
    NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy,
};
use tokio::sync::oneshot;

use super::error::AccountError;
use crate::config::Auth;

enum Job {
    Hash(String, oneshot::Sender<Option<String>>),
    Verify(String, Option<String>, oneshot::Sender<bool>),
}

/// The pool. Clones share it.
#[derive(Clone)]
pub struct Hasher {
    jobs: SyncSender<Job>,
}

impl Hasher {
    /// Starts the threads.
    ///
    /// # Errors
    /// A thread cannot be started, or the parameters are none of Argon2's.
    pub fn start(auth: &Auth) -> Result<Self, String> {
        let params = Params::new(auth.hash_memory_kib, auth.hash_passes, 1, None)
            .map_err(|error| format!("auth.hash_memory_kib, auth.hash_passes: {error}"))?;
        let argon = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        // An unknown address is checked against this, so that it takes as long as a known one.
        let nobody =
            argon.hash_password(b"nobody's password").map_err(|error| error.to_string())?;
        let nobody: Arc<str> = nobody.to_string().into();
        let (jobs, waiting) = sync_channel(auth.hash_queue);
        let waiting = Arc::new(Mutex::new(waiting));
        for number in 0..auth.hash_threads {
            let (waiting, argon, nobody) = (waiting.clone(), argon.clone(), nobody.clone());
            std::thread::Builder::new()
                .name(format!("hash-{number}"))
                .spawn(move || work(&waiting, &argon, &nobody))
                .map_err(|error| error.to_string())?;
        }
        Ok(Self { jobs })
    }

    /// The PHC string of a new password.
    ///
    /// # Errors
    /// Too many wait, or the hash failed.
    pub async fn hash(&self, password: String) -> Result<String, AccountError> {
        let (reply, answer) = oneshot::channel();
        self.push(Job::Hash(password, reply))?;
        let hash = answer.await.map_err(|_| AccountError::Busy)?;
        hash.ok_or_else(|| AccountError::Inner("a password could not be hashed".to_owned()))
    }

    /// Whether a password is the one of a PHC string. Without a string it takes as long and is not.
    ///
    /// # Errors
    /// Too many wait.
    pub async fn verify(
        &self,
        password: String,
        hash: Option<String>,
    ) -> Result<bool, AccountError> {
        let (reply, answer) = oneshot::channel();
        self.push(Job::Verify(password, hash, reply))?;
        answer.await.map_err(|_| AccountError::Busy)
    }

    fn push(&self, job: Job) -> Result<(), AccountError> {
        self.jobs.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => AccountError::Busy,
        })
    }
}

fn work(waiting: &Mutex<Receiver<Job>>, argon: &Argon2<'_>, nobody: &str) {
    // A merely nice thread keeps its core until its slice ends, some milliseconds at every step of a
    // bet; an idle one gives way at once. Without it logins still work, they only weigh more.
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let own = thread_priority::thread_native_id();
    if let Err(error) = set_thread_priority_and_policy(own, ThreadPriority::Min, idle) {
        tracing::warn!(%error, "the hashing thread keeps its priority");
    }
    loop {
        let job = waiting.lock().recv();
        match job {
            Ok(Job::Hash(password, reply)) => {
                let hash = argon.hash_password(password.as_bytes());
                // Whoever asked may have gone.
                let _ = reply.send(hash.ok().map(|hash| hash.to_string()));
            }
            Ok(Job::Verify(password, hash, reply)) => {
                let known = hash.is_some();
                let right = matches(argon, &password, hash.as_deref().unwrap_or(nobody));
                let _ = reply.send(known && right);
            }
            Err(_) => return,
        }
    }
}

fn matches(argon: &Argon2<'_>, password: &str, hash: &str) -> bool {
    PasswordHash::new(hash)
        .is_ok_and(|hash| argon.verify_password(password.as_bytes(), &hash).is_ok())
}
