//! Members' actors go to rest while calls come in: none is lost, none is doubled.

use std::collections::HashSet;

use futures_util::future::join_all;
use serde_json::json;

use crate::dice::bet;
use crate::rig::{Patience, Server};

#[tokio::test]
async fn a_member_who_plays_while_the_session_goes_to_rest_loses_nothing() {
    // With no idle time at all, sessions and wallets rest as soon as their mailbox is empty.
    let mut server = Server::with(|config| config.members.idle_seconds = 0).await;
    let member = server.player("emu", 100_000).await;
    let body = bet(2, 50, "over");
    let mut rounds = HashSet::new();
    let mut balances = Vec::new();
    for wave in 0..25 {
        let calls = (0..14).map(|number| {
            let key = format!("{wave}-{}", number / 2);
            let call = server.post("/api/games/dice/bet").by(&member.token).key(&key);
            call.json(&body).send()
        });
        let looks = (0..2).map(|_| server.get("/api/games/fairness").by(&member.token).send());
        let (answers, looks) = tokio::join!(join_all(calls), join_all(looks));
        let mut of_wave = HashSet::new();
        for answer in answers {
            let body = answer.of(200);
            of_wave.insert(body["round"]["id"].as_str().unwrap().to_owned());
            balances.push((body["seq"].as_u64().unwrap(), body["balance"].as_u64().unwrap()));
        }
        for look in looks {
            look.of(200);
        }
        assert_eq!(of_wave.len(), 7, "two copies of each key: {of_wave:?}");
        assert!(of_wave.is_disjoint(&rounds));
        rounds.extend(of_wave);
        if wave % 5 == 0 {
            let call = server.post("/api/games/fairness/rotate").by(&member.token).json(&json!({}));
            call.send().await.of(200);
        }
    }
    let history = server.get("/api/games/dice/history?limit=1").by(&member.token).send().await;
    let newest = &history.of(200)["history"][0]["id"];
    assert_eq!(*newest, format!("1-{}", rounds.len()));
    assert_eq!(rounds.len(), 25 * 7);
    balances.sort_unstable();
    balances.dedup();
    assert_eq!(balances.len(), rounds.len());
    let last = balances.last().unwrap().1;
    assert_eq!(server.balance(&member).await, last);
    let findings = server.prove();
    assert_eq!((findings.rounds, findings.points), (rounds.len() as u64, u128::from(last)));
}

#[tokio::test]
async fn a_passivated_actor_is_removed_and_reloads_everything() {
    let mut server = Server::with(|config| config.members.idle_seconds = 0).await;
    let member = server.player("emu", 1000).await;
    let call = |key: &str| {
        let call = server.post("/api/games/dice/bet").by(&member.token).key(key);
        call.json(&bet(1, 50, "over")).send()
    };
    let patience = Patience::for_event("a bet is taken and all actors go to rest");
    let first = loop {
        patience.check();
        let answer = call("first").await;
        if answer.status == 200 {
            break answer.body;
        }
    };
    let admin = server.admin().await;
    // Waits until no actor is running, according to the metrics.
    loop {
        patience.check();
        let figures = server.get("/metrics").by(&admin).send().await.text;
        let awake = |name: &str| figures.contains(&format!("pointhouse_{name}_awake 0\n"));
        if awake("sessions") && awake("wallets") {
            break;
        }
        tokio::task::yield_now().await;
    }
    let again = loop {
        patience.check();
        let answer = call("first").await;
        if answer.status == 200 {
            break answer.body;
        }
    };
    assert_eq!(again, first);
    assert_eq!(server.prove().rounds, 1);
}
