//! The first start of a data folder stores what its settings file and its environment name, once.

use rustix::process::Signal;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::Panel;
use super::services::save;
use crate::command_line::AN_END;
use crate::rig::{Program, Serving};

const PASSWORD: &str = "A panel password 1";

const FILE: &str = r#"
    [partner]
    promo_code = "EMU"
    [place]
    timezone = "Europe/Berlin"
    [texts]
    responsible_gaming_url = "https://example.com/help"
    [home]
    winnings = 5
    hours = 7
    [[links.links]]
    kind = "kick"
    label = "Watch"
    url = "https://example.com/watch"
    [[links.links]]
    kind = "x"
    label = "Read"
    url = "https://example.com/read"
    [brand]
    name = "Emu Site"
    tagline = "Runs fast"
    [calendar]
    base = 12
    [calendar.milestones]
    9 = 90
    [games.tables.dice]
    max_bet = 50
"#;

pub(super) fn program(data: &TempDir, settings: &str) -> Program {
    Program::serving(data.path(), settings).env("POINTHOUSE_ADMIN_PASSWORD", PASSWORD)
}

pub(super) async fn panel(serving: &Serving) -> Panel {
    Panel::of_program(serving, PASSWORD).await
}

/// Stops it in order. Returns what it logged.
pub(super) fn stopped(mut serving: Serving) -> String {
    serving.signal(Signal::TERM);
    assert_eq!(serving.wait(AN_END).code(), Some(0));
    serving.log()
}

/// The line of a log about settings that are ignored.
fn ignored(log: &str) -> Option<&str> {
    log.lines().find(|line| line.contains("these settings of the site are ignored"))
}

fn first_start(data: &TempDir) -> Program {
    program(data, FILE)
        .env("POINTHOUSE_BRAND__NAME", "Variable Site")
        .env("POINTHOUSE_HOME__MEMBERS", "9")
        .env("POINTHOUSE_HOME__ENTERTAINMENT", "8")
        .env("POINTHOUSE_PARTNER__CASINO_NAME", "Casino")
        .env("POINTHOUSE_PARTNER__CASINO_URL", "https://example.com/casino")
}

fn check_site(site: &Value) {
    let counters = json!({ "winnings": 5, "hours": 7, "members": 9, "entertainment": 8 });
    assert_eq!(site["counters"], counters);
    for (key, value) in [
        ("name", "Variable Site"),
        ("tagline", "Runs fast"),
        ("promoCode", "EMU"),
        ("casinoName", "Casino"),
        ("casinoUrl", "https://example.com/casino"),
        ("timezone", "Europe/Berlin"),
        ("responsibleGamingUrl", "https://example.com/help"),
        ("accent", "#f2c24d"),
    ] {
        assert_eq!(site[key], value, "{key}");
    }
    let kinds: Vec<&Value> =
        site["links"].as_array().unwrap().iter().map(|link| &link["kind"]).collect();
    assert_eq!(kinds, ["kick", "x"]);
}

#[tokio::test]
async fn a_new_folder_stores_what_file_and_environment_name() {
    let data = TempDir::new().unwrap();
    let serving = first_start(&data).serve();
    let panel = panel(&serving).await;
    check_site(&panel.site().await);
    let all = panel.all().await;
    for section in all["sections"].as_array().unwrap() {
        let (name, version) = (&section["name"], &section["version"]);
        assert_eq!((&version["revision"], &section["locked"]), (&json!(1), &json!([])), "{name}");
        assert_eq!(
            (&version["cause"], &version["actor"]),
            (&json!("first_start"), &json!("first start"))
        );
        assert_eq!(panel.history(name.as_str().unwrap()).await, std::slice::from_ref(version));
    }
    assert_eq!(panel.values("calendar").await["milestones"]["9"], 90);
    assert_eq!(panel.values("games").await["tables"]["dice"]["max_bet"], 50);
    assert_eq!(panel.audit().await, [Value::Null; 0]);
    let log = stopped(serving);
    assert_eq!(ignored(&log), None, "{log}");
}

#[tokio::test]
async fn a_later_start_with_another_file_changes_nothing_and_names_what_it_ignores() {
    let data = TempDir::new().unwrap();
    let serving = first_start(&data).serve();
    let before = panel(&serving).await.everything().await;
    stopped(serving);

    // The same file, another one, and none.
    let other = r##"
        [home]
        hours = 1000
        [brand]
        name = "Another"
        accent = "#ff5a1f"
        [calendar.milestones]
        5 = 5
        [games.tables.dice]
        max_bet = 51
        [mail]
        from = "a@example.com"
        keep_file_days = 5
        smtp_password = "Wombat-3-secret"
    "##;
    let serving = program(&data, other)
        .env("POINTHOUSE_TEXTS__MAINTENANCE_TRACK", "https://example.com/a")
        .serve();
    let open = panel(&serving).await;
    let mut now = open.everything().await;
    // A secret of the file is in force at every start.
    assert_eq!(open.secret("mail.smtp_password").await["by"], "file");
    now["all"]["secrets"] = before["all"]["secrets"].clone();
    // And where it is sent is the file's while it names the secret.
    let sections = now["all"]["sections"].as_array_mut().unwrap();
    let mail = sections.iter_mut().find(|section| section["name"] == "mail").unwrap();
    let by_file = |key: &str| json!({ "key": key, "by": "file" });
    assert_eq!(mail["locked"].take(), json!([by_file("smtp_host"), by_file("smtp_port")]));
    mail["locked"] = json!([]);
    assert_eq!(now, before);
    let log = stopped(serving);
    let line = ignored(&log).unwrap_or_else(|| panic!("{log}"));
    assert!(line.contains(" WARN "), "{line}");
    let (_, keys) = line.split_once("keys=\"").unwrap();
    let (keys, _) = keys.split_once('"').unwrap();
    let keys: Vec<&str> = keys.split(", ").collect();
    let wanted = [
        "brand.accent",
        "brand.name",
        "calendar.milestones",
        "games.tables",
        "home.hours",
        "mail.from",
        "texts.maintenance_track",
    ];
    assert_eq!(keys, wanted);
    assert!(!log.contains("Wombat"), "{log}");

    let serving = program(&data, "").serve();
    assert_eq!(panel(&serving).await.everything().await, before);
    let log = stopped(serving);
    assert_eq!(ignored(&log), None, "{log}");
}

