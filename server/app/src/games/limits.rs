//! Limits that members set themselves (docs/decisions.md, C8), decided without side effects.
//!
//! Days are site days. A stricter limit applies at once. A looser one, or none, applies after 24 hours, so
//! that a member cannot undo a limit in the middle of a losing streak.

use std::collections::BTreeMap;

use pointhouse_store::{StoreError, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::GameError;
use super::records::{LimitRow, PLAY_LIMITS, PlayLimitsRow, read_round};
use super::registry::has_moves;
use crate::clock::{Millis, SiteDay, SiteZone};
use crate::ids::{GameId, UserId};
use crate::wallet::{LedgerRow, Reason, Reference, ledger_newest_first};

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// The longest time-out, in days.
const TIME_OUT_DAYS_MAX: u32 = 30;
/// The highest limit: above it one might as well set none.
const LIMIT_MAX: u64 = 1_000_000_000;

impl LimitRow {
    /// The limit in force.
    fn at(&self, now: Millis) -> Option<u64> {
        match self.next {
            Some((value, from)) if from <= now.0 => value,
            _ => self.value,
        }
    }

    /// Whether a limit would be looser than the one in force.
    fn is_looser(&self, wanted: Option<u64>, now: Millis) -> bool {
        match (wanted, self.at(now)) {
            (_, None) => false,
            (None, Some(_)) => true,
            (Some(wanted), Some(current)) => wanted > current,
        }
    }

    fn set(&mut self, wanted: Option<u64>, now: Millis) {
        let current = self.at(now);
        *self = if self.is_looser(wanted, now) {
            Self { value: current, next: Some((wanted, now.0.saturating_add(DAY_MILLIS))) }
        } else {
            Self { value: wanted, next: None }
        };
    }

    /// Takes the stricter of this limit and another one. When that one ends, the other of the two still applies.
    pub(super) fn take_stricter(&mut self, other: Self, now: Millis) {
        let (own, wanted) = (self.at(now), other.at(now));
        let is_other = wanted.is_some_and(|wanted| own.is_none_or(|own| wanted < own));
        let (first, second) = if is_other { (other, *self) } else { (*self, other) };
        let pending = first.next.filter(|(_, from)| *from > now.0);
        let next = pending.map(|(limit, from)| {
            let both = [limit, second.at(Millis(from))];
            (both.into_iter().flatten().min(), from)
        });
        *self = Self { value: first.at(now), next };
    }

    /// When the limit ends, in milliseconds: `None` without a limit, `Some(None)` if it has no end.
    pub(super) const fn ends_at(&self) -> Option<Option<i64>> {
        match (self.value, self.next) {
            (_, Some((Some(_), _))) => Some(None),
            (Some(_), Some((None, from))) => Some(Some(from)),
            (Some(_), None) => Some(None),
            (None, _) => None,
        }
    }

    fn view(&self, used_today: u64, now: Millis) -> LimitView {
        let pending = self.next.filter(|(_, from)| *from > now.0);
        LimitView {
            limit: self.at(now),
            used_today,
            pending: pending.map(|(limit, from)| PendingLimit { limit, from: Millis(from).iso() }),
        }
    }
}

/// What a member changes; what is absent stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewLimits {
    /// Points staked in a day; null ends the limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<u64>)]
    pub daily_stake: Option<Option<u64>>,
    /// Points lost in a day; null ends the limit.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<u64>)]
    pub daily_loss: Option<Option<u64>>,
    /// Days without bets, 1 to 30; 0 ends a time-out 24 hours from now.
    #[serde(default)]
    pub time_out_days: Option<u32>,
}

/// Distinguishes an absent field (`None`) from `null` (`Some(None)`).
fn present<'de, D: serde::Deserializer<'de>>(input: D) -> Result<Option<Option<u64>>, D::Error> {
    Option::<u64>::deserialize(input).map(Some)
}

/// A limit as its member sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitView {
    /// Points a day; null = no limit.
    #[schema(required)]
    pub limit: Option<u64>,
    /// Points counted against it today.
    pub used_today: u64,
    /// A looser one that was asked for.
    #[schema(required)]
    pub pending: Option<PendingLimit>,
}

