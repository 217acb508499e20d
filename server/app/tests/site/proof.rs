//! `verify` finds what it claims to check: each test breaks one thing in the rows.

use pointhouse::accounts::NameKind;
use pointhouse::draw_key::{DrawKey, SeedOwner};
use pointhouse::games::{PairRow, RoundRow, Rules, Seeds, play};
use pointhouse::ids::{GameId, UserId};
use pointhouse::tables::{self, NumberRow};
use pointhouse::wallet::{LedgerRow, Reason, Reference, WalletRow};
use pointhouse_rules::fairness::{ClientSeed, ServerSeed};
use pointhouse_store::{Batch, TableId, View, decode, encode};

use crate::dice::bet;
use crate::rig::Server;

/// A site with a member who has played three rounds; then the rows of the test's own.
async fn faults(change: impl FnOnce(&View, &mut Batch)) -> Vec<String> {
    let mut server = Server::start().await;
    let member = server.planted("emu", 1000).await;
    for _ in 0..3 {
        server.bet(&member, &bet(10, 50, "over")).await.of(200);
    }
    let mut batch = Batch::new();
    change(server.site().store().view(), &mut batch);
    server.site().store().commit(batch).await.unwrap();
    server.stop();
    let findings = pointhouse::verify::verify(server.data()).unwrap();
    assert_eq!(findings.fault_count, findings.faults.len() as u64);
    findings.faults
}

const MEMBER: [u8; 8] = 1_u64.to_be_bytes();

fn wallet(view: &View) -> WalletRow {
    decode(&view.get(tables::WALLET, &MEMBER).unwrap().unwrap()).unwrap()
}

fn newest<T: pointhouse_store::StoredRow>(view: &View, table: TableId) -> (u64, T) {
    let entry = view.log(table, 1, u64::MAX, 1).unwrap().pop().unwrap();
    (entry.seq, decode(&entry.value).unwrap())
}

#[track_caller]
fn assert_fault(faults: &[String], text: &str) {
    assert!(faults.iter().any(|fault| fault.contains(text)), "{text}: {faults:?}");
}

#[tokio::test]
async fn a_site_that_nothing_was_done_to_has_no_fault() {
    assert_eq!(faults(|_, batch| batch.put(tables::ONCE, b"x", b"").unwrap()).await, [""; 0]);
}

#[tokio::test]
async fn a_balance_that_is_not_the_sum() {
    let faults = faults(|view, batch| {
        let row = WalletRow { balance: wallet(view).balance + 1, ..wallet(view) };
        batch.put(tables::WALLET, &MEMBER, &encode(&row).unwrap()).unwrap();
    });
    assert_fault(&faults.await, "member 1: the wallet says ");
}

#[tokio::test]
async fn a_wallet_that_is_gone() {
    let faults = faults(|_, batch| batch.delete(tables::WALLET, &MEMBER).unwrap()).await;
    assert_fault(&faults, "member 1: the wallet says 0 at entry 0, the ledger ");
}

#[tokio::test]
async fn an_entry_without_its_wallet_and_a_gap() {
    let entry = |skip: u64, amount: i64| {
        faults(move |view, batch| {
            let (seq, row): (u64, LedgerRow) = newest(view, tables::LEDGER);
            let row = LedgerRow { amount, reason: Reason::AdminAdd, reference: None, ..row };
            batch.append(tables::LEDGER, 1, seq + 1 + skip, &encode(&row).unwrap()).unwrap();
        })
    };
    assert_fault(&entry(0, 5).await, "the wallet says ");
    assert_fault(&entry(0, -5).await, "the sum is ");
    assert_fault(&entry(1, 0).await, "is missing");
}

