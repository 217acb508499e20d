//! Site maintenance: members read and finish what is open, and write nothing else
//! (docs/decisions.md, A11).

use pointhouse::audit::AuditRow;
use pointhouse::tables;
use pointhouse_store::decode;
use serde_json::{Value, json};

use crate::rig::{Member, Server};

fn state(is_closed: bool) -> Value {
    let message = if is_closed { "The site is closed" } else { "The site is open" };
    json!({ "success": true, "message": message, "maintenanceMode": is_closed })
}

async fn close(server: &Server, admin: &str, enabled: bool) {
    let order = json!({ "enabled": enabled });
    let done = server.post("/api/auth/admin/maintenance-mode").by(admin).json(&order).send().await;
    assert_eq!(done.of(200), state(enabled));
}

async fn bet(server: &Server, member: &Member, bypass: Option<&str>) -> u16 {
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    let mut call = server.post("/api/games/dice/bet").by(&member.token).json(&bet);
    if let Some(token) = bypass {
        call = call.header("x-maintenance-bypass", token);
    }
    call.send().await.status
}

async fn bypass(server: &Server) -> String {
    let body = json!({ "password": server.admin_password() });
    let let_in = server.post("/api/auth/maintenance-bypass").json(&body).send().await.of(200);
    let_in["bypassToken"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn members_write_nothing_while_the_site_is_closed() {
    let mut server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("member", 100).await);
    let visitor = server.listen(&json!({})).await;
    let open = server.get("/api/auth/admin/maintenance-status").send().await;
    assert_eq!(open.of(200), state(false));

    close(&server, &admin, true).await;
    let heard = server.get(&visitor).send().await.text;
    assert_eq!(heard, r#"42["maintenanceChanged",{"maintenanceMode":true}]"#);
    let refused = [("/api/calendar/claim", json!({})), ("/api/games/fairness/rotate", json!({}))];
    for (path, body) in refused {
        let answer = server.post(path).by(&member.token).json(&body).send().await;
        answer.refused(503, "maintenance");
    }
    assert_eq!(bet(&server, &member, None).await, 503);
    // Another spelling of the path or another method doesn't pass either.
    let spelled = json!({ "bet": 1, "target": 50, "direction": "over" });
    for path in ["/%61pi/games/dice/bet", "/api/games/%64ice/bet"] {
        let call = server.post(path).by(&member.token).json(&spelled);
        assert_eq!(call.send().await.status, 503, "{path}");
    }
    let leaving = server.call(reqwest::Method::DELETE, "/api/auth/delete-account");
    let password = json!({ "password": crate::rig::PASSWORD });
    leaving.by(&member.token).json(&password).send().await.refused(503, "maintenance");
    let newcomer =
        json!({ "username": "late", "email": "late@example.com", "password": "Aa1!aaaa" });
    server.post("/api/auth/signup").json(&newcomer).send().await.refused(503, "maintenance");
    // Reading and logging in stay allowed.
    server.get("/api/me/ledger").by(&member.token).send().await.of(200);
    server.get("/api/site").send().await.of(200);
    let login = json!({ "email": member.email, "password": crate::rig::PASSWORD });
    server.post("/api/auth/login").json(&login).send().await.of(200);
    assert_eq!(server.balance(&member).await, 100);

    // It stays closed over a restart, until an admin opens it.
    server.restart().await;
    assert_eq!(bet(&server, &member, None).await, 503);
    let admin = server.admin().await;
    close(&server, &admin, false).await;
    assert_eq!(bet(&server, &member, None).await, 200);
    let rows = server.site().store().view().scan(tables::AUDIT, &[], &[], 100).unwrap();
    let rows = rows.iter().map(|(_, row)| decode::<AuditRow>(row).unwrap());
    let switched: Vec<_> = rows.filter(|row| row.action == "maintenance.site").collect();
    let after: Vec<&str> = switched.iter().map(|row| row.after.as_str()).collect();
    assert_eq!(after, [r#"{"maintenanceMode":true}"#, r#"{"maintenanceMode":false}"#]);
}

#[tokio::test]
async fn a_round_that_is_open_may_be_finished_and_admins_go_on() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("member", 100).await);
    let start = json!({ "bet": 10, "mines": 1 });
    let mines = |path: &str, body: &Value| server.post(path).by(&member.token).json(body).send();
    mines("/api/games/mines/start", &start).await.of(200);
    close(&server, &admin, true).await;
    mines("/api/games/mines/start", &start).await.refused(503, "maintenance");
    let revealed = mines("/api/games/mines/reveal", &json!({ "tile": 3 })).await.of(200);
    if revealed["round"]["result"].is_null() {
        mines("/api/games/mines/cashout", &json!({})).await.of(200);
    }
    let list = json!([{ "title": "Five hundred", "task": "Hit it", "reward": "$50", "difficulty": "Easy" }]);
    server.post("/api/challenges").by(&admin).json(&list).send().await.of(200);
    // A member's token doesn't bypass the maintenance mode.
    server
        .post("/api/challenges")
        .by(&member.token)
        .json(&list)
        .send()
        .await
        .refused(503, "maintenance");
}

#[tokio::test]
async fn the_admin_password_lets_a_browser_in_for_its_time() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("member", 100).await);
    close(&server, &admin, true).await;
    let door = |password: &str| {
        let body = json!({ "password": password });
        server.post("/api/auth/maintenance-bypass").json(&body).send()
    };
    assert_eq!(door("").await.refused(400, "validation"), "Please enter a password");
    let wrong = door("not the password").await.refused(401, "invalid_password");
    assert_eq!(wrong, "Invalid password");

    let token = bypass(&server).await;
    assert_eq!(bet(&server, &member, Some(&token)).await, 200);
    assert_eq!(bet(&server, &member, Some("made up")).await, 503);
    // It bypasses the maintenance mode and gives no other access.
    server.get("/api/auth/me").by(&token).send().await.refused(401, "unauthorized");
    server.get("/api/auth/admin/live-bets").by(&token).send().await.refused(401, "unauthorized");
    // Neither does an admin's or a member's token pass for it.
    assert_eq!(bet(&server, &member, Some(&admin)).await, 503);
    assert_eq!(bet(&server, &member, Some(&member.token)).await, 503);

    server.pass(12 * 3_600_000);
    let member = server.login_again(&member).await;
    assert_eq!(bet(&server, &member, Some(&token)).await, 503);
}
