//! Rounds: ended ones of every game, rotated seeds, open ones, limits.

use reqwest::Method;
use serde_json::{Value, json};

use super::scenario::Scene;
use crate::every_game::{play_out, whole_round};
use crate::rig::{Member, Server};

const GAMES: [&str; 8] =
    ["dice", "limbo", "mines", "blackjack", "keno", "roulette", "slot", "plinko"];
/// Rounds that are begun until one is as wanted. Insurance is offered in one hand of thirteen.
const TRIES_MAX: usize = 500;

async fn rounds(server: &Server, member: &Member, of_each: usize) {
    for game in GAMES {
        for number in 0..of_each {
            whole_round(server, member, game, number).await;
        }
    }
}

async fn rotate(scene: &Scene, member: &Member, body: &Value) {
    scene.own(member, Method::POST, "/api/games/fairness/rotate", body).await;
}

pub(super) async fn first_day(scene: &Scene, banjo: &Member) {
    let (server, matilda) = (&scene.server, &scene.matilda);
    rounds(server, matilda, 5).await;
    rounds(server, &scene.bruce, 2).await;
    rounds(server, banjo, 1).await;
    rotate(scene, matilda, &json!({})).await;
    rounds(server, matilda, 1).await;
    rotate(scene, matilda, &json!({ "clientSeed": "a-seed_of.my-own" })).await;
    rotate(scene, &scene.bruce, &json!({})).await;
    // It is left open and settles automatically.
    let start = json!({ "bet": 3, "mines": 5 });
    server.game(&scene.kylie, "mines/start", &start).await.of(200);
}

pub(super) async fn last_day(scene: &Scene) {
    let (server, matilda, bruce, kylie) =
        (&scene.server, &scene.matilda, &scene.bruce, &scene.kylie);
    rounds(server, matilda, 3).await;
    rounds(server, bruce, 1).await;
    let bet = json!({ "bet": 4, "target": 50, "direction": "over" });
    scene.keyed(&matilda.token, "/api/games/dice/bet", &bet).await;
    scene.admin(Method::POST, "/api/admin/games/dice/budget/reset", &json!({})).await;

    leave_mines_open(server, matilda).await;
    leave_hand_open(server, matilda, false).await;
    server.game(bruce, "mines/start", &json!({ "bet": 7, "mines": 3 })).await.of(200);
    leave_hand_open(server, kylie, true).await;

    let limit = async |member: &Member, body: Value| {
        scene.own(member, Method::PUT, "/api/me/limits", &body).await;
    };
    limit(bruce, json!({ "dailyStake": 500, "dailyLoss": 300 })).await;
    // A looser one waits for a day.
    limit(bruce, json!({ "dailyStake": 900 })).await;
    limit(kylie, json!({ "timeOutDays": 7 })).await;
}

/// Leaves a round of mines with two tiles revealed.
async fn leave_mines_open(server: &Server, member: &Member) {
    'rounds: for _ in 0..TRIES_MAX {
        server.game(member, "mines/start", &json!({ "bet": 5, "mines": 2 })).await.of(200);
        for tile in [0, 1] {
            let revealed = server.game(member, "mines/reveal", &json!({ "tile": tile })).await;
            if !revealed.of(200)["round"]["result"].is_null() {
                continue 'rounds;
            }
        }
        return;
    }
    panic!("every round of mines ends at once");
}

/// Leaves a hand open: one that waits for the insurance decision, or one that does not.
async fn leave_hand_open(server: &Server, member: &Member, insurance: bool) {
    for number in 0..TRIES_MAX {
        let dealt = server.game(member, "blackjack/deal", &json!({ "bet": 6 })).await.of(200);
        if dealt["round"]["result"].is_null() {
            let actions = dealt["round"]["detail"]["actions"].as_array().unwrap();
            if actions.contains(&json!("insure")) == insurance {
                return;
            }
        }
        play_out(server, member, dealt, number).await;
    }
    panic!("no hand stays open as wanted");
}
