//! Links by a visit to the platform, and signing in with them.

use pointhouse::chat::{FlowRow, Purpose};
use pointhouse_store::{Batch, encode};
use reqwest::Method;
use serde_json::{Value, json};

use super::linking::{link_in_chat, mine};
use super::platform::{HOST, Platform, come_back, connect, connected, cookie_of};
use crate::rig::{HOUR, Member, PASSWORD, SECOND, Server};
use crate::second_factors::add_app;

/// A visit that was begun: where the browser goes, and its cookie.
pub(crate) struct Visit {
    pub(super) url: String,
    pub(super) cookie: String,
}

pub(crate) async fn start_link(server: &Server, member: &Member) -> Visit {
    let call = server.post("/api/kick/link/start").by(&member.token).json(&json!({}));
    visit(call.send().await)
}

pub(crate) async fn start_sign_in(server: &Server, body: &Value) -> Visit {
    visit(server.post("/api/kick/sign-in/start").json(body).send().await)
}

pub(super) fn visit(answer: crate::rig::Answer) -> Visit {
    let cookie = cookie_of(&answer);
    Visit { url: answer.of(200)["url"].as_str().unwrap().to_owned(), cookie }
}

/// The account's owner gives permission. Returns the query that the browser returns with.
pub(super) fn yes(platform: &Platform, visit: &Visit, user: u64) -> String {
    let (code, state) = platform.says_yes(&visit.url, user, &format!("chatter_{user}"));
    format!("code={code}&state={state}")
}

pub(crate) async fn link(
    server: &Server,
    platform: &Platform,
    member: &Member,
    user: u64,
) -> String {
    let visit = start_link(server, member).await;
    let query = yes(platform, &visit, user);
    come_back(server, &query, &visit.cookie).await
}

pub(crate) async fn sign_in(server: &Server, platform: &Platform, user: u64) -> (String, String) {
    let visit = start_sign_in(server, &json!({})).await;
    let query = yes(platform, &visit, user);
    (come_back(server, &query, &visit.cookie).await, visit.cookie)
}

/// No member has this account of the platform: its owner may sign up.
fn is_offer(path: &str) {
    assert!(path.starts_with("/signup?kick=s."), "{path}");
}

pub(super) async fn finish(server: &Server, ticket: &str, cookie: &str) -> crate::rig::Answer {
    let call = server.post("/api/kick/sign-in/finish").json(&json!({ "ticket": ticket }));
    call.header("cookie", &format!("kick_flow={cookie}")).send().await
}

pub(super) fn ticket(path: &str) -> &str {
    path.strip_prefix("/login?kick=").unwrap()
}

#[tokio::test]
async fn a_visit_links_and_lets_in() {
    let (mut server, platform) = connected().await;
    let emu = server.player("emu", 5).await;
    let start = start_link(&server, &emu).await;
    assert!(start.url.contains("scope=user%3Aread&"), "{}", start.url);
    assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
    let linked = mine(&server, &emu).await["linked"].clone();
    assert_eq!((&linked["by"], &linked["username"]), (&json!("oauth"), &json!("chatter_5")));
    assert_eq!(linked["signsIn"], true);
    server.restart().await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let entered = finish(&server, ticket(&path), &cookie).await.of(200);
    assert_eq!(
        (&entered["user"]["username"], &entered["message"]),
        (&json!("emu"), &json!("Login successful"))
    );
    let token = entered["token"].as_str().unwrap();
    let me = server.get("/api/auth/me").by(token).send().await.of(200);
    assert_eq!(me["user"]["points"], 5);
    // A session of a day, as without "Remember me".
    server.pass(24 * HOUR);
    server.get("/api/auth/me").by(token).send().await.refused(401, "unauthorized");
    server.prove();
}

#[tokio::test]
async fn a_ticket_is_of_use_once_to_one_browser_for_a_while() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    link(&server, &platform, &emu, 5).await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    finish(&server, ticket(&path), "another").await.refused(401, "bad_ticket");
    finish(&server, "s.none", &cookie).await.refused(401, "bad_ticket");
    let bare = server.post("/api/kick/sign-in/finish").json(&json!({ "ticket": ticket(&path) }));
    bare.send().await.refused(401, "bad_ticket");
    finish(&server, ticket(&path), &cookie).await.of(200);
    finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    server.pass(120 * SECOND);
    finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
    // Who unlinks meanwhile is not let in, and a ticket is no way back from the platform.
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let back = come_back(&server, &format!("code=x&state={}", ticket(&path)), &cookie).await;
    assert_eq!(back, "/login?kick=failed");
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let unlink = server.call(Method::DELETE, "/api/kick/link").by(&emu.token);
    unlink.send().await.of(200);
    finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
    is_offer(&sign_in(&server, &platform, 5).await.0);
}

