//! Copies by a command of the operator's own, which gets the backup on standard input.

use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use parking_lot::Mutex;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use super::sealed::Pour;
use super::stopping::{CANCELLED, Stopping};
use crate::config::ENV_PREFIX;

/// Placeholder in an argument for the name of the copy.
const NAME: &str = "{name}";
/// End of the command's errors that is kept, in bytes.
const ERRORS_KEPT: usize = 1000;
/// How long the errors of a command that has ended are awaited: a program that it
/// started may still have them open.
const ERRORS_WITHIN: Duration = Duration::from_secs(2);

/// A program with its arguments.
pub(super) struct OwnCommand {
    pub(super) command: Vec<String>,
    pub(super) limit: Duration,
    pub(super) stopping: Stopping,
    pub(super) runtime: Handle,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    ByItself,
    Late,
    Cancelled,
}

impl OwnCommand {
    /// Runs the command with the copy on standard input. It succeeds if the program exits with 0 in time, before the
    /// site stops.
    pub(super) fn send(&self, name: &str, pour: Pour<'_>) -> Result<u64, String> {
        let mut child = self.start(name)?;
        let group = Pid::from_child(&child);
        let (over, ended) = oneshot::channel::<()>();
        let (limit, stopping, runtime) = (self.limit, self.stopping.clone(), self.runtime.clone());
        let watching = std::thread::spawn(move || {
            let end = runtime.block_on(async {
                tokio::select! {
                    _ = ended => End::ByItself,
                    () = stopping.wait() => End::Cancelled,
                    () = tokio::time::sleep(limit) => End::Late,
                }
            });
            if end != End::ByItself {
                // The group has the programs that the command started. Fails only if all have ended.
                let _ = kill_process_group(group, Signal::KILL);
            }
            end
        });
        let errors = Errors::of(child.stderr.take());
        // The end of `stdin` marks the end of the copy. After a failed read of the backup the program is killed,
        // because it would take a part for the whole copy.
        let poured = match child.stdin.take() {
            Some(mut stdin) => pour(&mut stdin).inspect_err(|error| {
                if error.kind() != std::io::ErrorKind::BrokenPipe {
                    let _ = kill_process_group(group, Signal::KILL);
                }
            }),
            None => Err(std::io::Error::other("the command has no standard input")),
        };
        let status = child.wait();
        drop(over);
        let end = watching.join().unwrap_or(End::ByItself);
        let status = status.map_err(|error| error.to_string())?;
        match end {
            End::Late => return Err(format!("took longer than {} minutes", limit.as_secs() / 60)),
            End::Cancelled => return Err(CANCELLED.to_owned()),
            End::ByItself => {}
        }
        if !status.success() {
            return Err(format!("{}: {}", described(status), errors.last_lines()));
        }
        poured.map_err(|error| format!("did not read all of the backup: {error}"))
    }

    fn start(&self, name: &str) -> Result<Child, String> {
        let (program, arguments) =
            self.command.split_first().ok_or_else(|| "names no program".to_owned())?;
        let mut command = Command::new(program);
        command
            .args(arguments.iter().map(|argument| argument.replace(NAME, name)))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0);
        // The site's own variables have its secrets.
        for (variable, _) in std::env::vars_os() {
            if variable.to_string_lossy().starts_with(ENV_PREFIX) {
                command.env_remove(variable);
            }
        }
        command.env("POINTHOUSE_BACKUP_NAME", name);
        command.spawn().map_err(|error| format!("cannot be started: {error}"))
    }
}

fn described(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "did not succeed".to_owned(),
    }
}

/// The end of what a program writes to standard error.
struct Errors {
    kept: Arc<Mutex<Vec<u8>>>,
    ended: std::sync::mpsc::Receiver<()>,
}

impl Errors {
    fn of(stderr: Option<ChildStderr>) -> Self {
        let kept = Arc::new(Mutex::new(Vec::new()));
        let (over, ended) = channel();
        let tail = Arc::clone(&kept);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut stderr = stderr;
            while let Some(read) = stderr.as_mut().and_then(|from| from.read(&mut bytes).ok()) {
                let Some(read) = bytes.get(..read).filter(|read| !read.is_empty()) else { break };
                let mut tail = tail.lock();
                tail.extend_from_slice(read);
                let surplus = tail.len().saturating_sub(ERRORS_KEPT);
                tail.drain(..surplus);
            }
            drop(over);
        });
        Self { kept, ended }
    }

    fn last_lines(&self) -> String {
        let _: Result<(), _> = self.ended.recv_timeout(ERRORS_WITHIN).map_err(drop);
        String::from_utf8_lossy(&self.kept.lock()).trim().to_owned()
    }
}
