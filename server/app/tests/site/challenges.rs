//! Challenges: published whole, read by everybody, awarded once.

use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::rig::{Answer, Server};

pub(crate) fn challenge(title: &str) -> Value {
    json!({
        "id": 1_700_000_000_000_u64,
        "title": title,
        "provider": "Pragmatic",
        "task": "Hit it",
        "description": "",
        "image": "https://example.com/a.png",
        "minBet": "$0.20",
        "multiplier": "500x",
        "reward": "$50",
        "difficulty": "Hard",
        "completed": false,
        "rewardPoints": 250,
    })
}

async fn publish(server: &Server, admin: &str, list: &Value, based_on: Option<&str>) -> Answer {
    let mut call = server.post("/api/challenges").by(admin).json(list);
    if let Some(tag) = based_on {
        call = call.header("if-match", tag);
    }
    call.send().await
}

async fn list(server: &Server) -> Value {
    server.get("/api/challenges").send().await.of(200)
}

#[tokio::test]
async fn a_list_is_published_whole_and_keeps_its_numbers() {
    let mut server = Server::start().await;
    let admin = server.admin().await;
    assert_eq!(list(&server).await, json!([]));
    let visitor = server.listen(&json!({})).await;
    let first = json!([challenge("One"), challenge("Two")]);
    publish(&server, &admin, &first, None).await.of(200);
    let shown = list(&server).await;
    assert_json_snapshot!("challenges", shown);
    // The whole list is pushed to everybody.
    let heard = server.get(&visitor).send().await.text;
    let heard: Value = serde_json::from_str(heard.strip_prefix("42").unwrap()).unwrap();
    assert_eq!(heard, json!(["challengesUpdated", shown]));
    // Two goes first, One goes away, a third comes: numbers of old ones stay, no number comes again.
    let next = json!([shown[1], challenge("Three")]);
    publish(&server, &admin, &next, None).await.of(200);
    let ids = |list: &Value| -> Vec<String> {
        let all = list.as_array().unwrap();
        all.iter()
            .map(|one| {
                format!("{} {}", one["id"].as_str().unwrap(), one["title"].as_str().unwrap())
            })
            .collect()
    };
    assert_eq!(ids(&list(&server).await), ["2 Two", "3 Three"]);
    server.restart().await;
    assert_eq!(ids(&list(&server).await), ["2 Two", "3 Three"]);
    publish(&server, &admin, &json!([]), None).await.of(200);
    publish(&server, &admin, &json!([challenge("Four")]), None).await.of(200);
    assert_eq!(ids(&list(&server).await), ["4 Four"]);
}

#[tokio::test]
async fn publishing_over_a_newer_list_is_refused() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let empty = server.get("/api/challenges").send().await;
    let tag = empty.header("etag").to_owned();
    let mine = json!([challenge("Mine")]);
    let published = publish(&server, &admin, &mine, Some(&tag)).await.of(200);
    let yours = json!([challenge("Yours")]);
    publish(&server, &admin, &yours, Some(&tag)).await.refused(409, "version_conflict");
    assert_eq!(list(&server).await[0]["title"], "Mine");
    let version = published["version"].as_str().unwrap();
    publish(&server, &admin, &yours, Some(version)).await.of(200);
    assert_eq!(list(&server).await[0]["title"], "Yours");
    // A client with the newest list gets 304.
    let newest = server.get("/api/challenges").send().await;
    let again = server.get("/api/challenges").header("if-none-match", newest.header("etag"));
    assert_eq!(again.send().await.status, 304);
}

