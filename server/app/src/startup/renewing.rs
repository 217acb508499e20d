//! The key and the anchor of a folder that is opened for writing, and what a start renews because copies of the folder may
//! hold it: seeds after an upgrade, and after a restore also everything that grants access (docs/backup.md, "Restore").
//!
//! Nothing is served meanwhile. The anchor is written last, so a start that was killed in between repeats all of it.

use std::path::{Path, PathBuf};
use std::time::Instant;

use pointhouse_store::{Batch, Progress, Store, View};

use super::error::StartError;
use super::storage::{Folds, open_store};
use super::{APPLY_AT_END, Site};
use crate::accounts::{count_members, end_all_sessions, forget_all_links};
use crate::arbiters::Arbiters;
use crate::audit::{Actor, Audit, Entry};
use crate::backups::{Sealing, WrittenFile, write_file};
use crate::chat::forget_waiting_proofs;
use crate::clock::{Clock, Millis};
use crate::cluster::{check_alone, share_draw_key, shared_draw_key};
use crate::config::Config;
use crate::data_folder::{
    MOVED, give_to_owner, is_moved, is_restored_by_hand, is_restored_here, mark,
    remove_restore_marks,
};
use crate::draw_key::{
    ANCHOR, Anchor, AnchorRow, Continuity, DrawKey, DrawNote, KEY, KeyPlace, KeyRow, KeyState,
    Renewal, append_note, begin_anchor, first_moment, remove_anchor, write_anchor,
};
use crate::fault::Fault;
use crate::games::RenewedPairs;
use crate::giveaways::{recommit_open, seal_open_seeds};
use crate::mail::forget_all_emails;
use crate::people;
use crate::second_factor::forget_recovery_codes;

/// A folder whose key is there, before its modules are loaded.
pub(super) struct Opened {
    pub(super) key: DrawKey,
    place: KeyPlace,
    state: KeyState,
    data: PathBuf,
    /// True when the folder was restored from a backup, or is a copy.
    is_restored: bool,
    /// True for a folder that has no moment yet.
    is_first: bool,
    /// The last moment in the folder, milliseconds.
    last_moment: Option<i64>,
    renewal: Renewal,
}

impl Opened {
    /// Finds the key of a folder and compares it with its anchor. With several machines the log says whether a folder
    /// continues.
    pub(super) fn check(
        config: &Config,
        data: &Path,
        store: &Store,
        (is_shared, now): (bool, Millis),
    ) -> Result<Self, StartError> {
        take_shared_key(config, data, store.view())?;
        if is_moved(data) {
            return Err(StartError::Refused(format!(
                "this site was moved to another machine with a backup of {}. To use this folder all the same, as one that was \
                 restored: pointhouse restored --data {}",
                data.display(),
                data.display()
            )));
        }
        let place = KeyPlace::of(&config.store.key_file, data).map_err(Fault::other)?;
        let (found, row) = Anchor::compare(&place.anchor, store.view(), now)?;
        let (by_hand, here) = (is_restored_by_hand(data), is_restored_here(data));
        let continuity = match (is_shared, by_hand) {
            (_, true) => Continuity::Restored,
            (true, false) if here => Continuity::Restored,
            (true, false) => Continuity::Continues,
            // The data of an earlier site was removed, and its anchor was left.
            (false, false) if row.is_none() && is_unused(store.view())? => Continuity::New,
            // A backup of an older format has no moment.
            (false, false) if here && found == Continuity::New => Continuity::Restored,
            (false, false) => found,
        };
        let is_restored = continuity == Continuity::Restored;
        let opened = place.open(store.view(), data, is_restored);
        let (key, state) = opened.map_err(|error| StartError::Refused(error.to_string()))?;
        Ok(Self {
            key,
            place,
            state,
            data: data.to_owned(),
            is_restored,
            is_first: row.is_none(),
            last_moment: row.map(|row| row.at),
            renewal: Renewal::default(),
        })
    }

