//! Sources of the overlay: their addresses, what each gets, and whose names are shown.

use std::collections::VecDeque;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::people::person;
use crate::rig::{Answer, Member, Patience, SECOND, Server};
use crate::site_settings::Panel;

pub(crate) const SOURCES: &str = "/api/admin/overlay/sources";
/// Reads of a test until it gives up: each waits for the next packet, ten seconds at most.
const READS_MAX: usize = 40;

pub(crate) fn source(id: &str, options: &Value) -> Value {
    json!({
        "id": id, "name": id, "x": 0, "y": 0, "width": 800, "height": 200,
        "accent": "", "volume": 0, "locale": "en-US", "options": options,
    })
}

/// Saves sources, and makes a key for each of them.
pub(crate) async fn keys(server: &Server, sources: &[Value]) -> Vec<String> {
    let panel = Panel::of(server).await;
    panel.set("overlay", "sources", json!(sources)).await.of(200);
    let mut keys = Vec::new();
    for source in sources {
        let id = source["id"].as_str().unwrap();
        let made = panel.post(&format!("{SOURCES}/{id}/key"), &json!({})).await.of(200);
        keys.push(made["key"].as_str().unwrap().to_owned());
    }
    keys
}

/// Begins a session of polling, and returns its path and how the connection with a key was answered.
async fn connect(server: &Server, key: &str) -> (String, String) {
    let path = "/socket.io/?EIO=4&transport=polling";
    let opened = server.get(path).send().await.text;
    let opened: Value = serde_json::from_str(&opened[1..]).unwrap();
    let path = format!("{path}&sid={}", opened["sid"].as_str().unwrap());
    server.post(&path).text(format!("40{}", json!({ "sourceKey": key }))).send().await;
    let answer = server.get(&path).send().await.text;
    (path, answer)
}

async fn answer(server: &Server, key: &str) -> String {
    connect(server, key).await.1
}

/// A page of a source that listens by polling.
pub(crate) struct Page<'a> {
    server: &'a Server,
    path: String,
    pub(crate) heard: String,
    /// Packets that were not looked at yet.
    waiting: VecDeque<String>,
}

impl<'a> Page<'a> {
    pub(crate) async fn open(server: &'a Server, key: &str) -> Self {
        let (path, answer) = connect(server, key).await;
        assert!(answer.starts_with("40"), "{answer}");
        let mut page = Self { server, path, heard: String::new(), waiting: VecDeque::new() };
        page.take(&answer);
        page
    }

    fn take(&mut self, packets: &str) {
        self.heard.push_str(packets);
        self.waiting.extend(packets.split('\u{1e}').map(str::to_owned));
    }

    /// Waits for an event, and returns its payload.
    pub(crate) async fn hear(&mut self, name: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
        let start = format!("42[\"{name}\",");
        for _ in 0..READS_MAX {
            while let Some(packet) = self.waiting.pop_front() {
                let Some(rest) = packet.strip_prefix(&start) else { continue };
                let payload = serde_json::from_str(rest.strip_suffix(']').unwrap()).unwrap();
                if is_meant(&payload) {
                    return payload;
                }
            }
            let read = self.server.get(&self.path).send();
            let read = tokio::time::timeout(Duration::from_secs(10), read).await;
            let Ok(answer) = read else { break };
            self.take(&answer.text);
        }
        panic!("no {name} as expected: {}", self.heard);
    }

    pub(crate) async fn state(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        self.hear("overlaySource", |state| is_meant(&state["facts"])).await
    }
}

pub(crate) async fn name_on_air(member: &Member, server: &Server, named: bool) -> Value {
    let call = server.call(Method::PUT, "/api/auth/named-on-air").by(&member.token);
    call.json(&json!({ "named": named })).send().await.of(200)
}

/// Chooses that the broadcast never shows the name.
pub(crate) async fn never_name(member: &Member, server: &Server) -> Value {
    let call = server.call(Method::PUT, "/api/auth/named-on-air").by(&member.token);
    call.json(&json!({ "named": false, "never": true })).send().await.of(200)
}

