//! A bet that comes twice (docs/decisions.md, A8).

use futures_util::future::join_all;
use pointhouse::games::RoundRow;
use pointhouse::tables;
use pointhouse_store::decode;
use serde_json::{Value, json};

use crate::dice::bet;
use crate::rig::{Answer, Member, Server};

async fn play(server: &Server, member: &Member, key: &str, body: &Value) -> Answer {
    server.post("/api/games/dice/bet").by(&member.token).key(key).json(body).send().await
}

fn rounds(server: &Server, member: &Member) -> Vec<RoundRow> {
    let view = server.site().store().view();
    let log = view.log_from(tables::ROUND, member.id.0, 1, 10_000).unwrap();
    log.iter().map(|entry| decode(&entry.value).unwrap()).collect()
}

#[tokio::test]
async fn the_same_bet_again_is_the_same_answer() {
    let mut server = Server::start().await;
    let member = server.player("emu", 1000).await;
    let body = bet(10, 50, "over");
    let first = play(&server, &member, "key-1", &body).await.of(200);
    server.bet(&member, &body).await.of(200);
    let balance = server.balance(&member).await;
    assert_eq!(play(&server, &member, "key-1", &body).await.of(200), first);
    for other in [bet(11, 50, "over"), bet(10, 51, "over"), bet(10, 50, "under")] {
        let text =
            play(&server, &member, "key-1", &other).await.refused(409, "idempotency_mismatch");
        assert_eq!(text, "This idempotency key was used for another bet");
    }
    // Keys are a member's own, and any other key is another bet.
    let other = server.player("bilby", 1000).await;
    let foreign = play(&server, &other, "key-1", &body).await.of(200);
    assert_eq!(foreign["round"]["id"], "2-1");
    assert_eq!(server.balance(&member).await, balance);
    server.restart().await;
    assert_eq!(play(&server, &member, "key-1", &body).await.of(200), first);
    let text = play(&server, &member, "key-1", &bet(1, 2, "over")).await;
    text.refused(409, "idempotency_mismatch");
    play(&server, &member, "KEY-1", &body).await.of(200);
    assert_eq!(rounds(&server, &member).len(), 3);
    server.prove();
}

#[tokio::test]
async fn copies_in_flight_play_one_round() {
    let mut server = Server::start().await;
    let member = server.player("emu", 1000).await;
    let body = bet(10, 50, "over");
    for attempt in 0..10 {
        let key = format!("key-{attempt}");
        let answers = join_all((0..20).map(|_| play(&server, &member, &key, &body))).await;
        let mut actual = Vec::new();
        for answer in answers {
            match answer.status {
                200 => actual.push(answer.body),
                // More than a mailbox holds.
                _ => drop(answer.refused(429, "too_many_requests")),
            }
        }
        assert!(!actual.is_empty());
        assert!(actual.iter().all(|answer| *answer == actual[0]), "{actual:?}");
        assert_eq!(rounds(&server, &member).len(), attempt + 1);
    }
    assert_eq!(server.prove().rounds, 10);
}

#[tokio::test]
async fn a_refusal_is_not_remembered() {
    let server = Server::start().await;
    let member = server.player("emu", 5).await;
    let body = bet(10, 50, "over");
    play(&server, &member, "key", &body).await.refused(400, "insufficient_points");
    play(&server, &member, "key", &bet(0, 50, "over")).await.refused(400, "bad_bet");
    server.grant(&member, "add", 100).await.of(200);
    // The key is free for any bet still.
    let other = play(&server, &member, "key", &bet(20, 50, "over")).await.of(200);
    assert_eq!(other["round"]["staked"], 20);
}

#[tokio::test]
async fn a_known_answer_comes_even_when_the_game_has_closed() {
    let server = Server::start().await;
    let member = server.player("emu", 10).await;
    let body = bet(10, 1, "under");
    let first = play(&server, &member, "key", &body).await.of(200);
    let call = server.post("/api/auth/admin/game-maintenance").by(&server.admin().await);
    call.json(&json!({ "gameId": "dice", "disabled": true })).send().await.of(200);
    play(&server, &member, "new", &body).await.refused(503, "game_disabled");
    assert_eq!(play(&server, &member, "key", &body).await.of(200), first);
}

#[tokio::test]
async fn a_key_has_one_to_sixty_four_visible_characters() {
    let server = Server::start().await;
    let member = server.player("emu", 100).await;
    let body = bet(1, 50, "over");
    let longest = "~".repeat(64);
    for key in ["!", &longest] {
        play(&server, &member, key, &body).await.of(200);
    }
    let too_long = "x".repeat(65);
    for key in ["", "a b", "a\tb", "é", &too_long] {
        play(&server, &member, key, &body).await.refused(400, "bad_idempotency_key");
    }
    assert_eq!(rounds(&server, &member).len(), 2);
}

#[tokio::test]
async fn keys_are_known_for_the_last_1024_rounds() {
    let mut server = Server::start().await;
    let member = server.player("emu", 100_000).await;
    let body = bet(1, 99, "under");
    let kept = play(&server, &member, "first", &body).await.of(200);
    for _ in 0..1023 {
        server.bet(&member, &body).await.of(200);
    }
    assert_eq!(play(&server, &member, "first", &body).await.of(200), kept);
    server.restart().await;
    assert_eq!(play(&server, &member, "first", &body).await.of(200), kept);
    server.bet(&member, &body).await.of(200);
    let again = play(&server, &member, "first", &body).await.of(200);
    assert_eq!(again["round"]["id"], "1-1026");
}

#[tokio::test]
async fn a_known_answer_stays_the_same_under_new_tables() {
    let mut server = Server::start().await;
    let member = server.player("emu", 1000).await;
    let body = bet(100, 50, "over");
    let first = play(&server, &member, "key", &body).await.of(200);
    let path = "/api/games/dice/history";
    let history = server.get(path).by(&member.token).send().await.of(200);
    server.restart_with(|config| config.games.tables.dice.return_percent = 90).await;
    // Rounds are shown as they were played.
    assert_eq!(server.get(path).by(&member.token).send().await.of(200), history);
    assert_eq!(play(&server, &member, "key", &body).await.of(200), first);
    let now = play(&server, &member, "new", &body).await.of(200);
    assert_eq!(now["round"]["detail"]["multiplier"], "1.8000");
}
