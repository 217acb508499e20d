//! External services of the site: the casino, the hunt service, the chat platform; and its emails.

use reqwest::Method;
use serde_json::{Value, json};

use super::scenario::Scene;
use crate::chat::linking::{ask, link_in_chat};
use crate::chat::platform::{Delivery, HOST, connect};
use crate::chat::signing_in::{link, sign_in, start_link, start_sign_in};
use crate::hunts_external;
use crate::recovery::token_of;
use crate::rig::{Asked, Patience, Reply};
use crate::wager_months::casino;

/// Numbers of the platform.
pub(super) const CHAT_MATILDA: u64 = 5;
pub(super) const CHAT_BRUCE: u64 = 6;
const CHAT_KYLIE: u64 = 7;
const CHAT_STRANGER: u64 = 99;
const OUTBOX: &str = "outbox";
const OUTBOX_ASIDE: &str = "outbox-aside";

/// The casino's figures this many days after the first.
pub(super) fn casino_on(day: i64) -> impl Fn(&Asked) -> Reply + Send + Sync + 'static {
    let march = json!({
        "KangarooKing": 1000 + 100 * day, "J\u{fc}rgen \u{1f998}": format!("{}.55", 70 + day),
        "Idle": 0,
    });
    casino(json!({
        "2026-01": { "KangarooKing": "500.10", "Roo": 20 },
        "2026-02": { "KangarooKing": "900", "J\u{fc}rgen \u{1f998}": "450.25", "Roo": 7 },
        "2026-03": march,
        "2026-04": { "Roo": 3 * day, "KangarooKing": day },
    }))
}

/// One by the link of an email, one by a link from the admin.
pub(super) async fn verify_addresses(scene: &Scene) {
    let server = &scene.server;
    scene.own(&scene.matilda, Method::POST, "/api/auth/send-verification", &json!({})).await;
    let email = server.emails(1).await.remove(0);
    let path = format!("/api/admin/accounts/{}/link", scene.bruce.id);
    let link = scene.admin(Method::POST, &path, &json!({ "kind": "verify" })).await;
    for text in [email.as_str(), link["link"].as_str().unwrap()] {
        let token = token_of(text, "verify-email");
        server.get(&format!("/api/auth/verify-email?token={token}")).send().await.of(200);
    }
}

/// Figures by the admin's hand, and a reset: from then on keys have another count.
pub(super) async fn tracking(scene: &Scene) {
    let body = json!({
        "players": [{ "username": "Emu", "monthlyWagered": "$ 1,010.50", "totalWagered": 9000 }],
        "timestamp": "now", "currentDay": "2026-03-10",
    });
    scene.admin(Method::POST, "/api/wager-tracking/update-all", &body).await;
    scene.admin(Method::POST, "/api/wager-tracking/reset-database", &json!({})).await;
    scene.admin(Method::POST, "/api/wager-tracking/update-all", &body).await;
}

/// The month before is final; the first prize of February is paid.
pub(super) async fn months(scene: &Scene) {
    let raw = scene.server.get("/api/admin/wager-months/2026-03/raw").by(&scene.admin);
    assert_eq!(raw.send().await.status, 200, "March is not final");
    let paid = json!({ "username": "KangarooKing", "paid": true });
    let path = "/api/admin/wager-months/2026-02/payouts/1";
    scene.admin(Method::PUT, path, &paid).await;
}

pub(super) async fn hunts_of_the_service(scene: &Scene) {
    hunts_external::read(&scene.server).await;
    let admin = scene.server.admin().await;
    let said = json!({ "71": { "status": "completed", "slotTips": { "903": true } } });
    let say = scene.server.post("/api/bonus-hunts/admin-overrides").by(&admin).json(&said);
    say.send().await.of(200);
}

