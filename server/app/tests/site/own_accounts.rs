//! Staff don't decide on their own member account.

use pointhouse::accounts::{AccountRow, ProfileRow};
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::challenges::challenge;
use crate::people::{name_account, newcomer, person};
use crate::rig::{Answer, Member, SECOND, Server};

async fn give(server: &Server, by: &str, member: &Member) -> Answer {
    let body = json!({ "userId": member.id, "action": "add", "amount": 5 });
    server.post("/api/auth/admin/manage-points").by(by).json(&body).send().await
}

async fn put(server: &Server, by: &str, path: &str, body: Value) -> Answer {
    server.call(Method::PUT, path).by(by).json(&body).send().await
}

async fn me(server: &Server, by: &str) -> (Value, Value, Value) {
    let me = server.get("/api/admin/me").by(by).send().await.of(200);
    (me["needsOwnAccount"].clone(), me["hasNamedAccount"].clone(), me["account"].clone())
}

#[tokio::test]
async fn a_person_names_the_own_account_once_and_only_the_owner_changes_it() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let (emu, roo) = (server.member("emu").await, server.member("roo").await);
    assert_eq!(me(&server, &admin).await, (json!(false), json!(false), Value::Null));
    let mia = newcomer(&server, &admin, "Mia", "moderator").await;
    assert_eq!(me(&server, &mia).await, (json!(true), json!(false), Value::Null));
    // Before the answer a person of a team decides on no member.
    for by in [&mia, &admin] {
        give(&server, by, &roo).await.refused(403, "account_not_named");
    }
    name_account(&server, &mia, "nobody").await.refused(400, "validation");
    name_account(&server, &mia, "EMU").await.of(200);
    name_account(&server, &admin, "").await.of(200);
    name_account(&server, &mia, "").await.refused(409, "already_named");
    assert_eq!(me(&server, &mia).await, (json!(false), json!(true), json!("emu")));
    assert_eq!(me(&server, &admin).await, (json!(false), json!(true), Value::Null));
    server.restart().await;
    let text = give(&server, &mia, &emu).await.refused(403, "team");
    assert_eq!(text, "This is your own member account. Another person of the team has to do this.");
    give(&server, &mia, &roo).await.of(200);
    give(&server, &admin, &emu).await.of(200);

    let path = "/api/admin/people/2/account";
    let order = json!({ "username": "roo" });
    put(&server, &mia, path, order.clone()).await.refused(403, "role");
    put(&server, &admin, path, order.clone()).await.refused(403, "proof");
    server.prove_owner(&admin).await;
    put(&server, &admin, "/api/admin/people/9/account", order.clone()).await.of(404);
    put(&server, &admin, path, order).await.of(200);
    give(&server, &mia, &emu).await.of(200);
    give(&server, &mia, &roo).await.refused(403, "team");
    let people = server.get("/api/admin/people").by(&admin).send().await.of(200);
    assert_eq!(people["people"][1]["account"], "roo");
    let audit = server.get("/api/admin/audit?q=person.account").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 3);
}

#[tokio::test]
async fn who_runs_the_site_alone_decides_and_the_audit_says_so() {
    let server = Server::start().await;
    let (admin, emu) = (server.admin().await, server.member("emu").await);
    name_account(&server, &admin, "emu").await.of(200);
    give(&server, &admin, &emu).await.of(200);
    give(&server, &admin, &server.member("roo").await).await.of(200);
    let audit = server.get("/api/admin/audit?q=points.add").by(&admin).send().await.of(200);
    let own: Vec<_> =
        audit["items"].as_array().unwrap().iter().map(|row| row["ownAccount"].clone()).collect();
    assert_eq!(own, [json!(false), json!(true)]);
    // With another person in the panel, it is that one's.
    person(&server, &admin, "Mia", "moderator").await;
    give(&server, &admin, &emu).await.refused(403, "team");
}

