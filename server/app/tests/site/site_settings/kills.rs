//! The process is killed while settings are saved: every acknowledged save is there, and none by halves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::sync::Notify;

use super::first_start::{panel, program};
use super::{Panel, with};
use crate::crashes::verify;

const SECTIONS: [&str; 5] = ["home", "brand", "calendar", "games", "mail"];
/// Saves that are answered before each kill.
const KILLS: [usize; 4] = [9, 14, 21, 32];

/// What a version of a section changes: several keys, so that a half one shows.
fn changes(section: &str, revision: u64) -> Vec<(&'static str, Value)> {
    let text = format!("Version {revision}");
    match section {
        "home" => ["winnings", "hours", "members", "entertainment"]
            .map(|key| (key, json!(revision)))
            .into(),
        "brand" => vec![("name", json!(text)), ("tagline", json!(text))],
        "calendar" => vec![("base", json!(revision)), ("milestones", json!({ "3": revision }))],
        "games" => {
            let bet = json!(100 + revision);
            vec![("prize_budget", json!(revision)), ("tables.dice.max_bet", bet)]
        }
        "mail" => {
            let host = format!("mail-{revision}.example.com");
            vec![("smtp_host", json!(host)), ("from", json!(format!("v{revision}@example.com")))]
        }
        _ => unreachable!(),
    }
}

fn values_of(section: &str, base: &Value, revision: u64) -> Value {
    let changes = changes(section, revision).into_iter();
    changes.fold(base.clone(), |values, (path, new)| with(values, path, new))
}

/// A section that is saved again and again.
struct Saved {
    name: &'static str,
    base: Value,
    /// Newest version that was answered, and that was sent.
    answered: AtomicU64,
    sent: AtomicU64,
}

async fn save_until_the_end(
    panel: Arc<Panel>,
    saved: Arc<Saved>,
    done: Arc<(AtomicUsize, Notify)>,
) {
    for revision in saved.answered.load(Ordering::SeqCst) + 1.. {
        let values = values_of(saved.name, &saved.base, revision);
        let mut body = json!({ "revision": revision - 1, "values": values });
        if saved.name == "mail" {
            body["secrets"] = json!({ "mail.smtp_password": format!("Secret-{revision:04}") });
        }
        saved.sent.store(revision, Ordering::SeqCst);
        let Some((status, answer)) = panel.try_put(saved.name, &body).await else { return };
        assert_eq!(status, 200, "{answer}");
        saved.answered.store(revision, Ordering::SeqCst);
        done.0.fetch_sub(1, Ordering::SeqCst);
        done.1.notify_one();
    }
}

async fn check(panel: &Panel, saved: &Saved) {
    let section = panel.section(saved.name).await;
    let revision = section["version"]["revision"].as_u64().unwrap();
    let (answered, sent) =
        (saved.answered.load(Ordering::SeqCst), saved.sent.load(Ordering::SeqCst));
    assert!((answered..=sent).contains(&revision), "{}: {answered} {revision} {sent}", saved.name);
    let wanted = |revision| match revision {
        1 => saved.base.clone(),
        revision => values_of(saved.name, &saved.base, revision),
    };
    assert_eq!(section["values"], wanted(revision));
    let history = panel.history(saved.name).await;
    let revisions: Vec<u64> =
        history.iter().map(|version| version["revision"].as_u64().unwrap()).collect();
    assert_eq!(revisions, (1..=revision).rev().collect::<Vec<_>>());
    for earlier in 1..revision {
        let compared = panel.compare_version(saved.name, earlier).await.of(200);
        for difference in compared["differences"].as_array().unwrap() {
            let path = difference["key"].as_str().unwrap().replace('.', "/");
            let values = wanted(earlier);
            let value = values.pointer(&format!("/{path}")).unwrap_or(&Value::Null);
            assert_eq!(difference["after"], value.to_string(), "{difference}");
        }
    }
    if saved.name == "mail" && revision > 1 {
        // The secret is the one that was sent with this address.
        let ends = format!("{revision:04}").split_off(2);
        assert_eq!(panel.secret("mail.smtp_password").await["endsIn"], ends);
    }
    if saved.name == "games" && revision > 1 {
        let rules = panel.get("/api/games/rules").await.of(200);
        assert_eq!(rules["games"]["dice"]["table"]["max_bet"], 100 + revision);
    }
    // What was not answered may be there as well.
    saved.answered.store(revision, Ordering::SeqCst);
}

#[tokio::test]
async fn a_kill_loses_no_save_that_was_answered() {
    let data = TempDir::new().unwrap();
    let mut serving = program(&data, "").serve();
    let mut all = Vec::new();
    let open = panel(&serving).await;
    for name in SECTIONS {
        let (base, answered, sent) =
            (open.values(name).await, AtomicU64::new(1), AtomicU64::new(1));
        all.push(Arc::new(Saved { name, base, answered, sent }));
    }
    for wanted in KILLS {
        let open = Arc::new(panel(&serving).await);
        let done = Arc::new((AtomicUsize::new(wanted), Notify::new()));
        let tasks: Vec<_> = all
            .iter()
            .map(|saved| {
                tokio::spawn(save_until_the_end(open.clone(), saved.clone(), done.clone()))
            })
            .collect();
        // The counter goes below zero only after the kill.
        while (1..=wanted).contains(&done.0.load(Ordering::SeqCst)) {
            done.1.notified().await;
        }
        serving.kill();
        for task in tasks {
            task.await.unwrap();
        }
        verify(data.path()).await;
        serving = program(&data, "[home]\nhours = 12345").serve();
        let open = panel(&serving).await;
        for saved in &all {
            check(&open, saved).await;
        }
        // A row for each version that was saved.
        let versions: u64 = all.iter().map(|saved| saved.answered.load(Ordering::SeqCst) - 1).sum();
        assert_eq!(open.audit().await.len() as u64, versions);
    }
}