pub(crate) async fn new_giveaway(server: &Server, title: &str) -> Answer {
    let draft =
        json!({ "title": title, "prize": "A hat", "entryType": "free", "durationMinutes": 5 });
    server.post("/api/giveaways").by(&server.admin().await).json(&draft).send().await
}

#[tokio::test]
async fn a_source_gets_its_own_state_and_no_event_for_everyone() {
    let server = Server::start().await;
    let keys = keys(&server, &[source("give0000", &json!({ "kind": "giveaway" }))]).await;
    let mut page = Page::open(&server, &keys[0]).await;
    let state = page.state(|_| true).await;
    assert_eq!(state["facts"], json!({ "kind": "giveaway", "giveaway": null }));
    assert_eq!(state["source"]["name"], "give0000");
    assert_eq!(state["isTest"], false);
    assert!(state["site"]["theme"].as_str().unwrap().starts_with("--accent:#"));
    new_giveaway(&server, "Live").await.of(200);
    let state = page.state(|facts| facts["giveaway"]["title"] == "Live").await;
    assert_eq!(state["facts"]["giveaway"]["status"], "active");
    assert!(!page.heard.contains("giveawaysUpdated"), "{}", page.heard);
    // Changed settings arrive as well.
    let panel = Panel::of(&server).await;
    panel
        .set("overlay", "sources", json!([source("give0000", &json!({ "kind": "hunt" }))]))
        .await
        .of(200);
    let state = page.state(|facts| facts["kind"] == "hunt").await;
    assert_eq!(state["facts"]["hunt"], Value::Null);
    assert!(!page.heard.contains("siteSettingsChanged"), "{}", page.heard);
}

#[tokio::test]
async fn an_address_ends_when_it_is_renewed_revoked_or_its_source_removed() {
    let mut server = Server::start().await;
    let sources = [source("hunt0000", &json!({ "kind": "hunt" }))];
    let first = keys(&server, &sources).await.remove(0);
    assert_eq!(first.len(), 22);
    let page = server.get(&format!("/stream/s/{first}")).send().await;
    assert_eq!(page.status, 200, "{page:?}");
    assert!(answer(&server, &first).await.starts_with("40"));
    let admin = server.admin().await;
    let path = format!("{SOURCES}/hunt0000/key");
    let renewed = server.post(&path).by(&admin).json(&json!({})).send().await.of(200);
    let second = renewed["key"].as_str().unwrap().to_owned();
    let refused = "44{\"message\":\"unauthorized\"}";
    assert_eq!(answer(&server, &first).await, refused);
    // A restart keeps it.
    server.restart().await;
    assert!(answer(&server, &second).await.starts_with("40"));
    let admin = server.admin().await;
    let listed = server.get(SOURCES).by(&admin).send().await.of(200);
    assert_eq!(listed["sources"][0]["key"], second);
    assert_eq!(listed["sources"][0]["open"], 1);
    server.call(Method::DELETE, &path).by(&admin).send().await.of(200);
    assert_eq!(answer(&server, &second).await, refused);
    // Its pages are cut by the threads that serve them.
    let wait = Patience::for_event("no page has the source open");
    loop {
        wait.check();
        let listed = server.get(SOURCES).by(&admin).send().await.of(200);
        assert_eq!(listed["sources"][0]["key"], Value::Null);
        if listed["sources"][0]["open"] == 0 {
            break;
        }
        tokio::task::yield_now().await;
    }
    // A source that is removed loses its key, and an earlier version of the settings doesn't bring it back.
    let third = server.post(&path).by(&admin).json(&json!({})).send().await.of(200);
    let third = third["key"].as_str().unwrap().to_owned();
    let panel = Panel::of(&server).await;
    let with_source = panel.revision("overlay").await;
    panel.set("overlay", "sources", json!([])).await.of(200);
    assert_eq!(answer(&server, &third).await, refused);
    panel.restore("overlay", with_source).await.of(200);
    assert_eq!(answer(&server, &third).await, refused);
    let listed = server.get(SOURCES).by(&admin).send().await.of(200);
    assert_eq!(listed["sources"][0]["key"], Value::Null);
    let unknown = server.post(&format!("{SOURCES}/none0000/key")).by(&admin).json(&json!({}));
    unknown.send().await.refused(404, "not_found");
    // The audit and the export know no key.
    let audit = server.get("/api/admin/audit?q=overlay.key").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 4);
    for text in [audit.to_string(), panel.export().await.to_string()] {
        assert!([&first, &second, &third].iter().all(|key| !text.contains(key.as_str())));
    }
}

