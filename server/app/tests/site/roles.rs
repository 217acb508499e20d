//! Who may call what: every route of the description as visitor, member, other member and admin.

mod declared;
mod hunts;
mod imports;
mod panel;
mod people;
mod streaming;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use pointhouse::games::{BetExamples, bet_examples};
use pointhouse::router::description;
use reqwest::Method;
use serde_json::{Value, json};

use crate::giveaways;
use crate::rig::{Member, PASSWORD, Server};

const CALLERS: [&str; 4] = ["visitor", "member", "other member", "admin"];

/// What the table's calls are about.
struct Scene {
    server: Server,
    owner: Member,
    other: Member,
    admin: String,
    round: String,
    limbo: String,
    hash: String,
}

/// A body, or none for a GET. The number makes bodies of the same call differ.
type Body = fn(&Scene, usize) -> Value;

struct Row {
    method: Method,
    /// As the description has it.
    path: &'static str,
    body: Option<Body>,
    /// A fixed body, before any other.
    sent: Option<Value>,
    /// By caller, in the order of `CALLERS`. "member" is who the call is about.
    expected: [u16; 4],
}

const EVERYONE: [u16; 4] = [200; 4];
const OWN: [u16; 4] = [401, 200, 200, 403];
const ADMIN: [u16; 4] = [401, 403, 403, 200];
const OUT_OF_TURN: [u16; 4] = [401, 409, 409, 403];

fn row(method: Method, path: &'static str, expected: [u16; 4]) -> Row {
    Row { method, path, body: None, sent: None, expected }
}

fn get(path: &'static str, expected: [u16; 4]) -> Row {
    row(Method::GET, path, expected)
}

fn post(path: &'static str, expected: [u16; 4], body: Body) -> Row {
    Row { method: Method::POST, path, body: Some(body), sent: None, expected }
}

fn delete(path: &'static str, expected: [u16; 4]) -> Row {
    row(Method::DELETE, path, expected)
}

fn put(path: &'static str, expected: [u16; 4], body: Body) -> Row {
    Row { method: Method::PUT, path, body: Some(body), sent: None, expected }
}

fn table() -> Vec<Row> {
    let mut rows = accounts();
    rows.extend(moves());
    rows.extend(bets());
    rows.extend(games());
    rows.extend(points_shop());
    rows.extend(draws());
    rows.extend(panel::lists());
    rows.extend(people::of_panel());
    rows.extend(hunts::bonus_hunts());
    rows.extend(economy());
    rows.extend(imports::tracked_wagers());
    rows.extend(imports::wager_months());
    rows.extend(imports::points_from_elsewhere());
    rows.extend(streaming::chat());
    rows.extend(panel::settings());
    rows.extend(others());
    rows
}

fn accounts() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        post("/api/auth/signup", [201; 4], |_, number| {
            let email = format!("new{number}@example.com");
            json!({ "username": format!("new_{number}"), "email": email, "password": PASSWORD })
        }),
        post(
            "/api/auth/login",
            EVERYONE,
            |scene, _| json!({ "email": scene.owner.email, "password": PASSWORD }),
        ),
        post("/api/auth/logout", OWN, nothing),
        post("/api/auth/check-email", EVERYONE, |_, _| json!({ "email": "a@example.com" })),
        get("/api/auth/me", OWN),
        get("/api/me/ledger", OWN),
        put(
            "/api/auth/update-profile",
            [401, 200, 400, 403],
            |scene, _| json!({ "username": "dundee", "email": scene.owner.email }),
        ),
        put("/api/auth/named-on-air", OWN, |_, _| json!({ "named": false })),
        put(
            "/api/auth/change-password",
            [401, 400, 400, 403],
            |_, _| json!({ "currentPassword": "wrong", "newPassword": PASSWORD }),
        ),
        // No form in it.
        post("/api/auth/upload-profile-picture", [401, 400, 400, 403], nothing),
        Row { method: Method::DELETE, body: None, ..get("/api/auth/profile-picture", OWN) },
        get("/api/pictures/{name}", [404; 4]),
        post("/api/auth/send-verification", OWN, nothing),
        get("/api/auth/verify-email", [400; 4]),
        post(
            "/api/auth/forgot-password",
            EVERYONE,
            |_, _| json!({ "email": "nobody@example.com" }),
        ),
        post(
            "/api/auth/reset-password",
            [400; 4],
            |_, _| json!({ "token": "none", "newPassword": PASSWORD }),
        ),
        get("/api/auth/gaming-approvals/user", OWN),
        put("/api/auth/update-gaming", OWN, |_, at| json!({ "rainbetUsername": format!("a{at}") })),
        get("/api/auth/gaming-approvals", ADMIN),
        // Only the admin comes as far as looking for the request.
        put(
            "/api/auth/gaming-approvals/{id}",
            [401, 403, 403, 404],
            |_, _| json!({ "status": "approved" }),
        ),
        get("/api/auth/download-data", OWN),
        Row {
            method: Method::DELETE,
            ..post(
                "/api/auth/delete-account",
                [401, 400, 400, 403],
                |_, _| json!({ "password": "wrong" }),
            )
        },
    ]
}