#[tokio::test]
async fn a_list_with_a_mistake_changes_nothing_and_names_it() {
    let server = Server::start().await;
    let admin = server.admin().await;
    publish(&server, &admin, &json!([challenge("One")]), None).await.of(200);
    let shown = list(&server).await;
    let with = |name: &str, value: Value| {
        let mut wrong = challenge("Two");
        wrong[name] = value;
        json!([shown[0], wrong])
    };
    for (name, value) in [
        ("title", json!(" ")),
        ("title", json!("x".repeat(121))),
        ("task", json!("")),
        ("task", json!(" ")),
        ("reward", json!("")),
        ("image", json!("http://example.com/a.png")),
        ("image", json!("javascript:alert(1)")),
        ("description", json!("x".repeat(2001))),
        ("rewardPoints", json!(1_000_000_001_u64)),
    ] {
        let answer = publish(&server, &admin, &with(name, value), None).await;
        assert!(answer.body["fields"][name].is_string(), "{answer:?}");
        answer.refused(400, "validation");
    }
    for (name, value) in [("difficulty", json!("Impossible")), ("completed", json!("no"))] {
        publish(&server, &admin, &with(name, value), None).await.refused(400, "bad_request");
    }
    let twice = json!([shown[0], shown[0]]);
    publish(&server, &admin, &twice, None).await.refused(400, "bad_list");
    let many: Vec<Value> = (0..201).map(|n| challenge(&format!("c{n}"))).collect();
    publish(&server, &admin, &json!(many), None).await.refused(400, "bad_list");
    assert_eq!(list(&server).await, shown);
}

#[tokio::test]
async fn an_award_pays_once_and_marks_it_completed() {
    let mut server = Server::start().await;
    let (member, other) = (server.member("emu").await, server.member("bilby").await);
    let admin = server.admin().await;
    let mut plain = challenge("No points");
    plain["rewardPoints"] = Value::Null;
    publish(&server, &admin, &json!([challenge("One"), plain]), None).await.of(200);
    let award = async |server: &Server, id: &str, user: Value| {
        let path = format!("/api/admin/challenges/{id}/award");
        server.post(&path).by(&admin).json(&json!({ "userId": user })).send().await
    };
    let paid = award(&server, "1", json!(member.id)).await.of(200);
    assert_eq!(paid["newPoints"], 250);
    assert_eq!(list(&server).await[0]["completed"], true);
    award(&server, "1", json!(other.id)).await.refused(409, "already_completed");
    award(&server, "2", json!(member.id)).await.refused(400, "no_points");
    award(&server, "9", json!(member.id)).await.refused(404, "not_found");
    award(&server, "1", json!("99")).await.refused(404, "not_found");
    // A draft can reopen it; its points stay paid.
    let mut again = list(&server).await;
    again[0]["completed"] = json!(false);
    publish(&server, &admin, &again, None).await.of(200);
    server.restart().await;
    award(&server, "1", json!(other.id)).await.refused(409, "already_completed");
    let ledger = server.get("/api/me/ledger").by(&member.token).send().await.of(200);
    assert_eq!(ledger["items"][0]["reason"], "Challenge reward");
    assert_eq!((server.balance(&member).await, server.balance(&other).await), (250, 0));
    server.prove();
}

#[tokio::test]
async fn a_test_update_is_heard_by_admins_alone() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let test = || server.post("/api/admin/challenges/test-update").by(&admin).json(&json!({}));
    let text = test().send().await.refused(409, "no_challenges");
    assert_eq!(text, "No challenges available for testing");
    publish(&server, &admin, &json!([challenge("One")]), None).await.of(200);
    let [visitor, watching] =
        [server.listen(&json!({})).await, server.listen(&json!({ "adminToken": admin })).await];
    test().send().await.of(200);
    let heard = server.get(&watching).send().await.text;
    let heard: Value = serde_json::from_str(heard.strip_prefix("42").unwrap()).unwrap();
    assert_eq!(heard, json!(["challengesUpdated", list(&server).await]));
    // The next thing that others hear is another.
    let switch = json!({ "gameId": "dice", "disabled": true });
    server.post("/api/auth/admin/game-maintenance").by(&admin).json(&switch).send().await.of(200);
    let heard = server.get(&visitor).send().await.text;
    assert!(heard.starts_with("42[\"gameMaintenanceChanged\""), "{heard}");
}

#[tokio::test]
async fn a_list_as_long_as_it_may_be_is_published() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let mut longest = challenge("Long");
    longest["description"] = json!("\u{1f998}".repeat(2000));
    let draft: Vec<Value> = (0..200)
        .map(|number| {
            let mut one = longest.clone();
            one["id"] = json!(1_700_000_000_000_u64 + number);
            one
        })
        .collect();
    publish(&server, &admin, &json!(draft), None).await.of(200);
    assert_eq!(list(&server).await.as_array().unwrap().len(), 200);
}
