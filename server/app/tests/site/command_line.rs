//! The program as its owner calls it.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use pointhouse::formats::FORMAT;
use pointhouse::ids::GameId;
use pointhouse_store::OpenError;
use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::rig::{Finished, PASSWORD, Program, Serving};

pub(crate) const AN_END: Duration = Duration::from_secs(10);

pub(crate) fn folder() -> TempDir {
    TempDir::new().unwrap()
}

pub(crate) fn serve(data: &Path) -> Serving {
    Program::on(data, &["serve"]).serve()
}

/// Stops it as a service manager does.
pub(crate) fn stop(mut serving: Serving) {
    serving.signal(Signal::TERM);
    assert_eq!(serving.wait(AN_END).code(), Some(0), "{}", serving.log());
}

pub(crate) fn post(serving: &Serving, path: &str, body: &Value) -> (u16, Value) {
    let call = crate::rig::blocking_client()
        .post(format!("{}{path}", serving.url))
        .json(body)
        .send()
        .unwrap();
    (call.status().as_u16(), call.json().unwrap())
}

pub(crate) fn admin_login(serving: &Serving, password: &str) -> u16 {
    post(serving, "/api/admin/login", &json!({ "password": password })).0
}

/// The committed demo member and what the members have together.
pub(crate) fn demo_login() -> (Value, u64, u64) {
    let members: Value =
        serde_json::from_str(include_str!("../../../../data/demo/members.json")).unwrap();
    let all = members.as_array().unwrap();
    let points = |member: &Value| member["points"].as_u64().unwrap();
    let login = json!({ "email": all[0]["email"], "password": all[0]["password"] });
    (login, points(&all[0]), all.iter().map(points).sum())
}

/// Data with demo members, closed in order.
pub(crate) fn demo() -> TempDir {
    let data = folder();
    let serving = serve_demo(data.path());
    assert!(serving.owner_password().is_some(), "{:?}", serving.greeting);
    stop(serving);
    data
}

pub(crate) fn serve_demo(data: &Path) -> Serving {
    Program::on(data, &["serve", "--demo"]).serve()
}

impl Finished {
    #[track_caller]
    pub(crate) fn succeeded(&self) -> &str {
        assert_eq!(self.code, Some(0), "{self:?}");
        &self.out
    }

    #[track_caller]
    pub(crate) fn failed(&self) -> &str {
        assert_eq!(self.code, Some(1), "{self:?}");
        let actual = self.err.lines().any(|line| line.starts_with("pointhouse: "));
        assert!(actual || self.out.contains("wrong: "), "{self:?}");
        assert!(!self.err.contains("panicked") && !self.err.contains('\u{1b}'), "{self:?}");
        &self.err
    }
}

pub(crate) fn verify(data: &Path) -> Finished {
    Program::on(data, &["verify"]).run()
}

