//! The time zones that the site has had. A change in the settings takes effect at the next midnight of the old
//! zone, so no day is cut short or claimed twice.

use std::sync::Arc;

use bincode::{Decode, Encode};
use chrono_tz::Tz;
use pointhouse_store::{Batch, CommitView, Projection, Single, Store, StoreError, StoredRow, View};

use super::error::StartError;
use crate::accounts::Auth;
use crate::clock::{Clock, Era, Millis, SiteZone};
use crate::config::Config;
use crate::fault::Fault;
use crate::settings::{Apply, Follower, SettingsError};
use crate::tables::{self, RowFormat};

/// The row formats, for checks and upgrades.
pub(crate) const ROWS: &[RowFormat] = &[TIME_ZONES.format()];

const TIME_ZONES: Single<TimeZonesRow> = Single::new(tables::SETTING, "time_zones");

/// The time zones, oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct TimeZonesRow {
    /// First instant in milliseconds, and name in the time zone database.
    eras: Vec<(i64, String)>,
}

impl StoredRow for TimeZonesRow {
    const VERSION: u8 = 1;
}

impl TimeZonesRow {
    fn of(eras: &[Era]) -> Self {
        Self { eras: eras.iter().map(|era| (era.from.0, era.zone.name().to_owned())).collect() }
    }

    fn eras(&self) -> Result<Vec<Era>, Fault> {
        let era = |(from, name): &(i64, String)| {
            let zone = name.parse().map_err(Fault::other)?;
            Ok(Era { from: Millis(*from), zone })
        };
        self.eras.iter().map(era).collect()
    }
}

/// Reads the row before anything is folded: sums by site day need the time zones.
pub(super) struct TimeZones {
    zone: SiteZone,
}

impl TimeZones {
    /// The projection that keeps a zone current.
    pub(super) fn projection(zone: &SiteZone) -> Box<dyn Projection> {
        Box::new(Self { zone: zone.clone() })
    }

    fn apply(&self, row: &TimeZonesRow) {
        match row.eras() {
            Ok(eras) => self.zone.set(eras),
            Err(error) => tracing::error!(%error, "the site's time zones cannot be read"),
        }
    }
}

impl Projection for TimeZones {
    fn name(&self) -> &'static str {
        "time zones"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        if let Some(row) = TIME_ZONES.get(view)? {
            self.apply(&row);
        }
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        for row in commit.rows() {
            match TIME_ZONES.row(row) {
                Some(Ok(Some(zones))) => self.apply(&zones),
                Some(Err(error)) => {
                    tracing::error!(%error, "the site's time zones cannot be read");
                }
                Some(Ok(None)) | None => {}
            }
        }
    }

    fn drain(&mut self, _: &mut Batch) {}
}

/// Stores the time zone of the settings: at once in a folder that has none yet, and otherwise from the next
/// midnight on.
///
/// # Errors
/// The store cannot be read or written.
pub(super) async fn follow_settings(
    store: &Store,
    zone: &SiteZone,
    wanted: Tz,
    clock: &Clock,
) -> Result<(), StartError> {
    let is_new = TIME_ZONES.get(store.view())?.is_none();
    let eras =
        if is_new { Some(SiteZone::new(wanted).eras()) } else { zone.changed(wanted, clock.now()) };
    let Some(eras) = eras else { return Ok(()) };
    let mut batch = Batch::new();
    TIME_ZONES.put(&mut batch, &TimeZonesRow::of(&eras))?;
    store.commit(batch).await?;
    if let Some(last) = eras.last().filter(|_| !is_new) {
        let (zone, from) = (last.zone.name(), last.from.max(clock.now()).iso());
        tracing::info!(zone, from, "the site's time zone changes");
    }
    zone.set(eras);
    Ok(())
}

/// Stores a change of the time zone with the change of the settings.
pub(super) struct FollowTimeZone {
    pub(super) zone: SiteZone,
    pub(super) clock: Clock,
    pub(super) auth: Auth,
}

impl Follower for FollowTimeZone {
    fn prepare(
        &self,
        _: &Config,
        after: &Arc<Config>,
        batch: &mut Batch,
    ) -> Result<Apply, SettingsError> {
        let wanted = after.place.timezone;
        let eras = match self.zone.changed(wanted, self.clock.now()) {
            None => return Ok(Box::new(|| ())),
            // No member has a day that could be cut short.
            Some(_) if self.auth.accounts() == 0 => SiteZone::new(wanted).eras(),
            Some(eras) => eras,
        };
        TIME_ZONES.put(batch, &TimeZonesRow::of(&eras))?;
        let zone = self.zone.clone();
        Ok(Box::new(move || zone.set(eras)))
    }
}
