//! The keys of a site in etcd. They are promises between versions.

use crate::mark::ClusterId;

const ALL: &str = "/pointhouse/";
const AFTER_ALL: &str = "/pointhouse0";

/// The keys of one site.
#[derive(Clone, Debug)]
pub struct Keys {
    prefix: String,
}

impl Keys {
    /// Keys of a cluster.
    pub fn of(cluster: ClusterId) -> Self {
        Self { prefix: format!("{ALL}{cluster}/") }
    }

    /// The keys of all sites: the first one, and the first one after them.
    pub(crate) fn of_all_sites() -> (Vec<u8>, Vec<u8>) {
        (ALL.into(), AFTER_ALL.into())
    }

    /// The site of a key.
    pub(crate) fn site_of(key: &[u8]) -> Option<ClusterId> {
        let rest = std::str::from_utf8(key).ok()?.strip_prefix(ALL)?;
        rest.split('/').next()?.parse().ok()
    }

    fn key(&self, rest: &str) -> Vec<u8> {
        format!("{}{rest}", self.prefix).into_bytes()
    }

    /// Who leads. Held by a lease.
    pub fn leader(&self) -> Vec<u8> {
        self.key("leader")
    }

    /// Where the log ends.
    pub fn head(&self) -> Vec<u8> {
        self.key("head")
    }

    /// The group that begins with this sequence.
    pub fn group(&self, first: u64) -> Vec<u8> {
        self.key(&format!("log/{first:016x}"))
    }

    /// The first key after all groups.
    pub fn after_groups(&self) -> Vec<u8> {
        self.key("log0")
    }

    /// A piece of a group that is too large for one transaction.
    pub fn piece(&self, first: u64, number: u32) -> Vec<u8> {
        self.key(&format!("piece/{first:016x}/{number:08x}"))
    }

    /// How far a machine has synced; stays when the machine is away.
    pub fn member(&self, node: &str) -> Vec<u8> {
        self.key(&format!("members/{node}"))
    }

    /// Everything of the site: the first key, and the first one after it.
    pub fn all(&self) -> (Vec<u8>, Vec<u8>) {
        let mut after = self.prefix.clone().into_bytes();
        if let Some(last) = after.last_mut() {
            *last += 1;
        }
        (self.key(""), after)
    }

    /// All of them: the first key, and the first one after them.
    pub fn members(&self) -> (Vec<u8>, Vec<u8>) {
        (self.key("members/"), self.key("members0"))
    }
}
