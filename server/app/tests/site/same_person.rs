//! One mailbox is one member: sign-ups, what is paid once, and play limits across accounts of the same person.

use pointhouse::accounts::{KEPT_MILLIS, forget_kept};
use pointhouse::clock::Millis;
use pointhouse::games::export::forget_kept_limits;
use reqwest::Method;
use serde_json::{Value, json};

use crate::calendar::{before_the_milestone, cash_of, claim, decide, mine};
use crate::chat::platform::connected;
use crate::chat::signing_in::link;
use crate::recovery::token_of;
use crate::rig::{Answer, DAY, Member, PASSWORD, Server};

async fn sign_up(server: &Server, name: &str, email: &str) -> Answer {
    let body = json!({ "username": name, "email": email, "password": PASSWORD });
    server.post("/api/auth/signup").json(&body).send().await
}

async fn new_member(server: &Server, name: &str, email: &str) -> Member {
    let made = sign_up(server, name, email).await.of(201);
    Member {
        id: made["user"]["id"].as_str().unwrap().parse().unwrap(),
        name: name.to_owned(),
        email: email.to_owned(),
        token: made["token"].as_str().unwrap().to_owned(),
    }
}

async fn leave(server: &Server, member: &Member) {
    let call = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
    call.json(&json!({ "password": PASSWORD })).send().await.of(200);
}

/// Verifies the member's email. Returns the message and the points then.
async fn verified(server: &Server, member: &Member) -> (String, u64) {
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    // A deleted account takes its emails along.
    let email = server.emails(1).await.pop().unwrap();
    let token = token_of(&email, "verify-email");
    let path = format!("/api/auth/verify-email?token={token}");
    let done = server.get(&path).send().await.of(200);
    let me = server.get("/api/auth/me").by(&member.token).send().await.of(200);
    (done["message"].as_str().unwrap().to_owned(), me["user"]["points"].as_u64().unwrap())
}

#[tokio::test]
async fn addresses_of_one_mailbox_are_one() {
    let mut server = Server::start().await;
    let emu = new_member(&server, "emu", "Jo.Hn+x@gmail.com").await;
    for email in ["john@gmail.com", "j.o.h.n+y@googlemail.com"] {
        let refused = sign_up(&server, "other", email).await;
        assert_eq!(refused.refused(409, "email_taken"), "This email is already registered");
        let body = json!({ "email": email });
        let known = server.post("/api/auth/check-email").json(&body).send().await.of(200);
        assert_eq!(known["exists"], true, "{email}");
    }
    // The owner of the mailbox gets the link, in whichever way the account writes the address.
    let forgotten = json!({ "email": "john@gmail.com" });
    server.post("/api/auth/forgot-password").json(&forgotten).send().await.of(200);
    let email = server.emails(1).await.pop().unwrap();
    assert!(!token_of(&email, "reset-password").is_empty());
    server.restart().await;
    let other = new_member(&server, "other", "other@example.com").await;
    let change = async |member: &Member, email: &str| {
        let body = json!({ "username": member.name, "email": email, "password": PASSWORD });
        let call = server.call(Method::PUT, "/api/auth/update-profile").by(&member.token);
        call.json(&body).send().await
    };
    change(&other, "john+z@gmail.com").await.refused(409, "email_taken");
    // An own mailbox may be written in another way, and one that is left is free again.
    change(&emu, "john@gmail.com").await.of(200);
    change(&emu, "emu@example.com").await.of(200);
    change(&other, "john+z@gmail.com").await.of(200);
    leave(&server, &other).await;
    sign_up(&server, "third", "john@gmail.com").await.of(201);
    server.prove();
}

