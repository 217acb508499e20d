//! A rehearsal: the made-up services beside the site, and the mark on its pages.

use std::net::TcpListener;
use std::sync::Arc;

use pointhouse::config::Config;
use pointhouse_rehearsal::{KEY, Stage, serve};
use serde_json::{Value, json};

use crate::rig::Server;

/// The made-up services, for a site at an address.
fn stage(site: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let stage = Arc::new(Stage::new(site).unwrap());
    std::thread::spawn(move || {
        let serving = async move { serve(stage, listener).unwrap().await.unwrap() };
        actix_web::rt::System::new().block_on(serving);
    });
    address
}

fn set_up(config: &mut Config, other: &str) {
    let key = || serde_json::from_value(json!(KEY)).unwrap();
    config.site.rehearsal = true;
    config.wagers.source_url = format!("{other}/casino");
    config.wagers.source_key = key();
    config.wagers.first_month = "2026-03".to_owned();
    config.hunts.external_url = format!("{other}/hunts");
    config.hunts.external_key = key();
}

#[tokio::test]
async fn the_casino_feeds_the_leaderboard_and_a_hunt_is_taken_over() {
    let other = stage("http://127.0.0.1:9");
    let server = Server::with(|config| set_up(config, &other)).await;
    let (admin, http) = (server.admin().await, crate::rig::client().build().unwrap());
    while server.site().affiliate().next_at().is_none() {
        server.get("/api/leaderboard/wager").send().await.of(200);
    }
    let board = server.get("/api/leaderboard/wager").by(&admin).send().await.of(200);
    assert_eq!(
        (&board["source"], board["entries"].as_array().unwrap().len()),
        (&json!("live"), 24)
    );

    let found = server.get("/api/admin/hunts/external").by(&admin).send().await.of(200);
    let opened = http.post(format!("{other}/desk/hunt/open")).send().await.unwrap();
    assert_eq!(opened.json::<Value>().await.unwrap()["opened"], 1);
    let id = json!({ "id": found["hunts"][0]["id"] });
    let taken = server.post("/api/admin/hunts/import").by(&admin).json(&id).send().await.of(201);
    let hunt = &taken["hunt"];
    assert_eq!((&hunt["openedSlots"], &hunt["totalSlots"]), (&json!(1), &json!(8)));
    assert_eq!((&hunt["status"], &hunt["startingBalance"]), (&json!("live"), &json!(500.0)));
}

#[tokio::test]
async fn every_page_of_a_rehearsal_says_so_and_no_other() {
    let server = Server::with(|config| config.site.rehearsal = true).await;
    for path in ["/", "/games/dice", "/admin", "/stream"] {
        let page = server.get(path).send().await;
        // Without a build there are no pages to mark.
        if page.status != 503 {
            assert!(page.text.contains("href=\"/rehearsal.css\""), "{path}");
        }
    }
    let style = server.get("/rehearsal.css").send().await;
    assert!(style.text.contains("Rehearsal: nothing here is real"));
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
    let plain = Server::start().await;
    assert!(!plain.get("/").send().await.text.contains("rehearsal"));
}
