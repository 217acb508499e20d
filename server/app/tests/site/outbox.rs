//! The outbox for admins: paging, reasons, no secrets; retries and removals.

use pointhouse::mail::EmailRow;
use pointhouse::tables;
use pointhouse_store::{Batch, encode};
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, DAY, HOUR, Member, NOON, SECOND, Server};

/// An email that failed and waits for its next try, or failed permanently.
fn email(member: &Member, dead: bool) -> EmailRow {
    EmailRow {
        user: member.id.0,
        to: member.email.clone(),
        subject: "Pointhouse: Set a new password".to_owned(),
        text: "Set a new password:\nhttps://example.com/reset-password?token=SESAME".to_owned(),
        html: "<a href=\"https://example.com/reset-password?token=SESAME\">here</a>".to_owned(),
        tries: 1,
        next_at: NOON + 5 * SECOND,
        written_at: NOON,
        until: NOON + HOUR,
        last_error: "the server is asleep".to_owned(),
        dead,
    }
}

async fn plant(server: &Server, rows: &[EmailRow]) {
    for (window, rows) in (0_u64..).zip(rows.chunks(100)) {
        let mut batch = Batch::new();
        for (number, row) in (window * 100 + 1..).zip(rows) {
            batch.put(tables::OUTBOX, &number.to_be_bytes(), &encode(row).unwrap()).unwrap();
        }
        server.site().store().commit(batch).await.unwrap();
    }
}

async fn page(server: &Server, admin: &str, query: &str) -> Value {
    server.get(&format!("/api/admin/letters?{query}")).by(admin).send().await.of(200)
}

fn ids(page: &Value) -> Vec<u64> {
    let items = page["items"].as_array().unwrap().iter();
    items.map(|item| item["id"].as_str().unwrap().parse().unwrap()).collect()
}

async fn retry(server: &Server, admin: &str, number: u64) -> Answer {
    let call = server.post(&format!("/api/admin/letters/{number}/retry")).by(admin);
    call.json(&json!({})).send().await
}

async fn remove(server: &Server, admin: &str, number: u64) -> Answer {
    server.call(Method::DELETE, &format!("/api/admin/letters/{number}")).by(admin).send().await
}

async fn audit(server: &Server, admin: &str) -> Value {
    let call = server.get("/api/admin/audit?q=letter.").by(admin);
    call.send().await.of(200)["items"].clone()
}

#[tokio::test]
async fn emails_are_listed_in_pages_without_their_contents() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let nothing = page(&server, &admin, "").await;
    assert_eq!((&nothing["items"], &nothing["pages"]), (&json!([]), &json!(0)));
    let member = server.member("matilda").await;
    let rows: Vec<_> = (1..=1200).map(|number| email(&member, number % 100 == 0)).collect();
    plant(&server, &rows).await;
    let mut seen = Vec::new();
    for number in 1..=6 {
        let actual = page(&server, &admin, &format!("limit=200&page={number}")).await;
        assert_eq!((&actual["total"], &actual["pages"]), (&json!(1200), &json!(6)));
        assert_eq!(actual["counts"], json!({ "waiting": 1188, "dead": 12 }));
        seen.extend(ids(&actual));
    }
    assert_eq!(seen, (1..=1200).rev().collect::<Vec<_>>());
    assert_eq!(ids(&page(&server, &admin, "limit=5000").await).len(), 200);
    assert_eq!(ids(&page(&server, &admin, "page=7&limit=200").await), [0; 0]);
    let dead = page(&server, &admin, "state=dead&limit=5&page=3").await;
    assert_eq!((ids(&dead), &dead["total"]), (vec![200, 100], &json!(12)));
    assert_eq!(dead["counts"], json!({ "waiting": 1188, "dead": 12 }));
    let waiting = page(&server, &admin, "state=waiting&limit=2").await;
    assert_eq!((ids(&waiting), &waiting["total"]), (vec![1199, 1198], &json!(1188)));
    let row = |id: &str, next_at: Value, dead: bool| {
        json!({
            "id": id, "userId": member.id, "username": "matilda", "to": "m***@example.com",
            "subject": "Pointhouse: Set a new password", "tries": 1, "dead": dead,
            "writtenAt": "2026-03-10T01:00:00.000Z", "nextAt": next_at,
            "until": "2026-03-10T02:00:00.000Z", "lastError": "the server is asleep",
        })
    };
    assert_eq!(dead["items"][1], row("100", Value::Null, true));
    assert_eq!(waiting["items"][0], row("1199", json!("2026-03-10T01:00:05.000Z"), false));
    let call = server.get("/api/admin/letters?state=lost").by(&admin);
    call.send().await.refused(400, "bad_request");
    let figures = async || {
        server.site().accounts().mailer.deliver_due().await.unwrap();
        server.get("/metrics").by(&admin).send().await.text
    };
    let actual = figures().await;
    assert!(actual.contains("pointhouse_mail_letters{state=\"waiting\"} 1188\n"), "{actual}");
    assert!(actual.contains("pointhouse_mail_letters{state=\"dead\"} 12\n"), "{actual}");
}

