//! People of the panel: invitations, logins by name, roles, sessions.

use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, DAY, HOUR, Server};

pub(crate) const OWN_PASSWORD: &str = "Kelpie-3-password";

async fn people(server: &Server, admin: &str) -> Value {
    server.get("/api/admin/people").by(admin).send().await.of(200)
}

async fn invite(server: &Server, admin: &str, name: &str, role: &str) -> Answer {
    let order = json!({ "name": name, "role": role });
    server.post("/api/admin/people/invitations").by(admin).json(&order).send().await
}

async fn join(server: &Server, code: &str, password: &str) -> Answer {
    let order = json!({ "code": code, "password": password });
    server.post("/api/admin/join").json(&order).send().await
}

async fn login(server: &Server, name: &str, password: &str) -> Answer {
    let order = json!({ "name": name, "password": password });
    server.post("/api/admin/login").json(&order).send().await
}

async fn me(server: &Server, token: &str) -> Answer {
    server.get("/api/admin/me").by(token).send().await
}

async fn sessions_of(server: &Server, token: &str) -> Value {
    server.get("/api/sign-in").by(token).send().await.of(200)["sessions"].clone()
}

fn text(answer: &Value, key: &str) -> String {
    answer[key].as_str().unwrap().to_owned()
}

/// The token of a new person, who has not said yet which member account is the own one.
pub(crate) async fn newcomer(server: &Server, admin: &str, name: &str, role: &str) -> String {
    let code = text(&invite(server, admin, name, role).await.of(200), "code");
    text(&join(server, &code, OWN_PASSWORD).await.of(200), "token")
}

/// Says which member account is a person's own one; an empty name says that there is none.
pub(crate) async fn name_account(server: &Server, token: &str, username: &str) -> Answer {
    let call = server.call(Method::PUT, "/api/admin/me/account").by(token);
    call.json(&json!({ "username": username })).send().await
}

/// The token of a new person. Both this one and the one who invites have no member account.
pub(crate) async fn person(server: &Server, admin: &str, name: &str, role: &str) -> String {
    let token = newcomer(server, admin, name, role).await;
    name_account(server, &token, "").await.of(200);
    // The one who invites may have answered before.
    let answered = name_account(server, admin, "").await;
    assert!([200, 409].contains(&answered.status), "{}", answered.text);
    token
}

async fn id_of(server: &Server, admin: &str, name: &str) -> u64 {
    let all = people(server, admin).await;
    let found = all["people"].as_array().unwrap().iter().find(|person| person["name"] == name);
    found.unwrap()["id"].as_u64().unwrap()
}

async fn newest(server: &Server, admin: &str) -> (String, String) {
    let audit = server.get("/api/admin/audit").by(admin).send().await.of(200);
    let row = &audit["items"][0];
    (text(row, "actor"), text(row, "action"))
}

#[tokio::test]
async fn an_invited_person_has_an_own_password_and_name() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let asks = async |server: &Server| {
        server.get("/api/admin/login").send().await.of(200)["asksName"].clone()
    };
    assert_eq!(asks(&server).await, false);
    let invited = invite(&server, &admin, " Mia ", "moderator").await.of(200);
    let code = text(&invited, "code");
    assert_eq!(invited["invitation"]["name"], "Mia");
    let listed = people(&server, &admin).await;
    assert_eq!(listed["invitations"][0]["role"], "moderator");
    assert!(!listed.to_string().contains(&code));
    let shown = server.post("/api/admin/invitation").json(&json!({ "code": code }));
    assert_eq!(shown.send().await.of(200)["invitation"]["name"], "Mia");

    // Also while the site is closed.
    let close = async |enabled: bool| {
        let call = server.post("/api/auth/admin/maintenance-mode").by(&admin);
        call.json(&json!({ "enabled": enabled })).send().await.of(200)
    };
    close(true).await;
    join(&server, &code, "short").await.refused(400, "validation");
    let token = text(&join(&server, &code, OWN_PASSWORD).await.of(200), "token");
    join(&server, &code, OWN_PASSWORD).await.refused(404, "bad_code");
    close(false).await;
    let mia = me(&server, &token).await.of(200);
    assert_eq!((&mia["name"], &mia["role"]), (&json!("Mia"), &json!("moderator")));
    assert_eq!(
        (&mia["rights"]["giveaways"], &mia["rights"]["people"]),
        (&json!("change"), &json!("none"))
    );

    // With other people, a login names the person, in any case.
    server.restart().await;
    assert_eq!(asks(&server).await, true);
    let nameless = server.admin_login(server.admin_password()).await.of(400);
    assert!(nameless["fields"]["name"].is_string(), "{nameless}");
    login(&server, "mia", "wrong password").await.refused(401, "invalid_password");
    login(&server, "nobody", OWN_PASSWORD).await.refused(401, "invalid_password");
    login(&server, "admin", OWN_PASSWORD).await.refused(401, "invalid_password");
    login(&server, "MIA", server.admin_password()).await.refused(401, "invalid_password");
    let token = text(&login(&server, "MIA", OWN_PASSWORD).await.of(200), "token");
    me(&server, &token).await.of(200);
    let admin = text(&login(&server, "admin", server.admin_password()).await.of(200), "token");
    login(&server, "Owner", server.admin_password()).await.of(200);

    // What she does stands under her name.
    let order = json!({ "gameId": "dice", "disabled": true });
    server.post("/api/auth/admin/game-maintenance").by(&token).json(&order).send().await.of(200);
    assert_eq!(
        newest(&server, &admin).await,
        ("Mia #2 127.0.0.1".to_owned(), "maintenance.game".to_owned())
    );
    server.prove();
}

