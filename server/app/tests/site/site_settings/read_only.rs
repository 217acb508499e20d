//! A store that takes no writes refuses every change of the settings.

use serde_json::json;
use tempfile::TempDir;

use super::first_start::{panel, program};
use crate::rig::Patience;

/// Makes the system say that the disk of the index has no space left. With `-D`, the process that is started is the
/// site and not `strace`.
fn without_space() -> [String; 9] {
    let nothing = "00".repeat(120);
    let inject = format!("inject=fstatfs:poke_exit=@arg2={nothing}");
    ["-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fstatfs", "-e", &inject].map(str::to_owned)
}

#[tokio::test]
async fn a_store_without_space_refuses_every_change() {
    let data = TempDir::new().unwrap();
    let options = without_space();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let serving = program(&data, "").under("strace", &options).serve();
    let panel = panel(&serving).await;
    panel.set("home", "hours", json!(5)).await.of(200);
    let patience = Patience::for_event("the store notices that there is no space");
    while !panel.get("/metrics").await.text.contains("pointhouse_store_writable 0") {
        patience.check();
    }
    let before = panel.everything().await;
    let text = panel.set("home", "hours", json!(6)).await.refused(503, "read_only");
    assert_eq!(text, "The site is read-only for the moment. Please try again later.");
    panel.restore("home", 1).await.refused(503, "read_only");
    let secrets = json!({ "mail.smtp_password": "Wombat-3-secret" });
    panel.enter("mail", &secrets).await.refused(503, "read_only");
    let file = json!({ "format": 1, "sections": { "home": { "hours": 6 } } });
    panel.import(&file).await.refused(503, "read_only");
    // What only reads still works.
    assert_eq!(panel.export().await["sections"]["home"]["hours"], 5);
    assert_eq!(panel.everything().await, before);
}
