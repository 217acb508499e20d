//! Where points come from and where they go, per site day, as a fold over all ledgers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use bincode::{Decode, Encode};
use parking_lot::RwLock;
use pointhouse_rules::house_games;
use pointhouse_store::{
    Batch, CommitView, KeyBytes, Keys, Projection, StoreError, StoredKey, StoredRow, Table, View,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::{Millis, SiteDay, SiteZone};
use crate::ids::GameId;
use crate::tables;
use crate::wallet::{Reason, ledger_entry};

macro_rules! sources {
    ($($Game:ident $id:ident $title:literal,)*) => {
        /// What moves points.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema,
        )]
        #[serde(rename_all = "camelCase")]
        #[schema(as = PointsSource)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Source {
            Admins,
            Calendar,
            Challenges,
            Shop,
            Giveaways,
            Refunds,
            DeletedAccounts,
            $($Game,)*
            Chat,
            Welcome,
        }

        impl Source {
            /// All of them, in the order of the site.
            const ALL: &[Self] = &[
                Self::Admins,
                Self::Calendar,
                Self::Challenges,
                Self::Shop,
                Self::Giveaways,
                Self::Refunds,
                Self::DeletedAccounts,
                $(Self::$Game,)*
                Self::Chat,
                Self::Welcome,
            ];

            /// The rounds of a game.
            const fn of_game(game: GameId) -> Self {
                match game {
                    $(GameId::$Game => Self::$Game,)*
                }
            }

            const fn game(self) -> Option<GameId> {
                match self {
                    $(Self::$Game => Some(GameId::$Game),)*
                    _ => None,
                }
            }
        }
    };
}

house_games!(sources);

/// What a source moved on a day, with the last commit folded into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Encode, Decode)]
pub(super) struct FlowRow {
    folded: u64,
    minted: u64,
    burned: u64,
}

impl StoredRow for FlowRow {
    const VERSION: u8 = 1;
}

/// Points that a source made and took on a site day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PointsFlow)]
pub struct Flow {
    /// Who moved them.
    pub source: Source,
    /// Points that came to members.
    pub minted: u64,
    /// Points that members gave.
    pub burned: u64,
}

type Key = (SiteDay, Source);

/// Days of the common era are above 0, so their bytes order like the calendar.
pub(super) const FLOW: Table<Key, FlowRow> = Table::new(tables::FLOW);

struct Inner {
    zone: SiteZone,
    sums: RwLock<Sums>,
}

#[derive(Default)]
struct Sums {
    rows: BTreeMap<Key, FlowRow>,
    /// Points that each source made and took since the site began.
    totals: BTreeMap<Source, (u64, u64)>,
}

impl Sums {
    fn new(rows: BTreeMap<Key, FlowRow>) -> Self {
        let mut sums = Self::default();
        for ((_, source), row) in &rows {
            sums.count(*source, row.minted, row.burned);
        }
        Self { rows, ..sums }
    }

    fn count(&mut self, source: Source, minted: u64, burned: u64) {
        let total = self.totals.entry(source).or_default();
        total.0 = total.0.saturating_add(minted);
        total.1 = total.1.saturating_add(burned);
    }
}

/// The flows as they stand on disk. Cheap to clone.
#[derive(Clone)]
pub struct Flows {
    inner: Arc<Inner>,
}

impl Flows {
    /// Over days of the site's timezone.
    pub fn new(zone: SiteZone) -> Self {
        Self { inner: Arc::new(Inner { zone, sums: RwLock::default() }) }
    }

    /// The fold that keeps it current.
    pub fn projection(&self) -> Box<dyn Projection> {
        Box::new(Fold { shared: self.clone(), changed: BTreeSet::new() })
    }

    /// The flows of a day, in the order of the sources; only those that moved something.
    pub fn day(&self, day: SiteDay) -> Vec<Flow> {
        let sums = self.inner.sums.read();
        let of_day = sums.rows.range((day, Source::Admins)..).take_while(|((of, _), _)| *of == day);
        let flow = |((_, source), row): (&Key, &FlowRow)| Flow {
            source: *source,
            minted: row.minted,
            burned: row.burned,
        };
        of_day.map(flow).collect()
    }

    /// Points of all members at the beginning of a site day that has not ended.
    pub fn circulating_before(&self, today: SiteDay) -> u64 {
        let moved_today = self.day(today);
        let (minted, burned) = {
            let sums = self.inner.sums.read();
            let add = |all: (u64, u64), one: &(u64, u64)| {
                (all.0.saturating_add(one.0), all.1.saturating_add(one.1))
            };
            sums.totals.values().fold((0, 0), add)
        };
        let add = |all: (u64, u64), flow: &Flow| (all.0 + flow.minted, all.1 + flow.burned);
        let (minted_today, burned_today) = moved_today.iter().fold((0, 0), add);
        let before = minted.saturating_sub(minted_today);
        before.saturating_sub(burned.saturating_sub(burned_today))
    }

    /// Points that members were given since the site began: by admins and imports, the calendar, challenges, giveaways,
    /// the chat and as a welcome; without payouts of games and refunds.
    pub fn given(&self) -> u64 {
        let is_gift = |source: &Source| {
            source.game().is_none() && !matches!(source, Source::Refunds | Source::Shop)
        };
        let sums = self.inner.sums.read();
        sums.totals
            .iter()
            .filter(|(source, _)| is_gift(source))
            .map(|(_, (minted, _))| minted)
            .sum()
    }
}

