//! The meaning of new figures of a player, without a store or a clock (docs/decisions.md, D2).
//!
//! The source counts up within a month and starts again with the next. A player's wager on a day is
//! the growth of the month's figure on that day. The highest figure of each month is stored:
//! everything up to it has been counted, so a figure that falls counts nothing, and what it regains
//! is not counted again. The days of a month therefore add up to its highest figure, however many
//! responses were missed.

use super::records::{DayRow, MonthRow, PlayerRow};
use crate::cents::Cents;
use crate::clock::{SiteDay, SiteMonth};

/// A player's figures as reported by the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Casino name.
    pub name: String,
    /// Wagered in the month so far.
    pub monthly: Cents,
    /// Wagered ever, if the source reports it.
    pub lifetime: Option<Cents>,
}

/// The time of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The site day.
    pub(super) day: SiteDay,
    /// The source's month of the figures.
    pub(super) month: SiteMonth,
    /// True if a player who is new in the month counts from 0. False if the month was not tracked
    /// while it ran: its growth until now belongs to no day, so counting starts at the current
    /// figure.
    pub(super) from_zero: bool,
}

/// The stored rows of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) player: Option<PlayerRow>,
    /// The row of the month of the figures.
    pub(super) month: Option<MonthRow>,
    /// The row of the day.
    pub(super) day: Option<DayRow>,
}

/// A player's rows after folding new figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Folded {
    pub(super) player: PlayerRow,
    pub(super) month: MonthRow,
    pub(super) day: DayRow,
    /// The previous figure of the month, if it was higher.
    pub(super) fell_from: Option<Cents>,
}

impl Folded {
    /// Returns whether a row differs from the stored one in more than its revision: most polls
    /// repeat the stored figures.
    pub(super) fn is_change(&self, known: &Known) -> bool {
        let player = |row: &PlayerRow| PlayerRow { revision: 0, ..row.clone() };
        let month = |row: &MonthRow| MonthRow { revision: 0, ..row.clone() };
        let day = |row: &DayRow| DayRow { revision: 0, ..row.clone() };
        known.player.as_ref().map(player) != Some(player(&self.player))
            || known.month.as_ref().map(month) != Some(month(&self.month))
            || known.day.as_ref().map(day) != Some(day(&self.day))
    }
}

/// Folds new figures into the stored rows.
pub(super) fn fold(known: &Known, figures: &Figures, moment: Moment) -> Folded {
    let (month, growth) = month(known.month.as_ref(), figures, moment.from_zero);
    let before = known.month.as_ref().map_or(Cents(0), |row| row.wagered);
    let player = player(known, figures, moment, (before, growth));
    let day = DayRow {
        revision: known.day.as_ref().map_or(0, |row| row.revision) + 1,
        name: figures.name.clone(),
        daily: player.daily,
        monthly: player.monthly,
        total: player.total(),
    };
    let fell_from = (before > figures.monthly).then_some(before);
    Folded { player, month, day, fell_from }
}

fn month(known: Option<&MonthRow>, figures: &Figures, from_zero: bool) -> (MonthRow, Cents) {
    let counted = match known {
        Some(row) => row.counted,
        None if from_zero => Cents(0),
        None => figures.monthly,
    };
    let row = MonthRow {
        revision: known.map_or(0, |row| row.revision) + 1,
        name: figures.name.clone(),
        wagered: figures.monthly,
        counted: counted.max(figures.monthly),
    };
    (row, Cents(figures.monthly.0.saturating_sub(counted.0)))
}

