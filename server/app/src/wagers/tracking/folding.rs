//! Computes the rows that a response of the source changes.

use std::collections::BTreeMap;

use pointhouse_store::{Batch, StoreError, View};

use super::model::{Figures, Folded, Known, Moment, fold};
use super::records::{DAY, DAY_SUM, DaySumRow, HEAD, HeadRow, MONTH, PLAYER, folded};
use crate::cents::Cents;
use crate::clock::{Millis, SiteDay, SiteMonth};

/// Result of recording a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Time of the response.
    pub at: Millis,
    /// The site day that it counts for.
    pub day: SiteDay,
    /// The source's month of the figures.
    pub month: SiteMonth,
    /// Number of players in the response.
    pub updated: u64,
    /// Number of players seen for the first time.
    pub new_players: u64,
    /// Number of players whose figure fell.
    pub fallen: u64,
    /// Number of known players afterwards.
    pub known: u64,
}

/// A response of the source, with all parameters of its interpretation.
pub(super) struct Answer {
    pub(super) at: Millis,
    pub(super) day: SiteDay,
    pub(super) month: SiteMonth,
    /// True when the month is the current one.
    pub(super) is_current: bool,
    pub(super) month_begun_at: Millis,
    /// The site day on which the month began.
    pub(super) month_begun_on: SiteDay,
    pub(super) players: Vec<Figures>,
}

impl Answer {
    /// Computes the changed rows. Slow: must not run on a serving thread.
    ///
    /// # Errors
    /// A row cannot be decoded.
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

    /// Returns whether the full figure of a player who is new in the month was wagered while the
    /// tracking ran: if figures of this month were recorded before; or if it is the current month
    /// and the tracking began earlier or on the month's first day.
    fn is_watched(&self, head: &HeadRow, view: &View) -> Result<bool, StoreError> {
        let older = head.begun_at.is_some_and(|at| at <= self.month_begun_at.0);
        let first_day = self.day == self.month_begun_on;
        Ok(head.knows(self.month, view)? || self.is_current && (older || first_day))
    }
}

/// Merges duplicate players.
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

/// Replaces the player's previous share in the sum of a day by the new one.
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
