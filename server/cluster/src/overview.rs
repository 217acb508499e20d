//! What etcd says of a site, for its people.

use crate::engine::{Engine, EngineError, Op, Txn};
use crate::etcd::Etcd;
use crate::head::Head;
use crate::leadership::Leader;
use crate::site::Site;
use crate::upkeep::{MEMBERS_MAX, Pin};

/// A site on several machines.
#[derive(Clone, Debug)]
pub struct Overview {
    /// Who leads; `None` while no machine does.
    pub leader: Option<Leader>,
    /// The end of the log; `None` if etcd holds no log of the site.
    pub head: Option<Head>,
    /// The machines by name, with how far each has noted to be.
    pub members: Vec<(String, Pin)>,
    /// Bytes that etcd's data takes.
    pub bytes: u64,
}

impl Overview {
    /// Asks etcd.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn read(etcd: &mut Etcd, site: &Site) -> Result<Self, EngineError> {
        let (from, to) = site.keys.members();
        let answer = etcd.transact(&Txn::read(vec![
            Op::Get(site.keys.leader()),
            Op::Get(site.keys.head()),
            Op::Range(from.clone(), to, MEMBERS_MAX),
        ]))?;
        let leader = answer.value(0).and_then(|found| serde_json::from_slice(&found.value).ok());
        let head = answer.value(1).and_then(|found| Head::read(&found.value));
        let members = answer.found.into_iter().nth(2).unwrap_or_default();
        let member = |found: crate::engine::KeyValue| {
            let name = String::from_utf8(found.key.strip_prefix(&*from)?.to_vec()).ok()?;
            Some((name, serde_json::from_slice(&found.value).ok()?))
        };
        let members = members.into_iter().filter_map(member).collect();
        Ok(Self { leader, head, members, bytes: etcd.size()?.0 })
    }
}
