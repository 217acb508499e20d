//! What is pushed, event by event, as the browsers read it. The payloads are snapshots: a change of
//! one is a change of the wire.

use std::collections::BTreeSet;

use insta::assert_json_snapshot;
use pointhouse::accounts::events::ApprovalsChanged;
use pointhouse::admin::events::AccountChanged;
use pointhouse::broadcast::SocketEvent;
use pointhouse::challenges::events::ChallengesUpdated;
use pointhouse::chat::events::{KickLinkChanged, KickVerifyAsked};
use pointhouse::games::events::{GamePaused, RoundUpdated};
use pointhouse::giveaways::events::GiveawaysUpdated;
use pointhouse::hunts::events::HuntsUpdated;
use pointhouse::ids::UserId;
use pointhouse::maintenance::events::{
    AllGamesMaintenanceChanged, GameMaintenanceChanged, MaintenanceChanged,
};
use pointhouse::shop::events::{PointsShopConfigUpdated, PointsShopPurchased, PointsShopUpdated};
use pointhouse::wallet::events::PointsUpdated;
use serde_json::{Value, json};

use crate::giveaways::{draft, enter, order as ticket_order, with_one};
use crate::rig::{NOON, Server};

/// Polls that may pass before an event comes.
const POLLS: usize = 20;

/// The payload of a socket's next event with this name.
async fn heard(server: &Server, socket: &str, name: &str) -> Value {
    for _ in 0..POLLS {
        let text = server.get(socket).send().await.text;
        for packet in text.split('\u{1e}').filter_map(|packet| packet.strip_prefix("42")) {
            let event: Value = serde_json::from_str(packet).unwrap();
            if event[0] == name {
                assert_eq!(event.as_array().unwrap().len(), 2, "{event}");
                return event[1].clone();
            }
        }
    }
    panic!("{name} was not heard");
}

async fn order(server: &Server, admin: &str, path: &str, body: &Value) {
    server.post(path).by(admin).json(body).send().await.of(200);
}

#[tokio::test]
async fn events_for_everybody() {
    let server = Server::start().await;
    let (admin, member) = (server.admin().await, server.player("matilda", 1000).await);
    let socket = server.listen(&json!({})).await;
    let switch = json!({ "gameId": "dice", "disabled": true });
    order(&server, &admin, "/api/auth/admin/game-maintenance", &switch).await;
    let payload = heard(&server, &socket, "gameMaintenanceChanged").await;
    assert_json_snapshot!("game_maintenance_changed", payload);

    let all = json!({ "disabled": false });
    order(&server, &admin, "/api/auth/admin/game-maintenance-all", &all).await;
    let payload = heard(&server, &socket, "allGamesMaintenanceChanged").await;
    assert_json_snapshot!("all_games_maintenance_changed", payload);

    order(&server, &admin, "/api/auth/admin/maintenance-mode", &json!({ "enabled": false })).await;
    let payload = heard(&server, &socket, "maintenanceChanged").await;
    assert_json_snapshot!("maintenance_changed", payload);

    let list = json!([{ "title": "Five hundred", "task": "Hit it", "reward": "$50", "difficulty": "Easy", "rewardPoints": 5 }]);
    order(&server, &admin, "/api/challenges", &list).await;
    let payload = heard(&server, &socket, "challengesUpdated").await;
    assert_json_snapshot!("challenges_updated", payload);

    let items = json!([{ "title": "Hat", "description": "A hat", "pointsCost": 5, "stock": 9 }]);
    order(&server, &admin, "/api/points-shop", &items).await;
    let payload = heard(&server, &socket, "pointsShopUpdated").await;
    assert_json_snapshot!("points_shop_updated", payload, { "[].createdAt" => "[time]" });

    let open = json!({ "comingSoonEnabled": false });
    order(&server, &admin, "/api/points-shop/config", &open).await;
    let payload = heard(&server, &socket, "pointsShopConfigUpdated").await;
    assert_json_snapshot!("points_shop_config_updated", payload);

    let purchase = json!({ "itemId": "1", "pointsCost": 5 });
    let buy = server.post("/api/points-shop/purchase").by(&member.token).json(&purchase);
    buy.send().await.of(200);
    let payload = heard(&server, &socket, "pointsShopPurchased").await;
    assert_json_snapshot!("points_shop_purchased", payload);

    let hunt = json!({ "name": "Friday", "startingBalance": 100 });
    server.post("/api/admin/hunts").by(&admin).json(&hunt).send().await.of(201);
    let payload = heard(&server, &socket, "huntsUpdated").await;
    assert_json_snapshot!("hunts_updated", payload);

    let giveaway = json!({
        "title": "Weekly", "description": "Every week", "prize": "$50",
        "startTime": pointhouse::clock::Millis(NOON).iso(),
        "endTime": pointhouse::clock::Millis(NOON + 3_600_000).iso(),
        "entryType": "paid", "entryCost": 10,
    });
    order(&server, &admin, "/api/giveaways", &giveaway).await;
    let payload = heard(&server, &socket, "giveawaysUpdated").await;
    assert_json_snapshot!("giveaways_updated", payload, {
        ".giveaways[].serverSeedHash" => "[hash]",
    });
}

