//! A machine's store as a copy of the log.

use bytes::Bytes;
use pointhouse_store::{Store, StoreError};

use crate::following::Replica;
use crate::mark::{Mark, Position};
use crate::site::Site;

/// Why a store is no copy of the log.
#[derive(Debug, thiserror::Error)]
pub enum ReplicaError {
    /// It has never been in a cluster.
    #[error("the data folder does not belong to a site on several machines yet")]
    NoMark,
    /// It belongs to another site.
    #[error("the data folder belongs to another site on several machines")]
    OtherSite,
    /// It has commits that came from no log.
    #[error(
        "the data folder has commits after {mark}, up to {last}, that were made without the log"
    )]
    Alone {
        /// Sequence of its newest mark.
        mark: u64,
        /// Its last sequence.
        last: u64,
    },
    /// The mark cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A store that was opened as a follower.
pub struct StoreReplica {
    store: Store,
    position: Position,
}

impl StoreReplica {
    /// The store with the position of its mark.
    ///
    /// # Errors
    /// See [`ReplicaError`].
    pub fn new(store: Store, site: &Site) -> Result<Self, ReplicaError> {
        let mark = Mark::read(store.view(), site.table)?.ok_or(ReplicaError::NoMark)?;
        if mark.cluster != site.cluster {
            return Err(ReplicaError::OtherSite);
        }
        let (position, last) = (mark.position(), store.stats().last_sequence);
        if position.sequence != last {
            return Err(ReplicaError::Alone { mark: position.sequence, last });
        }
        Ok(Self { store, position })
    }

    /// The store.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }
}

impl Replica for StoreReplica {
    fn position(&self) -> Position {
        self.position
    }

    fn raise_format(&mut self, format: u32) -> Result<(), String> {
        self.store.raise_format(format).map_err(|error| error.to_string())
    }

    fn follow(&mut self, first: u64, commits: Vec<Bytes>, mark: Position) -> Result<(), String> {
        if !self.store.writable() {
            return Err("the disk is nearly full".to_owned());
        }
        self.store.follow(first, commits).map_err(|error| error.to_string())?;
        self.position = mark;
        Ok(())
    }
}