/// A looser limit on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PendingLimit {
    /// Points a day; null = no limit.
    #[schema(required)]
    pub limit: Option<u64>,
    /// When it holds, ISO 8601.
    pub from: String,
}

/// All limits as their member sees them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitsView {
    /// Points staked.
    pub daily_stake: LimitView,
    /// Points lost.
    pub daily_loss: LimitView,
    /// No bets before this time, ISO 8601; null = no time-out.
    #[schema(required)]
    pub time_out_until: Option<String>,
    /// When the day ends, ISO 8601.
    pub next_reset: String,
}

/// What went through the games on a site day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sums {
    pub day: SiteDay,
    pub staked: u64,
    pub paid: u64,
}

impl Sums {
    /// Reads the ledger back to the beginning of the day. A stake counts on the day when it is made. A payout
    /// counts on the day of its round's bet: the payout of a round of yesterday does not raise today's limit.
    pub(super) fn read(
        view: &View,
        user: UserId,
        zone: &SiteZone,
        now: Millis,
    ) -> Result<Self, StoreError> {
        let day = zone.day(now);
        let mut sums = Self { day, staked: 0, paid: 0 };
        let mut earliest = BTreeMap::new();
        for entry in ledger_newest_first(view, user, u64::MAX) {
            let (_, row) = entry?;
            if zone.day(Millis(row.at)) != day {
                break;
            }
            sums.add(&row, &mut earliest);
        }
        // A member has one open round of a game at a time, so only the day's first payout of each game can
        // be of yesterday's bet.
        for (round, paid) in earliest.into_values() {
            let bet = read_round(view, user, round)?;
            if bet.is_none_or(|bet| zone.day(Millis(bet.at)) == day) {
                sums.paid += paid;
            }
        }
        Ok(sums)
    }

    /// Adds an entry of the ledger, which is read from its newest entry back. The earliest payout of each
    /// game with moves stays in `earliest`, with its round.
    fn add(&mut self, row: &LedgerRow, earliest: &mut BTreeMap<GameId, (u64, u64)>) {
        let points = row.amount.unsigned_abs();
        match (row.reason, row.reference) {
            (Reason::Stake(_), _) => self.staked += points,
            // A round is paid once.
            (Reason::Payout(game), Some(Reference::Round(round))) if has_moves(game) => {
                let later = earliest.insert(game, (round, points));
                self.paid += later.map_or(0, |(_, paid)| paid);
            }
            (Reason::Payout(_), _) => self.paid += points,
            _ => {}
        }
    }

    fn lost(&self) -> u64 {
        self.staked.saturating_sub(self.paid)
    }
}

/// Limits and what counts against them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayLimits {
    pub row: PlayLimitsRow,
    /// Not read while no limit was ever set.
    pub sums: Option<Sums>,
}

impl PlayLimits {
    /// Whether points may be staked now.
    pub(super) fn check(&self, stake: u64, zone: &SiteZone, now: Millis) -> Result<(), GameError> {
        if stake == 0 || self.row.revision == 0 {
            return Ok(());
        }
        if let Some(until) = self.row.time_out_until
            && until > now.0
        {
            return Err(GameError::TimeOut { until: Millis(until) });
        }
        let today = self.today(zone, now);
        let reached = |limit: Option<u64>, used: u64| {
            limit.is_some_and(|limit| used.saturating_add(stake) > limit)
        };
        if reached(self.row.stake.at(now), today.staked) {
            return Err(GameError::LimitReached("stake"));
        }
        if reached(self.row.loss.at(now), today.lost()) {
            return Err(GameError::LimitReached("loss"));
        }
        Ok(())
    }

    /// Counts what a bet or a move has staked, and what its round pays if the bet is of today.
    pub(super) fn count(
        &mut self,
        (staked, paid): (u64, u64),
        bet_at: Millis,
        zone: &SiteZone,
        now: Millis,
    ) {
        if self.sums.is_none() {
            return;
        }
        let mut today = self.today(zone, now);
        today.staked += staked;
        if zone.day(bet_at) == today.day {
            today.paid += paid;
        }
        self.sums = Some(today);
    }

