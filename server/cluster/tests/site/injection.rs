//! Faults of the disk, as strace puts them into a running process.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use super::until;

/// strace at a process. The fault ends when this is dropped.
pub struct Injection(Child);

impl Injection {
    /// `fault` is what strace calls an injection, such as `error=ENOSPC`.
    pub fn attach(process: u32, (calls, fault): (&str, &str), log: &Path) -> Self {
        let said = File::create(log).unwrap();
        let strace = Command::new("strace")
            .args(["-f", "-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:{fault}")])
            .args(["-o", "/dev/null", "-p", &process.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(said)
            .spawn()
            .expect("strace is installed (Debian: strace)");
        let injection = Self(strace);
        until("strace is attached", || {
            std::fs::read_to_string(log).unwrap().contains("attached").then_some(())
        });
        injection
    }
}

impl Drop for Injection {
    fn drop(&mut self) {
        // Asked to end, it would wait for what it holds up.
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}
