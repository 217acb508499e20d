//! A change of the time zone in the panel takes effect at the next midnight of the old one.

use serde_json::{Value, json};

use super::Panel;
use crate::calendar::{claim, mine};
use crate::rig::{DAY, HOUR, Member, Server};

async fn today(server: &Server, member: &Member) -> (Value, Value) {
    let calendar = mine(server, member).await;
    (calendar["today"].clone(), calendar["nextReset"].clone())
}

async fn shown(server: &Server) -> Value {
    server.get("/api/site").send().await.of(200)["timezone"].clone()
}

#[tokio::test]
async fn the_day_goes_on_to_its_midnight_and_cannot_be_claimed_twice() {
    let mut server = Server::start().await;
    let (panel, emu) = (Panel::of(&server).await, server.member("emu").await);
    // Noon of 10 March in Sydney.
    claim(&server, &emu).await.of(200);
    panel.set("place", "timezone", json!("America/New_York")).await.of(200);
    assert_eq!(panel.values("place").await["timezone"], "America/New_York");
    assert_eq!(shown(&server).await, "Australia/Sydney");
    // Sydney's midnight is 09:00 of 10 March in New York: the day goes on until it is over there, too.
    let after = (json!("2026-03-10"), json!("2026-03-11T04:00:00.000Z"));
    assert_eq!(today(&server, &emu).await, after);
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.pass(12 * HOUR - 1);
    assert_eq!(shown(&server).await, "Australia/Sydney");
    server.pass(1);
    assert_eq!(shown(&server).await, "America/New_York");
    assert_eq!(today(&server, &emu).await, after);
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.pass(15 * HOUR);
    let emu = server.login_again(&emu).await;
    assert_eq!(today(&server, &emu).await.0, "2026-03-11");
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 2);
    server.restart().await;
    let emu = server.login_again(&emu).await;
    assert_eq!(shown(&server).await, "America/New_York");
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.prove();
}

#[tokio::test]
async fn a_restart_before_the_midnight_changes_nothing() {
    let mut server = Server::start().await;
    let (panel, emu) = (Panel::of(&server).await, server.member("emu").await);
    panel.set("place", "timezone", json!("Pacific/Kiritimati")).await.of(200);
    let before = today(&server, &emu).await;
    server.restart().await;
    let emu = server.login_again(&emu).await;
    assert_eq!(
        (today(&server, &emu).await, shown(&server).await),
        (before, json!("Australia/Sydney"))
    );
    claim(&server, &emu).await.of(200);
    server.pass(12 * HOUR);
    let emu = server.login_again(&emu).await;
    // Kiritimati is three hours ahead of Sydney: the day that has begun there is another one.
    assert_eq!(shown(&server).await, "Pacific/Kiritimati");
    assert_eq!(today(&server, &emu).await.0, "2026-03-11");
    assert_eq!(claim(&server, &emu).await.of(200)["claimed"]["streak"], 2);
    claim(&server, &emu).await.refused(409, "already_claimed");
    server.prove();
}

#[tokio::test]
async fn a_change_that_is_taken_back_before_its_midnight_never_happens() {
    let server = Server::start().await;
    let (panel, emu) = (Panel::of(&server).await, server.member("emu").await);
    let before = today(&server, &emu).await;
    for zone in ["UTC", "America/New_York"] {
        panel.set("place", "timezone", json!(zone)).await.of(200);
    }
    panel.restore("place", 1).await.of(200);
    assert_eq!(today(&server, &emu).await, before);
    server.pass(12 * HOUR);
    let after = (json!("2026-03-11"), json!("2026-03-11T13:00:00.000Z"));
    assert_eq!(
        (today(&server, &emu).await, shown(&server).await),
        (after, json!("Australia/Sydney"))
    );
}

#[tokio::test]
async fn many_changes_on_one_day_end_no_streak_and_repeat_no_day() {
    let mut server = Server::start().await;
    let mut emu = server.member("emu").await;
    let zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kathmandu", "Australia/Sydney"];
    let (mut dates, mut claims) = (Vec::new(), 0);
    for step in 0..24 {
        emu = server.login_again(&emu).await;
        let panel = Panel::of(&server).await;
        let zone = zones[step % zones.len()];
        panel.set("place", "timezone", json!(zone)).await.of(200);
        let answer = claim(&server, &emu).await;
        if answer.status == 200 {
            claims += 1;
            dates.push(today(&server, &emu).await.0.to_string());
            assert_eq!(answer.of(200)["claimed"]["streak"], claims, "{dates:?}");
        } else {
            answer.refused(409, "already_claimed");
        }
        server.pass(DAY / 4);
    }
    let mut different = dates.clone();
    different.dedup();
    assert_eq!((dates.is_sorted(), &different), (true, &dates));
    assert!((5..=8).contains(&claims), "{dates:?}");
    server.prove();
}
