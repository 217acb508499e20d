//! Files of points as people have them, lines that name a linked Kick account, and imports that are taken back.

use pointhouse::accounts::{KickLinkRow, LinkedBy};
use pointhouse::points::imports::{ImportRow, LineRow, LineState, TakenBack};
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use serde_json::{Value, json};

use crate::points_files::{ImportSite, link_chat, statuses};
use crate::rig::{Answer, NOON, PASSWORD, SECOND};

async fn send(site: &ImportSite, query: &str, bytes: &[u8]) -> Answer {
    let path = format!("/api/admin/points/import{query}");
    let call = site.server.post(&path).by(&site.admin).header("content-type", "text/csv");
    call.bytes(bytes.to_vec()).send().await
}

fn names(report: &Value) -> Vec<&Value> {
    report["lines"].as_array().unwrap().iter().map(|line| &line["names"]).collect()
}

#[tokio::test]
async fn line_numbers_are_those_of_an_editor() {
    let site = ImportSite::start().await;
    for end in ["\n", "\r\n", "\r"] {
        let file = ["email,points", "a@example.com,1", "", "b@example.com,x", "c@example.com,3"];
        let tried = send(&site, "", file.join(end).as_bytes()).await.of(200);
        assert_eq!(statuses(&tried), [(2, "waiting"), (4, "invalid"), (5, "waiting")], "{end:?}");
    }
    let tried = send(&site, "", b"sep=;\r\nusername;points\r\nemu;1,000\r\n").await.of(200);
    assert_eq!(
        (statuses(&tried), &tried["lines"][0]["points"]),
        (vec![(3, "waiting")], &json!(1000))
    );
}

