//! What the overlay's sources get again: announcements that a page has missed, names after a withdrawal, states in order.

use serde_json::{Value, json};

use crate::overlay_sources::{Page, SOURCES, keys, name_on_air, never_name, new_giveaway, source};
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
    never_name(&member, &server).await;
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

/// Ends a giveaway that a member has entered, and returns how the overlay shows its winner.
async fn winner_on_stream(
    server: &Server,
    page: &mut Page<'_>,
    member: &Member,
    names: bool,
) -> Value {
    let admin = server.admin().await;
    let draft = json!({
        "title": "Live", "prize": "A hat", "entryType": "free", "durationMinutes": 5, "namesWinner": names,
    });
    let made = server.post("/api/giveaways").by(&admin).json(&draft).send().await.of(200);
    let path = format!("/api/giveaways/{}", made["giveaway"]["id"].as_str().unwrap());
    let enter = json!({ "entryType": "free", "entryCost": 0, "ticketCount": 1 });
    server.post(&format!("{path}/entries")).by(&member.token).json(&enter).send().await.of(200);
    server.post(&format!("{path}/end")).by(&admin).json(&json!({})).send().await.of(200);
    let id = made["giveaway"]["id"].clone();
    let state = page
        .state(|facts| facts["giveaway"]["id"] == id && !facts["giveaway"]["winner"].is_null())
        .await;
    // The site itself masks all winners.
    let card = server.get(&path).send().await.of(200);
    assert_ne!(card["giveaway"]["winner"]["username"], member.name.as_str());
    let giveaway = &state["facts"]["giveaway"];
    json!([giveaway["winner"], giveaway["winnerIsNamed"]])
}

#[tokio::test]
async fn entering_a_giveaway_that_names_its_winner_is_the_consent_and_never_wins() {
    let mut server = Server::start().await;
    let sources =
        [source("give0000", &json!({ "kind": "giveaway" })), source("aler0000", &alerts("winner"))];
    let keys = keys(&server, &sources).await;
    let member = server.member("wallaby").await;
    {
        let mut page = Page::open(&server, &keys[0]).await;
        let mut announced = Page::open(&server, &keys[1]).await;
        let masked = json!(["wa***by", false]);
        assert_eq!(winner_on_stream(&server, &mut page, &member, false).await, masked);
        let shown = announced.hear("overlayHappening", |one| one["kind"] == "winner").await;
        assert_eq!(shown["name"], "wa***by");
        let named = json!(["wallaby", true]);
        assert_eq!(winner_on_stream(&server, &mut page, &member, true).await, named);
        let shown = announced.hear("overlayHappening", |one| one["kind"] == "winner").await;
        assert_eq!((&shown["name"], &shown["isNamed"]), (&json!("wallaby"), &json!(true)));
        let chosen = never_name(&member, &server).await;
        assert_eq!(
            (&chosen["user"]["namedOnAir"], &chosen["user"]["neverNamedOnAir"]),
            (&json!(false), &json!(true))
        );
        // What is on the air is masked at once.
        page.state(|facts| facts["giveaway"]["winner"] == "wa***by").await;
        assert_eq!(winner_on_stream(&server, &mut page, &member, true).await, masked);
    }
    // The choice outlives a restart, and one excludes the other.
    server.restart().await;
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    assert_eq!(me["user"]["neverNamedOnAir"], true);
    let both = server.call(reqwest::Method::PUT, "/api/auth/named-on-air").by(&member.token);
    both.json(&json!({ "named": true, "never": true })).send().await.refused(400, "validation");
    assert_eq!(name_on_air(&member, &server, true).await["user"]["neverNamedOnAir"], false);
}

