//! Polling, websocket, heartbeat, upgrade.

use bytes::Bytes;
use pointhouse_socketio::{CloseReason, Config, Frame, Message, Output, Protocol, Refusal};

use crate::harness::{Harness, MS, short};

#[test]
fn the_handshake_tells_the_settings() {
    let harness = Harness::new(short(), Protocol::SocketIo, false);
    let open = r#"0{"sid":"sid-1","upgrades":["websocket"],"pingInterval":300,"pingTimeout":200,"maxPayload":1000000}"#;
    assert_eq!(harness.bodies, [open]);
    let harness = Harness::new(short(), Protocol::SocketIo, true);
    assert_eq!(harness.frames, [open.replace(r#"["websocket"]"#, "[]")]);
}

#[test]
fn polling_messages_come_out_in_order_and_leave_in_one_body() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.post("4hello\u{1e}bAQIDBA==\u{1e}4world").unwrap();
    let messages: Vec<Message> = harness
        .calls
        .drain(..)
        .map(|call| match call {
            Output::Message(message) => message,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(messages[1], Message::Binary(Bytes::from_static(&[1, 2, 3, 4])));
    harness.session.send(messages.into_iter().map(Message::into_frame));
    harness.drain();
    assert!(harness.bodies.is_empty(), "nobody asked yet");
    harness.get().unwrap();
    assert_eq!(harness.bodies, ["4hello\u{1e}bAQIDBA==\u{1e}4world"]);
}

#[test]
fn a_waiting_get_is_answered_when_something_is_sent() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.get().unwrap();
    assert!(harness.bodies.is_empty());
    harness.session.send([Frame::Text("4a".into()), Frame::Text("4b".into())]);
    harness.drain();
    assert_eq!(harness.bodies, ["4a\u{1e}4b"]);
}

#[test]
fn a_body_above_the_limit_is_split_between_packets() {
    let mut harness = Harness::new(Config { max_payload: 8, ..short() }, Protocol::Engine, false);
    harness.bodies.clear();
    harness
        .session
        .send(["4aaa", "4bbb", "4cccccccccc", "4d"].map(|text| Frame::Text(text.into())));
    for _ in 0..4 {
        harness.get().unwrap();
    }
    // The last GET found nothing and waits.
    assert_eq!(harness.bodies, ["4aaa", "4bbb", "4cccccccccc", "4d"]);
}

#[test]
fn a_second_get_ends_the_session_and_releases_the_first() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.get().unwrap();
    assert_eq!(harness.get(), Err(Refusal::Broken));
    assert_eq!(harness.bodies, ["1"]);
    assert_eq!(harness.closed, Some(CloseReason::OverlappingRequests));
    assert_eq!(harness.get(), Err(Refusal::Closed));
}

#[test]
fn a_second_post_ends_the_session() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.post_arrived(harness.now).unwrap();
    assert_eq!(harness.session.post_arrived(harness.now), Err(Refusal::Broken));
    harness.drain();
    assert_eq!(harness.closed, Some(CloseReason::OverlappingRequests));
    let late = harness.session.post_body(harness.now, Bytes::from_static(b"4a"));
    assert_eq!(late, Err(Refusal::Closed));
    harness.drain();
    assert!(harness.calls.is_empty());
}

#[test]
fn a_cancelled_request_ends_the_session() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.get_cancelled(harness.now);
    harness.drain();
    assert_eq!(harness.closed, None, "no GET was waiting");
    harness.get().unwrap();
    harness.session.get_cancelled(harness.now);
    harness.drain();
    assert_eq!(harness.closed, Some(CloseReason::RequestCancelled));

    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.post_arrived(harness.now).unwrap();
    harness.session.post_cancelled(harness.now, CloseReason::TooLarge);
    harness.drain();
    assert_eq!(harness.closed, Some(CloseReason::TooLarge));
}

#[test]
fn the_close_packet_ends_the_session_and_releases_the_get() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.get().unwrap();
    harness.post("1").unwrap();
    assert_eq!(harness.bodies, ["6"]);
    assert_eq!(harness.closed, Some(CloseReason::ClientClosed));
}

#[test]
fn what_came_before_a_close_packet_is_still_handed_out() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.post("4last words\u{1e}1\u{1e}4too late").unwrap();
    assert_eq!(harness.calls, [Output::Message(Message::Text("last words".into()))]);
    assert_eq!(harness.closed, Some(CloseReason::ClientClosed));
}

#[test]
fn closing_delivers_what_waits_and_says_so() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.get().unwrap();
    harness.session.send([Frame::Text("4bye".into())]);
    harness.session.close();
    harness.drain();
    assert_eq!(harness.bodies, ["4bye\u{1e}1"]);
    assert_eq!(harness.closed, Some(CloseReason::ServerClosed));
}

#[test]
fn bodies_that_are_no_packets_end_the_session() {
    for body in ["", "abc", "0", "2", "5", "4a\u{1e}", "4a\u{1e}b***", "\u{1e}4a", "9"] {
        let mut harness = Harness::polling(Protocol::Engine);
        assert_eq!(harness.post(body), Err(Refusal::Broken), "{body:?}");
        assert_eq!(harness.closed, Some(CloseReason::BadEnginePacket), "{body:?}");
    }
    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.post_arrived(harness.now).unwrap();
    let answer = harness.session.post_body(harness.now, Bytes::from_static(&[b'4', 0xff]));
    assert_eq!(answer, Err(Refusal::Broken));
}

