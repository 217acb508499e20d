//! Accounts with another person's email: the reader of the mailbox gets everything, and the stranger loses it.

use pointhouse::config::MailSwitch;
use serde_json::{Value, json};

use crate::chat::linking::mine;
use crate::chat::platform::connected;
use crate::chat::signing_in::{link, sign_in};
use crate::code_tries::add_passkey;
use crate::recovery::token_of;
use crate::rig::{Answer, Member, PASSWORD, SECOND, Server};
use crate::second_factors::add_app;

const NEW_PASSWORD: &str = "Another!horse2";

async fn verify(server: &Server, token: &str) -> Answer {
    server.get(&format!("/api/auth/verify-email?token={token}")).send().await
}

/// Sets a password by a link of an email. Returns the message.
async fn reset(server: &Server, token: &str, password: &str) -> String {
    let order = json!({ "token": token, "newPassword": password });
    let done = server.post("/api/auth/reset-password").json(&order).send().await.of(200);
    done["message"].as_str().unwrap().to_owned()
}

async fn protection(server: &Server, token: &str) -> Value {
    let own = server.get("/api/sign-in").by(token).send().await.of(200);
    json!([own["passkeys"].as_array().unwrap().len(), own["app"].is_object(), own["recoveryCodes"]])
}

/// The link of the newest email to a page.
async fn newest(server: &Server, count: usize, page: &str) -> String {
    token_of(&server.emails(count).await[count - 1], page)
}

async fn forget(server: &Server, member: &Member) {
    let body = json!({ "email": member.email });
    server.post("/api/auth/forgot-password").json(&body).send().await.of(200);
}

#[tokio::test]
async fn the_first_reset_removes_what_a_stranger_added_before_the_email_was_verified() {
    let (mut server, platform) = connected().await;
    let stranger = server.member("mia").await;
    add_app(&server, &stranger.token).await;
    add_passkey(&server, &stranger.token, 1).await.of(200);
    link(&server, &platform, &stranger, 5).await;
    server.pass(SECOND);
    server.post("/api/auth/send-verification").by(&stranger.token).send().await.of(200);
    let email = server.emails(1).await.remove(0);
    assert!(email.contains("This wasn't me"), "{email}");
    // Verifying removes nothing.
    verify(&server, &token_of(&email, "verify-email")).await.of(200);
    assert_eq!(protection(&server, &stranger.token).await, json!([1, true, 10]));
    server.restart().await;

    // The link of the same email still takes the account over.
    let token = token_of(&email, "reset-password");
    let text = reset(&server, &token, NEW_PASSWORD).await;
    assert_eq!(
        text,
        "Your password is changed. You can log in with it now. We removed what was added before \
         your email was confirmed: 1 passkey, the authenticator app, the link to a Kick account."
    );
    server.get("/api/auth/me").by(&stranger.token).send().await.refused(401, "unauthorized");
    server.login(&stranger.email, PASSWORD).await.refused(401, "invalid_credentials");
    let (path, _) = sign_in(&server, &platform, 5).await;
    assert!(path.starts_with("/signup"), "{path}");
    let owner = server.login(&stranger.email, NEW_PASSWORD).await.of(200);
    let owner = Member { token: owner["token"].as_str().unwrap().to_owned(), ..stranger };
    assert_eq!(protection(&server, &owner.token).await, json!([0, false, 0]));
    assert_eq!(mine(&server, &owner).await["linked"], Value::Null);

    // What the owner adds stays at the next reset.
    add_passkey(&server, &owner.token, 2).await.of(200);
    link(&server, &platform, &owner, 6).await;
    forget(&server, &owner).await;
    let token = newest(&server, 2, "reset-password").await;
    let text = reset(&server, &token, PASSWORD).await;
    assert_eq!(text, "Your password is changed. You can log in with it now.");
    let (path, _) = sign_in(&server, &platform, 6).await;
    assert!(path.starts_with("/login"), "{path}");
    server.prove();
}

#[tokio::test]
async fn a_reset_of_an_unverified_account_removes_all_and_a_changed_email_is_unproved_again() {
    let (server, _platform) = connected().await;
    let stranger = server.member("mia").await;
    // The stranger proves a mailbox of their own, and changes to another person's.
    forget(&server, &stranger).await;
    let token = newest(&server, 1, "reset-password").await;
    reset(&server, &token, PASSWORD).await;
    let stranger = server.login_again(&stranger).await;
    let change = json!({ "username": "mia", "email": "victim@example.com", "password": PASSWORD });
    let call = server.call(reqwest::Method::PUT, "/api/auth/update-profile").by(&stranger.token);
    call.json(&change).send().await.of(200);
    add_passkey(&server, &stranger.token, 1).await.of(200);
    let victim = Member { email: "victim@example.com".to_owned(), ..stranger.clone() };
    forget(&server, &victim).await;
    let token = newest(&server, 2, "reset-password").await;
    let text = reset(&server, &token, NEW_PASSWORD).await;
    assert!(text.ends_with("confirmed: 1 passkey."), "{text}");
}

#[tokio::test]
async fn what_was_added_after_the_email_was_verified_stays() {
    let (server, _platform) = connected().await;
    let member = server.member("mia").await;
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    verify(&server, &newest(&server, 1, "verify-email").await).await.of(200);
    server.pass(SECOND);
    add_app(&server, &member.token).await;
    forget(&server, &member).await;
    let token = newest(&server, 2, "reset-password").await;
    let text = reset(&server, &token, NEW_PASSWORD).await;
    assert_eq!(text, "Your password is changed. You can log in with it now.");
    server.login(&member.email, NEW_PASSWORD).await.refused(401, "second_factor");
}

#[tokio::test]
async fn a_mail_server_without_its_password_keeps_the_gate_of_free_giveaways_closed() {
    let server = Server::with(|config| {
        config.place.url = "https://example.com".to_owned();
        config.mail.transport = pointhouse::config::MailTransport::Smtp;
        config.mail.smtp_host = "127.0.0.1".to_owned();
        config.mail.smtp_user = "site".to_owned();
        assert_eq!(config.mail.require_verified_email, MailSwitch::WithSmtp);
    })
    .await;
    let site = server.get("/api/site").send().await.of(200);
    assert_eq!(site["features"]["verifiedEmailRequired"], true, "{site}");
}
