//! The format of a data folder: what is refused, what is reported, what is upgraded.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse::formats::{self, FORMAT};
use pointhouse::tables;
use pointhouse_store::{Batch, Format, ReadError, Store};
use tempfile::TempDir;

use crate::rig::{Program, SECOND, Server};

/// A data folder with one member, closed in order.
async fn folder_with_a_member() -> Server {
    let mut server = Server::start().await;
    server.player("emu", 100).await;
    server.stop();
    server
}

fn start(data: &Path) -> String {
    let finished = Program::on(data, &["serve"]).run();
    assert_eq!(finished.code, Some(1), "{finished:?}");
    finished.err
}

#[test]
fn every_table_has_a_reader_and_a_number_of_its_own() {
    let numbers: BTreeSet<u8> = tables::ALL.iter().map(|(table, _)| table.0).collect();
    assert_eq!(numbers.len(), tables::ALL.len(), "a number is used twice");
    // The two tables that features share are read by key.
    let keys: [(_, &[u8]); 2] = [(tables::SETTING, b"admin"), (tables::CHAT, b"host")];
    for (table, name) in tables::ALL {
        let key = keys.iter().find(|(shared, _)| shared == table).map_or(&b"any"[..], |(_, k)| k);
        assert!(formats::format_of(*table, key).is_some(), "{name} has no reader");
    }
}

#[tokio::test]
async fn a_new_folder_names_its_format_and_the_program() {
    let server = folder_with_a_member().await;
    let text = std::fs::read_to_string(server.data().join("FORMAT")).unwrap();
    let program = env!("CARGO_PKG_VERSION");
    let expected = format!("pointhouse data folder\nformat {FORMAT}\nprogram {program}\n");
    assert!(text.starts_with(&expected), "{text}");
    let verified = Program::on(server.data(), &["verify"]).run();
    assert!(verified.out.contains(&format!("format {FORMAT}, ")), "{verified:?}");
    let file = server.data().join("copy.base");
    let saved = Program::on(server.data(), &["backup", file.to_str().unwrap()]).run();
    assert!(saved.out.contains(&format!("format {FORMAT}, ")), "{saved:?}");
}

#[tokio::test]
async fn a_newer_folder_is_refused_with_the_version_it_needs() {
    let server = folder_with_a_member().await;
    let newer = Format::new(FORMAT + 1, "9.8.7");
    Store::set_format(server.data(), &newer).unwrap();
    let needed = format!(
        "the data has format {}, written by Pointhouse 9.8.7; this program reads up to format \
         {FORMAT}: start that version or a later one",
        FORMAT + 1
    );
    assert!(start(server.data()).contains(&needed));
    let copy = server.data().join("copy.base");
    let copy = copy.to_str().unwrap();
    for arguments in [&["verify"][..], &["verify", "--rebuild"], &["backup", copy]] {
        let refused = Program::on(server.data(), arguments).run();
        assert_eq!(refused.code, Some(1), "{arguments:?}: {refused:?}");
        assert!(refused.err.contains(&needed), "{arguments:?}: {refused:?}");
    }
    // Nothing was changed: the newer program finds its folder as it left it.
    assert_eq!(Store::format_of(server.data()).unwrap(), Some(newer));
    assert!(!server.data().join("index.failed").exists());
}

#[tokio::test]
async fn a_flipped_bit_in_the_format_file_is_reported_and_mended_by_removing_it() {
    let mut server = folder_with_a_member().await;
    let file = server.data().join("FORMAT");
    let mut bytes = std::fs::read(&file).unwrap();
    let words = b"folder\nformat ";
    let at = bytes.windows(words.len()).position(|part| part == words).unwrap() + words.len();
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    for log in [start(server.data()), Program::on(server.data(), &["verify"]).run().err] {
        assert!(log.contains("FORMAT is damaged at byte 0: its checksum does not match"), "{log}");
        assert!(log.contains("removed, it is made again from the journal"), "{log}");
    }
    std::fs::remove_file(&file).unwrap();
    server.restart().await;
    assert_eq!(Store::format_of(server.data()).unwrap().unwrap().number, FORMAT);
    assert_eq!(server.prove().points, 100);
}

