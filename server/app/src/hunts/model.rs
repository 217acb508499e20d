//! Figures computed from a hunt's slots: status, winnings and required averages.

use std::collections::BTreeMap;

use super::records::{HuntRow, HuntStatus, OverrideRow, SlotRow};
use crate::cents::Cents;

/// A hunt with its slots and override.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hunt {
    pub number: u32,
    pub row: HuntRow,
    pub slots: BTreeMap<u32, SlotRow>,
    /// The admin's override.
    pub said: OverrideRow,
    /// Ids of the slots at the external service; `None` for a local hunt.
    pub external_ids: Option<BTreeMap<u32, String>>,
}

/// The figures of a hunt. Multipliers and averages are in hundredths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures {
    pub opened: usize,
    pub remaining: usize,
    /// Sum of all bets.
    pub value: Cents,
    /// Sum of the wins of opened slots.
    pub won: Cents,
    pub highest_win: Cents,
    pub highest_multiplier: u64,
    /// Wins of opened slots divided by their bets.
    pub running_average: u64,
    /// What the unopened slots must pay, divided by their bets, to recover the starting balance; 0
    /// once it is recovered.
    pub required_average: u64,
}

impl Hunt {
    /// The public id of a slot.
    pub(super) fn slot_id(&self, number: u32) -> String {
        let own = self.external_ids.as_ref().and_then(|ids| ids.get(&number));
        own.cloned().unwrap_or_else(|| number.to_string())
    }

    pub(super) fn figures(&self) -> Figures {
        let wins = || self.slots.values().filter_map(|slot| Some((slot.bet, slot.win?)));
        let (value, played): (Cents, Cents) =
            (self.slots.values().map(|slot| slot.bet).sum(), wins().map(|(bet, _)| bet).sum());
        let won: Cents = wins().map(|(_, win)| win).sum();
        let missing = Cents(self.row.starting_balance.0.saturating_sub(won.0));
        let opened = wins().count();
        Figures {
            opened,
            remaining: self.slots.len() - opened,
            value,
            won,
            highest_win: wins().map(|(_, win)| win).max().unwrap_or_default(),
            highest_multiplier: wins()
                .map(|(bet, win)| win.hundredths_of(bet))
                .max()
                .unwrap_or_default(),
            running_average: won.hundredths_of(played),
            required_average: missing.hundredths_of(Cents(value.0.saturating_sub(played.0))),
        }
    }

    /// The admin's override, or the computed status: active without slots, live while any slot is
    /// unopened, then completed (docs/decisions.md, D3).
    pub(super) fn status(&self) -> HuntStatus {
        self.said.status.unwrap_or_else(|| {
            if self.slots.is_empty() {
                HuntStatus::Active
            } else if self.slots.values().any(|slot| slot.win.is_none()) {
                HuntStatus::Live
            } else {
                HuntStatus::Completed
            }
        })
    }
}

/// A multiplier as text: `500x`, `12.5x`.
pub(super) fn times(hundredths: u64) -> String {
    match (hundredths / 100, hundredths % 100) {
        (whole, 0) => format!("{whole}x"),
        (whole, part) if part % 10 == 0 => format!("{whole}.{}x", part / 10),
        (whole, part) => format!("{whole}.{part:02}x"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hunt(start: u64, slots: &[(u64, Option<u64>)]) -> Hunt {
        let slot = |(bet, win): &(u64, Option<u64>)| SlotRow {
            revision: 1,
            name: "Dog House".to_owned(),
            provider: "Pragmatic".to_owned(),
            called_by: "matilda".to_owned(),
            bet: Cents(*bet),
            win: win.map(Cents),
        };
        Hunt {
            number: 1,
            row: HuntRow {
                revision: 1,
                id: "1".to_owned(),
                name: "Friday".to_owned(),
                description: String::new(),
                streamer_name: String::new(),
                hunt_date: 0,
                starting_balance: Cents(start),
                created_at: 0,
                last_slot: 0,
            },
            slots: (1..).zip(slots.iter().map(slot)).collect(),
            said: OverrideRow::default(),
            external_ids: None,
        }
    }

    #[test]
    fn figures_follow_from_the_slots() {
        let running = hunt(10_000, &[(100, Some(5000)), (200, Some(0)), (100, None), (400, None)]);
        assert_eq!(
            running.figures(),
            Figures {
                opened: 2,
                remaining: 2,
                value: Cents(800),
                won: Cents(5000),
                highest_win: Cents(5000),
                highest_multiplier: 5000,
                // 50 dollars over 3; 50 dollars over 5.
                running_average: 1667,
                required_average: 1000,
            }
        );
        assert_eq!(running.status(), HuntStatus::Live);
    }

    #[test]
    fn a_win_of_nothing_is_opened_all_the_same() {
        let done = hunt(100, &[(100, Some(0))]);
        assert_eq!((done.figures().opened, done.status()), (1, HuntStatus::Completed));
        // No slot is left that could pay.
        assert_eq!(done.figures().required_average, 0);
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        let empty = hunt(5000, &[]);
        assert_eq!(empty.figures(), Figures::default());
        assert_eq!(empty.status(), HuntStatus::Active);
        let paid = hunt(100, &[(100, Some(500)), (100, None)]);
        assert_eq!(paid.figures().required_average, 0);
    }

    #[test]
    fn an_admins_word_stands_over_the_slots() {
        let mut said = hunt(100, &[(100, None)]);
        said.said.status = Some(HuntStatus::Completed);
        assert_eq!(said.status(), HuntStatus::Completed);
    }

    #[test]
    fn multipliers_are_written_short() {
        for (hundredths, text) in [(0, "0x"), (50_000, "500x"), (1250, "12.5x"), (1, "0.01x")] {
            assert_eq!(times(hundredths), text);
        }
    }
}
