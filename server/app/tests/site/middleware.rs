//! What every call passes: shapes of requests, limits per address, headers.

use std::collections::HashSet;

use insta::assert_json_snapshot;
use pointhouse::config::Config;
use reqwest::Method;
use serde_json::{Value, json};

use crate::rig::{PASSWORD, Patience, Server};

/// The panel's calls in the specification ("All responses carry a success flag and a message"), except those that return a list, a map
/// or a file.
const WITH_MESSAGE: [(&str, &str); 35] = [
    ("post", "/api/wager-tracking/update-all"),
    ("get", "/api/wager-tracking/current-stats"),
    ("get", "/api/wager-tracking/historical"),
    ("get", "/api/wager-tracking/player-history"),
    ("get", "/api/wager-tracking/leaderboard"),
    ("post", "/api/wager-tracking/reset-daily"),
    ("post", "/api/wager-tracking/reset-database"),
    ("get", "/api/wager-tracking/top-performers"),
    ("get", "/api/wager-tracking/health"),
    ("get", "/api/wager-tracking/test"),
    ("get", "/api/auth/gaming-approvals"),
    ("put", "/api/auth/gaming-approvals/{id}"),
    ("get", "/api/auth/admin/accounts"),
    ("post", "/api/auth/admin/manage-points"),
    ("post", "/api/auth/admin/global-points"),
    ("post", "/api/auth/admin/maintenance-mode"),
    ("get", "/api/auth/admin/maintenance-status"),
    ("post", "/api/auth/admin/game-maintenance"),
    ("post", "/api/auth/admin/game-maintenance-all"),
    ("get", "/api/auth/admin/game-maintenance-status"),
    ("get", "/api/auth/game-maintenance-status/{gameId}"),
    ("get", "/api/auth/admin/live-bets"),
    ("get", "/api/auth/admin/all-players"),
    ("post", "/api/challenges"),
    ("get", "/api/bonus-hunts/{id}"),
    ("get", "/api/giveaways"),
    ("post", "/api/giveaways"),
    ("put", "/api/giveaways/{id}"),
    ("delete", "/api/giveaways/{id}"),
    ("post", "/api/giveaways/{id}/end"),
    ("post", "/api/points-shop"),
    ("post", "/api/points-shop/purchase"),
    ("get", "/api/points-shop/config"),
    ("post", "/api/points-shop/config"),
    ("put", "/api/points-shop/purchases/{id}"),
];

/// Fields of a schema and of those that it is made of.
fn fields<'a>(description: &'a Value, schema: &'a Value) -> Vec<&'a str> {
    let own = schema["properties"].as_object().into_iter().flat_map(|own| own.keys());
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let of_parts = parts.flat_map(|part| match part["$ref"].as_str() {
        Some(name) => fields(description, description.pointer(&name[1..]).unwrap()),
        None => fields(description, part),
    });
    own.map(String::as_str).chain(of_parts).collect()
}

