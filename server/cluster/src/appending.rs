//! The leader's end of the log: one group in flight, sent until its outcome is known.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bytes::Bytes;
use pointhouse_store::{SharedLog, SharedLogError};
use sha2::{Digest, Sha256};

use crate::engine::{Answer, Compare, Engine, EngineError, Op, Txn};
use crate::envelope::{Envelope, EnvelopeError};
use crate::head::Head;
use crate::leadership::Leadership;
use crate::mark::{Mark, Position};
use crate::site::Site;
use crate::upkeep::Window;

/// Most bytes of a value in etcd, which takes 1.5 MiB in one request. Larger groups are in pieces.
pub(crate) const PIECE_BYTES: usize = if cfg!(test) { 1 << 10 } else { 1 << 20 };
/// Bytes of commits that a group aims at: a transaction of 32 KiB takes 5 ms, one of 256 KiB 21 ms.
const GROUP_BYTES: usize = 128 << 10;

/// Why a group was not appended.
#[derive(Debug, thiserror::Error)]
pub enum AppendError {
    /// Another machine leads, or this one may have lost its lease.
    #[error("this machine does not lead any more")]
    Deposed,
    /// The group doesn't follow on the end of the log.
    #[error("the group begins at {first}, but the log ends at {end}")]
    OutOfOrder {
        /// Its first sequence.
        first: u64,
        /// Last sequence in the log.
        end: u64,
    },
    /// It cannot be sealed.
    #[error(transparent)]
    Envelope(#[from] EnvelopeError),
    /// The mark cannot be written.
    #[error(transparent)]
    Mark(#[from] pointhouse_store::StoreError),
    /// etcd was exchanged or restored.
    #[error(transparent)]
    Engine(EngineError),
}

/// What a group in pieces has in place of its bytes.
pub(crate) const IN_PIECES: u8 = 0xff;

/// A transaction that is sent until its outcome is known. Always the same bytes: never another group for a sequence.
#[derive(Debug)]
pub(crate) struct Attempt {
    txn: Txn,
    /// The values of head and group once it is done; pieces change neither.
    done: Option<(Vec<u8>, Vec<u8>)>,
}

/// The log as its leader appends to it.
pub struct ClusterLog<E> {
    engine: E,
    site: Site,
    leadership: Leadership,
    head: Head,
    window: Window,
    room: Arc<AtomicBool>,
    clock: Box<dyn Fn() -> i64 + Send>,
}

/// A group on its way into the log.
pub(crate) struct Appending {
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) head: Head,
    first: u64,
    bytes: usize,
}

impl<E: Engine> ClusterLog<E> {
    /// The log after a takeover. `clock` gives milliseconds since 1970.
    pub(crate) fn new(
        engine: E,
        site: Site,
        leadership: Leadership,
        head: Head,
        clock: Box<dyn Fn() -> i64 + Send>,
    ) -> Self {
        let room = Arc::new(AtomicBool::new(true));
        Self { engine, site, leadership, head, window: Window::default(), room, clock }
    }

    /// Where the log ends.
    pub fn position(&self) -> Position {
        self.head.position
    }

    /// Number of takeovers up to this one.
    pub fn epoch(&self) -> u64 {
        self.head.epoch
    }

    /// The groups that were appended.
    pub fn window(&self) -> &Window {
        &self.window
    }

    /// Adds the mark to the commits and prepares their transactions.
    pub(crate) fn prepare(
        &self,
        first: u64,
        commits: &mut Vec<Bytes>,
    ) -> Result<Appending, AppendError> {
        let before = self.head.position;
        if first != before.sequence + 1 {
            return Err(AppendError::OutOfOrder { first, end: before.sequence });
        }
        let epoch = self.head.epoch;
        let mark = Mark::after((self.site.cluster, epoch), before, commits);
        commits.push(mark.commit(self.site.table)?);
        let at = (self.clock)();
        let envelope = Envelope { epoch, before, at, commits: commits.clone() };
        let sealed = envelope.seal(self.site.cluster, &self.site.sealing)?;
        let (head, bytes) = (self.head.next(mark.position(), at), sealed.len());
        let (mut attempts, mut value) = (Vec::new(), sealed);
        if value.len() > PIECE_BYTES {
            let pieces = value.chunks(PIECE_BYTES);
            for (number, piece) in (0..).zip(pieces) {
                let put = self.put(self.site.keys.piece(first, number), piece.to_vec());
                attempts.push(Attempt { txn: self.fenced(first, vec![put]), done: None });
            }
            value = in_pieces(&value);
        }
        let puts = vec![
            self.put(self.site.keys.group(first), value.clone()),
            self.put(self.site.keys.head(), head.bytes().to_vec()),
        ];
        let done = Some((head.bytes().to_vec(), value));
        attempts.push(Attempt { txn: self.fenced(first, puts), done });
        Ok(Appending { attempts, head, first, bytes })
    }

