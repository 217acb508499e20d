//! What no stock client sends.

use std::time::Duration;

use pointhouse::broadcast::Settings;
use pointhouse_socketio::Config;

use crate::raw::{Raw, http};
use crate::site::Site;

/// A frame as a client sends it, with a mask of zeros.
pub(crate) fn frame(first: u8, data: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match data.len() {
        len @ 0..=125 => bytes.push(0x80 | len as u8),
        len @ 126..=0xffff => {
            bytes.push(0x80 | 126);
            bytes.extend_from_slice(&(len as u16).to_be_bytes());
        }
        len => {
            bytes.push(0x80 | 127);
            bytes.extend_from_slice(&(len as u64).to_be_bytes());
        }
    }
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(data);
    bytes
}

#[test]
fn garbage_ends_the_session() {
    let site = Site::start(Settings::default());
    for garbage in [
        "",
        "abc",
        "2",
        "4abc",
        "42{}",
        "42[]",
        "42[1]",
        "42[\"connect\"]",
        "42abc[\"m\"]",
        "42[\"m\"",
        "40",
        "40{\"a\"",
        "42/other,[\"m\"]",
        "43[]",
        "44{}",
        "451-[\"m\",{\"_placeholder\":true,\"num\":0}]",
    ] {
        let mut client = Raw::join(site.port, "");
        client.send(garbage);
        assert!(client.texts_until_closed().is_empty(), "{garbage:?}");
    }
    let mut client = Raw::join(site.port, "");
    client.send_binary(vec![1, 2, 3]);
    assert!(client.texts_until_closed().is_empty());
    // Not only the websocket has ended but the connection beneath it.
    client.drain();
}

#[test]
fn broken_frames_end_the_connection() {
    let site = Site::start(Settings::default());
    let one = vec![b'x'; 600_000];
    let cases: [(&str, Vec<Vec<u8>>); 7] = [
        ("a reserved opcode", vec![frame(0x83, b"42[\"m\"]")]),
        ("no mask", vec![vec![0x81, 1, b'3']]),
        ("not UTF-8", vec![frame(0x81, &[b'4', 0xff])]),
        ("a continuation of nothing", vec![frame(0x80, b"x")]),
        ("a message too large in one frame", vec![frame(0x81, &[&one[..], &one[..]].concat())]),
        ("a message too large in two frames", vec![frame(0x01, &one), frame(0x80, &one)]),
        ("a frame that says it is enormous", vec![[&[0x82, 0xff, 0x7f][..], &[0; 11]].concat()]),
    ];
    for (name, frames) in cases {
        let mut client = Raw::join(site.port, "");
        for frame in frames {
            client.send_bytes(&frame);
        }
        assert!(client.texts_until_closed().is_empty(), "{name}");
    }
}

#[test]
fn a_message_in_several_frames_is_put_together() {
    let site = Site::start(Settings::default());
    let mut client = Raw::open(site.port);
    client.send_bytes(&frame(0x01, b"4"));
    client.send_bytes(&frame(0x89, b"between"));
    client.send_bytes(&frame(0x00, b"0{\"token\":"));
    client.send_bytes(&frame(0x80, b"\"member-7\"}"));
    // The pong comes first or last.
    let answer = client.text_or_pong().or_else(|| client.text_or_pong()).unwrap();
    assert!(answer.starts_with("40{\"sid\":"), "{answer}");
    assert_eq!(site.push.counts().members, 1);
}

#[test]
fn who_does_not_answer_a_ping_or_join_is_let_go() {
    let session = Config {
        ping_interval: Duration::from_millis(100),
        ping_timeout: Duration::from_millis(100),
        connect_timeout: Duration::from_millis(150),
        ..Settings::default().session
    };
    let site = Site::start(Settings { session, ..Settings::default() });
    let mut silent = Raw::join(site.port, "");
    assert_eq!(silent.texts_until_closed(), ["2"]);
    let mut outside = Raw::open(site.port);
    assert_eq!(outside.texts_until_closed(), ["2"], "it never joined a namespace");
    site.wait("both are let go", |counts| counts.sockets == 0);
    let counts = site.push.counts();
    assert_eq!(counts.cut, 1, "the one without namespace heard a goodbye: {counts:?}");
}

#[test]
fn polling_requests_out_of_turn_are_refused() {
    let site = Site::start(Settings::default());
    let open = || {
        let (status, body) = http(site.port, "GET", "transport=polling", "");
        assert_eq!(status, 200);
        let (_, rest) = body.split_once("\"sid\":\"").unwrap();
        let sid = rest.split('"').next().unwrap().to_owned();
        format!("transport=polling&sid={sid}")
    };
    for (query, message) in [
        ("transport=polling&sid=unknown", "Session ID unknown"),
        ("transport=websocket&sid=unknown", "Session ID unknown"),
        ("transport=carrier-pigeon", "Transport unknown"),
        ("transport=websocket", "Bad request"),
        ("transport=polling&transport=polling", "Bad request"),
        ("EIO=3&transport=polling", "Bad request"),
    ] {
        let (status, body) = http(site.port, "GET", query, "");
        assert!(status == 400 && body.contains(message), "{query}: {status} {body}");
    }
    let session = open();
    assert_eq!(http(site.port, "PUT", &session, "").0, 400);
    assert_eq!(http(site.port, "POST", &session, "40"), (200, "ok".to_owned()));
    assert!(http(site.port, "GET", &session, "").1.starts_with("40{\"sid\":"));
    assert_eq!(http(site.port, "POST", &session, "4garbage").0, 400);
    assert_eq!(http(site.port, "GET", &session, "").0, 400, "the session is over");

    let session = open();
    assert_eq!(http(site.port, "POST", &session, &"4".repeat(1_000_001)).0, 413);
    assert_eq!(http(site.port, "GET", &session, "").0, 400, "the session is over");
    assert_eq!(site.push.counts().sockets, 0);
}

#[test]
fn a_probe_that_goes_away_leaves_polling_alone() {
    let site = Site::start(Settings::default());
    let (_, body) = http(site.port, "GET", "transport=polling", "");
    let sid = body.split("\"sid\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let session = format!("transport=polling&sid={sid}");
    let mut probe = Raw::open_with(site.port, &format!("&sid={sid}"));
    probe.send("2probe");
    assert_eq!(probe.text(), "3probe");
    let mut second = Raw::open_with(site.port, &format!("&sid={sid}"));
    assert!(second.texts_until_closed().is_empty(), "only one websocket may come");
    probe.send("nonsense");
    assert!(probe.texts_until_closed().is_empty());
    assert_eq!(http(site.port, "POST", &session, "40"), (200, "ok".to_owned()));
    assert!(http(site.port, "GET", &session, "").1.starts_with("40{\"sid\":"));
}