#[tokio::test]
async fn names_are_unique_and_look_like_no_other_actor() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for name in [
        "",
        " ",
        "<b>",
        "a\u{7}",
        "console",
        "Visitor 1.2.3.4",
        "member 5",
        "Admin",
        "owner",
        "a  b",
        "Rory 10.0.0.1",
        // Invisible characters are removed from a name before it is checked.
        "\u{3164}Admin",
        "\u{3164}",
        "...",
        &"x".repeat(41),
    ] {
        let refused = invite(&server, &admin, name, "admin").await;
        assert!([400, 409].contains(&refused.status), "{name}: {}", refused.status);
    }
    let order = json!({ "name": "Rory", "role": "owner" });
    let owner = server.post("/api/admin/people/invitations").by(&admin).json(&order).send().await;
    owner.refused(400, "validation");
    invite(&server, &admin, "Zoë Neil", "admin").await.of(200);
    invite(&server, &admin, "zoe-neil", "moderator").await.refused(409, "name_taken");
    let rename = async |name: &str| {
        let call = server.call(Method::PUT, "/api/admin/me").by(&admin);
        call.json(&json!({ "name": name })).send().await
    };
    rename("ZOË NEIL").await.refused(409, "name_taken");
    rename("Rory").await.of(200);
    rename("rory").await.of(200);
    assert_eq!(people(&server, &admin).await["people"][0]["name"], "rory");
    assert_eq!(newest(&server, &admin).await.0, "Rory 127.0.0.1");
}

#[tokio::test]
async fn an_invitation_ends_by_time_and_by_hand() {
    let server = Server::with(|config| config.auth.panel_logins_per_minute = 10).await;
    let admin = server.admin().await;
    let code = text(&invite(&server, &admin, "Mia", "admin").await.of(200), "code");
    let id = people(&server, &admin).await["invitations"][0]["id"].as_u64().unwrap();
    let path = format!("/api/admin/people/invitations/{id}");
    server.call(Method::DELETE, &path).by(&admin).send().await.of(200);
    server.call(Method::DELETE, &path).by(&admin).send().await.refused(404, "not_found");
    join(&server, &code, OWN_PASSWORD).await.refused(404, "bad_code");
    let code = text(&invite(&server, &admin, "Mia", "admin").await.of(200), "code");
    server.pass(7 * DAY);
    join(&server, &code, OWN_PASSWORD).await.refused(404, "bad_code");
    let admin = server.admin().await;
    assert_eq!(people(&server, &admin).await["invitations"], json!([]));
    // Codes are tried no faster than passwords.
    let mut statuses = Vec::new();
    for _ in 0..12 {
        statuses.push(join(&server, "wrong", OWN_PASSWORD).await.status);
    }
    assert_eq!(statuses.last(), Some(&429), "{statuses:?}");
}

