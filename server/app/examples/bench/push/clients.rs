//! Clients that connect, join, and from then on answer pings and count the bytes of events, or stall.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::Kind;

/// Handshakes under way at once.
const CONNECTING_MAX: usize = 64;
/// `40` in a masked text frame with a mask of zeros.
const JOIN: &[u8] = b"\x81\x82\0\0\0\x0040";

const PING: &[u8] = b"\x81\x012";
const PONG: &[u8] = b"\x81\x81\0\0\0\x003";

pub(crate) struct Clients {
    pub(crate) reading: usize,
    received: Arc<AtomicU64>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Clients {
    /// Returns when all of them are connected and in. The last `stalled` ones do not read.
    pub(crate) fn connect(kind: Kind, port: u16, sockets: usize, stalled: usize) -> Self {
        let received = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&received);
        let (stop, stopped) = oneshot::channel();
        let (ready_sender, mut ready) = mpsc::unbounded_channel();
        let thread = std::thread::spawn(move || {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let doors = Arc::new(Semaphore::new(CONNECTING_MAX));
                for number in 0..sockets {
                    let (doors, counter) = (Arc::clone(&doors), Arc::clone(&counter));
                    let ready = ready_sender.clone();
                    let reads = number < sockets - stalled;
                    tokio::spawn(async move {
                        let door = doors.acquire().await.unwrap();
                        let stream = open(kind, port).await;
                        drop(door);
                        ready.send(()).unwrap();
                        if reads {
                            count(stream, &counter).await;
                        } else {
                            std::future::pending::<()>().await;
                            drop(stream);
                        }
                    });
                }
                let _ = stopped.await;
            });
        });
        for _ in 0..sockets {
            ready.blocking_recv().unwrap();
        }
        let (stop, thread) = (Some(stop), Some(thread));
        Self { reading: sockets - stalled, received, stop, thread }
    }

    /// Bytes of events received, frames' headers included, all together.
    pub(crate) fn received(&self) -> u64 {
        self.received.load(Ordering::Relaxed)
    }
}

impl Drop for Clients {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

async fn open(kind: Kind, port: u16) -> TcpStream {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let request = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\n\
        connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    match kind {
        Kind::Plain | Kind::Bare => read_to(&mut stream, "\r\n\r\n").await,
        Kind::Ours => {
            read_to(&mut stream, r#","maxPayload":1000000}"#).await;
            stream.write_all(JOIN).await.unwrap();
            read_to(&mut stream, "\"}").await;
        }
    }
    stream
}

async fn read_to(stream: &mut TcpStream, end: &str) {
    let mut read = Vec::new();
    while !read.ends_with(end.as_bytes()) {
        assert_ne!(stream.read_buf(&mut read).await.unwrap(), 0, "closed during the handshake");
    }
}

async fn count(mut stream: TcpStream, counter: &AtomicU64) {
    let mut buffer = Vec::with_capacity(4 * 1024);
    loop {
        match stream.read_buf(&mut buffer).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let mut at = 0;
        let mut pinged = false;
        let mut events = 0;
        while let Some(frame) = frame_len(&buffer[at..]).filter(|len| *len <= buffer.len() - at) {
            if &buffer[at..at + frame] == PING {
                pinged = true;
            } else {
                events += frame as u64;
            }
            at += frame;
        }
        buffer.drain(..at);
        counter.fetch_add(events, Ordering::Relaxed);
        if pinged && stream.write_all(PONG).await.is_err() {
            return;
        }
    }
}

/// Length of the frame that begins here, header included, once that much of it has come.
fn frame_len(bytes: &[u8]) -> Option<usize> {
    match bytes.get(1)? {
        126 => Some(4 + usize::from(u16::from_be_bytes(bytes.get(2..4)?.try_into().unwrap()))),
        127 => panic!("no event is that long"),
        short => Some(2 + usize::from(*short)),
    }
}