    /// Sends a transaction once. Returns whether it is known to be done.
    pub(crate) fn send(&mut self, attempt: &Attempt) -> Result<bool, AppendError> {
        if self.leadership.is_over() {
            return Err(AppendError::Deposed);
        }
        match self.engine.transact(&attempt.txn) {
            Ok(answer) => {
                // Not met but done: it was sent twice.
                let is_done =
                    answer.is_met || self.judge(&answer, attempt)?.ok_or(AppendError::Deposed)?;
                self.leadership.moved();
                Ok(is_done)
            }
            Err(error) if error.is_other() => Err(AppendError::Engine(error)),
            Err(error) => {
                tracing::warn!(%error, "a group is not known to be in the log; sending it again");
                self.ask(attempt)
            }
        }
    }

    /// Asks whether a transaction without an answer was done. An etcd without space does not even compare any more, but it
    /// reads; and a refusal says nothing about an earlier sending.
    fn ask(&mut self, attempt: &Attempt) -> Result<bool, AppendError> {
        let read = Txn::read(attempt.txn.otherwise.clone());
        match self.engine.transact(&read) {
            Ok(answer) => {
                let is_done = self.judge(&answer, attempt)?;
                // It leads, and etcd is there: another machine could not append either.
                self.leadership.moved();
                Ok(is_done.unwrap_or_default())
            }
            Err(error) if error.is_other() => Err(AppendError::Engine(error)),
            Err(_) => Ok(false),
        }
    }

    /// What leader, head and group say of a transaction: done, or not yet (`None`).
    fn judge(&self, answer: &Answer, attempt: &Attempt) -> Result<Option<bool>, AppendError> {
        let leads = answer.value(0).is_some_and(|leader| {
            leader.value == self.leadership.value()
                && leader.create_revision == self.leadership.revision()
        });
        let is = |part, value: &[u8]| answer.value(part).is_some_and(|of| of.value == value);
        if !leads {
            return Err(AppendError::Deposed);
        }
        if let Some((head, group)) = &attempt.done
            && is(1, head)
            && is(2, group)
        {
            return Ok(Some(true));
        }
        if is(1, self.head.bytes()) { Ok(None) } else { Err(AppendError::Deposed) }
    }

    /// Notes that a group is in the log.
    pub(crate) fn appended(&mut self, appending: &Appending) {
        self.window.note(appending.first, appending.bytes);
        self.head = appending.head.clone();
    }

    fn put(&self, key: Vec<u8>, value: Vec<u8>) -> Op {
        Op::Put { key, value, lease: None }
    }

    /// Only while this machine leads and the log ends where it knows.
    fn fenced(&self, first: u64, then: Vec<Op>) -> Txn {
        let keys = &self.site.keys;
        let when = vec![
            Compare::Created(keys.leader(), self.leadership.revision()),
            Compare::Value(keys.leader(), self.leadership.value().to_vec()),
            Compare::Value(keys.head(), self.head.bytes().to_vec()),
        ];
        let read = [keys.leader(), keys.head(), keys.group(first)];
        Txn { when, then, otherwise: read.into_iter().map(Op::Get).collect() }
    }
}

/// The value of a group in pieces: their number and the SHA-256 of the whole.
fn in_pieces(sealed: &[u8]) -> Vec<u8> {
    let pieces = u32::try_from(sealed.len().div_ceil(PIECE_BYTES)).unwrap_or(u32::MAX);
    let hash: [u8; 32] = Sha256::digest(sealed).into();
    [&[IN_PIECES], &pieces.to_be_bytes()[..], &hash].concat()
}

/// Number of pieces and hash of a group in pieces; `None` for any other value.
pub(crate) fn read_in_pieces(value: &[u8]) -> Option<(u32, [u8; 32])> {
    let rest = value.strip_prefix(&[IN_PIECES])?;
    let (pieces, hash) = rest.split_at_checked(4)?;
    Some((u32::from_be_bytes(pieces.try_into().ok()?), hash.try_into().ok()?))
}

impl<E: Engine> SharedLog for ClusterLog<E> {
    fn append(&mut self, first: u64, commits: &mut Vec<Bytes>) -> Result<(), SharedLogError> {
        let fatal = |error: AppendError| SharedLogError(error.to_string());
        let appending = self.prepare(first, commits).map_err(fatal)?;
        for attempt in &appending.attempts {
            while !self.send(attempt).map_err(fatal)? {
                self.engine.pause();
            }
        }
        self.appended(&appending);
        Ok(())
    }

    fn group_bytes(&self) -> usize {
        GROUP_BYTES
    }

    fn room(&self) -> Arc<AtomicBool> {
        self.room.clone()
    }
}
