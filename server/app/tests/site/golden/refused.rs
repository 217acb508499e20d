//! Folders and backups of formats that only programs before the first release wrote.

use std::path::Path;
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
