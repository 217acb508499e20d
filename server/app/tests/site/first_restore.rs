//! A backup that is restored in place of a site's setup.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pointhouse::passphrase::{Passphrase, encrypt_with_passphrase};
use reqwest::blocking::RequestBuilder;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::{demo, folder, serve_demo, stop};
use crate::rig::{OWNER_PASSWORD, PASSWORD, Patience, Program, Serving, blocking_client as client};

/// A backup of a site with an owner and the member emu.
struct Origin {
    keep: TempDir,
    backup: Vec<u8>,
}

fn sign_up(url: &str, name: &str) -> u16 {
    let member =
        json!({ "username": name, "email": format!("{name}@example.com"), "password": PASSWORD });
    client().post(format!("{url}/api/auth/signup")).json(&member).send().unwrap().status().as_u16()
}

fn origin() -> Origin {
    origin_of(|program| program)
}

fn origin_of(prepare: impl FnOnce(Program) -> Program) -> Origin {
    let (data, keep) = (folder(), folder());
    let serving = prepare(Program::serving(data.path(), "")).serve();
    assert!(serving.owner_password().is_some());
    assert_eq!(sign_up(&serving.url, "emu"), 201);
    let file = keep.path().join("backup");
    Program::on(data.path(), &["backup", file.to_str().unwrap()]).run().succeeded();
    stop(serving);
    Origin { backup: std::fs::read(file).unwrap(), keep }
}

fn restore(serving: &Serving, code: &str, file: &[u8]) -> RequestBuilder {
    let call = client().post(format!("{}/api/setup/restore", serving.url));
    call.header("x-setup-code", code).body(file.to_vec())
}

fn answer(call: RequestBuilder) -> (u16, Value) {
    let answer = call.send().unwrap();
    (answer.status().as_u16(), answer.json().unwrap())
}

#[track_caller]
fn refused(call: RequestBuilder, status: u16, error: &str) -> String {
    let (actual, body) = answer(call);
    assert_eq!((actual, body["error"].as_str()), (status, Some(error)), "{body}");
    body["message"].as_str().unwrap().to_owned()
}

/// Logs in with what the backup has: a member at once, the owner with a new password.
fn check_restored(serving: &Serving) {
    let url = &serving.url;
    let login = json!({ "password": OWNER_PASSWORD });
    let call = || client().post(format!("{url}/api/admin/login")).json(&login);
    assert_eq!(answer(call()).0, 401, "the owner's password may be an old one");
    let (_, mut order) = answer(client().get(format!("{url}/api/setup")));
    assert_eq!(order["restored"], true, "{order}");
    for field in ["success", "restored"] {
        order.as_object_mut().unwrap().remove(field);
    }
    order["code"] = serving.setup_code().unwrap().into();
    order["password"] = OWNER_PASSWORD.into();
    order["example"] = true.into();
    let example = client().post(format!("{url}/api/setup")).json(&order);
    refused(example, 400, "validation");
    serving.owner_password().unwrap();
    assert_eq!(answer(call()).0, 200);
    let login = json!({ "email": "emu@example.com", "password": PASSWORD });
    let call = client().post(format!("{url}/api/auth/login")).json(&login);
    assert_eq!(answer(call).0, 200);
    assert_eq!(answer(client().get(format!("{url}/api/setup"))).0, 404);
}

fn names(data: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(data).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let beginnings = ["restore", "pointhouse-restore", ".tmp"];
    names.retain(|name| beginnings.iter().any(|beginning| name.starts_with(beginning)));
    names
}

#[test]
fn a_new_site_takes_over_a_backup_and_its_setup_ends() {
    let Origin { backup, .. } = origin();
    let data = folder();
    let mut serving = Program::serving(data.path(), "").serve();
    let code = serving.setup_code().unwrap().to_owned();

    refused(restore(&serving, "wrong", &backup), 401, "bad_code");
    let text = refused(restore(&serving, &code, b"no backup"), 400, "bad_backup");
    assert!(!text.contains(data.path().to_str().unwrap()), "{text}");
    let mut damaged = backup.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    refused(restore(&serving, &code, &damaged), 400, "bad_backup");
    refused(restore(&serving, &code, &backup[..middle]), 400, "bad_backup");
    assert_eq!(names(data.path()), [""; 0]);

    let (status, body) = answer(restore(&serving, &code, &backup));
    assert_eq!((status, &body["success"]), (200, &json!(true)), "{body}");
    serving.await_restart();
    check_restored(&serving);
    refused(restore(&serving, &code, &backup), 404, "not_found");
    assert_eq!(names(data.path()), [""; 0]);
    stop(serving);
}

