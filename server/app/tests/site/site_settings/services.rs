//! External services that are set up, changed, tested and removed in the panel while the site runs.

use serde_json::{Value, json};

use super::{Panel, with};
use crate::chat::platform::{CLIENT, HOST, Platform, SECRET, connect, standing};
use crate::hunts_external::{bht, bht_hunt, list, unopened};
use crate::rig::{Counterpart, Patience, Reply, Server};
use crate::wager_months::{asked, casino};

async fn test(panel: &Panel, service: &str) -> (Value, String) {
    let path = format!("/api/admin/settings/services/{service}/test");
    let tested = panel.post(&path, &json!({})).await.of(200);
    (tested["working"].clone(), tested["message"].as_str().unwrap().to_owned())
}

/// Saves values with secrets over the newest version.
pub(super) async fn save(panel: &Panel, section: &str, changes: &[(&str, Value)], secrets: Value) {
    let changed = |values, (path, new): &(&str, Value)| with(values, path, new.clone());
    let values = changes.iter().fold(panel.values(section).await, changed);
    let revision = panel.revision(section).await;
    let body = json!({ "revision": revision, "values": values, "secrets": secrets });
    panel.put(section, &body).await.of(200);
}

async fn state(panel: &Panel, name: &str) -> Value {
    let health = panel.get("/api/admin/health").await.of(200);
    let services = health["services"].as_array().unwrap();
    services.iter().find(|one| one["name"] == name).unwrap()["state"].clone()
}

#[tokio::test]
async fn the_casino_s_service_is_asked_as_soon_as_its_key_is_entered() {
    let other = Counterpart::start(casino(json!({ "2026-03": { "kelpie": 1_234_500 } })));
    let mut server = Server::with(|config| config.outside.retries = 0).await;
    let panel = Panel::of(&server).await;
    assert_eq!(test(&panel, "wagers").await.0, false);
    assert_eq!(state(&panel, "affiliate").await, "off");
    let changes = [("source_url", json!(other.url())), ("first_month", json!("2026-03"))];
    let key = json!({ "wagers.source_key": "a-very-secret-key" });
    save(&panel, "wagers", &changes, key).await;
    let said = test(&panel, "wagers").await;
    assert_eq!(said, (json!(true), "The service works. For 2026-03 it lists 1 player.".to_owned()));
    server.site().affiliate().poll_due().await.unwrap();
    asked(&server).await;
    let board = panel.get("/api/leaderboard/wager").await.of(200);
    assert_eq!((&board["source"], &board["firstMonth"]), (&json!("live"), &json!("2026-03")));
    assert_eq!(board["entries"][0]["username"], "kelpie");
    assert_eq!(state(&panel, "affiliate").await, "good");
    // Another address does not get the key of this one.
    let elsewhere = Counterpart::start(|_| Reply::Json(403, json!({})));
    save(&panel, "wagers", &[("source_url", json!(elsewhere.url()))], json!({})).await;
    assert_eq!(panel.secret("wagers.source_key").await["isSet"], false);
    assert_eq!(state(&panel, "affiliate").await, "off");
    assert!(elsewhere.seen().is_empty());
    save(&panel, "wagers", &[], json!({ "wagers.source_key": "another-key" })).await;
    let (working, message) = test(&panel, "wagers").await;
    assert_eq!(working, false);
    assert_eq!(message, "The service refused the request (status 403). Check its key.");
    server.prove();
}

#[tokio::test]
async fn another_decimal_sign_counts_at_once_and_a_test_says_what_cannot_be_read() {
    let answer = json!([{ "name": "Emu", "wagered": "1.234,56" }]);
    let other = Counterpart::start(move |_| Reply::Json(200, answer.clone()));
    let mut server = Server::with(|config| config.outside.retries = 0).await;
    let panel = Panel::of(&server).await;
    let key = json!({ "wagers.source_key": "a-very-secret-key" });
    save(&panel, "wagers", &[("source_url", json!(other.url()))], key.clone()).await;
    let (working, message) = test(&panel, "wagers").await;
    assert_eq!(working, false);
    assert!(message.contains("row 1: wagered is \"1.234,56\""), "{message}");
    save(&panel, "wagers", &[("decimal_sign", json!("comma"))], key).await;
    let (working, message) = test(&panel, "wagers").await;
    assert_eq!(
        (working, message.ends_with("it lists 1 player.")),
        (json!(true), true),
        "{message}"
    );
    server.prove();
}

