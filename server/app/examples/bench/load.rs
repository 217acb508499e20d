//! The load generator: raw HTTP/1.1 on connections that are kept, one request in flight on each.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The body of a bet.
pub const BET: &str = r#"{"bet":1,"target":50,"direction":"under"}"#;

/// Connections, each with the request it repeats.
pub type Clients = Vec<Client>;

/// A request as the clients send it again and again.
pub fn request(path: &str, token: Option<&str>, body: &str) -> Vec<u8> {
    let auth = token.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n{auth}content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// The same for a call that reads.
pub fn get(path: &str, token: Option<&str>) -> Vec<u8> {
    let auth = token.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
    format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{auth}\r\n").into_bytes()
}

/// One connection with the request it repeats.
pub struct Client {
    stream: TcpStream,
    request: Vec<u8>,
    answer: Vec<u8>,
}

impl Client {
    pub async fn connect(address: SocketAddr, request: Vec<u8>) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, request, answer: Vec::new() }
    }

    /// Sends the request and reads the whole answer. Returns its status.
    pub async fn ask(&mut self) -> u16 {
        self.try_ask().await.unwrap()
    }

    /// As [`Client::ask`], from a server that may die meanwhile.
    pub async fn try_ask(&mut self) -> std::io::Result<u16> {
        let request = std::mem::take(&mut self.request);
        let answered = self.exchange(&request).await;
        self.request = request;
        answered
    }

    /// Sends another request on the same connection.
    pub async fn exchange(&mut self, request: &[u8]) -> std::io::Result<u16> {
        self.stream.write_all(request).await?;
        self.answer.clear();
        loop {
            if self.stream.read_buf(&mut self.answer).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            if let Some(status) = whole(&self.answer) {
                return Ok(status);
            }
        }
    }

    pub fn body(&self) -> &[u8] {
        let end = self.answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        &self.answer[end + 4..]
    }
}

/// The status, once head and body are there.
fn whole(answer: &[u8]) -> Option<u16> {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .map_or(0, |length| length.trim().parse::<usize>().unwrap());
    (answer.len() >= end + 4 + length).then(|| head[9..12].parse().unwrap())
}

/// What a run came to.
pub struct Outcome {
    pub answered: u64,
    took: Duration,
    cpu: Duration,
    latencies: Vec<Duration>,
}

impl Outcome {
    pub fn rate(&self) -> f64 {
        self.answered as f64 / self.took.as_secs_f64()
    }

    pub fn cpu_micros(&self) -> f64 {
        self.cpu.as_secs_f64() * 1e6 / self.answered as f64
    }

    pub fn quantile(&self, part: f64) -> Duration {
        self.latencies[((self.latencies.len() - 1) as f64 * part) as usize]
    }
}

/// Every client asks without pause; only answers with status 200 count.
pub async fn run(clients: Clients, time: Duration, process: u32) -> Outcome {
    let local = tokio::task::LocalSet::new();
    let cpu_before = cpu_of(process);
    let begun = Instant::now();
    let tasks: Vec<_> = clients
        .into_iter()
        .map(|mut client| {
            local.spawn_local(async move {
                let mut latencies = Vec::new();
                while begun.elapsed() < time {
                    let asked = Instant::now();
                    let status = client.ask().await;
                    assert_eq!(status, 200, "{}", String::from_utf8_lossy(client.body()));
                    latencies.push(asked.elapsed());
                }
                latencies
            })
        })
        .collect();
    let mut latencies = Vec::new();
    local
        .run_until(async {
            for task in tasks {
                latencies.extend(task.await.unwrap());
            }
        })
        .await;
    let took = begun.elapsed();
    latencies.sort();
    Outcome { answered: latencies.len() as u64, took, cpu: cpu_of(process) - cpu_before, latencies }
}

/// `per_second` requests a second, clients in turn; latency is measured from the planned moment.
pub async fn paced(mut clients: Clients, per_second: u32, time: Duration) -> (Outcome, Clients) {
    let begun = Instant::now();
    let step = Duration::from_secs(1) / per_second;
    let mut latencies = Vec::new();
    let count = (time.as_millis() / step.as_millis()) as u32;
    for number in 0..count {
        let planned = begun + step * number;
        tokio::time::sleep_until(planned.into()).await;
        let turn = number as usize % clients.len();
        let status = clients[turn].ask().await;
        assert_eq!(status, 200);
        latencies.push(planned.elapsed());
    }
    latencies.sort();
    let answered = u64::from(count);
    (Outcome { answered, took: begun.elapsed(), cpu: Duration::ZERO, latencies }, clients)
}

/// Clients that log in without pause. Returns how many logins were answered.
pub async fn storm(
    address: SocketAddr,
    (email, password): (String, String),
    clients: usize,
    time: Duration,
) -> u64 {
    let until = Instant::now() + time;
    let body = serde_json::json!({ "email": email, "password": password }).to_string();
    let asks = (0..clients).map(|_| {
        let request = request("/api/auth/login", None, &body);
        async move {
            let mut client = Client::connect(address, request).await;
            let mut count = 0;
            while Instant::now() < until {
                client.ask().await;
                count += 1;
            }
            count
        }
    });
    futures_util::future::join_all(asks).await.into_iter().sum()
}

/// CPU time of a process so far, all threads, user and system.
pub fn cpu_of(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    // The kernel's USER_HZ is 100 on every Linux that this runs on.
    Duration::from_millis(ticks * 10)
}

/// Resident memory of a process now, in MB of a million bytes.
pub fn resident_of(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<f64>().unwrap() * 1024.0 / 1e6
}
