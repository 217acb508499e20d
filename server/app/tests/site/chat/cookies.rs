//! The cookie that ties a visit to the platform to one browser.

use serde_json::json;

use super::platform::{HOST, Platform, come_back, cookie_of};
use crate::rig::Server;

#[tokio::test]
async fn the_cookie_of_a_site_on_https_is_bound_to_its_host() {
    let platform = Platform::start();
    let server = Server::with(|config| {
        platform.set_up(config);
        config.place.url = "https://site.test".to_owned();
    })
    .await;
    // Where the browser is sent on to when it brings the cookie back under a name.
    let visit = async |name: &str| {
        let admin = server.admin().await;
        let call = server.post("/api/admin/chat/connect").by(&admin).json(&json!({}));
        let started = call.send().await;
        let line = started.header("set-cookie").to_owned();
        let mut parts: Vec<&str> = line.split("; ").collect();
        let (own_name, value) = parts.remove(0).split_once('=').unwrap();
        assert_eq!(own_name, "__Host-kick_flow");
        parts.sort_unstable();
        assert_eq!(parts, ["HttpOnly", "Max-Age=2100", "Path=/", "SameSite=Lax", "Secure"]);
        let url = started.of(200)["url"].as_str().unwrap().to_owned();
        let (code, state) = platform.says_yes(&url, HOST, "the_host");
        let call = server.get(&format!("/kick/callback?code={code}&state={state}"));
        let back = call.header("cookie", &format!("{name}={value}")).send().await;
        back.header("location").to_owned()
    };
    // A cookie without the prefix could have been set by a page of another host.
    assert_eq!(visit("kick_flow").await, "/admin/chat?kick=failed");
    assert_eq!(visit("__Host-kick_flow").await, "/admin/chat?kick=connected");
}

#[tokio::test]
async fn the_cookie_of_a_site_without_https_keeps_its_name() {
    let platform = Platform::start();
    let server = Server::with(|config| platform.set_up(config)).await;
    let admin = server.admin().await;
    let call = server.post("/api/admin/chat/connect").by(&admin).json(&json!({}));
    let started = call.send().await;
    assert!(!started.header("set-cookie").contains("Secure"));
    let cookie = cookie_of(&started);
    let url = started.of(200)["url"].as_str().unwrap().to_owned();
    let (code, state) = platform.says_yes(&url, HOST, "the_host");
    let query = format!("code={code}&state={state}");
    assert_eq!(come_back(&server, &query, &cookie).await, "/admin/chat?kick=connected");
}
