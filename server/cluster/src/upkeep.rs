//! Keeps the log in etcd short: what every machine has on its own disk goes.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use pointhouse_store::Store;
use serde::{Deserialize, Serialize};

use crate::engine::{Answer, Compare, Engine, EngineError, Op, Txn};
use crate::etcd::Etcd;
use crate::leadership::Leadership;
use crate::site::Site;

/// How often the leader shortens the log.
const EVERY: Duration = Duration::from_secs(5);
/// A machine that has said nothing for this long, in milliseconds, does not hold the log back any more.
const AWAY_MAX: i64 = 24 * 60 * 60 * 1000;
/// Machines of a site.
pub(crate) const MEMBERS_MAX: usize = 16;
/// Hundredths of etcd's quota up to which commits are taken. Without space etcd takes nothing until an operator disarms
/// its alarm by hand.
const USED_MAX: u64 = 70;
/// The same for the file, of which etcd uses free parts again.
const FILE_MAX: u64 = 90;

/// What the leader does when a machine is away for so long that etcd cannot keep all groups for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenAlone {
    /// It goes on. The machine will have to join again.
    Continue,
    /// It takes no commits until the machine is back.
    Stop,
}

/// How far a machine is: everything up to there is on its own disk.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct Pin {
    /// Last sequence of a group.
    pub durable: u64,
    /// When it was noted, milliseconds since 1970.
    pub at: i64,
    /// Id of its data folder; empty while it has none.
    #[serde(default)]
    pub machine: String,
    /// Why it cannot follow.
    #[serde(default)]
    pub fault: Option<String>,
}

impl Pin {
    /// Notes how far a machine is, if the site has a log.
    ///
    /// # Errors
    /// See [`EngineError`].
    pub fn put(
        &self,
        engine: &mut dyn Engine,
        (site, node): (&Site, &str),
    ) -> Result<(), EngineError> {
        // Numbers and a text have a JSON form.
        let value = serde_json::to_vec(self).unwrap_or_default();
        let put = Op::Put { key: site.keys.member(node), value, lease: None };
        let when = vec![Compare::Present(site.keys.head())];
        engine.transact(&Txn { when, then: vec![put], otherwise: Vec::new() }).map(drop)
    }
}

/// Groups that this leader has appended, for what may be removed. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// First sequence and bytes in etcd, oldest first.
    groups: Arc<Mutex<VecDeque<(u64, u64)>>>,
}

impl Window {
    pub(crate) fn note(&self, first: u64, bytes: usize) {
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.groups.lock().push_back((first, bytes));
    }

    /// First sequence of the newest group; `None` before the first one.
    fn newest(&self) -> Option<u64> {
        self.groups.lock().back().map(|(first, _)| *first)
    }

    /// First sequence of the oldest group that fits with all later ones.
    fn begin(&self, bytes_max: u64) -> u64 {
        let (groups, mut bytes) = (self.groups.lock(), 0_u64);
        let fits = groups.iter().rev().take_while(|(_, more)| {
            bytes = bytes.saturating_add(*more);
            bytes <= bytes_max
        });
        // Without any, everything older than this leader's groups stays.
        let oldest = fits.last().map_or(0, |(first, _)| *first);
        if groups.front().is_some_and(|(first, _)| *first == oldest) { 0 } else { oldest }
    }

    /// Bytes in etcd, of the groups that are kept.
    pub fn bytes(&self) -> u64 {
        self.groups.lock().iter().map(|(_, bytes)| bytes).sum()
    }

    fn forget_before(&self, first: u64) {
        self.groups.lock().retain(|(of, _)| *of >= first);
    }
}

/// The leader's work beside appending.
pub(crate) struct Upkeep {
    pub(crate) etcd: Etcd,
    pub(crate) site: Site,
    pub(crate) node: String,
    /// Id of its data folder.
    pub(crate) machine: String,
    /// The store that leads.
    pub(crate) store: Store,
    pub(crate) machines: usize,
    pub(crate) when_alone: WhenAlone,
    /// etcd's quota in bytes.
    pub(crate) quota: u64,
    /// Whether a machine needs more than the log keeps.
    pub(crate) is_behind: bool,
    /// False while no commits may be taken.
    pub(crate) room: Arc<AtomicBool>,
    /// The file that keeps what was seen of etcd.
    pub(crate) seen: PathBuf,
    pub(crate) leadership: Leadership,
    pub(crate) window: Window,
    /// Most bytes of groups that are kept for machines that are away.
    pub(crate) window_bytes: u64,
    pub(crate) clock: fn() -> i64,
}

impl Upkeep {
    /// Works until the leadership ends. Blocks.
    pub(crate) fn run(mut self) {
        // A leader whose log no thread shortens fills etcd: better none.
        let _ends = EndsWith(self.leadership.clone());
        while !self.leadership.wait(EVERY) {
            match self.trim() {
                Ok(is_held) => self.measure(is_held),
                Err(error) => tracing::warn!(%error, "the log in etcd was not shortened"),
            }
        }
    }

