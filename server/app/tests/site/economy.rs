//! The economy as admins see it: flows, games, balances, budgets, rewards; and the feed of bets.

use insta::assert_json_snapshot;
use pointhouse::accounts::AccountRow;
use pointhouse::calendar::{RewardRow, RewardStatus};
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::dice::{bet, settled_bet};
use crate::rig::{Answer, DAY, Member, NOON, Server};

async fn economy(server: &Server, admin: &str, query: &str) -> Value {
    server.get(&format!("/api/admin/economy?{query}")).by(admin).send().await.of(200)
}

/// Minted minus burned over all listed days.
fn sum(economy: &Value) -> i64 {
    let days = economy["days"].as_array().unwrap().iter();
    let flows = days.flat_map(|day| day["flows"].as_array().unwrap());
    flows.map(|flow| flow["minted"].as_i64().unwrap() - flow["burned"].as_i64().unwrap()).sum()
}

fn flow(economy: &Value, day: usize, source: &str) -> Option<(u64, u64)> {
    let flows = economy["days"][day]["flows"].as_array().unwrap();
    let found = flows.iter().find(|flow| flow["source"] == source)?;
    Some((found["minted"].as_u64().unwrap(), found["burned"].as_u64().unwrap()))
}

async fn buy_a_hat(server: &Server, admin: &str, member: &Member) {
    let items = json!([{ "title": "Hat", "description": "A hat", "pointsCost": 50, "stock": 9 }]);
    server.post("/api/points-shop").by(admin).json(&items).send().await.of(200);
    let open = json!({ "comingSoonEnabled": false });
    server.post("/api/points-shop/config").by(admin).json(&open).send().await.of(200);
    let purchase = json!({ "itemId": "1", "pointsCost": 50 });
    let buy = server.post("/api/points-shop/purchase").by(&member.token).json(&purchase);
    buy.send().await.of(200);
    let cancel = json!({ "status": "cancelled" });
    let call = server.call(Method::PUT, "/api/points-shop/purchases/1").by(admin);
    call.json(&cancel).send().await.of(200);
}

#[tokio::test]
async fn points_are_counted_where_they_come_from_and_go_to() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.planted("emu", 1000).await;
    let bilby = server.player("bilby", 300).await;
    server.bet(&emu, &settled_bet(100, 0, true)).await.of(200);
    server.bet(&emu, &settled_bet(10, 1, false)).await.of(200);
    buy_a_hat(&server, &admin, &emu).await;
    server.grant(&bilby, "remove", 20).await.of(200);
    server.post("/api/calendar/claim").by(&emu.token).json(&json!({})).send().await.of(200);
    let seen = economy(&server, &admin, "days=1").await;
    assert_eq!(flow(&seen, 0, "admins"), Some((1300, 20)));
    assert_eq!(flow(&seen, 0, "dice"), Some((198, 110)));
    assert_eq!(flow(&seen, 0, "shop"), Some((0, 50)));
    assert_eq!(flow(&seen, 0, "refunds"), Some((50, 0)));
    let (claimed, _) = flow(&seen, 0, "calendar").unwrap();
    assert_eq!(flow(&seen, 0, "keno"), None);
    // Points in circulation are minted minus burned, and equal the sum of the wallets.
    let held = server.balance(&emu).await + server.balance(&bilby).await;
    assert_eq!(held, 1000 + 198 - 110 + claimed + 280);
    assert_eq!(seen["circulation"], json!({ "points": held, "holders": 2 }));
    assert_eq!(sum(&seen), i64::try_from(held).unwrap());
    let richest: Vec<&str> = seen["largestBalances"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["username"].as_str().unwrap())
        .collect();
    assert_eq!(richest, ["emu", "bilby"]);
    let dice = &seen["games"][0];
    assert_eq!(
        (&dice["rounds"], &dice["staked"], &dice["paid"]),
        (&json!(2), &json!(110), &json!(198))
    );
    assert_eq!((&dice["expectedReturn"], &dice["paidReturn"]), (&json!(0.99), &json!(1.8)));
    assert_eq!((&dice["positive"], &dice["budgetUsed"]), (&json!(false), &json!(88)));
    // The same after a restart; the next day begins with nothing.
    server.restart().await;
    assert_eq!(economy(&server, &admin, "days=1").await, seen);
    server.pass(DAY);
    let admin = server.admin().await;
    let next = economy(&server, &admin, "days=2").await;
    assert_eq!(next["days"][0], seen["days"][0]);
    assert_eq!(next["days"][1]["flows"], json!([]));
    assert_eq!(next["games"][0]["budgetUsed"], 0);
    assert_eq!(economy(&server, &admin, "").await["days"].as_array().unwrap().len(), 30);
    for days in ["0", "367"] {
        let call = server.get(&format!("/api/admin/economy?days={days}")).by(&admin);
        call.send().await.refused(400, "validation");
    }
    server.prove();
}

