//! One allowance for points that staff make: challenges, approvals, links, and what needs a proof.

use std::collections::BTreeMap;

use bincode::{Decode, Encode};
use futures_util::future::join_all;
use pointhouse::audit::AuditRow;
use pointhouse::config::OWNER_KEYS;
use pointhouse::ids::GameId;
use pointhouse::tables;
use pointhouse::wallet::{Bound, Reason};
use pointhouse_store::{Batch, StoredRow, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::architecture::app_sources;
use crate::challenges::challenge;
use crate::people::person;
use crate::points_files::ImportSite;
use crate::rig::{Answer, DAY, Member, SECOND, Server};

/// A server whose moderators make at most 100 points at once and 250 a day, and admins 1,000 and 2,000.
async fn limited() -> Server {
    Server::with(|config| {
        let grants = &mut config.grants;
        (grants.moderator_once, grants.moderator_day) = (100, 250);
        (grants.admin_once, grants.admin_day) = (1000, 2000);
        grants.alert_from = 0;
    })
    .await
}

async fn change(server: &Server, by: &str, member: &Member, action: &str, amount: u64) -> Answer {
    let body = json!({ "userId": member.id, "action": action, "amount": amount });
    server.post("/api/auth/admin/manage-points").by(by).json(&body).send().await
}

async fn publish(server: &Server, by: &str, list: &[Value]) -> Answer {
    server.post("/api/challenges").by(by).json(&json!(list)).send().await
}

async fn list(server: &Server) -> Vec<Value> {
    server.get("/api/challenges").send().await.of(200).as_array().unwrap().clone()
}

fn worth(title: &str, points: u64) -> Value {
    let mut one = challenge(title);
    one["id"] = json!(title);
    one["rewardPoints"] = json!(points);
    one
}

async fn award(server: &Server, by: &str, id: &str, member: &Member) -> Answer {
    let call = server.post(&format!("/api/admin/challenges/{id}/award")).by(by);
    call.json(&json!({ "userId": member.id })).send().await
}

async fn login(server: &Server, name: &str, password: &str) -> String {
    let order = json!({ "name": name, "password": password });
    let token = server.post("/api/admin/login").json(&order).send().await.of(200);
    token["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn rewards_of_challenges_count_when_they_are_published() {
    let mut server = limited().await;
    let (member, admin) = (server.member("emu").await, server.admin().await);
    let ada = person(&server, &admin, "Ada", "admin").await;
    let text = publish(&server, &ada, &[worth("All", 1_000_000_000)]).await;
    let text = text.refused(403, "grant_limit");
    assert_eq!(
        text,
        "The new rewards are 1,000,000,000 points. Your role gives at most 1,000 at once"
    );
    publish(&server, &ada, &[worth("One", 1000)]).await.of(200);
    let one = list(&server).await.remove(0);
    publish(&server, &ada, &[one.clone(), worth("Two", 900)]).await.of(200);
    // Points by hand and rewards share the limit of the day, after a restart as well.
    change(&server, &ada, &member, "add", 101).await.refused(403, "grant_limit");
    server.restart().await;
    change(&server, &ada, &member, "add", 101).await.refused(403, "grant_limit");
    change(&server, &ada, &member, "add", 100).await.of(200);
    let all = list(&server).await;
    publish(&server, &ada, &[one.clone(), worth("Three", 1)]).await.refused(403, "grant_limit");
    let raised = [worth("One", 1001), all[1].clone()];
    publish(&server, &ada, &raised).await.refused(403, "grant_limit");
    // A reward that is removed or lowered on its day comes back, once.
    let mut lower = all[1].clone();
    lower["rewardPoints"] = json!(400);
    publish(&server, &ada, &[one.clone(), lower]).await.of(200);
    change(&server, &ada, &member, "add", 501).await.refused(403, "grant_limit");
    change(&server, &ada, &member, "add", 500).await.of(200);
    publish(&server, &ada, std::slice::from_ref(&one)).await.of(200);
    server.restart().await;
    change(&server, &ada, &member, "add", 400).await.of(200);
    // An award has counted before, and nothing of it comes back.
    let id = one["id"].as_str().unwrap();
    award(&server, &ada, id, &member).await.of(200);
    publish(&server, &ada, &[]).await.of(200);
    change(&server, &ada, &member, "add", 1).await.refused(403, "grant_limit");
    assert_eq!(server.balance(&member).await, 2000);
    // One of another day doesn't come back either.
    server.pass(DAY);
    let ada = login(&server, "Ada", "Kelpie-3-password").await;
    publish(&server, &ada, &[worth("Four", 1000)]).await.of(200);
    server.pass(DAY);
    let ada = login(&server, "Ada", "Kelpie-3-password").await;
    publish(&server, &ada, &[]).await.of(200);
    change(&server, &ada, &member, "add", 1000).await.of(200);
    change(&server, &ada, &member, "add", 1000).await.of(200);
    change(&server, &ada, &member, "add", 1).await.refused(403, "grant_limit");
    server.prove();
}

/// A challenge as version 1 wrote it: its reward may not have counted.
#[derive(Encode, Decode)]
struct Earlier {
    revision: u64,
    place: u32,
    texts: [String; 8],
    difficulty: u8,
    completed: bool,
    reward_points: Option<u64>,
}

impl StoredRow for Earlier {
    const VERSION: u8 = 1;
}

#[tokio::test]
async fn a_reward_of_an_earlier_version_counts_when_it_is_awarded() {
    let mut server = limited().await;
    let (member, admin) = (server.member("emu").await, server.admin().await);
    let ada = person(&server, &admin, "Ada", "admin").await;
    let row = Earlier {
        revision: 1,
        place: 0,
        texts: std::array::from_fn(|at| if at == 0 { "Old".to_owned() } else { String::new() }),
        difficulty: 0,
        completed: false,
        reward_points: Some(1_000_000_000),
    };
    let mut batch = Batch::new();
    batch.put(tables::CHALLENGE, &7_u32.to_be_bytes(), &encode(&row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
    server.restart().await;
    let old = list(&server).await.remove(0);
    assert_eq!((&old["title"], &old["rewardPoints"]), (&json!("Old"), &json!(1_000_000_000)));
    // Publishing it again as it is counts nothing.
    publish(&server, &ada, &[old]).await.of(200);
    let text = award(&server, &ada, "7", &member).await.refused(403, "grant_limit");
    assert!(text.starts_with("This challenge pays 1,000,000,000 points. Your role"), "{text}");
    award(&server, &admin, "7", &member).await.refused(403, "proof");
    assert_eq!(server.balance(&member).await, 0);
    let order = json!({ "password": server.admin_password() });
    server.post("/api/sign-in/proof").by(&admin).json(&order).send().await.of(200);
    award(&server, &admin, "7", &member).await.of(200);
}

async fn import(server: &Server, admin: &str, file: &str) {
    let call = server.post("/api/admin/points/import?dryRun=false").by(admin);
    call.header("content-type", "text/csv").text(file).send().await.of(200);
}

/// Requests a casino name, and returns how a decision is asked for.
async fn ask(server: &Server, member: &Member, name: &str) {
    let call = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    call.json(&json!({ "rainbetUsername": name })).send().await.of(200);
}

async fn approve(server: &Server, by: &str, id: u64) -> Answer {
    let call = server.call(Method::PUT, &format!("/api/auth/gaming-approvals/{id}")).by(by);
    call.json(&json!({ "status": "approved" })).send().await
}

#[tokio::test]
async fn what_confirms_a_name_counts_with_the_points_that_it_pays() {
    let mut server = limited().await;
    let admin = server.admin().await;
    let mia = person(&server, &admin, "Mia", "moderator").await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    let [emu, roo, dingo] =
        [server.member("emu").await, server.member("roo").await, server.member("dingo").await];
    let file = "casino_username,email,points\nHighroller,,5000000\nLOW,,100\n\
                ,dingo@example.com,1500\n";
    import(&server, &admin, file).await;
    for (member, name) in [(&emu, "HighRoller"), (&roo, "low"), (&dingo, "Nobody")] {
        ask(&server, member, name).await;
    }
    let text = approve(&server, &mia, 1).await.refused(403, "grant_limit");
    assert_eq!(
        text,
        "Approving this name pays 5,000,000 points from an import. Your role gives at most 100 at once"
    );
    approve(&server, &ada, 1).await.refused(403, "grant_limit");
    // Also while it is not pending: it may be taken back before the decision is made.
    let reject = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&mia);
    reject.json(&json!({ "status": "rejected" })).send().await.of(200);
    approve(&server, &mia, 1).await.refused(403, "grant_limit");
    let back = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&mia);
    back.json(&json!({ "status": "pending" })).send().await.of(200);
    approve(&server, &mia, 2).await.of(200);
    approve(&server, &mia, 3).await.of(200);
    assert_eq!(server.site().imports().retry_waiting().await.unwrap(), 1);
    assert_eq!((server.balance(&emu).await, server.balance(&roo).await), (0, 100));
    // 100 of 250 are used.
    server.restart().await;
    change(&server, &mia, &emu, "add", 100).await.of(200);
    change(&server, &mia, &emu, "add", 51).await.refused(403, "grant_limit");
    // A link that verifies an email pays what waits for it.
    let link = async |by: &str| {
        let call = server.post(&format!("/api/admin/accounts/{}/link", dingo.id)).by(by);
        call.json(&json!({ "kind": "verify" })).send().await
    };
    for token in [&ada, &admin] {
        let name = if token == &ada { "Kelpie-3-password" } else { server.admin_password() };
        let order = json!({ "password": name });
        server.post("/api/sign-in/proof").by(token).json(&order).send().await.of(200);
    }
    let text = link(&ada).await.refused(403, "grant_limit");
    assert!(text.starts_with("Verifying this email pays 1,500 points. Your role"), "{text}");
    link(&admin).await.of(200);
    // The owner has no limit, and the rest was left as it was.
    approve(&server, &admin, 1).await.of(200);
    assert_eq!(server.site().imports().retry_waiting().await.unwrap(), 1);
    assert_eq!(server.site().wallets().balance(emu.id).unwrap().balance, 5_000_100);
}

/// The notice about unusual points: its title and its text.
async fn notice(server: &Server, admin: &str) -> Option<(String, String)> {
    let health = server.get("/api/admin/health").by(admin).send().await.of(200);
    let notices = health["notices"].as_array().unwrap();
    let found = notices.iter().find(|notice| notice["code"] == "unusual_grants")?;
    let text = |field: &str| found[field].as_str().unwrap().to_owned();
    Some((text("title"), text("text")))
}

async fn take_back(server: &Server, admin: &str, import: u64) {
    let path = format!("/api/admin/points/imports/{import}/take-back");
    server.post(&path).by(admin).json(&json!({})).send().await.of(200);
}

#[tokio::test]
async fn a_large_import_says_what_waits_and_its_notice_ends_when_it_is_taken_back() {
    let mut server = Server::with(|config| {
        config.grants.alert_from = 1000;
        config.grants.alert_email = "owner@example.com".to_owned();
    })
    .await;
    let admin = server.admin().await;
    import(&server, &admin, "email,points\na@example.com,900\nb@example.com,1100\n").await;
    let (title, text) = notice(&server, &admin).await.unwrap();
    assert_eq!(title, "Large import of points");
    let said = "(127.0.0.1) imported a file with 2,000 points, all in 2 lines that waited for members: \
                more at once than usual. This notice ends when the import is taken back, unless members may have used its points.";
    assert!(text.contains(said), "{text}");
    let email = server.emails(1).await.remove(0);
    assert!(email.contains("Subject: Pointhouse: Large import of points"), "{email}");
    take_back(&server, &admin, 1).await;
    assert_eq!(notice(&server, &admin).await, None);
    server.restart().await;
    let admin = server.admin().await;
    assert_eq!(notice(&server, &admin).await, None);

    // What was taken back counts no more: this is the first sum of the day.
    let member = server.member("emu").await;
    change(&server, &admin, &member, "add", 999).await.of(200);
    assert_eq!(notice(&server, &admin).await, None);
    change(&server, &admin, &member, "add", 1).await.of(200);
    let (title, text) = notice(&server, &admin).await.unwrap();
    assert_eq!(title, "Unusual points given by hand");
    assert!(text.contains("more in a day than usual"), "{text}");
}

#[tokio::test]
async fn the_notice_of_an_import_stays_while_its_points_are_spent() {
    let server = Server::with(|config| config.grants.alert_from = 1000).await;
    let admin = server.admin().await;
    let member = server.member("emu").await;
    let site = ImportSite { server, admin };
    site.verify(&member).await;
    let ImportSite { mut server, admin } = site;
    import(&server, &admin, "email,points\nemu@example.com,1500\nx@example.com,500\n").await;
    let (_, text) = notice(&server, &admin).await.unwrap();
    let said = "imported a file with 2,000 points, 500 of them in 1 line that waited for members:";
    assert!(text.contains(said), "{text}");
    change(&server, &admin, &member, "remove", 1).await.of(200);
    take_back(&server, &admin, 1).await;
    assert!(notice(&server, &admin).await.is_some());
    server.restart().await;
    let admin = server.admin().await;
    assert!(notice(&server, &admin).await.is_some());
}

#[tokio::test]
async fn the_notice_about_a_day_stays_while_the_rest_of_the_day_is_unusual() {
    let mut server = Server::with(|config| config.grants.alert_from = 1000).await;
    let admin = server.admin().await;
    for (name, points) in [("a", 600), ("b", 500), ("c", 900)] {
        import(&server, &admin, &format!("email,points\n{name}@example.com,{points}\n")).await;
    }
    let (_, text) = notice(&server, &admin).await.unwrap();
    let said = "imported a file with 500 points, all in 1 line that waited for members: \
                more in a day than usual. This notice ends when enough imports of the day are taken back";
    assert!(text.contains(said), "{text}");
    // 1,500 points are left of the day.
    take_back(&server, &admin, 2).await;
    assert!(notice(&server, &admin).await.is_some());
    server.restart().await;
    let admin = server.admin().await;
    assert!(notice(&server, &admin).await.is_some());
    // 600 are left.
    take_back(&server, &admin, 3).await;
    assert_eq!(notice(&server, &admin).await, None);
    server.restart().await;
    let admin = server.admin().await;
    assert_eq!(notice(&server, &admin).await, None);
    let member = server.member("emu").await;
    change(&server, &admin, &member, "add", 400).await.of(200);
    assert!(notice(&server, &admin).await.is_some());
}

#[tokio::test]
async fn the_notice_of_an_import_stays_when_its_points_moved_before_they_were_taken_back() {
    let server = Server::with(|config| config.grants.alert_from = 1000).await;
    let admin = server.admin().await;
    let (emu, roo) = (server.member("emu").await, server.member("roo").await);
    let site = ImportSite { server, admin };
    site.verify(&emu).await;
    site.verify(&roo).await;
    let ImportSite { mut server, admin } = site;
    // Points that nothing happened to can't have been used.
    import(&server, &admin, "email,points\nroo@example.com,1500\n").await;
    assert_eq!(server.balance(&roo).await, 1500);
    take_back(&server, &admin, 1).await;
    assert_eq!((server.balance(&roo).await, notice(&server, &admin).await), (0, None));
    // All points are there again when they are taken, as after a bet that won.
    import(&server, &admin, "email,points\nemu@example.com,1500\nx@example.com,100\n").await;
    change(&server, &admin, &emu, "remove", 600).await.of(200);
    change(&server, &admin, &emu, "add", 601).await.of(200);
    take_back(&server, &admin, 2).await;
    assert_eq!(server.balance(&emu).await, 1);
    assert!(notice(&server, &admin).await.is_some());
    server.restart().await;
    let admin = server.admin().await;
    assert!(notice(&server, &admin).await.is_some());
}

#[tokio::test]
async fn the_notice_of_an_import_of_an_earlier_version_promises_no_end() {
    let mut server = Server::with(|_| ()).await;
    let row = AuditRow {
        at: server.clock.now().0,
        actor: "Owner 127.0.0.1".to_owned(),
        action: "points.alert".to_owned(),
        subject: "site".to_owned(),
        before: String::new(),
        after: json!({ "points": 2000, "day": 2000, "reason": "large", "made": "import" })
            .to_string(),
        person: Some(1),
        session: None,
        own_account: false,
    };
    let id = u64::try_from(row.at).unwrap() << 12;
    let mut batch = Batch::new();
    batch.put(tables::AUDIT, &id.to_be_bytes(), &encode(&row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
    server.restart().await;
    let admin = server.admin().await;
    let (_, text) = notice(&server, &admin).await.unwrap();
    assert!(
        text.contains("imported 2,000 points: more at once than usual. See the audit"),
        "{text}"
    );
}

#[tokio::test]
async fn a_balance_that_is_set_grows_by_what_was_checked_and_no_more() {
    let server = limited().await;
    let (member, admin) = (server.member("emu").await, server.admin().await);
    let ada = person(&server, &admin, "Ada", "admin").await;
    for _ in 0..20 {
        change(&server, &admin, &member, "set", 9000).await.of(200);
        // Ada adds nothing to 9,000 points; to fewer she must not.
        let sets = (0..6).map(|_| change(&server, &ada, &member, "set", 9000));
        let removes = (0..6).map(|_| change(&server, &admin, &member, "remove", 1500));
        let _ = tokio::join!(join_all(removes), join_all(sets));
    }
    let audit = server.get("/api/admin/audit?q=points.set&limit=200").by(&admin).send().await;
    let audit = audit.of(200);
    let points = |row: &Value, side: &str| -> i64 {
        let state: Value = serde_json::from_str(row[side].as_str().unwrap()).unwrap();
        state["points"].as_i64().unwrap()
    };
    let of_ada = audit["items"].as_array().unwrap().iter().filter(|row| row["name"] == "Ada");
    let raised: Vec<_> = of_ada.map(|row| points(row, "after") - points(row, "before")).collect();
    assert!(raised.iter().all(|raised| *raised <= 1000), "{raised:?}");
    assert!(raised.iter().sum::<i64>() <= 2000, "{raised:?}");
}

#[tokio::test]
async fn many_points_need_a_proof_whatever_the_call() {
    let server = Server::with(|config| config.grants.proof_from = 500).await;
    let (member, admin) = (server.member("emu").await, server.admin().await);
    import(&server, &admin, "casino_username,points\nRoo,500\nRoo2,700\n").await;
    ask(&server, &member, "Roo").await;
    publish(&server, &admin, &[worth("One", 600)]).await.of(200);
    let one = list(&server).await.remove(0);
    let id = one["id"].as_str().unwrap();
    server.pass(601 * SECOND);
    change(&server, &admin, &member, "add", 499).await.of(200);
    let waiting = "/api/admin/points/import/waiting";
    let line = server.get(waiting).by(&admin).send().await.of(200)["items"][1]["id"].clone();
    let credit = format!("{waiting}/{}/credit", line.as_str().unwrap());
    let all = async || {
        vec![
            change(&server, &admin, &member, "add", 500).await,
            change(&server, &admin, &member, "set", 2000).await,
            publish(&server, &admin, &[one.clone(), worth("Two", 500)]).await,
            award(&server, &admin, id, &member).await,
            approve(&server, &admin, 1).await,
            server.post(&credit).by(&admin).json(&json!({ "userId": member.id })).send().await,
            server
                .post("/api/auth/admin/global-points")
                .by(&admin)
                .json(&json!({ "amount": 1, "reason": "Thanks" }))
                .send()
                .await,
        ]
    };
    for answer in all().await {
        answer.refused(403, "proof");
    }
    assert_eq!(server.balance(&member).await, 499);
    // What takes points away needs none.
    change(&server, &admin, &member, "set", 0).await.of(200);
    server.prove_owner(&admin).await;
    for answer in all().await {
        answer.of(200);
    }
}

/// Files that add points to a wallet, and the reasons that they post.
const MAKERS: &[(&str, &[&str])] = &[
    ("accounts/welcome.rs", &["Welcome"]),
    ("calendar/mod.rs", &["CalendarDay", "CalendarMilestone"]),
    ("challenges/mod.rs", &["Challenge"]),
    ("chat/earning.rs", &["Chatting"]),
    // Content of a demo, which is not a site.
    ("demo.rs", &["AdminAdd"]),
    ("games/session/bets.rs", &["Payout", "Stake"]),
    ("giveaways/refund.rs", &["Refund"]),
    ("points/adjustments/change.rs", &["AdminAdd", "AdminRemove", "AdminSet"]),
    ("points/grants.rs", &["AdminAdd"]),
    ("points/imports/paying.rs", &["Import"]),
    // Sets the balance of a deleted account to 0.
    ("privacy/leftover_points.rs", &["AccountDeleted"]),
    ("shop/purchases.rs", &["Purchase", "Refund"]),
];

#[test]
fn every_source_of_points_says_what_bounds_it() {
    let mut found = BTreeMap::new();
    for (path, source) in app_sources() {
        let path = path.to_str().unwrap().to_owned();
        let makes = ["Amount::Add(", "Amount::Set"].iter().any(|one| source.contains(one));
        if !makes || path == "wallet/model.rs" {
            continue;
        }
        let reasons = source.split("Reason::").zip(source.split("Reason::").skip(1));
        // Other enums end with the same word.
        let own = reasons.filter(|(before, _)| !before.ends_with(char::is_alphanumeric));
        let name = |rest: &str| rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        let mut names: Vec<String> = own.map(|(_, rest)| name(rest)).collect();
        names.sort();
        names.dedup();
        found.insert(path, names);
    }
    let known = MAKERS.iter().map(|(path, reasons)| {
        ((*path).to_owned(), reasons.iter().map(|reason| (*reason).to_owned()).collect())
    });
    assert_eq!(found, known.collect(), "say in MAKERS and in Reason::bound what bounds it");

    let games = GameId::ALL.into_iter().map(Reason::Payout);
    let others =
        [Reason::CalendarDay, Reason::CalendarMilestone(7), Reason::Chatting, Reason::Welcome];
    for reason in games.chain(others) {
        let Bound::OwnerKeys(keys) = reason.bound() else { panic!("{reason:?}") };
        for key in keys {
            let is_known = OWNER_KEYS.iter().any(|known| known.name() == *key);
            assert!(is_known, "{key} is not the owner's");
        }
    }
    for reason in [Reason::AdminAdd, Reason::AdminSet, Reason::Challenge, Reason::Import] {
        assert_eq!(reason.bound(), Bound::Allowance);
    }
    assert_eq!(Reason::Refund.bound(), Bound::Paid);
}