#[tokio::test]
async fn the_answers_of_the_specified_calls_of_the_panel_have_a_message() {
    let server = Server::start().await;
    let description = server.get("/api/openapi.json").send().await.of(200);
    for (method, path) in WITH_MESSAGE {
        let operation = &description["paths"][path][method];
        let answers = operation["responses"].as_object().unwrap_or_else(|| panic!("{path}"));
        for (status, answer) in answers.iter().filter(|(status, _)| status.starts_with('2')) {
            let name = answer["content"]["application/json"]["schema"]["$ref"].as_str().unwrap();
            let schema = description.pointer(name.trim_start_matches('#')).unwrap();
            let fields = fields(&description, schema);
            for field in ["success", "message"] {
                assert!(fields.contains(&field), "{method} {path} {status}: {field}");
            }
        }
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_field_and_reason() {
    let server = Server::start().await;
    for (body, expected) in [
        ("", "`email` is missing"),
        ("{", "The request is not valid JSON (line 1, column 1)"),
        ("null", "The request must be an object"),
        ("{\"email\":5,\"password\":\"x\"}", "`email` must be text"),
        ("{\"email\":\"a@b.co\"}", "`password` is missing"),
    ] {
        let call = server.post("/api/auth/login").header("content-type", "application/json");
        let text = call.text(body).send().await.refused(400, "bad_request");
        assert_eq!(text, expected);
    }
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let call = server.post("/api/auth/login").header("content-type", kind);
        let body = json!({ "email": "a@b.co", "password": PASSWORD }).to_string();
        let text = call.text(body).send().await.refused(415, "wrong_type");
        assert_eq!(text, "The request must be JSON");
    }
    // A call without a body has an empty one, so a deletion without a password deletes nothing.
    let text = server.post("/api/auth/login").send().await.refused(400, "bad_request");
    assert_eq!(text, "`email` is missing");
    let roo = server.member("roo").await;
    let delete = server.call(Method::DELETE, "/api/auth/delete-account").by(&roo.token);
    let text = delete.send().await.refused(400, "validation");
    assert_eq!(text, "Enter your current password");
    server.get("/api/auth/me").by(&roo.token).send().await.of(200);
    let answer = server.get("/api/me/ledger?page=x").by(&server.member("emu").await.token).send();
    let answer = answer.await;
    assert_eq!(answer.body["fields"]["page"], "Must be a whole number of at least 0");
    let text = answer.refused(400, "bad_request");
    assert_eq!(text, "`page` must be a whole number of at least 0");
}

#[tokio::test]
async fn a_path_that_does_not_read_is_not_found() {
    let server = Server::start().await;
    let token = server.member("emu").await.token;
    for path in [
        "/api/games/%ff/state",
        "/api/games/%00/history",
        "/api/games/rounds/%ff",
        "/api/games/rounds/..%2f..",
        "/api/auth/game-maintenance-status/%ff",
        "/api/%ff",
    ] {
        server.get(path).by(&token).send().await.refused(404, "not_found");
    }
    let path = "/api/dice/history/%ff";
    assert!([403, 404].contains(&server.get(path).by(&token).send().await.status));
    server.get("/%ff%fe").send().await;
    server.get("/assets/..%2f..%2fCargo.toml").send().await.refused(404, "not_found");
}

#[tokio::test]
async fn an_array_is_no_object() {
    let server = Server::start().await;
    let token = server.member("emu").await.token;
    let seeds = server.get("/api/games/fairness").by(&token).send().await.of(200);
    for (method, path) in
        [(Method::POST, "/api/games/fairness/rotate"), (Method::PUT, "/api/me/limits")]
    {
        let call = server.call(method, path).by(&token).json(&json!([null, null]));
        let text = call.send().await.refused(400, "bad_request");
        assert_eq!(text, "The request must be a JSON object, not an array");
    }
    assert_eq!(server.get("/api/games/fairness").by(&token).send().await.of(200), seeds);
    let admin = server.admin().await;
    // A list is what this call takes.
    server.post("/api/challenges").by(&admin).json(&json!([])).send().await.of(200);
}

#[tokio::test]
async fn a_body_of_many_depths_is_refused() {
    let server = Server::start().await;
    let token = server.member("emu").await.token;
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let body = open.repeat(5000) + "1" + &close.repeat(5000);
        let call = server.post("/api/games/dice/bet").by(&token);
        let call = call.header("content-type", "application/json").text(body);
        call.send().await.refused(400, "bad_request");
    }
}

#[tokio::test]
async fn the_site_tells_what_is_the_streamers() {
    let server = Server::start().await;
    assert_json_snapshot!("site", server.get("/api/site").send().await.shape(200));
}

#[tokio::test]
async fn a_request_has_a_greatest_size() {
    let server = Server::with(|config| config.server.request_bytes_max = 2048).await;
    let body = |length: usize| {
        let frame = json!({ "email": "" }).to_string().len();
        json!({ "email": "x".repeat(length - frame) })
    };
    let check = |length| server.post("/api/auth/check-email").json(&body(length)).send();
    check(2048).await.of(200);
    for length in [2049, 20_000] {
        let text = check(length).await.refused(413, "too_large");
        assert_eq!(text, "The request is too large");
    }
}

