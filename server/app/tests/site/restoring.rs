//! Backups and what is restored from them.

use std::path::Path;

use age::secrecy::ExposeSecret;

use crate::command_line::{demo, demo_login, files, folder, serve_demo, stop, verify};
use crate::copies::assert_restores_with;
use crate::rig::Program;

#[test]
fn a_backup_is_written_at_rest_and_in_service_and_restores_into_an_empty_folder() {
    let data = demo();
    let keep = folder();
    let resting = keep.path().join("resting");
    let backup = |file: &Path| Program::on(data.path(), &["backup", file.to_str().unwrap()]).run();
    let done = backup(&resting);
    assert!(done.succeeded().contains("resting: everything up to commit "), "{done:?}");
    let serving = serve_demo(data.path());
    let running = keep.path().join("running");
    assert!(backup(&running).succeeded().contains("running: everything up to commit "));
    let bytes = std::fs::read(&running).unwrap();
    backup(&running).failed();
    assert_eq!(std::fs::read(&running).unwrap(), bytes, "a backup overwrites nothing");
    let over = Program::on(data.path(), &["restore", resting.to_str().unwrap()]).run();
    assert!(over.failed().contains("in use"), "{over:?}");
    stop(serving);

    for file in [&resting, &running] {
        let target = folder();
        let target = target.path().join("new");
        let restore = || Program::on(&target, &["restore", file.to_str().unwrap()]).run();
        assert!(restore().succeeded().starts_with("restored everything up to commit "));
        let proved = verify(&target);
        let expected = format!("3 wallets with {} points", demo_login().2);
        assert!(proved.succeeded().contains(&expected), "{proved:?}");
        let rebuilt = Program::on(&target, &["verify", "--rebuild"]).run();
        assert!(rebuilt.succeeded().contains(&expected), "{rebuilt:?}");
        let before = files(&target);
        assert!(restore().failed().contains("the folder holds data already"));
        assert_eq!(files(&target), before);
        let serving = serve_demo(&target);
        assert!(serving.owner_password().is_some(), "the owner sets a new password");
        stop(serving);
    }
}

#[test]
fn a_backup_is_encrypted_for_a_key_or_with_a_passphrase_which_is_never_an_argument() {
    let (data, keep) = (demo(), folder());
    let passphrase = "wombats dig at night";
    let key = age::x25519::Identity::generate();
    let identity = keep.path().join("key.txt");
    std::fs::write(&identity, key.to_string().expose_secret()).unwrap();
    let (recipient, identity) = (key.to_public().to_string(), identity.display().to_string());
    let backup = |name: &str, options: &[&str], input: &str| {
        let file = keep.path().join(name);
        let arguments = [&["backup", file.to_str().unwrap()], options].concat();
        (Program::on(data.path(), &arguments).fed(input), file)
    };
    for (number, serving) in [None, Some(serve_demo(data.path()))].into_iter().enumerate() {
        let name = |name: &str| format!("{name}-{number}");
        let (done, plain) = backup(&name("plain"), &[], "");
        assert!(done.succeeded().contains("NOT encrypted"), "{done:?}");
        assert_restores_with(&plain, &[], "", 3);
        let (done, file) = backup(&name("recipient"), &["--recipient", &recipient], "");
        assert!(done.succeeded().trim().ends_with("bytes, encrypted"), "{done:?}");
        assert_restores_with(&file, &["--identity", &identity], "", 3);
        let (done, file) = backup(&name("passphrase"), &["--passphrase"], passphrase);
        assert!(done.succeeded().trim().ends_with("bytes, encrypted"), "{done:?}");
        assert_restores_with(&file, &["--passphrase"], passphrase, 3);
        let bytes = std::fs::read(&file).unwrap();
        backup(&name("passphrase"), &["--passphrase"], passphrase).0.failed();
        assert_eq!(std::fs::read(&file).unwrap(), bytes, "a backup overwrites nothing");
        for (options, input, reason) in [
            (&["--passphrase"][..], "elevenchars", "12 to 128 characters"),
            (&["--passphrase"], "1Q2w3e4r5t6y", "too common"),
            (&["--recipient", "age1nonsense"], "", "must be a public key of age"),
        ] {
            let (done, file) = backup(&name("refused"), options, input);
            assert!(done.failed().contains(reason), "{done:?}");
            assert!(!file.exists());
        }
        // Nothing unencrypted is left.
        let left = files(data.path()).into_keys().map(|path| path.display().to_string());
        assert_eq!(left.filter(|path| path.contains("pointhouse-restore-")).count(), 0);
        if let Some(serving) = serving {
            stop(serving);
        }
    }
    let file = keep.path().join("argument");
    let arguments = ["backup", file.to_str().unwrap(), "--passphrase=wombats dig at night"];
    assert_eq!(Program::on(data.path(), &arguments).run().code, Some(2));
}

