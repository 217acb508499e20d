//! Lines of imported files: a failing line doesn't stop the others, numbers are unambiguous, and
//! account deletions remove a member's lines.

use pointhouse::allowance::Maker;
use pointhouse::audit::Actor;
use pointhouse::points::imports::{ImportError, ImportFile, LineRow, LineState, Named};
use pointhouse::tables;
use pointhouse::wallet::{Amount, Change, Post, Reason};
use pointhouse_rules::Points;
use pointhouse_store::{Batch, decode};
use reqwest::Method;
use serde_json::json;
use tokio::sync::oneshot;

use crate::points_files::{FIRST_IMPORT, ImportSite, has_ended, reopen, statuses};
use crate::rig::{PASSWORD, Patience};

fn add(points: u64) -> Post {
    let amount = Amount::Add(Points::new(points).unwrap());
    let change = Change { amount, reason: Reason::AdminAdd, reference: None };
    Post { changes: vec![change], riders: None, request: None, once: None }
}

#[tokio::test]
async fn a_wallet_that_cannot_be_read_stops_its_own_line_and_no_other() {
    let mut site = ImportSite::start().await;
    let [dingo, emu] = [site.server.member("dingo").await, site.server.member("emu").await];
    site.verify(&dingo).await;
    site.verify(&emu).await;
    let store = site.server.site().store().clone();
    let mut batch = Batch::new();
    batch.put(tables::WALLET, &dingo.id.0.to_be_bytes(), b"\x09").unwrap();
    store.commit(batch).await.unwrap();

    let file = "email,points\ndingo@example.com,10\nemu@example.com,20\n";
    let done = site.import(file).await;
    assert_eq!(statuses(&done), [(2, "waiting"), (3, "credited")]);
    assert_eq!(done["lines"][0]["reason"], "The member's wallet could not be read; tried again");
    assert_eq!(site.server.balance(&emu).await, 20);
    assert!(has_ended(&store));
    assert_eq!(site.waiting().await.len(), 1);
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 0);

    // After the repair, the line is paid automatically.
    let mut batch = Batch::new();
    batch.delete(tables::WALLET, &dingo.id.0.to_be_bytes()).unwrap();
    store.commit(batch).await.unwrap();
    drop(store);
    site.server.restart().await;
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 1);
    assert_eq!(site.server.site().wallets().balance(dingo.id).unwrap().balance, 10);
    site.server.prove();
}

#[tokio::test]
async fn a_line_of_a_member_who_is_playing_is_paid_as_soon_as_they_let_it() {
    let mut site = ImportSite::start().await;
    let emu = site.server.member("emu").await;
    site.verify(&emu).await;
    let wallets = site.server.site().wallets().clone();
    let (go, wait) = std::sync::mpsc::channel::<()>();
    let (begun, started) = oneshot::channel();
    let mut slow = add(1);
    slow.riders = Some(Box::new(move |_, _, _| {
        let _ = begun.send(());
        let _ = wait.recv();
        Ok(())
    }));
    let spawn = |post| {
        let (wallets, user) = (wallets.clone(), emu.id);
        tokio::spawn(async move { wallets.post(user, post).await.is_ok() })
    };
    let mut posts = vec![spawn(slow)];
    started.await.unwrap();
    posts.extend((0..40).map(|_| spawn(add(1))));
    tokio::task::yield_now().await;

    let imports = site.server.site().imports().clone();
    let file = b"email,points\nemu@example.com,1000\n".to_vec();
    let import = tokio::spawn(async move {
        let file = ImportFile { bytes: file, ..ImportFile::default() };
        imports.import_file(file, Maker::Site(Actor::stored("admin".to_owned()))).await
    });
    let store = site.server.site().store().clone();
    let patience = Patience::for_event("the file is on disk");
    while store.view().get(tables::IMPORT, &FIRST_IMPORT).unwrap().is_none() {
        patience.check();
        tokio::task::yield_now().await;
    }
    // By then it has asked a wallet that is full.
    for _ in 0..1000 {
        tokio::task::yield_now().await;
    }
    go.send(()).unwrap();
    let done = import.await.unwrap();
    let mut posted = 0;
    for post in posts {
        posted += u64::from(post.await.unwrap());
    }
    assert_eq!(done.unwrap().credited, 1);
    assert_eq!(site.server.balance(&emu).await, 1000 + posted);
    drop((store, wallets));
    site.server.prove();
}

