//! The beginning and the end of a site's log.

use crate::engine::{Compare, Engine, EngineError, Op, Txn};
use crate::head::{Head, Origin};
use crate::keys::Keys;
use crate::leadership::Leadership;
use crate::mark::{ClusterId, Position};
use crate::site::Site;

/// Sites that are looked for.
const SITES_MAX: usize = 64;

/// Begins the log of a site at a position, with rows of a format, after a lost one if it goes on from that. Returns false if etcd holds one already.
///
/// # Errors
/// See [`EngineError`]. After an unknown outcome it may be called again.
pub fn found(
    engine: &mut dyn Engine,
    site: &Site,
    (begin, format, from): (Position, u32, Option<ClusterId>),
) -> Result<bool, EngineError> {
    let head = Head::first(begin, format, Origin::of(site, from));
    let key = site.keys.head();
    let put = Op::Put { key: key.clone(), value: head.bytes().to_vec(), lease: None };
    let txn = Txn {
        when: vec![Compare::Absent(key.clone())],
        then: vec![put],
        otherwise: vec![Op::Get(key)],
    };
    let answer = engine.transact(&txn)?;
    let is_same = || answer.value(0).is_some_and(|found| found.value == head.bytes());
    Ok(answer.is_met || is_same())
}

/// The sites whose logs etcd holds, with the ends of these, at most 64.
///
/// # Errors
/// See [`EngineError`].
pub fn sites(engine: &mut dyn Engine) -> Result<Vec<(ClusterId, Head)>, EngineError> {
    let (mut from, end) = Keys::of_all_sites();
    let mut found = Vec::new();
    for _ in 0..SITES_MAX {
        let answer = engine.transact(&Txn::read(vec![Op::Range(from, end.clone(), 1)]))?;
        // The end of a log is the first of its keys.
        let Some(first) = answer.value(0) else { break };
        let Some(id) = Keys::site_of(&first.key) else { break };
        let head = Head::read(&first.value).filter(|_| first.key == Keys::of(id).head());
        found.extend(head.map(|head| (id, head)));
        from = Keys::of(id).all().1;
    }
    Ok(found)
}

/// Removes everything of a site from etcd. Returns false if this machine does not lead it.
///
/// # Errors
/// See [`EngineError`].
pub fn dissolve(
    engine: &mut dyn Engine,
    site: &Site,
    leadership: &Leadership,
) -> Result<bool, EngineError> {
    let (from, to) = site.keys.all();
    let when = vec![
        Compare::Created(site.keys.leader(), leadership.revision()),
        Compare::Value(site.keys.leader(), leadership.value().to_vec()),
    ];
    let then = vec![Op::Delete(from, to)];
    let answer =
        engine.transact(&Txn { when, then, otherwise: vec![Op::Get(site.keys.head())] })?;
    // Without a log, an earlier sending was done.
    Ok(answer.is_met || answer.value(0).is_none())
}

/// Removes what a machine has noted, so that the log is not kept for it.
///
/// # Errors
/// See [`EngineError`].
pub fn forget_machine(engine: &mut dyn Engine, site: &Site, node: &str) -> Result<(), EngineError> {
    let key = site.keys.member(node);
    let after = [&*key, &[0]].concat();
    engine.transact(&Txn::read(vec![Op::Delete(key, after)])).map(drop)
}