/// There is no open round yet: a move is out of turn for members who may play.
fn moves() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        post("/api/games/mines/reveal", OUT_OF_TURN, |_, _| json!({ "tile": 3 })),
        post("/api/games/mines/cashout", OUT_OF_TURN, nothing),
        post("/api/games/blackjack/insurance", OUT_OF_TURN, |_, _| json!({ "accept": true })),
        post("/api/games/blackjack/hit", OUT_OF_TURN, nothing),
        post("/api/games/blackjack/stand", OUT_OF_TURN, nothing),
        post("/api/games/blackjack/double", OUT_OF_TURN, nothing),
    ]
}

fn bets() -> Vec<Row> {
    let of_game = |of: BetExamples| {
        let path = format!("/api/games/{}", of.path).leak();
        let sent = Some(serde_json::from_str(of.bodies[0]).unwrap());
        Row { method: Method::POST, sent, ..get(path, OWN) }
    };
    bet_examples().into_iter().map(of_game).collect()
}

fn games() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        get("/api/me/limits", OWN),
        put("/api/me/limits", OWN, |_, _| json!({ "dailyLoss": 1000 })),
        get("/api/games/{game}/state", OWN),
        get("/api/games/{game}/history", OWN),
        // Another member's round is as unknown as one that doesn't exist.
        get("/api/games/rounds/{id}", [401, 200, 404, 200]),
        get("/api/games/rules", EVERYONE),
        get("/api/games/rules/{hash}", EVERYONE),
        get("/api/games/fairness", OWN),
        get("/api/games/fairness/events", EVERYONE),
        // Both members have a round of mines open.
        post("/api/games/fairness/rotate", OUT_OF_TURN, nothing),
        get("/api/dice/history/{userId}", [401, 200, 403, 200]),
        post(
            "/api/dice/history",
            [401, 200, 403, 403],
            |scene, _| json!({ "userId": scene.owner.id, "historyItem": { "id": scene.round } }),
        ),
    ]
}

fn points_shop() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        get("/api/points-shop", EVERYONE),
        post(
            "/api/points-shop",
            ADMIN,
            |_, _| json!([{ "title": "Hat", "description": "A hat", "pointsCost": 5, "stock": 9 }]),
        ),
        get("/api/points-shop/config", EVERYONE),
        post("/api/points-shop/config", ADMIN, |_, _| json!({ "comingSoonEnabled": false })),
        post("/api/points-shop/purchase", [401, 404, 404, 403], |_, _| json!({ "itemId": "77" })),
        get("/api/points-shop/purchases", ADMIN),
        put(
            "/api/points-shop/purchases/{id}",
            [401, 403, 403, 404],
            |_, _| json!({ "status": "completed" }),
        ),
        post("/api/points-shop/purchases/{id}/cancel", [401, 404, 404, 403], nothing),
        get("/api/history/purchases", OWN),
        get("/points-shop-purchases.json", OWN),
    ]
}

