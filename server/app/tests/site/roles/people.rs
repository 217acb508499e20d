//! What an admin and a moderator of the panel may do: every call of the panel by each role.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use super::{ADMIN, EVERYONE, Row, Scene, delete, get, limbo_round, path_of, post, put, table};
use crate::giveaways;
use crate::people::person;
use crate::rig::{PASSWORD, Server};

/// The calls on people. No person has this number.
pub(super) fn of_panel() -> Vec<Row> {
    vec![
        get("/api/admin/login", EVERYONE),
        post("/api/admin/invitation", [404; 4], |_, _| json!({ "code": "wrong" })),
        post("/api/admin/join", [404; 4], |_, _| json!({ "code": "wrong", "password": PASSWORD })),
        get("/api/admin/me", ADMIN),
        // No member has this name.
        put("/api/admin/me/account", [401, 403, 403, 400], |_, _| json!({ "username": "nobody" })),
        put(
            "/api/admin/people/{id}/account",
            [401, 403, 403, 404],
            |_, _| json!({ "username": "nobody" }),
        ),
        put("/api/admin/me", [401, 403, 403, 400], |_, _| json!({ "name": "" })),
        put(
            "/api/admin/me/password",
            [401, 403, 403, 400],
            |_, _| json!({ "currentPassword": "wrong", "newPassword": PASSWORD }),
        ),
        get("/api/sign-in", [401, 200, 200, 200]),
        post("/api/sign-in/proof", [401, 400, 400, 400], |_, _| json!({})),
        delete("/api/sign-in/sessions/{id}", [401, 404, 404, 404]),
        post("/api/sign-in/app", [401, 200, 200, 200], |_, _| json!({})),
        put("/api/sign-in/app", [401, 400, 400, 400], |_, _| json!({ "code": "12345" })),
        delete("/api/sign-in/app", [401, 404, 404, 404]),
        post("/api/sign-in/passkeys/start", [401, 409, 409, 409], |_, _| json!({})),
        post(
            "/api/sign-in/passkeys",
            [401, 409, 409, 409],
            |_, _| json!({ "name": "Phone", "passkey": {} }),
        ),
        delete("/api/sign-in/passkeys/{id}", [401, 404, 404, 404]),
        post("/api/sign-in/recovery-codes", [401, 409, 409, 409], |_, _| json!({})),
        post("/api/passkeys/start", [409; 4], |_, _| json!({})),
        post("/api/auth/login/passkey", [409; 4], |_, _| json!({ "passkey": {} })),
        post("/api/admin/login/passkey", [409; 4], |_, _| json!({ "passkey": {} })),
        put(
            "/api/admin/people/second-factor",
            [401, 403, 403, 409],
            |_, _| json!({ "required": true }),
        ),
        delete("/api/admin/people/{id}/second-factor", [401, 403, 403, 404]),
        delete("/api/admin/accounts/{id}/second-factor", [401, 403, 403, 404]),
        get("/api/admin/people", ADMIN),
        post(
            "/api/admin/people/invitations",
            [401, 403, 403, 400],
            |_, _| json!({ "name": "", "role": "admin" }),
        ),
        delete("/api/admin/people/invitations/{id}", [401, 403, 403, 404]),
        put("/api/admin/people/{id}", [401, 403, 403, 404], |_, _| json!({ "role": "admin" })),
        delete("/api/admin/people/{id}", [401, 403, 403, 404]),
        get("/api/admin/people/restored", [401, 403, 403, 200]),
        delete("/api/admin/people/restored", [401, 403, 403, 200]),
        post("/api/admin/people/{id}/confirm", [401, 403, 403, 404], |_, _| json!({})),
        post("/api/admin/people/{id}/sign-out", [401, 403, 403, 404], |_, _| json!({})),
    ]
}

/// Whether a person may make a call. Calls that may are made with the body of the table, so the answer is another one.
async fn answer(scene: &Scene, row: &Row, token: &str, number: usize) -> &'static str {
    let mut call = scene.server.call(row.method.clone(), &path_of(scene, row)).by(token);
    let body: Option<Value> = row.sent.clone().or_else(|| row.body.map(|body| body(scene, number)));
    if let Some(body) = body {
        call = call.json(&body);
    }
    let answer = call.send().await;
    let is_refused = answer.status == 403 && answer.text.contains("\"error\":\"role\"");
    assert_ne!(answer.status, 401, "{} {}", row.method, row.path);
    if is_refused { NO } else { YES }
}

