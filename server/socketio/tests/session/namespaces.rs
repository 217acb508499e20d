//! Namespaces, events, acknowledgements, attachments.

use pointhouse_socketio::{CloseReason, DecodeError, Kind, Outgoing, Output, Protocol, Refusal};

use crate::desk::{Desk, MS};

#[test]
fn a_namespace_is_joined_left_and_joined_again() {
    let mut desk = Desk::websocket(Protocol::SocketIo);
    desk.text("40/chat,{\"token\":\"x\"}");
    let payload = serde_json::json!({"token": "x"});
    assert_eq!(desk.calls.pop(), Some(Output::Connect { namespace: "/chat".into(), payload }));
    assert!(!desk.session.is_in("/chat"));
    desk.session.accept("/chat", "sid-2");
    desk.drain();
    assert_eq!(desk.frames, ["40/chat,{\"sid\":\"sid-2\"}"]);
    assert!(desk.session.is_in("/chat"));
    desk.text("41/chat");
    assert_eq!(desk.calls, [Output::Disconnect { namespace: "/chat".into() }]);
    assert!(!desk.session.is_in("/chat"));
    desk.text("40/chat");
    assert_eq!(desk.closed, None);
}

#[test]
fn a_refused_namespace_can_be_asked_for_again() {
    let mut desk = Desk::websocket(Protocol::SocketIo);
    for _ in 0..2 {
        desk.text("40");
        desk.session.refuse(desk.now, "/", "unauthorized");
        desk.drain();
        assert_eq!(desk.frames.pop().unwrap(), "44{\"message\":\"unauthorized\"}");
    }
    desk.text("42[\"m\"]");
    assert_eq!(desk.closed, Some(CloseReason::OutOfTurn));
}

#[test]
fn a_client_without_namespace_may_not_stay() {
    let mut desk = Desk::websocket(Protocol::SocketIo);
    let pong = |desk: &mut Desk| {
        desk.pass(300 * MS);
        desk.text("3");
    };
    for _ in 0..3 {
        pong(&mut desk);
    }
    desk.pass(99 * MS);
    assert_eq!(desk.closed, None);
    desk.pass(MS);
    assert_eq!(desk.closed, Some(CloseReason::ConnectTimeout));

    let mut desk = Desk::joined();
    for _ in 0..4 {
        pong(&mut desk);
    }
    desk.text("41");
    for _ in 0..3 {
        pong(&mut desk);
    }
    assert_eq!(desk.closed, None, "the time starts again when the last namespace is left");
    desk.pass(100 * MS);
    assert_eq!(desk.closed, Some(CloseReason::ConnectTimeout));
}

#[test]
fn packets_out_of_turn_end_the_session() {
    for text in ["40", "41/other", "42/other,[\"m\"]", "43/other,1[]"] {
        let mut desk = Desk::joined();
        desk.text(text);
        assert_eq!(desk.closed, Some(CloseReason::OutOfTurn), "{text}");
    }
    let mut desk = Desk::websocket(Protocol::SocketIo);
    for name in 0..9 {
        assert_eq!(desk.closed, None);
        desk.text(&format!("40/{name}"));
    }
    assert_eq!(desk.closed, Some(CloseReason::OutOfTurn), "one namespace too many");
}

#[test]
fn garbage_ends_the_session_with_its_reason() {
    for (text, reason) in [
        ("4abc", DecodeError::BadType.into()),
        ("42{}", DecodeError::BadPayload.into()),
        ("42abc[\"m\"]", DecodeError::BadPayload.into()),
        ("44{\"message\":\"x\"}", DecodeError::BadType.into()),
        ("abc", CloseReason::BadEnginePacket),
        ("", CloseReason::BadEnginePacket),
        ("2", CloseReason::BadEnginePacket),
        ("é", CloseReason::BadEnginePacket),
    ] {
        let mut desk = Desk::joined();
        desk.text(text);
        assert_eq!(desk.closed, Some(reason), "{text}");
    }
}

#[test]
fn after_garbage_the_rest_of_a_body_is_not_acted_upon() {
    let mut desk = Desk::polling(Protocol::SocketIo);
    desk.post("40").unwrap();
    desk.session.accept("/", "sid-2");
    desk.calls.clear();
    assert_eq!(desk.post("42[\"a\"]\u{1e}42{}\u{1e}42[\"b\"]"), Err(Refusal::Broken));
    assert_eq!(desk.calls.len(), 1, "{:?}", desk.calls);
    assert_eq!(desk.closed, Some(DecodeError::BadPayload.into()));
}

#[test]
fn events_come_with_their_attachments_and_can_be_acknowledged() {
    let mut desk = Desk::joined();
    let place = r#"{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}"#;
    desk.text(&format!("452-789[\"m\",{place}]"));
    desk.text("3");
    desk.binary(&[1, 2, 3]);
    assert!(desk.calls.is_empty());
    assert!(desk.session.held_bytes() > 3);
    desk.binary(&[4, 5, 6]);
    assert_eq!(desk.session.held_bytes(), 0);
    let Some(Output::Event { namespace, id, data, attachments }) = desk.calls.pop() else {
        panic!("{:?}", desk.calls)
    };
    assert_eq!((&*namespace, id, data.name()), ("/", Some(789), "m"));
    let json = format!("[{}]", data.arguments_json());
    let packet =
        Outgoing { kind: Kind::Ack, namespace: "/", id, json: &json, attachments: &attachments };
    desk.session.send(packet.frames());
    desk.drain();
    assert_eq!(desk.frames, [format!("462-789[{place}]")]);
    assert_eq!(desk.binaries, [&[1, 2, 3][..], &[4, 5, 6]]);
}

#[test]
fn acknowledgements_of_the_client_come_out() {
    let mut desk = Desk::joined();
    desk.text("4312[\"ok\"]");
    let ack = Output::Ack {
        namespace: "/".into(),
        id: 12,
        json: "[\"ok\"]".into(),
        attachments: Vec::new(),
    };
    assert_eq!(desk.calls, [ack]);
}

#[test]
fn attachments_out_of_turn_end_the_session() {
    let head = "451-[\"m\",{\"_placeholder\":true,\"num\":0}]";
    let mut desk = Desk::joined();
    desk.binary(&[1]);
    assert_eq!(desk.closed, Some(DecodeError::StrayBinary.into()));

    let mut desk = Desk::joined();
    desk.text(head);
    desk.text("42[\"m\"]");
    assert_eq!(desk.closed, Some(DecodeError::MissingBinary.into()));

    let mut desk = Desk::joined();
    desk.text(head);
    desk.pass(300 * MS);
    desk.text("3");
    desk.pass(49 * MS);
    assert_eq!(desk.closed, None);
    desk.pass(MS);
    assert_eq!(desk.closed, Some(CloseReason::AttachmentsTimeout));
}
