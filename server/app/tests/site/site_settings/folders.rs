//! Settings of folders of earlier formats.

use pointhouse::clock::Millis;
use serde_json::{Value, json};

use super::Panel;
use crate::golden::{ADMIN_PASSWORD, CLOCK, archives, unpacked};
use crate::rig::Server;

#[tokio::test]
async fn a_section_that_was_stored_without_a_key_is_completed() {
    let mut server =
        Server::over_with(unpacked(&archives()[0]), Millis(CLOCK), ADMIN_PASSWORD, "").await;
    let panel = Panel::of(&server).await;
    let wagers = panel.section("wagers").await;
    assert_eq!(wagers["values"]["decimal_sign"], "point");
    assert_eq!(wagers["version"]["cause"], "first_start");
    // The version without it can be restored.
    panel.set("wagers", "sample_data", json!(true)).await.of(200);
    let revision = wagers["version"]["revision"].as_u64().unwrap();
    panel.restore("wagers", revision - 1).await.of(200);
    let values: Value = panel.values("wagers").await;
    assert_eq!(values, wagers["values"]);
    server.prove();
}
