//! Points given by hand: limits of roles, taking back, own accounts, alerts, names.

use futures_util::future::join_all;
use pointhouse::audit::AuditRow;
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::people::person;
use crate::rig::{Answer, DAY, HOUR, Member, PASSWORD, SECOND, Server};
use crate::shop::{buy, item};

const MANAGE: &str = "/api/auth/admin/manage-points";

async fn give(server: &Server, token: &str, member: &Member, amount: u64) -> Answer {
    change(server, token, member, ("add", amount), "").await
}

async fn change(
    server: &Server,
    token: &str,
    member: &Member,
    (action, amount): (&str, u64),
    reason: &str,
) -> Answer {
    let body = json!({ "userId": member.id, "action": action, "amount": amount, "reason": reason });
    server.post(MANAGE).by(token).json(&body).send().await
}

async fn undo(server: &Server, token: &str, grant: &Value) -> Answer {
    let grant = grant["id"].as_str().unwrap_or_default();
    let call = server.post(&format!("/api/admin/grants/{grant}/undo")).by(token);
    call.json(&json!({})).send().await
}

async fn rows(server: &Server, admin: &str, q: &str) -> Vec<Value> {
    let audit = server.get(&format!("/api/admin/audit?q={q}")).by(admin).send().await.of(200);
    audit["items"].as_array().unwrap().clone()
}

async fn alert(server: &Server, admin: &str) -> Option<String> {
    let health = server.get("/api/admin/health").by(admin).send().await.of(200);
    let notices = health["notices"].as_array().unwrap();
    let alert = notices.iter().find(|notice| notice["code"] == "unusual_grants")?;
    Some(alert["text"].as_str().unwrap().to_owned())
}

/// A server whose moderators give at most 100 points at once and 250 a day, and admins 1,000 and 2,000.
async fn limited() -> Server {
    Server::with(|config| {
        let grants = &mut config.grants;
        (grants.moderator_once, grants.moderator_day) = (100, 250);
        (grants.admin_once, grants.admin_day) = (1000, 2000);
        grants.alert_from = 0;
    })
    .await
}

#[tokio::test]
async fn roles_give_points_within_their_limits() {
    let mut server = limited().await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    let text = give(&server, &mia, &member, 101).await.refused(403, "grant_limit");
    assert_eq!(text, "Your role gives at most 100 at once");
    for action in ["remove", "set"] {
        change(&server, &mia, &member, (action, 1), "").await.refused(403, "role");
    }
    for _ in 0..2 {
        give(&server, &mia, &member, 100).await.of(200);
    }
    // Also after a restart.
    server.restart().await;
    let text = give(&server, &mia, &member, 51).await.refused(403, "grant_limit");
    assert_eq!(text, "You can give 50 more today; your role gives at most 250 a day");
    give(&server, &mia, &member, 50).await.of(200);
    give(&server, &mia, &member, 1).await.refused(403, "grant_limit");
    assert_eq!(server.balance(&member).await, 250);

    // What an admin sets counts by what it gives, and what is taken counts nothing.
    change(&server, &ada, &member, ("set", 1251), "").await.refused(403, "grant_limit");
    change(&server, &ada, &member, ("set", 1250), "").await.of(200);
    change(&server, &ada, &member, ("set", 250), "").await.of(200);
    change(&server, &ada, &member, ("remove", 250), "").await.of(200);
    server.restart().await;
    give(&server, &ada, &member, 1000).await.of(200);
    give(&server, &ada, &member, 1).await.refused(403, "grant_limit");
    // A grant that fails gives its part of the limit back.
    server.pass(DAY);
    let admin = owner(&server).await;
    change(&server, &admin, &member, ("set", (1 << 53) - 1), "").await.of(200);
    let mia = login(&server, "Mia", "Kelpie-3-password").await;
    give(&server, &mia, &member, 100).await.refused(400, "balance_too_large");
    change(&server, &admin, &member, ("set", 0), "").await.of(200);
    for amount in [100, 100, 50] {
        give(&server, &mia, &member, amount).await.of(200);
    }
}

async fn owner(server: &Server) -> String {
    login(server, "owner", server.admin_password()).await
}

