//! Sessions: what a login begins ends with a logout, with its time, or by itself.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use base64::Engine;
use pointhouse::jobs::sweep_sessions;
use pointhouse::tables::{self, SecretRow};
use pointhouse_store::decode;
use serde_json::{Value, json};

use crate::rig::{Answer, HOUR, Member, PASSWORD, Patience, SECOND, Server};

const MINUTE: i64 = 60 * SECOND;

async fn me(server: &Server, token: &str) -> Answer {
    server.get("/api/auth/me").by(token).send().await
}

async fn panel(server: &Server, token: &str) -> Answer {
    server.get("/api/auth/admin/live-bets").by(token).send().await
}

/// The token as the program before sessions made it, signed with the site's secret.
fn without_session(server: &Server, token: &str) -> String {
    let secret = server.site().store().view().get(tables::SETTING, b"token_secret").unwrap();
    let SecretRow(secret) = decode(&secret.unwrap()).unwrap();
    let claims = token.split('.').nth(1).unwrap();
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(claims).unwrap();
    let mut claims: Value = serde_json::from_slice(&claims).unwrap();
    assert!(claims.as_object_mut().unwrap().remove("sid").is_some(), "{claims}");
    let key = jsonwebtoken::EncodingKey::from_secret(&secret);
    jsonwebtoken::encode(&jsonwebtoken::Header::default(), &claims, &key).unwrap()
}

#[tokio::test]
async fn a_verified_token_expires_and_no_changed_one_is_accepted() {
    let server = Server::start().await;
    let (mia, tom) = (server.member("mia").await, server.member("tom").await);
    for member in [&mia, &tom, &mia] {
        assert_eq!(me(&server, &member.token).await.of(200)["user"]["username"], member.name);
    }
    let part = |token: &str, at: usize| token.split('.').nth(at).unwrap().to_owned();
    let of_tom = [part(&mia.token, 0), part(&tom.token, 1), part(&mia.token, 2)].join(".");
    for changed in [of_tom, mia.token.replace(&part(&mia.token, 2), ""), format!("{}A", mia.token)]
    {
        for _ in 0..2 {
            me(&server, &changed).await.refused(401, "unauthorized");
        }
    }
    server.pass(400 * 24 * HOUR);
    me(&server, &mia.token).await.refused(401, "unauthorized");
    server.pass(-400 * 24 * HOUR);
    me(&server, &mia.token).await.of(200);
}

async fn log_in(server: &Server, member: &Member) -> String {
    server.login_again(member).await.token
}

async fn sweep(server: &Server) -> usize {
    let accounts = server.site().accounts();
    sweep_sessions(&accounts.auth, &accounts.broadcaster).await.unwrap()
}

fn rows(server: &Server) -> usize {
    server.site().store().view().scan(tables::SESSION, &[], &[], 1000).unwrap().len()
}

#[tokio::test]
async fn a_logout_ends_its_token_for_good_and_no_other() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    let other = log_in(&server, &member).await;
    server.post("/api/auth/logout").by(&member.token).json(&json!({})).send().await.of(200);
    me(&server, &member.token).await.refused(401, "unauthorized");
    server.post("/api/auth/logout").by(&member.token).send().await.refused(401, "unauthorized");
    me(&server, &other).await.of(200);
    server.restart().await;
    me(&server, &member.token).await.refused(401, "unauthorized");
    me(&server, &other).await.of(200);
}

#[tokio::test]
async fn the_panel_has_a_logout() {
    let mut server = Server::start().await;
    let (admin, other) = (server.admin().await, server.admin().await);
    let path = server.listen(&json!({ "adminToken": admin })).await;
    let elsewhere = server.listen(&json!({ "adminToken": other })).await;
    let out = server.post("/api/admin/logout").by(&admin).json(&json!({}));
    let (heard, answer) = tokio::join!(server.get(&path).send(), out.send());
    answer.of(200);
    assert!(heard.is_cut(), "{heard:?}");
    panel(&server, &admin).await.refused(401, "unauthorized");
    panel(&server, &other).await.of(200);
    server.post(&elsewhere).text("3").send().await.of_text(200, "ok");
    server.restart().await;
    panel(&server, &admin).await.refused(401, "unauthorized");
    panel(&server, &other).await.of(200);
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions_but_the_new_one() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let other = log_in(&server, &member).await;
    let out = server.post("/api/auth/sign-out-everywhere").by(&member.token).json(&json!({}));
    let fresh = out.send().await.of(200)["token"].as_str().unwrap().to_owned();
    for token in [&member.token, &other] {
        me(&server, token).await.refused(401, "unauthorized");
    }
    me(&server, &fresh).await.of(200);
    assert_eq!((rows(&server), sweep(&server).await, rows(&server)), (3, 2, 1));
    me(&server, &fresh).await.of(200);
}

#[tokio::test]
async fn the_fifty_first_session_ends_the_one_that_was_not_used_for_longest() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let mut tokens = vec![member.token.clone()];
    for _ in 1..50 {
        server.pass(SECOND);
        tokens.push(log_in(&server, &member).await);
    }
    server.pass(SECOND);
    // The first is in use; the second is now the one that was not used for longest.
    me(&server, &tokens[0]).await.of(200);
    tokens.push(log_in(&server, &member).await);
    me(&server, &tokens[1]).await.refused(401, "unauthorized");
    for token in [&tokens[0], &tokens[2], &tokens[50]] {
        me(&server, token).await.of(200);
    }
    assert_eq!(rows(&server), 50);
}

