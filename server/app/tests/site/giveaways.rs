//! Giveaways: what an entry may be, what everybody sees, and how they end.

use std::time::Duration;

use futures_util::future::join_all;
use insta::assert_json_snapshot;
use pointhouse::clock::Millis;
use pointhouse::tables;
use pointhouse_rules::replay::replay_line;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::rig::{Answer, HOUR, Member, NOON, PASSWORD, SECOND, Server};

/// A giveaway that runs from now until in two hours.
pub(crate) fn draft(entry_type: &str, cost: u64) -> Value {
    json!({
        "title": "Friday drop",
        "description": "A card for one of you",
        "prize": "$50 gift card",
        "startTime": Millis(NOON).iso(),
        "endTime": Millis(NOON + 2 * HOUR).iso(),
        "entryType": entry_type,
        "entryCost": cost,
    })
}

pub(crate) async fn create(server: &Server, admin: &str, draft: &Value) -> Answer {
    server.post("/api/giveaways").by(admin).json(draft).send().await
}

/// A server with one giveaway, and the admin's token.
pub(crate) async fn with_one(draft: &Value) -> (Server, String) {
    let server = Server::start().await;
    let admin = server.admin().await;
    assert_eq!(create(&server, &admin, draft).await.of(200)["giveaway"]["id"], "1");
    (server, admin)
}

pub(crate) fn order(entry_type: &str, cost: u64, tickets: i64) -> Value {
    json!({ "entryType": entry_type, "entryCost": cost, "ticketCount": tickets })
}

pub(crate) async fn enter(server: &Server, member: &Member, body: &Value) -> Answer {
    server.post("/api/giveaways/1/entries").by(&member.token).json(body).send().await
}

pub(crate) async fn list(server: &Server) -> Value {
    server.get("/api/giveaways").send().await.of(200)
}

pub(crate) async fn end(server: &Server, admin: &str, id: u64) -> Answer {
    server.post(&format!("/api/giveaways/{id}/end")).by(admin).send().await
}

pub(crate) async fn delete(server: &Server, admin: &str, id: u64) -> Answer {
    server.call(Method::DELETE, &format!("/api/giveaways/{id}")).by(admin).send().await
}

pub(crate) async fn history(server: &Server, member: &Member) -> Value {
    server.get("/api/history/giveaways").by(&member.token).send().await.of(200)
}

/// Waits for something that comes by itself, and fails when it does not.
pub(crate) async fn soon<T>(event: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(120), event).await.expect("it happens by itself")
}

