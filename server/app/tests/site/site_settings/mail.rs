//! A mail server that is set in the panel is used without a restart.

use std::time::Duration;

use pointhouse::clock::Millis;
use pointhouse::config::{Config, SmtpSecurity};
use serde_json::{Value, json};

use super::{Panel, with};
use crate::rig::{Answer, Authority, MAIL_PASSWORD, Member, NOON, PostOffice, SECOND, Server};

const TEST: &str = "/api/admin/settings/mail/test";
const KEY: &str = "mail.smtp_password";

/// What only the machine has: the address for the links of emails, and whose certificates are trusted.
fn on_machine(authority: &Authority) -> impl FnOnce(&mut Config) {
    let file = authority.file().to_str().unwrap().to_owned();
    move |config| {
        config.place.url = "https://example.com".to_owned();
        config.mail.smtp_ca_file = file;
    }
}

/// Sets the mail server in the panel, with this password.
async fn choose(panel: &Panel, office: &PostOffice, password: &str) -> Value {
    let values = office.in_panel(panel.values("mail").await);
    let body = json!({
        "revision": panel.revision("mail").await, "values": values, "secrets": { KEY: password },
    });
    panel.put("mail", &body).await.of(200)
}

async fn ask(server: &Server, member: &Member) -> Answer {
    server.post("/api/auth/send-verification").by(&member.token).send().await
}

/// Tries every email that is due; fails if that doesn't end.
async fn deliver(server: &Server) {
    let mailer = server.site().accounts().mailer.clone();
    let done = tokio::time::timeout(Duration::from_secs(120), mailer.deliver_due());
    done.await.expect("a delivery has an end").unwrap();
}