/// The round that would have come next, as its seeds give it.
fn next_round(view: &View, last: &RoundRow) -> RoundRow {
    let pair = view.get(tables::PAIR, &[&MEMBER[..], &1_u32.to_be_bytes()].concat());
    let pair: PairRow = decode(&pair.unwrap().unwrap()).unwrap();
    let client = ClientSeed::new(pair.client_seed.unwrap()).unwrap();
    // The seed of a planted pair is not sealed.
    let owner = SeedOwner::Pair(UserId(1), 1);
    let server = DrawKey::missing().open(owner, &pair.seed).unwrap();
    let server = ServerSeed::from_bytes(&server);
    let nonce = last.nonce + 1;
    let rules = Rules::stored(view).unwrap().find(GameId::Dice, last.rules).unwrap();
    let bet = rules.table.read_bet(&bet(10, 50, "over")).unwrap();
    let seeds = Seeds { server: &server, client: &client, nonce };
    let round = play(&rules.table, bet, seeds).unwrap();
    RoundRow { nonce, payout: round.payout.get(), play: round.play, ..last.clone() }
}

#[tokio::test]
async fn a_round_without_its_payment() {
    let faults = faults(|view, batch| {
        let (number, row): (u64, RoundRow) = newest(view, tables::ROUND);
        let row = next_round(view, &row);
        batch.append(tables::ROUND, 1, number + 1, &encode(&row).unwrap()).unwrap();
    });
    assert_fault(&faults.await, "member 1: round 4 (begun with 10) is not paid as it says");
}

#[tokio::test]
async fn a_round_that_its_seeds_do_not_give() {
    let faults = faults(|view, batch| {
        let (number, row): (u64, RoundRow) = newest(view, tables::ROUND);
        let wrong = RoundRow { nonce: row.nonce + 7, ..row };
        batch.append(tables::ROUND, 1, number + 1, &encode(&wrong).unwrap()).unwrap();
    });
    assert_fault(&faults.await, "member 1: round 4 is not what its seeds and its tables give");
}

#[tokio::test]
async fn a_payment_without_its_round() {
    let faults = faults(|view, batch| {
        let (seq, row): (u64, LedgerRow) = newest(view, tables::LEDGER);
        let before = wallet(view);
        let row = LedgerRow {
            amount: -1,
            balance: before.balance - 1,
            reason: Reason::Stake(GameId::Dice),
            reference: Some(Reference::Round(4)),
            at: row.at,
        };
        batch.append(tables::LEDGER, 1, seq + 1, &encode(&row).unwrap()).unwrap();
        let after = WalletRow {
            balance: before.balance - 1,
            ledger_seq: seq + 1,
            revision: before.revision + 1,
        };
        batch.put(tables::WALLET, &MEMBER, &encode(&after).unwrap()).unwrap();
    });
    assert_eq!(faults.await, ["member 1: round 4 was paid and is missing"]);
}

#[tokio::test]
async fn a_nonce_that_was_left_out() {
    let faults = faults(|view, batch| {
        let (number, row): (u64, RoundRow) = newest(view, tables::ROUND);
        let row = RoundRow { nonce: row.nonce + 2, ..row };
        batch.append(tables::ROUND, 1, number + 1, &encode(&row).unwrap()).unwrap();
    });
    assert_fault(&faults.await, "the nonce of round 4 does not follow");
}

#[tokio::test]
async fn a_name_that_is_gone_or_anothers_or_nobodys() {
    let key = NameKind::Email.key("emu@example.com");
    let gone = faults(|_, batch| batch.delete(tables::NAME, &key).unwrap());
    assert_fault(&gone.await, "member 1: a name is not theirs in the list of names");
    let anothers =
        faults(|_, batch| batch.put(tables::NAME, &key, &encode(&NumberRow(2)).unwrap()).unwrap());
    assert_fault(&anothers.await, "member 1: a name is not theirs in the list of names");
    for owner in [1, 2] {
        let name = NameKind::Username.key("somebody");
        let nobodys = faults(|_, batch| {
            batch.put(tables::NAME, &name, &encode(&NumberRow(owner)).unwrap()).unwrap()
        });
        assert_fault(&nobodys.await, "the list of names has one that its member does not have");
    }
}

#[tokio::test]
async fn a_row_that_does_not_read() {
    let wallet = faults(|_, batch| batch.put(tables::WALLET, &MEMBER, b"\x09").unwrap()).await;
    assert_fault(&wallet, "version");
    let account = faults(|_, batch| batch.put(tables::ACCOUNT, &MEMBER, b"\x01").unwrap()).await;
    assert_eq!(account.len(), 1, "{account:?}");
}