#[tokio::test]
async fn an_email_is_made_due_and_sent() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.member("matilda").await;
    plant(&server, &[email(&member, true), email(&member, false)]).await;
    assert_eq!(server.site().accounts().mailer.deliver_due().await.unwrap(), 0);
    let retried = retry(&server, &admin, 1).await.of(200);
    assert_eq!(retried["letter"]["nextAt"], "2026-03-10T01:00:00.000Z");
    assert_eq!(
        (&retried["letter"]["dead"], &retried["letter"]["tries"]),
        (&json!(false), &json!(0))
    );
    let emails = server.emails(1).await;
    assert!(emails[0].contains("To: matilda@example.com"), "{}", emails[0]);
    retry(&server, &admin, 2).await.of(200);
    server.emails(2).await;
    server.site().accounts().mailer.deliver_due().await.unwrap();
    assert_eq!(page(&server, &admin, "").await["total"], 0);
    retry(&server, &admin, 2).await.refused(404, "not_found");
    let audit = audit(&server, &admin).await;
    assert_eq!(audit.as_array().unwrap().len(), 2);
    assert_eq!(
        (&audit[1]["action"], &audit[1]["before"]),
        (&json!("letter.retry"), &json!(r#"{"dead":true,"tries":1}"#))
    );
    assert_eq!(audit[1]["after"], r#"{"dead":false,"tries":0}"#);
    assert_eq!(audit[1]["subject"], format!("letter:1 user:{}", member.id));
    let figures = server.get("/metrics").by(&admin).send().await.text;
    for line in
        ["_letters{state=\"dead\"} 0\n", "_letters{state=\"waiting\"} 0\n", "_delivered_total 2\n"]
    {
        assert!(figures.contains(&format!("pointhouse_mail{line}")), "{line}: {figures}");
    }
}

#[tokio::test]
async fn an_email_whose_link_has_ended_is_not_sent_again_but_removed() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.member("matilda").await;
    plant(&server, &[email(&member, true), email(&member, false)]).await;
    server.pass(HOUR);
    retry(&server, &admin, 1).await.refused(409, "link_ended");
    remove(&server, &admin, 1).await.of(200);
    remove(&server, &admin, 1).await.refused(404, "not_found");
    // One that still waited is given up when its link ends, with its reason.
    server.site().accounts().mailer.deliver_due().await.unwrap();
    let actual = page(&server, &admin, "").await;
    assert_eq!((ids(&actual), &actual["counts"]), (vec![2], &json!({ "waiting": 0, "dead": 1 })));
    let reason = "it could not be delivered in time: the server is asleep";
    assert_eq!(actual["items"][0]["lastError"], reason);
    remove(&server, &admin, 2).await.of(200);
    let audit = audit(&server, &admin).await;
    assert_eq!(audit.as_array().unwrap().len(), 2);
    assert_eq!((&audit[0]["action"], &audit[0]["after"]), (&json!("letter.delete"), &json!("")));
}

#[tokio::test]
async fn an_email_that_cannot_be_written_into_its_file_is_counted_and_tried_again() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let member = server.member("matilda").await;
    let folder = server.data().join("outbox");
    std::fs::write(&folder, "in the way").unwrap();
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    let mailer = server.site().accounts().mailer.clone();
    mailer.deliver_due().await.unwrap();
    let counts = mailer.counts();
    assert_eq!((counts.waiting, counts.dead, counts.delivered, counts.failed), (1, 0, 0, 1));
    let actual = page(&server, &admin, "state=waiting").await;
    assert_eq!(actual["items"][0]["nextAt"], "2026-03-10T01:00:10.000Z");
    assert_ne!(actual["items"][0]["lastError"], "");
    std::fs::remove_file(&folder).unwrap();
    server.pass(10 * SECOND);
    assert_eq!(server.emails(1).await.len(), 1);
}

#[tokio::test]
async fn an_email_is_retried_until_its_link_expires() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    std::fs::write(server.data().join("outbox"), "in the way").unwrap();
    let shown = async || page(&server, &server.admin().await, "").await["items"][0].take();
    // As long as an email to a winner; all waits but the last are over.
    plant(&server, &[EmailRow { tries: 7, until: NOON + 7 * DAY, ..email(&member, false) }]).await;
    server.pass(5 * SECOND);
    let mailer = server.site().accounts().mailer.clone();
    for tries in 8..=21 {
        mailer.deliver_due().await.unwrap();
        let actual = shown().await;
        assert_eq!((&actual["tries"], &actual["dead"]), (&json!(tries), &json!(false)), "{actual}");
        assert_eq!(actual["nextAt"], server.clock.now().plus(12 * HOUR).iso());
        server.pass(12 * HOUR);
    }
    mailer.deliver_due().await.unwrap();
    let actual = shown().await;
    assert_eq!((&actual["tries"], &actual["dead"]), (&json!(22), &json!(true)), "{actual}");
    let reason = actual["lastError"].as_str().unwrap();
    assert!(reason.starts_with("it could not be delivered in time: "), "{reason}");
}

#[tokio::test]
async fn an_unreachable_server_is_not_called_for_each_email() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    std::fs::write(server.data().join("outbox"), "in the way").unwrap();
    let new = EmailRow { tries: 0, ..email(&member, false) };
    plant(&server, &vec![new; 40]).await;
    let mailer = server.site().accounts().mailer.clone();
    assert_eq!(mailer.deliver_due().await.unwrap(), 0);
    let found = mailer.emails(None, 0, 200).await.unwrap();
    let tried = |tries: u32| found.emails.iter().filter(|one| one.tries == tries).count();
    // Those that were under way when the first one failed; the others lose no try.
    assert_eq!((tried(1), tried(0)), (4, 36));
}

#[tokio::test]
async fn a_run_delivers_all_that_is_due() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let new = EmailRow { tries: 0, ..email(&member, false) };
    plant(&server, &vec![new; 250]).await;
    let mailer = server.site().accounts().mailer.clone();
    assert_eq!(mailer.deliver_due().await.unwrap(), 250);
    let page = mailer.emails(None, 0, 200).await.unwrap();
    assert_eq!((page.total, page.waiting, page.dead), (0, 0, 0));
}