#[tokio::test]
async fn an_unknown_path_or_method_is_a_json_error() {
    let server = Server::start().await;
    for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::PATCH] {
        for path in ["/api", "/api/nothing", "/api/auth/nothing/here", "/api/games/dice/nothing"] {
            let answer = server.call(method.clone(), path).send().await;
            assert_eq!(answer.body["success"], false, "{answer:?}");
            answer.refused(404, "not_found");
        }
    }
    for (method, path, allowed) in [
        (Method::GET, "/api/auth/login", "POST"),
        (Method::HEAD, "/api/auth/login", "POST"),
        (Method::DELETE, "/api/auth/me", "GET, HEAD"),
        (Method::PUT, "/api/games/dice/bet", "POST"),
        (Method::POST, "/api/games/dice/history", "GET, HEAD"),
    ] {
        let answer = server.call(method, path).send().await;
        assert_eq!((answer.status, answer.header("allow")), (405, allowed), "{answer:?}");
        if !answer.name.starts_with("HEAD") {
            answer.refused(405, "method_not_allowed");
        }
    }
    server.get("/assets/missing.js").send().await.refused(404, "not_found");
    server.post("/profile").send().await.refused(404, "not_found");
}

#[tokio::test]
async fn a_head_is_answered_like_a_get_without_its_body() {
    let server = Server::start().await;
    for path in ["/healthz", "/readyz", "/", "/api/site"] {
        let (head, get) = (server.call(Method::HEAD, path), server.get(path));
        let (head, get) = (head.send().await, get.send().await);
        assert_eq!((head.status, head.text.as_str()), (get.status, ""), "{path}");
        assert_eq!(head.header("content-type"), get.header("content-type"));
    }
}

#[tokio::test]
async fn every_answer_has_an_id_of_its_own() {
    let mut server = Server::start().await;
    let mut ids = HashSet::new();
    for _ in 0..2 {
        for path in ["/healthz", "/readyz", "/api/site", "/api/nothing", "/api/openapi.json", "/"] {
            for _ in 0..3 {
                let answer = server.get(path).send().await;
                assert!(ids.insert(answer.header("x-request-id").to_owned()), "{answer:?}");
            }
        }
        server.restart().await;
    }
}

/// One limit: how it is set, and a call that is counted.
type Limited = (fn(&mut Config), &'static str, &'static str);

#[tokio::test]
async fn addresses_have_limits_that_say_when_to_come_back() {
    let limited: [Limited; 4] = [
        (
            |config| config.auth.logins_per_minute = 3,
            "/api/auth/login",
            r#"{"email":"a@example.com","password":"wrong"}"#,
        ),
        (
            |config| config.auth.panel_logins_per_minute = 3,
            "/api/admin/login",
            r#"{"password":"wrong"}"#,
        ),
        (
            |config| config.auth.email_checks_per_minute = 3,
            "/api/auth/check-email",
            r#"{"email":"a@example.com"}"#,
        ),
        (
            |config| config.auth.signups_per_hour = 3,
            "/api/auth/signup",
            r#"{"email":"a@example.com","username":"abc","password":"Correct!horse1"}"#,
        ),
    ];
    for (set, path, body) in limited {
        let server = Server::with(set).await;
        let call = || {
            let call = server.post(path).header("content-type", "application/json");
            call.text(body).send()
        };
        for _ in 0..3 {
            assert_ne!(call().await.status, 429, "{path}");
        }
        let answer = call().await;
        let wait: u64 = answer.header("retry-after").parse().unwrap();
        assert!(wait > 10, "a third of a minute or of an hour: {wait}");
        let text = answer.refused(429, "too_many_requests");
        assert_eq!(text, "Too many attempts. Please try again later.");
        // Other calls are not counted with it.
        server.get("/api/site").send().await.of(200);
    }
}

