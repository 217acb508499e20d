//! Points as files: each line to who has proved to be the one it names, once, also over a kill
//! (docs/decisions.md, F6).

use bincode::{Decode, Encode};
use pointhouse::accounts::{KickLinkRow, LinkedBy, NameKind};
use pointhouse::points::imports::{ImportRow, LineRow, LineState, Named};
use pointhouse::tables::{self, NumberRow};
use pointhouse_store::{Batch, Store, StoredRow, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, Member, NOON, Program, Server};

pub(crate) struct ImportSite {
    pub(crate) server: Server,
    pub(crate) admin: String,
}

impl ImportSite {
    pub(crate) async fn start() -> Self {
        let server = Server::start().await;
        let admin = server.admin().await;
        Self { server, admin }
    }

    pub(crate) async fn send(&self, dry_run: bool, file: &str) -> Answer {
        let path = format!("/api/admin/points/import?dryRun={dry_run}");
        let call = self.server.post(&path).by(&self.admin).header("content-type", "text/csv");
        call.text(file).send().await
    }

    pub(crate) async fn import(&self, file: &str) -> Value {
        self.send(false, file).await.of(200)
    }

    pub(crate) async fn waiting(&self) -> Vec<Value> {
        let call = self.server.get("/api/admin/points/import/waiting").by(&self.admin);
        call.send().await.of(200)["items"].as_array().unwrap().clone()
    }

    pub(crate) async fn tick(&self, line: &Value, user: &Member) -> Answer {
        let path =
            format!("/api/admin/points/import/waiting/{}/credit", line["id"].as_str().unwrap());
        let body = json!({ "userId": user.id.to_string() });
        self.server.post(&path).by(&self.admin).json(&body).send().await
    }

    pub(crate) async fn take_back(&self, import: u64) -> Value {
        let path = format!("/api/admin/points/imports/{import}/take-back");
        self.server.post(&path).by(&self.admin).json(&json!({})).send().await.of(200)
    }

    /// The newest import as the panel lists it.
    pub(crate) async fn newest(&self) -> Value {
        let call = self.server.get("/api/admin/points/imports").by(&self.admin);
        call.send().await.of(200)["items"][0].clone()
    }

    /// Takes points as an admin, as if the member had spent them.
    pub(crate) async fn spend(&self, member: &Member, amount: u64) {
        let order = json!({ "userId": member.id, "action": "remove", "amount": amount });
        let call = self.server.post("/api/auth/admin/manage-points").by(&self.admin);
        call.json(&order).send().await.of(200);
    }

    /// Confirms a member's address, by a link from an admin.
    pub(crate) async fn verify(&self, member: &Member) {
        let path = format!("/api/admin/accounts/{}/link", member.id);
        let call = self.server.post(&path).by(&self.admin).json(&json!({ "kind": "verify" }));
        let link = call.send().await.of(200)["link"].as_str().unwrap().to_owned();
        let token = link.split_once("token=").unwrap().1;
        self.server.get(&format!("/api/auth/verify-email?token={token}")).send().await.of(200);
    }

    /// Approves a member's name at the casino.
    pub(crate) async fn approve(&self, member: &Member, name: &str) {
        let ask = self.server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
        ask.json(&json!({ "rainbetUsername": name })).send().await.of(200);
        let all =
            self.server.get("/api/auth/gaming-approvals").by(&self.admin).send().await.of(200);
        let id = all["approvals"].as_array().unwrap().iter().find(|row| row["status"] == "pending");
        let path = format!("/api/auth/gaming-approvals/{}", id.unwrap()["id"].as_str().unwrap());
        let call = self.server.call(Method::PUT, &path).by(&self.admin);
        call.json(&json!({ "status": "approved" })).send().await.of(200);
    }
}

/// A profile as it lies on disk with a linked chat account: no call links one yet.
#[derive(Encode, Decode)]
struct Profile {
    revision: u64,
    picture: u32,
    picture_pieces: u32,
    kick: Option<(u64, String)>,
    casino: Option<String>,
    casino_request: Option<u64>,
}

impl StoredRow for Profile {
    const VERSION: u8 = 1;
}

