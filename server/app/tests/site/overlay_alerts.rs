//! What the overlay's sources get again: announcements that a page has missed, names after a withdrawal, states in order.

use serde_json::{Value, json};

use crate::overlay_sources::{Page, SOURCES, keys, name_on_air, new_giveaway, source};
use crate::rig::{Member, Server};

pub(crate) fn alerts(shows: &str) -> Value {
    json!({ "kind": "alerts", "shows": [shows], "least_multiplier": 50, "seconds": 8 })
}

/// Lets a member win a giveaway.
async fn win(server: &Server, member: &Member) {
    let giveaway = new_giveaway(server, "Live").await.of(200)["giveaway"]["id"].clone();
    let path = format!("/api/giveaways/{}", giveaway.as_str().unwrap());
    let enter = json!({ "entryType": "free", "entryCost": 0, "ticketCount": 1 });
    server.post(&format!("{path}/entries")).by(&member.token).json(&enter).send().await.of(200);
    let admin = server.admin().await;
    server.post(&format!("{path}/end")).by(&admin).json(&json!({})).send().await.of(200);
}

#[tokio::test]
async fn a_page_gets_the_announcements_it_has_missed_with_the_names_of_now() {
    let server = Server::start().await;
    let sources = [source("aler0000", &alerts("winner")), source("aler0001", &alerts("linked"))];
    let keys = keys(&server, &sources).await;
    let mut page = Page::open(&server, &keys[0]).await;
    assert_eq!(page.state(|_| true).await["facts"]["items"], json!([]));
    let member = server.member("wallaby").await;
    name_on_air(&member, &server, true).await;
    win(&server, &member).await;
    let won = page.hear("overlayHappening", |one| one["kind"] == "winner").await;
    let late = Page::open(&server, &keys[0]).await.state(|_| true).await;
    assert_eq!(late["facts"]["items"], json!([won]));
    // An open page is given the masked name of what it may not have shown yet.
    name_on_air(&member, &server, false).await;
    let masked = page.state(|facts| facts["items"][0]["name"] == "wa***by").await;
    assert_eq!(masked["facts"]["items"][0]["id"], won["id"]);
    // A source gets its own.
    let other = Page::open(&server, &keys[1]).await.state(|_| true).await;
    assert_eq!(other["facts"]["items"], json!([]));
}

#[tokio::test]
async fn states_are_counted_within_a_run_of_the_server() {
    let mut server = Server::start().await;
    let key = keys(&server, &[source("hunt0000", &json!({ "kind": "hunt" }))]).await.remove(0);
    let mut page = Page::open(&server, &key).await;
    let first = page.hear("overlaySource", |_| true).await;
    let admin = server.admin().await;
    let hunt = json!({ "customId": "live", "name": "Live", "startingBalance": 100 });
    server.post("/api/admin/hunts").by(&admin).json(&hunt).send().await.of(201);
    let second = page.hear("overlaySource", |state| !state["facts"]["hunt"].is_null()).await;
    assert_eq!(first["run"], second["run"]);
    assert!(first["number"].as_u64().unwrap() < second["number"].as_u64().unwrap());
    server.restart().await;
    let third = Page::open(&server, &key).await.hear("overlaySource", |_| true).await;
    assert_ne!(second["run"], third["run"]);
}

#[tokio::test]
async fn the_caller_of_a_slot_is_named_as_that_member_agreed() {
    let server = Server::start().await;
    let key = keys(&server, &[source("hunt0000", &json!({ "kind": "hunt" }))]).await.remove(0);
    let mut page = Page::open(&server, &key).await;
    let member = server.member("wallaby").await;
    let admin = server.admin().await;
    let hunt = json!({ "customId": "live", "name": "Live", "startingBalance": 100 });
    server.post("/api/admin/hunts").by(&admin).json(&hunt).send().await.of(201);
    for (name, caller) in [("Mental", "Wallaby"), ("San Quentin", "cockatoo")] {
        let slot = json!({ "slotName": name, "calledBy": caller, "betAmount": 2 });
        server.post("/api/admin/hunts/live/slots").by(&admin).json(&slot).send().await.of(200);
    }
    page.state(|facts| facts["hunt"]["current"]["caller"] == "wa***by").await;
    name_on_air(&member, &server, true).await;
    page.state(|facts| facts["hunt"]["current"]["caller"] == "wallaby").await;
    name_on_air(&member, &server, false).await;
    page.state(|facts| facts["hunt"]["current"]["caller"] == "wa***by").await;
    let play = json!({ "winAmount": 1 });
    server.post("/api/admin/hunts/live/slots/1/play").by(&admin).json(&play).send().await.of(200);
    // A name of no member.
    page.state(|facts| facts["hunt"]["current"]["caller"] == "co****oo").await;
    assert!(!page.heard.contains("cockatoo"), "{}", page.heard);
}

#[tokio::test]
async fn a_banner_gets_the_lists_of_its_scenes_and_an_example_with_a_draw() {
    let server = Server::start().await;
    let banner = |scenes: &[&str]| json!({ "kind": "banner", "scenes": scenes, "scene_seconds": 4, "rest_seconds": 60 });
    let sources =
        [source("bann0000", &banner(&["site"])), source("bann0001", &banner(&["points"]))];
    let keys = keys(&server, &sources).await;
    let member = server.member("wallaby").await;
    server.post("/api/calendar/claim").by(&member.token).json(&json!({})).send().await.of(200);
    let mut points = Page::open(&server, &keys[1]).await;
    points.state(|facts| facts["board"]["leaderboard"][0]["username"] == "wa***by").await;
    let mut site = Page::open(&server, &keys[0]).await;
    let facts = site.state(|_| true).await["facts"].clone();
    assert_eq!(facts["board"]["leaderboard"], json!([]));
    assert_eq!(facts["challenges"], json!([]));
    new_giveaway(&server, "Live").await.of(200);
    site.state(|facts| facts["giveaways"][0]["title"] == "Live").await;
    let admin = server.admin().await;
    let test = server.post(&format!("{SOURCES}/bann0000/test")).by(&admin).json(&json!({}));
    test.send().await.of(200);
    let example = site.hear("overlaySource", |state| state["isTest"] == true).await;
    assert_eq!(example["facts"]["giveaways"][1]["winner"]["username"], "Example member");
}
