//! What an admin does about a member: takes the picture down, renames, ends sessions.

use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, Member, Server};

async fn call(
    server: &Server,
    method: Method,
    member: &Member,
    what: &str,
    body: &Value,
) -> Answer {
    let path = format!("/api/admin/accounts/{}/{what}", member.id);
    server.call(method, &path).by(&server.admin().await).json(body).send().await
}

async fn rename(server: &Server, member: &Member, name: &str) -> Answer {
    call(server, Method::PUT, member, "username", &json!({ "username": name })).await
}

async fn me(server: &Server, token: &str) -> Value {
    server.get("/api/auth/me").by(token).send().await.of(200)["user"].clone()
}

async fn audited(server: &Server, action: &str) -> Value {
    let path = format!("/api/admin/audit?q={action}");
    let rows = server.get(&path).by(&server.admin().await).send().await.of(200);
    assert_eq!(rows["total"], 1, "{rows}");
    rows["items"][0].clone()
}

#[tokio::test]
async fn a_picture_is_taken_down() {
    let server = Server::start().await;
    let member = server.member("wombat").await;
    crate::pictures::give_picture(&server, &member).await;
    let address = me(&server, &member.token).await["profilePicture"].clone();
    let address = address.as_str().expect("a picture");
    server.get(address).send().await;
    let path = server.listen(&json!({ "token": member.token })).await;
    let removed = call(&server, Method::DELETE, &member, "picture", &json!({})).await.of(200);
    assert_eq!(removed["message"], "The picture of wombat is removed");
    assert_eq!(removed["user"]["profilePicture"], Value::Null);
    let heard = server.get(&path).send().await;
    assert!(heard.text.contains("accountChanged"), "open pages follow: {heard:?}");
    assert_eq!(me(&server, &member.token).await["profilePicture"], Value::Null);
    server.get(address).send().await.refused(404, "not_found");
    let row = audited(&server, "account.picture").await;
    assert_eq!(row["subject"], format!("user:{}", member.id));
    assert_eq!(row["actor"], "admin 127.0.0.1");
}

#[tokio::test]
async fn a_member_is_renamed_by_the_rules_of_the_sign_up() {
    let server = Server::start().await;
    let member = server.member("wombat").await;
    server.member("numbat").await;
    rename(&server, &member, "NUMBAT").await.refused(409, "username_taken");
    let short = rename(&server, &member, "ab").await.of(400);
    assert_eq!(short["fields"]["username"], "Username must be at least 3 characters long");
    let path = server.listen(&json!({ "token": member.token })).await;
    let renamed = rename(&server, &member, "member_1").await.of(200);
    assert_eq!(renamed["message"], "wombat is now called member_1");
    let heard = server.get(&path).send().await;
    assert!(heard.text.contains("accountChanged"), "open pages follow: {heard:?}");
    // The sessions stay, and the old name is free.
    assert_eq!(me(&server, &member.token).await["username"], "member_1");
    server.member("wombat2").await;
    let body =
        json!({ "username": "wombat", "email": "w@example.com", "password": crate::rig::PASSWORD });
    server.post("/api/auth/signup").json(&body).send().await.of(201);
    let row = audited(&server, "account.rename").await;
    assert_eq!(row["subject"], format!("user:{}", member.id));
    assert!(!row.to_string().contains("wombat"), "the audit outlives names: {row}");
}

#[tokio::test]
async fn sessions_are_ended() {
    let server = Server::start().await;
    let member = server.member("wombat").await;
    let other = server.member("numbat").await;
    let second = server.login_again(&member).await;
    let path = server.listen(&json!({ "token": member.token })).await;
    let ended = call(&server, Method::POST, &member, "sign-out", &json!({})).await.of(200);
    assert_eq!(ended["message"], "wombat is signed out everywhere");
    assert!(server.get(&path).send().await.is_cut());
    for token in [&member.token, &second.token] {
        server.get("/api/auth/me").by(token).send().await.refused(401, "unauthorized");
    }
    me(&server, &other.token).await;
    server.login_again(&member).await;
    assert_eq!(
        audited(&server, "account.sign-out").await["subject"],
        format!("user:{}", member.id)
    );
}

#[tokio::test]
async fn nobody_is_not_changed() {
    let server = Server::start().await;
    let nobody = Member { id: "99".parse().unwrap(), ..server.member("wombat").await };
    for (method, what) in
        [(Method::DELETE, "picture"), (Method::PUT, "username"), (Method::POST, "sign-out")]
    {
        let body = json!({ "username": "somebody" });
        let answer = call(&server, method, &nobody, what, &body).await;
        assert_eq!(answer.refused(404, "not_found"), "There is no such member");
    }
}