#[tokio::test]
async fn only_people_who_change_the_settings_see_addresses() {
    let server = Server::start().await;
    keys(&server, &[source("hunt0000", &json!({ "kind": "hunt" }))]).await;
    let admin = server.admin().await;
    let mia = person(&server, &admin, "Mia", "moderator").await;
    server.get(SOURCES).by(&mia).send().await.refused(403, "role");
    let path = format!("{SOURCES}/hunt0000/test");
    server.post(&path).by(&mia).json(&json!({})).send().await.refused(403, "role");
    server.get(SOURCES).send().await.of(401);
}

#[tokio::test]
async fn the_page_of_a_source_is_never_kept() {
    let server = Server::start().await;
    let answer = server.get("/stream/s/not-a-key").send().await;
    assert_eq!(answer.status, 404, "{answer:?}");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("referrer-policy"), "no-referrer");
    let zipped = server.get("/stream/s/not-a-key").header("accept-encoding", "gzip").send().await;
    assert_eq!(zipped.status, 404);
    assert_eq!(zipped.header("content-encoding"), "gzip");
    assert_eq!(zipped.header("vary"), "accept-encoding");
    assert_eq!(zipped.header("cache-control"), "no-store");
}

#[tokio::test]
async fn names_are_masked_until_their_members_agree() {
    let server = Server::start().await;
    let ticker = json!({
        "kind": "ticker", "shows": ["claim", "member"], "least_multiplier": 10, "item_seconds": 6,
    });
    let sources = [
        source("tick0000", &ticker),
        source("podi0000", &json!({ "kind": "podium", "board": "points" })),
    ];
    let keys = keys(&server, &sources).await;
    let (mut ticker, mut podium) =
        (Page::open(&server, &keys[0]).await, Page::open(&server, &keys[1]).await);
    let member = server.member("wallaby").await;
    server.post("/api/calendar/claim").by(&member.token).json(&json!({})).send().await.of(200);
    let claim = ticker.hear("overlayHappening", |one| one["kind"] == "claim").await;
    assert_eq!((&claim["name"], &claim["isNamed"]), (&json!("wa***by"), &json!(false)));
    assert!(claim["amount"].as_u64().unwrap() > 0);
    let state = podium.state(|facts| facts["places"][0]["name"] == "wa***by").await;
    assert_eq!(state["facts"]["places"][0]["isNamed"], false);
    assert!(!ticker.heard.contains("wallaby"), "{}", ticker.heard);
    let named = name_on_air(&member, &server, true).await;
    assert_eq!(named["user"]["namedOnAir"], true);
    podium.state(|facts| facts["places"][0]["name"] == "wallaby").await;
    ticker.state(|facts| facts["items"][0]["name"] == "wallaby").await;
    assert_eq!(name_on_air(&member, &server, false).await["user"]["namedOnAir"], false);
    podium.state(|facts| facts["places"][0]["name"] == "wa***by").await;
    // What has gone round with the name is sent again without it.
    ticker.state(|facts| facts["items"][0]["name"] == "wa***by").await;
    // The consent of a sign-up counts from its first moment.
    let new = json!({
        "username": "kookaburra", "email": "k@example.com", "password": crate::rig::PASSWORD, "namedOnAir": true,
    });
    let signed_up = server.post("/api/auth/signup").json(&new).send().await.of(201);
    assert_eq!(signed_up["user"]["namedOnAir"], true);
    let joined = ticker.hear("overlayHappening", |one| one["kind"] == "member").await;
    assert_eq!((&joined["name"], &joined["isNamed"]), (&json!("kookaburra"), &json!(true)));
    // A page that opens later begins with what has happened.
    let late = Page::open(&server, &keys[0]).await.state(|_| true).await;
    let kinds: Vec<&Value> =
        late["facts"]["items"].as_array().unwrap().iter().map(|item| &item["kind"]).collect();
    assert_eq!(kinds, ["member", "claim"]);
}

