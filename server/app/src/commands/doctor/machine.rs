//! Checks of the data folder and the machine.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::Line;
use crate::admin::MemoryTable;
use crate::admin::inspection::Inspection;
use crate::backups::expected_bytes;
use crate::config::Config;
use crate::data_folder::{check_clock, check_holds_data};
use crate::draw_key::KeyPlace;

/// Name of the check without which the others make no sense.
pub(super) const DATA_FOLDER: &str = "data folder";
/// Rights of the group and of others.
const OTHERS: u32 = 0o077;
/// Their rights to change something.
const OTHERS_WRITE: u32 = 0o022;
/// Space below which the site is about to become read-only, in bytes.
const SPACE_MIN: u64 = 512 << 20;
/// Open files beside those of sockets: data, pages, connections that wait.
const FILES_BESIDE: u64 = 1000;

/// The data folder: that it has data, and who may read it.
pub(super) fn folder(data: &Path) -> Vec<Line> {
    if let Err(reason) = check_holds_data(data) {
        return vec![Line::problem(DATA_FOLDER, format!("{reason}. Name the folder with --data"))];
    }
    let mut open = Vec::new();
    let mut foreign = Vec::new();
    let about = match data.metadata() {
        Ok(about) => about,
        Err(error) => {
            return vec![Line::problem(DATA_FOLDER, format!("{}: {error}", data.display()))];
        }
    };
    if about.mode() & OTHERS_WRITE != 0 {
        open.push(data.to_owned());
    }
    if let Err(error) = walk(data, about.uid(), &mut open, &mut foreign) {
        return vec![Line::problem(DATA_FOLDER, format!("{}: {error}", data.display()))];
    }
    let folder = data.display();
    vec![
        match open.first() {
            None => {
                Line::ok("permissions", format!("Only the owner can read the files of {folder}"))
            }
            Some(first) => Line::problem(
                "permissions",
                format!(
                    "Others may read or change {} ({} in total): they have password hashes. Run chmod -R go= {folder}",
                    first.display(),
                    open.len()
                ),
            ),
        },
        match foreign.first() {
            None => Line::ok("owner", format!("All files belong to the owner of {folder}")),
            Some(first) => Line::problem(
                "owner",
                format!(
                    "{} belongs to another user ({} in total), so the site may be unable to write it. Run chown -R \
                     OWNER {folder}",
                    first.display(),
                    foreign.len()
                ),
            ),
        },
    ]
}

/// The key that seals seeds: whether it is there, and only its owner can read it.
pub(super) fn key(config: &Config, data: &Path) -> Line {
    let found = KeyPlace::of(&config.store.key_file, data)
        .and_then(|place| Ok((place.read()?.is_some(), place.key)));
    match found {
        Ok((true, file)) => Line::ok(
            "key",
            format!(
                "The key of the seeds is {}. Keep a copy apart from backups: pointhouse key export",
                file.display()
            ),
        ),
        Ok((false, file)) => Line::problem(
            "key",
            format!(
                "{} is missing: the site doesn't start without the key of its seeds (docs/backup.md, \"The key\")",
                file.display()
            ),
        ),
        Err(error) => Line::problem("key", error.to_string()),
    }
}

fn walk(
    folder: &Path,
    owner: u32,
    open: &mut Vec<PathBuf>,
    foreign: &mut Vec<PathBuf>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        // A running site removes files at any time.
        let Ok(about) = path.symlink_metadata() else { continue };
        if about.uid() != owner {
            foreign.push(path.clone());
        }
        if about.is_dir() {
            walk(&path, owner, open, foreign)?;
        } else if about.is_file() && about.mode() & OTHERS != 0 && is_reachable(folder) {
            open.push(path);
        }
    }
    Ok(())
}

/// Files in a folder that only its owner may enter are safe, whatever their own rights.
fn is_reachable(folder: &Path) -> bool {
    folder.metadata().is_ok_and(|about| about.mode() & OTHERS != 0)
}

