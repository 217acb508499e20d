//! Limits of what is stored.

use serde_json::{Value, json};

use super::{Panel, with};
use crate::rig::Server;

/// Versions of a section that are kept.
const KEPT: u64 = 200;

fn text(characters: usize) -> Value {
    "x".repeat(characters).into()
}

#[tokio::test]
async fn the_newest_two_hundred_versions_are_kept() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let values = panel.values("home").await;
    for revision in 1..=KEPT {
        let values = with(values.clone(), "hours", json!(revision));
        panel.put("home", &json!({ "revision": revision, "values": values })).await.of(200);
        if revision == KEPT - 1 {
            let revisions = revisions(&panel).await;
            assert_eq!(revisions, (1..=KEPT).rev().collect::<Vec<_>>());
        }
    }
    assert_eq!(revisions(&panel).await, (2..=KEPT + 1).rev().collect::<Vec<_>>());
    panel.compare_version("home", 1).await.refused(404, "not_found");
    let path = "/api/admin/settings/home/history/1/restore";
    panel.post(path, &json!({ "revision": KEPT + 1 })).await.refused(404, "not_found");
    panel.restore("home", 2).await.of(200);
    assert_eq!(panel.site().await["counters"]["hours"], 1);
    assert_eq!(revisions(&panel).await, (3..=KEPT + 2).rev().collect::<Vec<_>>());
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(revisions(&panel).await.len(), 200);
    assert_eq!(panel.site().await["counters"]["hours"], 1);
    // Other sections have their own.
    assert_eq!(panel.history("brand").await.len(), 1);
    server.prove();
}