fn draws() -> Vec<Row> {
    vec![
        get("/api/giveaways", EVERYONE),
        post("/api/giveaways", ADMIN, |_, _| giveaways::draft("free", 0)),
        get("/api/giveaways/{id}", EVERYONE),
        put("/api/giveaways/{id}", ADMIN, |_, _| giveaways::draft("free", 0)),
        post("/api/giveaways/{id}/entries", OWN, |_, _| giveaways::order("free", 0, 1)),
        // It has not ended, so there is no proof for any caller.
        get("/api/giveaways/{id}/proof", [409; 4]),
        post(
            "/api/giveaways/{id}/old-proof",
            [401, 403, 403, 409],
            |_, _| json!({ "proof": { "serverSeed": "", "text": "", "draws": [] } }),
        ),
        post("/api/giveaways/{id}/end", ADMIN, |_, _| json!({})),
        // It was drawn by the call before, with a ticket: it stays.
        row(Method::DELETE, "/api/giveaways/{id}", [401, 403, 403, 409]),
        get("/api/history/giveaways", OWN),
        get("/api/me/wins", OWN),
        // No giveaway has such an id.
        post("/api/me/wins/{id}/dismiss", [401, 404, 404, 403], |_, _| json!({})),
        get("/giveaways.json", OWN),
    ]
}

fn economy() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        post(
            "/api/auth/admin/live-bet",
            ADMIN,
            |_, _| json!({ "playerName": "emu", "game": "dice", "betAmount": 1, "result": "win", "winAmount": 2 }),
        ),
        get("/api/admin/economy", ADMIN),
        // Only the admin comes as far as looking for the reward.
        put(
            "/api/admin/rewards/{id}",
            [401, 403, 403, 404],
            |_, _| json!({ "status": "approved" }),
        ),
        post("/api/admin/games/{game}/budget/reset", ADMIN, nothing),
        get("/api/admin/health", ADMIN),
        get("/api/admin/backup/progress", ADMIN),
        post("/api/admin/backup", ADMIN, nothing),
        post("/api/admin/backup/download", ADMIN, |_, _| json!({ "encryption": "none" })),
        // Only the code of an offer lets a caller in.
        get("/api/admin/backup/file/{code}", [404; 4]),
    ]
}

fn others() -> Vec<Row> {
    let nothing: Body = |_, _| json!({});
    vec![
        get("/api/calendar/me", OWN),
        get("/api/calendar/progress/{userId}", [401, 200, 403, 200]),
        post("/api/calendar/claim", OWN, nothing),
        // Claimed already; only one's own is anybody's.
        post("/api/calendar/progress/{userId}", [401, 409, 403, 403], nothing),
        post(
            "/api/auth/award-points",
            [401, 200, 403, 403],
            |scene, _| json!({ "userId": scene.owner.id, "points": 10, "source": "daily_calendar" }),
        ),
        get("/api/limbo/history/{userId}", [401, 200, 403, 200]),
        post(
            "/api/limbo/history",
            [401, 200, 403, 403],
            |scene, _| json!({ "userId": scene.owner.id, "historyItem": { "id": scene.limbo } }),
        ),
        post(
            "/api/auth/admin/manage-points",
            ADMIN,
            |scene, _| json!({ "userId": scene.owner.id, "action": "add", "amount": 1 }),
        ),
        get("/api/challenges", EVERYONE),
        post(
            "/api/challenges",
            ADMIN,
            |_, _| json!([{ "title": "Five hundred", "task": "Hit it", "reward": "$50", "difficulty": "Easy", "rewardPoints": 5 }]),
        ),
        post("/api/admin/challenges/test-update", ADMIN, nothing),
        // Only the admin comes as far as looking for the challenge.
        post(
            "/api/admin/challenges/{id}/award",
            [401, 403, 403, 404],
            |scene, _| json!({ "userId": scene.owner.id }),
        ),
        get("/api/bonus-hunts", EVERYONE),
        get("/api/bonus-hunts/{id}", [404; 4]),
        get("/api/bonus-hunts/admin-overrides", EVERYONE),
        post("/api/bonus-hunts/admin-overrides", ADMIN, nothing),
        get("/api/leaderboard/points/monthly", EVERYONE),
        get("/api/leaderboard/wager", EVERYONE),
        post(
            "/api/admin/login",
            EVERYONE,
            |scene, _| json!({ "password": scene.server.admin_password() }),
        ),
        post("/api/admin/logout", ADMIN, nothing),
        post("/api/admin/session", ADMIN, nothing),
        post("/api/auth/admin/maintenance-mode", ADMIN, |_, _| json!({ "enabled": false })),
        get("/api/auth/admin/maintenance-status", EVERYONE),
        post(
            "/api/auth/maintenance-bypass",
            EVERYONE,
            |scene, _| json!({ "password": scene.server.admin_password() }),
        ),
        post(
            "/api/auth/admin/game-maintenance",
            ADMIN,
            |_, _| json!({ "gameId": "dice", "disabled": false }),
        ),
        post("/api/auth/admin/game-maintenance-all", ADMIN, |_, _| json!({ "disabled": false })),
        get("/api/auth/admin/game-maintenance-status", EVERYONE),
        get("/api/auth/game-maintenance-status/{gameId}", EVERYONE),
        get("/api/auth/admin/live-bets", ADMIN),
        get("/api/site", EVERYONE),
        get("/metrics", ADMIN),
        get("/healthz", EVERYONE),
        get("/readyz", EVERYONE),
        get("/api/openapi.json", EVERYONE),
        // The last: it ends the tokens of those who call it.
        post("/api/auth/sign-out-everywhere", OWN, nothing),
    ]
}

