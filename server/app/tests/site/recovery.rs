//! Email links: verifying an email, setting a forgotten password, and the validity of the links.

use pointhouse::accounts::forget_links;
use pointhouse::mail::{Email, Kind};
use pointhouse::tables;
use pointhouse_store::Batch;
use serde_json::{Value, json};

use crate::rig::{Answer, HOUR, Member, PASSWORD, Server};

const NEW_PASSWORD: &str = "Another!horse2";

/// The token of an email's link.
pub(crate) fn token_of(email: &str, page: &str) -> String {
    let (_, rest) = email.split_once(&format!("/{page}?token=")).expect("a link");
    rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_".contains(*c)).collect()
}

async fn ask_verification(server: &Server, member: &Member) -> Answer {
    server.post("/api/auth/send-verification").by(&member.token).send().await
}

async fn verify(server: &Server, token: &str) -> Answer {
    server.get(&format!("/api/auth/verify-email?token={token}")).send().await
}

async fn forget(server: &Server, email: &str) -> Value {
    let body = json!({ "email": email });
    server.post("/api/auth/forgot-password").json(&body).send().await.of(200)
}

async fn reset(server: &Server, token: &str, password: &str) -> Answer {
    let body = json!({ "token": token, "newPassword": password });
    server.post("/api/auth/reset-password").json(&body).send().await
}

async fn is_verified(server: &Server, member: &Member) -> bool {
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    me["user"]["emailVerified"].as_bool().unwrap()
}

#[tokio::test]
async fn an_address_is_confirmed_by_the_link_of_an_email() {
    let mut server = Server::start().await;
    let member = server.member("matilda").await;
    let sent = ask_verification(&server, &member).await.of(200);
    // The settings write emails to files.
    assert_eq!(sent["delivery"], "file");
    assert_eq!(sent["message"], "Mail is not set up on this site; ask the streamer.");
    let email = server.emails(1).await.remove(0);
    assert!(email.contains("To: matilda@example.com"), "{email}");
    assert!(email.contains("Subject: Pointhouse: Confirm your email address"), "{email}");
    // It works as often as it is opened in that time.
    assert!(email.contains("The link works for 24 hours."), "{email}");
    let token = token_of(&email, "verify-email");
    assert_eq!(token.len(), 43);
    // The email was delivered: only the hash of its token is left.
    let view = server.site().store().view();
    assert!(view.scan(tables::OUTBOX, &[], &[], 10).unwrap().is_empty());
    let links = view.scan(tables::MAIL_TOKEN, &[], &[], 10).unwrap();
    // "This wasn't me" has one of its own.
    assert_eq!(links.len(), 2);
    assert!(!links.iter().any(|(key, row)| {
        [key.as_ref(), row.as_ref()]
            .iter()
            .any(|bytes| bytes.windows(43).any(|part| part == token.as_bytes()))
    }));

    let text = verify(&server, "made-up").await.refused(400, "bad_link");
    assert_eq!(text, "This link is invalid or has expired");
    assert!(!is_verified(&server, &member).await);
    verify(&server, &token).await.of(200);
    assert!(is_verified(&server, &member).await);
    // Opening the page twice gives the same result.
    verify(&server, &token).await.of(200);
    ask_verification(&server, &member).await.refused(409, "already_verified");
    server.restart().await;
    assert!(is_verified(&server, &member).await);
}

#[tokio::test]
async fn a_link_works_for_its_time_and_its_page() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    ask_verification(&server, &member).await.of(200);
    let token = token_of(&server.emails(1).await[0], "verify-email");
    reset(&server, &token, NEW_PASSWORD).await.refused(400, "bad_link");
    let forgotten = || {
        let (store, now) = (server.site().store().clone(), server.clock.now());
        std::thread::spawn(move || forget_links(&store, now).unwrap()).join().unwrap()
    };
    server.pass(24 * HOUR - 1);
    assert_eq!(forgotten(), 0);
    server.pass(1);
    verify(&server, &token).await.refused(400, "bad_link");
    assert_eq!(forgotten(), 1);
}