pub(crate) async fn link_chat(server: &Server, member: &Member, kick: u64) {
    let id = member.id.0.to_be_bytes();
    let profile = Profile {
        revision: 1,
        picture: 0,
        picture_pieces: 0,
        kick: Some((kick, member.name.clone())),
        casino: None,
        casino_request: None,
    };
    let mut batch = Batch::new();
    batch.put(tables::PROFILE, &id, &encode(&profile).unwrap()).unwrap();
    batch
        .put(
            tables::NAME,
            &NameKind::Kick.key(&kick.to_string()),
            &encode(&NumberRow(member.id.0)).unwrap(),
        )
        .unwrap();
    let link = KickLinkRow { revision: 1, by: LinkedBy::Platform, linked_at: NOON };
    batch.put(tables::CHAT_LINK, &id, &encode(&link).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
}

pub(crate) const FIRST_IMPORT: [u8; 8] = 1_u64.to_be_bytes();

/// Resets the first import to all lines pending, with the names of these members.
pub(crate) async fn reopen(store: &Store, members: &[&Member]) {
    let row = store.view().get(tables::IMPORT, &FIRST_IMPORT).unwrap().unwrap();
    let row = ImportRow { ended_at: None, ..decode(&row).unwrap() };
    let mut batch = Batch::new();
    batch.put(tables::IMPORT, &FIRST_IMPORT, &encode(&row).unwrap()).unwrap();
    let rows = store.view().scan(tables::IMPORT_LINE, &[], &[], 99).unwrap();
    assert_eq!(rows.len(), members.len());
    for ((key, row), member) in rows.iter().zip(members) {
        let row: LineRow = decode(row).unwrap();
        let named = Named { email: Some(member.email.clone()), ..Named::default() };
        let row = LineRow { state: LineState::Pending, named, ..row };
        batch.put(tables::IMPORT_LINE, key, &encode(&row).unwrap()).unwrap();
        batch.delete(tables::IMPORT_WAITING, key).unwrap();
    }
    store.commit(batch).await.unwrap();
}

/// Whether the first import is complete.
pub(crate) fn has_ended(store: &Store) -> bool {
    let row = store.view().get(tables::IMPORT, &FIRST_IMPORT).unwrap().unwrap();
    decode::<ImportRow>(&row).unwrap().ended_at.is_some()
}

pub(crate) fn statuses(report: &Value) -> Vec<(u64, &str)> {
    let lines = report["lines"].as_array().unwrap().iter();
    lines.map(|line| (line["line"].as_u64().unwrap(), line["status"].as_str().unwrap())).collect()
}

const FILE: &str = "Username,E-Mail,Points,Kick ID,Rainbet Username\n\
    emu,emu@example.com,100,,\n\
    ,,\"1,000\",4711,\n\
    ,,300,,Dingo_Casino\n\
    wombat,wombat@example.com,400,,\n\
    emu,,5,,\n\
    ,EMU@example.com,6,,\n\
    nobody,nobody,7,,\n\
    ,,8,,\n\
    x,x@example.com,-9,,\n\
    y,y@example.com,1.5,,\n";

#[tokio::test]
async fn lines_go_to_who_has_proved_to_be_the_one_they_name() {
    let mut site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    let wombat = site.server.member("wombat").await;
    site.verify(&emu).await;
    link_chat(&site.server, &wombat, 4711).await;
    site.approve(&dingo, "dingo_casino").await;

    // Nothing is changed by trying it out, which is what happens unless it is said otherwise.
    let tried = site.send(true, FILE).await.of(200);
    let bare = site.server.post("/api/admin/points/import").by(&site.admin);
    let bare =
        bare.header("content-type", "text/csv; charset=utf-8").text(FILE).send().await.of(200);
    assert_eq!((&tried, &tried["dryRun"]), (&bare, &json!(true)));
    assert_eq!(site.server.balance(&emu).await, 0);
    let expected = [
        (2, "credited"),
        (3, "credited"),
        (4, "credited"),
        // An unverified email proves nothing, and neither does a name.
        (5, "waiting"),
        (6, "waiting"),
        (7, "duplicate"),
        (8, "invalid"),
        (9, "invalid"),
        (10, "invalid"),
        (11, "invalid"),
    ];
    assert_eq!(statuses(&tried), expected);
    let reasons: Vec<&str> = tried["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["reason"].as_str().unwrap())
        .collect();
    assert_eq!(
        reasons[..3],
        ["Verified email", "Linked chat account", "Approved name at the casino"]
    );
    assert_eq!(reasons[5], "Names the same member as line 2");
    assert_eq!(reasons[7], "It names nobody");

    let done = site.import(FILE).await;
    assert_eq!(
        (&done["dryRun"], &done["repeated"], &done["import"]),
        (&json!(false), &json!(false), &json!("1"))
    );
    assert_eq!(statuses(&done), expected);
    assert_eq!((&done["credited"], &done["creditedPoints"]), (&json!(3), &json!(1400)));
    assert_eq!(
        (&done["waiting"], &done["invalid"], &done["duplicates"]),
        (&json!(2), &json!(4), &json!(1))
    );
    for (member, points) in [(&emu, 100), (&dingo, 300), (&wombat, 1000)] {
        assert_eq!(site.server.balance(member).await, points, "{}", member.name);
    }
    // Imports don't count as earned, and have their own reason.
    let board = site.server.get("/api/leaderboard/points/monthly").send().await.of(200);
    assert_eq!(board["leaderboard"], json!([]));
    let ledger = site.server.get("/api/me/ledger").by(&emu.token).send().await.of(200);
    assert_eq!(ledger["items"][0]["reason"], "Imported points");
    let audit =
        site.server.get("/api/admin/audit?q=points.import").by(&site.admin).send().await.of(200);
    assert_eq!(audit["total"], 1);
    assert!(!audit["items"][0].to_string().contains('@'), "{audit}");
    site.server.prove();
}

#[tokio::test]
async fn the_same_file_pays_never_again_however_it_is_spelt() {
    let site = ImportSite::start().await;
    let emu = site.server.member("emu").await;
    site.verify(&emu).await;
    let first = site.import("email,points\nemu@example.com,100\na@example.com,5\n").await;
    assert_eq!((&first["credited"], &first["waiting"]), (&json!(1), &json!(1)));
    for same in [
        "email,points\nemu@example.com,100\na@example.com,5\n",
        "\u{feff}Points;Email;Note\r\n5;A@example.com;x\r\n100.00;EMU@EXAMPLE.COM ;y\r\n",
    ] {
        let again = site.import(same).await;
        assert_eq!((&again["repeated"], &again["import"]), (&json!(true), &json!("1")), "{same}");
        assert_eq!((&again["credited"], &again["creditedPoints"]), (&json!(1), &json!(100)));
        assert_eq!(site.send(true, same).await.of(200)["repeated"], true);
    }
    assert_eq!(site.server.balance(&emu).await, 100);
    assert_eq!(site.waiting().await.len(), 1);
    // Another file with a line of that one: the line waits for a tick, the rest is paid.
    let more = "email,points\nemu@example.com,100\na@example.com,5\nb@example.com,7\n";
    let tried = site.send(true, more).await.of(200);
    let done = site.import(more).await;
    assert_eq!(statuses(&tried), [(2, "waiting"), (3, "waiting"), (4, "waiting")]);
    assert_eq!(statuses(&done), statuses(&tried));
    assert_eq!(done["lines"][0]["reason"], "The same line was in import 1 already");
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 0);
    assert_eq!(site.server.balance(&emu).await, 100);
    let waiting = site.waiting().await;
    let line = waiting.iter().find(|line| line["email"] == "emu@example.com").unwrap();
    assert_eq!(site.tick(line, &emu).await.of(200)["user"]["points"], 200);
}

#[tokio::test]
async fn a_line_that_waits_is_paid_by_itself_or_by_a_tick_and_once() {
    let mut site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    let file = "email,rainbet,username,points\n\
        emu@example.com,,,100\n,Dingo_C,,200\n,,wombat,300\n,,possum,400\n\
        emu@example.com.au,dingo_c2,,500\n";
    let done = site.import(file).await;
    assert_eq!((&done["waiting"], &done["waitingPoints"]), (&json!(5), &json!(1500)));
    let settled = async || site.server.site().imports().retry_waiting().await.unwrap();
    assert_eq!(settled().await, 0);
    site.verify(&emu).await;
    assert_eq!(settled().await, 1);
    site.approve(&dingo, "dingo_c").await;
    assert_eq!((settled().await, settled().await), (1, 0));
    assert_eq!((site.server.balance(&emu).await, site.server.balance(&dingo).await), (100, 200));

    let waiting = site.waiting().await;
    let names: Vec<&Value> = waiting.iter().map(|line| &line["username"]).collect();
    assert_eq!(waiting.len(), 3);
    assert!(names.contains(&&json!("wombat")) && names.contains(&&json!("possum")), "{names:?}");
    let by = |name: &str| waiting.iter().find(|line| line["username"] == name).unwrap();
    // A member that doesn't exist, and a line that doesn't exist.
    let nobody = Member { id: "99".parse().unwrap(), ..emu.clone() };
    site.tick(by("wombat"), &nobody).await.refused(404, "not_found");
    site.tick(&json!({ "id": "1-99" }), &emu).await.refused(404, "not_found");
    assert_eq!(site.tick(by("wombat"), &emu).await.of(200)["user"]["points"], 400);
    site.tick(by("wombat"), &emu).await.refused(404, "not_found");
    let path = format!("/api/admin/points/import/waiting/{}", by("possum")["id"].as_str().unwrap());
    site.server.call(Method::DELETE, &path).by(&site.admin).send().await.of(200);
    site.server.call(Method::DELETE, &path).by(&site.admin).send().await.refused(404, "not_found");
    site.tick(by("possum"), &emu).await.refused(404, "not_found");
    assert_eq!(site.import(file).await["removed"], 1);
    assert_eq!((site.server.balance(&emu).await, site.waiting().await.len()), (400, 1));
    for action in ["points.import-credit", "points.import-remove"] {
        let path = format!("/api/admin/audit?q={action}");
        let audit = site.server.get(&path).by(&site.admin).send().await.of(200);
        assert_eq!(audit["total"], 1, "{action}");
    }
    // The names in a line are removed once it is paid or removed.
    let lines = site.server.site().store().view().scan(tables::IMPORT_LINE, &[], &[], 99).unwrap();
    for (_, row) in lines {
        let row: LineRow = decode(&row).unwrap();
        let waits = matches!(row.state, LineState::Waiting(_));
        assert_eq!(row.named != Named::default(), waits, "{row:?}");
    }
    site.server.prove();
}

#[tokio::test]
async fn a_line_that_names_two_members_waits_for_an_admin() {
    let site = ImportSite::start().await;
    let [emu, dingo] = [site.server.member("emu").await, site.server.member("dingo").await];
    site.verify(&emu).await;
    site.approve(&dingo, "dingo_c").await;
    let done = site.import("email,rainbet,points\nemu@example.com,dingo_c,10\n").await;
    assert_eq!(done["lines"][0]["reason"], "It names several members");
    assert_eq!(site.server.site().imports().retry_waiting().await.unwrap(), 0);
    let waiting = site.waiting().await;
    site.tick(&waiting[0], &dingo).await.of(200);
    assert_eq!((site.server.balance(&emu).await, site.server.balance(&dingo).await), (0, 10));
}

#[tokio::test]
async fn a_file_that_is_none_is_refused_with_a_reason() {
    let site = ImportSite::start().await;
    for (file, text) in [
        ("", "The file is empty"),
        ("email\na@example.com\n", "No column is named \"points\""),
        (
            "points,balance,email\n1,1,a@example.com\n",
            "Two columns have points, \"points\" and \"balance\": say which one counts",
        ),
        ("points,colour\n1,red\n", "No column says who gets the points"),
        (
            "Benutzername;Punkte\nemu;5\n",
            "No column is named \"points\": say which one has the points. Not known: \"Benutzername\", \"Punkte\"",
        ),
        ("emu@example.com,5\n", "The first line has data instead of the names of the columns"),
    ] {
        let actual = site.send(false, file).await.refused(400, "unclear_columns");
        assert!(actual.starts_with(text), "{actual}");
    }
    let nothing = site.send(false, "points,email\n0,a@example.com\n").await;
    let nothing = nothing.refused(400, "bad_file");
    assert_eq!(nothing, "The file has no line that can be used");
    let call = site.server.post("/api/admin/points/import?dryRun=false").by(&site.admin);
    let call = call.header("content-type", "text/csv").bytes(vec![b'p', 0xff, 0xfe]);
    let actual = call.send().await.refused(400, "unknown_encoding");
    assert!(actual.starts_with("The file's encoding is unknown"), "{actual}");
    let call = site.server.post("/api/admin/points/import").by(&site.admin).json(&json!({}));
    call.send().await.refused(415, "wrong_type");
    let long = format!("email,points\n{}", "a@example.com,1\n".repeat(400_000));
    site.send(true, &long).await.refused(413, "too_large");
    let many: String = (0..50_001).map(|n| format!("a{n}@example.com,1\n")).collect();
    let actual = site.send(true, &format!("email,points\n{many}")).await.refused(400, "bad_file");
    assert_eq!(actual, "A file has at most 50,000 lines");
    // A report shows the first thousand lines.
    let many: String = (0..1500).map(|n| format!("a{n}@example.com,1\n")).collect();
    let done = site.import(&format!("email,points\n{many}")).await;
    assert_eq!((&done["waiting"], &done["truncated"]), (&json!(1500), &json!(true)));
    assert_eq!(done["lines"].as_array().unwrap().len(), 1000);
    let page = "/api/admin/points/import/waiting?page=8&limit=200";
    let page = site.server.get(page).by(&site.admin).send().await.of(200);
    assert_eq!((&page["total"], &page["pages"]), (&json!(1500), &json!(8)));
    assert_eq!(page["items"].as_array().unwrap().len(), 100);
}

#[tokio::test]
async fn all_members_are_a_table_that_an_import_reads() {
    let site = ImportSite::start().await;
    let emu = site.server.player("emu", 70).await;
    site.server.member("dingo").await;
    site.verify(&emu).await;
    let file = site.server.get("/api/admin/points/export").by(&site.admin).send().await;
    assert_eq!(file.status, 200);
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"points.csv\"");
    let lines: Vec<&str> = file.text.lines().collect();
    // Spreadsheets read UTF-8 only after this mark.
    assert_eq!(file.bytes[..3], [0xef, 0xbb, 0xbf]);
    assert_eq!(lines[0].trim_start_matches('\u{feff}'), "id,account_code,username,email,points");
    assert!(lines[1].starts_with("1,") && lines[1].ends_with(",emu,emu@example.com,70"));
    assert!(lines[2].ends_with(",dingo,dingo@example.com,0"));
    let tried = site.send(true, &file.text).await.of(200);
    // There is nothing to pay a member without points.
    assert_eq!(statuses(&tried), [(2, "credited")]);
}

