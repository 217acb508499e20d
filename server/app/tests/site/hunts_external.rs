//! Bonus hunts of external services: read, shown, overridden, imported; never written.

use pointhouse::config::{Config, HuntOrigin, HuntService};
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Asked, Counterpart, HOUR, Patience, Reply, Server};

const KEY: &str = "a-very-secret-token";

pub(crate) fn set_up(
    config: &mut Config,
    other: &Counterpart,
    service: HuntService,
    source: HuntOrigin,
) {
    config.hunts.source = source;
    config.hunts.external = service;
    config.hunts.external_url = format!("{}/api", other.url());
    config.hunts.external_key = serde_json::from_value(json!(KEY)).unwrap();
    config.outside.retries = 0;
    config.outside.breaker_failures = 1000;
}

pub(crate) async fn start(other: &Counterpart, service: HuntService) -> Server {
    let server = Server::with(|config| set_up(config, other, service, HuntOrigin::External)).await;
    read(&server).await;
    rested(&server, other).await;
    server
}

/// Refreshes the hunts; the start may be refreshing them as well.
pub(crate) async fn read(server: &Server) {
    for _ in 0..10_000 {
        let done = server.site().hunts().refresh().await;
        if done.is_err() || !list(server).await.as_array().unwrap().is_empty() {
            return;
        }
    }
    panic!("no hunts came");
}

/// Comes back once the start does not read any more: while it does, a round of ours asks nothing.
pub(crate) async fn rested(server: &Server, other: &Counterpart) {
    let patience = Patience::for_event("a round asks the service");
    loop {
        patience.check();
        other.seen();
        let _ = server.site().hunts().refresh().await;
        if !other.seen().is_empty() {
            return;
        }
    }
}

pub(crate) async fn list(server: &Server) -> Value {
    server.get("/api/bonus-hunts").send().await.of(200)
}

pub(crate) async fn hunt(server: &Server, id: &str) -> Value {
    server.get(&format!("/api/bonus-hunts/{id}")).send().await.of(200)
}

/// A hunt in the shape of bht.bet.
pub(crate) fn bht_hunt(opened: u32, second: &Value) -> Value {
    json!({
        "id": 71, "uuid": "0f", "name": "Friday hunt", "date": "2026-03-08 09:30:00",
        "bonus_count_opened": opened, "bonus_count_remaining": 3 - opened, "bonus_count_total": 3,
        "info_start_cost": "$ 1,234.50", "info_amount_won": "$ 500", "info_highest_payout": "$ 500",
        "info_highest_multi": "500x", "info_running_average": "500x", "info_required_average": "12x",
        "avg_per_bonus": "$ 0", "avg_betsize": "$ 1", "avg_payout": "$ 0",
        "bonuses": [
            { "id": 901, "name": "Dog House", "note": "matilda", "provider_name": "Pragmatic",
              "bet_size": "$ 1", "multiplier": "500x", "payout": "$ 500", "betSizeRaw": 1,
              "multiplierRaw": 500, "payoutRaw": 500 },
            second,
            { "id": 903, "name": "Wanted", "note": "emu", "provider_name": "Hacksaw",
              "bet_size": "$ 1,000.50", "multiplier": null, "payout": null },
        ],
    })
}

pub(crate) fn unopened() -> Value {
    json!({ "id": 902, "name": "Mental", "note": null, "provider_name": null, "bet_size": "$ 2",
            "multiplier": "0x", "payout": "$ 0" })
}

/// The list contains everything except the bonuses.
pub(crate) fn bht(hunt: Value) -> impl Fn(&Asked) -> Reply + Send + Sync {
    move |asked| {
        let base = format!("/api/{KEY}");
        if asked.path == format!("{base}/hunts") {
            let mut listed = hunt.clone();
            listed.as_object_mut().unwrap().remove("bonuses");
            return Reply::Json(200, json!({ "data": [listed] }));
        }
        assert_eq!(asked.path, format!("{base}/hunts/71"));
        Reply::Json(200, json!({ "data": hunt }))
    }
}