#[tokio::test]
async fn a_link_is_no_way_in_any_more_when_all_tokens_were_ended() {
    let (server, platform) = connected().await;
    let mut emu = server.member("emu").await;
    let everywhere = async |emu: &Member| {
        server.post("/api/auth/sign-out-everywhere").by(&emu.token).send().await.of(200);
    };
    let change = async |emu: &Member| {
        let body = json!({ "currentPassword": PASSWORD, "newPassword": PASSWORD });
        let call = server.call(Method::PUT, "/api/auth/change-password").by(&emu.token);
        call.json(&body).send().await.of(200);
    };
    let reset = async |emu: &Member| {
        let admin = server.admin().await;
        let call = server.post(&format!("/api/admin/accounts/{}/link", emu.id)).by(&admin);
        let link = call.json(&json!({ "kind": "reset" })).send().await.of(200)["link"].clone();
        let token = link.as_str().unwrap().split_once("token=").unwrap().1.to_owned();
        let body = json!({ "token": token, "newPassword": PASSWORD });
        server.post("/api/auth/reset-password").json(&body).send().await.of(200);
    };
    for way in 0..3 {
        assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
        let (path, cookie) = sign_in(&server, &platform, 5).await;
        match way {
            0 => everywhere(&emu).await,
            1 => change(&emu).await,
            _ => reset(&emu).await,
        }
        finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
        assert_eq!(sign_in(&server, &platform, 5).await.0, "/login?kick=ended");
        emu = server.login_again(&emu).await;
        let linked = mine(&server, &emu).await["linked"].clone();
        assert_eq!((&linked["by"], &linked["username"]), (&json!("oauth"), &json!("chatter_5")));
        assert_eq!(linked["signsIn"], false);
        // After linking again it allows signing in, and an earlier ticket doesn't.
        assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
        finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
    }
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    everywhere(&emu).await;
    emu = server.login_again(&emu).await;
    assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
    finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
}

#[tokio::test]
async fn many_who_begin_to_sign_in_shut_no_other_way() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    link(&server, &platform, &emu, 5).await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let row = FlowRow {
        purpose: Purpose::SignIn { remember: false, redirect: None },
        browser: [0; 32],
        verifier: String::new(),
        expires_at: server.clock.now().plus(HOUR).0,
    };
    let (row, mut batch) = (encode(&row).unwrap(), Batch::new());
    for number in 0..10_000_u64 {
        let key = [number.to_be_bytes(); 4].concat();
        batch.put(pointhouse::tables::CHAT_FLOW, &key, &row).unwrap();
    }
    server.site().store().commit(batch).await.unwrap();
    server.site().chat().sweep().await.unwrap();
    let full = server.post("/api/kick/sign-in/start").json(&json!({})).send().await;
    full.refused(503, "busy");
    finish(&server, ticket(&path), &cookie).await.of(200);
    assert_eq!(link(&server, &platform, &emu, 6).await, "/account?kick=linked");
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
}

#[tokio::test]
async fn what_was_asked_for_in_the_chat_lets_nobody_in() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    assert_eq!(sign_in(&server, &platform, 5).await.0, "/login?kick=unlinked");
    // A visit makes the same link one that does.
    let since = mine(&server, &emu).await["linked"]["linkedAt"].clone();
    server.pass(SECOND);
    assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
    let linked = mine(&server, &emu).await["linked"].clone();
    assert_eq!((&linked["by"], &linked["linkedAt"]), (&json!("oauth"), &since));
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    finish(&server, ticket(&path), &cookie).await.of(200);
}

#[tokio::test]
async fn a_visit_that_comes_to_nothing_says_so() {
    let (server, platform) = connected().await;
    let [emu, other] = [server.member("emu").await, server.member("other").await];
    link(&server, &platform, &emu, 5).await;
    assert_eq!(link(&server, &platform, &other, 5).await, "/account?kick=taken");
    let visit = start_link(&server, &other).await;
    let state = yes(&platform, &visit, 6);
    let state = state.split_once("&").unwrap().1;
    let refused = come_back(&server, &format!("error=access_denied&{state}"), &visit.cookie).await;
    assert_eq!(refused, "/account?kick=refused");
    // Another browser, another state, the same one again, a token that has ended since.
    let visit = start_link(&server, &other).await;
    let query = yes(&platform, &visit, 6);
    assert_eq!(come_back(&server, &query, "another").await, "/account?kick=failed");
    assert_eq!(come_back(&server, "code=x&state=l.x", &visit.cookie).await, "/account?kick=failed");
    assert_eq!(come_back(&server, &query, &visit.cookie).await, "/account?kick=linked");
    assert_eq!(come_back(&server, &query, &visit.cookie).await, "/account?kick=failed");
    let visit = start_link(&server, &other).await;
    let query = yes(&platform, &visit, 7);
    server.post("/api/auth/sign-out-everywhere").by(&other.token).send().await.of(200);
    assert_eq!(come_back(&server, &query, &visit.cookie).await, "/account?kick=failed");
    // Another account of one's own takes the place of the first.
    let other = server.login_again(&other).await;
    assert_eq!(link(&server, &platform, &other, 7).await, "/account?kick=linked");
    assert_eq!(mine(&server, &other).await["linked"]["username"], "chatter_7");
    assert_eq!(link(&server, &platform, &emu, 6).await, "/account?kick=linked");
}

