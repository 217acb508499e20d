//! Settings: file, environment, and the errors of invalid ones.

use serde_json::{Value, json};

use crate::command_line::{folder, stop};
use crate::rig::Program;

/// Starts with settings of its own and expects that it does not open.
fn refused_settings(toml: &str, environment: &[(&str, &str)]) -> String {
    let folder = folder();
    let (file, data) = (folder.path().join("settings.toml"), folder.path().join("data"));
    std::fs::write(&file, toml).unwrap();
    let arguments = ["serve", "--config", file.to_str().unwrap()];
    let mut program =
        Program::bare(&[&arguments[..], &["--data", data.to_str().unwrap()]].concat());
    for (name, value) in environment {
        program = program.env(name, value);
    }
    let text = program.run().failed().to_owned();
    assert!(!data.exists(), "nothing is made for settings that do not stand");
    text
}

#[test]
fn settings_of_another_kind_are_reported_in_plain_words() {
    let cases = [
        (
            "[server]\nworkers = \"two\"",
            "server.workers: must be a whole number of at least 0, not \"two\"",
        ),
        (
            "[server]\nworkers = 2.0",
            "server.workers: must be a whole number of at least 0, not 2.0",
        ),
        // It may be a secret.
        ("[cluster]\netcd = \"https://root:secret@host\"", "cluster.etcd: must be a list\n"),
        ("mail = \"smtp://user:secret@host\"", "mail: must be a section\n"),
    ];
    for (toml, reason) in cases {
        let text = refused_settings(toml, &[]);
        assert!(text.contains(reason), "{toml}: {text}");
    }
}

#[test]
fn invalid_settings_are_reported_by_name_and_reason() {
    let cases = [
        ("[server]\nworker = 2", "server.worker: there is no setting `worker`, only `"),
        ("[shop]\nopen = true", "shop: there is no setting `shop`, only `"),
        ("[server]\nworkers = 0", "server.workers: must be 1 to 64, not 0"),
        ("[server]\nlisten = \"here\"", "server.listen: "),
        ("[server]\nmetrics_listen = \"here\"", "server.metrics_listen: must be empty or an"),
        ("[place]\ntimezone = \"Mars/Base\"", "place.timezone: "),
        (
            "[partner]\ncasino_url = \"http://x.com/\"",
            "partner.casino_url: must be an https address",
        ),
        ("[brand]\nname = \" \"", "brand.name: must have 1 to 60 characters"),
        ("[auth]\nhash_memory_kib = 1", "auth.hash_memory_kib: must be 64 to"),
        (
            "[games.tables.dice]\nreturn_percent = 101",
            "games.tables: dice would pay back 1.0100 points for each point staked; \
             games.allow_positive_return.dice = true allows it",
        ),
        ("[games.tables.slot]\npreset = \"classic\"", "slot would pay back 4.3024 points"),
        ("[games.tables.limbo]\npreset = \"classic\"", "limbo would pay back 1.0100 points"),
        ("[games.tables.limbo]\npreset = \"wild\"", "games.tables.limbo.preset: "),
        ("[games.tables.mines]\nturn_max_ppm = 100001", "games.tables: mines.turn_max_ppm "),
        ("[games.allow_positive_return]\npoker = true", "games.allow_positive_return.poker: "),
        ("[games.tables.dice]\nmin_bet = 0", "games.tables: "),
        ("[games.tables.dice]\nmin_bet = 5\nmax_bet = 4", "games.tables: "),
        ("[store]\nkept_bases = 1", "store.kept_bases: must be 2 to 30, not 1"),
        ("[store]\nnightly_base = \"whenever\"", "store.nightly_base: "),
        ("[mail]\nsmtp_timeout_seconds = 0", "mail.smtp_timeout_seconds: must be 1 to 300, not 0"),
        (
            "[mail]\ntransport = \"smtp\"\nsmtp_host = \"a\"\nsmtp_security = \"none\"\nsmtp_ca_file = \"ca\"",
            "mail.smtp_ca_file: needs starttls or tls",
        ),
        (
            "[mail]\ntransport = \"smtp\"\nsmtp_host = \"a\"\nsmtp_ca_file = \"/nowhere/ca.pem\"",
            "mail.smtp_ca_file: /nowhere/ca.pem: No such file",
        ),
        (
            "[mail]\ntransport = \"smtp\"\nsmtp_host = \"a\"\nsmtp_ca_file = \"/dev/null\"",
            "mail.smtp_ca_file: /dev/null must hold certificates in PEM form",
        ),
        (
            "[kick]\nmessage_age_minutes = 721",
            "kick.message_age_minutes: must be 1 to 720, not 721",
        ),
        (
            "[kick]\npoints_for_chatting = 101",
            "kick.points_for_chatting: must not be above kick.chatting_daily_max",
        ),
        ("[server", "TOML parse error"),
        ("[server]\ndeliveries_per_second = 1000001", "server.deliveries_per_second: must be 0 to"),
        (
            "[wagers]\nsource_key = \"k\"\nsource_url = \"http://casino.example\"",
            "wagers.source_url: must be an https address",
        ),
        (
            "[hunts]\nexternal_key = \"k\"\nexternal_url = \"ftp://127.0.0.1\"",
            "hunts.external_url: must be an https address",
        ),
        (
            "[place]\nurl = \"https://a.example\"\n[kick]\nclient_id = \"a\"\nclient_secret = \"b\"\n\
             api_url = \"http://127.0.0.1.example\"",
            "kick.api_url: must be an https address",
        ),
    ];
    for (toml, expected) in cases {
        let text = refused_settings(toml, &[]);
        assert!(text.contains(expected), "{toml}: {text}");
    }
}