#[tokio::test]
async fn the_example_keeps_the_mail_server_that_the_file_names() {
    let data = TempDir::new().unwrap();
    let settings = r#"
        [place]
        url = "https://example.com"
        [mail]
        transport = "smtp"
        from = "emu@example.com"
        smtp_host = "127.0.0.1"
        smtp_user = "emu"
        smtp_password = "Wombat-3-secret"
    "#;
    let serving = Program::serving(data.path(), settings).serve();
    let (client, url) = (reqwest::Client::new(), format!("{}/api/setup", serving.url));
    let mut order: Value = client.get(&url).send().await.unwrap().json().await.unwrap();
    for field in ["success", "restored"] {
        order.as_object_mut().unwrap().remove(field);
    }
    order["code"] = serving.setup_code().unwrap().into();
    order["password"] = PASSWORD.into();
    order["example"] = true.into();
    assert_eq!(client.post(&url).json(&order).send().await.unwrap().status(), 200);

    let panel = panel(&serving).await;
    assert!(!panel.values("links").await["links"].as_array().unwrap().is_empty());
    let mail = panel.values("mail").await;
    for (key, value) in
        [("transport", "smtp"), ("from", "emu@example.com"), ("smtp_host", "127.0.0.1")]
    {
        assert_eq!(mail[key], value, "{key}");
    }
    assert_eq!(panel.secret("mail.smtp_password").await["by"], "file");
    stopped(serving);
}

#[tokio::test]
async fn a_stored_setting_that_a_start_cannot_use_is_named_with_the_way_out() {
    let data = TempDir::new().unwrap();
    let settings =
        |first: &str| format!("{first}[mail]\ntransport = \"smtp\"\nsmtp_host = \"127.0.0.1\"\n");
    let with_address = settings("[place]\nurl = \"https://example.com\"\n");
    stopped(program(&data, &with_address).serve());

    // Without an address of the site, emails would have no links.
    let refused = program(&data, "[locked]\nkeys = [\"place\"]\n").run();
    assert_ne!(refused.code, Some(0));
    for part in ["place.url", "stored in the data folder", "[locked]"] {
        assert!(refused.err.contains(part), "{part}: {}", refused.err);
    }
    let way_out = "[locked]\nkeys = [\"place\", \"mail\"]\n";
    stopped(program(&data, way_out).serve());
}

#[tokio::test]
async fn a_service_whose_secret_is_gone_is_off_and_stops_no_start() {
    let data = TempDir::new().unwrap();
    let settings = "[place]\nurl = \"https://example.com\"\n\
        [kick]\nclient_id = \"an-app\"\nclient_secret = \"Wombat-3-secret\"\n";
    let chat = async |serving: &Serving| {
        let panel = panel(serving).await;
        panel.get("/api/admin/chat").await.of(200)
    };
    let serving = program(&data, settings).serve();
    assert_eq!(chat(&serving).await["configured"], true);
    stopped(serving);
    // The secret was in the file only, as one of the environment is after a restore on another machine.
    let serving = program(&data, "").serve();
    let off = chat(&serving).await;
    assert_eq!(off["configured"], false);
    assert_eq!(off["connectionError"], "The secret of the app is missing on this machine");
    // Other sections are saved meanwhile; this one takes the secret.
    let panel = panel(&serving).await;
    save(&panel, "texts", &[], json!({})).await;
    save(&panel, "kick", &[], json!({ "kick.client_secret": "Wombat-4-secret" })).await;
    assert_eq!(chat(&serving).await["configured"], true);
    assert!(stopped(serving).contains("kick.client_id is set without kick.client_secret"));
}

#[tokio::test]
async fn values_of_the_file_that_the_store_decides_stop_no_later_start() {
    let data = TempDir::new().unwrap();
    // A site that begins with it doesn't start, and makes no folder.
    let unusable = "[mail]\ntransport = \"smtp\"";
    let folder = data.path().join("site");
    let at = |settings: &str| {
        Program::serving(&folder, settings).env("POINTHOUSE_ADMIN_PASSWORD", PASSWORD)
    };
    let refused = at(unusable).run();
    assert!(refused.code != Some(0) && refused.err.contains("mail."), "{refused:?}");
    assert!(!folder.exists());

    stopped(at("").serve());
    let serving = at(unusable).serve();
    assert_eq!(panel(&serving).await.values("mail").await["transport"], "file");
    let log = stopped(serving);
    assert!(ignored(&log).is_some_and(|line| line.contains("mail.transport")), "{log}");

    let refused = at(&format!("{unusable}\n[locked]\nkeys = [\"mail\"]")).run();
    assert!(refused.code != Some(0) && refused.err.contains("mail."), "{refused:?}");
    assert!(!refused.err.contains("stored in the data folder"), "{refused:?}");
}