pub(super) fn space(data: &Path) -> Line {
    let space = match rustix::fs::statvfs(data) {
        Ok(space) => space,
        Err(error) => return Line::problem("disk space", error.to_string()),
    };
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    let backup = expected_bytes(data);
    let megabytes = |bytes: u64| format!("{} MB", bytes >> 20);
    let (free_text, needed) = (megabytes(free), megabytes(backup));
    if free < SPACE_MIN {
        Line::problem(
            "disk space",
            format!(
                "{free_text} are free: the site stops taking changes. Free space or enlarge the disk"
            ),
        )
    } else if free < SPACE_MIN.saturating_add(backup.saturating_mul(2)) {
        Line::warning(
            "disk space",
            format!(
                "{free_text} are free; a backup takes about {needed}. Free space or enlarge the disk"
            ),
        )
    } else {
        Line::ok("disk space", format!("{free_text} are free; a backup takes about {needed}"))
    }
}

/// The clock against the newest data, and whether the system keeps it right.
pub(super) fn clock(data: &Path) -> Line {
    if let Err(reason) = check_clock(data) {
        return Line::problem("clock", reason);
    }
    match is_synchronized() {
        Some(true) => Line::ok("clock", "The system keeps its clock right"),
        Some(false) => Line::warning(
            "clock",
            "The system doesn't synchronize its clock, which decides days and ends. Run timedatectl set-ntp true, \
             or check the time service",
        ),
        None => Line::ok(
            "clock",
            "The clock isn't behind the data. Whether it is synchronized can't be asked here",
        ),
    }
}

/// What systemd says of the kernel's clock; `None` without it.
fn is_synchronized() -> Option<bool> {
    let shown = Command::new("timedatectl")
        .args(["show", "--property=NTPSynchronized", "--value"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()
        .filter(|shown| shown.status.success())?;
    match String::from_utf8_lossy(&shown.stdout).trim() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

pub(super) fn open_files(inspection: &Inspection) -> Line {
    let sockets = u64::try_from(inspection.sockets_max).unwrap_or(u64::MAX);
    let needed = sockets.saturating_mul(2).saturating_add(FILES_BESIDE);
    match inspection.open_files {
        Some(most) if most < needed => Line::warning(
            "open files",
            format!(
                "The limit is {most}; {sockets} live sockets need {needed}. Raise LimitNOFILE of the unit, or lower \
                 push.sockets_max"
            ),
        ),
        Some(most) => Line::ok("open files", format!("The limit is {most}, {needed} are needed")),
        None => Line::warning("open files", "The limit can't be read"),
    }
}

/// Memory by part: a line for the whole and one for each part.
pub(super) fn memory(table: Option<&MemoryTable>) -> Vec<Line> {
    let check = "memory";
    let Some(MemoryTable { total_bytes, limit_bytes, parts }) = table else {
        return vec![Line::ok(check, "Memory by part is shown while the site runs")];
    };
    let limit = limit_bytes.map(|limit| format!(" of {}", megabytes(limit))).unwrap_or_default();
    // The system drops pages of files when it needs their memory.
    let files = parts.iter().find(|part| part.name == "program").map_or(0, |part| part.bytes);
    let written = total_bytes.saturating_sub(files);
    let whole = format!(
        "The site holds {}{limit}, {} of it pages of the program's file, which the system can drop; the next lines add up to it",
        megabytes(*total_bytes),
        megabytes(files)
    );
    let whole = match limit_bytes {
        Some(limit) if written > limit / 10 * 9 => Line::warning(
            check,
            format!(
                "{whole}. Little is left: raise the limit, or lower auth.hash_memory_kib for new passwords"
            ),
        ),
        _ => Line::ok(check, whole),
    };
    let of_part = parts.iter().map(|part| {
        let count = part.count.map(|count| format!(": {count}")).unwrap_or_default();
        let estimated = if part.estimated { ", estimated" } else { "" };
        let bytes = megabytes(part.bytes);
        Line::ok(check, format!("{bytes:>10}  {}{count}{estimated}", part.title))
    });
    std::iter::once(whole).chain(of_part).collect()
}

/// With a decimal, as parts of a small site are less than a megabyte.
fn megabytes(bytes: u64) -> String {
    let tenths = (bytes.saturating_mul(10) + (1 << 19)) >> 20;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
