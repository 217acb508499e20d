//! Where a machine is in the log: a row that ends each group, so that journal, index, backups and the log say the same.

use std::fmt;
use std::str::FromStr;

use bincode::{Decode, Encode};
use bytes::Bytes;
use pointhouse_store::{Batch, Single, StoreError, StoredRow, TableId, View};
use rand::Rng;
use sha2::{Digest, Sha256};

/// A site that runs on several machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Encode, Decode)]
pub struct ClusterId(pub [u8; 16]);

impl ClusterId {
    /// A new random id.
    pub fn random() -> Self {
        let mut id = [0; 16];
        rand::rng().fill_bytes(&mut id);
        Self(id)
    }
}

impl fmt::Display for ClusterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for ClusterId {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut id = [0; 16];
        hex::decode_to_slice(text, &mut id)?;
        Ok(Self(id))
    }
}

/// A place in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Last sequence of the group before; that of its mark.
    pub sequence: u64,
    /// SHA-256 over everything up to there.
    pub chain: [u8; 32],
}

/// The mark of a group.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub struct Mark {
    /// The site.
    pub cluster: ClusterId,
    /// Number of takeovers up to the leader that wrote the group.
    pub epoch: u64,
    /// Sequence of this mark.
    pub sequence: u64,
    /// SHA-256 over the chain before, the epoch, the sequences and the commits of the group.
    pub chain: [u8; 32],
}

impl StoredRow for Mark {
    const VERSION: u8 = 1;
}

impl Mark {
    /// Key of its row.
    pub const KEY: &str = "cluster";

    /// The row that holds the newest one.
    pub const fn row(table: TableId) -> Single<Self> {
        Single::new(table, Self::KEY)
    }

    /// The mark of commits that follow on a position.
    pub fn after((cluster, epoch): (ClusterId, u64), before: Position, commits: &[Bytes]) -> Self {
        let sequence = before.sequence + length(commits) + 1;
        let mut chain = Sha256::new();
        chain.update(before.chain);
        chain.update(cluster.0);
        chain.update(epoch.to_be_bytes());
        chain.update(before.sequence.to_be_bytes());
        chain.update(sequence.to_be_bytes());
        for commit in commits {
            chain.update(u64::try_from(commit.len()).unwrap_or(u64::MAX).to_be_bytes());
            chain.update(commit);
        }
        Self { cluster, epoch, sequence, chain: chain.finalize().into() }
    }

    /// The place after it.
    pub fn position(&self) -> Position {
        Position { sequence: self.sequence, chain: self.chain }
    }

    /// The commit that writes it.
    ///
    /// # Errors
    /// None in practice: it fits.
    pub fn commit(&self, table: TableId) -> Result<Bytes, StoreError> {
        let mut batch = Batch::new();
        Self::row(table).put(&mut batch, self)?;
        Ok(batch.into_bytes())
    }

    /// The newest mark of a store; `None` if the site has never been in a cluster.
    ///
    /// # Errors
    /// The row cannot be read.
    pub fn read(view: &View, table: TableId) -> Result<Option<Self>, StoreError> {
        Self::row(table).get(view)
    }
}

/// Number of commits.
pub(crate) fn length(commits: &[Bytes]) -> u64 {
    u64::try_from(commits.len()).unwrap_or(u64::MAX)
}
