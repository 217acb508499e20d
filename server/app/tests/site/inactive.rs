//! A deactivated member reads, takes everything along and leaves, and writes nothing else.

use std::collections::BTreeSet;

use pointhouse::router::description;
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Member, PASSWORD, Server};

/// What a deactivated member may still write.
const ALLOWED: [&str; 10] = [
    "DELETE /api/auth/delete-account",
    "POST /api/auth/logout",
    // A consent can be withdrawn.
    "PUT /api/auth/named-on-air",
    "POST /api/auth/sign-out-everywhere",
    // A proof, as those of "/api/sign-in/"; who has no password ends the account with it.
    "POST /api/kick/proof/start",
    // Stricter ones; see below.
    "PUT /api/me/limits",
    // These write nothing: they return whether the server knows a round, or has paid a claim.
    "POST /api/auth/award-points",
    "POST /api/dice/history",
    "POST /api/limbo/history",
    // It moves nothing: a notice that was read is put away.
    "POST /api/me/wins/{id}/dismiss",
];

/// Calls of visitors, of the platform and of admins: no token of a member is asked for.
const NOT_MEMBERS: [&str; 13] = [
    "POST /api/admin/",
    "POST /api/auth/admin/",
    "POST /api/auth/check-email",
    "POST /api/auth/forgot-password",
    "POST /api/auth/login",
    "POST /api/auth/maintenance-bypass",
    "POST /api/auth/reset-password",
    "POST /api/auth/signup",
    "POST /api/kick/sign-in/",
    "POST /api/kick/sign-up",
    "POST /api/kick/webhook",
    "POST /api/passkeys/start",
    "POST /api/setup",
];

/// Bodies that read, by the end of the path; others take an empty one.
fn body(path: &str, member: &Member) -> Value {
    match path {
        "/api/auth/update-profile" => json!({ "username": "changed", "email": member.email }),
        "/api/auth/change-password" => {
            json!({ "currentPassword": PASSWORD, "newPassword": "Another!horse2" })
        }
        "/api/auth/update-gaming" => json!({ "rainbetUsername": "roller" }),
        "/api/games/dice/bet" => json!({ "bet": 1, "target": 50, "direction": "over" }),
        "/api/games/limbo/bet" => json!({ "bet": 1, "target": "2.00" }),
        "/api/games/keno/bet" => json!({ "bet": 1, "risk": "low", "picks": [1] }),
        "/api/games/slot/bet" => json!({ "bet": 1 }),
        "/api/games/roulette/bet" => json!({ "bets": [{ "kind": "red", "amount": 1 }] }),
        "/api/games/mines/start" => json!({ "bet": 1, "mines": 3 }),
        "/api/games/mines/reveal" => json!({ "tile": 3 }),
        "/api/games/blackjack/deal" => json!({ "bet": 1 }),
        "/api/games/blackjack/insurance" => json!({ "accept": true }),
        "/api/kick/link/confirm" | "/api/kick/link/refuse" => json!({ "id": "1" }),
        "/api/me/limits" => json!({ "dailyLoss": 100 }),
        "/api/points-shop/purchase" => json!({ "itemId": "1" }),
        "/api/giveaways/{id}/entries" => crate::giveaways::order("free", 0, 1),
        _ => json!({}),
    }
}

/// Every described call that changes something, as method and path.
fn writes() -> BTreeSet<(String, String)> {
    let description = serde_json::to_value(description()).unwrap();
    let mut writes = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys().filter(|method| *method != "get") {
            writes.insert((method.to_uppercase(), path.clone()));
        }
    }
    writes
}

async fn set_active(server: &Server, member: &Member, active: bool) {
    let admin = server.admin().await;
    let call = server.call(Method::PUT, &format!("/api/admin/accounts/{}", member.id)).by(&admin);
    call.json(&json!({ "isActive": active })).send().await.of(200);
}

