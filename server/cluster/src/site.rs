//! What all parts of the protocol know of a site.

use pointhouse_store::TableId;

use crate::envelope::SealingKey;
use crate::keys::Keys;
use crate::mark::ClusterId;

/// A site that runs on several machines. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Site {
    /// Its id.
    pub cluster: ClusterId,
    /// Its keys in etcd.
    pub keys: Keys,
    /// What seals its groups.
    pub sealing: SealingKey,
    /// The table of the mark.
    pub table: TableId,
    /// The newest format of rows that this program reads, and writes when it leads.
    pub format: u32,
}

impl Site {
    /// A site with an id.
    pub fn new(cluster: ClusterId, sealing: SealingKey, (table, format): (TableId, u32)) -> Self {
        Self { cluster, keys: Keys::of(cluster), sealing, table, format }
    }
}
