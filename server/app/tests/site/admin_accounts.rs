//! Admins' calls on accounts: the list, active or not, one-time links, ledgers; and the audit.

use pointhouse::clock::Millis;
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, HOUR, Member, NOON, PASSWORD, Server};

async fn list(server: &Server, admin: &str, query: &str) -> Value {
    server.get(&format!("/api/admin/accounts?{query}")).by(admin).send().await.of(200)
}

fn names(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().unwrap().iter();
    items.map(|user| user["username"].as_str().unwrap()).collect()
}

async fn set_active(server: &Server, admin: &str, member: &Member, active: bool) -> Answer {
    let call = server.call(Method::PUT, &format!("/api/admin/accounts/{}", member.id));
    call.by(admin).json(&json!({ "isActive": active })).send().await
}

async fn link(server: &Server, admin: &str, member: &Member, kind: &str) -> Answer {
    let call = server.post(&format!("/api/admin/accounts/{}/link", member.id)).by(admin);
    call.json(&json!({ "kind": kind })).send().await
}

#[tokio::test]
async fn accounts_are_searched_sorted_and_cut_into_pages() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let empty = list(&server, &admin, "").await;
    assert_eq!((&empty["total"], &empty["pages"]), (&json!(0), &json!(0)));
    for (name, points) in [("dingo", 30), ("Emu", 10), ("bilby", 20), ("Cassowary", 0), ("ant", 40)]
    {
        if points == 0 {
            server.member(name).await
        } else {
            server.player(name, points).await
        };
    }
    let sorted = [
        ("", ["ant", "Cassowary", "bilby", "Emu", "dingo"]),
        ("sort=newest", ["ant", "Cassowary", "bilby", "Emu", "dingo"]),
        ("sort=oldest", ["dingo", "Emu", "bilby", "Cassowary", "ant"]),
        ("sort=username", ["ant", "bilby", "Cassowary", "dingo", "Emu"]),
        ("sort=points", ["ant", "dingo", "bilby", "Emu", "Cassowary"]),
        ("sort=fewest-points", ["Cassowary", "Emu", "bilby", "dingo", "ant"]),
    ];
    for (query, expected) in sorted {
        let page = list(&server, &admin, query).await;
        assert_eq!(names(&page), expected, "{query}");
        assert_eq!((&page["total"], &page["pages"]), (&json!(5), &json!(1)));
    }
    let page = list(&server, &admin, "sort=username&limit=2&page=3").await;
    assert_eq!((names(&page), &page["pages"]), (vec!["Emu"], &json!(3)));
    assert_eq!(names(&list(&server, &admin, "limit=2&page=9").await), Vec::<&str>::new());
    let all = list(&server, &admin, "").await;
    let code = all["items"][2]["account_id"].as_str().unwrap().to_lowercase();
    for (query, expected) in [
        // No code has an O in it.
        ("q=SSO", vec!["Cassowary"]),
        ("q=emu@example", vec!["Emu"]),
        (&format!("q={code}"), vec!["bilby"]),
        ("q=example.com&sort=oldest&limit=1", vec!["dingo"]),
        ("q=nobody", vec![]),
    ] {
        assert_eq!(names(&list(&server, &admin, query).await), expected, "{query}");
    }
    // In one list, as older pages read it.
    let whole = server.get("/api/auth/admin/accounts").by(&admin).send().await.of(200);
    assert_eq!(whole["users"].as_array().unwrap().len(), 5);
    assert_eq!((&whole["truncated"], &whole["message"]), (&json!(false), &json!("5 accounts")));
    let unsorted = server.get("/api/admin/accounts?sort=height").by(&admin).send().await;
    let orders = r#""newest", "oldest", "username", "points", "fewest-points""#;
    assert_eq!(unsorted.refused(400, "bad_request"), format!("`sort` must be one of {orders}"));
}

