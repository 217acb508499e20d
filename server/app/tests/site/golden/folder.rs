//! The data folder as files: closing it, counting its rows, the archive.

use std::path::Path;
use std::process::Command;

use pointhouse::formats::READABLE;
use pointhouse::tables;
use pointhouse_store::{Store, TableId, View};

use crate::rig::Server;

/// Logs are read for owners from 1 to this: members and giveaways have numbers below it.
const OWNERS: u64 = 100;
const ROWS_MAX: usize = 100_000;
/// A stop applies rows to the index for a few seconds only; what is left is applied after the next start.
const STOPS_MAX: usize = 5;
/// Names of the key and the anchor in an archive, from format 10 on.
pub(crate) const KEY: &str = "seeds.key";
pub(crate) const ANCHOR: &str = "seeds.anchor";
/// Files of a running server, not of its data.
const LEFT_OUT: [&str; 2] = ["./LOCK", "./control.sock"];

/// Stops the server in order, with everything in the index: the rows of projections are nowhere else.
pub(super) async fn close(server: &mut Server) {
    for _ in 0..STOPS_MAX {
        server.stop();
        let scratch = tempfile::tempdir().unwrap();
        let (_, report) = Store::inspect(server.data(), scratch.path(), READABLE).unwrap();
        if report.index_applied == report.journal.last_sequence {
            return;
        }
        server.restart().await;
    }
    panic!("the index does not take all commits");
}

fn rows(view: &View, table: TableId) -> usize {
    let of_log = |owner| view.log_from(table, owner, 1, ROWS_MAX).unwrap().len();
    let logged: usize = (1..OWNERS).map(of_log).sum();
    view.scan(table, &[], &[], ROWS_MAX).unwrap().len() + logged
}

/// Every table with its number of rows, or entries when it is a log.
pub(super) fn rows_by_table(data: &Path) -> Vec<(String, usize)> {
    let scratch = tempfile::tempdir().unwrap();
    let (view, _) = Store::inspect(data, scratch.path(), READABLE).unwrap();
    tables::ALL.iter().map(|(table, name)| ((*name).to_owned(), rows(&view, *table))).collect()
}

/// Writes the folder to an archive whose bytes depend only on the files. The archive also has the key and the anchor that
/// are beside the folder.
pub(super) fn pack(data: &Path, out: &Path) {
    for (beside, name) in [("key", KEY), ("anchor", ANCHOR)] {
        std::fs::copy(data.with_extension(beside), data.join(name)).unwrap();
    }
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--format=ustar", "--owner=0", "--group=0", "--numeric-owner"]);
    tar.args(["--mode=go=", "--mtime=2026-01-01 00:00:00Z", "--use-compress-program=gzip -9 -n"]);
    tar.args(LEFT_OUT.map(|name| format!("--exclude={name}")));
    let packed = tar.arg("-cf").arg(out).arg("-C").arg(data).arg(".").status().unwrap();
    assert!(packed.success(), "tar failed: {packed}");
}

/// Unpacks an archive into an empty folder. Its files are as old as this moment: the site removes old ones.
pub(super) fn unpack(archive: &Path, data: &Path) {
    let mut tar = Command::new("tar");
    let unpacked = tar.arg("-xzmf").arg(archive).arg("-C").arg(data).status().unwrap();
    assert!(unpacked.success(), "tar failed: {unpacked}");
}