/// Routes for machines, which are not in the description.
const UNDESCRIBED: [&str; 6] = [
    "GET /metrics",
    "GET /healthz",
    "GET /readyz",
    "GET /api/openapi.json",
    // The older path of /api/history/purchases.
    "GET /points-shop-purchases.json",
    // The older path of /api/history/giveaways.
    "GET /giveaways.json",
];

fn described() -> BTreeSet<String> {
    let description = serde_json::to_value(description()).unwrap();
    let mut routes = BTreeSet::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            routes.insert(format!("{} {path}", method.to_uppercase()));
        }
    }
    routes
}

#[tokio::test]
async fn every_route_answers_each_caller_as_it_should() {
    let server = Server::start().await;
    let owner = server.player("dundee", 200).await;
    let other = server.player("other", 200).await;
    let bet = json!({ "bet": 1, "target": 50, "direction": "over" });
    let played = server.bet(&owner, &bet).await.of(200);
    let text = |name: &str| played["round"][name].as_str().unwrap().to_owned();
    let (round, hash) = (text("id"), text("rulesHash"));
    let limbo = limbo_round(&server, &owner).await;
    let admin = server.admin().await;
    giveaways::create(&server, &admin, &giveaways::draft("free", 0)).await.of(200);
    let scene = Scene { server, owner, other, admin, round, limbo, hash };

    let table = table();
    let rows: BTreeMap<String, &Row> =
        table.iter().map(|row| (format!("{} {}", row.method, row.path), row)).collect();
    assert_eq!(rows.len(), table.len(), "a route stands twice in the table");
    let known: BTreeSet<String> = rows.keys().cloned().collect();
    let mut expected = described();
    expected.extend(UNDESCRIBED.map(str::to_owned));
    assert_eq!(known, expected, "the table and the description hold the same routes");

    let mut printed =
        format!("{:50}{:>9}{:>8}{:>14}{:>7}\n", "", CALLERS[0], CALLERS[1], CALLERS[2], CALLERS[3]);
    let mut wrong = Vec::new();
    for row in &table {
        let (answers, stored) = walk(&scene, row).await;
        let name = format!("{} {}", row.method, row.path);
        let [visitor, member, other, admin] = answers;
        writeln!(printed, "{name:50}{visitor:>9}{member:>8}{other:>14}{admin:>7}").unwrap();
        wrong.extend(stored);
        if answers != row.expected {
            wrong.push(format!("{name}: {answers:?} instead of {:?}", row.expected));
        }
    }
    println!("{printed}");
    assert_eq!(wrong, Vec::<String>::new());
}