#[tokio::test]
async fn logins_of_members_and_of_the_panel_are_counted_apart() {
    let server = Server::with(|config| {
        config.auth.logins_per_minute = 1;
        config.auth.panel_logins_per_minute = 1;
    })
    .await;
    server.login("a@example.com", "wrong").await.refused(401, "invalid_credentials");
    server.login("a@example.com", "wrong").await.refused(429, "too_many_requests");
    server.admin_login("wrong").await.refused(401, "invalid_password");
    server.admin_login("wrong").await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn all_calls_together_have_a_limit() {
    let server = Server::with(|config| {
        config.server.requests_per_second = 1;
        // The setup of the site takes two of them.
        config.server.requests_burst = 7;
    })
    .await;
    // One comes back each second: a slow machine gets through more than five, but not for ever.
    let mut answers = Vec::new();
    while answers.last().is_none_or(|status| *status == 200) && answers.len() < 1000 {
        answers.push(server.get("/api/site").send().await.status);
    }
    assert!(answers.len() > 5, "{answers:?}");
    assert_eq!(answers.pop(), Some(429));
}

#[tokio::test]
async fn deliveries_have_a_limit_of_their_own() {
    let server = Server::with(|config| {
        config.server.requests_per_second = 1;
        config.server.requests_burst = 5;
        config.server.deliveries_per_second = 10;
    })
    .await;
    // The members of one address have used theirs up; the platform delivers from the same one.
    let patience = Patience::for_event("the calls of the address are used up");
    while server.get("/api/site").send().await.status != 429 {
        patience.check();
    }
    let mut answers = Vec::new();
    while answers.last() != Some(&429) && answers.len() < 10_000 {
        answers.push(server.post("/api/kick/webhook").send().await.status);
    }
    assert!(answers.len() > 40, "{answers:?}");
    assert_eq!(answers.pop(), Some(429));
    assert!(answers.iter().all(|status| *status == 404), "{answers:?}");
    // Written otherwise it is a call like others.
    while server.post("/api/kick/%77ebhook").send().await.status != 429 {
        patience.check();
    }
}

/// What proxies send, one after the other.
const HOPS: [&str; 7] = [
    "10.0.0.1",
    "10.0.0.2",
    "1.1.1.1, 10.0.0.1",
    "10.0.0.1, 127.0.0.1",
    // Some proxies write the port, too.
    "1.1.1.2, 10.0.0.1:50000",
    // What does not read was not written by a proxy of ours: its own address counts, once.
    "1.1.1.3, unknown",
    "1.1.1.4, nonsense",
];

#[tokio::test]
async fn only_a_trusted_proxy_says_who_the_client_is() {
    let checks = |server: Server| async move {
        let mut statuses = Vec::new();
        for hops in HOPS {
            let call = server.post("/api/auth/check-email").header("x-forwarded-for", hops);
            statuses.push(call.json(&json!({ "email": "a@b.co" })).send().await.status);
        }
        statuses
    };
    let trusting = Server::with(|config| {
        config.auth.email_checks_per_minute = 1;
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    });
    // The last hop that is no proxy of ours counts, whatever the client put before it.
    assert_eq!(checks(trusting.await).await, [200, 200, 429, 429, 429, 200, 429]);
    let wary = Server::with(|config| config.auth.email_checks_per_minute = 1).await;
    assert_eq!(checks(wary).await, [200, 429, 429, 429, 429, 429, 429]);
}

#[tokio::test]
async fn figures_are_for_admins_or_for_a_listener_of_their_own() {
    let server = Server::with(|c| c.server.metrics_listen = "127.0.0.1:0".to_owned()).await;
    server.get("/metrics").send().await.refused(401, "unauthorized");
    let member = server.member("emu").await;
    server.get("/metrics").by(&member.token).send().await.refused(403, "forbidden");
    let text = server.get("/metrics").by(&server.admin().await).send().await.text;
    for figure in ["pointhouse_accounts 1", "pointhouse_store_writable 1", "http_seconds_count"] {
        assert!(text.contains(figure), "{figure}: {text}");
    }
}

#[tokio::test]
async fn signs_that_cannot_be_seen_are_not_kept_but_in_passwords() {
    let server = Server::start().await;
    let admin = server.admin().await;
    let mut draft = crate::giveaways::draft("free", 0);
    draft["title"] = json!("Friday\u{200b} \u{202e}drop\u{2069} \u{2764}\u{fe0f}");
    let made = crate::giveaways::create(&server, &admin, &draft).await.of(200);
    assert_eq!(made["giveaway"]["title"], "Friday drop \u{2764}\u{fe0f}");
    draft["title"] = json!("\u{200b}\u{2060} \u{3164}");
    let refused = crate::giveaways::create(&server, &admin, &draft).await;
    assert!(refused.body["fields"]["title"].is_string(), "{}", refused.body);

    let password = format!("{PASSWORD}\u{200b}");
    let member =
        json!({ "username": "em\u{200b}u", "email": "emu@example.com", "password": password });
    let signed_up = server.post("/api/auth/signup").json(&member).send().await.of(201);
    assert_eq!(signed_up["user"]["username"], "emu");
    for (password, status) in [(password.as_str(), 200), (PASSWORD, 401)] {
        let login = json!({ "email": "emu@example.com", "password": password });
        let answer = server.post("/api/auth/login").json(&login).send().await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
}
