//! A site on several machines (docs/cluster.md, server/decisions/0007): one leads and serves; the others follow its log in
//! etcd and wait to take its place.
//!
//! Invariants: a data folder with a mark in it is written only under the log, never by a machine on its own; a machine that
//! does not lead any more ends its process at once and starts again as one that follows.

mod founding;
mod joining;
mod leading;
mod machine;
mod shared_key;
mod waiting;

use pointhouse_cluster::{EngineError, EtcdError, Mark, ReplicaError};
use pointhouse_store::{Single, StoreError};

pub use founding::{Leaving, adopt, forget, init, leave, status};
pub use joining::join;
pub use leading::Leading;
pub use machine::{Machine, check_alone};
pub use shared_key::{share_draw_key, shared_draw_key};
pub use waiting::{Followed, Following};

use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[MARK.format(), shared_key::SHARED_KEY.secret_format()];

/// Where the folder is in the log of its site. Only folders of a site on several machines have it.
const MARK: Single<Mark> = Mark::row(tables::SETTING);

/// Why a machine does not take part.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The folder belongs to several machines, the settings to one.
    #[error(
        "this data folder belongs to a site on several machines. Start it with the settings of [cluster], or make it a site of \
         its own: pointhouse cluster leave --last (a restored backup: --without-etcd)"
    )]
    Shared,
    /// The settings belong to several machines, the folder to one.
    #[error(
        "this data folder does not belong to a site on several machines yet. On the first machine: pointhouse cluster init; on \
         the others, with an empty folder: pointhouse cluster join"
    )]
    NotShared,
    /// The folder has commits that are not in the log, or another site's.
    #[error(transparent)]
    Replica(#[from] ReplicaError),
    /// A file of the settings.
    #[error("{file}: {reason}")]
    File {
        /// The file.
        file: String,
        /// The reason.
        reason: String,
    },
    /// etcd cannot be asked at all.
    #[error(transparent)]
    Etcd(#[from] EtcdError),
    /// A question to etcd failed.
    #[error("etcd: {0}")]
    Engine(#[from] EngineError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The command cannot be done, with an explanation.
    #[error("{0}")]
    Refused(String),
}