#[test]
fn settings_of_connections_that_do_not_fit_stop_the_start() {
    let cases = [
        (
            "[server]\ntrusted_proxies = [\"10.0.0.0/8\", \"10.0.0.0/33\"]",
            "server.trusted_proxies.1: \"10.0.0.0/33\" must be an address or a range such as 10.0.0.0/8",
        ),
        ("[server]\nbody_seconds = 0", "server.body_seconds: must be 1 to 600, not 0"),
        ("[server]\nhead_seconds = 601", "server.head_seconds: must be 1 to 600, not 601"),
    ];
    for (toml, reason) in cases {
        let text = refused_settings(toml, &[]);
        assert!(text.contains(reason), "{toml}: {text}");
    }
}

#[test]
fn invalid_variables_are_reported_by_name_and_reason() {
    let cases = [
        ("POINTHOUSE_SERVER__WORKER", "2", "server.worker: there is no setting `worker`, only `"),
        (
            "POINTHOUSE_SERVER_TRUSTED_PROXIES",
            "[]",
            "POINTHOUSE_SERVER_TRUSTED_PROXIES: this setting is written \
             POINTHOUSE_SERVER__TRUSTED_PROXIES",
        ),
        ("POINTHOUSE_SERVER__WORKERS", "many", "server.workers: must be a whole number"),
        ("POINTHOUSE_SERVER__WORKERS", "65", "server.workers: must be 1 to 64, not 65"),
    ];
    for (name, value, expected) in cases {
        let text = refused_settings("", &[(name, value)]);
        assert!(text.contains(expected), "{name}: {text}");
    }
    let text = refused_settings("", &[("POINTHOUSE_SERVER__WORKERS", "many")]);
    assert!(text.contains("(from the environment)"), "{text}");
}

/// Keys with secret values.
const SECRETS: [&str; 4] =
    ["mail.smtp_password", "hunts.external_key", "wagers.source_key", "kick.client_secret"];

