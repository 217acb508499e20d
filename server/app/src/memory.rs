//! Memory of the process: how much it may use, and giving back what is free.

use std::fs;
use std::hint::black_box;
use std::io;
use std::path::Path;
use std::thread;

/// Memory that the process may use, in bytes: the smallest limit of its control groups and their parents, or the
/// machine's memory. `None` if the system doesn't report it.
pub fn limit() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let of_groups = groups.lines().filter_map(limit_of_group);
    of_groups.chain([of_machine()]).min()
}

/// The limit of a line of `/proc/self/cgroup`, of both versions of control groups. In a container the path may be
/// that of the machine; then only the last folder that is tried, the root, exists.
fn limit_of_group(line: &str) -> Option<u64> {
    let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
    let (root, file) = match controllers {
        "" => ("/sys/fs/cgroup", "memory.max"),
        _ if controllers.split(',').any(|name| name == "memory") => {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")
        }
        _ => return None,
    };
    let own = Path::new(path.trim_start_matches('/'));
    let limits = own.ancestors().filter_map(|group| {
        fs::read_to_string(Path::new(root).join(group).join(file)).ok()?.trim().parse().ok()
    });
    limits.min()
}

/// By a system call, because a service may see no file of `/proc` but those of processes.
fn of_machine() -> u64 {
    let system = rustix::system::sysinfo();
    system.totalram.saturating_mul(u64::from(system.mem_unit))
}

/// A value of a file of `/proc`, in bytes.
fn kibibytes(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Resident memory of the process, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident {
    /// Pages of files: code, libraries and constants. The system may drop and read them again.
    pub files: u64,
    /// Everything that the process has written.
    pub anonymous: u64,
}

impl Resident {
    /// The memory of this moment; `None` if the system doesn't report it.
    pub fn read() -> Option<Self> {
        Self::of(&fs::read_to_string("/proc/self/status").ok()?)
    }

    fn of(status: &str) -> Option<Self> {
        let of_kind = |name| kibibytes(status, name);
        let files = of_kind("RssFile")? + of_kind("RssShmem")?;
        Some(Self { files, anonymous: of_kind("RssAnon")? })
    }
}

/// The wanted bytes, or an eighth of the memory that the process may use if that is less.
pub fn at_most_an_eighth(wanted: u64) -> u64 {
    limit().map_or(wanted, |limit| wanted.min(limit / 8))
}

/// Gives back what has been free for a second. The allocator does that when a thread ends that has used it; on a quiet
/// site none does for minutes, and the 19 MB of the last password's hash would stay.
///
/// # Errors
/// No thread could be started.
pub fn give_back() -> io::Result<()> {
    let ends_at_once = || drop(black_box(vec![0_u8; 64]));
    thread::Builder::new().name("memory".to_owned()).spawn(ends_at_once).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_reports_is_read() {
        let status = "Name:\tpointhouse\nVmRSS:\t   30720 kB\nRssAnon:\t   10240 kB\nRssFile:\t   20470 kB\n\
            RssShmem:\t      10 kB\n";
        let read = Resident { files: 20480 << 10, anonymous: 10240 << 10 };
        assert_eq!(Resident::of(status), Some(read));
        assert_eq!(Resident::of("VmRSS:\t 1 kB\n"), None);
    }

    #[test]
    fn the_limit_is_at_most_the_memory_of_the_machine() {
        let (limit, machine) = (limit().unwrap(), of_machine());
        assert!(limit > 0 && limit <= machine, "{limit} of {machine}");
        assert_eq!(at_most_an_eighth(1), 1);
        assert_eq!(at_most_an_eighth(u64::MAX), limit / 8);
        assert_eq!(limit_of_group("3:cpuset:/"), None);
        assert_eq!(limit_of_group("no line of it"), None);
    }
}