#[tokio::test]
async fn a_consent_outlives_a_restart_and_ends_with_the_account() {
    let mut server = Server::start().await;
    let member = server.member("wallaby").await;
    name_on_air(&member, &server, true).await;
    server.restart().await;
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    assert_eq!(me["user"]["namedOnAir"], true);
    assert!(server.site().accounts().auth.is_named_on_air(member.id));
    let deletion = json!({ "password": crate::rig::PASSWORD });
    server
        .call(Method::DELETE, "/api/auth/delete-account")
        .by(&member.token)
        .json(&deletion)
        .send()
        .await
        .of(200);
    assert!(!server.site().accounts().auth.is_named_on_air(member.id));
    server.restart().await;
    assert!(!server.site().accounts().auth.is_named_on_air(member.id));
}

#[tokio::test]
async fn a_draw_is_announced_and_an_example_reaches_one_source() {
    let server = Server::start().await;
    let alerts =
        json!({ "kind": "alerts", "shows": ["winner"], "least_multiplier": 50, "seconds": 8 });
    let sources = [source("aler0000", &alerts), source("aler0001", &alerts)];
    let keys = keys(&server, &sources).await;
    let (mut one, mut other) =
        (Page::open(&server, &keys[0]).await, Page::open(&server, &keys[1]).await);
    let member = server.member("wallaby").await;
    name_on_air(&member, &server, true).await;
    let giveaway = new_giveaway(&server, "Live").await.of(200)["giveaway"]["id"].clone();
    let path = format!("/api/giveaways/{}", giveaway.as_str().unwrap());
    let enter = json!({ "entryType": "free", "entryCost": 0, "ticketCount": 1 });
    server.post(&format!("{path}/entries")).by(&member.token).json(&enter).send().await.of(200);
    let admin = server.admin().await;
    server.post(&format!("{path}/end")).by(&admin).json(&json!({})).send().await.of(200);
    let won = one.hear("overlayHappening", |one| one["kind"] == "winner").await;
    assert_eq!((&won["name"], &won["title"]), (&json!("wallaby"), &json!("A hat")));
    other.hear("overlayHappening", |one| one["kind"] == "winner").await;
    let tested = server.post(&format!("{SOURCES}/aler0000/test")).by(&admin).json(&json!({}));
    assert_eq!(tested.send().await.of(200)["open"], 1);
    one.hear("overlayHappening", |one| one["isTest"] == true).await;
    // What comes after it on the other one shows that the example was not on the way to it.
    let settings = Panel::of(&server).await;
    settings.set("overlay", "sources", json!(sources[1..])).await.of(200);
    settings.set("brand", "name", json!("Another name")).await.of(200);
    other.hear("overlaySource", |state| state["site"]["name"] == "Another name").await;
    assert!(!other.heard.contains("\"isTest\":true"), "{}", other.heard);
}

