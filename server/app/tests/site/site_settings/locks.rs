//! Settings that the settings file decides at every start.

use serde_json::{Value, json};
use tempfile::TempDir;

use super::first_start::{panel, program, stopped};
use super::{Panel, with};
use crate::rig::Server;

fn locked_file(name: &str, hours: u64) -> String {
    format!(
        r#"
        [locked]
        keys = ["home", "brand.name", "brand.accent", "games.tables.dice"]
        [brand]
        name = "{name}"
        [home]
        hours = {hours}
        [games.tables.dice]
        max_bet = {hours}
    "#
    )
}

#[tokio::test]
async fn a_locked_key_has_the_value_of_the_file_at_each_start() {
    let data = TempDir::new().unwrap();
    for (name, hours) in [("One", 11), ("Two", 12)] {
        let serving = program(&data, &locked_file(name, hours))
            .env("POINTHOUSE_BRAND__ACCENT", "#ff5a1f")
            .serve();
        let panel = panel(&serving).await;
        let site = panel.site().await;
        assert_eq!((&site["name"], &site["accent"]), (&json!(name), &json!("#ff5a1f")));
        assert_eq!(site["counters"]["hours"], hours);
        let rules = panel.get("/api/games/rules").await.of(200);
        assert_eq!(rules["games"]["dice"]["table"]["max_bet"], hours);
        let locked = |key: &str, by: &str| json!({ "key": key, "by": by });
        let brand = panel.section("brand").await;
        assert_eq!(
            brand["locked"],
            json!([locked("name", "file"), locked("accent", "environment")])
        );
        assert_eq!(brand["values"]["name"], name);
        assert_eq!(panel.section("home").await["locked"], json!([locked("", "file")]));
        let games = panel.section("games").await;
        assert_eq!(games["locked"], json!([locked("tables.dice", "file")]));
        assert_eq!(panel.section("links").await["locked"], json!([]));
        let log = stopped(serving);
        // What the file decides is not ignored.
        assert!(!log.contains("are ignored"), "{log}");
    }
    // Without the lock the stored values are back: those of the first start.
    let serving = program(&data, "").serve();
    let site = panel(&serving).await.site().await;
    assert_eq!((&site["name"], &site["counters"]["hours"]), (&json!("One"), &json!(11)));
    stopped(serving);
}

/// A site whose file locks the name, the time zone and the counters after they were changed in the panel.
async fn locking() -> (Server, Panel) {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.set("brand", "name", json!("Panel")).await.of(200);
    panel.set("home", "hours", json!(1)).await.of(200);
    server
        .restart_reading(|config| {
            config.locked.keys =
                vec!["brand.name".into(), "home".into(), "games.tables.dice".into()];
            config.brand.name = "File".to_owned();
            config.home.hours = 99;
            config.games.tables.dice.max_bet = 77;
        })
        .await;
    let panel = Panel::of(&server).await;
    (server, panel)
}

#[tokio::test]
async fn saving_a_section_changes_its_other_keys_only() {
    let (mut server, panel) = locking().await;
    let values = with(panel.values("brand").await, "tagline", json!("Changed"));
    let refused = panel.save("brand", &with(values.clone(), "name", json!("Mine"))).await;
    let text = refused.refused(409, "locked");
    assert!(text.contains("brand.name"), "{text}");
    let saved = panel.save("brand", &values).await.of(200);
    assert_eq!(saved["section"]["values"]["name"], "File");
    assert_eq!(saved["section"]["values"]["tagline"], "Changed");
    let site = panel.site().await;
    assert_eq!((&site["name"], &site["tagline"]), (&json!("File"), &json!("Changed")));
    let audit = &panel.audit().await[0];
    assert_eq!(audit["after"], json!({ "brand.tagline": "Changed" }).to_string());
    // Nothing else of a locked section changes, and a save without a change is accepted.
    let revision = panel.revision("home").await;
    panel.set("home", "winnings", json!(5)).await.refused(409, "locked");
    panel.save("home", &panel.values("home").await).await.of(200);
    assert_eq!((panel.revision("home").await, panel.audit().await.len()), (revision, 3));
    panel.set("games", "prize_budget", json!(123_456)).await.of(200);
    panel.set("games", "tables.dice.max_bet", json!(5)).await.refused(409, "locked");
    let games = panel.values("games").await;
    assert_eq!(games["prize_budget"], 123_456);
    assert_eq!(games["tables"]["dice"]["max_bet"], 77);
    // Without the lock, what the panel had set is back.
    server.restart_reading(|config| config.locked.keys.clear()).await;
    let panel = Panel::of(&server).await;
    let site = panel.site().await;
    assert_eq!((&site["name"], &site["tagline"]), (&json!("Panel"), &json!("Changed")));
    assert_eq!(panel.values("home").await["hours"], 1);
    assert_eq!(panel.values("games").await["tables"]["dice"]["max_bet"], 100);
}