#[tokio::test]
async fn each_role_may_do_what_the_table_says() {
    let server = Server::start().await;
    let (owner, other) = (server.player("dundee", 200).await, server.player("other", 200).await);
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    let played = server.bet(&owner, &bet).await.of(200);
    let text = |name: &str| played["round"][name].as_str().unwrap().to_owned();
    let (round, hash) = (text("id"), text("rulesHash"));
    let limbo = limbo_round(&server, &owner).await;
    let admin = server.admin().await;
    giveaways::create(&server, &admin, &giveaways::draft("free", 0)).await.of(200);
    let people = [
        ("admin", person(&server, &admin, "Ada", "admin").await),
        ("moderator", person(&server, &admin, "Mia", "moderator").await),
    ];
    server.login(&owner.email, PASSWORD).await.of(200);
    let scene = Scene { server, owner, other, admin, round, limbo, hash };

    let mut matrix = String::new();
    for row in &table() {
        let [visitor, member, other, owner] = row.expected.map(may);
        // Public calls, calls of members, and the one that ends the caller's own session.
        let is_asked = visitor == NO && owner == YES && row.path != "/api/admin/logout";
        let mut of_people = [owner; 2];
        if is_asked {
            for (number, (_, token)) in people.iter().enumerate() {
                of_people[number] = answer(&scene, row, token, number + 10).await;
            }
        }
        let [admin, moderator] = of_people;
        let Row { method, path, .. } = row;
        let cells = [owner, admin, moderator, member, other, visitor].join(" | ");
        writeln!(matrix, "| `{method} {path}` | {cells} |").unwrap();
    }
    assert_document(&matrix);
}

/// Compares the matrix with the one in the documents, or writes it there when snapshots are to be written.
fn assert_document(matrix: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/roles.md");
    let document = fs::read_to_string(&path).unwrap();
    let (head, stored) = document.split_once("|---|---|---|---|---|---|---|\n").unwrap();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|update| update == "always") {
        let written = format!("{head}|---|---|---|---|---|---|---|\n{matrix}");
        return fs::write(path, written).unwrap();
    }
    assert_eq!(stored, matrix, "INSTA_UPDATE=always writes docs/roles.md");
}

const YES: &str = "yes";
const NO: &str = "–";

/// Whether a caller who gets this status may make the call, with a good body.
fn may(status: u16) -> &'static str {
    if matches!(status, 401 | 403) { NO } else { YES }
}

#[tokio::test]
async fn sections_of_services_are_changed_by_the_owner_alone() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let ada = person(&server, &admin, "Ada", "admin").await;
    let all = server.get("/api/admin/settings").by(&ada).send().await.of(200);
    let sections = all["sections"].as_array().unwrap();
    let section = |name: &str| sections.iter().find(|one| one["name"] == name).unwrap();
    let save = async |path: &str, of: &str, secrets: Value| {
        let (revision, values) = (&section(of)["version"]["revision"], &section(of)["values"]);
        let change = json!({ "revision": revision, "values": values, "secrets": secrets });
        let call = server.call(Method::PUT, &format!("/api/admin/settings/{path}")).by(&ada);
        call.json(&change).send().await
    };
    for (path, of) in [
        ("grants", "grants"),
        ("kick", "kick"),
        ("mail", "mail"),
        ("hunts", "hunts"),
        ("wagers", "wagers"),
        ("place", "place"),
        ("%6Dail", "mail"),
        ("ma%69l", "mail"),
    ] {
        save(path, of, json!({})).await.refused(403, "role");
        let restore = format!("/api/admin/settings/{path}/history/1/restore");
        let restore = server.post(&restore).by(&ada).json(&json!({ "revision": 1 }));
        restore.send().await.refused(403, "role");
    }
    save("brand", "brand", json!({})).await.of(200);
    // A secret cannot ride on another section.
    for secret in
        ["kick.client_secret", "mail.smtp_password", "hunts.external_key", "wagers.source_key"]
    {
        save("brand", "brand", json!({ secret: "taken" })).await.refused(404, "not_found");
    }
}
