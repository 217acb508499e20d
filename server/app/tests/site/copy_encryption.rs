//! Copies of backups leave the machine encrypted, unless the settings say otherwise.

use std::fs;
use std::path::{Path, PathBuf};

use age::secrecy::ExposeSecret;
use pointhouse::passphrase::{Passphrase, encrypt_with_passphrase};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::stop;
use crate::copies::{PASSPHRASE, assert_restores_with, back_up, copies, files, folder, health};
use crate::rig::{Program, Server};

#[tokio::test]
async fn copies_are_encrypted_with_a_passphrase() {
    let place = TempDir::new().unwrap();
    let server = Server::with(|config| {
        folder(config, &place, 2);
        config.backups.unencrypted = false;
        config.backups.passphrase = PASSPHRASE.to_owned().into();
    })
    .await;
    server.member("emu").await;
    back_up(&server).await;
    let [copy] = copies(&server).await.try_into().unwrap();
    assert_eq!((&copy["state"], &copy["encrypted"]), (&json!("good"), &json!(true)), "{copy}");
    let [file] = files(place.path()).try_into().unwrap();
    assert!(file.display().to_string().ends_with("-by-hand.base.age"), "{file:?}");
    assert_restores_with(&file, &["--passphrase"], &format!("{PASSPHRASE}\n"), 1);

    let (keys, data) = (TempDir::new().unwrap(), place.path().join("data"));
    let restore = |file: &Path, options: &[&str], input: &str| {
        let arguments = [&["restore", file.to_str().unwrap()], options].concat();
        Program::on(&data, &arguments).fed(input)
    };
    let wrong = restore(&file, &["--passphrase"], "wombats dig at noon");
    // Without a terminal the command asks for nothing.
    let expected = format!("{}: the passphrase is wrong, or the file was changed", file.display());
    assert_eq!(wrong.failed().trim_end().trim_start_matches("pointhouse: "), expected);
    // Damage under the encryption names the file that the command was given.
    let short = sealed_file(&keys, b"too short");
    let damaged = restore(&short, &["--passphrase"], PASSPHRASE);
    let expected = format!("{} (decrypted) is damaged at byte 0", short.display());
    assert!(damaged.failed().contains(&expected), "{damaged:?}");
    let identity = keys.path().join("key.txt");
    let key = age::x25519::Identity::generate();
    fs::write(&identity, key.to_string().expose_secret()).unwrap();
    let other = restore(&file, &["--identity", identity.to_str().unwrap()], "");
    assert!(other.failed().contains("encrypted with a passphrase"), "{other:?}");
    // A file whose passphrase takes 256 MB to check, as other programs write them.
    let mut bytes = fs::read(&file).unwrap();
    let at = bytes.windows(4).position(|four| four == b" 14\n").unwrap();
    bytes[at + 1..at + 3].copy_from_slice(b"18");
    let large = keys.path().join("large.base.age");
    fs::write(&large, bytes).unwrap();
    let refused = restore(&large, &["--passphrase"], PASSPHRASE);
    let text = refused.failed();
    assert!(text.contains("256 MB") && text.contains("age --decrypt"), "{text}");
    assert!(!data.exists(), "nothing is restored");
}

/// A file that is encrypted with the passphrase.
fn sealed_file(folder: &TempDir, bytes: &[u8]) -> PathBuf {
    let file = folder.path().join("short.base.age");
    let passphrase = Passphrase::new(PASSPHRASE).unwrap();
    fs::write(&file, encrypt_with_passphrase(bytes, &passphrase).unwrap()).unwrap();
    file
}

#[test]
fn copies_leave_unencrypted_only_if_the_settings_say_so() {
    let (place, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let target = format!("[backups]\nfolder = \"{}\"\n", folder.path().display());
    let data = place.path().join("data");
    let refused = Program::serving(&data, &target).run();
    let text = refused.failed();
    assert!(text.contains("backups.recipient") && text.contains("backups.unencrypted"), "{text}");
    assert!(!data.exists(), "no folder is made");
    // A site that never made such copies is refused, too, and nothing else of it changes.
    stop(Program::serving(&data, "").serve());
    let refused = Program::serving(&data, &target).run();
    assert!(refused.failed().contains("backups.unencrypted"), "{refused:?}");
    stop(Program::serving(&data, &format!("{target}unencrypted = true\n")).serve());
    stop(Program::serving(&data, &format!("{target}passphrase = \"{PASSPHRASE}\"\n")).serve());
}

#[tokio::test]
async fn a_site_that_made_unencrypted_copies_goes_on_under_a_notice() {
    let place = TempDir::new().unwrap();
    let mut server = Server::with(|config| folder(config, &place, 9)).await;
    let seen = async |server: &Server| {
        let health = health(server).await;
        let notices = health["notices"].as_array().unwrap();
        let notice = notices.iter().any(|notice| notice["code"] == "unencrypted_copies");
        let by = server.admin().await;
        let steps = server.get("/api/admin/first-steps").by(&by).send().await.of(200);
        let doctor = Program::on(server.data(), &["doctor", "--json"]).run().out;
        let lines: Vec<Value> = serde_json::from_str(&doctor).unwrap();
        let line = lines.iter().find(|line| {
            line["text"].as_str().unwrap().starts_with("Copies of backups are not encrypted")
        });
        let level = line.map_or(Value::Null, |line| line["level"].clone());
        (notice, steps["unencryptedCopies"].clone(), level)
    };
    back_up(&server).await;
    assert_eq!(seen(&server).await, (false, json!(false), json!("warning")));
    // As a site of an earlier version, whose settings don't have the choice.
    server.restart_with(|config| config.backups.unencrypted = false).await;
    assert_eq!(seen(&server).await, (true, json!(true), json!("problem")));
    server.pass(1000);
    back_up(&server).await;
    assert_eq!(files(place.path()).len(), 2, "copies go on");
    let passphrase = PASSPHRASE.to_owned().into();
    server.restart_with(|config| config.backups.passphrase = passphrase).await;
    assert_eq!(seen(&server).await, (false, json!(false), Value::Null));
}
