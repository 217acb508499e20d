//! What admins do to giveaways: making, changing, ending and deleting them.

use futures_util::future::join_all;
use pointhouse::audit::AuditRow;
use pointhouse::clock::Millis;
use pointhouse::giveaways::GiveawayRow;
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::giveaways::{
    create, delete, draft, end, enter, history, list, order, proven, soon, with_one,
};
use crate::rig::{Answer, DAY, HOUR, Member, NOON, PASSWORD, Server};

async fn edit(server: &Server, admin: &str, id: u64, draft: &Value) -> Answer {
    let call = server.call(Method::PUT, &format!("/api/giveaways/{id}")).by(admin);
    call.json(draft).send().await
}

/// Actions and subjects of the audit's rows on giveaways, in their order.
fn audited(server: &Server) -> Vec<(String, AuditRow)> {
    let rows = server.site().store().view().scan(tables::AUDIT, &[], &[], 100).unwrap();
    let rows = rows.iter().map(|(_, row)| decode::<AuditRow>(row).unwrap());
    let rows = rows.map(|row| (row.action.clone(), row));
    rows.filter(|(action, _)| action.starts_with("giveaway.")).collect()
}

#[tokio::test]
async fn a_mistake_in_a_form_is_reported_by_field() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let at = |millis: i64| json!(Millis(NOON + millis).iso());
    let cases = [
        ("title", json!(" ")),
        ("title", json!("x".repeat(121))),
        ("prize", json!("")),
        ("prize", json!("x".repeat(121))),
        ("description", json!("x".repeat(2001))),
        ("entryCost", json!(0)),
        ("entryCost", json!(-5)),
        ("entryCost", json!(1_000_001)),
        ("entryCost", Value::Null),
        ("startTime", json!("tomorrow")),
        ("startTime", at(-2 * HOUR)),
        ("endTime", json!("")),
        ("endTime", at(0)),
        ("endTime", at(367 * DAY)),
    ];
    for (field, value) in cases {
        let mut wrong = draft("paid", 25);
        wrong[field] = value;
        let answer = create(&server, &admin, &wrong).await;
        assert!(answer.body["fields"][field].is_string(), "{field}: {answer:?}");
        answer.refused(400, "validation");
    }
    // All of them at once.
    let mut wrong = draft("paid", 0);
    wrong["title"] = json!("");
    let fields = create(&server, &admin, &wrong).await.of(400)["fields"].clone();
    assert_eq!(fields.as_object().unwrap().len(), 2);
    let message = create(&server, &admin, &wrong).await.of(400)["message"].clone();
    assert_eq!(
        message,
        "entryCost: A whole number from 1 to 1,000,000; title: 1 to 120 characters"
    );
    let mut odd = draft("paid", 25);
    odd["entryType"] = json!("raffle");
    create(&server, &admin, &odd).await.refused(400, "bad_request");
    assert_eq!(list(&server).await["giveaways"], json!([]));
    // The longest accepted texts, in characters of four bytes, and the start of a form that was
    // open for a while.
    let mut long = draft("paid", 1_000_000);
    long["title"] = json!("𝄞".repeat(120));
    long["prize"] = json!("𝄞".repeat(120));
    long["description"] = json!("𝄞".repeat(2000));
    long["startTime"] = at(-HOUR);
    long["endTime"] = at(366 * DAY);
    create(&server, &admin, &long).await.of(200);
}