#[tokio::test]
async fn a_change_of_role_and_a_removal_end_the_sessions() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let token = person(&server, &admin, "Mia", "moderator").await;
    let id = id_of(&server, &admin, "Mia").await;
    let path = format!("/api/admin/people/{id}");
    let role = async |path: &str, role: &str| {
        let call = server.call(Method::PUT, path).by(&admin);
        call.json(&json!({ "role": role })).send().await
    };
    role("/api/admin/people/1", "moderator").await.refused(409, "is_owner");
    role(&path, "owner").await.refused(400, "validation");
    role(&path, "admin").await.of(200);
    me(&server, &token).await.refused(401, "unauthorized");
    assert_eq!(people(&server, &admin).await["people"][1]["sessions"], 0);
    let token = text(&login(&server, "Mia", OWN_PASSWORD).await.of(200), "token");
    assert_eq!(me(&server, &token).await.of(200)["role"], "admin");
    // The owner's sessions go on.
    me(&server, &admin).await.of(200);
    server.post(&format!("{path}/sign-out")).by(&admin).send().await.of(200);
    me(&server, &token).await.refused(401, "unauthorized");

    let token = text(&login(&server, "Mia", OWN_PASSWORD).await.of(200), "token");
    server
        .call(Method::DELETE, "/api/admin/people/1")
        .by(&admin)
        .send()
        .await
        .refused(409, "is_owner");
    server.call(Method::DELETE, &path).by(&admin).send().await.of(200);
    me(&server, &token).await.refused(401, "unauthorized");
    server.restart().await;
    me(&server, &token).await.refused(401, "unauthorized");
    login(&server, "Mia", OWN_PASSWORD).await.refused(401, "invalid_password");
    // The owner is alone again.
    let admin = server.admin().await;
    // A number is never used twice.
    person(&server, &admin, "Mia", "moderator").await;
    assert_eq!(id_of(&server, &admin, "Mia").await, id + 1);
}

#[tokio::test]
async fn own_sessions_are_listed_and_ended() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let token = person(&server, &admin, "Mia", "moderator").await;
    server.pass(HOUR);
    let other = text(&login(&server, "Mia", OWN_PASSWORD).await.of(200), "token");
    let sessions = sessions_of(&server, &token).await;
    let of_others = sessions.as_array().unwrap().iter().filter(|one| one["isCurrent"] == false);
    let ids: Vec<&str> = of_others.map(|one| one["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 1, "{sessions}");
    // Sessions of others are not found.
    let foreign = sessions_of(&server, &admin).await[0]["id"].as_str().unwrap().to_owned();
    let end = async |id: &str| {
        let path = format!("/api/sign-in/sessions/{id}");
        server.call(Method::DELETE, &path).by(&token).send().await
    };
    end(&foreign).await.refused(404, "not_found");
    end("no-id").await.refused(404, "not_found");
    end(ids[0]).await.of(200);
    me(&server, &other).await.refused(401, "unauthorized");
    me(&server, &token).await.of(200);
}

#[tokio::test]
async fn each_person_changes_the_own_password_alone() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let token = person(&server, &admin, "Mia", "admin").await;
    let change = async |server: &Server, by: &str, current: &str, new: &str| {
        let order = json!({ "currentPassword": current, "newPassword": new });
        server.call(Method::PUT, "/api/admin/me/password").by(by).json(&order).send().await
    };
    let wrong =
        change(&server, &token, server.admin_password(), "Another-4-password").await.of(400);
    assert!(wrong["fields"]["currentPassword"].is_string(), "{wrong}");
    let weak = change(&server, &token, OWN_PASSWORD, "short").await.of(400);
    assert!(weak["fields"]["newPassword"].is_string(), "{weak}");
    let new = change(&server, &token, OWN_PASSWORD, "Another-4-password").await.of(200);
    me(&server, &token).await.refused(401, "unauthorized");
    // The session of before is not listed any more.
    let sessions = sessions_of(&server, new["token"].as_str().unwrap()).await;
    assert_eq!(sessions.as_array().unwrap().len(), 1, "{sessions}");
    me(&server, &admin).await.of(200);
    server.restart().await;
    login(&server, "Mia", OWN_PASSWORD).await.refused(401, "invalid_password");
    login(&server, "Mia", "Another-4-password").await.of(200);
    // The owner's, by the same call.
    let password = server.admin_password().to_owned();
    let admin = text(&login(&server, "admin", &password).await.of(200), "token");
    let new = change(&server, &admin, &password, "Owners-5-password").await.of(200);
    me(&server, &admin).await.refused(401, "unauthorized");
    me(&server, new["token"].as_str().unwrap()).await.of(200);
    login(&server, "admin", "Owners-5-password").await.of(200);
}
