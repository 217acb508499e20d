//! The real program, as a streamer starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::OWNER_PASSWORD;

/// A call that takes longer does not end by itself.
const OVERDUE: Duration = Duration::from_secs(60);

/// Settings that make the program quick, as a file.
const QUICK: &str = "[store]\ncache_megabytes = 2\ngeneration_megabytes = 1\n\
    [auth]\nhash_memory_kib = 64\nhash_passes = 1\nlogins_per_minute = 0\npanel_logins_per_minute = 0\nsignups_per_hour = 0\nnetwork_signups_per_hour = 0\n\
    [server]\nrequests_per_second = 0\ndeliveries_per_second = 0\nconnections_per_address = 0\n[games]\nbets_per_second = 0\n";

/// A call of the program.
pub(crate) struct Program {
    command: Command,
    settings: tempfile::NamedTempFile,
}

/// A call that has ended.
#[derive(Debug)]
pub(crate) struct Finished {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A program that serves.
pub(crate) struct Serving {
    pub(crate) url: String,
    /// What it said on standard output until it was open, line by line.
    pub(crate) greeting: Vec<String>,
    child: Child,
    lines: Receiver<String>,
    /// Lines of the log that no test has looked at yet.
    log_lines: Receiver<String>,
    log: String,
    _settings: tempfile::NamedTempFile,
}

/// A port on which nothing listens, below those that the system gives out: it cannot give it to another test meanwhile.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(20_000);
    let ports = std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed)).take(1000);
    let mut free = ports.filter(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    free.next().expect("one of a thousand ports is free")
}

impl Program {
    /// `pointhouse ARGUMENTS --config QUICK --data FOLDER`.
    pub(crate) fn on(data: &Path, arguments: &[&str]) -> Self {
        let mut program = Self::bare(arguments).quick();
        program.command.arg("--data").arg(data);
        program
    }

    /// `pointhouse serve --config FILE --data FOLDER`, with a file of the quick settings and these.
    pub(crate) fn serving(data: &Path, settings: &str) -> Self {
        let mut program = Self::on(data, &["serve"]);
        program.settings.write_all(settings.as_bytes()).unwrap();
        program
    }

