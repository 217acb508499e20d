//! A machine: a server process with its data folder and its settings.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use reqwest::blocking::Client;

use super::injection::Injection;
use super::members::free_port;
use super::wire::Wires;

/// Password of the owner of the site.
pub const ADMIN: &str = "cluster-admin-password";

/// Token of a monitor that reads the metrics.
const METRICS: &str = "cluster-metrics-token";

/// The server that was built beside these tests.
pub fn binary() -> PathBuf {
    let own = std::env::current_exe().unwrap();
    let built = own.ancestors().nth(2).unwrap().join("pointhouse");
    assert!(built.exists(), "{} is missing: cargo build --workspace --bins", built.display());
    built
}

pub struct Machine {
    pub name: String,
    pub data: PathBuf,
    pub address: String,
    pub wires: Wires,
    folder: PathBuf,
    running: Option<Child>,
    /// Ends that no test caused.
    pub ended: usize,
}

impl Machine {
    /// `settings` are lines of `[cluster]`.
    pub fn new(name: &str, folder: &Path, etcd: &[String], settings: &str) -> Self {
        let wires = Wires::to(etcd);
        let machine = Self {
            name: name.to_owned(),
            data: folder.join(format!("data-{name}")),
            address: format!("127.0.0.1:{}", free_port()),
            folder: folder.to_owned(),
            running: None,
            ended: 0,
            wires,
        };
        let limits = "[server]\nrequests_per_second = 0\nconnections_per_address = 0\n\
            metrics_token = \"cluster-metrics-token\"\n\
            [auth]\nhash_memory_kib = 64\nhash_passes = 1\nsignups_per_hour = 0\nnetwork_signups_per_hour = 0\n\
            [games]\nbets_per_second = 0\n";
        let etcd = format!("{:?}", machine.wires.endpoints());
        let key = folder.join("key");
        let cluster = format!(
            "{limits}[cluster]\netcd = {etcd}\nmachine = {name:?}\nkey_file = {key:?}\n{settings}\n"
        );
        std::fs::write(machine.settings(false), limits).unwrap();
        std::fs::write(machine.settings(true), cluster).unwrap();
        machine
    }

    fn settings(&self, is_shared: bool) -> PathBuf {
        let kind = if is_shared { "shared" } else { "alone" };
        self.folder.join(format!("{}-{kind}.toml", self.name))
    }

    /// Adds to the settings for several machines.
    pub fn set(&self, settings: &str) {
        let mut file = File::options().append(true).open(self.settings(true)).unwrap();
        file.write_all(settings.as_bytes()).unwrap();
    }

    fn command(&self, is_shared: bool) -> Command {
        let mut command = Command::new(binary());
        command.env("POINTHOUSE_ADMIN_PASSWORD", ADMIN).env_remove("RUST_BACKTRACE");
        command.current_dir(&self.folder).arg("serve").arg("--config");
        command.arg(self.settings(is_shared)).arg("--data").arg(&self.data);
        command
    }

    fn other(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        command.current_dir(&self.folder).args(arguments).arg("--config");
        command.arg(self.settings(true)).arg("--data").arg(&self.data).stdin(Stdio::null());
        command
    }

    pub fn start(&mut self, is_shared: bool) {
        let log = self.folder.join(format!("{}.log", self.name));
        let log = File::options().create(true).append(true).open(log).unwrap();
        let mut command = self.command(is_shared);
        command.args(["--listen", &self.address]).stdout(log.try_clone().unwrap()).stderr(log);
        self.running = Some(command.spawn().unwrap());
    }

    /// Runs another command on the data folder. Returns what it prints.
    pub fn run(&self, arguments: &[&str]) -> String {
        let done = self.try_run(arguments);
        done.unwrap_or_else(|complaint| panic!("{arguments:?}: {complaint}"))
    }

    pub fn try_run(&self, arguments: &[&str]) -> Result<String, String> {
        let done = self.other(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match done.status.success() {
            true => Ok(text(&done.stdout)),
            false => Err(text(&done.stderr)),
        }
    }

    pub fn is_ready(&self, client: &Client) -> bool {
        let asked = client.get(format!("http://{}/readyz", self.address)).send();
        asked.is_ok_and(|answer| answer.status().is_success())
    }

    /// What it says of its readiness.
    pub fn readiness(&self, client: &Client) -> String {
        let asked = client.get(format!("http://{}/readyz", self.address)).send();
        asked.and_then(reqwest::blocking::Response::text).unwrap_or_default()
    }

    /// What its fairness page says of the seeds of the whole site.
    pub fn seed_events(&self, client: &Client) -> String {
        let url = format!("http://{}/api/games/fairness/events", self.address);
        client.get(url).send().unwrap().text().unwrap()
    }

    /// A value of its metrics, if it leads.
    pub fn metric(&self, client: &Client, name: &str) -> Option<u64> {
        let call = client.get(format!("http://{}/metrics", self.address)).bearer_auth(METRICS);
        let text = call.send().and_then(reqwest::blocking::Response::text).unwrap_or_default();
        let mut values = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        values.next()?.parse().ok()
    }

    /// Starts a server that must end by itself. Returns its complaint.
    pub fn refuses_to_serve(&self, is_shared: bool) -> String {
        let mut command = self.command(is_shared);
        let done = command.args(["--listen", &self.address]).output().unwrap();
        assert!(!done.status.success());
        String::from_utf8_lossy(&done.stderr).into_owned()
    }

    /// Starts the process again if it has ended by itself, as a service manager would.
    pub fn keep_up(&mut self) {
        if let Some(child) = &mut self.running
            && child.try_wait().unwrap().is_some()
        {
            self.ended += 1;
            self.start(true);
        }
    }

    pub fn signal(&self, signal: &str) {
        let child = self.running.as_ref().unwrap();
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    /// What the program has logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join(format!("{}.log", self.name))).unwrap()
    }

    /// Attaches strace, which tampers with system calls of the process and of the programs that it starts.
    pub fn inject(&self, calls: &str, fault: &str) -> Injection {
        let process = self.running.as_ref().unwrap().id();
        Injection::attach(process, (calls, fault), &self.folder.join("strace.log"))
    }

    /// Starts another command on the data folder.
    pub fn begin(&self, arguments: &[&str]) -> Child {
        let mut command = self.other(arguments);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// As a power cut ends the process.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.running.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// In order.
    pub fn stop(&mut self) {
        self.signal("-TERM");
        let mut child = self.running.take().unwrap();
        assert!(child.wait().unwrap().success(), "{} did not end in order", self.name);
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.kill();
    }
}
