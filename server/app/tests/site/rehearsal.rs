//! A rehearsal: the made-up services beside the site, and the mark on its pages.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use pointhouse::clock::Clock;
use pointhouse::config::Config;
use pointhouse_rehearsal::{CHANNEL, FakeServices, KEY, serve};
use serde_json::{Value, json};

use crate::rig::{Patience, Server, free_port};

/// The made-up services, for a site at an address.
fn services(site: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let services = Arc::new(FakeServices::new(site).unwrap());
    std::thread::spawn(move || {
        let serving = async move { serve(services, listener).unwrap().await.unwrap() };
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
    // A rehearsal begins with the specification's streamer; these are the test's own.
    config.lock_everything();
}

#[tokio::test]
async fn the_casino_feeds_the_leaderboard_and_a_hunt_is_taken_over() {
    let other = services("http://127.0.0.1:9");
    let server = Server::with(|config| set_up(config, &other)).await;
    let (admin, http) = (server.admin().await, crate::rig::client().build().unwrap());
    let patience = Patience::for_event("the casino is asked");
    while server.site().affiliate().next_at().is_none() {
        patience.check();
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
        assert_eq!(page.status, 200, "{path}: there is no web build (npm run build in web/)");
        assert!(page.text.contains("href=\"/rehearsal.css\""), "{path}");
    }
    let style = server.get("/rehearsal.css").send().await;
    assert!(style.text.contains("Rehearsal: nothing here is real"));
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
    let plain = Server::start().await;
    assert!(!plain.get("/").send().await.text.contains("rehearsal"));
}

/// Asks until the answer is as wanted: what is delivered is worked on afterwards.
async fn until(ask: impl AsyncFn() -> Value, is_wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..20_000 {
        let answer = ask().await;
        if is_wanted(&answer) {
            return answer;
        }
    }
    panic!("it did not come");
}

#[tokio::test]
async fn the_channel_is_connected_and_the_chat_is_answered() {
    // Both sides have to know where the other is, before either is there.
    let free = SocketAddr::from(([127, 0, 0, 1], free_port()));
    let site = format!("http://{free}");
    let other = services(&site);
    let server = Server::with(|config| {
        config.server.listen = free;
        config.place.url = site.clone();
        config.kick.client_id = KEY.to_owned();
        config.kick.client_secret = serde_json::from_value(json!(KEY)).unwrap();
        config.kick.id_url = format!("{other}/kick-id");
        config.kick.api_url = format!("{other}/kick-api");
    })
    .await;
    // Deliveries carry the time of their writing.
    server.clock.move_to(Clock::system().now());
    let admin = server.admin().await;
    let http = crate::rig::client().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let location =
        |answer: &reqwest::Response| answer.headers()["location"].to_str().unwrap().to_owned();

    // As a browser does it: to the platform, chosen who to be, and back.
    let begun = server.post("/api/admin/chat/connect").by(&admin).json(&json!({})).send().await;
    let cookie = begun.header("set-cookie").split(';').next().unwrap().to_owned();
    let url = begun.of(200)["url"].as_str().unwrap().to_owned();
    let asked = http.get(&url).send().await.unwrap().text().await.unwrap();
    assert!(asked.contains("you_the_streamer"), "{asked}");
    let chosen = http.get(format!("{url}&chosen={CHANNEL}")).send().await.unwrap();
    let back = http.get(location(&chosen)).header("cookie", cookie).send().await.unwrap();
    assert_eq!(location(&back), "/admin/chat?kick=connected");
    let chat = async || server.get("/api/admin/chat").by(&admin).send().await.of(200);
    let active = |chat: &Value| {
        let all = chat["subscriptions"].as_array().unwrap();
        all.len() == 2 && all.iter().all(|one| one["state"] == "active")
    };
    until(chat, active).await;

    let desk = async || -> Value {
        http.get(format!("{other}/desk/chat")).send().await.unwrap().json().await.unwrap()
    };
    let say = async |path: &str, body: Value| {
        let url = format!("{other}{path}");
        let actual = http.post(url).json(&body).send().await.unwrap();
        let actual: Value = actual.json().await.unwrap();
        assert_eq!(actual, json!({ "delivered": 200 }), "{path}");
    };
    say("/desk/live", json!({ "live": true })).await;
    until(chat, |chat| chat["live"]["isLive"] == true).await;
    say("/desk/chat", json!({ "user": 2001, "content": "!points" })).await;
    let replied =
        |desk: &Value| desk["lines"].as_array().unwrap().iter().any(|line| line["kind"] == "reply");
    let lines = until(desk, replied).await;
    assert_eq!(lines["lines"][0]["content"], "!points");
    // The account is not linked yet.
    assert!(lines["lines"][1]["content"].as_str().unwrap().contains("not linked yet"), "{lines}");
}