/// Every file below a folder with its bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.is_file() {
            found.insert(path.clone(), std::fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn each_start_without_an_owner_prints_another_link_that_works_once() {
    let data = folder();
    let serving = serve(data.path());
    let first = serving.setup_code().expect("the first start prints it").to_owned();
    assert!(first.len() >= 20, "{first}");
    stop(serving);
    let serving = serve(data.path());
    let order = |code: &str, password: &str| {
        json!({ "code": code, "password": password, "siteName": "Mia's place",
            "accent": "#40d0a0", "timezone": "Europe/Berlin" })
    };
    let set_up = |code: &str, password: &str| post(&serving, "/api/setup", &order(code, password));
    assert_eq!(set_up(&first, "a good password").1["error"], "bad_code");
    let code = serving.setup_code().unwrap().to_owned();
    assert_ne!(code, first);
    let (status, refused) = set_up(&code, "short");
    assert_eq!((status, &refused["error"]), (400, &json!("validation")));
    assert!(refused["fields"]["password"].is_string(), "{refused}");
    let (status, done) = set_up(&code, "a good password");
    assert_eq!(status, 200, "{done}");
    assert_eq!(set_up(&code, "another password").0, 404);
    assert_eq!(admin_login(&serving, "a good password"), 200);
    assert_eq!(admin_login(&serving, "another password"), 401);
    let shown = crate::rig::blocking_client().get(format!("{}/api/site", serving.url)).send();
    let shown: Value = shown.unwrap().json().unwrap();
    assert_eq!((&shown["name"], &shown["accent"]), (&json!("Mia's place"), &json!("#40d0a0")));
    assert_eq!(shown["timezone"], "Europe/Berlin");
    stop(serving);
    let serving = serve(data.path());
    assert_eq!(serving.setup_code(), None);
    let actual = serving.greeting.join("\n");
    assert!(actual.contains("To reset the admin password: pointhouse admin set-password --data"));
    assert_eq!(admin_login(&serving, "a good password"), 200);
    stop(serving);
}

#[test]
fn the_environment_names_the_first_admin_password_only() {
    let data = folder();
    let with = |password: &str| {
        Program::on(data.path(), &["serve"]).env("POINTHOUSE_ADMIN_PASSWORD", password)
    };
    let serving = with("from the environment").serve();
    assert_eq!(serving.owner_password(), None);
    assert_eq!(admin_login(&serving, "from the environment"), 200);
    stop(serving);
    // It stays when the variable goes or changes, and whatever it is then is not looked at.
    let serving = serve(data.path());
    assert_eq!(admin_login(&serving, "from the environment"), 200);
    stop(serving);
    for later in ["quite another one", "short"] {
        let serving = with(later).serve();
        let ignored = "POINTHOUSE_ADMIN_PASSWORD is not used: an admin password was set before.";
        assert!(serving.greeting.iter().any(|line| line == ignored), "{:?}", serving.greeting);
        assert_eq!(admin_login(&serving, "from the environment"), 200);
        assert_eq!(admin_login(&serving, later), 401);
        stop(serving);
    }
    let other = folder();
    let refused =
        Program::on(other.path(), &["serve"]).env("POINTHOUSE_ADMIN_PASSWORD", "short").run();
    let text = refused.failed();
    assert!(text.contains("POINTHOUSE_ADMIN_PASSWORD: The password must have 12 to 128"), "{text}");
}

#[test]
fn set_password_works_on_a_running_and_on_a_resting_site() {
    let data = folder();
    let serving = serve(data.path());
    let set = |password: &str| {
        Program::on(data.path(), &["admin", "set-password"]).fed(&format!("{password}\n"))
    };
    let done = set("while it runs");
    assert_eq!(done.succeeded(), "The owner's password is set, and the owner is logged out.\n");
    assert_eq!(admin_login(&serving, "while it runs"), 200);
    assert!(set("short").failed().contains("must have 12 to 128 characters"));
    stop(serving);
    assert_eq!(set("while it rests").succeeded(), "The admin password is set.\n");
    assert!(set("").failed().contains("must have 12 to 128 characters"));
    let serving = serve(data.path());
    assert_eq!(serving.owner_password(), None);
    assert_eq!(admin_login(&serving, "while it runs"), 401);
    assert_eq!(admin_login(&serving, "while it rests"), 200);
    stop(serving);
    verify(data.path()).succeeded();
}

#[test]
fn a_taken_port_or_folder_is_reported() {
    let data = folder();
    let serving = serve(data.path());
    let second = Program::on(data.path(), &["serve"]).run();
    assert!(second.failed().contains("is in use: a server runs on it already"));
    let address = serving.url.strip_prefix("http://").unwrap();
    let other = folder();
    let taken = Program::on(other.path(), &["serve", "--listen", address]).run();
    assert!(taken.failed().contains(&format!("listening on {address}: ")), "{taken:?}");
    stop(serving);
    // The failed start generated no password that was never shown.
    let serving = serve(other.path());
    assert!(serving.owner_password().is_some());
    stop(serving);
    let missing = Program::bare(&["serve", "--config", "/nowhere/settings.toml"]).run();
    assert!(missing.failed().contains("/nowhere/settings.toml: "));
    assert_eq!(Program::bare(&["sevre"]).run().code, Some(2));
}

#[test]
fn a_health_check_succeeds_while_the_site_runs_only() {
    let data = folder();
    let serving = serve(data.path());
    let address = serving.url.trim_start_matches("http://").to_owned();
    let check =
        || Program::bare(&["healthcheck"]).quick().env("POINTHOUSE_SERVER__LISTEN", &address);
    check().run().succeeded();
    Program::bare(&["healthcheck", "--listen", &address]).run().succeeded();
    stop(serving);
    assert!(check().run().failed().contains(&format!("http://{address}/healthz: ")));
}

#[test]
fn a_health_check_fails_when_something_else_answers() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let other = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        assert!(stream.read(&mut [0; 1024]).unwrap() > 0);
        stream.write_all(b"HTTP/1.1 503 Service Unavailable\r\n\r\n").unwrap();
    });
    let check = Program::bare(&["healthcheck", "--listen", &address]).run();
    assert!(check.failed().contains("answered \"HTTP/1.1 503 Service Unavailable\""), "{check:?}");
    other.join().unwrap();
}

