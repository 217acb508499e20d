//! What a member can verify: commitments, seeds, recomputed rounds.

use insta::assert_json_snapshot;
use pointhouse_rules::replay::replay_line;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::dice::bet;
use crate::rig::{Answer, Member, Program, Server};

async fn fairness(server: &Server, member: &Member) -> Value {
    server.get("/api/games/fairness").by(&member.token).send().await.of(200)
}

async fn rotate(server: &Server, member: &Member, body: &Value) -> Answer {
    server.post("/api/games/fairness/rotate").by(&member.token).json(body).send().await
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_commitment(value: &Value) -> bool {
    let text = value.as_str().unwrap();
    text.len() == 64 && text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

#[tokio::test]
async fn a_pair_is_committed_to_before_it_is_used() {
    let mut server = Server::start().await;
    let member = server.player("emu", 1000).await;
    let first = fairness(&server, &member).await;
    assert!(is_commitment(&first["serverSeedHash"]) && is_commitment(&first["nextServerSeedHash"]));
    assert_ne!(first["serverSeedHash"], first["nextServerSeedHash"]);
    assert_eq!((&first["pairId"], &first["nonce"]), (&json!("1.1"), &json!(0)));
    assert_eq!(first.as_object().unwrap().len(), 6, "nothing but the published fields: {first}");
    server.restart().await;
    assert_eq!(fairness(&server, &member).await, first);
    let other = server.member("bilby").await;
    assert_ne!(fairness(&server, &other).await["serverSeedHash"], first["serverSeedHash"]);

    for nonce in 0..3 {
        let round = server.bet(&member, &bet(1, 50, "over")).await.of(200)["round"].take();
        assert_eq!((&round["pairId"], &round["nonce"]), (&first["pairId"], &json!(nonce)));
    }
    let body = rotate(&server, &member, &json!({})).await.of(200);
    let revealed = &body["revealed"];
    assert_eq!(sha256(revealed["serverSeed"].as_str().unwrap()), first["serverSeedHash"]);
    for field in ["serverSeedHash", "clientSeed", "pairId"] {
        assert_eq!(revealed[field], first[field]);
    }
    assert_eq!(revealed["rounds"], 3);
    // The prepared pair is the one that was promised.
    assert_eq!(body["current"]["serverSeedHash"], first["nextServerSeedHash"]);
    assert_eq!((&body["current"]["pairId"], &body["current"]["nonce"]), (&json!("1.2"), &json!(0)));
    assert_ne!(body["current"]["clientSeed"], first["clientSeed"]);
    let round = server.bet(&member, &bet(1, 50, "over")).await.of(200)["round"].take();
    assert_eq!((&round["pairId"], &round["nonce"]), (&json!("1.2"), &json!(0)));
    server.restart().await;
    let now = fairness(&server, &member).await;
    assert_eq!((&now["nonce"], &now["serverSeedHash"]), (&json!(1), &first["nextServerSeedHash"]));
    server.prove();
}

#[tokio::test]
async fn a_pair_and_its_rotation_look_like_this() {
    let server = Server::start().await;
    let member = server.planted("emu", 100).await;
    let call = server.get("/api/games/fairness").by(&member.token);
    assert_json_snapshot!("fairness", call.send().await.shape(200));
    server.bet(&member, &bet(1, 50, "over")).await.of(200);
    let mut rotated = rotate(&server, &member, &json!({ "clientSeed": "chosen" })).await.shape(200);
    rotated["current"]["nextServerSeedHash"] = "[random]".into();
    assert_json_snapshot!("rotated", rotated);
}

#[tokio::test]
async fn a_client_seed_is_the_members_own() {
    let server = Server::start().await;
    let member = server.player("emu", 1000).await;
    let longest = "x".repeat(64);
    for seed in ["A", "my-seed_1.0", &longest] {
        let body = rotate(&server, &member, &json!({ "clientSeed": seed })).await.of(200);
        assert_eq!(body["current"]["clientSeed"], seed);
        let proof = server.bet(&member, &bet(1, 50, "over")).await.of(200);
        let path = format!("/api/games/rounds/{}", proof["round"]["id"].as_str().unwrap());
        let proof = server.get(&path).by(&member.token).send().await.of(200);
        assert_eq!(proof["proof"]["clientSeed"], seed);
    }
    let before = fairness(&server, &member).await;
    for seed in ["", "a b", "a:b", "é", "a\n", &"x".repeat(65), "💥"] {
        let answer = rotate(&server, &member, &json!({ "clientSeed": seed })).await;
        let text = answer.refused(400, "bad_client_seed");
        assert_eq!(text, "The client seed must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
    }
    for body in [json!({ "clientSeed": 5 }), json!([])] {
        rotate(&server, &member, &body).await.refused(400, "bad_request");
    }
    assert_eq!(fairness(&server, &member).await, before, "a refused rotation changes nothing");
}

#[tokio::test]
async fn a_seed_is_shown_only_after_its_rotation() {
    let mut server = Server::start().await;
    let member = server.player("emu", 1000).await;
    server.bet(&member, &bet(1, 50, "over")).await.of(200);
    let proof = async |server: &Server| {
        let answer = server.get("/api/games/rounds/1-1").by(&member.token).send().await;
        let admin = server.get("/api/games/rounds/1-1").by(&server.admin().await).send().await;
        assert_eq!(answer.text, admin.text);
        answer
    };
    let hidden = proof(&server).await;
    assert_eq!(hidden.body["proof"]["serverSeed"], Value::Null);
    let revealed = rotate(&server, &member, &json!({})).await.of(200)["revealed"].take();
    let seed = revealed["serverSeed"].as_str().unwrap();
    assert!(!hidden.text.contains(seed));
    let shown = proof(&server).await.of(200);
    assert_eq!(shown["proof"]["serverSeed"], seed);
    assert_eq!(shown["proof"]["serverSeedHash"], hidden.body["proof"]["serverSeedHash"]);
    assert_eq!(shown["round"], hidden.body["round"]);
    server.restart().await;
    assert_eq!(proof(&server).await.of(200), shown);
}

#[tokio::test]
async fn every_round_is_the_one_that_the_seeds_give() {
    let server = Server::start().await;
    let member = server.player("emu", 10_000).await;
    let seeded = json!({ "clientSeed": "my.own-seed" });
    rotate(&server, &member, &seeded).await.of(200);
    let mut rounds = Vec::new();
    for number in 0..40_u64 {
        let direction = if number % 2 == 0 { "over" } else { "under" };
        let body = bet(1 + number, 1 + 2 * number, direction);
        rounds.push(server.bet(&member, &body).await.of(200)["round"].take());
    }
    let revealed = rotate(&server, &member, &json!({})).await.of(200)["revealed"].take();
    let lines: Vec<String> = rounds
        .iter()
        .map(|round| {
            json!({
                "game": "dice",
                "server_seed": revealed["serverSeed"],
                "client_seed": revealed["clientSeed"],
                "nonce": round["nonce"],
                "params": round["params"],
            })
            .to_string()
        })
        .collect();
    let replayed = tokio::task::spawn_blocking(move || {
        let finished = Program::bare(&["replay"]).fed(&(lines.join("\n") + "\n"));
        assert_eq!((finished.code, finished.err.as_str()), (Some(0), ""));
        for (line, answer) in lines.iter().zip(finished.out.lines()) {
            assert_eq!(replay_line(line), answer);
        }
        finished.out
    });
    let replayed = replayed.await.unwrap();
    assert_eq!(replayed.lines().count(), rounds.len());
    for (round, answer) in rounds.iter().zip(replayed.lines()) {
        let answer: Value = serde_json::from_str(answer).unwrap();
        assert_eq!(round["detail"], answer);
    }
}