#[tokio::test]
async fn one_mailbox_signs_up_once_at_the_same_time() {
    let server = Server::start().await;
    let [one, two] = ["john@gmail.com", "jo.hn@gmail.com"];
    let both = futures_util::join!(sign_up(&server, "emu", one), sign_up(&server, "bilby", two));
    let mut statuses = [both.0.status, both.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
}

#[tokio::test]
async fn welcome_points_are_paid_once_to_a_mailbox_and_a_kick_account() {
    let (mut server, platform) = connected().await;
    server.restart_with(|config| config.points.welcome = 50).await;
    let first = new_member(&server, "emu", "john@gmail.com").await;
    assert_eq!(verified(&server, &first).await.1, 50);
    link(&server, &platform, &first, 5).await;
    leave(&server, &first).await;
    server.restart().await;
    let again = new_member(&server, "emu", "john+again@gmail.com").await;
    let (text, points) = verified(&server, &again).await;
    assert_eq!(points, 0);
    assert_eq!(
        text,
        "Your email is verified! Your welcome points were paid to an earlier account."
    );
    let file = server.get("/api/auth/download-data").by(&again.token).send().await.of(200);
    assert_eq!(file["kept"][0]["what"], "Welcome points", "{}", file["kept"]);
    leave(&server, &again).await;
    // Another mailbox with the same account of the chat platform.
    let other = new_member(&server, "bilby", "other@example.com").await;
    link(&server, &platform, &other, 5).await;
    assert_eq!(verified(&server, &other).await.1, 0);
    leave(&server, &other).await;
    // Nothing is kept for longer than it has to be.
    let Millis(now) = server.clock.now();
    let store = server.site().store().clone();
    let removed = tokio::task::spawn_blocking(move || {
        let early = forget_kept(&store, Millis(now + KEPT_MILLIS - DAY)).unwrap();
        (early, forget_kept(&store, Millis(now + KEPT_MILLIS)).unwrap())
    });
    let (early, removed) = removed.await.unwrap();
    assert_eq!((early, removed > 0), (0, true));
    let last = new_member(&server, "emu", "john@gmail.com").await;
    assert_eq!(verified(&server, &last).await.1, 50);
    server.prove();
}

#[tokio::test]
async fn a_cash_reward_is_earned_once_by_a_mailbox() {
    let server = Server::start().await;
    let first = before_the_milestone(&server, "emu").await;
    claim(&server, &first).await.of(200);
    decide(&server, &first, "paid").await.of(200);
    leave(&server, &first).await;
    let again = before_the_milestone(&server, "emu").await;
    claim(&server, &again).await.of(200);
    assert_eq!(cash_of(&mine(&server, &again).await)["status"], Value::Null);
    let other = before_the_milestone(&server, "bilby").await;
    claim(&server, &other).await.of(200);
    assert_eq!(cash_of(&mine(&server, &other).await)["status"], "pending");
}

async fn set_limits(server: &Server, member: &Member, body: Value) -> Value {
    let call = server.call(Method::PUT, "/api/me/limits").by(&member.token);
    call.json(&body).send().await.of(200)
}

async fn bet(server: &Server, member: &Member, points: u64) -> Answer {
    server.bet(member, &json!({ "bet": points, "target": 50, "direction": "over" })).await
}

#[tokio::test]
async fn a_time_out_does_not_end_with_the_account() {
    let (mut server, platform) = connected().await;
    let first = new_member(&server, "emu", "john@gmail.com").await;
    link(&server, &platform, &first, 5).await;
    set_limits(&server, &first, json!({ "timeOutDays": 7, "dailyStake": 20 })).await;
    leave(&server, &first).await;
    server.restart().await;
    let again = new_member(&server, "emu", "j.ohn@gmail.com").await;
    server.grant(&again, "add", 1000).await.of(200);
    bet(&server, &again, 1).await.refused(403, "time_out");
    // The linked account brings it along, too, also to a session that has begun.
    let other = new_member(&server, "bilby", "other@example.com").await;
    server.grant(&other, "add", 1000).await.of(200);
    bet(&server, &other, 1).await.of(200);
    link(&server, &platform, &other, 5).await;
    bet(&server, &other, 1).await.refused(403, "time_out");
    let file = server.get("/api/auth/download-data").by(&other.token).send().await.of(200);
    assert_eq!(file["kept"][0]["what"], "Play limits of a deleted account");
    // It ends when it would have ended; the limit of the day is the new account's own and can be changed as before.
    server.restart().await;
    server.pass(7 * DAY);
    let [again, other] = [server.login_again(&again).await, server.login_again(&other).await];
    for member in [&again, &other] {
        bet(&server, member, 21).await.refused(403, "limit_reached");
        bet(&server, member, 20).await.of(200);
        set_limits(&server, member, json!({ "dailyStake": null })).await;
    }
    server.pass(DAY + 1);
    server.restart().await;
    for member in [&again, &other] {
        let member = server.login_again(member).await;
        bet(&server, &member, 21).await.of(200);
    }
    let Millis(now) = server.clock.now();
    let store = server.site().store().clone();
    let removed = tokio::task::spawn_blocking(move || {
        let early = forget_kept_limits(&store, Millis(now)).unwrap();
        (early, forget_kept_limits(&store, Millis(now + KEPT_MILLIS)).unwrap())
    });
    assert_eq!(removed.await.unwrap(), (0, 2));
    server.prove();
}

#[tokio::test]
async fn a_time_out_alone_is_kept_until_its_end() {
    let server = Server::start().await;
    let first = server.member("emu").await;
    set_limits(&server, &first, json!({ "timeOutDays": 7 })).await;
    leave(&server, &first).await;
    server.pass(7 * DAY);
    let Millis(now) = server.clock.now();
    let store = server.site().store().clone();
    let removed = tokio::task::spawn_blocking(move || {
        [now - 1, now].map(|at| forget_kept_limits(&store, Millis(at)).unwrap())
    });
    assert_eq!(removed.await.unwrap(), [0, 1]);
    let again = server.player("emu", 100).await;
    bet(&server, &again, 1).await.of(200);
}

#[tokio::test]
async fn sign_ups_of_one_network_are_few() {
    let server = Server::with(|config| {
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.auth.signups_per_hour = 2;
        config.auth.network_signups_per_hour = 3;
    })
    .await;
    let from = async |number: usize, address: &str| {
        let email = format!("a{number}@example.com");
        let body =
            json!({ "username": format!("name{number}"), "email": email, "password": PASSWORD });
        let call = server.post("/api/auth/signup").json(&body);
        call.header("x-forwarded-for", address).send().await.status
    };
    let tries = [
        ("203.0.113.1", 201),
        ("203.0.113.1", 201),
        ("203.0.113.1", 429),
        ("203.0.113.2", 201),
        ("203.0.113.3", 429),
        ("203.0.114.3", 201),
        ("2001:db8:1:1::1", 201),
        ("2001:db8:1:2::1", 201),
        ("2001:db8:1:3::1", 201),
        ("2001:db8:1:4::1", 429),
        ("2001:db8:2:4::1", 201),
    ];
    for (number, (address, status)) in tries.into_iter().enumerate() {
        assert_eq!(from(number, address).await, status, "{number} {address}");
    }
}

#[tokio::test]
async fn names_of_the_staff_and_the_streamer_are_reserved() {
    let server = Server::with(|config| {
        config.brand.name = "Dingo Den".to_owned();
        config.links.watch_live_url = "https://kick.com/rory".to_owned();
    })
    .await;
    for name in ["4dmin", "the_admin", "moderator1", "M0D5", "mod_77", "support_team", "rory_tv"] {
        let refused = sign_up(&server, name, "a@example.com").await.refused(400, "reserved");
        assert_eq!(refused, "This username is reserved. Please choose another one.", "{name}");
    }
    let bad = sign_up(&server, "\u{43e}wner", "a@example.com").await.refused(400, "bad_character");
    assert_eq!(bad, "Username can only contain letters, numbers, and underscores");
    for (number, name) in ["badminton", "modest", "rory_fan", "robot"].into_iter().enumerate() {
        sign_up(&server, name, &format!("a{number}@example.com")).await.of(201);
    }
    let admin = server.admin().await;
    let invite = async |name: &str| {
        let order = json!({ "name": name, "role": "moderator" });
        server.post("/api/admin/people/invitations").by(&admin).json(&order).send().await
    };
    invite("Ada Lovelace").await.of(200);
    for (name, status, error) in [
        ("ADA-L0VELACE", 409, "name_taken"),
        ("Adä Lovelace", 409, "name_taken"),
        ("Official Ben", 400, "reserved"),
        ("Rory TV", 400, "reserved"),
        ("Dingo Den", 400, "reserved"),
        ("\u{430}da", 400, "bad_character"),
    ] {
        invite(name).await.refused(status, error);
    }
    // The owner is the streamer.
    let call = server.call(Method::PUT, "/api/admin/me").by(&admin);
    call.json(&json!({ "name": "Rory" })).send().await.of(200);
}
