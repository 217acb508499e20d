//! What this machine keeps of the folder's last moment, beside the key: a folder that does not continue it was restored
//! from a backup or copied.
//!
//! Each moment is a random number. It is committed with the number of the moment before it, and then written to the
//! anchor's file, so after a crash the file is at most one moment behind the folder.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bincode::{Decode, Encode};
use parking_lot::Mutex;
use pointhouse_store::{Batch, Single, Store, StoredRow, View};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::clock::Millis;
use crate::fault::Fault;
use crate::key_file::{KeyFileError, replace_file};
use crate::locks::Lock;
use crate::tables;

/// The folder's last moment.
pub const ANCHOR: Single<AnchorRow> = Single::new(tables::SETTING, "anchor");

/// In a file that was begun and has no moment yet, and before the first moment of a folder.
const NONE: [u8; 16] = [0; 16];
/// A damaged file: matches no folder.
const DAMAGED: [u8; 16] = [0xff; 16];
/// How long after it was written a backup that moves the site is a move, in milliseconds: 14 days. Later it is a backup
/// like any other, because the site may have gone on elsewhere.
const MOVE_LASTS: i64 = 14 * 86_400_000;

/// The last moment of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Encode, Decode)]
pub struct AnchorRow {
    /// Number of the moment.
    pub moment: [u8; 16],
    /// Number of the one before it, which the machine's file may still have.
    pub previous: [u8; 16],
    /// When, milliseconds.
    pub at: i64,
    /// Set by a backup that moves the site to another machine: a folder made from it continues without an anchor.
    pub moved: bool,
}

impl StoredRow for AnchorRow {
    const VERSION: u8 = 1;
}

/// Whether a folder continues what this machine has seen of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuity {
    /// Nothing is known of it yet: a new folder, or one of an older format.
    New,
    /// It continues.
    Continues,
    /// It is a copy, or was restored from a backup.
    Restored,
}

/// The anchor of a folder. Cheap to clone.
#[derive(Clone)]
pub struct Anchor {
    inner: Arc<Inner>,
}

struct Inner {
    file: PathBuf,
    store: Store,
    /// One moment at a time.
    turn: Lock,
    last: Mutex<Last>,
}

#[derive(Clone, Copy, Default)]
struct Last {
    /// What the file has.
    in_file: [u8; 16],
    /// The commit of the last moment.
    sequence: u64,
}

impl Anchor {
    /// The anchor in a file.
    pub fn new(file: &Path, store: &Store) -> Self {
        let in_file = read(file).ok().flatten().unwrap_or(NONE);
        let last = Mutex::new(Last { in_file, sequence: 0 });
        let (file, store) = (file.to_owned(), store.clone());
        Self { inner: Arc::new(Inner { file, store, turn: Lock::default(), last }) }
    }

    /// Compares a folder with the file of this machine.
    ///
    /// # Errors
    /// The file or the row cannot be read.
    pub fn compare(
        file: &Path,
        view: &View,
        now: Millis,
    ) -> Result<(Continuity, Option<AnchorRow>), Fault> {
        let row = ANCHOR.get(view)?;
        let is_move = |row: &AnchorRow| row.moved && now.0 - row.at <= MOVE_LASTS;
        let continuity = match (read(file)?, row) {
            (None | Some(NONE), None) => Continuity::New,
            (None | Some(NONE), Some(row)) if is_move(&row) => Continuity::Continues,
            (Some(moment), Some(row)) if moment == row.moment || moment == row.previous => {
                Continuity::Continues
            }
            _ => Continuity::Restored,
        };
        Ok((continuity, row))
    }

    /// Makes the folder's present state its last moment, unless nothing was committed since the one before.
    ///
    /// # Errors
    /// The store has stopped, or the file cannot be written.
    pub async fn advance(&self, now: Millis) -> Result<(), Fault> {
        let _turn = self.inner.turn.lock().await;
        if self.inner.store.stats().last_sequence == self.inner.last.lock().sequence {
            return Ok(());
        }
        self.end_in_turn(now).await
    }

    /// Makes the folder's present state its last moment, also when nothing was committed since: a backup has the moment
    /// before it, and what follows must not belong to that.
    ///
    /// # Errors
    /// The store has stopped, or the file cannot be written.
    pub async fn end(&self, now: Millis) -> Result<(), Fault> {
        let _turn = self.inner.turn.lock().await;
        self.end_in_turn(now).await
    }

    async fn end_in_turn(&self, now: Millis) -> Result<(), Fault> {
        let Inner { store, last, .. } = &*self.inner;
        let known = *last.lock();
        if !store.writable() {
            return Ok(());
        }
        let row = next(known.in_file, now)?;
        let mut batch = Batch::new();
        ANCHOR.put(&mut batch, &row)?;
        let sequence = store.commit(batch).await?;
        let file = self.inner.file.clone();
        let written = tokio::task::spawn_blocking(move || write_anchor(&file, row.moment)).await;
        written.map_err(Fault::other)?.map_err(Fault::other)?;
        *last.lock() = Last { in_file: row.moment, sequence };
        Ok(())
    }
}

/// Writes a file without a moment, if there is none.
///
/// # Errors
/// The file cannot be read or written.
pub fn begin(file: &Path) -> Result<(), KeyFileError> {
    match file.exists() {
        true => Ok(()),
        false => write_anchor(file, NONE),
    }
}

/// The first moment of a start, after the one in the machine's file.
///
/// # Errors
/// The file cannot be read, or the system has no random numbers.
pub fn first_moment(file: &Path, now: Millis) -> Result<AnchorRow, Fault> {
    next(read(file)?.unwrap_or(NONE), now)
}

/// Writes a moment to the machine's file.
///
/// # Errors
/// The file cannot be written.
pub fn write_anchor(file: &Path, moment: [u8; 16]) -> Result<(), KeyFileError> {
    replace_file(file, format!("{}\n", hex::encode(moment)).as_bytes())
}

fn next(in_file: [u8; 16], now: Millis) -> Result<AnchorRow, Fault> {
    let mut moment = [0; 16];
    SysRng.try_fill_bytes(&mut moment).map_err(std::io::Error::other)?;
    Ok(AnchorRow { moment, previous: in_file, at: now.0, moved: false })
}

/// Removes the anchor of a folder that was moved away.
///
/// # Errors
/// The file cannot be removed.
pub fn remove(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The moment in a file; `None` if there is no file.
fn read(file: &Path) -> std::io::Result<Option<[u8; 16]>> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other?,
    };
    let mut moment = NONE;
    let decoded = hex::decode_to_slice(text.trim(), &mut moment);
    Ok(Some(decoded.map_or(DAMAGED, |()| moment)))
}
