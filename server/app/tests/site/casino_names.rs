//! Names at the casino: asked for, approved, each one's alone (docs/decisions.md, E11).

use image::ImageFormat;
use pointhouse::clock::Millis;
use reqwest::Method;
use serde_json::{Value, json};

use crate::pictures::{form, picture, send};
use crate::rig::{Answer, Member, NOON, Server};

async fn ask(server: &Server, member: &Member, name: &str) -> Answer {
    let call = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    call.json(&json!({ "rainbetUsername": name })).send().await
}

async fn decide(server: &Server, admin: &str, id: u64, status: &str, note: &str) -> Answer {
    let call = server.call(Method::PUT, &format!("/api/auth/gaming-approvals/{id}")).by(admin);
    call.json(&json!({ "status": status, "adminNote": note })).send().await
}

async fn own(server: &Server, member: &Member) -> Value {
    let call = server.get("/api/auth/gaming-approvals/user").by(&member.token);
    let mut own = call.send().await.of(200);
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    assert_eq!(me["user"]["gamingApprovals"], own["approvals"]);
    own["approvals"].take()
}

async fn linked(server: &Server, member: &Member) -> Option<String> {
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    me["user"]["rainbetUsername"].as_str().map(str::to_owned)
}

#[tokio::test]
async fn a_name_is_the_members_once_an_admin_says_so() {
    let mut server = Server::start().await;
    let (admin, member) = (server.admin().await, server.member("matilda").await);
    let hears = server.listen(&json!({ "adminToken": admin })).await;
    assert_eq!(own(&server, &member).await, json!([]));
    let asked = ask(&server, &member, "  Highroller_1 ").await.of(200);
    assert_eq!(asked["message"], "Rainbet username submitted for admin approval!");
    assert_eq!(asked["notifications"][0]["message"], asked["message"]);
    let heard = server.get(&hears).send().await.text;
    assert_eq!(heard, r#"42["approvalsChanged",{"pending":1}]"#);
    let pending = json!([{
        "id": "1", "username": "matilda", "email": member.email, "profilePicture": null,
        "platform": "Rainbet", "platform_username": "Highroller_1", "status": "pending",
        "submitted_at": "2026-03-10T01:00:00.000Z", "processed_at": null, "admin_note": "",
    }]);
    assert_eq!(own(&server, &member).await, pending);
    assert_eq!(linked(&server, &member).await, None);
    ask(&server, &member, "Other").await.refused(409, "approval_pending");

    let list = server.get("/api/auth/gaming-approvals").by(&admin).send().await.of(200);
    assert_eq!(list["pending"], 1);
    assert_eq!(list["approvals"][0]["username"], "matilda");
    let accounts = server.get("/api/auth/admin/accounts").by(&admin).send().await.of(200);
    assert_eq!(accounts["users"][0]["gamingApprovals"], pending);
    decide(&server, &admin, 1, "approved", "").await.of(200);
    assert_eq!(linked(&server, &member).await.as_deref(), Some("Highroller_1"));
    decide(&server, &admin, 1, "approved", "").await.refused(409, "already_decided");
    decide(&server, &admin, 9, "approved", "").await.refused(404, "not_found");
    server.restart().await;
    assert_eq!(own(&server, &member).await[0]["status"], "approved");
    server.prove();
}

#[tokio::test]
async fn a_rejection_says_why_and_a_change_leaves_the_old_name_until_then() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.member("matilda").await);
    ask(&server, &member, "First").await.of(200);
    decide(&server, &admin, 1, "rejected", "Not under our code").await.of(200);
    let rejected = own(&server, &member).await;
    assert_eq!(rejected[0]["status"], "rejected");
    assert_eq!(rejected[0]["reason"], "Not under our code");
    // The older names of the fields, with what leads to the account.
    let list = server.get("/api/auth/gaming-approvals").by(&admin).send().await.of(200);
    let (shown, at) = (&list["approvals"][0], Millis(NOON).iso());
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    for (name, value) in [
        ("email", json!("matilda@example.com")),
        ("userId", json!(member.id)),
        ("accountId", me["user"]["account_id"].clone()),
        ("profilePicture", Value::Null),
        ("submitted_at", json!(at)),
        ("processed_at", json!(at)),
        ("admin_note", json!("Not under our code")),
        // Under their older names, too.
        ("createdAt", json!(at)),
        ("decidedAt", json!(at)),
        ("adminNote", json!("Not under our code")),
    ] {
        assert_eq!(shown[name], value, "{name}");
    }
    send(&server, &member, form("profilePicture", &picture(ImageFormat::Png))).await.of(200);
    let list = server.get("/api/admin/approvals").by(&admin).send().await.of(200);
    let picture = list["items"][0]["profilePicture"].as_str().unwrap();
    assert_eq!(server.get(picture).send().await.status, 200);
    ask(&server, &member, "First").await.of(200);
    decide(&server, &admin, 2, "approved", "").await.of(200);
    ask(&server, &member, "FIRST").await.refused(409, "name_own");
    ask(&server, &member, "Second").await.of(200);
    assert_eq!(linked(&server, &member).await.as_deref(), Some("First"));
    assert_eq!(own(&server, &member).await.as_array().unwrap().len(), 2);
    decide(&server, &admin, 3, "approved", "").await.of(200);
    assert_eq!(linked(&server, &member).await.as_deref(), Some("Second"));
    // The first is free again; an approval can be taken back.
    let other = server.member("kangaroo").await;
    ask(&server, &other, "first").await.of(200);
    decide(&server, &admin, 4, "approved", "").await.of(200);
    decide(&server, &admin, 2, "rejected", "").await.refused(409, "already_decided");
    decide(&server, &admin, 4, "rejected", "A mistake").await.of(200);
    assert_eq!(linked(&server, &other).await, None);
}

