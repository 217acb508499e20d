//! The admin's list of accounts on a site with 100,000 of them, against reading the same rows without
//! looking at them, in the same run: `scripts/bench accounts
//! [ACCOUNTS]`. All traffic stays on 127.0.0.1.

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse::accounts::{AccountRow, NameKind};
use pointhouse::clock::Clock;
use pointhouse::config::Config;
use pointhouse::wallet::WalletRow;
use pointhouse::{startup, tables};
use pointhouse_store::{Batch, Store, TableId, View, encode};

/// Looks at each thing that is measured; the middle one counts.
const LOOKS: usize = 15;
const ROWS_A_COMMIT: usize = 200;
const SETTINGS: &str = r#"
[server]
listen = "127.0.0.1:0"
requests_per_second = 0
connections_per_address = 0
"#;

pub fn bench(arguments: &[String]) {
    let accounts: u64 = arguments.first().map_or(100_000, |text| text.parse().unwrap());
    let data = tempfile::tempdir().unwrap();
    plant(data.path(), accounts);
    actix_web::rt::System::new().block_on(async {
        let config = Config::with(SETTINGS).unwrap();
        let password = "bench-owner-password".to_owned();
        let set = startup::set_admin_password(&config, data.path(), password.clone());
        set.await.unwrap();
        let running =
            startup::start(config, data.path().to_owned(), Clock::system()).await.unwrap();
        let view = running.site.store().view().clone();
        let scan = middle(|| walk(&view, tables::ACCOUNT) + walk(&view, tables::WALLET));
        println!("{accounts} accounts; reading their rows: {} ms", scan.as_millis());
        println!("page of the list                | ms   | against reading the rows");
        let url = format!("http://{}", running.address);
        let looks = tokio::task::spawn_blocking(move || looks(&url, &password, accounts));
        for (name, time) in looks.await.unwrap() {
            let ratio = time.as_secs_f64() / scan.as_secs_f64();
            println!("{name:31} | {:4} | {ratio:.2}", time.as_millis());
        }
        running.stop().await;
    });
}

/// Accounts as sign-ups leave them, without the work of their passwords.
fn plant(data: &Path, accounts: u64) {
    let (store, _) = Store::open(data, pointhouse::formats::options()).unwrap();
    let numbers: Vec<u64> = (1..=accounts).collect();
    for numbers in numbers.chunks(ROWS_A_COMMIT) {
        let mut batch = Batch::new();
        for number in numbers {
            let account = AccountRow {
                revision: 1,
                username: format!("member_{number}"),
                email: format!("member_{number}@example.com"),
                email_verified: number % 2 == 0,
                password: String::new(),
                token_version: 0,
                active: true,
                account_id: format!("A{number:07}"),
                created_at: i64::try_from(1_700_000_000_000 + number * 1000).unwrap(),
            };
            let wallet = WalletRow { revision: 1, balance: number * 7919 % 5000, ledger_seq: 0 };
            let key = number.to_be_bytes();
            let name = NameKind::Username.key(&account.username);
            let owner = encode(&tables::NumberRow(*number)).unwrap();
            batch.put(tables::NAME, &name, &owner).unwrap();
            batch.put(tables::ACCOUNT, &key, &encode(&account).unwrap()).unwrap();
            batch.put(tables::WALLET, &key, &encode(&wallet).unwrap()).unwrap();
        }
        store.commit(batch).wait().unwrap();
    }
    store.close(Instant::now() + Duration::from_secs(60));
}

fn looks(url: &str, password: &str, accounts: u64) -> Vec<(String, Duration)> {
    pointhouse::external::prepare_tls();
    let http = reqwest::blocking::Client::new();
    let login = http
        .post(format!("{url}/api/admin/login"))
        .header("content-type", "application/json")
        .body(serde_json::json!({ "password": password }).to_string())
        .send()
        .unwrap();
    let login: serde_json::Value = serde_json::from_str(&login.text().unwrap()).unwrap();
    let token = login["token"].as_str().unwrap();
    let last = accounts / 50;
    let queries = [
        "limit=50".to_owned(),
        format!("limit=50&page={last}"),
        "limit=50&sort=points".to_owned(),
        "limit=50&sort=username".to_owned(),
        "limit=50&q=member_77".to_owned(),
        "limit=50&q=nobody".to_owned(),
    ];
    let look = |query: String| {
        let time = middle(|| {
            let call = http.get(format!("{url}/api/admin/accounts?{query}")).bearer_auth(token);
            let answer = call.send().unwrap();
            assert_eq!(answer.status(), 200);
            answer.bytes().unwrap().len()
        });
        (query, time)
    };
    queries.into_iter().map(look).collect()
}

/// Every row of a table, read and left.
fn walk(view: &View, table: TableId) -> usize {
    let (mut from, mut bytes) = (Vec::new(), 0);
    loop {
        let rows = view.scan(table, &from, &[], 1024).unwrap();
        let Some((last, _)) = rows.last() else { return bytes };
        from = [last.as_ref(), &[0]].concat();
        bytes += rows.iter().map(|(_, row)| row.len()).sum::<usize>();
    }
}

fn middle(mut work: impl FnMut() -> usize) -> Duration {
    let mut times: Vec<Duration> = (0..LOOKS)
        .map(|_| {
            let begun = Instant::now();
            assert!(work() > 0);
            begun.elapsed()
        })
        .collect();
    times.sort();
    times[LOOKS / 2]
}