    /// Renews what modules load into memory.
    pub(super) async fn before_modules(
        &mut self,
        store: &Store,
        now: Millis,
    ) -> Result<(), StartError> {
        if !self.is_restored {
            if self.state != KeyState::Fits {
                seal_open_seeds(store, &self.key, now, &mut self.renewal).await?;
            }
            return Ok(());
        }
        tracing::warn!(
            "this data folder was restored from a backup: all sessions, links and invitations end, and seeds are renewed"
        );
        self.renewal.of = self.last_moment;
        let (at, renewal) = ((now, self.last_moment), &mut self.renewal);
        recommit_open(store, &self.key, at, renewal).await?;
        end_access(store, at).await
    }

    /// Renews the seed pairs of members, which may end open rounds.
    pub(super) async fn pairs(&mut self, site: &Site) -> Result<(), StartError> {
        let which = match (self.is_restored, self.state) {
            (true, _) => RenewedPairs::All,
            (false, KeyState::Fits) => return Ok(()),
            (false, KeyState::First | KeyState::Lost) => RenewedPairs::Unsealed,
        };
        let renewed = site.games.renew_pairs(which, &mut self.renewal);
        Ok(on_this_thread(&site.arbiters, renewed).await?)
    }

    /// Notes what was renewed, shares the key with other machines, and makes the folder's state its last moment.
    pub(super) async fn finish(
        self,
        config: &Config,
        (store, audit): (&Store, &Audit),
        now: Millis,
    ) -> Result<Anchor, StartError> {
        let fingerprint = self.key.fingerprint();
        let fingerprint = fingerprint.ok_or(Fault::Contradiction("there is no key for seeds"))?;
        let mut batch = Batch::new();
        KEY.put(&mut batch, &KeyRow { fingerprint })?;
        let note = match (self.is_restored, self.state) {
            (true, _) => Some(DrawNote::Restored(self.renewal)),
            (false, KeyState::First) if self.renewal != Renewal::default() => {
                Some(DrawNote::Upgraded(self.renewal))
            }
            (false, _) => None,
        };
        if let Some(note) = note {
            tracing::warn!(renewed = %self.renewal.described(), "seeds were renewed");
            let entry = Entry {
                after: serde_json::json!({ "renewed": self.renewal.described() }).to_string(),
                ..Entry::new(Actor::first_start(), "seeds.renew", "site")
            };
            audit.record(entry, &mut batch)?;
            append_note(store.view(), &mut batch, now, note)?;
        }
        share_draw_key(&config.cluster, (store.view(), &self.data), &self.key, &mut batch)?;
        let unusable = || StartError::unusable(self.place.anchor.display().to_string());
        if !self.is_restored {
            // Otherwise a start that is killed before the moment is in the file would look like a restore.
            begin_anchor(&self.place.anchor).map_err(unusable())?;
        }
        let moment = first_moment(&self.place.anchor, now)?;
        ANCHOR.put(&mut batch, &moment)?;
        store.commit(batch).await?;
        write_anchor(&self.place.anchor, moment.moment).map_err(unusable())?;
        if self.is_first {
            tracing::info!(
                file = %self.place.key.display(),
                "the key of this site's seeds: keep a copy of it apart from backups (pointhouse key export)"
            );
        }
        remove_restore_marks(&self.data)
            .map_err(StartError::unusable(self.data.display().to_string()))?;
        Ok(Anchor::new(&self.place.anchor, store))
    }
}

/// Writes the key that the site's machines share to this machine's file, if that is another one or missing. Called again
/// before this machine may lead: without the key it never leads. Returns whether there is a shared key.
pub(super) fn take_shared_key(
    config: &Config,
    data: &Path,
    view: &View,
) -> Result<bool, StartError> {
    let Some(shared) = shared_draw_key(&config.cluster, view, data)? else { return Ok(false) };
    let place = KeyPlace::of(&config.store.key_file, data).map_err(Fault::other)?;
    let found = place.read().map_err(Fault::other)?;
    if found.as_ref().and_then(DrawKey::fingerprint) != shared.fingerprint() {
        if found.is_some() {
            place.set_aside().map_err(StartError::unusable(place.key.display().to_string()))?;
        }
        place.write(&shared).map_err(Fault::other)?;
    }
    Ok(true)
}

/// Whether a site has neither an owner nor members.
fn is_unused(view: &View) -> Result<bool, StartError> {
    Ok(!people::has_owner(view)? && count_members(view)? == 0)
}