    fn today(&self, zone: &SiteZone, now: Millis) -> Sums {
        let day = zone.day(now);
        let fresh = Sums { day, staked: 0, paid: 0 };
        self.sums.filter(|sums| sums.day == day).unwrap_or(fresh)
    }

    /// Whether a change makes any limit looser, now or later.
    pub(super) fn loosens(&self, new: NewLimits, now: Millis) -> bool {
        let is_looser = |wanted: Option<Option<u64>>, limit: &LimitRow| {
            wanted.is_some_and(|wanted| limit.is_looser(wanted, now))
        };
        is_looser(new.daily_stake, &self.row.stake)
            || is_looser(new.daily_loss, &self.row.loss)
            || new.time_out_days == Some(0)
    }

    /// The row after a change.
    pub(super) fn changed(&self, new: NewLimits, now: Millis) -> Result<PlayLimitsRow, GameError> {
        let mut row = self.row;
        row.revision += 1;
        for (wanted, limit) in [(new.daily_stake, &mut row.stake), (new.daily_loss, &mut row.loss)]
        {
            if let Some(wanted) = wanted {
                if wanted.is_some_and(|points| points == 0 || points > LIMIT_MAX) {
                    return Err(GameError::BadLimit);
                }
                limit.set(wanted, now);
            }
        }
        if let Some(days) = new.time_out_days {
            let running = row.time_out_until.filter(|until| *until > now.0);
            let asked = now.0.saturating_add(DAY_MILLIS * i64::from(days.max(1)));
            row.time_out_until = match (days, running) {
                (0, None) => None,
                (0, Some(until)) => Some(until.min(asked)),
                (1..=TIME_OUT_DAYS_MAX, running) => Some(running.unwrap_or(asked).max(asked)),
                _ => return Err(GameError::BadLimit),
            };
        }
        Ok(row)
    }

    /// As the member sees them.
    pub(super) fn view(&self, zone: &SiteZone, now: Millis) -> LimitsView {
        let today = self.today(zone, now);
        let time_out = self.row.time_out_until.filter(|until| *until > now.0);
        LimitsView {
            daily_stake: self.row.stake.view(today.staked, now),
            daily_loss: self.row.loss.view(today.lost(), now),
            time_out_until: time_out.map(|until| Millis(until).iso()),
            next_reset: zone.next_day_start(today.day).iso(),
        }
    }
}

/// Limits of a member, with the sums of the day when any limit was ever set. `kept` are those with the limits of deleted
/// accounts, in place of the stored ones.
pub(super) fn read_limits(
    view: &View,
    user: UserId,
    kept: Option<PlayLimitsRow>,
    zone: &SiteZone,
    now: Millis,
) -> Result<PlayLimits, StoreError> {
    let row = match kept {
        Some(row) => row,
        None => match PLAY_LIMITS.get(view, &user)? {
            Some(row) => row,
            None => return Ok(PlayLimits { row: PlayLimitsRow::default(), sums: None }),
        },
    };
    Ok(PlayLimits { row, sums: Some(Sums::read(view, user, zone, now)?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_applies_again_when_a_stricter_one_that_was_taken_ends() {
        let (now, soon) = (Millis(1_000), 2_000);
        let ends = LimitRow { value: Some(50), next: Some((None, soon)) };
        let mut own = LimitRow { value: Some(100), next: None };
        own.take_stricter(ends, now);
        assert_eq!((own.at(now), own.at(Millis(soon))), (Some(50), Some(100)));
        let mut none = LimitRow { value: None, next: None };
        none.take_stricter(ends, now);
        assert_eq!(none, ends);
        let mut ending = ends;
        ending.take_stricter(LimitRow { value: Some(100), next: None }, now);
        assert_eq!((ending.at(now), ending.at(Millis(soon))), (Some(50), Some(100)));
        let mut stricter = LimitRow { value: Some(10), next: None };
        stricter.take_stricter(ends, now);
        assert_eq!(stricter.at(now), Some(10));
    }
}
