//! A data folder is a rehearsal's or a real site's from its first start on: points of one are never taken
//! for those of the other, whatever the settings say.

use pointhouse_store::{Batch, Store, encode};

use super::rooms::TOKEN_SECRET;
use super::{StartError, other};
use crate::tables::{self, FlagRow};

pub(super) const REHEARSAL: &[u8] = b"rehearsal";

/// Notes what a new folder is for, and holds an old one against it.
///
/// # Errors
/// The folder is for something else, or it cannot be read or written.
pub(super) async fn settle(store: &Store, is_rehearsal: bool) -> Result<(), StartError> {
    // The first start makes it.
    let is_new = store.view().get(tables::SETTING, TOKEN_SECRET).map_err(other)?.is_none();
    let was_rehearsal = store.view().get(tables::SETTING, REHEARSAL).map_err(other)?.is_some();
    match (is_new, was_rehearsal, is_rehearsal) {
        (true, false, true) => {
            let mut batch = Batch::new();
            batch
                .put(tables::SETTING, REHEARSAL, &encode(&FlagRow).map_err(other)?)
                .map_err(other)?;
            store.commit(batch).await.map(drop).map_err(other)
        }
        (_, true, false) => Err(other(
            "this data folder was made by a rehearsal: nothing in it is real. Start it with \
             site.rehearsal = true, or choose another folder with --data",
        )),
        (false, false, true) => Err(other(
            "this data folder is a real site's: it is not for rehearsals. Start it without \
             site.rehearsal, or choose another folder with --data",
        )),
        _ => Ok(()),
    }
}
