//! The health page: store, backups, jobs, push, mail.

use std::time::Duration;

use futures_util::FutureExt;
use pointhouse::clock::Millis;
use pointhouse::formats;
use serde_json::{Value, json};

use crate::dice::settled_bet;
use crate::rig::{DAY, Patience, Server};

async fn health(server: &Server, admin: &str) -> Value {
    server.get("/api/admin/health").by(admin).send().await.of(200)
}

fn service<'a>(health: &'a Value, name: &str) -> &'a Value {
    let all = health["services"].as_array().unwrap();
    all.iter().find(|service| service["name"] == name).unwrap()
}

/// A job as the page shows it; null when it is not there.
async fn job(server: &Server, name: &str) -> Value {
    let admin = server.admin().await;
    let health = health(server, &admin).await;
    let jobs = health["jobs"].as_array().unwrap();
    jobs.iter().find(|job| job["name"] == name).cloned().unwrap_or_default()
}

/// A job that has run since the start.
pub(crate) async fn ran(server: &Server, name: &str) -> Value {
    for _ in 0..100_000 {
        let job = job(server, name).await;
        if job["runs"].as_u64().is_some_and(|runs| runs > 0) {
            return job;
        }
    }
    panic!("{name} did not run");
}

/// The metrics of a job.
async fn job_lines(server: &Server, name: &str) -> Vec<String> {
    let text = server.get("/metrics").by(&server.admin().await).send().await.text;
    let label = format!("{{job=\"{name}\"}}");
    let lines = text.lines().filter_map(|line| line.strip_prefix("pointhouse_job_"));
    lines.filter(|line| line.contains(&label)).map(|line| line.replace(&label, "")).collect()
}

#[tokio::test]
async fn the_site_says_how_it_fares() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let before = health(&server, &admin).await;
    assert_eq!(
        (&before["store"]["state"], &before["store"]["note"]),
        (&json!("good"), &Value::Null)
    );
    assert!(before["store"]["journalBytes"].as_u64().unwrap() > 0);
    assert!(before["store"]["freeBytes"].as_u64().unwrap() > 0);
    assert_eq!(before["version"], env!("CARGO_PKG_VERSION"));
    let jobs: Vec<&str> = before["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| job["name"].as_str().unwrap())
        .collect();
    for job in ["base", "giveaways", "links", "rates", "receipts", "rounds"] {
        assert!(jobs.contains(&job), "{job} of {jobs:?}");
    }
    // A socket more, and a commit more.
    server.player("emu", 5).await;
    let _socket = server.listen(&json!({})).await;
    let after = health(&server, &admin).await;
    assert_eq!(after["push"]["sockets"], before["push"]["sockets"].as_u64().unwrap() + 1);
    let commit = |health: &Value| health["store"]["lastCommit"].as_u64().unwrap();
    assert!(commit(&after) > commit(&before));
}

#[tokio::test]
async fn the_memory_adds_up_and_sockets_and_logins_are_counted() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let count = |health: &Value, name: &str| {
        let parts = health["memory"]["parts"].as_array().unwrap();
        let part = parts.iter().find(|part| part["name"] == name).unwrap();
        (part["count"].as_u64(), part["bytes"].as_u64().unwrap())
    };
    let before = health(&server, &admin).await;
    server.member("emu").await;
    let _socket = server.listen(&json!({})).await;
    let after = health(&server, &admin).await;
    for name in ["sockets", "sessions", "accounts"] {
        let ((was, small), (is, large)) = (count(&before, name), count(&after, name));
        assert_eq!(is, was.map(|was| was + 1), "{name}");
        assert!(large > small, "{name}");
    }
    let memory = &after["memory"];
    let parts = memory["parts"].as_array().unwrap();
    let sum: u64 = parts.iter().map(|part| part["bytes"].as_u64().unwrap()).sum();
    assert_eq!(memory["totalBytes"], sum);
    assert!(memory["limitBytes"].as_u64().unwrap() > sum);
    assert_eq!(parts.last().unwrap()["name"], "rest");
    assert!(count(&after, "program").1 > 0);
}

#[tokio::test]
async fn a_backup_is_written_and_can_be_restored() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.player("emu", 321).await;
    assert_eq!(health(&server, &admin).await["backups"], json!([]));
    let written = server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
    let name = written["backup"]["name"].as_str().unwrap();
    assert_eq!(written["message"], format!("Everything is in {name}"));
    let progress = server.get("/api/admin/backup/progress").by(&admin).send().await.of(200);
    assert_eq!(progress, json!({ "success": true, "stage": null }));
    assert_eq!(health(&server, &admin).await["backups"], json!([written["backup"]]));
    let audit = server.get("/api/admin/audit?q=backup").by(&admin).send().await.of(200);
    assert!(audit["items"][0]["after"].as_str().unwrap().contains(name));
    // Later commits are not in it.
    server.player("bilby", 7).await;
    let file = server.data().join("backups").join(name);
    server.stop();
    let place = tempfile::tempdir().unwrap();
    let restored =
        pointhouse_store::Store::restore(&file, place.path(), &formats::current(), formats::OLDEST)
            .unwrap();
    assert!(restored.rows + restored.commits > 0);
    let findings = pointhouse::verify::verify(place.path()).unwrap();
    assert_eq!(findings.faults, Vec::<String>::new());
    assert_eq!((findings.accounts, findings.points), (1, 321), "{}", emu.name);
}

