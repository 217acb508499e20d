//! `pointhouse doctor` on prepared folders and sites.

use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::command_line::{files, folder, serve, stop};
use crate::rig::{Finished, Program, free_port};

fn doctor(data: &Path) -> Finished {
    Program::on(data, &["doctor"]).run()
}

/// The lines of a check as "level text".
fn lines(done: &Finished, check: &str) -> Vec<String> {
    let with = |line: &str| {
        let (level, rest) = line.split_once(' ')?;
        let text = rest.trim_start().strip_prefix(check)?.strip_prefix(' ')?;
        Some(format!("{level} {}", text.trim_start()))
    };
    done.out.lines().filter_map(with).collect()
}

#[track_caller]
fn assert_line(done: &Finished, check: &str, start: &str) {
    let found = lines(done, check);
    assert!(found.iter().any(|line| line.starts_with(start)), "{start}: {found:?} of {done:?}");
}

/// Answers each request with what `answer` makes of its head, until the process ends.
fn answer_with(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                if stream.read(&mut byte).unwrap_or(0) == 0 {
                    break;
                }
                head.push(byte[0]);
            }
            let _ = stream.write_all(&answer(&String::from_utf8_lossy(&head)));
        }
    });
    port
}

#[test]
fn a_new_site_has_warnings_and_no_problems_and_nothing_changes() {
    let data = folder();
    stop(serve(data.path()));
    let done = doctor(data.path());
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_line(&done, "settings", "ok The settings of the machine are valid");
    assert_line(&done, "permissions", "ok Only the owner can read the files of ");
    assert_line(&done, "owner", "ok All files belong to the owner of ");
    // That limit is the one of the running site.
    assert!(!done.out.contains("open files"), "{done:?}");
    assert_line(&done, "time zone", "ok Days of the site follow ");
    assert_line(&done, "running", "warning The site isn't running");
    assert_line(&done, "memory", "ok Memory by part is shown while the site runs");
    assert_line(&done, "mail", "warning No mail server is set");
    assert_line(&done, "backup", "warning There is no backup yet");
    assert_line(&done, "backup copy", "warning Backups are on this machine only");
    assert_line(&done, "public address", "warning It isn't set");
    // A store that is opened begins a segment of its journal, and its index a snapshot of its pages.
    let begun = ["journal/segment", "index/snap."];
    let names = || -> Vec<_> {
        let all = files(data.path()).into_keys();
        all.filter(|name| !begun.iter().any(|it| format!("{name:?}").contains(it))).collect()
    };
    let before = names();
    let json = Program::on(data.path(), &["doctor", "--json"]).run();
    let read: Value = serde_json::from_str(json.succeeded()).unwrap();
    assert_eq!(read.as_array().unwrap().len(), done.out.lines().count());
    assert_eq!(read[0]["level"], "ok");
    assert_eq!(names(), before);
}

#[test]
fn an_unfinished_backup_is_reported_and_stays_until_the_next_start() {
    let data = folder();
    stop(serve(data.path()));
    let file = data.path().join("backups/2026-03-10T040003-001-by-hand.unfinished");
    fs::create_dir(data.path().join("backups")).unwrap();
    fs::write(&file, "half").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
    let done = doctor(data.path());
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(file.exists());
    assert_line(&done, "backup", "warning There is 1 unfinished backup");
    stop(serve(data.path()));
    assert!(!file.exists());
    let done = doctor(data.path());
    assert!(!done.out.contains("unfinished"), "{done:?}");
}

#[test]
fn a_folder_without_data_and_settings_that_are_wrong_are_problems() {
    let data = folder();
    let done = doctor(data.path());
    done.failed();
    assert!(done.out.contains("Name the folder with --data"), "{done:?}");
    assert_line(&done, "data folder", "problem ");
    let wrong =
        Program::on(data.path(), &["doctor"]).env("POINTHOUSE_STORE__KEPT_BASES", "1").run();
    wrong.failed();
    assert_line(&wrong, "settings", "problem store.kept_bases: ");
}

#[test]
fn files_that_others_can_read_are_a_problem() {
    let data = folder();
    stop(serve(data.path()));
    let open = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let format = data.path().join("FORMAT");
    open(data.path(), 0o700);
    open(&format, 0o644);
    let safe = doctor(data.path());
    assert_eq!(safe.code, Some(0), "nobody else enters the folder: {safe:?}");
    open(data.path(), 0o755);
    let done = doctor(data.path());
    done.failed();
    assert!(done.out.contains("Run chmod -R go= "), "{done:?}");
    assert_line(&done, "permissions", "problem Others may read or change ");
    assert!(done.out.contains("(1 in total)"), "{done:?}");
}