async fn test_mail(panel: &Panel, to: &str) -> (bool, String) {
    let answer = panel.post(TEST, &json!({ "to": to })).await.of(200);
    (answer["delivered"] == true, answer["message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn an_accepted_test_is_a_success_of_the_mail_server_and_a_step() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let server = Server::with(on_machine(&authority)).await;
    let panel = Panel::of(&server).await;
    let last_good = async || {
        let health = panel.get("/api/admin/health").await.of(200);
        let services = health["services"].as_array().unwrap();
        services.iter().find(|one| one["name"] == "mail").unwrap()["lastGoodAt"].clone()
    };
    let is_done = async || {
        let steps = panel.get("/api/admin/first-steps").await.of(200);
        let steps = steps["steps"].as_array().unwrap();
        steps.iter().find(|one| one["id"] == "email").unwrap()["done"] == true
    };
    choose(&panel, &office, MAIL_PASSWORD).await;
    assert_eq!((last_good().await, is_done().await), (Value::Null, false));
    assert!(test_mail(&panel, "emu@example.com").await.0);
    assert_eq!((last_good().await, is_done().await), (json!(Millis(NOON).iso()), true));
    // Without the mail server the step is open again.
    panel.set("mail", "transport", json!("file")).await.of(200);
    assert!(!is_done().await);
}

#[tokio::test]
async fn a_mail_server_gets_the_password_and_the_emails_at_once() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let mut server = Server::with(on_machine(&authority)).await;
    let panel = Panel::of(&server).await;
    let member = server.member("matilda").await;
    assert_eq!(ask(&server, &member).await.of(200)["delivery"], "file");
    assert_eq!(panel.site().await["features"]["mail"], false);
    choose(&panel, &office, MAIL_PASSWORD).await;
    let features = &panel.site().await["features"];
    assert_eq!(
        (&features["mail"], &features["verifiedEmailRequired"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(ask(&server, &member).await.of(200)["delivery"], "mail");
    let login = office.wait("login");
    assert_eq!((&login["right"], &login["secure"]), (&json!(true), &json!(true)));
    let email = office.wait("letter");
    assert_eq!(
        (&email["to"], &email["from"]),
        (&json!(["matilda@example.com"]), &json!("no-reply@example.com"))
    );
    // A sender and a name of later are those of the next email.
    panel.set("brand", "name", json!("Emu Site")).await.of(200);
    panel.set("mail", "from", json!("emu@example.com")).await.of(200);
    ask(&server, &member).await.of(200);
    let email = office.wait("letter");
    assert_eq!(email["from"], "emu@example.com");
    assert!(email["text"].as_str().unwrap().contains("Emu Site"), "{email}");
    // The stored password is there after a restart, too.
    server.restart().await;
    ask(&server, &server.login_again(&member).await).await.of(200);
    assert_eq!(office.wait("login")["right"], true);
    office.wait("letter");
    // And back to files.
    let panel = Panel::of(&server).await;
    panel.set("mail", "transport", json!("file")).await.of(200);
    let member = server.login_again(&member).await;
    assert_eq!(ask(&server, &member).await.of(200)["delivery"], "file");
    server.prove();
}

#[tokio::test]
async fn a_changed_address_gets_no_password_that_was_entered_for_another() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let other = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let server = Server::with(on_machine(&authority)).await;
    let panel = Panel::of(&server).await;
    choose(&panel, &office, MAIL_PASSWORD).await;
    let values = other.in_panel(panel.values("mail").await);
    panel.save("mail", &values).await.of(200);
    assert_eq!(panel.secret(KEY).await["isSet"], false);
    let (delivered, _) = test_mail(&panel, "a@example.com").await;
    let heard = other.heard();
    assert!(!delivered && heard.iter().all(|said| said["right"] != true), "{heard:?}");
    panel.enter("mail", &json!({ KEY: MAIL_PASSWORD })).await.of(200);
    assert!(test_mail(&panel, "a@example.com").await.0);
    assert_eq!(other.wait("letter")["to"], json!(["a@example.com"]));
}

#[tokio::test]
async fn emails_that_wait_go_out_when_the_mail_server_was_corrected() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let server = Server::with(on_machine(&authority)).await;
    let panel = Panel::of(&server).await;
    choose(&panel, &office, "Wallaby-7-secret").await;
    for name in ["matilda", "emu"] {
        server.member(name).await;
    }
    // Two tries each: the next one would be a minute later.
    for wait in [10, 0] {
        deliver(&server).await;
        server.pass(wait * SECOND);
    }
    let page = panel.get("/api/admin/letters").await.of(200);
    assert_eq!((&page["total"], &page["items"][0]["tries"]), (&json!(2), &json!(2)), "{page}");
    choose(&panel, &office, MAIL_PASSWORD).await;
    deliver(&server).await;
    let mut to =
        vec![office.wait("letter")["to"].to_string(), office.wait("letter")["to"].to_string()];
    to.sort_unstable();
    assert_eq!(to, [r#"["emu@example.com"]"#, r#"["matilda@example.com"]"#]);
    deliver(&server).await;
    assert_eq!(panel.get("/api/admin/letters").await.of(200)["total"], 0);
}

#[tokio::test]
async fn a_test_email_says_what_the_mail_server_said() {
    let authority = Authority::new();
    let office = PostOffice::start(SmtpSecurity::Starttls, &authority);
    let server = Server::with(on_machine(&authority)).await;
    let panel = Panel::of(&server).await;
    let (delivered, message) = test_mail(&panel, "a@example.com").await;
    assert!(delivered && message.contains("written to files"), "{message}");
    choose(&panel, &office, MAIL_PASSWORD).await;
    let (delivered, message) = test_mail(&panel, " a@example.com ").await;
    assert_eq!(
        (delivered, message.as_str()),
        (true, "The mail server has accepted the email for a@example.com")
    );
    let email = office.wait("letter");
    assert_eq!(email["to"], json!(["a@example.com"]));
    assert!(email["text"].as_str().unwrap().contains("Subject: Pointhouse: Test email"), "{email}");

    for to in [
        "",
        "nobody",
        "a@b@c",
        "a@example.com\r\nBcc: b@example.com",
        "<a@example.com>, b@example.com",
    ] {
        let (delivered, message) = test_mail(&panel, to).await;
        assert!(!delivered && message.contains("address"), "{to}: {message}");
    }
    assert!(office.heard().iter().all(|said| said["is"] != "letter"));

    for (how, expected) in [
        ("refuses", "5.1.1 <(the address)>: no such user here"),
        ("sender", "5.1.8"),
        ("later", "4.7.1"),
    ] {
        office.behaves(how);
        let (delivered, message) = test_mail(&panel, "a@example.com").await;
        assert!(!delivered && message.contains(expected), "{how}: {message}");
    }
    office.behaves("well");
    choose(&panel, &office, "Wallaby-7-secret").await;
    let (delivered, message) = test_mail(&panel, "a@example.com").await;
    assert!(
        !delivered && message.contains("authentication failed: streamer/(secret)"),
        "{message}"
    );
    let values = with(panel.values("mail").await, "smtp_port", json!(1));
    panel.save("mail", &values).await.of(200);
    assert!(!test_mail(&panel, "a@example.com").await.0);
    // None of them waits to be sent again.
    assert_eq!(panel.get("/api/admin/letters").await.of(200)["total"], 0);
    panel.post(TEST, &json!({ "to": "a".repeat(200_000) })).await.refused(413, "too_large");
    panel.post(TEST, &json!({})).await.of(400);
}

#[tokio::test]
async fn a_mail_server_needs_the_address_of_the_site() {
    let server = Server::start().await;
    let panel = Panel::of(&server).await;
    let values = with(panel.values("mail").await, "transport", json!("smtp"));
    let values = with(values, "smtp_host", json!("mail.example.com"));
    let refused = panel.save("mail", &values).await;
    let body = refused.of(400);
    assert!(body.to_string().contains("place.url"), "{body}");
}