/// A round of limbo.
async fn limbo_round(server: &Server, member: &Member) -> String {
    let bet = json!({ "bet": 1, "target": "2.00" });
    let played = server.game(member, "limbo/bet", &bet).await.of(200);
    played["round"]["id"].as_str().unwrap().to_owned()
}

/// The path of a call on what the scene has.
fn path_of(scene: &Scene, row: &Row) -> String {
    let query = if row.path.ends_with("member-names") { "?q=o" } else { "" };
    row.path
        .replace("{game}", "dice")
        .replace("{gameId}", "dice")
        .replace("{hash}", &scene.hash)
        .replace("/giveaways/{id}", "/giveaways/1")
        .replace("{slot}", "1")
        .replace("/pictures/{id}", "/pictures/77")
        .replace("{name}", "77.png")
        .replace("{section}", "points")
        .replace("{service}", "kick")
        .replace("{revision}", "1")
        .replace("{rank}", "1")
        .replace("{month}", "2026-02")
        .replace("{id}", &scene.round)
        .replace("{userId}", &scene.owner.id.to_string())
        + query
}

/// The statuses by caller, and answers for one caller that a cache may store.
async fn walk(scene: &Scene, row: &Row) -> ([u16; 4], Vec<String>) {
    let path = path_of(scene, row);
    let (mut owner, mut other) = (scene.owner.token.clone(), scene.other.token.clone());
    let mut admin = scene.admin.clone();
    if row.path.ends_with("/logout") {
        // It ends the sessions of those who call it; the other calls still need theirs.
        owner = scene.server.login_again(&scene.owner).await.token;
        other = scene.server.login_again(&scene.other).await.token;
        admin = scene.server.admin().await;
    }
    let tokens = [None, Some(&owner), Some(&other), Some(&admin)];
    let (mut answers, mut stored, mut public) = ([0; 4], Vec::new(), String::new());
    for (at, token) in tokens.into_iter().enumerate() {
        let mut call = scene.server.call(row.method.clone(), &path);
        if let Some(body) = row.sent.clone().or_else(|| Some(row.body?(scene, at))) {
            call = call.json(&body);
        }
        if let Some(token) = token {
            call = call.by(token);
        }
        let answer = call.send().await;
        answers[at] = answer.status;
        // What a visitor gets as well may be kept.
        let is_public = answers[0] == 200 && answer.text == public;
        if at > 0 && !is_public && answer.header("cache-control") != "no-store" {
            stored.push(format!(
                "{} {path}: a cache may store what {} gets",
                row.method, CALLERS[at]
            ));
        } else if at == 0 {
            public = answer.text;
        }
    }
    (answers, stored)
}

#[tokio::test]
async fn who_acts_is_the_token_and_never_the_body() {
    let server = Server::start().await;
    let member = server.player("member", 100).await;
    let victim = server.player("victim", 100).await;
    let (own, foreign) = (json!(member.id), json!(victim.id));
    let bet = |user: &Value| json!({ "bet": 1, "target": 50, "direction": "over", "userId": user, "username": "victim" });
    // Another member's id in a body is refused, not ignored (docs/decisions.md, A1).
    server.bet(&member, &bet(&foreign)).await.refused(403, "forbidden");
    server.bet(&member, &bet(&json!(2))).await.refused(403, "forbidden");
    let rotate = |user: &Value| {
        let call = server.post("/api/games/fairness/rotate").by(&member.token);
        call.json(&json!({ "userId": user })).send()
    };
    rotate(&foreign).await.refused(403, "forbidden");
    assert_eq!((server.balance(&member).await, server.balance(&victim).await), (100, 100));
    server.bet(&member, &bet(&own)).await.of(200);
    rotate(&own).await.of(200);
    assert_eq!(server.balance(&victim).await, 100);
}
