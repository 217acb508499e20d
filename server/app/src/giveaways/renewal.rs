//! Server seeds of giveaways that have not ended, at a start before any call: copies of the data folder may hold them.

use pointhouse_rules::fairness::ServerSeed;
use pointhouse_store::{Batch, Keys, Store};
use rand::TryRng;
use rand::rngs::SysRng;

use super::records::{
    DUE, GIVEAWAY, GiveawayRow, NoteRow, SEED, SeedRow, Stage, append_notes, due, read_notes,
};
use crate::clock::Millis;
use crate::draw_key::{DrawKey, Renewal, SeedOwner, StoredSeed};
use crate::fault::Fault;
use crate::ids::GiveawayId;

/// Seals the seeds of giveaways that have not ended, which were stored as they are before format 10. They stay the same,
/// because they are committed to: a public note says that older backups hold them.
///
/// # Errors
/// The store cannot be read or has stopped.
pub async fn seal_open_seeds(
    store: &Store,
    key: &DrawKey,
    now: Millis,
    renewal: &mut Renewal,
) -> Result<(), Fault> {
    for (id, row) in open(store)? {
        let Some(SeedRow(StoredSeed::Plain(seed))) = SEED.get(store.view(), &id)? else { continue };
        let mut batch = Batch::new();
        SEED.put(&mut batch, &id, &SeedRow(key.seal(SeedOwner::Giveaway(id), &seed)?))?;
        note(store, &mut batch, id, NoteRow::InOlderBackups { at: now.0 })?;
        put_next(&mut batch, id, row)?;
        store.commit(batch).await?;
        renewal.exposed += 1;
    }
    Ok(())
}

/// Gives each giveaway that still runs a new seed after a restore. One whose end has passed waits for an admin's decision:
/// it may have been drawn before the restore, so it is not drawn again.
///
/// # Errors
/// The store cannot be read or has stopped.
pub async fn recommit_open(
    store: &Store,
    key: &DrawKey,
    (now, backup_of): (Millis, Option<i64>),
    renewal: &mut Renewal,
) -> Result<(), Fault> {
    for (id, mut row) in open(store)? {
        let mut batch = Batch::new();
        if row.end_at <= now.0 {
            DUE.delete(&mut batch, &due(row.end_at, id))?;
            note(store, &mut batch, id, NoteRow::Interrupted { at: now.0, backup_of })?;
            row.stage = Stage::Interrupted;
        } else {
            let mut seed = [0; 32];
            SysRng.try_fill_bytes(&mut seed).map_err(std::io::Error::other)?;
            let before = row.commitment;
            let after = *ServerSeed::from_bytes(&seed).commitment().as_bytes();
            SEED.put(&mut batch, &id, &SeedRow(key.seal(SeedOwner::Giveaway(id), &seed)?))?;
            let changed = NoteRow::Recommitted { at: now.0, backup_of, before, after };
            note(store, &mut batch, id, changed)?;
            row.commitment = after;
            renewal.recommitted += 1;
        }
        put_next(&mut batch, id, row)?;
        store.commit(batch).await?;
    }
    Ok(())
}

fn open(store: &Store) -> Result<Vec<(GiveawayId, GiveawayRow)>, Fault> {
    let mut open = Vec::new();
    for giveaway in GIVEAWAY.rows(store.view(), Keys::all()) {
        let (id, row) = giveaway?;
        if row.stage == Stage::Open {
            open.push((id, row));
        }
    }
    Ok(open)
}

fn note(store: &Store, batch: &mut Batch, id: GiveawayId, note: NoteRow) -> Result<(), Fault> {
    let mut notes = read_notes(store.view(), id)?;
    let known = notes.len();
    notes.push(note);
    Ok(append_notes(batch, id, known, &notes)?)
}

fn put_next(batch: &mut Batch, id: GiveawayId, row: GiveawayRow) -> Result<(), Fault> {
    Ok(GIVEAWAY.put(batch, &id, &GiveawayRow { revision: row.revision + 1, ..row })?)
}
