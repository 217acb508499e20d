//! An answer of the source as the rows that it changes.

use std::collections::BTreeMap;

use pointhouse_store::{Batch, StoreError, View};

use super::model::{Figures, Folded, Known, Moment, fold};
use super::records::{DAY, DAY_SUM, DaySumRow, HEAD, HeadRow, MONTH, PLAYER, folded};
use crate::cents::Cents;
use crate::clock::{Millis, SiteDay, SiteMonth};

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
    ///
    /// # Errors
    /// A row does not read.
    pub(super) fn fold(self, view: &View) -> Result<(Batch, Recorded), StoreError> {
        let mut head = HeadRow::read(view)?;
        let from_zero = self.is_watched(&head, view)?;
        let moment = Moment { day: self.day, month: self.month, from_zero };
        let sum_key = (head.histories, self.day);
        let mut sum = DAY_SUM.get(view, &sum_key)?.unwrap_or_default();
        let mut batch = Batch::new();
        let (mut updated, mut new_players, mut fallen) = (0, 0, 0);
        for (name, figures) in highest(self.players) {
            let player_key = (head.months, name.clone());
            let month_key = (head.months, self.month, name.clone());
            let day_key = (head.histories, self.day, name);
            let known = Known {
                player: PLAYER.get(view, &player_key)?,
                month: MONTH.get(view, &month_key)?,
                day: DAY.get(view, &day_key)?,
            };
            let folded = fold(&known, &figures, moment);
            if let Some(before) = folded.fell_from {
                let (player, before) = (&figures.name, before.to_string());
                let now = figures.monthly.to_string();
                tracing::warn!(player, before, now, "a figure of the wager source fell");
                fallen += 1;
            }
            updated += 1;
            if !folded.is_change(&known) {
                continue;
            }
            new_players += u64::from(known.player.is_none());
            add(&mut sum, &known, &folded);
            PLAYER.put(&mut batch, &player_key, &folded.player)?;
            MONTH.put(&mut batch, &month_key, &folded.month)?;
            DAY.put(&mut batch, &day_key, &folded.day)?;
        }
        sum.revision += 1;
        DAY_SUM.put(&mut batch, &sum_key, &sum)?;
        head.revision += 1;
        head.begun_at.get_or_insert(self.at.0);
        head.last_at = Some(self.at.0);
        head.players += new_players;
        HEAD.put(&mut batch, &head)?;
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
    fn is_watched(&self, head: &HeadRow, view: &View) -> Result<bool, StoreError> {
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
fn add(sum: &mut DaySumRow, known: &Known, folded: &Folded) {
    let before = known.day.as_ref();
    sum.players += u64::from(before.is_none());
    let moved = |sum: Cents, before: Option<Cents>, now: Cents| {
        let before = before.map_or(0, |cents| cents.0);
        Cents(sum.0.saturating_add(now.0).saturating_sub(before))
    };
    sum.daily = moved(sum.daily, before.map(|row| row.daily), folded.day.daily);
    sum.monthly = moved(sum.monthly, before.map(|row| row.monthly), folded.day.monthly);
    sum.total = moved(sum.total, before.map(|row| row.total), folded.day.total);
}