#[tokio::test]
async fn hunts_of_a_service_are_shown_in_our_figures() {
    let other = Counterpart::start(bht(bht_hunt(1, &unopened())));
    let server = start(&other, HuntService::Bht).await;
    let all = list(&server).await;
    assert_eq!(all.as_array().unwrap().len(), 1);
    let summary = &all[0];
    assert_eq!((&summary["id"], &summary["source"]), (&json!("71"), &json!("external")));
    assert_eq!(
        (&summary["status"], &summary["date"]),
        (&json!("live"), &json!("2026-03-08T09:30:00.000Z"))
    );
    assert_eq!((&summary["totalSlots"], &summary["openedSlots"]), (&json!(3), &json!(1)));
    assert_eq!(
        (&summary["startingBalance"], &summary["amountWon"]),
        (&json!(1234.5), &json!(500.0))
    );
    assert_eq!((&summary["profitLoss"], &summary["totalValue"]), (&json!(-734.5), &json!(1003.5)));
    let whole = hunt(&server, "71").await;
    let slots = whole["slots"].as_array().unwrap();
    let ids: Vec<_> = slots.iter().map(|slot| &slot["id"]).collect();
    assert_eq!(ids, ["901", "902", "903"]);
    assert_eq!(
        (&slots[0]["calledBy"], &slots[0]["multiplier"]),
        (&json!("matilda"), &json!("500x"))
    );
    assert_eq!((&slots[1]["opened"], &slots[1]["provider"]), (&json!(false), &json!("Unknown")));
    assert_eq!((&slots[2]["betAmount"], &slots[2]["opened"]), (&json!("$1,000.50"), &json!(false)));
    assert!(!whole.to_string().contains(KEY));

    // A win of 0 counts as opened once the service counts two opened bonuses.
    other.seen();
    // Bonuses are unopened, so the hunt is read again even though its list entry is unchanged.
    assert_eq!(server.site().hunts().refresh().await.unwrap().changed, 0);
    assert_eq!(other.seen().len(), 2);
    // The list contains neither callers nor names of bonuses.
    let mut renamed = unopened();
    (renamed["note"], renamed["name"]) = (json!("rory"), json!("Mental 2"));
    other.answers(bht(bht_hunt(1, &renamed)));
    assert_eq!(server.site().hunts().refresh().await.unwrap().changed, 1);
    let called = hunt(&server, "71").await["slots"][1].clone();
    assert_eq!((&called["calledBy"], &called["slotName"]), (&json!("rory"), &json!("Mental 2")));
    other.answers(bht(bht_hunt(2, &unopened())));
    assert_eq!(server.site().hunts().refresh().await.unwrap().changed, 1);
    let after = hunt(&server, "71").await;
    assert_eq!((&after["openedSlots"], &after["slots"][1]["opened"]), (&json!(2), &json!(true)));
    assert!(after["revision"].as_u64() > whole["revision"].as_u64());
}

#[tokio::test]
async fn they_can_only_be_read_but_for_what_an_admin_says_over_them() {
    let other = Counterpart::start(bht(bht_hunt(1, &unopened())));
    let mut server = start(&other, HuntService::Bht).await;
    let admin = server.admin().await;
    let body = json!({ "name": "Mine", "startingBalance": 1, "slotName": "a", "calledBy": "b",
                       "betAmount": 1, "winAmount": 5 });
    for (method, path) in [
        (Method::POST, "/api/admin/hunts"),
        (Method::PUT, "/api/admin/hunts/71"),
        (Method::DELETE, "/api/admin/hunts/71"),
        (Method::POST, "/api/admin/hunts/71/slots"),
        (Method::PUT, "/api/admin/hunts/71/slots/1"),
        (Method::DELETE, "/api/admin/hunts/71/slots/1"),
        (Method::POST, "/api/admin/hunts/71/slots/1/play"),
        (Method::POST, "/api/admin/hunts/import"),
    ] {
        let name = format!("{method} {path}");
        let body = if path.ends_with("import") { json!({ "id": "71" }) } else { body.clone() };
        let actual = server.call(method, path).by(&admin).json(&body).send().await;
        let text = actual.refused(409, "external");
        assert!(text.contains("not supported with external API"), "{name}: {text}");
    }
    let said = json!({ "71": { "status": "completed", "slotTips": { "903": true } } });
    let say = server.post("/api/bonus-hunts/admin-overrides").by(&admin).json(&said);
    say.send().await.of(200);
    let unknown = json!({ "71": { "slotTips": { "3": true } } });
    let say = server.post("/api/bonus-hunts/admin-overrides").by(&admin).json(&unknown);
    say.send().await.refused(404, "not_found");
    // It comes back with a hunt that the service had lost.
    lose(&server, &other).await;
    // It stays while the hunt changes, and over a restart without the service.
    other.answers(bht(bht_hunt(2, &unopened())));
    server.site().hunts().refresh().await.unwrap();
    other.answers(|_| Reply::Json(500, json!({})));
    server.restart().await;
    let whole = hunt(&server, "71").await;
    assert_eq!((&whole["status"], &whole["openedSlots"]), (&json!("completed"), &json!(2)));
    assert_eq!(
        (&whole["slots"][2]["hasTip"], &whole["slots"][1]["hasTip"]),
        (&json!(true), &json!(false))
    );
    server.prove();
}

