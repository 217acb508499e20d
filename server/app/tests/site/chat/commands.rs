//! What people write in the chat and what the site answers.

use serde_json::{Value, json};

use super::linking::link_in_chat;
use super::platform::{Delivery, HOST, Platform, connect, connected, standing};
use super::signing_in::{link, sign_in};
use crate::giveaways;
use crate::rig::{Reply, SECOND, Server};

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
    // Whatever was taken is worked on by then.
    server.restart().await;
    let admin = server.admin().await;
    let close = |enabled: bool| {
        let call = server.post("/api/auth/admin/maintenance-mode").by(&admin);
        call.json(&json!({ "enabled": enabled })).send()
    };
    close(false).await.of(200);
    Delivery::message(&server, 4, 5, "!points").send(&server).await.of(200);
    assert_eq!(platform.said(1).await[0].2, "message-4");
}

async fn replies(server: &Server, name: &str, count: u64) -> Value {
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
    let actual = replies(&server, "failed", 1).await;
    assert_eq!(
        actual,
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
    // A successful response that reports a failure.
    platform.spoil("/public/v1/chat", Reply::Json(200, json!({ "data": { "is_sent": false } })));
    Delivery::message(&server, 10, 10, "!points").send(&server).await.of(200);
    let actual = replies(&server, "failed", failed + 1).await;
    assert_eq!(actual["lastError"], "the platform did not take it");
}

#[tokio::test]
async fn a_token_that_ended_is_renewed_for_an_answer() {
    let (server, platform) = connected().await;
    platform.end_access();
    Delivery::message(&server, 1, 5, "!points").send(&server).await.of(200);
    assert_eq!(platform.said(1).await[0].0, "bot");
    assert_eq!(replies(&server, "bot", 1).await["failed"], 0);
}

#[tokio::test]
async fn a_chat_that_takes_no_more_keeps_nobody_from_signing_in() {
    let platform = Platform::start();
    let server = Server::with(|config| {
        let as_set = config.outside.clone();
        platform.set_up(config);
        config.outside = as_set;
    })
    .await;
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    let emu = server.member("emu").await;
    assert_eq!(link(&server, &platform, &emu, 5).await, "/account?kick=linked");
    platform.spoil("/public/v1/chat", Reply::Json(429, json!({})));
    for number in 1..=6 {
        let sender = u64::from(number) + 100;
        Delivery::message(&server, number, sender, "!points").send(&server).await.of(200);
    }
    let actual = replies(&server, "failed", 6).await;
    assert_eq!(actual["lastError"], "it failed too often; it is asked again in a while");
    assert_eq!(platform.asked_at("/public/v1/chat").len(), 5);
    let (path, _) = sign_in(&server, &platform, 5).await;
    assert!(path.starts_with("/login?kick=s."), "{path}");
}

#[tokio::test]
async fn where_the_platform_asks_for_a_pause_nothing_is_written_meanwhile() {
    let (server, platform) = connected().await;
    let wait = vec!["Retry-After: 30".to_owned()];
    platform.spoil("/public/v1/chat", Reply::Raw(429, wait, Vec::new()));
    Delivery::message(&server, 1, 5, "!points").send(&server).await.of(200);
    replies(&server, "failed", 1).await;
    platform.mend();
    server.pass(29 * SECOND);
    Delivery::message(&server, 2, 6, "!points").send(&server).await.of(200);
    let actual = replies(&server, "failed", 2).await;
    assert_eq!(actual["lastError"], "the platform asked for a pause");
    server.pass(SECOND);
    let late = Delivery::message(&server, 3, 7, "!points");
    platform.answer(&server, &late).await;
    assert_eq!(platform.said(1).await[0].2, "message-3");
}

#[tokio::test]
async fn between_two_answers_there_is_a_pause_and_few_wait_for_it() {
    let platform = Platform::start();
    let server = Server::with(|config| {
        platform.set_up(config);
        // Longer than the test.
        config.kick.reply_pause_ms = 3_600_000;
    })
    .await;
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    let said = async |number: u32| {
        let message = Delivery::message(&server, number, u64::from(number), "!points");
        message.send(&server).await.of(200);
    };
    said(1).await;
    platform.said(1).await;
    for number in 2..=33 {
        said(number).await;
    }
    let actual = replies(&server, "failed", 2).await;
    assert_eq!(
        (&actual["bot"], &actual["lastError"]),
        (&json!(1), &json!("too many answers wait"))
    );
    platform.said(1).await;
}

#[tokio::test]
async fn a_token_that_the_chat_refuses_costs_one_renewal() {
    let (server, platform) = connected().await;
    platform.spoil("/public/v1/chat", Reply::Json(401, json!({})));
    platform.other.seen();
    for number in 1..=3 {
        let sender = u64::from(number) + 100;
        Delivery::message(&server, number, sender, "!points").send(&server).await.of(200);
    }
    replies(&server, "failed", 3).await;
    let asked = platform.other.seen();
    let at = |path: &str| asked.iter().filter(|asked| asked.path == path).count();
    // The first one is made again with the new token, and none in the owner's name.
    assert_eq!((at("/oauth/token"), at("/public/v1/chat")), (1, 4));
}
