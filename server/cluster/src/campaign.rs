//! Becoming the leader.

use rand::Rng;

use crate::appending::ClusterLog;
use crate::engine::{Compare, Engine, EngineError, Op, Txn};
use crate::following::{Fault, Follower, Replica};
use crate::keys::Keys;
use crate::leadership::{Leader, Leadership};

/// Times that a campaign is sent while its outcome is unknown. Its lease ends soon after.
const SENT_MAX: u32 = 5;

/// Tries to become the leader, which succeeds if no machine leads. `seconds` is the time that the leadership lasts without being
/// kept. Call it only on a machine that has caught up.
///
/// # Errors
/// See [`EngineError`]. If this machine became the leader all the same, that ends with its lease.
pub fn campaign(
    engine: &mut dyn Engine,
    keys: &Keys,
    (node, address): (&str, &str),
    seconds: u32,
) -> Result<Option<Leadership>, EngineError> {
    let mut token = [0; 16];
    rand::rng().fill_bytes(&mut token);
    let leader =
        Leader { token: hex::encode(token), node: node.to_owned(), address: address.to_owned() };
    let lease = engine.grant(seconds)?;
    let value =
        serde_json::to_vec(&leader).map_err(|error| EngineError::Refused(error.to_string()))?;
    let key = keys.leader();
    let put = Op::Put { key: key.clone(), value: value.clone(), lease: Some(lease) };
    let txn = Txn {
        when: vec![Compare::Absent(key.clone())],
        then: vec![put, Op::Get(key.clone())],
        otherwise: vec![Op::Get(key)],
    };
    let mut sent = 0;
    let answer = loop {
        sent += 1;
        match engine.transact(&txn) {
            Err(EngineError::Unknown(_)) if sent < SENT_MAX => engine.pause(),
            other => break other?,
        }
    };
    let found = answer.value(usize::from(answer.is_met));
    let won = found.filter(|found| found.value == value);
    let Some(found) = won else {
        engine.revoke(lease)?;
        return Ok(None);
    };
    Ok(Some(Leadership::new(value, found.create_revision, lease)))
}

/// Takes the log over: writes what is missing here, then ends the epoch of the leader before. From then on the log has the
/// format of this program, and older ones do not follow. `None` if another machine
/// leads meanwhile. `clock` gives milliseconds since 1970.
///
/// # Errors
/// See [`Fault`]. Give the leadership back then.
pub fn take_over<E: Engine, R: Replica>(
    mut engine: E,
    follower: &mut Follower<R>,
    leadership: Leadership,
    clock: Box<dyn Fn() -> i64 + Send>,
) -> Result<Option<ClusterLog<E>>, Fault> {
    let site = follower.site().clone();
    loop {
        let before = match follower.catch_up(&mut engine) {
            Err(Fault::Engine(EngineError::Unknown(_))) if !leadership.is_over() => {
                engine.pause();
                continue;
            }
            other => other?,
        };
        let head = before.taken_over(site.format);
        // Before older programs are shut out: a machine whose disk is full does not take the place.
        follower.raise_format(head.format)?;
        let (leader, end) = (site.keys.leader(), site.keys.head());
        let when = vec![
            Compare::Created(leader.clone(), leadership.revision()),
            Compare::Value(leader.clone(), leadership.value().to_vec()),
            Compare::Value(end.clone(), before.bytes().to_vec()),
        ];
        let then = vec![Op::Put { key: end.clone(), value: head.bytes().to_vec(), lease: None }];
        let txn = Txn { when, then, otherwise: vec![Op::Get(leader), Op::Get(end)] };
        let answer = loop {
            if leadership.is_over() {
                return Ok(None);
            }
            match engine.transact(&txn) {
                Err(EngineError::Unknown(_)) => engine.pause(),
                other => break other?,
            }
        };
        let leads = answer.is_met
            || answer.value(0).is_some_and(|found| {
                found.value == leadership.value() && found.create_revision == leadership.revision()
            });
        if !leads {
            return Ok(None);
        }
        let is_done =
            answer.is_met || answer.value(1).is_some_and(|found| found.value == head.bytes());
        if is_done {
            return Ok(Some(ClusterLog::new(engine, site, leadership, head, clock)));
        }
        // A group of the leader before came in between.
    }
}
