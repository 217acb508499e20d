//! What the site offers: giveaways, shop, challenges, rewards, points for many; and its switches.

use image::ImageFormat;
use pointhouse::clock::Millis;
use reqwest::Method;
use serde_json::{Value, json};

use super::scenario::Scene;
use super::services::{CHAT_BRUCE, CHAT_MATILDA};
use crate::challenges::challenge;
use crate::giveaways::{create, delete, draft, end, order};
use crate::pictures::{form, picture, send};
use crate::rig::{DAY, HOUR, Member};
use crate::shop::{buy, item};

const SHOP: &str = "/api/points-shop";
const CASINO_NAMES: &str = "/api/auth/gaming-approvals";
/// For `matilda` by her address, twice; for names that are not proved; and a mistake.
const FIRST_FILE: &str = "username,email,points,kick username,rainbet\n\
    matilda,matilda@example.com,120,,\n\
    ,,5,,KangarooKing\n\
    kylie,kylie@example.com,80,,\n\
    ,,33,J\u{fc}rgen_K\u{e4}nguru,\n\
    nobody,nobody@example.com,-9,,\n";
const SECOND_FILE: &str = "email,points\nbruce@example.com,40\nkylie@example.com,80\n\
    stranger@example.com,15\n";

async fn enter(scene: &Scene, member: &Member, id: u32, order: &Value) {
    let path = format!("/api/giveaways/{id}/entries");
    scene.own(member, Method::POST, &path, order).await;
}

pub(super) async fn first_day(scene: &Scene, banjo: &Member) {
    giveaways_of_the_first_day(scene, banjo).await;
    shop(scene, banjo).await;
    let mut done = challenge("Done in the draft");
    done["completed"] = json!(true);
    done["rewardPoints"] = Value::Null;
    let list = json!([challenge("F\u{fc}nfhundert \u{1f998}"), challenge("Two"), done]);
    scene.admin(Method::POST, "/api/challenges", &list).await;
    let whom = json!({ "userId": scene.matilda.id });
    scene.admin(Method::POST, "/api/admin/challenges/1/award", &whom).await;
    for (member, name) in [(&scene.matilda, "KangarooKing"), (&scene.kylie, "Ky-Lie")] {
        ask_casino_name(scene, member, name).await;
    }
    let decide = async |id: u32, decision: Value| {
        scene.admin(Method::PUT, &format!("{CASINO_NAMES}/{id}"), &decision).await;
    };
    decide(1, json!({ "status": "approved" })).await;
    decide(2, json!({ "status": "rejected", "adminNote": "Nicht unter unserem Code" })).await;
}

async fn ask_casino_name(scene: &Scene, member: &Member, name: &str) {
    let body = json!({ "rainbetUsername": name });
    scene.own(member, Method::PUT, "/api/auth/update-gaming", &body).await;
}

/// 1 ends with a winner, 2 without entries; 3 is deleted and refunded; 4 stays open for long.
async fn giveaways_of_the_first_day(scene: &Scene, banjo: &Member) {
    let (server, admin) = (&scene.server, &scene.admin);
    let mut long = draft("paid", 5);
    long["title"] = json!("Gro\u{df}e Verlosung");
    long["endTime"] = json!(server.clock.now().plus(60 * DAY).iso());
    for draft in [draft("paid", 25), draft("free", 0), draft("paid", 10), long.clone()] {
        create(server, admin, &draft).await.of(200);
    }
    for (member, tickets) in [(&scene.matilda, 3), (&scene.bruce, 1), (banjo, 2)] {
        enter(scene, member, 1, &order("paid", 25, tickets)).await;
        enter(scene, member, 4, &order("paid", 5, tickets)).await;
    }
    enter(scene, &scene.bruce, 3, &order("paid", 10, 4)).await;
    enter(scene, &scene.kylie, 3, &order("paid", 10, 1)).await;
    long["endTime"] = json!(server.clock.now().plus(61 * DAY).iso());
    long["title"] = json!("Gr\u{f6}\u{df}ere Verlosung");
    scene.admin(Method::PUT, "/api/giveaways/4", &long).await;
    delete(server, admin, 3).await.of(200);
    server.site().giveaways().end_overdue().await.unwrap();
}