#[test]
fn a_running_site_is_visited_through_its_address() {
    let data = folder();
    let port = free_port();
    let settings = format!("[place]\nurl = \"http://127.0.0.1:{port}\"\n");
    let serving = Program::serving(data.path(), &settings).listen(port).serve();
    let done = doctor(data.path());
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_line(&done, "running", "ok The site is running");
    assert_line(&done, "memory", "ok The site holds ");
    for part in ["Program and libraries", "Accounts: 0, estimated", "Everything else, with what"] {
        assert!(lines(&done, "memory").iter().any(|line| line.contains(part)), "{part}: {done:?}");
    }
    assert_line(&done, "open files", "");
    assert_line(&done, "name", "ok 127.0.0.1 is 127.0.0.1");
    assert_line(&done, "public address", &format!("ok http://127.0.0.1:{port} leads to this site"));
    assert_line(&done, "proxy", "ok Visitors reach the site directly: 127.0.0.1");
    stop(serving);
}

#[test]
fn an_address_that_leads_elsewhere_or_nowhere_is_a_problem() {
    let other = answer_with(|_| {
        b"HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nok\n".to_vec()
    });
    let failing = answer_with(|_| {
        b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec()
    });
    for (port, expected) in [
        (other, "problem Another site answers at "),
        (failing, "problem http://127.0.0.1:"),
        (free_port(), "problem http://127.0.0.1:"),
    ] {
        let data = folder();
        let settings = format!("[place]\nurl = \"http://127.0.0.1:{port}\"\n");
        let serving = Program::serving(data.path(), &settings).serve();
        let done = doctor(data.path());
        done.failed();
        assert_line(&done, "public address", expected);
        stop(serving);
    }
}

#[test]
fn a_proxy_that_is_not_trusted_is_a_problem_until_it_is() {
    let site_port = free_port();
    let proxy = answer_with(move |head| {
        let mut site = TcpStream::connect(("127.0.0.1", site_port)).unwrap();
        let head =
            head.replacen("\r\n", "\r\nX-Forwarded-For: 203.0.113.9\r\nConnection: close\r\n", 1);
        site.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        site.read_to_end(&mut answer).unwrap();
        answer
    });
    let data = folder();
    let place = format!("[place]\nurl = \"http://127.0.0.1:{proxy}\"\n");
    let serving = Program::serving(data.path(), &place).listen(site_port).serve();
    let done = doctor(data.path());
    done.failed();
    assert_line(&done, "proxy", "problem The proxy 127.0.0.1 isn't trusted");
    stop(serving);
    let trusting = Program::serving(data.path(), &place)
        .env("POINTHOUSE_SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]")
        .listen(site_port)
        .serve();
    let done = doctor(data.path());
    assert_eq!(done.code, Some(0), "{done:?}");
    assert_line(&done, "proxy", "ok Visitors count by their own address: 203.0.113.9");
    stop(trusting);
}

#[test]
fn a_mail_server_that_does_not_answer_is_a_problem() {
    let data = folder();
    let settings = format!(
        "[place]\nurl = \"http://127.0.0.1:{}\"\n[mail]\ntransport = \"smtp\"\nsmtp_host = \"127.0.0.1\"\n\
         smtp_port = 1\nsmtp_security = \"none\"\nsmtp_user = \"\"\n",
        free_port()
    );
    stop(Program::serving(data.path(), &settings).serve());
    let done = doctor(data.path());
    done.failed();
    assert_line(&done, "mail", "problem The mail server can't be used: ");
}

#[test]
fn copies_of_backups_are_checked() {
    let (data, copies) = (folder(), folder());
    let path = copies.path().display().to_string();
    let site = Program::serving(data.path(), "").env("POINTHOUSE_BACKUPS__FOLDER", &path);
    let serving = site.env("POINTHOUSE_BACKUPS__PASSPHRASE", "wombats dig at night").serve();
    let done = doctor(data.path());
    assert_line(&done, "backup copy", "warning Folder: has no copy yet");
    stop(serving);
}