/// Links a member to a chat account, on disk.
async fn link(server: &Server, member: &Member, kick: Option<u64>) {
    let kick = kick.map(|id| (id, member.name.clone()));
    let row = ProfileRow { revision: 9, kick, ..ProfileRow::default() };
    let mut batch = Batch::new();
    batch.put(tables::PROFILE, &member.id.0.to_be_bytes(), &encode(&row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
}

#[tokio::test]
async fn an_account_with_the_same_chat_account_is_an_own_one_too() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let [emu, roo, dingo] =
        [server.member("emu").await, server.member("roo").await, server.member("dingo").await];
    link(&server, &emu, Some(77)).await;
    link(&server, &dingo, Some(78)).await;
    let mia = newcomer(&server, &admin, "Mia", "moderator").await;
    name_account(&server, &mia, "emu").await.of(200);
    give(&server, &mia, &roo).await.of(200);
    // The chat account goes over to another member account.
    link(&server, &emu, None).await;
    link(&server, &roo, Some(77)).await;
    give(&server, &mia, &roo).await.refused(403, "team");
    give(&server, &mia, &dingo).await.of(200);
}

#[tokio::test]
async fn an_account_with_the_same_verified_mailbox_is_an_own_one_too() {
    let mut server = Server::start().await;
    let (emu, roo) = (server.member("emu").await, server.member("roo").await);
    // As they may be from before one mailbox was one member.
    for (member, email) in [(&emu, "emu.one@gmail.com"), (&roo, "EmuOne+spare@googlemail.com")] {
        let key = member.id.0.to_be_bytes();
        let row = server.site().store().view().get(tables::ACCOUNT, &key).unwrap().unwrap();
        let row: AccountRow = decode(&row).unwrap();
        let row = AccountRow { email: email.to_owned(), revision: row.revision + 1, ..row };
        let mut batch = Batch::new();
        batch.put(tables::ACCOUNT, &key, &encode(&row).unwrap()).unwrap();
        server.site().store().commit(batch).await.unwrap();
    }
    server.restart().await;
    let admin = server.admin().await;
    let mia = newcomer(&server, &admin, "Mia", "moderator").await;
    name_account(&server, &mia, "emu").await.of(200);
    name_account(&server, &admin, "").await.of(200);
    // An address that is not verified proves nothing.
    give(&server, &mia, &roo).await.of(200);
    for member in [&emu, &roo] {
        let path = format!("/api/admin/accounts/{}/link", member.id);
        let call = server.post(&path).by(&admin).json(&json!({ "kind": "verify" }));
        let link = call.send().await.of(200)["link"].as_str().unwrap().to_owned();
        let token = link.split_once("token=").unwrap().1;
        server.get(&format!("/api/auth/verify-email?token={token}")).send().await.of(200);
    }
    give(&server, &mia, &roo).await.refused(403, "team");
}

#[tokio::test]
async fn every_decision_about_an_own_account_is_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (emu, roo) = (server.player("emu", 100).await, server.member("roo").await);
    let ada = newcomer(&server, &admin, "Ada", "admin").await;
    name_account(&server, &admin, "roo").await.of(200);
    name_account(&server, &ada, "emu").await.of(200);
    // Something of emu's to decide on: a casino name, a purchase, a challenge, points, a waiting line.
    let name = server.call(Method::PUT, "/api/auth/update-gaming").by(&emu.token);
    name.json(&json!({ "rainbetUsername": "Emu1" })).send().await.of(200);
    let item = json!([{ "title": "Hat", "description": "A hat", "pointsCost": 5, "stock": 9 }]);
    server.post("/api/points-shop").by(&admin).json(&item).send().await.of(200);
    let open = json!({ "comingSoonEnabled": false });
    server.post("/api/points-shop/config").by(&admin).json(&open).send().await.of(200);
    let buy = server.post("/api/points-shop/purchase").by(&emu.token);
    buy.json(&json!({ "itemId": "1" })).send().await.of(200);
    let list = json!([challenge("One")]);
    server.post("/api/challenges").by(&admin).json(&list).send().await.of(200);
    let grant = give(&server, &admin, &emu).await.of(200)["id"].as_str().unwrap().to_owned();
    let file = "casino_username,points\nElsewhere,7\n";
    let import = server.post("/api/admin/points/import?dryRun=false").by(&admin);
    import.header("content-type", "text/csv").text(file).send().await.of(200);

    let account = format!("/api/admin/accounts/{}", emu.id);
    let of_emu = json!({ "userId": emu.id });
    let calls = [
        (
            Method::POST,
            "/api/auth/admin/manage-points".to_owned(),
            json!({ "userId": emu.id, "action": "add", "amount": 1 }),
        ),
        (Method::POST, format!("/api/admin/grants/{grant}/undo"), json!({})),
        (Method::PUT, "/api/auth/gaming-approvals/1".to_owned(), json!({ "status": "approved" })),
        (Method::POST, "/api/admin/challenges/1/award".to_owned(), of_emu.clone()),
        (Method::PUT, "/api/points-shop/purchases/1".to_owned(), json!({ "status": "completed" })),
        (Method::PUT, format!("/api/admin/rewards/{}-30", emu.id), json!({ "status": "paid" })),
        (Method::PUT, account.clone(), json!({ "isActive": true })),
        (Method::POST, format!("{account}/link"), json!({ "kind": "reset" })),
        (Method::DELETE, format!("{account}/picture"), json!({})),
        (Method::PUT, format!("{account}/username"), json!({ "username": "emu_2" })),
        (Method::POST, format!("{account}/sign-out"), json!({})),
        (Method::DELETE, format!("{account}/second-factor"), json!({})),
    ];
    for (method, path, body) in &calls {
        let answer = server.call(method.clone(), path).by(&ada).json(body).send().await;
        assert_eq!(answer.status, 403, "{method} {path}: {}", answer.text);
        answer.refused(403, "team");
    }
    // Import lines are the owner's, whose own account is roo.
    let credit = server.post("/api/admin/points/import/waiting/1-1/credit").by(&admin);
    credit.json(&json!({ "userId": roo.id })).send().await.refused(403, "team");
    let name = server.call(Method::PUT, "/api/auth/update-gaming").by(&roo.token);
    name.json(&json!({ "rainbetUsername": "Roo1" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/2").by(&ada);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    let import = server.post("/api/admin/points/import?dryRun=false").by(&admin);
    let file = "casino_username,points\nSomeone,1\nRoo1,7\n";
    import.header("content-type", "text/csv").text(file).send().await.refused(403, "team");
    assert_eq!(server.balance(&emu).await, 100);
    // A refused decision uses up nothing: the other one makes each of them.
    for (method, path, body) in &calls {
        let answer = server.call(method.clone(), path).by(&admin).json(body).send().await;
        assert!(!answer.text.contains("\"error\":\"team\""), "{method} {path}: {}", answer.text);
    }
    server.pass(SECOND);
    let approved = server.get("/api/auth/gaming-approvals").by(&admin).send().await.of(200);
    assert_eq!(approved["approvals"][0]["status"], "approved");
}
