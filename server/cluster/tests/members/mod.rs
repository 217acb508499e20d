//! etcd processes on loopback that end with the test.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
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

/// A port that was free a moment ago.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
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