#[tokio::test]
async fn callers_of_slots_are_named_on_stream_and_page_unless_they_are_never_named() {
    let server = Server::start().await;
    let key = keys(&server, &[source("hunt0000", &json!({ "kind": "hunt" }))]).await.remove(0);
    let mut page = Page::open(&server, &key).await;
    let member = server.member("wallaby").await;
    let admin = server.admin().await;
    let hunt = json!({ "customId": "live", "name": "Live", "startingBalance": 100 });
    server.post("/api/admin/hunts").by(&admin).json(&hunt).send().await.of(201);
    for (name, caller) in [("Mental", "@Wallaby"), ("San Quentin", "cockatoo")] {
        let slot = json!({ "slotName": name, "calledBy": caller, "betAmount": 2 });
        server.post("/api/admin/hunts/live/slots").by(&admin).json(&slot).send().await.of(200);
    }
    let callers = async |token: &str| {
        let call = server.get("/api/bonus-hunts/live").by(token);
        let hunt = call.send().await.of(200);
        let slots = hunt["slots"].as_array().unwrap().iter().map(|slot| slot["calledBy"].clone());
        let notes = hunt["bonuses"].as_array().unwrap().iter().map(|one| one["note"].clone());
        assert!(slots.clone().eq(notes));
        slots.collect::<Vec<_>>()
    };
    page.state(|facts| facts["hunt"]["current"]["caller"] == "@Wallaby").await;
    assert_eq!(callers("").await, ["@Wallaby", "cockatoo"]);
    never_name(&member, &server).await;
    page.state(|facts| facts["hunt"]["current"]["caller"] == "@Wa***by").await;
    assert_eq!(callers("").await, ["@Wa***by", "cockatoo"]);
    assert_eq!(callers(&member.token).await, ["@Wa***by", "cockatoo"]);
    // Who edits the hunt sees what is stored.
    assert_eq!(callers(&admin).await, ["@Wallaby", "cockatoo"]);
    // A new name of the member is masked as well.
    let slot = json!({ "slotName": "Mental", "calledBy": "numbat", "betAmount": 2 });
    server
        .call(reqwest::Method::PUT, "/api/admin/hunts/live/slots/1")
        .by(&admin)
        .json(&slot)
        .send()
        .await
        .of(200);
    assert_eq!(callers("").await, ["numbat", "cockatoo"]);
    let renamed = json!({ "username": "numbat", "email": member.email });
    server
        .call(reqwest::Method::PUT, "/api/auth/update-profile")
        .by(&member.token)
        .json(&renamed)
        .send()
        .await
        .of(200);
    assert_eq!(callers("").await[0], "nu**at");
    // And so is the name at the casino.
    let ask = server.call(reqwest::Method::PUT, "/api/auth/update-gaming").by(&member.token);
    ask.json(&json!({ "rainbetUsername": "cockatoo" })).send().await.of(200);
    let approve = server.call(reqwest::Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    assert_eq!(callers("").await, ["nu**at", "co****oo"]);
    name_on_air(&member, &server, false).await;
    assert_eq!(callers("").await, ["numbat", "cockatoo"]);
}

#[tokio::test]
async fn hidden_callers_are_masked_among_other_words_and_the_streamer_is_not() {
    let server = Server::start().await;
    let key = keys(&server, &[source("hunt0000", &json!({ "kind": "hunt" }))]).await.remove(0);
    let mut page = Page::open(&server, &key).await;
    let admin = server.admin().await;
    for name in ["rory", "the_emu", "ann"] {
        never_name(&server.member(name).await, &server).await;
    }
    let of = |streamer: &str| json!({ "name": "Live", "startingBalance": 100, "streamerName": streamer });
    let mut hunt = of("Rory");
    hunt["customId"] = json!("live");
    server.post("/api/admin/hunts").by(&admin).json(&hunt).send().await.of(201);
    let typed = ["Rory", "Ann and Bob", "bob/@ann", "(The-Emu), rory", "Anna, the emu", "ANN_2"];
    for caller in typed {
        let slot = json!({ "slotName": "Mental", "calledBy": caller, "betAmount": 2 });
        server.post("/api/admin/hunts/live/slots").by(&admin).json(&slot).send().await.of(200);
    }
    let callers = async || {
        let hunt = server.get("/api/bonus-hunts/live").send().await.of(200);
        let slots = hunt["slots"].as_array().unwrap().iter();
        slots.map(|slot| slot["calledBy"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    page.state(|facts| facts["hunt"]["current"]["caller"] == "Rory").await;
    let masked = ["A*n and Bob", "bob/@a*n", "(Th***mu), rory", "Anna, the emu", "ANN_2"];
    assert_eq!(callers().await[0], "Rory");
    assert_eq!(callers().await[1..], masked);
    // A streamer's name of several words is one name.
    let change = server.call(reqwest::Method::PUT, "/api/admin/hunts/live").by(&admin);
    change.json(&of("Ann and Bob")).send().await.of(200);
    assert_eq!(callers().await[..3], ["R**y", "Ann and Bob", "bob/@a*n"]);
    page.state(|facts| facts["hunt"]["current"]["caller"] == "R**y").await;
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