#[tokio::test]
async fn the_last_good_answer_stays() {
    let other = Counterpart::start(bht(bht_hunt(1, &unopened())));
    let server = start(&other, HuntService::Bht).await;
    let good = hunt(&server, "71").await;
    for bad in [
        Reply::Json(401, json!({ "error": KEY })),
        Reply::Raw(200, vec![], b"<html>".to_vec()),
        Reply::Json(200, json!({ "hunts": "none" })),
        Reply::Json(200, json!({ "hunts": [{ "name": "no id" }] })),
        Reply::CutOff(b"{\"data\": [".to_vec()),
        Reply::Endless,
        Reply::Close,
    ] {
        let answer = bad.clone();
        other.answers(move |_| answer.clone());
        let reason = server.site().hunts().refresh().await.unwrap_err().to_string();
        assert!(!reason.contains(KEY), "{reason}");
        assert_eq!(hunt(&server, "71").await, good, "{bad:?}");
    }
    // A hunt that does not read leaves it as it was.
    let whole = bht_hunt(2, &unopened());
    other.answers(move |asked| match asked.path.ends_with("/hunts") {
        true => Reply::Json(
            200,
            json!([whole.clone().as_object_mut().map(|it| {
                it.remove("bonuses");
                it.clone()
            })]),
        ),
        false => Reply::Json(200, json!({ "data": { "name": "nothing else" } })),
    });
    server.site().hunts().refresh().await.unwrap_err();
    assert_eq!(hunt(&server, "71").await, good);
    // An amount that could mean two things is no amount, and never zero.
    for amount in ["0,40", "€ 1.500,00"] {
        let mut second = unopened();
        second["bet_size"] = json!(amount);
        other.answers(bht(bht_hunt(2, &second)));
        let reason = server.site().hunts().refresh().await.unwrap_err().to_string();
        assert!(reason.contains(&format!("row 2: bet_size is \"{amount}\"")), "{reason}");
        assert_eq!(hunt(&server, "71").await, good);
    }
    // A list that is suddenly empty is ignored, however often.
    other.answers(|_| Reply::Json(200, json!({ "data": [] })));
    for _ in 0..5 {
        server.site().hunts().refresh().await.unwrap_err();
    }
    assert_eq!(hunt(&server, "71").await, good);
    // One that the service no longer has goes.
    lose(&server, &other).await;
    let admin = server.admin().await;
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let hunts = health["services"].as_array().unwrap().iter().find(|one| one["name"] == "hunts");
    assert_eq!(hunts.unwrap()["state"], "good");
}

/// Hunts in the service's order: their list entries and the responses for each alone.
pub(crate) fn bht_several(
    hunts: impl IntoIterator<Item = (Value, Reply)>,
) -> impl Fn(&Asked) -> Reply + Send + Sync {
    let hunts: Vec<_> = hunts.into_iter().collect();
    move |asked| {
        if asked.path.ends_with("/hunts") {
            let listed: Vec<_> = hunts.iter().map(|(listed, _)| listed).collect();
            return Reply::Json(200, json!({ "data": listed }));
        }
        let is_asked = |id: &Value| asked.path.ends_with(&format!("/hunts/{id}"));
        let found = hunts.iter().find(|(listed, _)| is_asked(&listed["id"]));
        found.map_or(Reply::Json(404, json!({})), |(_, reply)| reply.clone())
    }
}

fn good(listed: &Value) -> (Value, Reply) {
    let bonus = json!({ "id": 1, "name": "Dog House", "note": "emu", "betSizeRaw": 1 });
    let mut hunt = listed.clone();
    hunt["bonuses"] = json!([bonus]);
    (listed.clone(), Reply::Json(200, json!({ "data": hunt })))
}

