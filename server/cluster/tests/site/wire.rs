//! The connections between a machine and etcd, which can fail.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

/// What a wire does with what it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// Passes it on.
    Whole,
    /// Passes requests on; answers to transactions get lost.
    LosesAnswers,
    /// Holds everything back, in both directions.
    Stalls,
    /// Loses requests: connections break.
    Cut,
}

/// Wires from one machine to all members of etcd.
#[derive(Clone)]
pub struct Wires {
    mode: Arc<AtomicU8>,
    endpoints: Vec<String>,
    /// Where each of them leads.
    members: Arc<Mutex<Vec<SocketAddr>>>,
}

impl Wires {
    pub fn to(members: &[String]) -> Self {
        let mode = Arc::new(AtomicU8::new(Mode::Whole as u8));
        let count = members.len();
        let members = Arc::new(Mutex::new(addresses(members)));
        let begin = |number: usize| {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = listener.local_addr().unwrap();
            let (mode, members) = (mode.clone(), members.clone());
            let upstream = move || members.lock()[number];
            std::thread::spawn(move || accept(&listener, &upstream, &mode));
            format!("http://{address}")
        };
        let endpoints = (0..count).map(begin).collect();
        Self { mode, endpoints, members }
    }

    /// Leads to other members from now on.
    pub fn lead_to(&self, members: &[String]) {
        *self.members.lock() = addresses(members);
    }

    pub fn endpoints(&self) -> &[String] {
        &self.endpoints
    }

    pub fn set(&self, mode: Mode) {
        self.mode.store(mode as u8, Ordering::SeqCst);
    }
}

fn addresses(members: &[String]) -> Vec<SocketAddr> {
    let address = |member: &String| member.strip_prefix("http://").unwrap().parse().unwrap();
    members.iter().map(address).collect()
}

fn accept(listener: &TcpListener, upstream: &dyn Fn() -> SocketAddr, mode: &Arc<AtomicU8>) {
    for client in listener.incoming() {
        let Ok(client) = client else { continue };
        let Ok(server) = TcpStream::connect(upstream()) else { continue };
        let (Ok(of_client), Ok(of_server)) = (client.try_clone(), server.try_clone()) else {
            continue;
        };
        let is_txn = Arc::new(AtomicU8::new(0));
        let (asked, up) = (is_txn.clone(), mode.clone());
        std::thread::spawn(move || {
            pass((client, server), &up, |mode, bytes| {
                let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]).into_owned();
                if head.starts_with("POST ") {
                    asked.store(u8::from(head.contains("/kv/txn")), Ordering::SeqCst);
                }
                mode != Mode::Cut
            });
        });
        let down = mode.clone();
        std::thread::spawn(move || {
            pass((of_server, of_client), &down, |mode, _| {
                mode != Mode::LosesAnswers || is_txn.load(Ordering::SeqCst) == 0
            });
        });
    }
}

/// Passes bytes on while `is_whole` says so; then both directions end.
fn pass(
    (mut from, mut to): (TcpStream, TcpStream),
    mode: &AtomicU8,
    is_whole: impl Fn(Mode, &[u8]) -> bool,
) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(count) = from.read(&mut bytes) {
        let mut now = mode_of(mode);
        while now == Mode::Stalls {
            std::thread::sleep(Duration::from_millis(10));
            now = mode_of(mode);
        }
        if count == 0 || !is_whole(now, &bytes[..count]) || to.write_all(&bytes[..count]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}

fn mode_of(mode: &AtomicU8) -> Mode {
    match mode.load(Ordering::SeqCst) {
        1 => Mode::LosesAnswers,
        2 => Mode::Stalls,
        3 => Mode::Cut,
        _ => Mode::Whole,
    }
}
