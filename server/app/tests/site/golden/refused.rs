//! Folders and backups of formats that only programs before the first release wrote.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pointhouse::formats::OLDEST;
use pointhouse::tables;
use pointhouse_store::{Batch, Format, Options, Store};
use tempfile::TempDir;

use super::ADMIN_PASSWORD;
use crate::command_line::files;
use crate::rig::Program;

/// A folder of an old format with one row, and a backup of it.
async fn written(format: u32, data: &Path, backup: &Path) {
    let options = Options { format: Format::new(format, "0.1.0"), ..Options::default() };
    let (store, _) = Store::open(data, options).unwrap();
    let mut batch = Batch::new();
    batch.put(tables::SETTING, b"demo", &[1]).unwrap();
    store.commit(batch).await.unwrap();
    let writing = store.clone();
    let file = backup.to_owned();
    tokio::task::spawn_blocking(move || writing.backup(&file)).await.unwrap().unwrap();
    store.close(Instant::now() + Duration::from_secs(60));
}

#[tokio::test(flavor = "multi_thread")]
async fn formats_before_the_first_release_are_refused_and_left_unharmed() {
    for format in 1..OLDEST {
        let place = TempDir::new().unwrap();
        let (data, backup) = (place.path().join("data"), place.path().join("backup"));
        std::fs::create_dir(&data).unwrap();
        written(format, &data, &backup).await;
        let before = files(&data);
        let text = format!(
            "the data has format {format}, which only programs before the first release wrote"
        );
        let (file, another) = (backup.to_str().unwrap(), place.path().join("another"));
        let commands: [&[&str]; 5] = [
            &["serve"],
            &["verify"],
            &["verify", "--rebuild"],
            &["backup", another.to_str().unwrap()],
            &["admin", "set-password"],
        ];
        for command in commands {
            let refused = Program::on(&data, command).fed(ADMIN_PASSWORD);
            assert!(refused.failed().contains(&text), "{command:?}: {refused:?}");
            assert_eq!(files(&data), before, "{command:?}");
        }
        let new = place.path().join("new");
        let refused = Program::on(&new, &["restore", file]).run();
        assert!(refused.failed().contains(&text), "{refused:?}");
        assert!(!new.join("journal").exists());
    }
}

/// A folder of a past format whose only segment begins with these bytes, without the file that names the format.
async fn unnamed(place: &TempDir, beginning: &[u8]) -> PathBuf {
    let data = place.path().join("data");
    std::fs::create_dir(&data).unwrap();
    written(1, &data, &place.path().join("backup")).await;
    std::fs::remove_file(data.join("FORMAT")).unwrap();
    for segment in std::fs::read_dir(data.join("journal")).unwrap() {
        let path = segment.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name.starts_with("segment-") {
            let mut bytes = std::fs::read(&path).unwrap();
            bytes[..beginning.len()].copy_from_slice(beginning);
            std::fs::write(&path, bytes).unwrap();
        }
    }
    data
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_names_no_format_is_known_by_its_journal() {
    for (beginning, text) in [
        (b"PHJRNL01", "the data has format 1, which only programs before the first release wrote"),
        (b"damaged!", "its header does not match, and there is no file FORMAT"),
    ] {
        let place = TempDir::new().unwrap();
        let data = unnamed(&place, beginning).await;
        let before = files(&data);
        for command in [&["serve"], &["verify"]] {
            let refused = Program::on(&data, command).run();
            assert!(refused.failed().contains(text), "{command:?}: {refused:?}");
            assert_eq!(files(&data), before, "{command:?}");
        }
    }
}
