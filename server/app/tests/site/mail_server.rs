//! Emails through a real mail server: TLS, certificates, login, and servers that refuse, echo what
//! they were sent, hang or disconnect.

use std::time::Duration;

use pointhouse::config::{Config, MailTransport, SmtpSecurity};
use serde_json::{Value, json};

use crate::rig::{Answer, Authority, MAIL_PASSWORD, Member, PASSWORD, PostOffice, SECOND, Server};

async fn ask(server: &Server, member: &Member) -> Answer {
    server.post("/api/auth/send-verification").by(&member.token).send().await
}

/// Tries every email that is due; fails if that doesn't end.
async fn deliver(server: &Server) {
    let mailer = server.site().accounts().mailer.clone();
    let done = tokio::time::timeout(Duration::from_secs(120), mailer.deliver_due());
    done.await.expect("a delivery has an end").unwrap();
}

/// The only undelivered email, after every due email was tried.
async fn held_up(server: &Server) -> Value {
    deliver(server).await;
    let admin = server.admin().await;
    let page = server.get("/api/admin/letters").by(&admin).send().await.of(200);
    assert_eq!(page["total"], 1, "{page}");
    page["items"][0].clone()
}

async fn health_of_mail(server: &Server) -> Value {
    let admin = server.admin().await;
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    health["services"][0].clone()
}

/// The text of an email before its encoding for mail servers: soft line breaks, escapes.
fn plain(email: &Value) -> String {
    email["text"].as_str().unwrap().replace("=\r\n", "").replace("=3D", "=")
}

fn token_of(email: &str) -> String {
    let (_, rest) = email.split_once("https://example.com/verify-email?token=").expect("a link");
    rest.chars().take_while(|one| one.is_ascii_alphanumeric() || "-_".contains(*one)).collect()
}

fn trusting(office: &PostOffice, authority: &Authority) -> impl FnOnce(&mut Config) {
    |config| {
        office.settle(config);
        config.mail.smtp_ca_file = authority.file().to_str().unwrap().to_owned();
    }
}

#[tokio::test]
async fn an_email_arrives_over_tls_with_a_login_and_its_link_works() {
    let authority = Authority::new();
    for security in [SmtpSecurity::Starttls, SmtpSecurity::Tls] {
        let office = PostOffice::start(security, &authority);
        let server = Server::with(trusting(&office, &authority)).await;
        // The sign-up sends it.
        let member = server.member("matilda").await;
        let login = office.wait("login");
        assert_eq!((&login["right"], &login["secure"]), (&json!(true), &json!(true)));
        let email = office.wait("letter");
        assert_eq!((&email["secure"], &email["user"]), (&json!(true), &json!("streamer")));
        assert_eq!(email["from"], "no-reply@example.com");
        assert_eq!(email["to"], json!(["matilda@example.com"]));
        let text = plain(&email);
        assert!(text.contains("Subject: Pointhouse: Confirm your email address\r\n"), "{text}");
        assert!(text.contains("To: matilda@example.com\r\n"), "{text}");
        assert!(text.contains("Hello matilda,"), "{text}");
        assert!(text.contains("multipart/alternative"), "{text}");
        assert_eq!(text.matches("@example.com>\r\n").count(), 2, "a sender and an id: {text}");
        let follow = format!("/api/auth/verify-email?token={}", token_of(&text));
        server.get(&follow).send().await.of(200);
        let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
        assert_eq!(me["user"]["emailVerified"], true);
        // It left once, and nothing of it waits.
        deliver(&server).await;
        let admin = server.admin().await;
        let figures = server.get("/metrics").by(&admin).send().await.text;
        assert!(figures.contains("pointhouse_mail_delivered_total 1\n"), "{figures}");
        assert!(figures.contains("pointhouse_mail_letters{state=\"waiting\"} 0\n"), "{figures}");
    }
}