#[test]
fn verify_copies_the_index_beside_the_data() {
    let keep = folder();
    let data = keep.path().join("site");
    let demo = demo();
    let file = keep.path().join("backup");
    Program::on(demo.path(), &["backup", file.to_str().unwrap()]).run().succeeded();
    Program::on(&data, &["restore", file.to_str().unwrap()]).run().succeeded();
    // The temporary folder is often memory, and too small for a large index.
    let nowhere = Program::on(&data, &["verify"]).env("TMPDIR", "/nowhere/at/all");
    nowhere.run().succeeded();
    let left = std::fs::read_dir(keep.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name.to_string_lossy().contains("verify")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn an_index_that_cannot_be_rebuilt_is_not_discarded() {
    let data = demo();
    let keep = folder();
    let file = keep.path().join("backup");
    Program::on(data.path(), &["backup", file.to_str().unwrap()]).run().succeeded();
    let target = keep.path().join("new");
    Program::on(&target, &["restore", file.to_str().unwrap()]).run().succeeded();
    // The backup is the first base.
    std::fs::remove_dir_all(target.join("bases")).unwrap();
    let before = files(&target);
    let rebuild = || Program::on(&target, &["verify", "--rebuild"]).run();
    let refused = rebuild();
    assert!(refused.failed().contains("neither a base nor the journal holds it"), "{refused:?}");
    assert_eq!(files(&target), before);
}

#[test]
fn a_restore_that_was_interrupted_is_run_again() {
    let data = demo();
    let keep = folder();
    let file = keep.path().join("backup");
    Program::on(data.path(), &["backup", file.to_str().unwrap()]).run().succeeded();
    let target = keep.path().join("new");
    let restore = || Program::on(&target, &["restore", file.to_str().unwrap()]).run();
    restore().succeeded();
    std::fs::write(target.join("restore.unfinished"), "").unwrap();
    let interrupted = "a restore was interrupted here; run it again";
    assert!(verify(&target).failed().contains(interrupted));
    assert!(Program::on(&target, &["serve", "--demo"]).run().failed().contains(interrupted));
    restore().succeeded();
    verify(&target).succeeded();
}

#[test]
fn a_backup_or_restore_that_cannot_be_says_why_and_leaves_nothing() {
    let data = demo();
    let place = folder();
    let nowhere = place.path().join("nowhere");
    let file = place.path().join("file");
    let text = Program::on(&nowhere, &["backup", file.to_str().unwrap()]).run();
    assert!(text.failed().contains("holds no data"), "{text:?}");
    assert!(!nowhere.exists() && !file.exists());
    let text = Program::on(data.path(), &["backup", "/nowhere/file"]).run();
    text.failed();
    assert!(
        Program::on(&nowhere, &["restore", "/nowhere/file"]).run().failed().contains("/nowhere")
    );

    let good = place.path().join("good");
    Program::on(data.path(), &["backup", good.to_str().unwrap()]).run().succeeded();
    let mut bytes = std::fs::read(&good).unwrap();
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let restore = |file: &Path| Program::on(&nowhere, &["restore", file.to_str().unwrap()]).run();
    assert!(restore(&file).failed().contains("is damaged"), "a changed byte");
    std::fs::write(&file, &std::fs::read(&good).unwrap()[..at]).unwrap();
    restore(&file).failed();
    std::fs::write(&file, "").unwrap();
    restore(&file).failed();
    // The folder is as good as empty still.
    restore(&good).succeeded();
    verify(&nowhere).succeeded();
}