pub(crate) async fn ids(server: &Server) -> Vec<String> {
    let list = list(server).await;
    let ids = list.as_array().unwrap().iter().map(|hunt| hunt["id"].as_str().unwrap().to_owned());
    let mut ids: Vec<_> = ids.collect();
    ids.sort();
    ids
}

#[tokio::test]
async fn one_that_does_not_read_keeps_no_other_one_waiting() {
    let broken = (json!({ "id": 70 }), Reply::Json(200, json!({ "data": 5 })));
    let behind = good(&json!({ "id": 71 }));
    let other = Counterpart::start(bht_several([broken, behind]));
    let server = start(&other, HuntService::Bht).await;
    assert_eq!(ids(&server).await, ["71"]);
    // The start may just be reading them: only a round of our own ends with a failure.
    let patience = Patience::for_event("a round fails");
    while server.site().hunts().refresh().await.is_ok() {
        patience.check();
    }
    // Enough failing hunts in front of it to open the circuit breaker before its turn: in the next
    // round they come last.
    let failing = |id: u32| (json!({ "id": id }), Reply::Json(500, json!({})));
    let behind = good(&json!({ "id": 74 }));
    other.answers(bht_several([failing(72), failing(73), failing(75), behind]));
    let mut server = server;
    server.restart_with(|config| config.outside.breaker_failures = 2).await;
    let mut rounds = 0;
    let patience = Patience::for_event("the hunt behind the failing ones comes");
    while !ids(&server).await.contains(&"74".to_owned()) {
        patience.check();
        if server.site().hunts().refresh().await.is_err() {
            rounds += 1;
            server.pass(HOUR);
        }
        assert!(rounds < 5, "it never comes to the one behind");
    }
}

/// The service has another hunt, and 71 no longer: it goes after three rounds in a row.
async fn lose(server: &Server, other: &Counterpart) {
    let (with, without) =
        ([good(&json!({ "id": 70 })), good(&json!({ "id": 71 }))], [good(&json!({ "id": 70 }))]);
    let all = ["70".to_owned(), "71".to_owned()];
    for (hunts, rounds) in [(&without[..], 2), (&with[..], 1), (&without[..], 2)] {
        other.answers(bht_several(hunts.to_vec()));
        for _ in 0..rounds {
            server.site().hunts().refresh().await.unwrap();
            assert_eq!(ids(server).await, all);
        }
    }
    assert_eq!(server.site().hunts().refresh().await.unwrap().changed, 1);
    assert_eq!(ids(server).await, ["70"]);
}

#[tokio::test]
async fn hunts_that_are_over_are_read_again_now_and_then() {
    let over = |caller: &'static str| {
        let one = move |id: u32| {
            let bonus = json!({ "id": 1, "name": "Dog House", "note": caller, "payoutRaw": 5 });
            let alone = json!({ "data": { "id": id, "bonuses": [bonus] } });
            (json!({ "id": id }), Reply::Json(200, alone))
        };
        bht_several((1..=5).map(one))
    };
    let other = Counterpart::start(over("emu"));
    let server = start(&other, HuntService::Bht).await;
    let patience = Patience::for_event("all hunts are read");
    while ids(&server).await.len() < 5 {
        patience.check();
        server.site().hunts().refresh().await.unwrap();
    }
    rested(&server, &other).await;
    other.answers(over("rory"));
    let mut changed = 0;
    for _ in 0..3 {
        let round = server.site().hunts().refresh().await.unwrap().changed;
        // The list, and a few of them.
        assert_eq!(other.seen().len(), 3);
        changed += round;
    }
    assert_eq!(changed, 5);
}

/// A hunt in the shape of bonushunt.gg: everything is in the list.
fn bonushunt(asked: &Asked) -> Reply {
    assert_eq!(asked.headers.get("authorization"), Some(&format!("Bearer {KEY}")));
    let hunt = json!({
        "id": "c0ffee-1", "title": "Sunday", "casino": "Rainbet", "startCost": 100.0, "isOpening": true,
        "currentOpeningSlot": 1, "createdAt": "2026-03-08T09:30:00.000Z", "updatedAt": "2026-03-09T09:30:00Z",
        "stats": { "bonusCount": 2, "openedBonuses": 1, "unopenedBonuses": 1, "totalWinnings": 0, "profitLoss": -100 },
        "bonuses": [
            { "id": "b-1", "slotName": "Dog House", "provider": "Pragmatic", "betSize": 0.4, "payout": 0, "multiplier": 0 },
            { "id": "b-2", "slotName": "Wanted", "provider": "Hacksaw", "betSize": 1, "payout": 0, "multiplier": 0 },
        ],
    });
    match asked.path.as_str() {
        "/api/hunts" => {
            assert_eq!(asked.query.get("limit").map(String::as_str), Some("100"));
            let pages = json!({ "limit": 100, "offset": 0, "total": 1, "hasMore": false });
            Reply::Json(200, json!({ "hunts": [hunt], "pagination": pages }))
        }
        "/api/hunts/c0ffee-1" => Reply::Json(200, hunt),
        _ => Reply::Json(404, json!({ "error": "no such hunt" })),
    }
}