#[tokio::test]
async fn one_backup_is_written_at_a_time() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let backups = server.site().backups().clone();
    let mut first = Box::pin(backups.asked());
    assert!((&mut first).now_or_never().is_none());
    for path in ["/api/admin/backup", "/api/admin/backup/download"] {
        let body =
            if path.ends_with("download") { json!({ "encryption": "none" }) } else { json!({}) };
        let answer = server.post(path).by(&admin).json(&body).send().await;
        assert_eq!(answer.of(409)["error"], "busy", "{path}");
    }
    // One that has to be there before data is removed waits for its turn.
    let mut before = Box::pin(backups.before("reset"));
    assert!((&mut before).now_or_never().is_none());
    first.await.unwrap();
    before.await.unwrap();
    assert_eq!(backups.all().len(), 2);
    server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
}

#[tokio::test]
async fn the_owner_downloads_a_backup_one_at_a_time() {
    let server = Server::start().await;
    let admin = server.admin().await;
    server.player("emu", 321).await;
    // More than the sockets hold, so that the server has to wait for its client.
    let mut noise = 1_u64;
    for part in 0..128 {
        let mut batch = pointhouse_store::Batch::new();
        for row in 0..32 {
            let mut bytes = Vec::with_capacity(4_000);
            for _ in 0..500 {
                noise = noise.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                bytes.extend_from_slice(&(noise >> 16).to_le_bytes());
            }
            let key = format!("download/{part}/{row}");
            batch.put(pointhouse::tables::RECEIPT, key.as_bytes(), &bytes).unwrap();
        }
        server.site().store().commit(batch).await.unwrap();
    }
    let plain = json!({ "encryption": "none" });
    let offer = async || {
        let offer = server.post("/api/admin/backup/download").by(&admin).json(&plain).send();
        let offer = offer.await.of(200);
        (offer["path"].as_str().unwrap().to_owned(), offer["bytes"].as_u64().unwrap())
    };
    let (path, length) = offer().await;
    // The answer has begun and its body is not read.
    let pending = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
    assert_eq!(pending.status(), 200);
    let ask = || server.post("/api/admin/backup/download").by(&admin).json(&plain).send();
    assert_eq!(ask().await.of(409)["error"], "busy");
    let name = pending.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert!(name.starts_with("attachment; filename=\"pointhouse-"), "{name}");
    assert_eq!(pending.content_length(), Some(length));
    let bytes = pending.bytes().await.unwrap();
    let [kept] = server.site().backups().all().try_into().unwrap();
    assert!(std::fs::read(server.site().backups().path(&kept)).unwrap() == bytes);
    let audit = server.get("/api/admin/audit?q=backup.download").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 1);
    // An address works once, and for a minute.
    server.get(&path).send().await.refused(404, "not_found");
    let (late, _) = offer().await;
    server.pass(61_000);
    server.get(&late).send().await.refused(404, "not_found");
    // A new offer replaces the one before.
    let (first, _) = offer().await;
    let (second, _) = offer().await;
    server.get(&first).send().await.refused(404, "not_found");
    assert_eq!(server.get(&second).send().await.status, 200);
    // A download that stands still makes way for another one, and ends.
    let (path, _) = offer().await;
    let stalled = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
    assert_eq!(ask().await.of(409)["error"], "busy");
    let patience = Patience::for_event("the sockets are full");
    loop {
        server.pass(61_000);
        let answer = ask().await;
        // Bytes that were taken while the backup was written hold it up once more.
        if answer.status == 200 {
            let path = answer.body["path"].as_str().unwrap();
            let sent = server.http.get(format!("{}{path}", server.url)).send().await.unwrap();
            if sent.status() == 200 {
                break;
            }
        }
        patience.check();
    }
    assert!(stalled.bytes().await.is_err());
}

