//! Settings of points, home page, games and address, as members and visitors see them.

use serde_json::{Value, json};

use super::Panel;
use crate::chat::linking::link_in_chat;
use crate::chat::platform::{Delivery, connected};
use crate::rig::{DAY, Member, SECOND, Server};

/// The token of the newest email to a member.
async fn verification(server: &Server, member: &Member, emails: usize) -> String {
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    let email = server.emails(emails).await.pop().unwrap();
    let (_, rest) = email.split_once("verify-email?token=").unwrap();
    rest.chars().take(43).collect()
}

async fn verify(server: &Server, token: &str) -> Value {
    server.get(&format!("/api/auth/verify-email?token={token}")).send().await.of(200)
}

#[tokio::test]
async fn welcome_points_are_paid_once_when_the_email_is_verified() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    let early = server.member("early").await;
    let token = verification(&server, &early, 1).await;
    assert_eq!(verify(&server, &token).await["message"], "Your email is verified!");
    panel.set("points", "welcome", json!(1)).await.of(200);
    panel.set("points", "name", json!("Dingo dollar")).await.of(200);
    assert_eq!(panel.site().await["welcomePoints"], 1);
    // Who was there before gets none by opening the link again.
    verify(&server, &token).await;
    assert_eq!(server.balance(&early).await, 0);
    let late = server.member("late").await;
    assert_eq!(server.balance(&late).await, 0);
    let token = verification(&server, &late, 2).await;
    let both = futures_util::future::join(verify(&server, &token), verify(&server, &token)).await;
    let texts = [both.0, both.1].map(|answer| answer["message"].as_str().unwrap().to_owned());
    let welcome = "Your email is verified! You got 1 Dingo dollar.";
    assert!(texts.iter().any(|text| text == welcome), "{texts:?}");
    assert_eq!(server.balance(&late).await, 1);
    server.restart().await;
    verify(&server, &token).await;
    assert_eq!(server.balance(&late).await, 1);
    let statement = server.get("/api/me/ledger").by(&late.token).send().await.of(200);
    assert!(statement.to_string().contains("Welcome"), "{statement}");
    server.prove();
}

#[tokio::test]
async fn names_of_points_have_letters() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    for name in ["", " x", "x ", "a  b", "<b>", "x\u{7}", "{x}", "123456789012345678901"] {
        let refused = panel.set("points", "name_plural", json!(name)).await.of(400);
        assert!(refused["fields"]["points.name_plural"].is_string(), "{name}: {refused}");
    }
    for name in ["XP", "Kelpie-coins", "d'or", "Münzen 2"] {
        panel.set("points", "name_plural", json!(name)).await.of(200);
    }
    assert_eq!(panel.site().await["points"], json!({ "one": "point", "many": "Münzen 2" }));
}

#[tokio::test]
async fn commands_and_replies_of_the_chat_are_the_streamer_s() {
    let (server, platform) = connected().await;
    let panel = Panel::of(&server).await;
    let emu = server.player("emu", 1).await;
    link_in_chat(&server, &platform, &emu, 5, 1).await;
    for (key, value, problem) in [
        ("words.points", json!("!a b"), "kick.words.points"),
        ("words.points", json!("!UNLINK"), "kick.words.points"),
        ("replies.balance", json!("{amount} {name}"), "kick.replies.balance"),
        ("replies.balance", json!("{amount"), "kick.replies.balance"),
        ("replies.balance", json!(" "), "kick.replies.balance"),
        ("replies.balance", json!("a\nb"), "kick.replies.balance"),
    ] {
        let refused = panel.set("kick", key, value).await.of(400);
        assert!(refused["fields"][problem].is_string(), "{refused}");
    }
    panel.set("kick", "words.points", json!("!Dollars")).await.of(200);
    let section = panel.section("kick").await;
    assert_eq!(section["defaults"]["words"]["points"], "!points");
    assert_eq!(section["defaults"]["replies"], section["values"]["replies"]);
    panel.set("kick", "replies.balance", json!("{amount} {points}, mate")).await.of(200);
    panel.set("points", "name", json!("dingo dollar")).await.of(200);
    panel.set("kick", "cooldown_seconds", json!(0)).await.of(200);
    Delivery::message(&server, 20, 5, "!points").send(&server).await.of(200);
    let dollars = Delivery::message(&server, 21, 5, "!dollarS now");
    assert_eq!(platform.answer(&server, &dollars).await, "1 dingo dollar, mate");
    let again = Delivery::message(&server, 22, 5, "!dollars");
    assert_eq!(platform.answer(&server, &again).await, "1 dingo dollar, mate");
}

