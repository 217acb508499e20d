//! The seam for a log that several machines share.

use bytes::Bytes;

/// A log that several machines share. Where there is one, a commit counts when the log has accepted it, and each
/// machine's journal is its copy; without one the journal decides alone.
pub trait SharedLog: Send {
    /// Appends commits as one group; the first has the sequence `first`, and the others follow without gaps. May add a
    /// commit of its own at the end. Returns when the log holds the group for ever. Blocks.
    ///
    /// # Errors
    /// This machine does not lead any more, or cannot know whether the group was accepted. The process must end
    /// without an answer: what was decided in memory may not be what the log holds.
    fn append(&mut self, first: u64, commits: &mut Vec<Bytes>) -> Result<(), SharedLogError>;

    /// Most bytes of commits in a group, unless one commit alone is larger.
    fn group_bytes(&self) -> usize;
}

/// Why a group was not appended, or not for certain.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SharedLogError(pub String);

/// A group of the shared log that doesn't follow on the commits of this machine.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub enum FollowError {
    /// The group begins elsewhere.
    #[error("the next sequence is {expected}")]
    OutOfOrder {
        /// The sequence that has to come next.
        expected: u64,
    },
    /// This machine decides by itself.
    #[error("this machine does not follow")]
    NotFollowing,
    /// The store has stopped.
    #[error("the store has stopped")]
    Stopped,
}
