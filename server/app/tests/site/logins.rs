//! Logins under attack: delays by account, devices that are known, and limits of their own.

use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{Answer, Call, DAY, Member, PASSWORD, Program, SECOND, Server, Serving};

const WRONG: &str = "Wrong!horse1";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 \
    (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

/// A server whose clients send their addresses, as behind a proxy.
async fn proxied() -> Server {
    Server::with(|config| config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await
}

fn login_call(server: &Server, email: &str, password: &str) -> Call {
    let body = json!({ "email": email, "password": password });
    server.post("/api/auth/login").json(&body)
}

/// The number-th address of an attacker who has many.
fn address(number: usize) -> String {
    format!("203.0.{}.{}", number / 100, number % 100 + 1)
}

async fn guess(server: &Server, email: &str, password: &str, number: usize) -> Answer {
    login_call(server, email, password).header("x-forwarded-for", &address(number)).send().await
}

/// The cookie that an answer sets: its name with its value, and what the browser is to do with it.
fn cookie(answer: &Answer) -> (String, String) {
    let (pair, rules) = answer.header("set-cookie").split_once("; ").expect("a cookie is set");
    (pair.to_owned(), rules.to_owned())
}

#[tokio::test]
async fn guesses_from_many_addresses_are_slowed_down() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    let mut answers = Vec::new();
    for number in 0..120 {
        answers.push(guess(&server, &member.email, WRONG, number).await);
    }
    let refused = answers.iter().filter(|answer| answer.status == 401).count();
    assert_eq!(refused, 5, "five are checked, then the account has to wait");
    let last = answers.pop().unwrap();
    assert_eq!(last.header("retry-after"), "1");
    let text = last.refused(429, "too_many_requests");
    assert_eq!(text, "Too many wrong passwords. Please try again in 1 second.");
    // The right one is not checked either: otherwise each guess would still be answered.
    guess(&server, &member.email, PASSWORD, 200).await.refused(429, "too_many_requests");
    // The delay is short and affects no other account.
    let other = server.member("numbat").await;
    guess(&server, &other.email, PASSWORD, 201).await.of(200);
    server.pass(SECOND);
    guess(&server, &member.email, PASSWORD, 202).await.of(200);
}

#[tokio::test]
async fn a_members_two_names_are_delayed_apart_and_show_no_link() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    for (number, entered) in ["Wombat", &member.email, " wombat "].into_iter().enumerate() {
        guess(&server, entered, PASSWORD, number).await.of(200);
    }
    let spelt = |name: &str| [name.to_owned(), name.to_uppercase(), format!(" {name} ")];
    let mut number = 10;
    // Wrong passwords of one name delay neither the account's other name nor other accounts.
    for name in ["wombat", "nobody", &member.email, "nobody@example.com"] {
        for (_, entered) in (0..5).zip(spelt(name).iter().cycle()) {
            number += 1;
            let answer = guess(&server, entered, WRONG, number).await;
            let text = answer.refused(401, "invalid_credentials");
            assert_eq!(text, "Invalid email or password");
        }
        number += 1;
        let answer = guess(&server, name, PASSWORD, number).await;
        answer.refused(429, "too_many_requests");
    }
    server.pass(SECOND);
    guess(&server, "wombat", PASSWORD, 80).await.of(200);
    // The right one of one name forgives nothing of the other.
    guess(&server, &member.email, WRONG, 81).await.refused(401, "invalid_credentials");
    guess(&server, &member.email, PASSWORD, 82).await.refused(429, "too_many_requests");
    guess(&server, "wombat", WRONG, 83).await.refused(401, "invalid_credentials");
}

#[tokio::test]
async fn the_delay_grows_up_to_half_a_minute() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    for number in 0..5 {
        guess(&server, &member.email, WRONG, number).await.refused(401, "invalid_credentials");
    }
    for (number, delay) in (5..).zip([1, 2, 4, 8, 16, 30, 30, 30]) {
        let early = guess(&server, &member.email, WRONG, number).await;
        assert_eq!(early.header("retry-after"), delay.to_string());
        early.refused(429, "too_many_requests");
        server.pass(delay * SECOND - 1);
        guess(&server, &member.email, WRONG, number).await.refused(429, "too_many_requests");
        server.pass(1);
        guess(&server, &member.email, WRONG, number).await.refused(401, "invalid_credentials");
    }
}

