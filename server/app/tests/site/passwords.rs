//! Which passwords are taken.

use pointhouse::accounts::HashFor;
use reqwest::Method;
use serde_json::{Value, json};

use crate::command_line::{folder, stop};
use crate::rig::{PASSWORD, Program, Server};

const COMMON: &str = "P@ssw0rd";
const TEXT: &str = "This password is too common. Please choose another one.";

#[tokio::test]
async fn common_passwords_are_refused_wherever_one_is_set() {
    let server = Server::start().await;
    let assert_refused = |body: &Value, field: &str| {
        assert_eq!((&body["error"], &body["fields"][field]), (&json!("validation"), &json!(TEXT)));
    };
    for password in [COMMON, "Password1!", "!QWERTy123"] {
        let body = json!({ "username": "emu", "email": "emu@example.com", "password": password });
        assert_refused(
            &server.post("/api/auth/signup").json(&body).send().await.of(400),
            "password",
        );
    }
    let member = server.member("wombat").await;
    let body = json!({ "currentPassword": PASSWORD, "newPassword": COMMON });
    let change = server.call(Method::PUT, "/api/auth/change-password").by(&member.token);
    assert_refused(&change.json(&body).send().await.of(400), "newPassword");
    let body = json!({ "token": "any", "newPassword": COMMON });
    let reset = server.post("/api/auth/reset-password").json(&body).send().await;
    assert_refused(&reset.of(400), "newPassword");
    server.login(&member.email, PASSWORD).await.of(200);
}

#[test]
fn a_panel_password_that_is_set_is_long_and_not_common() {
    let folder = folder();
    let data = folder.path().join("data");
    let seeded =
        |password: &str| Program::on(&data, &["serve"]).env("POINTHOUSE_ADMIN_PASSWORD", password);
    let short = seeded("elevenchars").run();
    let text = "POINTHOUSE_ADMIN_PASSWORD: The password must have 12 to 128 characters";
    assert!(short.failed().contains(text), "{short:?}");
    let common = seeded("qwerty123456").run();
    assert!(common.failed().contains("The password is too common"), "{common:?}");
    let mut serving = seeded("twelve chars").serve();
    let set = |password: &str| {
        Program::on(&data, &["admin", "set-password"]).fed(&format!("{password}\n"))
    };
    assert!(set("elevenchars").failed().contains("12 to 128 characters"));
    assert!(set("1q2w3e4r5t6y").failed().contains("too common"));
    assert_eq!(set("thirteen chars").code, Some(0));
    serving.kill();
    // Without a server, too.
    assert!(set("elevenchars").failed().contains("12 to 128 characters"));
    stop(seeded("twelve chars").serve());
}

#[tokio::test]
async fn a_shorter_panel_password_of_before_still_logs_in() {
    let mut server = Server::start().await;
    let hash =
        server.site().accounts().hasher.hash("short".to_owned(), HashFor::Site).await.unwrap();
    let row = pointhouse::people::AdminRow { version: 2, password: hash };
    let mut batch = pointhouse_store::Batch::new();
    let row = pointhouse_store::encode(&row).unwrap();
    batch.put(pointhouse::tables::SETTING, b"admin", &row).unwrap();
    server.site().store().commit(batch).await.unwrap();
    server.restart().await;
    server.admin_login("short").await.of(200);
}
