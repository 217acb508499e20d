//! A log that several machines share, so that a site survives the loss of one.
//!
//! One machine leads: it decides about all commits. A commit counts when etcd has accepted its group in a transaction
//! that compares who leads and where the log ends. The others follow: they take each group from the log, check that it
//! belongs there, and write it to their own journals. When the leader is gone for the time of its lease, one of them
//! takes its place.
//!
//! Invariants of this crate:
//!
//! - What the log has accepted stays in it, exactly once and in order, until every machine has it on its own disk. One that
//!   is away for a day, or for the window (256 MiB), does not hold it back any more.
//! - At most one machine appends. One that is not sure whether its group was accepted asks until it knows, or ends its
//!   process without an answer.
//! - A machine whose commits are not a beginning of the log neither leads nor follows.
//! - What leaves the machine is sealed: members' data and secrets are in every group.

mod appending;
mod campaign;
mod clocks;
mod engine;
mod envelope;
mod etcd;
mod following;
mod founding;
mod head;
mod keys;
mod leadership;
mod mark;
mod node;
mod notes;
mod overview;
mod racing;
mod replica;
mod seen;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::as_conversions)]
mod simulation;
mod site;
mod upkeep;

pub use appending::{AppendError, ClusterLog};
pub use campaign::{campaign, take_over};
pub use engine::{Answer, Compare, Engine, EngineError, KeyValue, Op, Txn};
pub use envelope::{Envelope, EnvelopeError, SealingKey};
pub use etcd::{Etcd, EtcdError, EtcdOptions};
pub use following::{Fault, Follower, Replica};
pub use founding::{dissolve, forget_machine, found, sites};
pub use head::{Head, Origin};
pub use keys::Keys;
pub use leadership::{Leader, Leadership};
pub use mark::{ClusterId, Mark, Position};
pub use node::{HandedOver, Led, Node, NodeOptions, NodeStatus};
pub use overview::Overview;
pub use replica::{ReplicaError, StoreReplica};
pub use seen::Seen;
pub use site::Site;
pub use upkeep::{Pin, WhenAlone, Window};
