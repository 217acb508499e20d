//! A save is in force everywhere when it is answered.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Panel, with};
use crate::rig::Server;

async fn change(panel: &Panel, section: &str, changes: &[(&str, Value)]) -> Value {
    let mut values = panel.values(section).await;
    for (path, new) in changes {
        values = with(values, path, new.clone());
    }
    panel.save(section, &values).await.of(200)
}

#[tokio::test]
async fn the_site_and_its_documents_have_it_at_once() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let changes = [
        ("name", json!("Emu <& Friends>")),
        ("tagline", json!("Runs fast")),
        ("accent", json!("#ff5a1f")),
        ("heading_font", json!("system")),
    ];
    let saved = change(&panel, "brand", &changes).await;
    assert_eq!(
        (&saved["message"], &saved["section"]["version"]["revision"]),
        (&json!("Saved"), &json!(2))
    );
    assert_eq!(saved["section"], panel.section("brand").await);
    let link = json!({ "kind": "twitch", "label": "Live", "url": "https://example.com/live" });
    change(&panel, "links", &[("links", json!([link]))]).await;
    let tier = json!({ "name": "", "wager": 10, "reward": 1 });
    let casino = [
        ("casino_name", json!("Casino")),
        ("promo_code", json!("EMU")),
        ("wager_tiers", json!([tier])),
    ];
    change(&panel, "partner", &casino).await;
    change(&panel, "home", &[("winnings", json!(1)), ("hours", json!(2))]).await;
    change(&panel, "texts", &[("maintenance_track", json!("https://example.com/a.mp3"))]).await;
    change(&panel, "calendar", &[("cash_milestones", json!(false))]).await;
    change(&panel, "wagers", &[("prizes", json!([]))]).await;
    let site = panel.site().await;
    let wanted = json!({
        "name": "Emu <& Friends>", "tagline": "Runs fast", "accent": "#ff5a1f",
        "headingFont": "system", "links": [link], "casinoName": "Casino", "promoCode": "EMU",
        "wagerTiers": [tier], "maintenanceTrack": "https://example.com/a.mp3", "prizePeriods": [],
        "leaderboardBadge": "",
    });
    for (key, value) in wanted.as_object().unwrap() {
        assert_eq!(&site[key], value, "{key}");
    }
    assert_eq!((&site["counters"]["winnings"], &site["counters"]["hours"]), (&json!(1), &json!(2)));
    assert_eq!(site["features"]["cashMilestones"], false);

    let document = server.get("/").send().await;
    // A build without pages has none.
    if document.status != 503 {
        let title = "<title>Emu &lt;&amp; Friends&gt;</title>";
        for part in [title, "--accent:#ff5a1f", "system-ui", "\"tagline\":\"Runs fast\""] {
            assert!(document.text.contains(part), "{part}: {}", document.text);
        }
        for (key, address) in
            [("mark", "https://example.com/m"), ("favicon", "https://example.com/f")]
        {
            change(&panel, "brand", &[(key, json!(address))]).await;
            let document = server.get("/").send().await.text;
            let icon = format!("<link rel=\"icon\" href=\"{address}\" />");
            assert_eq!(document.matches("rel=\"icon\"").count(), 1, "{document}");
            assert!(document.contains(&icon), "{icon}: {document}");
        }
        let overlay = server.get("/stream").send().await.text;
        for part in ["--accent:#ff5a1f", "--gold:", "--font-display:system-ui"] {
            assert_eq!(overlay.matches(part).count(), 1, "{part}: {overlay}");
        }
        assert!(!overlay.contains("f2c24d") && !overlay.contains("236, 192, 76"), "{overlay}");
    }
}

#[tokio::test]
async fn emails_and_texts_about_the_casino_have_it() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let member = server.member("matilda").await;
    change(&panel, "brand", &[("name", json!("Emu Site")), ("accent", json!("#ff5a1f"))]).await;
    change(&panel, "partner", &[("casino_name", json!("Lucky Emu"))]).await;
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    let email = &server.emails(1).await[0];
    for part in ["Subject: Emu Site: Confirm your email address", "From: \"Emu Site\" <", "#ff5a1f"]
    {
        assert!(email.contains(part), "{part}: {email}");
    }
    assert!(!email.contains("Pointhouse") && !email.contains("#f2c24d"), "{email}");
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    let asked = ask.json(&json!({ "rainbetUsername": "Highroller_1" })).send().await.of(200);
    assert_eq!(asked["message"], "Lucky Emu username submitted for admin approval!");
    // A name that is the site's own is no member's.
    let sign_up =
        json!({ "username": "emusite", "email": "e@example.com", "password": "Correct!horse1" });
    let refused = server.post("/api/auth/signup").json(&sign_up).send().await;
    assert_eq!(refused.status, 400, "{}", refused.text);
}