#[tokio::test]
async fn rounds_are_shown_of_a_member_who_agreed() {
    let server = Server::start().await;
    let round = json!({ "kind": "round", "member": "Wallaby", "games": ["dice"], "hide_after_seconds": 20 });
    let keys = keys(&server, &[source("roun0000", &round)]).await;
    let member = server.player("wallaby", 1_000).await;
    let mut page = Page::open(&server, &keys[0]).await;
    page.state(|facts| facts["member"].is_null()).await;
    let bet = json!({ "bet": 100, "target": 50, "direction": "over" });
    server.post("/api/games/dice/bet").by(&member.token).json(&bet).send().await.of(200);
    name_on_air(&member, &server, true).await;
    page.state(|facts| facts["member"] == "wallaby").await;
    assert!(!page.heard.contains("overlayHappening"), "{}", page.heard);
    let played =
        server.post("/api/games/dice/bet").by(&member.token).json(&bet).send().await.of(200);
    let shown = page.hear("overlayHappening", |one| one["kind"] == "round").await;
    assert_eq!(shown["round"]["detail"], played["round"]["detail"]);
    assert_eq!(shown["round"]["bet"], 100);
    assert!(shown["round"].get("pairId").is_none() && shown["round"].get("nonce").is_none());
}

#[tokio::test]
async fn a_hunt_is_followed_from_its_first_slot_to_its_end() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let keys = keys(&server, &[source("hunt0000", &json!({ "kind": "hunt" }))]).await;
    let mut page = Page::open(&server, &keys[0]).await;
    let hunt = json!({ "customId": "live", "name": "Live", "startingBalance": 100 });
    server.post("/api/admin/hunts").by(&admin).json(&hunt).send().await.of(201);
    for name in ["Mental", "San Quentin"] {
        let slot = json!({ "slotName": name, "calledBy": "emu", "betAmount": 2 });
        server.post("/api/admin/hunts/live/slots").by(&admin).json(&slot).send().await.of(200);
    }
    let state = page.state(|facts| facts["hunt"]["total"] == 2).await;
    assert_eq!(state["facts"]["hunt"]["current"]["name"], "Mental");
    assert_eq!(state["facts"]["hunt"]["required"], 25.0);
    for (slot, win) in [("1", 250), ("2", 0)] {
        let path = format!("/api/admin/hunts/live/slots/{slot}/play");
        server.post(&path).by(&admin).json(&json!({ "winAmount": win })).send().await.of(200);
    }
    let state = page.state(|facts| facts["hunt"]["status"] == "completed").await;
    let shown = &state["facts"]["hunt"];
    assert_eq!((&shown["profit"], &shown["best"]["name"]), (&json!(150.0), &json!("Mental")));
    server.pass(601 * SECOND);
    page.state(|facts| facts["hunt"].is_null()).await;
}

#[tokio::test]
async fn sources_that_cannot_be_drawn_are_refused() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let good = source("hunt0000", &json!({ "kind": "hunt" }));
    let with = |key: &str, value: Value| {
        let mut changed = good.clone();
        changed[key] = value;
        json!([changed])
    };
    let refused = [
        (json!([good, good]), "overlay.sources.id"),
        (with("id", json!("HUNT0000")), "overlay.sources.id"),
        (with("name", json!(" ")), "overlay.sources.name"),
        (with("width", json!(1921)), "overlay.sources.width"),
        (with("x", json!(1121)), "overlay.sources.x"),
        (with("y", json!(881)), "overlay.sources.y"),
        (with("accent", json!("red")), "overlay.sources.accent"),
        (with("locale", json!("xx")), "overlay.sources.locale"),
        (with("volume", json!(101)), "overlay.sources.volume"),
        (with("options", json!({ "kind": "nothing" })), "overlay"),
        (
            with(
                "options",
                json!({ "kind": "goal", "counts": "points", "title": "", "target": 5, "number": 0, "starts_at": 0 }),
            ),
            "overlay.sources.options.title",
        ),
        (
            with(
                "options",
                json!({ "kind": "banner", "scenes": [], "scene_seconds": 4, "rest_seconds": 60 }),
            ),
            "overlay.sources.options.scenes",
        ),
    ];
    for (sources, key) in refused {
        let answer = panel.set("overlay", "sources", sources).await;
        assert_eq!(answer.status, 400, "{answer:?}");
        assert!(answer.text.contains(key), "{key}: {}", answer.text);
    }
    assert_eq!(panel.values("overlay").await, json!({ "sources": [] }));
}
