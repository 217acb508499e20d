//! Changes that are refused write nothing.

use futures_util::future::join_all;
use reqwest::Method;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Panel, with};
use crate::rig::Server;

/// A value that is refused: section, path, value, and a part of the reason.
type Refusal = (&'static str, &'static str, Value, &'static str);

fn text(characters: usize) -> Value {
    "x".repeat(characters).into()
}

fn link(label: impl Serialize, url: &str) -> Value {
    json!([{ "kind": "website", "label": label, "url": url }])
}

fn tier(name: impl Serialize, wager: u64, reward: u64) -> Value {
    json!([{ "name": name, "wager": wager, "reward": reward }])
}

/// Values that are of the right type and out of their bounds.
fn invalid() -> Vec<Refusal> {
    let https = "must be an https address";
    let range = "must be 0 to 1000000000, not 1000000001";
    let label = "each link needs a text of 1 to 40 characters";
    vec![
        ("brand", "name", json!(" "), "must have 1 to 60 characters"),
        ("brand", "name", text(61), "must have 1 to 60 characters"),
        ("brand", "tagline", text(121), "must have at most 120 characters"),
        ("brand", "accent", json!("gold"), "must be a colour such as #f2c24d"),
        ("brand", "accent", json!("#3b1fff"), "#8371ff is the nearest that can be read"),
        ("links", "watch_live_url", json!("http://example.com"), https),
        ("links", "links", link("", "https://example.com"), label),
        ("links", "links", link(text(41), "https://example.com"), label),
        ("links", "links", link("a", "javascript:alert(1)"), https),
        (
            "links",
            "links",
            vec![link("a", "https://a.example")[0].clone(); 51].into(),
            "must have at most 50 entries",
        ),
        ("partner", "casino_name", text(61), "must have at most 60 characters"),
        ("partner", "promo_code", text(41), "must have at most 40 characters"),
        ("partner", "casino_url", json!("ftp://example.com"), https),
        ("partner", "casino_url", json!(""), "must be set when there is a casino"),
        ("partner", "wager_tiers", tier(text(41), 1, 1), "must have at most 40 characters"),
        ("partner", "wager_tiers", tier("", 1_000_000_001, 1), range),
        ("partner", "wager_tiers", tier("", 1, 1_000_000_001), range),
        (
            "partner",
            "wager_tiers",
            vec![tier("", 1, 1)[0].clone(); 51].into(),
            "must have at most 50 entries",
        ),
        ("home", "winnings", json!(1_000_000_001), range),
        ("home", "hours", json!(1_000_000_001), range),
        ("home", "members", json!(1_000_000_001), range),
        ("home", "entertainment", json!(1_000_000_001), range),
        ("texts", "responsible_gaming_url", json!("example.com"), https),
        ("texts", "maintenance_track", json!("https://a b"), https),
        ("calendar", "base", json!(4_000_000_000_u64), "base"),
        ("calendar", "progress_days", json!(0), "progress_days"),
        ("calendar", "cash_per_month", json!(100_001), "must be 0 to 100000, not 100001"),
        ("calendar", "cash", json!([{ "days": 0, "reward": "a" }]), "must be 1 to 3653, not 0"),
        ("calendar", "cash", json!([{ "days": 1, "reward": " " }]), "must have 1 to 60 characters"),
        (
            "wagers",
            "prizes",
            json!([{ "from": "2026-01", "pool": 1, "prizes": [], "bonus_buys": [] }]),
            "the first period has from",
        ),
        (
            "wagers",
            "prizes",
            json!([{ "from": "", "pool": 1, "prizes": [1], "bonus_buys": [2, 1] }]),
            "bonus_buys",
        ),
        ("mail", "from", json!("nobody"), "must be an address such as no-reply@example.com"),
        ("mail", "transport", json!("smtp"), "must name the mail server"),
        ("games", "open_round_hours", json!(0), "must be 1 to 8760, not 0"),
        ("games", "tables.dice.min_bet", json!(0), "min_bet"),
        ("games", "tables.dice.return_percent", json!(0), "return_percent"),
        ("games", "tables.mines.caps", json!([7.5]), "caps"),
    ]
}

#[tokio::test]
async fn a_value_out_of_its_bounds_is_refused_with_its_key_and_changes_nothing() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let visitor = server.listen(&json!({})).await;
    let before = panel.everything().await;
    for (section, path, value, expected) in invalid() {
        let answer = panel.set(section, path, value.clone()).await;
        let body = answer.of(400);
        let message = body["message"].as_str().unwrap();
        assert!(message.contains(expected), "{section}.{path} {value}: {body}");
        assert!(body.to_string().contains(section), "names its key: {body}");
    }
    assert_eq!(panel.everything().await, before);
    panel.set("home", "hours", json!(1)).await.of(200);
    // The first event is that of the only change.
    let heard = server.get(&visitor).send().await.text;
    assert_eq!(heard, r#"42["siteSettingsChanged",{"sections":["home"]}]"#);
    server.prove();
}

#[tokio::test]
async fn the_nearest_colour_that_was_named_is_accepted() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.set("brand", "accent", json!("#3b1fff")).await.refused(400, "validation");
    panel.set("brand", "accent", json!("#8371ff")).await.of(200);
    assert_eq!(panel.site().await["accent"], "#8371ff");
}