#[tokio::test]
async fn a_download_is_encrypted_unless_the_owner_says_otherwise() {
    let key = age::x25519::Identity::generate();
    let mut server = Server::start().await;
    server.player("emu", 321).await;
    let order = async |server: &Server, body: Value| {
        let admin = server.admin().await;
        server.post("/api/admin/backup/download").by(&admin).json(&body).send().await
    };
    for (body, field) in [
        (json!({ "encryption": "settings" }), "encryption"),
        (json!({ "encryption": "passphrase" }), "passphrase"),
        (json!({ "encryption": "passphrase", "passphrase": "elevenchars" }), "passphrase"),
        (json!({ "encryption": "passphrase", "passphrase": "1Q2w3e4r5t6y" }), "passphrase"),
    ] {
        let refused = order(&server, body).await.of(400);
        assert!(refused["fields"][field].is_string(), "{refused}");
    }
    order(&server, json!({})).await.of(400);
    assert_eq!(server.site().backups().all(), []);
    // The bytes that arrive, and those of the newest backup.
    let fetch = async |server: &Server, body: Value| {
        server.pass(1000);
        let offer = order(server, body).await.of(200);
        let path = format!("{}{}", server.url, offer["path"].as_str().unwrap());
        let sent = server.http.get(path).send().await.unwrap();
        let name = sent.headers()["content-disposition"].to_str().unwrap().to_owned();
        assert!(name.ends_with(".base.age\""), "{name}");
        assert_eq!(sent.content_length(), offer["bytes"].as_u64());
        let backups = server.site().backups().clone();
        let newest = backups.all().into_iter().max_by_key(|one| one.name.clone()).unwrap();
        (sent.bytes().await.unwrap().to_vec(), std::fs::read(backups.path(&newest)).unwrap())
    };
    let passphrase = "wombats dig at night";
    let body = json!({ "encryption": "passphrase", "passphrase": passphrase });
    let (sealed, plain) = fetch(&server, body).await;
    let passphrase = pointhouse::passphrase::Passphrase::new(passphrase).unwrap();
    let opened = pointhouse::passphrase::decrypt_with_passphrase(&sealed, &passphrase, plain.len());
    assert!(opened.unwrap() == plain);
    server.restart_with(|config| config.backups.recipient = key.to_public().to_string()).await;
    assert_eq!(health(&server, &server.admin().await).await["backupKey"], true);
    let (sealed, plain) = fetch(&server, json!({ "encryption": "settings" })).await;
    assert!(age::decrypt(&key, &sealed).unwrap() == plain);
    let admin = server.admin().await;
    let audit = server.get("/api/admin/audit?q=backup.download").by(&admin).send().await.of(200);
    let text = audit.to_string();
    assert!(
        text.contains("settings") && text.contains("passphrase") && !text.contains("wombats"),
        "{text}"
    );
}

#[tokio::test]
async fn backups_age_out() {
    let server = Server::start().await;
    let admin = server.admin().await;
    server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
    let (backups, month) = (server.site().backups().clone(), Duration::from_secs(30 * 86_400));
    let written = backups.all()[0].created_at;
    for (days, left) in [(29, 1), (31, 0)] {
        server.clock.move_to(Millis(written + days * DAY));
        assert_eq!(backups.forget_older(month).unwrap(), 1 - left);
        assert_eq!(backups.all().len(), left);
    }
}

#[tokio::test]
async fn the_health_page_shows_the_state_of_mail() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let seen = health(&server, &admin).await;
    assert_eq!(service(&seen, "mail")["state"], "off");
    assert_eq!(service(&seen, "mail")["lastGoodAt"], Value::Null);
    let emu = server.member("emu").await;
    let send = server.post("/api/auth/send-verification").by(&emu.token).json(&json!({}));
    send.send().await.of(200);
    server.emails(1).await;
    server.site().accounts().mailer.deliver_due().await.unwrap();
    let seen = health(&server, &admin).await;
    let mail = service(&seen, "mail");
    assert!(mail["lastGoodAt"].is_string(), "{mail}");
    assert_eq!(mail["note"], "Emails are written into files: 0 waiting, 0 failed");
}

#[tokio::test]
async fn mail_that_cannot_leave_is_failing_with_its_reason() {
    let server = Server::with(|config| {
        config.mail.transport = pointhouse::config::MailTransport::Smtp;
        config.mail.smtp_host = "127.0.0.1".to_owned();
        // No server listens on this port.
        config.mail.smtp_port = 1;
        config.mail.smtp_security = pointhouse::config::SmtpSecurity::None;
    })
    .await;
    let admin = server.admin().await;
    // The sign-up writes an email.
    server.member("emu").await;
    server.site().accounts().mailer.deliver_due().await.unwrap();
    let seen = health(&server, &admin).await;
    let mail = service(&seen, "mail");
    assert_eq!((&mail["state"], &mail["lastGoodAt"]), (&json!("failing"), &Value::Null));
    assert!(mail["lastError"].as_str().is_some_and(|reason| !reason.is_empty()), "{mail}");
    assert!(!mail.to_string().contains("emu@"), "{mail}");
}