#[tokio::test]
async fn a_locked_key_is_in_no_export_and_no_import_changes_it() {
    let (server, panel) = locking().await;
    let file = panel.export().await;
    let sections = &file["sections"];
    assert!(sections.get("home").is_none(), "{file}");
    assert!(
        sections["brand"].get("name").is_none() && sections["brand"]["tagline"] == "",
        "{file}"
    );
    // A key is left out with everything beside the locked part of it.
    assert!(sections["games"].get("tables").is_none(), "{file}");
    assert!(sections["games"]["prize_budget"].is_u64(), "{file}");

    let foreign = json!({ "format": 1, "sections": {
        "brand": { "name": "Foreign", "tagline": "Foreign" },
        "home": { "winnings": 1, "hours": 2, "members": 3, "entertainment": 4 },
    } });
    let compared = panel.compare(&foreign).await.of(200);
    let keys: Vec<&Value> =
        compared["differences"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
    assert_eq!(keys, ["tagline"]);
    panel.import(&foreign).await.of(200);
    let site = panel.site().await;
    assert_eq!((&site["name"], &site["tagline"]), (&json!("File"), &json!("Foreign")));
    assert_eq!(site["counters"]["hours"], 99);
    drop(server);
}

#[tokio::test]
async fn restoring_a_version_leaves_locked_keys() {
    let (mut server, panel) = locking().await;
    // Its name is another one than the stored one, and so is the one in force.
    panel.set("brand", "tagline", json!("Later")).await.of(200);
    let compared = panel.compare_version("brand", 1).await.of(200);
    let keys: Vec<&Value> =
        compared["differences"].as_array().unwrap().iter().map(|one| &one["key"]).collect();
    assert_eq!(keys, ["tagline"], "what restoring changes");
    panel.restore("brand", 1).await.of(200);
    let site = panel.site().await;
    assert_eq!((&site["name"], &site["tagline"]), (&json!("File"), &json!("")));
    let compared = panel.compare_version("home", 1).await.of(200);
    assert_eq!(compared["differences"], json!([]));
    let revision = panel.revision("home").await;
    panel.restore("home", 1).await.of(200);
    assert_eq!(panel.revision("home").await, revision);
    server.restart_reading(|config| config.locked.keys.clear()).await;
    let panel = Panel::of(&server).await;
    assert_eq!(panel.site().await["name"], "Panel");
    assert_eq!(panel.values("home").await["hours"], 1);
}

#[tokio::test]
async fn a_file_cannot_lock_what_is_no_setting() {
    let data = TempDir::new().unwrap();
    for (key, expected) in [
        ("server.workers", "locked.keys: server.workers is no setting of the site"),
        ("brand.nam", "locked.keys: brand.nam is no setting of the site"),
        ("colour", "locked.keys: colour is no setting of the site"),
    ] {
        let refused = program(&data, &format!("[locked]\nkeys = [\"{key}\"]")).run();
        assert!(refused.failed().contains(expected), "{refused:?}");
    }
}
