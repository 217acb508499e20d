//! Deliveries of the platform: signature, age, duplicates, content.

use std::sync::Arc;

use serde_json::{Value, json};

use super::platform::{Delivery, HOST, Platform, connect, connected, counts, site, standing};
use crate::rig::{HOUR, Reply, SECOND, Server};

const MINUTE: i64 = 60 * SECOND;

#[tokio::test]
async fn what_is_signed_is_taken_and_answered() {
    let (server, platform) = connected().await;
    let message = Delivery::message(&server, 1, 5, "!points");
    let answer = platform.answer(&server, &message).await;
    assert!(answer.starts_with("You are not linked yet: log in at http://site.test"), "{answer}");
    let said = platform.said(1).await;
    assert_eq!((said[0].0.as_str(), said[0].2.as_str()), ("bot", "message-1"));
    assert_eq!(counts(&server).await, [1, 0, 0, 0, 0, 0]);
    for job in ["chat_work", "chat_answers"] {
        let ran = crate::health::ran(&server, job).await;
        assert_eq!((&ran["state"], &ran["schedule"]), (&json!("good"), &Value::Null), "{ran}");
    }
    assert_eq!(standing(&server).await["events"]["lastAt"], server.clock.now().iso());
    // The key was asked for once.
    Delivery::message(&server, 2, 5, "hello").send(&server).await.of(200);
    assert_eq!(platform.asked_at("/public/v1/public-key").len(), 1);
}

#[tokio::test]
async fn what_nobody_signed_is_refused() {
    let (server, platform) = connected().await;
    let good = Delivery::message(&server, 1, 5, "!points");
    good.send(&server).await.of(200);
    platform.said(1).await;
    server.pass(5 * MINUTE);
    let one = Delivery::message(&server, 2, 5, "!ar");
    let spoilt = |spoil: &dyn Fn(&mut Delivery)| {
        let mut other = one.clone();
        spoil(&mut other);
        other
    };
    let of_other = Delivery::message(&server, 3, 5, "!verify ABCDEFGH");
    let all = [
        spoilt(&|one| one.signature = Some(String::new())),
        spoilt(&|one| one.signature = Some("no base64!".to_owned())),
        spoilt(&|one| one.signature = Some("QUJD".to_owned())),
        spoilt(&|one| one.signature = Some("A".repeat(5000))),
        spoilt(&|one| one.key = 1),
        spoilt(&|one| one.id = String::new()),
        // Signed, but not this.
        spoilt(&|one| one.signature = Some(of_other.signature())),
        spoilt(&|one| {
            one.signature = Some(one.signature());
            one.body = of_other.body.clone();
        }),
        spoilt(&|one| {
            one.signature = Some(one.signature());
            one.at = one.at.plus(1);
        }),
        spoilt(&|one| {
            one.signature = Some(one.signature());
            one.id = "another".to_owned();
        }),
    ];
    for (at, bad) in all.iter().enumerate() {
        assert_eq!(bad.send(&server).await.status, 401, "{at}");
    }
    let bare = server.post("/api/kick/webhook").text("{}").send().await;
    bare.refused(401, "bad_signature");
    assert_eq!(counts(&server).await, [1, 11, 0, 0, 0, 0]);
    // The key was requested again once, however many deliveries came.
    assert_eq!(platform.asked_at("/public/v1/public-key").len(), 2);
    let long = server.post("/api/kick/webhook").text("x".repeat(65 * 1024)).send().await;
    long.refused(413, "too_large");
    one.send(&server).await.of(200);
    platform.said(2).await;
}

#[tokio::test]
async fn a_changed_key_is_fetched_at_most_once_in_five_minutes() {
    let (mut server, platform) = connected().await;
    Delivery::message(&server, 1, 5, "hello").send(&server).await.of(200);
    server.pass(5 * MINUTE);
    platform.state().key = 1;
    let by_new = |number| {
        let mut one = Delivery::message(&server, number, 5, "hello");
        one.key = 1;
        one
    };
    by_new(2).send(&server).await.of(200);
    // The old one is over.
    Delivery::message(&server, 3, 5, "hello").send(&server).await.refused(401, "bad_signature");
    platform.state().key = 0;
    let old = Delivery::message(&server, 4, 5, "hello");
    old.send(&server).await.refused(401, "bad_signature");
    server.pass(5 * MINUTE);
    old.send(&server).await.of(200);
    assert_eq!(platform.asked_at("/public/v1/public-key").len(), 3);
    // It is kept: a start does not wait for the platform.
    platform.spoil("/public/v1/public-key", Reply::Silence);
    server.restart().await;
    Delivery::message(&server, 5, 5, "hello").send(&server).await.of(200);
}