#[tokio::test]
async fn the_encoding_is_read_or_asked_for() {
    let site = ImportSite::start().await;
    let text = "username,points\nZo\u{eb},1\n";
    let latin: Vec<u8> = text.chars().map(|sign| u8::try_from(u32::from(sign)).unwrap()).collect();
    let wide = |to: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(to).collect::<Vec<u8>>();
    let little = wide(u16::to_le_bytes);
    for file in [
        [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat(),
        [&[0xff, 0xfe], &*little].concat(),
        [&[0xfe, 0xff], &*wide(u16::to_be_bytes)].concat(),
        text.as_bytes().to_vec(),
    ] {
        assert_eq!(names(&send(&site, "", &file).await.of(200)), [&json!(["Zo\u{eb}"])]);
    }
    for (file, encoding) in [(latin, "windows-1252"), (little, "utf-16le")] {
        send(&site, "", &file).await.refused(400, "unknown_encoding");
        let tried = send(&site, &format!("?encoding={encoding}"), &file).await.of(200);
        assert_eq!(names(&tried), [&json!(["Zo\u{eb}"])]);
    }
    let lost = send(&site, "", "username,points\nZo\u{fffd},1\n".as_bytes()).await.of(200);
    assert_eq!(
        lost["lines"][0]["reason"],
        "A name has letters that were lost when the file was saved"
    );
}

#[tokio::test]
async fn two_spellings_of_one_person_are_one_person() {
    let site = ImportSite::start().await;
    let file =
        "kick,username,points\nthe_emu,,1\n@The-Emu,,2\n,Zo\u{eb},3\n,zoe\u{308}\u{200b},4\n";
    let tried = site.send(true, file).await.of(200);
    let expected = [(2, "waiting"), (3, "duplicate"), (4, "waiting"), (5, "duplicate")];
    assert_eq!(statuses(&tried), expected);
}

#[tokio::test]
async fn a_person_says_which_column_is_what_and_what_separates_thousands() {
    let site = ImportSite::start().await;
    let file = "Benutzername;Punkte;Mehr\nemu;1.234;x\ndingo;1.234.567,00;y\n";
    let seen = send(&site, "/columns", file.as_bytes()).await.of(200);
    assert_eq!((&seen["encoding"], &seen["header"]), (&json!("utf-8"), &json!(true)));
    assert_eq!(
        seen["columns"][1],
        json!({ "name": "Punkte", "meaning": null, "samples": ["1.234", "1.234.567,00"] })
    );
    assert!(seen["problem"].is_string());
    let said = "?columns=kickUsername,points,ignored&thousands=point";
    let tried = send(&site, said, file.as_bytes()).await.of(200);
    let points: Vec<_> =
        tried["lines"].as_array().unwrap().iter().map(|line| &line["points"]).collect();
    assert_eq!(points, [&json!(1234), &json!(1_234_567)]);
    let tried = send(&site, "?columns=username,points&header=false", b"emu,5\n").await.of(200);
    assert_eq!(statuses(&tried), [(1, "waiting")]);
}

#[tokio::test]
async fn lines_that_name_a_linked_kick_account_are_credited_by_the_owner_at_once() {
    let site = ImportSite::start().await;
    let emu = site.server.member("emu").await;
    link_chat(&site.server, &emu, 4711).await;
    // A word in the chat links an account, too, and proves less.
    let dingo = site.server.member("dingo").await;
    link_chat(&site.server, &dingo, 4712).await;
    let link = KickLinkRow { revision: 2, by: LinkedBy::Chat, linked_at: NOON };
    let mut batch = Batch::new();
    batch.put(tables::CHAT_LINK, &dingo.id.0.to_be_bytes(), &encode(&link).unwrap()).unwrap();
    site.server.site().store().commit(batch).await.unwrap();
    let done = site.import("kick,points\nEMU,10\nwombat,20\ndingo,30\n").await;
    assert_eq!(done["waiting"], 3);
    let reason = done["lines"][0]["reason"].as_str().unwrap();
    assert!(reason.starts_with("Names emu's linked Kick account by name only"), "{reason}");
    let path = "/api/admin/points/import/waiting?q=WOMB";
    let page = site.server.get(path).by(&site.admin).send().await.of(200);
    assert_eq!(
        (&page["total"], &page["linked"]),
        (&json!(1), &json!({ "lines": 1, "points": 10 }))
    );
    let path = "/api/admin/points/import/waiting/credit-linked";
    let done = site.server.post(path).by(&site.admin).send().await.of(200);
    assert_eq!((&done["lines"], &done["points"]), (&json!(1), &json!(10)));
    let again = site.server.post(path).by(&site.admin).send().await.of(200);
    assert_eq!(again["lines"], 0);
    assert_eq!((site.server.balance(&emu).await, site.waiting().await.len()), (10, 2));
}

#[tokio::test]
async fn an_import_is_taken_back_as_a_whole_and_once() {
    let mut site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    site.verify(&emu).await;
    site.verify(&dingo).await;
    let file = "email,points\ndingo@example.com,100\nemu@example.com,100\nx@example.com,5\n";
    site.import(file).await;
    let order =
        json!({ "userId": emu.id.to_string(), "action": "remove", "amount": 70, "reason": "" });
    site.server
        .post("/api/auth/admin/manage-points")
        .by(&site.admin)
        .json(&order)
        .send()
        .await
        .of(200);
    let listed = site.server.get("/api/admin/points/imports").by(&site.admin).send().await.of(200);
    assert_eq!(
        (&listed["items"][0]["leftPoints"], &listed["items"][0]["creditedPoints"]),
        (&json!(130), &json!(200))
    );

    // A crash after the decision: the next start completes it.
    let store = site.server.site().store().clone();
    let key = 1_u64.to_be_bytes();
    let row: ImportRow = decode(&store.view().get(tables::IMPORT, &key).unwrap().unwrap()).unwrap();
    let taken_back = Some(TakenBack::default());
    let mut batch = Batch::new();
    batch.put(tables::IMPORT, &key, &encode(&ImportRow { taken_back, ..row }).unwrap()).unwrap();
    store.commit(batch).await.unwrap();
    drop(store);
    site.server.restart().await;
    site.server.site().imports().resume().await.unwrap();
    site.server.site().imports().resume().await.unwrap();
    let store = site.server.site().store().clone();
    let row: ImportRow = decode(&store.view().get(tables::IMPORT, &key).unwrap().unwrap()).unwrap();
    let taken = row.taken_back.unwrap();
    assert_eq!((taken.points, taken.missing, taken.ended_at.is_some()), (130, 70, true));
    let lines = store.view().scan(tables::IMPORT_LINE, &[], &[], 9).unwrap();
    for (_, row) in lines {
        let row: LineRow = decode(&row).unwrap();
        assert!(matches!(row.state, LineState::TakenBack { .. } | LineState::Removed), "{row:?}");
    }
    let balance = |id| site.server.site().wallets().balance(id).unwrap().balance;
    assert_eq!((balance(emu.id), balance(dingo.id)), (0, 0));
    drop(store);
    site.server.prove();
}

#[tokio::test]
async fn after_an_import_was_taken_back_a_line_waits_for_its_member_and_pays_what_was_spent_to_nobody()
 {
    let mut site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    let [possum, quokka] = [site.server.member("possum").await, site.server.member("quokka").await];
    link_chat(&site.server, &quokka, 4711).await;
    site.verify(&emu).await;
    let file = "email,kick,points\nemu@example.com,,100\ndingo@example.com,,40\npossum@example.com,,50\n,quokka,60\n";
    site.import(file).await;
    site.tick(&waiting_for(&site, "possum@example.com").await, &possum).await.of(200);
    let linked = "/api/admin/points/import/waiting/credit-linked";
    site.server.post(linked).by(&site.admin).send().await.of(200);
    for member in [&emu, &possum, &quokka] {
        site.spend(member, 1).await;
    }
    assert_eq!(site.take_back(1).await["missing"], 3);

    let done = site.import(file).await;
    let seen = "The same line was in import 1 already";
    let unlinked = "Nobody has linked or verified this yet";
    let reasons: Vec<&str> =
        (0..3).map(|at| done["lines"][at]["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, [seen, unlinked, unlinked]);
    site.verify(&dingo).await;
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 1);
    assert_eq!(site.server.balance(&dingo).await, 40);

    // Members who spent such a line are paid again by the decision of an admin only.
    let credited = site.server.post(linked).by(&site.admin).send().await.of(200);
    assert_eq!((&credited["lines"], &credited["left"]), (&json!(0), &json!(1)));
    assert_eq!(waiting_for(&site, "quokka").await["reason"], seen);
    site.tick(&waiting_for(&site, "possum@example.com").await, &possum)
        .await
        .refused(409, "already_paid");
    assert_eq!(waiting_for(&site, "possum@example.com").await["reason"], seen);
    site.verify(&possum).await;
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 0);
    assert_eq!(site.server.balance(&possum).await, 0);
    site.tick(&waiting_for(&site, "possum@example.com").await, &possum).await.of(200);
    assert_eq!((site.server.balance(&possum).await, site.server.balance(&emu).await), (50, 0));
    site.server.prove();
}

/// The line that waits under an email or Kick name.
async fn waiting_for(site: &ImportSite, name: &str) -> Value {
    let mut waiting = site.waiting().await.into_iter();
    waiting.find(|line| line["email"] == name || line["kickUsername"] == name).unwrap()
}

#[tokio::test]
async fn a_proof_that_comes_later_pays_no_line_that_its_member_had_spent() {
    let site = ImportSite::start().await;
    let emu = site.server.member("emu").await;
    let file = "email,points\nemu@example.com,100\n";
    site.import(file).await;
    site.tick(&site.waiting().await[0], &emu).await.of(200);
    site.spend(&emu, 70).await;
    site.take_back(1).await;
    let done = site.import(file).await;
    assert_eq!(done["lines"][0]["reason"], "Nobody has linked or verified this yet");
    site.verify(&emu).await;
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 0);
    assert_eq!(site.server.balance(&emu).await, 0);
    assert_eq!(site.waiting().await[0]["reason"], "The same line was in import 1 already");
}

