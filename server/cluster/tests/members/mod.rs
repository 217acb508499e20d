//! etcd processes on loopback that end with the test.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

/// Members of one cluster.
pub struct Members {
    running: Vec<Option<Child>>,
    clients: Vec<String>,
    peers: Vec<String>,
    options: Vec<String>,
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
    /// The folder with the data of all members.
    #[allow(dead_code)]
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts `count` members. They may not answer yet.
    pub fn start(count: usize) -> Self {
        Self::start_with(count, &[])
    }

    /// The same with more options of etcd.
    pub fn start_with(count: usize, options: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = |_| format!("http://127.0.0.1:{}", free_port());
        let (clients, peers) = (0..count).map(|number| (url(number), url(number))).unzip();
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let mut members = Self { running: Vec::new(), clients, peers, options, folder };
        for number in 0..count {
            let member = members.spawn(number);
            members.running.push(Some(member));
        }
        members
    }

    fn spawn(&self, number: usize) -> Child {
        let client = &self.clients[number];
        Command::new("etcd")
            .args(self.identity(number))
            .args(["--listen-client-urls", client, "--advertise-client-urls", client])
            .args(["--listen-peer-urls", &self.peers[number]])
            .args(["--snapshot-count", "2000", "--log-level", "error"])
            .args(["--heartbeat-interval", "50", "--election-timeout", "500"])
            .args(&self.options)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("etcd is installed (Debian: etcd-server)")
    }

    /// Name, place and data folder of a member, as etcd and `etcdctl snapshot restore` take them.
    fn identity(&self, number: usize) -> Vec<String> {
        let peers = self.peers.iter().enumerate();
        let all: Vec<String> = peers.map(|(at, peer)| format!("m{at}={peer}")).collect();
        let data = self.folder.path().join(number.to_string());
        let folder = self.folder.path().display();
        vec![
            format!("--name=m{number}"),
            format!("--data-dir={}", data.display()),
            format!("--initial-advertise-peer-urls={}", self.peers[number]),
            format!("--initial-cluster={}", all.join(",")),
            format!("--initial-cluster-token={folder}"),
        ]
    }

    /// Runs etcdctl on some members. Returns what it prints.
    #[allow(dead_code)]
    pub fn control(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("etcdctl");
        command
            .env("ETCDCTL_API", "3")
            .args(arguments)
            .args(["--endpoints", &self.clients.join(",")]);
        let done = command.output().expect("etcdctl is installed (Debian: etcd-client)");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert!(done.status.success(), "{arguments:?}: {}", text(&done.stderr));
        text(&done.stdout)
    }

    /// Saves a snapshot of the first member.
    #[allow(dead_code)]
    pub fn save(&self, snapshot: &Path) {
        let (client, snapshot) = (&self.clients[0], snapshot.to_str().unwrap());
        let mut command = Command::new("etcdctl");
        command.env("ETCDCTL_API", "3").args(["--endpoints", client, "snapshot", "save", snapshot]);
        assert!(command.output().unwrap().status.success(), "no snapshot was saved");
    }

    /// Ends all members and starts them again with the content of a snapshot.
    #[allow(dead_code)]
    pub fn restore(&mut self, snapshot: &Path) {
        (0..self.running.len()).for_each(|number| self.kill(number));
        for number in 0..self.running.len() {
            std::fs::remove_dir_all(self.folder.path().join(number.to_string())).unwrap();
            let mut command = Command::new("etcdctl");
            command.env("ETCDCTL_API", "3").args(["snapshot", "restore"]).arg(snapshot);
            let done = command.args(self.identity(number)).output().unwrap();
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            self.restart(number);
        }
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

    /// Ids of the processes that run.
    #[allow(dead_code)]
    pub fn processes(&self) -> impl Iterator<Item = u32> {
        self.running.iter().flatten().map(Child::id)
    }

    /// Number of the member that leads etcd.
    #[allow(dead_code)]
    pub fn leader(&self) -> usize {
        let client = reqwest::blocking::Client::builder().no_proxy().build().unwrap();
        let leads = |number: usize| {
            let url = format!("{}/v3/maintenance/status", self.clients[number]);
            let status: serde_json::Value = client.post(url).body("{}").send().ok()?.json().ok()?;
            (status["leader"] == status["header"]["member_id"]).then_some(number)
        };
        until("a member leads etcd", || (0..self.clients.len()).find_map(leads))
    }

    /// Waits until each member answers a read, for which it needs the one that leads.
    #[allow(dead_code)]
    pub fn until_whole(&self) {
        let client = reqwest::blocking::Client::builder().timeout(Duration::from_secs(1));
        let client = client.no_proxy().build().unwrap();
        for address in &self.clients {
            until("all members of etcd answer", || {
                let read = client.post(format!("{address}/v3/kv/range")).body(r#"{"key":"YQ=="}"#);
                read.send().ok()?.status().is_success().then_some(())
            });
        }
    }

    /// Stops a member from running until it is resumed. Its connections stay open.
    #[allow(dead_code)]
    pub fn pause(&self, number: usize) {
        self.signal(number, "-STOP");
    }

    /// Lets a paused member run again.
    #[allow(dead_code)]
    pub fn resume(&self, number: usize) {
        self.signal(number, "-CONT");
    }

    fn signal(&self, number: usize, signal: &str) {
        let member = self.running[number].as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args([signal, &member]).status().unwrap().success());
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