#[tokio::test]
async fn the_home_page_counts_what_the_site_knows() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let counters = ["rounds", "points_paid", "members"];
    panel.set("home", "live_counters", json!(counters)).await.of(200);
    panel.set("home", "blocks", json!(["games", "counters"])).await.of(200);
    let emu = server.player("emu", 50).await;
    server.member("wombat").await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    server.bet(&emu, &bet).await.of(200);
    server.pass(SECOND);
    server.bet(&emu, &bet).await.of(200);
    let site = panel.site().await;
    let figures = [("rounds", 2), ("points_paid", 50), ("members", 2)];
    let figures = figures.map(|(counter, value)| json!({ "counter": counter, "value": value }));
    assert_eq!(site["liveCounters"], json!(figures));
    assert_eq!(site["homeBlocks"], json!(["games", "counters"]));
    let twice = panel.set("home", "blocks", json!(["games", "games"])).await.of(400);
    assert!(twice["fields"]["home.blocks"].is_string(), "{twice}");
    panel.set("home", "blocks", json!(["weather"])).await.of(400);
}

#[tokio::test]
async fn a_game_that_is_not_offered_takes_no_bet_and_its_open_round_is_played_on() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let emu = server.player("emu", 50).await;
    let mines = json!({ "bet": 1, "mines": 3 });
    server.game(&emu, "mines/start", &mines).await.of(200);
    panel.set("games", "offered", json!(["keno", "dice"])).await.of(200);
    assert_eq!(panel.site().await["games"], json!(["keno", "dice"]));
    server.game(&emu, "mines/cashout", &json!({})).await.refused(409, "nothing_to_cash_out");
    server.game(&emu, "mines/reveal", &json!({ "tile": 3 })).await.of(200);
    let limbo = json!({ "bet": 1, "target": 2 });
    server.game(&emu, "limbo/bet", &limbo).await.refused(404, "not_found");
    let dice = json!({ "bet": 1, "target": 50, "direction": "over" });
    server.bet(&emu, &dice).await.of(200);
    for (path, status) in [("/games/dice", 200), ("/games/limbo", 404), ("/slots/x", 404)] {
        let answer = server.get(path).send().await;
        // A build without pages answers 503.
        assert!([status, 503].contains(&answer.status), "{path}: {}", answer.status);
    }
}

#[tokio::test]
async fn the_prize_budget_can_be_a_share_of_all_points() {
    let mut server = Server::start().await;
    let panel = Panel::of(&server).await;
    panel.set("games", "prize_budget_percent", json!(101)).await.of(400);
    server.player("emu", 1_000).await;
    panel.set("games", "prize_budget_percent", json!(20)).await.of(200);
    let budget = async |panel: &Panel| {
        let economy = panel.get("/api/admin/economy").await.of(200);
        economy["games"][0]["budget"].as_u64().unwrap()
    };
    // There were no points at the beginning of the day.
    assert_eq!(budget(&panel).await, 0);
    server.pass(DAY);
    let panel = Panel::of(&server).await;
    server.player("wombat", 5_000).await;
    assert_eq!(budget(&panel).await, 200);
    server.restart().await;
    let panel = Panel::of(&server).await;
    assert_eq!(budget(&panel).await, 200);
    panel.set("games", "prize_budget_percent", json!(0)).await.of(200);
    assert_eq!(budget(&panel).await, 1_000_000);
    server.prove();
}

#[tokio::test]
async fn the_address_of_the_site_is_in_force_at_once() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let strict = async || {
        let answer = server.get("/api/site").send().await;
        answer.headers.contains_key("strict-transport-security")
    };
    assert!(!strict().await);
    for url in [
        "example.com",
        "ftp://example.com",
        "https://a b",
        "https:a.example",
        "HTTPS://a.example",
        "https://a.example/sub",
        "https://u:p@a.example",
        "https://a.example/?x",
    ] {
        let refused = panel.set("place", "url", json!(url)).await.of(400);
        assert!(refused["fields"]["place.url"].is_string(), "{url}");
    }
    panel.set("place", "url", json!("https://den.example")).await.of(200);
    assert!(strict().await);
    let emu = server.member("emu").await;
    server.post("/api/auth/send-verification").by(&emu.token).send().await.of(200);
    let email = server.emails(1).await.pop().unwrap();
    assert!(email.contains("https://den.example/verify-email?token="), "{email}");
    let steps = panel.get("/api/admin/first-steps").await.of(200);
    assert_eq!(steps["steps"][0], json!({ "id": "public_address", "done": true, "hidden": false }));
}