fn player(
    known: &Known,
    figures: &Figures,
    moment: Moment,
    (before, growth): (Cents, Cents),
) -> PlayerRow {
    let last = known.player.as_ref();
    let so_far = match last {
        Some(row) if row.day == moment.day => row.daily,
        // After the clock was set back a day, counting continues with that day's row.
        _ => known.day.as_ref().map_or(Cents(0), |row| row.daily),
    };
    // A past month may be corrected; the player's month stays the newest one.
    let newer = last.filter(|row| row.month > moment.month.0);
    let others = last.map_or(0, |row| row.months_sum.0.saturating_sub(before.0));
    PlayerRow {
        revision: last.map_or(0, |row| row.revision) + 1,
        name: figures.name.clone(),
        month: newer.map_or(moment.month.0, |row| row.month),
        monthly: newer.map_or(figures.monthly, |row| row.monthly),
        // When it was reported only once, as by an import, it grows with the months.
        lifetime: figures.lifetime.or_else(|| {
            let known = last.and_then(|row| row.lifetime)?;
            Some(Cents(known.0.saturating_add(growth.0)))
        }),
        months_sum: Cents(others.saturating_add(figures.monthly.0)),
        day: moment.day,
        daily: Cents(so_far.0.saturating_add(growth.0)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    /// Folds a player's figures (day, month, cents) one after the other. Returns the days.
    fn run(seen: &[(i32, i32, u64)], from_zero: bool) -> (Known, BTreeMap<i32, DayRow>) {
        let (mut months, mut days) = (BTreeMap::new(), BTreeMap::new());
        let mut player = None;
        for (day, month, cents) in seen {
            let known = Known {
                player: player.take(),
                month: months.get(month).cloned(),
                day: days.get(day).cloned(),
            };
            let figures =
                Figures { name: "emu".to_owned(), monthly: Cents(*cents), lifetime: None };
            let moment = Moment { day: SiteDay(*day), month: SiteMonth(*month), from_zero };
            let folded = fold(&known, &figures, moment);
            player = Some(folded.player);
            months.insert(*month, folded.month);
            days.insert(*day, folded.day);
        }
        (Known { player, ..Known::default() }, days)
    }

    fn dailies(seen: &[(i32, i32, u64)], from_zero: bool) -> Vec<u64> {
        run(seen, from_zero).1.values().map(|row| row.daily.0).collect()
    }

    #[test]
    fn a_day_is_how_far_the_month_grew_within_it() {
        assert_eq!(
            dailies(&[(1, 1, 100), (1, 1, 150), (2, 1, 150), (3, 1, 400)], true),
            [150, 0, 250]
        );
        // Days without a response: nothing is lost and nothing is counted twice.
        assert_eq!(dailies(&[(1, 1, 100), (9, 1, 900)], true), [100, 800]);
        // When the month was not tracked from its beginning.
        assert_eq!(dailies(&[(1, 1, 100), (1, 1, 150), (2, 1, 160)], false), [50, 10]);
    }

    #[test]
    fn a_new_month_counts_from_zero() {
        assert_eq!(dailies(&[(1, 1, 500), (2, 2, 30), (3, 2, 50)], true), [500, 30, 20]);
        // A late figure of the old month, after the new one has begun.
        let (known, days) = run(&[(1, 1, 500), (2, 2, 30), (2, 1, 510)], true);
        assert_eq!(days[&2].daily, Cents(40));
        let player = known.player.unwrap();
        assert_eq!((player.month, player.monthly, player.total()), (2, Cents(30), Cents(540)));
    }

    #[test]
    fn a_falling_figure_counts_nothing_and_what_it_regains_neither() {
        let seen = [(1, 1, 300), (1, 1, 0), (1, 1, 300), (2, 1, 250), (2, 1, 320)];
        let (known, days) = run(&seen, true);
        let dailies: Vec<u64> = days.values().map(|row| row.daily.0).collect();
        assert_eq!(dailies, [300, 20]);
        assert_eq!(known.player.unwrap().total(), Cents(320));
        let falls = Known {
            month: Some(MonthRow {
                revision: 1,
                name: String::new(),
                wagered: Cents(9),
                counted: Cents(9),
            }),
            ..Known::default()
        };
        let moment = Moment { day: SiteDay(1), month: SiteMonth(1), from_zero: true };
        let figures = Figures { name: String::new(), monthly: Cents(4), lifetime: None };
        assert_eq!(fold(&falls, &figures, moment).fell_from, Some(Cents(9)));
    }

    #[test]
    fn the_source_knows_better_what_was_ever_wagered() {
        let moment = Moment { day: SiteDay(1), month: SiteMonth(1), from_zero: true };
        let figures =
            Figures { name: "emu".to_owned(), monthly: Cents(5), lifetime: Some(Cents(900)) };
        let folded = fold(&Known::default(), &figures, moment);
        assert_eq!((folded.day.total, folded.player.months_sum), (Cents(900), Cents(5)));
    }

    proptest! {
        #[test]
        fn the_days_add_up_to_the_highest_figure_of_each_month(
            steps in prop::collection::vec((0_i32..4, 0_i32..2, 0_u64..100_000), 1..60),
        ) {
            let (mut day, mut month, mut seen) = (1, 1, Vec::new());
            for (days, months, cents) in steps {
                (day, month) = (day + days, month + months);
                seen.push((day, month, cents));
            }
            let (known, days) = run(&seen, true);
            let (mut highest, mut newest) = (BTreeMap::new(), BTreeMap::new());
            for (_, month, cents) in &seen {
                let most = highest.entry(*month).or_insert(0);
                *most = (*most).max(*cents);
                newest.insert(*month, *cents);
            }
            let sum: u64 = days.values().map(|row| row.daily.0).sum();
            prop_assert_eq!(sum, highest.values().sum::<u64>());
            let player = known.player.unwrap();
            prop_assert_eq!(player.total().0, newest.values().sum::<u64>());
            prop_assert_eq!(Some(player.monthly.0), newest.values().last().copied());
        }

        #[test]
        fn an_answer_that_comes_twice_changes_nothing_but_its_number(
            seen in prop::collection::vec((1_i32..9, Just(1_i32), 0_u64..1000), 1..20),
        ) {
            let mut seen = seen;
            seen.sort_by_key(|(day, ..)| *day);
            let twice: Vec<_> = seen.iter().flat_map(|one| [*one, *one]).collect();
            let figures = |seen| -> Vec<(i32, u64, u64, u64)> {
                let (_, days) = run(seen, false);
                let sums = |(day, row): (&i32, &DayRow)| {
                    (*day, row.daily.0, row.monthly.0, row.total.0)
                };
                days.iter().map(sums).collect()
            };
            prop_assert_eq!(figures(&seen), figures(&twice));
        }
    }
}
