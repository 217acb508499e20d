//! Folders of earlier formats take their settings over once.

use std::path::Path;

use pointhouse::clock::Millis;
use pointhouse::formats::FORMAT;
use pointhouse::tables;
use pointhouse_store::Store;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Panel;
use crate::golden::{ADMIN_PASSWORD, CLOCK, archives, unpacked};
use crate::rig::{Program, Server};

/// Formats whose folders have no settings.
const WITHOUT: usize = 5;

const FILE: &str = r#"
    [site]
    name = "Old Emu"
    timezone = "Europe/Berlin"
    promo_code = "OLD"
    [site.counters]
    hours = 3
    [[site.links]]
    kind = "stream"
    label = "Watch"
    url = "https://example.com/watch"
    [games.tables.dice]
    max_bet = 50
"#;

const ANOTHER: &str = r#"
    [site]
    name = "New Emu"
    timezone = "UTC"
    promo_code = "NEW"
    casino_name = "New"
    casino_url = "https://example.com/new"
    links = []
    [site.counters]
    hours = 4
    winnings = 5
    [calendar]
    base = 99
    [games.tables.dice]
    max_bet = 51
"#;

async fn opened(data: TempDir, file: &str) -> Server {
    Server::over_with(data, Millis(CLOCK), ADMIN_PASSWORD, file).await
}

#[tokio::test]
async fn the_file_of_the_first_start_holds_for_good() {
    for (format, archive) in (1..).zip(archives()).take(WITHOUT) {
        let mut server = opened(unpacked(&archive), FILE).await;
        let panel = Panel::of(&server).await;
        let site = panel.site().await;
        assert_eq!((&site["name"], &site["promoCode"]), (&json!("Old Emu"), &json!("OLD")));
        assert_eq!(
            (&site["counters"]["hours"], &site["links"][0]["kind"]),
            (&json!(3), &json!("kick"))
        );
        // What the file doesn't name is what was the default of the folder's version.
        let winnings = if format <= 2 { 40_000 } else { 0 };
        assert_eq!(
            (&site["counters"]["winnings"], &site["casinoName"]),
            (&json!(winnings), &json!("Rainbet"))
        );
        let tiers = site["wagerTiers"].as_array().unwrap().len();
        assert_eq!((tiers > 0, site["prizePeriods"] == json!([])), (format <= 2, format > 2));
        assert_eq!(panel.values("place").await["timezone"], "Europe/Berlin");
        // Folders of format 5 know the time zone that they had; it goes on until its midnight.
        let zone = if format < 5 { "Europe/Berlin" } else { "Australia/Sydney" };
        assert_eq!(site["timezone"], zone, "format {format}");
        assert_eq!(panel.values("games").await["tables"]["dice"]["max_bet"], 50);
        let all = panel.all().await;
        for section in all["sections"].as_array().unwrap() {
            let version = &section["version"];
            assert_eq!(
                (&version["revision"], &version["cause"]),
                (&json!(1), &json!("first_start"))
            );
        }
        let before = panel.everything().await;
        for file in [ANOTHER, ""] {
            server.restart_with_file(file).await;
            assert_eq!(Panel::of(&server).await.everything().await, before, "format {format}");
        }
        server.prove();
    }
}

#[tokio::test]
async fn a_brand_that_was_stored_without_a_tab_icon_is_completed() {
    let mut server = opened(unpacked(&archives()[WITHOUT]), "").await;
    let panel = Panel::of(&server).await;
    let brand = panel.section("brand").await;
    assert_eq!(
        (&brand["values"]["favicon"], &brand["values"]["name"]),
        (&json!(""), &json!("Pointhouse"))
    );
    assert_eq!(brand["version"]["cause"], "first_start");
    // The version without it can be restored.
    panel.set("brand", "tagline", json!("New")).await.of(200);
    let revision = brand["version"]["revision"].as_u64().unwrap();
    panel.restore("brand", revision - 1).await.of(200);
    assert_eq!(panel.values("brand").await, brand["values"]);
    server.prove();
}

/// How many rows of settings a folder has.
fn stored(data: &Path) -> usize {
    let scratch = TempDir::new().unwrap();
    let (view, _) = Store::inspect(data, scratch.path(), FORMAT).unwrap();
    let all = [tables::SETTINGS, tables::SETTINGS_TEXT, tables::SERVICE_SECRET];
    all.iter().map(|table| view.scan(*table, &[], &[], 10).unwrap().len()).sum()
}

/// What the first start with the file takes over. The folder is of this build's time now.
async fn taken_over(data: TempDir) -> Value {
    let server = opened(data, FILE).await;
    Panel::of(&server).await.everything().await
}

#[tokio::test]
async fn commands_store_no_settings_and_leave_what_a_start_takes_over() {
    let place = TempDir::new().unwrap();
    let points = place.path().join("points.csv");
    std::fs::write(&points, "email,points\nmatilda@example.com,5\n").unwrap();
    let other = place.path().join("other.toml");
    std::fs::write(&other, ANOTHER).unwrap();
    for archive in archives().iter().take(WITHOUT) {
        let wanted = taken_over(unpacked(archive)).await;
        let data = unpacked(archive);
        let folder = data.path().to_str().unwrap();
        let (points, other) = (points.to_str().unwrap(), other.to_str().unwrap());
        let on = ["--data", folder, "--config", other];
        for command in [
            &["import-points", points, "--dry-run"][..],
            &["import-points", points],
            &["admin", "set-password"],
        ] {
            let done = Program::bare(&[command, &on].concat()).fed(ADMIN_PASSWORD);
            done.succeeded();
            assert_eq!(stored(data.path()), 0, "{command:?}");
        }
        assert_eq!(taken_over(data).await, wanted, "{archive:?}");
    }
}