#[tokio::test]
async fn an_admin_opens_a_game_whose_budget_is_used_up() {
    let mut server = Server::with(|config| config.games.prize_budget = 90).await;
    let admin = server.admin().await;
    let lucky = server.planted("emu", 1000).await;
    server.bet(&lucky, &settled_bet(100, 0, true)).await.of(200);
    server.bet(&lucky, &bet(1, 50, "over")).await.refused(503, "game_paused");
    let seen = economy(&server, &admin, "").await;
    assert!(seen["games"][0]["pausedUntil"].is_string());
    let codes = |seen: &Value| -> Vec<String> {
        let all = seen["warnings"].as_array().unwrap().iter();
        all.map(|warning| warning["code"].as_str().unwrap().to_owned()).collect()
    };
    assert!(codes(&seen).contains(&"budget_used_up".to_owned()), "{seen}");
    let visitor = server.listen(&json!({})).await;
    let reset = |game: &str| server.post(&format!("/api/admin/games/{game}/budget/reset"));
    reset("chess").by(&admin).json(&json!({})).send().await.refused(404, "not_found");
    reset("dice").by(&admin).json(&json!({})).send().await.of(200);
    let heard = server.get(&visitor).send().await.text;
    assert_eq!(heard, format!("42{}", json!(["gamePaused", { "gameId": "dice", "until": null }])));
    // It is open with the whole budget before it, also behind a restart.
    server.restart().await;
    let seen = economy(&server, &admin, "").await;
    assert_eq!(
        (&seen["games"][0]["budgetUsed"], &seen["games"][0]["pausedUntil"]),
        (&json!(0), &Value::Null)
    );
    server.bet(&lucky, &settled_bet(80, 1, true)).await.of(200);
    server.bet(&lucky, &settled_bet(100, 2, true)).await.of(200);
    server.bet(&lucky, &bet(1, 50, "over")).await.refused(503, "game_paused");
    let audit = server.get("/api/admin/audit?q=budget").by(&admin).send().await.of(200);
    let before: Value =
        serde_json::from_str(audit["items"][0]["before"].as_str().unwrap()).unwrap();
    assert_eq!(before, json!({ "used": 98, "budget": 90 }));
    // The next day owes nothing to this one.
    server.pass(DAY);
    let admin = server.admin().await;
    assert_eq!(economy(&server, &admin, "").await["games"][0]["budgetUsed"], 0);
}

/// A reward as a claim leaves it.
async fn plant_reward(server: &Server, member: &Member) {
    let row = RewardRow {
        revision: 1,
        user: member.id.0,
        days: 30,
        reward: "$25 cash tip".to_owned(),
        earned_at: NOON,
        month: 0,
        status: RewardStatus::Pending,
    };
    let key = [member.id.0.to_be_bytes().as_slice(), &30_u32.to_be_bytes()].concat();
    let mut batch = Batch::new();
    batch.put(tables::REWARD, &key, &encode(&row).unwrap()).unwrap();
    // Members with such a reward have a verified email.
    let key = member.id.0.to_be_bytes();
    let row = server.site().store().view().get(tables::ACCOUNT, &key).unwrap().unwrap();
    let row = AccountRow { email_verified: true, ..decode(&row).unwrap() };
    batch.put(tables::ACCOUNT, &key, &encode(&row).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
}

#[tokio::test]
async fn rewards_outside_the_points_are_decided_on_and_paid_by_hand() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let [emu, bilby] = [server.member("emu").await, server.member("bilby").await];
    plant_reward(&server, &emu).await;
    plant_reward(&server, &bilby).await;
    let decide = async |id: &str, status: &str| -> Answer {
        let call = server.call(Method::PUT, &format!("/api/admin/rewards/{id}")).by(&admin);
        call.json(&json!({ "status": status })).send().await
    };
    let seen = economy(&server, &admin, "").await;
    assert_json_snapshot!("cash_rewards", seen["cashRewards"]);
    let id = format!("{}-30", emu.id);
    assert_eq!(decide(&id, "approved").await.of(200)["reward"]["status"], "approved");
    decide(&id, "approved").await.refused(409, "out_of_turn");
    assert_eq!(decide(&id, "paid").await.of(200)["reward"]["status"], "paid");
    // What was paid stays paid.
    for status in ["pending", "approved", "rejected", "paid"] {
        let text = decide(&id, status).await.refused(409, "out_of_turn");
        assert_eq!(text, format!("A reward that is paid cannot become {status}"));
    }
    let other = format!("{}-30", bilby.id);
    decide(&other, "rejected").await.of(200);
    decide(&other, "paid").await.refused(409, "out_of_turn");
    decide(&other, "approved").await.of(200);
    for unknown in ["1-31", "99-30", "x", "1-030"] {
        decide(unknown, "approved").await.refused(404, "not_found");
    }
    // Pending rewards come first; the member sees the reward on the calendar.
    let seen = economy(&server, &admin, "").await;
    let ids: Vec<&Value> =
        seen["cashRewards"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
    assert_eq!(ids, [&json!(other), &json!(id)]);
    let mine = server.get("/api/calendar/me").by(&emu.token).send().await.of(200);
    let milestones = mine["milestones"].as_array().unwrap();
    assert!(milestones.iter().any(|one| one["type"] == "cash" && one["status"] == "paid"));
    let audit = server.get("/api/admin/audit?q=rewards").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 4);
}

