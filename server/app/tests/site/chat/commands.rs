//! What people write in the chat and what the site answers.

use serde_json::{Value, json};

use super::linking::link_in_chat;
use super::platform::{Delivery, connected, standing};
use crate::giveaways;
use crate::rig::{Reply, SECOND};

#[tokio::test]
async fn a_member_asks_for_points_and_rewards() {
    let (server, platform) = connected().await;
    let emu = server.player("emu", 12_345).await;
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    let points = Delivery::message(&server, 10, 5, "!POINTS");
    assert_eq!(platform.answer(&server, &points).await, "You have 12,345 points.");
    let answer = platform.answer(&server, &Delivery::message(&server, 11, 5, "!ar")).await;
    let page = "http://site.test/rewards/daily-calendar";
    assert_eq!(answer, format!("Today's calendar claim is open: {page} | No giveaway is open."));
    let admin = server.admin().await;
    for _ in 0..7 {
        giveaways::create(&server, &admin, &giveaways::draft("free", 0)).await.of(200);
    }
    server.post("/api/calendar/claim").by(&emu.token).json(&json!({})).send().await.of(200);
    server.pass(15 * SECOND);
    let answer = platform.answer(&server, &Delivery::message(&server, 12, 5, "!ar")).await;
    assert!(answer.starts_with("Today's calendar claim is done. | Open giveaways: "), "{answer}");
    assert!(answer.ends_with(" and 2 more."), "{answer}");
}

#[tokio::test]
async fn one_person_is_answered_once_in_a_while_and_what_is_no_command_never() {
    let (server, platform) = connected().await;
    let said = async |number, sender, text: &str| {
        Delivery::message(&server, number, sender, text).send(&server).await.of(200);
    };
    said(1, 5, "!points").await;
    said(2, 5, "!points").await;
    said(3, 5, "hello there").await;
    said(4, 5, "!ar").await;
    said(5, 6, "!points").await;
    let answered: Vec<String> = platform.said(3).await.into_iter().map(|said| said.2).collect();
    assert_eq!(answered, ["message-1", "message-4", "message-5"]);
    server.pass(15 * SECOND);
    said(6, 5, "!points").await;
    platform.said(4).await;
}

#[tokio::test]
async fn switched_off_or_closed_the_chat_is_not_answered() {
    let (mut server, platform) = connected().await;
    server.restart_with(|config| config.kick.commands = false).await;
    Delivery::message(&server, 1, 5, "!points").send(&server).await.of(200);
    server.restart_with(|config| config.kick.commands = true).await;
    let admin = server.admin().await;
    let close = |enabled: bool| {
        let call = server.post("/api/auth/admin/maintenance-mode").by(&admin);
        call.json(&json!({ "enabled": enabled })).send()
    };
    close(true).await.of(200);
    Delivery::message(&server, 2, 5, "!points").send(&server).await.of(200);
    // Deliveries are worked on in their order: behind this one the other was.
    Delivery::status(&server, 3, true).send(&server).await.of(200);
    while standing(&server).await["live"] == Value::Null {
        tokio::task::yield_now().await;
    }
    close(false).await.of(200);
    Delivery::message(&server, 4, 5, "!points").send(&server).await.of(200);
    assert_eq!(platform.said(1).await[0].2, "message-4");
}

async fn replies(server: &crate::rig::Server, name: &str, count: u64) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let replies = standing(server).await["replies"].clone();
        if replies[name] == count {
            return replies;
        }
        assert!(begun.elapsed().as_secs() < 30, "{replies}");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn the_owner_writes_where_the_app_may_not() {
    let (server, platform) = connected().await;
    platform.state().mute.push("bot");
    Delivery::message(&server, 1, 5, "!points").send(&server).await.of(200);
    assert_eq!(platform.said(1).await[0].0, "user");
    replies(&server, "user", 1).await;
    platform.state().mute.push("user");
    Delivery::message(&server, 2, 6, "!points").send(&server).await.of(200);
    let told = replies(&server, "failed", 1).await;
    assert_eq!(
        told,
        json!({
            "bot": 0, "user": 1, "failed": 1, "lastError": "it answered with status 403",
        })
    );
}

#[tokio::test]
async fn an_answer_that_may_have_been_written_is_not_written_twice() {
    let (server, platform) = connected().await;
    let mut failed = 0;
    for (number, bad) in (1..).zip([
        Reply::Close,
        Reply::Json(500, json!({})),
        Reply::Json(429, json!({})),
        Reply::CutOff(b"{".to_vec()),
    ]) {
        platform.spoil("/public/v1/chat", bad);
        platform.other.seen();
        Delivery::message(&server, number, u64::from(number), "!points")
            .send(&server)
            .await
            .of(200);
        failed += 1;
        replies(&server, "failed", failed).await;
        assert_eq!(platform.asked_at("/public/v1/chat").len(), 1);
    }
    platform.mend();
    Delivery::message(&server, 9, 9, "!points").send(&server).await.of(200);
    platform.said(1).await;
    // A success that says to be none.
    platform.spoil("/public/v1/chat", Reply::Json(200, json!({ "data": { "is_sent": false } })));
    Delivery::message(&server, 10, 10, "!points").send(&server).await.of(200);
    let told = replies(&server, "failed", failed + 1).await;
    assert_eq!(told["lastError"], "the platform did not take it");
}

#[tokio::test]
async fn a_token_that_ended_is_renewed_for_an_answer() {
    let (server, platform) = connected().await;
    platform.end_access();
    Delivery::message(&server, 1, 5, "!points").send(&server).await.of(200);
    assert_eq!(platform.said(1).await[0].0, "bot");
    assert_eq!(replies(&server, "bot", 1).await["failed"], 0);
}
