//! What a start decides before the site is open: the purpose of the folder, the owner of its files,
//! and whether the clock can be right.

use std::fs::File;
use std::os::unix::fs::{MetadataExt, chown};
use std::path::Path;
use std::time::{Duration, SystemTime};

use pointhouse::clock::Millis;
use rustix::process::{Signal, geteuid};
use serde_json::{Value, json};

use crate::command_line::{AN_END, admin_login, demo, folder, post, serve, stop, verify};
use crate::rig::{DAY, HOUR, Patience, Program, Server, blocking_client};

/// A user that is neither root nor the tests' user.
const ANOTHER: u32 = 4321;

fn site(url: &str) -> Value {
    blocking_client().get(format!("{url}/api/site")).send().unwrap().json().unwrap()
}

#[test]
fn a_demo_has_a_folder_of_its_own() {
    let place = folder();
    let serve = |arguments: &[&str]| Program::bare(arguments).quick().within(place.path());
    stop(serve(&["serve", "--demo"]).serve());
    assert!(place.path().join("data/demo-site/journal").exists());
    assert!(!place.path().join("data/live").exists());
    let real = serve(&["serve", "--data", "data/demo-site"]).run();
    let text = "this data folder was made by a demo: nothing in it is real. Start it with --demo";
    assert!(real.failed().contains(text), "{real:?}");

    stop(serve(&["serve"]).serve());
    assert!(place.path().join("data/live/journal").exists());
    let filled = serve(&["serve", "--demo", "--data", "data/live"]).run();
    let text = "this data folder is a real site's: demo content does not go there";
    assert!(filled.failed().contains(text), "{filled:?}");
}

#[test]
fn a_new_site_promises_nothing() {
    let data = folder();
    let serving = serve(data.path());
    let shown = site(&serving.url);
    let nothing = json!({ "winnings": 0, "hours": 0, "members": 0, "entertainment": 0 });
    assert_eq!((&shown["counters"], &shown["wagerTiers"]), (&nothing, &json!([])));
    assert_eq!(shown["leaderboardBadge"], "");
    // Without a casino there is no leaderboard of wagers.
    let board = blocking_client().get(format!("{}/api/leaderboard/wager", serving.url)).send();
    assert_eq!(board.unwrap().status(), 404);
    stop(serving);
    // What the streamer sets before the first start holds.
    let other = folder();
    let set = Program::on(other.path(), &["serve"]).env("POINTHOUSE_HOME__HOURS", "7");
    let serving = set.serve();
    assert_eq!(site(&serving.url)["counters"]["hours"], 7);
    stop(serving);

    let demo = demo();
    let serving = Program::on(demo.path(), &["serve", "--demo"]).serve();
    assert_eq!(site(&serving.url)["counters"]["winnings"], 40_000);
    stop(serving);
}

async fn notice(server: &Server, code: &str) -> Option<Value> {
    let health = server.get("/api/admin/health").by(&server.admin().await).send().await.of(200);
    let notices = health["notices"].as_array().unwrap().clone();
    notices.into_iter().find(|notice| notice["code"] == code)
}

#[tokio::test]
async fn what_is_not_in_order_is_on_the_health_page() {
    let server = Server::start().await;
    for code in ["backup", "mail", "site_url"] {
        assert!(notice(&server, code).await.is_some(), "{code}");
    }
    let admin = server.admin().await;
    server.post("/api/admin/backup").by(&admin).send().await.of(200);
    assert!(notice(&server, "backup").await.is_none());
    // A file's age is its modification time in the file system.
    let written = server.site().backups().all()[0].created_at;
    server.clock.move_to(Millis(written + DAY + 3 * HOUR));
    assert!(notice(&server, "backup").await.is_some(), "it is more than a day old");
}

#[tokio::test]
async fn what_is_not_in_order_is_listed_by_harm() {
    let server = Server::start().await;
    let admin = server.admin().await;
    server.clock.set_to(server.clock.now().plus(2 * HOUR));
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let codes: Vec<_> =
        health["notices"].as_array().unwrap().iter().map(|one| &one["code"]).collect();
    assert_eq!(codes, ["clock_jumped", "backup", "mail", "site_url"]);
}

#[tokio::test]
async fn a_clock_that_jumps_holds_claims() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let right = server.clock.now();
    server.clock.set_to(right.plus(2 * HOUR));
    let held = crate::calendar::claim(&server, &member).await.refused(503, "clock_jumped");
    assert_eq!(
        held,
        "Claims are paused while the server's clock is checked. Please try again later."
    );
    let text = notice(&server, "clock_jumped").await.unwrap()["text"].clone();
    assert!(text.as_str().unwrap().starts_with("It was set forward by 120 minutes"), "{text}");
    // Small corrections are none.
    server.clock.set_to(right.plus(9 * 60 * 1000));
    assert!(notice(&server, "clock_jumped").await.is_none());
    crate::calendar::claim(&server, &member).await.of(200);
}

#[test]
fn a_clock_behind_the_newest_data_is_refused() {
    let data = folder();
    stop(serve(data.path()));
    let newest = SystemTime::now() + Duration::from_secs(49 * 60 * 60);
    for entry in std::fs::read_dir(data.path().join("journal")).unwrap() {
        let file = File::options().write(true).open(entry.unwrap().path()).unwrap();
        file.set_modified(newest).unwrap();
    }
    let refused = Program::on(data.path(), &["serve"]).run();
    let text = "the system's clock is 48 hours behind the newest data in";
    assert!(refused.failed().contains(text), "{refused:?}");
    stop(Program::on(data.path(), &["serve", "--accept-clock"]).serve());
}

