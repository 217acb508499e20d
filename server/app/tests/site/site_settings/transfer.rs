//! Export, comparison and import of settings as a file.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Panel, with};
use crate::rig::Server;

const IMPORT: &str = "/api/admin/settings/import";

fn file(sections: impl Serialize) -> Value {
    json!({ "format": 1, "sections": sections })
}

/// The differences as `section.key before after`.
fn lines_of(compared: &Value) -> Vec<String> {
    let differences = compared["differences"].as_array().unwrap().iter();
    let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
    differences
        .map(|one| {
            let path = format!("{}.{}", text(one, "section"), text(one, "key"));
            format!("{path} {} {}", text(one, "before"), text(one, "after"))
        })
        .collect()
}

#[tokio::test]
async fn an_export_that_is_imported_changes_nothing() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.set("brand", "name", json!("Emu Site")).await.of(200);
    let before = panel.everything().await;
    let exported = panel.export().await;
    assert_eq!(exported["format"], 1);
    let all = panel.all().await;
    for section in all["sections"].as_array().unwrap() {
        let name = section["name"].as_str().unwrap();
        assert_eq!(exported["sections"][name], section["values"], "{name}");
    }
    let compared = panel.compare(&exported).await.of(200);
    assert_eq!(compared["differences"], json!([]));
    assert_eq!(compared["revisions"]["brand"], 2);
    panel.import(&exported).await.of(200);
    assert_eq!(panel.everything().await, before);

    // Another site becomes the same, and the file is text that passes through any program.
    let text: Value = serde_json::from_str(&exported.to_string()).unwrap();
    let other = Server::with(|config| {
        config.home.hours = 1;
        config.place.timezone = "UTC".parse().unwrap();
    })
    .await;
    let elsewhere = Panel::of(&other).await;
    elsewhere.import(&text).await.of(200);
    assert_eq!(elsewhere.export().await, exported);
    assert_eq!(elsewhere.site().await["name"], "Emu Site");
    server.prove();
}

#[tokio::test]
async fn a_comparison_lists_keys_and_an_import_is_one_change() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let before = panel.everything().await;
    let import = file(json!({
        "brand": { "tagline": "Runs fast", "name": "Pointhouse" },
        "calendar": { "milestones": { "7": 51 } },
        "games": { "prize_budget": 5 },
    }));
    let compared = panel.compare(&import).await.of(200);
    let differences = lines_of(&compared);
    assert_eq!(differences[0], "brand.tagline \"\" \"Runs fast\"");
    assert_eq!(differences.last().unwrap(), "games.prize_budget 1000000 5");
    assert!(differences.contains(&"calendar.milestones.7 50 51".to_owned()));
    assert!(differences.contains(&"calendar.milestones.14 100 null".to_owned()), "{differences:?}");
    assert_eq!(compared["revisions"], json!({ "brand": 1, "calendar": 1, "games": 1 }));
    assert_eq!(panel.everything().await, before, "a comparison changes nothing");

    panel.import(&import).await.of(200);
    assert_eq!(panel.site().await["tagline"], "Runs fast");
    assert_eq!(panel.values("calendar").await["milestones"], json!({ "7": 51 }));
    let audit = panel.audit().await;
    assert_eq!((audit.len(), &audit[0]["subject"]), (1, &json!("settings:brand,calendar,games")));
    let history = panel.history("calendar").await;
    assert_eq!((&history[0]["cause"], &history[0]["revision"]), (&json!("imported"), &json!(2)));
    assert_eq!(panel.history("links").await.len(), 1);
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(lines_of(&panel.compare(&import).await.of(200)), [""; 0]);
    server.prove();
}

#[tokio::test]
async fn an_import_over_other_versions_than_those_compared_is_refused() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let import = file(json!({ "brand": { "tagline": "New" }, "home": { "hours": 5 } }));
    let revisions = panel.compare(&import).await.of(200)["revisions"].clone();
    panel.set("home", "members", json!(7)).await.of(200);
    let before = panel.everything().await;
    let body = json!({ "file": import, "revisions": revisions });
    panel.post(IMPORT, &body).await.refused(409, "changed");
    // Without a revision it could overwrite what another admin has saved.
    for revisions in [json!({}), json!({ "brand": 1 })] {
        let body = json!({ "file": import, "revisions": revisions });
        panel.post(IMPORT, &body).await.refused(409, "changed");
    }
    assert_eq!(panel.everything().await, before);
    panel.import(&import).await.of(200);
    assert_eq!(panel.values("home").await["members"], 7);
}

