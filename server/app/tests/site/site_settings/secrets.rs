//! Secrets of external services: replaced or removed in the panel, and shown nowhere.

use std::path::Path;

use pointhouse::config::{Config, SecretName};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::first_start::{panel, program, stopped};
use super::{Panel, with};
use crate::rig::Server;

const SECRET: &str = "Wombat-3-secret";
const OTHER: &str = "Quokka-5-secret";
const KEY: &str = "mail.smtp_password";

fn entered(text: &str) -> Value {
    json!({ KEY: text })
}

async fn shown(panel: &Panel) -> (Value, Value, Value) {
    let secret = panel.secret(KEY).await;
    (secret["isSet"].clone(), secret["endsIn"].clone(), secret["by"].clone())
}

/// Everything that an admin can read, as text.
async fn readable(panel: &Panel) -> String {
    let mut text = panel.everything().await.to_string();
    for path in [
        "/api/admin/settings/export",
        "/api/admin/settings/example",
        "/api/admin/settings/mail/history/1",
        "/api/admin/settings/mail/history/2",
        "/api/admin/health",
        "/api/admin/letters",
        "/metrics",
    ] {
        text.push_str(&panel.get(path).await.text);
    }
    text
}

#[tokio::test]
async fn a_secret_is_shown_by_its_last_two_characters_if_it_has_eight() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    assert_eq!(shown(&panel).await, (json!(false), Value::Null, Value::Null));
    for (text, ends) in [
        ("short-1", Value::Null),
        ("eight-1x", json!("1x")),
        ("\u{1f998}\u{1f998}\u{1f998}\u{1f998}\u{1f998}\u{1f998}\u{1f998}", Value::Null),
        ("\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{e9}\u{1f998}\u{e9}", json!("\u{1f998}\u{e9}")),
        (SECRET, json!("et")),
    ] {
        let saved = panel.enter("mail", &entered(text)).await.of(200);
        assert!(!saved.to_string().contains(text));
        assert_eq!(saved["secrets"], panel.all().await["secrets"]);
        assert_eq!(shown(&panel).await, (json!(true), ends, Value::Null), "{text}");
    }
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(shown(&panel).await, (json!(true), json!("et"), Value::Null));
    panel.enter("mail", &entered("")).await.of(200);
    assert_eq!(shown(&panel).await, (json!(false), Value::Null, Value::Null));
    server.restart().await;
    assert_eq!(shown(&Panel::of(&server).await).await.0, false);
    server.prove();
}

#[tokio::test]
async fn a_secret_is_in_no_answer_and_in_no_row_that_is_shown() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.enter("mail", &entered(SECRET)).await.of(200);
    // A change of the secret alone is no version; it is in the audit log.
    assert_eq!(panel.revision("mail").await, 1);
    let audit = panel.audit().await;
    assert_eq!((audit.len(), &audit[0]["subject"]), (1, &json!("settings:secrets")));
    assert_eq!((&audit[0]["before"], &audit[0]["after"]), (&json!("{}"), &json!("{}")));
    let values = with(panel.values("mail").await, "from", json!("a@example.com"));
    let body = json!({ "revision": 1, "values": values, "secrets": entered(OTHER) });
    panel.put("mail", &body).await.of(200);
    // The same secret again is no change.
    panel.enter("mail", &entered(OTHER)).await.of(200);
    let audit = panel.audit().await;
    assert_eq!((audit.len(), &audit[0]["subject"]), (2, &json!("settings:mail,secrets")));
    assert_eq!(audit[0]["after"], json!({ "mail.from": "a@example.com" }).to_string());

    for (values, secrets) in [
        (json!([]), json!({ KEY: SECRET })),
        (json!({}), json!({ KEY: [SECRET] })),
        (json!({}), json!({ "mail.password": SECRET })),
        (json!({}), json!(SECRET)),
        (json!({ "smtp_password": SECRET }), json!({})),
        (json!({ "from": SECRET }), json!({ KEY: SECRET })),
    ] {
        let body = json!({ "revision": 2, "values": values, "secrets": secrets });
        let answer = panel.put("mail", &body).await;
        assert!(answer.status == 400 || answer.status == 404, "{}", answer.text);
        assert!(!answer.text.contains("Wombat"), "{}", answer.text);
    }
    let text = readable(&panel).await;
    for secret in [SECRET, OTHER] {
        assert!(!text.contains(secret), "{text}");
    }
    let mut config = Config::with("").unwrap();
    config.set_secret(SecretName::SmtpPassword, OTHER.to_owned().into());
    let debug = format!("{config:?}");
    assert!(debug.contains("(secret)") && !debug.contains(OTHER), "{debug}");
}

