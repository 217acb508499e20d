//! What a machine notes of itself in etcd: that its name is taken, and how far it is.

use std::time::{Duration, Instant};

use crate::engine::{Engine, EngineError, Op, Txn};
use crate::etcd::Etcd;
use crate::following::Fault;
use crate::node::NodeOptions;
use crate::site::Site;
use crate::upkeep::{Pin, note_seen};

/// Between two notes of how far a machine is, and between two without a change.
const AFTER: Duration = Duration::from_secs(1);
const AGAIN: Duration = Duration::from_secs(5);
/// A machine that has noted nothing for this long has gone, and another data folder may have its name.
const NAME_FREE_AFTER: Duration = Duration::from_secs(15);

/// The notes of this machine.
#[derive(Default)]
pub(crate) struct Notes {
    name: Name,
    /// The newest note, and when it was written.
    noted: Option<(Pin, Instant)>,
}

/// Whether this machine's name is its own.
#[derive(Default)]
enum Name {
    #[default]
    Unknown,
    /// Another data folder has noted something under the name.
    Watched(Watched),
    Own,
}

/// What another data folder has noted under the name of this machine.
struct Watched {
    noted: Pin,
    since: Instant,
    /// It has changed meanwhile.
    is_alive: bool,
}

impl Notes {
    /// Checks that no other machine that lives has this one's name: the log would be kept for one of the two only.
    ///
    /// # Errors
    /// One has it, or etcd does not answer.
    pub(crate) fn claim_name(
        &mut self,
        etcd: &mut Etcd,
        (site, options): (&Site, &NodeOptions),
    ) -> Result<(), Fault> {
        if matches!(self.name, Name::Own) {
            return Ok(());
        }
        let read = Txn::read(vec![Op::Get(site.keys.member(&options.name))]);
        let answer = etcd.transact(&read)?;
        let noted = answer.value(0).and_then(|pin| serde_json::from_slice::<Pin>(&pin.value).ok());
        let other = noted.filter(|pin| !pin.machine.is_empty() && pin.machine != options.id);
        let Some(other) = other else {
            self.name = Name::Own;
            return Ok(());
        };
        let now = Instant::now();
        let watched = match std::mem::take(&mut self.name) {
            Name::Watched(before) if before.noted == other => before,
            Name::Watched(_) => Watched { noted: other, since: now, is_alive: true },
            _ => Watched { noted: other, since: now, is_alive: false },
        };
        if now - watched.since > NAME_FREE_AFTER {
            self.name = Name::Own;
            return Ok(());
        }
        let name = options.name.clone();
        let fault = if watched.is_alive { Fault::NameTaken(name) } else { Fault::NameNoted(name) };
        self.name = Name::Watched(watched);
        Err(fault)
    }

    /// Writes a note, if it has changed or the last one is old.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub(crate) fn write(
        &mut self,
        etcd: &mut Etcd,
        (site, options): (&Site, &NodeOptions),
        pin: Pin,
    ) -> Result<(), EngineError> {
        let is_recent = self.noted.as_ref().is_some_and(|(noted, at)| {
            let is_same = noted.durable == pin.durable && noted.fault == pin.fault;
            at.elapsed() < if is_same { AGAIN } else { AFTER }
        });
        if is_recent {
            return Ok(());
        }
        pin.put(etcd, (site, &options.name))?;
        note_seen(etcd, &options.seen);
        self.noted = Some((pin, Instant::now()));
        Ok(())
    }
}