#[tokio::test]
async fn an_import_that_stood_still_goes_on_within_the_minute() {
    let mut site = ImportSite::start().await;
    let [dingo, emu] = [site.server.member("dingo").await, site.server.member("emu").await];
    site.import("email,points\ndingo@example.com,10\nemu@example.com,10\n").await;
    site.verify(&dingo).await;
    let store = site.server.site().store().clone();
    reopen(&store, &[&dingo, &emu]).await;
    site.server.site().imports().retry_waiting().await.unwrap();
    assert!(has_ended(&store));
    assert_eq!((site.server.balance(&dingo).await, site.server.balance(&emu).await), (10, 0));
    assert_eq!(site.waiting().await.len(), 1);
    drop(store);
    site.server.prove();
}

#[tokio::test]
async fn who_leaves_is_forgotten_also_by_lines_that_nobody_has_processed() {
    let site = ImportSite::start().await;
    let [dingo, emu] = [site.server.member("dingo").await, site.server.member("emu").await];
    site.import("email,points\ndingo@example.com,10\nemu@example.com,10\n").await;
    let store = site.server.site().store().clone();
    reopen(&store, &[&dingo, &emu]).await;
    let call = site.server.call(Method::DELETE, "/api/auth/delete-account").by(&emu.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    let rows = store.view().scan(tables::IMPORT_LINE, &[], &[], 99).unwrap();
    let rows: Vec<LineRow> = rows.iter().map(|(_, row)| decode(row).unwrap()).collect();
    assert_eq!((rows[0].state, rows[1].state), (LineState::Pending, LineState::Removed));
    assert_eq!(rows[1].named, Named::default());
}

#[tokio::test]
async fn an_account_is_deleted_while_a_long_file_is_imported() {
    let site = ImportSite::start().await;
    let emu = site.server.member("emu").await;
    let lines = (0..3000).map(|number| format!("member{number}@example.com,1\n"));
    let file = format!("email,points\n{}", lines.collect::<String>()).into_bytes();
    let file = ImportFile { bytes: file, ..ImportFile::default() };
    let imports = site.server.site().imports().clone();
    let importing = imports.clone();
    let import =
        tokio::spawn(
            async move { importing.import_file(file, Maker::Site(Actor::console())).await },
        );
    let store = site.server.site().store().clone();
    let patience = Patience::for_event("a line was processed");
    let waiting = || store.view().scan(tables::IMPORT_WAITING, &[], &[], 3000).unwrap().len();
    while waiting() == 0 {
        patience.check();
        tokio::task::yield_now().await;
    }
    let write = |batch| async {
        let processed = waiting();
        store.commit(batch).await?;
        Ok::<_, ImportError>(processed)
    };
    let processed = imports.forget(emu.id, Batch::new(), write).await.unwrap();
    assert!(processed < 3000, "{processed}");
    assert_eq!(import.await.unwrap().unwrap().waiting, 3000);
    assert!(has_ended(&store));
}

/// What is not a number of points.
const BAD_POINTS: &[&str] = &[
    "12,50",
    "1,00",
    "1,0000",
    "1,",
    ",100",
    "1,000,00",
    "10,00.00",
    "1,000 000",
    "0,100",
    "1000,000",
    "1.000",
    "1.000.000",
    "1.000,00",
    "12.50",
    "1.5",
    "1.0000",
    "1.",
    ".00",
    ".0",
    "-5",
    "1e3",
    "1'000",
    "  ",
    "٣",
];

#[tokio::test]
async fn points_are_read_in_one_way_or_not_at_all() {
    let site = ImportSite::start().await;
    let good = [
        ("7", 7),
        ("007", 7),
        ("100.0", 100),
        ("100.00", 100),
        ("1,000", 1000),
        ("12,345,678", 12_345_678),
        ("1,000.00", 1000),
        ("1 000", 1000),
        ("1\u{a0}000", 1000),
        ("1\u{202f}000", 1000),
        ("1_000_000", 1_000_000),
    ];
    let bad = BAD_POINTS;
    let texts = good.iter().map(|(text, _)| *text).chain(bad.iter().copied());
    let lines: String =
        (0..).zip(texts).map(|(n, text)| format!("a{n}@example.com;\"{text}\"\n")).collect();
    let tried = site.send(true, &format!("email;points\n{lines}")).await.of(200);
    let actual = tried["lines"].as_array().unwrap();
    assert_eq!(actual.len(), good.len() + bad.len());
    for ((text, points), line) in good.iter().zip(actual) {
        assert_eq!(
            (&line["status"], &line["points"]),
            (&json!("waiting"), &json!(points)),
            "{text}"
        );
    }
    for (text, line) in bad.iter().zip(&actual[good.len()..]) {
        assert_eq!(line["status"], "invalid", "{text}");
    }
    let reason = |text| {
        let place = bad.iter().position(|bad| *bad == text).unwrap();
        actual[good.len() + place]["reason"].as_str().unwrap()
    };
    for (text, expected) in [
        ("1.000", "1.000 can be read in two ways: choose what the dot is, or write 1 or 1000"),
        ("12,50", "The points may be divided into groups of three digits only, as in 1,000"),
        (
            "1.000.000",
            "1.000.000 has dots between groups of three digits: choose the dot as the thousands separator, \
             or write 1000000",
        ),
        ("12.50", "The points must be a whole number of at least 0"),
    ] {
        assert_eq!(reason(text), expected);
    }
    // There is nothing to pay on these lines.
    let tried =
        site.send(true, "email;points\na@example.com;0\nb@example.com;0.00\n").await.of(200);
    assert_eq!(tried["lines"], json!([]));
}

#[tokio::test]
async fn another_column_makes_no_other_line() {
    let site = ImportSite::start().await;
    let [dingo, emu] = [site.server.member("dingo").await, site.server.member("emu").await];
    site.verify(&emu).await;
    site.approve(&dingo, "dingo_c").await;
    site.import("email,rainbet,points\nemu@example.com,,100\n,dingo_c,100\n").await;
    // A name that proves nothing, other spelling, and a further proof.
    let again = "email,username,kick,rainbet,points\n\
        EMU@example.com,Emu,emu_chat,emu_c,100\n,dingo,,DINGO_C,100\n";
    let tried = site.send(true, again).await.of(200);
    let done = site.import(again).await;
    assert_eq!(statuses(&done), [(2, "waiting"), (3, "waiting")]);
    assert_eq!(statuses(&tried), statuses(&done));
    for line in done["lines"].as_array().unwrap() {
        assert_eq!(line["reason"], "The same line was in import 1 already");
    }
    // Each of its names is known from then on.
    let third = site.import("rainbet,points\nemu_c,100\n").await;
    assert_eq!(third["lines"][0]["reason"], "The same line was in import 2 already");
    // Other points are another line.
    let more = site.import("email,username,points\nemu@example.com,Emu,101\n").await;
    assert_eq!(statuses(&more), [(2, "credited")]);
    assert_eq!((site.server.balance(&emu).await, site.server.balance(&dingo).await), (201, 100));
}

#[tokio::test]
async fn an_apostrophe_that_belongs_to_a_name_is_not_dropped() {
    let site = ImportSite::start().await;
    let file = "email,username,points\n'x@example.com,,10\n'+x@example.com,,20\n,'tis,30\n\
        ,'=sum,40\nx@example.com,,'50\n";
    let done = site.import(file).await;
    let expected = [(2, "invalid"), (3, "waiting"), (4, "waiting"), (5, "waiting"), (6, "waiting")];
    assert_eq!(statuses(&done), expected);
    assert_eq!(done["lines"][0]["reason"], "The email begins with an apostrophe");
    let waiting = site.waiting().await;
    let named = |points: u64, name: &str| {
        let line = waiting.iter().find(|line| line["points"] == points).unwrap();
        line[name].as_str().unwrap().to_owned()
    };
    assert_eq!(
        (named(20, "email"), named(50, "email")),
        ("+x@example.com".into(), "x@example.com".into())
    );
    assert_eq!((named(30, "username"), named(40, "username")), ("'tis".into(), "=sum".into()));
}

#[tokio::test]
async fn lines_with_no_points_are_left_out_and_counted() {
    let site = ImportSite::start().await;
    let emu = site.server.member("emu").await;
    site.verify(&emu).await;
    let file = "email,points\na@example.com,0\nemu@example.com,20\nb@example.com,0.00\n";
    let tried = site.send(true, file).await.of(200);
    assert_eq!((statuses(&tried), &tried["withoutPoints"]), (vec![(3, "credited")], &json!(2)));
    let done = site.import(file).await;
    assert_eq!((&done["credited"], &done["withoutPoints"]), (&json!(1), &json!(2)));
    // Also of a file that was imported before, whichever of these lines it has now.
    let again = site.import("email,points\nemu@example.com,20\nc@example.com,0\n").await;
    assert_eq!((&again["repeated"], &again["withoutPoints"]), (&json!(true), &json!(1)));
    // A file of nothing else says so, too, before it is refused.
    let empty = "email,points\na@example.com,0\n";
    assert_eq!(site.send(true, empty).await.of(200)["withoutPoints"], json!(1));
    site.send(false, empty).await.refused(400, "bad_file");
}