#[tokio::test]
async fn an_unknown_address_is_answered_like_a_known_one() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    let mut series = Vec::new();
    for email in [member.email.as_str(), "nobody@example.com", "no address", "nobody"] {
        let mut answers = Vec::new();
        for number in 0..9 {
            // Spelt otherwise it is the same one.
            let email = if number % 2 == 0 { email.to_uppercase() } else { format!(" {email} ") };
            let answer = guess(&server, &email, WRONG, number).await;
            let wait = answer.header("retry-after").to_owned();
            answers.push((
                answer.status,
                wait,
                answer.header("set-cookie").to_owned(),
                answer.body,
            ));
        }
        series.push(answers);
    }
    assert_eq!(series[0][8].0, 429);
    assert_eq!(series[0], series[1]);
    assert_eq!(series[0], series[2]);
    assert_eq!(series[0], series[3]);
}

#[tokio::test]
async fn guesses_at_the_same_time_are_not_let_through_together() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    let all = (0..40).map(|number| guess(&server, &member.email, WRONG, number));
    let answers = futures_util::future::join_all(all).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 401).count(), 5);
}

#[tokio::test]
async fn a_device_that_logged_in_before_is_not_slowed_down_by_strangers() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    let other = server.member("numbat").await;
    let (known, rules) = cookie(&login_call(&server, &member.email, PASSWORD).send().await);
    assert_eq!(rules, "Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax");
    let (foreign, _) = cookie(&login_call(&server, &other.email, PASSWORD).send().await);
    for number in 0..20 {
        guess(&server, &member.email, WRONG, number).await;
    }
    let with = |cookie: &str, password: &str| {
        login_call(&server, &member.email, password).header("cookie", cookie).send()
    };
    // Another account's mark, one that is made up, and one that was changed.
    let (start, rest) = known.split_at(known.len() - 10);
    let other_char = if rest.starts_with('A') { 'B' } else { 'A' };
    let changed = format!("{start}{other_char}{}", &rest[1..]);
    for stranger in [&foreign, &changed, "device=AAAA", "device="] {
        with(stranger, PASSWORD).await.refused(429, "too_many_requests");
    }
    with(&known, PASSWORD).await.of(200);
    // Between others, as browsers send them.
    with(&format!("a=b; {known}; c=d"), PASSWORD).await.of(200);
    // A device that logged two members in knows both.
    let call = login_call(&server, &other.email, PASSWORD).header("cookie", &known);
    let (both, _) = cookie(&call.send().await);
    with(&both, PASSWORD).await.of(200);
    // It guesses no faster than a stranger.
    let mut statuses = Vec::new();
    for _ in 0..7 {
        statuses.push(with(&known, WRONG).await.status);
    }
    assert_eq!(statuses, [401, 401, 401, 401, 401, 429, 429]);
}