async fn login(server: &Server, name: &str, password: &str) -> String {
    let order = json!({ "name": name, "password": password });
    let token = server.post("/api/admin/login").json(&order).send().await.of(200);
    token["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_limit_of_a_day_holds_for_requests_at_once_and_not_for_repeats() {
    let server = limited().await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let body = json!({ "userId": member.id, "action": "add", "amount": 10 });
    let keyed = async || server.post(MANAGE).by(&mia).key("one").json(&body).send().await.of(200);
    let first = keyed().await;
    // A wallet takes 16 requests at once.
    let mut given = 0;
    for _ in 0..3 {
        let all = join_all((0..12).map(|_| give(&server, &mia, &member, 10))).await;
        given += all.iter().filter(|answer| answer.status == 200).count();
    }
    assert_eq!((given, server.balance(&member).await), (24, 250));
    assert_eq!(keyed().await, first);
    assert_eq!(server.balance(&member).await, 250);
}

#[tokio::test]
async fn given_points_are_taken_back_once() {
    let server = limited().await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let tom = person(&server, &admin, "Tom", "moderator").await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    let reason = "won the raffle";
    let given = change(&server, &mia, &member, ("add", 100), reason).await.of(200);
    let other = give(&server, &mia, &member, 30).await.of(200);
    undo(&server, &tom, &given).await.refused(404, "not_found");
    undo(&server, &member.token, &given).await.refused(403, "forbidden");
    let undone = undo(&server, &mia, &given).await.of(200);
    assert_eq!(
        (&undone["message"], &undone["user"]["points"]),
        (&json!("Took back 100 points"), &json!(30))
    );
    let text = undo(&server, &mia, &given).await.refused(409, "already_undone");
    assert_eq!(text, "These points were taken back already");
    change(&server, &admin, &member, ("remove", 1), "").await.of(200);
    undo(&server, &mia, &other).await.refused(409, "points_spent");
    give(&server, &admin, &member, 1).await.of(200);
    undo(&server, &ada, &other).await.of(200);
    for grant in ["0", "1", "x", "99999999999999999999"] {
        undo(&server, &admin, &json!({ "id": grant })).await.refused(404, "not_found");
    }
    // Taking back is no grant that could be taken back.
    let taken = &rows(&server, &admin, "points.undo").await[0];
    undo(&server, &admin, taken).await.refused(404, "not_found");

    let grants = async || server.get("/api/admin/grants").by(&mia).send().await;
    insta::assert_json_snapshot!("own_grants", grants().await.shape(200));
    let listed = grants().await.of(200)["grants"].clone();
    assert_eq!(
        (&listed[1]["reason"], &listed[1]["undone"], &listed[1]["username"]),
        (&json!(reason), &json!(true), &json!("emu"))
    );
    let none = server.get("/api/admin/grants").by(&tom).send().await.of(200);
    assert_eq!(none["grants"], json!([]));
    let row = &rows(&server, &admin, "raffle").await[0];
    assert_eq!(
        (&row["name"], &row["subjectName"], &row["after"]),
        (
            &json!("Mia"),
            &json!("emu"),
            &json!(r#"{"points":100,"reason":"won the raffle","reasonShown":true}"#)
        )
    );
    assert_eq!((&row["address"], row["session"].as_str().unwrap().len()), (&json!("127.0.0.1"), 8));
}

#[tokio::test]
async fn points_for_the_own_account_are_refused_or_flagged() {
    let server = Server::start().await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let login = json!({ "email": member.email, "password": PASSWORD });
    let login = server.post("/api/auth/login").json(&login).send().await;
    let cookie = login.header("set-cookie").split(';').next().unwrap().to_owned();
    let body = json!({ "userId": member.id, "action": "add", "amount": 5 });
    let own =
        |token: &str| server.post(MANAGE).by(token).header("cookie", &cookie).json(&body).send();
    let text = own(&mia).await.refused(403, "own_account");
    assert!(text.starts_with("This browser has logged in as this member."), "{text}");
    assert_eq!((server.balance(&member).await, alert(&server, &admin).await), (0, None));
    own(&admin).await.of(200);
    let text = alert(&server, &admin).await.unwrap();
    assert!(text.contains("gave emu 5 points: the browser has logged in as this member"), "{text}");
}

#[tokio::test]
async fn unusual_grants_raise_an_alert() {
    let mut server = Server::with(|config| {
        config.grants.alert_from = 500;
        config.grants.alert_email = "owner@example.com".to_owned();
    })
    .await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    let ada = person(&server, &admin, "Ada", "admin").await;
    give(&server, &ada, &member, 499).await.of(200);
    assert_eq!(alert(&server, &admin).await, None);
    give(&server, &ada, &member, 1).await.of(200);
    let text = alert(&server, &admin).await.unwrap();
    assert!(text.contains("gave emu 1 point: more in a day than usual"), "{text}");
    give(&server, &ada, &member, 10).await.of(200);
    let given = give(&server, &ada, &member, 1500).await.of(200);
    assert_eq!(given["message"], "Added 1,500 points");
    server.restart().await;
    let admin = owner(&server).await;
    let text = alert(&server, &admin).await.unwrap();
    assert!(text.contains("1,500 points: more at once than usual. There is one more."), "{text}");
    let sent = server.emails(2).await;
    let last = sent.last().unwrap();
    assert!(last.contains("To: owner@example.com"), "{last}");
    assert!(last.contains("Ada gave emu 1,500 points: more at once than usual."), "{last}");
    assert_eq!(rows(&server, &admin, "points.alert").await.len(), 2);
    server.pass(DAY + HOUR + SECOND);
    let admin = owner(&server).await;
    assert_eq!(alert(&server, &admin).await, None);
    server.restart().await;
    let admin = owner(&server).await;
    assert_eq!(alert(&server, &admin).await, None);
}

#[tokio::test]
async fn members_are_found_by_name_without_their_emails() {
    let server = limited().await;
    let admin = owner(&server).await;
    let mia = person(&server, &admin, "Mia", "moderator").await;
    for name in ["kangaroo", "roo", "rooster", "Roomy"] {
        server.member(name).await;
    }
    let find =
        async |q: &str| server.get(&format!("/api/admin/member-names?q={q}")).by(&mia).send().await;
    let found = find("ROO").await;
    assert!(!found.text.contains("example.com"));
    let found = found.of(200);
    let names: Vec<_> = found["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["username"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["roo", "Roomy", "rooster", "kangaroo"]);
    assert_eq!(find("example").await.of(200)["members"], json!([]));
    // "roo7" looks like a reserved name.
    for number in (0..20).filter(|number| *number != 7) {
        server.member(&format!("roo{number}")).await;
    }
    let found = find("roo").await.of(200)["members"].clone();
    let names: Vec<_> =
        found.as_array().unwrap().iter().map(|one| one["username"].as_str().unwrap()).collect();
    assert_eq!(names, ["roo", "roo0", "roo1", "roo10", "roo11", "roo12", "roo13", "roo14"]);
    for q in ["", "%20", &"x".repeat(65)] {
        find(q).await.refused(400, "validation");
    }
    server.get("/api/admin/member-names").by(&mia).send().await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_reason_is_one_line() {
    let server = limited().await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    for reason in ["two\nlines", &"x".repeat(201)] {
        let answer = change(&server, &admin, &member, ("add", 1), reason).await;
        answer.refused(400, "validation");
    }
    change(&server, &admin, &member, ("add", 1), &"ä".repeat(200)).await.of(200);
}

#[tokio::test]
async fn the_search_of_a_ledger_finds_what_its_lines_show() {
    let server = limited().await;
    let admin = owner(&server).await;
    let member = server.player("emu", 900).await;
    change(&server, &admin, &member, ("add", 5), "Best Joke of the night").await.of(200);
    let items = json!([item("Straw Hat", 30, 5), item("Cap", 40, 5)]);
    server.post("/api/points-shop").by(&admin).json(&items).send().await.of(200);
    let open = json!({ "comingSoonEnabled": false });
    server.post("/api/points-shop/config").by(&admin).json(&open).send().await.of(200);
    for id in ["1", "2", "1"] {
        buy(&server, &member, id).await.of(200);
    }
    let found = async |q: &str| {
        let path = format!("/api/admin/accounts/{}/ledger?limit=1&{q}", member.id);
        let found = server.get(&path).by(&admin).send().await.of(200);
        let first = found["items"][0].clone();
        (found["total"].as_u64().unwrap(), first["amount"].as_i64(), first["name"].clone())
    };
    assert_eq!(found("q=straw").await, (2, Some(-30), json!("Straw Hat")));
    assert_eq!(found("q=straw&page=2").await, (2, Some(-30), json!("Straw Hat")));
    assert_eq!(found("q=straw&page=3").await, (2, None, Value::Null));
    assert_eq!(found("q=BEST+joke").await, (1, Some(5), Value::Null));
    assert_eq!(found("q=purchase").await.0, 3);
    assert_eq!(found("q=nothing+like+it").await.0, 0);
}

#[tokio::test]
async fn reasons_of_earlier_versions_stay_in_the_audit() {
    let server = limited().await;
    let (member, admin) = (server.member("emu").await, owner(&server).await);
    change(&server, &admin, &member, ("add", 5), "For the audit only").await.of(200);
    let body = json!({ "amount": 1, "reason": "For all of you" });
    server.post("/api/auth/admin/global-points").by(&admin).json(&body).send().await.of(200);
    let own = async || {
        let ledger = server.get("/api/me/ledger").by(&member.token).send().await.of(200);
        let items = ledger["items"].as_array().unwrap().iter();
        items.map(|item| (item["note"].clone(), item["givenBy"].clone())).collect::<Vec<_>>()
    };
    let (all, one) = (json!("For all of you"), json!("For the audit only"));
    assert_eq!(own().await, [(all, json!("owner")), (one, json!("owner"))]);
    // The rows as earlier versions wrote them.
    let store = server.site().store().clone();
    let mut batch = Batch::new();
    for (key, row) in store.view().scan(tables::AUDIT, &[], &[], 99).unwrap() {
        let row: AuditRow = decode(&row).unwrap();
        let after = row.after.replace(",\"reasonShown\":true", "");
        batch.put(tables::AUDIT, &key, &encode(&AuditRow { after, ..row }).unwrap()).unwrap();
    }
    store.commit(batch).await.unwrap();
    let hidden = (Value::Null, json!("owner"));
    assert_eq!(own().await, [hidden.clone(), hidden]);
    let row = &rows(&server, &admin, "points.add").await[0];
    assert!(row["after"].as_str().unwrap().contains("For the audit only"), "{row}");
}

#[tokio::test]
async fn a_moderator_finds_members_by_casino_name_and_sees_why_points_came_and_went() {
    let mut server = limited().await;
    let admin = owner(&server).await;
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let member = server.member("kangaroo").await;
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    ask.json(&json!({ "rainbetUsername": "HighRoller99" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    // Another member has this username as the name at the casino: all of a username comes first.
    let other = server.member("aaron").await;
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&other.token);
    ask.json(&json!({ "rainbetUsername": "kangaroo" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/2").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    let found = server.get("/api/admin/member-names?q=kangaroo").by(&mia).send().await.of(200);
    let names: Vec<&Value> =
        found["members"].as_array().unwrap().iter().map(|one| &one["username"]).collect();
    assert_eq!(names, ["kangaroo", "aaron"]);
    let found = server.get("/api/admin/member-names?q=roller").by(&mia).send().await.of(200);
    assert_eq!(found["members"][0]["username"], "kangaroo");
    assert_eq!(found["members"][0]["casinoUsername"], "HighRoller99");
    assert_eq!(found["members"][0]["kickUsername"], Value::Null);
    give(&server, &mia, &member, 40).await.of(200);
    change(&server, &admin, &member, ("remove", 15), "Paid twice").await.of(200);
    let path = format!("/api/admin/member-names/{}/ledger", member.id);
    let lines = server.get(&path).by(&mia).send().await;
    assert!(!lines.text.contains("example.com"), "{}", lines.text);
    let lines = lines.of(200);
    let [taken, given] = [&lines["items"][0], &lines["items"][1]];
    assert_eq!(
        (&taken["amount"], &taken["note"], &taken["givenBy"]),
        (&json!(-15), &json!("Paid twice"), &json!("owner"))
    );
    assert_eq!((&given["amount"], &given["givenBy"]), (&json!(40), &json!("moderator")));
    server
        .get("/api/admin/member-names/999/ledger")
        .by(&mia)
        .send()
        .await
        .refused(404, "not_found");
    // The member reads the same.
    let own = server.get("/api/me/ledger").by(&member.token).send().await.of(200);
    assert_eq!(own["items"], lines["items"]);
    server.prove();
}

#[tokio::test]
async fn statement_lines_name_giveaways_and_items() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.player("emu", 500).await;
    let mut draft = crate::giveaways::draft("paid", 25);
    draft["title"] = json!("Friday drop");
    crate::giveaways::create(&server, &admin, &draft).await.of(200);
    crate::giveaways::enter(&server, &emu, &crate::giveaways::order("paid", 25, 2)).await.of(200);
    let lines = server.get("/api/me/ledger").by(&emu.token).send().await.of(200);
    assert_eq!(lines["items"][0]["name"], "Friday drop");
    assert_eq!(lines["items"][0]["reason"], "Giveaway tickets");
}