#[tokio::test]
async fn a_section_of_another_form_is_refused_and_changes_nothing() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let before = panel.everything().await;
    let home = panel.values("home").await;
    let mut missing = home.clone();
    missing.as_object_mut().unwrap().remove("entertainment");
    for (values, expected) in [
        (with(home.clone(), "more", json!(1)), "home.more: there is no setting `more`"),
        (with(home.clone(), "links", json!([])), "home.links: there is no setting `links`"),
        (missing, "home: `entertainment` is missing"),
        (
            with(home.clone(), "hours", json!("7")),
            "home.hours: must be a whole number of at least 0, not \"7\"",
        ),
        (with(home.clone(), "hours", json!(-1)), "home.hours: "),
        (with(home.clone(), "hours", json!(1.5)), "home.hours: "),
        (with(home.clone(), "hours", Value::Null), "home.hours: "),
        (json!([]), "home: "),
        (json!("home"), "home: "),
        (json!(null), "home: "),
        (json!({}), "is missing"),
    ] {
        let message = panel.save("home", &values).await.refused(400, "bad_settings");
        assert!(message.contains(expected), "{values}: {message}");
    }
    for (section, path, value) in [
        ("links", "links", json!([{ "kind": "stream", "label": "a", "url": "https://a.example" }])),
        ("links", "links", json!([{ "kind": "kick", "label": "a" }])),
        (
            "links",
            "links",
            json!([{ "kind": "kick", "label": "a", "url": "https://a.example", "x": 1 }]),
        ),
        ("brand", "heading_font", json!("comic")),
        ("place", "timezone", json!("Mars/Base")),
        ("calendar", "milestones", json!({ "soon": 1 })),
        ("mail", "smtp_port", json!(65_536)),
        ("mail", "keep_file_days", json!(5)),
        ("mail", "smtp_password", json!("Wombat-3-secret")),
        ("games", "tables.poker", json!({})),
        ("games", "allow_positive_return.poker", json!(true)),
        ("games", "bets_per_second", json!(5)),
    ] {
        let answer = panel.set(section, path, value.clone()).await;
        let message = answer.refused(400, "bad_settings");
        assert!(message.contains(section) && !message.contains("Wombat"), "{path}: {message}");
    }
    for path in ["", "/history", "/history/1"] {
        let path = format!("/api/admin/settings/colours{path}");
        let method = if path.ends_with("colours") { Method::PUT } else { Method::GET };
        let body = json!({ "revision": 1, "values": {} });
        panel.call(method, &path).json(&body).send().await.refused(404, "not_found");
    }
    panel.restore("home", 9).await.refused(404, "not_found");
    for revision in ["0", "-1", "newest", "4294967296"] {
        let answer = panel.get(&format!("/api/admin/settings/home/history/{revision}")).await;
        assert_eq!(answer.status, 404, "{revision}");
    }
    panel.compare_version("home", 9).await.refused(404, "not_found");
    // A section of the machine is not one of the site.
    panel.put("server", &json!({ "revision": 1, "values": {} })).await.refused(404, "not_found");
    assert_eq!(panel.everything().await, before);
}

#[tokio::test]
async fn a_change_based_on_an_older_version_is_refused() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let values = panel.values("home").await;
    let body = |revision: u64, hours: u64| json!({ "revision": revision, "values": with(values.clone(), "hours", json!(hours)) });
    panel.put("home", &body(1, 1)).await.of(200);
    let before = panel.everything().await;
    for revision in [0, 1, 3] {
        let text = panel.put("home", &body(revision, 2)).await.refused(409, "changed");
        assert_eq!(text, "Another admin has changed these settings");
        let path = "/api/admin/settings/home/history/1/restore";
        panel.post(path, &json!({ "revision": revision })).await.refused(409, "changed");
    }
    assert_eq!(panel.everything().await, before);
    panel.put("home", &body(2, 2)).await.of(200);
}

#[tokio::test]
async fn of_two_saves_of_one_version_exactly_one_wins() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let values = panel.values("home").await;
    for revision in 1..=5_u64 {
        let save = |winner: u64| {
            let values = with(values.clone(), "hours", json!(revision * 100 + winner));
            let body = json!({ "revision": revision, "values": values });
            let panel = &panel;
            async move { panel.put("home", &body).await }
        };
        let answers = join_all((1..=8).map(save)).await;
        let mut won = None;
        for answer in answers {
            if answer.status == 200 {
                let hours = answer.body["section"]["values"]["hours"].clone();
                assert_eq!(won.replace(hours), None, "two have won");
            } else {
                answer.refused(409, "changed");
            }
        }
        assert_eq!(Some(panel.site().await["counters"]["hours"].clone()), won);
        assert_eq!(panel.revision("home").await, revision + 1);
    }
    assert_eq!(panel.audit().await.len(), 5);
    server.prove();
}
