//! The purpose of a data folder. It is decided at its first start and stored, so that made-up
//! points are never mistaken for real ones, whatever the settings.

use pointhouse_store::{Batch, Single, Store, StoredRow};

use super::error::StartError;
use super::shared_services::TOKEN_SECRET;
use crate::config::{Config, Preset};
use crate::tables::{self, FlagRow, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] =
    &[REHEARSAL.format(), DEMO.format(), REAL.format(), NEUTRAL_IDENTITY.format()];

const REHEARSAL: Single<FlagRow> = Single::new(tables::SETTING, "rehearsal");
const DEMO: Single<FlagRow> = Single::new(tables::SETTING, "demo");
/// Its name is older than its meaning, and a stored name stays.
const REAL: Single<FlagRow> = Single::new(tables::SETTING, "neutral_defaults");
/// In folders of formats 9 to 11. It is not read.
const NEUTRAL_IDENTITY: Single<FlagRow> = Single::new(tables::SETTING, "neutral_identity");

/// The purpose of a data folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A site with real members.
    Real,
    /// A site with demo content: its members' passwords are published.
    Demo,
    /// A site with fake external services, see `scripts/demo`.
    Rehearsal,
}

impl Purpose {
    /// The purpose of a start with these settings.
    pub(super) const fn wanted(config: &Config, is_demo: bool) -> Self {
        match (config.site.rehearsal, is_demo) {
            (true, _) => Self::Rehearsal,
            (false, true) => Self::Demo,
            (false, false) => Self::Real,
        }
    }

    /// The settings that a folder of this purpose begins with.
    pub(super) const fn preset(self) -> Preset {
        match self {
            Self::Real => Preset::Neutral,
            Self::Demo | Self::Rehearsal => Preset::Example,
        }
    }

    const fn mark(self) -> Single<FlagRow> {
        match self {
            Self::Real => REAL,
            Self::Demo => DEMO,
            Self::Rehearsal => REHEARSAL,
        }
    }
}

/// Marks a new folder with its purpose, and compares the purpose of an existing one.
///
/// # Errors
/// The folder has another purpose, or cannot be read or written.
pub(super) async fn check_purpose(store: &Store, wanted: Purpose) -> Result<(), StartError> {
    let is_marked = has(store, REHEARSAL)? || has(store, DEMO)? || has(store, REAL)?;
    // A folder without the token secret is new: the first start creates the secret.
    if !is_marked && !has(store, TOKEN_SECRET)? {
        let mut batch = Batch::new();
        wanted.mark().put(&mut batch, &FlagRow)?;
        store.commit(batch).await?;
    }
    let found = find_purpose(store)?;
    if found != wanted {
        return Err(StartError::Refused(refusal(found, wanted)));
    }
    Ok(())
}

/// The purpose of a folder, for commands that accept any.
///
/// # Errors
/// The store cannot be read.
pub(super) fn find_purpose(store: &Store) -> Result<Purpose, StartError> {
    Ok(match (has(store, REHEARSAL)?, has(store, DEMO)?) {
        (true, _) => Purpose::Rehearsal,
        (false, true) => Purpose::Demo,
        (false, false) => Purpose::Real,
    })
}

fn has<Row: StoredRow>(store: &Store, row: Single<Row>) -> Result<bool, StartError> {
    Ok(row.get(store.view())?.is_some())
}

fn refusal(found: Purpose, wanted: Purpose) -> String {
    let (what, how) = match (found, wanted) {
        (Purpose::Demo, _) => ("was made by a demo: nothing in it is real", "with --demo"),
        (Purpose::Rehearsal, _) => {
            ("was made by a rehearsal: nothing in it is real", "with site.rehearsal = true")
        }
        (Purpose::Real, Purpose::Rehearsal) => {
            ("is a real site's: it is not for rehearsals", "without site.rehearsal")
        }
        (Purpose::Real, _) => {
            ("is a real site's: demo content does not go there", "without --demo")
        }
    };
    format!("this data folder {what}. Start it {how}, or choose another folder with --data")
}
