//! Polling, websocket, heartbeat, upgrade.

use bytes::Bytes;
use pointhouse_socketio::{CloseReason, Config, Frame, Message, Output, Protocol, Refusal};

use crate::desk::{Desk, MS, short};

#[test]
fn the_handshake_tells_the_settings() {
    let desk = Desk::new(short(), Protocol::SocketIo, false);
    let open = r#"0{"sid":"sid-1","upgrades":["websocket"],"pingInterval":300,"pingTimeout":200,"maxPayload":1000000}"#;
    assert_eq!(desk.bodies, [open]);
    let desk = Desk::new(short(), Protocol::SocketIo, true);
    assert_eq!(desk.frames, [open.replace(r#"["websocket"]"#, "[]")]);
}

#[test]
fn polling_messages_come_out_in_order_and_leave_in_one_body() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.post("4hello\u{1e}bAQIDBA==\u{1e}4world").unwrap();
    let messages: Vec<Message> = desk
        .calls
        .drain(..)
        .map(|call| match call {
            Output::Message(message) => message,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(messages[1], Message::Binary(Bytes::from_static(&[1, 2, 3, 4])));
    desk.session.send(messages.into_iter().map(Message::into_frame));
    desk.drain();
    assert!(desk.bodies.is_empty(), "nobody asked yet");
    desk.get().unwrap();
    assert_eq!(desk.bodies, ["4hello\u{1e}bAQIDBA==\u{1e}4world"]);
}

#[test]
fn a_waiting_get_is_answered_when_something_is_sent() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.get().unwrap();
    assert!(desk.bodies.is_empty());
    desk.session.send([Frame::Text("4a".into()), Frame::Text("4b".into())]);
    desk.drain();
    assert_eq!(desk.bodies, ["4a\u{1e}4b"]);
}

#[test]
fn a_body_above_the_limit_is_split_between_packets() {
    let mut desk = Desk::new(Config { max_payload: 8, ..short() }, Protocol::Engine, false);
    desk.bodies.clear();
    desk.session.send(["4aaa", "4bbb", "4cccccccccc", "4d"].map(|text| Frame::Text(text.into())));
    for _ in 0..4 {
        desk.get().unwrap();
    }
    // The last GET found nothing and waits.
    assert_eq!(desk.bodies, ["4aaa", "4bbb", "4cccccccccc", "4d"]);
}

#[test]
fn a_second_get_ends_the_session_and_releases_the_first() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.get().unwrap();
    assert_eq!(desk.get(), Err(Refusal::Broken));
    assert_eq!(desk.bodies, ["1"]);
    assert_eq!(desk.closed, Some(CloseReason::OverlappingRequests));
    assert_eq!(desk.get(), Err(Refusal::Closed));
}

#[test]
fn a_second_post_ends_the_session() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.post_arrived(desk.now).unwrap();
    assert_eq!(desk.session.post_arrived(desk.now), Err(Refusal::Broken));
    desk.drain();
    assert_eq!(desk.closed, Some(CloseReason::OverlappingRequests));
    let late = desk.session.post_body(desk.now, Bytes::from_static(b"4a"));
    assert_eq!(late, Err(Refusal::Closed));
    desk.drain();
    assert!(desk.calls.is_empty());
}

#[test]
fn a_cancelled_request_ends_the_session() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.get_cancelled(desk.now);
    desk.drain();
    assert_eq!(desk.closed, None, "no GET was waiting");
    desk.get().unwrap();
    desk.session.get_cancelled(desk.now);
    desk.drain();
    assert_eq!(desk.closed, Some(CloseReason::RequestCancelled));

    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.post_arrived(desk.now).unwrap();
    desk.session.post_cancelled(desk.now, CloseReason::TooLarge);
    desk.drain();
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));
}

#[test]
fn the_close_packet_ends_the_session_and_releases_the_get() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.get().unwrap();
    desk.post("1").unwrap();
    assert_eq!(desk.bodies, ["6"]);
    assert_eq!(desk.closed, Some(CloseReason::ClientClosed));
}

#[test]
fn what_came_before_a_close_packet_is_still_handed_out() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.post("4last words\u{1e}1\u{1e}4too late").unwrap();
    assert_eq!(desk.calls, [Output::Message(Message::Text("last words".into()))]);
    assert_eq!(desk.closed, Some(CloseReason::ClientClosed));
}

#[test]
fn closing_delivers_what_waits_and_says_so() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.get().unwrap();
    desk.session.send([Frame::Text("4bye".into())]);
    desk.session.close();
    desk.drain();
    assert_eq!(desk.bodies, ["4bye\u{1e}1"]);
    assert_eq!(desk.closed, Some(CloseReason::ServerClosed));
}

#[test]
fn bodies_that_are_no_packets_end_the_session() {
    for body in ["", "abc", "0", "2", "5", "4a\u{1e}", "4a\u{1e}b***", "\u{1e}4a", "9"] {
        let mut desk = Desk::polling(Protocol::Engine);
        assert_eq!(desk.post(body), Err(Refusal::Broken), "{body:?}");
        assert_eq!(desk.closed, Some(CloseReason::BadEnginePacket), "{body:?}");
    }
    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.post_arrived(desk.now).unwrap();
    let answer = desk.session.post_body(desk.now, Bytes::from_static(&[b'4', 0xff]));
    assert_eq!(answer, Err(Refusal::Broken));
}