#[tokio::test]
async fn a_claim_is_paid_by_the_new_table() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let member = server.member("matilda").await;
    change(&panel, "calendar", &[("base", json!(77)), ("milestones", json!({ "1": 1000 }))]).await;
    crate::calendar::claim(&server, &member).await.of(200);
    assert_eq!(server.balance(&member).await, 1077);
}

#[tokio::test]
async fn sockets_hear_which_sections_have_changed() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let visitor = server.listen(&json!({})).await;
    panel.set("brand", "accent", json!("#123456")).await.refused(400, "validation");
    panel.set("home", "hours", panel.values("home").await["hours"].clone()).await.of(200);
    panel.set("brand", "tagline", json!("New")).await.of(200);
    let heard = server.get(&visitor).send().await.text;
    assert_eq!(heard, r#"42["siteSettingsChanged",{"sections":["brand"]}]"#);
    let file = json!({ "format": 1, "sections": {
        "brand": { "tagline": "New" }, "home": { "hours": 5 }, "texts": { "maintenance_track": "" },
        "links": { "watch_live_url": "https://example.com/live" },
    } });
    panel.import(&file).await.of(200);
    let heard = server.get(&visitor).send().await.text;
    assert_eq!(heard, r#"42["siteSettingsChanged",{"sections":["home","links"]}]"#);
}

#[tokio::test]
async fn a_save_is_one_version_and_one_row_of_the_audit_log() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let changes = [("milestones.7", json!(51)), ("milestones.8", json!(5)), ("base", json!(11))];
    change(&panel, "calendar", &changes).await;
    let audit = panel.audit().await;
    assert_eq!((audit.len(), &audit[0]["subject"]), (1, &json!("settings:calendar")));
    let before = json!({
        "calendar.base": 10, "calendar.milestones.7": 50, "calendar.milestones.8": null,
    });
    let after = json!({
        "calendar.base": 11, "calendar.milestones.7": 51, "calendar.milestones.8": 5,
    });
    assert_eq!(audit[0]["before"], before.to_string());
    assert_eq!(audit[0]["after"], after.to_string());
    let history = panel.history("calendar").await;
    assert_eq!((&history[0]["revision"], &history[0]["cause"]), (&json!(2), &json!("saved")));
    assert_eq!(history[0]["actor"], audit[0]["actor"]);
    assert_eq!(
        (&history[1]["revision"], &history[1]["cause"], history.len()),
        (&json!(1), &json!("first_start"), 2)
    );

    // The same again changes nothing.
    let saved = change(&panel, "calendar", &[("base", json!(11))]).await;
    assert_eq!(saved["section"]["version"], history[0]);
    assert_eq!((panel.audit().await, panel.history("calendar").await), (audit.clone(), history));

    let compared = panel.compare_version("calendar", 1).await.of(200);
    let difference = |key: &str, before: &str, after: &str| json!({ "section": "calendar", "key": key, "before": before, "after": after });
    let wanted = json!([
        difference("base", "11", "10"),
        difference("milestones.7", "51", "50"),
        difference("milestones.8", "5", "null"),
    ]);
    assert_eq!(compared["differences"], wanted);
    assert_eq!(compared["version"]["cause"], "first_start");

    let restored = panel.restore("calendar", 1).await.of(200);
    let section = &restored["section"];
    assert_eq!(
        (&section["version"]["revision"], &section["version"]["cause"]),
        (&json!(3), &json!("restored"))
    );
    assert_eq!(
        (&section["values"]["base"], &section["values"]["milestones"]["8"]),
        (&json!(10), &Value::Null)
    );
    let audit = panel.audit().await;
    assert_eq!((audit.len(), &audit[0]["before"]), (2, &json!(after.to_string())));
    // A version that was restored can be restored again, and the one before it, too.
    panel.restore("calendar", 2).await.of(200);
    assert_eq!(panel.values("calendar").await["base"], 11);

    let before = panel.everything().await;
    server.restart().await;
    assert_eq!(Panel::of(&server).await.everything().await, before);
    server.prove();
}