#[tokio::test]
async fn an_account_says_when_its_confirmation_was_sent_while_its_link_works() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Tls, &authority);
    let mut server = Server::with(trusting(&office, &authority)).await;
    let sent_at = async |server: &Server, member: &Member| {
        let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
        me["user"]["confirmationSentAt"].clone()
    };
    let member = server.member("matilda").await;
    let first = sent_at(&server, &member).await;
    assert!(first.is_string(), "the sign-up sends it: {first}");
    // A link by hand is no email.
    let admin = server.admin().await;
    let by_hand = server.post(&format!("/api/admin/accounts/{}/link", member.id)).by(&admin);
    by_hand.json(&json!({ "kind": "verify" })).send().await.of(200);
    server.restart().await;
    assert_eq!(sent_at(&server, &member).await, first);
    server.pass(60 * SECOND);
    ask(&server, &member).await.of(200);
    let again = sent_at(&server, &member).await;
    assert!(again.as_str() > first.as_str(), "{first} {again}");
    server.restart().await;
    assert_eq!(sent_at(&server, &member).await, again);
    // The link of another address confirms nothing.
    let change = json!({ "username": "matilda", "email": "new@example.com", "password": PASSWORD });
    let call = server.call(reqwest::Method::PUT, "/api/auth/update-profile");
    call.by(&member.token).json(&change).send().await.of(200);
    assert_eq!(sent_at(&server, &member).await, Value::Null);
    server.restart().await;
    assert_eq!(sent_at(&server, &member).await, Value::Null);

    let other = server.member("emu").await;
    assert!(sent_at(&server, &other).await.is_string());
    server.pass(24 * 60 * 60 * SECOND);
    assert_eq!(sent_at(&server, &other).await, Value::Null);
    ask(&server, &other).await.of(200);
    assert!(sent_at(&server, &other).await.is_string());
    // A site without mail sends none.
    server.restart_with(|config| config.mail.transport = MailTransport::File).await;
    assert_eq!(sent_at(&server, &other).await, Value::Null);
}

#[tokio::test]
async fn a_server_without_a_trusted_certificate_gets_neither_password_nor_email() {
    let (authority, stranger) = (Authority::new(), Authority::new());
    for security in [SmtpSecurity::Starttls, SmtpSecurity::Tls] {
        let office = PostOffice::start(security, &authority);
        // Only those that browsers believe, and then another authority's.
        let mut server = Server::with(|config| office.settle(config)).await;
        server.member("matilda").await;
        for tries in 1..=2 {
            let email = held_up(&server).await;
            let reason = email["lastError"].as_str().unwrap();
            assert!(reason.contains("invalid peer certificate"), "{email}");
            assert_eq!((&email["tries"], &email["dead"]), (&json!(tries), &json!(false)));
            server.restart_with(trusting(&office, &stranger)).await;
            server.pass(60 * SECOND);
        }
        assert!(office.heard().iter().all(|said| said["is"] != "login" && said["is"] != "letter"));
        server.restart_with(trusting(&office, &authority)).await;
        server.pass(600 * SECOND);
        deliver(&server).await;
        assert_eq!(office.wait("letter")["to"], json!(["matilda@example.com"]));
    }
}

#[tokio::test]
async fn a_server_of_another_name_or_without_tls_gets_neither_password_nor_email() {
    let authority = Authority::new();
    let offices = [
        // Trusted, but for another name.
        (PostOffice::named("mail.example.com", SmtpSecurity::Tls, false, &authority), "not valid"),
        // An attacker on the way may have removed the STARTTLS offer.
        (PostOffice::named("127.0.0.1", SmtpSecurity::Starttls, false, &authority), "STARTTLS"),
    ];
    for (office, expected) in offices {
        let server = Server::with(trusting(&office, &authority)).await;
        server.member("matilda").await;
        let email = held_up(&server).await;
        assert!(email["lastError"].as_str().unwrap().contains(expected), "{email}");
        assert!(office.heard().iter().all(|said| said["is"] != "login" && said["is"] != "letter"));
    }
}

#[tokio::test]
async fn a_wrong_password_is_retried_and_never_shown() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let wrong = "Wallaby-7-secret";
    let mut server = Server::with(|config| {
        trusting(&office, &authority)(config);
        config.mail.smtp_password = serde_json::from_value(wrong.into()).unwrap();
    })
    .await;
    server.member("matilda").await;
    let email = held_up(&server).await;
    assert_eq!(office.wait("login")["right"], false);
    let reason = email["lastError"].as_str().unwrap();
    // The server repeats the password; the reason does not.
    assert!(reason.contains("authentication failed: streamer/(secret)"), "{reason}");
    assert_eq!((&email["tries"], &email["dead"]), (&json!(1), &json!(false)));
    let admin = server.admin().await;
    let health = server.get("/api/admin/health").by(&admin).send().await.of(200);
    let mail = &health["services"][0];
    assert_eq!((&mail["name"], &mail["state"]), (&json!("mail"), &json!("failing")));
    assert!(!health.to_string().contains(wrong) && !health.to_string().contains(MAIL_PASSWORD));
    // After the fix it is delivered at its next try, with the same message id.
    server.restart_with(trusting(&office, &authority)).await;
    server.pass(10 * SECOND);
    deliver(&server).await;
    assert_eq!(office.wait("letter")["to"], json!(["matilda@example.com"]));
}

