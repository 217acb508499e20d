//! What members can rely on: deactivated accounts don't win, changed texts and cancelled giveaways
//! stay visible, and winners are notified.

use pointhouse::accounts::AccountRow;
use pointhouse::clock::Millis;
use pointhouse::config::MailSwitch;
use pointhouse::tables;
use pointhouse_store::{Batch, decode, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::giveaways::{
    create, delete, draft, end, enter, history, list, order, proven, soon, with_one,
};
use crate::rig::{Answer, HOUR, Member, NOON, PASSWORD, SECOND, Server};

async fn edit(server: &Server, admin: &str, id: u64, draft: &Value) -> Answer {
    let call = server.call(Method::PUT, &format!("/api/giveaways/{id}")).by(admin);
    call.json(draft).send().await
}

async fn deactivate(server: &Server, admin: &str, member: &Member) {
    let call = server.call(Method::PUT, &format!("/api/admin/accounts/{}", member.id)).by(admin);
    call.json(&json!({ "isActive": false })).send().await.of(200);
}

async fn wins(server: &Server, member: &Member) -> Value {
    server.get("/api/me/wins").by(&member.token).send().await.of(200)["wins"].take()
}

async fn dismiss(server: &Server, member: &Member, id: &str) -> Answer {
    let call = server.post(&format!("/api/me/wins/{id}/dismiss")).by(&member.token);
    call.json(&json!({})).send().await
}

#[tokio::test]
async fn deactivated_accounts_do_not_win_and_the_proof_says_why() {
    let (mut server, admin) = with_one(&draft("free", 0)).await;
    let mut members = Vec::new();
    for number in 0..12 {
        let member = server.member(&format!("member_{number}")).await;
        enter(&server, &member, &order("free", 0, 1)).await.of(200);
        members.push(member);
    }
    // One ticket can win; of the others some belong to deleted accounts.
    for member in &members[1..8] {
        deactivate(&server, &admin, member).await;
    }
    for member in &members[8..] {
        let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
        call.json(&json!({ "password": PASSWORD })).send().await.of(200);
    }
    let ended = end(&server, &admin, 1).await.of(200);
    assert_eq!(ended["winner"]["username"], "member_0");
    let proof = proven(&server, 1).await;
    let draws = proof["draws"].as_array().unwrap();
    for (at, draw) in draws.iter().enumerate() {
        let reason = match draw["index"].as_u64().unwrap() {
            0 => Value::Null,
            1..8 => json!("inactive"),
            _ => json!("deleted"),
        };
        assert_eq!((&draw["forfeitReason"], &draw["redraw"]), (&reason, &json!(at)), "{draw}");
        assert_eq!(draw["forfeited"], !reason.is_null());
    }
    // What was true at the draw stays so, also when the account comes back or goes.
    let call = server.call(Method::PUT, &format!("/api/admin/accounts/{}", members[1].id));
    call.by(&admin).json(&json!({ "isActive": true })).send().await.of(200);
    server.restart().await;
    assert_eq!(proven(&server, 1).await, proof);
    // Without any account that can win there is no winner.
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let call = server.post("/api/giveaways/2/entries").by(&members[0].token);
    call.json(&order("free", 0, 1)).send().await.of(200);
    deactivate(&server, &admin, &members[0]).await;
    assert_eq!(end(&server, &admin, 2).await.of(200)["winner"], Value::Null);
    assert_eq!(proven(&server, 2).await["draws"][0]["forfeitReason"], "inactive");
    server.prove();
}

#[tokio::test]
async fn texts_that_change_after_entries_are_shown_with_what_they_were() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let emu = server.player("emu", 100).await;
    enter(&server, &emu, &order("paid", 5, 1)).await.of(200);
    server.pass(SECOND);
    let mut other = draft("paid", 5);
    other["title"] = json!("Saturday drop");
    edit(&server, &admin, 1, &other).await.of(200);
    server.pass(SECOND);
    // The longest texts that there may be.
    let (long, longer) = ("𝄞".repeat(2000), "𝄢".repeat(2000));
    other["description"] = json!(long);
    other["endTime"] = json!(Millis(NOON + 3 * HOUR).iso());
    edit(&server, &admin, 1, &other).await.of(200);
    server.pass(SECOND);
    other["description"] = json!(longer);
    edit(&server, &admin, 1, &other).await.of(200);
    let at = |seconds: i64| Millis(NOON + seconds * SECOND).iso();
    let expected = json!([
        { "at": at(1), "text": "Title changed", "field": "title",
          "before": "Friday drop", "after": "Saturday drop" },
        { "at": at(2), "text": "End moved from 2026-03-10 03:00 to 2026-03-10 04:00 UTC",
          "field": "endTime", "before": Millis(NOON + 2 * HOUR).iso(), "after": other["endTime"] },
        { "at": at(2), "text": "Description changed", "field": "description",
          "before": "A card for one of you", "after": long },
        { "at": at(3), "text": "Description changed", "field": "description",
          "before": long, "after": longer },
    ]);
    let one = async |server: &Server| {
        let answer = server.get("/api/giveaways/1").send().await.of(200);
        answer["giveaway"]["changes"].clone()
    };
    assert_eq!(one(&server).await, expected);
    server.restart().await;
    assert_eq!(one(&server).await, expected);
    // Lists and pushes go to everybody again and again: they leave long texts out.
    let mut short = expected.clone();
    for at in [2, 3] {
        short[at]["before"] = Value::Null;
        short[at]["after"] = Value::Null;
    }
    assert_eq!(list(&server).await["giveaways"][0]["changes"], short);
    // The number of changes has an end; the giveaway goes on as it is.
    for number in 0..17 {
        other["title"] = json!(format!("Drop {number}"));
        edit(&server, &admin, 1, &other).await.of(200);
    }
    other["title"] = json!("Once more");
    let text = edit(&server, &admin, 1, &other).await.refused(409, "frozen");
    assert_eq!(text, "The texts were changed too often: they stay");
    assert_eq!(list(&server).await["giveaways"][0]["title"], "Drop 16");
    // Also after the draw.
    end(&server, &admin, 1).await.of(200);
    let changes = list(&server).await["giveaways"][0]["changes"].take();
    assert_eq!(changes.as_array().unwrap().len(), 22);
    assert_eq!(changes[21]["text"], "Ended early by an admin");
    server.prove();
}