#[test]
fn verify_says_what_there_is_and_changes_nothing() {
    let data = demo();
    let before = files(data.path());
    let done = verify(data.path());
    let expected = format!(
        "all is well: format {FORMAT}, 3 accounts, 3 wallets with {} points, 3 ledger entries",
        demo_login().2
    );
    let text = done.succeeded();
    assert!(text.starts_with(&expected), "{text}");
    assert_eq!(files(data.path()), before);
    let serving = serve_demo(data.path());
    let busy = verify(data.path());
    assert!(busy.failed().contains("is in use: stop the server first"));
    stop(serving);
    let nowhere = data.path().join("nowhere");
    assert!(verify(&nowhere).failed().contains("nowhere holds no data"));
    let rebuild = Program::on(&nowhere, &["verify", "--rebuild"]).run();
    assert!(rebuild.failed().contains("nowhere holds no data"));
    assert!(!nowhere.exists(), "a check makes no folder");
}

/// The one segment of a young journal.
fn segment(data: &Path) -> PathBuf {
    let of_segment =
        |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with("segment-");
    files(&data.join("journal")).into_keys().find(of_segment).unwrap()
}

#[test]
fn a_changed_byte_of_the_journal_is_found_and_reported() {
    let data = demo();
    let segment = segment(data.path());
    let whole = std::fs::read(&segment).unwrap();
    let used = whole.iter().rposition(|byte| *byte != 0).unwrap();
    assert!(used > 500, "{used}");
    for at in [used / 5, used / 3, used / 2] {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        std::fs::write(&segment, &bytes).unwrap();
        let found = verify(data.path());
        let text = found.failed();
        let name = segment.file_name().unwrap().to_str().unwrap();
        assert!(text.contains(name) && text.contains("is damaged at byte"), "{at}: {text}");
        // The site doesn't open it either.
        let refused = Program::on(data.path(), &["serve"]).run();
        assert!(refused.failed().contains("is damaged at byte"), "{refused:?}");
    }
    std::fs::write(&segment, &whole).unwrap();
    verify(data.path()).succeeded();
}

#[test]
fn checks_at_the_same_time_do_not_meet() {
    let (one, other) = (demo(), folder());
    stop(serve(other.path()));
    std::thread::scope(|scope| {
        for (data, accounts) in [(one.path(), 3), (other.path(), 0)].repeat(4) {
            scope.spawn(move || {
                for _ in 0..3 {
                    let findings = pointhouse::verify::verify(data);
                    match findings {
                        Ok(findings) => {
                            assert_eq!((findings.accounts, findings.fault_count), (accounts, 0))
                        }
                        // Another thread checks the same folder just now.
                        Err(error) => assert!(matches!(error, OpenError::Locked { .. }), "{error}"),
                    }
                }
            });
        }
    });
}

#[test]
fn an_index_is_rebuilt_from_the_journal() {
    let data = demo();
    let before = verify(data.path()).succeeded().to_owned();
    let done = Program::on(data.path(), &["verify", "--rebuild"]).run();
    let text = done.succeeded();
    assert!(text.starts_with("index rebuilt up to commit "), "{text}");
    assert_eq!(text.lines().last(), before.lines().last());
    let serving = serve_demo(data.path());
    let (login, points, _) = demo_login();
    let (status, body) = post(&serving, "/api/auth/login", &login);
    assert_eq!((status, &body["user"]["points"]), (200, &json!(points)));
    stop(serving);
    assert_eq!(
        verify(data.path()).succeeded().lines().next().map(|l| &l[..11]),
        Some("all is well")
    );
}

#[test]
fn replay_works_out_every_published_round() {
    let published: [Value; 2] = [
        include_str!("../../../rules/tests/data/vectors.json"),
        include_str!("../../../rules/src/plinko/vectors.json"),
    ]
    .map(|text| serde_json::from_str(text).unwrap());
    let (mut lines, mut expected) = (Vec::new(), Vec::new());
    for game in GameId::ALL.map(GameId::id).into_iter().chain(["giveaway", "refused"]) {
        let lists = published.iter().filter_map(|vectors| vectors[game].as_array());
        assert_ne!(lists.clone().count(), 0, "{game}");
        for entry in lists.flatten() {
            let mut line = entry.clone();
            if game != "refused" {
                line["game"] = game.into();
            }
            expected.push(match entry.get("error") {
                Some(error) => json!({ "error": error }),
                None => entry["expect"].clone(),
            });
            lines.push(line.to_string());
        }
    }
    assert!(lines.len() > 250, "{}", lines.len());
    for bad in ["{}", "nonsense", r#"{"game":"poker"}"#, "[]", "5"] {
        lines.push(bad.to_owned());
        expected.push(json!({ "error": "bad_line" }));
    }
    let input = lines.join("\n\n") + "\n";
    let replay = || Program::bare(&["replay"]).fed(&input);
    let (first, second) = (replay(), replay());
    let answers: Vec<Value> =
        first.succeeded().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), expected.len());
    for ((answer, expected), line) in answers.iter().zip(&expected).zip(&lines) {
        assert_eq!(answer, expected, "{line}");
    }
    assert_eq!(first.out, second.out, "byte for byte");
    assert_eq!(Program::bare(&["replay"]).run().succeeded(), "");
}

