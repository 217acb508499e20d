//! Failed logins of the panel: in the audit, on the health page, and never more than fits.

use serde_json::{Value, json};

use crate::rig::{HOUR, SECOND, Server};

async fn audited(server: &Server, admin: &str) -> Value {
    server.get("/api/admin/audit?q=admin.login").by(admin).send().await.of(200)
}

async fn refused(server: &Server, admin: &str) -> Value {
    server.get("/api/admin/health").by(admin).send().await.of(200)["panelLogins"].clone()
}

#[tokio::test]
async fn failed_logins_are_audited_without_filling_the_disk() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for _ in 0..50 {
        server.admin_login("wrong").await.refused(401, "invalid_password");
    }
    let rows = audited(&server, &admin).await;
    assert_eq!(rows["total"], 1, "the first one at once, the others together: {rows}");
    let row = &rows["items"][0];
    assert_eq!((&row["action"], &row["subject"]), (&json!("admin.login.refused"), &json!("admin")));
    assert_eq!(row["actor"], "visitor 127.0.0.1");
    assert_eq!(row["after"], r#"{"addresses":1,"refused":1}"#);
    server.pass(HOUR);
    server.site().panel_logins().write_pending().await.unwrap();
    let rows = audited(&server, &admin).await;
    assert_eq!(rows["total"], 2);
    assert_eq!(rows["items"][0]["after"], r#"{"addresses":1,"refused":49}"#);
    // There is nothing left to write.
    server.pass(HOUR);
    server.site().panel_logins().write_pending().await.unwrap();
    assert_eq!(audited(&server, &admin).await["total"], 2);
}

#[tokio::test]
async fn failed_logins_are_counted_on_the_health_page() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let none = json!({ "refused": 0, "refusedLastDay": 0, "lastAt": null, "lastAddress": null });
    assert_eq!(refused(&server, &admin).await, none);
    server.pass(SECOND);
    for _ in 0..2 {
        server.admin_login("wrong").await.refused(401, "invalid_password");
    }
    // The pass of a closed site takes the same password.
    let pass = server.post("/api/auth/maintenance-bypass").json(&json!({ "password": "wrong" }));
    pass.send().await.refused(401, "invalid_password");
    let three = json!({
        "refused": 3, "refusedLastDay": 3,
        "lastAt": "2026-03-10T01:00:01.000Z", "lastAddress": "127.0.0.1",
    });
    assert_eq!(refused(&server, &admin).await, three);
    server.pass(25 * HOUR);
    let admin = server.admin().await;
    let later = refused(&server, &admin).await;
    assert_eq!((&later["refused"], &later["refusedLastDay"]), (&json!(3), &json!(0)));
}