#[tokio::test]
async fn a_file_with_one_invalid_value_changes_nothing_at_all() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let visitor = server.listen(&json!({})).await;
    let before = panel.everything().await;
    let revisions = panel.revisions().await;
    let good = json!({ "brand": { "tagline": "New" }, "home": { "hours": 5 } });
    let refused: [(Value, u16, &str, &str); 9] = [
        (
            with(good.clone(), "texts", json!({ "maintenance_track": "x" })),
            400,
            "validation",
            "https",
        ),
        (with(good.clone(), "brand.accent", json!("#3b1fff")), 400, "validation", "too dark"),
        (with(good.clone(), "home.hours", json!("5")), 400, "bad_settings", "home.hours"),
        (with(good.clone(), "home.minutes", json!(5)), 400, "bad_settings", "home.minutes"),
        (with(good.clone(), "colours", json!({})), 400, "bad_settings", "colours is no section"),
        (
            with(good.clone(), "server", json!({ "workers": 2 })),
            400,
            "bad_settings",
            "server is no section",
        ),
        (
            with(good.clone(), "mail", json!({ "smtp_password": "Wombat-3" })),
            400,
            "bad_settings",
            "mail.smtp_password",
        ),
        (
            with(good.clone(), "games", json!({ "bets_per_second": 1 })),
            400,
            "bad_settings",
            "games.bets_per_second",
        ),
        (
            with(good.clone(), "calendar", json!({ "milestones": { "0": 5 } })),
            400,
            "validation",
            "milestones.0",
        ),
    ];
    for (sections, status, code, expected) in refused {
        let body = json!({ "file": file(&sections), "revisions": revisions });
        let text = panel.post(IMPORT, &body).await.refused(status, code);
        assert!(text.contains(expected) && !text.contains("Wombat"), "{sections}: {text}");
        // The comparison refuses it already.
        let text = panel.compare(&file(&sections)).await.refused(status, code);
        assert!(text.contains(expected), "{sections}: {text}");
    }
    for (body, status) in [
        (json!({ "format": 2, "sections": good }), 400),
        (json!({ "format": 0, "sections": {} }), 400),
        (json!({ "sections": good }), 400),
        (json!({ "format": 1, "sections": good, "secrets": {} }), 400),
        (json!({ "format": 1, "sections": { "brand": [] } }), 400),
        (json!({ "format": "1", "sections": {} }), 400),
        (json!([1]), 400),
    ] {
        assert_eq!(panel.compare(&body).await.status, status, "{body}");
        let body = json!({ "file": body, "revisions": {} });
        assert_eq!(panel.post(IMPORT, &body).await.status, status, "{body}");
    }
    let text =
        panel.compare(&json!({ "format": 2, "sections": {} })).await.refused(400, "bad_settings");
    assert_eq!(text, "This file has format 2, not 1");
    assert_eq!(panel.everything().await, before);
    panel.import(&file(good)).await.of(200);
    let heard = server.get(&visitor).send().await.text;
    assert_eq!(heard, r#"42["siteSettingsChanged",{"sections":["brand","home"]}]"#);
}

#[tokio::test]
async fn tables_above_one_hundred_percent_are_imported_with_the_phrase_only() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let tables =
        with(panel.values("games").await["tables"].take(), "dice.return_percent", json!(120));
    let import = file(json!({
        "games": { "tables": tables, "allow_positive_return": { "dice": true } },
        "home": { "hours": 5 },
    }));
    let before = panel.everything().await;
    let compared = panel.compare(&import).await.of(200);
    assert!(lines_of(&compared).contains(&"games.tables.dice.return_percent 99 120".to_owned()));
    panel.import(&import).await.refused(409, "unconfirmed");
    assert_eq!(panel.everything().await, before);
    let body = json!({
        "file": import, "revisions": compared["revisions"], "confirmed": "above 100%",
    });
    panel.post(IMPORT, &body).await.of(200);
    assert_eq!(panel.values("games").await["tables"]["dice"]["return_percent"], 120);
    // An export of such a site needs it again elsewhere, and not here.
    let exported = panel.export().await;
    panel.import(&exported).await.of(200);
    let other = Server::start().await;
    Panel::of(&other).await.import(&exported).await.refused(409, "unconfirmed");
}

#[tokio::test]
async fn the_example_is_a_file_that_can_be_compared_and_imported() {
    let server = Server::with(|config| {
        config.home.winnings = 1;
        config.partner.casino_name = "Other".to_owned();
        config.wagers.prizes.clear();
        config.place.timezone = "UTC".parse().unwrap();
    })
    .await;
    let panel = Panel::of(&server).await;
    let example = panel.get("/api/admin/settings/example").await.of(200)["file"].take();
    let differences = lines_of(&panel.compare(&example).await.of(200));
    assert!(differences.contains(&"home.winnings 1 40000".to_owned()), "{differences:?}");
    assert!(differences.contains(&"partner.casino_name \"Other\" \"Rainbet\"".to_owned()));
    panel.import(&example).await.of(200);
    let site = panel.site().await;
    assert_eq!(
        (&site["counters"]["winnings"], &site["casinoName"]),
        (&json!(40_000), &json!("Rainbet"))
    );
    assert_eq!(site["leaderboardBadge"], "$3.5K");
    assert_eq!(lines_of(&panel.compare(&example).await.of(200)), [""; 0]);
    let mut exported = panel.export().await;
    // What connects a site to the world is its own.
    let sections = exported["sections"].as_object_mut().unwrap();
    for section in ["mail", "kick", "hunts"] {
        assert!(sections.remove(section).is_some(), "{section}");
    }
    for (section, key) in [("wagers", "source_url"), ("place", "url")] {
        assert!(sections[section].as_object_mut().unwrap().remove(key).is_some(), "{section}");
    }
    assert_eq!(exported, example);
}
