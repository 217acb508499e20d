//! Rates and tables that make points: the owner's, with a proof, and up to a largest value.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Panel, with};
use crate::people::person;
use crate::rig::{Answer, SECOND, Server};

async fn section(server: &Server, by: &str, name: &str) -> Value {
    let all = server.get("/api/admin/settings").by(by).send().await.of(200);
    let mut sections = all["sections"].as_array().unwrap().iter();
    sections.find(|section| section["name"] == name).unwrap().clone()
}

async fn set(server: &Server, by: &str, name: &str, path: &str, new: Value) -> Answer {
    let now = section(server, by, name).await;
    let values = with(now["values"].clone(), path, new);
    let body = json!({ "revision": now["version"]["revision"], "values": values });
    let call = server.call(Method::PUT, &format!("/api/admin/settings/{name}")).by(by);
    call.json(&body).send().await
}

#[tokio::test]
async fn rates_and_tables_are_changed_by_the_owner_with_a_proof() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    let changes = [
        ("calendar", "base", json!(11)),
        ("calendar", "per_week", json!(6)),
        ("calendar", "milestones", json!({ "7": 51 })),
        ("calendar", "cash_per_month", json!(21)),
        ("calendar", "cash", json!([{ "days": 3, "reward": "$5" }])),
        ("calendar", "cash_milestones", json!(false)),
        ("points", "welcome", json!(5)),
        ("games", "tables.dice.return_percent", json!(50)),
        ("games", "prize_budget", json!(77)),
        ("games", "prize_budget_percent", json!(3)),
        ("games", "allow_positive_return", json!({ "dice": true })),
    ];
    for (name, path, new) in &changes {
        let text = set(&server, &ada, name, path, new.clone()).await.refused(403, "role");
        assert!(text.starts_with(&format!("Only the owner changes {name}.")), "{text}");
    }
    // Other settings of these sections are everybody's who may change settings.
    for (name, path, new) in [
        ("calendar", "progress_days", json!(31)),
        ("points", "name", json!("kelpie")),
        ("games", "open_round_hours", json!(25)),
    ] {
        set(&server, &ada, name, path, new).await.of(200);
    }
    // The panel shows what is the owner's.
    let locked = section(&server, &ada, "calendar").await["locked"].clone();
    assert!(
        locked.as_array().unwrap().contains(&json!({ "key": "base", "by": "owner" })),
        "{locked}"
    );
    assert_eq!(section(&server, &admin, "calendar").await["locked"], json!([]));

    server.pass(601 * SECOND);
    for (name, path, new) in &changes {
        set(&server, &admin, name, path, new.clone()).await.refused(403, "proof");
    }
    set(&server, &admin, "calendar", "progress_days", json!(32)).await.of(200);
    server.prove_owner(&admin).await;
    for (name, path, new) in &changes {
        let saved = set(&server, &admin, name, path, new.clone()).await;
        assert_eq!(saved.status, 200, "{name}.{path}: {}", saved.text);
    }
    // A version before the owner's change is no way round.
    let revision = section(&server, &ada, "calendar").await["version"]["revision"].clone();
    let path = "/api/admin/settings/calendar/history/1/restore";
    let restore = server.post(path).by(&ada).json(&json!({ "revision": revision }));
    restore.send().await.refused(403, "role");
}

#[tokio::test]
async fn rates_have_a_largest_value_which_others_keep_until_they_change() {
    let server = Server::with(|config| config.calendar.base = 50_000).await;
    let panel = Panel::of(&server).await;
    panel.set("calendar", "progress_days", json!(31)).await.of(200);
    for (name, path, most) in [
        ("calendar", "base", 10_000),
        ("calendar", "per_week", 1_000),
        ("points", "welcome", 10_000),
    ] {
        let refused = panel.set(name, path, json!(most + 1)).await.of(400);
        assert_eq!(refused["fields"][format!("{name}.{path}")], format!("must be at most {most}"));
        panel.set(name, path, json!(most)).await.of(200);
    }
    let refused = panel.set("calendar", "milestones", json!({ "7": 100_001 })).await.of(400);
    assert_eq!(refused["fields"]["calendar.milestones"], "must be at most 100000");
    // The same for what a table pays back, confirmed or not.
    let refused = panel.confirm("games", "tables.dice.return_percent", json!(151)).await.of(400);
    let text = refused["fields"]["games.tables"].as_str().unwrap();
    assert!(text.contains("at most 1.5 are possible"), "{text}");
    panel.confirm("games", "tables.dice.return_percent", json!(150)).await.of(200);
}