#[tokio::test]
async fn a_row_that_cannot_be_read_stops_the_start_with_its_table_key_and_versions() {
    let mut server = Server::start().await;
    let member = server.player("emu", 100).await;
    server.get("/readyz").send().await.of_text(200, "ready\n");
    let key = member.id.0.to_be_bytes();
    let mut batch = Batch::new();
    batch.put(tables::WALLET, &key, &[9, 1, 2, 3]).unwrap();
    server.site().store().commit(batch).await.unwrap();
    server.pass(5 * SECOND);
    // The running server is not ready, and tells strangers no details.
    let text = "stored data cannot be read; see the log\n";
    server.get("/readyz").send().await.of_text(503, text);
    server.stop();
    let problem = "cannot read WalletRow in table 1, key 0000000000000001: it has version \
                   9, and this program reads up to version 1";
    let log = start(server.data());
    assert!(log.contains(problem), "{log}");
    let verified = Program::on(server.data(), &["verify"]).run();
    assert_eq!(verified.code, Some(1), "{verified:?}");
    assert!(verified.out.contains(problem), "{verified:?}");
}

#[tokio::test]
async fn a_row_of_every_table_is_read_by_the_walk() {
    let mut server = Server::start().await;
    server.player("emu", 100).await;
    let mut names = BTreeSet::new();
    let walked = formats::walk(server.site().store().view(), |met| {
        let met = met.unwrap();
        assert_eq!(met.row.newest, met.stored[..], "{met:?} is written in its newest version");
        names.insert(met.table);
        Ok::<_, ReadError>(())
    });
    walked.unwrap();
    let expected = ["ACCOUNT", "AUDIT", "LEDGER", "NAME", "RULES", "SETTING", "WALLET"];
    assert!(expected.iter().all(|name| names.contains(name)), "{names:?}");
    server.prove();
}

#[tokio::test]
async fn a_backup_of_a_newer_format_is_refused_before_anything_is_made() {
    let server = folder_with_a_member().await;
    let (copy, place) = (server.data().join("copy.base"), TempDir::new().unwrap());
    let newer = pointhouse_store::Options {
        format: Format::new(FORMAT + 1, "9.8.7"),
        ..formats::options()
    };
    Store::set_format(server.data(), &newer.format).unwrap();
    let (data, file) = (server.data().to_owned(), copy.clone());
    let written = tokio::task::spawn_blocking(move || {
        let (store, _) = Store::open(&data, newer).unwrap();
        store.backup(&file).unwrap();
    });
    written.await.unwrap();
    let folder = place.path().join("new");
    let refused = Program::on(&folder, &["restore", copy.to_str().unwrap()]).run();
    assert_eq!(refused.code, Some(1), "{refused:?}");
    let problem = format!("the data has format {}, written by a newer Pointhouse;", FORMAT + 1);
    assert!(refused.err.contains(&problem), "{refused:?}");
    assert!(!folder.join("journal").exists());
}

/// Older programs cannot read blocks of merged entries, and an upgrade promises a backup to go back with.
#[test]
fn a_folder_of_an_older_format_and_its_backups_get_no_blocks() {
    let data = TempDir::new().unwrap();
    let options = |number| pointhouse_store::Options {
        format: Format::new(number, "0.0.1"),
        freeze_after: Duration::from_millis(1),
        ..formats::options()
    };
    let end = || Instant::now() + Duration::from_secs(20);
    let (store, _) = Store::open(data.path(), options(FORMAT - 1)).unwrap();
    let mut long = Batch::new();
    for seq in 1..=2500 {
        long.append(tables::LEDGER, 7, seq, b"an entry of a log with many others").unwrap();
    }
    store.commit(long).wait().unwrap();
    store.close(end());
    drop(store);
    let store = formats::open_unchanged(data.path(), options(FORMAT)).unwrap();
    // A store that merges has done it after the first few.
    let rows: BTreeSet<u64> = (0..40)
        .map(|number| {
            let file = data.path().join(format!("{number}.base"));
            let report = store.backup(&file).unwrap();
            std::fs::remove_file(file).unwrap();
            report.rows
        })
        .collect();
    assert!(rows.iter().all(|rows| *rows >= 40), "{rows:?}");
    store.close(end());
}
