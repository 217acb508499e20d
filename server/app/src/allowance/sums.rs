//! How many points each person of the panel has given today.

use std::collections::HashMap;

use crate::clock::SiteDay;
use crate::ids::PersonId;

/// The sums of one day.
#[derive(Debug, Default)]
pub(super) struct DaySums {
    day: Option<SiteDay>,
    by_person: HashMap<PersonId, u64>,
}

impl DaySums {
    /// Adds points to a person's sum unless it would exceed the limit. Returns the sum before.
    ///
    /// # Errors
    /// The points that the person may still give.
    pub(super) fn add(
        &mut self,
        day: SiteDay,
        person: PersonId,
        points: u64,
        most: u64,
    ) -> Result<u64, u64> {
        if self.day != Some(day) {
            *self = Self { day: Some(day), by_person: HashMap::new() };
        }
        let sum = self.by_person.entry(person).or_default();
        let (before, after) = (*sum, sum.saturating_add(points));
        if points > 0 && after > most {
            return Err(most.saturating_sub(before));
        }
        *sum = after;
        Ok(before)
    }

    /// The sum of a person; `None` on another day.
    pub(super) fn of(&self, day: SiteDay, person: PersonId) -> Option<u64> {
        (self.day == Some(day)).then(|| self.by_person.get(&person).copied().unwrap_or_default())
    }

    /// Subtracts points that were not given after all.
    pub(super) fn subtract(&mut self, day: SiteDay, person: PersonId, points: u64) {
        let is_same_day = self.day == Some(day);
        if let Some(sum) = self.by_person.get_mut(&person).filter(|_| is_same_day) {
            *sum = sum.saturating_sub(points);
        }
    }
}
