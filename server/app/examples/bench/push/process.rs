//! A server process, steered by lines on its standard input.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use clap::ValueEnum;

use super::Kind;

pub(crate) struct Server {
    process: Child,
    commands: ChildStdin,
    answers: BufReader<ChildStdout>,
    pub(crate) port: u16,
}

impl Server {
    pub(crate) fn start(kind: Kind) -> Self {
        let name = kind.to_possible_value().unwrap();
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args([super::NAME, "--serve", name.get_name()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let commands = process.stdin.take().unwrap();
        let answers = BufReader::new(process.stdout.take().unwrap());
        let mut server = Self { process, commands, answers, port: 0 };
        server.port = server.answer().try_into().unwrap();
        server
    }

    /// Returns at once; the publishing takes its time.
    pub(crate) fn publish(&mut self, times: usize, events: usize, pause_ms: usize, bytes: usize) {
        writeln!(self.commands, "publish {times} {events} {pause_ms} {bytes}").unwrap();
    }

    /// Clients the server has cut.
    pub(crate) fn cut(&mut self) -> u64 {
        writeln!(self.commands, "cut").unwrap();
        self.answer()
    }

    fn answer(&mut self) -> u64 {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        line.trim().parse().unwrap()
    }

    /// Resident memory in bytes.
    pub(crate) fn resident(&self) -> u64 {
        let status = self.read("status");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
    }

    /// User and system time so far, to 10 ms (proc(5): fields 14 and 15 in hundredths of a second).
    pub(crate) fn cpu(&self) -> Duration {
        let stat = self.read("stat");
        let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum();
        Duration::from_millis(ticks * 10)
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(format!("/proc/{}/{file}", self.process.id())).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The server's side: executes commands from standard input until it ends.
pub(crate) fn serve_commands(
    port: u16,
    mut publish: impl FnMut(&str),
    mut cut: impl FnMut() -> u64,
) {
    println!("{port}");
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("publish") => {
                let numbers: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
                let [times, events, pause_ms, bytes] = numbers[..] else { panic!("{line}") };
                let filler = filler(bytes as usize);
                for _ in 0..times {
                    (0..events).for_each(|_| publish(&filler));
                    std::thread::sleep(Duration::from_millis(pause_ms));
                }
            }
            Some("cut") => println!("{}", cut()),
            _ => panic!("{line}"),
        }
    }
}

/// What makes `42["tick","..."]` a packet of this length.
fn filler(bytes: usize) -> String {
    "x".repeat(bytes - r#"42["tick",""]"#.len())
}