#[tokio::test]
async fn without_a_key_the_platform_is_asked_to_deliver_again() {
    let (server, platform) = connected().await;
    for bad in [
        Reply::Close,
        Reply::Json(200, json!({ "data": { "public_key": "no key" } })),
        Reply::Json(200, json!([])),
    ] {
        platform.spoil("/public/v1/public-key", bad);
        let one = Delivery::message(&server, 1, 5, "hello");
        one.send(&server).await.refused(503, "busy");
        server.pass(20 * SECOND);
    }
    platform.mend();
    Delivery::message(&server, 1, 5, "hello").send(&server).await.of(200);
}

#[tokio::test]
async fn what_is_old_or_from_the_future_is_taken_and_not_worked_on() {
    let (server, platform) = connected().await;
    let sent = async |number, ago: i64| {
        let mut one = Delivery::message(&server, number, u64::from(number), "!points");
        one.at = one.at.plus(-ago);
        one.send(&server).await.of(200);
    };
    sent(1, 30 * MINUTE + 1).await;
    sent(2, -5 * MINUTE - 1).await;
    assert_eq!(counts(&server).await, [0, 0, 2, 0, 0, 0]);
    sent(3, 30 * MINUTE).await;
    sent(4, -5 * MINUTE).await;
    platform.said(2).await;
    assert_eq!(counts(&server).await, [2, 0, 2, 0, 0, 0]);
}

#[tokio::test]
async fn what_came_before_is_taken_and_not_worked_on_also_after_a_restart() {
    let (mut server, platform) = connected().await;
    let one = Delivery::message(&server, 1, 5, "!points");
    one.send(&server).await.of(200);
    platform.said(1).await;
    one.send(&server).await.of(200);
    // The same message under another delivery: who else gets them could pass them on.
    let mut passed_on = one.clone();
    passed_on.id = "of another app".to_owned();
    passed_on.send(&server).await.of(200);
    assert_eq!(counts(&server).await, [1, 0, 0, 2, 0, 0]);
    server.restart().await;
    one.send(&server).await.of(200);
    assert_eq!(counts(&server).await, [0, 0, 0, 1, 0, 0]);
    platform.said(1).await;
    // They are forgotten after a day, when their age speaks against them.
    assert_eq!(server.site().chat().sweep().await.unwrap(), 0);
    server.pass(24 * HOUR + 1);
    assert_eq!(server.site().chat().sweep().await.unwrap(), 2);
    one.send(&server).await.of(200);
    assert_eq!(counts(&server).await, [0, 0, 1, 1, 0, 0]);
}

#[tokio::test]
async fn many_copies_at_once_are_worked_on_once() {
    let (server, platform) = connected().await;
    Delivery::message(&server, 1, 4, "hello").send(&server).await.of(200);
    let one = Delivery::message(&server, 2, 5, "!points");
    let all = futures_util::future::join_all((0..20).map(|_| one.send(&server))).await;
    for answer in all {
        answer.of(200);
    }
    platform.said(1).await;
    assert_eq!(counts(&server).await, [2, 0, 0, 19, 0, 0]);
}

#[tokio::test]
async fn what_is_of_another_channel_or_shape_is_not_worked_on() {
    let (server, platform) = connected().await;
    let good = Delivery::message(&server, 1, 5, "!points");
    let parsed: Value = serde_json::from_str(&good.body).unwrap();
    let number = Arc::new(std::sync::atomic::AtomicU32::new(10));
    let changed = |kind: &str, path: &str, value: Value| {
        let mut body = parsed.clone();
        *body.pointer_mut(path).unwrap() = value;
        let number = number.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        Delivery::new(&server, &format!("d{number}"), kind, &body)
    };
    let message = "chat.message.sent";
    changed(message, "/broadcaster/user_id", json!(HOST + 1)).send(&server).await.of(200);
    for bad in [
        changed(message, "/broadcaster", json!(null)),
        changed(message, "/sender/user_id", json!(null)),
        changed(message, "/sender/user_id", json!(0)),
        changed(message, "/sender/username", json!(5)),
        changed(message, "/content", json!([])),
        changed(message, "/message_id", json!("")),
        // A message with the type of another event.
        changed("livestream.status.updated", "/content", json!("!points")),
        Delivery { body: "[1".to_owned(), ..changed(message, "/content", json!("")) },
        Delivery { body: "null".to_owned(), ..changed(message, "/content", json!("")) },
    ] {
        bad.send(&server).await.of(200);
    }
    // What this site did not ask for is nothing wrong.
    changed("channel.followed", "/content", json!("!points")).send(&server).await.of(200);
    assert_eq!(counts(&server).await, [1, 0, 0, 0, 1, 9]);
    good.send(&server).await.of(200);
    platform.said(1).await;
}

