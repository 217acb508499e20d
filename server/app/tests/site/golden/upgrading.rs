//! The rows of folders of older builds: each is read as what it was, before and after its upgrade.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pointhouse::clock::{Clock, Millis};
use pointhouse::formats::{self, FORMAT, READABLE};
use pointhouse::tables::Kind;
use pointhouse_store::{Format, ReadError, Store, View};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::opening::{archives, unpacked};
use super::{ADMIN_PASSWORD, CLOCK};
use crate::rig::Program;

/// Rows that the command changes beside the upgrade: it sets the panel's password.
const OF_THE_COMMAND: [&str; 2] = ["SETTING", "AUDIT"];
/// Grants of older formats, which the first start with the folds reads from the ledgers.
const GRANTED: &str = "GRANTED";
/// Kills of one test run, spread over all writes. `POINTHOUSE_KILLS=all` kills at every one.
const KILLS: usize = 12;
/// What counts as a write: whatever changes a file or its name, or makes that durable.
const WRITES: &str = "write,pwrite64,fsync,fdatasync,rename,ftruncate,unlink,mkdir";

/// Every row as this program reads it.
fn exported(view: &View) -> Vec<Value> {
    let mut rows = Vec::new();
    let walked = formats::walk(view, |met| {
        let met = met.unwrap();
        let newest: String = met.row.newest.iter().map(|byte| format!("{byte:02x}")).collect();
        let row = met.row.text.unwrap_or(newest);
        rows.push(json!({ "table": met.table, "key": met.key, "row": row }));
        Ok::<_, ReadError>(())
    });
    walked.unwrap();
    rows
}

fn exported_from(data: &Path) -> Vec<Value> {
    let scratch = TempDir::new().unwrap();
    let (view, _) = Store::inspect(data, scratch.path(), READABLE).unwrap();
    exported(&view)
}

/// The rows that the archive holds, as a file beside it: one a line.
fn expected(archive: &Path) -> PathBuf {
    PathBuf::from(archive.to_str().unwrap().replace(".tar.gz", ".json"))
}

fn opened(data: &Path) -> Store {
    let clock = Clock::fixed_at(Millis(CLOCK));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(formats::open(data, &clock, formats::options, formats::options())).unwrap().0
}

fn close(data: &Path, store: Store) {
    store.close(Instant::now() + Duration::from_secs(60));
    // It holds the folder as long as it is held.
    drop(store);
    // Processes that other tests start hold its lock until they become other programs.
    File::options().write(true).open(data.join("LOCK")).unwrap().lock().unwrap();
}

fn backups(data: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(data.join("backups")).unwrap().map(|file| file.unwrap().path());
    files.filter(|file| file.to_str().unwrap().contains("before-upgrade")).collect()
}

#[test]
fn rows_are_read_as_they_were() {
    for archive in archives() {
        let rows = exported_from(unpacked(&archive).path());
        let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
        let text = lines.join("\n") + "\n";
        if std::env::var_os("GOLDEN_ACCEPT").is_some() {
            std::fs::write(expected(&archive), &text).unwrap();
        }
        let known = std::fs::read_to_string(expected(&archive)).unwrap();
        for (line, known) in text.lines().zip(known.lines()) {
            assert_eq!(line, known, "{archive:?}");
        }
        assert_eq!(text.lines().count(), known.lines().count());
    }
}

#[test]
fn an_upgrade_rewrites_every_row_and_changes_none() {
    for archive in archives() {
        let data = unpacked(&archive);
        let before = exported_from(data.path());
        let from = Store::format_of(data.path()).unwrap().unwrap().number;
        let store = opened(data.path());
        assert_eq!(exported(store.view()), before);
        let walked = formats::walk(store.view(), |met| {
            let met = met.unwrap();
            if met.format.kind == Kind::Rows {
                assert_eq!(met.row.newest, met.stored[..], "{} {}", met.table, met.key);
            }
            Ok::<_, ReadError>(())
        });
        walked.unwrap();
        close(data.path(), store);
        let now = Store::format_of(data.path()).unwrap().unwrap();
        assert_eq!(now, Format::new(FORMAT, env!("CARGO_PKG_VERSION")));
        assert_eq!(exported_from(data.path()), before);
        let findings = pointhouse::verify::verify(data.path()).unwrap();
        assert_eq!((findings.faults, findings.format), (Vec::new(), FORMAT));
        if from < FORMAT {
            restore(&backups(data.path()), from, &before);
        }
    }
}

