//! A change of the cycle of the points leaderboard takes effect when the current period is over.

use serde_json::{Value, json};

use super::Panel;
use crate::rig::{DAY, Server};

async fn board(server: &Server) -> Value {
    server.get("/api/leaderboard/points/monthly").send().await.of(200)
}

async fn days(server: &Server) -> [String; 3] {
    let board = board(server).await;
    ["cycle", "firstDay", "lastDay"].map(|key| board[key].as_str().unwrap().to_owned())
}

async fn points(server: &Server) -> Vec<u64> {
    let rows = board(server).await["leaderboard"].take();
    rows.as_array().unwrap().iter().map(|row| row["totalPoints"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn no_race_is_cut_short_by_another_cycle() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let emu = server.player("emu", 40).await;
    // Tuesday, 10 March.
    assert_eq!(days(&server).await, ["month", "2026-03-01", "2026-03-31"]);
    panel.set("points", "cycle", json!("week")).await.of(200);
    server.grant(&emu, "add", 2).await.of(200);
    assert_eq!(days(&server).await, ["month", "2026-03-01", "2026-03-31"]);
    assert_eq!(points(&server).await, [42]);
    // 1 April is a Wednesday.
    server.pass(22 * DAY);
    server.restart().await;
    assert_eq!(days(&server).await, ["week", "2026-04-01", "2026-04-05"]);
    assert_eq!(points(&server).await, [0; 0]);
    server.grant(&emu, "add", 5).await.of(200);
    assert_eq!(points(&server).await, [5]);
    server.restart().await;
    assert_eq!(points(&server).await, [5]);
    server.pass(5 * DAY);
    assert_eq!(days(&server).await, ["week", "2026-04-06", "2026-04-12"]);
    assert_eq!(points(&server).await, [0; 0]);
    server.grant(&emu, "add", 7).await.of(200);
    // Back again: from the next Monday to the end of the month.
    let panel = Panel::of(&server).await;
    panel.set("points", "cycle", json!("month")).await.of(200);
    assert_eq!(points(&server).await, [7]);
    server.pass(7 * DAY);
    server.grant(&emu, "add", 9).await.of(200);
    assert_eq!(days(&server).await, ["month", "2026-04-13", "2026-04-30"]);
    assert_eq!(points(&server).await, [9]);
    server.prove();
}

#[tokio::test]
async fn a_new_site_begins_with_the_chosen_cycle_at_once() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.set("points", "cycle", json!("week")).await.of(200);
    assert_eq!(days(&server).await, ["week", "2026-03-09", "2026-03-15"]);
    server.player("emu", 40).await;
    server.restart().await;
    assert_eq!(days(&server).await, ["week", "2026-03-09", "2026-03-15"]);
    assert_eq!(points(&server).await, [40]);
}

#[tokio::test]
async fn a_locked_cycle_of_the_file_is_followed() {
    let mut server = Server::start().await;
    server.player("emu", 40).await;
    server
        .restart_reading(|config| {
            config.locked.keys = vec!["points.cycle".into()];
            config.points.cycle = pointhouse::config::Cycle::Week;
        })
        .await;
    assert_eq!(points(&server).await, [40]);
    server.pass(22 * DAY);
    assert_eq!(days(&server).await, ["week", "2026-04-01", "2026-04-05"]);
}