#[tokio::test]
async fn a_name_has_one_owner_without_regard_to_case() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let [first, second] = [server.member("matilda").await, server.member("kangaroo").await];
    ask(&server, &first, "Highroller").await.of(200);
    ask(&server, &second, "highroller").await.of(200);
    decide(&server, &admin, 2, "approved", "").await.of(200);
    decide(&server, &admin, 1, "approved", "").await.refused(409, "name_taken");
    decide(&server, &admin, 1, "rejected", "").await.of(200);
    ask(&server, &first, "HIGHROLLER").await.refused(409, "name_taken");
    let long = "x".repeat(41);
    for (name, text) in [
        (" ", "Rainbet username is required"),
        ("a b", "Rainbet username can only contain letters, numbers, dots, dashes and underscores"),
        // A look-alike letter.
        (
            "Highr\u{43e}ller",
            "Rainbet username can only contain letters, numbers, dots, dashes and underscores",
        ),
        (long.as_str(), "Rainbet username must be at most 40 characters long"),
    ] {
        let refused = ask(&server, &first, name).await.of(400);
        assert_eq!(refused["fields"]["rainbetUsername"], text);
    }
}

#[tokio::test]
async fn a_decision_is_taken_back_while_nothing_came_after_it() {
    let mut server = Server::start().await;
    let (admin, member) = (server.admin().await, server.member("matilda").await);
    let other = server.member("kangaroo").await;
    ask(&server, &member, "First").await.of(200);
    decide(&server, &admin, 1, "pending", "").await.refused(409, "not_decided");
    decide(&server, &admin, 1, "rejected", "No").await.of(200);
    decide(&server, &admin, 1, "pending", "").await.of(200);
    assert_eq!(own(&server, &member).await[0]["status"], "pending");
    decide(&server, &admin, 1, "approved", "").await.of(200);
    ask(&server, &member, "Second").await.of(200);
    decide(&server, &admin, 1, "pending", "").await.refused(409, "outdated");
    decide(&server, &admin, 2, "approved", "").await.of(200);
    assert_eq!(linked(&server, &member).await.as_deref(), Some("Second"));
    // The name before is the member's again.
    let undone = decide(&server, &admin, 2, "pending", "").await.of(200);
    assert_eq!(
        (&undone["approval"]["status"], &undone["approval"]["processed_at"]),
        (&json!("pending"), &Value::Null)
    );
    assert_eq!(linked(&server, &member).await.as_deref(), Some("First"));
    ask(&server, &other, "first").await.refused(409, "name_taken");
    // Unless another member has it meanwhile.
    decide(&server, &admin, 2, "approved", "").await.of(200);
    ask(&server, &other, "first").await.of(200);
    decide(&server, &admin, 3, "approved", "").await.of(200);
    decide(&server, &admin, 2, "pending", "").await.refused(409, "name_taken");
    assert_eq!(linked(&server, &member).await.as_deref(), Some("Second"));
    server.prove();
}

#[tokio::test]
async fn moderators_see_requests_without_emails() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.member("matilda").await);
    ask(&server, &member, "First").await.of(200);
    let mia = crate::people::person(&server, &admin, "Mia", "moderator").await;
    for path in ["/api/auth/gaming-approvals", "/api/admin/approvals"] {
        let list = server.get(path).by(&mia).send().await;
        assert!(list.text.contains("matilda") && !list.text.contains("example.com"), "{path}");
    }
    let decided = decide(&server, &mia, 1, "approved", "").await;
    assert!(!decided.text.contains("example.com"));
    decided.of(200);
}
