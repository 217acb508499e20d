//! The panel's lists are ordered in memory, by a fold over the commits: they stay right through changes, deleted accounts
//! and restarts. So are the texts that they are searched by.

use pointhouse::accounts::{ApprovalRow, ApprovalStatus, ProfileRow, read_profile};
use pointhouse::calendar::{RewardRow, RewardStatus};
use pointhouse::ids::UserId;
use pointhouse::shop::{PurchaseRow, PurchaseStatus};
use pointhouse::tables;
use pointhouse_store::{Batch, StoredKey, StoredRow, TableId, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Member, NOON, PASSWORD, Server};

async fn plant<K: StoredKey, R: StoredRow>(server: &Server, table: TableId, key: &K, row: &R) {
    let mut batch = Batch::new();
    batch.put(table, &key.bytes(), &encode(row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
}

async fn read(server: &Server, path: &str) -> Value {
    server.get(&format!("/api/admin/{path}")).by(&server.admin().await).send().await.of(200)
}

async fn ids(server: &Server, path: &str, field: &str) -> Vec<String> {
    let page = read(server, path).await;
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item[field].as_str().unwrap().to_owned()).collect()
}

async fn check_accounts(server: &Server) {
    for (query, expected) in [
        ("sort=newest", ["bilby", "dingo", "emu", "ant"]),
        ("sort=oldest", ["ant", "emu", "dingo", "bilby"]),
        ("sort=points", ["emu", "dingo", "bilby", "ant"]),
        ("sort=fewest-points", ["ant", "bilby", "dingo", "emu"]),
        ("sort=username", ["ant", "bilby", "dingo", "emu"]),
    ] {
        let path = format!("accounts?{query}");
        assert_eq!(ids(server, &path, "username").await, expected, "{query}");
        let second = format!("{path}&limit=1&page=2");
        assert_eq!(ids(server, &second, "username").await, expected[1..2], "{query}");
    }
    let economy = read(server, "economy?days=1").await;
    assert_eq!(economy["circulation"], json!({ "points": 40, "holders": 2 }));
    let largest = economy["largestBalances"].as_array().unwrap();
    let largest: Vec<_> = largest.iter().map(|one| one["username"].clone()).collect();
    assert_eq!(largest, ["emu", "dingo"]);
}

#[tokio::test]
async fn accounts_keep_their_order() {
    let mut server = Server::start().await;
    let ant = server.player("ant", 50).await;
    let gone = server.player("gone", 90).await;
    let emu = server.player("emu", 10).await;
    server.player("dingo", 15).await;
    server.member("bilby").await;
    server.grant(&ant, "remove", 50).await.of(200);
    server.grant(&emu, "add", 15).await.of(200);
    let leave = server.call(Method::DELETE, "/api/auth/delete-account").by(&gone.token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
    check_accounts(&server).await;
    server.restart().await;
    check_accounts(&server).await;
}

fn approval(user: UserId, status: ApprovalStatus) -> ApprovalRow {
    ApprovalRow {
        revision: 1,
        user: user.0,
        name: "Emu".to_owned(),
        status,
        note: String::new(),
        asked_at: NOON,
        decided_at: None,
        replaced: None,
    }
}

async fn check_approvals(server: &Server) {
    assert_eq!(ids(server, "approvals", "id").await, ["4", "3", "1"]);
    assert_eq!(ids(server, "approvals?sort=oldest&limit=2", "id").await, ["1", "3"]);
    assert_eq!(ids(server, "approvals?status=approved", "id").await, ["4", "1"]);
    assert_eq!(ids(server, "approvals?status=pending", "id").await, ["3"]);
    assert_eq!(ids(server, "approvals?status=rejected", "id").await, Vec::<String>::new());
    let page = read(server, "approvals?status=approved&limit=1").await;
    assert_eq!((&page["total"], &page["pages"]), (&json!(2), &json!(2)));
    assert_eq!(page["counts"], json!({ "pending": 1, "approved": 2, "rejected": 0 }));
}

#[tokio::test]
async fn requests_move_between_their_states() {
    use ApprovalStatus::{Approved, Pending, Rejected};
    let mut server = Server::start().await;
    let emu = server.member("emu").await.id;
    let statuses = [(1, Pending), (2, Rejected), (3, Pending), (4, Pending), (1, Rejected)];
    for (number, status) in statuses.into_iter().chain([(1, Approved), (4, Approved)]) {
        plant(&server, tables::APPROVAL, &(number as u64), &approval(emu, status)).await;
    }
    let mut batch = Batch::new();
    batch.delete(tables::APPROVAL, &2_u64.bytes()).unwrap();
    server.site().store().commit(batch).await.unwrap();
    check_approvals(&server).await;
    server.restart().await;
    check_approvals(&server).await;
}

#[tokio::test]
async fn cash_rewards_that_wait_come_first() {
    let mut server = Server::start().await;
    let emu = server.member("emu").await.id;
    let reward = |days: u32, age: i64, status| RewardRow {
        revision: 1,
        user: emu.0,
        days,
        reward: "$25".to_owned(),
        earned_at: NOON - age,
        month: 24_315,
        status,
    };
    use RewardStatus::{Approved, Paid, Pending, Rejected};
    for row in [
        reward(30, 9, Pending),
        reward(60, 8, Paid),
        reward(90, 7, Approved),
        reward(120, 6, Rejected),
        reward(150, 20, Pending),
        reward(30, 9, Paid),
    ] {
        plant(&server, tables::REWARD, &(emu, row.days), &row).await;
    }
    let order = async |server: &Server| {
        let economy = read(server, "economy?days=1").await;
        let rewards = economy["cashRewards"].as_array().unwrap().clone();
        rewards.iter().map(|one| one["days"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(order(&server).await, [150, 90, 120, 60, 30]);
    server.restart().await;
    assert_eq!(order(&server).await, [150, 90, 120, 60, 30]);
}

/// Each search of a list finds these, by a field of its rows.
async fn check_searches(server: &mut Server, expected: &[(&str, &[&str])]) {
    for is_restarted in [false, true] {
        if is_restarted {
            server.restart().await;
        }
        for (path, expected) in expected {
            let found = if path.starts_with("member-names") {
                let members = read(server, path).await["members"].clone();
                let members = members.as_array().unwrap().iter();
                members.map(|one| one["username"].as_str().unwrap().to_owned()).collect()
            } else {
                let field = if path.starts_with("accounts") { "username" } else { "id" };
                ids(server, path, field).await
            };
            assert_eq!(found, *expected, "{path}, restarted: {is_restarted}");
        }
    }
}

async fn change(server: &Server, method: Method, path: &str, token: &str, body: Value) {
    server.call(method, path).by(token).json(&body).send().await.of(200);
}

fn purchase(user: UserId, title: &str) -> PurchaseRow {
    PurchaseRow {
        revision: 1,
        user: user.0,
        item: 1,
        title: title.to_owned(),
        points_cost: 5,
        at: NOON,
        status: PurchaseStatus::Pending,
        cancelled: 0,
    }
}

async fn ask_for_casino_name(server: &Server, member: &Member, name: &str) {
    let body = json!({ "rainbetUsername": name });
    change(server, Method::PUT, "/api/auth/update-gaming", &member.token, body).await;
}

#[tokio::test]
async fn searches_find_what_accounts_and_requests_are_called_now() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let member = server.member("first_name").await;
    ask_for_casino_name(&server, &member, "Highroller").await;
    plant(&server, tables::PURCHASE, &1_u64, &purchase(member.id, "Red hat")).await;
    // An account has a casino name once it is approved.
    let expected: [(&str, &[&str]); 8] = [
        ("accounts?q=FIRST_NAME", &["first_name"]),
        ("member-names?q=t_na", &["first_name"]),
        ("purchases?q=first_name", &["1"]),
        ("approvals?q=first_name", &["1"]),
        ("approvals?q=roller", &["1"]),
        ("accounts?q=roller", &[]),
        ("accounts?q=talks", &[]),
        ("purchases?q=roller", &[]),
    ];
    check_searches(&mut server, &expected).await;
    let path = format!("/api/admin/accounts/{}/username", member.id);
    change(&server, Method::PUT, &path, &admin, json!({ "username": "Wombat" })).await;
    let request = "/api/auth/gaming-approvals/1";
    change(&server, Method::PUT, request, &admin, json!({ "status": "approved" })).await;
    let profile = read_profile(server.site().store().view(), member.id).unwrap();
    let kick = Some((7, "Wombat\u{c4}Talks".to_owned()));
    let linked = ProfileRow { kick, ..profile.clone() };
    plant(&server, tables::PROFILE, &member.id, &linked).await;
    let expected: [(&str, &[&str]); 9] = [
        // The email is still the one of the sign-up.
        ("accounts?q=first_name@", &["Wombat"]),
        ("member-names?q=first_name", &[]),
        ("member-names?q=wom", &["Wombat"]),
        ("purchases?q=wombat&sort=username", &["1"]),
        ("approvals?q=first_name", &[]),
        ("approvals?q=wombat", &["1"]),
        ("accounts?q=roller", &["Wombat"]),
        ("accounts?q=t%C3%A4talks", &["Wombat"]),
        ("accounts?q=wombat%C3%84", &["Wombat"]),
    ];
    check_searches(&mut server, &expected).await;
    plant(&server, tables::PROFILE, &member.id, &profile).await;
    let decision = json!({ "status": "rejected", "adminNote": "Not under our code" });
    change(&server, Method::PUT, request, &admin, decision).await;
    let expected: [(&str, &[&str]); 4] = [
        ("accounts?q=talks", &[]),
        ("accounts?q=roller", &[]),
        ("approvals?q=roller", &["1"]),
        ("approvals?q=our%20code&status=rejected", &["1"]),
    ];
    check_searches(&mut server, &expected).await;
}

#[tokio::test]
async fn searches_find_nothing_of_a_deleted_account() {
    let mut server = Server::start().await;
    let [gone, emu] = [server.member("gone").await, server.member("emu").await];
    ask_for_casino_name(&server, &gone, "Highroller").await;
    plant(&server, tables::PURCHASE, &1_u64, &purchase(gone.id, "Red hat")).await;
    plant(&server, tables::PURCHASE, &2_u64, &purchase(emu.id, "Blue hat")).await;
    let leave = json!({ "password": PASSWORD });
    change(&server, Method::DELETE, "/api/auth/delete-account", &gone.token, leave).await;
    let expected: [(&str, &[&str]); 8] = [
        ("accounts?q=gone", &[]),
        ("accounts?q=example.com", &["emu"]),
        ("member-names?q=gone", &[]),
        ("approvals?q=roller", &[]),
        ("approvals", &[]),
        ("purchases?q=gone", &[]),
        // Purchases stay, without a name.
        ("purchases?q=hat", &["2", "1"]),
        ("purchases?sort=username", &["1", "2"]),
    ];
    check_searches(&mut server, &expected).await;
}
