//! The points leaderboard on a site with many members: CPU of a call with 1,000 and with 27,000 of them,
//! and dice bets while four readers ask for it without pause, against bets beside four readers of a
//! call that reads nothing: `scripts/bench leaderboard [SECONDS]`.
//!
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

use crate::product;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::load::{Client, Clients, Outcome, run};
use pointhouse::accounts::AccountRow;
use pointhouse::clock::{Clock, SiteZone};
use pointhouse::config::Config;
use pointhouse::points::PointsBoards;
use pointhouse::tables;
use pointhouse::wallet::{LedgerRow, Reason, WalletRow};
use pointhouse_store::{Batch, Options, Store, encode};

const SIZES: [u64; 2] = [1_000, 27_000];
const READERS: usize = 4;
const BETTERS: usize = 8;
const ROWS_A_COMMIT: usize = 200;

const LEADERBOARD: &str = "/api/leaderboard/points/monthly";
/// A call that reads nothing.
const NOTHING: &str = "/healthz";

pub fn bench(arguments: &[String]) {
    let seconds: u64 = arguments.first().map_or(5, |text| text.parse().unwrap());
    let time = Duration::from_secs(seconds);
    let root = PathBuf::from("target/bench").join(format!("leaderboard-{}", std::process::id()));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    println!(
        "members | us CPU/call | against a call that reads nothing | bet p50 alone | beside 4 readers of nothing | of the leaderboard | ratio of the last two"
    );
    let mut calls = Vec::new();
    for members in SIZES {
        let data = root.join(members.to_string());
        std::fs::create_dir_all(&data).unwrap();
        plant(&data, members);
        calls.push(runtime.block_on(measure(&data, members, time)));
    }
    let [few, many] = calls[..] else { panic!("two sizes") };
    println!(
        "{} members against {}: a call {:.2}, bets beside the leaderboard {:.2}",
        SIZES[1],
        SIZES[0],
        many.0 / few.0,
        many.1 / few.1
    );
    std::fs::remove_dir_all(&root).unwrap();
}

/// Members who earned something this month, each another sum.
fn plant(data: &Path, members: u64) {
    let zone = SiteZone::new(Config::with("").unwrap().place.timezone);
    let options =
        Options { projections: vec![PointsBoards::new(zone).projection()], ..Options::default() };
    let (store, _) = Store::open(data, options).unwrap();
    let at = Clock::system().now().0;
    let numbers: Vec<u64> = (1..=members).collect();
    for numbers in numbers.chunks(ROWS_A_COMMIT) {
        let mut batch = Batch::new();
        for number in numbers {
            let account = AccountRow {
                revision: 1,
                username: format!("planted_{number}"),
                email: format!("planted_{number}@example.com"),
                email_verified: true,
                password: String::new(),
                token_version: 0,
                active: true,
                account_id: format!("A{number:07}"),
                created_at: at,
            };
            let points = number * 7919 % members + 1;
            let wallet = WalletRow { revision: 1, balance: points, ledger_seq: 1 };
            let entry = LedgerRow {
                amount: i64::try_from(points).unwrap(),
                balance: points,
                reason: Reason::AdminAdd,
                reference: None,
                at,
            };
            let key = number.to_be_bytes();
            batch.put(tables::ACCOUNT, &key, &encode(&account).unwrap()).unwrap();
            batch.put(tables::WALLET, &key, &encode(&wallet).unwrap()).unwrap();
            batch.append(tables::LEDGER, *number, 1, &encode(&entry).unwrap()).unwrap();
        }
        store.commit(batch).wait().unwrap();
    }
    store.close(Instant::now() + Duration::from_secs(60));
}

/// Prints a line. Returns the CPU of a call in microseconds, and the p50 of bets beside readers of the
/// leaderboard in seconds.
async fn measure(data: &Path, members: u64, time: Duration) -> (f64, f64) {
    let product = product::Process::start(data).await;
    let readers = async |path: &str| {
        let mut readers = Clients::new();
        for _ in 0..READERS {
            let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n");
            readers.push(Client::connect(product.address(), request.into_bytes()).await);
        }
        readers
    };
    let tokens = product.sign_up(BETTERS).await;
    let betters = async || {
        let mut betters = Clients::new();
        for token in &tokens {
            betters.push(product.better(token).await);
        }
        betters
    };
    let call = run(readers(LEADERBOARD).await, time, product.id()).await.cpu_micros();
    let nothing = run(readers(NOTHING).await, time, product.id()).await.cpu_micros();
    let alone = run(betters().await, time, product.id()).await;
    let beside = async |path| {
        let (readers, betters) = (readers(path).await, betters().await);
        let bets = run(betters, time, product.id());
        let (bets, _) = tokio::join!(bets, run(readers, time, product.id()));
        bets
    };
    let beside_nothing: Outcome = beside(NOTHING).await;
    let beside_leaderboard: Outcome = beside(LEADERBOARD).await;
    let p50 = |bets: &Outcome| bets.quantile(0.5);
    println!(
        "{members:7} | {call:11.1} | {:33.2} | {:13.2?} | {:27.2?} | {:18.2?} | {:.2}",
        call / nothing,
        p50(&alone),
        p50(&beside_nothing),
        p50(&beside_leaderboard),
        p50(&beside_leaderboard).as_secs_f64() / p50(&beside_nothing).as_secs_f64()
    );
    (call, p50(&beside_leaderboard).as_secs_f64())
}