async fn shop(scene: &Scene, banjo: &Member) {
    let server = &scene.server;
    let mut hidden = item("Not for sale", 9, 0);
    hidden["isActive"] = json!(false);
    let list = json!([item("Hat", 30, 9), item("M\u{fc}tze", 500, 3), hidden]);
    scene.admin(Method::POST, SHOP, &list).await;
    let open = json!({ "comingSoonEnabled": false });
    scene.admin(Method::POST, &format!("{SHOP}/config"), &open).await;
    for member in [&scene.bruce, &scene.matilda, &scene.bruce, banjo, &scene.matilda] {
        buy(server, member, "1").await.of(200);
    }
    let path = |number: u32| format!("{SHOP}/purchases/{number}");
    scene.admin(Method::PUT, &path(2), &json!({ "status": "completed" })).await;
    let cancel = format!("{}/cancel", path(3));
    scene.own(&scene.bruce, Method::POST, &cancel, &json!({})).await;
    scene.admin(Method::PUT, &path(5), &json!({ "status": "cancelled" })).await;
}

pub(super) async fn last_day(scene: &Scene) {
    giveaways_of_the_last_day(scene).await;
    let bought = json!({ "itemId": "2" });
    scene.keyed(&scene.bruce.token, &format!("{SHOP}/purchase"), &bought).await;
    let status = json!({ "status": "in_progress" });
    scene.admin(Method::PUT, &format!("{SHOP}/purchases/6"), &status).await;
    ask_casino_name(scene, &scene.bruce, "Bruce.77").await;
    let reward = format!("/api/admin/rewards/{}-30", scene.bruce.id);
    scene.admin(Method::PUT, &reward, &json!({ "status": "paid" })).await;
    let image = form("profilePicture", &picture(ImageFormat::Png));
    send(&scene.server, &scene.matilda, image).await.of(200);
    points(scene).await;
    switches(scene).await;
}

/// A source of the overlay with its key, a member who agreed to be named there, and one who is never named.
pub(super) async fn overlay(scene: &Scene) {
    let source = json!({
        "id": "hunt0000", "name": "Hunt", "x": 0, "y": 0, "width": 800, "height": 200,
        "accent": "", "volume": 0, "locale": "en-US", "options": { "kind": "hunt" },
    });
    let change = json!({ "revision": 1, "values": { "sources": [source] } });
    scene.admin(Method::PUT, "/api/admin/settings/overlay", &change).await;
    scene.admin(Method::POST, "/api/admin/overlay/sources/hunt0000/key", &json!({})).await;
    let named = json!({ "named": true });
    scene.own(&scene.matilda, Method::PUT, "/api/auth/named-on-air", &named).await;
    let never = json!({ "named": false, "never": true });
    scene.own(&scene.kylie, Method::PUT, "/api/auth/named-on-air", &never).await;
}