#[tokio::test]
async fn a_changed_address_voids_the_link_to_the_old_one() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    ask_verification(&server, &member).await.of(200);
    let token = token_of(&server.emails(1).await[0], "verify-email");
    let change = json!({ "username": "matilda", "email": "new@example.com", "password": PASSWORD });
    let call = server.call(reqwest::Method::PUT, "/api/auth/update-profile");
    call.by(&member.token).json(&change).send().await.of(200);
    verify(&server, &token).await.refused(400, "bad_link");
    assert!(!is_verified(&server, &member).await);
}

#[tokio::test]
async fn a_forgotten_password_is_reset_once_and_ends_every_token() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let socket = server.listen(&json!({ "token": member.token })).await;
    // The answer is the same for an address without an account.
    let known = forget(&server, "Matilda@example.com").await;
    assert_eq!(known, forget(&server, "nobody@example.com").await);
    forget(&server, &member.email).await;
    let emails = server.emails(2).await;
    assert_eq!(emails.len(), 2);
    assert!(emails[0].contains("1 hour"), "{}", emails[0]);
    let [first, second] = [0, 1].map(|at| token_of(&emails[at], "reset-password"));

    reset(&server, &first, "short").await.refused(400, "validation");
    verify(&server, &first).await.refused(400, "bad_link");
    reset(&server, &first, NEW_PASSWORD).await.of(200);
    assert!(server.get(&socket).send().await.is_cut());
    server.get("/api/auth/me").by(&member.token).send().await.refused(401, "unauthorized");
    server.login(&member.email, PASSWORD).await.refused(401, "invalid_credentials");
    server.login(&member.email, NEW_PASSWORD).await.of(200);
    // Neither the same link nor an earlier one works.
    reset(&server, &first, PASSWORD).await.refused(400, "bad_link");
    reset(&server, &second, PASSWORD).await.refused(400, "bad_link");
    server.login(&member.email, NEW_PASSWORD).await.of(200);
}

#[tokio::test]
async fn a_link_for_a_new_password_lasts_an_hour() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    forget(&server, &member.email).await;
    let token = token_of(&server.emails(1).await[0], "reset-password");
    server.pass(HOUR);
    reset(&server, &token, NEW_PASSWORD).await.refused(400, "bad_link");
    server.login(&member.email, PASSWORD).await.of(200);
}

#[tokio::test]
async fn emails_to_one_member_are_limited() {
    let server = Server::with(|config| {
        config.mail.letters_per_hour = 2;
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    });
    let server = server.await;
    let member = server.member("matilda").await;
    let other = server.member("kangaroo").await;
    let ask = |member: &Member, from: &str| {
        let call = server.post("/api/auth/send-verification").by(&member.token);
        call.header("x-forwarded-for", from).send()
    };
    // Two per client address, for any member.
    ask(&member, "192.0.2.1").await.of(200);
    ask(&other, "192.0.2.1").await.of(200);
    ask(&other, "192.0.2.1").await.refused(429, "too_many_requests");
    // Two for each member, wherever they are asked from.
    ask(&member, "192.0.2.2").await.of(200);
    ask(&member, "192.0.2.3").await.refused(429, "too_many_requests");
    // The forgotten-password call gives the same response at the limit, and writes nothing.
    let body = json!({ "email": member.email });
    for from in ["192.0.2.4", "192.0.2.5"] {
        let call = server.post("/api/auth/forgot-password").json(&body);
        call.header("x-forwarded-for", from).send().await.of(200);
    }
    let body = json!({ "email": other.email });
    let call = server.post("/api/auth/forgot-password").json(&body);
    call.header("x-forwarded-for", "192.0.2.6").send().await.of(200);
    let emails = server.emails(4).await;
    assert_eq!(emails.len(), 4);
    assert_eq!(emails.iter().filter(|one| one.contains("To: matilda@")).count(), 2);
}