#[tokio::test]
async fn events_for_one_member() {
    let server = Server::start().await;
    let [member, other] = [server.player("matilda", 10).await, server.player("emu", 10).await];
    let socket = server.listen(&json!({ "token": member.token })).await;
    // Other members' points are not pushed: the next event is the member's own.
    server.grant(&other, "add", 5).await.of(200);
    server.grant(&member, "add", 7).await.of(200);
    let payload = heard(&server, &socket, "pointsUpdated").await;
    assert_json_snapshot!("points_updated", payload);
}

#[tokio::test]
async fn every_window_of_a_member_gets_their_tickets() {
    let (server, _) = with_one(&draft("paid", 5)).await;
    let [member, other] = [server.player("matilda", 100).await, server.player("emu", 100).await];
    let socket = server.listen(&json!({ "token": member.token })).await;
    // Tickets of others are not pushed: the next event is of the member's own ones.
    enter(&server, &other, &ticket_order("paid", 5, 4)).await.of(200);
    for (bought, own) in [(1, 1), (2, 3)] {
        enter(&server, &member, &ticket_order("paid", 5, bought)).await.of(200);
        let payload = heard(&server, &socket, "giveawayEntered").await;
        assert_eq!(payload, json!({ "id": "1", "own": own }));
    }
}

#[tokio::test]
async fn every_window_of_a_member_gets_each_bet_and_move() {
    let server = Server::start().await;
    let [member, other] = [server.planted("matilda", 100).await, server.player("emu", 100).await];
    let socket = server.listen(&json!({ "token": member.token })).await;
    let dice = json!({ "bet": 1, "target": 50, "direction": "over" });
    server.bet(&other, &dice).await.of(200);
    let round = server.bet(&member, &dice).await.of(200)["round"].clone();
    let payload = heard(&server, &socket, "roundUpdated").await;
    assert_eq!(payload, json!({ "gameId": "dice", "id": round["id"], "steps": null }));

    // A bet, then moves until the round is over; each event must match its response.
    let play = async |game: &str, bet: Value, next: &str| {
        let mut open = Vec::new();
        let mut call = (if game == "mines" { "start" } else { "deal" }, bet);
        for tile in 0..25 {
            let answer = server.game(&member, &format!("{game}/{}", call.0), &call.1).await;
            let round = answer.of(200)["round"].clone();
            let is_open = round["result"].is_null();
            let steps = is_open.then(|| round["detail"]["steps"].as_array().unwrap().len());
            let payload = heard(&server, &socket, "roundUpdated").await;
            assert_eq!(payload, json!({ "gameId": game, "id": round["id"], "steps": steps }));
            if !is_open {
                return open;
            }
            open.extend(steps);
            call = (next, json!({ "tile": tile }));
        }
        panic!("a round of {game} does not end");
    };
    assert_eq!(play("mines", json!({ "bet": 1, "mines": 24 }), "reveal").await, [0]);
    // Some hands are over with the first cards, and insurance comes before the first move.
    for _ in 0..20 {
        let hands = play("blackjack", json!({ "bet": 1 }), "stand").await;
        if !hands.is_empty() {
            assert_eq!(hands, [1]);
            return;
        }
    }
    panic!("20 hands in a row were over at once");
}

/// The packet of an event, as it goes out.
fn packet<E: SocketEvent>(payload: &E) -> String {
    pointhouse_socketio::event("/", E::NAME, payload).unwrap().to_string()
}