#[tokio::test]
async fn without_a_channel_nothing_is_worked_on() {
    let (server, _platform) = site().await;
    Delivery::message(&server, 1, 5, "!points").send(&server).await.of(200);
    assert_eq!(counts(&server).await, [0, 0, 0, 0, 1, 0]);
    let off = Server::start().await;
    Delivery::message(&off, 1, 5, "!points").send(&off).await.refused(404, "kick_off");
}

async fn live(server: &Server) -> Value {
    standing(server).await["live"].clone()
}

#[tokio::test]
async fn the_stream_is_live_as_the_platform_last_said() {
    let (mut server, _platform): (_, Platform) = connected().await;
    assert_eq!(live(&server).await, Value::Null);
    let begun = server.clock.now().iso();
    let late = Delivery::status(&server, 1, false);
    server.pass(1);
    let begins = Delivery::status(&server, 2, true);
    begins.send(&server).await.of(200);
    assert_eq!(live(&server).await["isLive"], true);
    // What was said earlier comes later.
    late.send(&server).await.of(200);
    begins.send(&server).await.of(200);
    assert_eq!(counts(&server).await, [2, 0, 0, 1, 0, 0]);
    server.restart().await;
    assert_ne!(live(&server).await["since"], begun);
    assert_eq!(live(&server).await["isLive"], true);
    server.pass(HOUR);
    // What was answered is on disk.
    Delivery::status(&server, 3, false).send(&server).await.of(200);
    server.restart().await;
    let over = json!({ "isLive": false, "since": server.clock.now().iso(), "confirmed": true });
    assert_eq!(live(&server).await, over);
}

#[tokio::test]
async fn the_stream_of_a_channel_that_was_let_go_is_not_live() {
    let (mut server, platform) = connected().await;
    Delivery::status(&server, 1, true).send(&server).await.of(200);
    let admin = server.admin().await;
    let let_go = server.call(reqwest::Method::DELETE, "/api/admin/chat").by(&admin);
    assert_eq!(let_go.send().await.of(200)["live"], Value::Null);
    assert_eq!(connect(&server, &platform, HOST).await, "/admin/chat?kick=connected");
    assert_eq!(live(&server).await, Value::Null);
    server.restart().await;
    assert_eq!(live(&server).await, Value::Null);
}

#[tokio::test]
async fn talk_is_counted_and_leaves_nothing_behind() {
    let (server, platform) = connected().await;
    let kept = || {
        let rows = server.site().store().view().scan(pointhouse::tables::CHAT_SEEN, &[], &[], 99);
        rows.unwrap().len()
    };
    for number in 1..=10 {
        let talk = Delivery::message(&server, number, u64::from(number), "lol");
        talk.send(&server).await.of(200);
    }
    let parsed: Value = serde_json::from_str(&Delivery::message(&server, 11, 5, "").body).unwrap();
    let other = Delivery::new(&server, "followed", "channel.followed", &parsed);
    other.send(&server).await.of(200);
    assert_eq!((counts(&server).await, kept()), ([11, 0, 0, 0, 0, 0], 0));
    // Commands and what is said of the stream are known when they come again.
    platform.answer(&server, &Delivery::message(&server, 12, 5, "!points")).await;
    assert_eq!(kept(), 2);
    Delivery::status(&server, 13, true).send(&server).await.of(200);
    assert_eq!(kept(), 3);
}

#[tokio::test]
async fn the_metrics_tell_what_is_delivered() {
    let (server, platform) = connected().await;
    platform.state().refused.insert("livestream.status.updated", "not allowed");
    platform.state().subscriptions.clear();
    let admin = server.admin().await;
    let look = server.post("/api/admin/chat/check").by(&admin).json(&json!({}));
    look.send().await.of(200);
    platform.answer(&server, &Delivery::message(&server, 1, 5, "!points")).await;
    Delivery { key: 1, ..Delivery::message(&server, 2, 5, "!ar") }.send(&server).await;
    // The platform counts an answer before the site does.
    let begun = std::time::Instant::now();
    let metrics = loop {
        let metrics = server.get("/metrics").by(&admin).send().await.text;
        if metrics.contains("pointhouse_chat_replies_total{outcome=\"bot\"} 1") {
            break metrics;
        }
        assert!(begun.elapsed().as_secs() < 30, "{metrics}");
        tokio::task::yield_now().await;
    };
    for line in [
        "pointhouse_chat_deliveries_total{outcome=\"taken\"} 1",
        "pointhouse_chat_deliveries_total{outcome=\"signature\"} 1",
        "pointhouse_chat_replies_total{outcome=\"failed\"} 0",
        "pointhouse_chat_subscribed{event=\"chat.message.sent\"} 1",
        "pointhouse_chat_subscribed{event=\"livestream.status.updated\"} 0",
    ] {
        assert!(metrics.contains(line), "{line}: {metrics}");
    }
}
