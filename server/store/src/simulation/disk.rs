//! A disk in memory that loses everything it is allowed to lose.
//!
//! Every file has its visible content, its durable content, and the writes in between. A crash
//! keeps, drops or tears each of those, decided by the seed. Names and bytes that were not synced
//! survive in any combination, which is harsher than real file systems.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use super::chance::Chance;
use crate::disk::{Disk, DiskFile};

/// Linux error number of "input/output error".
const EIO: i32 = 5;

#[derive(Clone, Debug)]
enum Change {
    Write { offset: usize, bytes: Vec<u8> },
    Truncate(usize),
}

impl Change {
    fn apply(&self, to: &mut Vec<u8>) {
        match self {
            Change::Write { offset, bytes } => {
                let end = offset + bytes.len();
                if to.len() < end {
                    to.resize(end, 0);
                }
                to[*offset..end].copy_from_slice(bytes);
            }
            Change::Truncate(len) => to.resize(*len, 0),
        }
    }

    /// The part that reached the disk: all, nothing, or one stretch of a write.
    fn survive(&self, chance: &mut Chance) -> Option<Change> {
        match (chance.below(4), self) {
            (0, _) => None,
            (1, Change::Write { offset, bytes }) => {
                let from = if chance.one_in(2) { 0 } else { chance.below(bytes.len() + 1) };
                let to = from + chance.below(bytes.len() - from + 1);
                Some(Change::Write { offset: offset + from, bytes: bytes[from..to].to_vec() })
            }
            _ => Some(self.clone()),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Inode {
    /// The visible content.
    seen: Vec<u8>,
    durable: Vec<u8>,
    /// Writes since the last sync. After a failed sync these are empty: the page cache contains
    /// them, marked as written.
    pending: Vec<Change>,
    /// Reserved space, in bytes from the beginning.
    reserved: usize,
}

impl Inode {
    fn change(&mut self, change: Change) {
        change.apply(&mut self.seen);
        self.pending.push(change);
    }

    /// Disk space used.
    fn room(&self) -> usize {
        self.seen.len().max(self.reserved)
    }
}

#[derive(Clone, Debug)]
enum Naming {
    Link { name: String, inode: usize },
    Rename { from: String, to: String },
    Remove { name: String },
}

type Names = BTreeMap<String, usize>;

impl Naming {
    fn apply(&self, names: &mut Names) {
        match self {
            Naming::Link { name, inode } => {
                names.insert(name.clone(), *inode);
            }
            Naming::Rename { from, to } => {
                if let Some(inode) = names.remove(from) {
                    names.insert(to.clone(), inode);
                }
            }
            Naming::Remove { name } => {
                names.remove(name);
            }
        }
    }
}

/// Faults to inject.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Faults {
    /// Power fails after this many operations.
    pub(super) power: Option<usize>,
    /// The write or sync after this many of them fails.
    pub(super) eio: Option<usize>,
}

type Watcher = Arc<dyn Fn() + Send + Sync>;

#[derive(Default)]
struct State {
    inodes: Vec<Inode>,
    names: Names,
    durable_names: Names,
    pending_names: Vec<Naming>,
    capacity: Option<usize>,
    chance: Chance,
    faults: Faults,
    dark: bool,
    watcher: Option<Watcher>,
}

/// The simulated folder; clones share it.
#[derive(Clone, Default)]
pub(super) struct SimDisk {
    state: Arc<Mutex<State>>,
}

fn power_is_off() -> io::Error {
    io::Error::other("the power is off")
}

impl State {
    /// Counts an operation; `false` if the power fails during it.
    fn lives(&mut self) -> bool {
        if let Some(left) = &mut self.faults.power {
            match left.checked_sub(1) {
                Some(fewer) => *left = fewer,
                None => self.dark = true,
            }
        }
        !self.dark
    }

    fn tick(&mut self) -> io::Result<()> {
        if self.dark || !self.lives() { Err(power_is_off()) } else { Ok(()) }
    }

    /// Returns whether this write or sync fails.
    fn errs(&mut self) -> bool {
        match &mut self.faults.eio {
            Some(0) => {
                self.faults.eio = None;
                true
            }
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        }
    }

    fn used(&self) -> usize {
        self.names.values().map(|inode| self.inodes[*inode].room()).sum()
    }

    fn fits(&self, more: usize) -> bool {
        self.capacity.is_none_or(|capacity| self.used() + more <= capacity)
    }
}

impl SimDisk {
    pub(super) fn new(chance: Chance) -> Self {
        let disk = Self::default();
        disk.state.lock().chance = chance;
        disk
    }

    /// A folder with these files, all durable.
    pub(super) fn holding(files: &Files) -> Self {
        let disk = Self::default();
        let mut state = disk.state.lock();
        for (inode, (name, bytes)) in files.iter().enumerate() {
            state.inodes.push(Inode {
                seen: bytes.clone(),
                durable: bytes.clone(),
                ..Inode::default()
            });
            state.names.insert(name.clone(), inode);
        }
        state.durable_names = state.names.clone();
        drop(state);
        disk
    }

    pub(super) fn as_disk(&self) -> Arc<dyn Disk> {
        Arc::new(self.clone())
    }

    pub(super) fn set_faults(&self, faults: Faults) {
        self.state.lock().faults = faults;
    }

    pub(super) fn set_capacity(&self, bytes: Option<usize>) {
        self.state.lock().capacity = bytes;
    }

    /// Disk space used by files, including reserved space.
    pub(super) fn used(&self) -> usize {
        self.state.lock().used()
    }

    /// Called before each write and sync, while their effect is not durable.
    pub(super) fn set_watcher(&self, watcher: Option<Watcher>) {
        self.state.lock().watcher = watcher;
    }

    /// An operation of another process on the same machine; `false` if the power fails during it.
    pub(super) fn pass(&self) -> bool {
        let mut state = self.state.lock();
        !state.dark && state.lives()
    }

    pub(super) fn is_dark(&self) -> bool {
        self.state.lock().dark
    }

    /// The process died, the machine did not: all visible content stays visible.
    pub(super) fn kill(&self) {
        let mut state = self.state.lock();
        state.faults = Faults::default();
        for inode in &mut state.inodes {
            inode.reserved = inode.reserved.max(inode.seen.len());
        }
    }

    /// The machine died and restarts.
    pub(super) fn crash(&self) {
        let mut state = self.state.lock();
        let State { inodes, names, durable_names, pending_names, chance, .. } = &mut *state;
        for inode in inodes {
            for change in std::mem::take(&mut inode.pending) {
                if let Some(change) = change.survive(chance) {
                    change.apply(&mut inode.durable);
                }
            }
            inode.seen.clone_from(&inode.durable);
        }
        for naming in pending_names.drain(..) {
            if !chance.one_in(3) {
                naming.apply(durable_names);
            }
        }
        names.clone_from(durable_names);
        state.dark = false;
        state.faults = Faults::default();
    }

    /// The visible files.
    pub(super) fn files(&self) -> Files {
        let state = self.state.lock();
        let content = |inode: &usize| state.inodes[*inode].seen.clone();
        state.names.iter().map(|(name, inode)| (name.clone(), content(inode))).collect()
    }

    pub(super) fn watch(&self) {
        // Called without the lock, because it reads.
        let watcher = self.state.lock().watcher.clone();
        if let Some(watcher) = watcher {
            watcher();
        }
    }

    fn rename_all(&self, naming: Naming) -> io::Result<()> {
        let mut state = self.state.lock();
        state.tick()?;
        naming.apply(&mut state.names);
        state.pending_names.push(naming);
        Ok(())
    }

    fn inode(&self, name: &str) -> io::Result<usize> {
        let found = self.state.lock().names.get(name).copied();
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// Names and contents of a folder.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

impl Disk for SimDisk {
    fn create(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        if self.inode(name).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        let inode = {
            let mut state = self.state.lock();
            state.tick()?;
            state.inodes.push(Inode::default());
            let inode = state.inodes.len() - 1;
            let naming = Naming::Link { name: name.to_owned(), inode };
            naming.apply(&mut state.names);
            state.pending_names.push(naming);
            inode
        };
        Ok(Box::new(SimFile { disk: self.clone(), inode }))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn DiskFile>> {
        let inode = self.inode(name)?;
        self.state.lock().tick()?;
        Ok(Box::new(SimFile { disk: self.clone(), inode }))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        let mut state = self.state.lock();
        state.tick()?;
        Ok(state.names.keys().cloned().collect())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.inode(from)?;
        self.rename_all(Naming::Rename { from: from.to_owned(), to: to.to_owned() })
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.inode(name)?;
        self.rename_all(Naming::Remove { name: name.to_owned() })
    }

    fn age(&self, name: &str) -> io::Result<Duration> {
        self.inode(name).map(|_| Duration::ZERO)
    }

    fn sync_names(&self) -> io::Result<()> {
        let mut state = self.state.lock();
        state.tick()?;
        state.pending_names.clear();
        state.durable_names = state.names.clone();
        Ok(())
    }
}

struct SimFile {
    disk: SimDisk,
    inode: usize,
}

impl DiskFile for SimFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.disk.state.lock().inodes[self.inode].seen.len() as u64)
    }

    fn read_all(&self) -> io::Result<Vec<u8>> {
        let mut state = self.disk.state.lock();
        state.tick()?;
        Ok(state.inodes[self.inode].seen.clone())
    }

    fn read_head(&self, bytes: usize) -> io::Result<Vec<u8>> {
        let mut head = self.read_all()?;
        head.truncate(bytes);
        Ok(head)
    }

    fn write_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.watch();
        let mut state = self.disk.state.lock();
        if state.dark {
            return Err(power_is_off());
        }
        let offset = offset as usize;
        let end = offset + bytes.len();
        let more = end.saturating_sub(state.inodes[self.inode].room());
        if more > 0 && !state.fits(more) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        // A write during which the power fails, or that fails itself, has begun.
        let (lives, errs) = (state.lives(), state.errs());
        let bytes = bytes.to_vec();
        if errs {
            let begun = state.chance.below(bytes.len() + 1);
            let write = Change::Write { offset, bytes: bytes[..begun].to_vec() };
            state.inodes[self.inode].change(write);
            return Err(io::Error::from_raw_os_error(EIO));
        }
        state.inodes[self.inode].change(Change::Write { offset, bytes });
        if lives { Ok(()) } else { Err(power_is_off()) }
    }

    fn sync(&self) -> io::Result<()> {
        self.disk.watch();
        let mut state = self.disk.state.lock();
        state.tick()?;
        if state.errs() {
            // A part of it is written. The rest is visible until the machine stops, and no later
            // sync writes it.
            let State { inodes, chance, .. } = &mut *state;
            let inode = &mut inodes[self.inode];
            for change in std::mem::take(&mut inode.pending) {
                if let Some(change) = change.survive(chance) {
                    change.apply(&mut inode.durable);
                }
            }
            return Err(io::Error::from_raw_os_error(EIO));
        }
        let inode = &mut state.inodes[self.inode];
        for change in std::mem::take(&mut inode.pending) {
            change.apply(&mut inode.durable);
        }
        Ok(())
    }

    fn reserve(&self, bytes: u64) -> io::Result<()> {
        let mut state = self.disk.state.lock();
        state.tick()?;
        let more = (bytes as usize).saturating_sub(state.inodes[self.inode].room());
        if !state.fits(more) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let inode = &mut state.inodes[self.inode];
        inode.reserved = inode.reserved.max(bytes as usize);
        Ok(())
    }

    fn truncate(&self, bytes: u64) -> io::Result<()> {
        let mut state = self.disk.state.lock();
        state.tick()?;
        let inode = &mut state.inodes[self.inode];
        inode.reserved = bytes as usize;
        inode.change(Change::Truncate(bytes as usize));
        Ok(())
    }
}
