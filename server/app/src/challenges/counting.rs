//! The rewards of challenges count against the allowance of the person who publishes them (docs/people.md, Points by hand).

use std::collections::BTreeMap;

use super::records::{ChallengeRow, CountedRow};
use crate::accounts::Admin;
use crate::allowance::{Maker, Sum};
use crate::clock::SiteDay;
use crate::ids::PersonId;

/// What a new list counts and gives back.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// New and raised rewards: those of the person who publishes.
    pub(super) sum: Option<Sum>,
    /// Points that count no more, by the person against whom they counted.
    pub(super) returned: BTreeMap<PersonId, u64>,
}

impl Counts {
    fn add(&mut self, reward: u64, counted: u64) {
        let sum = self.sum.get_or_insert(Sum { whole: 0, counted: 0, largest: 0 });
        // A proof depends on the rewards as they are: a reward that grows in steps is one reward.
        sum.whole = sum.whole.max(reward).max(sum.counted.saturating_add(counted));
        sum.counted = sum.counted.saturating_add(counted);
        sum.largest = sum.largest.max(reward);
    }

    fn give_back(&mut self, counted: &CountedRow, points: u64) {
        if points > 0 {
            let sum = self.returned.entry(PersonId(counted.person)).or_default();
            *sum = sum.saturating_add(points);
        }
    }
}

/// What publishing a list counts and gives back. Stores in the new rows what has counted.
pub(super) fn count(
    before: &BTreeMap<u32, ChallengeRow>,
    after: &mut BTreeMap<u32, ChallengeRow>,
    (maker, today): (&Maker, SiteDay),
) -> Counts {
    let mut counts = Counts::default();
    // Demo content counts against no allowance.
    let Maker::Person(Admin { id: person, .. }) = maker else { return counts };
    for (id, row) in after.iter_mut() {
        let old = before.get(id);
        let counted = old.and_then(|old| old.counted.clone());
        let (known, reward) = (old.map_or(0, reward_of), reward_of(row));
        let points = counted.as_ref().map_or(0, |counted| counted.points);
        let raised = reward.saturating_sub(known.max(points));
        row.counted = counted;
        if raised > 0 {
            counts.add(reward, raised);
            // Only what counted last can come back, and only on its day.
            row.counted = Some(CountedRow {
                points: points.saturating_add(raised),
                person: person.0,
                day: today,
                returnable: raised.saturating_add(returnable(row, (*person, today))),
            });
        } else if let Some(counted) = &mut row.counted {
            let back = counted.points.saturating_sub(reward).min(counted.on(today));
            counts.give_back(counted, back);
            counted.points -= back;
            counted.returnable = counted.on(today) - back;
        }
    }
    for (_, row) in before.iter().filter(|(id, _)| !after.contains_key(*id)) {
        if let Some(counted) = &row.counted {
            counts.give_back(counted, counted.on(today));
        }
    }
    counts
}

/// What an award pays that has not counted: rewards of earlier versions count when they are paid.
pub(super) fn uncounted(row: &ChallengeRow) -> u64 {
    reward_of(row).saturating_sub(row.counted.as_ref().map_or(0, |counted| counted.points))
}

/// A challenge after its award. What has counted does not come back.
pub(super) fn awarded(row: &ChallengeRow) -> ChallengeRow {
    let counted = row.counted.clone().map(|counted| CountedRow { returnable: 0, ..counted });
    ChallengeRow { revision: row.revision + 1, completed: true, counted, ..row.clone() }
}

fn reward_of(row: &ChallengeRow) -> u64 {
    row.reward_points.unwrap_or_default()
}

fn returnable(row: &ChallengeRow, (person, today): (PersonId, SiteDay)) -> u64 {
    let counted = row.counted.as_ref().filter(|counted| counted.person == person.0);
    counted.map_or(0, |counted| counted.on(today))
}

impl CountedRow {
    /// Points that can still come back today.
    fn on(&self, today: SiteDay) -> u64 {
        if self.day == today { self.returnable } else { 0 }
    }
}
