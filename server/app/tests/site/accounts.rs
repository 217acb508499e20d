//! Sign-up, login, tokens and their ends.

use futures_util::future::join_all;
use insta::assert_json_snapshot;
use pointhouse::accounts::AccountRow;
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, DAY, HOUR, Member, PASSWORD, SECOND, Server};

async fn signup(server: &Server, username: &str, email: &str, password: &str) -> Answer {
    let body = json!({ "username": username, "email": email, "password": password });
    server.post("/api/auth/signup").json(&body).send().await
}

async fn me(server: &Server, token: &str) -> Answer {
    server.get("/api/auth/me").by(token).send().await
}

fn token_of(body: &Value) -> String {
    body["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_new_member_is_logged_in_with_nothing() {
    let server = Server::start().await;
    let answer = signup(&server, "Matilda", "  Matilda@Example.COM ", PASSWORD).await;
    let token = token_of(&answer.body);
    let code = answer.body["user"]["account_id"].as_str().unwrap().to_owned();
    assert_eq!(code.len(), 8);
    assert!(!code.contains(['0', 'O', '1', 'I', 'L']), "no look-alikes: {code}");
    assert_json_snapshot!("signup", answer.shape(201));
    assert_json_snapshot!("me", me(&server, &token).await.shape(200));
    let email = server.login("matilda@example.com", PASSWORD).await;
    assert_json_snapshot!("login", email.shape(200));
}

#[tokio::test]
async fn every_rule_of_the_form_has_its_text_and_field() {
    let server = Server::start().await;
    let long = format!("Ab1!{}", "é".repeat(125));
    let (good_name, good_email) = ("kangaroo", "kangaroo@example.com");
    let cases = [
        ("", good_email, PASSWORD, "username", "Username is required"),
        ("ab", good_email, PASSWORD, "username", "Username must be at least 3 characters long"),
        (
            "abcdefghijklmnopqrstuvwxy",
            good_email,
            PASSWORD,
            "username",
            "Username must be at most 24 characters long",
        ),
        (
            "a b c",
            good_email,
            PASSWORD,
            "username",
            "Username can only contain letters, numbers, and underscores",
        ),
        (good_name, " ", PASSWORD, "email", "Email is required"),
        (good_name, "nobody", PASSWORD, "email", "Please enter a valid email address"),
        (good_name, good_email, "", "password", "Password is required"),
        (good_name, good_email, "Ab1!", "password", "Password must be at least 8 characters long"),
        (good_name, good_email, &long, "password", "Password must be at most 128 characters long"),
        (
            good_name,
            good_email,
            "abcdefg1!",
            "password",
            "Password must contain at least one uppercase letter",
        ),
        (
            good_name,
            good_email,
            "ABCDEFG1!",
            "password",
            "Password must contain at least one lowercase letter",
        ),
        (
            good_name,
            good_email,
            "Abcdefgh!",
            "password",
            "Password must contain at least one number",
        ),
        (
            good_name,
            good_email,
            "Abcdefg12",
            "password",
            "Password must contain at least one special character",
        ),
    ];
    for (name, email, password, field, text) in cases {
        let body = signup(&server, name, email, password).await.of(400);
        let code = if text.contains("can only contain") { "bad_character" } else { "validation" };
        let expected = json!({
            "success": false, "error": code, "message": text, "fields": { field: text },
        });
        assert_eq!(body, expected);
    }
    // Nothing of it was kept, and the longest password counts characters, not bytes.
    let longest = format!("Ab1!{}", "é".repeat(124));
    signup(&server, good_name, good_email, &longest).await.of(201);
    server.login(good_email, &longest).await.of(200);
    let answer = server.login(good_email, &format!("{longest}x")).await;
    assert_eq!(answer.refused(401, "invalid_credentials"), "Invalid email or password");
}

#[tokio::test]
async fn names_are_taken_without_regard_to_case() {
    let server = Server::start().await;
    server.member("wombat").await;
    let answer = signup(&server, "other", "WOMBAT@example.com", PASSWORD).await;
    assert_eq!(answer.refused(409, "email_taken"), "This email is already registered");
    let answer = signup(&server, "WomBat", "other@example.com", PASSWORD).await;
    assert_eq!(answer.refused(409, "username_taken"), "This username is already taken");
    for (email, exists) in
        [("Wombat@Example.com", true), ("other@example.com", false), ("nonsense", false)]
    {
        let body = json!({ "email": email });
        let body = server.post("/api/auth/check-email").json(&body).send().await.of(200);
        assert_eq!(body, json!({ "success": true, "exists": exists }));
    }
}

#[tokio::test]
async fn no_member_passes_for_the_site_or_its_staff() {
    let server = Server::with(|config| config.brand.name = "Dingo Den".to_owned()).await;
    let wombat = server.member("wombat").await;
    let admin = server.admin().await;
    let text = "This username is reserved. Please choose another one.";
    for name in [
        "admin",
        "Adm1n_",
        "aDmlN",
        "M0derator",
        "de1eted",
        "_DELETED_",
        "Former_Member",
        "Dingo_Den",
    ] {
        let refused = signup(&server, name, "other@example.com", PASSWORD).await.of(400);
        assert_eq!(
            (&refused["error"], &refused["fields"]["username"]),
            (&json!("reserved"), &json!(text)),
            "{name}"
        );
        let body = json!({ "username": name, "email": wombat.email });
        let call = server.call(Method::PUT, "/api/auth/update-profile").by(&wombat.token);
        assert_eq!(call.json(&body).send().await.of(400)["fields"]["username"], text, "{name}");
        let path = format!("/api/admin/accounts/{}/username", wombat.id);
        let call = server.call(Method::PUT, &path).by(&admin).json(&json!({ "username": name }));
        assert_eq!(call.send().await.of(400)["fields"]["username"], text, "{name}");
    }
    signup(&server, "badminton", "other@example.com", PASSWORD).await.of(201);
}

#[tokio::test]
async fn of_sign_ups_at_the_same_time_with_one_name_one_wins() {
    let server = Server::start().await;
    let tries = (0..12).map(|number| {
        let (server, email) =
            (&server, if number % 2 == 0 { "x@example.com" } else { "X@EXAMPLE.com" });
        async move { signup(server, &format!("racer_{number}"), email, PASSWORD).await }
    });
    let answers = join_all(tries).await;
    let (won, lost): (Vec<_>, Vec<_>) = answers.into_iter().partition(|a| a.status == 201);
    assert_eq!(won.len(), 1);
    for answer in lost {
        answer.refused(409, "email_taken");
    }
    let winner = &won[0].body["user"]["username"];
    let login = server.login("x@example.com", PASSWORD).await.of(200);
    assert_eq!(login["user"]["username"], *winner);

    let tries = (0..12).map(|number| {
        let (server, name) = (&server, if number % 2 == 0 { "Runner" } else { "runner" });
        async move { signup(server, name, &format!("r{number}@example.com"), PASSWORD).await }
    });
    let mut ids: Vec<String> = Vec::new();
    for answer in join_all(tries).await {
        match answer.status {
            201 => ids.push(answer.body["user"]["id"].as_str().unwrap().to_owned()),
            _ => drop(answer.refused(409, "username_taken")),
        }
    }
    assert_eq!(ids.len(), 1);
    // The losers of the race left no data: their names are free.
    signup(&server, "racer_next", "r99@example.com", PASSWORD).await.of(201);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_look_the_same() {
    let server = Server::start().await;
    server.member("echidna").await;
    let wrong = server.login("echidna@example.com", "Wrong-horse-1").await.of(401);
    let unknown = server.login("nobody@example.com", "Wrong-horse-1").await.of(401);
    let nonsense = server.login("not an address", "Wrong-horse-1").await.of(401);
    let long = server.login("echidna@example.com", &"x".repeat(129)).await.of(401);
    let expected = json!({
        "success": false,
        "error": "invalid_credentials",
        "message": "Invalid email or password",
    });
    for body in [wrong, unknown, nonsense, long] {
        assert_eq!(body, expected);
    }
}

#[tokio::test]
async fn a_token_lasts_as_long_as_it_was_asked_for() {
    let server = Server::start().await;
    let signed_up = server.member("quokka").await.token;
    let log_in = |remember: bool| {
        let body =
            json!({ "email": "quokka@example.com", "password": PASSWORD, "remember": remember });
        server.post("/api/auth/login").json(&body).send()
    };
    let session = token_of(&log_in(false).await.of(200));
    let remembered = token_of(&log_in(true).await.of(200));
    let admin = server.admin().await;
    let feed = || server.get("/api/auth/admin/live-bets").by(&admin).send();

    server.pass(12 * HOUR - SECOND);
    feed().await.of(200);
    server.pass(SECOND);
    feed().await.refused(401, "unauthorized");
    server.pass(12 * HOUR - SECOND);
    me(&server, &session).await.of(200);
    server.pass(SECOND);
    assert_eq!(me(&server, &session).await.refused(401, "unauthorized"), "Please log in");
    // A sign-up is remembered, too.
    for token in [&remembered, &signed_up] {
        me(&server, token).await.of(200);
    }
    server.pass(29 * DAY - SECOND);
    for token in [&remembered, &signed_up] {
        me(&server, token).await.of(200);
    }
    server.pass(SECOND);
    for token in [&remembered, &signed_up] {
        me(&server, token).await.refused(401, "unauthorized");
    }
}

#[tokio::test]
async fn only_tokens_of_this_site_count() {
    let (server, other) = (Server::start().await, Server::start().await);
    let member = server.member("possum").await;
    let stranger = other.member("possum").await;
    assert_eq!(member.id, stranger.id);
    let parts: Vec<&str> = member.token.split('.').collect();
    let encoded = |claims: Value| {
        use base64::Engine;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(claims.to_string())
    };
    let claims = |role: &str| {
        encoded(json!({ "sub": "1", "role": role, "ver": 1, "iat": 0, "exp": 4_000_000_000_i64 }))
    };
    let unsigned =
        format!("{}.{}.", encoded(json!({ "alg": "none", "typ": "JWT" })), claims("admin"));
    let promoted = format!("{}.{}.{}", parts[0], claims("admin"), parts[2]);
    let longer = format!("{}.{}.{}", parts[0], claims("member"), parts[2]);
    let cut = &member.token[..member.token.len() - 1];
    for token in [&stranger.token, &unsigned, &promoted, &longer, cut, "", "x", "a.b.c", "..", "💥"]
    {
        me(&server, token).await.refused(401, "unauthorized");
        let feed = server.get("/api/auth/admin/live-bets").by(token).send().await;
        feed.refused(401, "unauthorized");
    }
    for value in [member.token.clone(), format!("Basic {}", member.token), "Bearer".to_owned()] {
        let answer = server.get("/api/auth/me").header("authorization", &value).send().await;
        answer.refused(401, "unauthorized");
    }
    me(&server, &member.token).await.of(200);
}

#[tokio::test]
async fn signing_out_everywhere_ends_every_other_token() {
    let mut server = Server::start().await;
    let member = server.member("emu").await;
    let bystander = server.member("cassowary").await;
    let second = token_of(&server.login(&member.email, PASSWORD).await.of(200));
    let out = server.post("/api/auth/sign-out-everywhere").by(&second).send().await;
    let fresh = token_of(&out.body);
    assert_json_snapshot!("sign_out_everywhere", out.shape(200));
    for old in [&member.token, &second] {
        me(&server, old).await.refused(401, "unauthorized");
        let answer = server.post("/api/auth/sign-out-everywhere").by(old).send().await;
        answer.refused(401, "unauthorized");
    }
    me(&server, &fresh).await.of(200);
    me(&server, &bystander.token).await.of(200);
    server.restart().await;
    me(&server, &member.token).await.refused(401, "unauthorized");
    me(&server, &fresh).await.of(200);
}

#[tokio::test]
async fn signing_out_everywhere_twice_at_once_leaves_no_old_token() {
    let server = Server::start().await;
    let member = server.member("bilby").await;
    let calls =
        (0..4).map(|_| server.post("/api/auth/sign-out-everywhere").by(&member.token).send());
    let mut alive = 0;
    for answer in join_all(calls).await {
        match answer.status {
            // The last version is valid; a token of an earlier one was ended by the later call.
            200 => alive += u32::from(me(&server, &token_of(&answer.body)).await.status == 200),
            _ => drop(answer.refused(401, "unauthorized")),
        }
    }
    assert_eq!(alive, 1);
    me(&server, &member.token).await.refused(401, "unauthorized");
}

#[tokio::test]
async fn a_logout_ends_its_own_session_with_its_sockets() {
    let server = Server::start().await;
    let member = server.member("dingo").await;
    let other = server.member("bilby").await;
    let elsewhere = token_of(&server.login(&member.email, PASSWORD).await.of(200));
    let path = server.listen(&json!({ "token": member.token })).await;
    let out = server.post("/api/auth/logout").by(&member.token);
    let (heard, answer) = tokio::join!(server.get(&path).send(), out.send());
    assert_json_snapshot!("logout", answer.shape(200));
    assert!(heard.is_cut(), "{heard:?}");
    me(&server, &member.token).await.refused(401, "unauthorized");
    for token in [&elsewhere, &other.token] {
        me(&server, token).await.of(200);
        server.listen(&json!({ "token": token })).await;
    }
}

#[tokio::test]
async fn signing_out_everywhere_cuts_the_sockets() {
    let server = Server::start().await;
    let member = server.member("dingo").await;
    let path = server.listen(&json!({ "token": member.token })).await;
    let out = server.post("/api/auth/sign-out-everywhere").by(&member.token);
    let (heard, answer) = tokio::join!(server.get(&path).send(), out.send());
    let fresh = token_of(&answer.of(200));
    assert!(heard.is_cut(), "{heard:?}");
    server.listen(&json!({ "token": fresh })).await;
}

/// Switches an account off as an admin's call will: the row, and a start that reads it. There is no
/// call for it yet.
async fn deactivate(server: &mut Server, member: &Member) {
    let key = member.id.0.to_be_bytes();
    let store = server.site().store().clone();
    let row = store.view().get(tables::ACCOUNT, &key).unwrap().unwrap();
    let row: AccountRow = decode(&row).unwrap();
    let row = AccountRow { active: false, revision: row.revision + 1, ..row };
    let mut batch = Batch::new();
    batch.put(tables::ACCOUNT, &key, &encode(&row).unwrap()).unwrap();
    store.commit(batch).await.unwrap();
    drop(store);
    server.restart().await;
}

#[tokio::test]
async fn an_inactive_account_reads_and_moves_nothing() {
    let mut server = Server::start().await;
    let member = server.player("koala", 100).await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "under" });
    server.bet(&member, &bet).await.of(200);
    let before = server.balance(&member).await;
    deactivate(&mut server, &member).await;
    let shown = me(&server, &member.token).await.of(200);
    assert_eq!(shown["user"]["isActive"], false);
    let login = server.login(&member.email, PASSWORD).await.of(200);
    assert_eq!(login["user"]["isActive"], false);
    for path in ["/api/me/ledger", "/api/games/dice/history", "/api/games/fairness"] {
        server.get(path).by(&member.token).send().await.of(200);
    }
    let answer = server.bet(&member, &bet).await;
    assert_eq!(answer.refused(403, "account_inactive"), "Your account is inactive");
    assert_eq!(server.balance(&member).await, before);
}
