//! The months of the casino's leaderboard, and the days that the tracking computed from them.

use bincode::{Decode, Encode};
use pointhouse::cents::Cents;
use pointhouse::clock::{Millis, SiteDay, SiteMonth};
use pointhouse::tables;
use pointhouse_store::StoredRow;

use super::{MONTHS, PLAYERS, Planter};

/// Days of a month on which a player wagers.
const DAYS: u64 = 2;

/// Rows as the modules of the wagers write them.
macro_rules! rows {
    ($($Row:ident { $($field:ident: $Type:ty),* $(,)? })*) => {
        $(#[derive(Encode, Decode)]
        struct $Row { $($field: $Type),* }

        impl StoredRow for $Row {
            const VERSION: u8 = 1;
        })*
    };
}

rows! {
    BoardMonthRow {
        revision: u64, fetched_at: i64, made_at: Option<String>, players: u32, frozen_at: Option<i64>, pieces: u32,
    }
    BoardPlayerRow { revision: u64, name: String, wagered: Cents, won: Option<Cents> }
    HeadRow {
        revision: u64, histories: u32, months: u32, begun_at: Option<i64>, last_at: Option<i64>, players: u64,
    }
    PlayerRow {
        revision: u64, name: String, month: i32, monthly: Cents, lifetime: Option<Cents>, months_sum: Cents,
        day: SiteDay, daily: Cents,
    }
    MonthRow { revision: u64, name: String, wagered: Cents, counted: Cents }
    DayRow { revision: u64, name: String, daily: Cents, monthly: Cents, total: Cents }
    DaySumRow { revision: u64, players: u64, daily: Cents, monthly: Cents, total: Cents }
}

impl Planter {
    /// The players are the members whose casino names were approved. The last month is the current one, so that a
    /// leaderboard is there.
    pub(super) async fn plant_month_of_wagers(&mut self, month: u64) {
        let is_last = month + 1 == MONTHS;
        let at = if is_last { self.now } else { self.at(month, 500) };
        let site_month = self.site.zone().month(Millis(at));
        let players = self.members / PLAYERS;
        let row = BoardMonthRow {
            revision: 1,
            fetched_at: at,
            made_at: None,
            players: u32::try_from(players).unwrap(),
            frozen_at: (!is_last).then_some(at),
            pieces: 0,
        };
        self.put(tables::BOARD_MONTH, &site_month, &row);
        let day = self.day(at);
        for place in 0..players {
            let name = format!("player_{}", (place + 1) * PLAYERS);
            let wagered = Cents((players - place) * 1000);
            let row = BoardPlayerRow { revision: 1, name: name.clone(), wagered, won: None };
            self.put(tables::BOARD_PLAYER, &(site_month, u32::try_from(place).unwrap()), &row);
            self.tracked(name, (site_month, day, month), wagered);
            self.step().await;
        }
        for past in 0..DAYS {
            let all = Cents(players * 100);
            let sum = DaySumRow { revision: 1, players, daily: all, monthly: all, total: all };
            let day = SiteDay(day.0 - i32::try_from(past).unwrap());
            self.put(tables::WAGER_DAY_SUM, &(0_u32, day), &sum);
        }
        if is_last {
            let head = HeadRow {
                revision: 1,
                histories: 0,
                months: 0,
                begun_at: Some(self.at(0, 0)),
                last_at: Some(at),
                players,
            };
            self.put(tables::SETTING, &b"wager_tracking".to_vec(), &head);
        }
    }

    fn tracked(
        &mut self,
        name: String,
        (month, day, number): (SiteMonth, SiteDay, u64),
        wagered: Cents,
    ) {
        let row = MonthRow { revision: 1, name: name.clone(), wagered, counted: wagered };
        self.put(tables::WAGER_MONTH, &(0_u32, month, name.clone()), &row);
        for past in 0..DAYS {
            let day = SiteDay(day.0 - i32::try_from(past).unwrap());
            let (daily, total) = (Cents(100), Cents(wagered.0 * (number + 1)));
            let row = DayRow { revision: 1, name: name.clone(), daily, monthly: wagered, total };
            self.put(tables::WAGER_DAY, &(0_u32, day, name.clone()), &row);
        }
        if number + 1 == MONTHS {
            let row = PlayerRow {
                revision: 1,
                name: name.clone(),
                month: month.0,
                monthly: wagered,
                lifetime: None,
                months_sum: Cents(wagered.0 * MONTHS),
                day,
                daily: Cents(100),
            };
            self.put(tables::WAGER_PLAYER, &(0_u32, name), &row);
        }
    }
}
