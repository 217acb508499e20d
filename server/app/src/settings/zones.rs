//! Keeps the site's time zone current from its row: a projection, because sums by site day are folded from the
//! journal before anything else of the site runs.

use pointhouse_store::{Batch, CommitView, Projection, StoreError, View};

use super::records::{ZONES, ZonesRow};
use crate::clock::SiteZone;

/// The fold that keeps a time zone current.
pub fn zone_projection(zone: &SiteZone) -> Box<dyn Projection> {
    Box::new(Fold { zone: zone.clone() })
}

struct Fold {
    zone: SiteZone,
}

impl Fold {
    fn apply(&self, row: &ZonesRow) {
        match row.eras() {
            Ok(eras) => self.zone.set(eras),
            Err(error) => tracing::error!(%error, "the time zones cannot be read"),
        }
    }
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "time zone"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        if let Some(row) = ZONES.get(view)? {
            self.apply(&row);
        }
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        for row in commit.rows().flatten() {
            match ZONES.row(&row) {
                Some(Ok(Some(zones))) => self.apply(&zones),
                Some(Err(error)) => tracing::error!(%error, "the time zones cannot be read"),
                Some(Ok(None)) | None => {}
            }
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}