#[tokio::test]
async fn an_address_that_does_not_exist_is_given_up_at_once_and_a_sender_is_not() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    office.behaves("refuses");
    let server = Server::with(trusting(&office, &authority)).await;
    server.member("matilda").await;
    let email = held_up(&server).await;
    assert_eq!((&email["dead"], &email["nextAt"]), (&json!(true), &Value::Null));
    assert_eq!((&email["tries"], &email["username"]), (&json!(1), &json!("matilda")));
    assert_eq!(email["to"], "m***@example.com");
    // However the server spells the address it repeats.
    let reason = email["lastError"].as_str().unwrap();
    assert!(reason.contains("5.1.1 <(the address)>: no such user here"), "{reason}");
    // A mistyped address: other emails are delivered as before.
    let mail = health_of_mail(&server).await;
    assert_eq!((&mail["state"], &mail["lastFailedAt"]), (&json!("warning"), &Value::Null));
    assert!(mail["note"].as_str().unwrap().ends_with("0 waiting, 1 failed"), "{mail}");
    // An admin knows better; but it is the site now that may not send.
    office.behaves("sender");
    let admin = server.admin().await;
    let path = format!("/api/admin/letters/{}/retry", email["id"].as_str().unwrap());
    server.post(&path).by(&admin).json(&json!({})).send().await.of(200);
    let email = held_up(&server).await;
    assert!(email["lastError"].as_str().unwrap().contains("5.1.8"), "{email}");
    assert_eq!(health_of_mail(&server).await["state"], "failing");
    assert_eq!((&email["tries"], &email["dead"]), (&json!(1), &json!(false)));
    office.behaves("well");
    server.post(&path).by(&admin).json(&json!({})).send().await.of(200);
    let text = plain(&office.wait("letter"));
    server.get(&format!("/api/auth/verify-email?token={}", token_of(&text))).send().await.of(200);
    deliver(&server).await;
    server.post(&path).by(&admin).json(&json!({})).send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_server_that_hangs_or_hangs_up_is_tried_again() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Tls, &authority);
    let repeated = "https://example.com/verify-email?token=(secret)";
    for (how, seconds, expected) in [
        ("mute", 1, "did not answer within 1 s"),
        ("stuck", 1, "did not answer within 1 s"),
        ("hangs-up", 60, "error"),
        ("later", 60, &format!("4.7.1 Try again later, we look at {repeated}")),
    ] {
        office.behaves(how);
        let mut server = Server::with(|config| {
            trusting(&office, &authority)(config);
            config.mail.smtp_timeout_seconds = seconds;
        })
        .await;
        server.member("matilda").await;
        let email = held_up(&server).await;
        assert!(email["lastError"].as_str().unwrap().contains(expected), "{how}: {email}");
        assert_eq!((&email["tries"], &email["dead"]), (&json!(1), &json!(false)));
        office.behaves("well");
        server.restart_with(|config| config.mail.smtp_timeout_seconds = 60).await;
        server.pass(10 * SECOND);
        deliver(&server).await;
        let text = plain(&office.wait("letter"));
        let follow = format!("/api/auth/verify-email?token={}", token_of(&text));
        server.get(&follow).send().await.of(200);
    }
}

#[tokio::test]
async fn nobody_waits_for_a_mail_server() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Tls, &authority);
    office.behaves("mute");
    let server = Server::with(|config| {
        trusting(&office, &authority)(config);
        config.mail.smtp_timeout_seconds = 300;
    })
    .await;
    let admin = server.admin().await;
    let member = server.member("matilda").await;
    // From here on the delivery hangs, for as long as this test lasts.
    office.wait("connection");
    let other = server.member("kangaroo").await;
    ask(&server, &other).await.of(200);
    let body = json!({ "email": member.email });
    server.post("/api/auth/forgot-password").json(&body).send().await.of(200);
    server.get("/api/auth/me").by(&member.token).send().await.of(200);
    server.get("/api/admin/health").by(&admin).send().await.of(200);
    let page = server.get("/api/admin/letters").by(&admin).send().await.of(200);
    // The oldest is the one that hangs: an email being delivered can't be changed.
    let oldest = page["items"].as_array().unwrap().last().unwrap()["id"].as_str().unwrap();
    let path = format!("/api/admin/letters/{oldest}");
    let retry = server.post(&format!("{path}/retry")).by(&admin).json(&json!({}));
    retry.send().await.refused(409, "letter_busy");
    server.call(reqwest::Method::DELETE, &path).by(&admin).send().await.refused(409, "letter_busy");
    // The shutdown doesn't wait for it either.
    drop(server);
}