#[test]
fn pings_are_sent_at_their_time_and_pongs_expected() {
    for websocket in [true, false] {
        let mut harness = Harness::new(short(), Protocol::Engine, websocket);
        harness.frames.clear();
        harness.bodies.clear();
        for _ in 0..3 {
            if !websocket {
                harness.get().unwrap();
            }
            harness.pass(299 * MS);
            assert!(harness.frames.is_empty() && harness.bodies.is_empty());
            harness.pass(MS);
            let sent = if websocket { &mut harness.frames } else { &mut harness.bodies };
            assert_eq!(std::mem::take(sent), ["2"]);
            if websocket { harness.text("3") } else { harness.post("3").unwrap() }
        }
        harness.pass(499 * MS);
        assert_eq!(harness.closed, None);
        harness.pass(MS);
        assert_eq!(harness.closed, Some(CloseReason::PingTimeout));
    }
}

#[test]
fn deadlines_are_absolute_and_checked_by_requests() {
    let mut harness = Harness::polling(Protocol::Engine);
    // The session was not called in the meantime.
    harness.now += 500 * MS;
    assert_eq!(harness.get(), Err(Refusal::Closed));
    assert_eq!(harness.closed, Some(CloseReason::PingTimeout));
}

#[test]
fn unasked_pongs_do_not_put_off_the_ping() {
    let mut harness = Harness::websocket(Protocol::Engine);
    harness.pass(299 * MS);
    harness.text("3");
    harness.pass(MS);
    assert_eq!(harness.frames, ["2"]);
}

#[test]
fn an_upgrade_moves_what_waits_and_ends_polling() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.get().unwrap();
    harness.session.websocket_arrived(harness.now).unwrap();
    harness.drain();
    assert!(harness.bodies.is_empty());
    harness.text("2probe");
    assert_eq!(harness.frames, ["3probe"]);
    assert!(harness.bodies.is_empty(), "the client's upgrade packet may be on its way");
    harness.pass(50 * MS);
    assert_eq!(harness.bodies, ["6"], "the waiting GET is released");
    harness.get().unwrap();
    harness.pass(49 * MS);
    assert_eq!(harness.bodies, ["6"]);
    harness.pass(MS);
    assert_eq!(harness.bodies, ["6", "6"], "and so is one that comes later");
    harness.session.send([Frame::Text("4a".into()), Frame::Text("4b".into())]);
    harness.drain();
    harness.text("5");
    assert_eq!(harness.frames, ["3probe", "4a", "4b"]);
    assert!(harness.session.is_on_websocket());
    for _ in 0..2 {
        assert_eq!(harness.get(), Err(Refusal::WrongTransport));
        assert_eq!(harness.post("4x"), Err(Refusal::WrongTransport));
        assert_eq!(harness.session.websocket_arrived(harness.now), Err(Refusal::WrongTransport));
    }
    harness.text("4c");
    assert_eq!(harness.calls, [Output::Message(Message::Text("c".into()))]);
    harness.session.websocket_lost(harness.now);
    harness.drain();
    assert_eq!(harness.closed, Some(CloseReason::TransportLost));
}

#[test]
fn a_get_that_overtook_the_upgrade_packet_is_refused() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.websocket_arrived(harness.now).unwrap();
    harness.text("2probe");
    harness.get().unwrap();
    harness.text("5");
    assert_eq!(harness.calls, [Output::RefuseGet]);
    assert!(harness.bodies.is_empty() && harness.session.is_on_websocket());
}

#[test]
fn during_an_upgrade_packets_still_leave_by_a_waiting_get() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.websocket_arrived(harness.now).unwrap();
    harness.text("2probe");
    harness.get().unwrap();
    harness.session.send([Frame::Text("4a".into())]);
    harness.drain();
    assert_eq!(harness.bodies, ["4a"]);
    harness.text("5");
    assert_eq!(harness.frames, ["3probe"]);
    assert!(harness.calls.is_empty());
}

#[test]
fn a_failed_probe_leaves_the_session_on_polling() {
    for how in ["5", "4early", "2", "timeout", "lost"] {
        let mut harness = Harness::polling(Protocol::Engine);
        harness.session.websocket_arrived(harness.now).unwrap();
        match how {
            "timeout" => {
                harness.pass(300 * MS);
                harness.post("3").unwrap();
                harness.pass(100 * MS);
            }
            "lost" => {
                harness.session.websocket_lost(harness.now);
                harness.calls.push(Output::DropProbe);
            }
            text => harness.text(text),
        }
        assert_eq!(harness.calls, [Output::DropProbe], "{how}");
        assert_eq!(harness.closed, None, "{how}");
        harness.session.websocket_arrived(harness.now).unwrap();
        harness.text("2probe");
        harness.text("5");
        assert!(harness.session.is_on_websocket(), "{how}");
    }
}

#[test]
fn a_second_probe_is_refused() {
    let mut harness = Harness::polling(Protocol::Engine);
    harness.session.websocket_arrived(harness.now).unwrap();
    assert_eq!(harness.session.websocket_arrived(harness.now), Err(Refusal::WrongTransport));
}
