//! Name, address and password of a member.

use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, DAY, Member, PASSWORD, Server};

const NEW_PASSWORD: &str = "Another!horse2";

async fn update(server: &Server, member: &Member, body: &Value) -> Answer {
    let call = server.call(Method::PUT, "/api/auth/update-profile");
    call.by(&member.token).json(body).send().await
}

async fn change_password(server: &Server, member: &Member, current: &str, new: &str) -> Answer {
    let body = json!({ "currentPassword": current, "newPassword": new });
    let call = server.call(Method::PUT, "/api/auth/change-password");
    call.by(&member.token).json(&body).send().await
}

#[tokio::test]
async fn a_name_is_changed_everywhere_and_its_old_one_is_free() {
    let mut server = Server::start().await;
    let member = server.player("matilda", 100).await;
    let other = server.member("kangaroo").await;
    let as_now = |name: &str| json!({ "username": name, "email": member.email });
    let changed = update(&server, &member, &as_now("Waltzing")).await.of(200);
    assert_eq!(changed["message"], "Profile updated successfully!");
    assert_eq!(changed["user"]["username"], "Waltzing");
    let board = server.get("/api/leaderboard/points/monthly").by(&member.token).send().await;
    assert_eq!(board.of(200)["leaderboard"][0]["username"], "Waltzing");
    update(&server, &member, &as_now("KANGAROO")).await.refused(409, "username_taken");
    let short = update(&server, &member, &as_now("ab")).await.of(400);
    assert_eq!(short["fields"]["username"], "Username must be at least 3 characters long");
    // Only the case of one's own name.
    update(&server, &member, &as_now("WALTZING")).await.of(200);
    let taken = json!({ "username": "matilda", "email": other.email });
    update(&server, &other, &taken).await.of(200);
    server.restart().await;
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    assert_eq!(me["user"]["username"], "WALTZING");
}

#[tokio::test]
async fn an_address_changes_only_with_the_password_and_before_it_is_verified() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let other = server.member("kangaroo").await;
    let with = |email: &str, password: Option<&str>| json!({ "username": "matilda", "email": email, "password": password });
    let missing = "Enter your current password";
    let wrong = "This is not your current password";
    for (password, text) in [(None, missing), (Some(""), missing), (Some("wrong"), wrong)] {
        let refused = update(&server, &member, &with("new@example.com", password)).await.of(400);
        assert_eq!(refused["fields"]["password"], text);
    }
    let taken = with(&other.email, Some(PASSWORD));
    update(&server, &member, &taken).await.refused(409, "email_taken");
    update(&server, &member, &with("New@example.com", Some(PASSWORD))).await.of(200);
    server.login(&member.email, PASSWORD).await.refused(401, "invalid_credentials");
    server.login("new@example.com", PASSWORD).await.of(200);
    // The old username is free for another member.
    let body = json!({ "username": "wombat", "email": member.email, "password": PASSWORD });
    server.post("/api/auth/signup").json(&body).send().await.of(201);

    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    let email = server.emails(1).await.remove(0);
    let (_, rest) = email.split_once("?token=").unwrap();
    let token: String = rest.chars().take(43).collect();
    server.get(&format!("/api/auth/verify-email?token={token}")).send().await.of(200);
    let again = with("third@example.com", Some(PASSWORD));
    let fixed = update(&server, &member, &again).await.of(400);
    assert_eq!(fixed["fields"]["email"], "A verified email cannot be changed");
    // The same email in another case is no change.
    update(&server, &member, &with("NEW@example.com", None)).await.of(200);
}

#[tokio::test]
async fn a_new_password_ends_every_token_but_the_one_it_answers() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let elsewhere = server.login_again(&member).await;
    let socket = server.listen(&json!({ "token": elsewhere.token })).await;
    let wrong = change_password(&server, &member, "wrong", NEW_PASSWORD).await.of(400);
    assert!(wrong["fields"]["currentPassword"].is_string(), "{wrong}");
    let weak = change_password(&server, &member, PASSWORD, "weakweakweak").await.of(400);
    let text = "Password must contain at least one uppercase letter";
    assert_eq!(weak["fields"]["newPassword"], text);
    server.login(&member.email, PASSWORD).await.of(200);

    let changed = change_password(&server, &member, PASSWORD, NEW_PASSWORD).await.of(200);
    assert!(server.get(&socket).send().await.is_cut());
    for token in [&member.token, &elsewhere.token] {
        server.get("/api/auth/me").by(token).send().await.refused(401, "unauthorized");
    }
    let fresh = changed["token"].as_str().unwrap();
    server.get("/api/auth/me").by(fresh).send().await.of(200);
    server.login(&member.email, PASSWORD).await.refused(401, "invalid_credentials");
    server.login(&member.email, NEW_PASSWORD).await.of(200);
}

#[tokio::test]
async fn what_was_allowed_before_the_tokens_ended_is_refused_after() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    // One change after the other, all judged by the first token: what comes second is refused,
    // whichever that is.
    let changes = (0..5).map(|at| {
        let new = format!("Another!horse{at}");
        let (server, member) = (&server, &member);
        async move { (change_password(server, member, PASSWORD, &new).await.status, new) }
    });
    let answers = futures_util::future::join_all(changes).await;
    let done: Vec<_> = answers.iter().filter(|(status, _)| *status == 200).collect();
    let [(_, new)] = done.as_slice() else { panic!("one of them: {answers:?}") };
    assert!(answers.iter().all(|(status, _)| [200, 400, 401].contains(status)), "{answers:?}");
    server.login(&member.email, new).await.of(200);
}

#[tokio::test]
async fn a_remembered_login_stays_remembered_with_the_new_token() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let body = json!({ "email": member.email, "password": PASSWORD, "remember": true });
    let login = server.post("/api/auth/login").json(&body).send().await.of(200);
    let remembered = Member { token: login["token"].as_str().unwrap().to_owned(), ..member };
    let changed = change_password(&server, &remembered, PASSWORD, NEW_PASSWORD).await.of(200);
    let fresh = changed["token"].as_str().unwrap();
    server.pass(29 * DAY);
    let everywhere = server.post("/api/auth/sign-out-everywhere").by(fresh).send().await.of(200);
    let fresh = everywhere["token"].as_str().unwrap();
    server.pass(29 * DAY);
    server.get("/api/auth/me").by(fresh).send().await.of(200);
    server.pass(DAY);
    server.get("/api/auth/me").by(fresh).send().await.refused(401, "unauthorized");
}
