//! What a session does at its limits.

use pointhouse_socketio::{CloseReason, Config, Frame, Protocol, Refusal};

use crate::desk::{Desk, short};

#[test]
fn limits_end_the_session() {
    let config = Config {
        max_payload: 100,
        attachments_bytes_max: 60,
        packets_per_second_max: 20,
        ..short()
    };
    let joined = || {
        let mut desk = Desk::new(config.clone(), Protocol::SocketIo, true);
        desk.text("40");
        desk.session.accept("/", "sid-2");
        desk.drain();
        desk
    };
    let mut desk = joined();
    desk.text(&format!("42[\"{}\"]", "m".repeat(100)));
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));

    let mut desk = joined();
    desk.text("451-[\"m\",{\"_placeholder\":true,\"num\":0}]");
    desk.binary(&[0; 40]);
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));

    let mut desk = joined();
    for _ in 0..19 {
        desk.text("42[\"m\"]");
    }
    assert_eq!(desk.closed, None);
    desk.text("42[\"m\"]");
    assert_eq!(desk.closed, Some(CloseReason::TooManyPackets));

    let mut desk = Desk::new(config.clone(), Protocol::Engine, false);
    assert_eq!(desk.post(&"4".repeat(101)), Err(Refusal::Broken));
    assert_eq!(desk.closed, Some(CloseReason::TooLarge));

    let config = Config { payload_packets_max: 3, ..config };
    let mut desk = Desk::new(config, Protocol::Engine, false);
    assert_eq!(desk.post("4\u{1e}4\u{1e}4\u{1e}4"), Err(Refusal::Broken));
    assert_eq!(desk.closed, Some(CloseReason::TooManyPackets));
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
        let send = |desk: &mut Desk, bytes| {
            if websocket {
                desk.text(&event(bytes));
            } else {
                let _ = desk.post(&event(bytes));
            }
        };
        for (identified, most) in [(false, 50), (true, 80)] {
            let mut desk = Desk::new(config.clone(), Protocol::Engine, websocket);
            desk.session.identify(true);
            desk.session.identify(identified);
            send(&mut desk, most);
            assert_eq!(desk.closed, None);
            send(&mut desk, most + 1);
            assert_eq!(desk.closed, Some(CloseReason::TooLarge));
        }
    }
}

#[test]
fn frames_that_are_no_messages_count_as_packets() {
    let config = Config { packets_per_second_max: 20, ..short() };
    let mut desk = Desk::new(config, Protocol::Engine, true);
    for _ in 0..10 {
        desk.text("4");
        desk.session.websocket_frame_counts(desk.now);
    }
    desk.drain();
    assert_eq!(desk.closed, None);
    desk.session.websocket_frame_counts(desk.now);
    desk.drain();
    assert_eq!(desk.closed, Some(CloseReason::TooManyPackets));
}

#[test]
fn a_polling_client_that_does_not_fetch_is_let_go() {
    for config in
        [Config { outbox_packets_max: 10, ..short() }, Config { outbox_bytes_max: 150, ..short() }]
    {
        let mut desk = Desk::new(config, Protocol::Engine, false);
        for _ in 0..10 {
            desk.session.send([Frame::Text("4fourteen bytes".into())]);
            desk.drain();
        }
        assert_eq!(desk.closed, None);
        desk.session.send([Frame::Text("4fourteen bytes".into())]);
        desk.drain();
        assert_eq!(desk.closed, Some(CloseReason::OutboxFull));
        assert_eq!(desk.session.held_bytes(), 0);
    }
}