/// 5 is free and open, 6 has not started, 7 is ended early, 8 finds an inactive account only, 9 is
/// cancelled. 2, which has ended without a ticket, is hidden.
async fn giveaways_of_the_last_day(scene: &Scene) {
    let now = scene.server.clock.now();
    let at = |hours: i64| json!(Millis(now.0 + hours * HOUR).iso());
    let mut open = draft("free", 0);
    (open["startTime"], open["endTime"]) = (at(0), at(48));
    let mut upcoming = draft("paid", 50);
    (upcoming["startTime"], upcoming["endTime"]) = (at(24), at(72));
    let mut early = draft("paid", 3);
    (early["startTime"], early["endTime"]) = (at(0), at(48));
    let (empty, cancelled) = (open.clone(), open.clone());
    for draft in [open, upcoming, early, empty, cancelled] {
        create(&scene.server, &scene.admin, &draft).await.of(200);
    }
    let free = order("free", 0, 1);
    scene.keyed(&scene.matilda.token, "/api/giveaways/5/entries", &free).await;
    enter(scene, &scene.kylie, 5, &free).await;
    enter(scene, &scene.bruce, 4, &order("paid", 5, 2)).await;
    enter(scene, &scene.kylie, 7, &order("paid", 3, 2)).await;
    end(&scene.server, &scene.admin, 7).await.of(200);
    delete(&scene.server, &scene.admin, 2).await.of(200);
    enter(scene, &scene.bruce, 8, &free).await;
    set_active(scene, &scene.bruce, false).await;
    end(&scene.server, &scene.admin, 8).await.of(200);
    set_active(scene, &scene.bruce, true).await;
    enter(scene, &scene.bruce, 9, &free).await;
    delete(&scene.server, &scene.admin, 9).await.of(200);
}

async fn set_active(scene: &Scene, member: &Member, is_active: bool) {
    let path = format!("/api/admin/accounts/{}", member.id);
    scene.admin(Method::PUT, &path, &json!({ "isActive": is_active })).await;
}

async fn points(scene: &Scene) {
    let given = json!({ "userId": scene.kylie.id, "action": "remove", "amount": 11 });
    scene.keyed(&scene.admin, "/api/auth/admin/manage-points", &given).await;
    let gift = json!({ "amount": 25, "reason": "Ein guter Stream \u{1f389}" });
    scene.keyed(&scene.admin, "/api/auth/admin/global-points", &gift).await;
    let second = json!({ "amount": 1, "reason": "And one more" });
    scene.admin(Method::POST, "/api/auth/admin/global-points", &second).await;
    scene.server.grant(&scene.sheila, "set", 450).await.of(200);
    // One by a proved chat id, one whose link was made in the chat, and one that names two members.
    let third = format!(
        "kick id,email,rainbet,points\n{CHAT_BRUCE},,,12\n{CHAT_MATILDA},,,13\n\
        ,bruce@example.com,KangarooKing,14\n"
    );
    for file in [FIRST_FILE, SECOND_FILE, &third] {
        let call = scene.server.post("/api/admin/points/import?dryRun=false").by(&scene.admin);
        let call = call.header("content-type", "text/csv").text(file);
        let report = call.send().await.of(200);
        assert!(report["credited"].as_u64() > Some(0) && report["waiting"].as_u64() > Some(0));
    }
    let path = "/api/admin/points/import/waiting";
    let waiting = scene.server.get(path).by(&scene.admin).send().await.of(200);
    let lines = waiting["items"].as_array().unwrap();
    let of_kylie = lines.iter().find(|line| line["username"] == "kylie").unwrap();
    let credit = format!("{path}/{}/credit", of_kylie["id"].as_str().unwrap());
    scene.admin(Method::POST, &credit, &json!({ "userId": scene.kylie.id })).await;
    let of_stranger = lines.iter().find(|line| line["points"] == 15).unwrap();
    let removed = format!("{path}/{}", of_stranger["id"].as_str().unwrap());
    scene.admin(Method::DELETE, &removed, &json!({})).await;
    assert!(lines.len() > 2, "no line waits: {waiting}");
}

/// The slot stays off; limbo and the site were off.
async fn switches(scene: &Scene) {
    for (game, disabled) in [("slot", true), ("limbo", true), ("limbo", false)] {
        let body = json!({ "gameId": game, "disabled": disabled });
        scene.admin(Method::POST, "/api/auth/admin/game-maintenance", &body).await;
    }
    for enabled in [true, false] {
        let body = json!({ "enabled": enabled });
        scene.admin(Method::POST, "/api/auth/admin/maintenance-mode", &body).await;
    }
}
