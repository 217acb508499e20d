//! Compressed request bodies are refused before anything decompresses them.
//!
//! A compressed body costs its sender a few hundred bytes and the server whatever it unpacks to, so
//! no call accepts one.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use reqwest::Method;
use tempfile::TempDir;

use crate::rig::{Program, Server, Serving};

/// 256 MiB of spaces, brotli: they unpack to 1.3 million times what is sent.
const BOMB_UNPACKED_BYTES: usize = 256 << 20;
/// What refusing the bombs below may add to the process.
const GROWTH_MAX_KIB: u64 = 32 * 1024;

#[tokio::test]
async fn every_path_refuses_a_content_encoding() {
    let server = Server::start().await;
    let paths = [
        (Method::POST, "/api/auth/login"),
        (Method::POST, "/api/admin/login"),
        (Method::POST, "/api/auth/signup"),
        (Method::PUT, "/api/me/limits"),
        (Method::POST, "/api/kick/webhook"),
        (Method::POST, "/socket.io/?EIO=4&transport=polling"),
        (Method::POST, "/api/nothing"),
        (Method::GET, "/api/site"),
        (Method::GET, "/healthz"),
        (Method::GET, "/"),
    ];
    for (method, path) in paths {
        for encoding in ["br", "gzip", "deflate", "zstd", "GZIP", "gzip, br", "identity, br", "x"] {
            let call = server.call(method.clone(), path).header("content-encoding", encoding);
            let answer = call.header("content-type", "application/json").text("{}").send().await;
            assert_eq!(answer.status, 415, "{path} {encoding}: {answer:?}");
            let text = answer.refused(415, "content_encoding");
            assert_eq!(text, "Compressed requests are not accepted");
        }
    }
}

#[tokio::test]
async fn a_second_header_of_the_same_name_does_not_hide_an_encoding() {
    let server = Server::start().await;
    let call = server.post("/api/auth/login").header("content-encoding", "identity");
    let call = call.header("content-encoding", "br").header("content-type", "application/json");
    call.text("{}").send().await.refused(415, "content_encoding");
}

#[tokio::test]
async fn identity_is_no_encoding() {
    let server = Server::start().await;
    for encoding in ["identity", "Identity", "identity, identity", ""] {
        let call = server.post("/api/auth/check-email").header("content-encoding", encoding);
        let call = call.header("content-type", "application/json");
        call.text(r#"{"email":"a@example.com"}"#).send().await.of(200);
    }
}

#[test]
fn a_bomb_takes_no_memory() {
    let data = TempDir::new().unwrap();
    let serving = Program::on(data.path(), &["serve"]).serve();
    let before = peak_kib(&serving);
    let bomb = brotli_bomb();
    assert!(bomb.len() < 1024, "{} bytes", bomb.len());
    for path in ["/api/auth/login", "/api/admin/login", "/api/auth/signup"] {
        for chunked in [false, true] {
            let answer = send(&serving, path, &bomb, chunked);
            assert!(answer.starts_with("HTTP/1.1 415 "), "{path}: {answer}");
        }
    }
    // The kernel counts in batches for each CPU, so that a later reading can be a little lower.
    let grown = peak_kib(&serving).saturating_sub(before);
    assert!(grown < GROWTH_MAX_KIB, "{grown} KiB for {} bytes", bomb.len());
}

/// The most memory that the process has held so far, from the kernel.
fn peak_kib(serving: &Serving) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", serving.pid())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().trim().parse().unwrap()
}

fn brotli_bomb() -> Vec<u8> {
    let mut packed = Vec::new();
    let mut spaces = std::io::repeat(b' ').take(BOMB_UNPACKED_BYTES as u64);
    let params = brotli::enc::BrotliEncoderParams { quality: 5, lgwin: 24, ..Default::default() };
    brotli::BrotliCompress(&mut spaces, &mut packed, &params).unwrap();
    packed
}

/// The head of the answer, over a connection of its own: the test decides how the body is framed.
fn send(serving: &Serving, path: &str, body: &[u8], chunked: bool) -> String {
    let address = serving.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let framing = match chunked {
        true => "transfer-encoding: chunked".to_owned(),
        false => format!("content-length: {}", body.len()),
    };
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n\
         content-encoding: br\r\nconnection: close\r\n{framing}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The server may answer and close before it has read the body.
    let _ = match chunked {
        true => stream
            .write_all(format!("{:x}\r\n", body.len()).as_bytes())
            .and_then(|()| stream.write_all(body))
            .and_then(|()| stream.write_all(b"\r\n0\r\n\r\n")),
        false => stream.write_all(body),
    };
    let mut answer = vec![0; 64];
    let read = stream.read(&mut answer).unwrap();
    String::from_utf8_lossy(&answer[..read]).into_owned()
}
