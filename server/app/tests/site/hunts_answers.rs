//! Answers of the services for bonus hunts, as odd as they come.

use pointhouse::config::HuntService;
use serde_json::json;

use crate::hunts_external::{bht_several, hunt, ids, list, rested, start};
use crate::rig::{Counterpart, Reply};

#[tokio::test]
async fn a_win_of_nothing_is_opened_as_far_as_the_service_counts() {
    let bonuses = json!([
        { "id": 1, "name": "A", "payout": "$ 0" }, { "id": 2, "name": "B", "payout": "$ 5" },
        { "id": 3, "name": "C", "payout": "$ 0" }, { "id": 4, "name": "D", "payout": "$ 0" },
    ]);
    for (counts, opened) in [
        (json!({ "bonus_count_opened": 2, "bonus_count_remaining": 4 }), 2),
        (json!({ "bonus_count_opened": "2" }), 2),
        (json!({ "bonus_count_opened": 3.0 }), 3),
        (json!({ "bonus_count_total": 4, "bonus_count_remaining": 3 }), 1),
        (json!({ "bonus_count_total": "4", "bonus_count_remaining": "2.0" }), 2),
        (json!({ "bonus_count_opened": null, "bonus_count_remaining": 1 }), 3),
        (json!({ "bonus_count_opened": "some", "bonus_count_remaining": 9 }), 1),
        (json!({}), 4),
    ] {
        let mut actual = counts.clone();
        (actual["id"], actual["bonuses"]) = (json!(71), bonuses.clone());
        let hunts = [(json!({ "id": 71 }), Reply::Json(200, actual))];
        let other = Counterpart::start(bht_several(hunts));
        let server = start(&other, HuntService::Bht).await;
        assert_eq!(hunt(&server, "71").await["openedSlots"], opened, "{counts}");
    }
    let mut actual = json!({ "id": 7, "stats": { "bonusCount": 2.0, "unopenedBonuses": "1" } });
    actual["bonuses"] = json!([{ "id": 1, "payout": 0 }, { "id": 2, "payout": 0 }]);
    let other = Counterpart::start(bht_several([(json!({ "id": 7 }), Reply::Json(200, actual))]));
    let server = start(&other, HuntService::Bonushunt).await;
    assert_eq!(hunt(&server, "7").await["openedSlots"], 1);
}

#[tokio::test]
async fn a_hunt_without_bonuses_is_being_collected_for() {
    let bonuses = json!([{ "id": 1, "name": "Dog House", "note": "emu", "betSizeRaw": 1 }]);
    let shapes = [
        (json!({ "data": { "id": 71, "name": "Friday" } }), "active", 0),
        (json!({ "data": { "id": 71, "bonuses": null } }), "active", 0),
        (json!({ "hunt": { "id": 71, "bonus_count_total": 0 } }), "active", 0),
        (json!({ "hunt": { "id": 71 }, "bonuses": bonuses }), "live", 1),
        (
            json!({ "hunt": { "id": 71, "bonuses": null }, "bonuses": { "data": bonuses } }),
            "live",
            1,
        ),
        (json!({ "hunt": { "id": 71, "bonuses": { "data": bonuses } } }), "live", 1),
    ];
    for service in [HuntService::Bht, HuntService::Bonushunt] {
        for (shape, status, slots) in &shapes {
            let hunts = [(json!({ "id": 71 }), Reply::Json(200, shape.clone()))];
            let other = Counterpart::start(bht_several(hunts));
            let server = start(&other, service).await;
            let whole = hunt(&server, "71").await;
            assert_eq!((&whole["status"], &whole["totalSlots"]), (&json!(status), &json!(slots)));
        }
    }
    // A list entry without a count, one that counts bonuses but doesn't contain them, and one with
    // bonuses.
    for (listed, shape) in [
        (json!({ "id": 71 }), json!({ "data": { "error": "gone" } })),
        (json!({ "id": 71 }), json!({ "data": { "id": 71, "bonus_count_total": 3 } })),
        (
            json!({ "id": 71, "bonus_count_total": 3 }),
            json!({ "data": { "id": 71, "bonuses": [] } }),
        ),
    ] {
        let other = Counterpart::start(bht_several([(listed, Reply::Json(200, shape.clone()))]));
        let server = start(&other, HuntService::Bht).await;
        assert_eq!(list(&server).await, json!([]), "{shape}");
    }
}

#[tokio::test]
async fn all_pages_of_a_list_are_read_as_far_as_they_are_kept() {
    // Of 25 to a page, whatever is asked for; one comes again on the next page.
    let other = Counterpart::start(|asked| {
        let from: u32 = asked.query.get("offset").map_or(0, |from| from.parse().unwrap());
        let one =
            |id: u32| json!({ "id": id.max(1) - u32::from(id == 25), "name": "H", "bonuses": [] });
        let hunts: Vec<_> = (from..from + 25).map(one).collect();
        Reply::Json(200, json!({ "hunts": hunts, "pagination": { "hasMore": from < 500 } }))
    });
    let server = start(&other, HuntService::Bonushunt).await;
    let mut tries = 0;
    while ids(&server).await.len() < 100 {
        server.site().hunts().refresh().await.unwrap();
        tries += 1;
        assert!(tries < 10_000, "not all pages come");
    }
    rested(&server, &other).await;
    server.site().hunts().refresh().await.unwrap();
    let seen = other.seen();
    let offsets: Vec<_> =
        seen.iter().map(|it| it.query.get("offset").map(String::as_str)).collect();
    assert_eq!(offsets, [None, Some("25"), Some("50"), Some("75"), Some("100")]);
    // The paging ends even if a service repeats the same page for ever.
    other.answers(|_| {
        let hunts = json!([{ "id": 7, "name": "H", "bonuses": [] }]);
        Reply::Json(200, json!({ "hunts": hunts, "pagination": { "hasMore": true } }))
    });
    server.site().hunts().refresh().await.unwrap();
    assert_eq!(other.seen().len(), 2);
}
