//! An answer of the source as the rows that it changes.

use std::collections::BTreeMap;

use pointhouse_store::{Batch, View};

use super::model::{Figures, Known, Moment, Told, fold};
use super::records::{DaySumRow, HeadRow, folded, put, read};
use crate::cents::Cents;
use crate::clock::{Millis, SiteDay, SiteMonth};
use crate::tables;

/// What came of an answer of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// When.
    pub at: Millis,
    /// The site's day that it counts for.
    pub day: SiteDay,
    /// The source's month.
    pub month: SiteMonth,
    /// Players in it.
    pub updated: u64,
    /// Of whom nothing was known.
    pub new_players: u64,
    /// Whose figure fell.
    pub fallen: u64,
    /// Players that are known now.
    pub known: u64,
}

/// An answer of the source with all that its meaning depends on.
pub(super) struct Answer {
    pub(super) at: Millis,
    pub(super) day: SiteDay,
    pub(super) month: SiteMonth,
    /// The month is the one that runs.
    pub(super) is_current: bool,
    pub(super) month_begun_at: Millis,
    /// The site's day that the month began on.
    pub(super) month_begun_on: SiteDay,
    pub(super) players: Vec<Figures>,
}

impl Answer {
    /// The rows that it changes. Reads much: not for a thread that serves.
    pub(super) fn fold(self, view: &View) -> Result<(Batch, Recorded), String> {
        let mut head = HeadRow::read(view)?;
        let from_zero = self.is_watched(&head, view)?;
        let moment = Moment { day: self.day, month: self.month, from_zero };
        let mut sum: DaySumRow =
            read(view, tables::WAGER_DAY_SUM, &head.day_from(self.day))?.unwrap_or_default();
        let mut batch = Batch::new();
        let (mut updated, mut new_players, mut fallen) = (0, 0, 0);
        for (name, figures) in highest(self.players) {
            let known = Known {
                player: read(view, tables::WAGER_PLAYER, &head.player_key(&name))?,
                month: read(view, tables::WAGER_MONTH, &head.month_key(self.month, &name))?,
                day: read(view, tables::WAGER_DAY, &head.day_key(self.day, &name))?,
            };
            let told = fold(&known, &figures, moment);
            if let Some(before) = told.fell_from {
                let (player, before) = (&figures.name, before.to_string());
                let now = figures.monthly.to_string();
                tracing::warn!(player, before, now, "a figure of the wager source fell");
                fallen += 1;
            }
            updated += 1;
            if !told.is_news(&known) {
                continue;
            }
            new_players += u64::from(known.player.is_none());
            add(&mut sum, &known, &told);
            put(&mut batch, tables::WAGER_PLAYER, &head.player_key(&name), &told.player)?;
            put(&mut batch, tables::WAGER_MONTH, &head.month_key(self.month, &name), &told.month)?;
            put(&mut batch, tables::WAGER_DAY, &head.day_key(self.day, &name), &told.day)?;
        }
        sum.revision += 1;
        put(&mut batch, tables::WAGER_DAY_SUM, &head.day_from(self.day), &sum)?;
        head.revision += 1;
        head.begun_at.get_or_insert(self.at.0);
        head.last_at = Some(self.at.0);
        head.players += new_players;
        head.put(&mut batch)?;
        let recorded = Recorded {
            at: self.at,
            day: self.day,
            month: self.month,
            updated,
            new_players,
            fallen,
            known: head.players,
        };
        Ok((batch, recorded))
    }

    /// Whether a player who is new in the month has wagered all of it under our eyes: figures of the
    /// month have come before; or it is the one that runs, and the tracking is older than it, or
    /// begins on its first day.
    fn is_watched(&self, head: &HeadRow, view: &View) -> Result<bool, String> {
        let older = head.begun_at.is_some_and(|at| at <= self.month_begun_at.0);
        let first_day = self.day == self.month_begun_on;
        Ok(head.knows(self.month, view)? || self.is_current && (older || first_day))
    }
}

/// Each player once.
fn highest(players: Vec<Figures>) -> BTreeMap<String, Figures> {
    let mut each: BTreeMap<String, Figures> = BTreeMap::new();
    for figures in players {
        let name = folded(&figures.name);
        match each.get(&name) {
            Some(other) if other.monthly >= figures.monthly => {}
            _ => {
                each.insert(name, figures);
            }
        }
    }
    each
}

/// The day's row of a player counts in the sum in place of the one before.
fn add(sum: &mut DaySumRow, known: &Known, told: &Told) {
    let before = known.day.as_ref();
    sum.players += u64::from(before.is_none());
    let moved = |sum: Cents, before: Option<Cents>, now: Cents| {
        let before = before.map_or(0, |cents| cents.0);
        Cents(sum.0.saturating_add(now.0).saturating_sub(before))
    };
    sum.daily = moved(sum.daily, before.map(|row| row.daily), told.day.daily);
    sum.monthly = moved(sum.monthly, before.map(|row| row.monthly), told.day.monthly);
    sum.total = moved(sum.total, before.map(|row| row.total), told.day.total);
}