#[tokio::test]
async fn what_members_entered_for_does_not_change_under_them() {
    let (server, admin) = with_one(&draft("paid", 25)).await;
    let emu = server.player("emu", 100).await;
    // Before the first entry everything may.
    let mut other = draft("free", 0);
    other["prize"] = json!("A mug");
    other["startTime"] = json!(Millis(NOON + HOUR).iso());
    let saved = edit(&server, &admin, 1, &other).await.of(200);
    assert_eq!(saved["giveaway"]["status"], "upcoming");
    assert_eq!(
        (&saved["giveaway"]["prize"], &saved["giveaway"]["changes"]),
        (&json!("A mug"), &json!([]))
    );
    edit(&server, &admin, 1, &draft("paid", 25)).await.of(200);
    enter(&server, &emu, &order("paid", 25, 1)).await.of(200);
    for (field, value) in [
        ("entryType", json!("free")),
        ("entryCost", json!(24)),
        ("prize", json!("Less")),
        ("startTime", json!(Millis(NOON + 1).iso())),
        ("endTime", json!(Millis(NOON + 2 * HOUR - 1).iso())),
    ] {
        let mut changed = draft("paid", 25);
        changed[field] = value;
        let text = edit(&server, &admin, 1, &changed).await.refused(409, "frozen");
        assert!(text.starts_with("Members have entered"), "{text}");
    }
    let mut later = draft("paid", 25);
    later["title"] = json!("Saturday drop");
    later["endTime"] = json!(Millis(NOON + 3 * HOUR).iso());
    edit(&server, &admin, 1, &later).await.of(200);
    let card = &list(&server).await["giveaways"][0];
    assert_eq!((&card["title"], &card["ticketCount"]), (&json!("Saturday drop"), &json!(1)));
    assert_eq!(
        card["changes"],
        json!([{
            "at": Millis(NOON).iso(),
            "text": "End moved from 2026-03-10 03:00 to 2026-03-10 04:00 UTC",
            "field": "endTime",
            "before": Millis(NOON + 2 * HOUR).iso(),
            "after": Millis(NOON + 3 * HOUR).iso(),
        }, {
            "at": Millis(NOON).iso(),
            "text": "Title changed",
            "field": "title",
            "before": "Friday drop",
            "after": "Saturday drop",
        }])
    );
    // The old end no longer applies.
    server.pass(2 * HOUR);
    assert_eq!(list(&server).await["giveaways"][0]["status"], "active");
    server.pass(HOUR);
    // Ended never reopens, not even by who is first to notice.
    edit(&server, &admin, 1, &later).await.refused(409, "ended");
    end(&server, &admin, 1).await.refused(409, "ended");
    assert_eq!(list(&server).await["giveaways"][0]["status"], "ended");
    for id in [2, 0] {
        edit(&server, &admin, id, &later).await.refused(404, "not_found");
        end(&server, &admin, id).await.refused(404, "not_found");
        delete(&server, &admin, id).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn an_early_end_draws_at_once_and_is_public() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let mut later = draft("free", 0);
    later["startTime"] = json!(Millis(NOON + HOUR).iso());
    create(&server, &admin, &later).await.of(200);
    end(&server, &admin, 2).await.refused(409, "not_started");
    let emu = server.player("emu", 100).await;
    enter(&server, &emu, &order("paid", 5, 2)).await.of(200);
    server.pass(1000);
    let ended = end(&server, &admin, 1).await.of(200);
    // An admin sees the unmasked name.
    assert_eq!(
        (&ended["winner"]["username"], &ended["message"]),
        (&json!("emu"), &json!("The winner is emu"))
    );
    assert_eq!(ended["giveaway"]["endedEarly"], true);
    let at = Millis(NOON + 1000).iso();
    assert_eq!(ended["giveaway"]["endedAt"], at);
    assert_eq!(
        ended["giveaway"]["changes"],
        json!([{
            "at": at, "text": "Ended early by an admin",
            "field": null, "before": null, "after": null,
        }])
    );
    end(&server, &admin, 1).await.refused(409, "ended");
    proven(&server, 1).await;
    let actions: Vec<String> = audited(&server).into_iter().map(|(action, _)| action).collect();
    assert_eq!(actions, ["giveaway.create", "giveaway.create", "giveaway.end"]);
    let (_, row) = audited(&server).pop().unwrap();
    assert_eq!((row.actor.as_str(), row.subject.as_str()), ("admin 127.0.0.1", "giveaway:1"));
    assert!(row.after.contains(r#""winner":"user:1""#), "{row:?}");
    // Names are those of now, and are searched.
    let audit = server.get("/api/admin/audit?q=EMU").by(&admin).send().await.of(200);
    let row = audit["items"].as_array().unwrap().iter().find(|row| row["action"] == "giveaway.end");
    let row = row.unwrap_or_else(|| panic!("{audit}"));
    let title = draft("paid", 5)["title"].clone();
    assert_eq!(row["names"], json!({ "giveaway:1": title, "user:1": "emu" }));
    // Without entries there is no winner.
    server.pass(HOUR);
    let ended = end(&server, &admin, 2).await.of(200);
    assert_eq!((&ended["winner"], &ended["giveaway"]["winner"]), (&Value::Null, &Value::Null));
    server.prove();
}

#[tokio::test]
async fn a_deleted_giveaway_gives_every_point_back_once() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let mut members = Vec::new();
    for number in 0..20 {
        let member = server.player(&format!("member_{number}"), 100).await;
        enter(&server, &member, &order("paid", 5, 1 + number % 3)).await.of(200);
        enter(&server, &member, &order("paid", 5, 2)).await.of(200);
        members.push(member);
    }
    let answers = join_all((0..4).map(|_| delete(&server, &admin, 1))).await;
    let done: Vec<&Answer> = answers.iter().filter(|answer| answer.status == 200).collect();
    assert_eq!(done.len(), 1, "{answers:?}");
    assert_eq!(done[0].body["message"], "Giveaway cancelled. 395 points go back to 20 members.");
    refunded(&server).await;
    for member in &members {
        assert_eq!(server.balance(member).await, 100);
        let ledger = server.get("/api/me/ledger").by(&member.token).send().await.of(200);
        let newest = &ledger["items"][0];
        assert_eq!(
            (&newest["reason"], &newest["reference"]),
            (&json!("Refund"), &json!("giveaway-1"))
        );
        assert_eq!(ledger["total"], 4);
        let row = &history(&server, member).await[0];
        assert_eq!(row["status"], "refunded");
    }
    // No actor is woken for it any more.
    assert_eq!(server.site().giveaways().end_overdue().await.unwrap(), 0);
    server.restart().await;
    assert_eq!(server.balance(&members[0]).await, 100);
    // Its number is not given again.
    assert_eq!(create(&server, &admin, &draft("free", 0)).await.of(200)["giveaway"]["id"], "2");
    server.prove();
}

/// Waits until all points are refunded, which the due table shows.
async fn refunded(server: &Server) {
    let view = server.site().store().view();
    soon(async {
        while !view.scan(tables::GIVEAWAY_DUE, &[], &[], 9).unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_draw_with_tickets_stays_public() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let emu = server.player("emu", 100).await;
    enter(&server, &emu, &order("paid", 5, 2)).await.of(200);
    end(&server, &admin, 1).await.of(200);
    // Otherwise an admin could draw and delete until a friend wins.
    delete(&server, &admin, 1).await.refused(409, "drawn");
    let proof = proven(&server, 1).await;
    assert_eq!(history(&server, &emu).await[0]["status"], "won");
    assert_eq!(server.balance(&emu).await, 90);
    // A giveaway without entries disappears from every list.
    create(&server, &admin, &draft("free", 0)).await.of(200);
    end(&server, &admin, 2).await.of(200);
    assert_eq!(delete(&server, &admin, 2).await.of(200)["message"], "Giveaway deleted");
    delete(&server, &admin, 2).await.refused(404, "not_found");
    server.restart().await;
    assert_eq!(proven(&server, 1).await, proof);
    let left = list(&server).await["giveaways"].take();
    assert_eq!((left.as_array().unwrap().len(), &left[0]["id"]), (1, &json!("1")));
    let all = server.get("/api/giveaways").by(&admin).send().await.of(200);
    assert_eq!(all["giveaways"].as_array().unwrap().len(), 1);
    // One that an earlier version has hidden stays hidden.
    let (store, key) = (server.site().store(), 1_u64.to_be_bytes());
    let row = store.view().get(tables::GIVEAWAY, &key).unwrap().unwrap();
    let row = GiveawayRow { hidden: true, ..decode(&row).unwrap() };
    let mut batch = Batch::new();
    batch.put(tables::GIVEAWAY, &key, &encode(&row).unwrap()).unwrap();
    store.commit(batch).await.unwrap();
    server.restart().await;
    delete(&server, &admin, 1).await.refused(404, "not_found");
    server.prove();
}

#[tokio::test]
async fn tickets_of_deleted_accounts_are_drawn_past() {
    // Many members, so that the first draw is of one that is gone, whatever the seed.
    let (mut server, admin) = with_one(&draft("free", 0)).await;
    let mut members = Vec::new();
    for number in 0..12 {
        let member = server.member(&format!("member_{number}")).await;
        enter(&server, &member, &order("free", 0, 1)).await.of(200);
        members.push(member);
    }
    forget(&server, &members[1..]).await;
    end(&server, &admin, 1).await.of(200);
    let proof = proven(&server, 1).await;
    let draws = proof["draws"].as_array().unwrap();
    let forfeited = draws.iter().filter(|draw| draw["forfeited"] == true).count();
    assert_eq!(forfeited + 1, draws.len());
    for (number, draw) in draws.iter().enumerate() {
        assert_eq!(draw["redraw"], number);
        let message = draw["message"].as_str().unwrap();
        assert!(
            message.starts_with(&format!("{}:{number}:", proof["clientSeed"].as_str().unwrap()))
        );
    }
    let last = draws.last().unwrap();
    assert_eq!((&last["index"], &proof["winnerIndex"]), (&json!(0), &json!(0)));
    assert_eq!(history(&server, &members[0]).await[0]["status"], "won");
    // No eligible account is left: one draw shows that.
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let call = server.post("/api/giveaways/2/entries").by(&members[0].token);
    call.json(&order("free", 0, 1)).send().await.of(200);
    forget(&server, &members[..1]).await;
    let ended = end(&server, &admin, 2).await.of(200);
    assert_eq!(ended["winner"], Value::Null);
    let proof = proven(&server, 2).await;
    assert_eq!((&proof["draws"][0]["forfeited"], &proof["winner"]), (&json!(true), &Value::Null));
    assert_eq!(proof["draws"].as_array().unwrap().len(), 1);
    // The name of a winner whose account was deleted is not shown.
    assert_eq!(list(&server).await["giveaways"][0]["winner"]["username"], "Former member");
    server.prove();
}

/// Deletes accounts, as their members do.
async fn forget(server: &Server, members: &[Member]) {
    for member in members {
        let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
        call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    }
}

#[tokio::test]
async fn two_hundred_giveaways_may_be_open_and_the_list_stays_short() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let free = draft("free", 0);
    let made = join_all((0..210).map(|_| create(&server, &admin, &free))).await;
    let count = made.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(count, 200);
    for answer in made.into_iter().filter(|answer| answer.status != 200) {
        answer.refused(409, "too_many_giveaways");
    }
    server.pass(2 * HOUR);
    assert_eq!(list(&server).await["giveaways"].as_array().unwrap().len(), 20);
    let all = server.get("/api/giveaways").by(&admin).send().await.of(200);
    assert_eq!(all["giveaways"].as_array().unwrap().len(), 200);
    // The actors of ended giveaways are gone.
    soon(async {
        loop {
            let figures = server.get("/metrics").by(&admin).send().await.text;
            if figures.contains("pointhouse_giveaways_awake 0\n") {
                assert!(figures.contains("pointhouse_giveaways_open 0\n"));
                break;
            }
        }
    })
    .await;
    // One that is on no public list has its address still.
    server.get("/api/giveaways/1").send().await.of(200);
}