/// Their secrets were in the environment of the other machine.
#[test]
fn services_without_their_secrets_are_off_after_a_restore_and_stop_no_start() {
    let origin = origin_of(|program| {
        [
            ("PLACE__URL", "https://site.example"),
            ("MAIL__TRANSPORT", "smtp"),
            ("MAIL__FROM", "site@example.com"),
            ("MAIL__SMTP_HOST", "127.0.0.1"),
            ("MAIL__SMTP_USER", "site"),
            ("MAIL__SMTP_PASSWORD", "Wombat-3-secret"),
            ("KICK__CLIENT_ID", "app"),
            ("KICK__CLIENT_SECRET", "Wombat-4-secret"),
            ("HUNTS__SOURCE", "external"),
            ("HUNTS__EXTERNAL_URL", "http://127.0.0.1:9"),
            ("HUNTS__EXTERNAL_KEY", "Wombat-5-secret"),
        ]
        .into_iter()
        .fold(program, |program, (name, value)| program.env(&format!("POINTHOUSE_{name}"), value))
    });
    let data = folder();
    let mut serving = Program::serving(data.path(), "").serve();
    let code = serving.setup_code().unwrap().to_owned();
    let (status, body) = answer(restore(&serving, &code, &origin.backup));
    assert_eq!(status, 200, "{body}");
    let message = body["message"].as_str().unwrap();
    let missing = "mail.smtp_password, kick.client_secret, hunts.external_key.";
    assert!(message.ends_with(missing), "{message}");
    serving.await_restart();
    check_restored(&serving);

    let login = json!({ "password": OWNER_PASSWORD });
    let login = client().post(format!("{}/api/admin/login", serving.url)).json(&login);
    let token = answer(login).1["token"].as_str().unwrap().to_owned();
    let health = client().get(format!("{}/api/admin/health", serving.url)).bearer_auth(&token);
    let health = answer(health).1;
    let services = health["services"].as_array().unwrap();
    for name in ["hunts", "kick_id", "kick_api", "kick_chat"] {
        let service = services.iter().find(|service| service["name"] == name).unwrap();
        let note = service["note"].as_str().unwrap_or_default();
        assert_eq!(service["state"], "warning", "{service}");
        assert!(note.contains("secret is missing on this machine"), "{service}");
    }
    stop(serving);
}

#[test]
fn an_encrypted_backup_needs_its_key() {
    let Origin { backup, keep } = origin();
    let key = age::x25519::Identity::generate();
    let to = key.to_public();
    let encryptor =
        age::Encryptor::with_recipients(std::iter::once::<&dyn age::Recipient>(&to)).unwrap();
    let mut sealed = Vec::new();
    let mut into = encryptor.wrap_output(&mut sealed).unwrap();
    std::io::Write::write_all(&mut into, &backup).unwrap();
    into.finish().unwrap();
    let data = keep.path().join("new");
    let mut serving = Program::serving(&data, "").serve();
    let code = serving.setup_code().unwrap().to_owned();
    let text = refused(restore(&serving, &code, &sealed), 400, "bad_backup");
    assert!(text.contains("encrypted"), "{text}");
    let with = |key: &age::x25519::Identity| {
        use age::secrecy::ExposeSecret;
        let key = key.to_string();
        restore(&serving, &code, &sealed).header("x-identity", key.expose_secret())
    };
    refused(with(&age::x25519::Identity::generate()), 400, "bad_backup");
    assert_eq!(answer(with(&key)).0, 200);
    serving.await_restart();
    check_restored(&serving);
    stop(serving);
}

#[test]
fn a_backup_with_a_passphrase_needs_it() {
    let Origin { backup, keep } = origin();
    let own = Passphrase::new("wömbats dig at night").unwrap();
    let sealed = encrypt_with_passphrase(&backup, &own).unwrap();
    let data = keep.path().join("new");
    let mut serving = Program::serving(&data, "").serve();
    let code = serving.setup_code().unwrap().to_owned();
    let with = |file: &[u8], passphrase: &str| {
        let header = BASE64_STANDARD.encode(passphrase);
        restore(&serving, &code, file).header("x-passphrase", header)
    };
    let text = refused(restore(&serving, &code, &sealed), 400, "bad_backup");
    assert!(text.contains("passphrase"), "{text}");
    let text = refused(with(&sealed, "wombats dig at night"), 400, "bad_backup");
    assert_eq!(
        text,
        "This backup can't be restored: the passphrase is wrong, or the file was changed"
    );
    // Other programs take 256 MB for theirs; the site runs in 64.
    let mut large = sealed.clone();
    let at = large.windows(4).position(|four| four == b" 14\n").unwrap();
    large[at + 1..at + 3].copy_from_slice(b"18");
    let text = refused(with(&large, "wömbats dig at night"), 400, "bad_backup");
    assert!(text.contains("256 MB") && text.contains("age --decrypt"), "{text}");
    refused(restore(&serving, &code, &sealed).header("x-passphrase", "?"), 400, "bad_backup");
    assert_eq!(names(&data), [""; 0]);
    assert_eq!(answer(with(&sealed, "wömbats dig at night")).0, 200);
    serving.await_restart();
    check_restored(&serving);
    stop(serving);
}