    /// `pointhouse ARGUMENTS`, without any variable of the tests' own surroundings.
    pub(crate) fn bare(arguments: &[&str]) -> Self {
        let mut settings = tempfile::NamedTempFile::new().unwrap();
        settings.write_all(QUICK.as_bytes()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_pointhouse"));
        command.args(arguments).env_clear().env("TMPDIR", std::env::temp_dir());
        Self { command, settings }
    }

    pub(crate) fn env(mut self, name: &str, value: &str) -> Self {
        self.command.env(name, value);
        self
    }

    /// On a port of the test's own.
    pub(crate) fn listen(mut self, port: u16) -> Self {
        self.command.arg("--listen").arg(format!("127.0.0.1:{port}"));
        self
    }

    /// In a working directory of the test's own.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// With the tests' quick settings.
    pub(crate) fn quick(mut self) -> Self {
        self.command.arg("--config").arg(self.settings.path());
        self
    }

    /// The same under another program, such as `strace`, with options of that one's.
    pub(crate) fn under(mut self, program: &str, options: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(options).arg(self.command.get_program()).args(self.command.get_args());
        command.env_clear();
        for (name, value) in self.command.get_envs() {
            command.envs(value.map(|value| (name, value)));
        }
        command.env("PATH", std::env::var_os("PATH").unwrap());
        self.command = command;
        self
    }

    /// A site takes any free port where the test names none: the usual one may be taken.
    fn listen_anywhere(&mut self) {
        let given = |wanted: &str| self.command.get_args().any(|argument| argument == wanted);
        if given("serve") && !given("--listen") {
            self.command.args(["--listen", "127.0.0.1:0"]);
        }
    }

    pub(crate) fn run(self) -> Finished {
        self.fed("")
    }

    /// Runs it with this on standard input.
    pub(crate) fn fed(mut self, input: &str) -> Finished {
        self.listen_anywhere();
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (over, overdue) = channel::<()>();
        let pid = Pid::from_child(&child);
        let watching = std::thread::spawn(move || {
            if overdue.recv_timeout(OVERDUE) == Err(RecvTimeoutError::Timeout) {
                kill_process(pid, Signal::KILL).unwrap();
            }
        });
        let (mut stdin, input) = (child.stdin.take().unwrap(), input.to_owned());
        // A program that has read enough closes its end.
        let feeding = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let output = child.wait_with_output().unwrap();
        drop(over);
        watching.join().unwrap();
        feeding.join().unwrap();
        Finished {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Starts it and waits until it is open.
    pub(crate) fn serve(mut self) -> Serving {
        self.listen_anywhere();
        let mut child = self
            .command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (lines, log_lines) =
            (lines_of(child.stdout.take().unwrap()), lines_of(child.stderr.take().unwrap()));
        let mut serving = Serving {
            url: String::new(),
            greeting: Vec::new(),
            child,
            lines,
            log_lines,
            log: String::new(),
            _settings: self.settings,
        };
        serving.await_greeting();
        serving
    }
}

/// The lines of a stream as they come, on a thread of its own.
fn lines_of(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

impl Serving {
    fn await_greeting(&mut self) {
        loop {
            match self.lines.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => {
                    if let Some((_, url)) = line.split_once("is open on ") {
                        url.clone_into(&mut self.url);
                    }
                    let last = line.contains("set-password");
                    self.greeting.push(line);
                    if last {
                        return;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("it ended: {:?}: {}", self.child.wait(), self.log());
                }
                Err(RecvTimeoutError::Timeout) => panic!("it does not open: {:?}", self.greeting),
            }
        }
    }

    /// Waits until the site is open again, at a new address if its port was free to choose.
    pub(crate) fn await_restart(&mut self) {
        self.greeting.clear();
        self.await_greeting();
    }

    /// The code of the setup, if the start printed one.
    pub(crate) fn setup_code(&self) -> Option<&str> {
        self.greeting.iter().find_map(|line| Some(line.split_once("/setup#")?.1))
    }

    /// Sets the owner's password with the printed code; `None` for a site that has an owner.
    pub(crate) fn owner_password(&self) -> Option<&'static str> {
        let (url, code) = (format!("{}/api/setup", self.url), self.setup_code()?.to_owned());
        // On a thread of its own, because tests with a runtime call this, too.
        let set_up = std::thread::spawn(move || {
            let client = super::blocking_client();
            let asked = client.get(&url).send().unwrap();
            if asked.status() == 404 {
                return;
            }
            let mut order: Value = asked.json().unwrap();
            for field in ["success", "restored"] {
                order.as_object_mut().unwrap().remove(field);
            }
            order["code"] = code.into();
            order["password"] = OWNER_PASSWORD.into();
            let answer = client.post(&url).json(&order).send().unwrap();
            assert_eq!(answer.status(), 200, "{:?}", answer.text());
        });
        set_up.join().unwrap();
        Some(OWNER_PASSWORD)
    }

    /// Its process id.
    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// Waits for its end, which has to come by itself within the time.
    pub(crate) fn wait(&mut self, most: Duration) -> ExitStatus {
        let (over, overdue) = channel::<()>();
        let pid = Pid::from_child(&self.child);
        let watching = std::thread::spawn(move || {
            let late = overdue.recv_timeout(most) == Err(RecvTimeoutError::Timeout);
            if late {
                kill_process(pid, Signal::KILL).unwrap();
            }
            late
        });
        let status = self.child.wait().unwrap();
        drop(over);
        assert!(!watching.join().unwrap(), "it did not end within {most:?}");
        status
    }

    /// Ends it without a chance to do anything.
    pub(crate) fn kill(&mut self) {
        self.signal(Signal::KILL);
        self.child.wait().unwrap();
    }

    /// Waits for the next line of the log with this text.
    pub(crate) fn await_log(&mut self, text: &str) -> String {
        loop {
            match self.log_lines.recv_timeout(OVERDUE) {
                Ok(line) => {
                    self.log.push_str(&line);
                    self.log.push('\n');
                    if line.contains(text) {
                        return line;
                    }
                }
                Err(_) => panic!("no line with {text:?}: {}", self.log),
            }
        }
    }

    /// What it logged; ends with the program.
    pub(crate) fn log(&mut self) -> String {
        for line in self.log_lines.iter() {
            self.log.push_str(&line);
            self.log.push('\n');
        }
        std::mem::take(&mut self.log)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
