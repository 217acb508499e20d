//! Signing up with the platform.

use serde_json::{Value, json};

use super::linking::{link_in_chat, mine};
use super::platform::{Platform, connected};
use super::signing_in::{finish, link, sign_in, ticket};
use crate::overlay_alerts::alerts;
use crate::overlay_sources::{Page, keys, source};
use crate::rig::{Answer, HOUR, Member, SECOND, Server};

/// The ticket of an offer.
fn offered(path: &str) -> &str {
    path.strip_prefix("/signup?kick=").unwrap()
}

async fn call(server: &Server, path: &str, cookie: &str, body: &Value) -> Answer {
    let call = server.post(path).json(body).header("cookie", &format!("kick_flow={cookie}"));
    call.send().await
}

async fn offer(server: &Server, ticket: &str, cookie: &str) -> Answer {
    call(server, "/api/kick/sign-up/offer", cookie, &json!({ "ticket": ticket })).await
}

async fn sign_up(server: &Server, ticket: &str, cookie: &str, name: &str) -> Answer {
    let email = format!("{name}@example.com");
    let body = json!({ "ticket": ticket, "username": name, "email": email });
    call(server, "/api/kick/sign-up", cookie, &body).await
}

/// A new member who came from the platform.
pub(super) async fn newcomer(
    server: &Server,
    platform: &Platform,
    name: &str,
    user: u64,
) -> Member {
    let (path, cookie) = sign_in(server, platform, user).await;
    let made = sign_up(server, offered(&path), &cookie, name).await.of(201);
    Member {
        id: made["user"]["id"].as_str().unwrap().parse().unwrap(),
        name: name.to_owned(),
        email: format!("{name}@example.com"),
        token: made["token"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn a_visitor_signs_up_and_comes_back_with_kick() {
    let (mut server, platform) = connected().await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let shown = offer(&server, offered(&path), &cookie).await.of(200);
    assert_eq!(shown, json!({ "success": true, "kickName": "chatter_5", "username": "chatter_5" }));
    let made = sign_up(&server, offered(&path), &cookie, "rory").await.of(201);
    assert_eq!(made["message"], "Welcome! Your account is ready.");
    let token = made["token"].as_str().unwrap();
    // A long session, as after a sign-up with a password.
    server.pass(48 * HOUR);
    let me = server.get("/api/auth/me").by(token).send().await.of(200);
    assert_eq!(me["user"]["username"], "rory");
    let status = server.get("/api/kick/me").by(token).send().await.of(200);
    let linked = &status["linked"];
    assert_eq!((&linked["username"], &linked["signsIn"]), (&json!("chatter_5"), &json!(true)));
    server.restart().await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let entered = finish(&server, ticket(&path), &cookie).await.of(200);
    assert_eq!(entered["user"]["id"], me["user"]["id"]);
    // No password lets anyone in, an empty one included.
    for password in ["", "Correct!horse1"] {
        let login = server.login("rory@example.com", password).await;
        assert!(matches!(login.status, 400 | 401), "{login:?}");
    }
    server.prove();
}

#[tokio::test]
async fn an_offer_is_of_use_once_to_one_browser_for_a_while() {
    let (server, platform) = connected().await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let ticket = offered(&path);
    offer(&server, ticket, "another").await.refused(401, "bad_ticket");
    sign_up(&server, ticket, "another", "rory").await.refused(401, "bad_ticket");
    sign_up(&server, "s.none", &cookie, "rory").await.refused(401, "bad_ticket");
    // It is no login, and no way back from the platform.
    finish(&server, ticket, &cookie).await.refused(401, "bad_ticket");
    sign_up(&server, ticket, &cookie, "rory").await.of(201);
    sign_up(&server, ticket, &cookie, "rory2").await.refused(401, "bad_ticket");
    offer(&server, ticket, &cookie).await.refused(401, "bad_ticket");
    let (path, cookie) = sign_in(&server, &platform, 6).await;
    server.pass(20 * 60 * SECOND);
    sign_up(&server, offered(&path), &cookie, "late").await.refused(401, "bad_ticket");
}

#[tokio::test]
async fn what_is_refused_leaves_the_offer_valid() {
    let (server, platform) = connected().await;
    server.member("rory").await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let ticket = offered(&path);
    sign_up(&server, ticket, &cookie, "rory").await.refused(409, "email_taken");
    let body = json!({ "ticket": ticket, "username": "Rory", "email": "new@example.com" });
    call(&server, "/api/kick/sign-up", &cookie, &body).await.refused(409, "username_taken");
    sign_up(&server, ticket, &cookie, "x").await.refused(400, "validation");
    sign_up(&server, ticket, &cookie, "admin").await.refused(400, "reserved");
    sign_up(&server, ticket, &cookie, "rory_kick").await.of(201);
}

#[tokio::test]
async fn a_free_name_like_the_one_on_kick_is_proposed() {
    let (server, platform) = connected().await;
    server.member("Chatter_5").await;
    server.member("chatter_52").await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let shown = offer(&server, offered(&path), &cookie).await.of(200);
    assert_eq!(
        (&shown["kickName"], &shown["username"]),
        (&json!("chatter_5"), &json!("chatter_53"))
    );
}

#[tokio::test]
async fn an_account_of_kick_belongs_to_one_member() {
    let (server, platform) = connected().await;
    let [(first, first_cookie), (second, second_cookie)] =
        [sign_in(&server, &platform, 5).await, sign_in(&server, &platform, 5).await];
    sign_up(&server, offered(&first), &first_cookie, "rory").await.of(201);
    let again = sign_up(&server, offered(&second), &second_cookie, "other").await;
    again.refused(409, "kick_taken");
    // Who linked it meanwhile keeps it, too.
    let (path, cookie) = sign_in(&server, &platform, 6).await;
    let emu = server.member("emu").await;
    assert_eq!(link(&server, &platform, &emu, 6).await, "/account?kick=linked");
    sign_up(&server, offered(&path), &cookie, "third").await.refused(409, "kick_taken");
    // A link made in the chat is its member's to make a way in, not a reason for a second account.
    link_in_chat(&server, &platform, &server.member("ostrich").await, 8, 1).await;
    assert_eq!(sign_in(&server, &platform, 8).await.0, "/login?kick=unlinked");
    assert_eq!(mine(&server, &emu).await["linked"]["username"], "chatter_6");
}

#[tokio::test]
async fn two_who_sign_up_at_once_with_one_offer_make_one_account() {
    let (server, platform) = connected().await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    let ticket = offered(&path);
    let calls = ["one", "two", "three", "four"];
    let calls = calls.map(|name| sign_up(&server, ticket, &cookie, name));
    let answers = futures_util::future::join_all(calls).await;
    let made = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(made, 1, "{answers:?}");
}

#[tokio::test]
async fn many_who_sign_up_are_slowed_down_and_a_site_without_kick_takes_none() {
    let (mut server, platform) = connected().await;
    let (path, cookie) = sign_in(&server, &platform, 5).await;
    server.restart_with(|config| config.auth.signups_per_hour = 1).await;
    sign_up(&server, offered(&path), &cookie, "rory").await.of(201);
    let (path, cookie) = sign_in(&server, &platform, 6).await;
    sign_up(&server, offered(&path), &cookie, "mia").await.refused(429, "too_many_requests");
    server.restart_with(|config| config.kick.sign_in = false).await;
    offer(&server, offered(&path), &cookie).await.refused(404, "kick_off");
    sign_up(&server, offered(&path), &cookie, "mia").await.refused(404, "kick_off");
}

#[tokio::test]
async fn a_member_who_signs_up_with_the_platform_is_announced_as_linked() {
    let (server, platform) = connected().await;
    let key = keys(&server, &[source("aler0000", &alerts("linked"))]).await.remove(0);
    let mut page = Page::open(&server, &key).await;
    page.state(|_| true).await;
    newcomer(&server, &platform, "wallaby", 5).await;
    let linked = page.hear("overlayHappening", |one| one["kind"] == "linked").await;
    assert_eq!(linked["name"], "wa***by");
}

#[tokio::test]
async fn who_signs_up_with_kick_gets_an_email_to_confirm_the_address() {
    let (mut server, platform) = connected().await;
    server
        .restart_with(|config| {
            config.mail.transport = pointhouse::config::MailTransport::Smtp;
            config.mail.smtp_host = "127.0.0.1".to_owned();
            // No server listens on this port: the email waits.
            config.mail.smtp_port = 1;
            config.mail.smtp_security = pointhouse::config::SmtpSecurity::None;
        })
        .await;
    newcomer(&server, &platform, "rory", 5).await;
    let admin = server.admin().await;
    let waiting = server.get("/api/admin/letters").by(&admin).send().await.of(200);
    assert_eq!(
        (&waiting["total"], &waiting["items"][0]["to"]),
        (&json!(1), &json!("r***@example.com"))
    );
}
