//! What the panel's page for the stream does, with the role that needs it most: a moderator.

use reqwest::Method;
use serde_json::{Value, json};

use crate::people::person;
use crate::rig::{Answer, Member, Server};

const LINE: &str = "/api/admin/overlay/line";

/// Each call of the page, with what it sends.
fn calls(member: &str) -> Vec<(Method, String, Value)> {
    let (post, put) = (Method::POST, Method::PUT);
    let slot = json!({ "slotName": "Mental", "calledBy": "emu", "betAmount": 1 });
    let line = json!({ "text": "Back in 5", "seconds": 60 });
    let draft =
        json!({ "title": "Live", "prize": "Hat", "entryType": "free", "durationMinutes": 5 });
    let grant = json!({ "userId": member, "action": "add", "amount": 50, "reason": "Good call" });
    [
        (post.clone(), "/api/giveaways", draft),
        (post.clone(), "/api/giveaways/1/end", json!({})),
        (Method::GET, "/api/bonus-hunts", Value::Null),
        (post.clone(), "/api/admin/hunts/live/slots/1/play", json!({ "winAmount": 20 })),
        (put.clone(), "/api/admin/hunts/live/slots/1", slot),
        (Method::GET, "/api/admin/approvals?status=pending&sort=oldest", Value::Null),
        (put.clone(), "/api/auth/gaming-approvals/1", json!({ "status": "approved" })),
        (put.clone(), "/api/auth/gaming-approvals/1", json!({ "status": "pending" })),
        (put.clone(), "/api/auth/gaming-approvals/1", json!({ "status": "rejected" })),
        (put.clone(), "/api/auth/gaming-approvals/1", json!({ "status": "pending" })),
        (Method::GET, "/api/admin/approvals?sort=decided&limit=12", Value::Null),
        (Method::GET, "/api/admin/member-names?q=em", Value::Null),
        (post.clone(), "/api/auth/admin/manage-points", grant),
        (Method::GET, "/api/admin/grants", Value::Null),
        (
            post.clone(),
            "/api/auth/admin/game-maintenance",
            json!({ "gameId": "dice", "disabled": true }),
        ),
        (post, "/api/auth/admin/game-maintenance", json!({ "gameId": "dice", "disabled": false })),
        (put, LINE, line),
        (Method::DELETE, LINE, Value::Null),
    ]
    .map(|(method, path, body)| (method, path.to_owned(), body))
    .into()
}

async fn send(
    server: &Server,
    (method, path, body): (Method, &str, &Value),
    token: &str,
) -> Answer {
    let call = server.call(method, path).by(token);
    if body.is_null() { call.send().await } else { call.json(body).send().await }
}

/// A hunt with a slot, a request for a casino name, and a moderator.
async fn evening(server: &Server) -> (Member, String) {
    let (admin, member) = (server.admin().await, server.member("emu").await);
    let mia = person(server, &admin, "Mia", "moderator").await;
    let hunt = json!({ "customId": "live", "name": "Live", "startingBalance": 100 });
    server.post("/api/admin/hunts").by(&mia).json(&hunt).send().await.of(201);
    let slot = json!({ "slotName": "Mental", "calledBy": "emu", "betAmount": 1 });
    server.post("/api/admin/hunts/live/slots").by(&mia).json(&slot).send().await.of(200);
    let name = json!({ "rainbetUsername": "Roller" });
    let asked = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    asked.json(&name).send().await.of(200);
    (member, mia)
}

#[tokio::test]
async fn a_moderator_may_make_every_call_of_the_page() {
    let mut server = Server::start().await;
    let (member, mia) = evening(&server).await;
    for (method, path, body) in calls(&member.id.to_string()) {
        let answer = send(&server, (method, &path, &body), &mia).await;
        assert!(answer.status < 300, "{path}: {} {}", answer.status, answer.text);
        // Nothing that this role may not see.
        assert!(!answer.text.contains("example.com"), "{path}");
        if path.ends_with("manage-points") {
            let id = answer.of(200)["id"].as_str().unwrap().to_owned();
            let undo = server.post(&format!("/api/admin/grants/{id}/undo")).by(&mia);
            undo.json(&json!({})).send().await.of(200);
        }
    }
    server.prove();
}

#[tokio::test]
async fn members_and_guests_may_change_nothing_on_it() {
    let server = Server::start().await;
    let (member, _) = evening(&server).await;
    let public = ["/api/bonus-hunts"];
    for (method, path, body) in calls(&member.id.to_string()) {
        if public.contains(&path.as_str()) {
            continue;
        }
        for token in ["", member.token.as_str()] {
            let answer = send(&server, (method.clone(), &path, &body), token).await;
            assert!([401, 403].contains(&answer.status), "{path}: {}", answer.status);
        }
    }
}
