//! CPU of two calls that every page makes, against a handler that answers `hello` by the same load in the same run; CPU
//! of a sign-up against its hash alone; memory and disk of an empty site: `scripts/bench calls [SECONDS]`.
//!
//! Needs `target/release/pointhouse`. All traffic stays on 127.0.0.1.

use crate::bare;
use crate::product;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::load::{Client, Clients, cpu_of, get, resident_of, run};
use argon2::{Algorithm, Argon2, Params, Version};

const CLIENTS: usize = 16;
/// Turns of all calls, so that a change of the machine's speed meets all of them.
const TURNS: u32 = 3;
const SIGN_UPS: u32 = 40;
/// After the start's own work.
const REST: Duration = Duration::from_secs(20);

pub fn bench(arguments: &[String]) {
    let seconds: u64 = arguments.first().map_or(5, |text| text.parse().unwrap());
    let root = PathBuf::from("target/bench").join(format!("calls-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        empty(&root.join("empty")).await;
        calls(&root, Duration::from_secs(seconds)).await;
        sign_ups(&root.join("sign-ups")).await;
    });
    std::fs::remove_dir_all(&root).unwrap();
}

async fn empty(data: &Path) {
    let product = product::Process::start_with_real_hashes(data).await;
    tokio::time::sleep(REST).await;
    let memory = resident_of(product.id());
    println!(
        "empty site: {memory:.0} MB of memory (wanted 30), {:.1} MB on disk (wanted 20)",
        disk(data) / 1e6
    );
}

/// What a folder takes on the disk, in bytes.
pub fn disk(folder: &Path) -> f64 {
    use std::os::unix::fs::MetadataExt;
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let sizes = entries.map(|entry| match entry.file_type().unwrap().is_dir() {
        true => disk(&entry.path()),
        // stat(2): blocks of 512 bytes.
        false => entry.metadata().unwrap().blocks() as f64 * 512.0,
    });
    sizes.sum()
}

async fn calls(root: &Path, time: Duration) {
    let bare = bare::Process::start(&root.join("bare")).await;
    drop(bare.clients(0));
    let product = product::Process::start(&root.join("product")).await;
    let token = product.sign_up(1).await.remove(0);
    let calls = [
        ("hello", bare.address(), bare.id(), get("/hello", None)),
        ("me", product.address(), product.id(), get("/api/auth/me", Some(&token))),
        ("challenges", product.address(), product.id(), get("/api/challenges", None)),
        ("health", product.address(), product.id(), get("/healthz", None)),
    ];
    let mut micros = [0.0; 4];
    for _ in 0..TURNS {
        for ((_, address, process, request), sum) in calls.iter().zip(&mut micros) {
            let clients = clients(*address, request).await;
            *sum += run(clients, time, *process).await.cpu_micros() / f64::from(TURNS);
        }
    }
    println!("call       | us CPU/call | against hello (wanted: me 1.4, challenges 1.2)");
    for ((name, ..), micros_of) in calls.iter().zip(micros) {
        println!("{name:10} | {micros_of:11.1} | {:.2}", micros_of / micros[0]);
    }
}

async fn clients(address: SocketAddr, request: &[u8]) -> Clients {
    let mut clients = Clients::new();
    for _ in 0..CLIENTS {
        clients.push(Client::connect(address, request.to_vec()).await);
    }
    clients
}

async fn sign_ups(data: &Path) {
    let product = product::Process::start_with_real_hashes(data).await;
    let before = cpu_of(product.id());
    product.sign_up(SIGN_UPS as usize).await;
    let each = (cpu_of(product.id()) - before) / SIGN_UPS;
    let before = cpu_of(std::process::id());
    let hash =
        Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(19_456, 2, 1, None).unwrap());
    for _ in 0..SIGN_UPS {
        hash.hash_password_into(b"Bench-member-1!", b"salt of 16 bytes", &mut [0; 32]).unwrap();
    }
    let alone = (cpu_of(std::process::id()) - before) / SIGN_UPS;
    println!(
        "sign-up: {:.1} ms CPU (wanted 14), its hash alone {:.1} ms, ratio {:.2}",
        each.as_secs_f64() * 1e3,
        alone.as_secs_f64() * 1e3,
        each.as_secs_f64() / alone.as_secs_f64()
    );
}
