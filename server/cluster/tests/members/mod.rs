//! etcd processes on loopback that end with the test.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// Members of one cluster.
pub struct Members {
    running: Vec<Option<Child>>,
    clients: Vec<String>,
    peers: Vec<String>,
    folder: tempfile::TempDir,
}

/// Clients for HTTPS need a provider of ciphers, although these tests stay on HTTP.
pub fn prepare_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

/// Looks until something is there. Other processes have no event to wait for.
#[allow(dead_code)]
pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let patience = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < patience, "not within a minute: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A port on which nothing listens, below those that the system gives out: it cannot give it to a connection meanwhile.
pub fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(12_000);
    let ports = std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed)).take(1000);
    let mut free = ports.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.next().expect("one of a thousand ports is free")
}

impl Members {
    /// Starts `count` members. They may not answer yet.
    pub fn start(count: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = |_| format!("http://127.0.0.1:{}", free_port());
        let (clients, peers) = (0..count).map(|number| (url(number), url(number))).unzip();
        let mut members = Self { running: Vec::new(), clients, peers, folder };
        for number in 0..count {
            let member = members.spawn(number);
            members.running.push(Some(member));
        }
        members
    }

    fn spawn(&self, number: usize) -> Child {
        let name = |number: usize| format!("m{number}");
        let peers = self.peers.iter().enumerate();
        let all: Vec<String> = peers.map(|(at, peer)| format!("{}={peer}", name(at))).collect();
        let (client, peer) = (&self.clients[number], &self.peers[number]);
        Command::new("etcd")
            .args(["--name", &name(number), "--data-dir"])
            .arg(self.folder.path().join(number.to_string()))
            .args(["--listen-client-urls", client, "--advertise-client-urls", client])
            .args(["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer])
            .args(["--initial-cluster", &all.join(","), "--initial-cluster-token"])
            .arg(self.folder.path())
            .args(["--snapshot-count", "2000", "--log-level", "error"])
            .args(["--heartbeat-interval", "50", "--election-timeout", "500"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("etcd is installed (Debian: etcd-server)")
    }

    /// Starts a member that was killed again, with its data.
    #[allow(dead_code)]
    pub fn restart(&mut self, number: usize) {
        let member = self.spawn(number);
        self.running[number] = Some(member);
    }

    /// Where clients reach them.
    pub fn endpoints(&self) -> Vec<String> {
        self.clients.clone()
    }

    /// Ends a member as a power cut would.
    #[allow(dead_code)]
    pub fn kill(&mut self, number: usize) {
        if let Some(mut member) = self.running[number].take() {
            member.kill().unwrap();
            member.wait().unwrap();
        }
    }
}

impl Drop for Members {
    fn drop(&mut self) {
        for member in self.running.iter_mut().flatten() {
            let _ = member.kill();
            let _ = member.wait();
        }
    }
}
