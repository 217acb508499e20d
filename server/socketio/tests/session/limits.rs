//! What a session does at its limits.

use pointhouse_socketio::{CloseReason, Config, Frame, Protocol, Refusal};

use crate::harness::{Harness, short};

#[test]
fn limits_end_the_session() {
    let config = Config {
        max_payload: 100,
        attachments_bytes_max: 60,
        packets_per_second_max: 20,
        ..short()
    };
    let joined = || {
        let mut harness = Harness::new(config.clone(), Protocol::SocketIo, true);
        harness.text("40");
        harness.session.accept("/", "sid-2");
        harness.drain();
        harness
    };
    let mut harness = joined();
    harness.text(&format!("42[\"{}\"]", "m".repeat(100)));
    assert_eq!(harness.closed, Some(CloseReason::TooLarge));

    let mut harness = joined();
    harness.text("451-[\"m\",{\"_placeholder\":true,\"num\":0}]");
    harness.binary(&[0; 40]);
    assert_eq!(harness.closed, Some(CloseReason::TooLarge));

    let mut harness = joined();
    for _ in 0..19 {
        harness.text("42[\"m\"]");
    }
    assert_eq!(harness.closed, None);
    harness.text("42[\"m\"]");
    assert_eq!(harness.closed, Some(CloseReason::TooManyPackets));

    let mut harness = Harness::new(config.clone(), Protocol::Engine, false);
    assert_eq!(harness.post(&"4".repeat(101)), Err(Refusal::Broken));
    assert_eq!(harness.closed, Some(CloseReason::TooLarge));

    let config = Config { payload_packets_max: 3, ..config };
    let mut harness = Harness::new(config, Protocol::Engine, false);
    assert_eq!(harness.post("4\u{1e}4\u{1e}4\u{1e}4"), Err(Refusal::Broken));
    assert_eq!(harness.closed, Some(CloseReason::TooManyPackets));
}

#[test]
fn a_client_that_has_identified_itself_may_send_larger_packets() {
    let config = Config {
        packet_bytes_max: 50,
        identified_packet_bytes_max: 80,
        max_payload: 100,
        ..short()
    };
    let event = |bytes: usize| format!("4{}", "m".repeat(bytes - 1));
    for websocket in [true, false] {
        let send = |harness: &mut Harness, bytes| {
            if websocket {
                harness.text(&event(bytes));
            } else {
                let _ = harness.post(&event(bytes));
            }
        };
        for (identified, most) in [(false, 50), (true, 80)] {
            let mut harness = Harness::new(config.clone(), Protocol::Engine, websocket);
            harness.session.identify(true);
            harness.session.identify(identified);
            send(&mut harness, most);
            assert_eq!(harness.closed, None);
            send(&mut harness, most + 1);
            assert_eq!(harness.closed, Some(CloseReason::TooLarge));
        }
    }
}

#[test]
fn frames_that_are_no_messages_count_as_packets() {
    let config = Config { packets_per_second_max: 20, ..short() };
    let mut harness = Harness::new(config, Protocol::Engine, true);
    for _ in 0..10 {
        harness.text("4");
        harness.session.websocket_frame_counts(harness.now);
    }
    harness.drain();
    assert_eq!(harness.closed, None);
    harness.session.websocket_frame_counts(harness.now);
    harness.drain();
    assert_eq!(harness.closed, Some(CloseReason::TooManyPackets));
}

#[test]
fn a_polling_client_that_does_not_fetch_is_let_go() {
    for config in
        [Config { outbox_packets_max: 10, ..short() }, Config { outbox_bytes_max: 150, ..short() }]
    {
        let mut harness = Harness::new(config, Protocol::Engine, false);
        for _ in 0..10 {
            harness.session.send([Frame::Text("4fourteen bytes".into())]);
            harness.drain();
        }
        assert_eq!(harness.closed, None);
        harness.session.send([Frame::Text("4fourteen bytes".into())]);
        harness.drain();
        assert_eq!(harness.closed, Some(CloseReason::OutboxFull));
        assert_eq!(harness.session.held_bytes(), 0);
    }
}