/// The backup of an upgrade is the older folder, and is upgraded like it.
fn restore(backups: &[PathBuf], from: u32, rows: &[Value]) {
    let [backup] = backups else { panic!("not one backup: {backups:?}") };
    let place = TempDir::new().unwrap();
    let report =
        Store::restore(backup, place.path(), &formats::current(), formats::OLDEST).unwrap();
    assert_eq!(report.format, from);
    assert_eq!(Store::format_of(place.path()).unwrap().unwrap().number, from);
    assert_eq!(exported_from(place.path()), rows);
    let store = opened(place.path());
    assert_eq!(exported(store.view()), rows);
    close(place.path(), store);
}

fn without(tables: &[&str], rows: Vec<Value>) -> Vec<Value> {
    rows.into_iter().filter(|row| !tables.contains(&row["table"].as_str().unwrap())).collect()
}

/// `admin set-password` on an older folder upgrades it first.
fn set_password(data: &Path) -> Program {
    Program::on(data, &["admin", "set-password"])
}

/// A call of the system, and how often a thread of the command has made it.
type Write = (String, usize);

/// A command that is killed as one of its threads makes this call. Returns whether it came to that.
fn killed(data: &Path, (call, at): &Write) -> bool {
    let inject = format!("inject={call}:signal=KILL:when={at}");
    let options = ["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject];
    let finished = set_password(data).under("strace", &options).fed(ADMIN_PASSWORD);
    finished.code != Some(0)
}

/// Every write of the command: strace counts them for each thread.
fn writes(data: &Path) -> Vec<Write> {
    let trace = tempfile::NamedTempFile::new().unwrap();
    let path = trace.path().to_str().unwrap();
    let options = ["-f", "-qq", "-o", path, "-e", &format!("trace={WRITES}"), "-e", "signal=none"];
    let finished = set_password(data).under("strace", &options).fed(ADMIN_PASSWORD);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let (thread, call) = line.split_once(' ').unwrap();
        if let Some((call, _)) = call.trim_start().split_once('(') {
            *counts.entry((call.to_owned(), thread.to_owned())).or_default() += 1;
        }
    }
    let mut most: BTreeMap<String, usize> = BTreeMap::new();
    for ((call, _), count) in counts {
        let known = most.entry(call).or_default();
        *known = count.max(*known);
    }
    most.into_iter().flat_map(|(call, most)| (1..=most).map(move |at| (call.clone(), at))).collect()
}

/// The rows without which commit was last folded into a grant: commits that were folded before the kill
/// are folded again, and their grants were read from the ledgers.
fn unfolded(mut rows: Vec<Value>) -> Vec<Value> {
    for row in rows.iter_mut().filter(|row| row["table"] == GRANTED) {
        let text = row["row"].as_str().unwrap();
        let (_, sums) = text.split_once("granted:").unwrap();
        row["row"] = json!(sums);
    }
    rows
}

#[test]
fn an_upgrade_goes_on_after_a_kill_at_any_write() {
    let archive = &archives()[0];
    let before = without(&OF_THE_COMMAND, exported_from(unpacked(archive).path()));
    let upgraded = unpacked(archive);
    let all = writes(upgraded.path());
    let after = without(&OF_THE_COMMAND, exported_from(upgraded.path()));
    assert_eq!(without(&[GRANTED], after.clone()), without(&[GRANTED], before));
    assert!(after.iter().any(|row| row["table"] == GRANTED));
    let step = match std::env::var_os("POINTHOUSE_KILLS") {
        Some(_) => 1,
        None => all.len().div_ceil(KILLS),
    };
    let (mut tried, mut came_to_it) = (0, 0);
    for write in all.iter().step_by(step) {
        let data = unpacked(archive);
        tried += 1;
        came_to_it += usize::from(killed(data.path(), write));
        let again = set_password(data.path()).fed(ADMIN_PASSWORD);
        assert_eq!(again.code, Some(0), "killed at {write:?}: {again:?}");
        let format = Store::format_of(data.path()).unwrap().unwrap();
        assert_eq!((format.number, format.upgrading_from), (FORMAT, None), "{write:?}");
        assert!(!backups(data.path()).is_empty(), "{write:?}");
        let rows = without(&OF_THE_COMMAND, exported_from(data.path()));
        assert_eq!(unfolded(rows), unfolded(after.clone()), "killed at {write:?}");
        let findings = pointhouse::verify::verify(data.path()).unwrap();
        assert_eq!(findings.faults, Vec::<String>::new(), "killed at {write:?}");
    }
    println!("{came_to_it} of {tried} were killed, of {} writes", all.len());
    // Threads take turns differently each time, so some writes do not come.
    assert!(came_to_it * 2 > tried, "{came_to_it} of {tried} were killed");
}