#[tokio::test]
async fn a_table_that_pays_back_more_than_it_takes_is_pointed_out() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let seen = economy(&server, &admin, "").await;
    let warnings = seen["warnings"].as_array().unwrap();
    assert!(warnings.iter().all(|warning| warning["code"] != "positive_return"), "{warnings:?}");
    // The schedule that comes with the program does not add up, as stated (docs/decisions.md, B1).
    assert!(warnings.iter().any(|warning| warning["code"] == "uneven_prizes"), "{warnings:?}");
}

#[tokio::test]
async fn admins_hear_of_bets_and_others_do_not() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.planted("emu", 1000).await;
    let watching = server.listen(&json!({ "adminToken": admin })).await;
    server.bet(&emu, &settled_bet(10, 0, true)).await.of(200);
    let heard = server.get(&watching).send().await.text;
    let heard: Value = serde_json::from_str(heard.strip_prefix("42").unwrap()).unwrap();
    assert_eq!(heard[0], "liveBet");
    let shown = server.get("/api/auth/admin/live-bets").by(&admin).send().await.of(200);
    assert_eq!(heard[1], shown["bets"][0]);
    assert_eq!((&heard[1]["winAmount"], &heard[1]["test"]), (&json!(19), &json!(false)));
}

#[tokio::test]
async fn a_test_row_stands_in_the_feed_and_counts_nowhere() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.player("emu", 10).await;
    let [visitor, member, watching] = [
        server.listen(&json!({})).await,
        server.listen(&json!({ "token": emu.token })).await,
        server.listen(&json!({ "adminToken": admin })).await,
    ];
    let row = json!({
        "playerName": "Somebody", "game": "keno", "betAmount": 50,
        "betType": "high, 8 picks", "result": "push", "winAmount": 50,
    });
    let send = async |row: &Value| -> Answer {
        server.post("/api/auth/admin/live-bet").by(&admin).json(row).send().await
    };
    let shown = send(&row).await.of(200);
    assert_json_snapshot!("test_bet", shown["bet"]);
    let heard = server.get(&watching).send().await.text;
    let heard: Value = serde_json::from_str(heard.strip_prefix("42").unwrap()).unwrap();
    assert_eq!(heard, json!(["liveBet", shown["bet"]]));
    // It was pushed to no one else: their next event is another one.
    let switch = json!({ "gameId": "dice", "disabled": true });
    server.post("/api/auth/admin/game-maintenance").by(&admin).json(&switch).send().await.of(200);
    for socket in [&visitor, &member] {
        let heard = server.get(socket).send().await.text;
        assert!(heard.starts_with("42[\"gameMaintenanceChanged\""), "{heard}");
    }
    let bets = server.get("/api/auth/admin/live-bets").by(&admin).send().await.of(200);
    assert_eq!(bets["bets"], json!([shown["bet"]]));
    let seen = economy(&server, &admin, "").await;
    assert!(seen["games"].as_array().unwrap().iter().all(|game| game["rounds"] == 0));
    for (name, value) in [
        ("playerName", json!(" ")),
        ("playerName", json!("x".repeat(61))),
        ("betType", json!("x".repeat(61))),
        ("game", json!("chess")),
        ("betAmount", json!(1_000_000_001)),
        ("winAmount", json!(1_000_000_001)),
    ] {
        let mut bad = row.clone();
        bad[name] = value;
        let body = send(&bad).await.of(400);
        assert!(body["fields"][name].is_string(), "{name}: {body}");
    }
}

#[tokio::test]
async fn members_with_much_of_all_points_are_a_warning() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let warning = async || {
        let seen = economy(&server, &admin, "days=1").await;
        let warnings = seen["warnings"].as_array().unwrap().iter();
        let uneven = warnings.clone().find(|one| one["code"] == "uneven_prizes").unwrap();
        let text = uneven["text"].as_str().unwrap().to_owned();
        assert!(text.ends_with("add up to $3,520, but the pool is $3,500"), "{text}");
        let found = warnings.into_iter().find(|one| one["code"] == "concentrated");
        found.map(|one| one["text"].as_str().unwrap().to_owned())
    };
    for (name, points) in [("emu", 60), ("bilby", 20), ("koala", 20)] {
        server.planted(name, points).await;
    }
    // Of three members one always has much.
    assert_eq!(warning().await, None);
    server.planted("quokka", 20).await;
    assert_eq!(warning().await.unwrap(), "One member holds 50% of all points");
    server.planted("wombat", 60).await;
    assert_eq!(warning().await.unwrap(), "2 members hold at least 33% of all points each");
}