    /// Looks whether commits may be taken: etcd has space, and nothing is held for a machine that is away.
    fn measure(&mut self, is_held: bool) {
        let is_full = match self.etcd.size() {
            Ok((file, used)) => {
                used > self.quota / 100 * USED_MAX || file > self.quota / 100 * FILE_MAX
            }
            Err(error) => {
                tracing::warn!(%error, "the size of etcd's data is not known");
                return;
            }
        };
        let has_room = !is_full && !is_held;
        if self.room.swap(has_room, Ordering::Relaxed) != has_room {
            tracing::warn!(is_full, is_held, "whether commits are taken has changed");
        }
    }

    /// Returns whether the log is as long as it may be for a machine that is away.
    fn trim(&mut self) -> Result<bool, EngineError> {
        // The log may be some groups ahead of this machine's disk; and whether the newest one was appended is asked by its
        // key.
        let newest = self.window.newest();
        let written = self.store.stats().last_sequence;
        let durable = newest.map_or(written, |newest| written.min(newest - 1));
        let own = Pin { durable, at: (self.clock)(), machine: self.machine.clone(), fault: None };
        if let Err(error) = own.put(&mut self.etcd, (&self.site, &self.node)) {
            // Without space etcd takes no notes, but it removes.
            tracing::warn!(%error, "how far this machine is could not be noted");
        }
        if newest.is_none() {
            return Ok(false);
        }
        let (from, to) = self.site.keys.members();
        let members = Txn::read(vec![Op::Range(from, to, MEMBERS_MAX)]);
        let pins = pins(&self.etcd.transact(&members)?);
        let (needed, begin) =
            (self.first_needed(&pins, durable + 1), self.window.begin(self.window_bytes));
        let is_behind = needed < begin;
        let is_held = is_behind && self.when_alone == WhenAlone::Stop;
        if std::mem::replace(&mut self.is_behind, is_behind) != is_behind {
            tracing::warn!(is_behind, is_held, "whether a machine is too far behind has changed");
        }
        let first = if is_held { needed } else { needed.max(begin).min(durable + 1) };
        self.remove_before(first)?;
        self.window.forget_before(first);
        note_seen(&self.etcd, &self.seen);
        self.etcd.compact()?;
        Ok(is_held)
    }

    /// First sequence that a machine still needs, this one from `own` on.
    fn first_needed(&self, pins: &[Pin], own: u64) -> u64 {
        let now = (self.clock)();
        let counts = |pin: &&Pin| {
            self.when_alone == WhenAlone::Stop || now.saturating_sub(pin.at) < AWAY_MAX
        };
        let here: Vec<&Pin> = pins.iter().filter(counts).collect();
        // One that is not there yet, or comes back with less, may need everything.
        if here.len() < self.machines {
            return 0;
        }
        here.iter().map(|pin| pin.durable + 1).min().unwrap_or(own).min(own)
    }

    fn remove_before(&mut self, first: u64) -> Result<(), EngineError> {
        let keys = &self.site.keys;
        let when = vec![
            Compare::Created(keys.leader(), self.leadership.revision()),
            Compare::Value(keys.leader(), self.leadership.value().to_vec()),
        ];
        let then = vec![
            Op::Delete(keys.group(0), keys.group(first)),
            Op::Delete(keys.piece(0, 0), keys.piece(first, 0)),
        ];
        let removed = self.etcd.transact(&Txn { when, then, otherwise: Vec::new() })?;
        if !removed.is_met {
            self.leadership.end();
        }
        Ok(())
    }
}

/// Ends a leadership with a thread that it needs, also when that panics.
struct EndsWith(Leadership);

impl Drop for EndsWith {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Keeps what was seen of etcd. A failure makes a restored etcd harder to notice, and nothing else.
pub(crate) fn note_seen(etcd: &Etcd, file: &Path) {
    if let Some(seen) = etcd.seen()
        && let Err(error) = seen.write(file)
    {
        tracing::warn!(%error, "what was seen of etcd could not be kept");
    }
}

fn pins(answer: &Answer) -> Vec<Pin> {
    let found = answer.found.first().into_iter().flatten();
    found.filter_map(|pin| serde_json::from_slice(&pin.value).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_begins_where_its_bytes_end() {
        let (window, max) = (Window::default(), 256 << 20);
        assert_eq!((window.newest(), window.begin(max)), (None, 0));
        for group in 1..=4 {
            window.note(group * 10, 100 << 20);
        }
        assert_eq!((window.newest(), window.begin(max)), (Some(40), 30));
        window.forget_before(30);
        assert_eq!((window.newest(), window.begin(max)), (Some(40), 0));
    }
}