struct Fold {
    shared: Flows,
    changed: BTreeSet<Key>,
}

impl Projection for Fold {
    fn name(&self) -> &'static str {
        "flows of points"
    }

    fn load(&mut self, view: &View) -> Result<(), StoreError> {
        let rows = FLOW.rows(view, Keys::all()).collect::<Result<_, _>>()?;
        *self.shared.inner.sums.write() = Sums::new(rows);
        Ok(())
    }

    fn fold(&mut self, commit: &CommitView) {
        // Sums first, so that a row moves once per commit and the guard against folding twice is
        // one comparison.
        let mut moved: HashMap<Key, (u64, u64)> = HashMap::new();
        for row in commit.rows() {
            match ledger_entry(row) {
                None => {}
                Some(Ok((_, _, row))) => {
                    let key = (self.shared.inner.zone.day(Millis(row.at)), Source::of(row.reason));
                    let (minted, burned) = moved.entry(key).or_default();
                    let side = if row.amount < 0 { burned } else { minted };
                    *side = side.saturating_add(row.amount.unsigned_abs());
                }
                Some(Err(error)) => {
                    tracing::error!(%error, "a ledger entry was left out of the sums")
                }
            }
        }
        let mut sums = self.shared.inner.sums.write();
        for (key, (minted, burned)) in moved {
            let row = sums.rows.entry(key).or_default();
            if row.folded < commit.sequence {
                row.folded = commit.sequence;
                row.minted = row.minted.saturating_add(minted);
                row.burned = row.burned.saturating_add(burned);
                self.changed.insert(key);
                sums.count(key.1, minted, burned);
            }
        }
    }

    fn drain(&mut self, out: &mut Batch) {
        let sums = self.shared.inner.sums.read();
        for key in std::mem::take(&mut self.changed) {
            if let Some(row) = sums.rows.get(&key)
                && let Err(error) = FLOW.put(out, &key, row)
            {
                tracing::error!(%error, "a flow of points could not be written");
            }
        }
    }
}

impl Source {
    /// The source of a payment.
    pub const fn of(reason: Reason) -> Self {
        match reason {
            Reason::AdminAdd
            | Reason::AdminRemove
            | Reason::AdminSet
            | Reason::Import
            | Reason::ImportTakenBack => Self::Admins,
            Reason::Stake(game) | Reason::Payout(game) => Self::of_game(game),
            Reason::CalendarDay | Reason::CalendarMilestone(_) => Self::Calendar,
            Reason::Challenge => Self::Challenges,
            Reason::Purchase => Self::Shop,
            Reason::Tickets => Self::Giveaways,
            Reason::Refund => Self::Refunds,
            Reason::AccountDeleted => Self::DeletedAccounts,
            Reason::Chatting => Self::Chat,
            Reason::Welcome => Self::Welcome,
        }
    }

    /// The number in keys, on disk for ever. The first seven games came before the chat.
    fn number(self) -> u8 {
        let place = |game| GameId::ALL.iter().position(|known| *known == game).unwrap_or(0);
        match self {
            Self::Admins => 0,
            Self::Calendar => 1,
            Self::Challenges => 2,
            Self::Shop => 3,
            Self::Giveaways => 4,
            Self::Refunds => 5,
            Self::DeletedAccounts => 6,
            Self::Chat => 14,
            Self::Welcome => 250,
            // There are far fewer than 240 games.
            game => match u8::try_from(game.game().map_or(0, place)).unwrap_or(u8::MAX - 8) {
                early @ 0..7 => 7 + early,
                late => 8 + late,
            },
        }
    }
}

impl StoredKey for Source {
    fn write(&self, out: &mut KeyBytes) {
        out.extend_from_slice(&[self.number()]);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let (number, rest) = bytes.split_first()?;
        *bytes = rest;
        Self::ALL.iter().copied().find(|source| source.number() == *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_keep_their_numbers_on_disk() {
        let known = [
            (Source::Admins, 0),
            (Source::Calendar, 1),
            (Source::Challenges, 2),
            (Source::Shop, 3),
            (Source::Giveaways, 4),
            (Source::Refunds, 5),
            (Source::DeletedAccounts, 6),
            (Source::Dice, 7),
            (Source::Mines, 8),
            (Source::Blackjack, 9),
            (Source::Keno, 10),
            (Source::Limbo, 11),
            (Source::Slot, 12),
            (Source::Roulette, 13),
            (Source::Chat, 14),
            (Source::Plinko, 15),
            (Source::Welcome, 250),
        ];
        let numbered = known.map(|(source, _)| source);
        assert!(Source::ALL.iter().all(|source| numbered.contains(source)), "{:?}", Source::ALL);
        for (source, number) in known {
            assert_eq!(source.number(), number, "{source:?}");
        }
        let numbers: BTreeSet<u8> = Source::ALL.iter().map(|source| source.number()).collect();
        assert_eq!(numbers.len(), Source::ALL.len());
    }

    #[test]
    fn the_source_of_a_game_has_the_name_of_the_game() {
        for game in GameId::ALL {
            assert_eq!(serde_json::json!(Source::of_game(game)), game.id());
        }
    }
}
