//! The channel: connecting it, its tokens, what is delivered.

use insta::assert_json_snapshot;
use pointhouse::clock::Millis;
use reqwest::Method;
use serde_json::{Value, json};

use super::linking::link_in_chat;
use super::platform::{
    Delivery, HOST, Platform, come_back, connect, connected, cookie_of, site, standing,
};
use crate::rig::{HOUR, NOON, Reply, Server};

const SUBSCRIPTIONS: &str = "/public/v1/events/subscriptions";

async fn check(server: &Server) -> Value {
    let admin = server.admin().await;
    server.post("/api/admin/chat/check").by(&admin).json(&json!({})).send().await.of(200)
}

fn states(standing: &Value) -> Vec<&str> {
    let all = standing["subscriptions"].as_array().unwrap();
    all.iter().map(|one| one["state"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn without_settings_there_is_none() {
    let server = Server::start().await;
    assert_json_snapshot!("chat_off", standing(&server).await, {
        ".redirectUrl" => "[url]", ".webhookUrl" => "[url]",
    });
    let admin = server.admin().await;
    let connect = server.post("/api/admin/chat/connect").by(&admin).json(&json!({}));
    connect.send().await.refused(404, "kick_off");
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let services = health["services"].as_array().unwrap();
    for name in ["kick_id", "kick_api", "kick_chat"] {
        let one = services.iter().find(|service| service["name"] == name).unwrap();
        assert_eq!(one["state"], "off");
    }
}

#[tokio::test]
async fn a_channel_is_connected_and_let_go() {
    let (mut server, platform) = site().await;
    let before = standing(&server).await;
    assert_eq!((&before["configured"], &before["connected"]), (&json!(true), &Value::Null));
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    check(&server).await;
    server.restart().await;
    let stands = check(&server).await;
    assert_json_snapshot!("chat_connected", stands);
    assert!(!stands.to_string().contains("access-") && !stands.to_string().contains("refresh-"));
    let admin = server.admin().await;
    let audit = server.get("/api/admin/audit?q=chat.connect").by(&admin).send().await.of(200);
    assert!(audit["items"][0]["after"].as_str().unwrap().contains("7001"), "{audit}");

    let let_go = server.call(Method::DELETE, "/api/admin/chat").by(&admin);
    assert_eq!(let_go.send().await.of(200)["connected"], Value::Null);
    let begun = std::time::Instant::now();
    while !platform.state().subscriptions.is_empty() {
        assert!(begun.elapsed().as_secs() < 30, "the subscriptions go on");
        tokio::task::yield_now().await;
    }
    let again = server.call(Method::DELETE, "/api/admin/chat").by(&admin);
    again.send().await.refused(409, "not_connected");
    let look = server.post("/api/admin/chat/check").by(&admin).json(&json!({}));
    look.send().await.refused(409, "not_connected");
    server.restart().await;
    assert_eq!(standing(&server).await["connected"], Value::Null);
    let audit = server.get("/api/admin/audit?q=chat.disconnect").by(&server.admin().await);
    assert_eq!(audit.send().await.of(200)["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn only_the_right_browser_comes_back_once_and_in_time() {
    let (server, platform) = site().await;
    let admin = server.admin().await;
    let start = async || {
        let call = server.post("/api/admin/chat/connect").by(&admin).json(&json!({}));
        let answer = call.send().await;
        let cookie = cookie_of(&answer);
        let url = answer.of(200)["url"].as_str().unwrap().to_owned();
        let (code, state) = platform.says_yes(&url, HOST, "the_host");
        (code, state, cookie)
    };
    let failed = "/admin/chat?kick=failed";
    let (code, state, cookie) = start().await;
    let query = format!("code={code}&state={state}");
    assert_eq!(come_back(&server, &query, "another").await, failed);
    assert_eq!(come_back(&server, &format!("code={code}&state=c.none"), &cookie).await, failed);
    assert_eq!(come_back(&server, "state=x", &cookie).await, "/login?kick=failed");
    assert_eq!(come_back(&server, "", &cookie).await, "/login?kick=failed");
    assert_eq!(platform.asked_at("/oauth/token").len(), 0);
    assert_eq!(come_back(&server, &query, &cookie).await, "/admin/chat?kick=connected");
    // Used, too late, refused by the user, an invalid code.
    assert_eq!(come_back(&server, &query, &cookie).await, failed);
    let (code, state, cookie) = start().await;
    server.pass(10 * 60_000);
    assert_eq!(come_back(&server, &format!("code={code}&state={state}"), &cookie).await, failed);
    server.prove_owner(&admin).await;
    let (_, state, cookie) = start().await;
    let refused = format!("error=access_denied&state={state}");
    assert_eq!(come_back(&server, &refused, &cookie).await, failed);
    let (_, state, cookie) = start().await;
    assert_eq!(come_back(&server, &format!("code=none&state={state}"), &cookie).await, failed);
    // Flows without a return are swept.
    server.pass(HOUR);
    assert_eq!(server.site().chat().sweep().await.unwrap(), 1);
    assert_eq!(server.site().chat().sweep().await.unwrap(), 0);
}

#[tokio::test]
async fn the_code_is_of_use_to_who_asked_for_it_only() {
    let (server, platform) = site().await;
    let admin = server.admin().await;
    let mut begun = Vec::new();
    for _ in 0..2 {
        let call = server.post("/api/admin/chat/connect").by(&admin).json(&json!({}));
        let answer = call.send().await;
        let cookie = cookie_of(&answer);
        let url = answer.of(200)["url"].as_str().unwrap().to_owned();
        let (code, state) = platform.says_yes(&url, HOST, "the_host");
        begun.push((code, state, cookie));
    }
    // The code of one with the state of the other: the platform holds the proof against it (PKCE).
    let query = format!("code={}&state={}", begun[1].0, begun[0].1);
    assert_eq!(come_back(&server, &query, &begun[0].2).await, "/admin/chat?kick=failed");
    assert_eq!(platform.asked_at("/oauth/token").len(), 1);
    assert_eq!(standing(&server).await["connected"], Value::Null);
}

#[tokio::test]
async fn another_channel_does_not_push_the_first_one_out() {
    let (server, platform) = connected().await;
    assert_eq!(connect(&server, &platform, 9).await, "/admin/chat?kick=wrong-account");
    assert_eq!(standing(&server).await["connected"]["userId"], HOST.to_string());
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
}

#[tokio::test]
async fn a_password_that_was_changed_ends_what_was_begun_under_it() {
    let (server, platform) = site().await;
    let admin = server.admin().await;
    let call = server.post("/api/admin/chat/connect").by(&admin).json(&json!({}));
    let answer = call.send().await;
    let cookie = cookie_of(&answer);
    let url = answer.of(200)["url"].as_str().unwrap().to_owned();
    let (code, state) = platform.says_yes(&url, HOST, "the_host");
    let auth = &server.site().accounts().auth;
    auth.set_admin_version(auth.admin_version() + 1);
    let query = format!("code={code}&state={state}");
    assert_eq!(come_back(&server, &query, &cookie).await, "/admin/chat?kick=failed");
    assert_eq!(platform.asked_at("/oauth/token").len(), 0);
}

#[tokio::test]
async fn tokens_are_renewed_before_they_end_and_when_they_are_refused() {
    let (server, platform) = connected().await;
    check(&server).await;
    platform.other.seen();
    check(&server).await;
    assert_eq!(platform.asked_at("/oauth/token").len(), 0);
    // They last two hours.
    server.pass(2 * HOUR - 60_000);
    check(&server).await;
    assert_eq!(platform.asked_at("/oauth/token").len(), 1);
    platform.end_access();
    server.pass(60_000);
    let stands = check(&server).await;
    assert_eq!(states(&stands), ["active", "active"]);
    assert_eq!(platform.asked_at("/oauth/token").len(), 1);
}

#[tokio::test]
async fn a_fresh_token_that_is_refused_is_not_renewed_again_and_again() {
    let (server, platform) = connected().await;
    check(&server).await;
    let looks = async |times: usize| {
        platform.other.seen();
        for _ in 0..times {
            check(&server).await;
        }
        platform.asked_at("/oauth/token").len()
    };
    platform.spoil(SUBSCRIPTIONS, Reply::Json(401, json!({})));
    assert_eq!(looks(3).await, 1);
    server.pass(60_000);
    assert_eq!(looks(3).await, 1);
    // A connection that has ended is not retried by every caller.
    platform.spoil("/oauth/token", Reply::Json(400, json!({ "error": "invalid_grant" })));
    server.pass(60_000);
    assert_eq!(looks(3).await, 1);
    assert_eq!(
        standing(&server).await["connectionError"],
        "the connection has ended: connect the channel again"
    );
    server.pass(5 * 60_000 - 1);
    assert_eq!(looks(3).await, 0);
    server.pass(1);
    assert_eq!(looks(3).await, 1);
    // Connecting it again doesn't wait for the pause.
    platform.mend();
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    assert_eq!(states(&check(&server).await), ["active", "active"]);
}

#[tokio::test]
async fn many_who_find_a_token_ended_renew_it_once() {
    let (server, platform) = connected().await;
    check(&server).await;
    platform.end_access();
    platform.other.seen();
    let chat = server.site().chat().clone();
    let looks = (0..5).map(|_| chat.check());
    for looked in futures_util::future::join_all(looks).await {
        assert_eq!(looked.unwrap(), 0);
    }
    assert_eq!(platform.asked_at("/oauth/token").len(), 1);
}

#[tokio::test]
async fn a_new_token_is_on_disk_before_anything_is_done_with_it() {
    let (mut server, platform) = connected().await;
    check(&server).await;
    // The platform renews, and then every call with what it gave breaks off.
    server.pass(2 * HOUR);
    platform.spoil(SUBSCRIPTIONS, Reply::Close);
    let stands = check(&server).await;
    assert_eq!(states(&stands), ["failed", "failed"]);
    assert_eq!(stands["subscriptions"][0]["error"], "its answer was cut off");
    server.restart().await;
    platform.mend();
    platform.end_access();
    // The spent one would be refused.
    assert_eq!(states(&check(&server).await), ["active", "active"]);
    assert_eq!(standing(&server).await["connectionError"], Value::Null);
}

#[tokio::test]
async fn a_connection_that_ended_is_reported() {
    let (server, platform) = connected().await;
    platform.end_access();
    platform.spoil("/oauth/token", Reply::Json(400, json!({ "error": "invalid_grant" })));
    let stands = check(&server).await;
    assert_eq!(states(&stands), ["failed", "failed"]);
    assert_eq!(stands["connectionError"], "the connection has ended: connect the channel again");
    platform.mend();
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    let stands = check(&server).await;
    assert_eq!((states(&stands), &stands["connectionError"]), (vec!["active"; 2], &Value::Null));
}

#[tokio::test]
async fn a_connection_that_ended_is_said_wherever_the_panel_looks() {
    let platform = Platform::start();
    let mut server = Server::with(|config| {
        platform.set_up(config);
        config.grants.alert_email = "owner@example.com".to_owned();
    })
    .await;
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    check(&server).await;
    // Since when it has ended, the step, and the notice of the health page.
    let seen = async |server: &Server| {
        let admin = server.admin().await;
        let read = async |path: &str| server.get(path).by(&admin).send().await.of(200);
        let ended = read("/api/admin/chat/connection").await["endedAt"].clone();
        let steps = read("/api/admin/first-steps").await;
        let steps = steps["steps"].as_array().unwrap();
        let step = steps.iter().find(|step| step["id"] == "chat").unwrap();
        let health = read("/api/admin/health").await;
        let notices = health["notices"].as_array().unwrap();
        let is_noticed = notices.iter().any(|notice| notice["code"] == "chat_ended");
        (ended, step["done"] == true, is_noticed)
    };
    assert_eq!(seen(&server).await, (Value::Null, true, false));
    platform.end_access();
    platform.spoil("/oauth/token", Reply::Json(400, json!({ "error": "invalid_grant" })));
    server.pass(HOUR);
    check(&server).await;
    let dead = (json!(Millis(NOON + HOUR).iso()), false, true);
    assert_eq!(seen(&server).await, dead);
    let sent = server.emails(1).await;
    assert!(sent[0].contains("To: owner@example.com"), "{sent:?}");
    assert!(sent[0].contains("Kick no longer accepts the connection of the_host."), "{sent:?}");
    assert!(sent[0].contains("/admin/chat"), "{sent:?}");
    // It is still known after a restart, and the owner gets one email.
    server.restart().await;
    assert_eq!(seen(&server).await, dead);
    server.pass(HOUR);
    check(&server).await;
    assert_eq!(seen(&server).await, dead);
    assert_eq!(server.emails(1).await.len(), 1);
    platform.mend();
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    assert_eq!(seen(&server).await, (Value::Null, true, false));
    server.restart().await;
    assert_eq!(seen(&server).await, (Value::Null, true, false));
}

#[tokio::test]
async fn subscriptions_that_vanish_are_created_again() {
    let (server, platform) = connected().await;
    check(&server).await;
    let events = |platform: &Platform| {
        let mut all: Vec<String> = platform.state().subscriptions.values().cloned().collect();
        all.sort();
        all
    };
    let both = ["chat.message.sent", "livestream.status.updated"];
    assert_eq!(events(&platform), both);
    let lost = platform.state().subscriptions.keys().next().unwrap().clone();
    platform.state().subscriptions.remove(&lost);
    assert_eq!(server.site().chat().check().await.unwrap(), 1);
    assert_eq!(events(&platform), both);

    platform.state().subscriptions.clear();
    platform.state().refused.insert("livestream.status.updated", "not allowed");
    let stands = check(&server).await;
    assert_eq!(states(&stands), ["active", "failed"]);
    assert_eq!(stands["subscriptions"][1]["error"], "not allowed");
    // The job reports it, too.
    let error = server.site().chat().check().await.unwrap_err();
    assert_eq!(error.to_string(), "not delivered: livestream.status.updated (not allowed)");
    platform.state().refused.clear();
    assert_eq!(states(&check(&server).await), ["active", "active"]);
    for nonsense in [json!("what"), json!({ "data": 5 })] {
        platform.spoil(SUBSCRIPTIONS, Reply::Json(200, nonsense));
        let stands = check(&server).await;
        assert_eq!(states(&stands), ["failed", "failed"]);
        let actual = stands["subscriptions"][0]["error"].as_str().unwrap();
        assert!(actual.contains("cannot be parsed"), "{actual}");
    }
}

#[tokio::test]
async fn a_silent_platform_holds_nobody_up() {
    let platform = Platform::start();
    let server = Server::with(|config| {
        platform.set_up(config);
        // As long as a call of the test: none of them ends by this.
        config.outside.timeout_ms = 60_000;
    })
    .await;
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    check(&server).await;
    let emu = server.member("emu").await;
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    let admin = server.admin().await;
    let held = platform.hold(SUBSCRIPTIONS);
    let chat = server.site().chat().clone();
    let looking = tokio::spawn(async move { chat.check().await });
    held.arrived().await;
    // The platform answers when all of these have been.
    server.get("/api/auth/me").by(&emu.token).send().await.of(200);
    server.get("/api/kick/me").by(&emu.token).send().await.of(200);
    server.get("/api/admin/chat").by(&admin).send().await.of(200);
    Delivery::message(&server, 2, 5, "!ar").send(&server).await.of(200);
    server.call(Method::DELETE, "/api/kick/link").by(&emu.token).send().await.of(200);
    let start = server.post("/api/kick/link/start").by(&emu.token).json(&json!({}));
    start.send().await.of(200);
    server.call(Method::DELETE, "/api/admin/chat").by(&admin).send().await.of(200);
    drop(held);
    assert_eq!(looking.await.unwrap().unwrap(), 0);
}

#[tokio::test]
async fn a_channel_that_is_back_at_once_keeps_its_subscriptions() {
    let (server, platform) = connected().await;
    check(&server).await;
    let before = platform.state().subscriptions.clone();
    let held = platform.hold(SUBSCRIPTIONS);
    let admin = server.admin().await;
    server.call(Method::DELETE, "/api/admin/chat").by(&admin).send().await.of(200);
    held.arrived().await;
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    drop(held);
    // Nothing was ended, so nothing is created again.
    assert_eq!(server.site().chat().check().await.unwrap(), 0);
    assert_eq!(platform.state().subscriptions, before);
    assert_eq!(states(&standing(&server).await), ["active", "active"]);
}

#[tokio::test]
async fn a_silent_platform_is_on_the_health_page() {
    let (server, platform) = connected().await;
    platform.spoil("/oauth/token", Reply::Silence);
    server.pass(3 * HOUR);
    let admin = server.admin().await;
    assert!(server.site().chat().check().await.is_err());
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let services = health["services"].as_array().unwrap();
    let id = services.iter().find(|service| service["name"] == "kick_id").unwrap();
    assert_eq!(id["lastError"], "it did not answer in time");
    let metrics = server.get("/metrics").by(&admin).send().await.text;
    assert!(metrics.contains("kick_api") && metrics.contains("kick_id"), "{metrics}");
}
