//! Giveaways under load: many at once, an end among them, the pushes they make, and secrets kept.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use pointhouse::draw_key::SeedOwner;
use pointhouse::giveaways::SeedRow;
use pointhouse::ids::GiveawayId;
use pointhouse::ids::UserId;
use pointhouse::tables;
use pointhouse_store::decode;
use serde_json::{Value, json};

use crate::giveaways::{create, draft, end, enter, list, order, proven, soon, with_one};
use crate::rig::{Member, PASSWORD, Patience, Server};

/// Members with points and their account codes.
async fn crowd(server: &Server, admin: &str, count: usize, points: u64) -> Vec<(Member, String)> {
    let one = async |number: usize| {
        let name = format!("member_{number}");
        let email = format!("{name}@example.com");
        let body = json!({ "username": name, "email": email, "password": PASSWORD });
        let body = server.post("/api/auth/signup").json(&body).send().await.of(201);
        let text = |name: &str| body["user"][name].as_str().unwrap().to_owned();
        let id: UserId = text("id").parse().unwrap();
        let grant = json!({ "userId": id, "action": "add", "amount": points });
        let call = server.post("/api/auth/admin/manage-points").by(admin).json(&grant);
        call.send().await.of(200);
        let token = body["token"].as_str().unwrap().to_owned();
        (Member { id, name, email, token }, text("account_id"))
    };
    let mut members = Vec::new();
    while members.len() < count {
        let from = members.len();
        members.extend(join_all((from..count.min(from + 20)).map(one)).await);
    }
    members
}

#[tokio::test]
async fn an_end_among_two_hundred_entries_loses_none_and_draws_over_all() {
    let (mut server, admin) = with_one(&draft("paid", 2)).await;
    let members = crowd(&server, &admin, 200, 100).await;
    let begun = Instant::now();
    let calls = members.iter().zip(1..).map(|((member, _), number)| {
        let body = order("paid", 2, 1 + number % 5);
        let server = &server;
        async move { enter(server, member, &body).await }
    });
    let ending = async {
        while list(&server).await["giveaways"][0]["entrantCount"].as_u64().unwrap() < 60 {}
        end(&server, &admin, 1).await.of(200)
    };
    let (answers, ended) = soon(async { tokio::join!(join_all(calls), ending) }).await;
    println!("200 at once, {:?}", begun.elapsed());
    let proof = proven(&server, 1).await;
    let mut listed: BTreeMap<(u64, u64), String> = BTreeMap::new();
    for block in proof["entries"].as_array().unwrap() {
        let number = |name: &str| block[name].as_u64().unwrap();
        let code = block["accountId"].as_str().unwrap().to_owned();
        listed.insert((number("first"), number("count")), code);
    }
    let (mut tickets, mut accepted) = (0, 0);
    for (answer, (member, code)) in answers.into_iter().zip(&members) {
        if answer.status != 200 {
            answer.refused(409, "ended");
            assert_eq!(server.balance(member).await, 100);
            continue;
        }
        let number = |name: &str| answer.body[name].as_u64().unwrap();
        let block = (number("firstTicket"), number("ticketCount"));
        assert_eq!(listed.remove(&block).as_ref(), Some(code), "{block:?}");
        assert_eq!(server.balance(member).await, 100 - 2 * block.1);
        (tickets, accepted) = (tickets + block.1, accepted + 1);
    }
    assert!(listed.is_empty(), "{listed:?} were not pushed");
    assert!(accepted >= 60);
    assert_eq!(proof["tickets"], tickets);
    assert_eq!(ended["giveaway"]["ticketCount"], tickets);
    assert_eq!(ended["giveaway"]["chain"], proof["chain"]);
    server.restart().await;
    assert_eq!(proven(&server, 1).await, proof);
    server.prove();
}

#[tokio::test]
async fn two_hundred_enter_at_once_and_nobody_is_turned_away() {
    let (mut server, admin) = with_one(&draft("free", 0)).await;
    let members = crowd(&server, &admin, 200, 1).await;
    let begun = Instant::now();
    let free = order("free", 0, 1);
    let answers = join_all(members.iter().map(|(member, _)| enter(&server, member, &free))).await;
    println!("200 free entries, {:?}", begun.elapsed());
    let tickets: BTreeSet<u64> =
        answers.into_iter().map(|a| a.of(200)["firstTicket"].as_u64().unwrap()).collect();
    assert_eq!(tickets, (0..200).collect());
    server.prove();
}