#[tokio::test]
async fn a_deactivated_member_writes_nothing_but_what_protects_or_ends_the_account() {
    let server = Server::start().await;
    let member = server.player("wombat", 100).await;
    set_active(&server, &member, false).await;
    let mut wrong = Vec::new();
    for (method, path) in writes() {
        let name = format!("{method} {path}");
        // Second factors and sessions protect the account.
        let is_allowed = ALLOWED.contains(&name.as_str()) || path.starts_with("/api/sign-in/");
        let is_of_others = NOT_MEMBERS.iter().any(|other| name.starts_with(other));
        if is_allowed || is_of_others {
            continue;
        }
        let real = path
            .replace("{userId}", &member.id.to_string())
            .replace("{id}", "1")
            .replace("{slot}", "1")
            .replace("{month}", "2026-02")
            .replace("{rank}", "1");
        let call = server.call(method.parse().unwrap(), &real).by(&member.token);
        let answer = call.json(&body(&path, &member)).send().await;
        // Admins' calls are none of theirs anyway.
        if answer.status != 403
            || !["account_inactive", "forbidden"]
                .contains(&answer.body["error"].as_str().unwrap_or_default())
        {
            wrong.push(format!("{name}: {} {}", answer.status, answer.text));
        }
        if answer.body["error"] == "forbidden" {
            let admins = [
                "/admin",
                "/api/wager-tracking",
                "/api/challenges",
                "/api/points-shop",
                "/api/giveaways",
                "/api/bonus-hunts",
                "/api/auth/gaming-approvals",
            ];
            assert!(
                admins.iter().any(|part| path.contains(part)),
                "{name} is a member's: {}",
                answer.text
            );
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    assert_eq!((&me["user"]["username"], &me["user"]["points"]), (&json!("wombat"), &json!(100)));
}

#[tokio::test]
async fn a_deactivated_member_makes_limits_stricter_only() {
    let server = Server::start().await;
    let member = server.player("wombat", 100).await;
    let set = |limits: Value| {
        server.call(Method::PUT, "/api/me/limits").by(&member.token).json(&limits).send()
    };
    set(json!({ "dailyLoss": 100 })).await.of(200);
    set_active(&server, &member, false).await;
    set(json!({ "dailyLoss": 50, "dailyStake": 10, "timeOutDays": 2 })).await.of(200);
    for looser in [
        json!({ "dailyLoss": 60 }),
        json!({ "dailyLoss": null }),
        json!({ "dailyStake": 5, "dailyLoss": 51 }),
        json!({ "timeOutDays": 0 }),
    ] {
        set(looser).await.refused(403, "account_inactive");
    }
    let now = server.get("/api/me/limits").by(&member.token).send().await.of(200);
    assert_eq!(
        (&now["dailyLoss"]["limit"], &now["dailyLoss"]["pending"]),
        (&json!(50), &Value::Null)
    );
    assert_eq!(now["dailyStake"]["limit"], 10);
    set_active(&server, &member, true).await;
    set(json!({ "dailyLoss": 60 })).await.of(200);
}

#[tokio::test]
async fn a_deactivated_member_takes_everything_along_and_leaves() {
    let server = Server::start().await;
    let member = server.player("wombat", 100).await;
    // What was sent before it was deactivated works no more.
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    let email = server.emails(1).await.remove(0);
    let (_, rest) = email.split_once("?token=").unwrap();
    let link: String = rest.chars().take(43).collect();
    set_active(&server, &member, false).await;
    let verify = server.get(&format!("/api/auth/verify-email?token={link}")).send().await;
    verify.refused(403, "account_inactive");
    let member = server.login_again(&member).await;
    server.get("/api/auth/download-data").by(&member.token).send().await.of(200);
    let out = server.post("/api/auth/sign-out-everywhere").by(&member.token).send().await.of(200);
    let token = out["token"].as_str().unwrap();
    let other = server.login_again(&member).await.token;
    server.post("/api/auth/logout").by(&other).send().await.of(200);
    let leave = server.call(Method::DELETE, "/api/auth/delete-account").by(token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
}

#[test]
fn the_decision_names_the_calls_that_a_deactivated_member_may_make() {
    let decisions = include_str!("../../../../docs/decisions.md");
    let (_, section) = decisions.split_once("### A10 ").unwrap();
    let (section, _) = section.split_once("\n### ").unwrap();
    let (_, list) = section.split_once("\n\n").unwrap().1.split_once('\n').unwrap();
    let calls = list.split('`').skip(1).step_by(2).filter(|code| code.contains(" /api/"));
    let named: BTreeSet<&str> = calls.collect();
    assert_eq!(named, BTreeSet::from(ALLOWED));
    assert!(list.contains("`/api/sign-in/`"));
}
