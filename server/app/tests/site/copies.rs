//! Copies of backups at other places.

use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use age::secrecy::ExposeSecret;
use pointhouse::clock::Millis;
use pointhouse::config::Config;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::stop;
use crate::rig::{DAY, HOUR, Patience, Program, Server};

pub(crate) async fn health(server: &Server) -> Value {
    server.get("/api/admin/health").by(&server.admin().await).send().await.of(200)
}

/// Writes a backup in the panel and waits for its copies.
pub(crate) async fn back_up(server: &Server) {
    let admin = server.admin().await;
    server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
    // Waits for a run in progress, and copies by itself if that run has ended.
    let _ = server.site().copies().copy_newest().await;
}

pub(crate) async fn copies(server: &Server) -> Vec<Value> {
    health(server).await["backupCopies"].as_array().unwrap().clone()
}

async fn notice(server: &Server) -> Option<String> {
    let health = health(server).await;
    let notices = health["notices"].as_array().unwrap();
    let found = notices.iter().find(|notice| notice["code"] == "backup_copy")?;
    Some(found["text"].as_str().unwrap().to_owned())
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// A script that is run with the backup on standard input.
fn script(folder: &Path, text: &str) -> String {
    let file = folder.join("keep.sh");
    fs::write(&file, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).unwrap();
    file.display().to_string()
}

pub(crate) fn folder(config: &mut Config, place: &TempDir, kept: usize) {
    config.backups.folder = place.path().display().to_string();
    config.backups.folder_kept = kept;
    config.backups.unencrypted = true;
}

pub(crate) const PASSPHRASE: &str = "wombats dig at night";

/// Restores a file into a new folder and checks all of it.
fn assert_restores(file: &Path, identity: Option<&Path>, accounts: u64) {
    let options = identity.map_or(vec![], |file| vec!["--identity", file.to_str().unwrap()]);
    assert_restores_with(file, &options, "", accounts);
}

/// The same with options and a standard input of the test's own.
pub(crate) fn assert_restores_with(file: &Path, options: &[&str], input: &str, accounts: u64) {
    let place = TempDir::new().unwrap();
    let data = place.path().join("data");
    let arguments = [&["restore", file.to_str().unwrap()], options].concat();
    Program::on(&data, &arguments).fed(input).succeeded();
    let findings = pointhouse::verify::verify(&data).unwrap();
    assert_eq!(findings.faults, Vec::<String>::new());
    assert_eq!(findings.accounts, accounts);
    assert_eq!(files(place.path()), [data], "nothing decrypted is left");
}

#[tokio::test]
async fn a_backup_is_copied_to_a_folder_which_keeps_the_newest_copies() {
    let place = TempDir::new().unwrap();
    fs::write(place.path().join("notes.txt"), "mine").unwrap();
    let server = Server::with(|config| folder(config, &place, 2)).await;
    let [before] = copies(&server).await.try_into().unwrap();
    assert_eq!((&before["target"], &before["state"]), (&json!("folder"), &json!("good")));
    assert_eq!(before["copiedAt"], Value::Null);
    server.member("emu").await;
    for _ in 0..3 {
        back_up(&server).await;
    }
    let kept = files(place.path());
    let [notes, _, newest] = kept.as_slice() else { panic!("{kept:?}") };
    assert!(notes.ends_with("notes.txt"));
    assert_eq!(fs::metadata(newest).unwrap().permissions().mode() & 0o077, 0);
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!(copy["name"], newest.file_name().unwrap().to_str().unwrap());
    assert_eq!(copy["bytes"], fs::metadata(newest).unwrap().len());
    assert_eq!((&copy["state"], &copy["encrypted"]), (&json!("good"), &json!(false)));
    assert_eq!(notice(&server).await, None);
    assert_restores(newest, None, 1);
    // A backup is copied once.
    assert_eq!(server.site().copies().copy_newest().await, Ok(0));
}

#[tokio::test]
async fn a_nightly_base_is_copied_too() {
    let place = TempDir::new().unwrap();
    let server = Server::with(|config| folder(config, &place, 2)).await;
    let store = server.site().store().clone();
    let rolled = tokio::task::spawn_blocking(move || store.roll_base(std::time::Duration::ZERO));
    rolled.await.unwrap().unwrap();
    assert_eq!(server.site().copies().copy_newest().await, Ok(1));
    let [copy] = files(place.path()).try_into().unwrap();
    assert!(copy.display().to_string().ends_with("-nightly.base"), "{copy:?}");
    assert_restores(&copy, None, 0);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_a_problem_until_a_copy_succeeds() {
    let place = TempDir::new().unwrap();
    let disk = place.path().join("disk");
    let mut server = Server::with(|config| {
        config.backups.folder = disk.display().to_string();
        config.backups.unencrypted = true;
    })
    .await;
    back_up(&server).await;
    assert!(notice(&server).await.unwrap().starts_with("The last copy failed: Folder."));
    assert!(!disk.exists(), "a disk that is not mounted is not replaced by a folder");
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!(copy["state"], "failing");
    assert!(copy["lastError"].as_str().unwrap().contains("No such file"), "{copy}");
    // A restart remembers it.
    server.restart().await;
    assert!(notice(&server).await.is_some());
    fs::create_dir(&disk).unwrap();
    assert_eq!(server.site().copies().copy_newest().await, Ok(1));
    assert_eq!(notice(&server).await, None);
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!((&copy["state"], &copy["lastError"]), (&json!("good"), &Value::Null));
}

#[tokio::test]
async fn a_copy_older_than_two_nights_is_a_problem() {
    let place = TempDir::new().unwrap();
    let server = Server::with(|config| folder(config, &place, 2)).await;
    back_up(&server).await;
    let written = server.site().backups().all()[0].created_at;
    server.clock.move_to(Millis(written + 2 * DAY));
    assert_eq!(notice(&server).await, None);
    server.clock.move_to(Millis(written + 2 * DAY + DAY / 8));
    let text = notice(&server).await.unwrap();
    assert!(text.starts_with("The newest copy is older than two nights: Folder."), "{text}");
    assert_eq!(copies(&server).await[0]["state"], "warning");
}

#[tokio::test]
async fn a_command_gets_the_backup_on_standard_input_and_its_name() {
    let place = TempDir::new().unwrap();
    let out = place.path().join("out");
    fs::create_dir(&out).unwrap();
    let text = "cat > \"$1/$2\" && test \"$2\" = \"$POINTHOUSE_BACKUP_NAME\" && echo fine >&2";
    let program = script(place.path(), text);
    let server = Server::with(|config| {
        config.backups.command = vec![program, out.display().to_string(), "{name}".to_owned()];
        config.backups.unencrypted = true;
    })
    .await;
    server.member("emu").await;
    back_up(&server).await;
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!((&copy["target"], &copy["state"]), (&json!("command"), &json!("good")), "{copy}");
    let [file] = files(&out).try_into().unwrap();
    assert_eq!(copy["name"], file.file_name().unwrap().to_str().unwrap());
    assert_restores(&file, None, 1);
}

#[tokio::test]
async fn a_command_that_fails_is_reported_with_its_last_words() {
    let place = TempDir::new().unwrap();
    let program = script(place.path(), "echo no room at the vault >&2; exit 7");
    let server = Server::with(|config| {
        config.backups.command = vec![program];
        config.backups.unencrypted = true;
    })
    .await;
    back_up(&server).await;
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!(copy["lastError"], "exited with 7: no room at the vault");
    let missing = Server::with(|config| {
        config.backups.command = vec!["/nowhere/at-all".to_owned()];
        config.backups.unencrypted = true;
    })
    .await;
    back_up(&missing).await;
    let [copy] = copies(&missing).await.try_into().unwrap();
    let error = copy["lastError"].as_str().unwrap();
    assert!(error.starts_with("cannot be started"), "{error}");
}

#[tokio::test]
async fn a_command_that_takes_too_long_is_ended_with_its_programs() {
    let place = TempDir::new().unwrap();
    let program = script(place.path(), "cat > /dev/null; sleep 600 & wait");
    let server = Server::with(|config| {
        config.backups.command = vec![program];
        config.backups.unencrypted = true;
        config.backups.copy_minutes = 0;
    })
    .await;
    back_up(&server).await;
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!(copy["lastError"], "took longer than 0 minutes");
}

#[tokio::test]
async fn copies_are_encrypted_and_restored_with_the_private_key() {
    let place = TempDir::new().unwrap();
    let keys = TempDir::new().unwrap();
    let key = age::x25519::Identity::generate();
    let identity = keys.path().join("key.txt");
    fs::write(&identity, format!("# made by a test\n{}\n", key.to_string().expose_secret()))
        .unwrap();
    let server = Server::with(|config| {
        folder(config, &place, 2);
        config.backups.unencrypted = false;
        config.backups.recipient = key.to_public().to_string();
    })
    .await;
    server.member("emu").await;
    back_up(&server).await;
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!(copy["encrypted"], true);
    let [file] = files(place.path()).try_into().unwrap();
    assert!(file.display().to_string().ends_with("-by-hand.base.age"), "{file:?}");
    assert_eq!(copy["bytes"], fs::metadata(&file).unwrap().len());
    assert_restores(&file, Some(&identity), 1);

    let data = keys.path().join("data");
    let restore = |more: &[&str]| {
        let arguments = [&["restore", file.to_str().unwrap()], more].concat();
        Program::on(&data, &arguments).run()
    };
    assert!(restore(&[]).failed().contains("is encrypted: name the file with the private key"));
    assert!(restore(&["--passphrase"]).failed().contains("the passphrase is empty"));
    let other = keys.path().join("other.txt");
    let wrong = age::x25519::Identity::generate();
    fs::write(&other, wrong.to_string().expose_secret()).unwrap();
    restore(&["--identity", other.to_str().unwrap()]).failed();
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, bytes).unwrap();
    restore(&["--identity", identity.to_str().unwrap()]).failed();
    assert!(!data.exists(), "nothing is restored from a damaged file");
}

#[tokio::test]
async fn the_first_steps_end_when_a_backup_is_somewhere_else() {
    let place = TempDir::new().unwrap();
    let server = Server::with(|config| folder(config, &place, 2)).await;
    let done = async || {
        let admin = server.admin().await;
        let answer = server.get("/api/admin/first-steps").by(&admin).send().await.of(200);
        let steps = answer["steps"].as_array().unwrap();
        steps.iter().find(|step| step["id"] == "backup_elsewhere").unwrap()["done"].clone()
    };
    assert_eq!(done().await, false);
    back_up(&server).await;
    assert_eq!(done().await, true);
}

#[tokio::test]
async fn backups_are_copied_again_after_a_clock_that_was_ahead() {
    let place = TempDir::new().unwrap();
    let server = Server::with(|config| folder(config, &place, 1)).await;
    let now = SystemTime::now();
    let millis = i64::try_from(now.duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap();
    server.clock.move_to(Millis(millis + HOUR));
    let ahead = server.site().backups().asked().await.unwrap();
    let file = server.site().backups().path(&ahead);
    let next_year = now + Duration::from_secs(365 * 24 * 3600);
    File::options().write(true).open(file).unwrap().set_modified(next_year).unwrap();
    assert_eq!(server.site().copies().copy_newest().await, Ok(1));

    back_up(&server).await;
    let all = server.site().backups().all();
    let new = all.into_iter().find(|backup| backup.name != ahead.name).unwrap();
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!(copy["backupAt"], Millis(new.created_at).iso());
    let [kept] = files(place.path()).try_into().unwrap();
    assert_eq!(copy["name"], kept.file_name().unwrap().to_str().unwrap());
    assert_eq!(server.site().copies().copy_newest().await, Ok(0));
}

#[tokio::test]
async fn a_new_backup_stays_after_a_clock_that_was_ahead() {
    let server = Server::start().await;
    let now = server.clock.now();
    server.clock.move_to(now.plus(30 * DAY));
    for _ in 0..10 {
        server.site().backups().asked().await.unwrap();
    }
    server.clock.move_to(now);
    let new = server.site().backups().asked().await.unwrap();
    assert_eq!(server.site().backups().all().len(), 10);
    assert!(server.site().backups().path(&new).exists());
}

#[tokio::test]
async fn sites_with_the_same_folder_keep_their_own_copies() {
    let place = TempDir::new().unwrap();
    let one = Server::with(|config| folder(config, &place, 1)).await;
    let other = Server::with(|config| folder(config, &place, 1)).await;
    one.member("emu").await;
    // They could be any site's.
    let unknown = "pointhouse-2026-03-01T040003.120Z-nightly.base";
    let unfinished = "pointhouse-2026-03-01T040003.120Z-nightly.base.unfinished";
    for name in [unknown, unfinished] {
        fs::write(place.path().join(name), "earlier").unwrap();
    }
    for _ in 0..2 {
        back_up(&one).await;
        back_up(&other).await;
    }
    let mut expected = vec![place.path().join(unknown), place.path().join(unfinished)];
    for (server, accounts) in [(&one, 1), (&other, 0)] {
        let [copy] = copies(server).await.try_into().unwrap();
        let file = place.path().join(copy["name"].as_str().unwrap());
        assert_restores(&file, None, accounts);
        expected.push(file);
    }
    expected.sort();
    assert_eq!(files(place.path()), expected);
}

fn make_fifo(file: &Path) {
    mknodat(CWD, file, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

#[tokio::test]
async fn a_stop_cancels_a_copy_which_is_made_later() {
    let place = TempDir::new().unwrap();
    let begun = place.path().join("begun");
    make_fifo(&begun);
    let slow = format!("echo begun > {}; cat > /dev/null; sleep 60", begun.display());
    let program = script(place.path(), &slow);
    let mut server = Server::start().await;
    server.stop();
    // The nightly base is due, because this clock is later than the one of the start before.
    let settings = format!("[backups]\ncommand = [\"{program}\"]\nunencrypted = true\n");
    let serving = Program::serving(server.data(), &settings).serve();
    // Ends when the command has begun.
    File::open(begun).unwrap().read_to_string(&mut String::new()).unwrap();
    stop(serving);
    script(place.path(), "cat > /dev/null");
    let change = |config: &mut Config| {
        config.backups.command = vec![program];
        config.backups.unencrypted = true;
    };
    server.restart_with(change).await;
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!((&copy["state"], &copy["lastError"]), (&json!("good"), &Value::Null), "{copy}");
    assert_eq!(server.site().copies().copy_newest().await, Ok(1));
}

#[tokio::test]
async fn what_a_killed_restore_has_decrypted_is_removed_by_the_next_one() {
    let (place, copied) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let key = age::x25519::Identity::generate();
    let (pipe, identity) = (place.path().join("pipe"), place.path().join("key.txt"));
    make_fifo(&pipe);
    fs::write(&identity, key.to_string().expose_secret()).unwrap();
    let server = Server::with(|config| {
        folder(config, &copied, 1);
        config.backups.unencrypted = false;
        config.backups.recipient = key.to_public().to_string();
    })
    .await;
    back_up(&server).await;
    let [file] = files(copied.path()).try_into().unwrap();
    let data = place.path().join("data");
    let before = files(place.path());
    let mut restore = Command::new(env!("CARGO_BIN_EXE_pointhouse"));
    restore.arg("restore").arg(&file).arg("--identity").arg(&pipe).arg("--data").arg(&data);
    let mut restore = restore.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // The restore reads its key while this is open.
    let holding = File::options().write(true).open(&pipe).unwrap();
    let patience = Patience::for_event("the file of the decrypted backup");
    while files(place.path()) == before {
        patience.check();
    }
    restore.kill().unwrap();
    restore.wait().unwrap();
    drop(holding);

    let arguments = ["restore", file.to_str().unwrap(), "--identity", identity.to_str().unwrap()];
    Program::on(&data, &arguments).run().succeeded();
    let mut expected = [before, vec![data]].concat();
    expected.sort();
    assert_eq!(files(place.path()), expected);
}

#[test]
fn settings_of_targets_are_checked_and_keys_are_not_shown() {
    for (toml, reason) in [
        ("recipient = \"age1nonsense\"", "backups.recipient: must be a public key of age"),
        ("passphrase = \"elevenchars\"", "backups.passphrase: The passphrase must have 12 to 128"),
        ("passphrase = \"1Q2w3e4r5t6y\"", "backups.passphrase: The passphrase is too common"),
        ("folder = \"copies\"", "backups.folder: must be an absolute path"),
        ("command = [\"\"]", "backups.command: must begin with the name of a program"),
        ("s3_endpoint = \"http://s3.example.com\"", "backups.s3_endpoint: must be an https"),
        ("s3_endpoint = \"https://s3.example.com\"", "backups.s3_bucket: must be set"),
        (
            "s3_ca_file = \"/nowhere\"\ns3_endpoint = \"https://s3.example.com\"\ns3_bucket = \"b\"\ns3_access_key = \"a\"\ns3_secret_key = \"s\"",
            "backups.s3_ca_file: /nowhere",
        ),
    ] {
        let error = Config::with(&format!("[backups]\n{toml}")).unwrap_err().to_string();
        assert!(error.starts_with(reason), "{error}");
    }
    let key = age::x25519::Identity::generate().to_public();
    let both = format!("[backups]\npassphrase = \"{PASSPHRASE}\"\nrecipient = \"{key}\"");
    assert!(
        Config::with(&both)
            .unwrap_err()
            .to_string()
            .starts_with("backups.passphrase: must be empty")
    );
    let neither = format!("[backups]\npassphrase = \"{PASSPHRASE}\"\nunencrypted = true");
    assert!(
        Config::with(&neither).unwrap_err().to_string().starts_with("backups.unencrypted: must be")
    );
    let text = format!("[backups]\ns3_secret_key = \"hush\"\npassphrase = \"{PASSPHRASE}\"");
    let shown = format!("{:?}", Config::with(&text).unwrap());
    assert!(!shown.contains("hush") && !shown.contains(PASSPHRASE));
}