#[tokio::test]
async fn a_backup_that_fails_leaves_nothing_and_hand_made_ones_push_out_no_way_back() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    server.player("emu", 5).await;
    let reset = server.post("/api/wager-tracking/complete-reset").by(&admin);
    let way_back = reset.send().await.of(200)["backup"].as_str().unwrap().to_owned();
    for _ in 0..12 {
        server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
        server.pass(1000);
    }
    let seen = health(&server, &admin).await;
    let names: Vec<&str> = seen["backups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|backup| backup["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 11, "{names:?}");
    assert!(names.contains(&way_back.as_str()), "{names:?}");
    // Left by a process that was killed over it: gone with the next start.
    let folder = server.data().join("backups");
    std::fs::write(folder.join("2026-03-10T010000-001-by-hand.unfinished"), "half").unwrap();
    server.restart().await;
    let left = std::fs::read_dir(&folder).unwrap();
    assert_eq!(left.count(), 11);
}

#[tokio::test]
async fn a_nightly_run_that_was_missed_is_made_up_for_at_the_start() {
    let mut server = Server::start().await;
    // Days pass, and a token ends.
    let base = async |server: &Server| job(server, "base").await;
    // A new site has missed nothing, and a restart on the same day has not either.
    server.restart().await;
    let now = base(&server).await;
    assert_eq!((&now["runs"], &now["running"]), (&json!(0), &json!(false)));
    server.stop();
    server.pass(2 * DAY);
    server.restart().await;
    let done = ran(&server, "base").await;
    assert_eq!((&done["runs"], &done["lastError"]), (&json!(1), &json!(null)));
    // It is known over the next start, which has nothing to make up for.
    server.restart().await;
    let after = base(&server).await;
    assert_eq!((&after["runs"], &after["lastEndedAt"]), (&json!(0), &done["lastEndedAt"]));
    server.prove();
}

#[tokio::test]
async fn a_nightly_run_that_failed_is_made_up_for_and_holds_no_old_backup() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
    let copies =
        |server: &Server| std::fs::read_dir(server.data().join("backups")).unwrap().count();
    // A file blocks the path of the folder of bases.
    let bases = server.data().join("bases");
    std::fs::write(&bases, "in the way").unwrap();
    assert_eq!(copies(&server), 1);
    // A file's age is its modification time in the file system.
    let written = server.site().backups().all()[0].created_at;
    server.stop();
    server.clock.move_to(Millis(written + 31 * DAY));
    server.restart().await;
    let failed = ran(&server, "base").await;
    assert_eq!((&failed["state"], &failed["failures"]), (&json!("failing"), &json!(1)));
    assert!(failed["lastError"].as_str().unwrap().contains("bases"), "{failed}");
    assert_eq!(failed["lastFailedAt"], failed["lastEndedAt"]);
    let lines = job_lines(&server, "base").await;
    assert!(lines.contains(&"runs_total 1".to_owned()), "{lines:?}");
    assert!(lines.contains(&"failures_total 1".to_owned()), "{lines:?}");
    assert!(lines.contains(&"failures_in_a_row 1".to_owned()), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("last_success_timestamp")), "{lines:?}");
    assert_eq!(copies(&server), 0);
    // On the same day: it is still to be done.
    std::fs::remove_file(&bases).unwrap();
    server.restart().await;
    let done = ran(&server, "base").await;
    assert_eq!((&done["state"], &done["lastError"]), (&json!("good"), &Value::Null));
    assert_eq!(std::fs::read_dir(&bases).unwrap().count(), 1);
    server.restart().await;
    assert_eq!(job(&server, "base").await["runs"], 0);
}

#[tokio::test]
async fn on_demand_jobs_are_listed() {
    let server = Server::start().await;
    let emails = ran(&server, "outbox").await;
    assert_eq!((&emails["schedule"], &emails["atLeastEvery"]), (&Value::Null, &json!(60)));
    // There are no bets.
    let waiting = job(&server, "live_bets").await;
    assert_eq!((&waiting["runs"], &waiting["lastEndedAt"]), (&json!(0), &Value::Null));
    let lines = job_lines(&server, "live_bets").await;
    assert_eq!(lines, ["runs_total 0", "failures_total 0", "failures_in_a_row 0"]);
    let emu = server.planted("emu", 1000).await;
    server.bet(&emu, &settled_bet(10, 0, true)).await.of(200);
    let actual = ran(&server, "live_bets").await;
    assert_eq!((&actual["schedule"], &actual["atLeastEvery"]), (&Value::Null, &Value::Null));
    assert_eq!((&actual["state"], &actual["lastError"]), (&json!("good"), &Value::Null));
    assert_eq!(actual["lastEndedAt"], server.clock.now().iso());
    let good = format!("last_success_timestamp_seconds {}", server.clock.now().0 / 1000);
    assert!(job_lines(&server, "live_bets").await.contains(&good), "{good}");
}
