//! Connections: incomplete requests, the limit per address, clients behind a proxy, and what of
//! this is logged.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::command_line::folder;
use crate::rig::{Patience, Program, Server};

/// How long a test waits for an answer or an end, before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection under the test's control, byte by byte.
struct Line(TcpStream);

impl Line {
    fn open(server: &Server) -> Self {
        let stream = TcpStream::connect(server.url.strip_prefix("http://").unwrap()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Self(stream)
    }

    fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).unwrap();
    }

    /// One part of an answer, as it came; empty when the server has closed.
    fn part(&mut self) -> String {
        let mut part = [0; 4096];
        match self.0.read(&mut part) {
            Ok(read) => String::from_utf8_lossy(&part[..read]).into_owned(),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => String::new(),
            Err(error) => panic!("the server neither answered nor closed: {error}"),
        }
    }

    /// All that comes until the server closes.
    fn rest(&mut self) -> String {
        let mut rest = String::new();
        loop {
            match self.part() {
                part if part.is_empty() => return rest,
                part => rest.push_str(&part),
            }
            assert!(rest.len() < 1_000_000, "the server does not close");
        }
    }
}

/// A websocket's handshake, as a native client sends it.
fn upgrade(headers: &str) -> String {
    format!(
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: 127.0.0.1\r\n{headers}\
         connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
}

/// Waiting on a socket blocks; the server has threads of its own.
async fn apart<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(wait).await.unwrap()
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_answered_with_408() {
    let server = Server::with(|config| config.server.body_seconds = 1).await;
    let token = server.member("emu").await.token;
    let admin = server.admin().await;
    let polling = server.listen(&json!({})).await;
    let json = "content-type: application/json\r\ncontent-length: 60";
    let form = "content-type: multipart/form-data; boundary=x\r\ncontent-length: 5000";
    let part = "--x\r\nContent-Disposition: form-data; name=\"profilePicture\"; filename=\"a\"\r\n\
                Content-Type: image/png\r\n\r\nhalf";
    for (path, token, head, half) in [
        ("/api/auth/login", "", json, "{\"email\":"),
        (
            "/api/auth/login",
            "",
            "content-type: application/json\r\ntransfer-encoding: chunked",
            "5\r\n{\"ema",
        ),
        ("/api/auth/upload-profile-picture", &token, form, part),
        (
            "/api/admin/points/import",
            &admin,
            "content-type: text/csv\r\ncontent-length: 5000",
            "name,points\r\n",
        ),
        (&polling, "", "content-type: text/plain\r\ncontent-length: 100", "42[\"half"),
    ] {
        let mut line = Line::open(&server);
        line.send(&format!(
            "POST {path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {token}\r\n{head}\r\n\r\n{half}"
        ));
        let answer = apart(move || line.rest()).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{path}: {answer}");
        assert!(answer.contains("\"error\":\"request_timeout\""), "{path}: {answer}");
        assert!(answer.to_lowercase().contains("connection: close"), "{path}: {answer}");
    }
    // The polling session has ended with it, and the site goes on.
    assert_eq!(server.get(&polling).send().await.status, 400);
    server.get("/api/site").send().await.of(200);
}

#[tokio::test]
async fn headers_that_drip_end_the_connection() {
    let server = Server::with(|config| config.server.head_seconds = 1).await;
    let mut first = Line::open(&server);
    first.send("GET /healthz HTTP/1.1\r\nx-slow:");
    // A second request on a connection that was answered before.
    let mut second = Line::open(&server);
    second.send("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
    assert!(second.part().starts_with("HTTP/1.1 200 "));
    second.send("GET /healthz HTTP/1.1\r\nx-slow:");
    // A body that is still unfinished after its answer.
    let mut third = Line::open(&server);
    third.send("POST /nowhere HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello");
    assert!(apart(move || first.rest()).await.starts_with("HTTP/1.1 408 "));
    assert_eq!(apart(move || second.rest()).await, "");
    assert!(apart(move || third.rest()).await.starts_with("HTTP/1.1 404 "));
}

#[tokio::test]
async fn an_answer_that_takes_long_is_waited_for() {
    let server = Server::with(|config| {
        config.server.head_seconds = 1;
        config.server.body_seconds = 1;
        config.push.ping_interval_ms = 3000;
    })
    .await;
    // A polling client waits for the ping, far longer than a head may take.
    let polling = server.listen(&json!({})).await;
    assert_eq!(server.get(&polling).send().await.text, "2");
    let mut socket = Line::open(&server);
    socket.send(&upgrade(""));
    let heard = apart(move || {
        let mut heard = String::new();
        // A ping is a text frame of one byte.
        while !heard.ends_with("\u{1}2") && heard.len() < 10_000 {
            let part = socket.part();
            assert_ne!(part, "", "the connection ended before the ping: {heard}");
            heard.push_str(&part);
        }
        heard
    });
    assert!(heard.await.starts_with("HTTP/1.1 101 "));
}

/// Connections that an address may have in the test.
const MOST: usize = 20;

#[tokio::test]
async fn connections_are_limited_by_address() {
    let mut server = Server::with(|config| {
        config.server.connections_per_address = MOST;
        config.server.head_seconds = 60;
    })
    .await;
    let held = |server: &Server| {
        let mut line = Line::open(server);
        // A connection that is refused may be gone already.
        line.0.write_all(b"GET /healthz HTTP/1.1\r\n").ok();
        line
    };
    let answered = |mut line: Line| async move {
        line.0.write_all(b"host: a\r\nconnection: close\r\n\r\n").ok();
        apart(move || line.rest()).await.starts_with("HTTP/1.1 200 ")
    };
    // The workers accept side by side: each connection has its place before the next one comes.
    let mut lines = Vec::new();
    for _ in 0..MOST {
        let mut line = Line::open(&server);
        line.send("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
        let (line, answer) = apart(move || {
            let mut answer = String::new();
            while !answer.ends_with("ok\n") && answer.len() < 4096 {
                answer.push_str(&line.part());
            }
            (line, answer)
        })
        .await;
        assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
        lines.push(line);
    }
    assert!(!answered(held(&server)).await, "one connection too many was served");
    for mut line in lines.split_off(MOST / 2) {
        line.0.write_all(b"GET /healthz HTTP/1.1\r\n").unwrap();
        assert!(answered(line).await);
    }
    // Places are free once the server has let go of its end.
    let patience = Patience::for_event("a place is given back");
    while !answered(held(&server)).await {
        patience.check();
    }
    let text = server.get("/metrics").by(&server.admin().await).send().await.text;
    let refused =
        text.lines().find_map(|line| line.strip_prefix("pointhouse_connections_refused_total "));
    assert!(refused.unwrap().parse::<u64>().unwrap() >= 1);

    // A trusted proxy brings the connections of many.
    server
        .restart_with(|config| config.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()])
        .await;
    let lines: Vec<Line> = (0..2 * MOST).map(|_| held(&server)).collect();
    for line in lines {
        assert!(answered(line).await);
    }
}

#[tokio::test]
async fn sockets_behind_a_trusted_proxy_count_by_their_own_address() {
    let server = Server::with(|config| {
        config.push.sockets_per_address = 1;
        config.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    })
    .await;
    let open = |from: &'static str| {
        let call = server.get("/socket.io/?EIO=4&transport=polling");
        call.header("x-forwarded-for", from).send()
    };
    assert_eq!(open("192.0.2.1").await.status, 200);
    assert_eq!(open("192.0.2.2, 127.0.0.9").await.status, 200);
    assert_eq!(open("192.0.2.2").await.status, 429);
    assert_eq!(open("::ffff:192.0.2.1").await.status, 429);
}

#[tokio::test]
async fn a_proxy_that_is_not_trusted_is_shown_to_the_admin() {
    async fn seen(server: &Server) -> Value {
        let health = server.get("/api/admin/health").by(&server.admin().await).send().await;
        health.of(200)["untrustedProxy"].clone()
    }
    for header in ["x-forwarded-for", "forwarded", "x-real-ip"] {
        let server = Server::start().await;
        assert_eq!(seen(&server).await, Value::Null);
        server.get("/api/site").header(header, "for=192.0.2.1").send().await.of(200);
        // The first one stays.
        server.get("/api/site").header("x-forwarded-for", "192.0.2.2").send().await.of(200);
        assert_eq!(seen(&server).await, json!({ "address": "127.0.0.1", "header": header }));
    }
    let trusting = Server::with(|config| {
        config.server.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    });
    let trusting = trusting.await;
    trusting.get("/api/site").header("x-forwarded-for", "192.0.2.1").send().await.of(200);
    assert_eq!(seen(&trusting).await, Value::Null);
}

#[tokio::test]
async fn sockets_of_other_sites_are_refused() {
    let server = Server::with(|config| {
        config.place.url = "https://pointhouse.example".to_owned();
    })
    .await;
    let port = server.url.rsplit(':').next().unwrap();
    let (own, elsewhere) = (format!("http://127.0.0.1:{port}"), format!("http://127.0.0.2:{port}"));
    for (origin, status) in [
        (own.as_str(), 200),
        ("http://127.0.0.1:5173", 200),
        ("https://pointhouse.example", 200),
        ("https://POINTHOUSE.example:8443", 200),
        ("https://pointhouse.example.evil.example", 403),
        ("https://evil.example", 403),
        (elsewhere.as_str(), 403),
        ("null", 403),
        ("nonsense", 403),
        ("", 403),
    ] {
        let path = "/socket.io/?EIO=4&transport=polling";
        let answer = server.get(path).header("origin", origin).send().await;
        assert_eq!(answer.status, status, "{origin:?}");
        let mut socket = Line::open(&server);
        socket.send(&upgrade(&format!("origin: {origin}\r\n")));
        let answer = apart(move || socket.part()).await;
        let expected = if status == 200 { 101 } else { 403 };
        assert!(answer.starts_with(&format!("HTTP/1.1 {expected} ")), "{origin:?}: {answer}");
    }
}

/// What is not a websocket in the end is a request without a body, and the last one of its connection.
#[tokio::test]
async fn a_request_that_asks_for_a_websocket_elsewhere_is_answered_whole() {
    let server = Server::start().await;
    for (request, status, end) in [
        ("GET /healthz", 200, "\n"),
        ("GET /", 200, "</html>"),
        ("GET /nothing.js", 404, "}"),
        ("POST /api/auth/login", 400, "}"),
        ("DELETE /socket.io/?EIO=4&transport=websocket", 400, "}"),
    ] {
        let mut line = Line::open(&server);
        line.send(&format!(
            "{request} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n\
             connection: upgrade\r\nupgrade: websocket\r\n\r\n"
        ));
        let answer = apart(move || line.rest()).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{request}: {answer}");
        assert!(answer.to_lowercase().contains("connection: close\r\n"), "{request}: {answer}");
        assert!(answer.trim_end().ends_with(end.trim_end()), "{request}: {answer}");
    }
    // With a body it is no handshake for the server, and must not become a websocket.
    let mut line = Line::open(&server);
    let chunked = upgrade("transfer-encoding: chunked\r\n");
    line.send(&format!("{chunked}0\r\n\r\n"));
    let answer = apart(move || line.part()).await;
    assert!(answer.starts_with("HTTP/1.1 400 "), "{answer}");
}

#[tokio::test]
async fn what_is_sent_with_a_handshake_is_not_lost() {
    let server = Server::start().await;
    let mut line = Line::open(&server);
    // A request, a handshake and the first frame at once: `40` with a mask of zeros.
    let at_once = format!("GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n{}", upgrade(""));
    line.0.write_all(&[at_once.as_bytes(), b"\x81\x82\0\0\0\x0040"].concat()).unwrap();
    let answer = apart(move || {
        let mut answer = line.part();
        while !answer.contains("40{\"sid\"") {
            let part = line.part();
            assert!(!part.is_empty(), "the server has closed: {answer}");
            answer.push_str(&part);
        }
        answer
    });
    let answer = answer.await;
    let both = answer.starts_with("HTTP/1.1 200 ") && answer.contains("HTTP/1.1 101 ");
    assert!(both, "{answer}");
}

#[test]
fn refused_requests_are_logged_at_a_limited_rate() {
    let folder = folder();
    let begun = Instant::now();
    let program = Program::on(folder.path(), &["serve"]);
    let mut serving = program.env("POINTHOUSE_SERVER__LOG_FORMAT", "json").serve();
    let http = crate::rig::blocking_client();
    let (all, long) = (300, "x".repeat(5000));
    for _ in 0..all {
        let url = format!("{}/api/admin/health?secret={long}", serving.url);
        assert_eq!(http.get(url).send().unwrap().status(), 401);
    }
    for _ in 0..2 {
        let call = http.get(format!("{}/healthz", serving.url)).header("x-real-ip", "192.0.2.1");
        assert_eq!(call.send().unwrap().status(), 200);
    }
    serving.signal(Signal::TERM);
    assert!(serving.wait(PATIENCE).success());
    let log = serving.log();
    let lines: Vec<Value> =
        log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let refused: Vec<&Value> =
        lines.iter().filter(|line| line["message"] == "request refused").collect();
    assert_eq!(
        (&refused[0]["status"], &refused[0]["method"], &refused[0]["path"], &refused[0]["address"]),
        (&json!(401), &json!("GET"), &json!("/api/admin/health"), &json!("127.0.0.1"))
    );
    assert!(!log.contains("secret"), "a query reached the log");
    let warnings: Vec<&str> =
        log.lines().filter(|line| line.contains("not in server.trusted_proxies")).collect();
    assert!(warnings.len() == 1 && warnings[0].contains("127.0.0.1"), "{warnings:?}");
    let left_out = |line: &Value| line["left_out"].as_u64().unwrap_or(0);
    let counted = refused.len() as u64 + lines.iter().map(left_out).sum::<u64>();
    assert_eq!(counted, all, "every refusal is logged or counted");
    let seconds = begun.elapsed().as_secs() as usize + 2;
    assert!(refused.len() <= 10 * seconds, "{} lines in {seconds} s", refused.len());
}

#[tokio::test]
async fn visitors_in_a_trusted_range_are_distinguished() {
    let server = Server::with(|config| {
        config.auth.logins_per_minute = 1;
        let ranges = ["127.0.0.0/8", "10.0.0.0/8"];
        config.server.trusted_proxies = ranges.map(|range| range.parse().unwrap()).into();
    })
    .await;
    let log_in = |hops: &str| {
        let call = server.post("/api/auth/login").header("x-forwarded-for", hops);
        call.json(&serde_json::json!({ "email": "a@example.com", "password": "wrong" })).send()
    };
    log_in("10.0.0.5").await.refused(401, "invalid_credentials");
    log_in("10.0.0.6, 10.0.0.1").await.refused(401, "invalid_credentials");
    log_in("10.0.0.5").await.refused(429, "too_many_requests");
}