#[test]
fn only_a_new_site_takes_over_a_backup_and_only_one_of_a_real_site() {
    let Origin { backup, .. } = origin();
    let data = folder();
    let serving = Program::serving(data.path(), "").serve();
    let code = serving.setup_code().unwrap().to_owned();
    let made_up = demo();
    let demo_site = serve_demo(made_up.path());
    let file = made_up.path().join("backup-of-demo");
    Program::on(made_up.path(), &["backup", file.to_str().unwrap()]).run().succeeded();
    stop(demo_site);
    let text = refused(restore(&serving, &code, &std::fs::read(file).unwrap()), 400, "bad_backup");
    assert!(text.contains("demo"), "{text}");
    assert_eq!(sign_up(&serving.url, "roo"), 201);
    refused(restore(&serving, &code, &backup), 409, "has_members");
    assert!(serving.owner_password().is_some());
    refused(restore(&serving, &code, &backup), 404, "not_found");
    stop(serving);
}

#[test]
fn a_restore_that_was_interrupted_goes_on_at_the_next_start() {
    let Origin { backup, .. } = origin();
    let data = folder();
    let serving = Program::serving(data.path(), "").serve();
    stop(serving);
    std::fs::write(data.path().join("restore.accepted"), &backup).unwrap();
    // As a kill in the middle left it.
    std::fs::write(data.path().join("restore.unfinished"), "").unwrap();
    let serving = Program::serving(data.path(), "").serve();
    check_restored(&serving);
    assert_eq!(names(data.path()), [""; 0]);
    stop(serving);
}

/// Begins a restore of a long file, of which nothing arrives yet.
fn begin_restore(serving: &Serving, header: &str) -> TcpStream {
    let mut line = TcpStream::connect(serving.url.strip_prefix("http://").unwrap()).unwrap();
    line.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let head = "POST /api/setup/restore HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n";
    line.write_all(format!("{head}{header}\r\n\r\n").as_bytes()).unwrap();
    line
}

#[test]
fn what_a_killed_site_has_received_is_removed_at_the_next_start() {
    let data = folder();
    let mut serving = Program::serving(data.path(), "").serve();
    let code = serving.setup_code().unwrap().to_owned();
    let _line = begin_restore(&serving, &format!("x-setup-code: {code}"));
    let patience = Patience::for_event("the file that is received");
    while names(data.path()).is_empty() {
        patience.check();
    }
    serving.kill();
    let checked = data.path().join("restore.checked");
    std::fs::create_dir(&checked).unwrap();
    std::fs::write(checked.join("FORMAT"), "half").unwrap();
    let serving = Program::serving(data.path(), "").serve();
    assert_eq!(names(data.path()), [""; 0]);
    stop(serving);
}

#[test]
fn the_owner_sees_how_much_of_a_backup_has_arrived() {
    let data = folder();
    let serving = Program::serving(data.path(), "").serve();
    let code = serving.setup_code().unwrap().to_owned();
    let ask = |code: &str| {
        let call = client().get(format!("{}/api/setup/restore/progress", serving.url));
        call.header("x-setup-code", code)
    };
    assert_eq!(answer(ask(&code)), (200, json!({ "success": true, "stage": null })));
    refused(ask("wrong"), 401, "bad_code");
    let mut line = begin_restore(&serving, &format!("x-setup-code: {code}"));
    line.write_all(&[7; 4000]).unwrap();
    let patience = Patience::for_event("the bytes that have arrived");
    let stage = loop {
        let (_, body) = answer(ask(&code));
        if body["stage"]["doneBytes"] == 4000 {
            break body["stage"].clone();
        }
        patience.check();
    };
    assert_eq!(
        (&stage["name"], &stage["totalBytes"]),
        (&json!("receiving the file"), &json!(1_000_000))
    );
    stop(serving);
}

#[test]
fn a_restore_after_the_setup_is_refused_before_its_body_arrives() {
    let data = folder();
    let serving = Program::serving(data.path(), "").serve();
    let login = json!({ "password": serving.owner_password().unwrap() });
    let call = client().post(format!("{}/api/admin/login", serving.url)).json(&login);
    let (_, login) = answer(call);
    let token = login["token"].as_str().unwrap();
    let mut line = begin_restore(&serving, &format!("authorization: Bearer {token}"));
    let mut heard = [0; 12];
    line.read_exact(&mut heard).unwrap();
    assert_eq!(String::from_utf8_lossy(&heard), "HTTP/1.1 404");
    stop(serving);
}