#[tokio::test]
async fn a_secret_is_in_no_log() {
    let data = TempDir::new().unwrap();
    let serving = program(&data, "").env("POINTHOUSE_LOG", "trace,h2=off").serve();
    let panel = panel(&serving).await;
    panel.enter("mail", &entered(SECRET)).await.of(200);
    let values = with(panel.values("mail").await, "smtp_host", json!("mail.example.com"));
    let body = json!({ "revision": 1, "values": values, "secrets": entered(OTHER) });
    panel.put("mail", &body).await.of(200);
    panel.put("mail", &body).await.refused(409, "changed");
    let file = json!({ "format": 1, "sections": { "mail": { "smtp_password": SECRET } } });
    let refused = panel.compare(&file).await;
    assert!(refused.status == 400 && !refused.text.contains(SECRET), "{}", refused.text);
    let log = stopped(serving);
    assert!(log.contains("TRACE") || log.contains("DEBUG"), "it logs everything");
    for secret in [SECRET, OTHER] {
        assert!(!log.contains(secret), "{secret}");
    }
    let exported = json!(exported(data.path())).to_string();
    assert!(!exported.contains(SECRET) && !exported.contains(OTHER));
}

/// Every row as `verify` and the exports read it.
fn exported(data: &Path) -> Vec<String> {
    use pointhouse::formats::{self, READABLE};
    use pointhouse_store::{ReadError, Store};
    let scratch = TempDir::new().unwrap();
    let (view, _) = Store::inspect(data, scratch.path(), READABLE).unwrap();
    let mut rows = Vec::new();
    let walked = formats::walk(&view, |met| {
        rows.push(met.unwrap().row.text.unwrap_or_default());
        Ok::<_, ReadError>(())
    });
    walked.unwrap();
    rows
}

#[tokio::test]
async fn a_secret_of_the_file_wins_and_cannot_be_changed() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.enter("mail", &entered(SECRET)).await.of(200);
    server
        .restart_reading(|config| {
            config.mail.smtp_password = serde_json::from_value(json!("From-the-file-99")).unwrap();
        })
        .await;
    let panel = Panel::of(&server).await;
    assert_eq!(shown(&panel).await, (json!(true), json!("99"), json!("file")));
    let before = panel.everything().await;
    for text in [OTHER, ""] {
        let refused = panel.enter("mail", &entered(text)).await.refused(409, "locked");
        assert_eq!(refused, "The server's settings file decides mail.smtp_password");
    }
    // It must not go to an address that is not written beside it.
    let locked = |key: &str| json!({ "key": key, "by": "file" });
    let beside = json!([locked("smtp_host"), locked("smtp_port")]);
    assert_eq!(panel.section("mail").await["locked"], beside);
    for (key, value) in [("smtp_host", json!("mail.example.com")), ("smtp_port", json!(2525))] {
        let refused = panel.set("mail", key, value.clone()).await.refused(409, "locked");
        assert_eq!(refused, format!("The server's settings file decides mail.{key}"));
        let file = json!({ "format": 1, "sections": { "mail": { key: value } } });
        panel.import(&file).await.of(200);
    }
    assert_eq!(panel.everything().await, before);
    panel.set("mail", "smtp_user", json!("emu")).await.of(200);
    // The stored one is back without the file's.
    server
        .restart_reading(|config| config.mail.smtp_password = pointhouse::config::Secret::default())
        .await;
    let panel = Panel::of(&server).await;
    assert_eq!(shown(&panel).await, (json!(true), json!("et"), Value::Null));
}

#[tokio::test]
async fn the_panel_says_whether_the_environment_has_a_secret() {
    let data = TempDir::new().unwrap();
    let serving = program(&data, "").env("POINTHOUSE_MAIL__SMTP_PASSWORD", SECRET).serve();
    let panel = panel(&serving).await;
    assert_eq!(shown(&panel).await, (json!(true), json!("et"), json!("environment")));
    let refused = panel.enter("mail", &entered(OTHER)).await.refused(409, "locked");
    assert_eq!(refused, "The server's environment decides mail.smtp_password");
    stopped(serving);
}