#[test]
fn a_hangup_changes_nothing() {
    let data = folder();
    let serving = serve(data.path());
    serving.signal(Signal::HUP);
    assert_eq!(site(&serving.url)["name"], "Pointhouse");
    let mut serving = serving;
    serving.signal(Signal::TERM);
    assert_eq!(serving.wait(AN_END).code(), Some(0));
    let log = serving.log();
    assert!(log.contains("SIGHUP: settings read; none needs a restart"), "{log}");
    assert!(!log.contains(" WARN "), "a healthy start and stop warn of nothing: {log}");
}

#[test]
fn variables_that_are_no_settings_are_ignored_with_a_warning() {
    let data = folder();
    let program = Program::on(data.path(), &["serve"])
        .env("POINTHOUSE_PORT", "tcp://10.0.0.1:3000")
        .env("POINTHOUSE_SERVER_PORT", "tcp://10.0.0.1:3000")
        .env("POINTHOUSE_SERVICE_HOST", "10.0.0.1");
    let mut serving = program.serve();
    serving.signal(Signal::TERM);
    assert_eq!(serving.wait(AN_END).code(), Some(0));
    let log = serving.log();
    for name in ["POINTHOUSE_PORT", "POINTHOUSE_SERVICE_HOST"] {
        let line = log.lines().find(|line| line.contains(&format!("name=\"{name}\"")));
        assert!(line.is_some_and(|line| line.contains("WARN")), "{name}: {log}");
    }
}

fn owners(folder: &Path, found: &mut Vec<u32>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push(path.metadata().unwrap().uid());
        if path.is_dir() {
            owners(&path, found);
        }
    }
}

fn give_to_another(folder: &Path) {
    chown(folder, Some(ANOTHER), Some(ANOTHER)).unwrap();
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder).unwrap() {
            give_to_another(&entry.unwrap().path());
        }
    }
}

#[test]
fn a_command_of_root_keeps_the_folders_owner() {
    // Only root can change the owner of files.
    if !geteuid().is_root() {
        return;
    }
    let place = folder();
    let data = place.path().join("data");
    stop(serve(&data));
    give_to_another(&data);
    let set = Program::on(&data, &["admin", "set-password"]).fed("a new admin password\n");
    assert_eq!(set.code, Some(0), "{set:?}");
    verify(&data).succeeded();
    let mut found = Vec::new();
    owners(&data, &mut found);
    assert!(found.iter().all(|owner| *owner == ANOTHER), "{found:?}");

    let backup = place.path().join("backup");
    let written = Program::on(&data, &["backup", backup.to_str().unwrap()]).run();
    assert_eq!(written.code, Some(0), "{written:?}");
    let restored = place.path().join("restored");
    std::fs::create_dir(&restored).unwrap();
    chown(&restored, Some(ANOTHER), Some(ANOTHER)).unwrap();
    let done = Program::on(&restored, &["restore", backup.to_str().unwrap()]).run();
    assert_eq!(done.code, Some(0), "{done:?}");
    for folder in [&data, &restored] {
        let mut found = Vec::new();
        owners(folder, &mut found);
        assert!(found.iter().all(|owner| *owner == ANOTHER), "{found:?}");
    }

    // The owner of the journal is the user that the site runs as: a container's root on another
    // user's volume.
    chown(data.join("journal"), Some(0), Some(0)).unwrap();
    verify(&data).succeeded();
    give_to_root(&data);
    let serving = serve(&data);
    assert_eq!(admin_login(&serving, "a new admin password"), 200);
    let (status, _) = post(&serving, "/api/admin/login", &json!({ "password": "wrong" }));
    assert_eq!(status, 401);
    stop(serving);
}

#[test]
fn errors_name_their_path() {
    let data = folder();
    stop(serve(data.path()));
    let synced = data.path().join("index.synced");
    std::fs::remove_file(&synced).unwrap();
    std::fs::create_dir(&synced).unwrap();
    let refused = Program::on(data.path(), &["serve"]).run();
    let index = data.path().join("index").display().to_string();
    assert!(refused.failed().contains(&index), "{refused:?}");
}

fn give_to_root(folder: &Path) {
    chown(folder, Some(0), Some(0)).unwrap();
    if folder.is_dir() {
        for entry in std::fs::read_dir(folder).unwrap() {
            give_to_root(&entry.unwrap().path());
        }
    }
}

/// A line of `/proc/PID/status` in MiB.
fn memory(pid: u32, line: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let kib = status.lines().find_map(|text| text.strip_prefix(line)).unwrap();
    kib.trim_matches(|char: char| !char.is_ascii_digit()).parse::<u64>().unwrap() / 1024
}

#[test]
fn the_memory_of_a_hash_goes_back_to_the_system() {
    let data = folder();
    let program = Program::on(data.path(), &["serve"]);
    let serving = program.env("POINTHOUSE_AUTH__HASH_MEMORY_KIB", "262144").serve();
    let new =
        json!({ "username": "emu", "email": "emu@example.com", "password": "a-Long-password-1!" });
    assert_eq!(post(&serving, "/api/auth/signup", &new).0, 201);
    assert!(memory(serving.pid(), "VmHWM:") > 256);
    let wait = Patience::for_event("the memory was given back");
    while memory(serving.pid(), "VmRSS:") > 256 {
        wait.check();
        std::thread::yield_now();
    }
    stop(serving);
}