#[tokio::test]
async fn it_goes_on_to_paths_of_this_site_only() {
    let (server, platform) = connected().await;
    for (asked, goes_on) in [
        ("/rewards/daily-calendar?a=b", "&redirect=%2Frewards%2Fdaily-calendar%3Fa%3Db"),
        ("//elsewhere.example", ""),
        ("/\\elsewhere.example", ""),
        ("https://elsewhere.example", ""),
        ("/a\nb", ""),
    ] {
        let visit = start_sign_in(&server, &json!({ "redirect": asked, "remember": true })).await;
        let query = yes(&platform, &visit, 5);
        let path = come_back(&server, &query, &visit.cookie).await;
        is_offer(&path);
        assert_eq!(
            path.split_once('&').map_or("", |(_, query)| query),
            goes_on.trim_start_matches('&')
        );
    }
}

#[tokio::test]
async fn it_behaves_as_the_login_by_password_does() {
    let (mut server, platform) = connected().await;
    let emu = server.member("emu").await;
    link(&server, &platform, &emu, 5).await;
    let admin = server.admin().await;
    // An inactive account may read; a closed site lets members in.
    let inactive = server.call(Method::PUT, &format!("/api/admin/accounts/{}", emu.id)).by(&admin);
    inactive.json(&json!({ "isActive": false })).send().await.of(200);
    let close = server.post("/api/auth/admin/maintenance-mode").by(&admin);
    close.json(&json!({ "enabled": true })).send().await.of(200);
    server.login(&emu.email, PASSWORD).await.of(200);
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let entered = finish(&server, ticket(&path), &cookie).await.of(200);
    assert_eq!(entered["user"]["isActive"], false);
    // Linking is a write: not while the site is closed.
    let call = server.post("/api/kick/link/start").by(&emu.token).json(&json!({}));
    call.send().await.refused(503, "maintenance");
    let features = server.get("/api/site").send().await.of(200)["features"].clone();
    assert_eq!((&features["chat"], &features["kickSignIn"]), (&json!(true), &json!(true)));
    server.restart_with(|config| config.kick.sign_in = false).await;
    let off = server.post("/api/kick/sign-in/start").json(&json!({})).send().await;
    off.refused(404, "kick_off");
    server
        .restart_with(|config| {
            config.kick.sign_in = true;
            config.auth.logins_per_minute = 1;
        })
        .await;
    start_sign_in(&server, &json!({})).await;
    let too_many = server.post("/api/kick/sign-in/start").json(&json!({})).send().await;
    too_many.refused(429, "too_many_requests");
}

#[tokio::test]
async fn who_has_left_leaves_no_visit_behind() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    link(&server, &platform, &emu, 5).await;
    let visit = start_link(&server, &emu).await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&emu.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    let left = server.site().store().view().scan(pointhouse::tables::CHAT_FLOW, &[], &[], 9);
    assert_eq!(left.unwrap().len(), 0);
    finish(&server, ticket(&path), &cookie).await.refused(401, "bad_ticket");
    let query = yes(&platform, &visit, 6);
    assert_eq!(come_back(&server, &query, &visit.cookie).await, "/account?kick=failed");
    is_offer(&sign_in(&server, &platform, 5).await.0);
}

#[tokio::test]
async fn a_second_factor_is_asked_for_after_kick_and_the_ticket_waits_for_it() {
    let (server, platform) = connected().await;
    let emu = server.member("emu").await;
    link(&server, &platform, &emu, 5).await;
    let (_, recovery) = add_app(&server, &emu.token).await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let with = async |code: Option<&str>| {
        let body = json!({ "ticket": ticket(&path), "code": code });
        let call = server.post("/api/kick/sign-in/finish").json(&body);
        call.header("cookie", &format!("kick_flow={cookie}")).send().await
    };
    with(None).await.refused(401, "second_factor");
    with(Some("000000")).await.refused(400, "wrong_code");
    let entered = with(Some(&recovery[0])).await.of(200);
    assert_eq!(entered["user"]["username"], "emu");
    with(Some(&recovery[1])).await.refused(401, "bad_ticket");
}

#[tokio::test]
async fn a_link_that_logs_in_needs_a_proof() {
    let (server, _platform) = connected().await;
    let emu = server.member("emu").await;
    server.pass(600 * SECOND);
    let start = server.post("/api/kick/link/start").by(&emu.token).json(&json!({}));
    start.send().await.refused(403, "proof");
    let proof = json!({ "password": PASSWORD });
    server.post("/api/sign-in/proof").by(&emu.token).json(&proof).send().await.of(200);
    start_link(&server, &emu).await;
}