#[tokio::test]
async fn all_players_come_whole_or_in_pages() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let (emu, ant) = (server.player("emu", 30).await, server.member("ant").await);
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&emu.token);
    ask.json(&json!({ "rainbetUsername": "Highroller" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    let state = server.call(Method::PUT, &format!("/api/admin/accounts/{}", ant.id)).by(&admin);
    state.json(&json!({ "isActive": false })).send().await.of(200);
    let players = async |query: &str| {
        let call = server.get(&format!("/api/auth/admin/all-players{query}")).by(&admin);
        call.send().await.of(200)
    };
    let all = players("").await;
    let at = Millis(NOON).iso();
    assert_eq!(
        all["players"],
        json!([
            { "id": ant.id, "username": "ant", "email": "ant@example.com", "points": 0,
              "rainbetUsername": null, "kickUsername": null, "isActive": false, "createdAt": at },
            { "id": emu.id, "username": "emu", "email": "emu@example.com", "points": 30,
              "rainbetUsername": "Highroller", "kickUsername": null, "isActive": true,
              "createdAt": at },
        ])
    );
    assert_eq!((&all["total"], &all["truncated"]), (&json!(2), &json!(false)));
    let page = players("?page=2&limit=1").await;
    assert_eq!((&page["players"][0]["username"], &page["pages"]), (&json!("emu"), &json!(2)));
    let text = server.get("/api/auth/admin/all-players?page=x").by(&admin).send().await;
    let text = text.refused(400, "bad_request");
    assert_eq!(text, "`page` must be a whole number of at least 0");
}

#[tokio::test]
async fn a_list_of_all_members_leaves_a_row_in_the_audit() {
    let server = Server::start().await;
    let admin = server.admin().await;
    server.member("emu").await;
    let read = async |path: &str| server.get(path).by(&admin).send().await.of(200);
    let exports = async || {
        let audit = read("/api/admin/audit?limit=200").await;
        let rows = audit["items"].as_array().unwrap().clone();
        rows.into_iter().filter(|row| row["action"] == "points.export").collect::<Vec<_>>()
    };
    read("/api/auth/admin/all-players?page=1").await;
    read("/api/admin/accounts").await;
    assert_eq!(exports().await.len(), 0);
    read("/api/auth/admin/all-players").await;
    read("/api/auth/admin/accounts").await;
    let rows = exports().await;
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(rows[0]["name"].is_string() && rows[0]["address"].is_string(), "{rows:?}");
    assert_eq!(rows[1]["after"], r#"{"list":"players","members":1}"#);
}

#[tokio::test]
async fn the_account_whose_name_is_searched_for_comes_first() {
    let server = Server::start().await;
    let admin = server.admin().await;
    for name in ["Emu", "emu_two", "old_emu"] {
        server.member(name).await;
    }
    for (query, expected) in [
        ("q=emu", &["Emu", "old_emu", "emu_two"][..]),
        ("q=EMU_TWO@example.com&sort=oldest", &["emu_two"]),
        ("q=emu&sort=username", &["Emu", "emu_two", "old_emu"]),
        ("q=emu_&sort=oldest", &["emu_two"]),
        ("q=em&sort=oldest", &["Emu", "emu_two", "old_emu"]),
    ] {
        assert_eq!(names(&list(&server, &admin, query).await), expected, "{query}");
    }
    assert_eq!(names(&list(&server, &admin, "q=emu&limit=1&page=1").await), ["Emu"]);
    // A name at the casino counts, too.
    let member = server.member("wombat").await;
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    ask.json(&json!({ "rainbetUsername": "emu_tw" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    let found = list(&server, &admin, "q=emu_tw&sort=oldest").await;
    assert_eq!(names(&found), ["wombat", "emu_two"]);
}

#[tokio::test]
async fn casino_names_are_found_and_the_departed_are_not() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let [member, gone] = [server.player("dingo", 5).await, server.player("emu", 7).await];
    let ask = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    ask.json(&json!({ "rainbetUsername": "Highroller" })).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    assert_eq!(names(&list(&server, &admin, "q=highroll").await), ["dingo"]);
    let leave = server.call(Method::DELETE, "/api/auth/delete-account").by(&gone.token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
    // A member whose wallet is between others in the table.
    server.player("wombat", 9).await;
    let page = list(&server, &admin, "sort=points").await;
    assert_eq!(names(&page), ["wombat", "dingo"]);
    let points: Vec<u64> = page["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|user| user["points"].as_u64().unwrap())
        .collect();
    assert_eq!(points, [9, 5]);
}

#[tokio::test]
async fn an_account_is_set_inactive_and_active_again() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.player("dingo", 100).await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    let changed = set_active(&server, &admin, &member, false).await.of(200);
    assert_eq!(
        (&changed["message"], &changed["user"]["isActive"]),
        (&json!("dingo is inactive"), &json!(false))
    );
    server.bet(&member, &bet).await.refused(403, "account_inactive");
    set_active(&server, &admin, &member, true).await.of(200);
    server.bet(&member, &bet).await.of(200);
    let audit = server.get("/api/admin/audit?q=account.active").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 2);
    assert_eq!(audit["items"][0]["before"], r#"{"isActive":false}"#);
    assert_eq!(audit["items"][0]["subject"], format!("user:{}", member.id));
}

#[tokio::test]
async fn an_admin_hands_over_a_link_where_there_is_no_mail() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.member("dingo").await;
    let token = |made: &Value| {
        let (_, token) = made["link"].as_str().unwrap().split_once("?token=").unwrap();
        token.to_owned()
    };
    let verify = link(&server, &admin, &member, "verify").await.of(200);
    assert!(verify["link"].as_str().unwrap().contains("/verify-email?token="), "{verify}");
    server.get(&format!("/api/auth/verify-email?token={}", token(&verify))).send().await.of(200);
    link(&server, &admin, &member, "verify").await.refused(409, "already_verified");
    let reset = link(&server, &admin, &member, "reset").await.of(200);
    let body = json!({ "token": token(&reset), "newPassword": "Another!horse2" });
    server.post("/api/auth/reset-password").json(&body).send().await.of(200);
    server.login(&member.email, "Another!horse2").await.of(200);
    // What was made is in the audit, the link itself nowhere.
    let audit = server.get("/api/admin/audit?q=-link").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 2);
    assert!(!audit.to_string().contains(&token(&reset)));
    server.pass(HOUR);
    server.prove_owner(&admin).await;
    link(&server, &admin, &member, "key").await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_members_ledger_is_read_and_nobodys_is_not() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.player("dingo", 100).await;
    let path = format!("/api/admin/accounts/{}/ledger?limit=1", member.id);
    let ledger = server.get(&path).by(&admin).send().await.of(200);
    assert_eq!((&ledger["total"], &ledger["items"][0]["balanceAfter"]), (&json!(1), &json!(100)));
    server.get("/api/admin/accounts/99/ledger").by(&admin).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn the_audit_is_read_from_its_newest_row_on() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.player("dingo", 1).await;
    for amount in 2..=6 {
        server.grant(&member, "add", amount).await.of(200);
    }
    let page = async |query: &str| {
        server.get(&format!("/api/admin/audit?{query}")).by(&admin).send().await.of(200)
    };
    let first = page("limit=2").await;
    // First start, its settings, two logins, and six grants.
    assert_eq!((&first["total"], &first["pages"]), (&json!(10), &json!(5)));
    assert_eq!(first["items"][0]["after"], r#"{"points":21}"#);
    let last = page("limit=2&page=5").await;
    assert_eq!(last["items"][1]["action"], "admin.password");
    assert_eq!(page("q=POINTS.ADD&limit=200").await["total"], 6);
    assert_eq!(page("q=nothing-of-the-kind").await["items"], json!([]));
}
