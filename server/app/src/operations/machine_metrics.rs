//! Metrics of the process, its build, its disk and its backups.

use std::time::Duration;

use super::Observed;
use crate::backups::CopyState;
use crate::metrics::{Gauge, Value};

/// Reads files and folders: must not run on a serving thread.
pub(super) fn gauges(observed: &Observed) -> Vec<Gauge> {
    let mut gauges = vec![Gauge {
        name: "build_info",
        help: "1, with the version of the program.",
        counter: false,
        label: Some(("version", env!("CARGO_PKG_VERSION"))),
        value: 1.into(),
    }];
    gauges.extend(process());
    gauges.extend(seconds_of(
        "process_start_time_seconds",
        "Start of the process, Unix time.",
        observed.jobs.since().0,
    ));
    gauges.extend(disk(observed));
    gauges.extend(backups(observed));
    gauges.extend(copies(&observed.copies.states()));
    gauges
}

fn gauge(name: &'static str, help: &'static str, value: impl Into<Value>) -> Gauge {
    Gauge { name, help, counter: false, label: None, value: value.into() }
}

/// A time in milliseconds as Unix time.
fn seconds_of(name: &'static str, help: &'static str, millis: i64) -> Option<Gauge> {
    let millis = u64::try_from(millis).ok()?;
    Some(gauge(name, help, Value::Seconds(Duration::from_millis(millis))))
}

/// What `/proc/self` has of the process. A value that cannot be read has no line.
fn process() -> Vec<Gauge> {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program is in parentheses and may contain spaces.
    let fields: Vec<&str> =
        stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    // proc_pid_stat(5): utime and stime are the fields 14 and 15, rss is 24; the first two are cut off.
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    let cpu = field(14).zip(field(15)).map(|(user, system)| {
        let millis = (user + system).saturating_mul(1000) / rustix::param::clock_ticks_per_second();
        Gauge {
            counter: true,
            ..gauge(
                "process_cpu_seconds_total",
                "CPU time of the process since its start.",
                Value::Seconds(Duration::from_millis(millis)),
            )
        }
    });
    let page = u64::try_from(rustix::param::page_size()).unwrap_or(u64::MAX);
    let resident = field(24).map(|pages| {
        gauge("process_resident_memory_bytes", "Resident memory.", pages.saturating_mul(page))
    });
    let open = std::fs::read_dir("/proc/self/fd").ok().map(|files| {
        let count = u64::try_from(files.count()).unwrap_or(u64::MAX);
        gauge("process_open_fds", "Open file descriptors.", count)
    });
    let most = rlimit::Resource::NOFILE.get_soft().ok();
    let most = most.map(|most| gauge("process_max_fds", "Limit of open file descriptors.", most));
    [cpu, resident, open, most].into_iter().flatten().collect()
}

fn disk(observed: &Observed) -> Option<Gauge> {
    let space = rustix::fs::statvfs(observed.backups.data()).ok()?;
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    Some(gauge("disk_free_bytes", "Free space on the disk of the data folder.", free))
}

/// The newest backup of any kind on this machine.
fn backups(observed: &Observed) -> Vec<Gauge> {
    let Some(newest) = observed.backups.all().into_iter().next() else { return Vec::new() };
    let written = seconds_of(
        "backup_last_timestamp_seconds",
        "When the newest backup on this machine was written, Unix time.",
        newest.created_at,
    );
    let size = gauge("backup_last_bytes", "Size of the newest backup.", newest.bytes);
    written.into_iter().chain([size]).collect()
}

/// Copies at other places. A target without a copy has no time.
fn copies(states: &[CopyState]) -> Vec<Gauge> {
    let labelled =
        |state: &CopyState, gauge| Gauge { label: Some(("target", state.target.name())), ..gauge };
    let times = states.iter().filter_map(|state| {
        let time = seconds_of(
            "backup_copy_timestamp_seconds",
            "When the newest backup at the target was written, Unix time.",
            state.copied.as_ref()?.backup_at.0,
        );
        time.map(|time| labelled(state, time))
    });
    let sizes = states.iter().filter_map(|state| {
        let bytes = state.copied.as_ref()?.bytes;
        let size = gauge("backup_copy_bytes", "Size of the newest copy at the target.", bytes);
        Some(labelled(state, size))
    });
    let failed = states.iter().map(|state| {
        let is_failed = u64::from(state.failed.is_some());
        let failed = gauge("backup_copy_failed", "1 while the last copy has failed.", is_failed);
        labelled(state, failed)
    });
    times.chain(sizes).chain(failed).collect()
}