#[tokio::test]
async fn the_list_of_imports_reads_lines_again_when_they_have_changed() {
    let site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    site.verify(&emu).await;
    site.import("email,points\nemu@example.com,100\ndingo@example.com,40\nx@example.com,5\n").await;
    let sums = async || {
        let listed = site.newest().await;
        let of = |name: &str| listed[name].as_u64().unwrap();
        (of("creditedPoints"), of("waiting"), of("leftPoints"))
    };
    assert_eq!(sums().await, (100, 2, 100));
    // What members spend is read once a minute.
    site.spend(&emu, 30).await;
    assert_eq!(sums().await, (100, 2, 100));
    site.server.pass(60 * SECOND);
    assert_eq!(sums().await, (100, 2, 70));
    let waiting = site.waiting().await;
    let of = |name: &str| waiting.iter().find(|line| line["email"] == name).unwrap();
    site.tick(of("dingo@example.com"), &dingo).await.of(200);
    assert_eq!(sums().await, (140, 1, 110));
    let path =
        format!("/api/admin/points/import/waiting/{}", of("x@example.com")["id"].as_str().unwrap());
    site.server.call(reqwest::Method::DELETE, &path).by(&site.admin).send().await.of(200);
    assert_eq!(sums().await, (140, 0, 110));
    site.take_back(1).await;
    assert_eq!(sums().await, (0, 0, 0));
}

#[tokio::test]
async fn a_kick_name_in_two_spellings_is_paid_once_and_leaves_with_its_member() {
    let site = ImportSite::start().await;
    let emu = site.server.member("the_emu").await;
    link_chat(&site.server, &emu, 4711).await;
    site.import("kick,points\nthe_emu,100\n").await;
    for file in ["kick,points\n@The-Emu,100\n", "username,kick,points\nSome,the_emu,100\n"] {
        let done = site.import(file).await;
        let reason = done["lines"][0]["reason"].as_str().unwrap();
        assert!(!reason.starts_with("Names the_emu's linked Kick account"), "{reason}");
    }
    site.import("kick,points\nthe-emu,7\n").await;
    let path = "/api/admin/points/import/waiting/credit-linked";
    let done = site.server.post(path).by(&site.admin).send().await.of(200);
    assert_eq!((&done["lines"], &done["points"]), (&json!(2), &json!(107)));
    assert_eq!(site.server.balance(&emu).await, 107);

    site.import("kick,points\nThe_Emu,9\n").await;
    let before = site.waiting().await.len();
    let leaving = site.server.call(reqwest::Method::DELETE, "/api/auth/delete-account");
    let password = json!({ "password": PASSWORD });
    leaving.by(&emu.token).json(&password).send().await.of(200);
    assert_eq!(before - site.waiting().await.len(), 3, "all lines with the member's Kick name");
}

#[tokio::test]
async fn a_file_with_more_lines_than_are_read_is_refused_also_where_they_pay_nothing() {
    let site = ImportSite::start().await;
    let rows: String = (0..50_000).map(|number| format!("a{number},0\n")).collect();
    let fits = format!("username,points\n{rows}");
    assert_eq!(site.send(true, &fits).await.of(200)["success"], true);
    let refused = site.send(true, &format!("{fits}emu,5\n")).await.refused(400, "bad_file");
    assert_eq!(refused, "A file has at most 50,000 lines");
}