#[tokio::test]
async fn the_panel_ends_after_two_hours_without_a_call() {
    let mut server = Server::with(|config| config.auth.admin_idle_minutes = 120).await;
    let (used, left) = (server.admin().await, server.admin().await);
    let path = server.listen(&json!({ "adminToken": left })).await;
    server.pass(119 * MINUTE);
    // A visible page sends this call.
    server.post("/api/admin/session").by(&used).json(&json!({})).send().await.of(200);
    server.pass(MINUTE);
    let listening = server.get(&path).send();
    let (heard, ended) = tokio::join!(listening, sweep(&server));
    assert_eq!(ended, 1);
    assert!(heard.is_cut(), "{heard:?}");
    panel(&server, &left).await.refused(401, "unauthorized");
    panel(&server, &used).await.of(200);
    server.pass(118 * MINUTE);
    assert_eq!(sweep(&server).await, 0);
    // The time of use was written, so a restart does not end it.
    server.restart().await;
    panel(&server, &used).await.of(200);
    server.pass(2 * HOUR);
    panel(&server, &used).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn sessions_that_are_over_are_removed_and_the_time_of_use_is_written_now_and_then() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let stored = || server.site().store().view().scan(tables::SESSION, &[], &[], 10).unwrap();
    let at_first = stored();
    server.pass(9 * MINUTE);
    me(&server, &member.token).await.of(200);
    assert_eq!(sweep(&server).await, 0);
    assert_eq!(stored(), at_first, "nothing is written within ten minutes");
    server.pass(MINUTE);
    me(&server, &member.token).await.of(200);
    assert_eq!(sweep(&server).await, 0);
    assert_ne!(stored(), at_first);
    server.pass(30 * 24 * HOUR);
    assert_eq!((sweep(&server).await, rows(&server)), (1, 0));
}

#[tokio::test]
async fn a_token_without_a_session_is_refused() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let admin = server.admin().await;
    for (token, path) in [(&member.token, "/api/auth/me"), (&admin, "/api/auth/admin/live-bets")] {
        let old = without_session(&server, token);
        server.get(path).by(&old).send().await.refused(401, "unauthorized");
        server.get(path).by(token).send().await.of(200);
    }
}

/// The head and the first half of the body, then `between`, then the rest. Returns the answer.
async fn held_back(
    server: &Server,
    (call, token, body): (&str, &str, &str),
    between: impl Future<Output = ()>,
) -> String {
    let address = server.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let (begin, rest) = body.split_at(body.len() / 2);
    let head = format!(
        "{call} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{begin}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server has taken the head when it answers what came after it on another connection.
    for _ in 0..3 {
        server.get("/healthz").send().await.of_text(200, "ok\n");
    }
    between.await;
    stream.write_all(rest.as_bytes()).unwrap();
    let reading = tokio::task::spawn_blocking(move || {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    reading.await.unwrap()
}

#[tokio::test]
async fn a_body_that_is_held_back_outlives_no_token() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let limits = json!({ "dailyStake": 5 }).to_string();
    let profile = json!({ "username": "thief", "email": member.email }).to_string();
    let password = json!({ "currentPassword": PASSWORD, "newPassword": "Other!horse22" });
    let calls = [
        ("PUT /api/me/limits", limits),
        ("PUT /api/auth/update-profile", profile),
        ("PUT /api/auth/change-password", password.to_string()),
    ];
    for (path, body) in &calls {
        let token = log_in(&server, &member).await;
        let out = async {
            let call = server.post("/api/auth/logout").by(&token).json(&json!({}));
            call.send().await.of(200);
        };
        let answer = held_back(&server, (path, &token, body), out).await;
        assert!(answer.starts_with("HTTP/1.1 401 "), "{path}: {answer}");
    }
    // A large body is held back alike.
    let admin = server.admin().await;
    let large = format!("[{}]", " ".repeat(300_000));
    let out = async {
        server.post("/api/admin/logout").by(&admin).json(&json!({})).send().await.of(200);
    };
    let answer = held_back(&server, ("POST /api/challenges", &admin, &large), out).await;
    assert!(answer.starts_with("HTTP/1.1 401 "), "{answer}");
    me(&server, &member.token).await.of(200);
}

#[tokio::test]
async fn a_session_that_gives_way_loses_its_sockets() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let path = server.listen(&json!({ "token": member.token })).await;
    for _ in 0..50 {
        server.pass(SECOND);
        log_in(&server, &member).await;
    }
    me(&server, &member.token).await.refused(401, "unauthorized");
    let (heard, ended) = tokio::join!(server.get(&path).send(), sweep(&server));
    assert_eq!(ended, 1);
    assert!(heard.is_cut(), "{heard:?}");
}

#[tokio::test]
async fn a_member_sends_one_large_body_at_a_time_and_keeps_no_admin_waiting() {
    let server = Server::start().await;
    let member = server.member("emu").await;
    let other = server.member("bilby").await;
    let admin = server.admin().await;
    let large = format!("[{}]", " ".repeat(300_000));
    let send = |token: &str| {
        let call = server.post("/api/challenges").by(token);
        call.header("content-type", "application/json").text(large.clone()).send()
    };
    let meanwhile = async {
        let patience = Patience::for_event("the first large body has its place");
        while send(&member.token).await.status != 429 {
            patience.check();
        }
        send(&other.token).await.refused(403, "forbidden");
        send(&admin).await.of(200);
    };
    let first = ("POST /api/challenges", member.token.as_str(), large.as_str());
    let answer = held_back(&server, first, meanwhile).await;
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    send(&member.token).await.refused(403, "forbidden");
}