fn sha(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Reads the proof of a giveaway and recomputes everything in it, as `pointhouse replay` does.
pub(crate) async fn proven(server: &Server, id: u64) -> Value {
    let answer = server.get(&format!("/api/giveaways/{id}/proof")).send().await.of(200);
    let proof = &answer["proof"];
    let text = proof["text"].as_str().unwrap();
    assert_eq!(proof["clientSeed"], sha(text));
    assert_eq!(proof["serverSeedHash"], sha(proof["serverSeed"].as_str().unwrap()));
    let mut lines = text.lines();
    let head = format!("giveaway:{id}:{}", proof["tickets"]);
    assert_eq!(lines.next(), Some(head.as_str()));
    let mut chain = sha(&format!("giveaway:{id}"));
    let mut entries = Vec::new();
    for line in lines {
        chain = sha(&format!("{chain}:{line}"));
        let mut parts = line.splitn(3, ':').skip(1);
        let count: u64 = parts.next().unwrap().parse().unwrap();
        entries.push(json!({ "count": count, "account_id": parts.next().unwrap() }));
    }
    assert_eq!(proof["chain"], chain);
    let line = json!({
        "game": "giveaway",
        "server_seed": proof["serverSeed"],
        "giveaway_id": id.to_string(),
        "entries": entries,
    });
    let actual: Value = serde_json::from_str(&replay_line(&line.to_string())).unwrap();
    assert_eq!(actual["clientSeed"], proof["clientSeed"]);
    assert_eq!(actual["entry_chain_last"], proof["chain"]);
    let draws = proof["draws"].as_array().unwrap();
    if let Some(first) = draws.first() {
        assert_eq!(
            (&actual["winnerHash"], &actual["winnerIndex"]),
            (&first["hash"], &first["index"])
        );
        assert_eq!(actual["winner"], first["accountId"]);
    }
    if draws.len() == 1 && draws[0]["forfeited"] == false {
        for name in ["winnerHash", "winnerIndex", "winner"] {
            assert_eq!(actual[name], proof[name], "{name}");
        }
    }
    proof.clone()
}

#[tokio::test]
async fn tickets_are_paid_numbered_and_drawn() {
    let (mut server, admin) = with_one(&draft("paid", 25)).await;
    let (emu, quoll) = (server.player("emu", 200).await, server.player("quokka", 30).await);
    assert_json_snapshot!("giveaways", {
        ".giveaways[].serverSeedHash" => "[hash]"
    }, list(&server).await);
    let entered = enter(&server, &emu, &order("paid", 25, 3)).await.of(200);
    assert_json_snapshot!("entered", {
        ".giveaway.serverSeedHash" => "[hash]", ".giveaway.chain" => "[chain]"
    }, entered);
    let other = enter(&server, &quoll, &order("paid", 25, 1)).await.of(200);
    assert_eq!((&other["firstTicket"], &other["updatedUserPoints"]), (&json!(3), &json!(5)));
    // More may be bought until the end.
    let more = enter(&server, &emu, &order("paid", 25, 2)).await.of(200);
    assert_eq!((&more["firstTicket"], &more["own"]), (&json!(4), &json!(5)));
    assert_eq!(more["giveaway"]["entrantCount"], 2);
    let ledger = server.get("/api/me/ledger").by(&emu.token).send().await.of(200);
    assert_eq!(ledger["items"][0]["reason"], "Giveaway tickets");
    assert_eq!(ledger["items"][0]["reference"], "giveaway-1-3");
    // Own tickets: the member's, not the visitor's.
    let own = server.get("/api/giveaways").by(&emu.token).send().await.of(200);
    assert_eq!(own["own"], json!({ "1": 5 }));
    assert_eq!(list(&server).await["own"], json!({}));
    let one = server.get("/api/giveaways/1").by(&quoll.token).send().await.of(200);
    assert_eq!(one["own"], 1);
    assert_eq!(history(&server, &emu).await[0]["status"], "pending");
    server.get("/api/giveaways/1/proof").send().await.refused(409, "not_ended");

    server.pass(2 * HOUR - 1);
    assert_eq!(list(&server).await["giveaways"][0]["status"], "active");
    server.pass(1);
    let ended = &list(&server).await["giveaways"][0];
    assert_eq!((&ended["status"], &ended["endedEarly"]), (&json!("ended"), &json!(false)));
    assert_eq!(ended["endedAt"], Millis(NOON + 2 * HOUR).iso());
    let proof = proven(&server, 1).await;
    assert_eq!((&proof["tickets"], &proof["truncated"]), (&json!(6), &json!(false)));
    assert_eq!(proof["winnerIndex"], ended["provablyFair"]["winnerIndex"]);
    assert_eq!(proof["chain"], ended["chain"]);
    // Masked for all but the winner and admins.
    let emu_won = proof["winnerIndex"].as_u64().unwrap() != 3;
    let (winner, loser) = if emu_won { (&emu, &quoll) } else { (&quoll, &emu) };
    let masked = if emu_won { "e*u" } else { "qu**ka" };
    let seen = async |token: &str| {
        let seen = server.get("/api/giveaways").by(token).send().await.of(200);
        seen["giveaways"][0]["winner"]["username"].clone()
    };
    assert_eq!(ended["winner"]["username"], masked);
    assert_eq!(seen(&loser.token).await, masked);
    assert_eq!(seen(&winner.token).await, winner.name);
    assert_eq!(seen(&admin).await, winner.name);
    assert_eq!(history(&server, winner).await[0]["status"], "won");
    assert_eq!(history(&server, loser).await[0]["status"], "lost");
    let file = server.get("/giveaways.json").by(&emu.token).send().await;
    assert_eq!(file.body, history(&server, &emu).await);
    assert_eq!((&file.body[0]["tickets"], &file.body[0]["spent"]), (&json!(5), &json!(125)));
    enter(&server, &emu, &order("paid", 25, 1)).await.refused(409, "ended");
    server.restart().await;
    assert_eq!(proven(&server, 1).await, proof);
    assert_eq!(list(&server).await["giveaways"][0]["winner"]["username"], masked);
    assert_eq!(server.prove().giveaways, 1);
}

#[tokio::test]
async fn an_entry_that_may_not_be_moves_nothing() {
    let mut later = draft("paid", 25);
    later["startTime"] = json!(Millis(NOON + HOUR).iso());
    let (server, _) = with_one(&later).await;
    let emu = server.player("emu", 100).await;
    let paid = order("paid", 25, 1);
    enter(&server, &emu, &paid).await.refused(409, "not_started");
    server.pass(HOUR);
    let text = enter(&server, &emu, &order("paid", 24, 1)).await.refused(409, "price_changed");
    assert_eq!(text, "A ticket now costs 25");
    enter(&server, &emu, &order("free", 0, 1)).await.refused(409, "price_changed");
    enter(&server, &emu, &order("paid", 25, 0)).await.refused(400, "validation");
    enter(&server, &emu, &order("paid", 25, -1)).await.refused(400, "validation");
    let answer = enter(&server, &emu, &order("paid", 25, 5)).await;
    assert_eq!(answer.refused(400, "insufficient_points"), "Insufficient points");
    enter(&server, &emu, &order("paid", 25, i64::MAX)).await.refused(400, "insufficient_points");
    let untold = enter(&server, &emu, &json!({ "entryType": "paid" })).await;
    assert_eq!(untold.refused(400, "bad_request"), "`entryCost` is missing");
    let mut foreign = paid.clone();
    foreign["userId"] = json!("99");
    enter(&server, &emu, &foreign).await.refused(403, "forbidden");
    foreign["userId"] = json!(emu.id);
    enter(&server, &emu, &foreign).await.of(200);
    for unknown in ["2", "0", "01", "x", "-1"] {
        let path = format!("/api/giveaways/{unknown}/entries");
        let call = server.post(&path).by(&emu.token).json(&paid);
        call.send().await.refused(404, "not_found");
    }
    assert_eq!(server.balance(&emu).await, 75);
    // Exactly what is left.
    enter(&server, &emu, &order("paid", 25, 3)).await.of(200);
    enter(&server, &emu, &paid).await.refused(400, "insufficient_points");
    assert_eq!(list(&server).await["giveaways"][0]["ticketCount"], 4);
}

#[tokio::test]
async fn a_free_giveaway_gives_one_ticket_to_each_member() {
    let (mut server, _) = with_one(&draft("free", 0)).await;
    let (emu, bilby) = (server.member("emu").await, server.member("bilby").await);
    let free = order("free", 0, 1);
    enter(&server, &emu, &order("free", 0, 2)).await.refused(400, "validation");
    // Two windows at once.
    let answers = join_all((0..4).map(|_| enter(&server, &emu, &free))).await;
    let done = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(done, 1, "{answers:?}");
    enter(&server, &emu, &free).await.refused(409, "already_entered");
    let entered = enter(&server, &bilby, &free).await.of(200);
    assert_eq!((&entered["totalCost"], &entered["own"]), (&json!(0), &json!(1)));
    server.restart().await;
    enter(&server, &emu, &free).await.refused(409, "already_entered");
    let card = &list(&server).await["giveaways"][0];
    assert_eq!((&card["ticketCount"], &card["entrantCount"]), (&json!(2), &json!(2)));
    server.prove();
}

#[tokio::test]
async fn a_copy_of_an_entry_buys_nothing_also_after_a_restart_and_after_the_end() {
    let (mut server, admin) = with_one(&draft("paid", 25)).await;
    let emu = server.player("emu", 1000).await;
    let call = |body: &Value| {
        let call = server.post("/api/giveaways/1/entries").by(&emu.token).key("one");
        call.json(body).send()
    };
    let body = order("paid", 25, 2);
    let answers = join_all((0..8).map(|_| call(&body))).await;
    let first = answers[0].body.clone();
    for answer in answers {
        assert_eq!(answer.of(200), first);
    }
    call(&order("paid", 25, 3)).await.refused(409, "idempotency_mismatch");
    assert_eq!(server.balance(&emu).await, 950);
    enter(&server, &emu, &order("paid", 25, 4)).await.of(200);
    server.restart().await;
    let again = async |server: &Server| {
        let call = server.post("/api/giveaways/1/entries").by(&emu.token).key("one");
        call.json(&body).send().await.of(200)
    };
    let shown = |answer: &Value| {
        ["firstTicket", "ticketCount", "own", "totalCost", "updatedUserPoints", "seq", "message"]
            .map(|name| answer[name].clone())
    };
    assert_eq!(shown(&again(&server).await), shown(&first));
    end(&server, &admin, 1).await.of(200);
    assert_eq!(shown(&again(&server).await), shown(&first));
    assert_eq!(server.balance(&emu).await, 850);
    // The same key on another giveaway is another key.
    create(&server, &admin, &draft("paid", 25)).await.of(200);
    let call = server.post("/api/giveaways/2/entries").by(&emu.token).key("one");
    assert_eq!(call.json(&body).send().await.of(200)["firstTicket"], 0);
    server.prove();
}

#[tokio::test]
async fn what_ended_while_the_site_was_closed_is_drawn_at_the_start() {
    let (mut server, _) = with_one(&draft("paid", 1)).await;
    let emu = server.player("emu", 10).await;
    enter(&server, &emu, &order("paid", 1, 10)).await.of(200);
    server.stop();
    server.pass(3 * HOUR);
    server.restart().await;
    // It is on disk before anybody asks.
    let due = server.site().store().view().scan(tables::GIVEAWAY_DUE, &[], &[], 9).unwrap();
    assert!(due.is_empty());
    let proof = proven(&server, 1).await;
    assert!(proof["winner"].is_string());
    let card = &list(&server).await["giveaways"][0];
    assert_eq!(card["endedAt"], Millis(NOON + 2 * HOUR).iso());
    server.prove();
}

#[tokio::test]
async fn a_giveaway_without_entries_ends_without_a_winner() {
    let (mut server, _) = with_one(&draft("free", 0)).await;
    server.pass(2 * HOUR);
    // The job of the minute does it, too.
    assert_eq!(server.site().giveaways().end_overdue().await.unwrap(), 1);
    assert_eq!(server.site().giveaways().end_overdue().await.unwrap(), 0);
    let card = &list(&server).await["giveaways"][0];
    assert_eq!((&card["status"], &card["winner"]), (&json!("ended"), &Value::Null));
    assert_eq!(card["provablyFair"]["winnerHash"], Value::Null);
    let proof = proven(&server, 1).await;
    assert_eq!((&proof["draws"], &proof["winner"]), (&json!([]), &Value::Null));
    server.prove();
}

#[tokio::test]
async fn the_timer_of_a_giveaway_ends_it_unasked() {
    // The test clock stands still: the timer fires after a moment and finds the giveaway due.
    let mut short = draft("paid", 1);
    short["endTime"] = json!(Millis(NOON + 300).iso());
    let (server, _) = with_one(&short).await;
    let emu = server.player("emu", 10).await;
    enter(&server, &emu, &order("paid", 1, 1)).await.of(200);
    let ear = server.listen(&json!({})).await;
    server.pass(300);
    let hearing = async {
        loop {
            let heard = server.get(&ear).send().await.text;
            if heard.contains(r#""status":"ended""#) {
                return heard;
            }
        }
    };
    let heard = soon(hearing).await;
    assert!(heard.contains(r#""winner":{"username":"e*u"}"#), "{heard}");
    server.pass(SECOND);
}

#[tokio::test]
async fn entering_and_leaving_again_and_again_makes_no_giveaway_larger() {
    let (mut server, admin) = with_one(&draft("free", 0)).await;
    for _ in 0..3 {
        let emu = server.member("emu").await;
        enter(&server, &emu, &order("free", 0, 1)).await.of(200);
        let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&emu.token);
        call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    }
    let counts = |card: &Value| (card["ticketCount"].clone(), card["entrantCount"].clone());
    for _ in 0..2 {
        let card = &list(&server).await["giveaways"][0];
        assert_eq!(counts(card), (json!(0), json!(0)));
        server.restart().await;
    }
    let quokka = server.member("quokka").await;
    let entered = enter(&server, &quokka, &order("free", 0, 1)).await.of(200);
    assert_eq!(counts(&entered["giveaway"]), (json!(1), json!(1)));
    assert_eq!(entered["firstTicket"], 3);
    // The list that is drawn from has every ticket that was ever given, as its proof shows.
    let ended = end(&server, &admin, 1).await.of(200);
    assert_eq!(ended["winner"]["username"], "quokka");
    server.pass(SECOND);
    for _ in 0..2 {
        let card = &list(&server).await["giveaways"][0];
        assert_eq!(counts(card), (json!(1), json!(1)));
        assert_eq!(card["listedTickets"], 4);
        assert_eq!(proven(&server, 1).await["tickets"], 4);
        server.restart().await;
    }
    // Who leaves after the end had entered.
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&quokka.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    for _ in 0..2 {
        assert_eq!(counts(&list(&server).await["giveaways"][0]), (json!(1), json!(1)));
        server.restart().await;
    }
    // The counts stay the same when twenty later ones have taken its place on the list.
    for id in 2..=21 {
        create(&server, &admin, &draft("free", 0)).await.of(200);
        end(&server, &admin, id).await.of(200);
    }
    let shown = list(&server).await["giveaways"].take();
    assert!(shown.as_array().unwrap().iter().all(|card| card["id"] != "1"));
    let one = server.get("/api/giveaways/1").send().await.of(200);
    assert_eq!(counts(&one["giveaway"]), (json!(1), json!(1)));
    let all = server.get("/api/giveaways").by(&admin).send().await.of(200);
    let all = all["giveaways"].as_array().unwrap();
    let oldest = all.iter().find(|card| card["id"] == "1").unwrap();
    assert_eq!((all.len(), counts(oldest)), (21, (json!(1), json!(1))));
    server.prove();
}