#[tokio::test]
async fn the_address_of_a_secret_in_the_environment_is_changed_beside_it() {
    const ADDRESS: &str = "POINTHOUSE_HUNTS__EXTERNAL_URL";
    let data = TempDir::new().unwrap();
    stopped(program(&data, "").env(ADDRESS, "https://first.example").serve());
    // An address alone is a setting of the panel, and the log says so.
    let log = stopped(program(&data, "").env(ADDRESS, "https://second.example").serve());
    assert!(log.contains("are ignored") && log.contains("hunts.external_url"), "{log}");
    let with_key = || program(&data, "").env("POINTHOUSE_HUNTS__EXTERNAL_KEY", SECRET);
    let locked = |key: &str| json!({ "key": key, "by": "environment" });
    for (program, address) in [
        (with_key(), "https://first.example"),
        (with_key().env(ADDRESS, "https://second.example"), "https://second.example"),
    ] {
        let serving = program.serve();
        let panel = panel(&serving).await;
        let hunts = panel.section("hunts").await;
        assert_eq!(hunts["values"]["external_url"], address);
        assert_eq!(hunts["locked"], json!([locked("external"), locked("external_url")]));
        let other = panel.set("hunts", "external_url", json!("https://third.example")).await;
        let refused = other.refused(409, "locked");
        assert_eq!(refused, "The server's environment decides hunts.external_url");
        let log = stopped(serving);
        assert!(!log.contains("are ignored"), "{log}");
    }
}

#[tokio::test]
async fn a_stored_secret_is_not_sent_to_a_host_that_the_file_names_later() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.set("mail", "smtp_host", json!("mail.example")).await.of(200);
    panel.enter("mail", &entered(SECRET)).await.of(200);
    server
        .restart_reading(|config| {
            config.locked.keys = vec!["mail.smtp_host".into()];
            config.mail.smtp_host = "elsewhere.example".to_owned();
        })
        .await;
    let panel = Panel::of(&server).await;
    assert_eq!(shown(&panel).await, (json!(false), Value::Null, Value::Null));
    // Entered for the new host, it is used there and not at the earlier one.
    panel.enter("mail", &entered(SECRET)).await.of(200);
    server.restart().await;
    assert_eq!(shown(&Panel::of(&server).await).await.0, true);
    server.restart_reading(|config| config.locked.keys.clear()).await;
    let panel = Panel::of(&server).await;
    assert_eq!(panel.values("mail").await["smtp_host"], "mail.example");
    assert_eq!(shown(&panel).await.0, false);
}

#[tokio::test]
async fn a_locked_secret_cannot_be_set_in_the_panel() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.enter("mail", &entered(SECRET)).await.of(200);
    server.restart_reading(|config| config.locked.keys = vec![KEY.to_owned()]).await;
    let panel = Panel::of(&server).await;
    // The file decides that no password is set.
    assert_eq!(shown(&panel).await, (json!(false), Value::Null, json!("file")));
    panel.enter("mail", &entered(OTHER)).await.refused(409, "locked");
    assert_eq!(shown(&panel).await.0, false);
    panel.set("mail", "from", json!("a@example.com")).await.of(200);
}

#[tokio::test]
async fn a_secret_is_removed_when_its_address_changes() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.enter("mail", &entered(SECRET)).await.of(200);
    // Other values leave it.
    panel.set("mail", "smtp_user", json!("emu")).await.of(200);
    panel.set("mail", "smtp_security", json!("tls")).await.of(200);
    assert_eq!(shown(&panel).await.0, true);
    for (key, value) in [("smtp_host", json!("mail.example.com")), ("smtp_port", json!(2525))] {
        let saved = panel.set("mail", key, value).await.of(200);
        assert_eq!(saved["secrets"], panel.all().await["secrets"]);
        assert_eq!(shown(&panel).await.0, false, "{key}");
        assert_eq!(panel.audit().await[0]["subject"], "settings:mail,secrets");
        panel.enter("mail", &entered(SECRET)).await.of(200);
    }
    // Sent again in the same call it goes to the new address.
    let values = with(panel.values("mail").await, "smtp_host", json!("other.example.com"));
    let revision = panel.revision("mail").await;
    let body = json!({ "revision": revision, "values": values, "secrets": entered(OTHER) });
    panel.put("mail", &body).await.of(200);
    assert_eq!(shown(&panel).await.0, true);
    // A restored or imported address is another address, too.
    panel.restore("mail", 1).await.of(200);
    assert_eq!(shown(&panel).await.0, false);
    panel.enter("mail", &entered(SECRET)).await.of(200);
    let file = json!({ "format": 1, "sections": { "mail": { "smtp_host": "third.example.com" } } });
    panel.import(&file).await.of(200);
    assert_eq!(shown(&panel).await.0, false);
    // A refused change removes nothing.
    panel.enter("mail", &entered(SECRET)).await.of(200);
    let values = with(panel.values("mail").await, "smtp_host", json!("fourth.example.com"));
    panel.save("mail", &with(values, "from", json!("nobody"))).await.refused(400, "validation");
    assert_eq!(shown(&panel).await.0, true);
}
