//! A crash may leave rows of a projection in the index that are newer than the index as a whole.
//! Reading the journal again must not count twice what they hold already.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bincode::{Decode, Encode};
use pointhouse::clock::{Millis, SiteDay, SiteMonth, SiteZone};
use pointhouse::games::{AnyStoredBet, Budget, EndRow, FeedEntry, RoundRow, blackjack, dice};
use pointhouse::ids::{GameId, UserId};
use pointhouse::points::{Flow, Flows, PointsBoards, Source};
use pointhouse::tables;
use pointhouse::wallet::{LedgerRow, Reason, Reference};
use pointhouse_store::{Batch, Options, Store, StoredRow, encode};
use tempfile::TempDir;

use crate::rig::{DAY, NOON};

const PLAY: AnyStoredBet =
    AnyStoredBet::Dice(dice::StoredBet { bet: 10, target: 50, over: true, roll: 7000 });

/// The projections' rows on disk: their types are private to their modules.
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
    let zone = SiteZone::new("Australia/Sydney".parse().unwrap());
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
    assert_eq!(store.commit(batch).wait().unwrap(), 1);
    close(store);
    let store = open(&data);
    assert_eq!(store.commit(round(1)).wait().unwrap(), 2);
    assert_eq!(store.commit(round(2)).wait().unwrap(), 3);
    // The image of a crash: both rounds are in the journal and not in the index.
    copy(&data, &crashed);
    close(store);

    // Twice: what was folded now is on disk the second time.
    for replayed in [2, 0] {
        let flows = Flows::new(zone.clone());
        let budget = Budget::new(zone.clone(), Arc::new(|_| 0), 100);
        let months = PointsBoards::new(zone.clone());
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
        assert_eq!(months.sum(UserId(1), Millis(NOON)).unwrap(), 100 + 2 * 9);
        assert_eq!(months.sum(UserId(2), Millis(NOON)).unwrap(), 100);
        // Both members' entries of the second round, 9 points each.
        let flow = |source, minted| Flow { source, minted, burned: 500 };
        let expected = [flow(Source::Admins, 1000), flow(Source::Dice, 1000 + 2 * 9)];
        assert_eq!(flows.day(SiteDay(day)), expected);
        close(store);
    }
}

/// The start of a folder whose last commit is in the journal alone, and how it counts the months: once
/// right after the crash, and once when that is on disk.
fn refold(first: Batch, last: Batch, check: impl Fn(&PointsBoards)) {
    let zone = SiteZone::new("Australia/Sydney".parse().unwrap());
    let place = TempDir::new().unwrap();
    let (data, crashed) = (place.path().join("data"), place.path().join("crashed"));
    let store = open(&data);
    assert_eq!(store.commit(first).wait().unwrap(), 1);
    close(store);
    let store = open(&data);
    assert_eq!(store.commit(last).wait().unwrap(), 2);
    copy(&data, &crashed);
    close(store);
    for replayed in [1, 0] {
        let months = PointsBoards::new(zone.clone());
        let projections = vec![months.projection()];
        let (store, report) =
            Store::open(&crashed, Options { projections, ..pointhouse::formats::options() })
                .unwrap();
        assert_eq!(report.replayed, replayed, "{report:?}");
        check(&months);
        close(store);
    }
}

fn put_month(batch: &mut Batch, at: i64, member: u64, (folded, sum): (u64, i64)) {
    let zone = SiteZone::new("Australia/Sydney".parse().unwrap());
    let key = [zone.month(Millis(at)).0.to_be_bytes().as_slice(), &member.to_be_bytes()].concat();
    let row = MonthRow { folded, sum, since: at };
    batch.put(tables::MONTH, &key, &encode(&row).unwrap()).unwrap();
}

fn put_entry(batch: &mut Batch, member: u64, seq: u64, reason: Reason, (amount, at): (i64, i64)) {
    let reference = matches!(reason, Reason::Stake(_) | Reason::Payout(_));
    let reference = reference.then_some(Reference::Round(1));
    let entry = LedgerRow { amount, balance: 1000, reason, reference, at };
    batch.append(tables::LEDGER, member, seq, &encode(&entry).unwrap()).unwrap();
}

#[test]
fn a_round_counts_in_the_month_of_its_bet_when_the_index_no_longer_lists_it_as_open() {
    // The bet is in the index. The row of the open round was deleted there with the commit that ended
    // it, whose other rows and note did not arrive; of one member, the row of the bet's month did.
    let (mut first, mut last) = (Batch::new(), Batch::new());
    let after = NOON + 30 * DAY;
    for member in [1, 2] {
        let row = RoundRow {
            pair: 1,
            nonce: 0,
            rules: 1,
            staked: 10,
            payout: 0,
            at: NOON,
            key: None,
            balance: 0,
            ledger_seq: 1,
            play: AnyStoredBet::Blackjack(blackjack::StoredBet { bet: 10 }),
        };
        first.append(tables::ROUND, member, 1, &encode(&row).unwrap()).unwrap();
        put_entry(&mut first, member, 1, Reason::Stake(GameId::Blackjack), (-10, NOON));
        // Doubled and won in the next month.
        put_entry(&mut last, member, 2, Reason::Stake(GameId::Blackjack), (-10, after));
        put_entry(&mut last, member, 3, Reason::Payout(GameId::Blackjack), (40, after));
        let end = EndRow {
            staked: 20,
            payout: 40,
            at: after,
            game: GameId::Blackjack,
            bet_type: "hand, doubled".to_owned(),
            moves: Vec::new(),
        };
        let key = [member.to_be_bytes(), 1_u64.to_be_bytes()].concat();
        last.put(tables::ROUND_END, &key, &encode(&end).unwrap()).unwrap();
    }
    put_month(&mut first, NOON, 1, (1, -10));
    put_month(&mut first, NOON, 2, (2, 20));
    refold(first, last, |months| {
        for member in [UserId(1), UserId(2)] {
            assert_eq!(months.sum(member, Millis(NOON)).unwrap(), 20, "{member}");
            assert_eq!(months.sum(member, Millis(after)).unwrap(), 0, "{member}");
        }
    });
}
