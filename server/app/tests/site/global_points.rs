//! Points for everybody: each member who was there exactly once, also over a kill
//! (docs/decisions.md, F1).

use pointhouse::accounts::AccountRow;
use pointhouse::allowance::Maker;
use pointhouse::audit::Actor;
use pointhouse::points::{GrantOrder, GrantRow};
use pointhouse::tables;
use pointhouse_rules::Points;
use pointhouse_store::{Batch, decode, encode};
use serde_json::{Value, json};

use crate::rig::{Answer, Member, Server};

async fn give(server: &Server, admin: &str, amount: u64, key: Option<&str>) -> Answer {
    let mut call = server.post("/api/auth/admin/global-points").by(admin);
    if let Some(key) = key {
        call = call.key(key);
    }
    call.json(&json!({ "amount": amount, "reason": "A good stream" })).send().await
}

/// Members beyond those that signed up: their rows are those of one that did, under other numbers.
async fn plant(server: &Server, like: &Member, count: u64) {
    let store = server.site().store();
    let row = store.view().get(tables::ACCOUNT, &like.id.0.to_be_bytes()).unwrap().unwrap();
    let row: AccountRow = decode(&row).unwrap();
    let encoded = encode(&row).unwrap();
    let mut batch = Batch::new();
    for at in 1..=count {
        let id = (like.id.0 + at).to_be_bytes();
        batch.put(tables::ACCOUNT, &id, &encoded).unwrap();
    }
    store.commit(batch).await.unwrap();
}

fn balances(server: &Server, members: std::ops::RangeInclusive<u64>) -> Vec<u64> {
    let wallets = server.site().wallets();
    members.map(|id| wallets.balance(pointhouse::ids::UserId(id)).unwrap().balance).collect()
}

#[tokio::test]
async fn everybody_gets_their_points_before_the_answer_on_a_small_site() {
    let server = Server::start().await;
    let admin = server.admin().await;
    give(&server, &admin, 5, None).await.refused(409, "no_members");
    let [one, two] = [server.player("emu", 10).await, server.player("dingo", 20).await];
    let given = give(&server, &admin, 5, Some("k1")).await.of(200);
    assert_eq!((&given["usersUpdated"], &given["totalPointsDistributed"]), (&json!(2), &json!(10)));
    assert_eq!(
        given["results"],
        json!([
            { "id": one.id.to_string(), "newPoints": 15 },
            { "id": two.id.to_string(), "newPoints": 25 },
        ])
    );
    // The same request again is the same job.
    let again = give(&server, &admin, 5, Some("k1")).await.of(200);
    assert_eq!(again["jobId"], given["jobId"]);
    give(&server, &admin, 6, Some("k1")).await.refused(409, "idempotency_mismatch");
    assert_eq!((server.balance(&one).await, server.balance(&two).await), (15, 25));
    let audit = server.get("/api/admin/audit?q=points.global").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 1);
    let job = server.get("/api/admin/jobs/1").by(&admin).send().await.of(200);
    assert_eq!((&job["job"]["paid"], &job["job"]["members"]), (&json!(2), &json!(2)));
    let bodies = [
        (json!({ "amount": 0, "reason": "x" }), "amount"),
        (json!({ "amount": 1_000_000_001, "reason": "x" }), "amount"),
        (json!({ "amount": 1, "reason": " " }), "reason"),
    ];
    for (body, field) in bodies {
        let call = server.post("/api/auth/admin/global-points").by(&admin).json(&body);
        assert!(call.send().await.of(400)["fields"][field].is_string(), "{body}");
    }
}

#[tokio::test]
async fn a_large_site_is_paid_by_a_job_that_the_next_start_carries_on() {
    let mut server = Server::start().await;
    let first = server.member("emu").await;
    plant(&server, &first, 1200).await;
    server.restart().await;
    let admin = server.admin().await;
    let begun = give(&server, &admin, 3, None).await;
    let begun: Value = begun.of(202);
    assert_eq!(begun["done"], false);
    // However far it came: stopped here, and carried on by the next start.
    server.restart().await;
    server.site().grants().resume().await.unwrap();
    let last = first.id.0 + 1200;
    assert_eq!(balances(&server, first.id.0..=last), vec![3; 1201]);
    let admin = server.admin().await;
    let job = server.get("/api/admin/jobs/1").by(&admin).send().await.of(200);
    assert_eq!((&job["job"]["paid"], &job["job"]["skipped"]), (&json!(1201), &json!(0)));
    assert!(job["job"]["endedAt"].is_string());
}

#[tokio::test]
async fn a_job_whose_cursor_lags_behind_pays_nobody_twice_and_no_newcomer() {
    let server = Server::start().await;
    let [one, two] = [server.member("emu").await, server.member("dingo").await];
    let grants = server.site().grants().clone();
    let order = GrantOrder {
        amount: Points::new(7).unwrap(),
        reason: "A good stream".to_owned(),
        maker: Maker::Site(Actor::stored("test".to_owned())),
        key: None,
    };
    let (number, confirmed) = grants.confirm(order).await.unwrap();
    let newcomer = server.member("wombat").await;
    grants.run(number).await.unwrap();
    // As a kill leaves it that comes between the payments and the note of them.
    let behind = GrantRow { revision: 9, ..confirmed };
    let mut batch = Batch::new();
    batch.put(tables::GRANT, &number.to_be_bytes(), &encode(&behind).unwrap()).unwrap();
    server.site().store().commit(batch).await.unwrap();
    assert_eq!(grants.resume().await.unwrap(), 1);
    let job = grants.job(number).unwrap();
    assert_eq!((job.paid, job.skipped, job.members), (2, 0, 2));
    for (member, points) in [(&one, 7), (&two, 7), (&newcomer, 0)] {
        assert_eq!(server.balance(member).await, points, "{}", member.name);
    }
}

#[tokio::test]
async fn a_balance_that_would_not_fit_is_left_as_it_is() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let most = 9_007_199_254_740_991;
    let [rich, poor] = [server.player("emu", most).await, server.player("dingo", 1).await];
    let given = give(&server, &admin, 1, None).await.of(200);
    assert_eq!((&given["usersUpdated"], &given["totalPointsDistributed"]), (&json!(1), &json!(1)));
    assert_eq!((server.balance(&rich).await, server.balance(&poor).await), (most, 2));
}