/// Names, fields and their order are promises to pages and overlays. `liveBet` and `giveawayWon` are
/// rows of calls, whose tests hold their fields.
#[test]
fn packets_have_the_same_bytes_as_ever() {
    let game_states = [("dice", true), ("limbo", false)].into_iter().collect();
    let until = || "2026-03-02T00:00:00.000Z".to_owned();
    let asked = KickVerifyAsked { id: "7-1".into(), username: "rory", expires_at: until() };
    let hunt = HuntsUpdated { id: "week-7".into(), revision: 4, deleted: false };
    let open = RoundUpdated { game_id: "mines", id: "7-3".into(), steps: Some(2) };
    let ended = RoundUpdated { game_id: "mines", id: "7-3".into(), steps: None };
    let paused = GamePaused { game_id: "dice", until: Some(until()) };
    let points = PointsUpdated { user_id: UserId(7), new_points: 120, seq: 3 };
    let switched = GameMaintenanceChanged { game_id: "dice", disabled: true };
    let all_switched = AllGamesMaintenanceChanged { game_states };
    let packets = [
        (packet(&points), r#"42["pointsUpdated",{"userId":"7","newPoints":120,"seq":3}]"#),
        (
            packet(&MaintenanceChanged { maintenance_mode: true }),
            r#"42["maintenanceChanged",{"maintenanceMode":true}]"#,
        ),
        (packet(&switched), r#"42["gameMaintenanceChanged",{"gameId":"dice","disabled":true}]"#),
        (
            packet(&all_switched),
            r#"42["allGamesMaintenanceChanged",{"gameStates":{"dice":true,"limbo":false}}]"#,
        ),
        (packet(&ApprovalsChanged { pending: 2 }), r#"42["approvalsChanged",{"pending":2}]"#),
        (packet(&AccountChanged {}), r#"42["accountChanged",{}]"#),
        (packet(&KickLinkChanged {}), r#"42["kickLinkChanged",{}]"#),
        (
            packet(&asked),
            r#"42["kickVerifyAsked",{"id":"7-1","username":"rory","expiresAt":"2026-03-02T00:00:00.000Z"}]"#,
        ),
        (
            packet(&paused),
            r#"42["gamePaused",{"gameId":"dice","until":"2026-03-02T00:00:00.000Z"}]"#,
        ),
        (
            packet(&GamePaused { game_id: "dice", until: None }),
            r#"42["gamePaused",{"gameId":"dice","until":null}]"#,
        ),
        (packet(&open), r#"42["roundUpdated",{"gameId":"mines","id":"7-3","steps":2}]"#),
        (packet(&ended), r#"42["roundUpdated",{"gameId":"mines","id":"7-3","steps":null}]"#),
        (packet(&hunt), r#"42["huntsUpdated",{"id":"week-7","revision":4,"deleted":false}]"#),
        (
            packet(&PointsShopPurchased { item_id: "3".into() }),
            r#"42["pointsShopPurchased",{"itemId":"3"}]"#,
        ),
        (
            packet(&PointsShopConfigUpdated { coming_soon_enabled: false }),
            r#"42["pointsShopConfigUpdated",{"comingSoonEnabled":false}]"#,
        ),
        (packet(&PointsShopUpdated(Vec::new())), r#"42["pointsShopUpdated",[]]"#),
        (packet(&ChallengesUpdated(Vec::new())), r#"42["challengesUpdated",[]]"#),
        (
            packet(&GiveawaysUpdated { giveaways: &[] }),
            r#"42["giveawaysUpdated",{"giveaways":[]}]"#,
        ),
    ];
    for (packet, expected) in packets {
        assert_eq!(packet, expected);
    }
}

/// A row of the table of events in docs/api.md: name, audience, payload.
fn rows_of_the_document() -> Vec<[&'static str; 3]> {
    let rows = include_str!("../../../../docs/api.md").lines();
    let rows = rows.skip_while(|line| *line != "| event | to | payload |").skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|line| {
        let mut cells = line.trim_matches('|').splitn(3, '|').map(str::trim);
        [(); 3].map(|()| cells.next().unwrap())
    });
    cells.collect()
}

/// What a cell says of a payload: its fields, or the schemas that it names.
fn said(cell: &str) -> BTreeSet<&str> {
    let inner = cell.strip_prefix("`{").and_then(|rest| rest.split_once("}`"));
    let Some((fields, _)) = inner else {
        return cell.split('`').skip(1).step_by(2).collect();
    };
    let own = fields.split_once(": {").map_or(fields, |(own, _)| own);
    own.split(", ").filter(|name| !name.is_empty()).collect()
}

#[tokio::test]
async fn the_document_of_the_api_lists_every_event_with_what_is_sent() {
    let server = Server::start().await;
    let description = server.get("/api/openapi.json").send().await.of(200);
    let rows = rows_of_the_document();
    let named: BTreeSet<String> = rows.iter().map(|row| row[0].replace('`', "")).collect();
    let events = description["x-socket-events"].as_object().unwrap();
    assert_eq!(named, events.keys().cloned().collect());
    for [name, audience, payload] in rows {
        let event = &events[name.trim_matches('`')];
        let to = match event["audience"].as_str().unwrap() {
            "member" => "the member",
            "source" => "a source of the overlay",
            other => other,
        };
        assert!(audience.starts_with(to), "{name}: {audience}");
        let schema_of = |schema: &Value| schema["$ref"].as_str().map(|path| path[1..].to_owned());
        let mut schema = &event["payload"];
        let mut names = Vec::new();
        while let Some(path) = schema_of(schema) {
            names.push(path.rsplit_once('/').unwrap().1.to_owned());
            schema = description.pointer(&path).unwrap();
        }
        let said = said(payload);
        if payload.starts_with("`{") {
            let fields = schema["properties"].as_object().into_iter().flatten();
            let fields: BTreeSet<&str> = fields.map(|(name, _)| name.as_str()).collect();
            assert_eq!(said, fields, "{name}");
        } else {
            names.extend(
                schema_of(&schema["items"]).map(|path| path.rsplit_once('/').unwrap().1.to_owned()),
            );
            assert!(
                said.iter().any(|one| names.iter().any(|name| name == one)),
                "{name}: {names:?}"
            );
        }
    }
}
