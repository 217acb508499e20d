//! Namespaces, events, acknowledgements, attachments.

use pointhouse_socketio::{CloseReason, DecodeError, Kind, Outgoing, Output, Protocol, Refusal};

use crate::harness::{Harness, MS};

#[test]
fn a_namespace_is_joined_left_and_joined_again() {
    let mut harness = Harness::websocket(Protocol::SocketIo);
    harness.text("40/chat,{\"token\":\"x\"}");
    let payload = serde_json::json!({"token": "x"});
    assert_eq!(harness.calls.pop(), Some(Output::Connect { namespace: "/chat".into(), payload }));
    assert!(!harness.session.is_in("/chat"));
    harness.session.accept("/chat", "sid-2");
    harness.drain();
    assert_eq!(harness.frames, ["40/chat,{\"sid\":\"sid-2\"}"]);
    assert!(harness.session.is_in("/chat"));
    harness.text("41/chat");
    assert_eq!(harness.calls, [Output::Disconnect { namespace: "/chat".into() }]);
    assert!(!harness.session.is_in("/chat"));
    harness.text("40/chat");
    assert_eq!(harness.closed, None);
}

#[test]
fn a_refused_namespace_can_be_asked_for_again() {
    let mut harness = Harness::websocket(Protocol::SocketIo);
    for _ in 0..2 {
        harness.text("40");
        harness.session.refuse(harness.now, "/", "unauthorized");
        harness.drain();
        assert_eq!(harness.frames.pop().unwrap(), "44{\"message\":\"unauthorized\"}");
    }
    harness.text("42[\"m\"]");
    assert_eq!(harness.closed, Some(CloseReason::OutOfTurn));
}

#[test]
fn a_client_without_namespace_may_not_stay() {
    let mut harness = Harness::websocket(Protocol::SocketIo);
    let pong = |harness: &mut Harness| {
        harness.pass(300 * MS);
        harness.text("3");
    };
    for _ in 0..3 {
        pong(&mut harness);
    }
    harness.pass(99 * MS);
    assert_eq!(harness.closed, None);
    harness.pass(MS);
    assert_eq!(harness.closed, Some(CloseReason::ConnectTimeout));

    let mut harness = Harness::joined();
    for _ in 0..4 {
        pong(&mut harness);
    }
    harness.text("41");
    for _ in 0..3 {
        pong(&mut harness);
    }
    assert_eq!(harness.closed, None, "the time starts again when the last namespace is left");
    harness.pass(100 * MS);
    assert_eq!(harness.closed, Some(CloseReason::ConnectTimeout));
}

#[test]
fn packets_out_of_turn_end_the_session() {
    for text in ["40", "41/other", "42/other,[\"m\"]", "43/other,1[]"] {
        let mut harness = Harness::joined();
        harness.text(text);
        assert_eq!(harness.closed, Some(CloseReason::OutOfTurn), "{text}");
    }
    let mut harness = Harness::websocket(Protocol::SocketIo);
    for name in 0..9 {
        assert_eq!(harness.closed, None);
        harness.text(&format!("40/{name}"));
    }
    assert_eq!(harness.closed, Some(CloseReason::OutOfTurn), "one namespace too many");
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
        let mut harness = Harness::joined();
        harness.text(text);
        assert_eq!(harness.closed, Some(reason), "{text}");
    }
}

#[test]
fn after_garbage_the_rest_of_a_body_is_not_acted_upon() {
    let mut harness = Harness::polling(Protocol::SocketIo);
    harness.post("40").unwrap();
    harness.session.accept("/", "sid-2");
    harness.calls.clear();
    assert_eq!(harness.post("42[\"a\"]\u{1e}42{}\u{1e}42[\"b\"]"), Err(Refusal::Broken));
    assert_eq!(harness.calls.len(), 1, "{:?}", harness.calls);
    assert_eq!(harness.closed, Some(DecodeError::BadPayload.into()));
}

#[test]
fn events_come_with_their_attachments_and_can_be_acknowledged() {
    let mut harness = Harness::joined();
    let place = r#"{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}"#;
    harness.text(&format!("452-789[\"m\",{place}]"));
    harness.text("3");
    harness.binary(&[1, 2, 3]);
    assert!(harness.calls.is_empty());
    assert!(harness.session.held_bytes() > 3);
    harness.binary(&[4, 5, 6]);
    assert_eq!(harness.session.held_bytes(), 0);
    let Some(Output::Event { namespace, id, data, attachments }) = harness.calls.pop() else {
        panic!("{:?}", harness.calls)
    };
    assert_eq!((&*namespace, id, data.name()), ("/", Some(789), "m"));
    let json = format!("[{}]", data.arguments_json());
    let packet =
        Outgoing { kind: Kind::Ack, namespace: "/", id, json: &json, attachments: &attachments };
    harness.session.send(packet.frames());
    harness.drain();
    assert_eq!(harness.frames, [format!("462-789[{place}]")]);
    assert_eq!(harness.binaries, [&[1, 2, 3][..], &[4, 5, 6]]);
}

#[test]
fn acknowledgements_of_the_client_come_out() {
    let mut harness = Harness::joined();
    harness.text("4312[\"ok\"]");
    let ack = Output::Ack {
        namespace: "/".into(),
        id: 12,
        json: "[\"ok\"]".into(),
        attachments: Vec::new(),
    };
    assert_eq!(harness.calls, [ack]);
}

#[test]
fn attachments_out_of_turn_end_the_session() {
    let head = "451-[\"m\",{\"_placeholder\":true,\"num\":0}]";
    let mut harness = Harness::joined();
    harness.binary(&[1]);
    assert_eq!(harness.closed, Some(DecodeError::StrayBinary.into()));

    let mut harness = Harness::joined();
    harness.text(head);
    harness.text("42[\"m\"]");
    assert_eq!(harness.closed, Some(DecodeError::MissingBinary.into()));

    let mut harness = Harness::joined();
    harness.text(head);
    harness.pass(300 * MS);
    harness.text("3");
    harness.pass(49 * MS);
    assert_eq!(harness.closed, None);
    harness.pass(MS);
    assert_eq!(harness.closed, Some(CloseReason::AttachmentsTimeout));
}
