//! Parts of the site that are off, and the first steps of a new one.

use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::Server;

const PARTS: [&str; 10] = [
    "calendar",
    "challenges",
    "giveaways",
    "shop",
    "hunts",
    "points_leaderboard",
    "wager_leaderboard",
    "wager_rewards",
    "socials",
    "games",
];

/// Switches all parts on or off in the panel.
async fn switch_all(server: &Server, admin: &str, is_on: bool) {
    let all = server.get("/api/admin/settings").by(admin).send().await.of(200);
    let sections = all["sections"].as_array().unwrap();
    let modules = sections.iter().find(|section| section["name"] == "modules").unwrap();
    let values: Value = PARTS.into_iter().map(|part| (part.to_owned(), json!(is_on))).collect();
    let change = json!({ "revision": modules["version"]["revision"], "values": values });
    let call = server.call(Method::PUT, "/api/admin/settings/modules").by(admin);
    call.json(&change).send().await.of(200);
}

#[tokio::test]
async fn what_is_off_is_not_found_for_members_and_visitors_and_stays_in_the_panel() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("matilda", 100).await);
    let calls = [
        "/api/calendar/me",
        "/api/challenges",
        "/api/giveaways",
        "/api/me/wins",
        "/api/points-shop",
        "/api/bonus-hunts",
        "/api/leaderboard/points/monthly",
        "/api/leaderboard/wager",
    ];
    let pages = [
        "/rewards/daily-calendar",
        "/challenges",
        "/giveaways",
        "/points-shop",
        "/bonus-hunts",
        "/leaderboard/points",
        "/leaderboard",
        "/rewards/wager",
        "/socials",
        "/games/dice",
        "/slots/downunder-dawgs",
    ];
    for is_on in [false, true] {
        switch_all(&server, &admin, is_on).await;
        let expected = if is_on { 200 } else { 404 };
        for path in calls {
            let answer = server.get(path).by(&member.token).send().await;
            assert_eq!(answer.status, expected, "{path}");
        }
        let site = server.get("/api/site").send().await.of(200);
        assert!(PARTS.iter().all(|part| site["modules"][part] == is_on), "{site}");
        let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
        assert_eq!(server.bet(&member, &bet).await.status, expected);
        for path in pages {
            let answer = server.get(path).send().await;
            // A build without pages answers 503.
            assert!([expected, 503].contains(&answer.status), "{path}: {}", answer.status);
        }
        // What was played can be read and proved, and admins see all.
        server.get("/api/games/dice/history").by(&member.token).send().await.of(200);
        server.get("/api/games/rules").send().await.of(200);
        server.get("/api/points-shop").by(&admin).send().await.of(200);
        server.get("/api/history/purchases").by(&member.token).send().await.of(200);
    }
}

#[tokio::test]
async fn a_path_that_is_written_otherwise_is_the_same_call() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("matilda", 100).await);
    switch_all(&server, &admin, false).await;
    for path in ["/api/%63hallenges", "/api/g%69veaways", "/api/points%2Dshop"] {
        let answer = server.get(path).by(&member.token).send().await;
        assert_eq!(answer.status, 404, "{path}: {}", answer.text);
    }
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    let path = "/api/g%61mes/dice/bet";
    assert_eq!(server.post(path).by(&member.token).json(&bet).send().await.status, 404);
}

#[tokio::test]
async fn an_open_round_is_played_on_and_its_seed_revealed_while_games_are_off() {
    let mut server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("matilda", 100).await);
    let begun = server.post("/api/games/mines/start").by(&member.token);
    let begun = begun.json(&json!({ "bet": 10, "mines": 1 })).send().await;
    assert!(begun.status == 200, "{}", begun.text);
    switch_all(&server, &admin, false).await;
    let call = |path: &str, body: Value| server.post(path).by(&member.token).json(&body).send();
    let mut tile = 0;
    let opened = loop {
        let opened = call("/api/games/mines/reveal", json!({ "tile": tile })).await;
        if opened.status == 200 || tile > 3 {
            break opened;
        }
        tile += 1;
    };
    let round = opened.of(200);
    if round["round"]["result"].is_null() {
        call("/api/games/mines/cashout", json!({})).await.of(200);
    }
    call("/api/games/fairness/rotate", json!({})).await.of(200);
    server.prove();
}