#[tokio::test]
async fn one_member_does_not_fill_the_queue() {
    let (server, _) = with_one(&draft("paid", 1)).await;
    let (emu, bilby) = (server.player("emu", 1000).await, server.player("bilby", 10).await);
    let body = order("paid", 1, 1);
    let storm = join_all((0..120).map(|_| enter(&server, &emu, &body)));
    let (storm, other) = tokio::join!(storm, enter(&server, &bilby, &body));
    other.of(200);
    let mut done = 0;
    for answer in storm {
        match answer.status {
            200 => done += 1,
            _ => drop(answer.refused(429, "too_many_requests")),
        }
    }
    assert_eq!(server.balance(&emu).await, 1000 - done);
    // Places are given back.
    enter(&server, &emu, &body).await.of(200);
}

#[tokio::test]
async fn pushes_come_at_most_once_a_second_and_the_last_state_always_does() {
    let (server, _) = with_one(&draft("paid", 1)).await;
    let emu = server.player("emu", 100).await;
    let ear = server.listen(&json!({})).await;
    let entries = async {
        for _ in 0..30 {
            enter(&server, &emu, &order("paid", 1, 1)).await.of(200);
        }
    };
    let hearing = async {
        let mut heard: Vec<(Instant, u64)> = Vec::new();
        while heard.last().is_none_or(|(_, tickets)| *tickets < 30) {
            let text = server.get(&ear).send().await.text;
            let events = text.split('\u{1e}').filter_map(|part| part.strip_prefix("42"));
            for event in events {
                let event: Value = serde_json::from_str(event).unwrap();
                if event[0] == "giveawaysUpdated" {
                    let tickets = event[1]["giveaways"][0]["ticketCount"].as_u64().unwrap();
                    heard.push((Instant::now(), tickets));
                }
            }
        }
        heard
    };
    let (heard, ()) = soon(async { tokio::join!(hearing, entries) }).await;
    for pair in heard.windows(2) {
        let gap = pair[1].0 - pair[0].0;
        // What the way to the browser differs by.
        assert!(gap > Duration::from_millis(700), "{heard:?}");
        assert!(pair[0].1 <= pair[1].1);
    }
}

#[tokio::test]
async fn the_server_seed_is_nowhere_before_the_end() {
    let (server, admin) = with_one(&draft("paid", 1)).await;
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let emu = server.player("emu", 100).await;
    let ear = server.listen(&json!({ "adminToken": admin })).await;
    let view = server.site().store().view();
    let seeds: Vec<String> = (1_u64..=2)
        .map(|id| view.get(tables::GIVEAWAY_SEED, &id.to_be_bytes()).unwrap().unwrap())
        .map(|row| decode(&row).unwrap())
        .zip(1_u64..)
        .map(|(SeedRow(seed), id)| {
            let owner = SeedOwner::Giveaway(GiveawayId(id));
            hex::encode(server.draw_key().open(owner, &seed).unwrap())
        })
        .collect();
    let mut actual = vec![enter(&server, &emu, &order("paid", 1, 3)).await.text];
    for path in ["/api/giveaways", "/api/giveaways/1", "/api/giveaways/1/proof", "/metrics"] {
        for token in ["", &emu.token, &admin] {
            actual.push(server.get(path).by(token).send().await.text);
        }
    }
    actual.push(server.get("/api/history/giveaways").by(&emu.token).send().await.text);
    let patience = Patience::for_event("the giveaways are pushed");
    while !actual.last().unwrap().contains("giveawaysUpdated") {
        patience.check();
        actual.push(server.get(&ear).send().await.text);
    }
    for (_, row) in view.scan(tables::AUDIT, &[], &[], 100).unwrap() {
        actual.push(String::from_utf8_lossy(&row).into_owned());
    }
    for text in &actual {
        for seed in &seeds {
            assert!(!text.contains(seed.as_str()), "{text}");
        }
    }
    // One ends; the other keeps its secret.
    let ended = end(&server, &admin, 1).await.text;
    assert!(ended.contains(&seeds[0]) && !ended.contains(&seeds[1]));
    let all = list(&server).await.to_string();
    assert!(all.contains(&seeds[0]) && !all.contains(&seeds[1]));
}

#[tokio::test]
async fn the_list_has_a_tag_that_changes_with_it() {
    let (server, _) = with_one(&draft("paid", 1)).await;
    let emu = server.player("emu", 100).await;
    let first = server.get("/api/giveaways").send().await;
    let tag = first.header("etag").to_owned();
    let again = async |tag: &str| {
        server.get("/api/giveaways").header("if-none-match", tag).send().await.status
    };
    assert_eq!(again(&tag).await, 304);
    enter(&server, &emu, &order("paid", 1, 1)).await.of(200);
    assert_eq!(again(&tag).await, 200);
    // The clock changes it, too.
    let tag = server.get("/api/giveaways").send().await.header("etag").to_owned();
    assert_eq!(again(&tag).await, 304);
    server.pass(2 * crate::rig::HOUR);
    assert_eq!(again(&tag).await, 200);
}