/// Ends everything that grants access and may have been revoked after the backup.
async fn end_access(
    store: &Store,
    (now, backup_of): (Millis, Option<i64>),
) -> Result<(), StartError> {
    let of_task = store.clone();
    let ended = tokio::task::spawn_blocking(move || {
        end_all_sessions(&of_task)?;
        forget_all_links(&of_task)?;
        forget_waiting_proofs(&of_task)?;
        forget_all_emails(&of_task)?;
        forget_recovery_codes(&of_task)
    });
    ended.await.map_err(Fault::other)??;
    let mut batch = Batch::new();
    people::suspend_all(store.view(), &mut batch, (now, backup_of))?;
    store.commit(batch).await?;
    Ok(())
}

/// Runs work whose actors are on this thread: the workers are not up yet.
pub(super) async fn on_this_thread<T>(arbiters: &Arbiters, work: impl Future<Output = T>) -> T {
    arbiters.register_current();
    let done = work.await;
    arbiters.forget_all();
    done
}

/// Writes a backup of a folder that no server uses, for a site that moves to another machine, and marks the folder.
///
/// # Errors
/// The folder does not continue its anchor, is used, or cannot be read or written.
pub async fn move_away(
    config: &Config,
    data: &Path,
    file: (&Path, Option<Sealing>),
    progress: &Progress,
) -> Result<WrittenFile, StartError> {
    let clock = Clock::system();
    let store = open_store(config, data, &clock, &Folds::new(config)).await?;
    let written = write_moved(config, data, (&store, &clock), file, progress).await;
    store.close(Instant::now() + APPLY_AT_END);
    let (written, place) = written?;
    let unusable = || StartError::unusable(data.display().to_string());
    mark(data, MOVED).map_err(unusable())?;
    remove_anchor(&place.anchor).map_err(unusable())?;
    Ok(written)
}

async fn write_moved(
    config: &Config,
    data: &Path,
    (store, clock): (&Store, &Clock),
    (file, sealing): (&Path, Option<Sealing>),
    progress: &Progress,
) -> Result<(WrittenFile, KeyPlace), StartError> {
    check_alone(store.view())?;
    let (place, row) = check_continues(config, data, store, clock.now())?;
    let Some(row) = row else {
        return Err(StartError::Refused(
            "this folder is of an older version: start its site once before it moves".to_owned(),
        ));
    };
    let mut batch = Batch::new();
    ANCHOR.put(&mut batch, &AnchorRow { moved: true, at: clock.now().0, ..row })?;
    store.commit(batch).await?;
    let (of_task, file, progress) = (store.clone(), file.to_owned(), progress.clone());
    let data = data.to_owned();
    let write = move || write_file(&of_task, &data, (&file, sealing.as_ref()), &progress);
    let written = tokio::task::spawn_blocking(write).await.map_err(Fault::other)?;
    Ok((written.map_err(StartError::Refused)?, place))
}

/// Compares a folder that no server uses with the anchor of this machine. Returns where the anchor is, and the folder's
/// last moment, if it has one.
///
/// # Errors
/// The folder was restored or copied, or the anchor cannot be read.
pub fn check_continues(
    config: &Config,
    data: &Path,
    store: &Store,
    now: Millis,
) -> Result<(KeyPlace, Option<AnchorRow>), StartError> {
    let place = KeyPlace::of(&config.store.key_file, data).map_err(Fault::other)?;
    match Anchor::compare(&place.anchor, store.view(), now)? {
        (Continuity::Restored, _) => Err(StartError::Refused(
            "this folder was restored or copied: start its site once before, which renews its seeds"
                .to_owned(),
        )),
        (_, row) => Ok((place, row)),
    }
}

/// Makes the state of a folder that no server uses the last moment on this machine.
///
/// # Errors
/// The row cannot be read, or the anchor cannot be written.
pub fn anchor_here(config: &Config, data: &Path, store: &Store) -> Result<(), StartError> {
    let place = KeyPlace::of(&config.store.key_file, data).map_err(Fault::other)?;
    if let Some(row) = ANCHOR.get(store.view())? {
        write_anchor(&place.anchor, row.moment)
            .map_err(StartError::unusable(place.anchor.display().to_string()))?;
        give_to_owner(data, &[&place.anchor]).map_err(StartError::Refused)?;
    }
    Ok(())
}