#[tokio::test]
async fn the_other_service_reads_as_well() {
    // All is in the list: nothing else is asked for.
    let other = Counterpart::start(|asked| match asked.path.as_str() {
        "/api/hunts" => bonushunt(asked),
        _ => Reply::Json(500, json!({})),
    });
    let server = start(&other, HuntService::Bonushunt).await;
    let whole = hunt(&server, "c0ffee-1").await;
    assert_eq!((&whole["name"], &whole["description"]), (&json!("Sunday"), &json!("Rainbet")));
    assert_eq!((&whole["openedSlots"], &whole["status"]), (&json!(1), &json!("live")));
    assert_eq!(
        (&whole["slots"][0]["opened"], &whole["slots"][1]["id"]),
        (&json!(true), &json!("b-2"))
    );
    assert_eq!(whole["slots"][0]["bet"], 0.4);
}

#[tokio::test]
async fn a_hunt_is_taken_over_once_and_is_ours_then() {
    let other = Counterpart::start(bonushunt);
    let mut server = Server::with(|config| {
        set_up(config, &other, HuntService::Bonushunt, HuntOrigin::Local);
    })
    .await;
    let admin = server.admin().await;
    let found = async |server: &Server| {
        server.get("/api/admin/hunts/external").by(&admin).send().await.of(200)["hunts"].clone()
    };
    let mut expected = json!([{ "id": "c0ffee-1", "name": "Sunday", "importedAs": null }]);
    assert_eq!(found(&server).await, expected);
    assert_eq!(list(&server).await, json!([]));
    let import = async |server: &Server, id: &str| {
        let body = json!({ "id": id });
        server.post("/api/admin/hunts/import").by(&admin).json(&body).send().await
    };
    let taken = import(&server, "c0ffee-1").await.of(201);
    assert_eq!(
        (&taken["hunt"]["id"], &taken["hunt"]["source"]),
        (&json!("bh-c0ffee-1"), &json!("local"))
    );
    assert_eq!(taken["hunt"]["slots"][0]["calledBy"], "Unknown");
    import(&server, "c0ffee-1").await.refused(409, "id_taken");
    expected[0]["importedAs"] = json!("bh-c0ffee-1");
    assert_eq!(found(&server).await, expected);
    import(&server, "gone").await.refused(503, "source_failed");
    for id in ["../hunts", "", " "] {
        import(&server, id).await.refused(400, "bad_id");
    }
    // Ours to change, from the second slot on.
    let play = "/api/admin/hunts/bh-c0ffee-1/slots/2/play";
    let win = json!({ "winAmount": 120 });
    let played = server.post(play).by(&admin).json(&win).send().await.of(200);
    assert_eq!(
        (&played["hunt"]["status"], &played["hunt"]["profitLoss"]),
        (&json!("completed"), &json!(20.0))
    );
    let next = json!({ "name": "Mine", "startingBalance": 5 });
    server.post("/api/admin/hunts").by(&admin).json(&next).send().await.of(201);
    let before = list(&server).await;
    server.restart().await;
    assert_eq!(list(&server).await, before);
    assert_eq!(before.as_array().unwrap().len(), 2);
    assert_eq!(found(&server).await, expected);
    // Deleted, it may come again.
    server.call(Method::DELETE, "/api/admin/hunts/bh-c0ffee-1").by(&admin).send().await.of(200);
    expected[0]["importedAs"] = Value::Null;
    assert_eq!(found(&server).await, expected);
    let audit = server.get("/api/admin/audit?q=hunts.import").by(&admin).send().await.of(200);
    assert_eq!(audit["total"], 1);
    server.prove();
}