/// One that goes on, one that is over, one without slots, and one of the service that is taken over.
pub(super) async fn hunts_of_our_own(scene: &Scene) {
    let hunts = "/api/admin/hunts";
    let hunt = |name: &str| {
        json!({
            "name": name, "description": "The big one", "streamerName": "Br\u{fc}ce",
            "huntDate": "2026-04-03T09:00:00Z", "startingBalance": "$1,000.00",
        })
    };
    let slot = |name: &str, bet: &str| json!({ "slotName": name, "provider": "Nolimit", "calledBy": "J\u{fc}rgen", "betAmount": bet });
    let mut named = hunt("Over");
    named["customId"] = json!("last-friday");
    for hunt in [hunt("Freitagsjagd \u{1f998}"), named, hunt("Empty")] {
        scene.admin(Method::POST, hunts, &hunt).await;
    }
    for (id, opened) in [("1", vec![1]), ("last-friday", vec![1, 2])] {
        for (name, bet) in [("Mental", "$2.00"), ("San Quentin", ".5")] {
            scene.admin(Method::POST, &format!("{hunts}/{id}/slots"), &slot(name, bet)).await;
        }
        for number in opened {
            let path = format!("{hunts}/{id}/slots/{number}/play");
            scene.admin(Method::POST, &path, &json!({ "winAmount": "$ 612.34" })).await;
        }
    }
    let said = json!({ "1": { "status": "completed", "slotTips": { "2": true, "1": false } } });
    scene.admin(Method::POST, "/api/bonus-hunts/admin-overrides", &said).await;
    scene.admin(Method::POST, &format!("{hunts}/import"), &json!({ "id": "71" })).await;
}

/// Links by the chat and by the platform, a request that is open, a sign-in under way, points for writing.
pub(super) async fn chat(scene: &Scene) {
    let (server, platform) = (&scene.server, &scene.platform);
    assert_eq!(connect(server, platform, HOST).await, "/admin/chat?kick=connected");
    link_in_chat(server, platform, &scene.matilda, CHAT_MATILDA, 1).await;
    assert_eq!(link(server, platform, &scene.bruce, CHAT_BRUCE).await, "/account?kick=linked");
    ask(server, platform, &scene.kylie, CHAT_KYLIE, 2).await;
    // Visits to the platform that are under way, one of each kind.
    scene.admin(Method::POST, "/api/admin/chat/connect", &json!({})).await;
    start_link(server, &scene.kylie).await;
    start_sign_in(server, &json!({ "redirect": "/shop", "remember": true })).await;
    sign_in(server, platform, CHAT_BRUCE).await;
    Delivery::status(server, 3, true).send(server).await.of(200);
    for (number, sender) in [(4, CHAT_MATILDA), (5, CHAT_BRUCE), (6, CHAT_STRANGER)] {
        let message = Delivery::message(server, number, sender, "Sch\u{f6}n hier \u{1f998}");
        message.send(server).await.of(200);
    }
    // Deliveries are worked on in turn: the answer comes after all before it.
    platform.answer(server, &Delivery::message(server, 7, CHAT_STRANGER, "!points")).await;
}

async fn deliver(scene: &Scene) {
    scene.server.site().accounts().mailer.deliver_due().await.unwrap();
}

/// From now on, emails can't be written to files.
pub(super) async fn email_that_is_given_up(scene: &Scene) {
    let data = scene.server.data();
    std::fs::rename(data.join(OUTBOX), data.join(OUTBOX_ASIDE)).unwrap();
    std::fs::write(data.join(OUTBOX), "in the way").unwrap();
    let body = json!({ "email": scene.kylie.email });
    scene.server.post("/api/auth/forgot-password").json(&body).send().await.of(200);
    deliver(scene).await;
}

pub(super) async fn email_that_waits(scene: &Scene) {
    deliver_until(scene, &json!({ "waiting": 0, "dead": 1 })).await;
    scene.own(&scene.kylie, Method::POST, "/api/auth/send-verification", &json!({})).await;
    deliver(scene).await;
    let path = format!("/api/admin/accounts/{}/link", scene.bruce.id);
    scene.admin(Method::POST, &path, &json!({ "kind": "reset" })).await;
    let emails = scene.server.get("/api/admin/letters").by(&scene.admin).send().await.of(200);
    assert_eq!(emails["counts"], json!({ "waiting": 1, "dead": 1 }), "{emails}");
}

/// Delivers until the outbox has these counts: the site's own delivery may hold an email at the moment.
async fn deliver_until(scene: &Scene, counts: &Value) {
    let patience = Patience::for_event("the outbox has its counts");
    loop {
        deliver(scene).await;
        let emails = scene.server.get("/api/admin/letters").by(&scene.admin).send().await.of(200);
        if emails["counts"] == *counts {
            return;
        }
        patience.check();
        tokio::task::yield_now().await;
    }
}

pub(super) fn clear_outbox(scene: &Scene) {
    let data = scene.server.data();
    std::fs::remove_file(data.join(OUTBOX)).unwrap();
    std::fs::rename(data.join(OUTBOX_ASIDE), data.join(OUTBOX)).unwrap();
}
