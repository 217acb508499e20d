//! The metrics as monitors read them, and the files in `deploy/` that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use pointhouse::config::Secret;
use regex::Regex;
use serde_json::json;
use tempfile::TempDir;

use crate::rig::{Program, Server};

const TOKEN: &str = "a-token-of-the-monitor";

/// The metrics of a site with a backup, a copy of it, and calls.
async fn scrape(server: &Server) -> String {
    let admin = server.admin().await;
    server.post("/api/admin/backup").by(&admin).json(&json!({})).send().await.of(200);
    let _ = server.site().copies().copy_newest().await;
    let answer = server.get("/metrics").by(TOKEN).send().await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.text
}

async fn site(copies: &TempDir) -> Server {
    let folder = copies.path().display().to_string();
    Server::with(|config| {
        config.backups.folder = folder;
        config.backups.unencrypted = true;
        config.server.metrics_token = Secret::from(TOKEN.to_owned());
    })
    .await
}

/// The value of a metric without labels.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_else(|| panic!("{name} in {text}")).parse().unwrap()
}

#[tokio::test]
async fn every_metric_of_the_dashboard_and_the_alerts_is_exposed() {
    let copies = TempDir::new().unwrap();
    let server = site(&copies).await;
    let text = scrape(&server).await;
    let exposed: BTreeSet<&str> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(['{', ' ']).next().unwrap())
        .collect();
    let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let names = Regex::new(r"\b(?:pointhouse|process)_[a-z0-9_]+").unwrap();
    for file in ["grafana.json", "alerts.yaml"] {
        let used = std::fs::read_to_string(deploy.join(file)).unwrap();
        let used: BTreeSet<&str> = names.find_iter(&used).map(|name| name.as_str()).collect();
        assert!(used.len() > 5, "{file}: {used:?}");
        let missing: Vec<_> = used.difference(&exposed).collect();
        assert!(missing.is_empty(), "{file} uses {missing:?}");
    }
    let dashboard = std::fs::read_to_string(deploy.join("grafana.json")).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&dashboard).unwrap()["panels"].is_array());
}

#[tokio::test]
async fn the_exposition_is_well_formed_and_follows_the_conventions() {
    let copies = TempDir::new().unwrap();
    let server = site(&copies).await;
    let text = scrape(&server).await;
    let sample =
        Regex::new(r#"^([a-z_][a-z0-9_]*)(\{[a-z_]+="[^"\\\n]*"\})? (\+?[0-9.e-]+)$"#).unwrap();
    let (mut kinds, mut helped) = (BTreeMap::new(), BTreeSet::new());
    let (mut series, mut ended, mut current) = (BTreeSet::new(), BTreeSet::new(), String::new());
    assert!(text.ends_with('\n'));
    for line in text.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            let (name, words) = help.split_once(' ').unwrap();
            assert!(!words.is_empty() && helped.insert(name.to_owned()), "{line}");
        } else if let Some(kind) = line.strip_prefix("# TYPE ") {
            let (name, kind) = kind.split_once(' ').unwrap();
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert!(helped.contains(name) && kinds.insert(name.to_owned(), kind).is_none());
            // The lines of a metric are together.
            assert!(ended.insert(std::mem::replace(&mut current, name.to_owned())), "{line}");
        } else {
            let parts = sample.captures(line).unwrap_or_else(|| panic!("no sample: {line}"));
            parts[3].parse::<f64>().unwrap();
            let of_histogram = ["_bucket", "_sum", "_count"].map(|end| format!("{current}{end}"));
            let is_histogram = kinds[&current] == "histogram";
            assert!(
                if is_histogram {
                    of_histogram.contains(&parts[1].to_owned())
                } else {
                    parts[1] == current
                },
                "{line}"
            );
            assert!(series.insert(line.rsplit_once(' ').unwrap().0.to_owned()), "twice: {line}");
        }
    }
    for (name, kind) in &kinds {
        assert_eq!(*kind == "counter", name.ends_with("_total"), "{name} is a {kind}");
        let units = ["_micros", "_millis", "_ms", "_kb", "_minutes"];
        let is_deprecated = text.contains(&format!("# HELP {name} Deprecated"));
        assert!(is_deprecated || !units.iter().any(|unit| name.contains(unit)), "{name}");
    }
}

#[tokio::test]
async fn metrics_tell_of_the_process_its_disk_and_its_backups() {
    let copies = TempDir::new().unwrap();
    let server = site(&copies).await;
    let text = scrape(&server).await;
    let version = env!("CARGO_PKG_VERSION");
    assert!(text.contains(&format!("pointhouse_build_info{{version=\"{version}\"}} 1\n")));
    assert!(value(&text, "process_cpu_seconds_total") > 0.0);
    assert!(value(&text, "process_resident_memory_bytes") > 1e6);
    assert!(value(&text, "process_open_fds") > 3.0);
    assert!(value(&text, "process_max_fds") >= value(&text, "process_open_fds"));
    assert!(value(&text, "pointhouse_disk_free_bytes") > 0.0);
    let [backup] = server.site().backups().all().try_into().unwrap();
    let written = value(&text, "pointhouse_backup_last_timestamp_seconds");
    assert!((written * 1000.0 - backup.created_at as f64).abs() < 1.0, "{written}");
    assert_eq!(value(&text, "pointhouse_backup_last_bytes"), backup.bytes as f64);
    assert!(text.contains("pointhouse_backup_copy_failed{target=\"folder\"} 0\n"), "{text}");
    assert!(value(&text, "pointhouse_store_group_seconds_total") > 0.0);
}

#[test]
fn the_separate_listener_sends_the_headers_that_protect_browsers() {
    let data = TempDir::new().unwrap();
    let program = Program::on(data.path(), &["serve"]);
    let mut serving = program.env("POINTHOUSE_SERVER__METRICS_LISTEN", "127.0.0.1:0").serve();
    let line = serving.await_log("serving metrics");
    let address = line.rsplit_once("address=").unwrap().1;
    for (path, status) in [("/metrics", 200), ("/", 404)] {
        let answer = crate::rig::blocking_client().get(format!("http://{address}{path}"));
        let answer = answer.send().unwrap();
        assert_eq!(answer.status(), status, "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("referrer-policy", "no-referrer"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.headers()[name], value, "{path}");
        }
    }
    crate::command_line::stop(serving);
}

#[tokio::test]
async fn a_monitor_reads_the_metrics_with_a_token_of_its_own_and_nothing_else() {
    let copies = TempDir::new().unwrap();
    let server = site(&copies).await;
    assert_eq!(server.get("/metrics").by(TOKEN).send().await.status, 200);
    server.get("/metrics").send().await.refused(401, "unauthorized");
    server.get("/metrics").by("a-token-of-the-monito").send().await.refused(401, "unauthorized");
    server.get("/api/admin/health").by(TOKEN).send().await.refused(401, "unauthorized");
    let without = Server::start().await;
    without.get("/metrics").by("").send().await.refused(401, "unauthorized");
    let error = pointhouse::config::Config::with("[server]\nmetrics_token = \"short\"");
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "server.metrics_token: must have at least 16 characters");
}