#[tokio::test]
async fn emails_of_an_earlier_run_are_delivered_by_the_next() {
    let mut server = Server::start().await;
    let member = server.member("matilda").await;
    // A folder that cannot be written to: something else is in its place.
    let folder = server.data().join("outbox");
    std::fs::write(&folder, "in the way").unwrap();
    ask_verification(&server, &member).await.of(200);
    let mailer = server.site().accounts().mailer.clone();
    assert_eq!(mailer.deliver_due().await.unwrap(), 0);
    drop(mailer);
    server.restart().await;
    let waiting = server.site().store().view().scan(tables::OUTBOX, &[], &[], 10).unwrap().len();
    assert_eq!(waiting, 1);
    std::fs::remove_file(&folder).unwrap();
    // It is tried again after a while, not at once.
    assert_eq!(server.site().accounts().mailer.deliver_due().await.unwrap(), 0);
    server.pass(HOUR);
    assert_eq!(server.emails(1).await.len(), 1);
}

#[tokio::test]
async fn an_email_that_is_never_delivered_is_set_aside_and_removed() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    std::fs::write(server.data().join("outbox"), "in the way").unwrap();
    ask_verification(&server, &member).await.of(200);
    let mailer = server.site().accounts().mailer.clone();
    let count = || server.site().store().view().scan(tables::OUTBOX, &[], &[], 10).unwrap().len();
    for _ in 0..20 {
        assert_eq!(mailer.deliver_due().await.unwrap(), 0);
        server.pass(12 * HOUR);
    }
    assert_eq!(count(), 1);
    // Its link has expired, so it is not sent even though it could be delivered now.
    std::fs::remove_file(server.data().join("outbox")).unwrap();
    assert_eq!(mailer.deliver_due().await.unwrap(), 0);
    server.pass(30 * 24 * HOUR);
    mailer.deliver_due().await.unwrap();
    assert_eq!(count(), 0);
}

#[tokio::test]
async fn an_email_is_sent_also_when_the_clock_was_put_back() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    // Written without waking the delivery: the state when the process ends between the two.
    let mailer = server.site().accounts().mailer.clone();
    let (to, name) = (member.email.clone(), member.name.clone());
    let link = mailer.link("/verify-email?token=abc");
    let mut batch = Batch::new();
    let email = Email { to, name, kind: Kind::Verify, link, not_me: None };
    mailer.write(member.id, &email, &mut batch).unwrap();
    server.site().store().commit(batch).await.unwrap();
    server.pass(-24 * HOUR);
    assert_eq!(server.emails(1).await.len(), 1);
}

#[tokio::test]
async fn a_deferred_email_is_tried_again_also_when_the_clock_was_put_back() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let folder = server.data().join("outbox");
    std::fs::write(&folder, "in the way").unwrap();
    ask_verification(&server, &member).await.of(200);
    let mailer = server.site().accounts().mailer.clone();
    assert_eq!(mailer.deliver_due().await.unwrap(), 0);
    std::fs::remove_file(&folder).unwrap();
    assert_eq!(mailer.deliver_due().await.unwrap(), 0);
    server.pass(-24 * HOUR);
    assert_eq!(server.emails(1).await.len(), 1);
}

#[tokio::test]
async fn many_emails_are_delivered_after_one_notification() {
    let server = Server::start().await;
    let member = server.member("matilda").await;
    let mailer = server.site().accounts().mailer.clone();
    let mut batch = Batch::new();
    for number in 0..100 {
        let (to, name) = (format!("a{number}@example.com"), member.name.clone());
        let link = mailer.link("/verify-email?token=abc");
        let email = Email { to, name, kind: Kind::Verify, link, not_me: None };
        mailer.write(member.id, &email, &mut batch).unwrap();
    }
    server.site().store().commit(batch).await.unwrap();
    mailer.wake_delivery();
    // By the delivery task, without being woken again.
    let folder = server.data().join("outbox");
    let begun = std::time::Instant::now();
    let count = || std::fs::read_dir(&folder).map_or(0, |files| files.count());
    while count() < 100 && begun.elapsed().as_secs() < 30 {
        tokio::task::yield_now().await;
    }
    assert_eq!(count(), 100);
}