async fn revisions(panel: &Panel) -> Vec<u64> {
    let history = panel.history("home").await;
    history.iter().map(|version| version["revision"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn the_longest_lists_that_are_allowed_are_stored_and_read_again() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let label = "\u{1f998}".repeat(40);
    let links: Vec<Value> = (0..50)
        .map(|at| json!({ "kind": "website", "label": label, "url": format!("https://example.com/{at}") }))
        .collect();
    panel.set("links", "links", links.clone().into()).await.of(200);
    let prizes = vec![1_000_000_000_u64; 100];
    let period = |at: u32| {
        let from =
            if at == 0 { String::new() } else { format!("{}-{:02}", 2000 + at / 12, at % 12 + 1) };
        json!({ "from": from, "pool": 1_000_000_000, "prizes": prizes, "bonus_buys": [1, 100] })
    };
    let periods: Vec<Value> = (0..240).map(period).collect();
    panel.set("wagers", "prizes", periods.clone().into()).await.of(200);
    let milestones: serde_json::Map<String, Value> =
        (1..=3653).map(|day| (day.to_string(), json!(1000))).collect();
    panel.set("calendar", "milestones", milestones.clone().into()).await.of(200);
    let before = panel.everything().await;
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(panel.everything().await, before);
    assert_eq!(panel.values("links").await["links"], Value::from(links));
    assert_eq!(panel.values("wagers").await["prizes"], Value::from(periods));
    assert_eq!(panel.values("calendar").await["milestones"], Value::from(milestones));
    let file = panel.export().await;
    panel.restore("wagers", 1).await.of(200);
    panel.import(&file).await.of(200);
    assert_eq!(panel.export().await, file);
    server.prove();
}

/// Values that are far too long: section, path, value, and a part of the reason.
fn huge() -> Vec<(&'static str, &'static str, Value, &'static str)> {
    let url = |characters: usize| json!(format!("https://example.com/{}", "x".repeat(characters)));
    let tiers = |count: usize| {
        let tier = json!({ "weight": 0, "lo": 1.20, "hi": 2.80, "step": 0.20, "bones": 3 });
        Value::from(vec![tier; count])
    };
    let mut bands: Vec<Value> = (0..900)
        .map(|at| json!({ "weight": 0, "lo": 1.0 + f64::from(at), "hi": 1.5 + f64::from(at) }))
        .collect();
    bands[0]["weight"] = json!(100_000);
    vec![
        ("brand", "tagline", text(2_000_000), "must have at most 120 characters"),
        ("links", "watch_live_url", url(1_500_000), "must have at most 2048 characters"),
        (
            "links",
            "links",
            json!([{ "kind": "x", "label": "a", "url": url(2100) }]),
            "must have at most 2048 characters",
        ),
        ("partner", "casino_url", url(2100), "must have at most 2048 characters"),
        ("texts", "responsible_gaming_url", url(2100), "must have at most 2048 characters"),
        ("texts", "maintenance_track", url(2100), "must have at most 2048 characters"),
        ("mail", "smtp_host", text(1_500_000), "must have at most 253 characters"),
        ("mail", "smtp_user", text(1_500_000), "must have at most 320 characters"),
        (
            "mail",
            "from",
            json!(format!("{}@example.com", "x".repeat(70_000))),
            "must be an address",
        ),
        ("games", "tables.slot.balanced.tiers", tiers(40_000), "slot"),
        ("games", "tables.slot.balanced.tiers", tiers(1000), "slot"),
        ("games", "tables.limbo.classic.bands", bands.clone().into(), "limbo"),
        (
            "wagers",
            "prizes",
            vec![json!({ "from": "", "pool": 0, "prizes": [], "bonus_buys": [] }); 241].into(),
            "at most 240 periods",
        ),
        (
            "wagers",
            "prizes",
            json!([{ "from": "", "pool": 0, "prizes": vec![1; 200_000], "bonus_buys": [] }]),
            "at most 100 prizes",
        ),
        (
            "calendar",
            "cash",
            vec![json!({ "days": 1, "reward": "a" }); 51].into(),
            "must have at most 50 entries",
        ),
    ]
}

#[tokio::test]
async fn huge_texts_and_lists_are_refused_with_a_reason() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let before = panel.everything().await;
    for (section, path, value, expected) in huge() {
        let body = panel.set(section, path, value).await.of(400);
        assert!(body["message"].as_str().unwrap().contains(expected), "{section}.{path}: {body}");
        assert!(body.to_string().len() < 2000, "it doesn't repeat what was sent");
    }
    panel.set("brand", "tagline", text(5_000_000)).await.refused(413, "too_large");
    let secrets = json!({ "mail.smtp_password": "x".repeat(1001) });
    let body = panel.enter("mail", &secrets).await.of(400);
    assert!(!body.to_string().contains("xxx"), "{body}");
    let many: serde_json::Map<String, Value> =
        (0..10_000).map(|at| (format!("key_{at}"), json!(at))).collect();
    panel.put("home", &json!({ "revision": 1, "values": many })).await.refused(400, "bad_settings");
    let nested =
        format!("{{\"revision\":1,\"values\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let call = panel.call(reqwest::Method::PUT, "/api/admin/settings/home");
    let call = call.header("content-type", "application/json").text(nested);
    assert_eq!(call.send().await.status, 400);
    assert_eq!(panel.everything().await, before);
}

#[tokio::test]
async fn returns_of_tables_that_are_too_large_are_not_worked_out() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let tables = panel.values("games").await["tables"].take();
    let bands: Vec<Value> = (0..9999)
        .map(|at| json!({ "weight": u32::from(at == 0) * 100_000, "lo": 1 + at, "hi": f64::from(at) + 1.5 }))
        .collect();
    let tables = with(tables, "limbo.classic.bands", bands.into());
    let tables =
        with(with(tables, "limbo.preset", json!("classic")), "limbo.max_target", json!(9999));
    let body = json!({ "tables": tables });
    let answer = panel.post("/api/admin/settings/games/returns", &body).await.of(200);
    assert_eq!(answer["returns"], json!([]));
    assert!(answer["problem"].as_str().unwrap().contains("limbo"), "{answer}");
}
