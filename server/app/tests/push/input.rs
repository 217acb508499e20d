//! How much a client may send: by the packet, by the second, and before it has shown a token.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use pointhouse::broadcast::Settings;
use pointhouse_socketio::Config;

use crate::hostile::frame;
use crate::raw::{Raw, http};
use crate::site::Site;

const TEXT: u8 = 0x81;
const TEXT_BEGINS: u8 = 0x01;
const GOES_ON: u8 = 0x00;
const ENDS: u8 = 0x80;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;

const ANONYMOUS: usize = 16 * 1024;
const WITH_TOKEN: usize = 64 * 1024;
const TOKENS: [(&str, usize); 3] = [
    ("", ANONYMOUS),
    ("{\"token\":\"member-7\"}", WITH_TOKEN),
    ("{\"adminToken\":\"admin\"}", WITH_TOKEN),
];

/// An event of this length.
fn event(bytes: usize) -> String {
    let frame = "42[\"m\",\"\"]".len();
    format!("42[\"m\",\"{}\"]", "x".repeat(bytes - frame))
}

/// Checks that the client's events are still received.
fn assert_heard(client: &mut Raw, name: &str) {
    client.send_bytes(&frame(PING, b"still there"));
    assert!(client.text_or_pong().is_none(), "{name}");
}

#[test]
fn control_frames_count_as_packets() {
    let session = Config { packets_per_second_max: 100, ..Settings::default().session };
    let site = Site::start(Settings { session, ..Settings::default() });
    for (name, first) in [("pings", PING), ("pongs", PONG)] {
        let mut client = Raw::join(site.port, "");
        client.send_bytes(&frame(first, b"").repeat(50));
        let mut other = Raw::join(site.port, "");
        client.send_bytes(&frame(first, b"").repeat(10_000));
        assert!(client.texts_until_closed().is_empty(), "{name}");
        client.drain();
        assert_heard(&mut other, name);
    }
    // A message in more frames than a second may hold packets.
    let mut client = Raw::join(site.port, "");
    client.send_bytes(&frame(TEXT_BEGINS, b"42[\"m\",\""));
    client.send_bytes(&frame(GOES_ON, b"x").repeat(10_000));
    assert!(client.texts_until_closed().is_empty());
}

#[test]
fn the_handshake_says_what_the_protocol_suites_expect() {
    let site = Site::start(Settings::default());
    let (_, body) = http(site.port, "GET", "transport=polling", "");
    assert!(body.contains("\"maxPayload\":1000000"), "{body}");
}

#[test]
fn a_packet_on_a_websocket_is_as_large_as_its_client_may_send() {
    let site = Site::start(Settings::default());
    for (payload, most) in TOKENS {
        let join = || Raw::join(site.port, payload);
        let mut client = join();
        client.send(&event(most));
        let half = event(most);
        let (one, two) = half.as_bytes().split_at(most / 2);
        client.send_bytes(&frame(TEXT_BEGINS, one));
        client.send_bytes(&frame(ENDS, two));
        assert_heard(&mut client, payload);

        client.send(&event(most + 1));
        assert!(client.texts_until_closed().is_empty(), "{payload}");

        // Frames of one message count together, whatever comes between.
        let mut client = join();
        client.send_bytes(&frame(TEXT_BEGINS, one));
        client.send_bytes(&frame(PONG, b"between"));
        client.send_bytes(&frame(GOES_ON, two));
        client.send_bytes(&frame(ENDS, b"x"));
        assert!(client.texts_until_closed().is_empty(), "{payload}");

        // The announcement is enough: nothing of the frame itself is waited for.
        for announced in [most + 1, 1 << 40] {
            let mut client = join();
            let length = u64::try_from(announced).unwrap().to_be_bytes();
            client.send_bytes(&[&[TEXT, 0xff][..], &length, &[0; 4]].concat());
            assert!(client.texts_until_closed().is_empty(), "{payload} {announced}");
        }
    }
}

#[test]
fn a_client_that_leaves_is_anonymous_again() {
    let site = Site::start(Settings::default());
    let mut client = Raw::join(site.port, TOKENS[1].0);
    client.send("41");
    client.send("40");
    assert!(client.text().starts_with("40{"));
    client.send(&event(ANONYMOUS + 1));
    assert!(client.texts_until_closed().is_empty());
}

#[test]
fn a_polling_body_is_as_large_as_its_client_may_send() {
    let site = Site::start(Settings::default());
    for (payload, most) in TOKENS {
        let open = || {
            let (_, body) = http(site.port, "GET", "transport=polling", "");
            let sid = body.split("\"sid\":\"").nth(1).unwrap().split('"').next().unwrap();
            let session = format!("transport=polling&sid={sid}");
            assert_eq!(http(site.port, "POST", &session, &format!("40{payload}")).0, 200);
            session
        };
        let session = open();
        assert_eq!(http(site.port, "POST", &session, &event(most)).0, 200, "{payload}");
        assert_eq!(http(site.port, "POST", &session, &event(most + 1)).0, 413, "{payload}");
        assert_eq!(http(site.port, "GET", &session, "").0, 400, "the session is over");

        // Refused by its announcement: the body never comes.
        let session = open();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, site.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let head = format!(
            "POST /socket.io/?EIO=4&{session} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {}\r\n\r\n",
            most + 1
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).expect("an answer before the body");
        assert_eq!(&status, b"HTTP/1.1 413", "{payload}");

        // Without an announcement it is counted as it comes.
        let session = open();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, site.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let head = format!(
            "POST /socket.io/?EIO=4&{session} HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n\
             {:x}\r\n{}\r\n",
            most + 1,
            event(most + 1)
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.read_exact(&mut status).expect("an answer before the end of the body");
        assert_eq!(&status, b"HTTP/1.1 413", "{payload}");
    }
}
