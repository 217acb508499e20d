//! Durable dice bets over HTTP, against a bare actix-web handler that appends a record and answers
//! after its fdatasync (group commit), by the same load generator in the same run; then bets while a
//! storm of logins goes on: `scripts/bench bets`.
//!
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

use crate::bare;
use crate::load;
use crate::product;
use std::path::PathBuf;
use std::time::Duration;

use crate::load::{Outcome, resident_of, run, storm};

pub fn bench(arguments: &[String]) {
    let seconds: u64 = arguments.first().map_or(10, |text| text.parse().unwrap());
    let root = PathBuf::from("target/bench").join(format!("bets-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        println!("members | bare bets/s | product bets/s | rate ratio (wanted 0.7) | bare us CPU/bet | product us CPU/bet | CPU ratio (wanted 1.6)");
        for members in [64, 512] {
            let bare = bare::Process::start(&root.join(format!("bare-{members}"))).await;
            let reference = run(bare.clients(members), Duration::from_secs(seconds), bare.id()).await;
            let bare_memory = resident_of(bare.id());
            drop(bare);
            let product = product::Process::start(&root.join(format!("product-{members}"))).await;
            let clients = product.members(members).await;
            let outcome = run(clients, Duration::from_secs(seconds), product.id()).await;
            print_row(members, &reference, &outcome);
            println!("  memory {:.0} MB (bare {bare_memory:.0} MB)", resident_of(product.id()));
            product.stop_and_verify(outcome.answered).await;
        }
        logins(&root, seconds).await;
    });
    std::fs::remove_dir_all(&root).unwrap();
}

fn print_row(members: usize, bare: &Outcome, product: &Outcome) {
    println!(
        "{members:7} | {:11.0} | {:14.0} | {:23.2} | {:15.1} | {:18.1} | {:.2}",
        bare.rate(),
        product.rate(),
        product.rate() / bare.rate(),
        bare.cpu_micros(),
        product.cpu_micros(),
        product.cpu_micros() / bare.cpu_micros()
    );
    println!(
        "  p50 {:?} p99 {:?} (bare p50 {:?} p99 {:?})",
        product.quantile(0.5),
        product.quantile(0.99),
        bare.quantile(0.5),
        bare.quantile(0.99)
    );
}

async fn logins(root: &std::path::Path, seconds: u64) {
    let product = product::Process::start_with_real_hashes(&root.join("logins")).await;
    let clients = product.members(20).await;
    let credentials = product.credentials();
    let time = Duration::from_secs(seconds);
    let (alone, clients) = load::paced(clients, 100, time).await;
    let storming = storm(product.address(), credentials, 16, time + Duration::from_secs(1));
    let ((during, _), logins) = tokio::join!(load::paced(clients, 100, time), storming);
    let ratio = during.quantile(0.99).as_secs_f64() / alone.quantile(0.99).as_secs_f64();
    println!(
        "100 bets a second: p99 alone {:?}, with 16 clients logging in without pause ({logins} logins) {:?}: ratio {ratio:.2} (wanted 1.5)",
        alone.quantile(0.99),
        during.quantile(0.99)
    );
    product.stop_and_verify(0).await;
}
