//! What push costs, next to a broadcast server with tokio-tungstenite and a bare loop of writes, in one run.
//!
//! ```text
//! scripts/bench push [-- --sockets 5000 --rounds 2]
//! ```
//!
//! Each server runs as a process of its own, all with two threads and all sending the very same
//! text frames; the clients run in a third process and do next to nothing. CPU is user and system time
//! of the server process divided by the messages that arrived. Meant for a quiet machine.
mod bare;
mod clients;
mod ours;
mod plain;
mod process;

use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};

use clients::Clients;
use process::Server;

pub const NAME: &str = "push";

#[derive(Parser)]
struct Flags {
    /// Sockets of the paced, burst and memory figures.
    #[arg(long, default_value_t = 5_000)]
    sockets: usize,
    /// How often the servers are measured in turn.
    #[arg(long, default_value_t = 2)]
    rounds: usize,
    /// Runs as a server instead; how the bench starts its servers.
    #[arg(long, hide = true)]
    serve: Option<Kind>,
}

/// Which server.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Kind {
    Ours,
    Plain,
    Bare,
}

/// How events are published: `times` times `events` at once, with a pause after each.
#[derive(Clone, Copy)]
struct Pattern {
    name: &'static str,
    times: usize,
    events: usize,
    pause_ms: usize,
    bytes: usize,
}

const PACED: Pattern = Pattern { name: "paced", times: 100, events: 1, pause_ms: 100, bytes: 120 };
const BURST: Pattern =
    Pattern { name: "burst", times: 5, events: 100, pause_ms: 1_000, bytes: 120 };
/// Stalled clients are looked for under this many sockets, of which the last ones do not read.
const CROWD: usize = 1_000;
const STALLED: usize = 20;

/// Sums over the rounds.
#[derive(Clone, Copy, Debug, Default)]
struct Figures {
    idle_bytes: f64,
    /// The same after the bursts.
    after_bytes: f64,
    paced_us: f64,
    burst_us: f64,
}

pub fn bench(arguments: &[String]) {
    let flags =
        Flags::parse_from(std::iter::once(NAME.to_owned()).chain(arguments.iter().cloned()));
    match flags.serve {
        Some(Kind::Ours) => ours::serve(),
        Some(Kind::Plain) => plain::serve(),
        Some(Kind::Bare) => bare::serve(),
        None => compare(&flags),
    }
}

fn compare(flags: &Flags) {
    let limit = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(1_024) as usize;
    // The product keeps a second handle on each connection.
    let sockets = flags.sockets.min(limit.saturating_sub(200) / 2);
    println!("{sockets} sockets ({limit} open files allowed), {} rounds", flags.rounds);
    let mut sums = [Figures::default(); 3];
    for round in 1..=flags.rounds {
        for (kind, sum) in [Kind::Ours, Kind::Plain, Kind::Bare].into_iter().zip(&mut sums) {
            let figures = measure(kind, sockets);
            println!(
                "round {round}, {kind:?}: idle {:.1} KiB/socket ({:.1} after bursts), \
                 paced {:.2} us/message, burst {:.2} us/message",
                figures.idle_bytes / 1024.0,
                figures.after_bytes / 1024.0,
                figures.paced_us,
                figures.burst_us
            );
            sum.idle_bytes += figures.idle_bytes;
            sum.paced_us += figures.paced_us;
            sum.burst_us += figures.burst_us;
        }
    }
    let [ours, plain, bare] = sums;
    println!("CPU per delivered message, ours / plain and bare / plain:");
    let ratios = |of: fn(&Figures) -> f64| (of(&ours) / of(&plain), of(&bare) / of(&plain));
    let (paced, floor) = ratios(|sum| sum.paced_us);
    println!("  paced {paced:.2} (wanted: at most 1.0), bare {floor:.2}");
    let (burst, floor) = ratios(|sum| sum.burst_us);
    println!("  burst {burst:.2} (wanted: at most 0.5), bare {floor:.2}");
    let (idle, floor) = ratios(|sum| sum.idle_bytes);
    let kib = ours.idle_bytes / flags.rounds as f64 / 1024.0;
    println!(
        "memory of an idle socket: {kib:.1} KiB (wanted: at most 9), {idle:.2} of plain, bare {floor:.2}"
    );
    stalled(120);
    stalled(2_000);
}

fn measure(kind: Kind, sockets: usize) -> Figures {
    let mut server = Server::start(kind);
    // The first connections pay for what all share.
    let warm = Clients::connect(kind, server.port, 50, 0);
    run(&mut server, &warm, Pattern { times: 1, ..PACED });
    let before = server.resident();
    let clients = Clients::connect(kind, server.port, sockets, 0);
    let idle_bytes = (server.resident() - before) as f64 / sockets as f64;
    drop(warm);
    let paced_us = cost(&mut server, &clients, PACED);
    let burst_us = cost(&mut server, &clients, BURST);
    let after_bytes = (server.resident() - before) as f64 / sockets as f64;
    Figures { idle_bytes, after_bytes, paced_us, burst_us }
}

/// CPU time of the server in microseconds for each message that arrived.
fn cost(server: &mut Server, clients: &Clients, pattern: Pattern) -> f64 {
    // Once without counting, so that buffers have the size the pattern needs.
    run(server, clients, Pattern { times: 1, ..pattern });
    let before = server.cpu();
    run(server, clients, pattern);
    let used = server.cpu() - before;
    used.as_secs_f64() * 1e6 / (clients.reading * pattern.times * pattern.events) as f64
}

/// Publishes and waits until all of it has arrived at all clients that read.
fn run(server: &mut Server, clients: &Clients, pattern: Pattern) {
    let Pattern { times, events, pause_ms, bytes, .. } = pattern;
    let frame = bytes + if bytes < 126 { 2 } else { 4 };
    let expected = clients.received() + (clients.reading * times * events * frame) as u64;
    server.publish(times, events, pause_ms, bytes);
    let start = Instant::now();
    while clients.received() < expected {
        let patience = Duration::from_secs(120);
        assert!(start.elapsed() < patience, "{}: not everything arrived", pattern.name);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(clients.received(), expected, "{}: more than was published", pattern.name);
}

/// How long stalled clients stay, and what they cost meanwhile.
fn stalled(bytes: usize) {
    let mut server = Server::start(Kind::Ours);
    let reading = CROWD - STALLED;
    let clients = Clients::connect(Kind::Ours, server.port, CROWD, STALLED);
    let pattern = Pattern { name: "stalled", times: 100, events: 1, pause_ms: 10, bytes };
    // While the kernels still take everything.
    run(&mut server, &clients, Pattern { times: 10, ..pattern });
    let (before, start) = (server.resident(), Instant::now());
    let mut most = before;
    while server.cut() < STALLED as u64 {
        run(&mut server, &clients, pattern);
        most = most.max(server.resident());
        assert!(start.elapsed() < Duration::from_secs(60), "stalled sockets stay");
    }
    println!(
        "{STALLED} stalled among {CROWD} sockets, {bytes} B 100 times a second: all cut within {:.1} s (wanted: 30), \
         memory grew by {:.2} MiB (wanted: at most 5), {reading} others got everything",
        start.elapsed().as_secs_f64(),
        (most - before) as f64 / 1048576.0
    );
}
