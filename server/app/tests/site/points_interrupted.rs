//! Imports of points that a stop or a kill interrupts: everybody is paid once.

use std::path::Path;
use std::time::{Duration, Instant};

use pointhouse::accounts::{AccountRow, NameKind};
use pointhouse::tables::{self, NumberRow};
use pointhouse_store::{Batch, Store, encode};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::points_files::{ImportSite, has_ended, reopen};
use crate::rig::{Member, Patience, Program};

#[tokio::test]
async fn an_import_that_was_not_through_goes_on_at_the_next_start() {
    let mut site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    site.verify(&emu).await;
    // In the order of the lines on disk: theirs is that of the addresses.
    site.import("email,points\ndingo@example.com,10\nemu@example.com,10\n").await;
    site.verify(&dingo).await;
    // Dingo's line as pending. Emu's is paid, but its row doesn't show that: no commit leaves that
    // state, but the once-key must hold all the same.
    let store = site.server.site().store().clone();
    reopen(&store, &[&dingo, &emu]).await;
    drop(store);
    site.server.restart().await;
    // The start resumes them as well; whichever comes second has nothing to do.
    site.server.site().imports().resume().await.unwrap();
    let balance =
        |member: &Member| site.server.site().wallets().balance(member.id).unwrap().balance;
    assert_eq!((balance(&emu), balance(&dingo)), (10, 10));
    assert!(has_ended(site.server.site().store()));
    site.server.prove();
}

/// Members with verified emails, as rows of a folder without a server.
fn plant(data: &Path, count: u64) {
    let (store, _) = Store::open(data, pointhouse::formats::options()).unwrap();
    let mut batch = Batch::new();
    for number in 1..=count {
        let (id, name) = (number.to_be_bytes(), format!("member_{number}"));
        let row = AccountRow {
            revision: 1,
            username: name.clone(),
            email: format!("{name}@example.com"),
            email_verified: true,
            password: String::new(),
            token_version: 1,
            active: true,
            account_id: format!("CODE{number}"),
            created_at: 0,
        };
        for name in [
            NameKind::Email.key(&row.email),
            NameKind::Username.key(&name),
            NameKind::AccountId.key(&row.account_id),
        ] {
            batch.put(tables::NAME, &name, &encode(&NumberRow(number)).unwrap()).unwrap();
        }
        batch.put(tables::ACCOUNT, &id, &encode(&row).unwrap()).unwrap();
    }
    let next = encode(&NumberRow(count + 1)).unwrap();
    batch.put(tables::SETTING, b"next_user", &next).unwrap();
    store.commit(batch).wait().unwrap();
    store.close(Instant::now() + Duration::from_secs(60));
}

#[test]
fn a_kill_in_the_middle_of_an_import_pays_everybody_once() {
    const MEMBERS: u64 = 3000;
    let data = crate::command_line::folder();
    plant(data.path(), MEMBERS);
    let serve = || {
        let program = Program::on(data.path(), &["serve"]);
        program.env("POINTHOUSE_ADMIN_PASSWORD", "admin-password-1").serve()
    };
    let mut serving = serve();
    let http = crate::rig::blocking_client();
    let login = |url: &str| -> String {
        let call = http.post(format!("{url}/api/admin/login"));
        let call = call.json(&json!({ "password": "admin-password-1" })).send().unwrap();
        call.json::<Value>().unwrap()["token"].as_str().unwrap().to_owned()
    };
    let lines: String = (1..=MEMBERS).map(|n| format!("member_{n}@example.com,10\n")).collect();
    let file = format!("email,points\n{lines}");
    let send = |url: &str, token: &str| {
        let call = http.post(format!("{url}/api/admin/points/import?dryRun=false"));
        call.bearer_auth(token).header("content-type", "text/csv").body(file.clone()).send()
    };
    let token = login(&serving.url);
    let commits = |url: &str| -> u64 {
        let text = http.get(format!("{url}/metrics")).bearer_auth(&token).send().unwrap();
        let text = text.text().unwrap();
        let line =
            text.lines().find(|line| line.starts_with("pointhouse_store_commits_total ")).unwrap();
        line.rsplit(' ').next().unwrap().parse().unwrap()
    };
    let before = commits(&serving.url);
    std::thread::scope(|scope| {
        let sending = scope.spawn(|| send(&serving.url, &token).map(|answer| answer.status()));
        let patience = Patience::for_event("200 commits of the file");
        while commits(&serving.url) < before + 200 && !sending.is_finished() {
            patience.check();
        }
        serving.signal(Signal::KILL);
        let _ = sending.join().unwrap();
    });
    serving.kill();

    let serving = serve();
    // The same file again: reported as soon as it is processed, and paid only once.
    let done: Value = send(&serving.url, &login(&serving.url)).unwrap().json().unwrap();
    assert_eq!((&done["repeated"], &done["credited"]), (&json!(true), &json!(MEMBERS)));
    assert_eq!(done["creditedPoints"], 10 * MEMBERS);
    crate::command_line::stop(serving);
    let findings = pointhouse::verify::verify(data.path()).unwrap();
    assert_eq!((findings.faults, findings.points), (Vec::new(), u128::from(10 * MEMBERS)));
}