#[tokio::test]
async fn a_mark_ends_with_the_tokens_and_with_its_time() {
    let server = proxied().await;
    let member = server.member("wombat").await;
    let (known, _) = cookie(&login_call(&server, &member.email, PASSWORD).send().await);
    let out = server.post("/api/auth/sign-out-everywhere").by(&member.token);
    let (fresh, _) = cookie(&out.send().await);
    let storm = async || {
        for number in 0..20 {
            guess(&server, &member.email, WRONG, number).await;
        }
    };
    let with =
        |cookie: &str| login_call(&server, &member.email, PASSWORD).header("cookie", cookie).send();
    storm().await;
    with(&known).await.refused(429, "too_many_requests");
    with(&fresh).await.of(200);
    server.pass(180 * DAY - SECOND);
    storm().await;
    with(&fresh).await.of(200);
    server.pass(SECOND);
    storm().await;
    with(&fresh).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn over_https_the_mark_is_for_this_host_and_encrypted_connections_only() {
    let server = Server::with(|config| config.place.url = "https://example.com".to_owned()).await;
    let member = server.member("wombat").await;
    let (known, rules) = cookie(&login_call(&server, &member.email, PASSWORD).send().await);
    assert!(known.starts_with("__Host-device="), "{known}");
    assert_eq!(rules, "Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure");
}

#[tokio::test]
async fn members_behind_one_address_cannot_lock_the_panel_or_the_links_of_emails() {
    let server = Server::with(|config| config.auth.logins_per_minute = 2).await;
    let member = server.member("wombat").await;
    server.post("/api/auth/send-verification").by(&member.token).send().await.of(200);
    let body = json!({ "email": member.email });
    server.post("/api/auth/forgot-password").json(&body).send().await.of(200);
    for _ in 0..2 {
        server.login("a@example.com", WRONG).await.refused(401, "invalid_credentials");
    }
    server.login(&member.email, PASSWORD).await.refused(429, "too_many_requests");
    let bypass = server.post("/api/auth/maintenance-bypass").json(&json!({ "password": WRONG }));
    bypass.send().await.refused(401, "invalid_password");
    server.admin_login(server.admin_password()).await.of(200);
    server.get("/api/auth/verify-email?token=x").send().await.refused(400, "bad_link");
    let body = json!({ "token": "x", "newPassword": "Another!horse2" });
    let reset = server.post("/api/auth/reset-password").json(&body);
    reset.send().await.refused(400, "bad_link");
}

/// Signs in with a browser and returns the answer.
async fn sign_in(server: &Server, member: &Member, browser: &str) -> Value {
    let call = login_call(server, &member.email, PASSWORD).header("user-agent", browser);
    call.send().await.of(200)
}

async fn signed_up(server: &Server, browser: &str) -> Member {
    let email = "wombat@example.com";
    let body = json!({ "username": "wombat", "email": email, "password": PASSWORD });
    let call = server.post("/api/auth/signup").header("user-agent", browser).json(&body);
    let made = call.send().await.of(201);
    Member {
        id: made["user"]["id"].as_str().unwrap().parse().unwrap(),
        name: "wombat".to_owned(),
        email: email.to_owned(),
        token: made["token"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn a_login_from_a_new_kind_of_device_is_mailed() {
    let server = Server::with(|c| c.mail.new_device = pointhouse::config::MailSwitch::Always).await;
    let member = signed_up(&server, FIREFOX).await;
    // The device of the sign-up, also in a newer version.
    sign_in(&server, &member, FIREFOX).await;
    sign_in(&server, &member, &FIREFOX.replace("143", "150")).await;
    sign_in(&server, &member, IPHONE).await;
    // The device is known now.
    sign_in(&server, &member, IPHONE).await;
    let emails = server.emails(1).await;
    assert_eq!(emails.len(), 1);
    let email = &emails[0];
    assert!(email.contains("To: wombat@example.com"), "{email}");
    assert!(email.contains("Subject: Pointhouse: New sign-in to your account"), "{email}");
    assert!(email.contains("Safari on iOS"), "{email}");
    assert!(email.contains("2026-03-10 01:00 UTC"), "{email}");
    // The email contains neither the address nor the whole user agent.
    let addresses = email.matches("127.0.0.1").count();
    assert_eq!(addresses, email.matches("http://127.0.0.1").count(), "{email}");
    assert!(!email.contains("AppleWebKit"), "{email}");
    // It is part of what is held of the member, and goes with them.
    let file = server.get("/api/auth/download-data").by(&member.token).send().await.of(200);
    assert_eq!(file["devices"], json!(["Firefox on Linux", "Safari on iOS"]));
    let leave = server.call(Method::DELETE, "/api/auth/delete-account").by(&member.token);
    leave.json(&json!({ "password": PASSWORD })).send().await.of(200);
    let view = server.site().store().view();
    assert!(view.scan(pointhouse::tables::DEVICE_KINDS, &[], &[], 10).unwrap().is_empty());
}

#[tokio::test]
async fn mails_about_new_devices_are_few_and_off_without_a_mail_server() {
    let mut server =
        Server::with(|c| c.mail.new_device = pointhouse::config::MailSwitch::Always).await;
    let member = signed_up(&server, FIREFOX).await;
    let browsers = ["Chrome/1", "Edg/1", "OPR/1", "Version/1 Safari/1", "SamsungBrowser/1"];
    for browser in browsers {
        sign_in(&server, &member, &format!("Mozilla/5.0 (Windows NT 10.0) {browser}")).await;
    }
    assert_eq!(server.emails(3).await.len(), 3);
    server.restart_with(|c| c.mail.new_device = pointhouse::config::MailSwitch::WithSmtp).await;
    server.pass(2 * DAY);
    sign_in(&server, &member, "Mozilla/5.0 (Macintosh) Chrome/1").await;
    assert_eq!(server.emails(3).await.len(), 3);
}

/// The documentation, and the filter in it.
fn documented_filter() -> regex::Regex {
    let page = include_str!("../../../../docs/fail2ban.md");
    let line = page.lines().find_map(|line| line.strip_prefix("failregex = ")).expect("a filter");
    // What fail2ban puts in the place of <HOST>, near enough.
    regex::Regex::new(&line.replace("<HOST>", r"(?P<host>[0-9a-fA-F:.]+)")).unwrap()
}

/// Logins that are let in and refused, from addresses of their own.
fn try_logins(serving: &Serving) {
    let panel_password = serving.owner_password().unwrap().to_owned();
    let client = crate::rig::blocking_client();
    let call = |path: &str, from: &str, body: Value| {
        let call = client.post(format!("{}{path}", serving.url)).header("x-forwarded-for", from);
        call.json(&body).send().unwrap().status().as_u16()
    };
    let member = json!({ "username": "wombat", "email": "w@example.com", "password": PASSWORD });
    assert_eq!(call("/api/auth/signup", "203.0.113.1", member), 201);
    let login = |from: &str, email: &str, password: &str| {
        call("/api/auth/login", from, json!({ "email": email, "password": password }))
    };
    assert_eq!(login("203.0.113.1", "w@example.com", PASSWORD), 200);
    for _ in 0..5 {
        assert_eq!(login("203.0.113.2", "w@example.com", WRONG), 401);
    }
    assert_eq!(login("203.0.113.3", "w@example.com", PASSWORD), 429);
    // Neither an email nor other text of the visitor gets into the log.
    assert_eq!(login("2001:db8::4", "client=198.51.100.1 account=1\n", WRONG), 401);
    let panel = |from: &str, password: &str| {
        call("/api/admin/login", from, json!({ "password": password }))
    };
    assert_eq!(panel("203.0.113.5", WRONG), 401);
    assert_eq!(panel("203.0.113.5", WRONG), 429);
    assert_eq!(panel("203.0.113.6", &panel_password), 200);
}

#[test]
fn every_login_leaves_a_line_that_the_documented_filter_reads() {
    let folder = crate::command_line::folder();
    let mut serving = Program::on(&folder.path().join("data"), &["serve"])
        .env("POINTHOUSE_SERVER__TRUSTED_PROXIES", r#"["127.0.0.1"]"#)
        .env("POINTHOUSE_AUTH__PANEL_LOGINS_PER_MINUTE", "1")
        .serve();
    try_logins(&serving);
    serving.signal(rustix::process::Signal::TERM);
    assert_eq!(serving.wait(std::time::Duration::from_secs(30)).code(), Some(0));
    let log = serving.log();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains("pointhouse::login")).collect();
    let actual: Vec<&str> =
        lines.iter().map(|line| line.split_once("pointhouse::login: ").unwrap().1).collect();
    let refused = "login entrance=member outcome=refused";
    let wrong = &format!("{refused} reason=wrong_password client=203.0.113.2 account=1");
    assert_eq!(
        actual,
        [
            // The setup of the site.
            "login entrance=panel outcome=accepted client=127.0.0.1 account=-",
            "login entrance=member outcome=accepted client=203.0.113.1 account=1",
            wrong,
            wrong,
            wrong,
            wrong,
            wrong,
            &format!("{refused} reason=account_delay client=203.0.113.3 account=1"),
            &format!("{refused} reason=wrong_password client=2001:db8::4 account=-"),
            "login entrance=panel outcome=refused reason=wrong_password client=203.0.113.5 account=-",
            "login entrance=panel outcome=refused reason=address_limit client=203.0.113.5 account=-",
            "login entrance=panel outcome=accepted client=203.0.113.6 account=-",
        ]
    );
    let filter = documented_filter();
    let hosts: Vec<String> = lines
        .iter()
        .filter_map(|line| filter.captures(line))
        .map(|found| found["host"].to_owned())
        .collect();
    let guessing = "203.0.113.2";
    assert_eq!(
        hosts,
        [
            guessing,
            guessing,
            guessing,
            guessing,
            guessing,
            "203.0.113.3",
            "2001:db8::4",
            "203.0.113.5",
            "203.0.113.5",
        ]
    );
    assert!(!log.contains("example.com") && !log.contains("198.51.100.1"), "{log}");
}
