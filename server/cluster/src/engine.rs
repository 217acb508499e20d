//! What is needed of etcd: transactions that compare, and leases.

/// A value with its place in the history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyValue {
    /// The key.
    pub key: Vec<u8>,
    /// The value.
    pub value: Vec<u8>,
    /// Revision at which the key was made. It changes when a key is removed and made again.
    pub create_revision: i64,
}

/// A condition of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compare {
    /// The key does not exist.
    Absent(Vec<u8>),
    /// The key exists.
    Present(Vec<u8>),
    /// The key has been there since this revision.
    Created(Vec<u8>, i64),
    /// The key has this value.
    Value(Vec<u8>, Vec<u8>),
}

/// A part of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Sets a value, which ends with the lease if there is one.
    Put {
        /// The key.
        key: Vec<u8>,
        /// The value.
        value: Vec<u8>,
        /// Id of the lease.
        lease: Option<i64>,
    },
    /// Reads a key.
    Get(Vec<u8>),
    /// Reads keys from the first one up to the second (without it) in ascending order, at most this number.
    Range(Vec<u8>, Vec<u8>, usize),
    /// Removes the keys from the first one up to the second (without it).
    Delete(Vec<u8>, Vec<u8>),
}

/// A transaction: `then` if all conditions hold, else `otherwise`; as a whole or not at all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Txn {
    /// The conditions.
    pub when: Vec<Compare>,
    /// What is done if they hold.
    pub then: Vec<Op>,
    /// What is done if not.
    pub otherwise: Vec<Op>,
}

impl Txn {
    /// Reads without conditions.
    pub fn read(ops: Vec<Op>) -> Self {
        Self { then: ops, ..Self::default() }
    }
}

/// The answer to a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the conditions held.
    pub is_met: bool,
    /// What each part found, in order; empty for those that don't read.
    pub found: Vec<Vec<KeyValue>>,
}

impl Answer {
    /// The value that a part read; `None` if there is no such key.
    pub fn value(&self, part: usize) -> Option<&KeyValue> {
        self.found.get(part)?.first()
    }
}

/// Why a call has no result.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum EngineError {
    /// It may have been done, may be done later, or not at all.
    #[error("no certain answer from {0}")]
    Unknown(String),
    /// It was certainly not done.
    #[error("refused: {0}")]
    Refused(String),
    /// The answer came from another etcd cluster than before: it was wiped, restored or exchanged.
    #[error(
        "etcd is not the one that this site belongs to: its cluster id is {found}, not {expected}"
    )]
    Exchanged {
        /// Id of the cluster that was known.
        expected: u64,
        /// Id of the one that answered.
        found: u64,
    },
    /// etcd has forgotten what it had accepted: it was restored from a snapshot, or wiped.
    #[error(
        "etcd was restored or wiped: its revision is {found}, and was {expected} before. Stop all machines, and see \"etcd was \
         lost\" in docs/cluster.md"
    )]
    Restored {
        /// The highest revision that was known.
        expected: i64,
        /// The one of the answer.
        found: i64,
    },
}

impl EngineError {
    /// Returns whether etcd is not the one that accepted what this machine knows.
    pub fn is_other(&self) -> bool {
        matches!(self, Self::Exchanged { .. } | Self::Restored { .. })
    }
}

/// An etcd cluster, or a simulated one. All reads are linearizable. Calls block.
pub trait Engine: Send {
    /// Does a transaction.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn transact(&mut self, txn: &Txn) -> Result<Answer, EngineError>;

    /// Makes a lease that ends this many seconds after it was last kept. Returns its id.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn grant(&mut self, seconds: u32) -> Result<i64, EngineError>;

    /// Ends a lease, if it has not ended yet, and removes its keys.
    ///
    /// # Errors
    /// See [`EngineError`].
    fn revoke(&mut self, lease: i64) -> Result<(), EngineError>;

    /// Waits a little before a call is repeated.
    fn pause(&mut self);
}
