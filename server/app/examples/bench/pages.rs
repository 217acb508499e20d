//! CPU of sending a script of the pages, compressed and plain, against compressing it for the call as a
//! server would that had no compressed files: `scripts/bench pages
//! [SECONDS]`.
//!
//! Needs `target/release/pointhouse` with pages in it. All traffic stays on 127.0.0.1.

use crate::product;
use std::io::Write;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::load::{Client, Clients, run};

const CLIENTS: usize = 8;
const COMPRESSIONS: u32 = 20;
/// How the web framework's own middleware compresses with brotli.
const BUFFER_BYTES: usize = 32 * 1024;
const QUALITY: u32 = 3;
const WINDOW: u32 = 22;

pub fn bench(arguments: &[String]) {
    let seconds: u64 = arguments.first().map_or(5, |text| text.parse().unwrap());
    let root = PathBuf::from("target/bench").join(format!("pages-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(measure(&root, Duration::from_secs(seconds)));
    std::fs::remove_dir_all(&root).unwrap();
}

async fn measure(root: &std::path::Path, time: Duration) {
    let product = product::Process::start(root).await;
    let page = String::from_utf8(get(product.address(), "/", "identity").await).unwrap();
    let mut script = (String::new(), Vec::new());
    for path in page.split('"').filter(|part| part.starts_with("/assets/") && part.ends_with(".js"))
    {
        let file = get(product.address(), path, "identity").await;
        if file.len() > script.1.len() {
            script = (path.to_owned(), file);
        }
    }
    let (path, file) = script;
    let sent = get(product.address(), &path, "br").await.len();
    assert!(sent > 0 && sent < file.len(), "run scripts/start first, which builds the pages");
    println!("{path}: {} bytes, {sent} compressed", file.len());
    let begun = Instant::now();
    let mut at_once = 0;
    for _ in 0..COMPRESSIONS {
        let mut writer = brotli::CompressorWriter::new(Vec::new(), BUFFER_BYTES, QUALITY, WINDOW);
        writer.write_all(&file).unwrap();
        at_once = writer.into_inner().len();
    }
    let compressing = begun.elapsed().as_secs_f64() * 1e6 / f64::from(COMPRESSIONS);
    println!("compressing it for a call: {compressing:.0} us, to {at_once} bytes");
    println!("encoding | calls/s | us CPU/call | against compressing it for the call");
    for encoding in ["br", "gzip", "identity"] {
        let mut clients = Clients::new();
        for _ in 0..CLIENTS {
            clients.push(Client::connect(product.address(), request(&path, encoding)).await);
        }
        let outcome = run(clients, time, product.id()).await;
        let call = outcome.cpu_micros();
        println!("{encoding:8} | {:7.0} | {call:11.1} | {:.3}", outcome.rate(), call / compressing);
    }
}

fn request(path: &str, encoding: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\naccept-encoding: {encoding}\r\n\r\n")
        .into_bytes()
}

async fn get(address: SocketAddr, path: &str, encoding: &str) -> Vec<u8> {
    let mut client = Client::connect(address, request(path, encoding)).await;
    assert_eq!(client.ask().await, 200, "{path}");
    client.body().to_vec()
}