#[test]
fn the_command_line_does_the_same_with_and_without_a_server() {
    let data = crate::command_line::folder();
    let serving = Program::on(data.path(), &["serve", "--demo"]).serve();
    let files = crate::command_line::folder();
    let file = files.path().join("points.csv");
    std::fs::write(&file, "email,points\nnobody@example.com,5\n,6\n").unwrap();
    let file = file.to_str().unwrap();
    let run = |arguments: &[&str]| {
        let done = Program::on(data.path(), arguments).run();
        assert_eq!(done.code, Some(0), "{done:?}");
        done.out
    };
    let lines = "line 2: waiting, 5 points for nobody@example.com (Nobody has linked or verified this yet)\n\
        line 3: invalid (It names nobody)\n";
    let sums =
        "0 credited (0 points), 1 waiting (5 points), 1 invalid, 0 duplicate, 0 without points\n";
    let tried = format!("{lines}dry run: nothing was changed\n{sums}");
    assert_eq!(run(&["import-points", file, "--dry-run"]), tried);
    let [one, two] = ["one.csv", "two.csv"].map(|name| files.path().join(name));
    let actual = run(&["export-points", one.to_str().unwrap()]);
    assert!(actual.contains("members with their points"), "{actual}");
    crate::command_line::stop(serving);

    assert_eq!(run(&["import-points", file, "--dry-run"]), tried);
    assert_eq!(run(&["import-points", file]), format!("{lines}{sums}"));
    let again = "this file was taken in before: nothing is paid again\n";
    assert_eq!(run(&["import-points", file]), format!("{lines}{again}{sums}"));
    run(&["export-points", two.to_str().unwrap()]);
    assert_eq!(std::fs::read(&one).unwrap(), std::fs::read(&two).unwrap());
    // No file is overwritten, and a folder without data is an error.
    Program::on(data.path(), &["export-points", two.to_str().unwrap()]).run().failed();
    Program::on(files.path(), &["import-points", file]).run().failed();
    Program::on(data.path(), &["import-points", "/nowhere.csv"]).run().failed();
    run(&["verify"]);
}
