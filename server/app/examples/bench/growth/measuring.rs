//! CPU of the server for a call, and how long it takes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::client::{Client, Request};

/// A call is repeated for this long, and at least so often unless it takes very long.
const TIME: Duration = Duration::from_millis(400);
const TIME_MAX: Duration = Duration::from_secs(4);
const CALLS: usize = 100;
const CALLS_MAX: usize = 2000;
/// Calls before it, for what is loaded by the first one.
const BEFORE: usize = 2;
/// The server is idle when it takes less than this part of a core.
const IDLE: f64 = 0.03;
const IDLE_LOOK: Duration = Duration::from_secs(2);
const IDLE_MAX: Duration = Duration::from_secs(900);

/// What a call came to at one size of the site.
#[derive(Clone)]
pub(crate) struct Figures {
    pub(crate) status: u16,
    /// CPU of the server.
    pub(crate) micros: f64,
    pub(crate) p99: Duration,
    /// Of the answer's body and of the request.
    pub(crate) bytes: usize,
    pub(crate) sent: usize,
}

/// CPU time of each thread of a process.
pub(crate) struct Cpu(BTreeMap<u32, u64>);

impl Cpu {
    pub(crate) fn of(process: u32) -> Self {
        let threads = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
        let of_thread = |entry: std::io::Result<std::fs::DirEntry>| {
            let entry = entry.ok()?;
            let stat = std::fs::read_to_string(entry.path().join("schedstat")).ok()?;
            let nanos = stat.split_whitespace().next()?.parse().ok()?;
            Some((entry.file_name().to_str()?.parse().ok()?, nanos))
        };
        Self(threads.filter_map(of_thread).collect())
    }

    /// The time since an earlier look. A thread that has ended meanwhile was idle before.
    pub(crate) fn since(&self, earlier: &Self) -> Duration {
        let since = |(id, nanos): (&u32, &u64)| nanos - earlier.0.get(id).unwrap_or(&0);
        Duration::from_nanos(self.0.iter().map(since).sum())
    }
}

/// Waits until the index has taken what was planted and its logs are merged. Returns what the server takes by itself,
/// as a part of a core.
pub(crate) fn wait_for_idle(process: u32) -> f64 {
    let begun = Instant::now();
    loop {
        let taken = part_of_core(process);
        if taken < IDLE || begun.elapsed() > IDLE_MAX {
            eprintln!("idle after {} s, at {taken:.3} of a core", begun.elapsed().as_secs());
            return taken;
        }
    }
}

pub(crate) fn part_of_core(process: u32) -> f64 {
    let before = Cpu::of(process);
    let begun = Instant::now();
    std::thread::sleep(IDLE_LOOK);
    Cpu::of(process).since(&before).as_secs_f64() / begun.elapsed().as_secs_f64()
}

/// Sends requests in turn. With `once`, each of them once and none before.
pub(crate) fn measure(
    client: &mut Client,
    (requests, once): (&[Request], bool),
    (process, idle): (u32, f64),
) -> Figures {
    let mut turn = requests.iter().cycle();
    if !once {
        for _ in 0..BEFORE {
            client.ask(turn.next().unwrap());
        }
    }
    let mut times = Vec::new();
    let (mut status, mut bytes) = (0, 0);
    let before = Cpu::of(process);
    let begun = Instant::now();
    loop {
        let request = turn.next().unwrap();
        let asked = Instant::now();
        let answer = client.ask(request);
        times.push(asked.elapsed());
        (status, bytes) = (answer.status.max(status), bytes.max(answer.body.len()));
        let (calls, took) = (times.len(), begun.elapsed());
        let is_enough = if once {
            calls == requests.len()
        } else {
            took > TIME && calls >= CALLS || calls == CALLS_MAX
        };
        if is_enough || took > TIME_MAX {
            break;
        }
    }
    let took = begun.elapsed();
    let cpu = Cpu::of(process).since(&before).as_secs_f64() - idle * took.as_secs_f64();
    times.sort();
    let p99 = times[(times.len() - 1) * 99 / 100];
    let micros = cpu.max(0.0) * 1e6 / times.len() as f64;
    Figures { status, micros, p99, bytes, sent: requests[0].0.len() }
}