#[test]
fn what_a_secret_is_stands_in_no_error() {
    // Forgotten quotes; other types; text that goes on somewhere else.
    let wrong = ["48151623", "48151623.5", "2048-15-16", "s48151623", "[48151623]", "\"s48151623"];
    for key in SECRETS {
        let (section, name) = key.split_once('.').unwrap();
        for value in wrong {
            let text = refused_settings(&format!("[{section}]\n{name} = {value}"), &[]);
            let actual = text.contains(&format!("{key}: must be text, in quotes"))
                || text.contains(&format!("{key}: must be text\n"))
                || text.contains("TOML parse error at line 2");
            assert!(actual && !text.contains("815"), "{key} {value}: {text}");
        }
        let text = refused_settings(&format!("[{section}]\n{name} = true"), &[]);
        assert!(text.contains("must be text") && !text.contains("true"), "{key}: {text}");
        // A variable that is one underscore too long, or one too many.
        for (tail, expected) in [("__X", "must be text"), ("S", "there is no setting")] {
            let variable = format!("POINTHOUSE_{}{tail}", key.replace('.', "__").to_uppercase());
            let text = refused_settings("", &[(&variable, "48151623")]);
            assert!(text.contains(expected) && !text.contains("815"), "{variable}: {text}");
        }
    }
}

#[test]
fn text_in_a_variable_is_taken_literally() {
    for text in ["48151623", "00042", "true", "1e9", "[x]", "{a=b}", "\"quoted\"", " spaced ", "'"]
    {
        let folder = folder();
        let data = folder.path().join("data");
        // All of these are checked when one reads: the first that is not text stops the start.
        let mut program = Program::bare(&["serve", "--data", data.to_str().unwrap()])
            .env("POINTHOUSE_BRAND__NAME", text)
            .env("POINTHOUSE_PARTNER__PROMO_CODE", text)
            .env("POINTHOUSE_PLACE__URL", "http://127.0.0.1")
            .env("POINTHOUSE_KICK__CLIENT_ID", text)
            .env("POINTHOUSE_MAIL__SMTP_USER", text);
        for key in SECRETS {
            let variable = format!("POINTHOUSE_{}", key.replace('.', "__").to_uppercase());
            program = program.env(&variable, text);
        }
        let serving = program.serve();
        let site = blocking_site(&serving.url);
        assert_eq!((&site["name"], &site["promoCode"]), (&json!(text), &json!(text)));
        stop(serving);
    }
}

#[test]
fn a_folder_is_a_rehearsals_or_a_real_sites_for_good() {
    let folder = folder();
    let start = |data: &str, is_rehearsal: bool| {
        let program = Program::on(&folder.path().join(data), &["serve"]);
        let flag = if is_rehearsal { "true" } else { "false" };
        program.env("POINTHOUSE_SITE__REHEARSAL", flag)
    };
    for (data, is_rehearsal, expected) in [
        ("practice", true, "this data folder was made by a rehearsal: nothing in it is real"),
        ("real", false, "this data folder is a real site's: it is not for rehearsals"),
    ] {
        stop(start(data, is_rehearsal).serve());
        let refused = start(data, !is_rehearsal).run();
        assert!(refused.failed().contains(expected), "{refused:?}");
        stop(start(data, is_rehearsal).serve());
    }
}

#[test]
fn variables_lie_over_the_file_over_the_defaults() {
    let folder = folder();
    let (file, data) = (folder.path().join("settings.toml"), folder.path().join("data"));
    std::fs::write(&file, "[brand]\nname = \"File\"\n[partner]\npromo_code = \"FILE\"").unwrap();
    let arguments = ["serve", "--config", file.to_str().unwrap(), "--data", data.to_str().unwrap()];
    let serving = Program::bare(&arguments)
        .env("POINTHOUSE_BRAND__NAME", "Variable")
        .env("POINTHOUSE_HOME__HOURS", "7")
        .env("POINTHOUSE_LOG", "warn")
        .serve();
    let site = blocking_site(&serving.url);
    let actual =
        (&site["name"], &site["promoCode"], &site["casinoName"], &site["counters"]["hours"]);
    assert_eq!(actual, (&json!("Variable"), &json!("FILE"), &json!(""), &json!(7)));
    stop(serving);
}

fn blocking_site(url: &str) -> Value {
    crate::rig::blocking_client().get(format!("{url}/api/site")).send().unwrap().json().unwrap()
}

#[test]
fn the_settings_have_the_published_tables() {
    let config = pointhouse::config::Config::with("").unwrap();
    assert_eq!(&config.games.tables, pointhouse_rules::Tables::published());
}