#[test]
fn the_description_is_what_the_server_serves() {
    let printed = Program::bare(&["openapi"]).run();
    let printed: Value = serde_json::from_str(printed.succeeded()).unwrap();
    let data = folder();
    let serving = serve(data.path());
    let served = crate::rig::blocking_client()
        .get(format!("{}/api/openapi.json", serving.url))
        .send()
        .unwrap();
    assert_eq!(served.json::<Value>().unwrap(), printed);
    stop(serving);
    let schemas = printed["components"]["schemas"].as_object().unwrap();
    for name in [
        "AuthAnswer",
        "EmailExists",
        "MeAnswer",
        "TokenAnswer",
        "User",
        "ManagePointsAnswer",
        "LedgerPage",
        "SiteAnswer",
        "BetAnswer",
        "Round",
        "HistoryAnswer",
        "RoundProof",
        "Fairness",
        "Rotated",
        "ErrorAnswer",
    ] {
        assert!(schemas.contains_key(name), "{name}");
    }
}

#[test]
fn what_lies_on_disk_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (data, keep) = (demo(), folder());
    let file = keep.path().join("backup");
    Program::on(data.path(), &["backup", file.to_str().unwrap()]).run().succeeded();
    let target = keep.path().join("restored");
    Program::on(&target, &["restore", file.to_str().unwrap()]).run().succeeded();
    // Journal, index and backups hold the token secret and password hashes.
    let mut seen = 0;
    for path in files(data.path()).into_keys().chain(files(keep.path()).into_keys()) {
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is open to others: {mode:o}", path.display());
        seen += 1;
    }
    assert!(seen > 8, "{seen}");
    for folder in [data.path().join("journal"), target] {
        let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{} is open to others: {mode:o}", folder.display());
    }
}

#[test]
fn secrets_stay_out_of_the_log() {
    let data = folder();
    let mut serving = Program::on(data.path(), &["serve"]).env("POINTHOUSE_LOG", "trace").serve();
    let password = serving.owner_password().unwrap().to_owned();
    let http = crate::rig::blocking_client();
    let call = |path: &str, token: &str, body: Value| -> Value {
        let call = http.post(format!("{}{path}", serving.url)).bearer_auth(token).json(&body);
        call.send().unwrap().json().unwrap()
    };
    let member = json!({ "username": "emu", "email": "emu@example.com", "password": PASSWORD });
    let token = call("/api/auth/signup", "", member)["token"].as_str().unwrap().to_owned();
    call("/api/auth/login", "", json!({ "email": "emu@example.com", "password": "Mistaken!1" }));
    let admin = call("/api/admin/login", "", json!({ "password": password }));
    let admin = admin["token"].as_str().unwrap().to_owned();
    call(
        "/api/auth/admin/manage-points",
        &admin,
        json!({ "userId": "1", "action": "add", "amount": 9 }),
    );
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    assert_eq!(call("/api/games/dice/bet", &token, bet)["success"], true);
    let seed =
        call("/api/games/fairness/rotate", &token, json!({}))["revealed"]["serverSeed"].take();
    serving.signal(Signal::TERM);
    serving.wait(AN_END);
    let log = serving.log();
    assert!(log.contains("a member signed up") && log.contains("TRACE"), "{log}");
    for secret in [PASSWORD, "Mistaken!1", &password, &token, &admin, seed.as_str().unwrap()] {
        assert!(!log.contains(secret), "{secret} stands in the log");
    }
}

#[test]
fn a_mistyped_folder_is_reported_and_not_created() {
    let place = folder();
    let nowhere = place.path().join("nowhere");
    let set = Program::on(&nowhere, &["admin", "set-password"]).fed("a long password\n");
    assert!(set.failed().contains("nowhere holds no data"), "{set:?}");
    assert!(!nowhere.exists());
}

#[test]
fn a_signal_right_after_the_greeting_ends_it_in_order() {
    let data = folder();
    for signal in [Signal::TERM, Signal::INT, Signal::TERM, Signal::INT] {
        let mut serving = serve(data.path());
        serving.signal(signal);
        assert_eq!(serving.wait(AN_END).code(), Some(0), "{signal:?}");
        let proved = verify(data.path());
        assert!(!proved.succeeded().contains("did not end in order"), "{proved:?}");
    }
}