#[test]
fn pings_are_sent_at_their_time_and_pongs_expected() {
    for websocket in [true, false] {
        let mut desk = Desk::new(short(), Protocol::Engine, websocket);
        desk.frames.clear();
        desk.bodies.clear();
        for _ in 0..3 {
            if !websocket {
                desk.get().unwrap();
            }
            desk.pass(299 * MS);
            assert!(desk.frames.is_empty() && desk.bodies.is_empty());
            desk.pass(MS);
            let sent = if websocket { &mut desk.frames } else { &mut desk.bodies };
            assert_eq!(std::mem::take(sent), ["2"]);
            if websocket { desk.text("3") } else { desk.post("3").unwrap() }
        }
        desk.pass(499 * MS);
        assert_eq!(desk.closed, None);
        desk.pass(MS);
        assert_eq!(desk.closed, Some(CloseReason::PingTimeout));
    }
}

#[test]
fn deadlines_are_absolute_and_checked_by_requests() {
    let mut desk = Desk::polling(Protocol::Engine);
    // The session was not called in the meantime.
    desk.now += 500 * MS;
    assert_eq!(desk.get(), Err(Refusal::Closed));
    assert_eq!(desk.closed, Some(CloseReason::PingTimeout));
}

#[test]
fn unasked_pongs_do_not_put_off_the_ping() {
    let mut desk = Desk::websocket(Protocol::Engine);
    desk.pass(299 * MS);
    desk.text("3");
    desk.pass(MS);
    assert_eq!(desk.frames, ["2"]);
}

#[test]
fn an_upgrade_moves_what_waits_and_ends_polling() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.get().unwrap();
    desk.session.websocket_arrived(desk.now).unwrap();
    desk.drain();
    assert!(desk.bodies.is_empty());
    desk.text("2probe");
    assert_eq!(desk.frames, ["3probe"]);
    assert!(desk.bodies.is_empty(), "the client's upgrade packet may be on its way");
    desk.pass(50 * MS);
    assert_eq!(desk.bodies, ["6"], "the waiting GET is released");
    desk.get().unwrap();
    desk.pass(49 * MS);
    assert_eq!(desk.bodies, ["6"]);
    desk.pass(MS);
    assert_eq!(desk.bodies, ["6", "6"], "and so is one that comes later");
    desk.session.send([Frame::Text("4a".into()), Frame::Text("4b".into())]);
    desk.drain();
    desk.text("5");
    assert_eq!(desk.frames, ["3probe", "4a", "4b"]);
    assert!(desk.session.is_on_websocket());
    for _ in 0..2 {
        assert_eq!(desk.get(), Err(Refusal::WrongTransport));
        assert_eq!(desk.post("4x"), Err(Refusal::WrongTransport));
        assert_eq!(desk.session.websocket_arrived(desk.now), Err(Refusal::WrongTransport));
    }
    desk.text("4c");
    assert_eq!(desk.calls, [Output::Message(Message::Text("c".into()))]);
    desk.session.websocket_lost(desk.now);
    desk.drain();
    assert_eq!(desk.closed, Some(CloseReason::TransportLost));
}

#[test]
fn a_get_that_overtook_the_upgrade_packet_is_refused() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.websocket_arrived(desk.now).unwrap();
    desk.text("2probe");
    desk.get().unwrap();
    desk.text("5");
    assert_eq!(desk.calls, [Output::RefuseGet]);
    assert!(desk.bodies.is_empty() && desk.session.is_on_websocket());
}

#[test]
fn during_an_upgrade_packets_still_leave_by_a_waiting_get() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.websocket_arrived(desk.now).unwrap();
    desk.text("2probe");
    desk.get().unwrap();
    desk.session.send([Frame::Text("4a".into())]);
    desk.drain();
    assert_eq!(desk.bodies, ["4a"]);
    desk.text("5");
    assert_eq!(desk.frames, ["3probe"]);
    assert!(desk.calls.is_empty());
}

#[test]
fn a_failed_probe_leaves_the_session_on_polling() {
    for how in ["5", "4early", "2", "timeout", "lost"] {
        let mut desk = Desk::polling(Protocol::Engine);
        desk.session.websocket_arrived(desk.now).unwrap();
        match how {
            "timeout" => {
                desk.pass(300 * MS);
                desk.post("3").unwrap();
                desk.pass(100 * MS);
            }
            "lost" => {
                desk.session.websocket_lost(desk.now);
                desk.calls.push(Output::DropProbe);
            }
            text => desk.text(text),
        }
        assert_eq!(desk.calls, [Output::DropProbe], "{how}");
        assert_eq!(desk.closed, None, "{how}");
        desk.session.websocket_arrived(desk.now).unwrap();
        desk.text("2probe");
        desk.text("5");
        assert!(desk.session.is_on_websocket(), "{how}");
    }
}

#[test]
fn a_second_probe_is_refused() {
    let mut desk = Desk::polling(Protocol::Engine);
    desk.session.websocket_arrived(desk.now).unwrap();
    assert_eq!(desk.session.websocket_arrived(desk.now), Err(Refusal::WrongTransport));
}
