//! Plants a site with members and twelve months of their doings, by rows, through a store whose projections fold
//! them as they fold those of calls.

mod lists;
mod members;
mod play;
mod wagers;

use std::collections::VecDeque;
use std::path::Path;
use std::time::Instant;

use pointhouse::clock::{Clock, SiteDay};
use pointhouse::config::Config;
use pointhouse::startup::{self, Site};
use pointhouse_store::{Batch, Committed, StoredKey, StoredValue, Table, TableId};

pub(crate) use lists::{GIVEAWAY_ENDED, GIVEAWAY_FREE, GIVEAWAY_PAID, ITEM};
pub(crate) use members::{PASSWORD, account_code, username};

/// Months before today.
pub(crate) const MONTHS: u64 = 12;
const MONTH_MILLIS: i64 = 30 * 24 * 3600 * 1000;
/// The first members play this many rounds each month, others one.
pub(crate) const HEAVY: u64 = 10;
const HEAVY_ROUNDS: u64 = 300;
const ROWS_A_COMMIT: usize = 400;
const COMMITS_IN_FLIGHT: usize = 16;
/// Of this many members one plays at the casino.
const PLAYERS: u64 = 10;

/// The first start takes these into the site's settings. Nothing answers at the casino's address.
const SETTINGS: &str = r#"
[server]
listen = "127.0.0.1:0"
[partner]
casino_name = "Casino"
casino_url = "https://casino.example"
[wagers]
source_url = "http://127.0.0.1:9"
sample_data = false
first_month = "2025-01"
prizes = [{ from = "", pool = 1000, prizes = [500, 300, 200], bonus_buys = [] }]
"#;

/// Fills an empty folder. Returns after everything is in the index, or will be read from the journal.
pub(crate) async fn plant(data: &Path, members: u64, admin_password: &str) {
    let begun = Instant::now();
    let config = Config::with(SETTINGS).unwrap();
    startup::set_admin_password(&config, data, admin_password.to_owned()).await.unwrap();
    let running = startup::start(config, data.to_owned(), Clock::system()).await.unwrap();
    let mut planter = Planter::new(&running.site, members);
    planter.plant_accounts(running.address).await;
    let mut play = play::Play::new(&running.site, members).await;
    for month in 0..MONTHS {
        play.plant_month(&mut planter, month).await;
        planter.plant_month_of_lists(month).await;
        planter.plant_month_of_wagers(month).await;
    }
    planter.plant_lists().await;
    planter.finish().await;
    running.stop().await;
    eprintln!("{members} members planted in {} s", begun.elapsed().as_secs());
}

/// Commits rows, several batches at once.
struct Planter {
    site: Site,
    members: u64,
    now: i64,
    batch: Batch,
    rows: usize,
    waiting: VecDeque<Committed>,
}

impl Planter {
    fn new(site: &Site, members: u64) -> Self {
        let (site, now) = (site.clone(), site.clock().now().0);
        Self { site, members, now, batch: Batch::new(), rows: 0, waiting: VecDeque::new() }
    }

    /// A time in a month: that of a part of all that happens in it, in thousandths.
    fn at(&self, month: u64, part: u64) -> i64 {
        let start = self.now - MONTH_MILLIS * i64::try_from(MONTHS - month).unwrap();
        start + MONTH_MILLIS * i64::try_from(part).unwrap() / 1000
    }

    /// The time of a member's doings in a month: the members come one after the other.
    fn at_of(&self, month: u64, member: u64) -> i64 {
        self.at(month, member * 999 / self.members.max(1))
    }

    fn day(&self, at: i64) -> SiteDay {
        self.site.zone().day(pointhouse::clock::Millis(at))
    }

    fn put<K: StoredKey, V: StoredValue>(&mut self, table: TableId, key: &K, value: &V) {
        Table::<K, V>::new(table).put(&mut self.batch, key, value).unwrap();
        self.rows += 1;
    }

    /// Commits what has been collected, if that is enough for a commit.
    async fn step(&mut self) {
        if self.rows < ROWS_A_COMMIT {
            return;
        }
        self.rows = 0;
        let batch = std::mem::replace(&mut self.batch, Batch::new());
        self.waiting.push_back(self.site.store().commit(batch));
        if self.waiting.len() > COMMITS_IN_FLIGHT {
            self.waiting.pop_front().unwrap().await.unwrap();
        }
    }

    async fn finish(&mut self) {
        let batch = std::mem::replace(&mut self.batch, Batch::new());
        if !batch.is_empty() {
            self.waiting.push_back(self.site.store().commit(batch));
        }
        for committed in std::mem::take(&mut self.waiting) {
            committed.await.unwrap();
        }
    }
}