#[tokio::test]
async fn a_running_giveaway_that_is_deleted_stays_visible_as_cancelled() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let mut later = draft("paid", 5);
    later["startTime"] = json!(Millis(NOON + HOUR).iso());
    create(&server, &admin, &later).await.of(200);
    let emu = server.player("emu", 100).await;
    enter(&server, &emu, &order("paid", 5, 3)).await.of(200);
    server.pass(SECOND);
    let answer = delete(&server, &admin, 1).await.of(200);
    assert_eq!(answer["message"], "Giveaway cancelled. 15 points go back to 1 member.");
    // A giveaway that members could not enter yet disappears.
    assert_eq!(delete(&server, &admin, 2).await.of(200)["message"], "Giveaway deleted");
    server.get("/api/giveaways/2").send().await.refused(404, "not_found");
    let at = Millis(NOON + SECOND).iso();
    let check = async |server: &Server| {
        let all = list(server).await;
        assert_eq!(all["giveaways"].as_array().unwrap().len(), 1);
        let card = &all["giveaways"][0];
        for (name, value) in [
            ("id", json!("1")),
            ("status", json!("ended")),
            ("cancelled", json!(true)),
            ("winner", Value::Null),
            ("provablyFair", Value::Null),
            ("endedAt", json!(at)),
            ("endedEarly", json!(false)),
        ] {
            assert_eq!(card[name], value, "{name}");
        }
        assert_eq!(card["changes"][0]["text"], "Cancelled by an admin");
        let one = server.get("/api/giveaways/1").send().await.of(200);
        assert_eq!(one["giveaway"], *card);
    };
    check(&server).await;
    let view = server.site().store().view();
    soon(async {
        while !view.scan(tables::GIVEAWAY_DUE, &[], &[], 9).unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert_eq!(server.balance(&emu).await, 100);
    let row = &history(&server, &emu).await[0];
    assert_eq!((&row["status"], &row["endedAt"]), (&json!("refunded"), &json!(at)));
    server.get("/api/giveaways/1/proof").send().await.refused(409, "cancelled");
    enter(&server, &emu, &order("paid", 5, 1)).await.refused(409, "ended");
    edit(&server, &admin, 1, &draft("paid", 5)).await.refused(409, "ended");
    end(&server, &admin, 1).await.refused(409, "ended");
    delete(&server, &admin, 1).await.refused(409, "cancelled");
    server.restart().await;
    check(&server).await;
    assert_eq!(server.balance(&emu).await, 100);
    server.prove();
}

#[tokio::test]
async fn a_winner_is_notified_until_the_notice_is_dismissed() {
    let (mut server, admin) = with_one(&draft("paid", 5)).await;
    let (emu, quoll) = (server.player("emu", 100).await, server.player("quoll", 100).await);
    enter(&server, &emu, &order("paid", 5, 1)).await.of(200);
    let ears = [
        server.listen(&json!({ "token": emu.token })).await,
        server.listen(&json!({ "token": quoll.token })).await,
        server.listen(&json!({})).await,
    ];
    assert_eq!(wins(&server, &emu).await, json!([]));
    end(&server, &admin, 1).await.of(200);
    let won = json!([{
        "id": "1", "title": "Friday drop", "prize": "$50 gift card", "endedAt": Millis(NOON).iso(),
        "namesWinner": true,
    }]);
    let hearing = async |ear: &str, name: &str| {
        let mut heard = String::new();
        while !heard.contains(name) {
            heard.push_str(&server.get(ear).send().await.text);
        }
        heard
    };
    // Only the winner's browsers; the cards come to everybody.
    let heard = soon(hearing(&ears[0], "giveawayWon")).await;
    let event = heard.split_once(r#"42["giveawayWon","#).unwrap().1;
    let mut event = serde_json::Deserializer::from_str(event).into_iter::<Value>();
    assert_eq!(event.next().unwrap().unwrap(), won[0]);
    for ear in &ears[1..] {
        let heard = soon(hearing(ear, r#""status":"ended""#)).await;
        assert!(!heard.contains("giveawayWon"), "{heard}");
    }
    assert_eq!(wins(&server, &emu).await, won);
    assert_eq!(wins(&server, &quoll).await, json!([]));
    server.restart().await;
    assert_eq!(wins(&server, &emu).await, won);
    // A member can't dismiss another member's notice, and a dismissed one stays dismissed.
    dismiss(&server, &quoll, "1").await.of(200);
    assert_eq!(wins(&server, &emu).await, won);
    dismiss(&server, &emu, "1").await.of(200);
    dismiss(&server, &emu, "1").await.of(200);
    dismiss(&server, &emu, "x").await.refused(404, "not_found");
    server.restart().await;
    assert_eq!(wins(&server, &emu).await, json!([]));
    assert_eq!(history(&server, &emu).await[0]["status"], "won");
    // No email: the site sends none.
    assert_eq!(server.emails(0).await.len(), 0);
    // A notice goes with the account.
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let call = server.post("/api/giveaways/2/entries").by(&emu.token);
    call.json(&order("free", 0, 1)).send().await.of(200);
    end(&server, &admin, 2).await.of(200);
    let leave = server.call(Method::DELETE, "/api/auth/delete-account").by(&emu.token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
    let left = server.site().store().view().scan(tables::GIVEAWAY_WIN, &[], &[], 9).unwrap();
    assert!(left.is_empty());
    server.prove();
}

#[tokio::test]
async fn a_winner_gets_an_email_where_the_site_sends_them() {
    let server = Server::with(|config| config.mail.giveaway_won = MailSwitch::Always).await;
    let admin = server.admin().await;
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let emu = server.member("emu").await;
    // An unverified email may be a stranger's.
    enter(&server, &emu, &order("free", 0, 1)).await.of(200);
    end(&server, &admin, 1).await.of(200);
    assert_eq!(server.emails(0).await.len(), 0);
    let (store, key) = (server.site().store(), emu.id.0.to_be_bytes());
    let row = store.view().get(tables::ACCOUNT, &key).unwrap().unwrap();
    let row = AccountRow { email_verified: true, ..decode(&row).unwrap() };
    let mut batch = Batch::new();
    batch.put(tables::ACCOUNT, &key, &encode(&row).unwrap()).unwrap();
    store.commit(batch).await.unwrap();
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let call = server.post("/api/giveaways/2/entries").by(&emu.token);
    call.json(&order("free", 0, 1)).send().await.of(200);
    // By the clock, without a call of an admin.
    server.pass(2 * HOUR);
    assert_eq!(wins(&server, &emu).await[0]["id"], "2");
    let emails = server.emails(1).await;
    assert_eq!(emails.len(), 1);
    for wanted in [
        "To: emu@example.com",
        "Subject: Pointhouse: You won a giveaway",
        "$50 gift card",
        "Friday drop",
        "/giveaways?proof=",
    ] {
        assert!(emails[0].contains(wanted), "{wanted}: {}", emails[0]);
    }
}

#[tokio::test]
async fn a_giveaway_starts_at_once_and_may_last_a_minute() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.member("emu").await;
    let mut short = draft("free", 0);
    short.as_object_mut().unwrap().retain(|name, _| !name.ends_with("Time"));
    let actual = create(&server, &admin, &short).await;
    assert_eq!(actual.body["fields"], json!({ "endTime": "A date and time" }));
    let mut both = draft("free", 0);
    both["durationMinutes"] = json!(5);
    let actual = create(&server, &admin, &both).await;
    assert_eq!(actual.body["fields"], json!({ "durationMinutes": "Either an end or a duration" }));
    for minutes in [json!(0), json!(-1), json!(i64::MAX), json!(367 * 24 * 60)] {
        let mut wrong = short.clone();
        wrong["durationMinutes"] = minutes;
        let actual = create(&server, &admin, &wrong).await;
        assert!(actual.body["fields"]["durationMinutes"].is_string(), "{actual:?}");
        actual.refused(400, "validation");
    }
    short["durationMinutes"] = json!(1);
    let made = create(&server, &admin, &short).await.of(200)["giveaway"].take();
    assert_eq!(
        (&made["status"], &made["startTime"]),
        (&json!("active"), &json!(Millis(NOON).iso()))
    );
    assert_eq!(made["endTime"], Millis(NOON + 60 * SECOND).iso());
    // Nothing waits for the start.
    enter(&server, &emu, &order("free", 0, 1)).await.of(200);
    server.pass(60 * SECOND);
    assert_eq!(wins(&server, &emu).await[0]["id"], "1");
    // An edit without a start keeps it.
    short["durationMinutes"] = json!(90);
    create(&server, &admin, &short).await.of(200);
    let started = Millis(NOON + 60 * SECOND).iso();
    server.pass(SECOND);
    let kept = edit(&server, &admin, 2, &short).await.of(200)["giveaway"].take();
    assert_eq!((&kept["startTime"], &kept["changes"]), (&json!(started), &json!([])));
}

#[tokio::test]
async fn a_giveaway_that_starts_soon_starts_30_seconds_after_it_is_saved() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let emu = server.member("emu").await;
    let mut soon = draft("free", 0);
    soon.as_object_mut().unwrap().retain(|name, _| !name.ends_with("Time"));
    soon["durationMinutes"] = json!(1);
    soon["startSoon"] = json!(true);
    let made = create(&server, &admin, &soon).await.of(200)["giveaway"].take();
    let at = |seconds| json!(Millis(NOON + seconds * SECOND).iso());
    assert_eq!((&made["startTime"], &made["endTime"]), (&at(30), &at(90)));
    assert_eq!(made["status"], "upcoming");
    enter(&server, &emu, &order("free", 0, 1)).await.refused(409, "not_started");
    server.pass(30 * SECOND);
    enter(&server, &emu, &order("free", 0, 1)).await.of(200);
    // It is no second start of one that has one.
    let wrong = json!({ "startSoon": "Only for a new giveaway without a start" });
    assert_eq!(edit(&server, &admin, 1, &soon).await.body["fields"], wrong);
    soon["startTime"] = at(60);
    assert_eq!(create(&server, &admin, &soon).await.body["fields"], wrong);
}

#[tokio::test]
async fn a_cancelled_giveaway_that_nobody_entered_is_removed_for_good() {
    let (mut server, admin) = with_one(&draft("free", 0)).await;
    create(&server, &admin, &draft("free", 0)).await.of(200);
    let emu = server.member("emu").await;
    let enter = server.post("/api/giveaways/2/entries").by(&emu.token);
    enter.json(&order("free", 0, 1)).send().await.of(200);
    for id in [1, 2] {
        assert_eq!(delete(&server, &admin, id).await.of(200)["message"], "Giveaway cancelled");
    }
    // Members have entered the other one: it stays.
    delete(&server, &admin, 2).await.refused(409, "cancelled");
    assert_eq!(delete(&server, &admin, 1).await.of(200)["message"], "Giveaway deleted");
    for _ in 0..2 {
        let all = list(&server).await;
        let ids: Vec<_> =
            all["giveaways"].as_array().unwrap().iter().map(|one| &one["id"]).collect();
        assert_eq!(ids, ["2"]);
        let admin = server.admin().await;
        let all = server.get("/api/giveaways").by(&admin).send().await.of(200);
        assert_eq!(all["giveaways"].as_array().unwrap().len(), 1);
        server.get("/api/giveaways/1").send().await.refused(404, "not_found");
        delete(&server, &admin, 1).await.refused(404, "not_found");
        server.restart().await;
    }
    server.prove();
}

#[tokio::test]
async fn naming_the_winner_can_only_be_switched_off_once_members_have_entered() {
    let (server, admin) = with_one(&draft("free", 0)).await;
    let emu = server.member("emu").await;
    let with = |names: bool| {
        let mut draft = draft("free", 0);
        draft["namesWinner"] = json!(names);
        draft
    };
    let card = async |id: u64| {
        server.get(&format!("/api/giveaways/{id}")).send().await.of(200)["giveaway"]["namesWinner"]
            .take()
    };
    assert_eq!(card(1).await, true, "a new one names its winner");
    edit(&server, &admin, 1, &with(false)).await.of(200);
    // An edit without it keeps it.
    edit(&server, &admin, 1, &draft("free", 0)).await.of(200);
    assert_eq!(card(1).await, false);
    edit(&server, &admin, 1, &with(true)).await.of(200);
    enter(&server, &emu, &order("free", 0, 1)).await.of(200);
    edit(&server, &admin, 1, &with(false)).await.of(200);
    edit(&server, &admin, 1, &with(true)).await.refused(409, "frozen");
    assert_eq!(card(1).await, false);
}

#[tokio::test]
async fn an_open_page_hears_that_a_giveaway_has_ended_without_entries() {
    let (server, _) = with_one(&draft("free", 0)).await;
    let page = server.listen(&json!({})).await;
    server.pass(2 * HOUR);
    server.site().giveaways().end_overdue().await.unwrap();
    let heard = soon(async {
        let mut heard = String::new();
        while !heard.contains(r#""status":"ended""#) {
            heard.push_str(&server.get(&page).send().await.text);
        }
        heard
    });
    assert!(heard.await.contains(r#""winner":null"#));
}