#[tokio::test]
async fn hunts_of_a_service_take_the_place_of_our_own_and_give_it_back() {
    let other = Counterpart::start(bht(bht_hunt(1, &unopened())));
    let mut server = Server::with(|config| config.outside.retries = 0).await;
    let panel = Panel::of(&server).await;
    let own = json!({ "id": "ours", "name": "Ours", "startingBalance": 100 });
    panel.post("/api/admin/hunts", &own).await.of(201);
    let names = async || -> Vec<Value> {
        let all = list(&server).await;
        all.as_array().unwrap().iter().map(|hunt| hunt["name"].clone()).collect()
    };
    let shows = async |name: &str| {
        let patience = Patience::for_event("the hunts of the other source");
        while names().await != [json!(name)] {
            patience.check();
            tokio::task::yield_now().await;
        }
    };
    shows("Ours").await;
    let refused = panel.set("hunts", "source", json!("external")).await.of(400);
    assert!(refused["fields"]["hunts.external_key"].is_string(), "{refused}");
    let address = ("external_url", json!(format!("{}/api", other.url())));
    let key = json!({ "hunts.external_key": "a-very-secret-token" });
    save(&panel, "hunts", std::slice::from_ref(&address), key).await;
    let (working, message) = test(&panel, "hunts").await;
    assert_eq!(
        (working, message.as_str()),
        (json!(true), "The service works. It lists 1 bonus hunt.")
    );
    // Until the source is changed, ours are shown.
    shows("Ours").await;
    save(&panel, "hunts", &[("source", json!("external"))], json!({})).await;
    shows("Friday hunt").await;
    panel.post("/api/admin/hunts", &own).await.refused(409, "external");
    save(&panel, "hunts", &[("source", json!("local"))], json!({})).await;
    shows("Ours").await;
    server.prove();
}

#[tokio::test]
async fn the_chat_is_set_up_connected_and_switched_off_while_the_site_runs() {
    let platform = Platform::start();
    let mut server = Server::with(|config| {
        config.outside.retries = 0;
        config.kick.reply_pause_ms = 0;
    })
    .await;
    let panel = Panel::of(&server).await;
    assert_eq!(standing(&server).await["configured"], false);
    let (url, app) = (json!(platform.other.url()), json!(CLIENT));
    let changes = [("client_id", app), ("id_url", url.clone()), ("api_url", url)];
    let changed = |values, (path, new): &(&str, Value)| with(values, path, new.clone());
    let values = changes.iter().fold(panel.values("kick").await, changed);
    let order = |secrets: Value| json!({ "revision": 1, "values": values, "secrets": secrets });
    let secrets = json!({ "kick.client_secret": SECRET });
    // It needs a secret, and an address for browsers that come back.
    let refused = panel.put("kick", &order(json!({}))).await.of(400);
    assert!(refused["fields"]["kick.client_secret"].is_string(), "{refused}");
    let refused = panel.put("kick", &order(secrets.clone())).await.of(400);
    assert!(refused["fields"]["place.url"].is_string(), "{refused}");
    panel.set("place", "url", json!("http://site.test")).await.of(200);
    panel.put("kick", &order(secrets)).await.of(200);
    assert_eq!(standing(&server).await["configured"], true);
    assert_eq!(panel.site().await["features"]["kickSignIn"], true);
    let (working, message) = test(&panel, "kick").await;
    assert_eq!(working, true, "{message}");
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    // The address takes no other site's links back.
    assert_eq!(standing(&server).await["redirectUrl"], "http://site.test/kick/callback");
    save(&panel, "kick", &[], json!({ "kick.client_secret": "Wrong-1-secret" })).await;
    let (working, message) = test(&panel, "kick").await;
    assert_eq!(working, false);
    assert!(message.ends_with("Check the app's id and its secret."), "{message}");
    // Another address gets neither the secret nor the tokens of the channel.
    let elsewhere = Counterpart::start(|_| Reply::Json(200, json!({ "data": [] })));
    save(&panel, "kick", &[("api_url", json!(elsewhere.url()))], json!({})).await;
    assert_eq!(standing(&server).await["connected"], Value::Null);
    let check = server.post("/api/admin/chat/check").by(&server.admin().await);
    check.json(&json!({})).send().await.refused(409, "not_connected");
    assert!(elsewhere.seen().is_empty());
    save(&panel, "kick", &[("client_id", json!(""))], json!({})).await;
    assert_eq!(standing(&server).await["configured"], false);
    let connect = server.post("/api/admin/chat/connect").by(&server.admin().await);
    connect.json(&json!({})).send().await.refused(404, "kick_off");
    server.prove();
}

#[tokio::test]
async fn an_unknown_service_cannot_be_tested() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let path = "/api/admin/settings/services/else/test";
    panel.post(path, &json!({})).await.refused(404, "not_found");
    let member = server.member("emu").await;
    for call in [
        server.post("/api/admin/settings/services/kick/test"),
        server.post("/api/admin/settings/services/kick/test").by(&member.token),
    ] {
        assert!([401, 403].contains(&call.json(&json!({})).send().await.status));
    }
}