#[tokio::test]
async fn without_a_casino_its_leaderboard_and_rewards_are_off() {
    let server = Server::with(|config| config.partner.casino_name = String::new()).await;
    let site = server.get("/api/site").send().await.of(200);
    assert_eq!(site["modules"]["wager_leaderboard"], false);
    assert_eq!(site["modules"]["wager_rewards"], false);
    assert_eq!(site["modules"]["points_leaderboard"], true);
    assert_eq!(server.get("/api/leaderboard/wager").send().await.status, 404);
}

#[tokio::test]
async fn first_steps_know_by_themselves_whether_they_are_done() {
    let mut server = Server::start().await;
    let done = async |server: &Server| -> Vec<(String, bool)> {
        let admin = server.admin().await;
        let list = server.get("/api/admin/first-steps").by(&admin).send().await.of(200);
        let step =
            |one: &Value| (one["id"].as_str().unwrap().to_owned(), one["done"].as_bool().unwrap());
        list["steps"].as_array().unwrap().iter().map(step).collect()
    };
    let names =
        ["public_address", "email", "backup_elsewhere", "key_copy", "overlay", "chat", "giveaway"];
    let none: Vec<_> = names.map(|name| (name.to_owned(), false)).into();
    assert_eq!(done(&server).await, none);
    let admin = server.admin().await;
    switch_all(&server, &admin, false).await;
    assert_eq!(done(&server).await, none[..6], "a giveaway is no step while giveaways are off");
    switch_all(&server, &admin, true).await;
    crate::giveaways::create(&server, &admin, &crate::giveaways::draft("free", 0)).await.of(200);
    server.get("/stream").header("user-agent", "Mozilla/5.0 Chrome/127").send().await;
    server.restart_with(|config| config.place.url = "https://den.example".to_owned()).await;
    let now: Vec<_> = done(&server).await.into_iter().filter(|(_, done)| *done).collect();
    let expected = [("public_address".to_owned(), true), ("giveaway".to_owned(), true)];
    assert_eq!(now, expected, "a browser is no broadcast software");
    let admin = server.admin().await;
    let list = server.get("/api/admin/first-steps").by(&admin).send().await.of(200);
    assert_eq!(list["url"], "https://den.example");
}

#[tokio::test]
async fn a_first_step_is_hidden_for_all_and_can_be_shown_again() {
    let mut server = Server::start().await;
    let hide = async |server: &Server, body: Value| {
        let admin = server.admin().await;
        let call = server.call(Method::PUT, "/api/admin/first-steps").by(&admin);
        call.json(&body).send().await
    };
    let hidden = async |server: &Server| -> Vec<String> {
        let admin = server.admin().await;
        let list = server.get("/api/admin/first-steps").by(&admin).send().await.of(200);
        let steps = list["steps"].as_array().unwrap().iter();
        let hidden = steps.filter(|step| step["hidden"] == true);
        hidden.map(|step| step["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(hidden(&server).await, [""; 0]);
    for id in ["chat", "email", "chat"] {
        hide(&server, json!({ "id": id, "hidden": true })).await.of(200);
    }
    hide(&server, json!({ "id": "poster", "hidden": true })).await.of(400);
    server.restart().await;
    assert_eq!(hidden(&server).await, ["email", "chat"]);
    hide(&server, json!({ "id": "email", "hidden": false })).await.of(200);
    assert_eq!(hidden(&server).await, ["chat"]);
    let admin = server.admin().await;
    let log = server.get("/api/admin/audit").by(&admin).send().await.of(200);
    let rows = log["items"].as_array().unwrap().iter();
    let rows = rows.filter(|row| row["action"] == "first_step.hide");
    let subjects: Vec<&str> = rows.map(|row| row["subject"].as_str().unwrap()).collect();
    assert_eq!(subjects, ["step:email", "step:email", "step:chat"], "{log}");
}
