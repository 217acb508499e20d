//! A member takes everything along, or leaves (docs/decisions.md, E4).

use pointhouse::clock::Millis;
use pointhouse::tables;
use reqwest::Method;
use serde_json::{Value, json};

use crate::giveaways;
use crate::rig::{Answer, HOUR, Member, NOON, PASSWORD, Server};

async fn download(server: &Server, member: &Member) -> Answer {
    server.get("/api/auth/download-data").by(&member.token).send().await
}

async fn delete(server: &Server, member: &Member, password: &str) -> Answer {
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
    call.json(&json!({ "password": password })).send().await
}

#[tokio::test]
async fn the_file_holds_everything_in_pages_without_a_gap() {
    let server = Server::start().await;
    let member = server.player("matilda", 1000).await;
    let other = server.player("kangaroo", 1000).await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    for _ in 0..230 {
        server.bet(&member, &bet).await.of(200);
    }
    server.bet(&other, &bet).await.of(200);
    let open = server.game(&member, "mines/start", &json!({ "bet": 1, "mines": 3 })).await;
    open.of(200);
    server.post("/api/calendar/claim").by(&member.token).json(&json!({})).send().await.of(200);
    let admin = server.admin().await;
    let free = giveaways::draft("free", 0);
    giveaways::create(&server, &admin, &free).await.of(200);
    giveaways::enter(&server, &member, &giveaways::order("free", 0, 1)).await.of(200);
    let answer = download(&server, &member).await;
    assert!(answer.header("content-disposition").starts_with("attachment; filename="));
    let file = answer.of(200);
    assert_eq!(file["account"]["email"], member.email);
    assert_eq!(file["calendar"]["claimedDays"].as_array().unwrap().len(), 1);

    assert_eq!(file["giveaways"][0]["tickets"], 1);
    let rounds: Vec<&str> =
        file["rounds"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    let wanted: Vec<String> =
        (1..=231).rev().map(|number| format!("{}-{number}", member.id)).collect();
    assert_eq!(rounds, wanted);
    let sum: i64 = file["ledger"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["amount"].as_i64().unwrap())
        .sum();
    assert_eq!(sum, i64::try_from(server.balance(&member).await).unwrap());
    // Nothing that is still hidden: the open round's tiles, the seed in use, the password.
    assert_eq!(file["seedPairs"][0]["serverSeed"], Value::Null);
    assert!(file["rounds"][0]["detail"].get("mines").is_none());
    let text = file.to_string();
    assert!(!text.contains("argon2") && !text.contains("kangaroo"));
}

#[tokio::test]
async fn a_deleted_account_is_gone_and_the_books_stay() {
    let mut server = Server::start().await;
    let member = server.player("matilda", 500).await;
    let admin = server.admin().await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    server.bet(&member, &bet).await.of(200);
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    server.emails(1).await;
    let name = json!({ "rainbetUsername": "Highroller" });
    let asked = server.call(Method::PUT, "/api/auth/update-gaming").by(&member.token);
    asked.json(&name).send().await.of(200);
    let approve = server.call(Method::PUT, "/api/auth/gaming-approvals/1").by(&admin);
    approve.json(&json!({ "status": "approved" })).send().await.of(200);
    let limits = server.call(Method::PUT, "/api/me/limits").by(&member.token);
    limits.json(&json!({ "dailyLoss": 1000 })).send().await.of(200);
    // A round that stays open, a purchase that is pending, tickets of a giveaway.
    server.game(&member, "mines/start", &json!({ "bet": 5, "mines": 1 })).await.of(200);
    server.game(&member, "mines/reveal", &json!({ "tile": 3 })).await;
    let items = json!([{ "title": "Hat", "description": "A hat", "pointsCost": 5, "stock": 9 }]);
    server.post("/api/points-shop").by(&admin).json(&items).send().await.of(200);
    let open = json!({ "comingSoonEnabled": false });
    server.post("/api/points-shop/config").by(&admin).json(&open).send().await.of(200);
    let bought = server.post("/api/points-shop/purchase").by(&member.token);
    bought.json(&json!({ "itemId": "1", "pointsCost": 5 })).send().await.of(200);
    let giveaway = json!({
        "title": "Weekly", "description": "", "prize": "$50",
        "startTime": Millis(NOON).iso(), "endTime": Millis(NOON + HOUR).iso(),
        "entryType": "paid", "entryCost": 10,
    });
    server.post("/api/giveaways").by(&admin).json(&giveaway).send().await.of(200);
    let enter = server.post("/api/giveaways/1/entries").by(&member.token);
    let entry = json!({ "entryType": "paid", "entryCost": 10, "ticketCount": 3 });
    enter.json(&entry).send().await.of(200);
    let socket = server.listen(&json!({ "token": member.token })).await;
    let wrong = delete(&server, &member, "wrong").await.of(400);
    assert!(wrong["fields"]["password"].is_string(), "{wrong}");

    delete(&server, &member, PASSWORD).await.of(200);
    assert!(server.get(&socket).send().await.is_cut());
    server.get("/api/auth/me").by(&member.token).send().await.refused(401, "unauthorized");
    server.login(&member.email, PASSWORD).await.refused(401, "invalid_credentials");
    let board = server.get("/api/leaderboard/points/monthly").send().await.of(200);
    assert_eq!(board["leaderboard"], json!([]));
    let bets = server.get("/api/auth/admin/live-bets").by(&admin).send().await.of(200);
    assert_eq!(bets["bets"][0]["playerName"], "Former member");
    let list = server.get("/api/auth/gaming-approvals").by(&admin).send().await.of(200);
    assert_eq!(list["approvals"], json!([]));
    assert_eq!(std::fs::read_dir(server.data().join("outbox")).unwrap().count(), 0);
    // Points paid to a deleted account are taken: a cancelled purchase, an open round.
    let cancel = server.call(Method::PUT, "/api/points-shop/purchases/1").by(&admin);
    cancel.json(&json!({ "status": "cancelled" })).send().await.of(200);
    server.pass(73 * HOUR);
    server.site().games().settle_overdue().await.unwrap();
    let ended = server.get("/api/giveaways/1/proof").send().await.of(200);
    assert_eq!(ended["proof"]["winner"], Value::Null);
    pointhouse::jobs::take_left_points(server.site().accounts()).await;
    assert_eq!(server.site().wallets().balance(member.id).unwrap().balance, 0);
    // Username and email are free; the account code is never reused.
    let again = server.member("matilda").await;
    assert_ne!(again.id, member.id);

    server.restart().await;
    server.get("/api/auth/me").by(&member.token).send().await.refused(401, "unauthorized");
    let view = server.site().store().view();
    let id = member.id.0.to_be_bytes();
    for table in [tables::ACCOUNT, tables::PROFILE, tables::PLAY_LIMITS] {
        assert!(view.get(table, &id).unwrap().is_none());
    }
    for table in [tables::MAIL_TOKEN, tables::APPROVAL, tables::OUTBOX] {
        assert!(view.scan(table, &[], &[], 10).unwrap().is_empty());
    }
    assert!(!view.log(tables::LEDGER, member.id.0, u64::MAX, 10).unwrap().is_empty());
    assert_eq!(server.site().wallets().balance(member.id).unwrap().balance, 0);
    let findings = server.prove();
    assert_eq!(findings.points, 0);
}

#[tokio::test]
async fn a_member_downloads_a_few_times_an_hour() {
    let server = Server::with(|config| config.members.exports_per_hour = 2).await;
    let member = server.member("matilda").await;
    for _ in 0..2 {
        download(&server, &member).await.of(200);
    }
    download(&server, &member).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn lines_of_imports_that_wait_for_who_leaves_are_forgotten() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.member("matilda").await;
    let file = "email,points\nMatilda@example.com,5\nkangaroo@example.com,6\n";
    let call = server.post("/api/admin/points/import?dryRun=false").by(&admin);
    let call = call.header("content-type", "text/csv").text(file);
    assert_eq!(call.send().await.of(200)["waiting"], 2);
    delete(&server, &member, PASSWORD).await.of(200);
    let path = "/api/admin/points/import/waiting";
    let waiting = server.get(path).by(&admin).send().await.of(200);
    assert_eq!(waiting["total"], 1, "{waiting}");
    assert!(!waiting.to_string().to_lowercase().contains("matilda"), "{waiting}");
}
