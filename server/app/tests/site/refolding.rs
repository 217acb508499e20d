//! A crash may leave rows of a projection in the index that are newer than the index as a whole.
//! Reading the journal again must not count twice what they hold already.

use std::path::Path;
use std::time::{Duration, Instant};

use bincode::{Decode, Encode};
use pointhouse::clock::{Millis, SiteDay, SiteMonth, SiteZone};
use pointhouse::games::{Budget, FeedEntry, Play, RoundRow};
use pointhouse::ids::{GameId, UserId};
use pointhouse::points::{Flow, Flows, Months, Source};
use pointhouse::tables;
use pointhouse::wallet::{LedgerRow, Reason};
use pointhouse_store::{Batch, Options, Store, StoredRow, encode};
use tempfile::TempDir;

use crate::rig::NOON;

const PLAY: Play = Play::Dice { bet: 10, target: 50, over: true, roll: 7000 };

/// The projections' rows as they lie on disk: their types are the rooms' own.
#[derive(Encode, Decode)]
struct BudgetRow {
    folded: u64,
    paid: u64,
    staked: u64,
}

#[derive(Encode, Decode)]
struct FeedRow {
    folded: u64,
    entries: Vec<FeedEntry>,
}

#[derive(Encode, Decode)]
struct MonthRow {
    folded: u64,
    sum: i64,
    since: i64,
}

#[derive(Encode, Decode)]
struct FlowRow {
    folded: u64,
    minted: u64,
    burned: u64,
}

impl StoredRow for FlowRow {
    const VERSION: u8 = 1;
}

impl StoredRow for BudgetRow {
    const VERSION: u8 = 1;
}

impl StoredRow for FeedRow {
    const VERSION: u8 = 2;
}

impl StoredRow for MonthRow {
    const VERSION: u8 = 1;
}

/// A store that applies nothing to its index before it is closed.
fn open(data: &Path) -> Store {
    let freeze_after = Duration::from_secs(3600);
    Store::open(data, Options { freeze_after, ..pointhouse::formats::options() }).unwrap().0
}

fn close(store: Store) {
    store.close(Instant::now() + Duration::from_secs(60));
    // It holds the folder as long as it is held.
    drop(store);
}

/// A round that paid 19 for 10, with an entry that counts as earned for each of two members.
fn round(number: u64) -> Batch {
    let row = RoundRow {
        pair: 1,
        nonce: number - 1,
        rules: 1,
        staked: 10,
        payout: 19,
        at: NOON,
        key: None,
        balance: 0,
        ledger_seq: number,
        play: PLAY,
    };
    let entry = LedgerRow {
        amount: 9,
        balance: 9 * number,
        reason: Reason::Payout(GameId::Dice),
        reference: None,
        at: NOON,
    };
    let mut batch = Batch::new();
    batch.append(tables::ROUND, 1, number, &encode(&row).unwrap()).unwrap();
    for member in [1, 2] {
        batch.append(tables::LEDGER, member, number, &encode(&entry).unwrap()).unwrap();
    }
    batch
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}

#[test]
fn what_a_row_holds_already_is_not_folded_again() {
    let zone = SiteZone("Australia/Sydney".parse().unwrap());
    let (SiteDay(day), SiteMonth(month)) = (zone.day(Millis(NOON)), zone.month(Millis(NOON)));
    let place = TempDir::new().unwrap();
    let (data, crashed) = (place.path().join("data"), place.path().join("crashed"));

    // Rows as a crash leaves them: the budget holds the first of two rounds, the feed both, the month
    // of one member none, that of the other both.
    let store = open(&data);
    let entry = |number| FeedEntry {
        user: 1,
        number,
        game: GameId::Dice,
        staked: 10,
        payout: 19,
        at: NOON,
        bet_type: "over 50".to_owned(),
    };
    let mut batch = Batch::new();
    let mut put = |table, key: &[u8], row: Vec<u8>| batch.put(table, key, &row).unwrap();
    let key = [&day.to_be_bytes(), b"dice".as_slice()].concat();
    let row = BudgetRow { folded: 2, paid: 19, staked: 10 };
    put(tables::BUDGET, &key, encode(&row).unwrap());
    let row = FeedRow { folded: 3, entries: vec![entry(1), entry(2)] };
    put(tables::FEED, b"latest", encode(&row).unwrap());
    for (member, folded) in [(1_u64, 1), (2, 3)] {
        let key = [month.to_be_bytes().as_slice(), &member.to_be_bytes()].concat();
        let row = MonthRow { folded, sum: 100, since: NOON };
        put(tables::MONTH, &key, encode(&row).unwrap());
    }
    // Of the flows, dice hold the first round already; what admins gave has nothing to do with it.
    for (source, folded) in [(0_u8, 1), (7, 2)] {
        let key = [day.to_be_bytes().as_slice(), &[source]].concat();
        let row = FlowRow { folded, minted: 1000, burned: 500 };
        batch.put(tables::FLOW, &key, &encode(&row).unwrap()).unwrap();
    }
    assert_eq!(store.commit(batch).wait(), Ok(1));
    close(store);
    let store = open(&data);
    assert_eq!(store.commit(round(1)).wait(), Ok(2));
    assert_eq!(store.commit(round(2)).wait(), Ok(3));
    // The image of a crash: both rounds are in the journal and not in the index.
    copy(&data, &crashed);
    close(store);

    // Twice: what was folded now is on disk the second time.
    for replayed in [2, 0] {
        let (budget, months) = (Budget::new(zone, 1_000_000, 100), Months::new(zone));
        let flows = Flows::new(zone);
        let projections = vec![budget.projection(), months.projection(), flows.projection()];
        let (store, report) =
            Store::open(&crashed, Options { projections, ..pointhouse::formats::options() })
                .unwrap();
        assert_eq!(report.replayed, replayed, "{report:?}");
        let sums = budget.day(GameId::Dice, Millis(NOON));
        assert_eq!((sums.paid, sums.staked), (2 * 19, 2 * 10));
        let total = budget.total(GameId::Dice);
        assert_eq!((total.rounds, total.paid, total.staked), (2, 2 * 19, 2 * 10));
        let shown: Vec<u64> = budget.feed(10).iter().map(|entry| entry.number).collect();
        assert_eq!(shown, [2, 1]);
        assert_eq!(months.sum(UserId(1), Millis(NOON)), 100 + 2 * 9);
        assert_eq!(months.sum(UserId(2), Millis(NOON)), 100);
        // Both members' entries of the second round, 9 points each.
        let flow = |source, minted| Flow { source, minted, burned: 500 };
        let expected = [flow(Source::Admins, 1000), flow(Source::Dice, 1000 + 2 * 9)];
        assert_eq!(flows.day(SiteDay(day)), expected);
        close(store);
    }
}
